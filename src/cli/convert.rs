//! `kifu convert`: any notation into any other, with every loss told.

use std::io;
use std::path::Path;

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::{BranchArgs, SelectionArgs};
use super::target_args::TargetArgs;
use super::write_games::{Counts, Reporter, Told, WorkerContext, tell_failure};
use super::{Exit, Ui};
use crate::convert::{OutputWriter, Plan, Target, WriteError};
use crate::finding::{terms, title};
use crate::input::{Inputs, distinct};
use crate::select::Selection;
use crate::words;

/// Write records in another notation or encoding
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu convert game.csa --to kif                           to standard output
  kifu convert game.kif -o game.csa                        the ending of the name tells the notation
  kifu convert games/ --to csa --out-dir csa/              a folder with its tree
  kifu convert list.csa --to kif --out-dir out --name '{date}_{black}_{white}'
  kifu convert old/ --to kif --to-encoding shift_jis --unmappable geta --out-dir new/

What the other notation cannot hold is told on standard error, each kind with its count.

Exit status: 0 all written, 1 a record has an error, was refused, or lost something under --no-loss,
2 the job failed: something exists already, cannot be read or written.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let Some(target) = args.target.target() else {
        ui.error(ui.text("convert.no_target"));
        return Exit::Failed;
    };
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    args.target.tell_idle(target.notation, ui);
    let Some(mut named) = args.input.named(ui) else {
        return Exit::Failed;
    };
    if args.target.out_dir.is_some() {
        named = distinct(named);
    }
    let over = |named: &[_]| {
        let inputs = Inputs::new(named.iter().cloned());
        Runner::over(inputs, &args.input, &args.work, ui)
    };
    if args.target.is_to_stream() {
        return ui.print_data(|out| {
            let writer = OutputWriter::to_stream(target, out);
            convert(args, ui, target, over(&named), &selection, writer)
        });
    }
    let force = args.target.force;
    let writer = match (&args.target.out, &args.target.out_dir) {
        (Some(path), _) => OutputWriter::to_file(target, path, force),
        (None, root) => {
            let root = root.as_deref().unwrap_or(Path::new("."));
            Ok(OutputWriter::to_folder(target, root, &named, force))
        }
    };
    let done = match writer {
        Ok(writer) => convert(args, ui, target, over(&named), &selection, writer),
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
fn convert(
    args: &Args,
    ui: Ui,
    target: Target,
    runner: Runner,
    selection: &Selection,
    writer: OutputWriter<'_>,
) -> io::Result<Exit> {
    let plan = Plan {
        target,
        template: args.target.name.as_ref(),
    };
    let told = Told::new(ui.verbose);
    let mut reporter = Reporter::new(ui, writer, &told);
    let ran = runner.games(
        WorkerContext::default,
        |context, turn, outcomes: &mut Vec<_>| {
            outcomes.extend(context.convert(&plan, turn, selection, &told, ui.lang));
        },
        |outcomes| outcomes.iter().try_for_each(|it| reporter.take(it)),
    )?;
    let counts = reporter.finish()?;
    if ran.is_empty() && ran.totals.unreadable == 0 {
        return Ok(Exit::Failed);
    }
    summary(&counts, &ran, ui);
    let lost = args.target.no_loss && counts.with_losses > 0;
    let records = if counts.failed {
        Exit::Failed
    } else if counts.with_errors > 0 || lost {
        Exit::Errors
    } else {
        Exit::Clean
    };
    Ok(ran.exit(records))
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
