//! Headers: what a record says of itself besides its moves.

use crate::shogi::Color;
use crate::text::Span;

/// A header as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What it means.
    pub key: HeaderKey,
    /// Its name as written (先手, `$EVENT`, `N+`).
    pub name: Span,
    /// Its value as written, without blanks around it.
    pub value: Span,
}

/// What headers mean, across notations (formats-machine.md 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HeaderKey {
    /// Black's name: 先手, 下手, `N+`.
    Black,
    /// White's name: 後手, 上手, `N-`.
    White,
    /// 棋戦, `$EVENT`
    Event,
    /// 場所, `$SITE`
    Site,
    /// 開始日時 and its synonyms, `$START_TIME`
    StartTime,
    /// 終了日時, `$END_TIME`
    EndTime,
    /// 持ち時間, `$TIME_LIMIT`, `$TIME`
    TimeLimit,
    /// 先手持ち時間, `$TIME+`
    BlackTimeLimit,
    /// 後手持ち時間, `$TIME-`
    WhiteTimeLimit,
    /// 秒読み
    Byoyomi,
    /// 消費時間
    TimeUsed,
    /// 戦型, `$OPENING`
    Opening,
    /// 表題
    Title,
    /// 最大手数, `$MAX_MOVES`, floodgate's `'Max_Moves:`
    MaxMoves,
    /// 持将棋 as the name of a rule, `$JISHOGI`
    ImpasseRule,
    /// 備考, `$NOTE`
    Note,
    /// Black's rating: floodgate's `'black_rate:`
    BlackRating,
    /// White's rating: floodgate's `'white_rate:`
    WhiteRating,
    /// Floodgate's `'Increment:`
    Increment,
    /// Any other; the name tells.
    Other,
}

impl HeaderKey {
    /// The header with the name of a side.
    pub const fn of_player(side: Color) -> HeaderKey {
        match side {
            Color::Black => HeaderKey::Black,
            Color::White => HeaderKey::White,
        }
    }

    /// The header with the rating of a side.
    pub const fn of_rating(side: Color) -> HeaderKey {
        match side {
            Color::Black => HeaderKey::BlackRating,
            Color::White => HeaderKey::WhiteRating,
        }
    }
}
