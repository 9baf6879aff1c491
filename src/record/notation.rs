//! The notations.

/// A notation of shogi records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Notation {
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

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 8] = [
        Notation::Kif,
        Notation::Ki2,
        Notation::Csa,
        Notation::Sfen,
        Notation::Usi,
        Notation::Usen,
        Notation::Jkf,
        Notation::Bod,
    ];
}
