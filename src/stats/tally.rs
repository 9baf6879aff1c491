//! Counting in whole numbers: results, distributions, intervals. Sums do not depend on the order of adding.

use std::collections::BTreeMap;

use crate::replay::Winner;
use crate::shogi::Color;

/// Results of games. Draws and games without a result are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    /// Won by Black, or by the player the results are about.
    pub wins: u64,
    /// Won by White, or lost by that player.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Without a result: interrupted, sealed.
    pub none: u64,
    /// Nothing is said.
    pub unknown: u64,
}

impl Results {
    /// The result of one game, from Black's view.
    pub(crate) fn of(winner: Option<Winner>) -> Results {
        let mut results = Results::default();
        let place = match winner {
            Some(Winner::Side(Color::Black)) => &mut results.wins,
            Some(Winner::Side(Color::White)) => &mut results.losses,
            Some(Winner::Draw) => &mut results.draws,
            Some(Winner::None) => &mut results.none,
            None => &mut results.unknown,
        };
        *place = 1;
        results
    }

    /// A result from Black's view, as the player of a side sees it.
    pub(crate) fn of_side(self, side: Color) -> Results {
        match side {
            Color::Black => self,
            Color::White => self.turned(),
        }
    }

    /// All games.
    pub(crate) fn games(&self) -> u64 {
        self.decided() + self.draws + self.none + self.unknown
    }

    /// Games with a winner.
    pub(crate) fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// The same games from the other side.
    #[must_use]
    pub(crate) fn turned(self) -> Results {
        Results {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Adds further games.
    pub(crate) fn merge(&mut self, other: &Results) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.none += other.none;
        self.unknown += other.unknown;
    }
}

/// How often each value occurred. Values are kept to five digits, which is all that clocks write; the sum is exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Distribution {
    /// The counts of the values that are frequent, each in its [`slot`].
    frequent: Vec<u64>,
    /// Those of the others, by value.
    others: BTreeMap<u64, u64>,
    number: u64,
    sum: u128,
    range: Option<(u64, u64)>,
}

impl Distribution {
    /// Adds a value.
    #[inline]
    pub(crate) fn add(&mut self, value: u64) {
        match slot(value) {
            Some(at) => {
                if at >= self.frequent.len() {
                    self.frequent.resize(at + 1, 0);
                }
                self.frequent[at] += 1;
            }
            None => *self.others.entry(five_digits(value)).or_default() += 1,
        }
        self.number += 1;
        self.sum += u128::from(value);
        self.range = Some(match self.range {
            Some((least, most)) => (least.min(value), most.max(value)),
            None => (value, value),
        });
    }

    /// Adds further values.
    pub(crate) fn merge(&mut self, other: &Distribution) {
        if other.frequent.len() > self.frequent.len() {
            self.frequent.resize(other.frequent.len(), 0);
        }
        for (sum, more) in self.frequent.iter_mut().zip(&other.frequent) {
            *sum += more;
        }
        for (value, more) in &other.others {
            *self.others.entry(*value).or_default() += more;
        }
        self.number += other.number;
        self.sum += other.sum;
        self.range = match (self.range, other.range) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
    }

    /// How many values there are.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Their sum.
    pub(crate) fn sum(&self) -> u128 {
        self.sum
    }

    /// The least and the greatest.
    pub(crate) fn range(&self) -> Option<(u64, u64)> {
        self.range
    }

    /// The mean; none of nothing.
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.number > 0).then(|| self.sum as f64 / self.number as f64)
    }

    /// The least value that so many of a hundred do not exceed.
    pub(crate) fn percentile(&self, percent: u64) -> Option<u64> {
        let (least, most) = self.range?;
        let wanted = (u128::from(self.number) * u128::from(percent))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        let found = self.counted().into_iter().find(|&(_, count)| {
            seen += u128::from(count);
            seen >= wanted
        });
        found.map(|(value, _)| value.clamp(least, most))
    }

    /// The values that occurred with their counts, in order.
    pub(crate) fn counted(&self) -> Vec<(u64, u64)> {
        let frequent = self.frequent.iter().enumerate();
        let frequent = frequent
            .filter(|(_, count)| **count > 0)
            .map(|(at, &count)| (value_of(at), count));
        let others = self.others.iter().map(|(&value, &count)| (value, count));
        let mut all: Vec<(u64, u64)> = frequent.chain(others).collect();
        all.sort_unstable();
        all
    }
}

/// The place of a frequent value: numbers of moves, and whole seconds in milliseconds.
#[inline]
fn slot(value: u64) -> Option<usize> {
    match value {
        0..1000 => Some(value as usize),
        1000..4_000_000 if value.is_multiple_of(1000) => Some(value as usize / 1000 + 999),
        _ => None,
    }
}

/// The value whose place this is.
fn value_of(slot: usize) -> u64 {
    match slot {
        0..1000 => slot as u64,
        _ => (slot as u64 - 999) * 1000,
    }
}

/// A value without the digits behind the fifth.
fn five_digits(value: u64) -> u64 {
    let behind = value.checked_ilog10().unwrap_or(0).saturating_sub(4);
    let unit = 10_u64.pow(behind);
    value / unit * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_five_digits() {
        for (value, kept) in [
            (0, 0),
            (999, 999),
            (1000, 1000),
            (12_345, 12_345),
            (123_456, 123_450),
            (3_999_000, 3_999_000),
            (4_000_000, 4_000_000),
            (86_399_000, 86_399_000),
            (u64::MAX, 18_446_000_000_000_000_000),
        ] {
            let mut values = Distribution::default();
            values.add(value);
            assert_eq!(values.counted(), [(kept, 1)], "{value}");
        }
    }

    #[test]
    fn percentiles_are_the_nearest_rank() {
        let mut values = Distribution::default();
        (1..=10).for_each(|it| values.add(it * 10));
        let of = |percent| values.percentile(percent);
        assert_eq!(
            [of(0), of(10), of(50), of(51), of(100)],
            [10, 10, 50, 60, 100].map(Some)
        );
        assert_eq!(
            (values.mean(), values.range()),
            (Some(55.0), Some((10, 100)))
        );
        assert_eq!(Distribution::default().percentile(50), None);
    }

    #[test]
    fn parts_merge_to_the_whole() {
        let (mut one, mut two, mut all) = Default::default();
        for value in [5, 70_000, 3, 1_000_001, 5, 1_000_002] {
            Distribution::add(if value % 2 == 0 { &mut one } else { &mut two }, value);
            Distribution::add(&mut all, value);
        }
        Distribution::merge(&mut one, &two);
        assert_eq!(one, all);
    }
}
