//! SFEN as people and programs write it: the canonical form, and what can be understood beyond it.
//!
//! The canonical form itself is the literal of [`Setup`].

use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::shogi::{Color, Hand, Piece, PieceKind, Setup, Square};
use crate::text::Span;

/// The fields of an SFEN: what stands in the text and where that begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct Field<'a> {
    pub(in crate::notation) text: &'a str,
    pub(in crate::notation) at: usize,
}

impl Field<'_> {
    pub(in crate::notation) fn span(self) -> Span {
        Span::new(self.at, self.at + self.text.len())
    }

    /// A fault at the byte `offset`.
    fn fault(self, offset: usize, cause: &'static str) -> Finding {
        let offset = offset.min(self.text.len());
        let rest = self.text.get(offset..).unwrap_or_default();
        let len = rest.chars().next().map_or(0, char::len_utf8);
        let start = self.at + offset;
        Finding::new(Code::BadSfen, Span::new(start, start + len))
            .with(FactName::Text, Fact::Text(self.text.to_owned()))
            .with(FactName::Cause, Fact::Word(cause))
    }

    /// Another form than the canonical one.
    fn form(self, expected: &str) -> Finding {
        Finding::new(Code::SfenForm, self.span()).found(self.text, expected)
    }
}

/// Reads the board. False when it cannot be read, which is then reported.
pub(in crate::notation) fn read_board(
    field: Field<'_>,
    setup: &mut Setup,
    findings: &mut Findings,
) -> bool {
    if let Some(code) = foreign(field.text) {
        let finding = Finding::new(code, field.span()).with(FactName::Count, ranks(field.text));
        findings.push(finding.with(FactName::Text, Fact::Text(field.text.to_owned())));
        return false;
    }
    let mut board = Board {
        rank: 1,
        file: 9,
        start: 0,
    };
    let mut promoted = false;
    let mut run = false;
    let mut split_run = false;
    for (offset, &byte) in field.text.as_bytes().iter().enumerate() {
        if promoted && !byte.is_ascii_alphabetic() {
            findings.push(field.fault(offset - 1, "sfen.plus"));
            return false;
        }
        match byte {
            b'/' => {
                if board.file != 0 || board.rank == 9 {
                    findings.push(board.miscounted(field));
                    return false;
                }
                board = Board {
                    rank: board.rank + 1,
                    file: 9,
                    start: offset + 1,
                };
                run = false;
                continue;
            }
            b'+' => promoted = true,
            b'1'..=b'9' => {
                split_run |= run;
                board.file = board.file.saturating_sub(i32::from(byte - b'0'));
            }
            _ => {
                let kind = PieceKind::from_letter(byte);
                let kind = if promoted {
                    kind.and_then(PieceKind::promoted)
                } else {
                    kind
                };
                let Some(kind) = kind else {
                    let cause = if promoted { "sfen.plus" } else { "sfen.letter" };
                    findings.push(field.fault(offset, cause));
                    return false;
                };
                if let Some(square) = board.square() {
                    setup.board[square.index()] = Some(Piece::new(side(byte), kind));
                }
                board.file = board.file.saturating_sub(1);
                promoted = false;
            }
        }
        run = byte.is_ascii_digit();
    }
    if promoted {
        findings.push(field.fault(field.text.len() - 1, "sfen.plus"));
        return false;
    }
    if board.file != 0 || board.rank != 9 {
        findings.push(board.miscounted(field));
        return false;
    }
    if split_run {
        findings.push(field.form("9"));
    }
    true
}

/// Where the next piece goes.
struct Board {
    rank: u8,
    file: i32,
    /// Where the rank begins.
    start: usize,
}

impl Board {
    fn square(&self) -> Option<Square> {
        Square::new(u8::try_from(self.file).ok()?, self.rank)
    }

    /// A rank of another number of squares than nine, or a board of another number of ranks.
    fn miscounted(&self, field: Field<'_>) -> Finding {
        if self.file == 0 {
            return field
                .fault(field.text.len(), "sfen.ranks")
                .with(FactName::Count, ranks(field.text))
                .note("sfen.ranks.text");
        }
        field
            .fault(self.start, "sfen.rank_sum")
            .with(
                FactName::Rank,
                Fact::Text(char::from(b'a' + self.rank - 1).to_string()),
            )
            .with(FactName::Count, Fact::Number(9 - i64::from(self.file)))
            .note("sfen.rank_sum.text")
    }
}

/// The number of ranks.
fn ranks(board: &str) -> Fact {
    let count = board.split('/').count();
    Fact::Number(i64::try_from(count).unwrap_or(i64::MAX))
}

