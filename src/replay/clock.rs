//! Running totals held against the times of the moves.

use crate::finding::{Code, Fact, Finding, Findings};
use crate::record::{Clock, NodeId, Record};
use crate::shogi::{ByColor, Color};

/// The totals of both sides along a line, and the first that does not add up.
#[derive(Clone, Debug)]
pub(super) struct Totals {
    /// What each side has used; none after a move whose time is not written.
    spent: ByColor<Option<u64>>,
    wrong: Option<Wrong>,
}

impl Default for Totals {
    fn default() -> Totals {
        Totals {
            spent: ByColor::from_fn(|_| Some(0)),
            wrong: None,
        }
    }
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
        let Some(elapsed) = clock.elapsed() else {
            self.spent[mover] = None;
            return;
        };
        let sum = self.spent[mover].map(|spent| spent + u64::from(elapsed));
        self.spent[mover] = sum;
        if let Some(total) = clock.total().map(u64::from) {
            // Totals are whole seconds even where moves have fractions.
            if let Some(sum) = sum
                && total / 1000 != sum / 1000
                && self.wrong.is_none()
            {
                self.wrong = Some(Wrong {
                    node,
                    ply,
                    sum,
                    total,
                });
            }
            self.spent[mover] = Some(total);
        }
    }
}

/// Reports the first total of a line that does not add up.
pub(super) fn check(record: &Record, totals: &mut Totals, findings: &mut Findings) {
    if let Some(wrong) = totals.wrong.take() {
        let finding = Finding::new(Code::TimeSum, record.tree.node(wrong.node).span)
            .with("time_used", Fact::Time(wrong.sum))
            .with("time_limit", Fact::Time(wrong.total));
        findings.push(finding.at(wrong.node, wrong.ply));
    }
}
