//! Every rule at once, for the side to move.

use super::agreement::Agreed24;
use super::count::Count;
use super::declaration::DeclarationVerdict;
use super::terms::DeclarationRule;
use super::try_rule::try_move;
use crate::shogi::{Color, Move, Position};

/// The verdicts of all rules for the side to move. Those of handicap rules credit White with the missing points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Declaration, 24 points.
    pub declare24: DeclarationVerdict,
    /// Declaration, 27 points.
    pub declare27: DeclarationVerdict,
    /// Declaration, 24 points, with credit.
    pub declare24h: DeclarationVerdict,
    /// Declaration, 27 points, with credit.
    pub declare27h: DeclarationVerdict,
    /// Agreement, 24 points.
    pub agreed24: Agreed24,
    /// Agreement, 24 points, with credit.
    pub agreed24h: Agreed24,
    /// The winner of an agreement, 27 points.
    pub agreed27: Color,
    /// The move that wins under the try rule.
    pub declare_try: Option<Move>,
}

impl Verdicts {
    /// The verdicts for a position and its count.
    pub fn of(position: &Position, count: &Count) -> Verdicts {
        let side = position.turn();
        let declare = |rule, credit| count.declaration(rule, side, credit).verdict();
        let credit = count.credit();
        Verdicts {
            declare24: declare(DeclarationRule::Points24, 0),
            declare27: declare(DeclarationRule::Points27, 0),
            declare24h: declare(DeclarationRule::Points24, credit),
            declare27h: declare(DeclarationRule::Points27, credit),
            agreed24: count.agreed24(0),
            agreed24h: count.agreed24(credit),
            agreed27: count.agreed27(0),
            declare_try: try_move(position, side),
        }
    }
}
