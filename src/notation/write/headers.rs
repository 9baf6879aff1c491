//! Headers across notations: the words of KIF, KI2, BOD and JKF, and those of CSA, with what has no place in them.

use std::borrow::Cow;

use super::CsaVersion;
use crate::notation::kakinoki::usual_name;
use crate::record::{Format, GameTime, Header, HeaderKey, Record, TimeControl};
use crate::shogi::jishogi::DECLARATIONS;
use crate::shogi::{ByColor, Color, Handicap};

/// The headers of a record in the words of a notation.
#[derive(Debug, Default)]
pub(in crate::notation) struct Headers<'a> {
    /// Names and values, in the order in which they are written.
    pub(in crate::notation) lines: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Those that have no place, or not wholly.
    pub(in crate::notation) lost: Vec<&'a Header>,
    /// Those whose line break became a blank.
    pub(in crate::notation) joined: Vec<&'a Header>,
}

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

/// Whether a key is about time.
const fn is_time(key: HeaderKey) -> bool {
    matches!(
        key,
        HeaderKey::TimeLimit
            | HeaderKey::BlackTimeLimit
            | HeaderKey::WhiteTimeLimit
            | HeaderKey::Byoyomi
            | HeaderKey::Increment
    )
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
        record.format,
        Some(Format::Kif | Format::Ki2 | Format::Bod | Format::Jkf)
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

/// Whether a header of this name would give the start position: that has its own place.
fn is_position_key(name: &str) -> bool {
    let hand = ["持駒", "持ち駒"]
        .iter()
        .any(|hand| name.ends_with(hand) && name.starts_with(['先', '後', '上', '下']));
    hand || matches!(name, "手合割" | "手番")
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

/// The headers for CSA, in the order of the standard, the players first.
pub(in crate::notation) fn csa(record: &Record, version: CsaVersion) -> Headers<'_> {
    let mut headers = Headers::default();
    let new = version >= CsaVersion::V30;
    let is_csa = record.format == Some(Format::Csa);
    for key in [
        HeaderKey::Black,
        HeaderKey::White,
        HeaderKey::Event,
        HeaderKey::Site,
        HeaderKey::StartTime,
        HeaderKey::EndTime,
        HeaderKey::TimeLimit,
        HeaderKey::Opening,
        HeaderKey::MaxMoves,
        HeaderKey::ImpasseRule,
        HeaderKey::Note,
        HeaderKey::BlackRating,
        HeaderKey::WhiteRating,
    ] {
        if key == HeaderKey::TimeLimit {
            push_csa_time(record, version, &mut headers);
            continue;
        }
        let mut all = record.headers.iter().filter(|header| header.key == key);
        let Some(header) = all.rfind(|header| !header.value.is_empty()) else {
            continue;
        };
        let value = record.str(header.value);
        let doubles = all.filter(|it| !it.value.is_empty() && record.str(it.value) != value);
        headers.lost.extend(doubles);
        let is_setting = record.str(header.name).starts_with('\'');
        let line: Option<(&str, Cow<'_, str>)> = match key {
            HeaderKey::Black => Some(("N+", value.into())),
            HeaderKey::White => Some(("N-", value.into())),
            HeaderKey::Event => Some(("$EVENT:", value.into())),
            HeaderKey::Site => Some(("$SITE:", value.into())),
            HeaderKey::Opening => Some(("$OPENING:", value.into())),
            HeaderKey::StartTime => {
                csa_time(value, header, &mut headers.lost).map(|time| ("$START_TIME:", time.into()))
            }
            HeaderKey::EndTime => {
                csa_time(value, header, &mut headers.lost).map(|time| ("$END_TIME:", time.into()))
            }
            HeaderKey::MaxMoves => {
                let number = value.trim_end_matches('手').parse::<u32>().ok();
                let word = if new { "$MAX_MOVES:" } else { "'Max_Moves:" };
                number
                    .filter(|&it| it > 0 && (new || is_setting))
                    .map(|it| (word, it.to_string().into()))
            }
            HeaderKey::ImpasseRule => {
                let known = is_csa || DECLARATIONS.iter().any(|it| it.number.to_string() == value);
                (new && known).then(|| ("$JISHOGI:", value.into()))
            }
            HeaderKey::Note if new => Some(("$NOTE:", csa_note(value, record).into())),
            HeaderKey::BlackRating | HeaderKey::WhiteRating => {
                let (word, side) = match key {
                    HeaderKey::BlackRating => ("'black_rate:", HeaderKey::Black),
                    _ => ("'white_rate:", HeaderKey::White),
                };
                let name = record.header(side).unwrap_or("");
                Some((word, format!("{name}:{value}").into()))
            }
            _ => None,
        };
        match line {
            Some((word, value)) => headers.lines.push((word.into(), value)),
            None if headers.lost.last().is_some_and(|it| it.key == key) => {}
            None => headers.lost.push(header),
        }
    }
    push_custom(record, &mut headers);
    let mut joined = Vec::new();
    for (word, value) in &mut headers.lines {
        if value.contains(['\n', '\r']) {
            *value = value
                .replace("\r\n", "\n")
                .replace(['\n', '\r'], " ")
                .into();
            joined.push(word.clone().into_owned());
        }
    }
    if !joined.is_empty() {
        let broken = record.headers.iter().filter(|header| {
            header.key != HeaderKey::Note && record.str(header.value).contains(['\n', '\r'])
        });
        headers.joined = broken.collect();
    }
    headers
}

/// Headers that the standard does not know.
fn push_custom<'a>(record: &'a Record, headers: &mut Headers<'a>) {
    for header in record.headers.iter().filter(|it| !it.value.is_empty()) {
        match header.key {
            HeaderKey::Title | HeaderKey::TimeUsed => headers.lost.push(header),
            HeaderKey::Other => {
                let name = record.str(header.name).trim_start_matches('$');
                let fits = |byte: u8| {
                    byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_+-".contains(&byte)
                };
                if !name.is_empty() && name.bytes().all(fits) {
                    let value = record.str(header.value);
                    headers
                        .lines
                        .push((format!("${name}:").into(), value.into()));
                } else if !is_position_key(name) {
                    headers.lost.push(header);
                }
            }
            _ => {}
        }
    }
}

