//! `kifu export`: games, moves, positions and findings as tidy tables.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::{BranchArgs, SelectionArgs};
use super::{Exit, Ui};
use crate::finding::{Severity, terms};
use crate::input::Shard;
use crate::output::Output;
use crate::replay::ReplayOptions;
use crate::tables::{Batch, Exporter, Form, Layout, PartError, Parts, Sink, Table, Written};
use crate::words;

/// Write tidy tables for data tools: CSV, NDJSON, Parquet
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu export games/ > games.csv                                      a row a game
  kifu export games/ --table moves -o moves.parquet                   a row a ply, for DuckDB, Polars, Spark, pandas
  kifu export games/ --table findings --output ndjson                 what check finds, a JSON object a line
  kifu export games/ --evidence --csv-bom -o games.csv                openings with their reasons, for spreadsheets
  kifu export games/ --partition 100000 --output parquet -o parts/    part files of so many games
  kifu export games/ --shard 2/4 --output parquet -o share2.parquet   the second of four machines

What the columns mean: kifu schema TABLE

Exit status: 0 all is well, 1 a record has an error (its rows are there all the same), 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// Which table
    #[arg(long, value_name = "TABLE", default_value = Table::Games.name(), value_parser = table())]
    table: Table,
    /// The form of the output [default: by the ending of -o, else csv]
    #[arg(long, value_name = "FORM", value_parser = form())]
    output: Option<Form>,
    /// Write to this file, or with --partition into this folder; `-` is standard output
    #[arg(short, long = "out", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write files of so many games, numbered: games-00001.csv
    #[arg(long, value_name = "N", requires = "out", value_parser = clap::value_parser!(u64).range(1..))]
    partition: Option<u64>,
    /// Only the files of one share, told by a hash of their paths: 1/4 to 4/4 are all of them
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// In games: why each has its opening and castles
    #[arg(long)]
    evidence: bool,
    /// Begin CSV with a byte order mark, which spreadsheets need to read Japanese
    #[arg(long)]
    csv_bom: bool,
    /// In CSV, put an apostrophe before text that spreadsheets would run as a formula (it begins with = + - @)
    #[arg(long)]
    spreadsheet: bool,
    /// Replace files that exist; with --partition, also remove the further parts of an earlier run
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Reads the name of a table.
pub(super) fn table() -> impl TypedValueParser<Value = Table> {
    PossibleValuesParser::new(Table::ALL.map(Table::name))
        .map(|name| Table::of_name(&name).expect("one of them"))
}

fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.map(Form::name)).map(|name| {
        let mut all = Form::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

/// Reads `2/4`.
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(number, of)| {
        let shard = Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (1..=shard.of).contains(&shard.number).then_some(shard)
    });
    numbers.ok_or_else(|| "expected a share such as 2/4".to_owned())
}

impl Args {
    /// The form that is asked for: by name, or by the ending of the file. What has no ending gets CSV.
    ///
    /// # Errors
    /// The ending, if it is that of no form.
    fn form(&self) -> Result<Form, String> {
        if let Some(form) = self.output {
            return Ok(form);
        }
        let file = self.out.as_ref().filter(|_| self.partition.is_none());
        let Some(ending) = file.and_then(|it| it.extension()) else {
            return Ok(Form::Csv);
        };
        let ending = ending.to_string_lossy();
        Form::of_ending(&ending).ok_or_else(|| format!(".{ending}"))
    }

    fn layout(&self) -> Layout {
        Layout {
            table: self.table,
            evidence: self.evidence,
        }
    }

