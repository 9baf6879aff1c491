//! Impasse (持将棋, jishogi): points, the rules of declaration and agreement with each condition apart, the try rule.
//!
//! Whether a king can still be mated is for the players to judge; here is only what can be counted. Which rule a game
//! is played under, and whether its start was a handicap, is for the caller to say.

use std::fmt;

use super::position::KING;
use super::{ByColor, Color, Move, PieceKind, Position, Setup, Square};

/// What a full set of pieces is worth: two rooks and two bishops at 5, 34 others at 1.
pub const FULL_SET: i32 = 54;

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

/// What one side has on the board and in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideCount {
    /// Points of all pieces, wherever they stand, and of the hand.
    pub total: u32,
    /// Points of the hand and of the pieces in the enemy camp.
    pub declaration: u32,
    /// Points of the hand alone.
    pub hand: u32,
    /// Rooks and bishops, promoted or not, on the board and in hand.
    pub majors: u32,
    /// The other pieces without the king, on the board and in hand.
    pub minors: u32,
    /// Pieces in the enemy camp, the king not counted.
    pub camp_pieces: u32,
    /// Where the king is.
    pub king: KingPlace,
    /// Whether the king is in check.
    pub in_check: bool,
}

/// Where a king is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KingPlace {
    /// In the enemy camp, the three farthest ranks (入玉).
    In,
    /// Elsewhere on the board.
    Out,
    /// The diagram has none.
    #[default]
    None,
}

impl KingPlace {
    /// The word in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            KingPlace::In => "in",
            KingPlace::Out => "out",
            KingPlace::None => "none",
        }
    }
}

/// The count of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What each side has.
    pub sides: ByColor<SideCount>,
    /// What is missing from a full set, in points; below zero when a diagram holds more than a set.
    pub missing: i32,
}

impl Count {
    /// Counts a position.
    pub fn of(position: &Position) -> Count {
        let mut sides = ByColor::from_fn(|color| SideCount {
            king: match position.king(color) {
                None => KingPlace::None,
                Some(square) if square.in_zone_of(color) => KingPlace::In,
                Some(_) => KingPlace::Out,
            },
            in_check: position.is_in_check(color),
            ..SideCount::default()
        });
        for color in Color::BOTH {
            let side = &mut sides[color];
            for (kind, count) in position.hand(color).iter() {
                side.add(kind.is_major(), u32::from(count), true);
            }
            side.hand = side.total;
        }
        for (sq, &raw) in position.board.iter().enumerate() {
            if raw == 0 || raw & 15 == KING {
                continue;
            }
            let color = Color::from_bit(raw >> 4);
            let rank = sq % 9;
            let in_camp = match color {
                Color::Black => rank < 3,
                Color::White => rank > 5,
            };
            let side = &mut sides[color];
            // Bishop, rook, horse and dragon are the kinds with both of these bits.
            side.add(raw & 6 == PieceKind::Bishop as u8, 1, in_camp);
            side.camp_pieces += u32::from(in_camp);
        }
        let sum = sides.black.total + sides.white.total;
        Count {
            sides,
            missing: FULL_SET - i32::try_from(sum).unwrap_or(i32::MAX),
        }
    }

