//! SFEN, the core's own literal for positions, in its strict and canonical form.
//!
//! What people write otherwise is read by the SFEN format, not here.

use std::fmt;
use std::str::FromStr;

use super::piece::SFEN;
use super::{Color, Piece, PieceKind, Position, Setup, Square};

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
        for rank in 1..=9 {
            self.push_sfen_rank(rank, out);
            out.push(if rank < 9 { '/' } else { ' ' });
        }
        self.push_sfen_rest(out);
    }

    /// Adds what SFEN has for a rank, 1 to 9, of the board. Whoever writes position after position keeps those that do
    /// not change.
    pub fn push_sfen_rank(&self, rank: u8, out: &mut String) {
        // Nine squares of at most two letters.
        let mut text = [0; 18];
        let mut len = 0;
        let mut put = |byte: u8| {
            text[len] = byte;
            len += 1;
        };
        let mut empty = 0;
        for file in (0..9).rev() {
            let raw = self.board[file * 9 + usize::from(rank - 1)];
            if raw == 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                put(b'0' + empty);
                empty = 0;
            }
            SFEN[usize::from(raw)].bytes().for_each(&mut put);
        }
        if empty > 0 {
            put(b'0' + empty);
        }
        out.push_str(str::from_utf8(&text[..len]).unwrap_or_default());
    }

    /// Adds what SFEN has after the board: side, hands, number of the next move.
    pub fn push_sfen_rest(&self, out: &mut String) {
        out.push_str(if self.turn() == Color::Black {
            "b "
        } else {
            "w "
        });
        if Color::BOTH
            .into_iter()
            .all(|color| self.hand(color).is_empty())
        {
            out.push('-');
        }
        for color in Color::BOTH {
            for (kind, count) in self.hand(color).iter() {
                if count > 1 {
                    push_number(u32::from(count), out);
                }
                out.push_str(Piece::new(color, kind).sfen());
            }
        }
        out.push(' ');
        push_number(self.ply(), out);
    }
}

/// Adds a number, without the detours of formatting.
fn push_number(number: u32, out: &mut String) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push((b'0' + (number % 10) as u8) as char);
}

/// Prints the canonical form, with the number of the next move.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(96);
        self.push_sfen(&mut text);
        f.write_str(&text)
    }
}
