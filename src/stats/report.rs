//! The report on all games, section by section.

use std::collections::BTreeMap;

use super::lines::{Amount, Form, Limits, Lines};
use super::people::people;
use super::programs::{csv, json};
use super::summary::Summary;
use super::tally::Results;
use crate::finding::{Code, terms, title};
use crate::opening;
use crate::shogi::Handicap;
use crate::words::{self, Lang};

/// The report on all games.
pub(crate) fn report(summary: &Summary, limits: &Limits, form: Form) -> String {
    let mut lines = Lines {
        limits,
        list: Vec::new(),
    };
    push_results(&mut lines, summary);
    push_lengths(&mut lines, summary);
    push_handicaps(&mut lines, summary);
    push_repetition(&mut lines, summary);
    push_illegal(&mut lines, summary);
    push_files(&mut lines, summary);
    push_names(&mut lines, summary);
    match form {
        Form::Csv => csv(&lines.list),
        Form::Json => json(&lines.list),
        Form::Text => people(&lines.list, limits.lang, false),
        Form::Markdown => people(&lines.list, limits.lang, true),
    }
}

type Counts = BTreeMap<&'static str, u64>;

fn each(counts: &Counts) -> impl Iterator<Item = (&'static str, u64)> {
    counts.iter().map(|(name, count)| (*name, *count))
}

/// The word of an ending, or of what happened in a game.
fn ending(lang: Lang, name: &str) -> Option<String> {
    words::find(lang, &format!("ending.{name}")).map(str::to_owned)
}

fn plain(_: Lang, _: &str) -> Option<String> {
    None
}

/// How many games there are, who won them, and how they ended.
fn push_results(lines: &mut Lines<'_>, summary: &Summary) {
    let results = &summary.results;
    let games = results.games();
    let label = lines.words("stats.games");
    lines.push("games", "games", Amount::Count(games), 0).label = label;
    for (name, key, count, of) in [
        ("black", "side.black", results.wins, results.decided()),
        ("white", "side.white", results.losses, results.decided()),
        ("draw", "result.draw", results.draws, games),
        ("none", "result.no_contest", results.none, games),
        ("unknown", "result.unknown", results.unknown, games),
    ] {
        let label = lines.words(key);
        let line = lines.push("results", name, Amount::Count(count), of);
        line.label = label;
        if of != games || matches!(name, "black" | "white") {
            line.wins = Some((count, of));
        }
    }
    lines.counts("endings", each(&summary.endings), games, ending);
}

/// Plies and clocks.
fn push_lengths(lines: &mut Lines<'_>, summary: &Summary) {
    let games = summary.results.games();
    let plies = u64::try_from(summary.plies.sum()).unwrap_or(u64::MAX);
    lines.distribution("plies", &summary.plies, false, games);
    lines.distribution("move_times", &summary.move_times, true, plies);
    lines.distribution("side_times", &summary.side_times, true, games * 2);
}

fn push_handicaps(lines: &mut Lines<'_>, summary: &Summary) {
    let handicaps = each(&summary.handicaps).map(|(name, count)| match name {
        "" => ("even_or_free", count),
        name => (name, count),
    });
    let games = summary.results.games();
    lines.counts("handicaps", handicaps, games, |lang, name| {
        let mut all = Handicap::ALL.into_iter();
        let key = match all.find(|it| it.name() == name) {
            _ if name == "other" => "handicap.other",
            _ if name == "unknown" => "stats.no_start",
            Some(handicap) => terms::handicap_key(handicap),
            None => "stats.even_or_free",
        };
        Some(words::text(lang, key).to_owned())
    });
}

/// Repetition and impasse.
fn push_repetition(lines: &mut Lines<'_>, summary: &Summary) {
    let games = summary.results.games();
    let ended = |name: &str| summary.endings.get(name).copied().unwrap_or(0);
    for (name, count) in [
        ("fourfold_repetition", summary.fourfold),
        ("sennichite", ended("sennichite")),
        ("perpetual_check", ended("perpetual_check")),
        ("impasse", ended("impasse")),
        ("declaration", ended("declaration")),
    ] {
        let label = match name {
            "fourfold_repetition" => lines.words("stats.fourfold"),
            name => lines.words(&format!("ending.{name}")),
        };
        let line = lines.push("repetition", name, Amount::Count(count), games);
        line.label = label;
    }
}

/// Illegal moves by reason, and what else happened.
fn push_illegal(lines: &mut Lines<'_>, summary: &Summary) {
    let games = summary.results.games();
    let label = lines.words("stats.illegal_games");
    let count = Amount::Count(summary.illegal_games);
    lines.push("illegal", "games", count, games).label = label;
    let reason = |lang: Lang, name: &str| Code::find(name).map(|code| title(lang, code).to_owned());
    lines.counts("illegal", each(&summary.illegal), games, reason);
    lines.counts("events", each(&summary.events), games, ending);
}

/// Notations and encodings.
fn push_files(lines: &mut Lines<'_>, summary: &Summary) {
    let games = summary.results.games();
    lines.counts("formats", each(&summary.formats), games, plain);
    lines.counts("encodings", each(&summary.encodings), games, plain);
}

/// Players, first moves, openings and castles.
fn push_names(lines: &mut Lines<'_>, summary: &Summary) {
    let players = summary.players.iter().map(|(name, it)| (name.as_str(), it));
    lines.results("players", players, summary.results.games(), plain);
    let first = summary.first_moves.iter();
    let first = first.map(|(name, it)| (name.as_str(), it));
    let begun = summary.first_moves.values().map(Results::games).sum();
    lines.results("first_moves", first, begun, plain);
    let named = summary.openings.values().map(Results::games).sum();
    let openings = summary.openings.iter().map(|(name, it)| (*name, it));
    lines.results("openings", openings, named, |lang, id| {
        opening::opening(id).map(|it| it.names.of(lang).to_owned())
    });
    let sides = summary.castles.values().sum();
    lines.counts("castles", each(&summary.castles), sides, |lang, id| {
        opening::castle(id).map(|it| it.names.of(lang).to_owned())
    });
}
