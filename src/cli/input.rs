//! What every command that reads records lets one choose about them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Ui;
use super::single_game::is_position;
use crate::bulk::{Progress, ReadOptions, Run};
use crate::input::{Address, Inputs};
use crate::record::Format;
use crate::text::Encoding;

/// Which files to read, and how.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// Files, folders (read with all that is in them) or `-` for standard input
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    paths: Vec<PathBuf>,
    /// Read the paths from a file, one a line; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    files_from: Option<PathBuf>,
    /// Read every file in this notation, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = format(), help_heading = "Input")]
    from: Option<Format>,
    /// Read every file in this encoding, whatever its bytes look like
    #[arg(long, value_name = "ENCODING", value_parser = encoding(), help_heading = "Input")]
    encoding: Option<Encoding>,
}

impl InputArgs {
    /// The files to read; none when the list of them cannot be opened, which is said.
    pub(super) fn inputs(&self, ui: Ui) -> Option<Inputs> {
        let inputs = Inputs::new(self.paths.iter().cloned());
        let Some(path) = &self.files_from else {
            return Some(inputs);
        };
        let list: io::Result<Box<dyn BufRead + Send>> = if path == Path::new("-") {
            Ok(Box::new(BufReader::new(io::stdin())))
        } else {
            File::open(path).map(|file| Box::new(BufReader::new(file)) as _)
        };
        match list {
            Ok(list) => Some(inputs.with_list(list)),
            Err(error) => {
                ui.cannot_open(&path.to_string_lossy(), &error);
                None
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
        self.files_from.is_none()
            && self.paths.len() == 1
            && Address::of(&self.paths[0]).path.is_file()
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
            &mut Inputs::new(self.paths.iter().cloned()),
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
            format: self.from,
            encoding: self.encoding,
        }
    }

    /// How many bytes they have in all, where that is known without looking for them.
    pub(super) fn bytes(&self) -> Option<u64> {
        if self.files_from.is_some() {
            return None;
        }
        let sizes = self.paths.iter().map(|path| {
            let data = path.metadata().ok()?;
            data.is_file().then_some(data.len())
        });
        sizes.sum()
    }
}

impl InputArgs {
    /// Every path that was named, those of a list included; none when the list cannot be read, which is said.
    pub(super) fn named(&self, ui: Ui) -> Option<Vec<PathBuf>> {
        let mut named = self.paths.clone();
        let Some(list) = &self.files_from else {
            return Some(named);
        };
        let text = if list == Path::new("-") {
            io::read_to_string(io::stdin())
        } else {
            std::fs::read_to_string(list)
        };
        match text {
            Ok(text) => {
                let lines = text.lines().filter(|line| !line.is_empty());
                named.extend(lines.map(PathBuf::from));
                Some(named)
            }
            Err(error) => {
                ui.cannot_open(&list.to_string_lossy(), &error);
                None
            }
        }
    }
}

/// How many games at a time, and whether to show how far it is.
#[derive(Debug, clap::Args)]
pub(super) struct WorkArgs {
    /// How many threads work [default: one for each processor]
    #[arg(short, long, value_name = "N", help_heading = "Input")]
    jobs: Option<NonZeroUsize>,
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
    /// How many threads work.
    pub(super) fn jobs(&self) -> usize {
        let own = || std::thread::available_parallelism().ok();
        self.jobs.or_else(own).map_or(1, NonZeroUsize::get)
    }
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
