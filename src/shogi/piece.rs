//! Pieces and hands.

use std::fmt;
use std::num::NonZeroU8;

use super::Color;

/// A kind of piece; promoted kinds are kinds of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 1,
    /// 香
    Lance = 2,
    /// 桂
    Knight = 3,
    /// 銀
    Silver = 4,
    /// 金
    Gold = 5,
    /// 角
    Bishop = 6,
    /// 飛
    Rook = 7,
    /// 玉, 王
    King = 8,
    /// と
    ProPawn = 9,
    /// 成香, 杏
    ProLance = 10,
    /// 成桂, 圭
    ProKnight = 11,
    /// 成銀, 全
    ProSilver = 12,
    /// 馬, the promoted bishop
    Horse = 14,
    /// 龍, the promoted rook
    Dragon = 15,
}

/// What promotion adds to the number of a kind.
const PROMOTED: u8 = 8;

impl PieceKind {
    /// Every kind, unpromoted ones first.
    pub const ALL: [PieceKind; 14] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::King,
        PieceKind::ProPawn,
        PieceKind::ProLance,
        PieceKind::ProKnight,
        PieceKind::ProSilver,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];

    /// The seven kinds a hand can hold, from the pawn up.
    pub const HAND: [PieceKind; 7] = [
        PieceKind::Pawn,
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::Bishop,
        PieceKind::Rook,
    ];

    /// The kind numbered `number`, as in the declaration above.
    #[inline]
    pub(crate) const fn from_number(number: u8) -> Option<PieceKind> {
        Some(match number {
            1 => PieceKind::Pawn,
            2 => PieceKind::Lance,
            3 => PieceKind::Knight,
            4 => PieceKind::Silver,
            5 => PieceKind::Gold,
            6 => PieceKind::Bishop,
            7 => PieceKind::Rook,
            8 => PieceKind::King,
            9 => PieceKind::ProPawn,
            10 => PieceKind::ProLance,
            11 => PieceKind::ProKnight,
            12 => PieceKind::ProSilver,
            14 => PieceKind::Horse,
            15 => PieceKind::Dragon,
            _ => return None,
        })
    }

    /// The promoted form; none for gold, king and promoted kinds.
    #[inline]
    pub const fn promoted(self) -> Option<PieceKind> {
        match self {
            PieceKind::Gold | PieceKind::King => None,
            _ if self as u8 > PROMOTED => None,
            _ => PieceKind::from_number(self as u8 + PROMOTED),
        }
    }

    /// The unpromoted form of a promoted kind.
    #[inline]
    pub const fn unpromoted(self) -> Option<PieceKind> {
        if self as u8 > PROMOTED {
            PieceKind::from_number(self as u8 - PROMOTED)
        } else {
            None
        }
    }

    /// The kind without promotion: what goes to the hand of a capturer (the king to none).
    #[inline]
    #[must_use]
    pub const fn base(self) -> PieceKind {
        match self.unpromoted() {
            Some(base) => base,
            None => self,
        }
    }

    /// Whether this is a promoted kind.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > PROMOTED
    }

    /// Whether this is a rook or bishop, promoted or not: worth 5 points in an impasse.
    #[inline]
    pub const fn is_major(self) -> bool {
        matches!(self.base(), PieceKind::Bishop | PieceKind::Rook)
    }

    /// How many pieces of this kind a full set holds, promoted ones counted with their base.
    pub const fn total(self) -> u8 {
        match self.base() {
            PieceKind::Pawn => 18,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::King => 2,
            _ => 4,
        }
    }

    /// The letter of the base kind in SFEN and USI, upper case.
    pub const fn letter(self) -> char {
        match self.base() {
            PieceKind::Pawn => 'P',
            PieceKind::Lance => 'L',
            PieceKind::Knight => 'N',
            PieceKind::Silver => 'S',
            PieceKind::Gold => 'G',
            PieceKind::Bishop => 'B',
            PieceKind::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind with this SFEN letter, of either case.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<PieceKind> {
        Some(match letter.to_ascii_uppercase() {
            b'P' => PieceKind::Pawn,
            b'L' => PieceKind::Lance,
            b'N' => PieceKind::Knight,
            b'S' => PieceKind::Silver,
            b'G' => PieceKind::Gold,
            b'B' => PieceKind::Bishop,
            b'R' => PieceKind::Rook,
            b'K' => PieceKind::King,
            _ => return None,
        })
    }

    /// The farthest rank, as its owner counts, on which the unpromoted piece could still move; 1 when any will do.
    #[inline]
    pub(crate) const fn last_live_rank(self) -> u8 {
        match self {
            PieceKind::Pawn | PieceKind::Lance => 2,
            PieceKind::Knight => 3,
            _ => 1,
        }
    }
}

/// The bit that tells White's pieces.
const WHITE: u8 = 16;

/// A piece of one side, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this side and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(kind as u8 | (color as u8) << 4) {
            Some(raw) => Piece(raw),
            None => unreachable!(),
        }
    }

    /// The piece with this raw number, which must come from [`Piece::raw`]; none for 0.
    #[inline]
    pub(crate) const fn from_raw(raw: u8) -> Option<Piece> {
        match NonZeroU8::new(raw) {
            Some(raw) => Some(Piece(raw)),
            None => None,
        }
    }

    /// A number from 1 to 31: the kind, and 16 for White.
    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0.get()
    }

    /// Whose piece it is.
    #[inline]
    pub const fn color(self) -> Color {
        Color::from_bit(self.0.get() >> 4)
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        match PieceKind::from_number(self.0.get() & (WHITE - 1)) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// As in SFEN: `P`, `+p`.
    #[inline]
    pub const fn sfen(self) -> &'static str {
        SFEN[self.0.get() as usize]
    }
}

/// The letters of each raw piece.
pub(super) const SFEN: [&str; 32] = [
    "", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "", "+B", "+R", //
    "", "p", "l", "n", "s", "g", "b", "r", "k", "+p", "+l", "+n", "+s", "", "+b", "+r",
];

/// Prints as in SFEN: `P`, `+p`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sfen())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The pieces in one side's hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 8]);

impl Hand {
    /// A hand without pieces.
    pub const EMPTY: Hand = Hand([0; 8]);

    /// How many of `kind` (an unpromoted kind) are in hand.
    #[inline]
    pub const fn count(self, kind: PieceKind) -> u8 {
        self.0[(kind as u8 & 7) as usize]
    }

    /// Sets the count of `kind`, one of [`PieceKind::HAND`].
    #[inline]
    pub fn set(&mut self, kind: PieceKind, count: u8) {
        debug_assert!((kind as u8) < 8);
        self.0[usize::from(kind as u8 & 7)] = count;
    }

    /// Adds one piece; the count stops at 255.
    #[inline]
    pub fn add(&mut self, kind: PieceKind) {
        let count = &mut self.0[usize::from(kind as u8 & 7)];
        *count = count.saturating_add(1);
    }

    /// Takes one piece out, if there is one.
    #[inline]
    pub fn take(&mut self, kind: PieceKind) -> bool {
        let count = &mut self.0[usize::from(kind as u8 & 7)];
        if *count == 0 {
            return false;
        }
        *count -= 1;
        true
    }

    /// Whether nothing is in hand.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 8]
    }

    /// The kinds in hand with their counts, rook first as SFEN has it.
    pub fn iter(self) -> impl Iterator<Item = (PieceKind, u8)> {
        PieceKind::HAND
            .into_iter()
            .rev()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}
