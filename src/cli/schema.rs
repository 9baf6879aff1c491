//! `kifu schema`: the columns of a table.

use std::fmt::Write;

use clap::ValueEnum;

use super::{Exit, Ui};
use crate::tables::{Column, Layout, Table, describe, types};

/// Names, types, units and meaning of a table's columns
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu schema games                  the columns of a table
  kifu schema moves --output csv     the same for programs
  kifu schema moves --output spark   their types as Spark, DuckDB, Arrow or JSON Schema write them")]
pub(super) struct Args {
    /// Which table
    #[arg(value_name = "TABLE", value_parser = super::export::table())]
    table: Table,
    /// With the columns of evidence
    #[arg(long)]
    evidence: bool,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
}

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people
    Text,
    /// One row a line
    Csv,
    /// One array
    Json,
    /// A table in Markdown
    Markdown,
    /// A schema string for Spark
    Spark,
    /// A statement that makes the table in DuckDB
    Duckdb,
    /// The fields in the words of Arrow
    Arrow,
    /// A JSON Schema of a line of NDJSON
    JsonSchema,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let layout = Layout {
        table: args.table,
        evidence: args.evidence,
    };
    let columns = layout.columns();
    let mut text = String::new();
    match args.output {
        Output::Text => push_text(&columns, &mut text),
        Output::Csv => describe::push_csv(&columns, &mut text),
        Output::Json => describe::push_json(&columns, &mut text),
        Output::Markdown => describe::push_markdown(&columns, &mut text),
        Output::Spark => types::push_spark(&columns, &mut text),
        Output::Duckdb => types::push_duckdb(args.table, &columns, &mut text),
        Output::Arrow => types::push_arrow(&columns, &mut text),
        Output::JsonSchema => types::push_json_schema(args.table, &columns, &mut text),
    }
    ui.print(|out| out.write_all(text.as_bytes()).map(|()| Exit::Clean))
}

fn push_text(columns: &[Column], out: &mut String) {
    let width = columns.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for column in columns {
        let kind = column.type_name();
        let _ = writeln!(out, "{:width$}  {kind:20}  {}", column.name, column.meaning);
    }
    out.push_str(
        "\nA word is text of which there are few different values: a dictionary in Parquet.\n",
    );
}
