//! Sets of plies, 0 to 191, as bits.

use std::ops::{BitAnd, BitOr, Not};

/// The places of the bits that are set, from the lowest.
#[inline]
pub(super) fn bits(set: u128) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let lowest = left.trailing_zeros() as usize;
        let found = left != 0;
        left &= left.wrapping_sub(1);
        found.then_some(lowest)
    })
}

/// A set of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plies([u64; 3]);

impl Plies {
    /// No ply.
    pub(super) const NONE: Plies = Plies([0; 3]);
    /// Every ply.
    pub(super) const ALL: Plies = Plies([u64::MAX; 3]);

    /// `ply` and all after it.
    #[inline]
    pub(super) fn from(ply: u32) -> Plies {
        FROM.get(ply as usize).copied().unwrap_or(Plies::NONE)
    }

    /// `first` to `last`, both included.
    #[inline]
    pub(super) fn window(first: u32, last: u32) -> Plies {
        Plies::from(first) & !Plies::from(last.saturating_add(1))
    }

    /// Adds `ply` and all after it.
    #[inline]
    pub(super) fn begin(&mut self, ply: u32) {
        *self = *self | Plies::from(ply);
    }

    /// Takes out `ply` and all after it.
    #[inline]
    pub(super) fn end(&mut self, ply: u32) {
        *self = *self & !Plies::from(ply);
    }

    /// Whether no ply is in the set.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether `ply` is in the set.
    pub(super) fn has(self, ply: u32) -> bool {
        !(self & Plies::window(ply, ply)).is_empty()
    }

    /// How many plies are in the set.
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The first ply in the set.
    pub(super) fn first(self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word as u32 * 64 + self.0[word].trailing_zeros())
    }

    /// The last ply in the set.
    pub(super) fn last(self) -> Option<u32> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(word as u32 * 64 + 63 - self.0[word].leading_zeros())
    }
}

/// For each ply: itself and all after it.
static FROM: [Plies; 192] = {
    let mut table = [Plies::NONE; 192];
    let mut ply = 0;
    while ply < 192 {
        let mut word = 0;
        while word < 3 {
            table[ply].0[word] = match (word * 64).checked_sub(ply) {
                Some(_) => u64::MAX,
                None if ply - word * 64 < 64 => u64::MAX << (ply - word * 64),
                None => 0,
            };
            word += 1;
        }
        ply += 1;
    }
    table
};

impl BitAnd for Plies {
    type Output = Plies;

    #[inline]
    fn bitand(self, other: Plies) -> Plies {
        let (one, two) = (self.0, other.0);
        Plies([one[0] & two[0], one[1] & two[1], one[2] & two[2]])
    }
}

impl BitOr for Plies {
    type Output = Plies;

    #[inline]
    fn bitor(self, other: Plies) -> Plies {
        let (one, two) = (self.0, other.0);
        Plies([one[0] | two[0], one[1] | two[1], one[2] | two[2]])
    }
}

impl Not for Plies {
    type Output = Plies;

    #[inline]
    fn not(self) -> Plies {
        Plies(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_their_plies_and_no_others() {
        for (first, last) in [(0, 0), (1, 63), (63, 64), (8, 140), (64, 128), (140, 140)] {
            let set = Plies::window(first, last);
            for ply in 0..192 {
                assert_eq!(
                    set.has(ply),
                    (first..=last).contains(&ply),
                    "{first}-{last} {ply}"
                );
            }
            assert_eq!(set.count(), last - first + 1);
            assert_eq!((set.first(), set.last()), (Some(first), Some(last)));
        }
        assert_eq!(Plies::NONE.first(), None);
        assert!(Plies::window(5, 4).is_empty());
    }

    #[test]
    fn stays_begin_and_end() {
        let mut set = Plies::NONE;
        set.begin(3);
        set.end(70);
        set.begin(130);
        assert_eq!(set, Plies::window(3, 69) | Plies::from(130));
    }
}
