//! The start position of a CSA record: all pieces lie in a box, and position lines put them on squares or in hands.

use super::moves::{color, square};
use super::names;
use crate::finding::{Code, Fact, FactName, Finding, Findings};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Setup, Square};
use crate::text::Span;

/// The start position as far as it has been read.
#[derive(Debug)]
pub(super) struct Placing {
    /// Board and hands; the side to move is set at the end.
    setup: Setup,
    /// How many pieces of each kind are out of the box.
    used: [u8; 9],
    /// Whether PI was seen, and whether it took pieces off.
    even: Option<Span>,
    pub(super) removals: bool,
    /// The rows seen, bit `rank`.
    rows: u16,
    /// Who gets the rest of the pieces, and where that stands.
    all: Option<(Color, Span)>,
    /// Whether pieces are placed after that, which is said once.
    all_early: bool,
    /// Whether a line could not be read, so that there is no position.
    broken: bool,
    /// All position lines; none before the first.
    pub(super) span: Option<Span>,
}

impl Placing {
    pub(super) fn new() -> Placing {
        Placing {
            setup: Setup::empty(Color::Black),
            used: [0; 9],
            even: None,
            removals: false,
            rows: 0,
            all: None,
            all_early: false,
            broken: false,
            span: None,
        }
    }

    /// Reads a position line, `P` and what follows it; false when it is none.
    pub(super) fn line(&mut self, text: &str, at: usize, findings: &mut Findings) -> bool {
        match text.as_bytes() {
            [b'P', b'I', ..] => self.even(&text[2..], at + 2, findings),
            [b'P', rank @ b'1'..=b'9', ..] => {
                self.row(rank - b'0', &text[2..], at + 2, findings);
            }
            [b'P', sign @ (b'+' | b'-'), ..] => {
                let side = color(*sign).expect("a sign");
                self.pieces(side, &text[2..], at + 2, findings);
            }
            _ => return false,
        }
        let span = Span::new(at, at + text.len());
        self.span = Some(self.span.map_or(span, |first| first.to(span)));
        true
    }

    /// `PI` and the pieces that are taken off again.
    fn even(&mut self, text: &str, at: usize, findings: &mut Findings) {
        let span = Span::new(at - 2, at + text.len());
        if self.rows != 0 || self.even.is_some() {
            findings.push(Finding::new(Code::StartTwice, span));
            if self.rows != 0 {
                return;
            }
        }
        self.even = Some(span);
        self.clear_board();
        self.setup.board = Handicap::Even.setup().board;
        for piece in self.setup.board.into_iter().flatten() {
            self.used[piece.kind().base() as usize] += 1;
        }
        for (group, span) in groups(text, at) {
            let placed = group
                .and_then(|group| square(group[0], group[1]).zip(names::kind(group[2], group[3])));
            let Some((square, named)) = placed else {
                self.unreadable(span, text, findings);
                continue;
            };
            self.removals = true;
            match self.setup.board[square.index()] {
                None => findings.push(
                    Finding::new(Code::RemovalEmpty, span)
                        .with(FactName::Square, Fact::Square(square)),
                ),
                Some(piece) => {
                    if piece.kind() != named {
                        findings.push(
                            Finding::new(Code::RemovalMismatch, span)
                                .with(FactName::Square, Fact::Square(square))
                                .with(FactName::Piece, Fact::Piece(piece.kind()))
                                .with(FactName::Written, Fact::Piece(named)),
                        );
                    }
                    self.lift(square);
                }
            }
        }
    }

