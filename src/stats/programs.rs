//! The report for programs: CSV and JSON.

use std::fmt::Write;

use super::lines::{Amount, Line};
use crate::played::wilson;
use crate::render::{push_field, push_json};

/// A share of one, to four digits.
pub(super) fn share(count: u64, of: u64) -> Option<String> {
    (of > 0).then(|| format!("{:.4}", count as f64 / of as f64))
}

/// The fields of a line for programs: section, name, value, unit, of, share, wins, decided, win_rate, low, high.
fn fields(line: &Line) -> [(&'static str, Option<String>); 9] {
    let (value, unit, count) = match line.value {
        Amount::Count(count) => (count.to_string(), None, Some(count)),
        Amount::Mean(mean) => (format!("{mean:.2}"), None, None),
        Amount::Millis(time) => (time.to_string(), Some("ms".to_owned()), None),
        Amount::MeanMillis(mean) => (format!("{mean:.1}"), Some("ms".to_owned()), None),
    };
    let (wins, decided) = line.wins.unzip();
    let interval = line
        .wins
        .and_then(|(wins, decided)| wilson(wins, decided))
        .unzip();
    let end = |it: Option<f64>| it.map(|it| format!("{it:.4}"));
    let of = (line.of > 0).then_some(line.of);
    [
        ("value", Some(value)),
        ("unit", unit),
        ("of", of.map(|it| it.to_string())),
        ("share", count.and_then(|it| share(it, line.of))),
        ("wins", wins.map(|it| it.to_string())),
        ("decided", decided.map(|it| it.to_string())),
        ("win_rate", line.wins.and_then(|(wins, of)| share(wins, of))),
        ("low", end(interval.0)),
        ("high", end(interval.1)),
    ]
}

/// One row a line.
pub(super) fn csv(lines: &[Line]) -> String {
    let mut out = String::from("section,name,value,unit,of,share,wins,decided,win_rate,low,high\n");
    for line in lines {
        let _ = write!(out, "{},", line.section);
        push_field(&mut out, &line.name);
        for (_, field) in fields(line) {
            let _ = write!(out, ",{}", field.unwrap_or_default());
        }
        out.push('\n');
    }
    out
}

/// An array of objects.
pub(super) fn json(lines: &[Line]) -> String {
    let mut out = String::from("[\n");
    for (at, line) in lines.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ",\n" });
        let _ = write!(out, "{{\"section\":\"{}\",\"name\":", line.section);
        push_json(&mut out, &line.name);
        for (name, field) in fields(line) {
            match field {
                None => drop(write!(out, ",\"{name}\":null")),
                Some(unit) if name == "unit" => drop(write!(out, ",\"unit\":\"{unit}\"")),
                Some(number) => drop(write!(out, ",\"{name}\":{number}")),
            }
        }
        out.push('}');
    }
    out.push_str("\n]\n");
    out
}
