//! The notations.

/// A notation of shogi records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// KIF: numbered Japanese moves with origins and clocks.
    Kif,
    /// KI2: Japanese moves as books print them.
    Ki2,
    /// CSA, the standard of computer shogi, floodgate's dialect included.
    Csa,
    /// A bare position in SFEN, one a line.
    Sfen,
    /// A USI position line with moves, one a line.
    Usi,
    /// USEN, for URLs.
    Usen,
    /// JKF: JSON.
    Jkf,
    /// A board diagram as Kifu for Windows copies it.
    Bod,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Sfen,
        Format::Usi,
        Format::Usen,
        Format::Jkf,
        Format::Bod,
    ];
}
