//! JKF's `relative`: the letters that tell a piece from others of its kind that reach the same square, seen from the
//! mover's seat. Pins are not looked at.

use std::cmp::Ordering;

use crate::record::Act;
use crate::replay::{Step, act_of};
use crate::shogi::{Color, Move, PieceKind, Position, Square};

/// The letters for a move on the position before it; none where nothing must be told apart.
pub(super) fn relative(position: &Position, step: &Step) -> Option<&'static str> {
    let (kind, side) = (step.piece.kind(), step.piece.color());
    match step.mv {
        Move::Drop { kind, to } => position.reachers(kind, to).next().map(|_| "H"),
        Move::Normal { from, to, .. } => {
            let reaching: Vec<Square> = position.reachers(kind, to).collect();
            if reaching.len() < 2 || !reaching.contains(&from) {
                return None;
            }
            Some(letters(side, kind, from, to, &reaching))
        }
    }
}

fn letters(
    side: Color,
    kind: PieceKind,
    from: Square,
    to: Square,
    reaching: &[Square],
) -> &'static str {
    let act = act_of(side, from, to);
    if count(reaching, |it| act_of(side, it, to) == act) == 1 {
        return match act {
            Act::Advance => "U",
            Act::Sideways => "M",
            Act::Retreat => "D",
        };
    }
    let column = |it| left_or_right(side, it, to);
    let own = column(from);
    if count(reaching, |it| column(it) == own) == 1 {
        let rival = reaching.iter().copied().find(|&it| it != from);
        return match (own, rival) {
            // Horses and dragons are never straight: they are left or right of each other.
            (Ordering::Equal, Some(rival))
                if matches!(kind, PieceKind::Horse | PieceKind::Dragon) =>
            {
                if column(rival) == Ordering::Greater {
                    "L"
                } else {
                    "R"
                }
            }
            (Ordering::Less, _) => "L",
            (Ordering::Equal, _) => "C",
            (Ordering::Greater, _) => "R",
        };
    }
    match (own, act) {
        (Ordering::Equal, _) => "C",
        (Ordering::Less, Act::Advance) => "LU",
        (Ordering::Less, Act::Sideways) => "LM",
        (Ordering::Less, Act::Retreat) => "LD",
        (Ordering::Greater, Act::Advance) => "RU",
        (Ordering::Greater, Act::Sideways) => "RM",
        (Ordering::Greater, Act::Retreat) => "RD",
    }
}

fn count(reaching: &[Square], fits: impl Fn(Square) -> bool) -> usize {
    reaching.iter().filter(|&&it| fits(it)).count()
}

/// Less when the square lies to the left of `to`, greater to the right.
fn left_or_right(side: Color, square: Square, to: Square) -> Ordering {
    match side {
        Color::Black => to.file().cmp(&square.file()),
        Color::White => square.file().cmp(&to.file()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Piece;

    fn of(sfen: &str, mv: &str) -> Option<&'static str> {
        let position: Position = sfen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        let kind = match mv {
            Move::Normal { from, .. } => position.piece_at(from).unwrap().kind(),
            Move::Drop { kind, .. } => kind,
        };
        let step = Step {
            mv,
            piece: Piece::new(position.turn(), kind),
            captured: None,
            check: false,
            broken: None,
            occurrence: 1,
        };
        relative(&position, &step)
    }

    #[test]
    fn golds_and_silvers() {
        let two = "4k4/9/9/9/9/9/9/9/3GKG3 b - 1";
        assert_eq!(of(two, "6i5h"), Some("L"));
        assert_eq!(of(two, "4i5h"), Some("R"));
        assert_eq!(of(two, "6i6h"), None);
        let three = "4k4/9/9/9/9/9/9/3GGG3/4K4 b - 1";
        assert_eq!(of(three, "5h5g"), Some("C"));
        assert_eq!(of(three, "6h5g"), Some("L"));
        let five = "4k4/9/9/9/9/9/3S1S3/9/2KS1S3 b - 1";
        assert_eq!(of(five, "6g5h"), Some("LD"));
        assert_eq!(of(five, "4i5h"), Some("RU"));
        let up = "4k4/9/9/9/9/9/4G4/3G5/4K4 b - 1";
        assert_eq!(of(up, "6h6g"), Some("U"));
        assert_eq!(of(up, "5g6g"), Some("M"));
    }

    #[test]
    fn white_sees_the_board_from_the_other_side() {
        let two = "3gkg3/9/9/9/9/9/9/9/4K4 w - 1";
        assert_eq!(of(two, "6a5b"), Some("R"));
        assert_eq!(of(two, "4a5b"), Some("L"));
    }

    #[test]
    fn horses_and_dragons_are_never_straight() {
        let dragons = "4k4/9/9/9/9/9/9/4+R1+R2/K8 b - 1";
        assert_eq!(of(dragons, "5h4g"), Some("L"));
        let dragons = "4k4/9/9/9/9/9/9/5+R1+R1/K8 b - 1";
        assert_eq!(of(dragons, "2h2g"), None);
    }

    #[test]
    fn drops_only_where_a_piece_could_come() {
        assert_eq!(of("4k4/9/9/9/9/9/9/3G5/4K4 b G 1", "G*5h"), Some("H"));
        assert_eq!(of("4k4/9/9/9/9/9/9/3G5/4K4 b G 1", "G*1h"), None);
    }
}
