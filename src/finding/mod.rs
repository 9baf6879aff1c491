//! Findings: what is wrong with a record, as a code, a place and typed facts. Words are put to them when they are shown.

mod code;
mod explain;
mod fact_name;
mod message;
mod severity;
mod table;
pub mod terms;

pub use explain::{Page, explain};
pub use fact_name::FactName;
pub use message::{Message, Setting, headline, message, quote, title};
pub use severity::Severity;
pub use table::{CODES, Code, CodeRow};

use crate::record::NodeId;
use crate::shogi::{Color, Move, PieceKind, Square};
use crate::text::Span;

/// One finding in one record.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is about.
    pub code: Code,
    /// How bad it is here.
    pub severity: Severity,
    /// Where it stands in the record's text; empty at 0 when it concerns the record as a whole.
    pub span: Span,
    /// The move or ending it concerns.
    pub node: Option<NodeId>,
    /// The ply, from 1; an ending counts as the ply after the last move.
    pub ply: Option<u32>,
    /// The number of the line of the tree, for findings off the main line (which is 1).
    pub variation: Option<u32>,
    /// What the words need to know.
    pub facts: Vec<(FactName, Fact)>,
    /// Further facts that hold, each a catalogue key (`reason.record_agrees.text`) filled with the same facts.
    pub notes: Vec<&'static str>,
}

/// A typed fact of a finding.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fact {
    /// A number: counts, plies, points.
    Number(i64),
    /// Plies or files, in order.
    Plies(Vec<u32>),
    /// A square.
    Square(Square),
    /// A file, 1 to 9.
    File(u8),
    /// A piece.
    Piece(PieceKind),
    /// A side.
    Side(Color),
    /// A move.
    Move(Move),
    /// Milliseconds, shown as h:mm:ss.
    Time(u64),
    /// Text shown as it is (from a file or a user), escaped for terminals.
    Text(String),
    /// A key of the catalogue, shown in the reader's language.
    Word(&'static str),
}

impl Finding {
    /// A finding of the usual severity.
    pub fn new(code: Code, span: Span) -> Finding {
        Finding {
            code,
            severity: code.row().severity,
            span,
            node: None,
            ply: None,
            variation: None,
            facts: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same finding with another severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Finding {
        self.severity = severity;
        self
    }

    /// The same finding at another stretch of text.
    #[must_use]
    pub fn spanned(mut self, span: Span) -> Finding {
        self.span = span;
        self
    }

    /// The same finding at a node and its ply.
    #[must_use]
    pub fn at(mut self, node: NodeId, ply: u32) -> Finding {
        self.node = Some(node);
        self.ply = Some(ply);
        self
    }

    /// The same finding at a ply.
    #[must_use]
    pub fn ply(mut self, ply: u32) -> Finding {
        self.ply = Some(ply);
        self
    }

    /// The same finding with a further fact.
    #[must_use]
    pub fn with(mut self, name: FactName, fact: Fact) -> Finding {
        self.facts.push((name, fact));
        self
    }

    /// The same finding with what stands in the text and what was expected there.
    #[must_use]
    pub fn found(self, found: &str, expected: &str) -> Finding {
        self.with(FactName::Found, Fact::Text(shorten(found)))
            .with(FactName::Expected, Fact::Text(expected.to_owned()))
    }

    /// The same finding with a further note, by its catalogue key.
    #[must_use]
    pub fn note(mut self, key: &'static str) -> Finding {
        self.notes.push(key);
        self
    }

    /// A fact by its name.
    pub fn fact(&self, name: FactName) -> Option<&Fact> {
        self.facts
            .iter()
            .find(|&&(it, _)| it == name)
            .map(|(_, fact)| fact)
    }
}

/// The first 40 characters: quoted text must not swamp a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Collects the findings of one record in a bounded space: of each code the first ones are kept, the rest is counted.
#[derive(Debug, Default)]
pub struct Findings {
    list: Vec<Finding>,
    /// For each code met so far: how often.
    counts: Vec<(Code, u32)>,
}

impl Findings {
    /// How many warnings or notes of one code are kept in a record.
    pub const KEPT_REMARKS: u32 = 3;
    /// How many errors of one code are kept in a record.
    pub const KEPT_ERRORS: u32 = 1000;

    /// Empties the collection but keeps its buffers.
    pub fn clear(&mut self) {
        self.list.clear();
        self.counts.clear();
    }

    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        let kept = match finding.severity {
            Severity::Error => Findings::KEPT_ERRORS,
            Severity::Warning | Severity::Note => Findings::KEPT_REMARKS,
        };
        let count = match self
            .counts
            .iter_mut()
            .find(|(code, _)| *code == finding.code)
        {
            Some((_, count)) => count,
            None => {
                self.counts.push((finding.code, 0));
                &mut self.counts.last_mut().expect("just pushed").1
            }
        };
        *count += 1;
        if *count <= kept {
            self.list.push(finding);
        }
    }

    /// What was kept, in the order in which it was found.
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// The same, to be sorted, filtered or completed.
    pub fn list_mut(&mut self) -> &mut Vec<Finding> {
        &mut self.list
    }

    /// For each code found, how often it was found, kept or not.
    pub fn counts(&self) -> &[(Code, u32)] {
        &self.counts
    }

    /// Whether this code was found.
    pub fn has(&self, code: Code) -> bool {
        self.counts.iter().any(|(it, _)| *it == code)
    }
}
