//! `kifu find`: games and positions that fit.

use std::io::{self, Write};
use std::ops::ControlFlow;

use clap::ValueEnum;

use super::input::{InputArgs, WorkArgs};
use super::run::{Runner, Turn};
use super::selection::{BranchArgs, SelectionArgs};
use super::target_args::TargetArgs;
use super::writing::Writing;
use super::{Exit, Ui};
use crate::examine::Report;
use crate::find::{self, Form, Found};
use crate::finding::{Severity, terms};
use crate::replay::ReplayOptions;
use crate::select::{Selection, Selector};
use crate::words;

/// Find games and positions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu find games/ --where \"black ~ '羽生' and plies > 100\"      games by their columns
  kifu find games/ --position \"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -\"
  kifu find games/ --board \"8h=B 2b=b turn=b\" --board \"hand.B>=1\"    bishops exchanged later
  kifu find games/ --moves \"７六歩 ３四歩 * ８四歩\"                 games that begin like this
  kifu find games/ --material \"imbalance > 5\" --plies 40.. --count
  kifu find games/ --where \"winner = white\" --output ndjson        an object a game, for programs
  kifu find games/ --where \"plies > 200\" -o long.kif               write the games, as kifu convert does
  kifu find games/ --moves 2g2f --output paths                      addresses, which every command takes

Conditions on positions that are given together must hold in one position; of boards that follow one another, in the last one.

Exit status: 0 something found, 1 nothing found, 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    /// End the addresses of --output paths with NUL, for xargs -0
    #[arg(short = '0', long)]
    null: bool,
    /// Every place in a game, not only the first
    #[arg(long)]
    all: bool,
    /// Print only how many there are
    #[arg(long, conflicts_with_all = ["max", "to", "out", "out_dir"])]
    count: bool,
    /// Stop after so many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people: players, result and place
    Text,
    /// Address, ply and move
    Short,
    /// One row a game
    Csv,
    /// One object a line
    Ndjson,
    /// One address a line, which every command takes
    Paths,
}

impl Output {
    fn form(self) -> Form {
        match self {
            Output::Text => Form::Text,
            Output::Short => Form::Short,
            Output::Csv => Form::Csv,
            Output::Ndjson => Form::Ndjson,
            Output::Paths => Form::Paths,
        }
    }
}

/// A game that was found.
struct Line {
    file: String,
    game: u32,
    /// Whether its file holds others.
    several: bool,
    /// What is told of each place, one string after the other.
    places: Vec<String>,
}

/// What comes of a batch of games.
#[derive(Default)]
struct Batch {
    /// The file whose first game was in the batch before, and whose second is in this one.
    continued: Option<String>,
    lines: Vec<Line>,
    /// Games that were found and have errors.
    errors: u64,
}

/// Looks at every game.
struct Searcher<'a> {
    args: &'a Args,
    selection: Selection,
    ui: Ui,
}

