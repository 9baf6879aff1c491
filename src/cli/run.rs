//! The run over many games that every bulk command makes. A command supplies what is done with each game, what becomes
//! of the results, and its closing words; files, threads, progress, what cannot be read and the exit status are here.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::input::{InputArgs, WorkArgs};
use super::progress::Meter;
use super::{Exit, Ui};
use crate::archive::Fault;
use crate::bulk::{Item, ReadOptions, Run, Totals};
use crate::examine::{Examiner, Report};
use crate::finding::terms;
use crate::input::{InputFault, Inputs, Shard, Source};
use crate::notation::Game;
use crate::replay::ReplayOptions;
use crate::select::{Selection, Selector};
use crate::words;

/// A run that is about to begin.
pub(super) struct Runner {
    inputs: Inputs,
    options: ReadOptions,
    jobs: usize,
    meter: Meter,
    ui: Ui,
    started: Instant,
    /// Whether it is well to find no game at all.
    may_be_empty: bool,
    /// Whether the paths come from a list.
    is_listed: bool,
    /// Whether what cannot be read has been told before.
    is_repeated: bool,
}

/// A game whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<'a> {
    /// Where it comes from.
    pub(super) source: &'a Arc<Source>,
    /// The game, or a file that holds none.
    pub(super) game: Game<'a>,
    /// Whether the work on it panicked before.
    pub(super) crashed: bool,
    /// Whether it was named by its number: its file may hold others.
    pub(super) is_chosen: bool,
}

impl Turn<'_> {
    /// The report on the game: examined, or nothing but that this program failed at it.
    pub(super) fn report<'a>(
        &'a self,
        examiner: &'a mut Examiner,
        options: ReplayOptions,
    ) -> Report<'a> {
        if self.crashed {
            examiner.fault(&self.game)
        } else {
            examiner.examine(&self.game, options)
        }
    }

    /// The same for a game of a selection. None when it is not wanted.
    pub(super) fn selected<'a>(
        &'a self,
        selector: &'a mut Selector,
        selection: &Selection,
        options: ReplayOptions,
    ) -> Option<Report<'a>> {
        if self.crashed {
            selector.fault(selection, &self.game)
        } else {
            selector.examine(selection, &self.game, options)
        }
    }
}

/// A run that is over.
#[derive(Debug)]
pub(super) struct Ran {
    /// What it met.
    pub(super) totals: Totals,
    /// Whether it had no game although it should have had one.
    is_empty: bool,
    started: Instant,
    failed: bool,
}

impl Ran {
    /// Whether there was no game at all where one was to be expected, which has been told.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The exit status, given that of the records.
    pub(super) fn exit(&self, records: Exit) -> Exit {
        if self.failed { Exit::Failed } else { records }
    }

    /// How long it took.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The same for summaries, in seconds.
    pub(super) fn seconds(&self) -> String {
        format!("{:.2}", self.elapsed().as_secs_f64())
    }

    /// So many games, a second.
    pub(super) fn speed(&self, games: u64) -> u64 {
        (u128::from(games) * 1_000_000 / self.elapsed().as_micros().max(1)) as u64
    }
}

/// What a worker hands on: results, and between them what cannot be read.
struct Batch<B>(Vec<Part<B>>);

enum Part<B> {
    Result(B),
    Unreadable(Arc<Source>, io::Error),
}

impl<B> Default for Batch<B> {
    fn default() -> Self {
        Batch(Vec::new())
    }
}

impl<B: Default> Batch<B> {
    fn result(&mut self) -> &mut B {
        if !matches!(self.0.last(), Some(Part::Result(_))) {
            self.0.push(Part::Result(B::default()));
        }
        match self.0.last_mut() {
            Some(Part::Result(result)) => result,
            _ => unreachable!("a result has just been pushed"),
        }
    }
}

impl Runner {
    /// A run over what the arguments name; says what is wrong with them.
    ///
    /// # Errors
    /// The exit status, when a list of paths cannot be opened.
    pub(super) fn new(input: &InputArgs, work: &WorkArgs, ui: Ui) -> Result<Runner, Exit> {
        let inputs = input.inputs(ui).ok_or(Exit::Failed)?;
        Ok(Runner::over(inputs, input, work, ui))
    }

