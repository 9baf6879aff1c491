//! The glyphs: kanji, letters and digits as outlines, so that pictures need no font.
//!
//! The shapes are drawn for this project, stroke by stroke, in `glyphs.tsv`, on a square of 100 units.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::pen;

/// A drawn character.
#[derive(Debug)]
pub(super) struct Glyph {
    /// How far the next character stands, in hundredths of its height.
    pub(super) advance: f32,
    /// SVG path data.
    pub(super) path: String,
}

/// The glyph of a character, if it is drawn.
pub(super) fn glyph(character: char) -> Option<&'static Glyph> {
    static GLYPHS: OnceLock<HashMap<char, Glyph>> = OnceLock::new();
    GLYPHS
        .get_or_init(|| {
            include_str!("glyphs.tsv")
                .lines()
                .skip(1)
                .filter_map(read)
                .collect()
        })
        .get(&character)
}

/// How much room a character takes, in hundredths of the height of the line.
pub(super) fn advance(character: char) -> f32 {
    match character {
        ' ' => 40.0,
        '１'..='９' => 100.0,
        _ => glyph(character).map_or(50.0, |it| it.advance),
    }
}

/// The width of a text, in hundredths of its height.
pub(super) fn width(text: &str) -> f32 {
    text.chars().map(advance).sum()
}

fn read(line: &str) -> Option<(char, Glyph)> {
    let mut cells = line.split('\t');
    let character = cells.next()?.chars().next()?;
    let advance = cells.next()?.parse().ok()?;
    let weight = cells.next()?.parse().ok()?;
    let path = pen::outline(cells.next()?, weight)?;
    Some((character, Glyph { advance, path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_a_glyph() {
        for line in include_str!("glyphs.tsv").lines().skip(1) {
            assert!(read(line).is_some(), "{line}");
        }
    }
}
