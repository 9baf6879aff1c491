//! From a move as written to a move: fills in what the notation leaves out, by looking at the position.
//!
//! Reach is looked at, never legality: a pinned piece is found, and the rules then say why it may not move. Only where
//! several pieces reach a square is legality asked to choose.

use arrayvec::ArrayVec;

use crate::finding::Code;
use crate::record::{Act, Hint, Named, Origin, Relation, Target, WrittenMove};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Reason, Square};

/// Squares from which pieces of one kind reach another: one in each direction at most.
type Squares = ArrayVec<Square, 8>;

/// A move that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// What is unusual in the way it is written, if anything.
    pub remark: Option<Code>,
}

/// Why no move was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// 同 with no move before.
    NoMoveBefore,
    /// The written side is not the side to move.
    WrongTurn,
    /// The origin holds this own piece, and the written one is neither it nor its promotion. The move is that of the
    /// piece on the board.
    PieceMismatch(Move),
    /// No piece reaches the square in the way that is written.
    NoCandidate,
    /// These pieces do, and nothing tells them apart.
    Ambiguous(Vec<Square>),
}

impl Unresolved {
    /// The code under which it is reported.
    pub fn code(&self) -> Code {
        match self {
            Unresolved::NoMoveBefore => Code::SameWithoutMove,
            Unresolved::WrongTurn => Code::of_reason(Reason::WrongTurn),
            Unresolved::PieceMismatch(_) => Code::of_reason(Reason::PieceMismatch),
            Unresolved::NoCandidate => Code::NoCandidate,
            Unresolved::Ambiguous(_) => Code::AmbiguousMove,
        }
    }
}

/// Finds the move that is written. `before` is where the move before went, for 同.
///
/// # Errors
/// When the words fit no move, or several.
#[inline]
pub fn resolve(
    position: &Position,
    written: &WrittenMove,
    before: Option<Square>,
) -> Result<Resolved, Unresolved> {
    if written.side.is_some_and(|side| side != position.turn()) {
        return Err(Unresolved::WrongTurn);
    }
    let to = match written.to {
        Target::Square(to) => to,
        Target::Same => before.ok_or(Unresolved::NoMoveBefore)?,
    };
    match written.from {
        Origin::Square(from) => board_move(position, written, from, to),
        Origin::Hand => match written.piece {
            // A promoted piece cannot be dropped; the rules say so.
            Named::Before(kind) | Named::After(kind) => {
                let promoted = if written.promote == Some(true) {
                    kind.promoted()
                } else {
                    None
                };
                Ok(Resolved {
                    mv: Move::Drop {
                        kind: promoted.unwrap_or(kind),
                        to,
                    },
                    remark: None,
                })
            }
            Named::Nothing => Err(Unresolved::NoCandidate),
        },
        Origin::Find(hint) => find(position, written, hint, to),
    }
}

/// The origin is written: it decides, and the piece that is named is held against it.
#[inline]
fn board_move(
    position: &Position,
    written: &WrittenMove,
    from: Square,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let promote = written.promote == Some(true);
    let plain = Move::Normal { from, to, promote };
    let here = position
        .piece_at(from)
        .filter(|piece| piece.color() == position.turn())
        .map(Piece::kind);
    let Some(here) = here else {
        // An empty square or an enemy piece: the rules say so.
        return Ok(Resolved {
            mv: plain,
            remark: None,
        });
    };
    match written.piece {
        Named::Nothing => Ok(Resolved {
            mv: plain,
            remark: None,
        }),
        Named::Before(kind) if kind == here => Ok(Resolved {
            mv: plain,
            remark: None,
        }),
        Named::After(kind) if kind == here => Ok(Resolved {
            mv: Move::Normal {
                from,
                to,
                promote: false,
            },
            remark: None,
        }),
        Named::After(kind) if here.promoted() == Some(kind) => Ok(Resolved {
            mv: Move::Normal {
                from,
                to,
                promote: true,
            },
            remark: None,
        }),
        Named::After(_) => Err(Unresolved::PieceMismatch(Move::Normal {
            from,
            to,
            promote: false,
        })),
        // The promoted piece is named without 成: the promotion is meant if it is possible.
        Named::Before(kind)
            if written.promote.is_none()
                && here.promoted() == Some(kind)
                && (from.in_zone_of(position.turn()) || to.in_zone_of(position.turn())) =>
        {
            let mv = Move::Normal {
                from,
                to,
                promote: true,
            };
            Ok(Resolved {
                mv,
                remark: Some(Code::ImpliedPromotion),
            })
        }
        Named::Before(_) => Ok(Resolved {
            mv: plain,
            remark: Some(Code::PieceName),
        }),
    }
}

