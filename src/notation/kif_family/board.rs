//! The board diagram (BOD): rows, hands, the ply line.

use super::moves;
use super::signs::{IDEOGRAPHIC_SPACE, blanks, is_blank};
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::notation::shared::japanese::{self};
use crate::record::Target;
use crate::shogi::{Color, Hand, Piece, PieceKind, Square};
use crate::text::Span;

/// A diagram as far as it has been read.
#[derive(Debug)]
pub(crate) struct Diagram {
    /// The pieces, indexed by [`Square::index`].
    pub(crate) board: [Option<Piece>; Square::COUNT],
    /// How many rows were read, the surplus ones included.
    pub(crate) rows: u8,
    /// From the first row to the last.
    pub(crate) span: Span,
    /// Cells that cannot be read: they make the diagram unusable.
    pub(crate) bad_cells: Vec<Finding>,
    /// Rows that bear the name of another.
    pub(crate) other_names: Vec<Finding>,
    /// The plies played before the diagram, where it says so.
    pub(crate) ply: Option<u32>,
    /// Where the last move before the diagram went.
    pub(crate) last_to: Option<Square>,
    /// That move as it is written; empty where none is.
    pub(crate) last_move: Span,
}

impl Default for Diagram {
    fn default() -> Diagram {
        Diagram {
            board: [None; Square::COUNT],
            rows: 0,
            span: Span::default(),
            bad_cells: Vec::new(),
            other_names: Vec::new(),
            ply: None,
            last_to: None,
            last_move: Span::default(),
        }
    }
}

/// One-character signs of pieces on the board.
const GLYPHS: &[(char, PieceKind, bool)] = &[
    ('歩', PieceKind::Pawn, true),
    ('香', PieceKind::Lance, true),
    ('桂', PieceKind::Knight, true),
    ('銀', PieceKind::Silver, true),
    ('金', PieceKind::Gold, true),
    ('角', PieceKind::Bishop, true),
    ('飛', PieceKind::Rook, true),
    ('玉', PieceKind::King, true),
    ('と', PieceKind::ProPawn, true),
    ('杏', PieceKind::ProLance, true),
    ('圭', PieceKind::ProKnight, true),
    ('全', PieceKind::ProSilver, true),
    ('馬', PieceKind::Horse, true),
    ('龍', PieceKind::Dragon, true),
    ('王', PieceKind::King, true),
    ('竜', PieceKind::Dragon, true),
    ('仝', PieceKind::ProLance, false),
    ('今', PieceKind::ProKnight, false),
];

/// The canonical sign of a piece.
pub(crate) fn glyph(kind: PieceKind) -> char {
    let row = GLYPHS.iter().find(|row| row.1 == kind);
    row.map_or('・', |row| row.0)
}

/// Reads one row; `content` is what stands after its first bar.
pub(crate) fn row(text: &str, content: Span, diagram: &mut Diagram, findings: &mut Findings) {
    diagram.rows = diagram.rows.saturating_add(1);
    diagram.span = match diagram.rows {
        1 => content,
        _ => diagram.span.to(content),
    };
    let rank = diagram.rows;
    if rank > 9 {
        return;
    }
    let mut cells = Cells {
        text,
        at: content.start as usize,
        end: content.end as usize,
    };
    for file in (1..=9).rev() {
        let Some(cell) = cells.next_cell() else {
            let finding = cell_finding(text, cells.here(), rank, 10 - file);
            diagram.bad_cells.push(finding);
            return;
        };
        if let Some(code) = cell.odd {
            findings.push(Finding::new(code, cell.span).with(
                FactName::Text,
                Fact::Text(text[cell.span.range()].to_owned()),
            ));
        }
        if let Some(square) = Square::new(file, rank) {
            diagram.board[square.index()] = cell.piece;
        }
    }
    let rest = cells.rest();
    let after = rest.trim_start_matches(is_blank);
    let Some(after) = after.strip_prefix(['|', '｜']) else {
        if !after.is_empty() {
            let finding = cell_finding(text, cells.here(), rank, 10);
            diagram.bad_cells.push(finding);
        }
        return;
    };
    let after = after.trim_matches(is_blank);
    if let Some((found, ..)) = japanese::digit(after.as_bytes())
        && found != rank
    {
        let end = content.end as usize;
        let span = Span::new(end - after.len(), end);
        let expected = japanese::KANJI_DIGITS[usize::from(rank)];
        let finding = Finding::new(Code::BoardRank, span).found(after, expected);
        diagram.other_names.push(finding);
    }
}

