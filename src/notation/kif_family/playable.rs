//! Whether a move can be played at a node of the tree: asked only where numbers or variations do not fit.

use crate::record::{Entry, Named, NodeId, Origin, Start, Target, Tree, WrittenMove};
use crate::shogi::{Move, Piece, PieceKind, Position, Square};

/// Answers the question by playing the moves before it, as long as that stays cheap.
#[derive(Debug)]
pub(super) struct Board {
    /// How many moves may still be played; beyond that every answer is yes, so that no file can cost more.
    budget: u32,
}

impl Default for Board {
    fn default() -> Board {
        Board { budget: 1_000_000 }
    }
}

impl Board {
    /// Whether `mv` is a legal move after `node`.
    pub(super) fn can_play(
        &mut self,
        start: &Start,
        tree: &Tree,
        node: NodeId,
        mv: WrittenMove,
    ) -> bool {
        if self.budget == 0 {
            return true;
        }
        let Some(mut position) = start.position() else {
            return true;
        };
        let path = tree.path(node);
        self.budget = self.budget.saturating_sub(path.len() as u32 + 1);
        let mut last_to = None;
        for node in path {
            let Entry::Move(before) = tree.node(node).entry else {
                return false;
            };
            let Some(mv) = plain_move(&position, before, last_to) else {
                return false;
            };
            if position.play(mv).is_err() && position.force(mv).is_none() {
                return false;
            }
            last_to = Some(mv.to());
        }
        plain_move(&position, mv, last_to).is_some_and(|mv| position.play(mv).is_ok())
    }
}

/// The move that is written, where only one is possible.
fn plain_move(position: &Position, mv: WrittenMove, last_to: Option<Square>) -> Option<Move> {
    let to = match mv.to {
        Target::Square(square) => square,
        Target::Same => last_to?,
    };
    let Named::Before(kind) = mv.piece else {
        return None;
    };
    let drop = || Move::Drop { kind, to };
    match mv.from {
        Origin::Square(from) => Some(normal(position, kind, mv, from, to)),
        Origin::Hand => Some(drop()),
        Origin::Find(_) => {
            let mut origins = position.reachers(kind, to).filter(|&from| {
                let mv = normal(position, kind, mv, from, to);
                position.clone().play(mv).is_ok()
            });
            match origins.next() {
                Some(from) => Some(normal(position, kind, mv, from, to)),
                None => Some(drop()),
            }
        }
    }
}

fn normal(position: &Position, kind: PieceKind, mv: WrittenMove, from: Square, to: Square) -> Move {
    // A record may name the promoted piece instead of promoting.
    let stands = position.piece_at(from).map(Piece::kind);
    let implied = kind.unpromoted().is_some() && stands == kind.unpromoted();
    Move::Normal {
        from,
        to,
        promote: mv.promote.unwrap_or(implied),
    }
}
