//! What every command that reads records lets one choose about them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::position_text::is_position;
use super::{Exit, Ui};
use crate::archive::Kind;
use crate::book::BookKind;
use crate::bulk::{self, Progress, ReadOptions, Run};
use crate::input::{self, Address, Inputs, PathList, Separator};
use crate::record::Notation;
use crate::text::Encoding;

/// Which files to read, and how.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// Files, folders (read with all that is in them), archives, their members (a.zip!b.kif) or patterns; standard input for `-`, or for nothing behind a pipe
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Read the paths from a file, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    files_from: Option<PathBuf>,
    /// The same with a NUL behind each path, as find -print0 and kifu find -0 write them
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "files_from",
        help_heading = "Input"
    )]
    files_from0: Option<PathBuf>,
    /// Read every file in this notation, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Input")]
    from: Option<Notation>,
    /// Read every file in this encoding, whatever its bytes look like
    #[arg(long, value_name = "ENCODING", value_parser = encoding(), help_heading = "Input")]
    encoding: Option<Encoding>,
    /// From how many bytes on to refuse what grows more than a thousandfold when it is unpacked [default: 256 MiB]
    #[arg(long, value_name = "BYTES", help_heading = "Input")]
    max_expand: Option<u64>,
}

impl InputArgs {
    /// The files to read; none when the list of them cannot be opened, which is said.
    pub(super) fn inputs(&self, ui: Ui) -> Option<Inputs> {
        self.inputs_but(&[], ui)
    }

    /// The same without these files.
    pub(super) fn inputs_but(&self, left_out: &[PathBuf], ui: Ui) -> Option<Inputs> {
        let mut paths = self.paths();
        paths.retain(|it| !left_out.contains(it));
        let inputs = Inputs::new(paths);
        match self.list(ui) {
            Ok(Some(list)) => Some(inputs.with_list(list)),
            Ok(None) => Some(inputs),
            Err(_) => None,
        }
    }

    /// Whether only folders are named, and no file.
    pub(super) fn are_folders(&self) -> bool {
        !self.paths.is_empty() && self.paths.iter().all(|it| it.is_dir())
    }

    /// The paths that are named; standard input, when nothing is.
    fn paths(&self) -> Vec<PathBuf> {
        let has_list = self.has_list();
        match self.paths.is_empty() && !has_list {
            true => vec!["-".into()],
            false => input::expand(&self.paths),
        }
    }

    /// The text books among the paths that are named.
    pub(super) fn text_books(&self) -> Vec<PathBuf> {
        let is_book = |path: &PathBuf| {
            let kind = File::open(path).and_then(|mut it| BookKind::of_file(&mut it));
            path.is_file() && matches!(kind, Ok(Some(BookKind::Text)))
        };
        let mut paths = self.paths();
        paths.retain(is_book);
        paths
    }

    /// Whether nothing is named but these files.
    pub(super) fn is_only(&self, files: &[PathBuf]) -> bool {
        let has_list = self.has_list();
        !has_list && self.paths().iter().all(|it| files.contains(it))
    }

    /// The list of paths that is named; an error when it cannot be opened, which is said.
    fn list(&self, ui: Ui) -> Result<Option<PathList>, Exit> {
        let (path, separator) = match (&self.files_from, &self.files_from0) {
            (Some(path), _) => (path, Separator::Line),
            (None, Some(path)) => (path, Separator::Nul),
            (None, None) => return Ok(None),
        };
        let list: io::Result<Box<dyn BufRead + Send>> = if path == Path::new("-") {
            Ok(Box::new(BufReader::new(io::stdin())))
        } else {
            File::open(path).map(|file| Box::new(BufReader::new(file)) as _)
        };
        match list {
            Ok(list) => Ok(Some(PathList::new(list, separator))),
            Err(error) => {
                ui.cannot_open(&path.to_string_lossy(), &error);
                Err(Exit::Failed)
            }
        }
    }

