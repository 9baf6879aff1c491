//! Games in groups, by the values of columns.

use std::collections::BTreeMap;

use super::Names;
use super::tally::{Distribution, Results};
use crate::record::HeaderKey;
use crate::select::GameColumn;
use crate::shogi::Color;
use crate::tables::{GameRow, value_text};

/// The games of one group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    /// Results: by side, or of the player where the games are grouped by player.
    pub results: Results,
    /// In how many of the games the player was Black.
    pub as_black: u64,
    /// The moves of games that have some.
    pub plies: Distribution,
    /// How the games ended, as declared; the empty name is for those that say nothing.
    pub endings: BTreeMap<&'static str, u64>,
    /// How many moves took a time between the bounds of `TIMES`; counted for charts only.
    pub times: [u64; TIMES.len()],
}

/// Where the classes of times for a move begin, in seconds. The last has no end.
pub(super) const TIMES: [u64; 7] = [0, 2, 5, 10, 30, 60, 180];

impl Group {
    /// Adds the games of another group.
    pub(super) fn merge(&mut self, more: &Group) {
        self.results.merge(&more.results);
        self.as_black += more.as_black;
        self.plies.merge(&more.plies);
        for (name, count) in &more.endings {
            *self.endings.entry(name).or_default() += count;
        }
        for (sum, count) in self.times.iter_mut().zip(more.times) {
            *sum += count;
        }
    }

    /// Counts the times for the moves of a game, those of one side or of both.
    fn add_times(&mut self, row: &GameRow<'_>, side: Option<Color>) {
        let record = row.report.record;
        for id in record.tree.main_line() {
            let Some(step) = row.report.replay.step(id) else {
                break;
            };
            if side.is_some_and(|side| side != step.piece.color()) {
                continue;
            }
            if let Some(elapsed) = record.tree.node(id).clock.elapsed() {
                let class = TIMES.partition_point(|&from| from <= u64::from(elapsed) / 1000);
                self.times[class - 1] += 1;
            }
        }
    }
}

/// Groups by their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    /// Each group, by one value for each column; none where a game has none.
    pub groups: BTreeMap<Vec<Option<String>>, Group>,
    /// Whether the times for moves are counted, which costs a walk through every game.
    pub timed: bool,
}

impl Groups {
    /// Adds a game to its group; grouped by player, to the groups of both.
    pub(crate) fn add(&mut self, row: &GameRow<'_>, by: &[GameColumn], names: Names) {
        let result = Results::of(row.report.replay.declared().winner);
        if !by.contains(&GameColumn::Player) {
            let key = by.iter().map(|column| value(*column, row, names)).collect();
            self.put(key, result, None, row);
            return;
        }
        for side in Color::BOTH {
            let name = row.report.record.header(HeaderKey::of_player(side));
            let key = by.iter().map(|column| match column {
                GameColumn::Player => name.map(|it| names.of(it).into_owned()),
                column => value(*column, row, names),
            });
            let key = key.collect();
            self.put(key, result.of_side(side), Some(side), row);
        }
    }

    /// Adds a game to a group; `side` is that of the player in it where the games are grouped by player.
    fn put(
        &mut self,
        key: Vec<Option<String>>,
        result: Results,
        side: Option<Color>,
        row: &GameRow<'_>,
    ) {
        let timed = self.timed;
        let group = self.groups.entry(key).or_default();
        group.results.merge(&result);
        group.as_black += u64::from(side != Some(Color::White));
        let plies = row.report.replay.plies();
        if plies > 0 {
            group.plies.add(u64::from(plies));
        }
        let ending = row.report.replay.declared().ending;
        let ending = ending.map_or("", |it| it.name());
        *group.endings.entry(ending).or_default() += 1;
        if timed {
            group.add_times(row, side);
        }
    }

    /// Adds the games of other groups.
    pub(crate) fn merge(&mut self, other: &Groups) {
        for (key, more) in &other.groups {
            self.groups.entry(key.clone()).or_default().merge(more);
        }
    }
}

fn value(column: GameColumn, row: &GameRow<'_>, names: Names) -> Option<String> {
    column.with(row, |value| match value {
        crate::tables::Value::Null => None,
        value if column.is_name() => Some(names.of(&value_text(value)).into_owned()),
        value => Some(value_text(value)),
    })
}
