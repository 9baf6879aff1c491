//! What the rules make of a record: every move judged, events found, the declared end held against them.
//!
//! A record is never changed: what is found stands in side tables and findings.

mod clock;
mod clocks;
mod closing_words;
mod control;
mod foul;
mod impasse;
mod main_line;
mod outcome;
mod positions;
mod resolve;
mod step;
mod variations;
mod verdict;
mod walk;

pub use clocks::Clocks;
pub use foul::broken;
pub use outcome::{Agreement, Declared, Detected, Event, Rules, Winner};
pub use positions::{Ply, Positions};
pub use resolve::{Resolved, Unresolved, act_of, resolve};
pub use step::Step;

use self::main_line::{mover_after, report_skipped};
use crate::finding::Findings;
use crate::record::{Entry, NodeId, Record};
use crate::shogi::{Color, History, Position};

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
