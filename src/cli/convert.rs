//! `kifu convert`: any notation into any other, with every loss told.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::{self, InputArgs, WorkArgs};
use super::progress::Meter;
use super::selection::{BranchArgs, SelectionArgs};
use super::{Exit, Ui};
use crate::bulk::{Item, Run};
use crate::convert::{Converter, Lacking, LineEnd, OutputGame, OutputWriter, Target, WriteError};
use crate::examine::Report;
use crate::finding::{CODES, Code, Finding, Severity, terms, title};
use crate::input::{Inputs, distinct};
use crate::notation::{CsaVersion, Game, WriteOptions, holds};
use crate::output::{Subject, Template, stem};
use crate::record::Format;
use crate::render::{self, Judged};
use crate::replay::ReplayOptions;
use crate::select::{Selection, Selector};
use crate::text::Encoding;
use crate::words;

/// Write records in another notation or encoding
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
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
    /// The notation to write [default: by the ending of -o]
    #[arg(long, value_name = "FORMAT", value_parser = input::format())]
    to: Option<Format>,
    /// Write to this file; `-` is standard output
    #[arg(short, long = "out", value_name = "FILE", conflicts_with = "out_dir")]
    out: Option<PathBuf>,
    /// Write files of their own into this folder, in the tree of their sources
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// Name each game's file by {stem} {game} {date} {black} {white} {event} {site} {opening} {plies} {winner} {ending}
    #[arg(long, value_name = "TEMPLATE", requires = "out_dir")]
    name: Option<Template>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Encoding of the output
    #[arg(long, value_name = "ENCODING", default_value = Encoding::Utf8.name(), value_parser = input::encoding(), help_heading = "Writing")]
    to_encoding: Encoding,
    /// What becomes of a character that the encoding lacks
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "error",
        help_heading = "Writing"
    )]
    unmappable: Unmappable,
    /// Line ends [default: crlf for Shift_JIS, lf otherwise]
    #[arg(long, value_name = "KIND", help_heading = "Writing")]
    eol: Option<Eol>,
    /// Begin with a byte order mark
    #[arg(long, help_heading = "Writing")]
    bom: bool,
    /// Version of CSA [default: 2.2, or 3.0 where the record needs it]
    #[arg(long, value_name = "VERSION", value_parser = csa_version(), help_heading = "Writing")]
    csa_version: Option<CsaVersion>,
    /// Leave out the variations
    #[arg(long, help_heading = "Writing")]
    main_line: bool,
    /// For sfen and bod: the position after this many moves [default: the last]
    #[arg(long, value_name = "N", help_heading = "Writing")]
    ply: Option<u32>,
    /// For usi: tell the ending by a last token, which not every reader takes
    #[arg(long, help_heading = "Writing")]
    usi_specials: bool,
    /// For sfen: leave out the number of the move
    #[arg(long, help_heading = "Writing")]
    sfen_no_ply: bool,
    /// For jkf: only endings that the schema lists
    #[arg(long, help_heading = "Writing")]
    jkf_schema: bool,
    /// For jkf: handicaps that other programs do not know as boards
    #[arg(long, help_heading = "Writing")]
    jkf_portable: bool,
    /// Exit with 1 when anything is lost
    #[arg(long)]
    no_loss: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    branches: BranchArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// What becomes of a character that the encoding lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Unmappable {
    /// The record is refused
    Error,
    /// It becomes 〓
    Geta,
    /// The record is written in UTF-8
    Utf8,
}

/// Line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Eol {
    /// As on Unix
    Lf,
    /// As on Windows
    Crlf,
}

