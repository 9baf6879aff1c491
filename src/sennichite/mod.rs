//! Positions that come back in a game: which, when, who checked, what follows from it.
//!
//! What ends a game is found by `replay`; here is the fuller answer for an arbiter, with every repeated position.

mod machine;
mod words;

pub(crate) use machine::{CSV_HEADING, push_csv, push_error, push_json};
pub(crate) use words::{describe, is_handicap};

use crate::examine::Report;
use crate::record::{NodeId, Record, TimeControl};
use crate::replay::{Clocks, Replay, Step};
use crate::shogi::{ByColor, Color, Position, Repetition};

/// How many moves of variations are followed in a game, all lines together: no tree can make the work endless.
const MOST_STEPS: usize = 10_000_000;

/// How often a position must come back to end a game.
const ENDS: usize = 4;

/// A position that stood on the board several times.
#[derive(Clone, Debug)]
pub(crate) struct Repeated {
    /// The number of the line, in file order; the main line is 1.
    pub line: u32,
    /// The position, as it first stood.
    pub position: Position,
    /// After how many moves it stood, the start being 0.
    pub plies: Vec<u32>,
    /// For each side its first move between the first and the last judged occurrence that gave no check; none where
    /// every move did.
    pub quiet: ByColor<Option<u32>>,
    /// How many moves of each side in that span gave check.
    pub checks: ByColor<u32>,
    /// What the fourth occurrence means, if there was one.
    pub verdict: Option<Repetition>,
    /// What each side had left of its time at the fourth occurrence, in milliseconds, where the record tells.
    pub time_left: ByColor<Option<u64>>,
}

impl Repeated {
    /// The ply of the occurrence that ends the span which is judged: the fourth, or else the last.
    pub(crate) fn last_judged(&self) -> u32 {
        let last = self.plies.len().min(ENDS);
        last.checked_sub(1).map_or(0, |at| self.plies[at])
    }

    /// Whether this side gave check with every move of the span.
    pub(crate) fn checked(&self, side: Color) -> bool {
        self.quiet[side].is_none()
    }
}

/// The repeated positions of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repetitions {
    /// Each position with its line, by line, then by its first occurrence.
    pub list: Vec<Repeated>,
    /// How many lines were not looked at because there are too many moves.
    pub lines_left_out: u32,
}

/// Finds the positions that stood on the board at least `min` times on the main line, and with `variations` on every
/// other. A position is reported once, on the first line that has all its occurrences.
pub(crate) fn find(report: &Report<'_>, min: u32, variations: bool) -> Repetitions {
    let (record, replay) = (report.record, report.replay);
    let mut found = Repetitions::default();
    if replay.start().is_none() {
        return found;
    }
    if replay.most_occurrences() >= min {
        let main: Vec<NodeId> = record.tree.main_line().collect();
        Line::new(record, replay, &main).add_to(&mut found.list, 1, 0, min);
    }
    if variations {
        find_in_variations(record, replay, min, &mut found);
    }
    found
}

fn find_in_variations(record: &Record, replay: &Replay, min: u32, found: &mut Repetitions) {
    // Nodes that an earlier line has shown.
    let mut seen = vec![false; record.tree.len()];
    for id in record.tree.main_line() {
        seen[id.index()] = true;
    }
    let mut steps = 0;
    for (number, leaf) in (1..).zip(record.tree.leaves()).skip(1) {
        // Up to the branch only, so that all lines together cost no more than the tree.
        let mut own = Vec::new();
        let mut at = Some(leaf);
        while let Some(id) = at.filter(|id| !seen[id.index()]) {
            seen[id.index()] = true;
            own.push(id);
            at = record.tree.parent(id);
        }
        let repeats = |id: &NodeId| replay.step(*id).is_some_and(|it| it.occurrence >= min);
        if !own.iter().any(repeats) {
            continue;
        }
        let path = record.tree.path(leaf);
        steps += path.len();
        if steps > MOST_STEPS {
            found.lines_left_out += 1;
            continue;
        }
        let shared = path.len() - own.len();
        Line::new(record, replay, &path).add_to(&mut found.list, number, shared, min);
    }
}

/// The legal part of one line.
struct Line<'a> {
    start: &'a Position,
    steps: Vec<Step>,
    /// For each ply and side the first later move without check.
    quiet: Vec<ByColor<Option<u32>>>,
    /// For each ply what had happened up to it.
    past: Vec<Past>,
    /// What time each side had, where the record tells.
    control: ByColor<Option<TimeControl>>,
}

/// What has happened up to a ply.
#[derive(Clone, Copy, Default)]
struct Past {
    /// Moves that gave check.
    checks: ByColor<u32>,
    moves: ByColor<u32>,
    /// The time both sides had used.
    clocks: Clocks,
}

