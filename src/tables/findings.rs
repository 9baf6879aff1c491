//! The table `findings`: a row for each finding of `check`.

use super::cells::{Cells, Kind, Rows};
use super::column::{Of, always, column};
use crate::examine::Report;
use crate::render::{Judged, Located, Selection};
use crate::words::Lang;

/// All that the columns of a finding are made from.
pub(super) struct FindingRow<'a> {
    judged: &'a Judged<'a>,
    located: Located<'a>,
}

/// How a column of this table is filled.
pub(super) type FindingFill = fn(&FindingRow<'_>, &mut Cells);

/// The columns.
pub(super) const COLUMNS: &[Of<FindingFill>] = &[
    always(column(
        "file",
        Kind::Word,
        "The file, as in games.",
        |row, cells| {
            cells.text(Some(row.judged.report.game.file));
        },
    )),
    always(column(
        "game",
        Kind::Int32,
        "Which game of the file, from 1.",
        |row, cells| {
            cells.count(row.judged.report.game.index);
        },
    )),
    always(column(
        "code",
        Kind::Word,
        "The severity's letter and the number: E208.",
        |row, cells| {
            cells.text(Some(&row.located.code()));
        },
    )),
    always(column(
        "name",
        Kind::Word,
        "The name of the code: nifu.",
        |row, cells| {
            cells.text(Some(row.located.finding.code.name()));
        },
    )),
    always(column(
        "severity",
        Kind::Word,
        "How bad it is: note warning error.",
        |row, cells| {
            cells.text(Some(row.located.finding.severity.name()));
        },
    )),
    always(column(
        "line",
        Kind::Int32,
        "The line of the file, from 1.",
        |row, cells| cells.count(row.located.place.line),
    )),
    always(column(
        "column",
        Kind::Int32,
        "The character of the line, from 1.",
        |row, cells| cells.count(row.located.place.column),
    )),
    always(column(
        "byte",
        Kind::Int64,
        "The offset in the file, from 0.",
        |row, cells| cells.count(row.located.place.byte),
    )),
    column(
        "ply",
        Kind::Int32,
        "The move it concerns, from 1; a closing word counts as the ply after the last move.",
        |row, cells| {
            cells.int(row.located.finding.ply.map(i64::from));
        },
    ),
    column(
        "variation",
        Kind::Int32,
        "The number of the line of the tree; null on the main line.",
        |row, cells| {
            cells.int(row.located.finding.variation.map(i64::from));
        },
    ),
    column("text", Kind::Text, "What stands there.", |row, cells| {
        let concerns_text = !row.located.finding.span.is_empty();
        cells.text(concerns_text.then_some(&row.located.quoted));
    }),
    always(column(
        "message",
        Kind::Text,
        "What is wrong, in English.",
        |row, cells| {
            let message = row.located.headline(row.judged, Lang::En);
            cells.text(Some(&message));
        },
    )),
    always(column(
        "occurrences",
        Kind::Int32,
        "How many findings of this code the game has: of warnings and notes the first 3 are rows, of errors the first 1000.",
        |row, cells| {
            let code = row.located.finding.code;
            let mut counts = row.judged.report.counts.iter();
            let count = counts.find(|(it, _)| *it == code).map_or(1, |it| it.1);
            cells.count(count);
        },
    )),
];

/// Adds the findings of a game.
pub(super) fn add(report: &Report<'_>, rows: &mut Rows) {
    let judged = Judged::new(*report, &Selection::default(), None);
    for located in judged.located() {
        let row = FindingRow {
            judged: &judged,
            located,
        };
        for (cells, column) in rows.columns.iter_mut().zip(COLUMNS) {
            (column.fill)(&row, cells);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;

    #[test]
    fn the_numbers_of_kept_findings_are_told_as_they_are() {
        let mut columns = COLUMNS.iter().map(|it| it.column);
        let told = columns.find(|it| it.name == "occurrences").unwrap().meaning;
        let (remarks, errors) = (Findings::KEPT_REMARKS, Findings::KEPT_ERRORS);
        let wanted = format!(
            "of warnings and notes the first {remarks} are rows, of errors the first {errors}."
        );
        assert!(told.ends_with(&wanted), "{told}");
    }
}
