//! A game that was counted, as far as it is told of.

use std::cmp::Reverse;
use std::sync::Arc;

use super::Outcome;
use crate::examine::Report;
use crate::record::{GameTime, HeaderKey};
use crate::shogi::ByColor;

/// The values of the columns by which counts are split.
pub(crate) type Group = Arc<[Option<String>]>;

/// A game that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Its file.
    pub file: Arc<str>,
    /// Which game of the file, from 1.
    pub number: u32,
    /// The names of the players; empty where none is given.
    pub players: ByColor<Arc<str>>,
    /// When it began.
    pub start: Option<GameTime>,
    /// What it adds to counts.
    pub outcome: Outcome,
    /// Its group by who had the move; empty where counts are not split.
    pub groups: ByColor<Group>,
}

/// Which games are shown of many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rank {
    /// The newest.
    #[default]
    Newest,
    /// Those whose players have the highest ratings.
    Rating,
}

impl Game {
    /// The game of a report.
    pub(crate) fn of(report: &Report<'_>, groups: ByColor<Group>) -> Game {
        let record = report.record;
        let name = |side| {
            record
                .header(HeaderKey::of_player(side))
                .unwrap_or_default()
        };
        Game {
            file: report.game.file.into(),
            number: report.game.index,
            players: ByColor::from_fn(|side| name(side).into()),
            start: record.start_time(),
            outcome: Outcome::of(record, report.replay),
            groups,
        }
    }

    /// The mean of both ratings in hundredths, or the one that is known.
    pub(crate) fn rating(&self) -> Option<i32> {
        let ByColor { black, white } = self.outcome.ratings;
        match (black, white) {
            (Some(black), Some(white)) => Some(i32::midpoint(black, white)),
            (one, other) => one.or(other),
        }
    }

    /// Its address: what every command takes as a path.
    pub(crate) fn address(&self) -> String {
        match self.number {
            1 => self.file.to_string(),
            number => format!("{}#{number}", self.file),
        }
    }

    /// The day on which it began: 1999-12-31.
    pub(crate) fn date(&self) -> Option<String> {
        let GameTime {
            year, month, day, ..
        } = self.start?;
        Some(format!("{year:04}-{month:02}-{day:02}"))
    }

    /// Where it stands among others, the smallest first; what is not known comes last. What is equal stays in the order of
    /// the input.
    fn place(&self, rank: Rank) -> Reverse<Option<(i32, u8, u8)>> {
        Reverse(match rank {
            Rank::Newest => match (self.start, self.outcome.year) {
                (Some(start), _) => Some((i32::from(start.year), start.month, start.day)),
                (None, year) => year.map(|year| (i32::from(year), 0, 0)),
            },
            Rank::Rating => self.rating().map(|rating| (rating, 0, 0)),
        })
    }
}

/// Adds games that come later in the input to a list of at most `most`.
pub(super) fn keep_best(
    list: &mut Vec<Arc<Game>>,
    more: impl IntoIterator<Item = Arc<Game>>,
    most: usize,
    rank: Rank,
) {
    if most == 0 {
        return;
    }
    for game in more {
        let place = game.place(rank);
        let at = list.partition_point(|it| it.place(rank) <= place);
        if at < most {
            list.truncate(most - 1);
            list.insert(at, game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, day: Option<u8>, rating: Option<i32>) -> Arc<Game> {
        let mut outcome = Outcome::default();
        outcome.ratings.black = rating;
        Arc::new(Game {
            file: "a.csa".into(),
            number,
            players: ByColor {
                black: "".into(),
                white: "".into(),
            },
            start: day.map(|day| GameTime {
                year: 1999,
                month: 1,
                day,
                clock: None,
            }),
            outcome,
            groups: ByColor::default(),
        })
    }

    #[test]
    fn the_best_are_kept_and_equal_ones_stay_in_order() {
        let games = [
            game(1, Some(10), Some(1500)),
            game(2, None, None),
            game(3, Some(30), Some(1400)),
            game(4, Some(10), Some(1500)),
            game(5, Some(20), Some(1600)),
        ];
        for (rank, most, wanted) in [
            (Rank::Newest, 3, vec![3, 5, 1]),
            (Rank::Rating, 3, vec![5, 1, 4]),
            (Rank::Newest, 9, vec![3, 5, 1, 4, 2]),
            (Rank::Newest, 0, vec![]),
        ] {
            let mut list = Vec::new();
            keep_best(&mut list, games.iter().cloned(), most, rank);
            let kept: Vec<u32> = list.iter().map(|it| it.number).collect();
            assert_eq!(kept, wanted, "{rank:?} {most}");
        }
        assert_eq!(
            (games[0].address(), games[2].address()),
            ("a.csa".into(), "a.csa#3".into())
        );
    }
}
