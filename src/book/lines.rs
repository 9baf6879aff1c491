//! Rows as text: CSV and NDJSON.

use std::fmt::Write;
use std::io;

use super::{COLUMNS, Names, Row};
use crate::render::{push_field, push_json};

/// The first line of CSV.
pub(super) fn csv_heading() -> String {
    let names = COLUMNS.map(|it| it.name);
    format!("{}\n", names.join(","))
}

/// Adds a row of CSV. What is not known is an empty field.
///
/// # Errors
/// When the name of a file that was put aside cannot be read.
pub(super) fn push_csv(row: &Row, names: &mut Names, out: &mut String) -> io::Result<()> {
    let counts = &row.counts;
    let _ = write!(out, "{},{},{}", row.key, row.sfen, row.mv);
    push_counts(row, [","; 5], out);
    let number = |it: Option<String>| it.unwrap_or_default();
    let _ = write!(
        out,
        ",{},{},{},",
        number(counts.rating_mean().map(|it| it.to_string())),
        number(counts.year_first().map(|it| it.to_string())),
        number(counts.year_last().map(|it| it.to_string())),
    );
    match counts.sample {
        Some(sample) => {
            push_field(out, &names.name(sample.file)?);
            let _ = write!(out, ",{}", sample.game);
        }
        None => out.push(','),
    }
    out.push('\n');
    Ok(())
}

/// Adds a row as a JSON object. Every field is always there.
///
/// # Errors
/// When the name of a file that was put aside cannot be read.
pub(super) fn push_ndjson(row: &Row, names: &mut Names, out: &mut String) -> io::Result<()> {
    let counts = &row.counts;
    let _ = write!(
        out,
        "{{\"position_key\":{},\"sfen\":\"{}\",\"move\":\"{}\"",
        row.key, row.sfen, row.mv
    );
    let labels = [
        ",\"games\":",
        ",\"black_wins\":",
        ",\"white_wins\":",
        ",\"draws\":",
        ",\"no_result\":",
    ];
    push_counts(row, labels, out);
    let number = |it: Option<String>| it.unwrap_or_else(|| "null".to_owned());
    let _ = write!(
        out,
        ",\"rating_mean\":{},\"year_first\":{},\"year_last\":{},\"sample_file\":",
        number(counts.rating_mean().map(|it| it.to_string())),
        number(counts.year_first().map(|it| it.to_string())),
        number(counts.year_last().map(|it| it.to_string())),
    );
    match counts.sample {
        Some(sample) => {
            push_json(out, &names.name(sample.file)?);
            let _ = write!(out, ",\"sample_game\":{}", sample.game);
        }
        None => out.push_str("null,\"sample_game\":null"),
    }
    out.push_str("}\n");
    Ok(())
}

fn push_counts(row: &Row, labels: [&str; 5], out: &mut String) {
    let counts = &row.counts;
    let numbers = [
        counts.games,
        counts.black_wins,
        counts.white_wins,
        counts.draws,
        counts.no_result,
    ];
    for (label, number) in labels.into_iter().zip(numbers) {
        let _ = write!(out, "{label}{number}");
    }
}
