//! Findings as rows of CSV. Columns and values are those of the JSON record.

use std::fmt::Write;

use super::Judged;
use crate::words::Lang;

/// The first row.
pub const HEADING: &str =
    "file,game,code,name,severity,line,column,byte,ply,variation,text,message\n";

/// Adds one row for each finding of a game.
pub fn push_csv(out: &mut String, judged: &Judged<'_>) {
    for located in judged.located() {
        let finding = located.finding;
        push_field(out, judged.report.game.file);
        let _ = write!(
            out,
            ",{},{},{},{},{},{},{},",
            judged.report.game.index,
            located.code(),
            finding.code.name(),
            finding.severity.name(),
            located.place.line,
            located.place.column,
            located.place.byte,
        );
        push_optional(out, finding.ply);
        out.push(',');
        push_optional(out, finding.variation);
        out.push(',');
        push_field(out, &located.quoted);
        out.push(',');
        push_field(out, &located.headline(judged, Lang::En));
        out.push('\n');
    }
}

fn push_optional(out: &mut String, number: Option<u32>) {
    if let Some(number) = number {
        let _ = write!(out, "{number}");
    }
}

/// A field, in quotation marks where it needs them (RFC 4180).
pub(crate) fn push_field(out: &mut String, text: &str) {
    if !text.contains([',', '"', '\n', '\r']) {
        out.push_str(text);
        return;
    }
    out.push('"');
    for character in text.chars() {
        if character == '"' {
            out.push('"');
        }
        out.push(character);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (text, wanted) in [("a", "a"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\"")] {
            let mut out = String::new();
            push_field(&mut out, text);
            assert_eq!(out, wanted);
        }
    }
}
