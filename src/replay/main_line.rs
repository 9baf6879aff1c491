//! The main line: its moves judged, the first fault, the first fourth occurrence, the end by the rules.

use super::Replay;
use super::outcome::{Detected, Event, Winner};
use super::walk::{Made, Walk};
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::record::{Entry, NodeId, Record};
use crate::shogi::{Color, Position, Repetition};

/// The first illegal or unreadable move of the main line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstFault {
    pub(super) node: NodeId,
    /// Who made it.
    pub(super) mover: Color,
}

/// What the walk along the main line found.
pub(super) struct MainLine {
    /// The first move that is not legal.
    pub(super) fault: Option<FirstFault>,
    /// The first fourth occurrence in the legal part.
    pub(super) fourth: Option<Fourth>,
    /// The closing word.
    pub(super) end: Option<NodeId>,
    /// Whose turn it is at the closing word, moves that cannot be read counted as moves.
    pub(super) mover_at_end: Color,
    /// Who is to move at the end.
    pub(super) turn: Color,
    /// The ply of the last move before the closing word.
    pub(super) last_ply: u32,
}

/// Whose turn it is after so many moves.
pub(super) fn mover_after(first: Color, moves: usize) -> Color {
    if moves.is_multiple_of(2) {
        first
    } else {
        !first
    }
}

/// A fourth occurrence.
pub(super) struct Fourth {
    pub(super) node: NodeId,
    pub(super) kind: Repetition,
    pub(super) plies: Vec<u32>,
}

impl Replay {
    /// Judges the moves of the main line one after the other.
    pub(super) fn run_main_line(
        &mut self,
        record: &Record,
        start: Position,
        findings: &mut Findings,
    ) -> MainLine {
        let mut line = MainLine {
            fault: None,
            fourth: None,
            end: None,
            mover_at_end: start.turn(),
            turn: start.turn(),
            last_ply: 0,
        };
        let first = start.turn();
        let mut walk = Walk::new(record, start);
        let mut stopped = false;
        let mut skipped = None;
        for (before, id) in record.tree.main_line().enumerate() {
            let node = record.tree.node(id);
            match &node.entry {
                Entry::Root => {}
                Entry::Unreadable => {
                    walk.ply += 1;
                    self.fault(&mut line, &walk, id);
                    stopped = true;
                }
                Entry::End(_) => {
                    if line.end.is_none() {
                        line.end = Some(id);
                        line.mover_at_end = mover_after(first, before);
                        line.last_ply = walk.ply;
                        line.turn = walk.position.turn();
                    }
                    stopped = true;
                }
                Entry::Move(_) if line.end.is_some() => {
                    walk.ply += 1;
                    if !findings.has(Code::GameOver) {
                        let finding =
                            Finding::new(Code::GameOver, node.span).severity(Severity::Warning);
                        let ending = record
                            .str(record.tree.node(line.end.unwrap_or(id)).span)
                            .to_owned();
                        let finding = finding
                            .with(FactName::Ended, Fact::Number(i64::from(line.last_ply + 1)))
                            .with(FactName::Ending, Fact::Text(ending));
                        findings.push(finding.at(id, line.last_ply + 2));
                    }
                }
                Entry::Move(_) if stopped => {
                    skipped.get_or_insert(id);
                    self.skipped += 1;
                }
                Entry::Move(_) => {
                    walk.ply += 1;
                    match walk.make(id, node, findings) {
                        Made::Legal(mut step) => {
                            step.occurrence =
                                self.history
                                    .push(walk.position.key(), walk.mover, step.check);
                            self.plies += 1;
                            if step.occurrence > self.most_occurrences {
                                self.most_occurrences = step.occurrence;
                            }
                            self.steps[id.index()] = Some(step);
                            if line.fault.is_none() {
                                self.legal_plies += 1;
                                if step.occurrence >= 4
                                    && line.fourth.is_none()
                                    && self.history.is_fourth()
                                {
                                    line.fourth = self.fourth(record, id, walk.mover);
                                }
                            }
                        }
                        Made::Illegal(mut step, before) => {
                            self.legal_end.get_or_insert(*before);
                            line.fault.get_or_insert(FirstFault {
                                node: id,
                                mover: walk.mover,
                            });
                            step.occurrence =
                                self.history
                                    .push(walk.position.key(), walk.mover, step.check);
                            self.plies += 1;
                            self.steps[id.index()] = Some(step);
                        }
                        Made::Not => {
                            self.fault(&mut line, &walk, id);
                            stopped = true;
                        }
                    }
                }
            }
        }
        if line.end.is_none() {
            line.last_ply = walk.ply;
            line.turn = walk.position.turn();
        }
        report_skipped(record, self.skipped, skipped, findings);
        walk.clock.check_sums(record, findings);
        walk.clock.check_control(record, findings);
        self.legal_end.get_or_insert(walk.position);
        line
    }

