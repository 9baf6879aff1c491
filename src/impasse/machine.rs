//! Counts and verdicts for programs: one JSON object or one CSV row a position.

use super::Case;
use crate::shogi::Color;
use crate::shogi::jishogi::{SideCount, Verdicts};

/// Where a position comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// The file as it was named.
    pub file: &'a str,
    /// Which game of the file, from 1.
    pub game: u32,
    /// The line where the game or the position starts.
    pub line: u32,
    /// After how many moves of the record.
    pub ply: u32,
}

/// The heading of the rows of [`push_csv`].
pub(crate) const CSV_HEADING: &str = "file,game,line,ply,sfen,turn,\
black_total,black_declaration,black_majors,black_camp_pieces,black_king,black_in_check,\
white_total,white_declaration,white_majors,white_camp_pieces,white_king,white_in_check,\
missing,declare24,declare27,declare24h,declare27h,agreed24,agreed24h,agreed27,declare_try,error\n";

/// Appends the object of a position, without a line end.
pub(crate) fn push_json(out: &mut String, case: &Case<'_>, place: &Place<'_>) {
    out.reserve(900);
    out.push_str("{\"sfen\":\"");
    case.position.push_sfen(out);
    push_word(out, "\",\"turn\":", case.position.turn().name());
    for color in Color::BOTH {
        out.push_str(match color {
            Color::Black => ",\"black\":{",
            Color::White => ",\"white\":{",
        });
        push_side(out, &case.count.sides[color]);
    }
    out.push_str(",\"missing\":");
    push_signed(out, case.count.missing);
    let verdicts = Verdicts::of(case.position, &case.count);
    push_word(
        out,
        ",\"verdicts\":{\"declare24\":",
        verdicts.declare24.name(),
    );
    push_word(out, ",\"declare27\":", verdicts.declare27.name());
    push_word(out, ",\"declare24h\":", verdicts.declare24h.name());
    push_word(out, ",\"declare27h\":", verdicts.declare27h.name());
    push_word(out, ",\"agreed24\":", verdicts.agreed24.name());
    push_word(out, ",\"agreed24h\":", verdicts.agreed24h.name());
    push_word(out, ",\"agreed27\":", agreed27(&verdicts));
    out.push_str(",\"declare_try\":\"");
    push_try(out, &verdicts);
    out.push_str("\"},");
    push_place(out, place);
    push_number(out, ",\"ply\":", place.ply);
    out.push('}');
}

fn push_side(out: &mut String, side: &SideCount) {
    push_number(out, "\"total\":", side.total);
    push_number(out, ",\"declaration\":", side.declaration);
    push_number(out, ",\"majors\":", side.majors);
    push_number(out, ",\"camp_pieces\":", side.camp_pieces);
    push_word(out, ",\"king\":", side.king.name());
    out.push_str(if side.in_check {
        ",\"in_check\":true}"
    } else {
        ",\"in_check\":false}"
    });
}

fn push_place(out: &mut String, place: &Place<'_>) {
    out.push_str("\"file\":");
    push_text(out, place.file);
    push_number(out, ",\"game\":", place.game);
    push_number(out, ",\"line\":", place.line);
}

/// Appends a label and a name in quotation marks.
fn push_word(out: &mut String, label: &str, name: &str) {
    out.push_str(label);
    out.push('"');
    out.push_str(name);
    out.push('"');
}

/// Appends a label and a number.
fn push_number(out: &mut String, label: &str, mut number: u32) {
    out.push_str(label);
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&it| it as char));
}

fn push_signed(out: &mut String, number: i32) {
    push_number(
        out,
        if number < 0 { "-" } else { "" },
        number.unsigned_abs(),
    );
}

fn agreed27(verdicts: &Verdicts) -> &'static str {
    match verdicts.agreed27 {
        Color::Black => "black_wins",
        Color::White => "white_wins",
    }
}

/// Appends the object of a line or game that holds no position.
pub(crate) fn push_error(out: &mut String, error: &str, place: &Place<'_>) {
    out.push('{');
    push_place(out, place);
    out.push_str(",\"error\":");
    push_text(out, error);
    out.push('}');
}

/// Appends a JSON string.
pub(super) fn push_text(out: &mut String, text: &str) {
    let plain = |it: u8| (b' '..0x7f).contains(&it) && it != b'"' && it != b'\\';
    if text.bytes().all(plain) {
        push_word(out, "", text);
    } else {
        // A string always has a JSON form.
        out.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

fn push_try(out: &mut String, verdicts: &Verdicts) {
    match verdicts.declare_try {
        Some(mv) => {
            out.push_str("win:");
            mv.push_usi(out);
        }
        None => out.push_str("none"),
    }
}

/// Appends a row, with its line end: of a position, or with the error that there is none.
pub(crate) fn push_csv(out: &mut String, case: Result<&Case<'_>, &str>, place: &Place<'_>) {
    push_cell(out, place.file);
    push_number(out, ",", place.game);
    push_number(out, ",", place.line);
    push_number(out, ",", place.ply);
    out.push(',');
    match case {
        Ok(case) => push_csv_case(out, case),
        Err(error) => {
            // The columns of a position stay empty.
            out.push_str(&",".repeat(23));
            push_cell(out, error);
        }
    }
    out.push('\n');
}

fn push_csv_case(out: &mut String, case: &Case<'_>) {
    case.position.push_sfen(out);
    out.push(',');
    out.push_str(case.position.turn().name());
    for color in Color::BOTH {
        let side = &case.count.sides[color];
        push_number(out, ",", side.total);
        push_number(out, ",", side.declaration);
        push_number(out, ",", side.majors);
        push_number(out, ",", side.camp_pieces);
        out.push(',');
        out.push_str(side.king.name());
        out.push_str(if side.in_check { ",true" } else { ",false" });
    }
    out.push(',');
    push_signed(out, case.count.missing);
    let verdicts = Verdicts::of(case.position, &case.count);
    let words = [
        verdicts.declare24.name(),
        verdicts.declare27.name(),
        verdicts.declare24h.name(),
        verdicts.declare27h.name(),
        verdicts.agreed24.name(),
        verdicts.agreed24h.name(),
        agreed27(&verdicts),
    ];
    for word in words {
        out.push(',');
        out.push_str(word);
    }
    out.push(',');
    push_try(out, &verdicts);
    out.push(',');
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
