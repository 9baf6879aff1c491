//! The words that tell which of several pieces makes a move: the rules of the Japan Shogi Association.

use crate::record::{Act, Hint, Named, Origin, Relation, Target, WrittenMove};
use crate::replay::{act_of, resolve};
use crate::shogi::{Color, Move, PieceKind, Position, Square};

/// The words of a move after the name of its piece; 成 is not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// 左, 直 or 右
    pub(super) relation: &'static str,
    /// 上, 寄 or 引
    pub(super) act: &'static str,
    /// 不成 or 打
    pub(super) end: &'static str,
}

/// The words of a legal move in this position; none when no words tell its piece from the others.
pub(super) fn words(position: &Position, mv: Move) -> Option<Words> {
    let turn = position.turn();
    match mv {
        Move::Drop { kind, to } => {
            // 打 is only needed where a piece on the board could go there too.
            let rival = position.reachers(kind, to).next().is_some();
            Some(Words {
                end: if rival { "打" } else { "" },
                ..Words::default()
            })
        }
        Move::Normal { from, to, promote } => {
            let kind = position.piece_at(from)?.kind();
            let hint = hint(position, kind, from, to)?;
            let may_promote =
                kind.promoted().is_some() && (from.in_zone_of(turn) || to.in_zone_of(turn));
            Some(Words {
                relation: hint.relation.map_or("", relation_word),
                act: hint.act.map_or("", act_word),
                end: if may_promote && !promote {
                    "不成"
                } else {
                    ""
                },
            })
        }
    }
}

const fn relation_word(relation: Relation) -> &'static str {
    match relation {
        Relation::Left => "左",
        Relation::Straight => "直",
        Relation::Right => "右",
    }
}

const fn act_word(act: Act) -> &'static str {
    match act {
        Act::Advance => "上",
        Act::Sideways => "寄",
        Act::Retreat => "引",
    }
}

/// On which side of `to` the piece stands, seen from its owner's seat.
fn side_of(turn: Color, from: Square, to: Square) -> Relation {
    let (from, to) = match turn {
        Color::Black => (from.file(), to.file()),
        Color::White => (10 - from.file(), 10 - to.file()),
    };
    match from.cmp(&to) {
        std::cmp::Ordering::Greater => Relation::Left,
        std::cmp::Ordering::Equal => Relation::Straight,
        std::cmp::Ordering::Less => Relation::Right,
    }
}

/// The fewest words that tell the piece on `from` from the others of its kind that reach `to`.
fn hint(position: &Position, kind: PieceKind, from: Square, to: Square) -> Option<Hint> {
    let turn = position.turn();
    let mut rivals = [None; 8];
    let mut count = 0;
    for rival in position.reachers(kind, to).filter(|&it| it != from) {
        // More than eight pieces of a kind never reach one square.
        *rivals.get_mut(count)? = Some(rival);
        count += 1;
    }
    if count == 0 {
        return Some(Hint::default());
    }
    let rivals = || rivals.iter().flatten().copied();
    let act = act_of(turn, from, to);
    if rivals().all(|rival| act_of(turn, rival, to) != act) {
        return Some(Hint {
            act: Some(act),
            ..Hint::default()
        });
    }
    let side = side_of(turn, from, to);
    let pairs = matches!(kind, PieceKind::Horse | PieceKind::Dragon);
    if side == Relation::Straight {
        if !pairs {
            return Some(Hint {
                relation: Some(Relation::Straight),
                ..Hint::default()
            });
        }
        // Horses and dragons are told apart by how they stand to each other, never by 直.
        let rival_is_left = rivals().any(|rival| side_of(turn, rival, to) == Relation::Left);
        let relation = if rival_is_left {
            Relation::Right
        } else {
            Relation::Left
        };
        let hint = Hint {
            relation: Some(relation),
            ..Hint::default()
        };
        return tells(position, kind, hint, from, to).then_some(hint);
    }
    let shared = rivals().any(|rival| side_of(turn, rival, to) == side);
    let hint = Hint {
        relation: Some(side),
        act: shared.then_some(act),
        part: None,
    };
    (!pairs || tells(position, kind, hint, from, to)).then_some(hint)
}

/// Whether a reader finds this piece by these words. Diagrams may hold more than two horses or dragons of a side, which
/// the rules have no words for.
fn tells(position: &Position, kind: PieceKind, hint: Hint, from: Square, to: Square) -> bool {
    let written = WrittenMove {
        side: None,
        to: Target::Square(to),
        from: Origin::Find(hint),
        piece: Named::Before(kind),
        promote: None,
    };
    resolve(position, &written, None).is_ok_and(|found| found.mv.from() == Some(from))
}
