//! What the rules of both tables ask about a game, collected in one pass over its first plies.
//!
//! Every square is written in the own view of the side it belongs to: White's board is turned by 180 degrees, so one
//! set of rules serves both.

use super::plies::{Plies, bits};
use super::rook::{RookClass, RookTrail};
use crate::shogi::{ByColor, Color, Move, Piece, PieceKind, Position, Square};

/// No rule looks past this ply.
pub(super) const LAST_PLY: u32 = 140;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) side: Color,
    /// As its own side sees it.
    pub(super) mv: MoveCode,
    pub(super) capture: bool,
}

/// A move as a number, to be compared quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveCode(u16);

impl MoveCode {
    pub(super) fn of(mv: Move) -> MoveCode {
        let origin = match mv {
            Move::Normal { from, .. } => from.index(),
            Move::Drop { kind, .. } => Square::COUNT + kind as usize,
        };
        let promotes = usize::from(mv.promotes());
        MoveCode((promotes << 14 | origin << 7 | mv.to().index()) as u16)
    }
}

/// The facts of one game. Meant to be used again for the next one.
#[derive(Debug)]
pub(super) struct Facts {
    /// For each side, unpromoted kind and own square: after which plies such a piece stands there.
    stays: ByColor<Box<[[Plies; 81]; 8]>>,
    /// The squares, as bits, on which such a piece stood at any time: most placements can be told to fail by this alone.
    visited: ByColor<[u128; 8]>,
    /// For each side and kind in hand: after which plies it holds some.
    held: ByColor<[Plies; 8]>,
    /// How many it holds.
    counts: ByColor<[u8; 8]>,
    moves: Vec<Made>,
    /// The plies of the game as far as they count.
    pub(super) within: Plies,
    rooks: ByColor<RookTrail>,
    /// The last bishop taken: by whom, at which ply.
    bishop_taken: Vec<(Color, u32)>,
    /// The ply of the first bishop that was taken in exchange for the other.
    pub(super) exchange: Option<u32>,
    /// Where each side's rook settled.
    pub(super) classes: ByColor<RookClass>,
    game_type: GameType,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            stays: ByColor::from_fn(|_| Box::new([[Plies::NONE; 81]; 8])),
            visited: ByColor::default(),
            held: ByColor::default(),
            counts: ByColor::default(),
            moves: Vec::new(),
            within: Plies::NONE,
            rooks: ByColor::default(),
            bishop_taken: Vec::new(),
            exchange: None,
            classes: ByColor::default(),
            game_type: GameType::DoubleStatic,
        }
    }
}

/// A square as `side` sees it.
#[inline]
pub(super) fn own_view(square: Square, side: Color) -> Square {
    match side {
        Color::Black => square,
        Color::White => square.flipped(),
    }
}

/// A move as `side` sees it.
#[inline]
pub(super) fn own_move(mv: Move, side: Color) -> Move {
    match mv {
        Move::Normal { from, to, promote } => Move::Normal {
            from: own_view(from, side),
            to: own_view(to, side),
            promote,
        },
        Move::Drop { kind, to } => Move::Drop {
            kind,
            to: own_view(to, side),
        },
    }
}

/// The place of an unpromoted kind in the tables of this file.
#[inline]
fn place(kind: PieceKind) -> Option<usize> {
    (!kind.is_promoted()).then_some(kind as usize - 1)
}

impl Facts {
    /// Forgets the game before and begins one from `start`.
    pub(super) fn begin(&mut self, start: &Position) {
        self.moves.clear();
        self.bishop_taken.clear();
        self.exchange = None;
        for side in Color::BOTH {
            for (stays, visited) in self.stays[side].iter_mut().zip(&mut self.visited[side]) {
                // Only what the game before touched: the table is large.
                for square in bits(std::mem::take(visited)) {
                    stays[square] = Plies::NONE;
                }
            }
            self.rooks[side].clear();
            for kind in PieceKind::HAND {
                let count = start.hand(side).count(kind);
                self.counts[side][kind as usize - 1] = count;
                self.held[side][kind as usize - 1] =
                    if count > 0 { Plies::ALL } else { Plies::NONE };
            }
        }
        for square in Square::all() {
            if let Some(piece) = start.piece_at(square)
                && let Some(place) = place(piece.kind())
            {
                let side = piece.color();
                let square = own_view(square, side).index();
                self.stays[side][place][square] = Plies::ALL;
                self.visited[side][place] |= 1 << square;
            }
        }
    }

