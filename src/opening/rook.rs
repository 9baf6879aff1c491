//! Where a side's rook settles: the decision on which every opening name hangs.

use crate::shogi::{Move, Square};

/// The file of a side's rook in its own view: 2, 3 and 4 are static (居飛車), 5 to 9 ranging (振り飛車).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RookClass(u8);

impl Default for RookClass {
    fn default() -> RookClass {
        RookClass::STATIC
    }
}

impl RookClass {
    /// The rook stays on its file.
    const STATIC: RookClass = RookClass(2);

    /// The file, 2 to 9.
    pub const fn file(self) -> u8 {
        self.0
    }

    /// Whether the rook went to the left.
    pub const fn is_ranging(self) -> bool {
        self.0 >= 5
    }
}

/// A square on which the rook stood for a while.
#[derive(Clone, Copy, Debug)]
struct Stop {
    square: Square,
    from: u32,
    /// The ply at which it left.
    to: Option<u32>,
}

/// The way of the rook that begins on 2h.
#[derive(Clone, Debug, Default)]
pub(super) struct RookTrail {
    stops: Vec<Stop>,
    /// It has been taken.
    gone: bool,
}

/// The rook is not followed past this ply.
const LAST_PLY: u32 = 60;
/// A swing that comes later is no ranging rook.
const LAST_SWING: u32 = 30;
/// From this ply on a swing needs a king that leaves to the right.
const LATE_SWING: u32 = 13;
/// That long after the swing the king is looked at.
const KING_AFTER: u32 = 24;
/// The last ply for a stop on files 3 and 4.
const LAST_RIGHT_STOP: u32 = 36;

impl RookTrail {
    /// Forgets the game before.
    pub(super) fn clear(&mut self) {
        self.stops.clear();
        self.gone = false;
    }

    /// Where the rook is.
    fn square(&self) -> Square {
        let home = Square::new(2, 8).expect("a square");
        self.stops.last().map_or(home, |stop| stop.square)
    }

    /// A rook (or dragon) of this side moved; own view.
    pub(super) fn moved(&mut self, mv: Move, ply: u32) {
        if ply > LAST_PLY || self.gone || mv.from() != Some(self.square()) {
            return;
        }
        if let Some(stop) = self.stops.last_mut() {
            stop.to = Some(ply);
        }
        self.stops.push(Stop {
            square: mv.to(),
            from: ply,
            to: None,
        });
    }

    /// A rook (or dragon) of this side was taken.
    pub(super) fn taken(&mut self, square: Square, ply: u32) {
        if ply > LAST_PLY || self.gone || square != self.square() {
            return;
        }
        self.gone = true;
        if let Some(stop) = self.stops.last_mut() {
            stop.to = Some(ply);
        }
    }

    /// The class, for a game of `plies` plies; `king_left` tells whether the king is on files 5 to 9 after a ply.
    pub(super) fn class(&self, plies: u32, king_left: impl Fn(u32) -> bool) -> RookClass {
        let end = plies.min(LAST_PLY);
        let length = |stop: &Stop| stop.to.unwrap_or(end + 1) - stop.from;
        // A rook that first goes up its file is static for good: side pawn, double wing, twisted rook.
        if self
            .stops
            .first()
            .is_none_or(|stop| stop.square.rank() <= 7)
        {
            return RookClass::STATIC;
        }
        let mut swings = self.stops.iter().filter(|stop| {
            stop.square.rank() == 8 && stop.square.file() >= 5 && stop.from <= LAST_SWING
        });
        let first = swings.clone().next();
        let late = first.is_some_and(|stop| {
            stop.from >= LATE_SWING && king_left((stop.from + KING_AFTER).min(end))
        });
        if let Some(first) = first.filter(|_| !late) {
            let last = swings.clone().next_back().unwrap_or(first);
            let held = swings.find(|stop| length(stop) > 2).unwrap_or(last);
            return RookClass(held.square.file());
        }
        let mut right: Option<&Stop> = None;
        for stop in &self.stops {
            let counts = stop.square.rank() >= 8
                && matches!(stop.square.file(), 3 | 4)
                && stop.from <= LAST_RIGHT_STOP
                && length(stop) >= 4;
            if counts && right.is_none_or(|longest| length(stop) > length(longest)) {
                right = Some(stop);
            }
        }
        right.map_or(RookClass::STATIC, |stop| RookClass(stop.square.file()))
    }
}
