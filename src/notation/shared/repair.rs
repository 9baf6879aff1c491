//! Repairs of a record's own text: what is damaged or written in a dialect, and what stands there in canonical form.
//!
//! A repair replaces a stretch of text; everything between repairs stays as it is. Whether the moves are still the same
//! afterwards is for the caller to see.

use crate::text::{Decision, Encoding, Span};

/// A stretch of text and what is to stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The stretch; empty where something is put in.
    pub span: Span,
    /// The new text.
    pub with: String,
    /// What it is about.
    pub kind: RepairKind,
}

/// Kinds of repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RepairKind {
    /// The label of the encoding.
    Label,
    /// A byte order mark inside the file.
    StrayMark,
    /// A line end.
    LineEnd,
    /// The form of a line: signs, blanks, joined statements.
    LineForm,
    /// A header's name or value.
    Header,
    /// A row of the board or a hand.
    Board,
    /// The line of the side to move.
    Turn,
    /// The number of a move.
    Number,
    /// The number of a variation.
    Variation,
    /// How a move is written.
    Move,
    /// How a time is written, or a total that does not add up.
    Clock,
    /// The closing word or the summary.
    Result,
    /// The whole record.
    Whole,
}

impl RepairKind {
    /// The key of its name for people in the catalogue.
    pub const fn word(self) -> &'static str {
        match self {
            RepairKind::Label => "fix.label",
            RepairKind::StrayMark => "fix.stray_mark",
            RepairKind::LineEnd => "fix.line_end",
            RepairKind::LineForm => "fix.line_form",
            RepairKind::Header => "fix.header",
            RepairKind::Board => "fix.board",
            RepairKind::Turn => "fix.turn",
            RepairKind::Number => "fix.number",
            RepairKind::Variation => "fix.variation",
            RepairKind::Move => "fix.move",
            RepairKind::Clock => "fix.clock",
            RepairKind::Result => "fix.result",
            RepairKind::Whole => "fix.whole",
        }
    }
}

/// The file around a record.
#[derive(Clone, Copy, Debug)]
pub struct RepairContext {
    /// How its bytes are read.
    pub decision: Decision,
    /// Its usual line end.
    pub line_end: &'static str,
    /// Whether the record is the first of its file.
    pub first: bool,
}

/// The name of an encoding in a label.
pub(in crate::notation) fn label_name(encoding: Encoding) -> String {
    match encoding {
        Encoding::Ascii | Encoding::Utf8 => "UTF-8".to_owned(),
        Encoding::ShiftJis => "Shift_JIS".to_owned(),
        other => other.name().to_uppercase(),
    }
}
