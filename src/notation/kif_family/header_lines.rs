//! The headers of any record in the words of KIF, KI2, BOD and JKF.

use super::headers::usual_name;
use crate::notation::shared::headers::{Headers, is_position_key, is_time};
use crate::record::{Header, HeaderKey, Notation, Record, TimeControl};
use crate::shogi::{ByColor, Color, Handicap};

/// Whether the start is one of the handicaps that KIF knows by name: then the sides are 下手 and 上手.
pub(in crate::notation) fn is_handicap(record: &Record) -> bool {
    let rare = [
        Handicap::Even,
        Handicap::BothLances,
        Handicap::ThreePawns,
        Handicap::BareKing,
    ];
    record
        .start
        .handicap()
        .is_some_and(|handicap| !rare.contains(&handicap))
}

/// The words for both sides: 先手 and 後手, or 下手 and 上手.
pub(in crate::notation) fn side_words(record: &Record) -> ByColor<&'static str> {
    if is_handicap(record) {
        ByColor {
            black: "下手",
            white: "上手",
        }
    } else {
        ByColor {
            black: "先手",
            white: "後手",
        }
    }
}

/// The headers for KIF, KI2 and BOD, in file order. The names of the players are not among them: they have their own
/// place, see [`side_words`].
pub(in crate::notation) fn japanese(record: &Record) -> Headers<'_> {
    let mut headers = raw_japanese(record);
    let mut joined = Vec::new();
    headers.lines.retain(|(name, _)| !is_position_key(name));
    for (name, value) in &mut headers.lines {
        if !value.contains(['\n', '\r']) {
            continue;
        }
        if name == "備考" {
            *value = value
                .replace("\r\n", "\n")
                .replace(['\n', '\r'], "\\n")
                .into();
        } else {
            *value = value
                .replace("\r\n", "\n")
                .replace(['\n', '\r'], " ")
                .into();
            joined.push(name.clone().into_owned());
        }
    }
    headers.joined = headers_named(record, &joined);
    let unfit: Vec<String> = headers
        .lines
        .iter()
        .filter(|(name, _)| !fits_kif(name))
        .map(|(name, _)| name.clone().into_owned())
        .collect();
    headers.lines.retain(|(name, _)| fits_kif(name));
    let unfit = headers_named(record, &unfit);
    headers.lost.extend(unfit);
    headers
}

/// The same for JKF, where line breaks are kept, names may hold anything and the players are among the others.
pub(in crate::notation) fn jkf(record: &Record) -> Headers<'_> {
    let mut headers = raw_japanese(record);
    headers.lines.retain(|(name, _)| !is_position_key(name));
    let words = side_words(record);
    let players = [
        (Color::Black, HeaderKey::Black),
        (Color::White, HeaderKey::White),
    ]
    .into_iter()
    .filter_map(|(color, key)| Some((words[color].into(), record.header(key)?.into())));
    headers.lines.splice(0..0, players);
    headers
}

fn headers_named<'a>(record: &'a Record, names: &[String]) -> Vec<&'a Header> {
    let all = record.headers.iter();
    all.filter(|header| {
        let name = record.str(header.name);
        names.iter().any(|it| it == name)
    })
    .collect()
}

/// Names and values in Japanese, line breaks and all.
fn raw_japanese(record: &Record) -> Headers<'_> {
    let is_japanese = matches!(
        record.notation,
        Some(Notation::Kif | Notation::Ki2 | Notation::Bod | Notation::Jkf)
    );
    let mut headers = Headers::default();
    let lines = &mut headers.lines;
    for header in &record.headers {
        let (name, value) = (record.str(header.name), record.str(header.value));
        match header.key {
            HeaderKey::Black | HeaderKey::White => {}
            _ if is_japanese => lines.push((name.into(), value.into())),
            HeaderKey::Other => {
                let name = name.trim_start_matches(['$', '\'']);
                lines.push((name.into(), value.into()));
            }
            key if is_time(key) => {}
            key => {
                if let Some(name) = usual_name(key) {
                    lines.push((name.into(), value.into()));
                }
            }
        }
    }
    if !is_japanese {
        push_time_words(record, &mut headers);
    }
    headers
}

/// CSA's time control in Japanese: 持ち時間 and 秒読み, for each side if they differ.
fn push_time_words<'a>(record: &'a Record, headers: &mut Headers<'a>) {
    let lines = &mut headers.lines;
    let controls = record.time_controls();
    if let (Some(black), Some(white)) = (controls.black, controls.white) {
        if black == white {
            lines.push(("持ち時間".into(), black.words().into()));
        } else {
            lines.push(("先手持ち時間".into(), side_time(&black, &white).into()));
            lines.push(("後手持ち時間".into(), side_time(&white, &black).into()));
        }
        let byoyomi = black.byoyomi_words();
        if let Some(words) = byoyomi.filter(|_| black.byoyomi == white.byoyomi) {
            lines.push(("秒読み".into(), words.into()));
        }
        return;
    }
    // Words nobody understands are handed on as they are.
    for header in &record.headers {
        let name = usual_name(header.key).filter(|_| is_time(header.key));
        if let Some(name) = name {
            lines.push((name.into(), record.str(header.value).into()));
        }
    }
}

/// The time of one side, with its byoyomi where the other side has another.
fn side_time(own: &TimeControl, other: &TimeControl) -> String {
    let byoyomi = own.byoyomi_words().filter(|_| own.byoyomi != other.byoyomi);
    match byoyomi {
        Some(byoyomi) => format!("{}+{byoyomi}", own.words()),
        None => own.words(),
    }
}

/// Whether a KIF reader takes a line with this name for a header.
fn fits_kif(name: &str) -> bool {
    let starts = name.starts_with(|sign: char| {
        sign.is_whitespace() || sign.is_numeric() || "#*＊&|｜+＋'<{[\"/▲△☗☖▼▽⛊⛉".contains(sign)
    });
    let ends = name.ends_with(char::is_whitespace);
    let inside = name.contains([':', '：', '\n', '\r', '\u{FEFF}']);
    let other_line = name.starts_with("まで") || name == "変化" || name.starts_with("手数-");
    !name.is_empty() && !starts && !ends && !inside && !other_line
}
