//! Which rows of the opening table hold for a game, found out as far as somebody asks.

use super::facts::Facts;
use super::rule::OtherRows;
use super::tables::tables;
use crate::shogi::{ByColor, Color};

/// What is known of each row, for each side. Joint rows hold for both or for none.
#[derive(Clone, Debug, Default)]
pub(super) struct Fired {
    known: Vec<ByColor<Option<bool>>>,
}

impl Fired {
    /// Forgets the game before. No row can be asked for until [`Fired::begin`].
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Begins a game of which nothing is known.
    pub(super) fn begin(&mut self) {
        self.clear();
        self.known
            .resize(tables().openings.len(), ByColor::default());
    }

    /// Whether there is no game.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// For which sides a row holds.
    pub(super) fn sides(&mut self, row: usize, facts: &Facts) -> ByColor<bool> {
        ByColor::from_fn(|side| self.holds(row, side, facts))
    }
}

impl OtherRows for Fired {
    /// Whether a row holds for a side. The tables see to it that no row asks for itself.
    fn holds(&mut self, row: usize, side: Color, facts: &Facts) -> bool {
        if let Some(known) = self.known[row][side] {
            return known;
        }
        let opening = &tables().openings[row];
        if opening.joint {
            let mut sides = Color::BOTH.into_iter();
            let either = sides.any(|side| opening.rule.holds(facts, side, self));
            self.known[row] = ByColor::from_fn(|_| Some(either));
            return either;
        }
        let holds = opening.rule.holds(facts, side, self);
        self.known[row][side] = Some(holds);
        holds
    }
}

#[cfg(test)]
impl Fired {
    /// With these rows known.
    pub(super) fn with(known: &[ByColor<bool>]) -> Fired {
        let known = known.iter().map(|it| ByColor {
            black: Some(it.black),
            white: Some(it.white),
        });
        Fired {
            known: known.collect(),
        }
    }
}
