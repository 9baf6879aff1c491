//! What each notation can hold: the one table behind the loss report and the table of `docs/formats.md`.

use super::shared::options::CsaVersion;
use crate::record::{EndingKind, Format};

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

/// What a notation holds. `csa` matters for CSA only.
pub const fn holds(format: Format, csa: CsaVersion) -> Holds {
    const KIF: Holds = Holds {
        headers: HeadersKept::All,
        comments: true,
        variations: true,
        times: TimesKept::Seconds,
        bookmarks: true,
        analysis: AnalysisKept::AsComment,
        number: NumberKept::UnlessNamed,
        moves: true,
    };
    const USI: Holds = Holds {
        headers: HeadersKept::None,
        comments: false,
        variations: false,
        times: TimesKept::None,
        bookmarks: false,
        analysis: AnalysisKept::None,
        number: NumberKept::Always,
        moves: true,
    };
    match format {
        Format::Kif => KIF,
        Format::Ki2 => Holds {
            times: TimesKept::None,
            ..KIF
        },
        Format::Bod => Holds {
            headers: HeadersKept::All,
            moves: false,
            number: NumberKept::Always,
            ..USI
        },
        Format::Csa => Holds {
            headers: HeadersKept::Csa,
            comments: true,
            times: match csa {
                CsaVersion::V22 => TimesKept::Seconds,
                CsaVersion::V30 => TimesKept::Milliseconds,
            },
            analysis: AnalysisKept::Own,
            number: NumberKept::Never,
            ..USI
        },
        Format::Sfen => Holds {
            moves: false,
            ..USI
        },
        Format::Usi => USI,
        Format::Usen => Holds {
            variations: true,
            ..USI
        },
        Format::Jkf => Holds {
            bookmarks: false,
            number: NumberKept::Never,
            ..KIF
        },
    }
}

/// How much of an ending a notation keeps, by its cause. What hangs on more than the cause (USEN keeps a foul whose
/// move is recorded) is for the loss report.
pub const fn keeps_ending(format: Format, csa: CsaVersion, kind: EndingKind) -> Kept {
    use EndingKind as E;
    match format {
        Format::Sfen | Format::Bod | Format::Usi => Kept::Nothing,
        Format::Kif | Format::Ki2 => match kind {
            E::PerpetualCheck
            | E::DeclaredDraw
            | E::FalseDeclaration
            | E::Disconnection
            | E::MaxMoves
            | E::Abnormal => Kept::Partly,
            _ => Kept::Wholly,
        },
        Format::Csa => match kind {
            E::MaxMoves if matches!(csa, CsaVersion::V22) => Kept::Partly,
            E::PerpetualCheck
            | E::FalseDeclaration
            | E::Try
            | E::Disconnection
            | E::NoShow
            | E::Sealed
            | E::Other
            | E::Unknown => Kept::Partly,
            _ => Kept::Wholly,
        },
        Format::Usen => match kind {
            E::Resignation | E::TimeUp | E::Interruption => Kept::Wholly,
            E::Declaration | E::Impasse | E::Disconnection => Kept::Partly,
            _ => Kept::Nothing,
        },
        Format::Jkf => match kind {
            E::PerpetualCheck
            | E::FalseDeclaration
            | E::Try
            | E::Disconnection
            | E::NoShow
            | E::Sealed
            | E::Other
            | E::Unknown => Kept::Partly,
            _ => Kept::Wholly,
        },
    }
}
