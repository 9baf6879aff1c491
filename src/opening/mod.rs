//! Openings (戦型) and castles (囲い) by name.
//!
//! The names, rules and placements are two tables beside this file; here is what reads them: one pass over the first
//! 140 plies collects facts, then one opening is chosen for the game and one castle for each side. Every tie has a
//! fixed answer, so the same moves always give the same names, and colours swapped give the swapped ones.

mod choose;
mod evidence;
mod facts;
mod fired;
mod placement;
mod plies;
mod rook;
mod rule;
mod tables;

pub use choose::{ReachedCastle, Tag};
pub use evidence::Evidence;
pub use rook::RookClass;
pub use tables::{Castle, Names, Opening, castle, castles, opening, openings};

use crate::record::Record;
use crate::replay::Replay;
use crate::shogi::{ByColor, Color, Handicap, Move, Piece, Position};
use facts::{Facts, LAST_PLY};
use fired::Fired;

/// Games with fewer plies get no names.
pub const FEWEST_PLIES: u32 = 16;

/// What a game is called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    /// The opening: of even games with enough plies only.
    pub opening: Option<&'static Opening>,
    /// Whose opening it is; none where it is a property of the game.
    pub side: Option<Color>,
    /// Where each side's rook settled; none where no opening is sought.
    pub rooks: ByColor<Option<RookClass>>,
    /// Each side's castle at its best moment; sought in handicap games too.
    pub castles: ByColor<Option<ReachedCastle>>,
}

/// Names games, one after the other, in buffers of its own.
#[derive(Debug, Default)]
pub struct Classifier {
    facts: Facts,
    fired: Fired,
    named: Named,
}

impl Classifier {
    /// Names the game of a record by the legal part of its main line.
    pub fn name(&mut self, record: &Record, replay: &Replay) -> Named {
        let Some(start) = replay.start() else {
            self.named = Named::default();
            return self.named;
        };
        let moves = replay
            .main_line(record)
            .take(replay.legal_plies() as usize)
            .map(|step| (step.mv, step.piece, step.captured));
        self.name_moves(start, record.start.handicap(), moves)
    }

    /// Names a game by its moves: each with the piece as it was before and what it took. `handicap` is none for a
    /// start that has no name.
    pub fn name_moves(
        &mut self,
        start: &Position,
        handicap: Option<Handicap>,
        moves: impl Iterator<Item = (Move, Piece, Option<Piece>)>,
    ) -> Named {
        self.named = Named::default();
        self.fired.clear();
        let Some(handicap) = handicap else {
            return self.named;
        };
        self.facts.begin(start);
        for (mv, piece, captured) in moves.take(LAST_PLY as usize) {
            self.facts.add(mv, piece, captured);
        }
        if self.facts.plies() < FEWEST_PLIES {
            return self.named;
        }
        self.facts.finish();
        if handicap == Handicap::Even {
            let (facts, fired) = (&self.facts, &mut self.fired);
            fired.begin();
            if let Some(row) = choose::choose(facts, fired) {
                self.named.opening = Some(&tables::tables().openings[row]);
                self.named.side = choose::side_of(row, facts, fired);
            }
            self.named.rooks = ByColor::from_fn(|side| Some(self.facts.classes[side]));
        }
        self.named.castles = ByColor::from_fn(|side| choose::castle(&self.facts, side));
        self.named
    }

    /// Everything else that fits the game named last, in the order of the table.
    pub fn tags(&self) -> Vec<Tag> {
        if self.fired.is_empty() {
            return Vec::new();
        }
        let mut fired = self.fired.clone();
        choose::tags(&self.facts, &mut fired, self.named.opening, self.named.side)
    }

    /// Why the game named last has its opening: the clauses of the rule that hold, with their plies.
    pub fn evidence(&self) -> Vec<Evidence> {
        evidence::of_opening(
            &self.facts,
            &mut self.fired.clone(),
            self.named.opening,
            self.named.side,
        )
    }
}

#[cfg(test)]
mod tests;
