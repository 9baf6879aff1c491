//! An SVG document in the making: shapes go in, and what they share is defined once at the end.

use std::collections::BTreeSet;
use std::fmt::{Arguments, Write};

use super::glyph::{advance, glyph, width};
use super::look::{Palette, PieceSet};
use super::piece::{self, BODY};
use crate::shogi::PieceKind;
use crate::text::is_hidden;

/// Where a line of text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// Shapes drawn so far.
#[derive(Debug)]
pub(super) struct Canvas {
    body: String,
    set: PieceSet,
    glyphs: BTreeSet<char>,
    kinds: BTreeSet<PieceKind>,
}

impl Canvas {
    pub(super) fn new(set: PieceSet) -> Canvas {
        Canvas {
            body: String::with_capacity(16 * 1024),
            set,
            glyphs: BTreeSet::new(),
            kinds: BTreeSet::new(),
        }
    }

    /// Adds markup as it is.
    pub(super) fn put(&mut self, markup: Arguments<'_>) {
        let _ = self.body.write_fmt(markup);
        self.body.push('\n');
    }

    /// Adds a piece with its middle at `x`, `y`; `turned` when it faces down.
    pub(super) fn piece(
        &mut self,
        kind: PieceKind,
        x: f32,
        y: f32,
        turned: bool,
        palette: &Palette,
    ) {
        self.kinds.insert(kind);
        let ink = if kind.is_promoted() {
            palette.promoted
        } else {
            palette.ink
        };
        let turn = if turned { " rotate(180)" } else { "" };
        let id = piece::id(kind);
        let set = self.set.name();
        self.put(format_args!(
            r##"<g transform="translate({x} {y}){turn}"><use href="#b-{id}"/><use href="#{set}-{id}" fill="{ink}"/></g>"##
        ));
    }

    /// Adds a line of text, `size` high, in the present colour. Characters that are not drawn leave a gap.
    pub(super) fn text(&mut self, text: &str, x: f32, y: f32, size: f32, anchor: Anchor) {
        let scale = size / 100.0;
        let mut at = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width(text) * scale / 2.0,
        };
        for character in text.chars() {
            let drawn = drawn_as(character);
            let advance = advance(character);
            if let Some(glyph) = glyph(drawn) {
                self.glyphs.insert(drawn);
                let left = at + (advance - glyph.advance) * scale / 2.0;
                let top = y - size / 2.0;
                self.put(format_args!(
                    r##"<use href="#g-{:x}" transform="translate({left:.1} {top:.1}) scale({scale})"/>"##,
                    drawn as u32
                ));
            }
            at += advance * scale;
        }
    }

    /// The shapes alone, without what they share.
    pub(super) fn shapes(self) -> String {
        self.body
    }

    /// The document.
    pub(super) fn finish(
        self,
        (width, height): (f32, f32),
        words: &Words<'_>,
        palette: &Palette,
    ) -> String {
        let mut out = String::with_capacity(self.body.len() + 32 * 1024);
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title desc">"#
        );
        let _ = writeln!(out, r#"<title id="title">{}</title>"#, escape(words.title));
        let _ = writeln!(
            out,
            r#"<desc id="desc">{}</desc>"#,
            escape(words.description)
        );
        let _ = writeln!(
            out,
            r#"<rect width="{width}" height="{height}" fill="{}"/>"#,
            palette.paper
        );
        out.push_str("<defs>\n");
        for &character in &self.glyphs {
            define_glyph(&mut out, character);
        }
        for &kind in &self.kinds {
            define_body(&mut out, kind, palette);
            define_face(&mut out, self.set, kind);
        }
        out.push_str("</defs>\n");
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// Adds a glyph to the definitions.
pub(super) fn define_glyph(out: &mut String, character: char) {
    if let Some(glyph) = glyph(character) {
        let _ = writeln!(
            out,
            r#"<path id="g-{:x}" d="{}"/>"#,
            character as u32, glyph.path
        );
    }
}

/// Adds the outline of a piece to the definitions.
pub(super) fn define_body(out: &mut String, kind: PieceKind, palette: &Palette) {
    let (id, scale) = (piece::id(kind), piece::scale(kind));
    let _ = writeln!(
        out,
        r#"<path id="b-{id}" d="{BODY}" transform="scale({scale})" fill="{}" stroke="{}" stroke-width="1.6" stroke-linejoin="round"/>"#,
        palette.piece, palette.edge
    );
}

/// Adds what stands on a piece to the definitions.
pub(super) fn define_face(out: &mut String, set: PieceSet, kind: PieceKind) {
    let _ = writeln!(
        out,
        r#"<g id="{}-{}" transform="scale({})">{}</g>"#,
        set.name(),
        piece::id(kind),
        piece::scale(kind),
        piece::face(set, kind)
    );
}

/// What a picture says to those who do not see it.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// One line.
    pub title: &'a str,
    /// The whole position.
    pub description: &'a str,
}

/// The drawn character for one that only differs in width.
fn drawn_as(character: char) -> char {
    match character {
        '１'..='９' => char::from(b'1' + (character as u32 - '１' as u32) as u8),
        _ => character,
    }
}

/// Text as XML allows it: markup escaped, control characters gone, marks that change the direction of text as well.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(character),
            _ if is_hidden(character) => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            escape("<script>\"a\" & 'b'</script>\u{202e}\u{1b}[2J"),
            "&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;\u{fffd}\u{fffd}[2J"
        );
    }
}
