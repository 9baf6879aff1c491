//! The words that a column can hold, where they are few.

use crate::finding::Severity;
use crate::opening::{castles, openings};
use crate::record::{EndingKind, Notation};
use crate::replay::{Agreement, Event, Winner};
use crate::shogi::{Color, Handicap};
use crate::text::Encoding;

/// All words of a column of `games`; none where it may hold any.
pub(super) fn of(column: &str) -> Vec<&'static str> {
    let mut words: Vec<&'static str> = match column {
        "format" => Notation::ALL.map(Notation::name).into(),
        "encoding" => Encoding::ALL.iter().map(|it| it.name()).collect(),
        "handicap" => {
            let odds = Handicap::ALL.into_iter().filter(|&it| it != Handicap::Even);
            odds.map(Handicap::name).chain(["other"]).collect()
        }
        "ending" => EndingKind::ALL.map(EndingKind::name).into(),
        "winner" => {
            let sides = Color::BOTH.map(Winner::Side).into_iter();
            let winners = sides.chain([Winner::Draw, Winner::None]);
            winners.map(Winner::name).collect()
        }
        "detected_event" => [
            Event::Checkmate,
            Event::NoLegalMoves,
            Event::Sennichite,
            Event::PerpetualCheck,
        ]
        .map(Event::name)
        .into(),
        "agreement" => [
            Agreement::Consistent,
            Agreement::Unverifiable,
            Agreement::Conflict,
        ]
        .map(Agreement::name)
        .into(),
        "status" => {
            let worst = [Severity::Note, Severity::Warning, Severity::Error];
            let worst = worst.map(Severity::name);
            ["ok"].into_iter().chain(worst).collect()
        }
        "opening" => openings().map(|it| it.id).collect(),
        "black_castle" | "white_castle" => castles().map(|it| it.id).collect(),
        _ => Vec::new(),
    };
    let mut seen = std::collections::HashSet::new();
    words.retain(|it| seen.insert(*it));
    words
}
