//! Tidy tables: games, moves, positions and findings as rows.
//!
//! A column is defined once, with the function that fills it; CSV, NDJSON, Parquet, `kifu schema`, the manual and the
//! filters of `stats` all read that definition.

#[cfg(feature = "columnar")]
pub(crate) mod arrow;
mod cells;
mod codes;
mod column;
pub(crate) mod describe;
mod findings;
mod game_row;
mod games;
mod lines;
mod moves;
mod names;
#[cfg(feature = "columnar")]
mod parquet;
mod positions;
mod sink;
pub(crate) mod types;
mod unreadable;
mod words;

pub(crate) use cells::{Cells, Kind, Rows, Value};
pub(crate) use column::Column;
pub(crate) use game_row::GameRow;
pub(crate) use lines::{push_object, value_text};
#[cfg(feature = "columnar")]
pub(crate) use parquet::ParquetWriter;
#[cfg(feature = "columnar")]
pub(crate) use parquet::write_failure;
pub(crate) use sink::{Batch, Exporter, PartError, Parts, Sink, Written};

use crate::examine::Report;
use crate::opening::Classifier;

/// The version of the tables. It changes when a column changes its meaning, and with the numbers for positions.
pub const SCHEMA_VERSION: u32 = 1;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Table {
    /// A row a game.
    Games,
    /// A row a ply of the main line.
    Moves,
    /// A row a distinct position of a game.
    Positions,
    /// A row a finding.
    Findings,
}

impl Table {
    /// All of them.
    pub(crate) const ALL: [Table; 4] = [
        Table::Games,
        Table::Moves,
        Table::Positions,
        Table::Findings,
    ];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Moves => "moves",
            Table::Positions => "positions",
            Table::Findings => "findings",
        }
    }

    /// The table with this name.
    pub(crate) fn of_name(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Which columns are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The table.
    pub table: Table,
    /// With the columns that say why a game has its names.
    pub evidence: bool,
}

impl Layout {
    /// All columns of a table but those of evidence.
    pub(crate) const fn of(table: Table) -> Layout {
        Layout {
            table,
            evidence: false,
        }
    }

    /// The columns, in order.
    pub(crate) fn columns(self) -> Vec<Column> {
        match self.table {
            Table::Games if self.evidence => about(games::COLUMNS)
                .chain(about(names::EVIDENCE))
                .collect(),
            Table::Games => about(games::COLUMNS).collect(),
            Table::Moves => about(moves::COLUMNS).collect(),
            Table::Positions => about(positions::COLUMNS).collect(),
            Table::Findings => about(findings::COLUMNS).collect(),
        }
    }

    /// No rows, to be written in this form.
    pub(crate) fn rows(self, form: Form) -> Rows {
        let columns = self.columns();
        let kinds = columns.iter().map(|column| column.kind);
        match form {
            Form::Parquet => Rows::new(kinds),
            Form::Arrow | Form::Csv | Form::Ndjson => Rows::new(kinds.map(Kind::unlisted)),
        }
    }

    /// The numbers of the columns with these names, in their order.
    ///
    /// # Errors
    /// The first name that is no column's.
    pub(crate) fn chosen<'a>(
        self,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<usize>, &'a str> {
        let columns = self.columns();
        let place = |name| columns.iter().position(|it| it.name == name).ok_or(name);
        names.into_iter().map(place).collect()
    }

    /// Adds the row of a file that cannot be read, in the tables that have one for it.
    pub(crate) fn add_unreadable(
        self,
        file: Option<&str>,
        error: &std::io::Error,
        rows: &mut Rows,
    ) {
        unreadable::add(self.table, file, error, rows);
    }

    /// Adds the rows of a game.
    pub(crate) fn add(self, report: &Report<'_>, classifier: &mut Classifier, rows: &mut Rows) {
        match self.table {
            Table::Games => games::add(&GameRow::new(report, classifier), rows),
            Table::Moves => moves::add(report, rows),
            Table::Positions => positions::add(report, rows),
            Table::Findings => findings::add(report, rows),
        }
    }
}

fn about<Fill>(columns: &[column::Of<Fill>]) -> impl Iterator<Item = Column> {
    columns.iter().map(|it| it.column)
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// Comma-separated values, the names of the columns first.
    Csv,
    /// A JSON object a line.
    Ndjson,
    /// Apache Parquet.
    Parquet,
    /// A stream of Apache Arrow (IPC).
    Arrow,
}

impl Form {
    /// All of them.
    pub(crate) const ALL: [Form; 4] = [Form::Csv, Form::Ndjson, Form::Parquet, Form::Arrow];

    /// The form of a file with this ending.
    pub(crate) fn of_ending(ending: &str) -> Option<Form> {
        let ending = ending.to_ascii_lowercase();
        // Two names for one thing.
        let name = match &ending[..] {
            "jsonl" => "ndjson",
            "arrows" => "arrow",
            other => other,
        };
        Form::ALL.into_iter().find(|it| it.name() == name)
    }

    /// The name on the command line, and the ending of files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Form::Csv => "csv",
            Form::Ndjson => "ndjson",
            Form::Parquet => "parquet",
            Form::Arrow => "arrow",
        }
    }
}