    /// Adds the next move; `piece` is what moves, as it was before. Moves after [`LAST_PLY`] are not wanted.
    pub(super) fn add(&mut self, mv: Move, piece: Piece, captured: Option<Piece>) {
        let ply = self.plies() + 1;
        if ply > LAST_PLY {
            return;
        }
        let side = piece.color();
        let own = own_move(mv, side);
        let kind = match own {
            Move::Drop { kind, .. } => {
                self.take_from_hand(side, kind, ply);
                kind
            }
            Move::Normal { from, promote, .. } => {
                self.leave(side, piece.kind(), from, ply);
                match piece.kind().promoted() {
                    Some(promoted) if promote => promoted,
                    _ => piece.kind(),
                }
            }
        };
        if let Some(captured) = captured {
            let there = own_view(mv.to(), !side);
            self.leave(!side, captured.kind(), there, ply);
            self.put_in_hand(side, captured.kind().base(), ply);
            if captured.kind().base() == PieceKind::Bishop {
                self.bishop_taken(side, ply);
            }
            if captured.kind().base() == PieceKind::Rook {
                self.rooks[!side].taken(there, ply);
            }
        }
        if let Some(place) = place(kind) {
            self.stays[side][place][own.to().index()].begin(ply);
            self.visited[side][place] |= 1 << own.to().index();
        }
        if piece.kind().base() == PieceKind::Rook {
            self.rooks[side].moved(own, ply);
        }
        self.moves.push(Made {
            side,
            mv: MoveCode::of(own),
            capture: captured.is_some(),
        });
    }

    /// Completes what can only be told at the end.
    pub(super) fn finish(&mut self) {
        let end = self.plies();
        self.within = Plies::window(0, end);
        self.classes =
            ByColor::from_fn(|side| self.rooks[side].class(end, |ply| self.king_left(side, ply)));
        self.game_type = match (
            self.classes.black.is_ranging(),
            self.classes.white.is_ranging(),
        ) {
            (false, false) => GameType::DoubleStatic,
            (true, true) => GameType::DoubleRanging,
            _ => GameType::Versus,
        };
    }

    #[inline]
    fn leave(&mut self, side: Color, kind: PieceKind, square: Square, ply: u32) {
        if let Some(place) = place(kind) {
            self.stays[side][place][square.index()].end(ply);
        }
    }

    fn put_in_hand(&mut self, side: Color, kind: PieceKind, ply: u32) {
        if kind == PieceKind::King {
            return;
        }
        let place = kind as usize - 1;
        let count = &mut self.counts[side][place];
        if *count == 0 {
            self.held[side][place].begin(ply);
        }
        *count = count.saturating_add(1);
    }

    fn take_from_hand(&mut self, side: Color, kind: PieceKind, ply: u32) {
        let place = kind as usize - 1;
        let count = &mut self.counts[side][place];
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.held[side][place].end(ply);
        }
    }

    /// A bishop is taken: an exchange if the other side took one at most three plies before.
    fn bishop_taken(&mut self, by: Color, ply: u32) {
        if self.exchange.is_none() {
            let answered = self
                .bishop_taken
                .iter()
                .find(|&&(other, before)| other != by && ply - before <= 3);
            self.exchange = answered.map(|&(_, before)| before);
        }
        self.bishop_taken.push((by, ply));
    }

    /// The number of plies that count.
    #[inline]
    pub(super) fn plies(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The moves, from ply 1.
    pub(super) fn moves(&self) -> &[Made] {
        &self.moves
    }

    /// After which plies an unpromoted piece of `side` stands on a square of its own view.
    #[inline]
    pub(super) fn stays(&self, side: Color, kind: PieceKind, square: Square) -> Plies {
        self.stays[side][(kind as usize - 1) & 7][square.index()]
    }

    /// The same for any of several squares, given as bits.
    #[inline]
    pub(super) fn stays_on(&self, side: Color, kind: PieceKind, squares: u128) -> Plies {
        let place = (kind as usize - 1) & 7;
        let stays = &self.stays[side][place];
        let squares = bits(self.visited[side][place] & squares);
        squares.fold(Plies::NONE, |all, square| all | stays[square])
    }

    /// Whether an unpromoted piece of `side` ever stood on one of the squares (bits, own view).
    #[inline]
    pub(super) fn visited(&self, side: Color, kind: PieceKind, squares: u128) -> bool {
        self.visited[side][(kind as usize - 1) & 7] & squares != 0
    }

    /// After which plies `side` holds a piece of this kind.
    #[inline]
    pub(super) fn held(&self, side: Color, kind: PieceKind) -> Plies {
        self.held[side][(kind as usize - 1) & 7]
    }

    /// Whether the king of `side` stands on files 5 to 9 of its own view after `ply`.
    fn king_left(&self, side: Color, ply: u32) -> bool {
        let kings = &self.stays[side][PieceKind::King as usize - 1];
        kings[4 * 9..].iter().any(|stay| stay.has(ply))
    }

    /// What the two rooks make of the game.
    #[inline]
    pub(super) fn game_type(&self) -> GameType {
        self.game_type
    }

    /// The squares, as bits of its own view, on which the king of `side` stood.
    #[inline]
    pub(super) fn king_squares(&self, side: Color) -> u128 {
        self.visited[side][PieceKind::King as usize - 1]
    }
}

/// Which kinds of rook meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameType {
    /// 相居飛車
    DoubleStatic,
    /// 対抗形
    Versus,
    /// 相振り飛車
    DoubleRanging,
}

impl GameType {
    /// The type of this name in the rule language.
    pub(super) fn of_name(name: &str) -> Option<GameType> {
        Some(match name {
            "double_static" => GameType::DoubleStatic,
            "versus" => GameType::Versus,
            "double_ranging" => GameType::DoubleRanging,
            _ => return None,
        })
    }
}
