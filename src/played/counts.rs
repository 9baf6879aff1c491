//! The counts of a position, or of a move in a position.

use crate::record::Record;
use crate::replay::{Replay, Winner};
use crate::shogi::{ByColor, Color};

/// What a game adds to counts: how it ended, who played, when.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The winner as the file declares it; none where it says nothing.
    pub winner: Option<Winner>,
    /// Ratings in hundredths.
    pub ratings: ByColor<Option<i32>>,
    /// The year in which the game began.
    pub year: Option<u16>,
}

/// A game that stands for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sample {
    /// The number of its file, in the order of the input.
    pub file: u32,
    /// Which game of the file, from 1.
    pub game: u32,
}

/// How many games, and how they ended. Sums do not depend on the order of adding, so they are the same for any number of
/// threads; `black_wins + white_wins + draws + no_result` is always `games`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Games.
    pub games: u64,
    /// Won by Black.
    pub black_wins: u64,
    /// Won by White.
    pub white_wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Without a result: interrupted, or the file says nothing.
    pub no_result: u64,
    /// The ratings of those who had the move, in hundredths, added up.
    pub rating_sum: i64,
    /// How many of them had a rating.
    pub rated: u64,
    /// The first and the last year, of games whose year is known.
    pub years: Option<(u16, u16)>,
    /// The first game of the input.
    pub sample: Option<Sample>,
}

/// No rating on any scale is larger, in hundredths.
const MOST: f64 = 10_000_000.0;

impl Outcome {
    /// What a game adds.
    pub(crate) fn of(record: &Record, replay: &Replay) -> Outcome {
        let rating = |side| {
            let hundredths = (record.rating(side)? * 100.0).round();
            (hundredths.abs() <= MOST).then_some(hundredths as i32)
        };
        Outcome {
            winner: replay.declared().winner,
            ratings: ByColor::from_fn(rating),
            year: record.year(),
        }
    }
}

impl Counts {
    /// Adds a game in which `mover` had the move.
    pub(crate) fn add(&mut self, game: &Outcome, mover: Color, sample: Option<Sample>) {
        self.games += 1;
        match game.winner {
            Some(Winner::Side(Color::Black)) => self.black_wins += 1,
            Some(Winner::Side(Color::White)) => self.white_wins += 1,
            Some(Winner::Draw) => self.draws += 1,
            Some(Winner::None) | None => self.no_result += 1,
        }
        if let Some(rating) = game.ratings[mover] {
            self.rating_sum += i64::from(rating);
            self.rated += 1;
        }
        self.widen(game.year.map(|year| (year, year)), sample);
    }

    /// Adds the games of other counts.
    pub(crate) fn merge(&mut self, other: &Counts) {
        self.games += other.games;
        self.black_wins += other.black_wins;
        self.white_wins += other.white_wins;
        self.draws += other.draws;
        self.no_result += other.no_result;
        self.rating_sum += other.rating_sum;
        self.rated += other.rated;
        self.widen(other.years, other.sample);
    }

    fn widen(&mut self, years: Option<(u16, u16)>, sample: Option<Sample>) {
        self.years = match (self.years, years) {
            (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
            (one, other) => one.or(other),
        };
        self.sample = match (self.sample, sample) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// Games with a winner.
    pub(crate) fn decided(&self) -> u64 {
        self.black_wins + self.white_wins
    }

    /// The games that a side won.
    pub(crate) fn wins(&self, side: Color) -> u64 {
        match side {
            Color::Black => self.black_wins,
            Color::White => self.white_wins,
        }
    }

    /// The mean rating of those who had the move.
    pub(crate) fn rating_mean(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_sum as f64 / self.rated as f64 / 100.0)
    }

    /// The first year.
    pub(crate) fn year_first(&self) -> Option<u16> {
        self.years.map(|(first, _)| first)
    }

    /// The last year.
    pub(crate) fn year_last(&self) -> Option<u16> {
        self.years.map(|(_, last)| last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<Winner>, black: Option<i32>, year: Option<u16>) -> Outcome {
        Outcome {
            winner,
            ratings: ByColor { black, white: None },
            year,
        }
    }

    #[test]
    fn every_game_has_one_result_and_order_does_not_matter() {
        let sample = |game| Some(Sample { file: 0, game });
        let games = [
            (
                game(Some(Winner::Side(Color::Black)), Some(150_050), Some(1999)),
                Color::Black,
            ),
            (
                game(Some(Winner::Side(Color::White)), Some(200_000), None),
                Color::White,
            ),
            (
                game(Some(Winner::Draw), Some(160_000), Some(1980)),
                Color::Black,
            ),
            (game(Some(Winner::None), None, Some(2024)), Color::Black),
            (game(None, None, None), Color::Black),
        ];
        let sum = |order: &[usize]| {
            let mut sum = Counts::default();
            for &at in order {
                let mut one = Counts::default();
                one.add(&games[at].0, games[at].1, sample(at as u32 + 1));
                sum.merge(&one);
            }
            sum
        };
        let counts = sum(&[0, 1, 2, 3, 4]);
        assert_eq!(counts, sum(&[4, 2, 0, 3, 1]));
        assert_eq!(counts.games, 5);
        assert_eq!(
            counts.black_wins + counts.white_wins + counts.draws + counts.no_result,
            counts.games
        );
        assert_eq!((counts.no_result, counts.decided()), (2, 2));
        // White had the move in the second game, and no rating is known of White.
        assert_eq!(counts.rating_mean(), Some(1550.25));
        assert_eq!(counts.years, Some((1980, 2024)));
        assert_eq!(counts.sample, sample(1));
    }
}