    /// A run over these inputs.
    pub(super) fn over(inputs: Inputs, input: &InputArgs, work: &WorkArgs, ui: Ui) -> Runner {
        Runner {
            inputs,
            options: input.options(),
            jobs: work.jobs(),
            meter: Meter::start(work.progress, ui, input.bytes()),
            ui,
            started: Instant::now(),
            may_be_empty: false,
            is_listed: input.has_list(),
            is_repeated: false,
        }
    }

    /// Only the files of one share, if one is named. It may well be empty.
    pub(super) fn sharing(mut self, shard: Option<Shard>) -> Runner {
        if let Some(shard) = shard {
            self.inputs = self.inputs.shared(shard);
            self.may_be_empty = true;
        }
        self
    }

    /// A further run over the same: what cannot be read has been told.
    pub(super) fn repeated(mut self) -> Runner {
        self.is_repeated = true;
        self
    }

    /// Examines every game of a selection. `work` adds what it makes of a report to the result of a batch, which starts out empty;
    /// each thread has a state of its own. `consume` takes the results on the calling thread, in input order.
    ///
    /// # Errors
    /// An error of `consume`, which ends the run.
    pub(super) fn reports<S, B: Default + Send>(
        self,
        selection: &Selection,
        options: ReplayOptions,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Report<'_>, &mut B) + Sync,
        consume: impl FnMut(B) -> io::Result<()>,
    ) -> io::Result<Ran> {
        self.games(
            || (Selector::default(), state()),
            |(selector, state), turn, batch| {
                if let Some(report) = turn.selected(selector, selection, options) {
                    work(state, &report, batch);
                }
            },
            consume,
        )
    }

    /// The same for games that are not yet examined.
    ///
    /// # Errors
    /// An error of `consume`, which ends the run.
    pub(super) fn games<S, B: Default + Send>(
        mut self,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &Turn<'_>, &mut B) + Sync,
        mut consume: impl FnMut(B) -> io::Result<()>,
    ) -> io::Result<Ran> {
        let run = Run {
            options: self.options,
            jobs: self.jobs,
            progress: self.meter.progress(),
        };
        let (ui, meter, is_repeated) = (self.ui, &self.meter, self.is_repeated);
        let totals = run.batches(
            &mut self.inputs,
            state,
            |state, item, batch: &mut Batch<B>| {
                let (source, game) = match item {
                    Item::Game(source, game)
                    | Item::Chosen(source, game)
                    | Item::Crashed(source, game) => (source, game),
                    Item::Unreadable { source, error } => {
                        let error = same(error);
                        batch.0.push(Part::Unreadable(source.clone(), error));
                        return;
                    }
                };
                let turn = Turn {
                    source,
                    game,
                    crashed: matches!(item, Item::Crashed(..)),
                    is_chosen: matches!(item, Item::Chosen(..)),
                };
                work(state, &turn, batch.result());
            },
            |batch| {
                meter.aside(|| {
                    batch.0.into_iter().try_for_each(|part| match part {
                        Part::Result(result) => consume(result),
                        Part::Unreadable(source, error) => {
                            if !is_repeated {
                                ui.cannot_open(source.name(), &error);
                            }
                            Ok(())
                        }
                    })
                })
            },
        )?;
        // What is drawn must be gone before anything else is said.
        drop(self.meter);
        if !is_repeated {
            for (key, count) in [
                ("input.skipped", totals.skipped),
                ("input.dead_links", totals.dead_links),
            ] {
                let shown = || Some(terms::number(ui.lang, count));
                if count > 0 {
                    ui.note(words::fill(ui.text(key), |_| shown()));
                }
            }
        }
        // A list of no paths is no mistake: whoever made it may have found nothing.
        let may_be_empty = self.may_be_empty || self.is_listed && totals.files == 0;
        let is_empty = totals.games == 0 && !may_be_empty;
        if is_empty && totals.unreadable == 0 && !is_repeated {
            ui.error(ui.text("cli.nothing_found.text"));
        }
        Ok(Ran {
            totals,
            is_empty: is_empty || totals.games == 0 && totals.unreadable > 0,
            started: self.started,
            failed: is_empty || totals.unreadable > 0,
        })
    }
}

/// The same error once more.
fn same(error: &io::Error) -> io::Error {
    match (InputFault::of(error), Fault::of(error)) {
        (Some(fault), _) => fault.into(),
        (None, Some(fault)) => fault.clone().into(),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}
