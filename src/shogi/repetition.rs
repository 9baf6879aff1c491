//! Sennichite: the same position four times, and perpetual check (連続王手の千日手).
//!
//! Two positions are the same when board, hands and side to move are (the move number does not count). Occurrences are
//! counted over the whole line from its start position on, which is the first. A side that gave check with every move
//! between the first and the fourth occurrence loses; one quiet move in that span makes it a plain repetition.

use super::{ByColor, Color};

/// The positions of a line so far, by their keys. A line begins with [`History::start`].
///
/// Equal keys are taken as equal positions here; [`History::occurrences`] lets a caller that must be exact compare
/// the positions themselves.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Whose way of counting is followed.
    repetition_rule: RepetitionRule,
    past: Vec<Past>,
    /// Open addressing: the latest ply with a key, plus one; 0 for a free slot. Always a power of two, at most half full.
    slots: Vec<u32>,
}

/// Ways to count and judge repetitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionRule {
    /// As the rules have it.
    #[default]
    Rules,
    /// As shogi-server, the program behind floodgate, does: the start position does not count, and checks are only
    /// looked at as far back as the present run of them goes, three occurrences being enough on the checked side's move.
    ShogiServer,
}

/// The slots a line begins with: enough for 512 positions.
const FIRST_SIZE: usize = 1024;

/// A position of the line.
#[derive(Clone, Copy, Debug)]
struct Past {
    key: u64,
    /// The ply before at which the same position stood, plus one; 0 for none.
    before: u32,
    /// How often the position has occurred, this time included.
    count: u32,
    /// For each side the ply, plus one, of its last move that gave no check; 0 for none.
    quiet: ByColor<u32>,
}

/// A fourth occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// No side checked throughout: no winner.
    Sennichite,
    /// This side gave check with all its moves in between, and loses.
    Perpetual(Color),
    /// Both sides did; the rules say nothing, it counts as plain repetition.
    MutualPerpetual,
}

impl History {
    /// Counts and judges in this way from now on.
    pub fn follow(&mut self, repetition_rule: RepetitionRule) {
        self.repetition_rule = repetition_rule;
    }

    /// Starts a line at a position with this key.
    pub fn start(&mut self, key: u64) {
        self.past.clear();
        // One long line must not make every later one clear a large table.
        self.slots.truncate(FIRST_SIZE);
        self.slots.fill(0);
        self.slots.resize(FIRST_SIZE, 0);
        self.add(Past {
            key,
            before: 0,
            count: 1,
            quiet: ByColor::default(),
        });
    }

    /// Adds the position after a move of `mover`; returns how often it has occurred.
    #[inline]
    pub fn push(&mut self, key: u64, mover: Color, check: bool) -> u32 {
        let mut quiet = self
            .past
            .last()
            .map_or(ByColor::default(), |past| past.quiet);
        if !check {
            quiet[mover] = self.past.len() as u32 + 1;
        }
        self.add(Past {
            key,
            before: 0,
            count: 1,
            quiet,
        })
    }

    #[inline]
    fn add(&mut self, mut past: Past) -> u32 {
        let slot = self.slot_of(past.key);
        let latest = self.slots[slot];
        if latest != 0 {
            past.before = latest;
            past.count = self.past[latest as usize - 1].count.saturating_add(1);
        }
        self.past.push(past);
        self.slots[slot] = self.past.len() as u32;
        if self.past.len() * 2 > self.slots.len() {
            self.grow();
        }
        past.count
    }

    /// The slot that holds this key, or the free one where it belongs.
    #[inline]
    fn slot_of(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (key >> 32) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return slot,
                latest if self.past[latest as usize - 1].key == key => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for ply in 0..self.past.len() {
            let slot = self.slot_of(self.past[ply].key);
            self.slots[slot] = ply as u32 + 1;
        }
    }

    /// Goes back to the position after `ply` moves, to follow another branch.
    pub fn back_to(&mut self, ply: usize) {
        while self.past.len() > ply + 1 {
            // The latest entry of a probe chain goes first, so no chain is ever broken.
            let latest = self.past[self.past.len() - 1];
            let slot = self.slot_of(latest.key);
            self.slots[slot] = latest.before;
            self.past.pop();
        }
    }

