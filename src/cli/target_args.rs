//! What to write games as, and where: what `convert` lets one choose.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::ply::Ply;
use super::{Ui, input};
use crate::convert::{LineEnd, OnUnmappable, Target};
use crate::notation::{CsaVersion, WriteOptions, holds};
use crate::output::Template;
use crate::record::Notation;
use crate::text::Encoding;
use crate::words;

/// The notation, how it is written, and where it goes.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct TargetArgs {
    /// The notation to write [default: by the ending of -o]
    #[arg(long, value_name = "FORMAT", value_parser = input::format())]
    pub(super) to: Option<Notation>,
    /// Write to this file; `-` is standard output
    #[arg(short, long = "out", value_name = "FILE", conflicts_with = "out_dir")]
    pub(super) out: Option<PathBuf>,
    /// Write files of their own into this folder, in the tree of their sources
    #[arg(long, value_name = "DIR")]
    pub(super) out_dir: Option<PathBuf>,
    /// Name each game's file by {stem} {game} {date} {black} {white} {event} {site} {opening} {plies} {winner} {ending}
    #[arg(long, value_name = "TEMPLATE", requires = "out_dir")]
    pub(super) name: Option<Template>,
    /// Replace files that exist
    #[arg(long)]
    pub(super) force: bool,
    /// Encoding of the output
    #[arg(long, value_name = "ENCODING", default_value = Encoding::Utf8.name(), value_parser = input::encoding(), help_heading = "Writing")]
    to_encoding: Encoding,
    /// What becomes of a character that the encoding lacks
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "error",
        help_heading = "Writing"
    )]
    unmappable: Unmappable,
    /// Line ends [default: crlf for Shift_JIS, lf otherwise]
    #[arg(long, value_name = "KIND", help_heading = "Writing")]
    eol: Option<LineEndArg>,
    /// Begin with a byte order mark
    #[arg(long, help_heading = "Writing")]
    bom: bool,
    /// Version of CSA [default: 2.2, or 3.0 where the record needs it]
    #[arg(long, value_name = "VERSION", value_parser = csa_version(), help_heading = "Writing")]
    csa_version: Option<CsaVersion>,
    /// Leave out the variations
    #[arg(long, help_heading = "Writing")]
    main_line: bool,
    /// For sfen and bod: the position after this many moves [default: the last]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Writing"
    )]
    ply: Option<Ply>,
    /// For usi: tell the ending by a last token, which not every reader takes
    #[arg(long, help_heading = "Writing")]
    usi_specials: bool,
    /// For sfen: leave out the number of the move
    #[arg(long, help_heading = "Writing")]
    sfen_no_ply: bool,
    /// For jkf: only endings that the schema lists
    #[arg(long, help_heading = "Writing")]
    jkf_schema: bool,
    /// For jkf: handicaps that other programs do not know as boards
    #[arg(long, help_heading = "Writing")]
    jkf_portable: bool,
    /// Exit with 1 when anything is lost
    #[arg(long)]
    pub(super) no_loss: bool,
}

/// What becomes of a character that the encoding lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Unmappable {
    /// The record is refused
    Error,
    /// It becomes 〓
    Geta,
    /// The record is written in UTF-8
    Utf8,
}

/// Line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LineEndArg {
    /// As on Unix
    Lf,
    /// As on Windows
    Crlf,
}

/// Reads a version of CSA.
fn csa_version() -> impl TypedValueParser<Value = CsaVersion> {
    const ALL: [CsaVersion; 2] = [CsaVersion::V22, CsaVersion::V30];
    PossibleValuesParser::new(ALL.map(CsaVersion::name)).map(|name| {
        let mut all = ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

impl TargetArgs {
    /// The notation that the ending of the output's name tells.
    fn format_of_name(&self) -> Option<Notation> {
        let name = self.out.as_ref()?.extension()?.to_str()?;
        Notation::of_ending(name).map(|(notation, _)| notation)
    }

    /// The options that were given and do nothing in a notation.
    fn idle(&self, notation: Notation) -> Vec<&'static str> {
        let one_position = !holds(notation, CsaVersion::V30).moves;
        let all = [
            (
                "--csa-version",
                self.csa_version.is_some(),
                notation == Notation::Csa,
            ),
            ("--ply", self.ply.is_some(), one_position),
            (
                "--usi-specials",
                self.usi_specials,
                notation == Notation::Usi,
            ),
            (
                "--sfen-no-ply",
                self.sfen_no_ply,
                notation == Notation::Sfen,
            ),
            ("--jkf-schema", self.jkf_schema, notation == Notation::Jkf),
            (
                "--jkf-portable",
                self.jkf_portable,
                notation == Notation::Jkf,
            ),
        ];
        let idle = all.into_iter().filter(|&(_, given, used)| given && !used);
        idle.map(|(name, ..)| name).collect()
    }

    /// Says what of the arguments counts for nothing.
    pub(super) fn tell_idle(&self, notation: Notation, ui: Ui) {
        let idle = self.idle(notation);
        if !idle.is_empty() {
            ui.note(words::fill(ui.text("convert.idle.text"), |name| {
                Some(match name {
                    "options" => idle.join(", "),
                    _ => notation.name().to_owned(),
                })
            }));
        }
        if let Some(named) = self.format_of_name().filter(|&named| named != notation) {
            ui.note(words::fill(ui.text("convert.other_ending.text"), |name| {
                Some(match name {
                    "named" => named.name().to_owned(),
                    _ => notation.name().to_owned(),
                })
            }));
        }
    }

    /// What to write, or none when nothing says so.
    pub(super) fn target(&self) -> Option<Target> {
        let notation = self.to.or_else(|| self.format_of_name())?;
        Some(Target {
            notation,
            write: WriteOptions {
                csa_version: self.csa_version,
                main_line: self.main_line,
                ply: self.ply.and_then(Ply::number),
                encoding: self.to_encoding,
                usi_specials: self.usi_specials,
                sfen_no_ply: self.sfen_no_ply,
                jkf_schema: self.jkf_schema,
                jkf_portable: self.jkf_portable,
            },
            line_end: self.eol.map(|eol| match eol {
                LineEndArg::Lf => LineEnd::Lf,
                LineEndArg::Crlf => LineEnd::CrLf,
            }),
            bom: self.bom,
            unmappable: match self.unmappable {
                Unmappable::Error => OnUnmappable::Refuse,
                Unmappable::Geta => OnUnmappable::Geta,
                Unmappable::Utf8 => OnUnmappable::Utf8,
            },
        })
    }

    /// Whether games are to be written at all.
    pub(super) fn is_given(&self) -> bool {
        self.to.is_some() || self.out.is_some() || self.out_dir.is_some()
    }

    /// Whether everything goes to standard output.
    pub(super) fn is_to_stream(&self) -> bool {
        match &self.out {
            Some(path) => path == Path::new("-"),
            None => self.out_dir.is_none(),
        }
    }
}
