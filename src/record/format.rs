//! The notations.

/// A notation of shogi records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

    /// The name in machine output and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Csa => "csa",
            Format::Sfen => "sfen",
            Format::Usi => "usi",
            Format::Usen => "usen",
            Format::Jkf => "jkf",
            Format::Bod => "bod",
        }
    }

    /// Whether a file holds one record a line.
    pub const fn is_line_based(self) -> bool {
        matches!(self, Format::Sfen | Format::Usi | Format::Usen)
    }
}
