//! `kifu check`: every game judged, findings shown, a summary at the end.

use std::collections::BTreeMap;
use std::io;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::fold::{Fold, Told};
use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::selection::SelectionArgs;
use super::sheet::{SEPARATOR, Sheet};
use super::ui::Styles;
use super::{Exit, Ui, text_books};
use crate::examine::Report;
use crate::finding::{Code, Severity, terms, title};
use crate::render::{self, Human, Judged, Selection};
use crate::replay::{ReplayOptions, Rules};
use crate::words::{self, Lang};

/// Judge records: moves, endings, clocks, headers, bytes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu check game.kif                         findings with their place in the file
  kifu check games/ --output short            one line a finding, for grep and editors
  kifu check games/ --output ndjson           one JSON object a game, for programs
  kifu check --strict --ignore date_form *.csa
  find . -name '*.kif' | kifu check --files-from -
  kifu check one.db                           a text book of YaneuraOu: its lines, moves and order

Exit status: 0 no errors, 1 a record has an error (with --strict: or a warning), 2 the job failed.")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    /// How to print
    #[arg(long, value_name = "FORM", default_value = "text")]
    output: Output,
    /// Count warnings as errors for the exit status
    #[arg(long)]
    strict: bool,
    /// Report only these codes or names
    #[arg(long, value_name = "CODE|NAME", value_delimiter = ',', value_parser = code)]
    select: Vec<Code>,
    /// Do not report these codes or names
    #[arg(long, value_name = "CODE|NAME", value_delimiter = ',', value_parser = code)]
    ignore: Vec<Code>,
    /// Judge every variation, not only the main line
    #[arg(long)]
    variations: bool,
    /// Show at most so many findings of each game
    #[arg(long, value_name = "N")]
    max_findings: Option<usize>,
    /// Report only what is at least so bad
    #[arg(long, value_name = "SEVERITY", value_parser = severity())]
    min_severity: Option<Severity>,
    /// As text: show every finding, also those of a kind after the third of a file
    #[arg(long)]
    all_findings: bool,
    /// The rules under which declared ends are judged
    #[arg(long, value_name = "RULES", default_value = Rules::Jsa.name(), value_parser = rules())]
    rules: Rules,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Ways to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Output {
    /// For people: the line of the file, marked
    Text,
    /// One line a finding
    Short,
    /// One array with an object for each game
    Json,
    /// One object a line for each game
    Ndjson,
    /// One row a finding
    Csv,
    /// Workflow commands of GitHub
    Github,
}

/// Reads a code or the name of one.
fn code(text: &str) -> Result<Code, String> {
    Code::find(text).ok_or_else(|| "no such code; `kifu explain` lists them all".to_owned())
}

