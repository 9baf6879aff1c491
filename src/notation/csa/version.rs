//! Which version of CSA a record is written in.

use super::header_lines;
use crate::notation::shared::options::{CsaVersion, WriteOptions};
use crate::record::{EndingKind, Entry, Record};

/// The version of CSA this record is written in.
pub(in crate::notation) fn written_version(options: &WriteOptions, record: &Record) -> CsaVersion {
    options.csa_version.unwrap_or_else(|| needed_by(record))
}

/// V2.2, unless the main line or the headers hold what only V3.0 can say.
fn needed_by(record: &Record) -> CsaVersion {
    let mut main_line = record.tree.main_line().map(|id| record.tree.node(id));
    let needs = header_lines::needs_v30(record)
        || main_line.any(|node| {
            let fraction = node.clock.elapsed().is_some_and(|it| it % 1000 != 0);
            let word = matches!(node.entry, Entry::End(end) if end.kind == EndingKind::MaxMoves);
            fraction || word
        });
    if needs {
        CsaVersion::V30
    } else {
        CsaVersion::V22
    }
}
