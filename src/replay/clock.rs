//! Times held against what the record says of them: running totals, and the time control.

use super::Clocks;
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::record::{Clock, HeaderKey, NodeId, Notation, Record};
use crate::shogi::{ByColor, Color};
use crate::text::Span;

/// The times of both sides along a line, and the first total that does not add up.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    clocks: Clocks,
    moves: ByColor<u64>,
    /// Whether a move stands without its time.
    gaps: bool,
    wrong: Option<Wrong>,
}

/// A written total that is not the sum.
#[derive(Clone, Copy, Debug)]
struct Wrong {
    node: NodeId,
    ply: u32,
    sum: u64,
    total: u64,
}

impl Totals {
    /// Adds the clock of a move of `mover`.
    #[inline]
    pub(super) fn add(&mut self, mover: Color, node: NodeId, ply: u32, clock: Clock) {
        self.moves[mover] += 1;
        if let (Some(elapsed), Some(total)) = (clock.elapsed(), clock.total().map(u64::from)) {
            let sum = self.clocks.written(mover) + u64::from(elapsed);
            // Totals are whole seconds even where moves have fractions.
            if !self.clocks.has_gap(mover) && total / 1000 != sum / 1000 && self.wrong.is_none() {
                self.wrong = Some(Wrong {
                    node,
                    ply,
                    sum,
                    total,
                });
            }
        }
        self.gaps |= clock.elapsed().is_none();
        self.clocks.add(mover, clock);
    }

    /// Reports the first total of the line that does not add up.
    pub(super) fn check_sums(&mut self, record: &Record, findings: &mut Findings) {
        if let Some(wrong) = self.wrong.take() {
            let finding = Finding::new(Code::TimeSum, record.tree.node(wrong.node).span)
                .with(FactName::Found, Fact::Time(wrong.total))
                .with(FactName::Expected, Fact::Time(wrong.sum));
            findings.push(finding.at(wrong.node, wrong.ply));
        }
    }

    /// Reports a side that used more time than the control can have given it. Only the headers of CSA state controls
    /// without doubt: the words of other notations often leave the byoyomi out, names of games are only names.
    pub(super) fn check_control(&self, record: &Record, findings: &mut Findings) {
        if self.gaps
            || record.notation != Some(Notation::Csa)
            || Color::BOTH
                .iter()
                .all(|&side| self.clocks.written(side) == 0)
        {
            return;
        }
        let stated = [
            HeaderKey::TimeLimit,
            HeaderKey::BlackTimeLimit,
            HeaderKey::WhiteTimeLimit,
        ];
        if stated.into_iter().all(|key| record.header(key).is_none()) {
            return;
        }
        let controls = record.time_controls();
        for side in Color::BOTH {
            let Some(control) = controls[side] else {
                continue;
            };
            let (Some(byoyomi), Some(increment)) = (control.byoyomi, control.increment) else {
                continue;
            };
            let for_moves = (byoyomi.saturating_add(increment)).saturating_mul(self.moves[side]);
            let limit = control.base.saturating_add(for_moves);
            let used = self.clocks.written(side);
            if used > limit {
                let finding = Finding::new(Code::TimeInconsistent, Span::default())
                    .with(FactName::Side, Fact::Side(side))
                    .with(FactName::TimeUsed, Fact::Time(used))
                    .with(FactName::TimeLimit, Fact::Time(limit));
                findings.push(finding);
            }
        }
    }
}
