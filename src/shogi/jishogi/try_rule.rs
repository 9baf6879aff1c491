//! The try rule: the king that reaches the enemy king's first square wins.

use crate::shogi::{Color, Move, Position, Setup, Square};

/// The move by which the king of `side`, if it were its turn, wins under the try rule: a legal one to the square where
/// the enemy king stood at the start, 5a for Black and 5i for White.
pub fn try_move(position: &Position, side: Color) -> Option<Move> {
    let goal = Square::new(5, if side == Color::Black { 1 } else { 9 })?;
    let from = position.king(side)?;
    if from.file().abs_diff(goal.file()) > 1 || from.rank().abs_diff(goal.rank()) > 1 {
        return None;
    }
    let mv = Move::Normal {
        from,
        to: goal,
        promote: false,
    };
    let legal = if position.turn() == side {
        position.judge(mv).is_ok()
    } else {
        let turned = Setup {
            turn: side,
            ..position.setup()
        };
        Position::from_setup(&turned).judge(mv).is_ok()
    };
    legal.then_some(mv)
}
