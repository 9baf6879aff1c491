//! `kifu stats`: numbers about many games.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::{InputArgs, WorkArgs};
use super::run::Runner;
use super::selection::{BranchArgs, SelectionArgs};
use super::{Exit, Ui};
use crate::finding::{Severity, terms};
use crate::opening::Classifier;
use crate::output::Output as File;
use crate::replay::ReplayOptions;
use crate::select::GameColumn;
use crate::stats::{self, Course, Form, Groups, Limits, NamedColumn, Names, Plot, Summary};
use crate::tables::GameRow;
use crate::words;

/// Count games: results, endings, plies, clocks, players, openings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu stats games/                                        the report
  kifu stats games/ --by player --min-games 20             each player's results
  kifu stats games/ --by year,opening:1 --output csv       groups for a spreadsheet
  kifu stats games/ --where \"plies >= 100 and black ~ '羽生'\"
  kifu stats games/ --plot plies.svg                       how long games are, as a picture
  kifu stats games/ --by year --plot r.png --chart results  win rates by year
  kifu stats game.csa --plot game.svg                      evaluations and times of one game

Win rates are those of games with a winner, with the 95 % interval of Wilson; draws and games without a result stand apart.
Medians and percentiles are the nearest rank: of an even number of values the median is the lower of the two in the middle.
A comparison with a missing value is neither true nor false, and `not` does not change that: ask with `is null`.

Exit status: 0 all is well, 1 a record has an error (it is counted all the same), 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Group by columns of games, or by player, month, rating_band, first_move, opening:LEVEL
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = column)]
    by: Vec<NamedColumn>,
    /// At most so many rows of a list [default: 10 in the report, all groups with --by]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Only players, openings and groups with at least so many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Names that differ in width, blanks, case, rank or rating alone are one player
    #[arg(long)]
    fold_names: bool,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    /// Draw a chart into this file: .svg or .png
    #[arg(long, value_name = "FILE", value_parser = chart_file)]
    plot: Option<PathBuf>,
    /// Which chart [default: game for one game with evaluations or times, else plies]
    #[arg(long, value_name = "WHAT", value_parser = chart(), requires = "plot")]
    chart: Option<Plot>,
    /// How wide the chart is, in pixels [default: 720, as PNG 1440]
    #[arg(long, value_name = "PIXELS", requires = "plot", value_parser = clap::value_parser!(u32).range(120..=8000))]
    width: Option<u32>,
    /// How high the chart is, in pixels [default: as the chart needs]
    #[arg(long, value_name = "PIXELS", requires = "plot", value_parser = clap::value_parser!(u32).range(80..=8000))]
    height: Option<u32>,
    /// Replace the chart if it exists
    #[arg(long, requires = "plot")]
    force: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Reads the name of a file for the chart.
fn chart_file(path: &str) -> Result<PathBuf, String> {
    match path {
        "-" => Err("standard output is for the numbers; name a file".to_owned()),
        _ => Ok(PathBuf::from(path)),
    }
}

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people
    Text,
    /// One row a line
    Csv,
    /// An array of objects
    Json,
    /// Tables in Markdown
    Markdown,
}

/// Reads the name of a column.
pub(super) fn column(name: &str) -> Result<NamedColumn, String> {
    let column = GameColumn::named(name).map_err(|it| it.to_string())?;
    Ok((name.to_owned(), column))
}

/// The columns without those that were named before.
pub(super) fn distinct(columns: &[NamedColumn]) -> Vec<NamedColumn> {
    let mut distinct: Vec<NamedColumn> = Vec::new();
    for named in columns {
        if distinct.iter().all(|(_, column)| *column != named.1) {
            distinct.push(named.clone());
        }
    }
    distinct
}

