//! What both sides have: `black.hand.B >= 1 and white.board.+R = 0 and total.P > 10 and imbalance > 3`.

use super::Mistake;
use super::expression::{Node, Reader, Token};
use super::orientation::Orientation;
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A condition on material.
#[derive(Debug)]
pub(super) struct Material(Node<Comparison>);

#[derive(Debug)]
struct Comparison {
    left: Term,
    sign: Sign,
    right: Term,
}

#[derive(Clone, Copy, Debug)]
enum Sign {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// Something that is counted, or a number.
#[derive(Clone, Copy, Debug)]
enum Term {
    Number(i64),
    /// Pieces of a kind: of one side or both, on the board, in hand, or wherever they are.
    Pieces {
        side: Option<Color>,
        board: bool,
        hand: bool,
        kind: PieceKind,
    },
    /// How many points more Black has than White.
    Imbalance,
}

/// The terms that there are.
const TERMS: &str = "black.P white.P total.P black.hand.P black.board.P …, imbalance; pieces P L N S G B R K +P +L +N +S +B +R";

impl Material {
    /// Reads a condition.
    pub(super) fn parse(text: &str) -> Result<Material, Mistake> {
        Reader::read(text, comparison).map(Material)
    }

    /// Whether it holds in a position that is turned like this.
    pub(super) fn holds(&self, position: &Position, turn: Orientation) -> bool {
        let ask = &mut |it: &Comparison| Some(it.holds(position, turn));
        self.0.truth(ask) == Some(true)
    }
}

impl Comparison {
    fn holds(&self, position: &Position, turn: Orientation) -> bool {
        let left = self.left.value(position, turn);
        let right = self.right.value(position, turn);
        match self.sign {
            Sign::Equal => left == right,
            Sign::Unequal => left != right,
            Sign::Less => left < right,
            Sign::LessOrEqual => left <= right,
            Sign::Greater => left > right,
            Sign::GreaterOrEqual => left >= right,
        }
    }
}

impl Term {
    fn value(self, position: &Position, turn: Orientation) -> i64 {
        match self {
            Term::Number(number) => number,
            Term::Imbalance => {
                let points = |side| points(position, turn.color(side));
                points(Color::Black) - points(Color::White)
            }
            Term::Pieces {
                side,
                board,
                hand,
                kind,
            } => {
                let sides = Color::BOTH.into_iter();
                let sides = sides.filter(|&it| side.is_none_or(|side| side == it));
                sides
                    .map(|side| {
                        let side = turn.color(side);
                        let on_board = match board {
                            true => on_board(position, |it| it == Piece::new(side, kind)),
                            false => 0,
                        };
                        let in_hand = match hand && !kind.is_promoted() && kind != PieceKind::King {
                            true => i64::from(position.hand(side).count(kind)),
                            false => 0,
                        };
                        on_board + in_hand
                    })
                    .sum()
            }
        }
    }
}

fn on_board(position: &Position, wanted: impl Fn(Piece) -> bool) -> i64 {
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    pieces.filter(|&it| wanted(it)).count() as i64
}

/// The points of a side as an impasse counts them: rooks and bishops 5, kings none, others 1.
fn points(position: &Position, side: Color) -> i64 {
    let worth = |kind: PieceKind| match kind {
        PieceKind::King => 0,
        _ if kind.is_major() => 5,
        _ => 1,
    };
    let pieces = Square::all().filter_map(|square| position.piece_at(square));
    let own = pieces.filter(|it| it.color() == side);
    let board: i64 = own.map(|it| worth(it.kind())).sum();
    let hand = position.hand(side);
    let hand = hand
        .iter()
        .map(|(kind, count)| worth(kind) * i64::from(count));
    board + hand.sum::<i64>()
}

/// Reads one comparison.
fn comparison(reader: &mut Reader) -> Result<Node<Comparison>, Mistake> {
    let left = term(&reader.word()?)?;
    let sign = reader.next("select.missing_comparison")?;
    let sign = match sign.text.as_str() {
        "=" | "==" => Sign::Equal,
        "!=" | "<>" => Sign::Unequal,
        "<" => Sign::Less,
        "<=" => Sign::LessOrEqual,
        ">" => Sign::Greater,
        ">=" => Sign::GreaterOrEqual,
        _ => {
            let list = "= != < <= > >=";
            return Err(sign.wrong("select.no_comparison").with("list", list));
        }
    };
    let right = term(&reader.word()?)?;
    Ok(Node::Leaf(Comparison { left, sign, right }))
}

fn term(token: &Token) -> Result<Term, Mistake> {
    if let Ok(number) = token.text.parse() {
        return Ok(Term::Number(number));
    }
    if token.is("imbalance") {
        return Ok(Term::Imbalance);
    }
    let no_term = || token.wrong("select.no_term").with("list", TERMS);
    let mut parts: Vec<&str> = token.text.split('.').collect();
    let name = parts.pop().unwrap_or_default();
    let (side, board, hand) = match parts[..] {
        [side] => (side, true, true),
        [side, "board"] => (side, true, false),
        [side, "hand"] => (side, false, true),
        _ => return Err(no_term()),
    };
    let side = match side {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        "total" => None,
        _ => return Err(no_term()),
    };
    let plain = name.strip_prefix('+');
    let letter = plain.unwrap_or(name).as_bytes();
    let kind = match *letter {
        [letter] => PieceKind::from_letter(letter),
        _ => None,
    };
    let kind = match plain {
        Some(_) => kind.and_then(PieceKind::promoted),
        None => kind,
    };
    Ok(Term::Pieces {
        side,
        board,
        hand,
        kind: kind.ok_or_else(no_term)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_mean_what_they_say() {
        let text = "4k4/4+R4/9/9/9/9/PPP6/9/4K4 w 2B3Ppr 1";
        let position: Position = text.parse().unwrap();
        for (condition, holds) in [
            ("black.hand.B >= 1 and white.board.+R = 0", true),
            ("total.P = 7", true),
            (
                "black.P = 6 and black.hand.P = 3 and black.board.P = 3",
                true,
            ),
            ("total.hand.P > 4", false),
            ("black.+R = 1 and black.R = 0 and white.R = 1", true),
            ("total.K = 2", true),
            ("imbalance = 15", true),
            ("imbalance > -3 and not imbalance < 15", true),
            ("black.P > white.P", true),
            ("black.p = 6", true),
            ("black.P = 1 or white.P = 1", true),
            ("black.hand.+P = 0", true),
        ] {
            let material = Material::parse(condition).unwrap();
            let as_is = Orientation::default();
            assert_eq!(material.holds(&position, as_is), holds, "{condition}");
        }
        let flip = Orientation {
            mirror: false,
            flip: true,
        };
        let material = Material::parse("white.hand.B = 2 and imbalance = -15").unwrap();
        assert!(material.holds(&position, flip));
    }

    #[test]
    fn what_is_no_condition_is_refused() {
        for text in [
            "",
            "black.P",
            "black.P =",
            "black.X = 1",
            "green.P = 1",
            "black.there.P = 1",
            "P > 1",
            "black.+G = 1",
            "black.P ~ 1",
            "black.P = many",
            "black.P = 1 and",
        ] {
            assert!(Material::parse(text).is_err(), "{text}");
        }
    }
}
