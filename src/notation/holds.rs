//! What a notation can hold of a record: the columns of the table in [`info`](super::info).

/// What a notation has a place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a row of a table")]
pub struct Holds {
    /// Headers of any kind, the standard's own, or none.
    pub headers: HeadersKept,
    /// Comments on each ply.
    pub comments: bool,
    /// Variations.
    pub variations: bool,
    /// Times of moves.
    pub times: TimesKept,
    /// Bookmarks.
    pub bookmarks: bool,
    /// Engine output.
    pub analysis: AnalysisKept,
    /// The number of the first move.
    pub number: NumberKept,
    /// The moves; without them only one position.
    pub moves: bool,
}

/// Which headers a notation keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadersKept {
    /// All, by any name.
    All,
    /// Those of the CSA standard, and others with a name in ASCII.
    Csa,
    /// None.
    None,
}

/// How exactly times are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimesKept {
    /// To the millisecond.
    Milliseconds,
    /// To the second.
    Seconds,
    /// Not at all.
    None,
}

/// How engine output is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisKept {
    /// In a form of its own.
    Own,
    /// As a comment.
    AsComment,
    /// Not at all.
    None,
}

/// Whether the number of the first move is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberKept {
    /// Always.
    Always,
    /// Unless the start is written as a handicap by name.
    UnlessNamed,
    /// Never: moves count from 1.
    Never,
}

/// How much of an ending a notation keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Nothing.
    Nothing,
    /// A word that says less, or another thing beside it.
    Partly,
    /// All.
    Wholly,
}
