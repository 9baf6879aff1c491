//! `kifu rules`: the rules of shogi for a newcomer, with boards.

use super::board_args::PiecesArgs;
use super::{Exit, Ui};
use crate::tutorial;

/// Tell the rules of shogi, with boards
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu rules                         the rules, in the language of the locale
  kifu rules --lang fr               in French, with French pieces
  kifu rules --pieces letters | less")]
pub(super) struct Args {
    #[command(flatten)]
    pieces: PiecesArgs,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let page = tutorial::page(ui.lang, args.pieces.set(ui.lang));
    ui.print(|out| write!(out, "{page}").map(|()| Exit::Clean))
}