    /// The position that stands where paths may: an SFEN, `startpos` or a `position` line, as one argument or word by
    /// word.
    pub(super) fn position(&self) -> Option<String> {
        let first = self.paths.first()?.to_str()?;
        if !is_position(first) || self.paths.iter().any(|it| it.exists()) {
            return None;
        }
        let words: Option<Vec<&str>> = self.paths.iter().map(|it| it.to_str()).collect();
        Some(words?.join(" "))
    }

    /// Whether one file is named, not a folder and not standard input.
    pub(super) fn is_one_file(&self) -> bool {
        let has_list = self.has_list();
        let is_file = |path| Address::of(path).source.path().is_file();
        matches!(self.paths().as_slice(), [path] if !has_list && is_file(path))
    }

    /// The book that is named, if it is one file and a book.
    pub(super) fn book(&self) -> Option<&Path> {
        let path = self.paths.first().filter(|_| self.is_one_file())?;
        let mut file = File::open(path).ok()?;
        let kind = BookKind::of_file(&mut file).ok().flatten()?;
        // A table of games is records.
        #[cfg(feature = "columnar")]
        if kind == BookKind::Parquet && bulk::holds_games(file) {
            return None;
        }
        Some(kind).map(|_| path.as_path())
    }

    /// Whether there is one game only: a position, or a file that holds no second one.
    pub(super) fn is_one_game(&self) -> bool {
        if !self.is_one_file() {
            return self.position().is_some();
        }
        let run = Run {
            options: self.options(),
            jobs: 1,
            progress: &Progress::default(),
        };
        let mut games = 0;
        let counted = run.each(
            &mut Inputs::new(self.paths()),
            || (),
            |(), _| (),
            |()| {
                games += 1;
                // An error ends the run: there is no need to read on.
                if games > 1 {
                    Err(io::Error::other("a second game"))
                } else {
                    Ok(())
                }
            },
        );
        counted.is_ok()
    }

    /// How to read them.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions {
            notation: self.from,
            encoding: self.encoding,
            max_expand: self.max_expand,
        }
    }

    /// Whether paths come from a list.
    pub(super) fn has_list(&self) -> bool {
        self.files_from.is_some() || self.files_from0.is_some()
    }

    /// How many bytes they have in all, where that is known without looking for them. What is packed has more than it
    /// seems.
    pub(super) fn bytes(&self) -> Option<u64> {
        if self.has_list() {
            return None;
        }
        let sizes = self.paths().into_iter().map(|path| {
            let data = path.metadata().ok()?;
            let is_packed = Kind::by_ending(path.to_str()?).is_some();
            (data.is_file() && !is_packed).then_some(data.len())
        });
        sizes.sum()
    }
}

impl InputArgs {
    /// Every path that was named, those of a list included; none when the list cannot be read, which is said.
    pub(super) fn named(&self, ui: Ui) -> Option<Vec<PathBuf>> {
        let mut named = self.paths();
        for path in self.list(ui).ok()?.into_iter().flatten() {
            match path {
                Ok(path) => named.push(path),
                Err(error) => {
                    let list = self.files_from.as_ref().or(self.files_from0.as_ref());
                    let name = list.map(|it| it.to_string_lossy()).unwrap_or_default();
                    ui.cannot_open(&name, &error);
                    return None;
                }
            }
        }
        Some(named)
    }
}

/// How many games at a time, and whether to show how far it is.
#[derive(Debug, clap::Args)]
pub(super) struct WorkArgs {
    /// How many threads work [default: one for each processor]
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    jobs: Option<NonZeroUsize>,
    /// End with 0 whatever the records are; a job that fails still ends with 2
    #[arg(long, help_heading = "Input")]
    exit_zero: bool,
    /// Show how far the work is
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Display"
    )]
    pub(super) progress: super::ui::When,
}

impl WorkArgs {
    /// The argument that makes errors of records no failure.
    pub(super) const EXIT_ZERO: &'static str = "exit_zero";

    /// How many threads work.
    pub(super) fn jobs(&self) -> usize {
        let own = || std::thread::available_parallelism().ok();
        self.jobs.or_else(own).map_or(1, NonZeroUsize::get)
    }
}

/// Reads the name of a notation.
pub(super) fn format() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(Notation::ALL.map(Notation::name)).map(|name| {
        let mut all = Notation::ALL.into_iter();
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
