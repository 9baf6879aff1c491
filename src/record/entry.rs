//! Moves and endings as they are written.

use crate::shogi::{Color, PieceKind, Square};

/// What a node of the tree says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The start position.
    Root,
    /// A move.
    Move(WrittenMove),
    /// A word that ends the game.
    End(Ending),
    /// Something that stands where a move must but cannot be read; the reader has said why. The line ends here,
    /// though an ending may still follow.
    Unreadable,
}

/// A move as written: each notation names other parts of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The side, where the notation gives it in a way that binds (CSA's sign).
    pub side: Option<Color>,
    /// Where the piece goes.
    pub to: Target,
    /// Where it comes from.
    pub from: Origin,
    /// The piece that is named.
    pub piece: Named,
    /// Whether promotion is written: yes, expressly no, or not at all.
    pub promote: Option<bool>,
}

/// The destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A square.
    Square(Square),
    /// 同: where the move before went.
    Same,
}

/// The origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square.
    Square(Square),
    /// The hand: a drop.
    Hand,
    /// Not written: to be found among the pieces that reach the destination.
    Find(Hint),
}

/// The piece named with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// None (USI board moves).
    Nothing,
    /// The piece as it is before the move (KIF, KI2, JKF, USI drops).
    Before(PieceKind),
    /// The piece as it is after the move (CSA).
    After(PieceKind),
}

/// What tells pieces apart that reach the same square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// 左, 右 or 直.
    pub relation: Option<Relation>,
    /// 上, 寄 or 引.
    pub act: Option<Act>,
    /// A part of the origin (western moves: `S6-5e`).
    pub part: Option<Part>,
}

/// The file or the rank of an origin that is not written wholly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its file.
    File(u8),
    /// Its rank.
    Rank(u8),
}

impl Part {
    /// Whether a square has this file or rank.
    pub const fn fits(self, square: Square) -> bool {
        match self {
            Part::File(file) => square.file() == file,
            Part::Rank(rank) => square.rank() == rank,
        }
    }
}

/// Where the piece stands, seen from its owner's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// 左: from the left.
    Left,
    /// 直: straight up.
    Straight,
    /// 右: from the right.
    Right,
}

/// How the piece moves, seen from its owner's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// 上: forward.
    Advance,
    /// 寄: sideways.
    Sideways,
    /// 引: back.
    Retreat,
}

/// A word that ends the game. What it is exactly, the node's span shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The cause.
    pub kind: EndingKind,
    /// Who wins by the word itself (or by the summary line, where there is no word).
    pub claim: Claim,
    /// Who wins by a summary line that stands beside the word.
    pub summary: Option<Claim>,
}

/// Causes of an end, finer than product.md's so that each notation finds its own word again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndingKind {
    /// 投了
    Resignation,
    /// 詰み
    Checkmate,
    /// 千日手
    Sennichite,
    /// 連続王手の千日手, as far as the file says so
    PerpetualCheck,
    /// 持将棋
    Impasse,
    /// 引き分け, `%HIKIWAKE`: a draw by declaration
    DeclaredDraw,
    /// 入玉勝ち, `%KACHI`
    Declaration,
    /// floodgate's "illegal kachi"
    FalseDeclaration,
    /// トライ
    Try,
    /// 切れ負け
    TimeUp,
    /// An illegal move is named as the cause: `%ILLEGAL_MOVE`, a floodgate summary
    IllegalMove,
    /// 反則負け, 反則勝ち, `%+ILLEGAL_ACTION`: any other foul word; the claim tells whose
    Foul,
    /// 中断
    Interruption,
    /// floodgate's "abnormal": the connection was lost
    Disconnection,
    /// 最大手数, `%MAX_MOVES`
    MaxMoves,
    /// 不戦勝, 不戦敗: the claim tells which
    NoShow,
    /// 不詰
    NotMate,
    /// 封じ手
    Sealed,
    /// `%ERROR`
    Abnormal,
    /// A win without a word for its reason
    Other,
    /// A word that is not known; kept as written
    Unknown,
}

impl EndingKind {
    /// All of them.
    pub const ALL: [EndingKind; 21] = [
        EndingKind::Resignation,
        EndingKind::Checkmate,
        EndingKind::Sennichite,
        EndingKind::PerpetualCheck,
        EndingKind::Impasse,
        EndingKind::DeclaredDraw,
        EndingKind::Declaration,
        EndingKind::FalseDeclaration,
        EndingKind::Try,
        EndingKind::TimeUp,
        EndingKind::IllegalMove,
        EndingKind::Foul,
        EndingKind::Interruption,
        EndingKind::Disconnection,
        EndingKind::MaxMoves,
        EndingKind::NoShow,
        EndingKind::NotMate,
        EndingKind::Sealed,
        EndingKind::Abnormal,
        EndingKind::Other,
        EndingKind::Unknown,
    ];

    /// The name in machine output (product.md 3).
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Resignation => "resignation",
            EndingKind::Checkmate => "checkmate",
            EndingKind::Sennichite => "sennichite",
            EndingKind::PerpetualCheck => "perpetual_check",
            EndingKind::Impasse | EndingKind::DeclaredDraw => "impasse",
            EndingKind::Declaration | EndingKind::FalseDeclaration => "declaration",
            EndingKind::TimeUp => "time_up",
            EndingKind::IllegalMove => "illegal_move",
            EndingKind::Foul => "foul",
            EndingKind::Interruption | EndingKind::Disconnection => "interruption",
            EndingKind::MaxMoves => "max_moves",
            EndingKind::NoShow => "no_show",
            EndingKind::NotMate => "not_mate",
            EndingKind::Sealed => "sealed",
            EndingKind::Try | EndingKind::Abnormal | EndingKind::Other | EndingKind::Unknown => {
                "other"
            }
        }
    }
}

impl EndingKind {
    /// The key of its name for people in the catalogue.
    pub const fn word(self) -> &'static str {
        match self {
            EndingKind::Resignation => "ending.resignation",
            EndingKind::Checkmate => "ending.checkmate",
            EndingKind::Sennichite => "ending.sennichite",
            EndingKind::PerpetualCheck => "ending.perpetual_check",
            EndingKind::Impasse | EndingKind::DeclaredDraw => "ending.impasse",
            EndingKind::Declaration | EndingKind::FalseDeclaration => "ending.declaration",
            EndingKind::Try => "ending.try",
            EndingKind::TimeUp => "ending.time_up",
            EndingKind::IllegalMove => "ending.illegal_move",
            EndingKind::Foul => "ending.foul",
            EndingKind::Interruption => "ending.interruption",
            EndingKind::Disconnection => "ending.disconnect",
            EndingKind::MaxMoves => "ending.max_moves",
            EndingKind::NoShow => "ending.no_show",
            EndingKind::NotMate => "ending.not_mate",
            EndingKind::Sealed => "ending.sealed",
            EndingKind::Abnormal | EndingKind::Other | EndingKind::Unknown => "ending.other",
        }
    }
}

/// Who wins, as a word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side to move.
    Mover,
    /// The other side.
    Opponent,
    /// This side, whoever is to move.
    Side(Color),
    /// Nobody: a draw.
    Draw,
    /// Nothing is said of a winner.
    Nobody,
}

impl Claim {
    /// The winner, when `mover` is to move; none for a draw or where nothing is said.
    pub fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Claim::Mover => Some(mover),
            Claim::Opponent => Some(!mover),
            Claim::Side(color) => Some(color),
            Claim::Draw | Claim::Nobody => None,
        }
    }
}
