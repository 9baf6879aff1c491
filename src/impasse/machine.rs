//! Counts and verdicts for programs: one JSON object or one CSV row a position.

use std::fmt::{self, Write};

use super::Case;
use crate::shogi::Color;
use crate::shogi::jishogi::{SideCount, Verdicts};

/// Where a position comes from.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// Which game of the file, from 1.
    pub game: u32,
    /// The line where the game or the position starts.
    pub line: u64,
    /// After how many moves of the record.
    pub ply: u32,
}

/// The heading of the rows of [`push_csv`].
pub const CSV_HEADING: &str = "file,game,line,ply,sfen,turn,\
black_total,black_declaration,black_majors,black_camp_pieces,black_king,black_in_check,\
white_total,white_declaration,white_majors,white_camp_pieces,white_king,white_in_check,\
missing,declare24,declare27,declare24h,declare27h,agreed24,agreed24h,agreed27,declare_try,error\n";

/// Appends the object of a position, without a line end.
pub fn push_json(out: &mut String, case: &Case<'_>, place: &Place<'_>) {
    // Writing to a string does not fail.
    let _ = json(out, case, place);
}

fn json(out: &mut String, case: &Case<'_>, place: &Place<'_>) -> fmt::Result {
    let verdicts = Verdicts::of(case.position, &case.count);
    out.push_str("{\"sfen\":\"");
    case.position.push_sfen(out);
    write!(out, "\",\"turn\":\"{}\"", case.position.turn().name())?;
    for color in Color::BOTH {
        json_side(out, color, &case.count.sides[color])?;
    }
    write!(
        out,
        ",\"missing\":{},\"verdicts\":{{\"declare24\":\"{}\",\"declare27\":\"{}\",\"declare24h\":\"{}\",\
         \"declare27h\":\"{}\",\"agreed24\":\"{}\",\"agreed24h\":\"{}\",\"agreed27\":\"{}_wins\",\"declare_try\":\"",
        case.count.missing,
        verdicts.declare24,
        verdicts.declare27,
        verdicts.declare24h,
        verdicts.declare27h,
        verdicts.agreed24,
        verdicts.agreed24h,
        verdicts.agreed27.name(),
    )?;
    push_try(out, &verdicts)?;
    out.push_str("\"},");
    json_place(out, place)?;
    write!(out, ",\"ply\":{}}}", place.ply)
}

fn json_side(out: &mut String, color: Color, side: &SideCount) -> fmt::Result {
    write!(
        out,
        ",\"{}\":{{\"total\":{},\"declaration\":{},\"majors\":{},\"camp_pieces\":{},\"king\":\"{}\",\"in_check\":{}}}",
        color.name(),
        side.total,
        side.declaration,
        side.majors,
        side.camp_pieces,
        side.king.name(),
        side.in_check
    )
}

fn json_place(out: &mut String, place: &Place<'_>) -> fmt::Result {
    out.push_str("\"file\":");
    push_text(out, place.file);
    write!(out, ",\"game\":{},\"line\":{}", place.game, place.line)
}

/// Appends the object of a line or game that holds no position.
pub fn push_error(out: &mut String, error: &str, place: &Place<'_>) {
    out.push('{');
    let _ = json_place(out, place);
    out.push_str(",\"error\":");
    push_text(out, error);
    out.push('}');
}

/// Appends a JSON string.
pub(super) fn push_text(out: &mut String, text: &str) {
    // A string always has a JSON form.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

fn push_try(out: &mut String, verdicts: &Verdicts) -> fmt::Result {
    match verdicts.declare_try {
        Some(mv) => write!(out, "win:{mv}"),
        None => out.write_str("none"),
    }
}

/// Appends a row, with its line end: of a position, or with the error that there is none.
pub fn push_csv(out: &mut String, case: Result<&Case<'_>, &str>, place: &Place<'_>) {
    // Writing to a string does not fail.
    let _ = csv(out, case, place);
}

fn csv(out: &mut String, case: Result<&Case<'_>, &str>, place: &Place<'_>) -> fmt::Result {
    push_cell(out, place.file);
    write!(out, ",{},{},{},", place.game, place.line, place.ply)?;
    match case {
        Ok(case) => csv_case(out, case)?,
        Err(error) => {
            // The columns of a position stay empty.
            out.push_str(&",".repeat(23));
            push_cell(out, error);
        }
    }
    out.write_str("\n")
}

fn csv_case(out: &mut String, case: &Case<'_>) -> fmt::Result {
    let verdicts = Verdicts::of(case.position, &case.count);
    case.position.push_sfen(out);
    write!(out, ",{}", case.position.turn().name())?;
    for color in Color::BOTH {
        let side = &case.count.sides[color];
        write!(
            out,
            ",{},{},{},{},{},{}",
            side.total,
            side.declaration,
            side.majors,
            side.camp_pieces,
            side.king.name(),
            side.in_check
        )?;
    }
    write!(
        out,
        ",{},{},{},{},{},{},{},{}_wins,",
        case.count.missing,
        verdicts.declare24,
        verdicts.declare27,
        verdicts.declare24h,
        verdicts.declare27h,
        verdicts.agreed24,
        verdicts.agreed24h,
        verdicts.agreed27.name(),
    )?;
    push_try(out, &verdicts)?;
    out.write_str(",")
}

/// Appends a CSV cell, quoted where it must be.
pub(super) fn push_cell(out: &mut String, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        out.push('"');
        out.push_str(&text.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Position;

    const PLACE: Place<'static> = Place {
        file: "a,b.sfen",
        game: 1,
        line: 3,
        ply: 0,
    };

    #[test]
    fn the_object_has_the_documented_fields() {
        let position: Position = "4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1"
            .parse()
            .unwrap();
        let mut out = String::new();
        push_json(&mut out, &Case::new(&position, None), &PLACE);
        assert_eq!(
            out,
            concat!(
                "{\"sfen\":\"4K4/+P+P+P+P+P+P+P+P+P/8+P/9/9/9/9/9/4k4 b 2RB3Gbg4s4n4l8p 1\",\"turn\":\"black\",",
                "\"black\":{\"total\":28,\"declaration\":28,\"majors\":3,\"camp_pieces\":10,\"king\":\"in\",\"in_check\":false},",
                "\"white\":{\"total\":26,\"declaration\":26,\"majors\":1,\"camp_pieces\":0,\"king\":\"in\",\"in_check\":false},",
                "\"missing\":0,\"verdicts\":{\"declare24\":\"draw\",\"declare27\":\"win\",\"declare24h\":\"draw\",",
                "\"declare27h\":\"win\",\"agreed24\":\"draw\",\"agreed24h\":\"draw\",\"agreed27\":\"black_wins\",",
                "\"declare_try\":\"none\"},\"file\":\"a,b.sfen\",\"game\":1,\"line\":3,\"ply\":0}"
            )
        );
        let value: serde_json::Value = serde_json::from_str(&out).unwrap();
        assert_eq!(value["verdicts"]["declare27"], "win");
    }

    #[test]
    fn every_row_has_as_many_cells_as_the_heading() {
        let mut out = CSV_HEADING.to_owned();
        push_csv(
            &mut out,
            Ok(&Case::new(&Position::startpos(), None)),
            &PLACE,
        );
        push_csv(&mut out, Err("not a position, at all"), &PLACE);
        let mut reader = csv::Reader::from_reader(out.as_bytes());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(&rows[0][19], "lose:king_not_in_camp");
        assert_eq!(&rows[1][27], "not a position, at all");
    }
}
