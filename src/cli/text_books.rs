//! The part of `kifu check` that is about text books: each position of which something is wrong is told as a game is.

use std::io;
use std::path::PathBuf;

use super::{Exit, Ui};
use crate::book;
use crate::examine::Report;
use crate::finding::{Findings, terms};
use crate::notation::Game;
use crate::replay::{Replay, ReplayOptions};
use crate::words;

/// Looks at books and hands on a report of each position of which something is wrong. Says how many there are, and what
/// cannot be read, which makes the run fail.
///
/// # Errors
/// Those of `take`.
pub(super) fn check(
    books: &[PathBuf],
    ui: Ui,
    mut take: impl FnMut(&Report<'_>) -> io::Result<()>,
) -> io::Result<Exit> {
    let mut exit = Exit::Clean;
    let (mut positions, mut bad) = (0, 0);
    let mut replay = Replay::default();
    for path in books {
        let name = path.to_string_lossy();
        let mut taken = Ok(());
        let checked = book::check(path, |block| {
            let text = block.record.text.as_bytes();
            let game = Game {
                index: block.index,
                line: block.line,
                byte: block.byte,
                ..Game::whole(&name, text, None)
            };
            let mut unheard = Findings::default();
            replay.run(&block.record, ReplayOptions::default(), &mut unheard);
            let report = Report {
                game: &game,
                record: &block.record,
                replay: &replay,
                findings: block.findings.list(),
                counts: block.findings.counts(),
                decision: game.decision,
            };
            taken = take(&report);
            match taken {
                Ok(()) => Ok(()),
                Err(_) => Err(io::ErrorKind::Other.into()),
            }
        });
        taken?;
        match checked {
            Ok(checked) => {
                positions += checked.positions;
                bad += checked.bad;
            }
            Err(error) => {
                ui.cannot_open(&name, &error);
                exit = Exit::Failed;
            }
        }
    }
    ui.note(words::fill(ui.text("book.checked"), |name| {
        let number = match name {
            "books" => books.len() as u64,
            "positions" => positions,
            _ => bad,
        };
        Some(terms::number(ui.lang, number))
    }));
    Ok(exit)
}
