//! What the rules make of a record: every move judged, events found, the declared end held against them.
//!
//! A record is never changed: what is found stands in side tables and findings.

mod clock;
mod clocks;
mod control;
mod foul;
mod impasse;
mod outcome;
mod positions;
mod resolve;
mod variations;
mod verdict;

pub use clocks::Clocks;
pub use outcome::{Agreement, Declared, Detected, Event, Rules, Winner};
pub use positions::{Ply, Positions};
pub use resolve::{Resolved, Unresolved, act_of, resolve};

use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::record::{Entry, Named, Node, NodeId, Record, Target};
use crate::shogi::{Color, History, Illegal, Move, Piece, Position, Reason, Repetition, Square};

/// What one move of the record does on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The piece as it was before the move.
    pub piece: Piece,
    /// The piece taken, as it stood on the board.
    pub captured: Option<Piece>,
    /// Whether the move gives check.
    pub check: bool,
    /// The rule it breaks, if it is illegal.
    pub broken: Option<Reason>,
    /// How often the position after it has occurred on its line.
    pub occurrence: u32,
}

impl Step {
    /// Makes the move on the position it was found on.
    pub fn make(&self, position: &mut Position) {
        match self.broken {
            None => position.advance(self.mv),
            Some(_) => drop(position.force(self.mv)),
        }
    }
}

/// What to do beyond the main line, and under which rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// Judge every variation too.
    pub variations: bool,
    /// The rule set for declared ends.
    pub rules: Rules,
}

/// The outcome of a replay. Meant to be used again for the next record.
#[derive(Debug, Default)]
pub struct Replay {
    start: Option<Position>,
    legal_end: Option<Position>,
    steps: Vec<Option<Step>>,
    plies: u32,
    legal_plies: u32,
    skipped: u32,
    most_occurrences: u32,
    declared: Declared,
    detected: Option<Detected>,
    agreement: Agreement,
    history: History,
}

/// The first illegal or unreadable move of the main line.
#[derive(Clone, Copy, Debug)]
struct FirstFault {
    node: NodeId,
    /// Who made it.
    mover: Color,
}

impl Replay {
    /// Replays a record: the main line, and with [`ReplayOptions::variations`] every other line.
    pub fn run(&mut self, record: &Record, options: ReplayOptions, findings: &mut Findings) {
        self.steps.clear();
        self.steps.resize(record.tree.len(), None);
        self.plies = 0;
        self.legal_plies = 0;
        self.skipped = 0;
        self.most_occurrences = 1;
        self.detected = None;
        self.legal_end = None;
        self.start = record.start.position();
        let Some(start) = self.start.clone() else {
            self.run_without_position(record, findings);
            return;
        };
        self.history.follow(options.rules.repetition_rule());
        self.history.start(start.key());
        let line = self.run_main_line(record, start, findings);
        control::check(self, record, findings);
        self.detect_end(record, &line);
        verdict::judge(self, record, &line, options.rules, findings);
        if options.variations {
            variations::run(self, record, findings);
        }
    }

    /// Without a start position nothing can be judged; only what is declared is told.
    fn run_without_position(&mut self, record: &Record, findings: &mut Findings) {
        let is_move = |&id: &NodeId| matches!(record.tree.node(id).entry, Entry::Move(_));
        let moves = || record.tree.main_line().filter(is_move);
        self.skipped = moves().count() as u32;
        let is_end = |&id: &NodeId| matches!(record.tree.node(id).entry, Entry::End(_));
        let end = record.tree.main_line().position(|id| is_end(&id));
        let mover = mover_after(Color::Black, end.unwrap_or(0));
        let ending = verdict::closing(record, record.tree.main_line().find(is_end));
        self.declared = verdict::declared(ending, mover, None);
        self.agreement = Agreement::Unverifiable;
        report_skipped(record, self.skipped, moves().next(), findings);
    }

