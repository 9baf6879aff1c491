//! How boards are to look: what `show`, `replay` and `rules` let one choose.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::diagram::{Look, PieceSet, Theme};
use crate::words::Lang;

/// The look of boards.
#[derive(Debug, clap::Args)]
pub(super) struct LookArgs {
    #[command(flatten)]
    pieces: PiecesArgs,
    /// The colours of pictures
    #[arg(long, default_value = "light", value_parser = theme())]
    theme: Theme,
    /// Put White at the bottom
    #[arg(long)]
    flip: bool,
}

/// The set of pieces.
#[derive(Debug, clap::Args)]
pub(super) struct PiecesArgs {
    /// The set of pieces [default: french or spanish in these languages, kanji otherwise]
    #[arg(long, value_name = "SET", value_parser = pieces())]
    pieces: Option<PieceSet>,
}

impl LookArgs {
    /// What was chosen; the set of pieces follows the language where it is not.
    pub(super) fn look(&self, lang: Lang) -> Look {
        Look {
            pieces: self.pieces.set(lang),
            theme: self.theme,
            flip: self.flip,
        }
    }
}

impl PiecesArgs {
    /// What was chosen, or what players of the language use.
    pub(super) fn set(&self, lang: Lang) -> PieceSet {
        self.pieces.unwrap_or(match lang {
            Lang::En | Lang::Ja => PieceSet::Kanji,
            Lang::Fr => PieceSet::French,
            Lang::Es => PieceSet::Spanish,
        })
    }
}

fn pieces() -> impl TypedValueParser<Value = PieceSet> {
    PossibleValuesParser::new(PieceSet::ALL.map(PieceSet::name)).map(|name| {
        let mut all = PieceSet::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(Theme::name)).map(|name| {
        let mut all = Theme::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}
