//! The options that choose games and positions, the same for every command over many games.

use super::Ui;
use crate::select::{Asked, Mistake, Selection};
use crate::words;

/// Which games, and in which stretch of them.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct SelectionArgs {
    #[command(flatten)]
    conditions: ConditionArgs,
    #[command(flatten)]
    plies: PliesArgs,
}

/// In which stretch of games.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct PliesArgs {
    /// The position must stand after so many moves: 10..40, ..40, 60..
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    plies: Option<String>,
}

/// Which games, for commands to which plies are something else.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct ConditionArgs {
    /// Only games with this position; repeated: any of them
    #[arg(long, value_name = "SFEN")]
    position: Vec<String>,
    /// Only games that begin with these moves; * is any one, ... any number
    #[arg(long, value_name = "LINE")]
    moves: Option<String>,
    #[command(flatten)]
    games: GamesArgs,
}

/// Which games, for commands to which a position and a line are something else too.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct GamesArgs {
    /// Only games that satisfy a condition: = != < <= > >= ~ !~, in (…), is null, and, or, not
    #[arg(long = "where", value_name = "EXPR")]
    condition: Option<String>,
    /// Only games with a position like this: 7g=P 5e=- hand.B>=1 turn=b check; repeated: one after the other
    #[arg(long, value_name = "PATTERN")]
    board: Vec<String>,
    /// Only games with this material: black.hand.B >= 1 and total.P > 10, imbalance
    #[arg(long, value_name = "EXPR")]
    material: Option<String>,
    /// Left and right exchanged counts too
    #[arg(long)]
    mirror: bool,
    /// Colours exchanged counts too
    #[arg(long)]
    flip: bool,
}

/// Where positions are sought.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct BranchArgs {
    /// Search the variations too, not only the main line
    #[arg(long)]
    pub(super) variations: bool,
}

impl SelectionArgs {
    /// What is asked for; none when it cannot be read, which is said.
    pub(super) fn selection(&self, variations: bool, ui: Ui) -> Option<Selection> {
        let plies = self.plies.plies.as_deref();
        self.conditions.selection(plies, variations, ui)
    }
}

impl ConditionArgs {
    /// What is asked for in a stretch of plies; none when it cannot be read, which is said.
    pub(super) fn selection(
        &self,
        plies: Option<&str>,
        variations: bool,
        ui: Ui,
    ) -> Option<Selection> {
        let asked = Asked {
            positions: all(&self.position),
            line: self.moves.as_deref(),
            plies,
            ..self.games.asked(variations)
        };
        read(&asked, ui)
    }
}

impl GamesArgs {
    /// What is asked for; none when it cannot be read, which is said.
    pub(super) fn selection(
        &self,
        plies: &PliesArgs,
        variations: bool,
        ui: Ui,
    ) -> Option<Selection> {
        let asked = Asked {
            plies: plies.plies.as_deref(),
            ..self.asked(variations)
        };
        read(&asked, ui)
    }

    fn asked(&self, variations: bool) -> Asked<'_> {
        Asked {
            condition: self.condition.as_deref(),
            boards: all(&self.board),
            material: self.material.as_deref(),
            mirror: self.mirror,
            flip: self.flip,
            variations,
            ..Asked::default()
        }
    }
}

fn all(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn read(asked: &Asked<'_>, ui: Ui) -> Option<Selection> {
    match Selection::new(asked) {
        Ok(selection) => Some(selection),
        Err(refused) => {
            refuse(refused.option, &refused.mistake, refused.written, ui);
            None
        }
    }
}

/// Says that the value of an option cannot be read, and where.
pub(super) fn refuse(option: &str, mistake: &Mistake, written: &str, ui: Ui) {
    let why = mistake.headline(ui.lang);
    ui.error(words::fill(ui.text("select.refused"), |name| match name {
        "option" => Some(option.to_owned()),
        _ => Some(why.clone()),
    }));
    ui.tell(&mistake.mark(written));
}