impl Searcher<'_> {
    fn work(&self, selector: &mut Selector, turn: &Turn<'_>, batch: &mut Batch) {
        let game = &turn.game;
        if game.index == 2 {
            if batch.lines.is_empty() {
                batch.continued = Some(game.file.to_owned());
            }
            if let Some(first) = batch.lines.last_mut().filter(|it| it.file == game.file) {
                first.several = true;
            }
        }
        let options = ReplayOptions {
            variations: self.args.branches.variations,
            ..ReplayOptions::default()
        };
        let report = turn.selected(selector, &self.selection, options);
        // What holds no record is no game.
        let Some(report) = report.filter(|it| it.record.notation.is_some()) else {
            return;
        };
        batch.errors += u64::from(report.worst() == Some(Severity::Error));
        batch.lines.push(Line {
            file: game.file.to_owned(),
            game: game.index,
            several: game.index > 1 || turn.is_chosen,
            places: self.places(&report),
        });
    }

    /// What is told of each place where the conditions hold.
    fn places(&self, report: &Report<'_>) -> Vec<String> {
        let mut places = Vec::new();
        let counts_only = self.args.count && !self.args.all;
        if counts_only || !self.selection.is_positional() {
            places.push(self.told(&Found::new(report, None)));
            return places;
        }
        let _ = self
            .selection
            .hits(report.record, report.replay, &mut |hit| {
                places.push(self.told(&Found::new(report, Some(hit))));
                match self.args.all {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
        places
    }

    fn told(&self, found: &Found<'_>) -> String {
        let mut text = String::new();
        if !self.args.count {
            found.push(self.args.output.form(), self.ui.lang, &mut text);
        }
        text
    }
}

impl Line {
    fn address(&self) -> String {
        match self.several {
            true => format!("{}#{}", self.file, self.game),
            false => self.file.clone(),
        }
    }

    fn write(&self, args: &Args, out: &mut dyn Write) -> io::Result<()> {
        let form = args.output.form();
        if form == Form::Paths {
            let end = if args.null { '\0' } else { '\n' };
            return write!(out, "{}{end}", self.address());
        }
        for place in &self.places {
            match form {
                Form::Text => {
                    let mut address = String::new();
                    let shown = crate::text::visible(&self.file).into_owned();
                    let shown = self.address().replacen(&self.file, &shown, 1);
                    find::pad(&shown, 24, &mut address);
                    writeln!(out, "{address}  {place}")?;
                }
                Form::Short => writeln!(out, "{}{place}", self.address())?,
                _ => out.write_all(place.as_bytes())?,
            }
        }
        Ok(())
    }
}

/// Prints what is found. The first game of a file waits at the end of a batch: whether there are others is known to the
/// next one.
struct Printer<'a> {
    args: &'a Args,
    out: &'a mut dyn Write,
    waiting: Option<Line>,
    games: u64,
    places: u64,
    errors: u64,
}

impl Printer<'_> {
    fn take(&mut self, mut batch: Batch) -> io::Result<()> {
        self.errors += batch.errors;
        if let Some(mut first) = self.waiting.take() {
            first.several |= batch.continued.as_deref() == Some(&*first.file);
            self.print(&first)?;
        }
        self.waiting = batch.lines.pop_if(|it| !it.several);
        batch.lines.iter().try_for_each(|line| self.print(line))?;
        match self.is_enough() {
            // An error ends the run: there is no need to read on.
            true => Err(io::Error::other("enough")),
            false => Ok(()),
        }
    }

    fn print(&mut self, line: &Line) -> io::Result<()> {
        if self.is_enough() {
            return Ok(());
        }
        self.games += 1;
        self.places += line.places.len() as u64;
        match self.args.count {
            true => Ok(()),
            false => line.write(self.args, self.out),
        }
    }

    fn is_enough(&self) -> bool {
        self.args.max.is_some_and(|most| self.games >= most)
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(last) = self.waiting.take() {
            self.print(&last)?;
        }
        if self.args.count {
            let count = if self.args.all {
                self.places
            } else {
                self.games
            };
            writeln!(self.out, "{count}")?;
        }
        Ok(())
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    if args.target.is_given() {
        return write(args, &selection, ui);
    }
    let searcher = Searcher {
        args,
        selection,
        ui,
    };
    let runner = match Runner::new(&args.input, &args.work, ui) {
        Ok(runner) => runner,
        Err(exit) => return exit,
    };
    let (mut games, mut errors) = (0, 0);
    let mut ran = None;
    let write = |out: &mut dyn Write| {
        if args.output == Output::Csv && !args.count {
            out.write_all(find::CSV_HEADING.as_bytes())?;
        }
        let mut printer = Printer {
            args,
            out,
            waiting: None,
            games: 0,
            places: 0,
            errors: 0,
        };
        let done = runner.games(
            Selector::default,
            |selector, turn, batch| searcher.work(selector, turn, batch),
            |batch: Batch| printer.take(batch),
        );
        match done {
            Ok(met) => ran = Some(met),
            Err(_) if printer.is_enough() => {}
            Err(error) => return Err(error),
        }
        printer.finish()?;
        (games, errors) = (printer.games, printer.errors);
        Ok(Exit::Clean)
    };
    let printed = match args.output {
        Output::Text if !args.count => ui.print(write),
        _ => ui.print_data(write),
    };
    let found = match games {
        0 => Exit::Errors,
        _ => Exit::Clean,
    };
    let Some(ran) = ran else {
        // Enough was found, or nobody wants more.
        return printed.max(found);
    };
    if ran.is_empty() {
        return Exit::Failed;
    }
    let number = |it: u64| terms::number(ui.lang, it);
    let fill = |key| {
        words::fill(ui.text(key), |name| {
            Some(match name {
                "found" => number(games),
                "errors" => number(errors),
                _ => number(ran.totals.games),
            })
        })
    };
    ui.note(fill("find.summary"));
    if ui.verbose {
        ui.note(fill("find.errors"));
    }
    ran.exit(found.max(printed))
}

/// Writes the games that are found, as `convert` does.
fn write(args: &Args, selection: &Selection, ui: Ui) -> Exit {
    let writing = Writing {
        input: &args.input,
        target: &args.target,
        work: &args.work,
        selection,
        ui,
        is_wanted: &|turn| turn.game.notation.is_some(),
        most: args.max,
    };
    writing.run(|counts, ran| {
        let found = counts.written + counts.not_written;
        ui.note(words::fill(ui.text("find.summary"), |name| {
            Some(terms::number(
                ui.lang,
                match name {
                    "found" => found,
                    _ => ran.totals.games,
                },
            ))
        }));
        match found {
            0 => Exit::Errors,
            _ if args.target.no_loss && counts.with_losses > 0 => Exit::Errors,
            _ => Exit::Clean,
        }
    })
}
