//! `kifu convert`: any notation into any other, with every loss told.

use super::input::{InputArgs, WorkArgs};
use super::selection::{BranchArgs, SelectionArgs};
use super::target_args::TargetArgs;
use super::writing::Writing;
use super::{Exit, Ui};

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
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    let writing = Writing {
        input: &args.input,
        target: &args.target,
        work: &args.work,
        selection: &selection,
        ui,
        is_wanted: &|_| true,
        most: None,
    };
    writing.run(|counts, _| {
        let lost = args.target.no_loss && counts.with_losses > 0;
        match counts.with_errors > 0 || lost {
            true => Exit::Errors,
            false => Exit::Clean,
        }
    })
}
