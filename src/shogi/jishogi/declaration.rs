//! A declaration (入玉宣言): each condition apart, and what comes of it.

use std::fmt;

use super::count::{Count, KingPlace};
use super::terms::DeclarationRule;
use crate::shogi::Color;

impl Count {
    /// Tests a declaration of `side`, whose turn it should be. `credit` are points that White gets for the pieces a
    /// handicap has taken off; 0 without.
    pub fn declaration(&self, rule: DeclarationRule, side: Color, credit: u32) -> Declaration {
        let count = self.sides[side];
        let credit = if side == Color::White { credit } else { 0 };
        let terms = rule.terms();
        Declaration {
            king_in_camp: count.king == KingPlace::In,
            not_in_check: !count.in_check,
            pieces: Needed {
                has: count.camp_pieces,
                needs: terms.pieces,
            },
            points: Needed {
                has: count.declaration + credit,
                needs: terms.wins[side],
            },
            draws: terms.draws[side],
        }
    }
}

/// A number that has to reach another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// What is there.
    pub has: u32,
    /// What has to be there.
    pub needs: u32,
}

impl Needed {
    /// Whether enough is there.
    pub const fn is_met(self) -> bool {
        self.has >= self.needs
    }

    /// How much is missing.
    pub const fn missing(self) -> u32 {
        self.needs.saturating_sub(self.has)
    }
}

/// The conditions of a declaration, each apart.
///
/// That the declarer is on move, has time left and, under JSA rules, that fewer than 500 moves have been played is not
/// seen from the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The king stands in the enemy camp.
    pub king_in_camp: bool,
    /// The king is not in check.
    pub not_in_check: bool,
    /// Pieces besides the king in the enemy camp.
    pub pieces: Needed,
    /// Points of hand and camp, the credit included, against what wins.
    pub points: Needed,
    /// Points from which the declaration is at least no loss; the same as what wins under the 27-point rule.
    pub draws: u32,
}

impl Declaration {
    /// What the declaration leads to for the declarer.
    pub fn verdict(&self) -> DeclarationVerdict {
        if !self.king_in_camp {
            DeclarationVerdict::Lose(Failure::KingNotInCamp)
        } else if !self.not_in_check {
            DeclarationVerdict::Lose(Failure::InCheck)
        } else if !self.pieces.is_met() {
            DeclarationVerdict::Lose(Failure::TooFewPieces)
        } else if self.points.is_met() {
            DeclarationVerdict::Win
        } else if self.points.has >= self.draws {
            DeclarationVerdict::Draw
        } else {
            DeclarationVerdict::Lose(Failure::TooFewPoints)
        }
    }
}

/// What a declaration leads to for the declarer. Prints as in machine output: `win`, `lose:in_check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclarationVerdict {
    /// The declarer wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The declarer loses.
    Lose(Failure),
}

/// The first condition of a declaration that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The king is not in the enemy camp.
    KingNotInCamp,
    /// The king is in check.
    InCheck,
    /// Fewer than ten other pieces are in the enemy camp.
    TooFewPieces,
    /// The points do not reach.
    TooFewPoints,
}

impl DeclarationVerdict {
    /// The words in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            DeclarationVerdict::Win => "win",
            DeclarationVerdict::Draw => "draw",
            DeclarationVerdict::Lose(Failure::KingNotInCamp) => "lose:king_not_in_camp",
            DeclarationVerdict::Lose(Failure::InCheck) => "lose:in_check",
            DeclarationVerdict::Lose(Failure::TooFewPieces) => "lose:too_few_pieces",
            DeclarationVerdict::Lose(Failure::TooFewPoints) => "lose:too_few_points",
        }
    }
}

impl fmt::Display for DeclarationVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
