//! An agreement to count, 24 points for each or the side with more.

use std::fmt;

use super::count::Count;
use super::terms::AGREED;
use crate::shogi::Color;

impl Count {
    /// Whole-board points of a side, White's with the credit.
    pub fn agreed(&self, side: Color, credit: u32) -> u32 {
        self.sides[side].total + if side == Color::White { credit } else { 0 }
    }

    /// What an agreement to count under the 24-point rule gives.
    pub fn agreed24(&self, credit: u32) -> Agreed24 {
        let saved = |side| self.agreed(side, credit) >= AGREED;
        match (saved(Color::Black), saved(Color::White)) {
            (true, true) => Agreed24::Draw,
            (false, true) => Agreed24::Loses(Color::Black),
            (true, false) => Agreed24::Loses(Color::White),
            (false, false) => Agreed24::BothBelow,
        }
    }

    /// Who wins an agreement to count under the 27-point rule: the side with more, White when both have the same.
    pub fn agreed27(&self, credit: u32) -> Color {
        if self.agreed(Color::Black, credit) > self.agreed(Color::White, credit) {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// What an agreement to count gives under the 24-point rule. Prints as in machine output: `black_loses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agreed24 {
    /// Both have at least 24: no winner.
    Draw,
    /// This side alone has fewer.
    Loses(Color),
    /// Both have fewer, which takes missing pieces.
    BothBelow,
}

impl Agreed24 {
    /// The words in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Agreed24::Draw => "draw",
            Agreed24::Loses(Color::Black) => "black_loses",
            Agreed24::Loses(Color::White) => "white_loses",
            Agreed24::BothBelow => "both_below",
        }
    }
}

impl fmt::Display for Agreed24 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
