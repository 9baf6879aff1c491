//! Judging one move: the rules a move can break, in their order (docs/rules.md, section 2).
//!
//! No move is generated here: the given move is tested against tables and lines.

use super::lines::{DIRECTION, JUMPS, NOWHERE, REACH, SLIDES, STEPS, step};
use super::position::{Checkers, KING, KNIGHT};
use super::{Color, Illegal, Move, Piece, PieceKind, Position, Reason, Square};

impl Position {
    /// Judges a move of the side to move by the reasons from [`Reason::DropBadPiece`] on, less the mismatch, which only
    /// notations that name the piece can break. Whether the game is over is not asked: see
    /// [`Position::has_legal_move`].
    ///
    /// # Errors
    /// The first broken rule.
    #[inline]
    pub fn judge(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Normal { from, to, promote } => {
                self.judge_normal(from.index(), to.index(), promote)
            }
            Move::Drop { kind, to } => self.judge_drop(kind, to),
        }
    }

    #[inline]
    fn judge_normal(&self, from: usize, to: usize, promote: bool) -> Result<(), Illegal> {
        let us = self.turn;
        let raw = self.board[from];
        if raw == 0 {
            return Err(Illegal::at(Reason::NoPiece, from));
        }
        if Color::from_bit(raw >> 4) != us {
            return Err(Illegal::at(Reason::NotOwnPiece, from));
        }
        self.judge_path(raw, from, to)?;
        let target = self.board[to];
        if target != 0 {
            if Color::from_bit(target >> 4) == us {
                return Err(Illegal::at(Reason::OwnPieceOnTarget, to));
            }
            if target & 15 == KING {
                return Err(Illegal::at(Reason::CapturesKing, to));
            }
        }
        self.judge_promotion(raw, from, to, promote)?;
        self.judge_king_safety(from, to)
    }

    /// Reasons 12 and 13: reach on the empty board, then obstacles.
    #[inline]
    fn judge_path(&self, raw: u8, from: usize, to: usize) -> Result<(), Illegal> {
        if raw & 15 == KNIGHT {
            let jumps = JUMPS[usize::from(raw >> 4)][from].contains(&(to as u8));
            return if jumps {
                Ok(())
            } else {
                Err(Illegal::new(Reason::Unreachable))
            };
        }
        let d = DIRECTION[from][to];
        if d == NOWHERE || STEPS[usize::from(raw)] & 1 << d == 0 {
            return Err(Illegal::new(Reason::Unreachable));
        }
        let mut at = step(from, usize::from(d));
        if at == to {
            return Ok(());
        }
        if SLIDES[usize::from(raw)] & 1 << d == 0 {
            return Err(Illegal::new(Reason::Unreachable));
        }
        while at != to {
            if self.board[at] != 0 {
                return Err(Illegal::at(Reason::Blocked, at));
            }
            at = step(at, usize::from(d));
        }
        Ok(())
    }

    /// Reasons 16 to 18.
    #[inline]
    fn judge_promotion(
        &self,
        raw: u8,
        from: usize,
        to: usize,
        promote: bool,
    ) -> Result<(), Illegal> {
        let us = self.turn;
        let kind = raw & 15;
        let rank_of = |sq: usize| {
            let rank = (sq % 9) as u8 + 1;
            if us == Color::Black { rank } else { 10 - rank }
        };
        if promote {
            if kind > 7 || kind == PieceKind::Gold as u8 {
                return Err(Illegal::new(Reason::CannotPromotePiece));
            }
            if rank_of(from) > 3 && rank_of(to) > 3 {
                return Err(Illegal::new(Reason::PromotionOutsideZone));
            }
        } else if kind <= KNIGHT && rank_of(to) < last_live_rank(kind) {
            return Err(Illegal::at(Reason::MustPromote, to));
        }
        Ok(())
    }

    /// Reasons 19 to 21 for a board move.
    #[inline]
    fn judge_king_safety(&self, from: usize, to: usize) -> Result<(), Illegal> {
        let us = self.turn;
        let king = self.kings[us as usize];
        if king == NOWHERE {
            return Ok(());
        }
        if usize::from(king) == from {
            let attacker = self.attacker(to, !us, king);
            if attacker == NOWHERE {
                return Ok(());
            }
            let reason = if self.checkers == Checkers::None {
                Reason::KingIntoCheck
            } else {
                Reason::CheckNotResolved
            };
            return Err(Illegal::at(reason, usize::from(attacker)));
        }
        self.judge_checkers(usize::from(king), to)?;
        let pinner = self.pinner(usize::from(king), from, to);
        if pinner == NOWHERE {
            return Ok(());
        }
        let reason = if self.checkers == Checkers::None {
            Reason::ExposesKing
        } else {
            Reason::CheckNotResolved
        };
        Err(Illegal::at(reason, usize::from(pinner)))
    }

    /// Whether a move of another piece to `to` answers the check there is.
    #[inline]
    fn judge_checkers(&self, king: usize, to: usize) -> Result<(), Illegal> {
        match self.checkers {
            Checkers::None => Ok(()),
            Checkers::Many(checker) => {
                Err(Illegal::at(Reason::CheckNotResolved, usize::from(checker)))
            }
            Checkers::One(checker) if usize::from(checker) == to || blocks(king, checker, to) => {
                Ok(())
            }
            Checkers::One(checker) => {
                Err(Illegal::at(Reason::CheckNotResolved, usize::from(checker)))
            }
        }
    }

    /// The enemy slider that would attack the king on `king` once `from` is left for `to`, or [`NOWHERE`].
    #[inline]
    fn pinner(&self, king: usize, from: usize, to: usize) -> u8 {
        let d = DIRECTION[king][from];
        if d == NOWHERE || DIRECTION[king][to] == d {
            return NOWHERE;
        }
        self.pinner_beyond(king, from, usize::from(d))
    }

    /// The enemy slider behind `from` on the king's line `d`, if nothing stands between the king and `from`.
    #[inline]
    pub(super) fn pinner_beyond(&self, king: usize, from: usize, d: usize) -> u8 {
        let mut at = step(king, d);
        while at != from {
            if self.board[at] != 0 {
                return NOWHERE;
            }
            at = step(at, d);
        }
        for _ in 0..REACH[from][d] {
            at = step(at, d);
            let raw = self.board[at];
            if raw != 0 {
                let towards = 1u8 << ((d + 4) & 7);
                let pins = Color::from_bit(raw >> 4) != self.turn
                    && SLIDES[usize::from(raw)] & towards != 0;
                return if pins { at as u8 } else { NOWHERE };
            }
        }
        NOWHERE
    }

    #[inline]
    fn judge_drop(&self, kind: PieceKind, to: Square) -> Result<(), Illegal> {
        let us = self.turn;
        if kind as u8 > 7 {
            return Err(Illegal::new(Reason::DropBadPiece));
        }
        if self.hands[us].count(kind) == 0 {
            return Err(Illegal::new(Reason::NotInHand));
        }
        if self.board[to.index()] != 0 {
            return Err(Illegal::at(Reason::DropOnOccupied, to.index()));
        }
        if to.rank_for(us) < kind.last_live_rank() {
            return Err(Illegal::at(Reason::DropDeadEnd, to.index()));
        }
        let pawn = kind == PieceKind::Pawn;
        if pawn && self.pawn_files[us as usize] >> (to.index() / 9) & 1 != 0 {
            return Err(Illegal {
                reason: Reason::Nifu,
                square: self.pawn_on_file(us, to.file()),
            });
        }
        let king = self.kings[us as usize];
        if king != NOWHERE {
            self.judge_checkers(usize::from(king), to.index())?;
        }
        if pawn && self.is_pawn_drop_mate(to.index()) {
            return Err(Illegal::at(Reason::Uchifuzume, to.index()));
        }
        Ok(())
    }

    /// The square of an unpromoted pawn of `color` on a file.
    fn pawn_on_file(&self, color: Color, file: u8) -> Option<Square> {
        let pawn = Some(Piece::new(color, PieceKind::Pawn));
        (1..=9)
            .filter_map(|rank| Square::new(file, rank))
            .find(|&sq| self.piece_at(sq) == pawn)
    }

    /// Uchifuzume (docs/rules.md, section 4): whether a pawn dropped on `to`, otherwise legal, mates.
    ///
    /// Only a pawn right in front of the king gives check, and that check cannot be blocked: capture or a king
    /// move must answer it.
    #[inline]
    pub(super) fn is_pawn_drop_mate(&self, to: usize) -> bool {
        let us = self.turn;
        let king = self.kings[!us as usize];
        let ahead = if us == Color::Black {
            to.wrapping_sub(1)
        } else {
            to + 1
        };
        // On the edge rank the index of another file can come up; the pawn could not stand there anyway.
        if king == NOWHERE || usize::from(king) != ahead || ahead / 9 != to / 9 {
            return false;
        }
        !self.pawn_can_be_taken(to, usize::from(king)) && !self.king_can_step(to, usize::from(king))
    }

    /// Refutation B: a piece other than the king takes the pawn on `pawn`.
    fn pawn_can_be_taken(&self, pawn: usize, king: usize) -> bool {
        let us = self.turn;
        let free = |from: usize| {
            let d = DIRECTION[king][from];
            d == NOWHERE
                || d == DIRECTION[king][pawn]
                || self.pinner_of_enemy(king, from, usize::from(d)) == NOWHERE
        };
        for d in 0..8 {
            let from = self.first_piece(pawn, d);
            if from == NOWHERE || usize::from(from) == king {
                continue;
            }
            let raw = self.board[usize::from(from)];
            if Color::from_bit(raw >> 4) != us
                && self.attacks(raw, usize::from(from), pawn)
                && free(usize::from(from))
            {
                return true;
            }
        }
        let knight = Piece::new(!us, PieceKind::Knight).raw();
        JUMPS[us as usize][pawn].iter().any(|&from| {
            from != NOWHERE && self.board[usize::from(from)] == knight && free(usize::from(from))
        })
    }

    /// Our slider that pins the enemy piece on `from` to the enemy king, or [`NOWHERE`].
    fn pinner_of_enemy(&self, king: usize, from: usize, d: usize) -> u8 {
        if usize::from(self.first_piece(king, d)) != from {
            return NOWHERE;
        }
        let behind = self.first_piece(from, d);
        if behind == NOWHERE {
            return NOWHERE;
        }
        let raw = self.board[usize::from(behind)];
        let towards = 1u8 << ((d + 4) & 7);
        let pins =
            Color::from_bit(raw >> 4) == self.turn && SLIDES[usize::from(raw)] & towards != 0;
        if pins { behind } else { NOWHERE }
    }

    /// Refutations A and C: the king takes the pawn on `pawn` or steps elsewhere.
    fn king_can_step(&self, pawn: usize, king: usize) -> bool {
        let us = self.turn;
        let mut after = self.clone();
        after.board[pawn] = Piece::new(us, PieceKind::Pawn).raw();
        (0..8).filter(|&d| REACH[king][d] > 0).any(|d| {
            let to = step(king, d);
            let raw = after.board[to];
            let own = raw != 0 && Color::from_bit(raw >> 4) != us;
            !own && after.attacker(to, us, king as u8) == NOWHERE
        })
    }
}

/// Whether `to` lies strictly between the king and a sliding checker.
#[inline]
pub(super) fn blocks(king: usize, checker: u8, to: usize) -> bool {
    let checker = usize::from(checker);
    let d = DIRECTION[king][checker];
    // A knight stands on no common line; a contact check leaves nothing in between.
    d != NOWHERE && DIRECTION[king][to] == d && distance(king, to) < distance(king, checker)
}

/// The farthest rank, as the owner counts, on which the raw kind (pawn, lance, knight) still moves.
#[inline]
const fn last_live_rank(kind: u8) -> u8 {
    if kind == KNIGHT { 3 } else { 2 }
}

/// The number of king steps between two squares.
#[inline]
pub(super) const fn distance(a: usize, b: usize) -> u8 {
    let files = (a / 9).abs_diff(b / 9);
    let ranks = (a % 9).abs_diff(b % 9);
    if files > ranks {
        files as u8
    } else {
        ranks as u8
    }
}
