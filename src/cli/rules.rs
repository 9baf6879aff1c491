//! `kifu rules`: the rules of shogi for a newcomer, with boards.

use super::show::usual_pieces;
use super::{Exit, Ui};
use crate::diagram::PieceSet;
use crate::guide;

/// Tell the rules of shogi, with boards
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The set of pieces [default: that of the language]
    #[arg(long, value_enum)]
    pieces: Option<PieceSet>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Exit {
    let set = args.pieces.unwrap_or_else(|| usual_pieces(ui.lang));
    ui.print(|out| {
        out.write_all(guide::page(ui.lang, set).as_bytes())?;
        Ok(Exit::Clean)
    })
}
