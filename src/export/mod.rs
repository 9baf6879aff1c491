//! Tidy tables: games, moves, positions and findings as rows.
//!
//! A column is defined once, with the function that fills it; CSV, NDJSON, Parquet, `kifu schema`, the manual and the
//! filters of `stats` all read that definition.

mod cells;
mod column;
mod findings;
mod games;
mod lines;
mod moves;
#[cfg(feature = "columnar")]
mod parquet;
mod positions;
mod times;

pub use cells::{Cells, Kind, Rows, Value};
pub use column::Column;
pub use games::GameRow;
pub use lines::{push_csv, push_csv_heading, push_ndjson};
#[cfg(feature = "columnar")]
pub use parquet::ParquetWriter;
pub use times::Times;

use crate::opening::Classifier;
use crate::report::Report;

/// The version of the tables. It changes when a column changes its meaning, and with the numbers for positions.
pub const SCHEMA_VERSION: u32 = 1;

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
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
    pub const ALL: [Table; 4] = [
        Table::Games,
        Table::Moves,
        Table::Positions,
        Table::Findings,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Games => "games",
            Table::Moves => "moves",
            Table::Positions => "positions",
            Table::Findings => "findings",
        }
    }

    /// Its columns, in order.
    pub fn columns(self) -> Vec<Column> {
        match self {
            Table::Games => about(games::COLUMNS),
            Table::Moves => about(moves::COLUMNS),
            Table::Positions => about(positions::COLUMNS),
            Table::Findings => about(findings::COLUMNS),
        }
    }

    /// No rows of this table.
    pub fn rows(self) -> Rows {
        Rows::new(self.columns().iter().map(|column| column.kind))
    }

    /// Adds the rows of a game.
    pub fn add(self, report: &Report<'_>, classifier: &mut Classifier, rows: &mut Rows) {
        match self {
            Table::Games => games::add(&GameRow::new(report, classifier), rows),
            Table::Moves => moves::add(report, rows),
            Table::Positions => positions::add(report, rows),
            Table::Findings => findings::add(report, rows),
        }
        rows.plies += u64::from(report.replay.plies());
    }
}

fn about<Fill>(columns: &[column::Of<Fill>]) -> Vec<Column> {
    columns.iter().map(|it| it.column).collect()
}
