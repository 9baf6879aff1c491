//! `kifu perft`: legal-move counts, for engine people.

use std::io::Write;

use super::Exit;
use crate::shogi::Position;

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The position in SFEN, or `startpos`
    #[arg(value_name = "SFEN")]
    position: String,
    /// How many plies deep
    depth: u32,
    /// The count below each move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(args: &Args) -> Exit {
    let position = match args.position.as_str() {
        "startpos" => Position::startpos(),
        sfen => match sfen.parse() {
            Ok(position) => position,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "error: {error}: {sfen:?}");
                return Exit::Failed;
            }
        },
    };
    let mut out = std::io::stdout().lock();
    if args.divide && args.depth > 0 {
        for mv in position.legal_moves() {
            let mut next = position.clone();
            if next.play(mv).is_ok()
                && writeln!(out, "{mv}: {}", next.perft(args.depth - 1)).is_err()
            {
                return Exit::Clean;
            }
        }
    }
    let _ = writeln!(out, "{}", position.perft(args.depth));
    Exit::Clean
}
