//! The columns of a table, described: for programs, and as the manual has them.

use std::fmt::Write;

use super::{Column, Layout, Table};
use crate::render::{push_field, push_json as push_json_str};

/// As rows of CSV.
pub(crate) fn push_csv(columns: &[Column], out: &mut String) {
    out.push_str("name,type,unit,meaning,nullable\n");
    for column in columns {
        let _ = write!(
            out,
            "{},{},{},",
            column.name,
            column.kind.name(),
            column.unit
        );
        push_field(out, column.meaning);
        let _ = writeln!(out, ",{}", !column.always);
    }
}

/// As an array of objects.
pub(crate) fn push_json(columns: &[Column], out: &mut String) {
    out.push_str("[\n");
    for (at, column) in columns.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ",\n" });
        let Column { name, kind, .. } = column;
        let _ = write!(
            out,
            "{{\"name\":\"{name}\",\"type\":\"{}\",\"unit\":",
            kind.name()
        );
        match column.unit {
            "" => out.push_str("null"),
            unit => push_json_str(out, unit),
        }
        out.push_str(",\"meaning\":");
        push_json_str(out, column.meaning);
        let _ = write!(out, ",\"nullable\":{}}}", !column.always);
    }
    out.push_str("\n]\n");
}

/// As a table in Markdown.
pub(crate) fn push_markdown(columns: &[Column], out: &mut String) {
    out.push_str("| column | type | meaning |\n|---|---|---|\n");
    for column in columns {
        let (name, kind) = (column.name, column.type_name());
        let _ = writeln!(out, "| `{name}` | {kind} | {} |", column.meaning);
    }
}

/// The tables of `docs/columns.md`.
pub fn manual() -> String {
    let mut out = String::new();
    for table in Table::ALL {
        let _ = write!(out, "## {}\n\n", table.name());
        push_markdown(&Layout::of(table).columns(), &mut out);
        out.push('\n');
    }
    let with = Layout {
        table: Table::Games,
        evidence: true,
    };
    let plain = Layout::of(Table::Games).columns().len();
    out.push_str("With `--evidence`, `games` has these too:\n\n");
    push_markdown(&with.columns()[plain..], &mut out);
    out
}
