//! `kifu fix`: damaged and dialect records in canonical form, every repair told.

use std::io;
use std::path::Path;

use super::input::InputArgs;
use super::{Exit, Ui};
use crate::finding::{quote, terms};
use crate::fix::{Done, Fixed, Reading, fix, replace, unified};
use crate::input::{self, InputFault, InputKind, Inputs, Source, is_common_name};
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
            let bytes = match (input.kind, input.game) {
                (InputKind::Unreadable(error), _) => Err(error),
                // A file is repaired as a whole.
                (_, Some(_)) => Err(io::ErrorKind::Unsupported.into()),
                (InputKind::Named | InputKind::Found, None) => input::read(&source),
            };
            match bytes {
                Ok(bytes) if is_found && !is_record(&source, &bytes, reading) => {
                    job.counts.skipped += 1;
                }
                Ok(bytes) => job.file(source.name(), source.path(), &bytes, reading, out)?,
                Err(error) => {
                    ui.cannot_open(source.name(), &error);
                    if !matches!(InputFault::of(&error), Some(InputFault::DeadLink)) {
                        job.exit = Exit::Failed;
                    }
                }
            }
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
    if !is_common_name(source.path()) || reading.notation.is_some() {
        return true;
    }
    let decision = match reading.encoding {
        Some(encoding) => Decision::forced(encoding, bytes),
        None => text::detect(bytes, true),
    };
    let notation = notation::detect(bytes, &decision, notation::promised(source.name()));
    notation::holds_game(notation, &decision, bytes, true)
}

struct Job<'a> {
    args: &'a Args,
    ui: Ui,
    counts: Counts,
    exit: Exit,
}

impl Job<'_> {
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
