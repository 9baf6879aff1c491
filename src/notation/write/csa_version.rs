//! Which version of CSA a record needs.

use super::headers;
use crate::record::{EndingKind, Entry, Record};

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

    /// V2.2, unless the main line or the headers hold what only V3.0 can say.
    pub(super) fn needed_by(record: &Record) -> CsaVersion {
        let mut main_line = record.tree.main_line().map(|id| record.tree.node(id));
        let needs = headers::needs_v30(record)
            || main_line.any(|node| {
                let fraction = node.clock.elapsed().is_some_and(|it| it % 1000 != 0);
                let word =
                    matches!(node.entry, Entry::End(end) if end.kind == EndingKind::MaxMoves);
                fraction || word
            });
        if needs {
            CsaVersion::V30
        } else {
            CsaVersion::V22
        }
    }
}
