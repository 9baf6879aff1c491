//! `kifu fix`: damaged and dialect records in canonical form, every repair told.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use super::input::InputArgs;
use super::{Exit, Ui};
use crate::archive::unpacked_name;
use crate::book::BookKind;
use crate::finding::{quote, terms};
use crate::fix::{Done, Fixed, Reading, fix, replace, unified};
use crate::input::{self, InputFault, InputKind, Inputs, Source, Whole, is_common_name};
use crate::notation::{self, RepairKind};
use crate::text::{self, Decision};
use crate::words;

/// Repair damaged records and dialects, move by move the same
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu fix game.kif > better.kif         the repaired record to standard output
  kifu fix --diff games/                 what would be repaired
  kifu fix --in-place games/             repair the files; the old ones stay as .bak

Labels, line ends, numbers, clock totals, turn and result lines, moves and boards are put into canonical form.
A file whose moves would change is left as it is.

Exit status: 0 nothing wrong or all repaired, 1 a file cannot be repaired or errors remain, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Show what would be repaired, line by line, and change nothing
    #[arg(long, conflicts_with = "in_place")]
    diff: bool,
    /// Replace the files
    #[arg(long)]
    in_place: bool,
    /// Keep no copy of the old file
    #[arg(long, requires = "in_place")]
    no_backup: bool,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let Some(named) = args.input.named(ui) else {
        return Exit::Failed;
    };
    let several = named.len() > 1 || named.first().is_some_and(|path| path.is_dir());
    if several && !args.diff && !args.in_place {
        ui.error(ui.text("fix.several"));
        return Exit::Failed;
    }
    let options = args.input.options();
    let reading = Reading {
        notation: options.notation,
        encoding: options.encoding,
    };
    let mut job = Job {
        args,
        ui,
        counts: Counts::default(),
        exit: Exit::Clean,
    };
    let printed = ui.print_data(|out| {
        for input in Inputs::new(named) {
            let source = input.source;
            let is_found = matches!(input.kind, InputKind::Found);
            let error = match (input.kind, input.game) {
                (InputKind::Unreadable(error), _) => error,
                // A file is repaired as a whole.
                (_, Some(_)) => io::ErrorKind::Unsupported.into(),
                (_, None) => {
                    job.input(&source, is_found, reading, out)?;
                    continue;
                }
            };
            job.unreadable(&source, &error);
        }
        Ok(Exit::Clean)
    });
    if job.counts.files == 0 && job.exit == Exit::Clean {
        ui.error(ui.text("cli.nothing_found.text"));
        return Exit::Failed;
    }
    job.summary();
    job.exit.max(printed)
}

#[derive(Debug, Default)]
struct Counts {
    files: u64,
    repaired: u64,
    repairs: u64,
    refused: u64,
    /// Records that still have an error.
    errors: u64,
    /// Files of folders without a game.
    skipped: u64,
}

/// Whether a file that lay in a folder holds a game, if its name promises none.
fn is_record(source: &Source, bytes: &[u8], reading: Reading) -> bool {
    let name = source.member().map_or(source.path(), Path::new);
    if !is_common_name(name) || reading.notation.is_some() {
        return true;
    }
    let decision = match reading.encoding {
        Some(encoding) => Decision::forced(encoding, bytes),
        None => text::detect(bytes, true),
    };
    let notation = notation::detect(
        bytes,
        &decision,
        notation::promised(unpacked_name(source.name())),
    );
    notation::holds_game(notation, &decision, bytes, true)
}

struct Job<'a> {
    args: &'a Args,
    ui: Ui,
    counts: Counts,
    exit: Exit,
}

