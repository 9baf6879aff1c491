//! The one table of codes: variant, number, name, usual severity, and whether it tells of a loss. Their words are in the
//! catalogue (`words`).

use super::Severity;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CodeRow {
    /// The code; its digits are `code as u16`.
    pub code: Code,
    /// The name programs and tests key on.
    pub name: &'static str,
    /// The severity a finding has unless its reporter knows better.
    pub severity: Severity,
    /// Whether it says that something of a record was not written.
    pub loss: bool,
}

/// Makes the variants and the rows of the table of the same lines, so that no code can lack one.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $digits:literal $name:literal $severity:ident $($flag:ident)?;)*) => {
        /// What a finding is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u16)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $variant = $digits,)*
        }

        /// Every code, by number.
        pub const CODES: &[CodeRow] = &[$(CodeRow {
            code: Code::$variant,
            name: $name,
            severity: Severity::$severity,
            loss: codes!(@flag $($flag)?),
        },)*];
    };
    (@flag) => { false };
    (@flag loss) => { true };
}

codes! {
    // 1xx: bytes and syntax.

    /// Bytes that are no text in the encoding.
    InvalidBytes = 101 "invalid_bytes" Warning;
    /// Lines in another encoding than the rest.
    MixedEncodings = 102 "mixed_encodings" Warning;
    /// The label in the file names another encoding than its bytes have.
    EncodingLabel = 103 "encoding_label" Warning;
    /// The ending of the file name promises another encoding.
    EncodingExtension = 104 "encoding_extension" Note;
    /// A byte order mark inside the file.
    StrayBom = 105 "stray_bom" Warning;
    /// A private-use character (old gaiji).
    PrivateCharacter = 106 "private_character" Warning;
    /// Line ends of several kinds.
    MixedLineEnds = 107 "mixed_line_ends" Warning;
    /// A line in an unusual form.
    LineForm = 108 "line_form" Warning;
    /// A line that is nothing the notation knows.
    UnknownLine = 109 "unknown_line" Warning;
    /// Nothing but blanks.
    EmptyFile = 110 "empty_file" Error;
    /// No game record.
    NotARecord = 111 "not_a_record" Error;
    /// A further game in a notation of one game a file.
    SeveralGames = 112 "several_games" Warning;
    /// Another notation than the ending of the file name says.
    FormatDiffers = 113 "format_differs" Note;
    /// A line of a list over 1 MiB.
    LineTooLong = 114 "line_too_long" Error;
    /// Text after the record on its line.
    TrailingText = 115 "trailing_text" Warning;
    /// A CSA statement that is nothing known.
    BadStatement = 116 "bad_statement" Warning;
    /// An empty CSA statement.
    EmptyStatement = 117 "empty_statement" Warning;
    /// Blanks around a CSA statement.
    StraySpace = 118 "stray_space" Warning;
    /// A version nobody published.
    UnknownVersion = 119 "unknown_version" Warning;
    /// A feature newer than the version that is named.
    NewerFeature = 120 "newer_feature" Note;
    /// The letter O where a zero belongs.
    LetterForZero = 121 "letter_for_zero" Warning;
    /// A move in an unusual spelling.
    MoveForm = 122 "move_form" Warning;
    /// Another piece is named than stands on the origin; the origin decides.
    PieceName = 123 "piece_name" Warning;
    /// The promoted piece is named instead of the promotion.
    ImpliedPromotion = 124 "implied_promotion" Warning;
    /// A move number lower than expected.
    MoveNumber = 125 "move_number" Warning;
    /// A move number higher than expected.
    MoveNumberGap = 126 "move_number_gap" Warning;
    /// The first move is not number 1.
    MoveNumberOffset = 127 "move_number_offset" Warning;
    /// A variation without its own line.
    UnmarkedVariation = 128 "unmarked_variation" Warning;
    /// A variation from a move that does not exist.
    VariationRange = 129 "variation_range" Error;
    /// A variation that fits an earlier line only.
    VariationOrphan = 130 "variation_orphan" Warning;
    /// A variation that only continues its line.
    VariationExtends = 131 "variation_extends" Warning;
    /// A variation whose first move has another number.
    VariationNumber = 132 "variation_number" Warning;
    /// A variation without moves.
    VariationEmpty = 133 "variation_empty" Warning;
    /// A variation that begins like another one.
    VariationDuplicate = 134 "variation_duplicate" Warning;
    /// A + that announces a variation that does not come.
    VariationMark = 135 "variation_mark" Warning;
    /// A variation line above the first move.
    VariationAmongHeaders = 136 "variation_among_headers" Warning;
    /// A side mark that contradicts the side to move.
    SideMark = 137 "side_mark" Warning;
    /// A KI2 move in an unusual spelling.
    Ki2Form = 138 "ki2_form" Warning;
    /// Words that name the piece only loosely.
    Ki2Fallback = 139 "ki2_fallback" Warning;
    /// Promotion was possible and neither 成 nor 不成 is written.
    Ki2Promotion = 140 "ki2_promotion" Warning;
    /// A word after the moves that USI does not have.
    UsiExtension = 141 "usi_extension" Warning;
    /// Moves without the word moves (or without a start).
    UsiMovesWord = 142 "usi_moves_word" Warning;
    /// A plus sign read as a blank.
    UrlPlus = 143 "url_plus" Note;
    /// A position in the dialect of Fairy-Stockfish.
    FairyFen = 144 "fairy_fen" Error;
    /// A position or handicap of another game than shogi.
    OtherVariant = 145 "other_variant" Error;
    /// A USEN start position that cannot be read.
    UsenHead = 146 "usen_head" Error;
    /// A USEN line without its two dots.
    UsenLine = 147 "usen_line" Error;
    /// A USEN variation from a move that does not exist.
    UsenOffset = 148 "usen_offset" Error;
    /// A USEN ending of two meanings.
    UsenEnding = 149 "usen_ending" Note;
    /// Text that is no JSON.
    BadJson = 150 "bad_json" Error;
    /// JSON of another shape than JKF.
    JkfShape = 151 "jkf_shape" Error;
    /// An unknown JKF start.
    JkfPreset = 152 "jkf_preset" Error;
    /// A JKF start whose name and data do not go together.
    JkfData = 153 "jkf_data" Warning;
    /// A JKF move to the square before, with no move before.
    JkfSame = 154 "jkf_same" Error;
    /// A JKF move that leaves open which piece moves.
    JkfAmbiguous = 155 "jkf_ambiguous" Error;
    /// A JKF time that is no time.
    JkfTime = 156 "jkf_time" Warning;
    /// A JKF move that names the piece after the move.
    JkfPieceAfter = 157 "jkf_piece_after" Warning;
    /// A JKF move with the other side's colour.
    JkfColor = 158 "jkf_color" Warning;
    /// A JKF value that contradicts the moves.
    JkfRecomputed = 159 "jkf_recomputed" Warning;
    /// A key JKF does not have.
    JkfExtra = 160 "jkf_extra" Note;
    /// A letter of the wrong case.
    LetterCase = 161 "letter_case" Warning;
    /// An analysis line without an evaluation.
    BadAnalysis = 162 "bad_analysis" Warning;
    /// Text that looks as if decoded with the wrong encoding.
    Mojibake = 163 "mojibake" Note;
    /// Signs that stand for bytes which an earlier program could not read.
    LostBytes = 164 "lost_bytes" Warning;
    /// A line of a book that cannot be read.
    BookLine = 180 "book_line" Error;

    // 2xx: moves, 201 to 222 in the order of `shogi::Reason`.

    /// Unreadable move.
    BadSyntax = 201 "bad_syntax" Error;
    /// Move after the end of the game.
    GameOver = 202 "game_over" Error;
    /// Move out of turn.
    WrongTurn = 203 "wrong_turn" Error;
    /// Piece that cannot be dropped.
    DropBadPiece = 204 "drop_bad_piece" Error;
    /// Piece not in hand.
    NotInHand = 205 "not_in_hand" Error;
    /// Drop on an occupied square.
    DropOnOccupied = 206 "drop_on_occupied" Error;
    /// Drop where the piece could never move.
    DropDeadEnd = 207 "drop_dead_end" Error;
    /// Two pawns on one file.
    Nifu = 208 "nifu" Error;
    /// No piece on the starting square.
    NoPiece = 209 "no_piece" Error;
    /// Opponent's piece moved.
    NotOwnPiece = 210 "not_own_piece" Error;
    /// Piece name differs from the board.
    PieceMismatch = 211 "piece_mismatch" Error;
    /// The piece does not move that way.
    Unreachable = 212 "unreachable" Error;
    /// Path blocked.
    Blocked = 213 "blocked" Error;
    /// Own piece on the target square.
    OwnPieceOnTarget = 214 "own_piece_on_target" Error;
    /// King captured.
    CapturesKing = 215 "captures_king" Error;
    /// Piece that does not promote.
    CannotPromotePiece = 216 "cannot_promote_piece" Error;
    /// Promotion outside the zone.
    PromotionOutsideZone = 217 "promotion_outside_zone" Error;
    /// Promotion is compulsory.
    MustPromote = 218 "must_promote" Error;
    /// Check left standing.
    CheckNotResolved = 219 "check_not_resolved" Error;
    /// King moves into check.
    KingIntoCheck = 220 "king_into_check" Error;
    /// Move exposes its own king.
    ExposesKing = 221 "exposes_king" Error;
    /// Mate by a pawn drop.
    Uchifuzume = 222 "uchifuzume" Error;
    /// No piece that could make the move.
    NoCandidate = 230 "no_candidate" Error;
    /// Several pieces could make the move.
    AmbiguousMove = 231 "ambiguous_move" Error;
    /// 同 without a move before.
    SameWithoutMove = 232 "same_without_move" Error;
    /// A pass, which shogi does not have.
    PassMove = 233 "pass_move" Error;
    /// Moves after the end of what can be judged.
    MovesNotJudged = 234 "moves_not_judged" Note;

    // 3xx: endings, results, clocks.

    /// Repetition passed by.
    RepetitionPassed = 301 "repetition_passed" Warning;
    /// Perpetual check passed by.
    PerpetualPassed = 302 "perpetual_passed" Warning;
    /// Repetition not declared.
    RepetitionUndeclared = 303 "repetition_undeclared" Note;
    /// Sennichite declared before the 4th occurrence.
    DeclaredSennichiteShort = 304 "declared_sennichite_short" Note;
    /// Sennichite without repetition.
    DeclaredSennichiteUnsupported = 305 "declared_sennichite_unsupported" Warning;
    /// Sennichite declared, perpetual check found.
    DeclaredDrawButPerpetual = 306 "declared_draw_but_perpetual" Warning;
    /// Declared winner differs.
    DeclaredWinnerConflict = 307 "declared_winner_conflict" Warning;
    /// Both sides give perpetual check.
    MutualPerpetualCheck = 308 "mutual_perpetual_check" Warning;
    /// A foul is declared and none is found.
    FoulNotFound = 309 "foul_not_found" Note;
    /// Resignation after giving mate.
    ResignedWhileMating = 310 "resigned_while_mating" Warning;
    /// Declared mate is not mate.
    NotMate = 311 "not_mate" Warning;
    /// Mate declared without check.
    MateWithoutCheck = 312 "no_legal_moves" Note;
    /// Declaration fails: king not in the enemy camp.
    DeclarationKingNotInCamp = 313 "declaration_king_not_in_camp" Warning;
    /// Declaration fails: in check.
    DeclarationInCheck = 314 "declaration_in_check" Warning;
    /// Declaration fails: too few pieces in the camp.
    DeclarationTooFewPieces = 315 "declaration_too_few_pieces" Warning;
    /// Declaration fails: too few points.
    DeclarationTooFewPoints = 316 "declaration_too_few_points" Warning;
    /// Declaration valid under one rule only.
    DeclarationRuleDependent = 317 "declaration_rule_dependent" Note;
    /// Impasse with too few points.
    ImpasseShort = 318 "impasse_short" Note;
    /// Move limit at the wrong move.
    MaxMovesMismatch = 319 "max_moves_mismatch" Warning;
    /// Unfinished game.
    UnfinishedGame = 320 "unfinished_game" Note;
    /// Game was over, record says interrupted.
    EndedButMarkedInterrupted = 321 "ended_but_marked_interrupted" Note;
    /// The record ends with an error.
    AbnormalEnd = 322 "abnormal_end" Note;
    /// Header and ending disagree.
    HeaderTokenMismatch = 323 "header_token_mismatch" Warning;
    /// Mate on the last allowed move.
    MateAtMoveLimit = 324 "mate_at_move_limit" Note;
    /// More than 500 moves.
    Over500Moves = 325 "over_500_moves" Note;
    /// More time used than the control allows.
    TimeInconsistent = 326 "time_inconsistent" Warning;
    /// A clock in an unusual form.
    TimeForm = 327 "time_form" Warning;
    /// A running total that is not the sum.
    TimeSum = 328 "time_sum" Warning;
    /// A time that is no time.
    BadTime = 329 "bad_time" Warning;
    /// Two times for one move.
    DuplicateTime = 330 "duplicate_time" Warning;
    /// A time without a move.
    OrphanTime = 331 "orphan_time" Warning;
    /// A closing word nobody knows.
    UnknownEnding = 332 "unknown_ending" Warning;
    /// A closing word in an unusual spelling.
    EndingAlias = 333 "ending_alias" Warning;
    /// The summary counts another number of moves.
    SummaryCount = 335 "summary_count" Warning;
    /// Moves after an interruption.
    GameResumed = 336 "game_resumed" Warning;
    /// A move is taken back.
    TakeBack = 337 "take_back" Warning;
    /// The foul itself is recorded as a move.
    FoulRecorded = 338 "foul_recorded" Note;
    /// The ending comes from the server's summary.
    SummaryUsed = 339 "summary_used" Note;
    /// No moves.
    NoMoves = 340 "no_moves" Note;
    /// The server's summary contradicts the closing word.
    SummaryOverrides = 341 "summary_overrides" Warning;
    /// A move that took more time than was left.
    OverTime = 342 "over_time" Note;
    /// A header names another result.
    ResultHeader = 343 "result_header" Warning;

    // 4xx: headers and positions.

    /// A header after the first move.
    LateHeader = 401 "late_header" Warning;
    /// A header given twice.
    DuplicateHeader = 402 "duplicate_header" Warning;
    /// A header in an unusual spelling.
    HeaderAlias = 403 "header_alias" Warning;
    /// A date that is none.
    BadDate = 404 "bad_date" Warning;
    /// A date in an unusual form.
    DateForm = 405 "date_form" Warning;
    /// A header value that cannot be read.
    HeaderValue = 406 "header_value" Warning;
    /// An escape the notation does not have.
    UnknownEscape = 407 "unknown_escape" Warning;
    /// A handicap nobody knows.
    UnknownHandicap = 410 "unknown_handicap" Error;
    /// A handicap in an unusual spelling.
    HandicapAlias = 411 "handicap_alias" Warning;
    /// A handicap outside the list.
    HandicapExtension = 412 "handicap_extension" Warning;
    /// The board differs from the handicap named; the board counts.
    BoardOverridesHandicap = 413 "board_overrides_handicap" Warning;
    /// The side to move is not written.
    TurnGuessed = 414 "turn_guessed" Warning;
    /// The first move belongs to the other side.
    TurnConflict = 415 "turn_conflict" Warning;
    /// The turn line contradicts a handicap start.
    TurnFixed = 416 "turn_fixed" Warning;
    /// The turn line is missing.
    NoTurn = 417 "no_turn" Warning;
    /// Two turn lines.
    DuplicateTurn = 418 "duplicate_turn" Warning;
    /// The start position is missing.
    NoPosition = 419 "no_position" Warning;
    /// A board of another number of ranks than nine.
    BoardRows = 420 "board_rows" Error;
    /// A rank of another number of squares than nine, or an unknown piece.
    BoardCell = 421 "board_cell" Error;
    /// A piece that no hand can hold.
    BoardHand = 422 "board_hand" Error;
    /// A rank with another rank's name.
    BoardRank = 423 "board_rank" Warning;
    /// An unusual mark of the side on the board.
    BoardPrefix = 424 "board_prefix" Warning;
    /// An unusual sign for a piece on the board.
    BoardGlyph = 425 "board_glyph" Warning;
    /// Pieces in hand without blanks between them.
    HandSeparator = 426 "hand_separator" Warning;
    /// An unusual count of pieces in hand.
    HandCount = 427 "hand_count" Warning;
    /// A CSA row that cannot be read.
    BadRow = 430 "bad_row" Error;
    /// A CSA row given twice.
    DuplicateRow = 431 "duplicate_row" Warning;
    /// A CSA row that is missing.
    MissingRow = 432 "missing_row" Warning;
    /// PI together with rows.
    StartTwice = 433 "start_twice" Warning;
    /// PI takes off another piece than stands there.
    RemovalMismatch = 434 "removal_mismatch" Warning;
    /// PI takes a piece off an empty square.
    RemovalEmpty = 435 "removal_empty" Warning;
    /// More pieces of a kind than exist.
    BoxEmpty = 436 "box_empty" Error;
    /// The rest of the pieces is dealt before others are placed.
    AllNotLast = 437 "all_not_last" Warning;
    /// A king in hand.
    KingInHand = 438 "king_in_hand" Error;
    /// A promoted piece in hand.
    PromotedInHand = 439 "promoted_in_hand" Warning;
    /// Two pieces on one square.
    SquareTaken = 440 "square_taken" Warning;
    /// Unreadable SFEN.
    BadSfen = 450 "bad_sfen" Error;
    /// An SFEN in another than the canonical form.
    SfenForm = 451 "sfen_form" Warning;
    /// Too many pawns.
    TooManyPawns = 452 "too_many_P" Error;
    /// Too many lances.
    TooManyLances = 453 "too_many_L" Error;
    /// Too many knights.
    TooManyKnights = 454 "too_many_N" Error;
    /// Too many silvers.
    TooManySilvers = 455 "too_many_S" Error;
    /// Too many golds.
    TooManyGolds = 456 "too_many_G" Error;
    /// Too many bishops.
    TooManyBishops = 457 "too_many_B" Error;
    /// Too many rooks.
    TooManyRooks = 458 "too_many_R" Error;
    /// More than one king on a side.
    TooManyKings = 459 "too_many_kings" Error;
    /// No Black king.
    NoKingBlack = 460 "no_king_black" Warning;
    /// No White king.
    NoKingWhite = 461 "no_king_white" Warning;
    /// Two pawns on one file in the diagram.
    NifuInPosition = 462 "nifu_in_position" Error;
    /// Piece that could never move.
    DeadPiece = 463 "dead_piece" Error;
    /// The side not to move is in check.
    OpponentInCheck = 464 "opponent_in_check" Error;
    /// Fewer than 40 pieces.
    MissingPieces = 465 "missing_pieces" Note;
    /// Check that cannot arise.
    ImpossibleCheck = 466 "impossible_check" Warning;
    /// A book out of order.
    BookUnsorted = 480 "book_unsorted" Warning;
    /// A position that stands twice in a book.
    BookDuplicatePosition = 481 "book_duplicate_position" Warning;
    /// A move that stands twice under a position of a book.
    BookDuplicateMove = 482 "book_duplicate_move" Warning;

    // 5xx: writing.

    /// A character the encoding does not have.
    UnmappableCharacter = 501 "unmappable_character" Error loss;
    /// Characters written as another.
    ReplacedCharacters = 502 "replaced_characters" Warning loss;
    /// Variations are not kept.
    LostVariations = 503 "lost_variations" Warning loss;
    /// Comments are not kept.
    LostComments = 504 "lost_comments" Warning loss;
    /// Clocks are not kept.
    LostTimes = 505 "lost_times" Warning loss;
    /// Fractions of a second are not kept.
    LostFractions = 506 "lost_fractions" Warning loss;
    /// Bookmarks are not kept.
    LostBookmarks = 507 "lost_bookmarks" Warning loss;
    /// Analysis is kept as text or not at all.
    LostAnalysis = 508 "lost_analysis" Warning loss;
    /// Headers are not kept.
    LostHeaders = 509 "lost_headers" Warning loss;
    /// The ending is not kept, or only in part.
    LostEnding = 510 "lost_ending" Warning loss;
    /// The number of the first move is not kept.
    LostMoveNumber = 511 "lost_move_number" Warning loss;
    /// What could not be read or made is not written.
    LostMoves = 512 "lost_moves" Warning loss;
    /// An illegal move other programs may refuse.
    IllegalMoveWritten = 513 "illegal_move_written" Warning;
    /// A line break in a header is not kept.
    LineBreakLost = 514 "line_break_lost" Warning loss;
    /// Words cannot tell the piece; its square is written.
    Ki2Origin = 515 "ki2_origin" Warning;
    /// Written as CSA V3.0.
    CsaVersion = 516 "csa_version" Note;
    /// Only one position of the game is written.
    LostPosition = 517 "lost_position" Warning loss;
    /// The record has fewer moves than were asked for.
    NoSuchPly = 518 "no_such_ply" Error;
    /// Pieces beyond those of a set are not kept.
    LostPieces = 519 "lost_pieces" Warning loss;

    // 9xx: this program.

    /// A fault in this program.
    Internal = 901 "internal" Error;
    /// A file that cannot be read.
    Unreadable = 902 "unreadable" Error;
}
