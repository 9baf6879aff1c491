//! A position: board, hands, side to move; how moves change it.
//!
//! What attacks what stands in `attacks.rs`, what is legal in `legality.rs`, which moves exist in `movegen.rs`.

use super::lines::{HAND_KEYS, NOWHERE, PIECE_KEYS, TURN_KEY};
use super::{ByColor, Color, Hand, Illegal, Move, Piece, PieceKind, Square};

/// Board, both hands, the side to move and the number of the next move.
#[derive(Clone, Debug)]
pub struct Position {
    /// Raw pieces, 0 for empty.
    pub(super) board: [u8; 81],
    pub(super) turn: Color,
    pub(super) hands: ByColor<Hand>,
    /// The square of each side's king (its first, should a diagram have several) or [`NOWHERE`].
    pub(super) kings: [u8; 2],
    /// For each side the files, bit `file - 1`, that hold an unpromoted pawn.
    pub(super) pawn_files: [u16; 2],
    /// What gives check to the side to move.
    pub(super) checkers: Checkers,
    /// Exclusive or over the board; the hands add up in a number of their own.
    board_key: u64,
    hand_key: u64,
    ply: u32,
    /// Whether the side not to move is in check, a side has two pawns on a file or several kings, or a move was forced:
    /// then a move is followed by a look at the whole board.
    pub(super) irregular: bool,
}

/// The pieces that give check to the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Checkers {
    /// No check.
    #[default]
    None,
    /// One piece, by its square.
    One(u8),
    /// Two or more: only the king can move. The square is one of them.
    Many(u8),
}

/// What a position is made of, free to be edited; [`Position::from_setup`] makes a position of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, indexed by [`Square::index`].
    pub board: [Option<Piece>; 81],
    /// Both hands.
    pub hands: ByColor<Hand>,
    /// The side to move.
    pub turn: Color,
    /// The number of the next move, 1 at the start of a game.
    pub ply: u32,
}

impl Setup {
    /// An empty board with empty hands.
    pub const fn empty(turn: Color) -> Setup {
        const NO_HAND: Hand = Hand::EMPTY;
        Setup {
            board: [None; 81],
            hands: ByColor {
                black: NO_HAND,
                white: NO_HAND,
            },
            turn,
            ply: 1,
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The piece that moved, as it was before the move.
    pub piece: Piece,
    /// The piece taken, as it stood on the board.
    pub captured: Option<Piece>,
    /// Whether the move gives check.
    pub check: bool,
}

impl Position {
    /// The position with these pieces; what `setup` may hold is judged by [`super::validity`].
    pub fn from_setup(setup: &Setup) -> Position {
        let mut position = Position {
            board: [0; 81],
            turn: setup.turn,
            hands: setup.hands,
            kings: [NOWHERE; 2],
            pawn_files: [0; 2],
            checkers: Checkers::None,
            board_key: 0,
            hand_key: 0,
            ply: setup.ply,
            irregular: false,
        };
        for color in Color::BOTH {
            for (kind, count) in setup.hands[color].iter() {
                let key = HAND_KEYS[color as usize][kind as usize];
                position.hand_key = position
                    .hand_key
                    .wrapping_add(key.wrapping_mul(u64::from(count)));
            }
        }
        for (sq, piece) in setup.board.iter().enumerate() {
            if let Some(piece) = piece {
                position.board[sq] = piece.raw();
                position.board_key ^= PIECE_KEYS[usize::from(piece.raw())][sq];
            }
        }
        position.recompute();
        position
    }

    /// The parts of this position.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.turn);
        setup.hands = self.hands;
        setup.ply = self.ply;
        for (cell, raw) in setup.board.iter_mut().zip(self.board) {
            *cell = Piece::from_raw(raw);
        }
        setup
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the next move.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_raw(self.board[square.index()])
    }

    /// A side's hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// Where a side's king stands; none in diagrams without it.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        Square::from_index(self.kings[color as usize])
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers != Checkers::None
    }

    /// A number equal for equal positions (board, hands, side to move) and almost surely different for others.
    #[inline]
    pub fn key(&self) -> u64 {
        let key = self.board_key ^ self.hand_key;
        match self.turn {
            Color::Black => key,
            Color::White => key ^ TURN_KEY,
        }
    }

    /// Whether both are the same position for repetition: board, hands and side to move.
    pub fn same_as(&self, other: &Position) -> bool {
        self.board == other.board && self.hands == other.hands && self.turn == other.turn
    }

    /// Plays a legal move; on error nothing changes.
    ///
    /// # Errors
    /// The first rule that the move breaks, in the order of [`super::Reason`].
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<Played, Illegal> {
        self.judge(mv)?;
        Ok(self.make(mv))
    }

