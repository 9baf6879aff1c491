//! What every command that reads records lets one choose about them.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::record::Format;
use crate::text::Encoding;

/// Which files to read, and how.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// Files, folders (read with all that is in them) or `-` for standard input
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Read the paths from a file, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) files_from: Option<PathBuf>,
    /// Read every file in this notation, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Input")]
    pub(super) from: Option<Format>,
    /// Read every file in this encoding, whatever its bytes look like
    #[arg(long, value_name = "ENCODING", value_parser = encoding(), help_heading = "Input")]
    pub(super) encoding: Option<Encoding>,
}

/// How many games at a time, and whether to show how far it is.
#[derive(Debug, clap::Args)]
pub(super) struct WorkArgs {
    /// How many threads work [default: one for each processor]
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    pub(super) jobs: Option<std::num::NonZeroUsize>,
    /// Show how far the work is
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Display"
    )]
    pub(super) progress: super::ui::When,
}

/// Reads the name of a notation.
pub(super) fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(|name| {
        let mut all = Format::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

/// Reads the name of an encoding, as people spell it.
pub(super) fn encoding() -> impl TypedValueParser<Value = Encoding> {
    |name: &str| {
        Encoding::of_name(name).ok_or_else(|| {
            let names: Vec<_> = Encoding::ALL.iter().map(|it| it.name()).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}
