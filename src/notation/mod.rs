//! The notations: telling them apart, cutting files into games, reading and writing.

mod bod;
mod csa;
mod cut;
mod detect;
mod dialect;
mod game;
mod head;
pub(crate) mod japanese;
mod jkf;
mod kakinoki;
mod ki2;
mod kif;
mod list;
mod repair;
mod usen;
mod usi;
mod write;

pub(crate) use csa::piece_name as csa_piece;
pub use cut::{Cutter, Section};
pub use detect::{detect, promised};
pub use dialect::dialect;
pub use game::Game;
pub(crate) use kakinoki::push_move as push_kif_move;
pub use repair::{Repair, RepairKind, Surroundings, repairs};
pub use write::{
    AnalysisKept, CsaVersion, HeadersKept, Holds, Kept, NumberKept, TimesKept, WriteOptions, holds,
    keeps_ending, usi_token, write,
};

use crate::finding::{Code, Finding, Findings};
use crate::record::{Format, Record};
use crate::text::Span;

/// Reads `record.text[..record.source_len]`, one game, in a notation. Never fails: what is wrong becomes findings,
/// and what can be understood becomes the record.
pub fn read(format: Format, record: &mut Record, findings: &mut Findings) {
    record.format = Some(format);
    match format {
        Format::Kif | Format::Bod => kif::read(record, findings),
        Format::Ki2 => ki2::read(record, findings),
        Format::Csa => csa::read(record, findings),
        Format::Sfen | Format::Usi => usi::read(record, findings),
        Format::Usen => usen::read(record, findings),
        Format::Jkf => jkf::read(record, findings),
    }
    record.order_remarks();
}

/// The finding that a text holds no record.
pub(crate) fn no_record(text: &str) -> Finding {
    let blank = |it: char| it.is_whitespace() || it == '\u{feff}';
    let blank = text.chars().all(blank);
    let code = if blank {
        Code::EmptyFile
    } else {
        Code::NotARecord
    };
    Finding::new(code, Span::default())
}

/// The finding that something stands where a move must but cannot be read. The place is that of the fault.
fn unreadable_move(text: &str, place: Span, expected: &str) -> Finding {
    Finding::new(Code::BadSyntax, place).found(text, expected)
}
