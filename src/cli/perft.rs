//! `kifu perft`: legal-move counts, for engine people.

use super::{Exit, Ui};
use crate::shogi::Position;

/// Count the leaves of the tree of legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu perft startpos 5            719731
  kifu perft startpos 3 --divide   the count below each first move")]
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

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let position = match args.position.as_str() {
        "startpos" => Position::startpos(),
        sfen => match sfen.parse() {
            Ok(position) => position,
            Err(error) => {
                ui.error(format_args!("{error}: {sfen:?}"));
                return Exit::Failed;
            }
        },
    };
    ui.print_data(|out| {
        if args.divide && args.depth > 0 {
            for mv in position.legal_moves() {
                let mut next = position.clone();
                if next.play(mv).is_ok() {
                    writeln!(out, "{mv}: {}", next.perft(args.depth - 1))?;
                }
            }
        }
        writeln!(out, "{}", position.perft(args.depth))?;
        Ok(Exit::Clean)
    })
}
