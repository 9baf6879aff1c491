//! What the rules of an impasse ask for: one row a rule of declaration, and what saves a side that agrees to count.

use crate::shogi::ByColor;

/// What a rule of declaration asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclarationTerms {
    /// The rule.
    pub rule: DeclarationRule,
    /// The number it is called by.
    pub number: u32,
    /// The least number of points with which each side wins.
    pub wins: ByColor<u32>,
    /// The least with which the declarer at least does not lose.
    pub draws: ByColor<u32>,
    /// How many pieces besides the king must stand in the enemy camp.
    pub pieces: u32,
    /// After how many moves nothing is left to declare; none where there is no such limit.
    pub before_move: Option<u32>,
}

/// The least number of points that saves a side when both agree to count.
pub const AGREED: u32 = 24;

/// The rules of declaration. The 24-point rule wins with more than leaves the opponent 24.
pub const DECLARATIONS: [DeclarationTerms; 2] = [
    DeclarationTerms {
        rule: DeclarationRule::Points24,
        number: 24,
        wins: both(31),
        draws: both(AGREED),
        pieces: 10,
        before_move: Some(500),
    },
    DeclarationTerms {
        rule: DeclarationRule::Points27,
        number: 27,
        wins: WINS_27,
        draws: WINS_27,
        pieces: 10,
        before_move: None,
    },
];

const WINS_27: ByColor<u32> = ByColor {
    black: 28,
    white: 27,
};

const fn both(points: u32) -> ByColor<u32> {
    ByColor {
        black: points,
        white: points,
    }
}

/// The rules of declaration (入玉宣言法).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeclarationRule {
    /// 24点法: 31 points win, 24 to 30 draw.
    Points24,
    /// 27点法: 28 points win for Black, 27 for White.
    Points27,
}

impl DeclarationRule {
    /// The rule that a header of a record names, in whatever words: `27`, `24点法`.
    pub fn named(text: &str) -> Option<DeclarationRule> {
        let narrow = |sign| match sign {
            '０'..='９' => char::from_u32(u32::from(sign) - 0xFEE0).unwrap_or(sign),
            _ => sign,
        };
        let text: String = text.chars().map(narrow).collect();
        let mut rows = DECLARATIONS.iter();
        rows.find(|it| text.contains(&it.number.to_string()))
            .map(|it| it.rule)
    }

    /// What it asks for.
    pub const fn terms(self) -> &'static DeclarationTerms {
        &DECLARATIONS[self as usize]
    }
}
