//! SFEN, the core's own literal for positions, in its strict and canonical form.
//!
//! What people write otherwise is read by the SFEN format, not here.

use std::fmt;
use std::str::FromStr;

use super::piece::SFEN;
use super::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// Why a text is no SFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a position in SFEN: {0}")]
pub struct ParseSfenError(&'static str);

impl FromStr for Setup {
    type Err = ParseSfenError;

    fn from_str(text: &str) -> Result<Setup, ParseSfenError> {
        let mut fields = text.split(' ');
        let mut field = |what| {
            fields
                .next()
                .filter(|it| !it.is_empty())
                .ok_or(ParseSfenError(what))
        };
        let board = field("the board is missing")?;
        let turn = match field("the side to move is missing")? {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(ParseSfenError("the side to move must be b or w")),
        };
        let mut setup = Setup::empty(turn);
        read_board(board, &mut setup)?;
        read_hands(field("the hands are missing")?, &mut setup)?;
        if let Ok(number) = field("") {
            setup.ply = number
                .parse()
                .map_err(|_| ParseSfenError("the move number must be a number"))?;
        }
        match fields.next() {
            None => Ok(setup),
            Some(_) => Err(ParseSfenError("text after the move number")),
        }
    }
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), ParseSfenError> {
    const RANKS: ParseSfenError = ParseSfenError("nine ranks are expected");
    const UNCOVERED: ParseSfenError = ParseSfenError("a rank that does not cover nine squares");
    let (mut rank, mut file) = (1, 9);
    let mut promoted = false;
    for byte in text.bytes() {
        match byte {
            b'/' if file > 0 || promoted => return Err(UNCOVERED),
            b'/' if rank == 9 => return Err(RANKS),
            b'/' => (rank, file) = (rank + 1, 9),
            b'+' if !promoted => promoted = true,
            b'1'..=b'9' if !promoted && byte - b'0' <= file => file -= byte - b'0',
            _ => {
                let kind = PieceKind::from_letter(byte)
                    .ok_or(ParseSfenError("a letter that names no piece"))?;
                let kind = if promoted {
                    kind.promoted().ok_or(ParseSfenError(
                        "a plus before a piece that does not promote",
                    ))?
                } else {
                    kind
                };
                let square = Square::new(file, rank)
                    .ok_or(ParseSfenError("a rank of more than nine squares"))?;
                setup.board[square.index()] = Some(Piece::new(side(byte), kind));
                promoted = false;
                file -= 1;
            }
        }
    }
    match (rank, file, promoted) {
        (9, 0, false) => Ok(()),
        (9, ..) => Err(UNCOVERED),
        _ => Err(RANKS),
    }
}

fn read_hands(text: &str, setup: &mut Setup) -> Result<(), ParseSfenError> {
    if text == "-" {
        return Ok(());
    }
    let mut count = None::<u8>;
    for byte in text.bytes() {
        if byte.is_ascii_digit() {
            let digits = count
                .unwrap_or(0)
                .checked_mul(10)
                .and_then(|it| it.checked_add(byte - b'0'));
            count = Some(digits.ok_or(ParseSfenError("too many pieces in a hand"))?);
            continue;
        }
        let kind = PieceKind::from_letter(byte)
            .filter(|&kind| kind != PieceKind::King)
            .ok_or(ParseSfenError(
                "a hand that holds no piece that can be held",
            ))?;
        let hand = &mut setup.hands[side(byte)];
        hand.set(
            kind,
            hand.count(kind).saturating_add(count.take().unwrap_or(1)),
        );
    }
    if count.is_some() {
        return Err(ParseSfenError("a count without a piece"));
    }
    Ok(())
}

fn side(letter: u8) -> Color {
    if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    }
}

impl FromStr for Position {
    type Err = ParseSfenError;

    fn from_str(text: &str) -> Result<Position, ParseSfenError> {
        Ok(Position::from_setup(&text.parse()?))
    }
}

impl Position {
    /// Adds the canonical SFEN, with the number of the next move, to a text.
    pub fn push_sfen(&self, out: &mut String) {
        SfenText::of(self).push(self, out);
    }
}

/// The parts of a position in SFEN. Whoever writes position after position renews those that change.
#[derive(Clone, Debug)]
pub struct SfenText {
    /// The letters of each rank, with room for two that do not count, and how many do.
    ranks: [([u8; RANK + 2], usize); 9],
    /// The same for the hands.
    hands: ([u8; HANDS], usize),
}

/// The letters of each raw piece, and how many there are.
const LETTERS: [([u8; 2], u8); 32] = {
    let mut table = [([0; 2], 0); 32];
    let mut raw = 0;
    while raw < 32 {
        let letters = SFEN[raw].as_bytes();
        let mut at = 0;
        while at < letters.len() {
            table[raw].0[at] = letters[at];
            at += 1;
        }
        table[raw].1 = letters.len() as u8;
        raw += 1;
    }
    table
};
/// So many pieces of a raw kind in hand: `2P`, and how many letters that are.
const fn held(raw: usize, count: usize) -> ([u8; HELD_MOST], u8) {
    let mut letters = [0; HELD_MOST];
    let mut len = 0;
    let mut size = 100;
    while size > 0 && count > 1 {
        if count >= size {
            letters[len] = b'0' + (count / size % 10) as u8;
            len += 1;
        }
        size /= 10;
    }
    if count > 0 {
        letters[len] = SFEN[raw].as_bytes()[0];
        len += 1;
    }
    (letters, len as u8)
}

