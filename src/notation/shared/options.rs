//! How records are written.

use crate::text::Encoding;

/// How to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct WriteOptions {
    /// The version of CSA; by default 2.2, or 3.0 where the record needs it.
    pub csa_version: Option<CsaVersion>,
    /// Leave out the variations, on purpose.
    pub main_line: bool,
    /// For notations of one position: the position after this many moves; by default the last.
    pub ply: Option<u32>,
    /// What the text will be encoded in, for the notations that say so in a label.
    pub encoding: Encoding,
    /// USI: a last token for the ending (`resign`, `win`, `rep_draw` …), which not every reader takes.
    pub usi_specials: bool,
    /// SFEN: without the number of the move.
    pub sfen_no_ply: bool,
    /// JKF: only endings that the schema lists.
    pub jkf_schema: bool,
    /// JKF: presets that other programs do not know as boards.
    pub jkf_portable: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            csa_version: None,
            main_line: false,
            ply: None,
            encoding: Encoding::Utf8,
            usi_specials: false,
            sfen_no_ply: false,
            jkf_schema: false,
            jkf_portable: false,
        }
    }
}

/// A version of the CSA standard that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CsaVersion {
    /// V2.2 of 2008, which every program reads.
    V22,
    /// V3.0 of 2024: fractions of a second, more headers, `%MAX_MOVES`.
    V30,
}

impl CsaVersion {
    /// The number, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            CsaVersion::V22 => "2.2",
            CsaVersion::V30 => "3.0",
        }
    }
}
