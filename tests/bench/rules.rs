//! Speed of the rules alone: `cargo bench --bench rules`. Items are plies, or leaves of a tree of moves.

mod games;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use games::games;
use kifu::shogi::{History, Move, Position};

fn main() {
    divan::main();
}

/// How many plies games have together.
fn plies(games: &[Vec<Move>]) -> ItemsCount {
    ItemsCount::new(games.iter().map(Vec::len).sum::<usize>())
}

/// Judging and making every move of recorded games.
#[divan::bench]
fn judge_and_make(bencher: Bencher) {
    let games = games();
    let counter = plies(&games);
    bencher.counter(counter).bench_local(|| {
        for game in &games {
            let mut position = Position::startpos();
            for &mv in game {
                position.play(mv).expect("a legal game");
            }
            black_box(&position);
        }
    });
}

/// The same with repetitions counted.
#[divan::bench]
fn judge_make_and_count(bencher: Bencher) {
    let games = games();
    let mut history = History::default();
    let counter = plies(&games);
    bencher.counter(counter).bench_local(|| {
        for game in &games {
            let mut position = Position::startpos();
            history.start(position.key());
            for &mv in game {
                let mover = position.turn();
                let played = position.play(mv).expect("a legal game");
                history.push(position.key(), mover, played.check);
            }
            black_box(history.count());
        }
    });
}

/// Leaves four plies from the start.
const LEAVES: u64 = 719_731;

/// The leaves generated and counted.
#[divan::bench]
fn perft_counted(bencher: Bencher) {
    let start = Position::startpos();
    bencher
        .counter(ItemsCount::new(LEAVES))
        .bench_local(|| assert_eq!(black_box(&start).perft(4), LEAVES));
}

/// The leaves made, each on a position of its own.
#[divan::bench]
fn perft_made(bencher: Bencher) {
    let start = Position::startpos();
    bencher
        .counter(ItemsCount::new(LEAVES))
        .bench_local(|| assert_eq!(make_all(black_box(&start), 4), LEAVES));
}

fn make_all(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.advance(mv);
        leaves += make_all(&next, depth - 1);
    }
    leaves
}
