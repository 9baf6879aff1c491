//! Games steered into repetition: the first fourth occurrence and its kind, ours against `rsshogi`'s.

use kifu::shogi::{Color, History, Move, Position, Repetition};
use rsshogi::types::RepetitionState;

use crate::random::Random;
use crate::tally::Tally;
use crate::{positions, rs};

/// A game up to its first fourth occurrence.
struct Game {
    start: Position,
    moves: Vec<Move>,
    kind: Repetition,
    /// The plies of the four occurrences.
    plies: Vec<u32>,
}

/// The longest game that is tried.
const LONGEST: usize = 150;

/// Compares the first fourth occurrence in `count` games.
pub fn run(count: usize) -> bool {
    let mut random = Random::new(4);
    let mut tally = Tally::new("games");
    let mut perpetual = 0;
    for number in 0..count {
        let game = steered(&mut random, number);
        perpetual += usize::from(matches!(game.kind, Repetition::Perpetual(_)));
        let theirs = theirs(&game);
        let ours = (game.moves.len(), name(game.kind));
        if theirs.as_ref() != Some(&ours) {
            if game.has_other_hands() {
                tally.known(
                    "rsshogi: the same board with other hands in between hides the repetition",
                );
            } else {
                let line = game.line();
                tally.unknown(&format!(
                    "rsshogi: {line}: ours {ours:?}, theirs {theirs:?}"
                ));
            }
        }
        tally.count();
    }
    println!("{perpetual} perpetual checks");
    tally.finish()
}

/// Prints `count` games as lines of USI, each with our verdict after a tab, for programs in other languages.
pub fn print(count: usize) {
    let mut random = Random::new(4);
    for number in 0..count {
        let game = steered(&mut random, number);
        println!("{}\t{}\t{}", game.line(), game.moves.len(), name(game.kind));
    }
}

fn name(kind: Repetition) -> &'static str {
    match kind {
        Repetition::Sennichite | Repetition::MutualPerpetual => "draw",
        Repetition::Perpetual(Color::Black) => "black_loses",
        Repetition::Perpetual(Color::White) => "white_loses",
    }
}

fn theirs(game: &Game) -> Option<(usize, &'static str)> {
    let mut position = rs::position(&game.start);
    let mut turn = game.start.turn();
    for (ply, &mv) in (1..).zip(&game.moves) {
        turn = !turn;
        let loses = |side| match side {
            Color::Black => "black_loses",
            Color::White => "white_loses",
        };
        match rs::play(&mut position, mv) {
            Some(RepetitionState::Draw) => return Some((ply, "draw")),
            Some(RepetitionState::Lose) => return Some((ply, loses(turn))),
            Some(RepetitionState::Win) => return Some((ply, loses(!turn))),
            _ => {}
        }
    }
    None
}

/// Plays until some game reaches a fourth occurrence.
fn steered(random: &mut Random, number: usize) -> Game {
    loop {
        let start = match number % 3 {
            0 => Position::startpos(),
            1 => positions::late(random),
            _ => positions::any(random, 1),
        };
        if Color::BOTH.iter().any(|&color| start.king(color).is_none()) {
            continue;
        }
        // Without a side that checks whenever it can, perpetual checks would be rare.
        let attacker = (number % 3 != 0).then(|| start.turn());
        if let Some(game) = play(random, start, attacker) {
            return game;
        }
    }
}

fn play(random: &mut Random, start: Position, attacker: Option<Color>) -> Option<Game> {
    let mut position = start.clone();
    let mut history = History::default();
    history.start(position.key());
    let mut moves = Vec::new();
    while moves.len() < LONGEST {
        let mv = choose(random, &position, &history, attacker)?;
        let mover = position.turn();
        let played = position.play(mv).expect("a generated move is legal");
        moves.push(mv);
        if history.push(position.key(), mover, played.check) == 4 {
            let plies = history.occurrences();
            return Some(Game {
                start,
                moves,
                kind: history.judge(&plies, mover),
                plies,
            });
        }
    }
    None
}

/// Prefers, most of the time, a move to a position seen before, and for the attacker a check.
fn choose(
    random: &mut Random,
    position: &Position,
    history: &History,
    attacker: Option<Color>,
) -> Option<Move> {
    let moves = position.legal_moves();
    let mut best = Vec::new();
    let mut most = 0;
    let checks_count = attacker == Some(position.turn()) && !random.once_in(8);
    let back_counts = !random.once_in(4);
    for &mv in &moves {
        let mut next = position.clone();
        next.advance(mv);
        let check = u32::from(checks_count && next.in_check()) * 8;
        let worth = check
            + if back_counts {
                history.count_of(next.key())
            } else {
                0
            };
        if worth > most {
            most = worth;
            best.clear();
        }
        if worth == most {
            best.push(mv);
        }
    }
    (!best.is_empty()).then(|| random.pick(&best))
}

impl Game {
    fn line(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(ToString::to_string).collect();
        format!("position sfen {} moves {}", self.start, moves.join(" "))
    }

    /// Whether the board that comes back stands with other hands somewhere between the occurrences.
    fn has_other_hands(&self) -> bool {
        let mut position = self.start.clone();
        let mut positions = vec![position.clone()];
        for &mv in &self.moves {
            position.advance(mv);
            positions.push(position.clone());
        }
        let first = self.plies.first().map_or(0, |&ply| ply as usize);
        positions[first..].iter().any(|it| {
            it.setup().board == position.setup().board
                && it.turn() == position.turn()
                && !it.same_as(&position)
        })
    }
}
