//! `kifu explore -i`: the explorer in the terminal.

use std::io::IsTerminal;

use super::single_game::{self, ReadingArgs};
use super::{Exit, Ui};
use crate::diagram::Look;
use crate::explore::{Effect, Explorer};
use crate::played::{Node, Sort};
use crate::shogi::Position;
use crate::viewer::{self, State, run};

/// Runs the explorer from a position; `count` counts the moves of another.
pub(super) fn watch(
    root: Node,
    sort: Sort,
    look: Look,
    ui: Ui,
    mut count: impl FnMut(Position) -> Result<Node, Exit>,
) -> Exit {
    if !std::io::stdout().is_terminal() {
        ui.error(ui.text("explore.no_terminal.text"));
        return Exit::Failed;
    }
    let mut explorer = Explorer::new(root, sort, look, ui.lang);
    let serve = |explorer: &mut Explorer, effect| match effect {
        Effect::Count(position) => {
            if let Ok(node) = count(position) {
                explorer.arrive(node);
            }
        }
        Effect::Open(game) => {
            let address = game.address();
            let lang = explorer.lang();
            match single_game::quietly(&address, &ReadingArgs::default()) {
                Some(film) => {
                    let look = explorer.look();
                    explorer.watch(State::new(film, vec![address], 0, look, lang));
                }
                None => {
                    explorer.tell(crate::words::text(lang, "cli.nothing_found.text").to_owned());
                }
            }
        }
        Effect::Recorder(viewer::Effect::Save) => {
            if let Some(recorder) = explorer.recorder() {
                let notice = super::replay::save(recorder);
                recorder.tell(notice);
            }
        }
        // There is one game to watch, not a list.
        Effect::Recorder(_) => {}
    };
    match run(&mut explorer, serve) {
        Ok(()) => Exit::Clean,
        Err(error) => {
            ui.error(error);
            Exit::Failed
        }
    }
}
