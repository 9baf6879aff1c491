//! Games in groups, by the values of columns.

use std::collections::BTreeMap;

use super::column::GameColumn;
use super::summary::{key_of, result};
use super::tally::{Distribution, Results};
use crate::shogi::Color;
use crate::tables::{GameRow, value_text};

/// The games of one group.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Results: by side, or of the player where the games are grouped by player.
    pub results: Results,
    /// In how many of the games the player was Black.
    pub as_black: u64,
    /// The moves of games that have some.
    pub plies: Distribution,
}

/// Groups by their values.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// Each group, by one value for each column; none where a game has none.
    pub groups: BTreeMap<Vec<Option<String>>, Group>,
}

/// A result from Black's view, as the player of a side sees it.
pub(super) fn player_results(result: Results, side: Color) -> Results {
    match side {
        Color::Black => result,
        Color::White => result.turned(),
    }
}

impl Groups {
    /// Adds a game to its group; grouped by player, to the groups of both.
    pub fn add(&mut self, row: &GameRow<'_>, by: &[GameColumn]) {
        let result = result(row);
        if !by.contains(&GameColumn::Player) {
            let key = by.iter().map(|column| value(*column, row)).collect();
            self.put(key, result, true, row);
            return;
        }
        for side in Color::BOTH {
            let name = row.report.record.header(key_of(side));
            let key = by.iter().map(|column| match column {
                GameColumn::Player => name.map(str::to_owned),
                column => value(*column, row),
            });
            let key = key.collect();
            self.put(key, player_results(result, side), side == Color::Black, row);
        }
    }

    fn put(&mut self, key: Vec<Option<String>>, result: Results, black: bool, row: &GameRow<'_>) {
        let group = self.groups.entry(key).or_default();
        group.results.merge(&result);
        group.as_black += u64::from(black);
        let plies = row.report.replay.plies();
        if plies > 0 {
            group.plies.add(u64::from(plies));
        }
    }

    /// Adds the games of other groups.
    pub fn merge(&mut self, other: &Groups) {
        for (key, more) in &other.groups {
            let group = self.groups.entry(key.clone()).or_default();
            group.results.merge(&more.results);
            group.as_black += more.as_black;
            group.plies.merge(&more.plies);
        }
    }
}

fn value(column: GameColumn, row: &GameRow<'_>) -> Option<String> {
    column.with(row, |value| match value {
        crate::tables::Value::Null => None,
        value => Some(value_text(value)),
    })
}
