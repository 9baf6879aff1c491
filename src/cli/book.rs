//! `kifu book`: what was played from each position of many games, kept.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::{BranchArgs, ConditionArgs};
use super::{Exit, Ui};
use crate::book::{
    Book, BookFault, Choice, Form, Frame, Met, Names, Played, Table, Written, write,
};
use crate::finding::{Severity, terms};
use crate::output::Output;
use crate::replay::ReplayOptions;
use crate::shogi::Color;
use crate::words;

/// Keep what was played from each position: a book for explore, engines and data tools
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "\
Examples:
  kifu book games/ -o book.parquet                        for kifu explore, DuckDB, Spark, Polars
  kifu book games/ -o book.db                             a book for YaneuraOu and other engines
  kifu book games/ -o book.db --min-rating 1800 --winner-only --plies 60
  kifu book list.csa -o book.db --max-move-time 1000      only moves that were played at once
  kifu book games/ -o book.csv --where \"year >= 2020\"     only some games
  kifu book merge one.db two.db -o both.db                two books in one

A game counts once for each different legal move that it played in a position.

Exit status: 0 all is well, 1 a record has an error (its legal moves are there all the same), 2 the job failed."
)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    input: InputArgs,
    /// Count so many plies of each game
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// Leave out moves of fewer games; 1 keeps all
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    min_games: u64,
    /// Only games of which both players have this rating or more
    #[arg(long, value_name = "RATING")]
    min_rating: Option<f64>,
    /// Only the moves of the winner
    #[arg(long)]
    winner_only: bool,
    /// Only the moves of this side
    #[arg(long, value_name = "SIDE")]
    side: Option<Side>,
    /// Only the first moves of a side as long as it takes no more time for each, in milliseconds
    #[arg(long, value_name = "MS")]
    max_move_time: Option<u32>,
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    selection: ConditionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    Merge(MergeArgs),
}

/// Put several books into one: Parquet and YaneuraOu's text books
#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// The books
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    /// Leave out moves of fewer games; 1 keeps all
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    min_games: u64,
    #[command(flatten)]
    target: Target,
}

/// Where the book goes.
#[derive(Debug, clap::Args)]
struct Target {
    /// Write the book to this file: .parquet, .db (YaneuraOu), .csv, .ndjson; `-` is standard output
    #[arg(short, long = "out", value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// The form of the book [default: by the ending of -o]
    #[arg(long, value_name = "FORM")]
    output: Option<FormArg>,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
    /// So much memory may be used; what is more goes to temporary files beside the book
    #[arg(long, value_name = "BYTES", default_value = "512MiB", value_parser = super::size::size)]
    memory: u64,
}

/// A form of book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// Parquet, in which positions are found at once
    Parquet,
    /// YaneuraOu's text book
    Db,
    /// One row a move
    Csv,
    /// One object a move
    Ndjson,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Black
    Black,
    /// White
    White,
}

impl Target {
    fn form(&self) -> Option<Form> {
        let named = self.output.map(|it| match it {
            FormArg::Parquet => Form::Parquet,
            FormArg::Db => Form::Text,
            FormArg::Csv => Form::Csv,
            FormArg::Ndjson => Form::Ndjson,
        });
        let ending = self.out.as_deref().and_then(Path::extension);
        named.or_else(|| Form::of_ending(ending?.to_str()?))
    }