    /// The points of the missing pieces, as a handicap giver is credited with them.
    pub fn credit(&self) -> u32 {
        u32::try_from(self.missing).unwrap_or(0)
    }

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

impl SideCount {
    /// Adds pieces of one sort, which count for a declaration when `counts`.
    fn add(&mut self, major: bool, pieces: u32, counts: bool) {
        let points = if major { 5 * pieces } else { pieces };
        self.total += points;
        if counts {
            self.declaration += points;
        }
        if major {
            self.majors += pieces;
        } else {
            self.minors += pieces;
        }
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

/// The move by which the king of `side`, if it were its turn, wins under the try rule: a legal one to the square where
/// the enemy king stood at the start, 5a for Black and 5i for White.
pub fn try_move(position: &Position, side: Color) -> Option<Move> {
    let goal = Square::new(5, if side == Color::Black { 1 } else { 9 })?;
    let from = position.king(side)?;
    if from.file().abs_diff(goal.file()) > 1 || from.rank().abs_diff(goal.rank()) > 1 {
        return None;
    }
    let mv = Move::Normal {
        from,
        to: goal,
        promote: false,
    };
    let legal = if position.turn() == side {
        position.judge(mv).is_ok()
    } else {
        let turned = Setup {
            turn: side,
            ..position.setup()
        };
        Position::from_setup(&turned).judge(mv).is_ok()
    };
    legal.then_some(mv)
}

/// The verdicts of all rules for the side to move. Those of handicap rules credit White with the missing points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdicts {
    /// Declaration, 24 points.
    pub declare24: DeclarationVerdict,
    /// Declaration, 27 points.
    pub declare27: DeclarationVerdict,
    /// Declaration, 24 points, with credit.
    pub declare24h: DeclarationVerdict,
    /// Declaration, 27 points, with credit.
    pub declare27h: DeclarationVerdict,
    /// Agreement, 24 points.
    pub agreed24: Agreed24,
    /// Agreement, 24 points, with credit.
    pub agreed24h: Agreed24,
    /// The winner of an agreement, 27 points.
    pub agreed27: Color,
    /// The move that wins under the try rule.
    pub declare_try: Option<Move>,
}

impl Verdicts {
    /// The verdicts for a position and its count.
    pub fn of(position: &Position, count: &Count) -> Verdicts {
        let side = position.turn();
        let declare = |rule, credit| count.declaration(rule, side, credit).verdict();
        let credit = count.credit();
        Verdicts {
            declare24: declare(DeclarationRule::Points24, 0),
            declare27: declare(DeclarationRule::Points27, 0),
            declare24h: declare(DeclarationRule::Points24, credit),
            declare27h: declare(DeclarationRule::Points27, credit),
            agreed24: count.agreed24(0),
            agreed24h: count.agreed24(credit),
            agreed27: count.agreed27(0),
            declare_try: try_move(position, side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(sfen: &str) -> Count {
        Count::of(&sfen.parse().unwrap())
    }

    #[test]
    fn a_full_set_is_shared_evenly_at_the_start() {
        let count = Count::of(&Position::startpos());
        assert_eq!(count.sides.black.total, 27);
        assert_eq!(count.sides.white.total, 27);
        assert_eq!(count.sides.black.declaration, 0);
        assert_eq!(
            (count.sides.black.majors, count.sides.black.minors),
            (2, 17)
        );
        assert_eq!(count.missing, 0);
    }

    #[test]
    fn black_needs_one_point_more_than_white_under_the_27_point_rule() {
        let count = Count::of(&Position::startpos());
        let needs = |side| {
            count
                .declaration(DeclarationRule::Points27, side, 0)
                .points
                .needs
        };
        assert_eq!((needs(Color::Black), needs(Color::White)), (28, 27));
    }

    #[test]
    fn rules_stand_in_the_order_of_their_table() {
        for terms in &DECLARATIONS {
            assert_eq!(terms.rule.terms(), terms);
        }
        let named = |text| DeclarationRule::named(text).map(|it| it.terms().number);
        assert_eq!(
            (named("２４点法"), named("27"), named("3")),
            (Some(24), Some(27), None)
        );
    }

    #[test]
    fn the_credit_goes_to_white_alone() {
        let count = count("9/1K7/9/9/9/9/+p5+pg1/2s1+p1+lk1/1g1s+p2+n1 w RB2G2S3N3L7P7p 1");
        assert_eq!(count.credit(), 10);
        let points = |side| {
            count
                .declaration(DeclarationRule::Points27, side, 10)
                .points
                .has
        };
        assert_eq!((points(Color::Black), points(Color::White)), (27, 27));
    }

    #[test]
    fn a_diagram_with_too_many_pieces_has_no_credit() {
        let count = count("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L19P 1");
        assert_eq!(count.missing, -1);
        assert_eq!(count.credit(), 0);
    }

    #[test]
    fn a_try_of_the_side_not_on_move_is_judged_as_if_it_were() {
        let position: Position = "9/4K4/9/9/9/9/9/4k4/9 b - 1".parse().unwrap();
        let mv = |side| try_move(&position, side).unwrap().to_string();
        assert_eq!(
            (mv(Color::Black), mv(Color::White)),
            ("5b5a".into(), "5h5i".into())
        );
    }

    #[test]
    fn words_are_those_of_machine_output() {
        let lose = DeclarationVerdict::Lose(Failure::KingNotInCamp);
        assert_eq!(lose.to_string(), "lose:king_not_in_camp");
        assert_eq!(Agreed24::Loses(Color::White).to_string(), "white_loses");
        assert_eq!(Agreed24::BothBelow.to_string(), "both_below");
    }
}
