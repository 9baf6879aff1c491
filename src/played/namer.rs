//! What a position is called: the opening and the castles of the moves that led to it.

use crate::opening::{Castle, Classifier, Opening};
use crate::shogi::{ByColor, Handicap, Move, Piece, Position};

/// The names of a position, as the first game that came to it had played so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PositionNames {
    /// The opening.
    pub opening: Option<&'static Opening>,
    /// Each side's castle.
    pub castles: ByColor<Option<&'static Castle>>,
}

/// Names positions by the moves before them. Every thread has its own.
#[derive(Debug, Default)]
pub(crate) struct Namer {
    classifier: Classifier,
    moves: Vec<(Move, Piece, Option<Piece>)>,
}

impl Namer {
    /// The names after these moves, which are legal.
    pub(crate) fn name(
        &mut self,
        start: &Position,
        handicap: Option<Handicap>,
        moves: impl Iterator<Item = Move>,
    ) -> PositionNames {
        self.moves.clear();
        let mut position = start.clone();
        for mv in moves {
            let Ok(played) = position.play(mv) else { break };
            self.moves.push((mv, played.piece, played.captured));
        }
        let moves = self.moves.iter().copied();
        let named = self.classifier.name_moves(start, handicap, moves);
        PositionNames {
            opening: named.opening,
            castles: ByColor::from_fn(|side| named.castles[side].map(|it| it.castle)),
        }
    }
}
