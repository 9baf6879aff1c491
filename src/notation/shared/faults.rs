//! Findings that more than one reader makes.

use crate::finding::{Code, Finding};
use crate::text::Span;

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
pub(in crate::notation) fn unreadable_move(text: &str, place: Span, expected: &str) -> Finding {
    Finding::new(Code::BadSyntax, place).found(text, expected)
}
