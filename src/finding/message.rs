//! Words for a finding: its rows of the catalogue, filled with its facts.
//!
//! A row whose facts are not all there is passed over for a plainer one, so no reader ever sees a bare `{placeholder}`.

use super::{Code, Fact, FactName, Finding, terms};
use crate::record::Notation;
use crate::words::{self, Lang};

/// What a reader is told about one finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// One line: the fact, lower case, without a full stop.
    pub headline: String,
    /// A sentence for the place in the text, without its full stop.
    pub label: String,
    /// Further facts that hold, each a sentence without its full stop.
    pub notes: Vec<String>,
    /// The cure, where it is known.
    pub help: Option<String>,
}

/// What words depend on besides the finding itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// The reader's language.
    pub lang: Lang,
    /// The notation of the record.
    pub notation: Option<Notation>,
    /// Whether the sides bear their names of handicap games.
    pub handicap: bool,
    /// What stands in the file at the place of the finding.
    pub quoted: &'a str,
}

/// The parts of the catalogue that speak of codes in the terms of the game; the part `code` has a row for each.
const SECTIONS: [&str; 4] = ["reason", "event", "agreement", "position"];

/// The rows of a code that are called `part`: `title`, `message`, `text`, `help`.
pub(super) fn rows(lang: Lang, code: Code, part: &str) -> impl Iterator<Item = &'static str> {
    let name = code.name();
    let shared = match code {
        Code::TooManyPawns
        | Code::TooManyLances
        | Code::TooManyKnights
        | Code::TooManySilvers
        | Code::TooManyGolds
        | Code::TooManyBishops
        | Code::TooManyRooks => Some("position.too_many"),
        Code::NoKingBlack | Code::NoKingWhite => Some("position.no_king"),
        Code::DeclarationKingNotInCamp
        | Code::DeclarationInCheck
        | Code::DeclarationTooFewPieces
        | Code::DeclarationTooFewPoints => Some("agreement.declaration_invalid"),
        Code::MovesNotJudged => Some("reason.not_judged"),
        _ => None,
    };
    let own = SECTIONS.map(|section| format!("{section}.{name}.{part}"));
    let shared = shared.map(|key| format!("{key}.{part}"));
    // The plainest rows come last.
    let plain = format!("code.{name}.{part}");
    own.into_iter()
        .chain(shared)
        .chain([plain])
        .filter_map(move |key| words::find(lang, &key))
}

/// The title of a code: what it is about, without any facts.
pub fn title(lang: Lang, code: Code) -> &'static str {
    rows(lang, code, "title").next().unwrap_or(code.name())
}

/// All the words of a finding.
pub fn message(finding: &Finding, setting: &Setting<'_>) -> Message {
    let lang = setting.lang;
    let label = first_filled(rows(lang, finding.code, "text"), finding, setting);
    let label = label.unwrap_or_else(|| title(lang, finding.code).to_owned());
    let notes = finding.notes.iter().filter_map(|key| {
        let rows = words::find(lang, key).into_iter();
        first_filled(rows, finding, setting)
    });
    Message {
        headline: headline(finding, setting),
        label: without_stop(label),
        notes: notes.map(without_stop).collect(),
        help: first_filled(rows(lang, finding.code, "help"), finding, setting).map(without_stop),
    }
}

/// The one line of a finding: its own row, or its title with what was found and expected.
pub fn headline(finding: &Finding, setting: &Setting<'_>) -> String {
    let lang = setting.lang;
    if let Some(own) = first_filled(rows(lang, finding.code, "message"), finding, setting) {
        return own;
    }
    let mut line = title(lang, finding.code).to_owned();
    let text = |name| match finding.fact(name) {
        Some(fact) => terms::fact(lang, fact, setting.handicap),
        None => String::new(),
    };
    let found = text(FactName::Found);
    if !found.is_empty() && found != setting.quoted {
        line.push_str(": ");
        line.push_str(&quote(lang, &found));
    }
    let expected = text(FactName::Expected);
    if !expected.is_empty() {
        let row = words::text(lang, "cli.expected_value");
        let row = words::fill(row, |_| Some(expected.clone()));
        line.push_str(" (");
        line.push_str(&row);
        line.push(')');
    }
    line
}

/// Text from a file between the quotation marks of the language.
pub fn quote(lang: Lang, text: &str) -> String {
    words::fill(words::text(lang, "cli.quoted"), |_| Some(text.to_owned()))
}

/// The first of these rows for which every fact is there.
fn first_filled(
    mut rows: impl Iterator<Item = &'static str>,
    finding: &Finding,
    setting: &Setting<'_>,
) -> Option<String> {
    rows.find_map(|row| {
        let mut complete = true;
        let text = words::fill(row, |name| {
            let value = value(finding, setting, name);
            complete &= value.is_some();
            value
        });
        complete.then_some(text)
    })
}

