//! Findings as GitHub's workflow commands, which show them beside the lines of a pull request.

use std::fmt::Write;

use super::Judged;
use crate::finding::{Severity, quote};
use crate::words::Lang;

/// Adds one command for each finding of a game.
pub fn push_github(out: &mut String, judged: &Judged<'_>) {
    for located in judged.located() {
        let level = match located.finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let mut line = located.headline(judged, Lang::En);
        if !located.quoted.is_empty() {
            line.push_str(": ");
            line.push_str(&quote(Lang::En, &located.quoted));
        }
        let _ = writeln!(
            out,
            "::{level} file={},line={},col={},title={} {}::{}",
            property(judged.report.game.file),
            located.place.line,
            located.place.column,
            located.code(),
            located.finding.code.name(),
            message(&line),
        );
    }
}

/// The message of a command: percent signs and line ends are written as numbers.
fn message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property of a command: what separates properties too.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_separates_is_written_as_a_number() {
        assert_eq!(property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
        assert_eq!(message("a:b,c%\n"), "a:b,c%25%0A");
    }
}
