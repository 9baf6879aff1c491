//! Moves that took more time than the time control can have left.

use super::{Clocks, Replay};
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::record::{Record, TimeControl};
use crate::shogi::ByColor;

/// Notes the first move of each side that took more than was left of its base and its byoyomi. Nothing is said of
/// controls that leave the byoyomi open, or after a gap.
pub(super) fn check(replay: &Replay, record: &Record, findings: &mut Findings) {
    // The sum of the times has told already.
    if findings.has(Code::TimeInconsistent) {
        return;
    }
    let controls = record.time_controls();
    let stated = |it: &TimeControl| it.byoyomi.is_some() && it.increment.is_some();
    if !controls.black.iter().chain(&controls.white).any(stated) {
        return;
    }
    let mut clocks = Clocks::default();
    let mut moves = ByColor::<u64>::default();
    let mut told = ByColor::<bool>::default();
    for (ply, id) in (1u32..).zip(record.tree.main_line()) {
        let Some(step) = replay.step(id) else { break };
        let (side, node) = (step.piece.color(), record.tree.node(id));
        let before = (moves[side] == 0)
            .then_some(0)
            .or_else(|| clocks.used(side));
        clocks.add(side, node.clock);
        moves[side] += 1;
        let (Some(before), Some(elapsed), Some(control), false) =
            (before, node.clock.elapsed(), controls[side], told[side])
        else {
            continue;
        };
        let (Some(byoyomi), Some(increment)) = (control.byoyomi, control.increment) else {
            continue;
        };
        let gained = increment.saturating_mul(moves[side]);
        let left = control.base.saturating_add(gained).saturating_sub(before);
        let limit = left.saturating_add(byoyomi);
        // Whole seconds: what is written is cut off or rounded.
        if u64::from(elapsed) / 1000 > limit.div_ceil(1000) {
            told[side] = true;
            let finding = Finding::new(Code::OverTime, node.span)
                .with(FactName::Side, Fact::Side(side))
                .with(FactName::Ply, Fact::Number(i64::from(ply)))
                .with(FactName::TimeUsed, Fact::Time(elapsed.into()))
                .with(FactName::TimeLimit, Fact::Time(limit));
            findings.push(finding.at(id, ply));
        }
    }
}