/// The origin is not written: it is among the own pieces of that kind that reach the destination.
fn find(
    position: &Position,
    written: &WrittenMove,
    hint: Hint,
    to: Square,
) -> Result<Resolved, Unresolved> {
    let kind = match written.piece {
        Named::Before(kind) | Named::After(kind) => kind,
        Named::Nothing => return Err(Unresolved::NoCandidate),
    };
    let turn = position.turn();
    let own_on_target = position
        .piece_at(to)
        .is_some_and(|piece| piece.color() == turn);
    let reaching: Squares = position.reachers(kind, to).collect();
    if reaching.is_empty() {
        let may_drop = hint == Hint::default() && written.promote.is_none();
        let droppable =
            !kind.is_promoted() && kind != PieceKind::King && position.hand(turn).count(kind) > 0;
        if may_drop && droppable && position.piece_at(to).is_none() {
            return Ok(Resolved {
                mv: Move::Drop { kind, to },
                remark: None,
            });
        }
        return Err(Unresolved::NoCandidate);
    }
    let after_act: Squares = reaching
        .iter()
        .copied()
        .filter(|&from| hint.act.is_none_or(|act| act == act_of(turn, from, to)))
        .filter(|&from| hint.part.is_none_or(|part| part.fits(from)))
        .collect();
    let mut remark = None;
    let mut left = related(turn, kind, hint.relation, &reaching, &after_act, to);
    if left.is_empty() && !after_act.is_empty() {
        left = loosely_related(turn, hint.relation, &after_act, to);
        remark = Some(Code::Ki2Fallback);
    }
    if left.len() > 1 {
        let promote = written.promote == Some(true);
        let legal = |&from: &Square| {
            [promote, !promote]
                .iter()
                .any(|&promote| position.judge(Move::Normal { from, to, promote }).is_ok())
        };
        let able: Squares = left.iter().copied().filter(legal).collect();
        if able.len() == 1 {
            left = able;
            remark = Some(Code::Ki2Fallback);
        }
    }
    if left.len() > 1 && written.promote == Some(true) {
        let may = |from: Square| {
            kind.promoted().is_some() && (from.in_zone_of(turn) || to.in_zone_of(turn))
        };
        let able: Squares = left.iter().copied().filter(|&from| may(from)).collect();
        if able.len() == 1 {
            left = able;
            remark = Some(Code::Ki2Fallback);
        }
    }
    match left[..] {
        [] => Err(Unresolved::NoCandidate),
        [_, _, ..] => Err(Unresolved::Ambiguous(left.to_vec())),
        [from] => {
            let superfluous = reaching.len() == 1 && hint != Hint::default() && !own_on_target;
            if superfluous && remark.is_none() {
                remark = Some(Code::Ki2Form);
            }
            Ok(with_promotion(
                turn,
                kind,
                written.promote,
                from,
                to,
                remark,
            ))
        }
    }
}

/// Adds the promotion: as written, or, where nothing is written, only when the piece would be stuck without it.
fn with_promotion(
    turn: Color,
    kind: PieceKind,
    written: Option<bool>,
    from: Square,
    to: Square,
    remark: Option<Code>,
) -> Resolved {
    let possible = kind.promoted().is_some() && (from.in_zone_of(turn) || to.in_zone_of(turn));
    let (promote, unsaid) = match written {
        Some(promote) => (promote, false),
        None => (
            possible && to.rank_for(turn) < kind.last_live_rank(),
            possible,
        ),
    };
    let remark = if unsaid {
        remark.or(Some(Code::Ki2Promotion))
    } else {
        remark
    };
    Resolved {
        mv: Move::Normal { from, to, promote },
        remark,
    }
}

/// How the piece moves, seen from its owner's seat.
pub fn act_of(turn: Color, from: Square, to: Square) -> Act {
    match to.rank_for(turn).cmp(&from.rank_for(turn)) {
        std::cmp::Ordering::Less => Act::Advance,
        std::cmp::Ordering::Equal => Act::Sideways,
        std::cmp::Ordering::Greater => Act::Retreat,
    }
}

/// The file counted from the owner's left hand, so that smaller is further left.
fn from_left(turn: Color, square: Square) -> u8 {
    match turn {
        Color::Black => 9 - square.file(),
        Color::White => square.file() - 1,
    }
}

/// The strict meaning of 左, 直 and 右.
fn related(
    turn: Color,
    kind: PieceKind,
    relation: Option<Relation>,
    reaching: &[Square],
    candidates: &[Square],
    to: Square,
) -> Squares {
    let Some(relation) = relation else {
        return candidates.iter().copied().collect();
    };
    let line = from_left(turn, to);
    let pairs = matches!(kind, PieceKind::Horse | PieceKind::Dragon);
    let fits = |&from: &Square| {
        let file = from_left(turn, from);
        match relation {
            // Horses and dragons are told apart by how they stand to each other.
            Relation::Left if pairs => reaching.iter().all(|&other| file <= from_left(turn, other)),
            Relation::Right if pairs => {
                reaching.iter().all(|&other| file >= from_left(turn, other))
            }
            Relation::Left => file < line,
            Relation::Right => file > line,
            Relation::Straight => file == line && act_of(turn, from, to) == Act::Advance,
        }
    };
    candidates.iter().copied().filter(fits).collect()
}

/// The loose meaning: the outermost piece on that side; 直: any piece on the file.
fn loosely_related(
    turn: Color,
    relation: Option<Relation>,
    candidates: &[Square],
    to: Square,
) -> Squares {
    let files = candidates.iter().map(|&from| from_left(turn, from));
    let wanted = match relation {
        None => return candidates.iter().copied().collect(),
        Some(Relation::Left) => files.min(),
        Some(Relation::Right) => files.max(),
        Some(Relation::Straight) => Some(from_left(turn, to)),
    };
    candidates
        .iter()
        .copied()
        .filter(|&from| Some(from_left(turn, from)) == wanted)
        .collect()
}
