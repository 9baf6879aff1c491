//! What a position may look like: `7g=P 3c=p 5e=- hand.B>=1 turn=b check`, or a board with `?` for anything.

use std::ops::Range;

use super::Mistake;
use super::orientation::Orientation;
use crate::shogi::{Color, Hand, Piece, PieceKind, Position, Square};

/// A pattern, all terms of which must hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    /// Squares and the pieces that may stand there: a bit for each raw number, the lowest for no piece.
    squares: Vec<(Square, u32)>,
    hands: Vec<(Color, PieceKind, Limits)>,
    turn: Option<Color>,
    check: bool,
}

/// The least and the most of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limits {
    least: u32,
    most: u32,
}

/// A square without a piece.
const EMPTY: u32 = 1;

/// The terms that there are.
const TERMS: &str = "7g=P 3c=p 2h=R|+R 5e=- 5e=? 5e=X 5e=x 4g-6g=- hand.B>=1 hand.b=0 turn=b check";
/// The pieces that there are.
const PIECES: &str = "P L N S G B R K +P +L +N +S +B +R p l n s g b r k +p +l +n +s +b +r - ? X x";

impl Pattern {
    /// Reads a pattern.
    pub(super) fn parse(text: &str) -> Result<Pattern, Mistake> {
        let mut pattern = Pattern::default();
        let mut at = 0;
        for term in text.split(char::is_whitespace) {
            if !term.is_empty() {
                pattern.term(term).map_err(|it| it.moved(at))?;
            }
            at += term.len()
                + text[at + term.len()..]
                    .chars()
                    .next()
                    .map_or(0, char::len_utf8);
        }
        if text.trim().is_empty() {
            return Err(Mistake::new(0..0, "select.empty"));
        }
        Ok(pattern)
    }

    /// Whether a position fits.
    pub(super) fn fits(&self, position: &Position) -> bool {
        let stands = |square| position.piece_at(square).map_or(0, Piece::raw);
        self.turn.is_none_or(|side| side == position.turn())
            && (!self.check || position.in_check())
            && self
                .squares
                .iter()
                .all(|&(square, mask)| mask >> stands(square) & 1 == 1)
            && self.hands.iter().all(|&(side, kind, limits)| {
                let hand: Hand = position.hand(side);
                let count = u32::from(hand.count(kind));
                (limits.least..=limits.most).contains(&count)
            })
    }

    /// The same pattern turned.
    pub(super) fn turned(&self, turn: Orientation) -> Pattern {
        let squares = self.squares.iter();
        let hands = self.hands.iter();
        Pattern {
            squares: squares
                .map(|&(square, mask)| (turn.square(square), turn.pieces(mask)))
                .collect(),
            hands: hands
                .map(|&(side, kind, limits)| (turn.color(side), kind, limits))
                .collect(),
            turn: self.turn.map(|it| turn.color(it)),
            check: self.check,
        }
    }

    fn term(&mut self, term: &str) -> Result<(), Mistake> {
        let whole = 0..term.len();
        if term == "check" {
            self.check = true;
            return Ok(());
        }
        if term.contains('/') {
            return self.board(term);
        }
        if let Some(rest) = term.strip_prefix("hand.") {
            return self.hand(rest).map_err(|it| it.moved("hand.".len()));
        }
        let no_term = || {
            Mistake::new(whole.clone(), "select.no_term")
                .with("found", term)
                .with("list", TERMS)
        };
        let (left, right) = term.split_once('=').ok_or_else(no_term)?;
        let value = left.len() + 1..term.len();
        if left == "turn" {
            self.turn = Some(match right {
                "b" => Color::Black,
                "w" => Color::White,
                _ => return Err(Mistake::new(value, "select.turn").with("found", right)),
            });
            return Ok(());
        }
        if !left.starts_with(|it: char| it.is_ascii_digit()) {
            return Err(no_term());
        }
        let mask = pieces(right, value)?;
        match left.split_once('-') {
            None => self.squares.push((square(left, 0)?, mask)),
            Some((from, to)) => {
                let from = square(from, 0)?;
                let to = square(to, left.len() - to.len())?;
                let stretch = stretch(from, to);
                let stretch = stretch.ok_or_else(|| {
                    Mistake::new(0..left.len(), "select.stretch").with("found", left)
                })?;
                self.squares.extend(stretch.map(|square| (square, mask)));
            }
        }
        Ok(())
    }

