//! Speed of the rules alone: `cargo bench --bench rules [-- GAMES.usi]`.
//!
//! Judging and making every move of recorded games with repetition keys, and counting move trees. Without a file of
//! `position startpos moves …` lines random games are played. Times are the best of several rounds.

#![expect(clippy::print_stdout, reason = "figures are what a bench is for")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifu::shogi::{History, Move, Position};

const ROUNDS: u32 = 15;

fn main() {
    // Cargo adds an option of its own.
    let file = std::env::args().skip(1).find(|it| !it.starts_with("--"));
    let games = match file {
        Some(path) => read_games(&std::fs::read_to_string(path).expect("a readable file")),
        None => random_games(2000),
    };
    let plies: u32 = games.iter().map(|it| it.len() as u32).sum();
    println!("{} games, {plies} plies", games.len());
    report("judge and make", "ns a ply", plies, || {
        for game in &games {
            let mut position = Position::startpos();
            for &mv in game {
                position.play(mv).expect("a legal game");
            }
            black_box(&position);
        }
    });
    let mut history = History::default();
    report("the same with repetition", "ns a ply", plies, || {
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
    let start = Position::startpos();
    report("perft 4, leaves counted", "ns a leaf", 719_731, || {
        assert_eq!(black_box(&start).perft(4), 719_731);
    });
    report("perft 4, leaves made", "ns a leaf", 719_731, || {
        assert_eq!(make_all(black_box(&start), 4), 719_731);
    });
}

fn report(what: &str, unit: &str, items: u32, mut work: impl FnMut()) {
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed());
    }
    let nanos = best.as_secs_f64() * 1e9 / f64::from(items);
    println!(
        "{what:26} {nanos:7.1} {unit}, {:6.1} million a second",
        1000.0 / nanos
    );
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

fn read_games(text: &str) -> Vec<Vec<Move>> {
    text.lines()
        .filter_map(|line| line.strip_prefix("position startpos moves "))
        .map(|moves| {
            let moves = moves.split_whitespace();
            moves.map(|it| it.parse().expect("a move")).collect()
        })
        .collect()
}

/// Games of up to 120 plies by moves picked with a fixed generator.
fn random_games(count: usize) -> Vec<Vec<Move>> {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    (0..count)
        .map(|_| {
            let mut position = Position::startpos();
            let mut game = Vec::new();
            while game.len() < 120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random(moves.len())];
                position.play(mv).expect("a legal move");
                game.push(mv);
            }
            game
        })
        .collect()
}