/// Reads the name of a severity.
fn severity() -> impl TypedValueParser<Value = Severity> {
    const ALL: [Severity; 3] = [Severity::Note, Severity::Warning, Severity::Error];
    PossibleValuesParser::new(ALL.map(Severity::name)).map(|name| {
        let mut all = ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

/// Reads the name of a set of rules.
pub(super) fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name)).map(|name| {
        let mut all = Rules::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
}

/// What becomes of a batch of games.
#[derive(Default)]
struct Batch {
    /// What is printed.
    text: String,
    /// What is shown to people, to be folded.
    told: Vec<Told>,
    counts: Counts,
}

/// What is counted over all games.
#[derive(Debug, Default)]
struct Counts {
    /// Games without findings, with notes, with warnings, with errors.
    games: [u64; 4],
    /// How often each code was found.
    codes: BTreeMap<Code, u64>,
}

impl Counts {
    fn add(&mut self, judged: &Judged<'_>, selection: &Selection) {
        let place = match judged.status {
            None => 0,
            Some(Severity::Note) => 1,
            Some(Severity::Warning) => 2,
            Some(Severity::Error) => 3,
        };
        self.games[place] += 1;
        let counts = judged.report.counts.iter();
        let counts = counts.filter(|(code, _)| selection.keeps(*code));
        let is_bad_enough = |code: Code| {
            let mut all = judged.report.findings.iter();
            selection.least.is_none()
                || all.any(|it| it.code == code && selection.keeps_finding(it))
        };
        for (code, count) in counts.filter(|(code, _)| is_bad_enough(*code)) {
            *self.codes.entry(*code).or_default() += u64::from(*count);
        }
    }

    fn merge(&mut self, other: Counts) {
        for (sum, more) in self.games.iter_mut().zip(other.games) {
            *sum += more;
        }
        for (code, count) in other.codes {
            *self.codes.entry(code).or_default() += count;
        }
    }

    fn total(&self) -> u64 {
        self.games.iter().sum()
    }

    fn exit(&self, strict: bool) -> Exit {
        let bad = self.games[3] + if strict { self.games[2] } else { 0 };
        if bad > 0 { Exit::Errors } else { Exit::Clean }
    }
}

/// Turns reports into what is printed of them.
struct Printer<'a> {
    args: &'a Args,
    lang: Lang,
    selection: Selection,
    human: Human,
    /// Whether nobody named a file, so that the endings of their names are not worth a word each.
    folders_only: bool,
}

impl Printer<'_> {
    /// Adds what is printed of one game.
    fn push(&self, out: &mut String, judged: &Judged<'_>) {
        match self.args.output {
            // It is folded later.
            Output::Text => {}
            Output::Short => render::push_short(out, judged, self.lang),
            Output::Csv => render::push_csv(out, judged),
            Output::Github => render::push_github(out, judged),
            Output::Ndjson => {
                render::push_record(out, judged);
                out.push('\n');
            }
            Output::Json => {
                out.push_str(SEPARATOR);
                render::push_record(out, judged);
            }
        }
    }

    /// Judges one game.
    fn judge(&self, text: &mut String, report: &Report<'_>, batch: &mut Batch) {
        let judged = Judged::new(*report, &self.selection, self.args.max_findings);
        text.clear();
        self.push(text, &judged);
        if self.args.output == Output::Text && judged.status.is_some() {
            let mut findings = self.human.findings(&judged);
            if self.folders_only && !self.args.all_findings {
                findings.retain(|(code, _)| *code != Code::EncodingExtension);
            }
            batch.told.push(Told {
                file: judged.report.game.file.to_owned(),
                findings,
                left_out: self.human.left_out(&judged),
            });
        }
        batch.counts.add(&judged, &self.selection);
        batch.text.push_str(text);
    }
}

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let printer = Printer {
        args,
        lang: ui.lang,
        selection: Selection {
            select: args.select.clone(),
            ignore: args.ignore.clone(),
            least: args.min_severity,
        },
        human: Human::new(ui.lang),
        folders_only: args.input.are_folders(),
    };
    let Some(games) = args.selection.selection(args.variations, ui) else {
        return Exit::Failed;
    };
    let books = args.input.text_books();
    let runner = if books.is_empty() || !args.input.is_only(&books) {
        let Some(inputs) = args.input.inputs_but(&books, ui) else {
            return Exit::Failed;
        };
        Some(Runner::over(inputs, &args.input, &args.work, ui))
    } else {
        None
    };
    let options = ReplayOptions {
        variations: args.variations,
        rules: args.rules,
    };
    let styles = match args.output {
        Output::Text => Styles::Fitted,
        _ => Styles::Kept,
    };
    let mut counts = Counts::default();
    let mut of_books = Counts::default();
    let mut fold = Fold::new(ui.lang, args.all_findings);
    let ran = ui.print_as(styles, |out| {
        let mut sheet = match args.output {
            Output::Json => Sheet::array(out)?,
            Output::Csv => Sheet::lines(out, render::CSV_HEADING)?,
            _ => Sheet::lines(out, "")?,
        };
        let mut exit = Exit::Clean;
        if !books.is_empty() {
            let mut text = String::new();
            exit = text_books::check(&books, ui, |report| {
                let mut batch = Batch::default();
                printer.judge(&mut text, report, &mut batch);
                of_books.merge(show(batch, &mut fold, &mut sheet)?);
                Ok(())
            })?;
        }
        let ran = runner.map(|runner| {
            runner.reports(
                &games,
                options,
                String::new,
                |text, report, batch| printer.judge(text, report, batch),
                |batch: Batch| {
                    counts.merge(show(batch, &mut fold, &mut sheet)?);
                    Ok(())
                },
            )
        });
        let ran = ran.transpose()?;
        sheet.add(&fold.end())?;
        sheet.end()?;
        Ok((ran, exit))
    });
    match ran {
        Err(exit) => exit,
        Ok((ran, books)) => {
            let records = counts.exit(args.strict).max(of_books.exit(args.strict));
            let Some(ran) = ran else {
                return books.max(records);
            };
            if !ran.is_empty() {
                let table = ui.verbose || args.output == Output::Text && counts.total() > 1;
                summary(&counts, table, &ran, ui);
            }
            ran.exit(books.max(records))
        }
    }
}

/// Prints what came of a batch, folded where it is for people, and hands on what is counted.
fn show(batch: Batch, fold: &mut Fold, sheet: &mut Sheet<'_>) -> io::Result<Counts> {
    let folded: String = batch.told.iter().map(|it| fold.add(it)).collect();
    sheet.add(&folded)?;
    sheet.add(&batch.text)?;
    Ok(batch.counts)
}

/// The closing lines on standard error.
fn summary(counts: &Counts, table: bool, ran: &Ran, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    if table {
        let mut codes: Vec<_> = counts.codes.iter().collect();
        codes.sort_by_key(|&(code, count)| (std::cmp::Reverse(*count), code));
        for (code, count) in codes {
            let title = title(ui.lang, *code);
            ui.note(format_args!(
                "{:>10}  {}  {title}",
                number(*count),
                code.digits()
            ));
        }
    }
    ui.note(words::fill(ui.text("check.summary"), |name| {
        Some(match name {
            "files" => number(ran.totals.files),
            "games" => number(counts.total()),
            "ok" => number(counts.games[0]),
            "notes" => number(counts.games[1]),
            "warnings" => number(counts.games[2]),
            "errors" => number(counts.games[3]),
            "seconds" => ran.seconds(),
            "speed" => number(ran.speed(counts.total())),
            _ => return None,
        })
    }));
}