    /// `B>=1`
    fn hand(&mut self, rest: &str) -> Result<(), Mistake> {
        let sign = rest.find(|it| "<>=".contains(it)).unwrap_or(rest.len());
        let letter = &rest[..sign];
        let kind = match *letter.as_bytes() {
            [letter] => PieceKind::from_letter(letter).filter(|&it| it != PieceKind::King),
            _ => None,
        };
        let kind = kind
            .ok_or_else(|| Mistake::new(0..sign, "select.no_hand_piece").with("found", letter))?;
        let side = match letter.starts_with(|it: char| it.is_ascii_uppercase()) {
            true => Color::Black,
            false => Color::White,
        };
        let number = rest[sign..].trim_start_matches(|it| "<>=".contains(it));
        let start = rest.len() - number.len();
        let count: u32 = number.parse().map_err(|_| {
            Mistake::new(start..rest.len(), "select.no_number").with("found", number)
        })?;
        const MOST: u32 = u32::MAX;
        let (least, most) = match &rest[sign..start] {
            "=" | "==" => (count, count),
            ">=" => (count, MOST),
            ">" => (count.saturating_add(1), MOST),
            "<=" => (0, count),
            // Nothing is below 0: the limits hold no number then.
            "<" if count == 0 => (1, 0),
            "<" => (0, count - 1),
            other => {
                return Err(Mistake::new(sign..start, "select.no_comparison")
                    .with("found", other)
                    .with("list", "= < <= > >="));
            }
        };
        self.hands.push((side, kind, Limits { least, most }));
        Ok(())
    }

    /// Nine ranks as in SFEN, `?` for what does not matter.
    fn board(&mut self, text: &str) -> Result<(), Mistake> {
        let ranks = text.split('/').count();
        if ranks != 9 {
            return Err(
                Mistake::new(0..text.len(), "select.ranks").with("found", ranks.to_string())
            );
        }
        let mut at = 0;
        for (rank, row) in (1..=9).zip(text.split('/')) {
            let mut file = 9;
            let mut left = row;
            let uncovered = |covered: usize| {
                Mistake::new(at..at + row.len(), "select.rank")
                    .with("rank", rank.to_string())
                    .with("found", covered.to_string())
            };
            while let Some(first) = left.chars().next() {
                let here = at + row.len() - left.len();
                let (len, mask, squares) = match first {
                    '?' => (1, u32::MAX, 1),
                    '1'..='9' => (1, EMPTY, first as u8 - b'0'),
                    _ => {
                        let len = first.len_utf8() + usize::from(first == '+');
                        let name = left.get(..len).unwrap_or(left);
                        let end = here + name.len();
                        let mask = piece(name).ok_or_else(|| no_piece(name, here..end))?;
                        (name.len(), mask, 1)
                    }
                };
                if squares > file {
                    return Err(uncovered(usize::from(9 - file + squares)));
                }
                for _ in 0..squares {
                    let square = Square::new(file, rank);
                    if mask != u32::MAX {
                        self.squares.extend(square.map(|it| (it, mask)));
                    }
                    file -= 1;
                }
                left = &left[len..];
            }
            if file > 0 {
                return Err(uncovered(usize::from(9 - file)));
            }
            at += row.len() + 1;
        }
        Ok(())
    }
}

fn square(text: &str, at: usize) -> Result<Square, Mistake> {
    let no_square = || Mistake::new(at..at + text.len(), "select.no_square").with("found", text);
    text.parse().map_err(|_| no_square())
}

/// The squares from one to another along a rank, a file or a diagonal.
fn stretch(from: Square, to: Square) -> Option<impl Iterator<Item = Square>> {
    let files = to.file().cast_signed() - from.file().cast_signed();
    let ranks = to.rank().cast_signed() - from.rank().cast_signed();
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = files.abs().max(ranks.abs());
    let along = move |start: u8, step: i8, at: i8| start.wrapping_add_signed(step.signum() * at);
    straight.then(|| {
        (0..=steps).filter_map(move |at| {
            Square::new(along(from.file(), files, at), along(from.rank(), ranks, at))
        })
    })
}