fn cell_finding(text: &str, span: Span, rank: u8, cell: u8) -> Finding {
    Finding::new(Code::BoardCell, span)
        .found(&text[span.range()], "a piece or ・")
        .with(FactName::Row, Fact::Number(i64::from(rank)))
        .with(FactName::Cell, Fact::Number(i64::from(cell)))
}

struct Cell {
    piece: Option<Piece>,
    span: Span,
    odd: Option<Code>,
}

struct Cells<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl Cells<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..self.end]
    }

    /// The character at which reading stands.
    fn here(&self) -> Span {
        let len = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + len)
    }

    /// The next cell: a sign of the side and a piece, or nothing on the square.
    fn next_cell(&mut self) -> Option<Cell> {
        let start = self.at;
        if self.rest().starts_with(" \u{3000}") {
            // An empty square that somebody left blank.
            self.at += " \u{3000}".len();
            return Some(Cell {
                piece: None,
                span: Span::new(start, self.at),
                odd: Some(Code::BoardGlyph),
            });
        }
        let mut color = None;
        let mut odd = None;
        let mut blank = false;
        let mut chars = self.rest().chars();
        let mut next = chars.next()?;
        while is_blank(next) {
            blank = true;
            next = chars.next()?;
        }
        if matches!(next, 'v' | 'V' | 'ｖ' | 'Ｖ' | '^' | '+') {
            color = Some(if matches!(next, '^' | '+') {
                Color::Black
            } else {
                Color::White
            });
            if next != 'v' {
                odd = Some(Code::BoardPrefix);
            }
            next = chars.next()?;
        } else if !blank {
            odd = Some(Code::BoardPrefix);
        }
        let piece = match next {
            '・' => None,
            '･' | '．' | '.' | '*' | '＊' => {
                odd = Some(Code::BoardGlyph);
                None
            }
            '成' => {
                odd = Some(Code::BoardGlyph);
                let base = chars.next()?;
                let kind = GLYPHS.iter().find(|row| row.0 == base)?.1;
                Some(Piece::new(color.unwrap_or(Color::Black), kind.promoted()?))
            }
            glyph => {
                let (_, kind, usual) = GLYPHS.iter().find(|row| row.0 == glyph)?;
                if !usual {
                    odd = Some(Code::BoardGlyph);
                }
                Some(Piece::new(color.unwrap_or(Color::Black), *kind))
            }
        };
        self.at = self.end - chars.as_str().len();
        Some(Cell {
            piece,
            span: Span::new(start, self.at),
            odd,
        })
    }
}

/// Reads the pieces of a hand; none when something in it cannot be held.
pub(crate) fn hand(text: &str, value: Span, findings: &mut Findings) -> Option<Hand> {
    let line = &text[value.range()];
    let bytes = line.as_bytes();
    let mut hand = Hand::EMPTY;
    if matches!(line, "なし" | "無し" | "ナシ") {
        return Some(hand);
    }
    let mut at = 0;
    let mut separated = true;
    let mut glued = false;
    let mut odd_count = false;
    while at < bytes.len() {
        let gap = blanks(&bytes[at..]);
        at += gap;
        separated |= gap > 0;
        if at == bytes.len() {
            break;
        }
        let rest = &bytes[at..];
        let found = japanese::piece(rest);
        let Some((kind, len, _)) = found.filter(|it| PieceKind::HAND.contains(&it.0)) else {
            let end = line[at..].chars().next().map_or(0, char::len_utf8);
            let start = value.start as usize + at;
            findings.push(
                Finding::new(Code::BoardHand, Span::new(start, start + end))
                    .found(&line[at..], "飛 角 金 銀 桂 香 歩"),
            );
            return None;
        };
        glued |= !separated;
        at += len;
        let mut count = 1;
        if let Some((value, len, canonical)) = japanese::count(&bytes[at..]) {
            odd_count |= !canonical;
            at += len;
            count = value;
        }
        let before = hand.count(kind);
        odd_count |= before > 0;
        hand.set(kind, before.saturating_add(count));
        separated = false;
    }
    if glued {
        findings.push(Finding::new(Code::HandSeparator, value).found(line, IDEOGRAPHIC_SPACE));
    }
    if odd_count {
        findings.push(
            Finding::new(Code::HandCount, value).with(FactName::Text, Fact::Text(line.into())),
        );
    }
    Some(hand)
}

