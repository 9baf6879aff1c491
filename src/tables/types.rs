//! The types of a table's columns in the words of those who read it: Spark, DuckDB, Arrow, JSON Schema.

use std::fmt::Write;

use super::{Column, Kind, Table};
use crate::render::push_json;

/// A name for each type, as one of them writes it.
struct TypeNames {
    text: &'static str,
    int32: &'static str,
    int64: &'static str,
    real: &'static str,
    bool: &'static str,
    date: &'static str,
    /// Times of records have no zone.
    time: &'static str,
}

const SPARK: TypeNames = TypeNames {
    text: "STRING",
    int32: "INT",
    int64: "BIGINT",
    real: "DOUBLE",
    bool: "BOOLEAN",
    date: "DATE",
    time: "TIMESTAMP_NTZ",
};

const DUCKDB: TypeNames = TypeNames {
    text: "VARCHAR",
    int32: "INTEGER",
    int64: "BIGINT",
    real: "DOUBLE",
    bool: "BOOLEAN",
    date: "DATE",
    time: "TIMESTAMP",
};

const ARROW: TypeNames = TypeNames {
    text: "string",
    int32: "int32",
    int64: "int64",
    real: "double",
    bool: "bool",
    date: "date32[day]",
    time: "timestamp[us]",
};

const JSON: TypeNames = TypeNames {
    text: "string",
    int32: "integer",
    int64: "integer",
    real: "number",
    bool: "boolean",
    date: "string",
    time: "string",
};

impl TypeNames {
    fn of(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Text | Kind::Word | Kind::Coded(_) => self.text,
            Kind::Int32 => self.int32,
            Kind::Int64 => self.int64,
            Kind::Real => self.real,
            Kind::Bool => self.bool,
            Kind::Date => self.date,
            Kind::Time => self.time,
        }
    }
}

/// `NOT NULL` behind what always has a value.
fn not_null(column: &Column) -> &'static str {
    if column.always { " NOT NULL" } else { "" }
}

/// A schema string for Spark: `spark.read.schema(…)`.
pub(crate) fn push_spark(columns: &[Column], out: &mut String) {
    for (at, column) in columns.iter().enumerate() {
        let gap = if at == 0 { "" } else { ",\n" };
        let kind = SPARK.of(column.kind);
        let _ = write!(out, "{gap}`{}` {kind}{}", column.name, not_null(column));
    }
    out.push('\n');
}

/// A statement for DuckDB that makes the table.
pub(crate) fn push_duckdb(table: Table, columns: &[Column], out: &mut String) {
    let _ = writeln!(out, "CREATE TABLE {} (", table.name());
    for (at, column) in columns.iter().enumerate() {
        let end = if at + 1 == columns.len() { "" } else { "," };
        let kind = DUCKDB.of(column.kind);
        let _ = writeln!(out, "  \"{}\" {kind}{}{end}", column.name, not_null(column));
    }
    out.push_str(");\n");
}

/// Field by field, as Arrow's libraries print a schema.
pub(crate) fn push_arrow(columns: &[Column], out: &mut String) {
    for column in columns {
        let null = if column.always { " not null" } else { "" };
        let _ = writeln!(out, "{}: {}{null}", column.name, ARROW.of(column.kind));
    }
}

/// A JSON Schema of one line of the table as NDJSON.
pub(crate) fn push_json_schema(table: Table, columns: &[Column], out: &mut String) {
    out.push_str("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n");
    let _ = write!(
        out,
        "  \"title\": \"{}\",\n  \"type\": \"object\",\n",
        table.name()
    );
    out.push_str("  \"properties\": {\n");
    for (at, column) in columns.iter().enumerate() {
        let end = if at + 1 == columns.len() { "" } else { "," };
        let kind = JSON.of(column.kind);
        let kind = match column.always {
            true => format!("\"{kind}\""),
            false => format!("[\"{kind}\", \"null\"]"),
        };
        let _ = write!(
            out,
            "    \"{}\": {{\"type\": {kind}, \"description\": ",
            column.name
        );
        push_json(out, column.meaning);
        if column.kind == Kind::Date {
            out.push_str(", \"format\": \"date\"");
        }
        let _ = writeln!(out, "}}{end}");
    }
    let names: Vec<String> = columns
        .iter()
        .map(|it| format!("\"{}\"", it.name))
        .collect();
    let _ = write!(
        out,
        "  }},\n  \"required\": [{}],\n  \"additionalProperties\": false\n}}\n",
        names.join(", ")
    );
}