    fn run_main_line(
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
    fn exact_occurrences(&self, record: &Record, id: NodeId) -> Vec<u32> {
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
    fn detect_end(&mut self, record: &Record, line: &MainLine) {
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

    /// The start position; none where the record gives none that can be used.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The position after the legal part of the main line.
    pub fn legal_end(&self) -> Option<&Position> {
        self.legal_end.as_ref()
    }

    /// What a move does; none for nodes that are no move, could not be made, or lie on a line that was not asked for.
    #[inline]
    pub fn step(&self, id: NodeId) -> Option<&Step> {
        self.steps.get(id.index())?.as_ref()
    }

    /// How many moves of the main line were made, illegal ones included.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// How many moves come before the first illegal one.
    pub fn legal_plies(&self) -> u32 {
        self.legal_plies
    }

    /// How many moves of the main line could not be judged.
    pub fn skipped(&self) -> u32 {
        self.skipped
    }

    /// The greatest number of times a position of the main line has occurred.
    pub fn most_occurrences(&self) -> u32 {
        self.most_occurrences
    }

    /// What the file says of the end.
    pub fn declared(&self) -> Declared {
        self.declared
    }

    /// The first end by the rules in the legal part.
    pub fn detected(&self) -> Option<Detected> {
        self.detected
    }

    /// Whether the two go together.
    pub fn agreement(&self) -> Agreement {
        self.agreement
    }
}

/// What the walk along the main line found.
struct MainLine {
    /// The first move that is not legal.
    fault: Option<FirstFault>,
    /// The first fourth occurrence in the legal part.
    fourth: Option<Fourth>,
    /// The closing word.
    end: Option<NodeId>,
    /// Whose turn it is at the closing word, moves that cannot be read counted as moves.
    mover_at_end: Color,
    /// Who is to move at the end.
    turn: Color,
    /// The ply of the last move before the closing word.
    last_ply: u32,
}

/// Whose turn it is after so many moves.
fn mover_after(first: Color, moves: usize) -> Color {
    if moves.is_multiple_of(2) {
        first
    } else {
        !first
    }
}

/// A fourth occurrence.
struct Fourth {
    node: NodeId,
    kind: Repetition,
    plies: Vec<u32>,
}

/// A finding on a fourth occurrence at `node`.
fn repetition_finding(
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
fn report_skipped(record: &Record, count: u32, first: Option<NodeId>, findings: &mut Findings) {
    if let Some(id) = first {
        let finding = Finding::new(Code::MovesNotJudged, record.tree.node(id).span)
            .at(id, record.tree.depth(id))
            .with(FactName::Count, Fact::Number(i64::from(count)));
        findings.push(finding);
    }
}

/// How a move went.
enum Made {
    /// It is legal.
    Legal(Step),
    /// It is illegal and was made as written; the position before it.
    Illegal(Step, Box<Position>),
    /// It cannot be made.
    Not,
}

/// A walk along one line of the tree.
#[derive(Clone)]
struct Walk {
    position: Position,
    /// Where the move before went.
    before: Option<Square>,
    /// Who made the last move.
    mover: Color,
    /// The ply of the last node.
    ply: u32,
    clock: clock::Totals,
}

impl Walk {
    fn new(record: &Record, start: Position) -> Walk {
        Walk {
            mover: !start.turn(),
            position: start,
            before: record.last_target,
            ply: 0,
            clock: clock::Totals::default(),
        }
    }

    /// Goes along a move that has been judged.
    fn follow(&mut self, id: NodeId, node: &Node, step: Step) {
        self.mover = self.position.turn();
        self.clock.add(self.mover, id, self.ply, node.clock);
        self.before = Some(step.mv.to());
        step.make(&mut self.position);
    }

    /// Makes the move of a node.
    #[inline]
    fn make(&mut self, id: NodeId, node: &Node, findings: &mut Findings) -> Made {
        let Entry::Move(written) = &node.entry else {
            return Made::Not;
        };
        self.mover = self.position.turn();
        self.clock.add(self.mover, id, self.ply, node.clock);
        let found = resolve(&self.position, written, self.before);
        // A destination that can be read serves a later 同 even if the move itself fails.
        if let Target::Square(to) = written.to {
            self.before = Some(to);
        }
        match found {
            Ok(Resolved { mv, remark }) => {
                if let Some(code) = remark {
                    let finding = foul::remark(code, &self.position, mv, written);
                    findings.push(finding.spanned(node.span).at(id, self.ply));
                }
                match self.position.play(mv) {
                    Ok(played) => Made::Legal(step(mv, played, None)),
                    Err(illegal) => self.make_illegal(id, node, mv, illegal, findings),
                }
            }
            Err(Unresolved::PieceMismatch(mv)) => {
                self.make_illegal(id, node, mv, Illegal::new(Reason::PieceMismatch), findings)
            }
            Err(unresolved) => {
                let unresolved = match unresolved {
                    Unresolved::WrongTurn if !self.position.has_legal_move() => {
                        self.over(foul::broken(
                            &self.position,
                            None,
                            Illegal::new(Reason::GameOver),
                            Named::Nothing,
                        ))
                    }
                    other => foul::unresolved(&self.position, &other, written),
                };
                findings.push(unresolved.spanned(node.span).at(id, self.ply));
                Made::Not
            }
        }
    }

    /// Says when and how the game was over before the move.
    fn over(&self, finding: Finding) -> Finding {
        let ending = if self.position.in_check() {
            "event.checkmate.title"
        } else {
            "event.no_legal_moves.title"
        };
        let ended = i64::from(self.ply.saturating_sub(1));
        finding
            .with(FactName::Ended, Fact::Number(ended))
            .with(FactName::Ending, Fact::Word(ending))
    }

    /// Reports a broken rule, and makes the move if it can be made.
    #[cold]
    fn make_illegal(
        &mut self,
        id: NodeId,
        node: &Node,
        mv: Move,
        illegal: Illegal,
        findings: &mut Findings,
    ) -> Made {
        let over = !self.position.has_legal_move();
        let illegal = if over {
            Illegal::new(Reason::GameOver)
        } else {
            illegal
        };
        let named = match &node.entry {
            Entry::Move(written) => written.piece,
            _ => Named::Nothing,
        };
        let mut finding = foul::broken(&self.position, Some(mv), illegal, named);
        if over {
            finding = self.over(finding);
        }
        findings.push(finding.spanned(node.span).at(id, self.ply));
        let before = Box::new(self.position.clone());
        match self.position.force(mv) {
            Some(played) => Made::Illegal(step(mv, played, Some(illegal.reason)), before),
            None => Made::Not,
        }
    }
}

fn step(mv: Move, played: crate::shogi::Played, broken: Option<Reason>) -> Step {
    Step {
        mv,
        piece: played.piece,
        captured: played.captured,
        check: played.check,
        broken,
        occurrence: 1,
    }
}