    /// The file; none for standard output.
    fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|it| *it != Path::new("-"))
    }

    /// Where temporary files go: where there is to be room for the book.
    fn folder(&self) -> PathBuf {
        let folder = self.file().map(|it| it.parent().unwrap_or(it));
        match folder {
            Some(folder) if folder == Path::new("") => ".".into(),
            Some(folder) => folder.to_owned(),
            None => std::env::temp_dir(),
        }
    }

    /// Begins what is to be written.
    ///
    /// # Errors
    /// The exit status, when it cannot be; that is said.
    fn begin(&self, min_games: u64, ui: Ui) -> Result<Begun, Exit> {
        let Some(form) = self.form() else {
            ui.error(ui.text("book.ending"));
            return Err(Exit::Failed);
        };
        if form == Form::Parquet && !cfg!(feature = "columnar") {
            ui.error(ui.text("export.no_parquet.text"));
            return Err(Exit::Failed);
        }
        let file = match self.file() {
            None => None,
            Some(path) => match Output::named(path, self.force) {
                Ok(file) => Some(file),
                Err(error) => return Err(not_written(path, &error, ui)),
            },
        };
        Ok(Begun {
            form,
            frame: Frame {
                min_games,
                memory: usize::try_from(self.memory).unwrap_or(usize::MAX),
                folder: self.folder(),
            },
            path: self.out.clone().unwrap_or_default(),
            file,
        })
    }
}

/// A book that is to be written.
struct Begun {
    form: Form,
    frame: Frame,
    path: PathBuf,
    /// Where it is written; none for standard output.
    file: Option<Output>,
}

impl Begun {
    /// An empty table, and the names of no files.
    fn table(&self) -> (Table, Names) {
        let Frame { memory, folder, .. } = &self.frame;
        let table = Table::new(memory / 4 * 3, folder.clone());
        (table, Names::new(folder.clone()))
    }

    /// Writes what the table holds.
    ///
    /// # Errors
    /// The exit status, when it cannot be written; that is said.
    fn write(self, table: Table, mut names: Names, ui: Ui) -> Result<Written, Exit> {
        let (form, frame, path) = (self.form, self.frame, self.path);
        let mut written = Written::default();
        let exit = match self.file {
            None => ui.print_stream(|out| {
                written = write(form, table.finish()?, &mut names, &frame, out)?.1;
                Ok(Exit::Clean)
            }),
            Some(file) => {
                let rows = table.finish();
                let done = rows.and_then(|it| write(form, it, &mut names, &frame, file));
                let done = done.and_then(|(file, it)| {
                    written = it;
                    file.finish()
                });
                match done {
                    Ok(()) => Exit::Clean,
                    Err(error) => not_written(&path, &error, ui),
                }
            }
        };
        match exit {
            Exit::Clean => Ok(written),
            other => Err(other),
        }
    }
}

/// Says that the book cannot be written. A pipe whose reader has seen enough is no failure.
fn not_written(path: &Path, error: &io::Error, ui: Ui) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Clean;
    }
    ui.cannot_write(&path.to_string_lossy(), error);
    Exit::Failed
}

impl Args {
    fn choice(&self) -> Choice {
        Choice {
            plies: self.plies,
            min_rating: self.min_rating,
            winner_only: self.winner_only,
            side: self.side.map(|it| match it {
                Side::Black => Color::Black,
                Side::White => Color::White,
            }),
            max_move_time: self.max_move_time,
        }
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let done = match &args.command {
        Some(Command::Merge(args)) => merge(args, ui),
        None => build(args, ui),
    };
    done.unwrap_or_else(|exit| exit)
}

/// What a worker hands on.
#[derive(Default)]
struct Batch {
    played: Played,
    /// Games with errors.
    errors: u64,
}

fn build(args: &Args, ui: Ui) -> Result<Exit, Exit> {
    let variations = args.branches.variations;
    let selection = args.selection.selection(None, variations, ui);
    let selection = selection.ok_or(Exit::Failed)?;
    let runner = Runner::new(&args.input, &args.work, ui)?;
    let begun = args.target.begin(args.min_games, ui)?;
    let (mut table, mut names) = begun.table();
    let choice = args.choice();
    let mut errors = 0;
    let ran = runner.reports(
        &selection,
        ReplayOptions::default(),
        || (),
        |(), report, batch: &mut Batch| {
            batch.played.add(report, &choice);
            batch.errors += u64::from(report.worst() == Some(Severity::Error));
        },
        |batch| {
            errors += batch.errors;
            batch.played.add_to(&mut table, &mut names)
        },
    );
    let ran = ran.map_err(|error| not_written(&begun.path, &error, ui))?;
    if ran.is_empty() {
        return Err(Exit::Failed);
    }
    let written = begun.write(table, names, ui)?;
    summary(args, written, errors, &ran, ui);
    let records = if errors > 0 {
        Exit::Errors
    } else {
        Exit::Clean
    };
    Ok(ran.exit(records))
}

/// The closing line on standard error.
fn summary(args: &Args, written: Written, errors: u64, ran: &Ran, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("book.summary"), |name| {
        Some(match name {
            "games" => number(ran.totals.games),
            "positions" => number(written.positions),
            "moves" => number(written.moves),
            "errors" => number(errors),
            "seconds" => ran.seconds(),
            "speed" => number(ran.speed(ran.totals.games)),
            _ => return None,
        })
    }));
    rare(args.min_games, written, ui);
}

