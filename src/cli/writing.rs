//! A run that writes games in another notation: that of `convert`, and of what selects games and hands them on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner, Turn};
use super::target_args::TargetArgs;
use super::write_games::{Counts, Reporter, Told, WorkerContext, tell_failure};
use super::{Exit, Ui};
use crate::convert::{OutputWriter, Plan, Target, WriteError};
use crate::finding::{terms, title};
use crate::input::{Inputs, distinct};
use crate::select::Selection;
use crate::words;

/// What to write, and where.
pub(super) struct Writing<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) target: &'a TargetArgs,
    pub(super) work: &'a WorkArgs,
    pub(super) selection: &'a Selection,
    pub(super) ui: Ui,
    /// Whether a game is one of those to be written, for whoever knows more than the selection.
    pub(super) is_wanted: &'a (dyn Fn(&Turn<'_>) -> bool + Sync),
    /// No more games than this.
    pub(super) most: Option<u64>,
}

impl Writing<'_> {
    /// Writes the games and tells what was lost; `judge` says how a run ends in which nothing went wrong.
    pub(super) fn run(&self, judge: impl FnOnce(&Counts, &Ran) -> Exit) -> Exit {
        let (target_args, ui) = (self.target, self.ui);
        let Some(target) = target_args.target() else {
            ui.error(ui.text("convert.no_target"));
            return Exit::Failed;
        };
        target_args.tell_idle(target.notation, ui);
        let Some(mut named) = self.input.named(ui) else {
            return Exit::Failed;
        };
        if target_args.out_dir.is_some() {
            named = distinct(named);
        }
        if target_args.is_to_stream() {
            return ui.print_data(|out| {
                self.write(target, &named, OutputWriter::to_stream(target, out), judge)
            });
        }
        let force = target_args.force;
        let writer = match (&target_args.out, &target_args.out_dir) {
            (Some(path), _) => OutputWriter::to_file(target, path, force),
            (None, root) => {
                let root = root.as_deref().unwrap_or(Path::new("."));
                Ok(OutputWriter::to_folder(target, root, &named, force))
            }
        };
        let done = match writer {
            Ok(writer) => self.write(target, &named, writer, judge),
            Err(error) => {
                tell_failure(ui, &error);
                return Exit::Failed;
            }
        };
        done.unwrap_or_else(|error| {
            // A pipe that is named as a file.
            if error.kind() == io::ErrorKind::BrokenPipe {
                return Exit::Clean;
            }
            match error.downcast::<WriteError>() {
                Ok(error) => tell_failure(ui, &error),
                Err(error) => ui.error(error),
            }
            Exit::Failed
        })
    }

    /// Takes every game from its source to its destination.
    fn write(
        &self,
        target: Target,
        named: &[PathBuf],
        writer: OutputWriter<'_>,
        judge: impl FnOnce(&Counts, &Ran) -> Exit,
    ) -> io::Result<Exit> {
        let ui = self.ui;
        let plan = Plan {
            target,
            template: self.target.name.as_ref(),
        };
        let told = Told::new(ui.verbose);
        let mut reporter = Reporter::new(ui, writer, &told);
        let inputs = Inputs::new(named.iter().cloned());
        // What comes after the last that is wanted is counted and not examined.
        let is_enough = AtomicBool::new(false);
        let ran = Runner::over(inputs, self.input, self.work, ui).games(
            WorkerContext::default,
            |context, turn, outcomes: &mut Vec<_>| {
                if !is_enough.load(Ordering::Relaxed) && (self.is_wanted)(turn) {
                    outcomes.extend(context.convert(&plan, turn, self.selection, &told, ui.lang));
                }
            },
            |outcomes| {
                outcomes.iter().try_for_each(|it| {
                    if self.most.is_some_and(|most| reporter.games() >= most) {
                        is_enough.store(true, Ordering::Relaxed);
                        return Ok(());
                    }
                    reporter.take(it)
                })
            },
        )?;
        let counts = reporter.finish()?;
        if ran.is_empty() && ran.totals.unreadable == 0 {
            return Ok(Exit::Failed);
        }
        let is_table = |it: &PathBuf| {
            it.extension()
                .is_some_and(|it| it.eq_ignore_ascii_case("parquet"))
        };
        if named.iter().any(is_table) {
            ui.note(ui.text("archive.table"));
        }
        summary(&counts, &ran, ui);
        let records = match counts.failed {
            true => Exit::Failed,
            false => judge(&counts, &ran),
        };
        Ok(ran.exit(records))
    }
}

/// The closing lines on standard error.
fn summary(counts: &Counts, ran: &Ran, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    for (code, count) in &counts.codes {
        let more = count.saturating_sub(u64::from(Told::MOST));
        if more > 0 && !ui.verbose {
            let row = words::fill(ui.text("cli.more_of_kind"), |_| Some(number(more)));
            ui.note(format_args!(
                "{} [{}]: {row}",
                title(ui.lang, *code),
                code.digits()
            ));
        }
    }
    ui.note(words::fill(ui.text("convert.summary"), |name| {
        Some(match name {
            "written" => number(counts.written),
            "refused" => number(counts.not_written),
            "losses" => number(counts.with_losses),
            "errors" => number(counts.with_errors),
            "seconds" => ran.seconds(),
            _ => return None,
        })
    }));
}