/// Reads `手数＝N  ▲６二角成  まで`; `rest` is what stands after the sign.
pub(crate) fn ply_line(text: &str, rest: Span, diagram: &mut Diagram, findings: &mut Findings) {
    let bytes = text[rest.range()].as_bytes();
    let at = blanks(bytes);
    let Some((number, len)) = japanese::number(&bytes[at..]) else {
        findings.push(
            Finding::new(Code::LineForm, rest).found(&text[rest.range()], "a number of plies"),
        );
        return;
    };
    diagram.ply = Some(number);
    let at = at + len;
    let at = at + blanks(&bytes[at..]);
    if let Ok(reading) = moves::read(&bytes[at..])
        && let Target::Square(square) = reading.mv.to
    {
        diagram.last_to = Some(square);
        let start = rest.start as usize + at;
        diagram.last_move = Span::new(start, start + reading.len);
    }
}

/// Whether nine rows of nine squares were read; says what is wrong when not. Boards of other sizes belong to other games.
pub(crate) fn is_whole(diagram: &mut Diagram, findings: &mut Findings) -> bool {
    let code = match diagram.rows {
        9 if diagram.bad_cells.is_empty() => {
            for finding in diagram.other_names.drain(..) {
                findings.push(finding);
            }
            return true;
        }
        9 => {
            for finding in diagram.bad_cells.drain(..) {
                findings.push(finding);
            }
            return false;
        }
        5 | 12 => Code::OtherVariant,
        _ => Code::BoardRows,
    };
    let rows = Fact::Number(i64::from(diagram.rows));
    findings.push(Finding::new(code, diagram.span).with(FactName::Count, rows));
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand_of(text: &str) -> (Option<Hand>, Findings) {
        let mut findings = Findings::default();
        let found = hand(text, Span::new(0, text.len()), &mut findings);
        (found, findings)
    }

    #[test]
    fn hands_are_read_with_and_without_separators() {
        for text in ["飛二　角二　歩十七　", "飛二 角二 歩十七"] {
            let (hand, findings) = hand_of(text);
            let hand = hand.expect("a hand");
            assert_eq!(hand.count(PieceKind::Pawn), 17);
            assert_eq!(hand.count(PieceKind::Rook), 2);
            assert!(findings.list().is_empty());
        }
        let (hand, findings) = hand_of("飛二角二歩十七");
        assert_eq!(hand.expect("a hand").count(PieceKind::Bishop), 2);
        assert!(findings.has(Code::HandSeparator));
    }

    #[test]
    fn kings_and_promoted_pieces_are_no_hand() {
        for text in ["玉", "と二", "金　龍"] {
            let (hand, findings) = hand_of(text);
            assert_eq!(hand, None);
            assert!(findings.has(Code::BoardHand));
        }
    }

    #[test]
    fn a_row_with_a_missing_cell_is_reported() {
        let text = "| ・v玉|一";
        let mut diagram = Diagram::default();
        let mut findings = Findings::default();
        row(text, Span::new(1, text.len()), &mut diagram, &mut findings);
        diagram.rows = 9;
        assert!(!is_whole(&mut diagram, &mut findings));
        assert!(findings.has(Code::BoardCell));
    }
}