fn chart() -> impl TypedValueParser<Value = Plot> {
    PossibleValuesParser::new(Plot::ALL.map(Plot::name)).map(|name| {
        let mut all = Plot::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

/// What a worker hands on.
#[derive(Default)]
struct Batch {
    summary: Summary,
    groups: Groups,
    games: u64,
    errors: u64,
    /// How the first game went.
    course: Option<Course>,
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    if let Some(other) = args.plot.as_deref().and_then(other_ending) {
        ui.error(words::fill(ui.text("stats.plot.other.text"), |_| {
            Some(other.clone())
        }));
        return Exit::Failed;
    }
    let chart = match args
        .plot
        .as_deref()
        .map(|path| File::named(path, args.force))
    {
        Some(Err(error)) => {
            let path = args.plot.as_deref().unwrap_or_else(|| "".as_ref());
            ui.cannot_write(&path.to_string_lossy(), &error);
            return Exit::Failed;
        }
        Some(Ok(file)) => Some(file),
        None => None,
    };
    let names = match args.fold_names {
        true => Names::Folded,
        false => Names::AsWritten,
    };
    let named = distinct(&args.by);
    let by: Vec<GameColumn> = named.iter().map(|(_, column)| *column).collect();
    let runner = match Runner::new(&args.input, &args.work, ui) {
        Ok(runner) => runner,
        Err(exit) => return exit,
    };
    let mut sum = Batch::default();
    let timed = args.plot.is_some() && args.chart == Some(Plot::Clocks);
    let ran = runner.reports(
        &selection,
        ReplayOptions::default(),
        Classifier::default,
        |classifier, report, batch: &mut Batch| {
            let row = GameRow::new(report, classifier);
            if batch.games == 0 && chart.is_some() {
                batch.course = Some(Course::of(report));
            }
            batch.games += 1;
            batch.errors += u64::from(report.worst() == Some(Severity::Error));
            if by.is_empty() || chart.is_some() {
                batch.summary.add(&row, names);
            }
            if !by.is_empty() {
                batch.groups.timed = timed;
                batch.groups.add(&row, &by, names);
            }
        },
        |mut batch| {
            sum.summary.merge(&batch.summary);
            sum.groups.merge(&batch.groups);
            sum.course = sum.course.take().or_else(|| batch.course.take());
            sum.games += batch.games;
            sum.errors += batch.errors;
            Ok(())
        },
    );
    let ran = match ran {
        Ok(ran) if !ran.is_empty() => ran,
        _ => return Exit::Failed,
    };
    let printed = ui.print(|out| {
        out.write_all(print(args, &named, &sum, ui).as_bytes())?;
        Ok(Exit::Clean)
    });
    let drawn = match chart {
        Some(file) => draw(args, &sum, file, ui),
        None => Exit::Clean,
    };
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("stats.closing"), |name| match name {
        "games" => Some(number(sum.games)),
        "errors" => Some(number(sum.errors)),
        "of" => Some(number(ran.totals.games)),
        "files" => Some(number(ran.totals.files)),
        "seconds" => Some(ran.seconds()),
        _ => None,
    }));
    let judged = if sum.errors > 0 {
        Exit::Errors
    } else {
        Exit::Clean
    };
    ran.exit(judged).max(printed).max(drawn)
}

/// The report, or the groups.
fn print(args: &Args, by: &[NamedColumn], sum: &Batch, ui: Ui) -> String {
    let form = match args.output {
        Output::Text => Form::Text,
        Output::Csv => Form::Csv,
        Output::Json => Form::Json,
        Output::Markdown => Form::Markdown,
    };
    let all = if by.is_empty() { 10 } else { usize::MAX };
    let cut = Limits {
        top: args.top.unwrap_or(all),
        min_games: args.min_games,
        lang: ui.lang,
    };
    if by.is_empty() {
        return stats::report(&sum.summary, &cut, form);
    }
    stats::groups(&sum.groups, by, &cut, form)
}

/// Writes the chart.
fn draw(args: &Args, sum: &Batch, mut file: File, ui: Ui) -> Exit {
    let path = file.path().to_string_lossy().into_owned();
    let course = sum.course.as_ref().filter(|_| sum.games == 1);
    let fitting = match course {
        Some(course) if course.is_told() && args.by.is_empty() => Plot::Game,
        _ => Plot::Plies,
    };
    let chart = args.chart.unwrap_or(fitting);
    let by = distinct(&args.by);
    let drawn = stats::Drawn {
        summary: &sum.summary,
        course,
        groups: &sum.groups,
        by: &by,
        min_games: args.min_games,
    };
    let size = stats::Size {
        width: args.width,
        height: args.height,
    };
    let Some(chart) = stats::plot(&drawn, chart, size, ui.lang) else {
        let number = terms::number(ui.lang, sum.games);
        ui.error(match sum.games {
            1 => ui.text("stats.course_empty").to_owned(),
            _ => words::fill(ui.text("stats.no_course"), |_| Some(number.clone())),
        });
        return Exit::Failed;
    };
    let bytes = match ending(file.path()).as_str() {
        "png" => match png(&chart, size, ui) {
            Ok(bytes) => bytes,
            Err(exit) => return exit,
        },
        _ => chart.into_bytes(),
    };
    match file.write_all(&bytes).and_then(|()| file.finish()) {
        Ok(()) => Exit::Clean,
        Err(error) => {
            ui.cannot_write(&path, &error);
            Exit::Failed
        }
    }
}

/// The ending of a file's name, in small letters.
fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|it| it.to_str());
    ending.unwrap_or_default().to_ascii_lowercase()
}

/// The ending of a name for a chart, where it is one that cannot be drawn. A name without an ending is an SVG.
fn other_ending(path: &Path) -> Option<String> {
    Some(ending(path)).filter(|it| !matches!(it.as_str(), "" | "svg" | "png"))
}

/// A chart as pixels: as many as asked for, else two for each of the SVG.
#[cfg(feature = "png")]
fn png(chart: &str, size: stats::Size, ui: Ui) -> Result<Vec<u8>, Exit> {
    let asked = size.width.or(size.height).is_some();
    let scale = if asked { 1.0 } else { 2.0 };
    match crate::diagram::png_with_text(chart, scale) {
        Ok((bytes, missing)) => {
            if !missing.is_empty() {
                let list: String = missing.into_iter().collect();
                ui.note(words::fill(ui.text("stats.plot.missing.text"), |_| {
                    Some(crate::text::visible(&list).into_owned())
                }));
            }
            Ok(bytes)
        }
        Err(error) => {
            match error {
                crate::diagram::PngError::Font => ui.error(ui.text("stats.plot.fonts.text")),
                error => ui.error(error),
            }
            Err(Exit::Failed)
        }
    }
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: stats::Size, ui: Ui) -> Result<Vec<u8>, Exit> {
    ui.error(ui.text("view.no_png.text"));
    Err(Exit::Failed)
}
