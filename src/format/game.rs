//! One game's share of a file: what is handed from the cutter to whoever reads it.

use crate::record::Format;
use crate::text::Decision;

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
    pub format: Option<Format>,
}
