//! Boards inside a page: shapes that all of them share, a board made of these, and the measures by which a script can
//! draw further ones.

use super::board::{
    BOTTOM, Board, FULL_HEIGHT, FULL_WIDTH, HIGH, LEFT, RIGHT, ROW, STAND, TOP, WIDE,
};
use super::canvas::{Canvas, define_body, define_face, define_glyph};
use super::glyph::advance;
use super::look::{Look, PieceSet, Theme};
use crate::shogi::{Move, PieceKind, Position};

/// The characters around a board: coordinates, counts, the marks of the sides.
const AROUND: &str = "0123456789abcdefghi一二三四五六七八九十☗☖";

/// The definitions of every piece of every set, as `b-K` and `kanji-K`, and of the characters around a board.
pub fn shapes() -> String {
    let mut out = String::with_capacity(160 * 1024);
    let palette = Theme::Page.palette();
    for kind in PieceKind::ALL {
        define_body(&mut out, kind, &palette);
        for set in PieceSet::ALL {
            define_face(&mut out, set, kind);
        }
    }
    for character in AROUND.chars() {
        define_glyph(&mut out, character);
    }
    out
}

/// A board made of these shapes.
pub fn fragment(position: &Position, last: Option<Move>, look: Look) -> String {
    let mut canvas = Canvas::new(look.pieces);
    let board = Board {
        position,
        last,
        caption: String::new(),
        moves: Vec::new(),
    };
    board.draw(&mut canvas, look);
    canvas.shapes()
}

/// The width and height of a board.
pub fn size() -> (f32, f32) {
    (FULL_WIDTH, FULL_HEIGHT)
}

/// The measures of a board, by name.
pub fn layout() -> [(&'static str, f32); 9] {
    [
        ("wide", WIDE),
        ("high", HIGH),
        ("left", LEFT),
        ("top", TOP),
        ("right", RIGHT),
        ("bottom", BOTTOM),
        ("stand", STAND),
        ("row", ROW),
        ("width", FULL_WIDTH),
    ]
}

/// How much room the characters around a board take, in hundredths of their height.
pub fn advances() -> Vec<(String, f32)> {
    let characters = AROUND.chars();
    characters.map(|it| (it.to_string(), advance(it))).collect()
}
