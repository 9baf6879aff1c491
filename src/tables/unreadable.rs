//! The rows of a file that cannot be read: whoever handed it over finds it among the others.

use std::io;

use super::cells::{Cells, Rows};
use super::{Layout, Table};
use crate::finding::{self, Code, Fact, FactName, Finding, Severity};
use crate::text::Span;
use crate::words::Lang;

/// Adds them: one in games and findings, none in tables of moves and positions.
pub(super) fn add(table: Table, file: Option<&str>, error: &io::Error, rows: &mut Rows) {
    let put: fn(&str, &Finding, &mut Cells) = match table {
        Table::Games => in_games,
        Table::Findings => in_findings,
        Table::Moves | Table::Positions => return,
    };
    let cause = Fact::Text(error.to_string());
    let finding = Finding::new(Code::Unreadable, Span::default()).with(FactName::Found, cause);
    let columns = Layout::of(table).columns();
    for (column, cells) in columns.iter().zip(&mut rows.columns) {
        match column.name {
            "file" => cells.text(file),
            name => put(name, &finding, cells),
        }
    }
}

fn in_games(name: &str, _: &Finding, cells: &mut Cells) {
    match name {
        "errors" => cells.int(Some(1)),
        "warnings" => cells.int(Some(0)),
        "status" => cells.text(Some(Code::Unreadable.name())),
        _ => cells.null(),
    }
}

fn in_findings(name: &str, finding: &Finding, cells: &mut Cells) {
    match name {
        "code" => {
            let letter = finding.severity.letter();
            cells.text(Some(&format!("{letter}{}", finding.code.digits())));
        }
        "name" => cells.text(Some(finding.code.name())),
        "severity" => cells.text(Some(Severity::Error.name())),
        "message" => {
            let setting = finding::Setting {
                lang: Lang::En,
                ..finding::Setting::default()
            };
            cells.text(Some(&finding::headline(finding, &setting)));
        }
        "occurrences" => cells.int(Some(1)),
        _ => cells.null(),
    }
}
