//! Repeated positions for programs: one JSON object a game, one CSV row a position.

use std::fmt::{self, Write};

use super::{Repeated, Repetitions};
use crate::examine::Report;
use crate::notation::Game;
use crate::record::EndingKind;
use crate::replay::Winner;
use crate::shogi::{Color, Repetition};

/// The heading of the rows of [`push_csv`].
pub(crate) const CSV_HEADING: &str =
    "file,game,line,variation,sfen,turn,count,plies,black_checks,white_checks,verdict,loser\n";

/// Appends the object of a game, without a line end.
pub(crate) fn push_json(out: &mut String, report: &Report<'_>, found: &Repetitions) {
    // Writing to a string does not fail.
    let _ = json(out, report, found);
}

/// Appends the object of something that is no record, without a line end.
pub(crate) fn push_error(out: &mut String, game: &Game<'_>, error: &str) {
    push_place(out, game);
    out.push_str(",\"error\":");
    push_text(out, error);
    out.push('}');
}

/// Opens the object of a game with the place where it lies.
fn push_place(out: &mut String, game: &Game<'_>) {
    out.push_str("{\"file\":");
    push_text(out, game.file);
    // Writing to a string does not fail.
    let _ = write!(out, ",\"game\":{},\"line\":{}", game.index, game.line);
}

/// Appends a JSON string.
fn push_text(out: &mut String, text: &str) {
    // A string always has a JSON form.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn json(out: &mut String, report: &Report<'_>, found: &Repetitions) -> fmt::Result {
    let replay = report.replay;
    push_place(out, report.game);
    write!(out, ",\"plies\":{},\"repetitions\":[", replay.plies())?;
    for (at, repeated) in found.list.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        json_position(out, repeated)?;
    }
    let declared = replay.declared();
    out.push_str("],\"declared\":{\"ending\":");
    push_name(out, declared.ending.map(EndingKind::name));
    out.push_str(",\"winner\":");
    push_name(out, declared.winner.map(Winner::name));
    write!(
        out,
        "}},\"agreement\":\"{}\",\"lines_left_out\":{}}}",
        replay.agreement().name(),
        found.lines_left_out
    )
}

fn json_position(out: &mut String, repeated: &Repeated) -> fmt::Result {
    out.push_str("{\"variation\":");
    match repeated.line {
        1 => out.push_str("null"),
        line => write!(out, "{line}")?,
    }
    out.push_str(",\"sfen\":\"");
    repeated.position.push_sfen(out);
    write!(
        out,
        "\",\"turn\":\"{}\",\"count\":{},\"plies\":[",
        repeated.position.turn().name(),
        repeated.plies.len()
    )?;
    push_plies(out, &repeated.plies, ',');
    write!(
        out,
        "],\"black_checks\":{},\"white_checks\":{},\"verdict\":",
        repeated.checked(Color::Black),
        repeated.checked(Color::White)
    )?;
    push_name(out, verdict(repeated));
    out.push_str(",\"loser\":");
    push_name(out, loser(repeated).map(Color::name));
    for color in Color::BOTH {
        write!(out, ",\"{}_time_left_ms\":", color.name())?;
        match repeated.time_left[color] {
            None => out.push_str("null"),
            Some(time) => write!(out, "{time}")?,
        }
    }
    out.write_str("}")
}

/// The event that the fourth occurrence is.
fn verdict(repeated: &Repeated) -> Option<&'static str> {
    Some(match repeated.verdict? {
        Repetition::Sennichite | Repetition::MutualPerpetual => "sennichite",
        Repetition::Perpetual(_) => "perpetual_check",
    })
}

fn loser(repeated: &Repeated) -> Option<Color> {
    match repeated.verdict {
        Some(Repetition::Perpetual(loser)) => Some(loser),
        _ => None,
    }
}

fn push_plies(out: &mut String, plies: &[u32], separator: char) {
    for (at, ply) in plies.iter().enumerate() {
        if at > 0 {
            out.push(separator);
        }
        let _ = write!(out, "{ply}");
    }
}

fn push_name(out: &mut String, name: Option<&'static str>) {
    match name {
        None => out.push_str("null"),
        Some(name) => {
            out.push('"');
            out.push_str(name);
            out.push('"');
        }
    }
}

/// Appends a row for each position of a game, with line ends.
pub(crate) fn push_csv(out: &mut String, report: &Report<'_>, found: &Repetitions) {
    for repeated in &found.list {
        // Writing to a string does not fail.
        let _ = csv(out, report, repeated);
    }
}

fn csv(out: &mut String, report: &Report<'_>, repeated: &Repeated) -> fmt::Result {
    let game = report.game;
    if game.file.contains([',', '"', '\n', '\r']) {
        write!(out, "\"{}\"", game.file.replace('"', "\"\""))?;
    } else {
        out.push_str(game.file);
    }
    write!(out, ",{},{},{},", game.index, game.line, repeated.line)?;
    repeated.position.push_sfen(out);
    write!(
        out,
        ",{},{},",
        repeated.position.turn().name(),
        repeated.plies.len()
    )?;
    push_plies(out, &repeated.plies, ' ');
    writeln!(
        out,
        ",{},{},{},{}",
        repeated.checked(Color::Black),
        repeated.checked(Color::White),
        verdict(repeated).unwrap_or_default(),
        loser(repeated).map_or("", Color::name)
    )
}
