//! Judging every line of the tree, what lines share only once. Walks without recursion, whatever the shape of the tree.

use super::main_line::repetition_finding;
use super::walk::{Made, Walk};
use super::{Replay, Step};
use crate::finding::{Code, Finding, Findings};
use crate::record::{Entry, NodeId, Record};
use crate::shogi::{Color, Repetition};

/// For each node the number of the first line (from 1, the main line; the others in file order) that runs through it.
fn first_lines(record: &Record) -> Vec<u32> {
    let mut lines = vec![u32::MAX; record.tree.len()];
    for (number, leaf) in (1..).zip(record.tree.leaves()) {
        lines[leaf.index()] = number;
    }
    // Children come after their parents, so one pass backwards hands the numbers up.
    let ids: Vec<NodeId> = record.tree.ids().collect();
    for id in ids.into_iter().rev() {
        if let Some(parent) = record.tree.parent(id) {
            lines[parent.index()] = lines[parent.index()].min(lines[id.index()]);
        }
    }
    lines
}

/// Judges what the main line has not.
pub(super) fn run(replay: &mut Replay, record: &Record, findings: &mut Findings) {
    let Some(start) = replay.start.clone() else {
        return;
    };
    if !record.tree.has_variations() {
        return;
    }
    let lines = first_lines(record);
    replay.history.start(start.key());
    // Where a walk goes on later: the node, and the walk up to its parent.
    let mut waiting: Vec<(NodeId, Walk)> = Vec::new();
    let mut next = record
        .tree
        .first_child(NodeId::ROOT)
        .map(|id| (id, Walk::new(record, start)));
    while let Some((id, mut walk)) = next.take().or_else(|| waiting.pop()) {
        replay.history.back_to(walk.ply as usize);
        if let Some(sibling) = record.tree.next_sibling(id) {
            waiting.push((sibling, walk.clone()));
        }
        let node = record.tree.node(id);
        walk.ply += 1;
        let on_main_line = lines[id.index()] == 1;
        let made = match (replay.steps[id.index()], &node.entry) {
            // The main line has been judged: follow it.
            (Some(step), Entry::Move(_)) if on_main_line => {
                walk.follow(id, node, step);
                replay
                    .history
                    .push(walk.position.key(), walk.mover, step.check);
                true
            }
            (None, Entry::Move(_)) if !on_main_line => {
                let mut found = Findings::default();
                let made = walk.make(id, node, &mut found);
                let made = match made {
                    Made::Legal(step) | Made::Illegal(step, _) => {
                        let count =
                            replay
                                .history
                                .push(walk.position.key(), walk.mover, step.check);
                        replay.steps[id.index()] = Some(Step {
                            occurrence: count,
                            ..step
                        });
                        let ends = count >= 4 && replay.history.is_fourth();
                        if ends && step.broken.is_none() {
                            report_fourth(replay, record, id, walk.mover, &mut found);
                        }
                        true
                    }
                    Made::Not => false,
                };
                hand_on(found, lines[id.index()], findings);
                made
            }
            _ => false,
        };
        let child = record.tree.first_child(id);
        match child {
            Some(child) if made => next = Some((child, walk)),
            _ => {
                let mut found = Findings::default();
                if !on_main_line {
                    walk.clock.check_sums(record, &mut found);
                }
                hand_on(found, lines[id.index()], findings);
            }
        }
    }
}

/// Findings of a variation carry its number.
fn hand_on(mut found: Findings, line: u32, findings: &mut Findings) {
    for finding in found.list_mut().drain(..) {
        findings.push(Finding {
            variation: Some(line),
            ..finding
        });
    }
}

/// A fourth occurrence on a variation: passed by when the line goes on, else not declared.
fn report_fourth(replay: &Replay, record: &Record, id: NodeId, mover: Color, found: &mut Findings) {
    let plies = replay.exact_occurrences(record, id);
    if plies.len() < 4 {
        return;
    }
    let goes_on = record
        .tree
        .first_child(id)
        .map(|child| record.tree.node(child).entry);
    let (code, loser) = match (goes_on, replay.history.judge(&plies, mover)) {
        (Some(Entry::Move(_)), Repetition::Perpetual(loser)) => {
            (Code::PerpetualPassed, Some(loser))
        }
        (Some(Entry::Move(_)), _) => (Code::RepetitionPassed, None),
        (Some(Entry::End(_)), _) => return,
        _ => (Code::RepetitionUndeclared, None),
    };
    found.push(repetition_finding(record, code, id, &plies, loser));
}
