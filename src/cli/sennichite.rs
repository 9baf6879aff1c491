//! `kifu sennichite`: the repeated positions of each game, and what follows from them.

use std::fmt::Write;

use super::board_args::LookArgs;
use super::game_report::{Describe, GameReport, Output, no_record};
use super::input::{InputArgs, WorkArgs};
use super::{Exit, Ui};
use crate::diagram::text as board;
use crate::examine::Report;
use crate::replay::ReplayOptions;
use crate::sennichite::{self, Repeated};
use crate::text::visible;
use crate::words::Lang;

/// Find repeated positions: which, when, who gave check, what follows
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu sennichite game.kif                every position that came back
  kifu sennichite --show game.kif         with boards
  kifu sennichite --variations game.kif   on every line of the tree
  kifu sennichite games/ --output csv     fourfold repetitions in many games

Exit status: 0 the games were read, 1 something is no record, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Show positions that occurred at least so often [default: 2 for a file with one game, otherwise 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    min: Option<u32>,
    /// Look at every variation, each from the start of the game
    #[arg(long)]
    variations: bool,
    /// Draw the positions
    #[arg(long)]
    show: bool,
    #[command(flatten)]
    look: LookArgs,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    #[command(flatten)]
    work: WorkArgs,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let one = args.input.is_one_game();
    let min = args.min.unwrap_or(if one { 2 } else { 4 });
    let pass = GameReport {
        input: &args.input,
        work: &args.work,
        output: args.output,
        heading: sennichite::CSV_HEADING,
        top: String::new(),
        head_only: false,
        options: ReplayOptions {
            variations: args.variations,
            ..ReplayOptions::default()
        },
        ui,
    };
    pass.run_with(&Command { args, ui, one, min })
}

struct Command<'a> {
    args: &'a Args,
    ui: Ui,
    /// Whether only one game is looked at.
    one: bool,
    min: u32,
}

impl Describe for Command<'_> {
    fn describe(&self, report: &Report<'_>, out: &mut String) -> bool {
        let (args, lang) = (self.args, self.ui.lang);
        if report.replay.start().is_none() {
            self.push_trouble(report, out);
            return false;
        }
        let found = sennichite::find(report, self.min, args.variations);
        match args.output {
            Output::Json | Output::Ndjson => sennichite::push_json(out, report, &found),
            Output::Csv => sennichite::push_csv(out, report, &found),
            Output::Text if found.list.is_empty() && !self.one => {}
            Output::Text => {
                let handicap = sennichite::is_handicap(&report.record.start);
                let look = args.look.look(lang);
                let draw = |it: &Repeated| board::text(&it.position, look, lang, handicap);
                let drawn: Option<&dyn Fn(&Repeated) -> String> =
                    if args.show { Some(&draw) } else { None };
                if !report.game.file.is_empty() {
                    let _ = writeln!(out, "{}:{}", visible(report.game.file), report.game.line);
                }
                out.push_str(&sennichite::describe(report, &found, lang, drawn));
                out.push('\n');
            }
        }
        true
    }
}

impl Command<'_> {
    /// Says why there is no game to look at; the rows of CSV have no place for it.
    fn push_trouble(&self, report: &Report<'_>, out: &mut String) {
        let (game, lang) = (report.game, self.ui.lang);
        match self.args.output {
            Output::Json | Output::Ndjson => {
                sennichite::push_error(out, game, &no_record(report, Lang::En));
            }
            Output::Csv => {}
            Output::Text => {
                let words = no_record(report, lang);
                let _ = writeln!(out, "{}:{}: {words}\n", visible(game.file), game.line);
            }
        }
    }
}
