//! Writing: one record in any notation, and what the notation cannot hold as findings.
//!
//! A writer walks with [`Walk`], asks [`headers`] for the words of its family, and writes what it can; it counts
//! nothing. What is lost is worked out in one place, [`losses`], from the table in [`holds`], before the writer runs.
//! Lines end with LF; encodings and other line ends are for the caller.
//!
//! The writer of a notation is a function
//! `write(record, replay, options, out, findings)` in `format/<notation>/write.rs`, entered in the `match` below. It
//! pushes findings only for what a single move brings up (`ki2_origin`).

mod csa_version;
pub(in crate::notation) mod headers;
mod holds;
mod line;
mod losses;
mod walk;

pub use csa_version::CsaVersion;
pub use holds::{
    AnalysisKept, HeadersKept, Holds, Kept, NumberKept, TimesKept, holds, keeps_ending,
};
pub(in crate::notation) use line::shown_position;
pub use line::usi_token;
pub(in crate::notation) use walk::{Walk, What};

use super::{bod, csa, jkf, ki2, kif, usen};
use crate::finding::Findings;
use crate::record::{Format, Record};
use crate::replay::Replay;
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

impl WriteOptions {
    /// The version of CSA this record is written in.
    pub fn csa_version(&self, record: &Record) -> CsaVersion {
        self.csa_version
            .unwrap_or_else(|| CsaVersion::needed_by(record))
    }
}

/// Appends a record to `out` in a notation, with LF at the end of each line. What is not kept becomes findings.
///
/// A replay with [`variations`](crate::replay::ReplayOptions::variations) is needed for the notations that have them;
/// without a start position nothing but the headers can be written.
pub fn write(
    format: Format,
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    findings: &mut Findings,
) {
    losses::report(format, record, replay, options, findings);
    match format {
        Format::Sfen => line::sfen(record, replay, options, out),
        Format::Usi => line::usi(record, replay, options, out),
        Format::Kif => kif::write(record, replay, options, out, findings),
        Format::Ki2 => ki2::write(record, replay, options, out, findings),
        Format::Bod => bod::write(record, replay, options, out),
        Format::Csa => csa::write(record, replay, options, out),
        Format::Usen => usen::write(record, replay, options, out, findings),
        Format::Jkf => jkf::write(record, replay, options, out),
    }
}
