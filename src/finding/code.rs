//! What findings are about. The names and usual severities stand in `table.rs`.
//!
//! Numbers and names never change their meaning once released. The letter (E, W, N) is the severity of one finding.

use super::{CODES, CodeRow};

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u16)]
pub enum Code {
    /// Bytes that are no text in the encoding.
    InvalidBytes = 101,
    /// Lines in another encoding than the rest.
    MixedEncodings = 102,
    /// The label in the file names another encoding than its bytes have.
    EncodingLabel = 103,
    /// The ending of the file name promises another encoding.
    EncodingExtension = 104,
    /// A byte order mark inside the file.
    StrayBom = 105,
    /// A private-use character (old gaiji).
    PrivateCharacter = 106,
    /// Line ends of several kinds.
    MixedLineEnds = 107,
    /// A line in an unusual form.
    LineForm = 108,
    /// A line that is nothing the notation knows.
    UnknownLine = 109,
    /// Nothing but blanks.
    EmptyFile = 110,
    /// No game record.
    NotARecord = 111,
    /// A further game in a notation of one game a file.
    SeveralGames = 112,
    /// Another notation than the ending of the file name says.
    FormatDiffers = 113,
    /// A line of a list over 1 MiB.
    LineTooLong = 114,
    /// Text after the record on its line.
    TrailingText = 115,
    /// A CSA statement that is nothing known.
    BadStatement = 116,
    /// An empty CSA statement.
    EmptyStatement = 117,
    /// Blanks around a CSA statement.
    StraySpace = 118,
    /// A version nobody published.
    UnknownVersion = 119,
    /// A feature newer than the version that is named.
    NewerFeature = 120,
    /// The letter O where a zero belongs.
    LetterForZero = 121,
    /// A move in an unusual spelling.
    MoveForm = 122,
    /// Another piece is named than stands on the origin; the origin decides.
    PieceName = 123,
    /// The promoted piece is named instead of the promotion.
    ImpliedPromotion = 124,
    /// A move number lower than expected.
    MoveNumber = 125,
    /// A move number higher than expected.
    MoveNumberGap = 126,
    /// The first move is not number 1.
    MoveNumberOffset = 127,
    /// A variation without its own line.
    UnmarkedVariation = 128,
    /// A variation from a move that does not exist.
    VariationRange = 129,
    /// A variation that fits an earlier line only.
    VariationOrphan = 130,
    /// A variation that only continues its line.
    VariationExtends = 131,
    /// A variation whose first move has another number.
    VariationNumber = 132,
    /// A variation without moves.
    VariationEmpty = 133,
    /// A variation that begins like another one.
    VariationDuplicate = 134,
    /// A + that announces a variation that does not come.
    VariationMark = 135,
    /// A variation line above the first move.
    VariationAmongHeaders = 136,
    /// A side mark that contradicts the side to move.
    SideMark = 137,
    /// A KI2 move in an unusual spelling.
    Ki2Form = 138,
    /// Words that name the piece only loosely.
    Ki2Fallback = 139,
    /// Promotion was possible and neither 成 nor 不成 is written.
    Ki2Promotion = 140,
    /// A word after the moves that USI does not have.
    UsiExtension = 141,
    /// Moves without the word moves (or without a start).
    UsiMovesWord = 142,
    /// A plus sign read as a blank.
    UrlPlus = 143,
    /// A position in the dialect of Fairy-Stockfish.
    FairyFen = 144,
    /// A position or handicap of another game than shogi.
    OtherVariant = 145,
    /// A USEN start position that cannot be read.
    UsenHead = 146,
    /// A USEN line without its two dots.
    UsenLine = 147,
    /// A USEN variation from a move that does not exist.
    UsenOffset = 148,
    /// A USEN ending of two meanings.
    UsenEnding = 149,
    /// Text that is no JSON.
    BadJson = 150,
    /// JSON of another shape than JKF.
    JkfShape = 151,
    /// An unknown JKF start.
    JkfPreset = 152,
    /// A JKF start whose name and data do not go together.
    JkfData = 153,
    /// A JKF move to the square before, with no move before.
    JkfSame = 154,
    /// A JKF move that leaves open which piece moves.
    JkfAmbiguous = 155,
    /// A JKF time that is no time.
    JkfTime = 156,
    /// A JKF move that names the piece after the move.
    JkfPieceAfter = 157,
    /// A JKF move with the other side's colour.
    JkfColor = 158,
    /// A JKF value that contradicts the moves.
    JkfRecomputed = 159,
    /// A key JKF does not have.
    JkfExtra = 160,
    /// A letter of the wrong case.
    LetterCase = 161,
    /// An analysis line without an evaluation.
    BadAnalysis = 162,
    /// Text that looks as if decoded with the wrong encoding.
    Mojibake = 163,
    /// Unreadable move.
    BadSyntax = 201,
    /// Move after the end of the game.
    GameOver = 202,
    /// Move out of turn.
    WrongTurn = 203,
    /// Piece that cannot be dropped.
    DropBadPiece = 204,
    /// Piece not in hand.
    NotInHand = 205,
    /// Drop on an occupied square.
    DropOnOccupied = 206,
    /// Drop where the piece could never move.
    DropDeadEnd = 207,
    /// Two pawns on one file.
    Nifu = 208,
    /// No piece on the starting square.
    NoPiece = 209,
    /// Opponent's piece moved.
    NotOwnPiece = 210,
    /// Piece name differs from the board.
    PieceMismatch = 211,
    /// The piece does not move that way.
    Unreachable = 212,
    /// Path blocked.
    Blocked = 213,
    /// Own piece on the target square.
    OwnPieceOnTarget = 214,
    /// King captured.
    CapturesKing = 215,
    /// Piece that does not promote.
    CannotPromotePiece = 216,
    /// Promotion outside the zone.
    PromotionOutsideZone = 217,
    /// Promotion is compulsory.
    MustPromote = 218,
    /// Check left standing.
    CheckNotResolved = 219,
    /// King moves into check.
    KingIntoCheck = 220,
    /// Move exposes its own king.
    ExposesKing = 221,
    /// Mate by a pawn drop.
    Uchifuzume = 222,
    /// No piece that could make the move.
    NoCandidate = 230,
    /// Several pieces could make the move.
    AmbiguousMove = 231,
    /// 同 without a move before.
    SameWithoutMove = 232,
    /// A pass, which shogi does not have.
    PassMove = 233,
    /// Moves after the end of what can be judged.
    MovesNotJudged = 234,
    /// Repetition passed by.
    RepetitionPassed = 301,
    /// Perpetual check passed by.
    PerpetualPassed = 302,
    /// Repetition not declared.
    RepetitionUndeclared = 303,
    /// Sennichite declared before the 4th occurrence.
    DeclaredSennichiteShort = 304,
    /// Sennichite without repetition.
    DeclaredSennichiteUnsupported = 305,
    /// Sennichite declared, perpetual check found.
    DeclaredDrawButPerpetual = 306,
    /// Declared winner differs.
    DeclaredWinnerConflict = 307,
    /// Both sides give perpetual check.
    MutualPerpetualCheck = 308,
    /// A foul is declared and none is found.
    FoulNotFound = 309,
    /// Resignation after giving mate.
    ResignedWhileMating = 310,
    /// Declared mate is not mate.
    NotMate = 311,
    /// Mate declared without check.
    MateWithoutCheck = 312,
    /// Declaration fails: king not in the enemy camp.
    DeclarationKingNotInCamp = 313,
    /// Declaration fails: in check.
    DeclarationInCheck = 314,
    /// Declaration fails: too few pieces in the camp.
    DeclarationTooFewPieces = 315,
    /// Declaration fails: too few points.
    DeclarationTooFewPoints = 316,
    /// Declaration valid under one rule only.
    DeclarationRuleDependent = 317,
    /// Impasse with too few points.
    ImpasseShort = 318,
    /// Move limit at the wrong move.
    MaxMovesMismatch = 319,
    /// Unfinished game.
    UnfinishedGame = 320,
    /// Game was over, record says interrupted.
    EndedButMarkedInterrupted = 321,
    /// The record ends with an error.
    AbnormalEnd = 322,
    /// Header and ending disagree.
    HeaderTokenMismatch = 323,
    /// Mate on the last allowed move.
    MateAtMoveLimit = 324,
    /// More than 500 moves.
    Over500Moves = 325,
    /// More time used than the control allows.
    TimeInconsistent = 326,
    /// A clock in an unusual form.
    TimeForm = 327,
    /// A running total that is not the sum.
    TimeSum = 328,
    /// A time that is no time.
    BadTime = 329,
    /// Two times for one move.
    DuplicateTime = 330,
    /// A time without a move.
    OrphanTime = 331,
    /// A closing word nobody knows.
    UnknownEnding = 332,
    /// A closing word in an unusual spelling.
    EndingAlias = 333,
    /// The summary counts another number of moves.
    SummaryCount = 335,
    /// Moves after an interruption.
    GameResumed = 336,
    /// A move is taken back.
    TakeBack = 337,
    /// The foul itself is recorded as a move.
    FoulRecorded = 338,
    /// The ending comes from the server's summary.
    SummaryUsed = 339,
    /// No moves.
    NoMoves = 340,
    /// The server's summary contradicts the closing word.
    SummaryOverrides = 341,
    /// A header after the first move.
    LateHeader = 401,
    /// A header given twice.
    DuplicateHeader = 402,
    /// A header in an unusual spelling.
    HeaderAlias = 403,
    /// A date that is none.
    BadDate = 404,
    /// A date in an unusual form.
    DateForm = 405,
    /// A header value that cannot be read.
    HeaderValue = 406,
    /// An escape the notation does not have.
    UnknownEscape = 407,
    /// A handicap nobody knows.
    UnknownHandicap = 410,
    /// A handicap in an unusual spelling.
    HandicapAlias = 411,
    /// A handicap outside the list.
    HandicapExtension = 412,
    /// The board differs from the handicap named; the board counts.
    BoardOverridesHandicap = 413,
    /// The side to move is not written.
    TurnGuessed = 414,
    /// The first move belongs to the other side.
    TurnConflict = 415,
    /// The turn line contradicts a handicap start.
    TurnFixed = 416,
    /// The turn line is missing.
    NoTurn = 417,
    /// Two turn lines.
    DuplicateTurn = 418,
    /// The start position is missing.
    NoPosition = 419,
    /// A board of another number of ranks than nine.
    BoardRows = 420,
    /// A rank of another number of squares than nine, or an unknown piece.
    BoardCell = 421,
    /// A piece that no hand can hold.
    BoardHand = 422,
    /// A rank with another rank's name.
    BoardRank = 423,
    /// An unusual mark of the side on the board.
    BoardPrefix = 424,
    /// An unusual sign for a piece on the board.
    BoardGlyph = 425,
    /// Pieces in hand without blanks between them.
    HandSeparator = 426,
    /// An unusual count of pieces in hand.
    HandCount = 427,
    /// A CSA row that cannot be read.
    BadRow = 430,
    /// A CSA row given twice.
    DuplicateRow = 431,
    /// A CSA row that is missing.
    MissingRow = 432,
    /// PI together with rows.
    StartTwice = 433,
    /// PI takes off another piece than stands there.
    RemovalMismatch = 434,
    /// PI takes a piece off an empty square.
    RemovalEmpty = 435,
    /// More pieces of a kind than exist.
    BoxEmpty = 436,
    /// The rest of the pieces is dealt before others are placed.
    AllNotLast = 437,
    /// A king in hand.
    KingInHand = 438,
    /// A promoted piece in hand.
    PromotedInHand = 439,
    /// Two pieces on one square.
    SquareTaken = 440,
    /// Unreadable SFEN.
    BadSfen = 450,
    /// An SFEN in another than the canonical form.
    SfenForm = 451,
    /// Too many pawns.
    TooManyPawns = 452,
    /// Too many lances.
    TooManyLances = 453,
    /// Too many knights.
    TooManyKnights = 454,
    /// Too many silvers.
    TooManySilvers = 455,
    /// Too many golds.
    TooManyGolds = 456,
    /// Too many bishops.
    TooManyBishops = 457,
    /// Too many rooks.
    TooManyRooks = 458,
    /// More than one king on a side.
    TooManyKings = 459,
    /// No Black king.
    NoKingBlack = 460,
    /// No White king.
    NoKingWhite = 461,
    /// Two pawns on one file in the diagram.
    NifuInPosition = 462,
    /// Piece that could never move.
    DeadPiece = 463,
    /// The side not to move is in check.
    OpponentInCheck = 464,
    /// Fewer than 40 pieces.
    MissingPieces = 465,
    /// Check that cannot arise.
    ImpossibleCheck = 466,
    /// A character the encoding does not have.
    UnmappableCharacter = 501,
    /// Characters written as another.
    ReplacedCharacters = 502,
    /// Variations are not kept.
    LostVariations = 503,
    /// Comments are not kept.
    LostComments = 504,
    /// Clocks are not kept.
    LostTimes = 505,
    /// Fractions of a second are not kept.
    LostFractions = 506,
    /// Bookmarks are not kept.
    LostBookmarks = 507,
    /// Analysis is kept as text or not at all.
    LostAnalysis = 508,
    /// Headers are not kept.
    LostHeaders = 509,
    /// The ending is not kept, or only in part.
    LostEnding = 510,
    /// The number of the first move is not kept.
    LostMoveNumber = 511,
    /// What could not be read or made is not written.
    LostMoves = 512,
    /// An illegal move other programs may refuse.
    IllegalMoveWritten = 513,
    /// A line break in a header is not kept.
    LineBreakLost = 514,
    /// Words cannot tell the piece; its square is written.
    Ki2Origin = 515,
    /// Written as CSA V3.0.
    CsaVersion = 516,
    /// Only one position of the game is written.
    LostPosition = 517,
    /// The record has fewer moves than were asked for.
    NoSuchPly = 518,
    /// Pieces beyond those of a set are not kept.
    LostPieces = 519,
    /// A fault in this program.
    Internal = 901,
}

