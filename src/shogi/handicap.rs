//! Handicaps by name: which of White's pieces are taken off the even start.

use super::{Color, Piece, PieceKind, Position, Setup, Square};

/// A start by name. Left and right are the giver's: White's left lance stands on 1a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handicap {
    /// 平手: all pieces, Black moves first. In every other one White does.
    Even,
    /// 香落ち: without the left lance.
    Lance,
    /// 右香落ち
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち
    RookLance,
    /// 二枚落ち: without rook and bishop.
    Two,
    /// 三枚落ち: and the left lance.
    Three,
    /// 四枚落ち: and both lances.
    Four,
    /// 五枚落ち: and the right knight.
    Five,
    /// 左五枚落ち: and the left knight.
    LeftFive,
    /// 六枚落ち: and both knights.
    Six,
    /// 左七枚落ち: and the left silver.
    LeftSeven,
    /// 右七枚落ち: and the right silver.
    RightSeven,
    /// 八枚落ち: and both silvers.
    Eight,
    /// 十枚落ち: and both golds.
    Ten,
    /// 両香落ち, a rare extension: both lances.
    BothLances,
    /// 歩三兵, a rare extension: a king and three pawns in hand.
    ThreePawns,
    /// 裸玉, 十九枚落ち, a rare extension: the bare king.
    BareKing,
}

impl Handicap {
    /// All of them, in the order of the table.
    pub const ALL: [Handicap; 19] = [
        Handicap::Even,
        Handicap::Lance,
        Handicap::RightLance,
        Handicap::Bishop,
        Handicap::Rook,
        Handicap::RookLance,
        Handicap::Two,
        Handicap::Three,
        Handicap::Four,
        Handicap::Five,
        Handicap::LeftFive,
        Handicap::Six,
        Handicap::LeftSeven,
        Handicap::RightSeven,
        Handicap::Eight,
        Handicap::Ten,
        Handicap::BothLances,
        Handicap::ThreePawns,
        Handicap::BareKing,
    ];

    /// The name in machine output; the rare extensions are `other`.
    pub const fn name(self) -> &'static str {
        match self {
            Handicap::Even => "even",
            Handicap::Lance => "lance",
            Handicap::RightLance => "right_lance",
            Handicap::Bishop => "bishop",
            Handicap::Rook => "rook",
            Handicap::RookLance => "rook_lance",
            Handicap::Two => "two",
            Handicap::Three => "three",
            Handicap::Four => "four",
            Handicap::Five => "five",
            Handicap::LeftFive => "left_five",
            Handicap::Six => "six",
            Handicap::LeftSeven => "left_seven",
            Handicap::RightSeven => "right_seven",
            Handicap::Eight => "eight",
            Handicap::Ten => "ten",
            Handicap::BothLances | Handicap::ThreePawns | Handicap::BareKing => "other",
        }
    }

    /// The squares, as file and rank, of the pieces White does without.
    const fn removed(self) -> &'static [(u8, u8)] {
        // The order in which pieces go, from the two-piece handicap on.
        const ALL: [(u8, u8); 10] = [
            (8, 2),
            (2, 2),
            (1, 1),
            (9, 1),
            (8, 1),
            (2, 1),
            (7, 1),
            (3, 1),
            (6, 1),
            (4, 1),
        ];
        match self {
            Handicap::Even => &[],
            Handicap::Lance => &[(1, 1)],
            Handicap::RightLance => &[(9, 1)],
            Handicap::Bishop => &[(2, 2)],
            Handicap::Rook => &[(8, 2)],
            Handicap::RookLance => &[(8, 2), (1, 1)],
            Handicap::Two => ALL.split_at(2).0,
            Handicap::Three => ALL.split_at(3).0,
            Handicap::Four => ALL.split_at(4).0,
            Handicap::Five => ALL.split_at(5).0,
            Handicap::LeftFive => &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)],
            Handicap::Six => ALL.split_at(6).0,
            Handicap::LeftSeven => &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1), (2, 1), (3, 1)],
            Handicap::RightSeven => ALL.split_at(7).0,
            Handicap::Eight => ALL.split_at(8).0,
            Handicap::Ten | Handicap::ThreePawns | Handicap::BareKing => &ALL,
            Handicap::BothLances => &[(1, 1), (9, 1)],
        }
    }

    /// The start position.
    pub fn setup(self) -> Setup {
        const BACK: [PieceKind; 9] = [
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Silver,
            PieceKind::Gold,
            PieceKind::King,
            PieceKind::Gold,
            PieceKind::Silver,
            PieceKind::Knight,
            PieceKind::Lance,
        ];
        let turn = if self == Handicap::Even {
            Color::Black
        } else {
            Color::White
        };
        let mut setup = Setup::empty(turn);
        let mut put = |file: u8, rank: u8, kind: PieceKind| {
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = Some(Piece::new(Color::Black, kind));
                setup.board[square.flipped().index()] = Some(Piece::new(Color::White, kind));
            }
        };
        for (file, kind) in (1..).zip(BACK) {
            put(file, 9, kind);
            put(file, 7, PieceKind::Pawn);
        }
        put(2, 8, PieceKind::Rook);
        put(8, 8, PieceKind::Bishop);
        let pawns = (1..=9).map(|file| (file, 3));
        let pawnless = matches!(self, Handicap::ThreePawns | Handicap::BareKing);
        let removed = self.removed().iter().copied();
        for (file, rank) in removed.chain(pawns.filter(|_| pawnless)) {
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = None;
            }
        }
        if self == Handicap::ThreePawns {
            setup.hands.white.set(PieceKind::Pawn, 3);
        }
        setup
    }

    /// The start position.
    pub fn position(self) -> Position {
        Position::from_setup(&self.setup())
    }

    /// The handicap with this board, these hands and this side to move, whatever the move number.
    pub fn of(setup: &Setup) -> Option<Handicap> {
        // Black's pawns stand in every start and in hardly any other position.
        let pawn = Some(Piece::new(Color::Black, PieceKind::Pawn));
        let mut pawns = (1..=9).filter_map(|file| Square::new(file, 7));
        if !pawns.all(|square| setup.board[square.index()] == pawn) {
            return None;
        }
        Handicap::ALL.into_iter().find(|handicap| {
            let start = handicap.setup();
            start.board == setup.board && start.hands == setup.hands && start.turn == setup.turn
        })
    }
}

impl Position {
    /// The start of an even game (平手, hirate).
    pub fn startpos() -> Position {
        Handicap::Even.position()
    }
}
