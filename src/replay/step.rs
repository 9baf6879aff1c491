//! What one move of the record does on the board.

use crate::shogi::{Move, Piece, Played, Position, Reason};

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

    /// A move that was made, and the rule it broke.
    pub(crate) fn of(mv: Move, played: Played, broken: Option<Reason>) -> Step {
        Step {
            mv,
            piece: played.piece,
            captured: played.captured,
            check: played.check,
            broken,
            occurrence: 1,
        }
    }
}
