//! One pass over all games that prints something of each: what `jishogi` and `sennichite` have in common.

use std::io::{self, Write};

use clap::ValueEnum;

use super::input::{InputArgs, WorkArgs};
use super::progress::Meter;
use super::{Exit, Ui};
use crate::bulk::{Item, Run};
use crate::examine::{Examiner, Report};
use crate::notation::Game;
use crate::record::Format;
use crate::replay::ReplayOptions;
use crate::words::{self, Lang};

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Output {
    /// For people
    Text,
    /// One array with all objects
    Json,
    /// One object a line
    Ndjson,
    /// One row a line
    Csv,
}

/// What a command prints of each game.
pub(super) trait Describe {
    /// Adds what is to be printed of a game; says whether all is well with it.
    fn describe(&self, report: &Report<'_>, out: &mut String) -> bool;

    /// The same without examining the game, where there is a quicker way to the same text.
    fn shortcut(&self, _game: &Game<'_>, _out: &mut String) -> Option<bool> {
        None
    }
}

/// A describer without shortcuts.
struct Plain<F>(F);

impl<F: Fn(&Report<'_>, &mut String) -> bool> Describe for Plain<F> {
    fn describe(&self, report: &Report<'_>, out: &mut String) -> bool {
        (self.0)(report, out)
    }
}

/// A pass over all games.
pub(super) struct GameReport<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) work: &'a WorkArgs,
    pub(super) output: Output,
    /// The first line of [`Output::Csv`].
    pub(super) heading: &'static str,
    /// The first lines of [`Output::Text`].
    pub(super) top: String,
    /// Only what stands above the moves is read.
    pub(super) head_only: bool,
    pub(super) options: ReplayOptions,
    pub(super) ui: Ui,
}

/// What comes of a batch of games.
#[derive(Default)]
struct Batch {
    text: String,
    failed: bool,
    unreadable: Vec<(String, io::Error)>,
}

impl GameReport<'_> {
    /// Takes every game through `describe`, which adds what is to be printed of it and says whether all is well with it.
    pub(super) fn run(&self, describe: impl Fn(&Report<'_>, &mut String) -> bool + Sync) -> Exit {
        self.run_with(&Plain(describe))
    }

    /// The same with a describer that may know quicker ways.
    pub(super) fn run_with(&self, describe: &(impl Describe + Sync)) -> Exit {
        if let Some(position) = self.input.position() {
            return self.position(&position, describe);
        }
        let Some(mut inputs) = self.input.inputs(self.ui) else {
            return Exit::Failed;
        };
        let meter = Meter::start(self.work.progress, self.ui, self.input.bytes());
        let run = Run {
            options: self.input.options(),
            jobs: self.work.jobs(),
            progress: meter.progress(),
        };
        let mut failed = false;
        let mut totals = None;
        let write = |out: &mut dyn Write| {
            match self.output {
                Output::Json => out.write_all(b"[\n")?,
                Output::Csv => out.write_all(self.heading.as_bytes())?,
                Output::Text => out.write_all(self.top.as_bytes())?,
                Output::Ndjson => {}
            }
            let mut first = self.output == Output::Json;
            totals = Some(run.batches(
                &mut inputs,
                Examiner::default,
                |examiner, item, batch: &mut Batch| self.item(examiner, item, batch, describe),
                |batch| {
                    failed |= batch.failed;
                    meter.aside(|| {
                        for (file, error) in &batch.unreadable {
                            self.ui.cannot_open(file, error);
                        }
                        // In an array, a comma stands before every object but the first.
                        let comma = if first { SEPARATOR.len() } else { 0 };
                        first &= batch.text.is_empty();
                        out.write_all(batch.text.get(comma..).unwrap_or_default().as_bytes())
                    })
                },
            )?);
            if self.output == Output::Json {
                out.write_all(b"\n]\n")?;
            }
            Ok(Exit::Clean)
        };
        let printed = match self.output {
            Output::Text => self.ui.print(write),
            Output::Json | Output::Ndjson | Output::Csv => self.ui.print_data(write),
        };
        drop(meter);
        let Some(totals) = totals else {
            return printed;
        };
        if totals.games == 0 {
            if totals.unreadable == 0 {
                self.ui.error(self.ui.text("cli.nothing_found.text"));
            }
            return Exit::Failed;
        }
        let judged = if failed { Exit::Errors } else { Exit::Clean };
        let unread = match totals.unreadable {
            0 => Exit::Clean,
            _ => Exit::Failed,
        };
        judged.max(printed).max(unread)
    }

    /// The same for a position that was given as an argument.
    fn position(&self, position: &str, describe: &impl Describe) -> Exit {
        let game = Game::whole("", position.as_bytes(), Some(Format::Usi));
        let mut batch = Batch::default();
        let (mut examiner, item) = (Examiner::default(), Item::Game(game));
        self.item(&mut examiner, item, &mut batch, describe);
        let write = |out: &mut dyn Write| {
            match self.output {
                Output::Json => write!(out, "[\n{}\n]\n", &batch.text[SEPARATOR.len()..])?,
                Output::Csv => write!(out, "{}{}", self.heading, batch.text)?,
                Output::Text | Output::Ndjson => out.write_all(batch.text.as_bytes())?,
            }
            Ok(if batch.failed {
                Exit::Errors
            } else {
                Exit::Clean
            })
        };
        match self.output {
            Output::Text => self.ui.print(write),
            Output::Json | Output::Ndjson | Output::Csv => self.ui.print_data(write),
        }
    }

    fn item(
        &self,
        examiner: &mut Examiner,
        item: Item<'_>,
        batch: &mut Batch,
        describe: &impl Describe,
    ) {
        let (game, crashed) = match &item {
            Item::Game(game) => (game, false),
            Item::Crashed(game) => (game, true),
            Item::Unreadable { file, error } => {
                let error = io::Error::new(error.kind(), error.to_string());
                batch.unreadable.push(((*file).to_owned(), error));
                return;
            }
            Item::Skipped { .. } => return,
        };
        let before = batch.text.len();
        if self.output == Output::Json {
            batch.text.push_str(SEPARATOR);
        }
        let start = batch.text.len();
        let head = if self.head_only { game.head() } else { *game };
        let shortcut = if crashed {
            None
        } else {
            describe.shortcut(game, &mut batch.text)
        };
        let fine = shortcut.unwrap_or_else(|| {
            let report = if crashed {
                examiner.fault(game)
            } else {
                examiner.examine(&head, self.options)
            };
            describe.describe(&report, &mut batch.text)
        });
        batch.failed |= !fine;
        if batch.text.len() == start {
            batch.text.truncate(before);
        } else if self.output == Output::Ndjson {
            batch.text.push('\n');
        }
    }
}

/// Why there is nothing to look at in what should be a record: its first error.
pub(super) fn no_record(report: &Report<'_>, lang: Lang) -> String {
    let error = report.first_error(lang);
    error.unwrap_or_else(|| words::text(lang, "impasse.no_position").to_owned())
}

/// What stands between the objects of an array.
const SEPARATOR: &str = ",\n";