    /// One of the rows P1 to P9.
    fn row(&mut self, rank: u8, text: &str, at: usize, findings: &mut Findings) {
        let span = Span::new(at - 2, at + text.len());
        if self.even.take().is_some() {
            findings.push(Finding::new(Code::StartTwice, span));
            self.clear_board();
            self.removals = false;
        }
        if self.rows & 1 << rank != 0 {
            findings.push(
                Finding::new(Code::DuplicateRow, span)
                    .with(FactName::Row, Fact::Number(rank.into())),
            );
            for file in 1..=9 {
                self.lift(Square::new(file, rank).expect("on the board"));
            }
        }
        self.rows |= 1 << rank;
        let mut cells = [None; 9];
        match fixed_cells(text, &mut cells) {
            Some(()) => {}
            None => match loose_cells(text, &mut cells) {
                Ok(()) => {
                    findings.push(Finding::new(Code::LineForm, span).found(text, " * -HI * "));
                }
                Err(bad) => {
                    let bad = bad.min(text.len());
                    let found = Span::new(at + bad, at + text.len());
                    findings.push(
                        Finding::new(Code::BadRow, found)
                            .found(&text[bad..], "nine cells, each +PP, -PP or blank")
                            .with(FactName::Row, Fact::Number(rank.into())),
                    );
                    self.broken = true;
                    return;
                }
            },
        }
        for (file, cell) in (1..=9).rev().zip(cells) {
            let Some((piece, offset)) = cell else {
                continue;
            };
            let square = Square::new(file, rank).expect("on the board");
            let offset: usize = offset;
            self.put(
                square,
                piece,
                Span::new(at + offset, at + offset + 3),
                findings,
            );
        }
    }

    /// `P+` or `P-` and single pieces: on squares, in hand, or all the rest.
    fn pieces(&mut self, side: Color, text: &str, at: usize, findings: &mut Findings) {
        for (group, span) in groups(text, at) {
            let Some(mut group) = group else {
                self.unreadable(span, text, findings);
                continue;
            };
            if group[0] == b'O' || group[1] == b'O' {
                findings.push(Finding::new(Code::LetterForZero, span));
                group[0] = if group[0] == b'O' { b'0' } else { group[0] };
                group[1] = if group[1] == b'O' { b'0' } else { group[1] };
            }
            if group == *b"00AL" {
                self.deal_later(side, span, findings);
                continue;
            }
            if let Some((_, all)) = self.all
                && !self.all_early
            {
                findings.push(Finding::new(Code::AllNotLast, all));
                self.all_early = true;
            }
            let kind = names::kind(group[2], group[3]);
            match (kind, square(group[0], group[1])) {
                (Some(kind), Some(square)) => {
                    self.put(square, Piece::new(side, kind), span, findings);
                }
                (Some(kind), None) if group[..2] == *b"00" => {
                    self.put_in_hand(side, kind, span, findings);
                }
                _ => self.unreadable(span, text, findings),
            }
        }
    }

    /// `00AL`: the rest goes into this hand once everything else is placed.
    fn deal_later(&mut self, side: Color, span: Span, findings: &mut Findings) {
        if self.all.is_some() {
            findings.push(Finding::new(Code::AllNotLast, span));
        } else {
            self.all = Some((side, span));
        }
    }

    fn put(&mut self, square: Square, piece: Piece, span: Span, findings: &mut Findings) {
        if self.setup.board[square.index()].is_some() {
            findings.push(
                Finding::new(Code::SquareTaken, span).with(FactName::Square, Fact::Square(square)),
            );
            self.lift(square);
        }
        if self.take_from_box(piece.kind(), span, findings) {
            self.setup.board[square.index()] = Some(piece);
        }
    }

    fn put_in_hand(&mut self, side: Color, kind: PieceKind, span: Span, findings: &mut Findings) {
        if kind == PieceKind::King {
            findings.push(Finding::new(Code::KingInHand, span));
            return;
        }
        if kind.is_promoted() {
            findings.push(
                Finding::new(Code::PromotedInHand, span).with(FactName::Piece, Fact::Piece(kind)),
            );
        }
        if self.take_from_box(kind, span, findings) {
            self.setup.hands[side].add(kind.base());
        }
    }

    /// Takes a piece out of the box, if one is left.
    fn take_from_box(&mut self, kind: PieceKind, span: Span, findings: &mut Findings) -> bool {
        let used = &mut self.used[kind.base() as usize];
        if *used >= kind.total() {
            findings.push(
                Finding::new(Code::BoxEmpty, span)
                    .with(FactName::Piece, Fact::Piece(kind.base()))
                    .with(FactName::Limit, Fact::Number(kind.total().into())),
            );
            return false;
        }
        *used += 1;
        true
    }

    /// Puts the piece on a square back into the box.
    fn lift(&mut self, square: Square) {
        if let Some(piece) = self.setup.board[square.index()].take() {
            self.used[piece.kind().base() as usize] -= 1;
        }
    }

    fn clear_board(&mut self) {
        for square in Square::all() {
            self.lift(square);
        }
    }