/// Reads a version of CSA.
fn csa_version() -> impl TypedValueParser<Value = CsaVersion> {
    const ALL: [CsaVersion; 2] = [CsaVersion::V22, CsaVersion::V30];
    PossibleValuesParser::new(ALL.map(CsaVersion::name)).map(|name| {
        let mut all = ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

impl Args {
    /// The notation that the ending of the output's name tells.
    fn format_of_name(&self) -> Option<Format> {
        let name = self.out.as_ref()?.extension()?.to_str()?;
        Format::of_ending(name).map(|(format, _)| format)
    }

    /// The options that were given and do nothing in a notation.
    fn idle(&self, format: Format) -> Vec<&'static str> {
        let one_position = !holds(format, CsaVersion::V30).moves;
        let all = [
            (
                "--csa-version",
                self.csa_version.is_some(),
                format == Format::Csa,
            ),
            ("--ply", self.ply.is_some(), one_position),
            ("--usi-specials", self.usi_specials, format == Format::Usi),
            ("--sfen-no-ply", self.sfen_no_ply, format == Format::Sfen),
            ("--jkf-schema", self.jkf_schema, format == Format::Jkf),
            ("--jkf-portable", self.jkf_portable, format == Format::Jkf),
        ];
        let idle = all.into_iter().filter(|&(_, given, used)| given && !used);
        idle.map(|(name, ..)| name).collect()
    }

    /// Says what of the arguments counts for nothing.
    fn tell_idle(&self, format: Format, ui: Ui) {
        let idle = self.idle(format);
        if !idle.is_empty() {
            ui.note(words::fill(ui.text("convert.idle.text"), |name| {
                Some(match name {
                    "options" => idle.join(", "),
                    _ => format.name().to_owned(),
                })
            }));
        }
        if let Some(named) = self.format_of_name().filter(|&named| named != format) {
            ui.note(words::fill(ui.text("convert.other_ending.text"), |name| {
                Some(match name {
                    "named" => named.name().to_owned(),
                    _ => format.name().to_owned(),
                })
            }));
        }
    }

    /// What to write, or none when nothing says so.
    fn target(&self) -> Option<Target> {
        let format = self.to.or_else(|| self.format_of_name())?;
        Some(Target {
            format,
            write: WriteOptions {
                csa_version: self.csa_version,
                main_line: self.main_line,
                ply: self.ply,
                encoding: self.to_encoding,
                usi_specials: self.usi_specials,
                sfen_no_ply: self.sfen_no_ply,
                jkf_schema: self.jkf_schema,
                jkf_portable: self.jkf_portable,
            },
            line_end: self.eol.map(|eol| match eol {
                Eol::Lf => LineEnd::Lf,
                Eol::Crlf => LineEnd::CrLf,
            }),
            bom: self.bom,
            lacking: match self.unmappable {
                Unmappable::Error => Lacking::Refuse,
                Unmappable::Geta => Lacking::Geta,
                Unmappable::Utf8 => Lacking::Utf8,
            },
        })
    }
}

/// What came of one game.
struct Outcome {
    source: String,
    /// What a template makes of it.
    name: Option<String>,
    bytes: Option<Vec<u8>>,
    encoding: Encoding,
    /// What is to be told, by code.
    lines: Vec<(Code, String)>,
    /// The codes of everything that was lost.
    losses: Vec<Code>,
    has_error: bool,
    kind: Kind,
}

/// What an outcome is about.
#[derive(Debug)]
enum Kind {
    Game,
    /// No record.
    Nothing,
    Unreadable(io::Error),
    Skipped,
}

impl Outcome {
    fn of(source: &str, kind: Kind) -> Outcome {
        Outcome {
            source: source.to_owned(),
            name: None,
            bytes: None,
            encoding: Encoding::Utf8,
            lines: Vec::new(),
            losses: Vec::new(),
            has_error: false,
            kind,
        }
    }
}

/// What a thread works with.
#[derive(Default)]
struct WorkerContext {
    selector: Selector,
    converter: Converter,
}

/// What is the same for every game.
struct Plan<'a> {
    target: Target,
    selection: &'a Selection,
    template: Option<&'a Template>,
    ui: Ui,
    /// How many findings of each code, by its place in the table, have been told.
    told: &'a [AtomicU32],
}

impl Plan<'_> {
    fn work(&self, context: &mut WorkerContext, item: Item<'_>) -> Outcome {
        match item {
            Item::Game(game) => self.convert(context, &game),
            Item::Crashed(game) => {
                let mut outcome = Outcome::of(game.file, Kind::Game);
                let Some(report) = context.selector.fault(self.selection, &game) else {
                    return Outcome::of(game.file, Kind::Skipped);
                };
                self.tell(&report, &mut outcome, report.findings.iter());
                outcome
            }
            Item::Unreadable { file, error } => {
                let error = io::Error::new(error.kind(), error.to_string());
                Outcome::of(file, Kind::Unreadable(error))
            }
            Item::Skipped { file } => Outcome::of(file, Kind::Skipped),
        }
    }

    fn convert(&self, context: &mut WorkerContext, game: &Game<'_>) -> Outcome {
        let csa = self.target.write.csa_version.unwrap_or(CsaVersion::V30);
        let options = ReplayOptions {
            variations: holds(self.target.format, csa).variations && !self.target.write.main_line,
            ..ReplayOptions::default()
        };
        let Some(report) = context.selector.examine(self.selection, game, options) else {
            return Outcome::of(game.file, Kind::Skipped);
        };
        if game.format.is_none() {
            let mut outcome = Outcome::of(game.file, Kind::Nothing);
            self.tell(&report, &mut outcome, report.findings.iter());
            return outcome;
        }
        let converted = context
            .converter
            .convert(report.record, report.replay, &self.target);
        let is_error = |finding: &&Finding| finding.severity == Severity::Error;
        let errors = report.findings.iter().filter(is_error);
        let mut outcome = Outcome {
            bytes: converted.bytes.map(<[u8]>::to_vec),
            encoding: converted.encoding,
            name: self.template.map(|template| {
                let declared = report.replay.declared();
                template.fill(&Subject {
                    stem: stem(game.file),
                    game: game.index,
                    record: report.record,
                    plies: report.replay.plies(),
                    winner: declared.winner.map_or("", |it| it.name()),
                    ending: declared.ending.map_or("", |it| it.name()),
                })
            }),
            ..Outcome::of(game.file, Kind::Game)
        };
        let all = errors.chain(converted.findings);
        self.tell(&report, &mut outcome, all);
        outcome.losses = converted
            .findings
            .iter()
            .map(|finding| finding.code)
            .filter(|code| code.is_loss())
            .collect();
        outcome
    }

    /// Puts findings into words, one line each.
    fn tell<'a>(
        &self,
        report: &Report<'a>,
        outcome: &mut Outcome,
        findings: impl Iterator<Item = &'a Finding>,
    ) {
        for finding in findings {
            outcome.has_error |= finding.severity == Severity::Error;
            let mut line = String::new();
            // What has been told often enough need not be put into words: games come in order.
            let told = self.told[place_of(finding.code)].load(Ordering::Relaxed);
            if told < Reporter::TOLD || self.ui.verbose {
                let judged = Judged {
                    report: *report,
                    findings: vec![finding],
                    status: Some(finding.severity),
                    untold: 0,
                };
                render::push_short(&mut line, &judged, self.ui.lang);
            }
            outcome.lines.push((finding.code, line));
        }
    }
}

