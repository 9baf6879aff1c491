//! One game's share of a file: what is handed from the splitter to whoever reads it.

use crate::record::Notation;
use crate::text::{Decision, detect};

/// The bytes of one game and where they lie.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The file, as its path was given; `-` for standard input.
    pub file: &'a str,
    /// Which game of the file, from 1.
    pub index: u32,
    /// The line of the file where the bytes begin, from 1.
    pub line: u32,
    /// The offset in the file where the bytes begin.
    pub byte: u64,
    /// The bytes.
    pub bytes: &'a [u8],
    /// How they are to be read.
    pub decision: Decision,
    /// The notation; none when the bytes are no record.
    pub notation: Option<Notation>,
}

impl<'a> Game<'a> {
    /// The bytes of a whole file that holds one game in a notation that is known, in the encoding they seem to be in.
    pub fn whole(file: &'a str, bytes: &'a [u8], notation: Option<Notation>) -> Game<'a> {
        Game {
            file,
            index: 1,
            line: 1,
            byte: 0,
            bytes,
            decision: detect(bytes, true),
            notation,
        }
    }

    /// The bytes of a whole file that holds one game, in the notation and encoding they seem to be in.
    pub fn detected(file: &'a str, bytes: &'a [u8]) -> Game<'a> {
        let game = Game::whole(file, bytes, None);
        let notation = super::detect(bytes, &game.decision, super::promised(file));
        Game { notation, ..game }
    }

    /// Whether the bytes are only the beginning of something too long to be a game: a line of a list over 1 MiB,
    /// anything else over 16 MiB.
    pub fn is_overlong(&self) -> bool {
        self.bytes.len() > longest(self.notation)
    }
}

/// The most bytes a game may have.
pub(super) fn longest(notation: Option<Notation>) -> usize {
    if notation.is_some_and(Notation::is_line_based) {
        1 << 20
    } else {
        16 << 20
    }
}
