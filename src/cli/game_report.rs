//! One pass over all games that prints something of each: what `jishogi` and `sennichite` have in common.

use std::io;
use std::sync::Arc;

use clap::ValueEnum;

use super::input::{InputArgs, WorkArgs};
use super::run::{Runner, Turn};
use super::sheet::{SEPARATOR, Sheet};
use super::ui::Styles;
use super::{Exit, Ui};
use crate::examine::{Examiner, Report};
use crate::input::Source;
use crate::notation::Game;
use crate::record::Notation;
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
        let runner = match Runner::new(self.input, self.work, self.ui) {
            Ok(runner) => runner,
            Err(exit) => return exit,
        };
        let mut failed = false;
        let ran = self.print(|sheet| {
            runner.games(
                Examiner::default,
                |examiner, turn, batch: &mut Batch| self.game(examiner, turn, batch, describe),
                |batch| {
                    failed |= batch.failed;
                    sheet.add(&batch.text)
                },
            )
        });
        match ran {
            Err(exit) => exit,
            Ok(ran) => ran.exit(if failed { Exit::Errors } else { Exit::Clean }),
        }
    }

    /// The same for a position that was given as an argument.
    fn position(&self, position: &str, describe: &impl Describe) -> Exit {
        let source = Arc::new(Source::file("".into()));
        let turn = Turn {
            source: &source,
            game: Game::whole("", position.as_bytes(), Some(Notation::Usi)),
            crashed: false,
            is_chosen: false,
        };
        let mut batch = Batch::default();
        self.game(&mut Examiner::default(), &turn, &mut batch, describe);
        let printed = self.print(|sheet| sheet.add(&batch.text));
        match printed {
            Err(exit) => exit,
            Ok(()) if batch.failed => Exit::Errors,
            Ok(()) => Exit::Clean,
        }
    }

    /// Prints in the form that is wanted.
    fn print<T>(&self, write: impl FnOnce(&mut Sheet<'_>) -> io::Result<T>) -> Result<T, Exit> {
        let styles = match self.output {
            Output::Text => Styles::Fitted,
            Output::Json | Output::Ndjson | Output::Csv => Styles::Kept,
        };
        self.ui.print_as(styles, |out| {
            let mut sheet = match self.output {
                Output::Json => Sheet::array(out)?,
                Output::Csv => Sheet::lines(out, self.heading)?,
                Output::Text => Sheet::lines(out, &self.top)?,
                Output::Ndjson => Sheet::lines(out, "")?,
            };
            let done = write(&mut sheet)?;
            sheet.end()?;
            Ok(done)
        })
    }

    fn game(
        &self,
        examiner: &mut Examiner,
        turn: &Turn<'_>,
        batch: &mut Batch,
        describe: &impl Describe,
    ) {
        let before = batch.text.len();
        if self.output == Output::Json {
            batch.text.push_str(SEPARATOR);
        }
        let start = batch.text.len();
        let shortcut = if turn.crashed {
            None
        } else {
            describe.shortcut(&turn.game, &mut batch.text)
        };
        let fine = shortcut.unwrap_or_else(|| {
            let head = Turn {
                game: turn.game.head(),
                ..*turn
            };
            let turn = if self.head_only { &head } else { turn };
            let report = turn.report(examiner, self.options);
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