impl Job<'_> {
    fn unreadable(&mut self, source: &Source, error: &io::Error) {
        self.ui.cannot_open(source.name(), error);
        if !matches!(InputFault::of(error), Some(InputFault::DeadLink)) {
            self.exit = Exit::Failed;
        }
    }

    /// Repairs a file, or all members of an archive.
    fn input(
        &mut self,
        source: &Source,
        is_found: bool,
        reading: Reading,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let mut result = Ok(());
        let max_expand = self.args.input.options().max_expand;
        input::each_whole(source, max_expand, &mut |whole| {
            match whole {
                Err((source, error)) => self.unreadable(source, &error),
                Ok(whole)
                    if (is_found || whole.source != source)
                        && !is_record(whole.source, &whole.bytes, reading) =>
                {
                    self.counts.skipped += 1;
                }
                Ok(whole) => match self.forbidden(source, &whole) {
                    Some(words) => {
                        self.ui.error(format_args!("{}: {words}", source.name()));
                        self.exit = Exit::Failed;
                        return ControlFlow::Break(());
                    }
                    None => {
                        let (name, path) = (whole.source.name(), whole.source.path());
                        result = self.file(name, path, &whole.bytes, reading, out);
                    }
                },
            }
            match result {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        result
    }

    /// Why this cannot be done with what comes out of a source: nothing is written into archives, and only one file goes
    /// to standard output.
    fn forbidden(&self, source: &Source, whole: &Whole<'_>) -> Option<&'static str> {
        let is_one = source.member().is_some() || whole.source.member().is_none();
        if BookKind::of(&whole.bytes) == Some(BookKind::Parquet) {
            Some(self.ui.text("fix.table"))
        } else if self.args.in_place && whole.is_packed {
            Some(self.ui.text("fix.inside"))
        } else if !self.args.in_place && !self.args.diff && !is_one {
            Some(self.ui.text("fix.several"))
        } else {
            None
        }
    }

    /// Repairs one file and does with it what was asked for.
    fn file(
        &mut self,
        name: &str,
        path: &Path,
        bytes: &[u8],
        reading: Reading,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        self.counts.files += 1;
        let to_stream = !self.args.diff && !self.args.in_place;
        let fixed = match fix(name, bytes, reading) {
            Ok(fixed) => fixed,
            Err(refusal) => {
                self.counts.refused += 1;
                self.exit = self.exit.max(Exit::Errors);
                let text = self.ui.text(refusal.word());
                self.ui.error(format_args!("{name}: {text}"));
                return Ok(());
            }
        };
        self.tell(name, &fixed);
        if fixed.errors > 0 {
            self.counts.errors += u64::from(fixed.errors);
            self.exit = self.exit.max(Exit::Errors);
        }
        if to_stream || self.args.diff {
            self.count(&fixed);
        }
        if to_stream {
            return out.write_all(&fixed.bytes);
        }
        if self.args.diff {
            let diff = unified(name, &fixed.text.0, &fixed.text.1);
            return out.write_all(diff.as_bytes());
        }
        if !fixed.done.is_empty() {
            self.replace(path, &fixed);
        }
        Ok(())
    }

    /// Counts the repairs of a file that were made.
    fn count(&mut self, fixed: &Fixed) {
        if !fixed.done.is_empty() {
            self.counts.repaired += 1;
            self.counts.repairs += fixed.done.len() as u64;
        }
    }

    fn replace(&mut self, path: &Path, fixed: &Fixed) {
        let failed = |error: io::Error| {
            words::fill(self.ui.text("cli.cannot_write.text"), |key| match key {
                "path" => Some(path.display().to_string()),
                "cause" => Some(error.to_string()),
                _ => None,
            })
        };
        if path == Path::new("-") {
            self.ui.error(self.ui.text("fix.stdin"));
            self.exit = Exit::Failed;
            return;
        }
        match replace(path, &fixed.bytes, !self.args.no_backup) {
            Ok(replaced) => {
                self.count(fixed);
                if let Some(backup) = replaced.backup.filter(|_| self.ui.verbose) {
                    self.ui.note(backup.display());
                }
                if replaced.has_other_names {
                    let words = words::fill(self.ui.text("fix.other_names"), |_| {
                        Some(path.display().to_string())
                    });
                    self.ui.note(words);
                }
            }
            Err(error) => {
                let text = failed(error);
                self.ui.error(text);
                self.exit = Exit::Failed;
            }
        }
    }

    /// Tells every repair, but for line ends, of which there may be as many as lines, and how many records still have
    /// an error.
    fn tell(&self, name: &str, fixed: &Fixed) {
        let is_end = |it: &&Done| it.kind == RepairKind::LineEnd;
        for done in fixed.done.iter().filter(|it| !is_end(it)) {
            let shown = |text: &str| quote(self.ui.lang, &shorten(text));
            let words = words::fill(self.ui.text("fix.done"), |key| match key {
                "before" => Some(shown(&done.before)),
                "after" => Some(shown(&done.after)),
                _ => None,
            });
            let kind = self.ui.text(done.kind.word());
            let (line, column) = (done.line, done.column);
            let text = format!("{name}:{line}:{column}: {kind}: {words}");
            self.ui.tell(&format!("{}\n", crate::text::visible(&text)));
        }
        let ends = fixed.done.iter().filter(is_end).count();
        if ends > 0 {
            let kind = self.ui.text(RepairKind::LineEnd.word());
            let text = format!("{name}: {kind}: {ends}");
            self.ui.tell(&format!("{}\n", crate::text::visible(&text)));
        }
        if fixed.errors > 0 {
            let count = terms::number(self.ui.lang, u64::from(fixed.errors));
            let words = words::fill(self.ui.text("fix.errors"), |_| Some(count.clone()));
            self.ui.tell(&format!(
                "{}\n",
                crate::text::visible(&format!("{name}: {words}"))
            ));
        }
    }

    fn summary(&self) {
        let number = |it: u64| terms::number(self.ui.lang, it);
        if self.counts.skipped > 0 {
            let count = number(self.counts.skipped);
            let text = self.ui.text("input.skipped");
            self.ui.note(words::fill(text, |_| Some(count.clone())));
        }
        self.ui
            .note(words::fill(self.ui.text("fix.summary"), |key| {
                Some(match key {
                    "files" => number(self.counts.files),
                    "repaired" => number(self.counts.repaired),
                    "repairs" => number(self.counts.repairs),
                    "refused" => number(self.counts.refused),
                    "errors" => number(self.counts.errors),
                    _ => return None,
                })
            }));
    }
}

/// The first 60 characters, in one line.
fn shorten(text: &str) -> String {
    let line = text.replace("\r\n", "\n").replace(['\n', '\r'], "⏎");
    match line.char_indices().nth(60) {
        None => line,
        Some((end, _)) => format!("{}…", &line[..end]),
    }
}
