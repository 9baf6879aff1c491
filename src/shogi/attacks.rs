//! What attacks what: reach with the pieces in between, checks, lines of sliders.

use super::lines::{DIRECTION, JUMPS, NOWHERE, REACH, SLIDES, STEPS, step};
use super::position::{Checkers, KNIGHT};
use super::{Color, Piece, PieceKind, Position, Square};

impl Position {
    /// Whether a piece `raw` on `from` attacks `to`, pieces in between considered.
    #[inline]
    pub(super) fn attacks(&self, raw: u8, from: usize, to: usize) -> bool {
        if raw & 15 == KNIGHT {
            return JUMPS[usize::from(raw >> 4)][from].contains(&(to as u8));
        }
        let d = DIRECTION[from][to];
        if d == NOWHERE {
            return false;
        }
        let bit = 1u8 << d;
        if STEPS[usize::from(raw)] & bit == 0 {
            return false;
        }
        let mut at = step(from, usize::from(d));
        if at == to {
            return true;
        }
        if SLIDES[usize::from(raw)] & bit == 0 {
            return false;
        }
        while self.board[at] == 0 {
            at = step(at, usize::from(d));
            if at == to {
                return true;
            }
        }
        false
    }

    /// A square of `by` that attacks `sq`, or [`NOWHERE`]. `lifted` is looked through as if empty (it may be [`NOWHERE`]).
    pub(super) fn attacker(&self, sq: usize, by: Color, lifted: u8) -> u8 {
        for (d, reach) in (0..).zip(REACH[sq]) {
            let towards = 1u8 << ((d + 4) & 7);
            let mut at = sq;
            for steps in 0..reach {
                at = step(at, d);
                let raw = self.board[at];
                if raw == 0 || at as u8 == lifted {
                    continue;
                }
                let moves = if steps == 0 { STEPS } else { SLIDES };
                if Color::from_bit(raw >> 4) == by && moves[usize::from(raw)] & towards != 0 {
                    return at as u8;
                }
                break;
            }
        }
        let knight = Piece::new(by, PieceKind::Knight).raw();
        for &at in &JUMPS[!by as usize][sq] {
            if at != NOWHERE && self.board[usize::from(at)] == knight {
                return at;
            }
        }
        NOWHERE
    }

    /// The first occupied square from `sq` in direction `d`, or [`NOWHERE`].
    #[inline]
    pub(super) fn first_piece(&self, sq: usize, d: usize) -> u8 {
        let mut at = sq;
        for _ in 0..REACH[sq][d] {
            at = step(at, d);
            if self.board[at] != 0 {
                return at as u8;
            }
        }
        NOWHERE
    }

    /// The square of the slider of `by` that attacks `target` along the line on which `through` lies, else [`NOWHERE`].
    #[inline]
    pub(super) fn slider_behind(&self, target: usize, through: usize, by: Color) -> u8 {
        let d = DIRECTION[target][through];
        if d == NOWHERE {
            return NOWHERE;
        }
        let d = usize::from(d);
        let found = self.first_piece(target, d);
        if found == NOWHERE {
            return NOWHERE;
        }
        let raw = self.board[usize::from(found)];
        let towards = 1u8 << ((d + 4) & 7);
        if Color::from_bit(raw >> 4) == by && SLIDES[usize::from(raw)] & towards != 0 {
            found
        } else {
            NOWHERE
        }
    }

    /// What gives check to `color`.
    pub(super) fn find_checkers(&self, color: Color) -> Checkers {
        let king = self.kings[color as usize];
        if king == NOWHERE {
            return Checkers::None;
        }
        let king = usize::from(king);
        let mut found = Checkers::None;
        let mut add = |sq: u8| {
            found = match found {
                Checkers::None => Checkers::One(sq),
                Checkers::One(first) | Checkers::Many(first) => Checkers::Many(first),
            };
        };
        for d in 0..8 {
            let from = self.first_piece(king, d);
            if from == NOWHERE {
                continue;
            }
            let raw = self.board[usize::from(from)];
            let near = usize::from(from) == step(king, d);
            let reach = if near { STEPS } else { SLIDES };
            let towards = 1u8 << ((d + 4) & 7);
            if Color::from_bit(raw >> 4) != color && reach[usize::from(raw)] & towards != 0 {
                add(from);
            }
        }
        let knight = Piece::new(!color, PieceKind::Knight).raw();
        for from in JUMPS[color as usize][king] {
            if from != NOWHERE && self.board[usize::from(from)] == knight {
                add(from);
            }
        }
        found
    }