    /// What is put into the names of part files.
    fn suffix(&self) -> String {
        match self.shard {
            Some(shard) => format!("-{}of{}", shard.number, shard.of),
            None => String::new(),
        }
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let layout = args.layout();
    let form = match args.form() {
        Ok(form) => form,
        Err(ending) => {
            ui.error(words::fill(ui.text("export.ending.text"), |_| {
                Some(ending.clone())
            }));
            return Exit::Failed;
        }
    };
    if matches!(form, Form::Arrow | Form::Parquet) && !cfg!(feature = "columnar") {
        ui.error(ui.text("export.no_parquet.text"));
        return Exit::Failed;
    }
    let out = args.out.as_deref().filter(|it| *it != Path::new("-"));
    let Some(path) = out else {
        if args.partition.is_some() {
            ui.error(ui.text("export.no_folder.text"));
            return Exit::Failed;
        }
        return ui.print_stream(|out| {
            let sink = Sink::to_stream(layout, form, args.csv_bom, out);
            Ok(export(args, form, ui, sink)?.0)
        });
    };
    let done = match args.partition {
        Some(games) => {
            let parts = Parts {
                folder: path.to_owned(),
                games,
                suffix: args.suffix(),
                force: args.force,
            };
            let folder = std::fs::create_dir_all(path);
            let folder = folder.map_err(|error| match error.kind() {
                // What is there is a file.
                io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
                _ => error,
            });
            folder.and_then(|()| {
                let sink = Sink::<Output>::to_parts(layout, form, args.csv_bom, parts);
                Ok(export(args, form, ui, sink)?.0)
            })
        }
        None => Output::named(path, args.force).and_then(|file| {
            let sink = Sink::to_stream(layout, form, args.csv_bom, file);
            let (exit, file) = export(args, form, ui, sink)?;
            if let Some(file) = file {
                file.finish()?;
            }
            Ok(exit)
        }),
    };
    done.unwrap_or_else(|error| {
        // A pipe that is named as a file.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Exit::Clean;
        }
        match error.downcast::<PartError>() {
            Ok(part) => ui.cannot_write(&part.path.to_string_lossy(), &part.cause),
            Err(error) => ui.cannot_write(&path.to_string_lossy(), &error),
        }
        Exit::Failed
    })
}

/// What a worker hands on.
#[derive(Default)]
struct Work {
    batch: Batch,
    /// Games with errors.
    errors: u64,
}

/// Takes every game to the sink and gives its stream back.
fn export<W: Write + Send>(
    args: &Args,
    form: Form,
    ui: Ui,
    mut sink: Sink<W>,
) -> io::Result<(Exit, Option<W>)> {
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Ok((Exit::Failed, None));
    };
    let runner = match Runner::new(&args.input, &args.work, ui) {
        Ok(runner) => runner.sharing(args.shard),
        Err(exit) => return Ok((exit, None)),
    };
    let mut errors = 0;
    let spare = sink.spare();
    let ran = runner.reports(
        &selection,
        ReplayOptions::default(),
        || Exporter::new(args.layout(), form, spare.clone()).for_spreadsheets(args.spreadsheet),
        |exporter, report, work: &mut Work| {
            exporter.add(report, &mut work.batch);
            work.errors += u64::from(report.worst() == Some(Severity::Error));
        },
        |work| {
            errors += work.errors;
            sink.add(work.batch)
        },
    )?;
    if ran.is_empty() {
        return Ok((Exit::Failed, None));
    }
    let (written, out) = sink.finish()?;
    summary(written, errors, &ran, ui);
    let records = match errors {
        0 => Exit::Clean,
        _ => Exit::Errors,
    };
    Ok((ran.exit(records), out))
}

/// The closing line on standard error.
fn summary(written: Written, errors: u64, ran: &Ran, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    ui.note(words::fill(ui.text("export.summary"), |name| {
        Some(match name {
            "files" => number(ran.totals.files),
            "games" => number(written.games),
            "rows" => number(written.rows),
            "errors" => number(errors),
            "seconds" => ran.seconds(),
            "speed" => number(ran.speed(written.games)),
            _ => return None,
        })
    }));
    if written.removed > 0 {
        ui.note(words::fill(ui.text("export.removed"), |_| {
            Some(number(written.removed))
        }));
    }
}
