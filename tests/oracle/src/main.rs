//! The rules of `kifu` against independent engines: `kifu-oracle moves|perft|impasse|repetition [COUNT]`.
//!
//! `late-positions` and `repeating-games` print what the scripts beside this package feed to other programs.
//!
//! Exit status 1 when a difference is none of the known faults of the other engine.

mod impasse;
mod legality;
mod lite;
mod positions;
mod random;
mod repetition;
mod rs;
mod tally;

use std::process::ExitCode;

fn main() -> ExitCode {
    rsshogi::board::init();
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap_or_default();
    let count = args.next().and_then(|it| it.parse().ok());
    let fine = match task.as_str() {
        "moves" => legality::moves(count.unwrap_or(100_000)),
        "perft" => legality::perft(count.unwrap_or(2_000)),
        "impasse" => impasse::run(count.unwrap_or(20_000)),
        "repetition" => repetition::run(count.unwrap_or(20_000)),
        "late-positions" => {
            impasse::print(count.unwrap_or(20_000));
            true
        }
        "repeating-games" => {
            repetition::print(count.unwrap_or(20_000));
            true
        }
        _ => {
            eprintln!(
                "usage: kifu-oracle moves|perft|impasse|repetition|late-positions|repeating-games [COUNT]"
            );
            return ExitCode::from(2);
        }
    };
    ExitCode::from(u8::from(!fine))
}
