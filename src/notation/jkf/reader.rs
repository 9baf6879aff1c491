//! What reads a JKF object, and how it tells what is wrong: the place of a value, its path, its shape.

use serde_json::value::RawValue;

use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::record::{NodeId, Record};
use crate::text::Span;

/// A record being read.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// Where in the record's text that begins which the reader makes.
    pub(super) made_at: usize,
    pub(super) record: &'a mut Record,
    pub(super) findings: &'a mut Findings,
}

impl Reader<'_> {
    /// Where a part stands.
    pub(super) fn span(&self, raw: &RawValue) -> Span {
        self.place_of(raw.get()).unwrap_or_default()
    }

    /// Where a text stands, if it is a part of the file's.
    fn place_of(&self, part: &str) -> Option<Span> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        (start + part.len() <= self.text.len()).then(|| Span::new(start, start + part.len()))
    }

    /// A span with this text: where it stands, or made when it stands there with escapes.
    pub(super) fn text_span(&mut self, text: &str) -> Span {
        if let Some(span) = self.place_of(text) {
            return span;
        }
        let start = self.made_at + self.record.text.len();
        self.record.text.push_str(text);
        Span::new(start, start + text.len())
    }

    /// A value of another shape than the schema's.
    pub(super) fn shape(&mut self, raw: &RawValue, path: &str, expected: &str) {
        let finding = self.shape_finding(raw, path, expected);
        self.findings.push(finding);
    }

    /// The same, where the value could be understood or left out.
    pub(super) fn shape_warning(&mut self, raw: &RawValue, path: &str, expected: &str) {
        let finding = self.shape_finding(raw, path, expected);
        self.findings.push(finding.severity(Severity::Warning));
    }

    fn shape_finding(&self, raw: &RawValue, path: &str, expected: &str) -> Finding {
        let finding = Finding::new(Code::JkfShape, self.span(raw));
        at_path(finding.found(raw.get(), expected), path)
    }

    /// A key that the schema does not have.
    pub(super) fn extra(&mut self, raw: &RawValue, path: &str) {
        let finding = Finding::new(Code::JkfExtra, self.span(raw));
        self.findings.push(at_path(finding, path));
    }

    /// A finding at a part.
    pub(super) fn say(&mut self, code: Code, raw: &RawValue, path: &str, node: Option<NodeId>) {
        let mut finding = at_path(Finding::new(code, self.span(raw)), path);
        if let Some(node) = node {
            finding = finding.at(node, self.record.tree.depth(node));
        }
        self.findings.push(finding);
    }
}

/// The finding with the path of the value in the object.
pub(super) fn at_path(finding: Finding, path: &str) -> Finding {
    let path = Fact::Text(path.to_owned());
    finding.with(FactName::Path, path).note("jkf.path.text")
}
