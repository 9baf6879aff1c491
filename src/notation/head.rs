//! Where the moves of a game begin, found in its bytes: for those who want only the headers of many games.

use memchr::memchr;

use super::Game;
use crate::record::Notation;

/// How the lines of KI2 moves begin, in UTF-8 and `Shift_JIS`.
const MARKS: [&[u8]; 6] = [
    "▲".as_bytes(),
    "△".as_bytes(),
    "☗".as_bytes(),
    "☖".as_bytes(),
    b"\x81\xA3",
    b"\x81\xA2",
];

impl<'a> Game<'a> {
    /// The same game without its moves. What cannot be cut without reading it stays whole.
    #[must_use]
    pub fn head(self) -> Game<'a> {
        let begins: fn(&[u8]) -> bool = match self.notation {
            Some(Notation::Csa) => |line| match line {
                [b'+' | b'-', digit, ..] => digit.is_ascii_digit(),
                [first, ..] => *first == b'%',
                [] => false,
            },
            Some(Notation::Kif) => |line| {
                line.trim_ascii_start()
                    .first()
                    .is_some_and(u8::is_ascii_digit)
            },
            Some(Notation::Ki2) => |line| MARKS.iter().any(|mark| line.starts_with(mark)),
            _ => return self,
        };
        if self.decision.encoding.is_utf16() {
            return self;
        }
        let mut at = 0;
        while at < self.bytes.len() && !begins(&self.bytes[at..]) {
            at = match memchr(b'\n', &self.bytes[at..]) {
                Some(end) => at + end + 1,
                None => self.bytes.len(),
            };
        }
        Game {
            bytes: &self.bytes[..at],
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Decision, Encoding};

    fn head(notation: Notation, text: &str) -> &str {
        let game = Game {
            file: "",
            index: 1,
            line: 1,
            byte: 0,
            bytes: text.as_bytes(),
            decision: Decision::plain(Encoding::Utf8),
            notation: Some(notation),
        };
        std::str::from_utf8(game.head().bytes).expect("text")
    }

    #[test]
    fn the_head_ends_where_the_moves_begin() {
        assert_eq!(
            head(Notation::Csa, "N+A\nPI\n+\n+7776FU\n%TORYO\n"),
            "N+A\nPI\n+\n"
        );
        assert_eq!(head(Notation::Csa, "PI\n+\n%TORYO\n"), "PI\n+\n");
        assert_eq!(
            head(Notation::Kif, "先手：A\r\n   1 ７六歩(77)\r\n"),
            "先手：A\r\n"
        );
        assert_eq!(
            head(Notation::Ki2, "先手：A\n▲７六歩 △３四歩\n"),
            "先手：A\n"
        );
        assert_eq!(head(Notation::Kif, "先手：A"), "先手：A");
        assert_eq!(
            head(Notation::Usi, "startpos moves 7g7f"),
            "startpos moves 7g7f"
        );
    }
}
