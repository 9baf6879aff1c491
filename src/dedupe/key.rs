//! The number of a game: equal for copies, almost surely different for other games.

use super::fold_name;
use crate::examine::Report;
use crate::record::HeaderKey;
use crate::replay::Step;
use crate::shogi::{Color, Move, Piece, Position, Square};

/// What makes two records the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Start and main line.
    Moves,
    /// The same, and the names of the players.
    MovesPlayers,
    /// One main line is the beginning of the other.
    Prefix,
    /// The same position at the end.
    Position,
}

/// The number of a game.
pub type Number = u128;

/// A number in the making: each word changes all of it (FNV-1a, by words).
#[derive(Clone, Copy)]
struct Sum(u128);

impl Sum {
    const START: Sum = Sum(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ u128::from(word)).wrapping_mul(Self::PRIME);
        // The high half comes down, for the product only moves upwards.
        self.0 ^= self.0 >> 71;
    }

    fn add_position(&mut self, position: &Position) {
        for square in Square::all() {
            self.add(
                position
                    .piece_at(square)
                    .map_or(0, |it: Piece| u64::from(it.raw())),
            );
        }
        for side in Color::BOTH {
            for (kind, count) in position.hand(side).iter() {
                self.add(u64::from(count) << 8 | kind as u64);
            }
            self.add(64);
        }
        self.add(position.turn() as u64);
    }

    #[inline]
    fn add_move(&mut self, mv: Move) {
        let (from, promote) = match mv {
            Move::Normal { from, promote, .. } => (from.index() as u64, promote),
            Move::Drop { kind, .. } => (Square::COUNT as u64 + kind as u64, false),
        };
        self.add(from << 9 | (mv.to().index() as u64) << 1 | u64::from(promote));
    }

    #[inline]
    fn number(self) -> Number {
        let mixed = (self.0 ^ self.0 >> 64).wrapping_mul(Self::START.0 | 1);
        mixed ^ mixed >> 67
    }
}

/// The moves that were made on the main line.
fn steps<'a>(report: &Report<'a>) -> impl Iterator<Item = &'a Step> {
    let (record, replay) = (report.record, report.replay);
    record.tree.main_line().map_while(move |id| replay.step(id))
}

/// The number of a game; none where there is nothing to compare: no start, or no moves unless `with_empty`.
pub fn number(report: &Report<'_>, key: Key, with_empty: bool) -> Option<Number> {
    let start = report.replay.start()?;
    if report.replay.plies() == 0 && !with_empty {
        return None;
    }
    let mut sum = Sum::START;
    if key == Key::Position {
        let mut end = start.clone();
        steps(report).for_each(|step| step.make(&mut end));
        sum.add_position(&end);
        return Some(sum.number());
    }
    sum.add_position(start);
    steps(report).for_each(|step| sum.add_move(step.mv));
    if key == Key::MovesPlayers {
        for side in Color::BOTH {
            let name = report.record.header(HeaderKey::of_player(side));
            let name = fold_name(name.unwrap_or_default());
            name.bytes()
                .for_each(|byte| sum.add(1 << 32 | u64::from(byte)));
            sum.add(1 << 33);
        }
    }
    Some(sum.number())
}

/// Calls `each` with the number that every beginning of a game would have as a whole game.
pub fn prefixes(report: &Report<'_>, with_empty: bool, mut each: impl FnMut(Number)) {
    let Some(start) = report.replay.start() else {
        return;
    };
    let mut sum = Sum::START;
    sum.add_position(start);
    for (before, step) in steps(report).enumerate() {
        if before > 0 || with_empty {
            each(sum.number());
        }
        sum.add_move(step.mv);
    }
}
