//! How bad findings are.

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// A remark; nothing is wrong.
    Note,
    /// Something unusual that was understood all the same.
    Warning,
    /// Something is wrong with the record.
    Error,
}

impl Severity {
    /// The name in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The letter before the digits of a code.
    pub const fn letter(self) -> char {
        match self {
            Severity::Note => 'N',
            Severity::Warning => 'W',
            Severity::Error => 'E',
        }
    }
}
