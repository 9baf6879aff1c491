//! A position: board, hands, side to move; how moves change it.
//!
//! What is legal stands in `legality.rs`, which moves exist in `movegen.rs`.

use super::lines::{
    DIRECTION, HAND_KEYS, JUMPS, NOWHERE, PIECE_KEYS, REACH, SLIDES, STEPS, TURN_KEY, step,
};
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
    irregular: bool,
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
    /// The start of an even game (平手, hirate).
    pub fn startpos() -> Position {
        super::Handicap::Even.position()
    }

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
        position.take_stock();
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

    /// Whether the king of `color` is attacked, whoever is to move.
    pub fn is_in_check(&self, color: Color) -> bool {
        if color == self.turn {
            self.in_check()
        } else {
            // In a regular position the side that has just moved is not.
            self.irregular && self.find_checkers(color) != Checkers::None
        }
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

    /// Whether the piece on `from` reaches `to` with the pieces in between as they stand. Legality is not looked at,
    /// nor what stands on `to`.
    pub fn reaches(&self, from: Square, to: Square) -> bool {
        let raw = self.board[from.index()];
        raw != 0 && self.attacks(raw, from.index(), to.index())
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
            self.take_stock();
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

    /// What gives check to the side now to move, after a move from `from` ([`NOWHERE`] for a drop) to `to`.
    #[inline]
    fn checkers_after(&self, from: usize, to: usize) -> Checkers {
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

    /// Works out from the whole board what regular moves keep up to date, and whether the next move can do so.
    fn take_stock(&mut self) {
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

pub(super) const PAWN: u8 = PieceKind::Pawn as u8;
pub(super) const KNIGHT: u8 = PieceKind::Knight as u8;
pub(super) const KING: u8 = PieceKind::King as u8;
