//! One board in a picture: grid, coordinates, pieces, the stands at its sides, the last move, a list of moves.

use std::fmt::Write;

use super::canvas::{Anchor, Canvas};
use super::look::{Look, Palette};
use crate::notation::japanese::kanji_number;
use crate::shogi::{Color, Hand, Move, Position, Square};

/// The width of a square.
pub(super) const WIDE: f32 = 60.0;
/// The height of a square: a little more, as on real boards.
pub(super) const HIGH: f32 = 66.0;
/// Where the board begins.
pub(super) const LEFT: f32 = 108.0;
/// The same from above.
pub(super) const TOP: f32 = 46.0;
/// Where it ends.
pub(super) const RIGHT: f32 = LEFT + 9.0 * WIDE;
/// The same from above.
pub(super) const BOTTOM: f32 = TOP + 9.0 * HIGH;
/// The middle of the stand at the left; the one at the right lies as far from its edge.
pub(super) const STAND: f32 = 52.0;
/// The height of a row of a stand.
pub(super) const ROW: f32 = 64.0;
/// How many moves stand in a column of the list, and the least room it takes.
const LIST_ROWS: usize = 27;
const LIST_WIDE: f32 = 150.0;

/// The width of a board with its stands.
pub(super) const FULL_WIDTH: f32 = RIGHT + 34.0 + STAND * 2.0;
/// Its height.
pub(super) const FULL_HEIGHT: f32 = BOTTOM + 18.0;
/// What a caption adds to it.
pub(super) const CAPTION: f32 = 40.0;

/// What a picture shows of one position.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that led to it, to be marked.
    pub last: Option<Move>,
    /// A line below it; only characters that are drawn appear.
    pub caption: String,
    /// The moves that led to it, to be listed beside it.
    pub moves: Vec<String>,
}