/// The place of a code in the table.
fn place_of(code: Code) -> usize {
    CODES.partition_point(|row| row.code < code)
}

/// What is counted over all games.
#[derive(Debug, Default)]
struct Counts {
    written: u64,
    not_written: u64,
    with_losses: u64,
    with_errors: u64,
    failed: bool,
    /// For each code how often it was found.
    codes: BTreeMap<Code, u64>,
}

/// Takes outcomes in order: delivers the games, tells what is to be told.
struct Reporter<'a, 't> {
    ui: Ui,
    writer: OutputWriter<'a>,
    counts: Counts,
    told: &'t [AtomicU32],
    told_overfull: bool,
}

impl Reporter<'_, '_> {
    /// How many lines of one code are told, unless all are asked for.
    const TOLD: u32 = 20;

    fn take(&mut self, outcome: &Outcome) -> io::Result<()> {
        match &outcome.kind {
            Kind::Skipped => return Ok(()),
            Kind::Unreadable(error) => {
                self.ui.cannot_open(&outcome.source, error);
                self.counts.failed = true;
                return Ok(());
            }
            Kind::Game | Kind::Nothing => {}
        }
        if self.writer.is_own(&outcome.source) {
            return Ok(());
        }
        for (code, line) in &outcome.lines {
            *self.counts.codes.entry(*code).or_default() += 1;
            let told = &self.told[place_of(*code)];
            let before = told.load(Ordering::Relaxed);
            if before < Self::TOLD {
                told.store(before + 1, Ordering::Relaxed);
            }
            if before < Self::TOLD || self.ui.verbose {
                self.ui.tell(line);
            }
        }
        self.counts.with_losses += u64::from(!outcome.losses.is_empty());
        self.counts.with_errors += u64::from(outcome.has_error);
        let Some(bytes) = &outcome.bytes else {
            self.counts.not_written += u64::from(matches!(outcome.kind, Kind::Game));
            return Ok(());
        };
        if self.writer.is_overfull() && !std::mem::replace(&mut self.told_overfull, true) {
            self.ui.note(self.ui.text("convert.several"));
        }
        let game = OutputGame {
            source: &outcome.source,
            name: outcome.name.as_deref(),
            bytes,
            encoding: outcome.encoding,
        };
        match self.writer.take(&game) {
            Ok(()) => self.counts.written += 1,
            Err(WriteError::Stream(error)) => return Err(error),
            Err(error @ WriteError::Whole(_, _)) => return Err(whole(error)),
            Err(error) => {
                self.counts.not_written += 1;
                self.counts.failed = true;
                failure(self.ui, &error);
            }
        }
        Ok(())
    }
}