impl Code {
    /// This code's row of the table.
    pub fn row(self) -> &'static CodeRow {
        let place = CODES.binary_search_by_key(&(self as u16), |row| row.code as u16);
        &CODES[place.expect("every code has a row")]
    }

    /// The name in machine output.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it says that something of a record was not written.
    pub const fn is_loss(self) -> bool {
        matches!(
            self,
            Code::UnmappableCharacter
                | Code::ReplacedCharacters
                | Code::LostVariations
                | Code::LostComments
                | Code::LostTimes
                | Code::LostFractions
                | Code::LostBookmarks
                | Code::LostAnalysis
                | Code::LostHeaders
                | Code::LostEnding
                | Code::LostMoveNumber
                | Code::LostMoves
                | Code::LineBreakLost
                | Code::LostPosition
                | Code::LostPieces
        )
    }

    /// The three digits.
    pub const fn digits(self) -> u16 {
        self as u16
    }

    /// The code a user names: `E208`, `208` or `nifu`.
    pub fn find(text: &str) -> Option<Code> {
        let digits = text
            .trim_start_matches(['E', 'W', 'N', 'e', 'w', 'n'])
            .parse::<u16>()
            .ok();
        let row = CODES
            .iter()
            .find(|row| row.name == text || Some(row.code as u16) == digits);
        row.map(|row| row.code)
    }

    /// The code of a broken rule: 201 to 222 in the order of the reasons.
    pub fn of_reason(reason: crate::shogi::Reason) -> Code {
        let first = CODES.partition_point(|row| (row.code as u16) < 201);
        CODES[first + reason as usize - 1].code
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::Reason;

    #[test]
    fn the_table_is_in_order_without_doubles() {
        assert!(CODES.is_sorted_by(|a, b| (a.code as u16) < (b.code as u16)));
        let mut names: Vec<_> = CODES.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CODES.len());
    }

    #[test]
    fn reasons_have_the_codes_of_their_order() {
        assert_eq!(Code::of_reason(Reason::BadSyntax), Code::BadSyntax);
        assert_eq!(Code::of_reason(Reason::Nifu), Code::Nifu);
        assert_eq!(Code::of_reason(Reason::Uchifuzume).digits(), 222);
    }

    #[test]
    fn users_name_codes_in_three_ways() {
        for text in ["E208", "N208", "208", "nifu"] {
            assert_eq!(Code::find(text), Some(Code::Nifu));
        }
        assert_eq!(Code::find("E999"), None);
        assert_eq!(Code::find("nonsense"), None);
    }
}