/// The most letters of one kind in hand: three digits, for files hold more than any game, and its own.
const HELD_MOST: usize = 4;

/// The same for the counts that games can have, by raw kind and count.
const HELD: [[([u8; HELD_MOST], u8); 19]; 32] = {
    let mut table = [[([0; HELD_MOST], 0); 19]; 32];
    let mut raw = 0;
    while raw < 32 {
        let mut count = 0;
        while count < 19 && !SFEN[raw].is_empty() {
            table[raw][count] = held(raw, count);
            count += 1;
        }
        raw += 1;
    }
    table
};
/// The most letters of a rank: nine squares of two.
const RANK: usize = 18;
/// The most letters of the hands.
const HANDS: usize = 14 * HELD_MOST;
/// The most letters that follow: two blanks around the side, one before the number of ten digits.
const REST: usize = 14;

impl SfenText {
    /// The text of a position.
    pub fn of(position: &Position) -> SfenText {
        let mut text = SfenText {
            ranks: [([0; RANK + 2], 0); 9],
            hands: ([0; HANDS], 0),
        };
        (1..=9).for_each(|rank| text.renew_rank(position, rank));
        text.renew_hands(position);
        text
    }

    /// Writes anew what a move changed that has just been made.
    pub fn renew(&mut self, position: &Position, mv: Move, captures: bool) {
        let rank = mv.to().rank();
        self.renew_rank(position, rank);
        match mv.from().map(Square::rank) {
            Some(left) if left != rank => self.renew_rank(position, left),
            _ => {}
        }
        if captures || mv.from().is_none() {
            self.renew_hands(position);
        }
    }

    /// Writes a rank, 1 to 9, anew.
    fn renew_rank(&mut self, position: &Position, rank: u8) {
        // Everything is written and the end moved on by what counts, for no branch could foresee what stands where.
        let (text, len) = &mut self.ranks[usize::from(rank - 1)];
        let mut end = 0;
        let mut empty = 0;
        for file in (0..9).rev() {
            let raw = usize::from(position.board[file * 9 + usize::from(rank - 1)]);
            let (letters, count) = LETTERS[raw];
            text[end] = b'0' + empty;
            end += usize::from(raw != 0 && empty != 0);
            text[end..end + 2].copy_from_slice(&letters);
            end += usize::from(count);
            empty = if raw == 0 { empty + 1 } else { 0 };
        }
        text[end] = b'0' + empty;
        *len = end + usize::from(empty != 0);
    }

    /// Writes the hands anew.
    fn renew_hands(&mut self, position: &Position) {
        let (text, len) = &mut self.hands;
        let mut end = 0;
        for color in Color::BOTH {
            let hand = position.hand(color);
            for kind in PieceKind::HAND.into_iter().rev() {
                let raw = usize::from(Piece::new(color, kind).raw());
                let count = usize::from(hand.count(kind));
                let (letters, more) = match HELD[raw].get(count) {
                    Some(&held) => held,
                    None => held(raw, count),
                };
                text[end..end + HELD_MOST].copy_from_slice(&letters);
                end += usize::from(more);
            }
        }
        if end == 0 {
            text[0] = b'-';
            end = 1;
        }
        *len = end;
    }

    /// Adds the whole, with the side to move and the number of the next move.
    pub fn push(&self, position: &Position, out: &mut String) {
        // Parts are copied whole, which is quicker than their letters alone.
        let mut text = [0; 9 * (RANK + 1) + HANDS + REST];
        let mut end = 0;
        for (letters, len) in &self.ranks {
            text[end..end + RANK].copy_from_slice(&letters[..RANK]);
            end += len;
            text[end] = b'/';
            end += 1;
        }
        text[end - 1] = b' ';
        text[end] = match position.turn {
            Color::Black => b'b',
            Color::White => b'w',
        };
        text[end + 1] = b' ';
        end += 2;
        let (letters, len) = &self.hands;
        text[end..end + HANDS].copy_from_slice(letters);
        end += len;
        text[end] = b' ';
        end += 1;
        let mut number = position.ply();
        let digits = number.checked_ilog10().map_or(1, |it| it as usize + 1);
        for at in (end..end + digits).rev() {
            text[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        end += digits;
        out.push_str(str::from_utf8(&text[..end]).unwrap_or_default());
    }
}

/// Prints the canonical form, with the number of the next move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(96);
        self.push_sfen(&mut text);
        f.write_str(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_any_size_are_written_as_they_are_read() {
        for count in 1..=u8::MAX {
            let digits = match count {
                1 => String::new(),
                _ => count.to_string(),
            };
            let text = format!("4k4/9/9/9/9/9/9/9/4K4 w 2RG{digits}Prb{digits}l 1");
            let position: Position = text.parse().unwrap();
            assert_eq!(position.to_string(), text);
        }
    }
}