    /// Notes the first move that is not a legal one.
    fn fault(&mut self, line: &mut MainLine, walk: &Walk, node: NodeId) {
        if line.fault.is_none() {
            self.legal_end.get_or_insert_with(|| walk.position.clone());
            line.fault = Some(FirstFault {
                node,
                mover: walk.position.turn(),
            });
        }
    }

    /// The fourth occurrence of the position after `id`: its plies, made sure of by the positions themselves.
    fn fourth(&self, record: &Record, id: NodeId, mover: Color) -> Option<Fourth> {
        let plies = self.exact_occurrences(record, id);
        (plies.len() >= 4).then(|| Fourth {
            node: id,
            kind: self.history.judge(&plies, mover),
            plies,
        })
    }

    /// The plies at which the present position (after `id`, on the line to it) has stood. Keys choose, positions decide.
    pub(super) fn exact_occurrences(&self, record: &Record, id: NodeId) -> Vec<u32> {
        let candidates = self.history.counted(self.history.occurrences());
        let path = record.tree.path(id).into_iter();
        let Some(mut walk) = self.positions(record, path) else {
            return candidates;
        };
        let mut positions = Vec::new();
        if candidates.contains(&0) {
            positions.push(walk.position().clone());
        }
        while let Some(ply) = walk.next_ply() {
            if candidates.contains(&ply.number) {
                positions.push(walk.position().clone());
            }
        }
        match positions.first() {
            Some(first) if positions.iter().all(|it| it.same_as(first)) => candidates,
            _ => Vec::new(),
        }
    }

    /// Finds the end by the rules: the first fourth occurrence, or a last position without legal moves.
    pub(super) fn detect_end(&mut self, record: &Record, line: &MainLine) {
        if let Some(fourth) = &line.fourth {
            let ply = record.tree.depth(fourth.node);
            let (event, winner) = match fourth.kind {
                Repetition::Perpetual(loser) => (Event::PerpetualCheck, Winner::of(!loser)),
                Repetition::Sennichite | Repetition::MutualPerpetual => {
                    (Event::Sennichite, Winner::Draw)
                }
            };
            self.detected = Some(Detected { event, ply, winner });
            return;
        }
        let Some(end) = &self.legal_end else { return };
        if !end.has_legal_move() {
            let event = if end.in_check() {
                Event::Checkmate
            } else {
                Event::NoLegalMoves
            };
            self.detected = Some(Detected {
                event,
                ply: self.legal_plies,
                winner: Winner::of(!end.turn()),
            });
        }
    }
}

/// A finding on a fourth occurrence at `node`.
pub(super) fn repetition_finding(
    record: &Record,
    code: Code,
    node: NodeId,
    plies: &[u32],
    loser: Option<Color>,
) -> Finding {
    let ply = plies.last().copied().unwrap_or(0);
    let finding = Finding::new(code, record.tree.node(node).span)
        .at(node, ply)
        .with(FactName::Ply, Fact::Number(i64::from(ply)))
        .with(FactName::Plies, Fact::Plies(plies.to_vec()));
    match loser {
        Some(loser) => finding.with(FactName::Loser, Fact::Side(loser)),
        None => finding,
    }
}

/// Notes how many moves were left unjudged, and from which one on.
pub(super) fn report_skipped(
    record: &Record,
    count: u32,
    first: Option<NodeId>,
    findings: &mut Findings,
) {
    if let Some(id) = first {
        let finding = Finding::new(Code::MovesNotJudged, record.tree.node(id).span)
            .at(id, record.tree.depth(id))
            .with(FactName::Count, Fact::Number(i64::from(count)));
        findings.push(finding);
    }
}
