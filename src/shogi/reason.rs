//! Why a move is illegal: the rules a move can break, in their order (docs/rules.md, section 2).

use super::Square;

/// Why a move is illegal. The order is that in which reasons are looked for; the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Reason {
    /// Not a move in the notation.
    BadSyntax = 1,
    /// The game was over: a terminal word was read, or the position leaves no legal move.
    GameOver,
    /// The written side is not the side to move.
    WrongTurn,
    /// A king or a promoted piece is dropped.
    DropBadPiece,
    /// The side to move holds none of that kind.
    NotInHand,
    /// The target of the drop is not empty.
    DropOnOccupied,
    /// The dropped piece could never move (行き所のない駒).
    DropDeadEnd,
    /// An own unpromoted pawn stands on the file (二歩).
    Nifu,
    /// The origin is empty.
    NoPiece,
    /// The origin holds an enemy piece.
    NotOwnPiece,
    /// The written piece is neither the piece on the origin nor its promotion.
    PieceMismatch,
    /// The piece cannot go there even on an empty board.
    Unreachable,
    /// A piece stands between origin and target.
    Blocked,
    /// An own piece stands on the target.
    OwnPieceOnTarget,
    /// The target is the enemy king.
    CapturesKing,
    /// Gold, king and promoted pieces do not promote.
    CannotPromotePiece,
    /// Neither origin nor target lies in the zone.
    PromotionOutsideZone,
    /// The unpromoted piece could never move again (行き所のない駒).
    MustPromote,
    /// The own king was in check and still is (王手放置).
    CheckNotResolved,
    /// The king walks onto an attacked square.
    KingIntoCheck,
    /// A pinned piece opens the line to its king.
    ExposesKing,
    /// The dropped pawn gives mate (打ち歩詰め).
    Uchifuzume,
}

/// A broken rule and the square that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule.
    pub reason: Reason,
    /// The square that matters: the other pawn, the obstacle, the attacker, the piece on the target.
    pub square: Option<Square>,
}

impl Illegal {
    /// A broken rule without a square to show.
    pub const fn new(reason: Reason) -> Illegal {
        Illegal {
            reason,
            square: None,
        }
    }

    pub(super) fn at(reason: Reason, square: usize) -> Illegal {
        Illegal {
            reason,
            square: Square::from_index(square as u8),
        }
    }
}
