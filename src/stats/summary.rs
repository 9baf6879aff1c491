//! What the report tells of all games together.

use std::collections::BTreeMap;

use super::Names;
use super::tally::{Distribution, Results};
use crate::finding::{Code, Finding, Severity};
use crate::record::{HeaderKey, Notation};
use crate::replay::Event;
use crate::shogi::{Color, Handicap};
use crate::tables::GameRow;
use crate::text::Encoding;

/// Sums over games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Results by side.
    pub results: Results,
    /// How games ended, as declared; the empty name is for those that say nothing.
    pub endings: BTreeMap<&'static str, u64>,
    /// The moves of games that have some.
    pub plies: Distribution,
    /// The time for a move, in milliseconds.
    pub move_times: Distribution,
    /// The time a side used in a game, in milliseconds.
    pub side_times: Distribution,
    /// Handicaps; the empty name is for even games and free starts, `unknown` for games without a start position.
    pub handicaps: BTreeMap<&'static str, u64>,
    /// Ends that the rules find.
    pub events: BTreeMap<&'static str, u64>,
    /// Games in which some position occurred four times.
    pub fourfold: u64,
    /// Games with an illegal move, by the reason of each.
    pub illegal: BTreeMap<&'static str, u64>,
    /// Games with an illegal move.
    pub illegal_games: u64,
    /// Notations.
    pub formats: BTreeMap<&'static str, u64>,
    /// Encodings.
    pub encodings: BTreeMap<&'static str, u64>,
    /// Results of each player, seen from the player.
    pub players: BTreeMap<String, Results>,
    /// Results of each first move of an even game, from Black's view.
    pub first_moves: BTreeMap<String, Results>,
    /// Results of each opening, from Black's view.
    pub openings: BTreeMap<&'static str, Results>,
    /// Castles of both sides.
    pub castles: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// Adds a game.
    pub(crate) fn add(&mut self, row: &GameRow<'_>, names: Names) {
        let (record, replay) = (row.report.record, row.report.replay);
        let result = Results::of(replay.declared().winner);
        self.results.merge(&result);
        let ending = replay.declared().ending.map_or("", |it| it.name());
        count(&mut self.endings, ending);
        if replay.plies() > 0 {
            self.plies.add(u64::from(replay.plies()));
        }
        let handicap = match record.start.handicap() {
            Some(handicap) if handicap != Handicap::Even => handicap.name(),
            _ if replay.start().is_none() => "unknown",
            _ => "",
        };
        count(&mut self.handicaps, handicap);
        if let Some(detected) = replay.detected() {
            count(&mut self.events, Event::name(detected.event));
        }
        self.fourfold += u64::from(replay.most_occurrences() >= 4);
        self.add_illegal(row);
        count(
            &mut self.formats,
            record.notation.map_or("", Notation::name),
        );
        count(
            &mut self.encodings,
            row.report.encoding().map_or("", Encoding::name),
        );
        for side in Color::BOTH {
            if let Some(name) = record.header(HeaderKey::of_player(side)) {
                merge(&mut self.players, &names.of(name), &result.of_side(side));
            }
            if let Some(castle) = row.named.castles[side] {
                count(&mut self.castles, castle.castle.id);
            }
            if let Some(time) = row.times.used(side) {
                self.side_times.add(time);
            }
        }
        if let Some(opening) = row.named.opening {
            self.openings.entry(opening.id).or_default().merge(&result);
        }
        let mut first = record.start.handicap() == Some(Handicap::Even);
        for id in record.tree.main_line() {
            let Some(step) = replay.step(id) else { break };
            if std::mem::take(&mut first) {
                merge(&mut self.first_moves, &step.mv.to_string(), &result);
            }
            if let Some(elapsed) = record.tree.node(id).clock.elapsed() {
                self.move_times.add(u64::from(elapsed));
            }
        }
    }

    /// Counts a game under each reason for which a move of it is illegal. Moves written after a closing word are
    /// warnings: nobody made them.
    fn add_illegal(&mut self, row: &GameRow<'_>) {
        let mut illegal = false;
        for &(code, _) in row.report.counts {
            let reason = (201..=222).contains(&code.digits());
            let made = |it: &Finding| it.code == code && it.severity != Severity::Warning;
            if reason && row.report.findings.iter().any(made) {
                illegal = true;
                count(&mut self.illegal, Code::name(code));
            }
        }
        self.illegal_games += u64::from(illegal);
    }

    /// Adds the games of another summary.
    pub(crate) fn merge(&mut self, other: &Summary) {
        self.results.merge(&other.results);
        self.plies.merge(&other.plies);
        self.move_times.merge(&other.move_times);
        self.side_times.merge(&other.side_times);
        self.fourfold += other.fourfold;
        self.illegal_games += other.illegal_games;
        for (sums, more) in [
            (&mut self.endings, &other.endings),
            (&mut self.handicaps, &other.handicaps),
            (&mut self.events, &other.events),
            (&mut self.illegal, &other.illegal),
            (&mut self.formats, &other.formats),
            (&mut self.encodings, &other.encodings),
            (&mut self.castles, &other.castles),
        ] {
            for (name, number) in more {
                *sums.entry(name).or_default() += number;
            }
        }
        for (name, results) in &other.openings {
            self.openings.entry(name).or_default().merge(results);
        }
        for (sums, more) in [
            (&mut self.players, &other.players),
            (&mut self.first_moves, &other.first_moves),
        ] {
            for (name, results) in more {
                merge(sums, name, results);
            }
        }
    }
}

fn count(counts: &mut BTreeMap<&'static str, u64>, name: &'static str) {
    *counts.entry(name).or_default() += 1;
}

fn merge(sums: &mut BTreeMap<String, Results>, name: &str, results: &Results) {
    match sums.get_mut(name) {
        Some(sum) => sum.merge(results),
        None => {
            sums.insert(name.to_owned(), *results);
        }
    }
}
