//! All legal moves of a position: the full set, every non-promotion included.
//!
//! Replay does not need it; it tells mate, counts `perft` leaves and stands against `legality.rs` in tests.

use std::ops::ControlFlow;

use super::legality::blocks;
use super::lines::{DIRECTION, JUMPS, NOWHERE, REACH, SLIDES, STEPS, step};
use super::position::{Checkers, KING, KNIGHT};
use super::{Color, Move, PieceKind, Position, Square};

/// The most legal moves a position can have is 593.
pub const MOST_MOVES: usize = 600;

impl Position {
    /// Every legal move, board moves first.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(MOST_MOVES);
        self.add_legal_moves(&mut moves);
        moves
    }

    /// Appends every legal move.
    pub fn add_legal_moves(&self, moves: &mut Vec<Move>) {
        let _ = self.visit(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.visit(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// One legal move, if there is any.
    pub fn any_legal_move(&self) -> Option<Move> {
        let mut found = None;
        let _ = self.visit(&mut |mv| {
            found = Some(mv);
            ControlFlow::Break(())
        });
        found
    }

    /// The number of legal moves.
    pub fn count_legal_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.visit(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The number of leaves `depth` plies down the tree of legal moves.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves() as u64,
            _ => {
                let mut nodes = 0;
                let _ = self.visit(&mut |mv| {
                    let mut next = self.clone();
                    next.make(mv);
                    nodes += next.perft(depth - 1);
                    ControlFlow::Continue(())
                });
                nodes
            }
        }
    }

    /// Calls `see` for each legal move until it breaks.
    fn visit(&self, see: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let king = self.kings[self.turn as usize];
        if king != NOWHERE {
            self.visit_king_moves(usize::from(king), see)?;
        }
        // Squares where a piece other than the king may go: a bit each, all of them without check.
        let (targets, blocks) = match self.checkers {
            Checkers::Many(_) => return ControlFlow::Continue(()),
            Checkers::None => (u128::MAX, u128::MAX),
            Checkers::One(checker) => {
                let between = (0..81)
                    .filter(|&sq| blocks(usize::from(king), checker, sq))
                    .fold(0, |set, sq| set | 1 << sq);
                (between | 1 << checker, between)
            }
        };
        self.visit_board_moves(king, targets, see)?;
        self.visit_drops(blocks, see)
    }

    fn visit_king_moves(
        &self,
        king: usize,
        see: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (d, _) in (0..).zip(REACH[king]).filter(|&(_, reach)| reach > 0) {
            let to = step(king, d);
            if self.may_land(to) && self.attacker(to, !self.turn, king as u8) == NOWHERE {
                see(normal(king, to, false))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a piece of the side to move may go to `to` as far as what stands there is concerned.
    #[inline]
    fn may_land(&self, to: usize) -> bool {
        let raw = self.board[to];
        raw == 0 || (Color::from_bit(raw >> 4) != self.turn && raw & 15 != KING)
    }

    fn visit_board_moves(
        &self,
        king: u8,
        targets: u128,
        see: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in 0..81 {
            let raw = self.board[from];
            if raw == 0 || Color::from_bit(raw >> 4) != self.turn || from == usize::from(king) {
                continue;
            }
            let pin = self.pin_line(king, from);
            let mut go = |to: usize| -> ControlFlow<()> {
                let free = pin == NOWHERE || DIRECTION[usize::from(king)][to] == pin;
                if free && targets >> to & 1 != 0 && self.may_land(to) {
                    self.visit_promotions(raw, from, to, see)?;
                }
                ControlFlow::Continue(())
            };
            if raw & 15 == KNIGHT {
                for to in JUMPS[usize::from(raw >> 4)][from] {
                    if to != NOWHERE {
                        go(usize::from(to))?;
                    }
                }
                continue;
            }
            let mut steps = STEPS[usize::from(raw)];
            while steps != 0 {
                let d = steps.trailing_zeros() as usize;
                steps &= steps - 1;
                let reach = REACH[from][d];
                let reach = if SLIDES[usize::from(raw)] & 1 << d != 0 {
                    reach
                } else {
                    reach.min(1)
                };
                let mut at = from;
                for _ in 0..reach {
                    at = step(at, d);
                    go(at)?;
                    if self.board[at] != 0 {
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The direction from the king in which the piece on `from` is pinned, or [`NOWHERE`].
    #[inline]
    fn pin_line(&self, king: u8, from: usize) -> u8 {
        if king == NOWHERE {
            return NOWHERE;
        }
        let d = DIRECTION[usize::from(king)][from];
        if d != NOWHERE && self.pinner_beyond(usize::from(king), from, usize::from(d)) != NOWHERE {
            d
        } else {
            NOWHERE
        }
    }

    /// The move with and without promotion, as far as each is allowed.
    #[inline]
    fn visit_promotions(
        &self,
        raw: u8,
        from: usize,
        to: usize,
        see: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let kind = raw & 15;
        let far = |sq: usize| {
            let rank = (sq % 9) as u8;
            if self.turn == Color::Black {
                rank
            } else {
                8 - rank
            }
        };
        let stuck = match kind {
            KNIGHT => far(to) < 2,
            _ => kind < KNIGHT && far(to) == 0,
        };
        if !stuck {
            see(normal(from, to, false))?;
        }
        if kind < KING && kind != PieceKind::Gold as u8 && (far(from) < 3 || far(to) < 3) {
            see(normal(from, to, true))?;
        }
        ControlFlow::Continue(())
    }

    fn visit_drops(
        &self,
        targets: u128,
        see: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let us = self.turn;
        let hand = self.hands[us];
        if hand.is_empty() || targets == 0 {
            return ControlFlow::Continue(());
        }
        for kind in PieceKind::HAND {
            if hand.count(kind) == 0 {
                continue;
            }
            for to in 0..81 {
                if self.board[to] != 0 || targets >> to & 1 == 0 {
                    continue;
                }
                let square = square(to);
                let stuck = square.rank_for(us) < kind.last_live_rank();
                let foul = kind == PieceKind::Pawn
                    && (self.pawn_files[us as usize] >> (to / 9) & 1 != 0
                        || self.is_pawn_drop_mate(to));
                if !stuck && !foul {
                    see(Move::Drop { kind, to: square })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline]
fn normal(from: usize, to: usize, promote: bool) -> Move {
    Move::Normal {
        from: square(from),
        to: square(to),
        promote,
    }
}

#[inline]
fn square(index: usize) -> Square {
    Square::from_index(index as u8).expect("an index on the board")
}
