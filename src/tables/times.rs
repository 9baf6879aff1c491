//! The time that both sides have used along the main line.

use crate::examine::Report;
use crate::record::Clock;
use crate::shogi::{ByColor, Color, Position};

/// The time used so far, in milliseconds; none for a side until a clock is written with one of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// By each side.
    pub used: ByColor<Option<i64>>,
}

impl Times {
    /// The time used in the whole main line, that of the closing word included.
    pub fn of(report: &Report<'_>) -> Times {
        let mut times = Times::default();
        let tree = &report.record.tree;
        let mut side = report.replay.start().map_or(Color::Black, Position::turn);
        for id in tree.main_line() {
            if let Some(step) = report.replay.step(id) {
                side = step.piece.color();
                times.add(side, tree.node(id).clock);
                side = !side;
            } else {
                times.add(side, tree.node(id).clock);
                break;
            }
        }
        times
    }

    /// Adds the clock of a move. A running total that is written counts more than the sum.
    #[inline]
    pub fn add(&mut self, side: Color, clock: Clock) {
        let used = &mut self.used[side];
        if let Some(total) = clock.total() {
            *used = Some(i64::from(total));
        } else if let Some(elapsed) = clock.elapsed() {
            *used = Some(used.unwrap_or(0) + i64::from(elapsed));
        }
    }
}
