//! The position from which `kifu explore` starts.

use super::selection::refuse;
use super::single_game::{self, ReadingArgs};
use super::{Exit, Ui};
use crate::select::{position, position_after};
use crate::shogi::Position;
use crate::words;

/// Where to start.
#[derive(Debug, clap::Args)]
pub(super) struct RootArgs {
    /// Start from this position [default: the start of an even game]
    #[arg(long, value_name = "SFEN")]
    position: Option<String>,
    /// Start after these moves: 7g7f 3c3d, or as KIF writes them
    #[arg(long, value_name = "LINE", conflicts_with = "game")]
    moves: Option<String>,
    /// Start from a position of this game: FILE, or FILE#N for its game N
    #[arg(
        long,
        value_name = "FILE",
        requires = "ply",
        conflicts_with = "position"
    )]
    game: Option<String>,
    /// After so many of its moves
    #[arg(long, value_name = "N", requires = "game")]
    ply: Option<u32>,
}

impl RootArgs {
    /// The position.
    ///
    /// # Errors
    /// How the run ends, when there is none; which is said.
    pub(super) fn position(&self, ui: Ui) -> Result<Position, Exit> {
        if let Some(game) = &self.game {
            return of_game(game, self.ply.unwrap_or(0), ui);
        }
        let start = match &self.position {
            None => Position::startpos(),
            Some(text) => position(text).map_err(|mistake| {
                refuse("--position", &mistake, text, ui);
                Exit::Failed
            })?,
        };
        match &self.moves {
            None => Ok(start),
            Some(line) => position_after(line, &start).map_err(|mistake| {
                refuse("--moves", &mistake, line, ui);
                Exit::Failed
            }),
        }
    }
}

/// The position of a game after so many moves.
fn of_game(game: &str, ply: u32, ui: Ui) -> Result<Position, Exit> {
    let film = single_game::timeline(game, 1, &ReadingArgs::default(), ui)?;
    let count = film.plies();
    if ply > count {
        let text = ui.text("explore.no_ply");
        ui.error(words::fill(text, |_| Some(count.to_string())));
        return Err(Exit::Failed);
    }
    Ok(film.frames[film.at_ply(ply)].position.clone())
}