/// Says how many moves were left out.
fn rare(min_games: u64, written: Written, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    if written.rare > 0 {
        ui.note(words::fill(ui.text("book.rare"), |name| {
            Some(number(match name {
                "moves" => written.rare,
                _ => min_games,
            }))
        }));
    }
}

/// What was met in books that are put into one.
#[derive(Default)]
struct Losses {
    met: Met,
    /// Whether there are results, ratings, years or games to show.
    results: bool,
    /// Whether there are scores, depths or replies.
    advice: bool,
}

fn merge(args: &MergeArgs, ui: Ui) -> Result<Exit, Exit> {
    let begun = args.target.begin(args.min_games, ui)?;
    let (mut table, mut names) = begun.table();
    let mut losses = Losses::default();
    let mut sfen = String::new();
    for path in &args.books {
        // What cannot be put aside is a fault of the target, not of the book.
        let mut target = None;
        let read = Book::open(path).and_then(|mut book| {
            book.each(|row| {
                losses.results |= row.no_result < row.games || row.rating_mean.is_some();
                losses.results |= row.years.is_some() || row.sample.is_some();
                losses.advice |= row.advice.is_some();
                let added = row.add_to(&mut table, &mut names, &mut sfen);
                added.map_err(|error| {
                    target = Some(error);
                    BookFault::Unknown
                })
            })
        });
        if let Some(error) = target {
            return Err(not_written(&begun.path, &error, ui));
        }
        match read {
            Ok(met) => {
                losses.met.unread += met.unread;
                losses.met.comments += met.comments;
            }
            Err(fault) => return Err(not_read(path, &fault, ui)),
        }
    }
    let form = begun.form;
    let written = begun.write(table, names, ui)?;
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("book.merged"), |name| {
        Some(number(match name {
            "books" => args.books.len() as u64,
            "positions" => written.positions,
            _ => written.moves,
        }))
    }));
    rare(args.min_games, written, ui);
    let is_text = form == Form::Text;
    for (is_lost, key) in [
        (losses.results && is_text, "book.lost.results"),
        (losses.advice && !is_text, "book.lost.advice"),
        (losses.met.comments > 0, "book.lost.comments"),
    ] {
        if is_lost {
            ui.note(ui.text(key));
        }
    }
    if losses.met.unread == 0 {
        return Ok(Exit::Clean);
    }
    ui.error(words::fill(ui.text("book.unread"), |_| {
        Some(number(losses.met.unread))
    }));
    Ok(Exit::Errors)
}

/// Says that a book cannot be read.
pub(super) fn not_read(path: &Path, fault: &BookFault, ui: Ui) -> Exit {
    let name = path.to_string_lossy();
    match fault {
        BookFault::Io(error) => ui.cannot_open(&name, error),
        other => ui.error(format_args!("{name}: {}", other.headline(ui.lang))),
    }
    Exit::Failed
}
