//! Counting in whole numbers: results, distributions, intervals. Sums do not depend on the order of adding.

/// Results of games. Draws and games without a result are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
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
    /// All games.
    pub fn games(&self) -> u64 {
        self.decided() + self.draws + self.none + self.unknown
    }

    /// Games with a winner.
    pub fn decided(&self) -> u64 {
        self.wins + self.losses
    }

    /// The same games from the other side.
    #[must_use]
    pub fn turned(self) -> Results {
        Results {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Adds further games.
    pub fn merge(&mut self, other: &Results) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.none += other.none;
        self.unknown += other.unknown;
    }
}

/// The 95 % interval of Wilson for a share, both ends in parts of one; none of nothing.
pub fn wilson(count: u64, of: u64) -> Option<(f64, f64)> {
    const Z: f64 = 1.959_963_984_540_054;
    if of == 0 {
        return None;
    }
    let n = of as f64;
    let share = count as f64 / n;
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let middle = share + Z * Z / (2.0 * n);
    let scale = 1.0 + Z * Z / n;
    let low = ((middle - spread) / scale).max(0.0);
    let high = ((middle + spread) / scale).min(1.0);
    Some((low, high))
}

/// How often each value occurred. Values up to 999 are kept as they are, larger ones to three digits; the sum is exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    counts: Vec<u64>,
    number: u64,
    sum: u128,
    range: Option<(u64, u64)>,
}

impl Distribution {
    /// Adds a value.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let at = place(value);
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        self.number += 1;
        self.sum += u128::from(value);
        self.range = Some(match self.range {
            Some((least, most)) => (least.min(value), most.max(value)),
            None => (value, value),
        });
    }

    /// Adds further values.
    pub fn merge(&mut self, other: &Distribution) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            *sum += more;
        }
        self.number += other.number;
        self.sum += other.sum;
        self.range = match (self.range, other.range) {
            (Some(one), Some(two)) => Some((one.0.min(two.0), one.1.max(two.1))),
            (one, two) => one.or(two),
        };
    }

    /// How many values there are.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Their sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    /// The least and the greatest.
    pub fn range(&self) -> Option<(u64, u64)> {
        self.range
    }

    /// The mean; none of nothing.
    pub fn mean(&self) -> Option<f64> {
        (self.number > 0).then(|| self.sum as f64 / self.number as f64)
    }

    /// The least value that so many of a hundred do not exceed.
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let (least, most) = self.range?;
        let wanted = (u128::from(self.number) * u128::from(percent))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        let found = self.counts.iter().position(|&count| {
            seen += u128::from(count);
            seen >= wanted
        });
        found.map(|at| value_at(at).clamp(least, most))
    }

    /// The values that occurred with their counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let counted = self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0);
        counted.map(|(at, &count)| (value_at(at), count))
    }
}

/// Where a value is counted.
#[inline]
fn place(value: u64) -> usize {
    if value < 1000 {
        return value as usize;
    }
    let mut digits = value / 10;
    let mut scale = 0;
    while digits >= 1000 {
        digits /= 10;
        scale += 1;
    }
    1000 + scale * 900 + (digits as usize - 100)
}

/// The least value that is counted there.
fn value_at(place: usize) -> u64 {
    match place.checked_sub(1000) {
        None => place as u64,
        Some(above) => (above as u64 % 900 + 100) * 10_u64.pow(above as u32 / 900 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_three_digits() {
        for (value, kept) in [
            (0, 0),
            (999, 999),
            (1000, 1000),
            (12_345, 12_300),
            (999_999, 999_000),
            (u64::MAX, 18_400_000_000_000_000_000),
        ] {
            assert_eq!(value_at(place(value)), kept, "{value}");
        }
        for at in 0..15_000 {
            assert_eq!(place(value_at(at)), at);
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
        for value in [5, 70_000, 3, 1_000_001, 5] {
            Distribution::add(if value % 2 == 0 { &mut one } else { &mut two }, value);
            Distribution::add(&mut all, value);
        }
        Distribution::merge(&mut one, &two);
        assert_eq!(one, all);
    }

    #[test]
    fn intervals_are_those_of_wilson() {
        let (low, high) = wilson(8, 10).unwrap();
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4);
        assert_eq!(wilson(0, 10).map(|it| it.0), Some(0.0));
        assert_eq!(wilson(0, 0), None);
    }
}
