//! Rows as text: CSV and NDJSON. Names, values and their order are the same in both.

use std::fmt::Write;

use super::cells::{Rows, Value};
use super::column::Column;
use crate::record::civil;
use crate::render::{push_field, push_json};

/// Adds the first line of a CSV file: the names of the columns.
pub(crate) fn push_csv_heading(columns: &[Column], out: &mut String) {
    for (at, column) in columns.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { "," });
        out.push_str(column.name);
    }
    out.push('\n');
}

/// How text begins that spreadsheets take for a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Adds the rows as lines of CSV (RFC 4180, but with LF). No value is an empty field, empty text an empty quoted one. With
/// `marked`, an apostrophe stands before what would be a formula.
pub(crate) fn push_csv(rows: &Rows, marked: bool, out: &mut String) {
    for row in 0..rows.len() {
        for (at, cells) in rows.columns().iter().enumerate() {
            out.push_str(if at == 0 { "" } else { "," });
            match cells.get(row) {
                Value::Null => {}
                Value::Text("") => out.push_str("\"\""),
                Value::Text(text) if marked && text.starts_with(FORMULA) => {
                    push_field(out, &format!("'{text}"));
                }
                Value::Text(text) => push_field(out, text),
                value => push_plain(value, out),
            }
        }
        out.push('\n');
    }
}

/// Adds the rows as JSON objects, one a line. Every column is always there.
pub(crate) fn push_ndjson(columns: &[Column], rows: &Rows, out: &mut String) {
    for row in 0..rows.len() {
        let cells = rows.columns().iter().map(|cells| cells.get(row));
        push_object(columns.iter().zip(cells), out);
    }
}

/// Adds a row as a JSON object on a line.
pub(crate) fn push_object<'a>(
    values: impl Iterator<Item = (&'a Column, Value<'a>)>,
    out: &mut String,
) {
    for (at, (column, value)) in values.enumerate() {
        out.push_str(if at == 0 { "{\"" } else { ",\"" });
        out.push_str(column.name);
        out.push_str("\":");
        match value {
            Value::Null => out.push_str("null"),
            Value::Text(text) => push_json(out, text),
            Value::Coded(code, number) => {
                out.push('"');
                code.spell(number, out);
                out.push('"');
            }
            value @ (Value::Date(_) | Value::Time(_)) => {
                out.push('"');
                push_plain(value, out);
                out.push('"');
            }
            value => push_plain(value, out),
        }
    }
    out.push_str("}\n");
}

/// A value as text for people, without quotation marks; nothing for no value.
pub(crate) fn value_text(value: Value<'_>) -> String {
    let mut text = String::new();
    match value {
        Value::Real(value) => text = value.to_string(),
        _ => push_plain(value, &mut text),
    }
    text
}

/// A value without quotation marks.
pub(super) fn push_plain(value: Value<'_>, out: &mut String) {
    let _ = match value {
        Value::Null => Ok(()),
        Value::Text(text) => out.write_str(text),
        Value::Coded(code, number) => {
            code.spell(number, out);
            Ok(())
        }
        Value::Int(value) => write!(out, "{value}"),
        // With a point or an exponent, or readers would take the column for one of whole numbers.
        Value::Real(value) => write!(out, "{value:?}"),
        Value::Bool(value) => out.write_str(if value { "true" } else { "false" }),
        Value::Date(days) => push_date(i64::from(days), out),
        Value::Time(microseconds) => push_time(microseconds, out),
    };
}

fn push_date(days: i64, out: &mut String) -> std::fmt::Result {
    let (year, month, day) = civil(days);
    write!(out, "{year:04}-{month:02}-{day:02}")
}

fn push_time(microseconds: i64, out: &mut String) -> std::fmt::Result {
    const DAY: i64 = 86_400_000_000;
    push_date(microseconds.div_euclid(DAY), out)?;
    let seconds = microseconds.rem_euclid(DAY) / 1_000_000;
    write!(
        out,
        "T{:02}:{:02}:{:02}",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameTime;
    use crate::tables::{Cells, Kind};

    fn rows() -> (Vec<Column>, Rows) {
        let kinds = [
            Kind::Text,
            Kind::Int32,
            Kind::Real,
            Kind::Bool,
            Kind::Date,
            Kind::Time,
        ];
        let columns = ["text", "int", "real", "bool", "date", "time"]
            .into_iter()
            .zip(kinds);
        let column = |(name, kind)| Column {
            name,
            kind,
            unit: "",
            meaning: "",
            always: false,
        };
        let mut rows = Rows::new(kinds.into_iter());
        rows.columns.iter_mut().for_each(Cells::null);
        for (text, int) in [(Some("a,\"b\"\n"), 1), (Some(""), -2)] {
            let (time, _) = GameTime::parse("2024/02/29 13:05:09").unwrap();
            let [a, b, c, d, e, f] = &mut rows.columns[..] else {
                unreachable!()
            };
            a.text(text);
            b.int(Some(int));
            c.real(Some(1500.5));
            d.bool(int > 0);
            e.int(Some(time.days().into()));
            f.int(time.microseconds());
        }
        (columns.map(column).collect(), rows)
    }

    #[test]
    fn csv_tells_nothing_from_empty_text() {
        let (columns, rows) = rows();
        let mut out = String::new();
        push_csv_heading(&columns, &mut out);
        push_csv(&rows, false, &mut out);
        assert_eq!(
            out,
            "text,int,real,bool,date,time\n,,,,,\n\"a,\"\"b\"\"\n\",1,1500.5,true,2024-02-29,2024-02-29T13:05:09\n\
             \"\",-2,1500.5,false,2024-02-29,2024-02-29T13:05:09\n"
        );
    }

    #[test]
    fn ndjson_has_every_column() {
        let (columns, rows) = rows();
        let mut out = String::new();
        push_ndjson(&columns, &rows, &mut out);
        let lines: Vec<serde_json::Value> = out
            .lines()
            .map(|it| serde_json::from_str(it).unwrap())
            .collect();
        assert_eq!(lines[0]["text"], serde_json::Value::Null);
        assert_eq!(lines[1]["text"], "a,\"b\"\n");
        assert_eq!(lines[1]["real"], 1500.5);
        assert_eq!(lines[2]["int"], -2);
        assert_eq!(lines[2]["time"], "2024-02-29T13:05:09");
    }
}
