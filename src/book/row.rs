//! A move that was played in a position, and how that went.

use std::cmp::Ordering;

use crate::played::Counts;
use crate::shogi::Move;

/// A row of a book: a move in a position.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The key of the position.
    pub key: i64,
    /// The position in SFEN, without the number of the move.
    pub sfen: Box<str>,
    /// The move.
    pub mv: Move,
    /// In how many games it was played, and how these ended.
    pub counts: Counts,
    /// The least number that the move had; 0 where none is known.
    pub number: u32,
    /// What an engine says.
    pub advice: Option<Box<Advice>>,
}

/// What the book of an engine says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    /// The reply that is expected.
    pub ponder: Option<Move>,
    /// The score for the side to move, in centipawns.
    pub score: Option<i32>,
    /// How deep it was sought.
    pub depth: Option<u32>,
}

impl Advice {
    /// That of the deeper search; of two that are equally deep the better one, so that no order matters.
    fn deeper(self, other: Advice) -> Advice {
        let rank = |it: &Advice| (it.depth, it.score, it.ponder);
        if rank(&other) > rank(&self) {
            other
        } else {
            self
        }
    }
}

impl Row {
    /// What tells it from others.
    fn place(&self) -> (i64, &str, Move) {
        (self.key, &self.sfen, self.mv)
    }

    /// Takes up what is known of the same move in the same position.
    pub(super) fn merge(&mut self, counts: &Counts, number: u32, advice: Option<Advice>) {
        self.counts.merge(counts);
        self.number = match (self.number, number) {
            (own, 0) => own,
            (0, other) => other,
            (own, other) => own.min(other),
        };
        if let Some(other) = advice {
            match &mut self.advice {
                Some(own) => **own = own.deeper(other),
                None => self.advice = Some(Box::new(other)),
            }
        }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Row) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Row {}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Row) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Row) -> Ordering {
        self.place().cmp(&other.place())
    }
}
