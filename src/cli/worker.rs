//! `kifu worker`: records and rows over streams, for engines that run on many machines.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;

use clap::ValueEnum;

use super::{Exit, Ui};
use crate::replay::{ReplayOptions, Rules};
use crate::tables::{Layout, Table};
use crate::words;
use crate::worker::{self, Work};

/// Answer streams of records with rows: for Spark, Ray, Dask, SQL
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  find games -name '*.csa' | kifu worker --protocol lines             a JSON object a row
  find games -name '*.csa' -print0 | kifu worker -0 --table moves    paths that end with NUL
  kifu worker --table moves < batches.arrows > rows.arrows           what kifu.judge of the Python module runs

With arrow, standard input is a stream of Apache Arrow with the columns path (text) and, where the bytes are at hand, \
content (binary); all further columns are copied to the rows that come of them. See docs/scale.md.

Exit status: 0 every record has its rows, also those with errors and those that cannot be read; 2 the streams are at fault.")]
pub(super) struct Args {
    /// Which table
    #[arg(long, value_name = "TABLE", default_value = Table::Games.name(), value_parser = super::export::table())]
    table: Table,
    /// Only these columns, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// The rules under which declared ends are judged
    #[arg(long, value_name = "RULES", default_value = Rules::Jsa.name(), value_parser = super::check::rules())]
    rules: Rules,
    /// How many rows a batch has at most
    #[arg(long, value_name = "N", default_value = "65536")]
    batch_rows: NonZeroUsize,
    /// How many threads work
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// What the streams are [default: arrow; lines with -0]
    #[arg(long, value_name = "PROTOCOL")]
    protocol: Option<Protocol>,
    /// With lines: paths end with a NUL, as find -print0 writes them
    #[arg(short = '0', long)]
    null: bool,
}

/// What the streams are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Protocol {
    /// Streams of Apache Arrow
    Arrow,
    /// A path a line; a JSON object a row
    Lines,
}

impl Args {
    fn protocol(&self) -> Protocol {
        let usual = match self.null {
            true => Protocol::Lines,
            false => Protocol::Arrow,
        };
        self.protocol.unwrap_or(usual)
    }

    /// What is to be done; the name of a column that is not there.
    fn work(&self) -> Result<Work, &str> {
        let layout = Layout::of(self.table);
        let chosen = match &self.columns {
            Some(names) => layout.chosen(names.iter().map(String::as_str))?,
            None => (0..layout.columns().len()).collect(),
        };
        Ok(Work {
            layout,
            chosen,
            options: ReplayOptions {
                rules: self.rules,
                ..ReplayOptions::default()
            },
            jobs: self.jobs.get(),
        })
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let work = match args.work() {
        Ok(work) => work,
        Err(name) => return refused(ui, "worker.columns.text", &format!("no column `{name}`")),
    };
    let out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match args.protocol() {
        Protocol::Arrow => arrow(args, &work, out, ui),
        Protocol::Lines => {
            let end = if args.null { b'\0' } else { b'\n' };
            let mut out = out;
            match worker::answer_lines(&work, end, io::stdin().lock(), &mut out) {
                Ok(()) => Exit::Clean,
                Err(error) => failed(ui, &error),
            }
        }
    }
}

#[cfg(feature = "columnar")]
fn arrow(args: &Args, work: &Work, out: impl Write, ui: Ui) -> Exit {
    use std::io::IsTerminal;

    use crate::worker::Fault;

    // Nobody types or reads Arrow.
    if io::stdin().is_terminal() || io::stdout().is_terminal() {
        return refused(ui, "worker.no_stream.text", "it is a terminal");
    }
    let stdin = io::stdin().lock();
    match worker::answer_arrow(work, args.batch_rows.get(), stdin, out) {
        Ok(()) => Exit::Clean,
        Err(Fault::Output(error)) => failed(ui, &error),
        Err(Fault::NoStream(cause)) => refused(ui, "worker.no_stream.text", &cause),
        Err(Fault::Columns(cause)) => refused(ui, "worker.columns.text", &cause),
        Err(Fault::Torn(cause)) => refused(ui, "worker.torn.text", &cause),
    }
}

#[cfg(not(feature = "columnar"))]
fn arrow(_: &Args, _: &Work, _: impl Write, ui: Ui) -> Exit {
    ui.error(ui.text("worker.no_arrow.text"));
    Exit::Failed
}

/// Says what is wrong with the streams.
fn refused(ui: Ui, key: &'static str, cause: &str) -> Exit {
    // One line, whatever the cause is made of.
    let cause = cause.lines().next().unwrap_or_default();
    ui.error(words::fill(ui.text(key), |_| Some(cause.to_owned())));
    Exit::Failed
}

/// Says that the rows cannot be written. Whoever closes them early has not got all, unlike a reader of text.
fn failed(ui: Ui, error: &io::Error) -> Exit {
    ui.cannot_write(ui.text("cli.stdout"), error);
    Exit::Failed
}
