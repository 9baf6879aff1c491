//! One line a finding, in the form that grep, editors and compilers' users know: `file:line:column: error[E208]: …`.

use std::fmt::Write;

use super::Judged;
use crate::finding::quote;
use crate::text::visible;
use crate::words::Lang;

/// Adds the findings of one game.
pub fn push_short(out: &mut String, judged: &Judged<'_>, lang: Lang) {
    for located in judged.located() {
        let mut line = located.headline(judged, lang);
        if !located.quoted.is_empty() {
            line.push_str(": ");
            line.push_str(&quote(lang, &located.quoted));
        }
        let _ = writeln!(
            out,
            "{}:{}:{}: {}[{}]: {}",
            visible(judged.report.game.file),
            located.place.line,
            located.place.column,
            located.finding.severity.name(),
            located.code(),
            visible(&line),
        );
    }
}