    /// Makes a move that was judged legal on this very position before, or was generated for it.
    ///
    /// # Panics
    /// If no piece stands where the move starts.
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        self.make(mv);
    }

    /// Makes an illegal move that can physically be made: an own piece leaves its square for one that holds no own
    /// piece and no king, or a piece in hand goes to an empty square. A piece that cannot promote stays as it is.
    pub fn force(&mut self, mv: Move) -> Option<Played> {
        match mv {
            Move::Normal { from, to, promote } => {
                let piece = self.piece_at(from)?;
                let target = self.piece_at(to);
                let allowed = piece.color() == self.turn
                    && from != to
                    && target
                        .is_none_or(|it| it.color() != self.turn && it.kind() != PieceKind::King);
                let promote = promote && piece.kind().promoted().is_some();
                self.irregular |= allowed;
                allowed.then(|| self.make(Move::Normal { from, to, promote }))
            }
            Move::Drop { kind, to } => {
                let allowed = !kind.is_promoted()
                    && kind != PieceKind::King
                    && self.hands[self.turn].count(kind) > 0
                    && self.piece_at(to).is_none();
                self.irregular |= allowed;
                allowed.then(|| self.make(mv))
            }
        }
    }

    /// Makes a move known to be possible.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) -> Played {
        let us = self.turn;
        let to = mv.to().index();
        let (raw, captured, from) = match mv {
            Move::Normal { from, promote, .. } => {
                let from = from.index();
                let raw = self.board[from];
                let captured = self.board[to];
                self.remove(from, raw);
                if captured != 0 {
                    self.remove(to, captured);
                    self.capture(us, captured);
                }
                self.put(to, if promote { raw + 8 } else { raw });
                (raw, captured, from)
            }
            Move::Drop { kind, .. } => {
                let raw = Piece::new(us, kind).raw();
                self.hands[us].take(kind);
                let key = HAND_KEYS[us as usize][kind as usize];
                self.hand_key = self.hand_key.wrapping_sub(key);
                self.put(to, raw);
                (raw, 0, usize::from(NOWHERE))
            }
        };
        self.turn = !us;
        self.ply = self.ply.saturating_add(1);
        if self.irregular {
            self.recompute();
        } else {
            self.checkers = self.checkers_after(from, to);
        }
        Played {
            piece: Piece::from_raw(raw).expect("a move has a piece"),
            captured: Piece::from_raw(captured),
            check: self.checkers != Checkers::None,
        }
    }

    /// Puts a captured piece into the hand of `us`; a king goes nowhere.
    #[inline]
    fn capture(&mut self, us: Color, raw: u8) {
        let kind = usize::from(raw & 7);
        if kind != 0 {
            self.hands[us].add(Piece::from_raw(raw).expect("captured").kind().base());
            let key = HAND_KEYS[us as usize][kind];
            self.hand_key = self.hand_key.wrapping_add(key);
        }
    }

    /// Adds a piece to an empty square.
    #[inline]
    fn put(&mut self, sq: usize, raw: u8) {
        self.board[sq] = raw;
        self.board_key ^= PIECE_KEYS[usize::from(raw)][sq];
        let color = usize::from(raw >> 4);
        match raw & 15 {
            PAWN => self.pawn_files[color] |= 1 << (sq / 9),
            KING if self.kings[color] == NOWHERE => self.kings[color] = sq as u8,
            _ => {}
        }
    }

    /// Takes a piece off its square.
    #[inline]
    fn remove(&mut self, sq: usize, raw: u8) {
        self.board[sq] = 0;
        self.board_key ^= PIECE_KEYS[usize::from(raw)][sq];
        let color = usize::from(raw >> 4);
        match raw & 15 {
            PAWN => self.pawn_files[color] &= !(1 << (sq / 9)),
            KING if usize::from(self.kings[color]) == sq => self.kings[color] = NOWHERE,
            _ => {}
        }
    }

    /// Works out from the whole board what regular moves keep up to date, and whether the next move can do so.
    fn recompute(&mut self) {
        self.kings = [NOWHERE; 2];
        self.pawn_files = [0; 2];
        let mut doubled = false;
        for (sq, &raw) in self.board.iter().enumerate() {
            let color = usize::from(raw >> 4);
            match raw & 15 {
                PAWN => {
                    let file = 1 << (sq / 9);
                    doubled |= self.pawn_files[color] & file != 0;
                    self.pawn_files[color] |= file;
                }
                KING if self.kings[color] == NOWHERE => self.kings[color] = sq as u8,
                KING => doubled = true,
                _ => {}
            }
        }
        self.checkers = self.find_checkers(self.turn);
        self.irregular = doubled || self.find_checkers(!self.turn) != Checkers::None;
    }
}

pub(super) const PAWN: u8 = PieceKind::Pawn as u8;
pub(super) const KNIGHT: u8 = PieceKind::Knight as u8;
pub(super) const KING: u8 = PieceKind::King as u8;