/// A date in CSA's form. What stands behind it, or what is no date, is lost.
fn csa_time<'a>(value: &str, header: &'a Header, lost: &mut Vec<&'a Header>) -> Option<String> {
    let (time, rest) = GameTime::parse(value)?;
    if !rest.trim().is_empty() {
        lost.push(header);
    }
    Some(time.csa())
}

/// A note with its escapes. KIF's notes write a line break as the two characters `\n`.
fn csa_note(value: &str, record: &Record) -> String {
    let broken = match record.format {
        Some(Format::Kif | Format::Ki2 | Format::Bod) => value.replace("\\n", "\n"),
        _ => value.replace("\r\n", "\n").replace('\r', "\n"),
    };
    broken.replace('\\', "\\\\").replace('\n', "\\n")
}

/// The time control in the words of a version of CSA.
fn push_csa_time<'a>(record: &'a Record, version: CsaVersion, headers: &mut Headers<'a>) {
    let given = || {
        let all = record.headers.iter();
        all.filter(|header| is_time(header.key) && !header.value.is_empty())
    };
    if given().next().is_none() {
        return;
    }
    let lines = &mut headers.lines;
    let controls = record.time_controls();
    match (controls.black, controls.white) {
        (Some(black), Some(white)) if version >= CsaVersion::V30 => {
            if black == white {
                lines.push(("$TIME:".into(), black.time().into()));
            } else {
                lines.push(("$TIME+:".into(), black.time().into()));
                lines.push(("$TIME-:".into(), white.time().into()));
            }
        }
        (Some(black), Some(white)) if black == white && black.limit().is_some() => {
            let limit = black.limit().unwrap_or_default();
            lines.push(("$TIME_LIMIT:".into(), limit.into()));
        }
        _ => {
            // Floodgate's settings stand in comments, which every version has.
            for header in given() {
                let name = record.str(header.name);
                if name.starts_with('\'') {
                    let value = record.str(header.value);
                    lines.push((format!("{name}:").into(), value.into()));
                } else {
                    headers.lost.push(header);
                }
            }
        }
    }
}

/// Whether V2.2 has no words for a header that V3.0 has words for.
pub(super) fn needs_v30(record: &Record) -> bool {
    let is_plain =
        |header: &Header| header.value.is_empty() || record.str(header.name).starts_with('\'');
    let new = [
        HeaderKey::MaxMoves,
        HeaderKey::ImpasseRule,
        HeaderKey::Note,
        HeaderKey::TimeLimit,
        HeaderKey::BlackTimeLimit,
        HeaderKey::WhiteTimeLimit,
    ];
    let asks = |header: &Header| new.contains(&header.key) && !is_plain(header);
    if !record.headers.iter().any(asks) {
        return false;
    }
    let lost = |version| csa(record, version).lost.len();
    lost(CsaVersion::V30) < lost(CsaVersion::V22)
}