impl Board<'_> {
    /// The room it takes.
    pub(super) fn size(&self) -> (f32, f32) {
        let list = self.moves.len().div_ceil(LIST_ROWS) as f32 * self.column();
        let caption = if self.caption.is_empty() {
            0.0
        } else {
            CAPTION
        };
        (FULL_WIDTH + list, FULL_HEIGHT + caption)
    }

    /// The room a column of the list takes: the number, the longest move, and a gap.
    fn column(&self) -> f32 {
        let widths = self.moves.iter().map(|it| super::glyph::width(it) * 0.18);
        LIST_WIDE.max(42.0 + widths.fold(0.0, f32::max) + 14.0)
    }

    /// Draws it with its corner at 0, 0.
    pub(super) fn draw(&self, canvas: &mut Canvas, look: Look) {
        let palette = &look.theme.palette();
        canvas.put(format_args!(
            r#"<rect x="{LEFT}" y="{TOP}" width="{}" height="{}" fill="{}"/>"#,
            RIGHT - LEFT,
            BOTTOM - TOP,
            palette.board
        ));
        self.mark_last(canvas, look, palette);
        grid(canvas, palette);
        coordinates(canvas, look, palette);
        for square in Square::all() {
            if let Some(piece) = self.position.piece_at(square) {
                let (x, y) = middle(look, square);
                let turned = piece.color() != look.near();
                canvas.piece(piece.kind(), x, y + 0.8, turned, palette);
            }
        }
        for color in Color::BOTH {
            self.stand(canvas, look, palette, color);
        }
        canvas.put(format_args!(r#"<g fill="{}">"#, palette.text));
        canvas.text(
            &self.caption,
            f32::midpoint(LEFT, RIGHT),
            BOTTOM + 34.0,
            28.0,
            Anchor::Middle,
        );
        for (index, mv) in self.moves.iter().enumerate() {
            let x = FULL_WIDTH + (index / LIST_ROWS) as f32 * self.column();
            let y = TOP + (index % LIST_ROWS) as f32 * 22.0 + 11.0;
            let number = (index + 1).to_string();
            let offset = 34.0 - super::glyph::width(&number) * 0.16;
            canvas.text(&number, x + offset, y, 16.0, Anchor::Start);
            canvas.text(mv, x + 42.0, y, 18.0, Anchor::Start);
        }
        canvas.put(format_args!("</g>"));
    }

    fn mark_last(&self, canvas: &mut Canvas, look: Look, palette: &Palette) {
        let Some(mv) = self.last else { return };
        let marks = [(mv.from(), palette.origin), (Some(mv.to()), palette.target)];
        for (square, colour) in marks {
            let Some(square) = square else { continue };
            let (x, y) = middle(look, square);
            canvas.put(format_args!(
                r#"<rect x="{}" y="{}" width="{WIDE}" height="{HIGH}" fill="{colour}"/>"#,
                x - WIDE / 2.0,
                y - HIGH / 2.0
            ));
        }
    }

    /// A side's mark, whether it is to move, and its pieces in hand: below at the right for the near side.
    fn stand(&self, canvas: &mut Canvas, look: Look, palette: &Palette, color: Color) {
        let near = color == look.near();
        let hand = self.position.hand(color);
        let rows = hand.iter().count().max(2) as f32;
        let x = if near { FULL_WIDTH - STAND } else { STAND };
        let high = rows * ROW + 12.0;
        let (mark, top) = if near {
            (BOTTOM - high - 26.0, BOTTOM - high)
        } else {
            (TOP + 20.0, TOP + 46.0)
        };
        canvas.put(format_args!(
            r#"<rect x="{}" y="{top}" width="88" height="{high}" rx="5" fill="{}" stroke="{}"/>"#,
            x - 44.0,
            palette.board,
            palette.line
        ));
        canvas.put(format_args!(r#"<g fill="{}">"#, palette.text));
        let sign = if color == Color::Black { "☗" } else { "☖" };
        canvas.text(sign, x, mark, 34.0, Anchor::Middle);
        if self.position.turn() == color {
            canvas.put(format_args!(
                r#"<circle cx="{}" cy="{mark}" r="6" fill="{}"/>"#,
                x + 30.0,
                palette.promoted
            ));
        }
        canvas.put(format_args!("</g>"));
        draw_hand(canvas, look, palette, hand, (x, top + 6.0, near));
    }
}

/// The pieces in a hand, one kind a row, with their counts.
fn draw_hand(
    canvas: &mut Canvas,
    look: Look,
    palette: &Palette,
    hand: Hand,
    (x, top, near): (f32, f32, bool),
) {
    for (row, (kind, count)) in hand.iter().enumerate() {
        let y = top + (row as f32 + 0.5) * ROW;
        let (piece, number) = if count > 1 {
            (x - 14.0, x + 26.0)
        } else {
            (x, 0.0)
        };
        canvas.piece(kind, piece, y, !near, palette);
        if count < 2 {
            continue;
        }
        canvas.put(format_args!(r#"<g fill="{}">"#, palette.text));
        if look.pieces.is_japanese() && count < 100 {
            let digits = kanji_number(count);
            let half = digits.chars().count() as f32 / 2.0;
            for (at, digit) in digits.chars().enumerate() {
                let y = y + (at as f32 + 0.5 - half) * 22.0;
                canvas.text(
                    digit.encode_utf8(&mut [0; 4]),
                    number,
                    y,
                    21.0,
                    Anchor::Middle,
                );
            }
        } else {
            canvas.text(&count.to_string(), number, y, 27.0, Anchor::Middle);
        }
        canvas.put(format_args!("</g>"));
    }
}

/// The middle of a square in the picture.
fn middle(look: Look, square: Square) -> (f32, f32) {
    let (column, row) = look.place(square);
    (
        LEFT + (f32::from(column) + 0.5) * WIDE,
        TOP + (f32::from(row) + 0.5) * HIGH,
    )
}

fn grid(canvas: &mut Canvas, palette: &Palette) {
    let mut path = String::new();
    for step in 1..9_u8 {
        let (x, y) = (LEFT + f32::from(step) * WIDE, TOP + f32::from(step) * HIGH);
        let _ = write!(path, "M{x},{TOP}V{BOTTOM}M{LEFT},{y}H{RIGHT}");
    }
    canvas.put(format_args!(
        r#"<path d="{path}" stroke="{}" stroke-width="1.2" fill="none"/>"#,
        palette.line
    ));
    canvas.put(format_args!(
        r#"<rect x="{LEFT}" y="{TOP}" width="{}" height="{}" fill="none" stroke="{}" stroke-width="3"/>"#,
        RIGHT - LEFT,
        BOTTOM - TOP,
        palette.line
    ));
    for (column, row) in [(3.0, 3.0), (3.0, 6.0), (6.0, 3.0), (6.0, 6.0)] {
        canvas.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="3.6" fill="{}"/>"#,
            LEFT + column * WIDE,
            TOP + row * HIGH,
            palette.line
        ));
    }
}

/// Files above, ranks at the right: digits and kanji in the Japanese tradition, digits and letters elsewhere.
fn coordinates(canvas: &mut Canvas, look: Look, palette: &Palette) {
    canvas.put(format_args!(r#"<g fill="{}">"#, palette.text));
    for step in 1..=9_u8 {
        let Some(square) = Square::new(step, step) else {
            continue;
        };
        let (x, y) = middle(look, square);
        canvas.text(&step.to_string(), x, TOP - 18.0, 24.0, Anchor::Middle);
        let rank = if look.pieces.is_japanese() {
            kanji_number(step)
        } else {
            char::from(b'a' + step - 1).to_string()
        };
        let size = if look.pieces.is_japanese() {
            21.0
        } else {
            25.0
        };
        canvas.text(&rank, RIGHT + 18.0, y, size, Anchor::Middle);
    }
    canvas.put(format_args!("</g>"));
}