    /// How often the present position has occurred.
    pub fn count(&self) -> u32 {
        self.past.last().map_or(0, |past| past.count)
    }

    /// How often the position with this key has occurred on the line.
    pub fn count_of(&self, key: u64) -> u32 {
        match self.slots[self.slot_of(key)] {
            0 => 0,
            latest => self.past[latest as usize - 1].count,
        }
    }

    /// The plies (0 for the start) at which the present position stood, first to last.
    pub fn occurrences(&self) -> Vec<u32> {
        let mut plies = Vec::new();
        let mut at = self.past.len();
        while at > 0 {
            plies.push(at as u32 - 1);
            at = self.past[at - 1].before as usize;
        }
        plies.reverse();
        plies
    }

    /// The greatest number of times any position of the line has occurred.
    pub fn most_occurrences(&self) -> u32 {
        self.past.iter().map(|past| past.count).max().unwrap_or(0)
    }

    /// Whether the present position is the occurrence that ends the game.
    pub fn is_fourth(&self) -> bool {
        match self.repetition_rule {
            RepetitionRule::Rules => self.count() == 4,
            RepetitionRule::ShogiServer => {
                (4..=5).contains(&self.count()) && self.counted(self.occurrences()).len() == 4
            }
        }
    }

    /// Those of the occurrences that count.
    pub fn counted(&self, mut occurrences: Vec<u32>) -> Vec<u32> {
        if self.repetition_rule == RepetitionRule::ShogiServer {
            occurrences.retain(|&ply| ply > 0);
        }
        occurrences
    }

    /// How shogi-server judges, after a move of `mover`.
    fn judge_as_server(occurrences: &[u32], past: &Past, mover: Color) -> Repetition {
        // A run of checks begins two plies after the last quiet move of its side.
        let in_run = |color: Color| {
            let first = past.quiet[color] + 1;
            occurrences.iter().filter(|&&ply| ply >= first).count()
        };
        if in_run(mover) >= 4 {
            Repetition::Perpetual(mover)
        } else if in_run(!mover) >= 3 {
            Repetition::Perpetual(!mover)
        } else {
            Repetition::Sennichite
        }
    }

    /// Judges the span from the first of `occurrences` to the present position, which a move of `mover` has brought.
    pub fn judge(&self, occurrences: &[u32], mover: Color) -> Repetition {
        let (Some(&first), Some(past)) = (occurrences.first(), self.past.last()) else {
            return Repetition::Sennichite;
        };
        if self.repetition_rule == RepetitionRule::ShogiServer {
            return History::judge_as_server(occurrences, past, mover);
        }
        // The span holds moves of both sides: the same position comes back only after an even number of plies.
        let checked = |color: Color| past.quiet[color] <= first + 1;
        match (checked(Color::Black), checked(Color::White)) {
            (true, true) => Repetition::MutualPerpetual,
            (true, false) => Repetition::Perpetual(Color::Black),
            (false, true) => Repetition::Perpetual(Color::White),
            (false, false) => Repetition::Sennichite,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_forgets_what_came_after() {
        let mut history = History::default();
        history.start(1);
        for key in [2, 3, 4, 1, 2, 3] {
            history.push(key << 32, Color::Black, false);
        }
        assert_eq!(history.occurrences(), [2, 6]);
        history.back_to(2);
        assert_eq!(history.push(3 << 32, Color::Black, false), 2);
        assert_eq!(history.push(9 << 32, Color::White, false), 1);
    }

    #[test]
    fn long_lines_grow_the_table() {
        let mut history = History::default();
        history.start(7);
        for ply in 0..5000u64 {
            history.push(
                (ply % 2500) << 32 | 5,
                Color::from_bit(ply as u8),
                ply % 2 == 0,
            );
        }
        assert_eq!(history.count(), 2);
        assert_eq!(history.most_occurrences(), 2);
        history.back_to(2499);
        assert_eq!(history.most_occurrences(), 1);
    }
}
