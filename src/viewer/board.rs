//! A board in lines of the terminal.

use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::diagram::{Look, PieceSet, text};
use crate::shogi::{Color, Move, Position};

/// The width of the board with its frame and the names of the ranks.
pub(crate) const WIDE: u16 = 9 * text::CELL as u16 + 5;

/// How boards look: in letters where kanji cannot be shown.
pub(crate) fn fitted(mut look: Look, ascii: bool) -> Look {
    if ascii && look.pieces.is_japanese() {
        look.pieces = PieceSet::Letters;
    }
    look
}

/// The files, the frame and the nine ranks; the squares of a move are marked.
pub(crate) fn board(position: &Position, marked: Option<Move>, look: Look) -> Vec<Line<'static>> {
    let edge = format!("+{}+", "-".repeat(9 * text::CELL));
    let mut lines = vec![
        Line::raw(format!(" {}", text::files(look))),
        Line::raw(edge.clone()),
    ];
    for row in 0..9 {
        let mut spans = vec![Span::raw("|")];
        let mut name = String::new();
        for column in 0..9 {
            let Some(square) = text::square_at(look, column, row) else {
                continue;
            };
            name = text::rank(look.pieces, square.rank());
            let piece = position.piece_at(square);
            let mut style = Style::new();
            if piece.is_some_and(|it| it.kind().is_promoted()) {
                style = style.fg(Ink::Red);
            }
            if piece.is_some_and(|it| it.color() == Color::Black) {
                style = style.add_modifier(Modifier::BOLD);
            }
            if marked.is_some_and(|mv| mv.to() == square) {
                style = style.add_modifier(Modifier::REVERSED);
            } else if marked.is_some_and(|mv| mv.from() == Some(square)) {
                style = style.add_modifier(Modifier::UNDERLINED);
            }
            spans.push(Span::styled(text::cell(look.pieces, piece), style));
        }
        spans.push(Span::raw(format!("|{name}")));
        lines.push(Line::from(spans));
    }
    lines.push(Line::raw(edge));
    lines
}