/// Boards of other games: hands in brackets, another number of ranks that all have another number of squares.
fn foreign(board: &str) -> Option<Code> {
    if board.ends_with(']') && board.contains('[') {
        return Some(Code::FairyFen);
    }
    let ranks = board.split('/').count();
    // Eight or ten ranks are a slip; the games that exist have fewer or more.
    let other = (3..=7).contains(&ranks) || (11..=25).contains(&ranks);
    let even = other && board.split('/').all(|rank| width(rank) == Some(ranks));
    even.then_some(Code::OtherVariant)
}

/// How many squares a rank covers when numbers may have two digits.
fn width(rank: &str) -> Option<usize> {
    let mut squares: usize = 0;
    let mut number = 0;
    for byte in rank.bytes() {
        match byte {
            b'0'..=b'9' => number = number * 10 + usize::from(byte - b'0'),
            b'+' => {}
            b'A'..=b'Z' | b'a'..=b'z' => {
                squares += number + 1;
                number = 0;
            }
            _ => return None,
        }
        if number > 99 {
            return None;
        }
    }
    Some(squares + number)
}

/// Reads the side to move; `black`, `W` and the like are understood.
pub(in crate::notation) fn read_turn(
    field: Field<'_>,
    setup: &mut Setup,
    findings: &mut Findings,
) -> bool {
    let (turn, canonical) = match field.text {
        "b" => (Color::Black, "b"),
        "w" => (Color::White, "w"),
        "B" | "black" | "Black" | "sente" => (Color::Black, "b"),
        "W" | "white" | "White" | "gote" => (Color::White, "w"),
        _ => {
            findings.push(field.fault(0, "sfen.turn"));
            return false;
        }
    };
    if field.text != canonical {
        findings.push(field.form(canonical));
    }
    setup.turn = turn;
    true
}

/// Reads the hands, in any order and with any counts.
pub(in crate::notation) fn read_hands(
    field: Field<'_>,
    setup: &mut Setup,
    findings: &mut Findings,
) -> bool {
    if field.text == "-" {
        return true;
    }
    let mut canonical = true;
    let mut last = 0;
    let mut count = None::<u32>;
    for (offset, &byte) in field.text.as_bytes().iter().enumerate() {
        if byte.is_ascii_digit() {
            let sum = count.unwrap_or(0) * 10 + u32::from(byte - b'0');
            if sum > 255 {
                findings.push(field.fault(offset, "sfen.hand_count"));
                return false;
            }
            count = Some(sum);
            continue;
        }
        let kind = PieceKind::from_letter(byte).filter(|&kind| kind != PieceKind::King);
        let Some(kind) = kind else {
            findings.push(field.fault(offset, "sfen.hand_letter"));
            return false;
        };
        // Rook first and Black first is the canonical order, each letter once, a count from two up.
        let place = 8 - kind as u8 + if byte.is_ascii_uppercase() { 0 } else { 8 };
        canonical &= place > last && count.is_none_or(|count| count >= 2);
        last = place;
        let hand: &mut Hand = &mut setup.hands[side(byte)];
        let more = count.take().unwrap_or(1) as u8;
        hand.set(kind, hand.count(kind).saturating_add(more));
    }
    if count.is_some() || field.text.is_empty() {
        findings.push(field.fault(field.text.len(), "sfen.hand_count"));
        return false;
    }
    if !canonical {
        findings.push(field.form("R B G S N L P r b g s n l p"));
    }
    true
}

/// Reads the number of the next move; what is no number is as if it were not there.
pub(in crate::notation) fn read_number(
    field: Field<'_>,
    setup: &mut Setup,
    findings: &mut Findings,
) {
    let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
    match field.text.parse::<u32>() {
        Ok(number) if number > 0 && digits => {
            setup.ply = number;
            if field.text.starts_with('0') {
                findings.push(field.form("1 2 3 …"));
            }
        }
        _ => findings.push(field.form("1 2 3 …")),
    }
}

/// The hands are missing: read as empty.
pub(in crate::notation) fn missing_hands(at: Span, findings: &mut Findings) {
    findings.push(Finding::new(Code::SfenForm, at).found("", "-"));
}

/// The side to move is missing.
pub(in crate::notation) fn missing_turn(board: Field<'_>, findings: &mut Findings) {
    findings.push(board.fault(board.text.len(), "sfen.fields"));
}

/// More than one blank between two fields.
pub(in crate::notation) fn wide_blank(at: Span, findings: &mut Findings) {
    findings.push(Finding::new(Code::StraySpace, at).severity(Severity::Note));
}

fn side(letter: u8) -> Color {
    if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    }
}
