//! `kifu info`: headers, start, result and clocks of each record.

use super::game_report::{GameReport, Output};
use super::input::{InputArgs, WorkArgs};
use super::{Exit, Ui};
use crate::info::{CSV_HEADING, Info, Table, describe};
use crate::replay::ReplayOptions;

/// Show headers, start, result and clocks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu info game.kif                     everything a record says of itself
  kifu info games/                       a table with a line for each game
  kifu info --headers-only archive.csa   without the moves, for many games
  kifu info games/ --output ndjson       one JSON object a game

Exit status: 0 the records were read, 1 something is no record, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Read only what stands above the moves: faster, but without result and clocks
    #[arg(long)]
    headers_only: bool,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    #[command(flatten)]
    work: WorkArgs,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let head_only = args.headers_only;
    let one = args.input.is_one_file();
    let table = Table {
        lang: ui.lang,
        head_only,
    };
    let pass = GameReport {
        input: &args.input,
        work: &args.work,
        output: args.output,
        heading: CSV_HEADING,
        top: if one { String::new() } else { table.heading() },
        head_only,
        options: ReplayOptions::default(),
        ui,
    };
    pass.run(|report, out| {
        match args.output {
            Output::Json | Output::Ndjson => Info::of(report, head_only).push_json(out),
            Output::Csv => Info::of(report, head_only).push_csv(out),
            Output::Text if one => {
                out.push_str(&describe(report, head_only, ui.lang));
                out.push('\n');
            }
            Output::Text => out.push_str(&table.row(report)),
        }
        report.game.notation.is_some()
    })
}