impl<'a> Line<'a> {
    fn new(record: &Record, replay: &'a Replay, path: &[NodeId]) -> Line<'a> {
        let start = replay.start().expect("asked only where there is one");
        let mut past = Past::default();
        let mut line = Line {
            start,
            steps: Vec::new(),
            quiet: Vec::new(),
            past: vec![past],
            control: record.time_controls(),
        };
        for &id in path {
            let Some(&step) = replay.step(id).filter(|it| it.broken.is_none()) else {
                break;
            };
            let (side, clock) = (step.piece.color(), record.tree.node(id).clock);
            past.checks[side] += u32::from(step.check);
            past.moves[side] += 1;
            past.clocks.add(side, clock);
            line.past.push(past);
            line.steps.push(step);
        }
        line.quiet.resize(line.steps.len() + 1, ByColor::default());
        for (at, step) in line.steps.iter().enumerate().rev() {
            line.quiet[at] = line.quiet[at + 1];
            if !step.check {
                line.quiet[at][step.piece.color()] = Some(at as u32 + 1);
            }
        }
        line
    }

    /// Adds the positions that stand at least `min` times, and once after `shared` moves.
    fn add_to(&self, list: &mut Vec<Repeated>, number: u32, shared: usize, min: u32) {
        let mut keys = Vec::with_capacity(self.steps.len() + 1);
        self.each_position(|ply, position| keys.push((position.key(), ply)));
        keys.sort_unstable();
        let candidates = keys
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|same| same.len() >= min as usize);
        // The last occurrence must lie on this line's own part.
        let candidates = candidates.filter(|same| {
            let last = same.last().map_or(0, |&(_, ply)| ply as usize);
            number == 1 || last > shared
        });
        let mut wanted: Vec<(u32, usize)> = Vec::new();
        for (group, same) in candidates.enumerate() {
            wanted.extend(same.iter().map(|&(_, ply)| (ply, group)));
        }
        wanted.sort_unstable();
        let mut groups: Vec<Vec<Repeated>> = Vec::new();
        let mut next = wanted.iter().peekable();
        self.each_position(|ply, position| {
            if let Some((_, group)) = next.next_if(|(it, _)| *it == ply) {
                groups.resize_with(groups.len().max(group + 1), Vec::new);
                add_occurrence(&mut groups[*group], number, ply, position);
            }
        });
        let enough = |it: &Repeated| it.plies.len() >= min as usize;
        let mut own: Vec<Repeated> = groups.into_iter().flatten().filter(enough).collect();
        own.sort_by_key(|it| it.plies.first().copied());
        for repeated in &mut own {
            self.judge(repeated);
        }
        list.append(&mut own);
    }

    fn each_position(&self, mut see: impl FnMut(u32, &Position)) {
        let mut position = self.start.clone();
        see(0, &position);
        for (ply, step) in (1..).zip(&self.steps) {
            step.make(&mut position);
            see(ply, &position);
        }
    }

    fn judge(&self, repeated: &mut Repeated) {
        let Some(&first) = repeated.plies.first() else {
            return;
        };
        let last = repeated.last_judged();
        let later = self.quiet[first as usize];
        repeated.quiet = ByColor::from_fn(|it| later[it].filter(|&ply| ply <= last));
        let (before, after) = (self.past[first as usize], self.past[last as usize]);
        repeated.checks = ByColor::from_fn(|it| after.checks[it] - before.checks[it]);
        if repeated.plies.len() < ENDS {
            return;
        }
        let checked = |side| repeated.checked(side);
        repeated.verdict = Some(match (checked(Color::Black), checked(Color::White)) {
            (true, true) => Repetition::MutualPerpetual,
            (true, false) => Repetition::Perpetual(Color::Black),
            (false, true) => Repetition::Perpetual(Color::White),
            (false, false) => Repetition::Sennichite,
        });
        repeated.time_left = ByColor::from_fn(|side| {
            let control = self.control[side]?;
            let gained = control
                .increment
                .unwrap_or(0)
                .saturating_mul(after.moves[side].into());
            Some((control.base.saturating_add(gained)).saturating_sub(after.clocks.used(side)?))
        });
    }
}

/// Adds an occurrence to the position it is one of, should several share a key.
fn add_occurrence(group: &mut Vec<Repeated>, line: u32, ply: u32, position: &Position) {
    match group.iter_mut().find(|it| it.position.same_as(position)) {
        Some(repeated) => repeated.plies.push(ply),
        None => group.push(Repeated {
            line,
            position: position.clone(),
            plies: vec![ply],
            quiet: ByColor::default(),
            checks: ByColor::default(),
            verdict: None,
            time_left: ByColor::default(),
        }),
    }
}