    /// What gives check to the side now to move, after a move from `from` ([`NOWHERE`] for a drop) to `to`.
    #[inline]
    pub(super) fn checkers_after(&self, from: usize, to: usize) -> Checkers {
        let king = self.kings[self.turn as usize];
        if king == NOWHERE {
            return Checkers::None;
        }
        let king = usize::from(king);
        let direct = self.attacks(self.board[to], to, king);
        let discovered = if from < 81 {
            self.slider_behind(king, from, !self.turn)
        } else {
            NOWHERE
        };
        // A piece that moves along the line it opens is itself the one found there.
        match (direct, discovered) {
            (false, NOWHERE) => Checkers::None,
            (true, NOWHERE) => Checkers::One(to as u8),
            (true, other) if usize::from(other) != to => Checkers::Many(to as u8),
            (_, other) => Checkers::One(other),
        }
    }

    /// Whether the king of `color` is attacked, whoever is to move.
    pub fn is_in_check(&self, color: Color) -> bool {
        if color == self.turn {
            self.in_check()
        } else {
            // In a regular position the side that has just moved is not.
            self.irregular && self.find_checkers(color) != Checkers::None
        }
    }

    /// The square of a piece that gives check to `color`, whoever is to move.
    pub fn attacker_of_king(&self, color: Color) -> Option<Square> {
        match self.find_checkers(color) {
            Checkers::None => None,
            Checkers::One(sq) | Checkers::Many(sq) => Square::from_index(sq),
        }
    }

    /// The squares of the pieces that give check to `color`.
    pub fn checkers(&self, color: Color) -> Vec<Square> {
        let Some(king) = self.king(color) else {
            return Vec::new();
        };
        Square::all()
            .filter(|&sq| {
                self.piece_at(sq).is_some_and(|it| it.color() != color) && self.reaches(sq, king)
            })
            .collect()
    }

    /// Whether the piece on `from` reaches `to` with the pieces in between as they stand. Legality is not looked at,
    /// nor what stands on `to`.
    pub fn reaches(&self, from: Square, to: Square) -> bool {
        let raw = self.board[from.index()];
        raw != 0 && self.attacks(raw, from.index(), to.index())
    }

    /// The squares of the side to move's pieces of `kind` that reach `to`; pins are not looked at. Own pieces on `to` neither.
    pub fn reachers(&self, kind: PieceKind, to: Square) -> impl Iterator<Item = Square> + use<> {
        // One piece from each direction, or two knights.
        let mut found = [NOWHERE; 8];
        let mut count = 0;
        let raw = Piece::new(self.turn, kind).raw();
        if kind == PieceKind::Knight {
            for &at in &JUMPS[!self.turn as usize][to.index()] {
                if at != NOWHERE && self.board[usize::from(at)] == raw {
                    found[count] = at;
                    count += 1;
                }
            }
        } else {
            let (steps, slides) = (STEPS[usize::from(raw)], SLIDES[usize::from(raw)]);
            for (d, reach) in (0..).zip(REACH[to.index()]) {
                let towards = 1u8 << ((d + 4) & 7);
                if steps & towards == 0 {
                    continue;
                }
                let reach = if slides & towards == 0 {
                    reach.min(1)
                } else {
                    reach
                };
                let mut at = to.index();
                for _ in 0..reach {
                    at = step(at, d);
                    if self.board[at] == raw {
                        found[count] = at as u8;
                        count += 1;
                    }
                    if self.board[at] != 0 {
                        break;
                    }
                }
            }
        }
        found[..count].sort_unstable();
        found.into_iter().take(count).filter_map(Square::from_index)
    }
}