    fn unreadable(&mut self, span: Span, text: &str, findings: &mut Findings) {
        self.broken = true;
        findings.push(
            Finding::new(Code::BadRow, span)
                .found(text, "a square (or 00) and a piece name, such as 82HI"),
        );
    }

    /// The position with this side to move; none when a line could not be read.
    pub(super) fn finish(&mut self, turn: Color, findings: &mut Findings) -> Option<Setup> {
        let span = self.span.unwrap_or_default();
        if self.rows != 0 {
            for rank in (1..=9).filter(|rank| self.rows & 1 << rank == 0) {
                findings.push(
                    Finding::new(Code::MissingRow, span)
                        .with(FactName::Row, Fact::Number(rank.into())),
                );
            }
        }
        if let Some((side, _)) = self.all {
            for kind in PieceKind::HAND {
                // The rows of a board may hold more than there is.
                let left = kind.total().saturating_sub(self.used[kind as usize]);
                let held = self.setup.hands[side].count(kind);
                self.setup.hands[side].set(kind, held + left);
            }
        }
        self.setup.turn = turn;
        (!self.broken).then(|| self.setup.clone())
    }

    /// Whether this is the even start without a change.
    pub(super) fn is_even(&self) -> bool {
        self.even.is_some()
            && !self.removals
            && self.setup.board == Handicap::Even.setup().board
            && Color::BOTH
                .into_iter()
                .all(|color| self.setup.hands[color].is_empty())
    }

    /// The handicap this is when White moves first.
    pub(super) fn handicap(&self) -> Option<Handicap> {
        let mut setup = self.setup.clone();
        setup.turn = Color::White;
        Handicap::of(&setup)
    }
}

/// The groups of four characters with their places; what is no such group comes as its place alone.
fn groups(text: &str, at: usize) -> impl Iterator<Item = (Option<[u8; 4]>, Span)> + '_ {
    let bytes = text.as_bytes();
    let mut next = 0;
    std::iter::from_fn(move || {
        while bytes.get(next).is_some_and(u8::is_ascii_whitespace) {
            next += 1;
        }
        let start = next;
        let rest = bytes.get(start..).filter(|rest| !rest.is_empty())?;
        let group = rest.first_chunk::<4>().filter(|group| group.is_ascii());
        next = if group.is_some() {
            start + 4
        } else {
            bytes.len()
        };
        Some((group.copied(), Span::new(at + start, at + next)))
    })
}

type Cells = [Option<(Piece, usize)>; 9];

/// Cells of three characters each; trailing blanks may be lost. None when the row is of another make.
fn fixed_cells(text: &str, cells: &mut Cells) -> Option<()> {
    let bytes = text.as_bytes();
    let whole = bytes.len() == 27 || (25..27).contains(&bytes.len()) && bytes.ends_with(b"*");
    if !whole || !text.is_ascii() {
        return None;
    }
    for (number, cell) in cells.iter_mut().enumerate() {
        let part = &bytes[number * 3..bytes.len().min(number * 3 + 3)];
        *cell = match *part {
            [sign @ (b'+' | b'-'), first, second] => {
                let piece = Piece::new(color(sign)?, names::kind(first, second)?);
                Some((piece, number * 3))
            }
            _ if part.iter().any(|byte| matches!(byte, b'+' | b'-')) => return None,
            _ => None,
        };
    }
    Some(())
}

/// Cells with any blanks between them; an error tells at which byte.
fn loose_cells(text: &str, cells: &mut Cells) -> Result<(), usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut count = 0;
    loop {
        while bytes
            .get(at)
            .is_some_and(|byte| matches!(byte, b' ' | b'\t'))
        {
            at += 1;
        }
        let cell = match bytes.get(at) {
            None if count == 9 => return Ok(()),
            None => return Err(at),
            Some(_) if count == 9 => return Err(at),
            Some(b'*') => {
                at += 1;
                None
            }
            Some(&sign) => {
                let name = bytes.get(at + 1).copied().zip(bytes.get(at + 2).copied());
                let kind = name.and_then(|(first, second)| names::kind(first, second));
                let piece = color(sign).zip(kind).ok_or(at)?;
                at += 3;
                Some((Piece::new(piece.0, piece.1), at - 3))
            }
        };
        cells[count] = cell;
        count += 1;
    }
}
