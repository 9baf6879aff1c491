//! How a board is to look: the set of pieces, the colours, which side is near.

use crate::shogi::{Color, Square};

/// A set of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PieceSet {
    /// Two kanji on each piece, as on wooden ones.
    #[default]
    Kanji,
    /// One kanji on each piece, as in books.
    Kanji1,
    /// French letters and names.
    French,
    /// Spanish letters and names.
    Spanish,
    /// Figures, as a player of western chess knows them.
    Western,
    /// The international letters.
    Letters,
}

impl PieceSet {
    /// All of them.
    pub const ALL: [PieceSet; 6] = [
        PieceSet::Kanji,
        PieceSet::Kanji1,
        PieceSet::French,
        PieceSet::Spanish,
        PieceSet::Western,
        PieceSet::Letters,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Kanji => "kanji",
            PieceSet::Kanji1 => "kanji1",
            PieceSet::French => "french",
            PieceSet::Spanish => "spanish",
            PieceSet::Western => "western",
            PieceSet::Letters => "letters",
        }
    }

    /// Whether the set follows the Japanese tradition: ranks and counts in kanji.
    pub const fn is_japanese(self) -> bool {
        matches!(self, PieceSet::Kanji | PieceSet::Kanji1)
    }
}

/// A choice of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark lines on light wood; promoted pieces in red.
    #[default]
    Light,
    /// For dark pages.
    Dark,
    /// Black on white, without any colour.
    Print,
    /// The colours of the page that the picture stands in.
    Page,
}

impl Theme {
    /// All that a picture of its own can have.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
            Theme::Page => "page",
        }
    }

    pub(super) const fn palette(self) -> Palette {
        match self {
            Theme::Light => Palette {
                paper: "#ffffff",
                board: "#f3d8a2",
                line: "#5b4526",
                text: "#33271a",
                piece: "#fdeecb",
                edge: "#8f6f3c",
                ink: "#17110a",
                promoted: "#c3141c",
                target: "#f7a94a",
                origin: "#f6c987",
            },
            Theme::Dark => Palette {
                paper: "#17181c",
                board: "#57472f",
                line: "#1d1710",
                text: "#d8cdb8",
                piece: "#e6d2a4",
                edge: "#2b2115",
                ink: "#17110a",
                promoted: "#b3101a",
                target: "#b9772b",
                origin: "#806039",
            },
            Theme::Print => Palette {
                paper: "#ffffff",
                board: "#ffffff",
                line: "#000000",
                text: "#000000",
                piece: "#ffffff",
                edge: "#000000",
                ink: "#000000",
                promoted: "#000000",
                target: "#c8c8c8",
                origin: "#e6e6e6",
            },
            Theme::Page => Palette {
                paper: "var(--paper)",
                board: "var(--board)",
                line: "var(--line)",
                text: "var(--text)",
                piece: "var(--piece)",
                edge: "var(--edge)",
                ink: "var(--ink)",
                promoted: "var(--promoted)",
                target: "var(--target)",
                origin: "var(--origin)",
            },
        }
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// Behind everything.
    pub(super) paper: &'static str,
    /// The board and the stands.
    pub(super) board: &'static str,
    /// The lines of the board.
    pub(super) line: &'static str,
    /// Coordinates, counts and moves.
    pub(super) text: &'static str,
    /// The wood of a piece.
    pub(super) piece: &'static str,
    /// The edge of a piece.
    pub(super) edge: &'static str,
    /// What is written on a piece.
    pub(super) ink: &'static str,
    /// The same on a promoted one.
    pub(super) promoted: &'static str,
    /// The square the last move went to.
    pub(super) target: &'static str,
    /// The square it came from.
    pub(super) origin: &'static str,
}

/// How a board is to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Look {
    /// The set of pieces.
    pub pieces: PieceSet,
    /// The colours.
    pub theme: Theme,
    /// Whether White sits at the bottom.
    pub flip: bool,
}

impl Look {
    /// The side at the bottom.
    pub const fn near(self) -> Color {
        if self.flip {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The column (0 at the left) and the row (0 at the top) where a square is drawn.
    pub const fn place(self, square: Square) -> (u8, u8) {
        let square = if self.flip { square.flipped() } else { square };
        (9 - square.file(), square.rank() - 1)
    }
}