/// The failure of the one file that was to hold all games: it ends the run.
fn whole(error: WriteError) -> io::Error {
    let kind = match &error {
        WriteError::Whole(_, cause) => cause.kind(),
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}

/// Tells why something was not written.
fn failure(ui: Ui, error: &WriteError) {
    let fill = |key, path: &Path, cause: String| {
        words::fill(ui.text(key), |name| match name {
            "path" => Some(path.display().to_string()),
            "cause" => Some(cause.clone()),
            _ => None,
        })
    };
    match error {
        WriteError::Exists(path) => {
            ui.error(fill("cli.exists.text", path, String::new()));
        }
        WriteError::Outside(path) => {
            ui.error(fill("convert.outside", path, String::new()));
        }
        WriteError::Write(path, cause) | WriteError::Whole(path, cause) => {
            ui.error(fill("cli.cannot_write.text", path, cause.to_string()));
        }
        WriteError::OtherEncoding(..) | WriteError::Stream(_) => ui.error(error),
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let started = Instant::now();
    let Some(target) = args.target() else {
        ui.error(ui.text("convert.no_target"));
        return Exit::Failed;
    };
    let Some(selection) = args.selection.selection(args.branches.variations, ui) else {
        return Exit::Failed;
    };
    args.tell_idle(target.format, ui);
    let Some(mut named) = args.input.named(ui) else {
        return Exit::Failed;
    };
    if args.out_dir.is_some() {
        named = distinct(named);
    }
    let to_stream =
        args.out.is_none() && args.out_dir.is_none() || args.out.as_deref() == Some(Path::new("-"));
    if to_stream {
        return ui.print_data(|out| {
            let writer = OutputWriter::to_stream(target, out);
            deliver(args, ui, target, &named, &selection, writer, started)
        });
    }
    let writer = match (&args.out, &args.out_dir) {
        (Some(path), _) => OutputWriter::to_file(target, path, args.force),
        (None, root) => {
            let root = root.as_deref().unwrap_or(Path::new("."));
            Ok(OutputWriter::to_folder(target, root, &named, args.force))
        }
    };
    let done = match writer {
        Ok(writer) => deliver(args, ui, target, &named, &selection, writer, started),
        Err(error) => {
            failure(ui, &error);
            return Exit::Failed;
        }
    };
    done.unwrap_or_else(|error| {
        // A pipe that is named as a file.
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Exit::Clean;
        }
        match error.downcast::<WriteError>() {
            Ok(error) => failure(ui, &error),
            Err(error) => ui.error(error),
        }
        Exit::Failed
    })
}

/// Takes every game from its source to its destination.
fn deliver(
    args: &Args,
    ui: Ui,
    target: Target,
    named: &[PathBuf],
    selection: &Selection,
    writer: OutputWriter<'_>,
    started: Instant,
) -> io::Result<Exit> {
    let told: Vec<AtomicU32> = CODES.iter().map(|_| AtomicU32::new(0)).collect();
    let plan = Plan {
        target,
        selection,
        template: args.name.as_ref(),
        ui,
        told: &told,
    };
    let mut reporter = Reporter {
        ui,
        writer,
        counts: Counts::default(),
        told: &told,
        told_overfull: false,
    };
    let meter = Meter::start(args.work.progress, ui, args.input.bytes());
    let run = Run {
        options: args.input.options(),
        jobs: args.work.jobs(),
        progress: meter.progress(),
    };
    let totals = run.each(
        &mut Inputs::new(named.iter().cloned()),
        WorkerContext::default,
        |context, item| plan.work(context, item),
        |outcome| meter.aside(|| reporter.take(&outcome)),
    )?;
    drop(meter);
    let Reporter {
        writer, mut counts, ..
    } = reporter;
    match writer.finish() {
        Ok(()) => {}
        Err(WriteError::Write(_, error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return Err(error);
        }
        Err(error) => {
            failure(ui, &error);
            counts.failed = true;
        }
    }
    if totals.games == 0 && !counts.failed {
        ui.error(ui.text("cli.nothing_found.text"));
        return Ok(Exit::Failed);
    }
    summary(&counts, started.elapsed(), ui);
    Ok(if counts.failed {
        Exit::Failed
    } else if counts.with_errors > 0 || args.no_loss && counts.with_losses > 0 {
        Exit::Errors
    } else {
        Exit::Clean
    })
}

/// The closing lines on standard error.
fn summary(counts: &Counts, elapsed: Duration, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    for (code, count) in &counts.codes {
        let more = count.saturating_sub(u64::from(Reporter::TOLD));
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
            "seconds" => format!("{:.2}", elapsed.as_secs_f64()),
            _ => return None,
        })
    }));
}
