//! Pictures of positions as SVG and PNG, in every tradition of pieces, without any font; and boards as plain text.
//!
//! What is shown is chosen by the caller; this only draws. Words come in from outside, already in the reader's language.

#![expect(
    clippy::cast_precision_loss,
    reason = "rows, columns and digits are few; pictures need no exact numbers"
)]

mod board;
mod canvas;
mod embed;
mod glyph;
mod look;
mod pen;
mod piece;
#[cfg(feature = "png")]
mod png;
pub mod text;

pub use board::Board;
pub use canvas::{Words, escape};
pub use embed::{advances, fragment, layout, shapes, size};
pub use look::{Look, PieceSet, Theme};
#[cfg(feature = "png")]
pub use png::{PngError, png, png_with_text};

use canvas::Canvas;

/// How many boards stand side by side on a sheet.
const SHEET_COLUMNS: usize = 3;

/// A picture of one board, or of several on one sheet, as SVG.
pub fn svg(boards: &[Board<'_>], look: Look, words: &Words<'_>) -> String {
    let mut canvas = Canvas::new(look.pieces);
    let sizes = boards.iter().map(Board::size);
    let (wide, high) = sizes.fold((0.0_f32, 0.0_f32), |most, size| {
        (most.0.max(size.0), most.1.max(size.1))
    });
    for (index, board) in boards.iter().enumerate() {
        let (column, row) = (index % SHEET_COLUMNS, index / SHEET_COLUMNS);
        canvas.put(format_args!(
            r#"<g transform="translate({} {})">"#,
            column as f32 * wide,
            row as f32 * high
        ));
        board.draw(&mut canvas, look);
        canvas.put(format_args!("</g>"));
    }
    let columns = boards.len().min(SHEET_COLUMNS) as f32;
    let rows = boards.len().div_ceil(SHEET_COLUMNS) as f32;
    canvas.finish((wide * columns, high * rows), words, &look.theme.palette())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;

    fn picture(pieces: PieceSet, theme: Theme, flip: bool) -> String {
        let position: Position = "7nl/5+P1gk/6S2/7Pp/9/9/9/9/9 b RG18p 1".parse().unwrap();
        let board = Board {
            position: &position,
            last: Some("2d2c".parse().unwrap()),
            caption: String::from("12  ▲２三銀"),
            moves: vec![String::from("▲７六歩"), String::from("P*5e")],
        };
        let look = Look {
            pieces,
            theme,
            flip,
        };
        let words = Words {
            title: "<title>",
            description: "all of it",
        };
        svg(&[board], look, &words)
    }

    #[test]
    fn a_picture_stays_as_it_is() {
        insta::assert_snapshot!(picture(PieceSet::Kanji1, Theme::Light, false));
    }

    #[test]
    fn every_set_and_theme_makes_a_picture() {
        for set in PieceSet::ALL {
            for theme in Theme::ALL {
                let svg = picture(set, theme, true);
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
                assert!(!svg.contains("<text") && !svg.contains("<title>"));
                #[cfg(feature = "png")]
                assert!(png(&svg, 0.2).unwrap().starts_with(b"\x89PNG"));
            }
        }
    }

    #[test]
    fn without_colours_nothing_is_red() {
        let svg = picture(PieceSet::Western, Theme::Print, false);
        assert!(!svg.contains(Theme::Light.palette().promoted));
    }

    #[test]
    fn long_moves_have_room_in_their_column() {
        let start = Position::startpos();
        let wide = |mv: &str| {
            let board = Board {
                position: &start,
                last: None,
                caption: String::new(),
                moves: vec![mv.to_owned(); 60],
            };
            board.size().0
        };
        assert!(wide("▲５二歩不成(53)") >= wide("P-7f") + 3.0 * 20.0);
    }

    #[test]
    fn many_boards_share_one_sheet() {
        let start = Position::startpos();
        let board = Board {
            position: &start,
            last: None,
            caption: String::new(),
            moves: Vec::new(),
        };
        let words = Words {
            title: "",
            description: "",
        };
        let svg = svg(&vec![board; 4], Look::default(), &words);
        assert_eq!(svg.matches(r#"id="kanji-K""#).count(), 1);
        assert_eq!(svg.matches("href=\"#kanji-K\"").count(), 8);
    }
}
