//! The time both sides have used along a line: the only place where clocks are added up.
//!
//! A running total that is written counts more than the sum. A move without a time leaves a gap: from there on what its
//! side has used is unknown, until a total is written again. What is written is still summed up, for writers that have
//! to put a total beside every time.

use super::Replay;
use crate::record::{Clock, Record};
use crate::shogi::{ByColor, Color, Position};

/// The times of both sides, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    sides: ByColor<Side>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    written: u64,
    timed: bool,
    gap: bool,
}

impl Clocks {
    /// The times along the main line, that of the closing word included.
    pub(super) fn of(replay: &Replay, record: &Record) -> Clocks {
        let mut clocks = Clocks::default();
        let mut side = replay.start().map_or(Color::Black, Position::turn);
        for id in record.tree.main_line() {
            let clock = record.tree.node(id).clock;
            let Some(step) = replay.step(id) else {
                clocks.add_if_written(side, clock);
                break;
            };
            side = step.piece.color();
            clocks.add(side, clock);
            side = !side;
        }
        clocks
    }

    /// Adds the clock of a move.
    #[inline]
    pub fn add(&mut self, mover: Color, clock: Clock) {
        let side = &mut self.sides[mover];
        if let Some(total) = clock.total() {
            *side = Side {
                written: u64::from(total),
                timed: true,
                gap: false,
            };
        } else if let Some(elapsed) = clock.elapsed() {
            side.written += u64::from(elapsed);
            side.timed = true;
        } else {
            side.gap = true;
        }
    }

    /// Adds the clock of something that is no move, such as a closing word: nobody expects a time there.
    pub fn add_if_written(&mut self, mover: Color, clock: Clock) {
        if clock != Clock::NONE {
            self.add(mover, clock);
        }
    }

    /// What a side has used. Returns `None` before the first time of the side, and after a gap.
    #[inline]
    pub fn used(&self, side: Color) -> Option<u64> {
        let side = self.sides[side];
        (side.timed && !side.gap).then_some(side.written)
    }

    /// The sum of what is written, whether or not there are gaps.
    #[inline]
    pub fn written(&self, side: Color) -> u64 {
        self.sides[side].written
    }

    /// Whether moves of a side since its last total have no time.
    #[inline]
    pub fn has_gap(&self, side: Color) -> bool {
        self.sides[side].gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_makes_the_time_unknown_until_a_total_is_written() {
        let mut clocks = Clocks::default();
        let side = Color::Black;
        assert_eq!(clocks.used(side), None);
        clocks.add(side, Clock::new(Some(5), None));
        assert_eq!(clocks.used(side), Some(5));
        clocks.add(side, Clock::NONE);
        assert_eq!((clocks.used(side), clocks.written(side)), (None, 5));
        clocks.add(side, Clock::new(Some(2), None));
        assert_eq!((clocks.used(side), clocks.written(side)), (None, 7));
        clocks.add(side, Clock::new(Some(3), Some(20)));
        assert_eq!((clocks.used(side), clocks.written(side)), (Some(20), 20));
        clocks.add_if_written(side, Clock::NONE);
        assert_eq!(clocks.used(side), Some(20));
        assert_eq!(clocks.used(Color::White), None);
    }
}
