//! Counting a position: points, pieces, where the kings are.

use crate::shogi::position::KING;
use crate::shogi::{ByColor, Color, PieceKind, Position};

/// What a full set of pieces is worth: two rooks and two bishops at 5, 34 others at 1.
pub const FULL_SET: i32 = 54;

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
