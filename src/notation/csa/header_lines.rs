//! The headers of any record in the words of CSA, and what has no place there.

use std::borrow::Cow;

use crate::notation::shared::headers::{Headers, is_position_key, is_time};
use crate::notation::shared::options::CsaVersion;
use crate::record::{GameTime, Header, HeaderKey, Notation, Record, TimeControl};
use crate::shogi::jishogi::DECLARATIONS;

/// The headers for CSA, in the order of the standard, the players first.
pub(in crate::notation) fn csa(record: &Record, version: CsaVersion) -> Headers<'_> {
    let mut headers = Headers::default();
    let new = version >= CsaVersion::V30;
    let is_csa = record.notation == Some(Notation::Csa);
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
    let broken = match record.notation {
        Some(Notation::Kif | Notation::Ki2 | Notation::Bod) => value.replace("\\n", "\n"),
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
    let each = |of: fn(&TimeControl) -> Option<String>| {
        let words = (
            controls.black.as_ref().and_then(of),
            controls.white.as_ref().and_then(of),
        );
        words.0.zip(words.1)
    };
    let new = version >= CsaVersion::V30;
    match (each(TimeControl::time), each(TimeControl::limit)) {
        (Some((black, white)), _) if new && black == white => {
            lines.push(("$TIME:".into(), black.into()));
        }
        (Some((black, white)), _) if new => {
            lines.push(("$TIME+:".into(), black.into()));
            lines.push(("$TIME-:".into(), white.into()));
        }
        (_, Some((black, white))) if !new && black == white => {
            lines.push(("$TIME_LIMIT:".into(), black.into()));
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