/// What stands for `{name}`: a fact, or something that every finding has.
fn value(finding: &Finding, setting: &Setting<'_>, name: &str) -> Option<String> {
    if let Some(fact) = FactName::find(name).and_then(|it| finding.fact(it)) {
        return Some(terms::fact(setting.lang, fact, setting.handicap));
    }
    match name {
        "ply" => finding.ply.map(|ply| ply.to_string()),
        "reason" => Some(title(setting.lang, finding.code).to_owned()),
        "format" => setting
            .notation
            .map(|notation| notation.name().to_uppercase()),
        "text" => match finding.fact(FactName::Found) {
            Some(Fact::Text(found)) if !found.is_empty() => Some(found.clone()),
            _ => (!setting.quoted.is_empty()).then(|| setting.quoted.to_owned()),
        },
        _ => None,
    }
}

/// A sentence without the stop at its end.
fn without_stop(mut sentence: String) -> String {
    if sentence.ends_with(['.', '。']) {
        sentence.pop();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::CODES;
    use crate::shogi::Color;
    use crate::text::Span;

    /// What rows may ask for that is no fact: every finding has it, or its setting.
    const OF_EVERY_FINDING: [&str; 4] = ["ply", "reason", "format", "text"];

    fn nifu() -> Finding {
        Finding::new(Code::Nifu, Span::default())
            .with(FactName::File, Fact::File(3))
            .with(FactName::Side, Fact::Side(Color::White))
            .with(FactName::Square, Fact::Square("3c".parse().unwrap()))
    }

    #[test]
    fn every_code_has_title_and_text_in_every_language() {
        for row in CODES {
            for lang in Lang::ALL {
                for part in ["title", "text"] {
                    let found = rows(lang, row.code, part).next();
                    assert!(found.is_some(), "{part} of {} in {lang:?}", row.name);
                }
            }
        }
    }

    #[test]
    fn rows_ask_for_facts_that_there_are() {
        let of_codes = CODES
            .iter()
            .flat_map(|row| ["message", "text", "help"].map(|part| rows(Lang::En, row.code, part)));
        let mut asked = 0;
        for row in of_codes.flatten() {
            words::fill(row, |name| {
                let known = OF_EVERY_FINDING.contains(&name) || FactName::find(name).is_some();
                assert!(known, "no fact is called {name}: {row}");
                asked += 1;
                None
            });
        }
        assert!(asked > 100, "{asked}");
    }

    #[test]
    fn titles_are_lower_case_and_texts_end_with_a_stop() {
        for row in CODES {
            for lang in Lang::ALL {
                let title = title(lang, row.code);
                assert!(!title.ends_with(['.', '。']), "{title}");
                assert!(!title.contains('{'), "{title}");
                for text in rows(lang, row.code, "text") {
                    assert!(text.ends_with(['.', '。']), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_rows_of_codes_belong_to_codes() {
        for key in words::keys().filter(|key| key.starts_with("code.")) {
            let name = key.split('.').nth(1).unwrap();
            assert!(Code::find(name).is_some(), "{key}");
        }
    }

    #[test]
    fn facts_are_put_into_each_language() {
        let en = message(&nifu(), &Setting::default());
        assert_eq!(en.headline, "two pawns on file 3 (nifu)");
        assert_eq!(en.label, "White already has an unpromoted pawn on 3c");
        let ja = Setting {
            lang: Lang::Ja,
            handicap: true,
            ..Setting::default()
        };
        let ja = message(&nifu(), &ja);
        assert_eq!(ja.headline, "３筋に二歩");
        assert_eq!(ja.label, "３三に既に上手の歩があります");
    }

    #[test]
    fn without_its_facts_a_finding_still_speaks() {
        for row in CODES {
            for lang in Lang::ALL {
                let setting = Setting {
                    lang,
                    ..Setting::default()
                };
                let it = message(&Finding::new(row.code, Span::default()), &setting);
                assert!(!it.headline.contains('{'), "{}", it.headline);
                assert!(!it.label.contains('{'), "{}", it.label);
            }
        }
    }

    #[test]
    fn what_was_found_and_expected_follows_the_title() {
        let it = Finding::new(Code::MoveNumber, Span::default()).found("5", "6");
        assert_eq!(
            headline(&it, &Setting::default()),
            "move number too low: \"5\" (expected 6)"
        );
        let at_the_place = Setting {
            quoted: "5",
            ..Setting::default()
        };
        assert_eq!(
            headline(&it, &at_the_place),
            "move number too low (expected 6)"
        );
    }
}