/// What may stand on a square: pieces divided by `|`.
fn pieces(text: &str, place: Range<usize>) -> Result<u32, Mistake> {
    let mut mask = 0;
    let mut at = place.start;
    for name in text.split('|') {
        mask |= match name {
            "-" => EMPTY,
            "?" => !EMPTY,
            "X" => 0xfffe,
            "x" => 0xfffe << 16,
            _ => piece(name).ok_or_else(|| no_piece(name, at..at + name.len()))?,
        };
        at += name.len() + 1;
    }
    Ok(mask)
}

/// The bit of a piece as SFEN has it.
fn piece(name: &str) -> Option<u32> {
    let (letter, promoted) = match *name.as_bytes() {
        [letter] => (letter, false),
        [b'+', letter] => (letter, true),
        _ => return None,
    };
    let kind = PieceKind::from_letter(letter)?;
    let kind = if promoted { kind.promoted()? } else { kind };
    let side = match letter.is_ascii_uppercase() {
        true => Color::Black,
        false => Color::White,
    };
    Some(1 << Piece::new(side, kind).raw())
}

fn no_piece(name: &str, place: Range<usize>) -> Mistake {
    Mistake::new(place, "select.no_piece")
        .with("found", name)
        .with("list", PIECES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    fn fits(pattern: &str, sfen: &str) -> bool {
        Pattern::parse(pattern)
            .unwrap()
            .fits(&sfen.parse().unwrap())
    }

    #[test]
    fn terms_mean_what_they_say() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        for (pattern, holds) in [
            ("7g=P 3c=p", true),
            ("7g=p", false),
            ("2h=R|+R", true),
            ("2h=B|+R", false),
            ("2h=B|R", true),
            ("5e=-", true),
            ("5e=?", false),
            ("5e=-|?", true),
            ("5g=X 5c=x", true),
            ("5g=x", false),
            ("1e-9e=-", true),
            ("9e-1e=- 5d-5f=-", true),
            ("1g-9g=P", true),
            ("1f-3h=X", false),
            ("hand.B>=1", false),
            ("hand.b=0 hand.P<1 hand.p<=0", true),
            ("hand.R<0", false),
            ("hand.R>0", false),
            ("turn=b", true),
            ("turn=w", false),
            ("check", false),
            ("????k????/9/9/9/9/9/9/9/????K????", false),
            (
                "????k????/?????????/?????????/9/9/9/PPPPPPPPP/?????????/????K????",
                true,
            ),
            ("  5i=K\t5a=k ", true),
        ] {
            assert_eq!(fits(pattern, start), holds, "{pattern}");
        }
        let promoted = "4k4/4+R4/9/9/9/9/9/9/4K4 w 2B3p 1";
        for (pattern, holds) in [
            ("5b=+R check hand.B>=2 hand.p=3", true),
            ("5b=R", false),
            ("4k4/4+R4/9/9/9/9/9/9/4K4", true),
            ("????k????/????+R????/9/9/9/9/9/9/4K4 turn=w", true),
            ("hand.B>2", false),
        ] {
            assert_eq!(fits(pattern, promoted), holds, "{pattern}");
        }
    }

    #[test]
    fn mistakes_have_their_place() {
        for (pattern, mark) in [
            ("", "^"),
            ("7g=P 9z=p", "     ^^"),
            ("7g=Q", "   ^"),
            ("7g=P|Q", "     ^"),
            ("7g=+G", "   ^^"),
            ("7g=", "   ^"),
            ("nonsense", "^^^^^^^^"),
            ("7g", "^^"),
            ("turn=x", "     ^"),
            ("hand.K=1", "     ^"),
            ("hand.B=x", "       ^"),
            ("hand.B=>1", "      ^^"),
            ("4g-5i=-", "^^^^^"),
            ("9/9/9", "^^^^^"),
            ("9/9/9/9/8/9/9/9/9", "        ^"),
            ("9/9/9/9/?9/9/9/9/9", "        ^^"),
            ("9/9/9/9/?q7/9/9/9/9", "         ^"),
            ("9/9/9/9/8+/9/9/9/9", "         ^"),
            ("5e=- 羽=P", "     ^^^^"),
        ] {
            let wrong = Pattern::parse(pattern).expect_err(pattern);
            let marked = wrong.mark(pattern);
            let line = marked.lines().nth(1).unwrap();
            assert_eq!(line.strip_prefix("  "), Some(mark), "{pattern}");
            assert!(!wrong.headline(Lang::En).contains('{'), "{pattern}");
        }
    }
}
