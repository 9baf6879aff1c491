//! `kifu check`: every game judged, findings shown, a summary at the end.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::input::{InputArgs, WorkArgs};
use super::{Exit, Ui};
use crate::finding::{Code, Severity, terms, title};
use crate::format::{self, Cutter, Game, promised};
use crate::lang;
use crate::render::{self, Human, Judged, Selection};
use crate::replay::{ReplayOptions, Rules};
use crate::report::Examiner;
use crate::text::{Decision, detect};

/// Judge records: moves, endings, clocks, headers, bytes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kifu check game.kif                         findings with their place in the file
  kifu check games/ --output short            one line a finding, for grep and editors
  kifu check games/ --output ndjson           one JSON object a game, for programs
  kifu check --strict --ignore date_form *.csa
  find . -name '*.kif' | kifu check --files-from -

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
    /// The rules under which declared ends are judged
    #[arg(long, value_name = "RULES", default_value = Rules::Jsa.name(), value_parser = rules())]
    rules: Rules,
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

/// Reads the name of a set of rules.
fn rules() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name)).map(|name| {
        let mut all = Rules::ALL.into_iter();
        all.find(|it| it.name() == name).expect("one of them")
    })
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
    fn add(&mut self, judged: &Judged<'_>) {
        let place = match judged.status {
            None => 0,
            Some(Severity::Note) => 1,
            Some(Severity::Warning) => 2,
            Some(Severity::Error) => 3,
        };
        self.games[place] += 1;
        for (code, count) in judged.report.counts {
            *self.codes.entry(*code).or_default() += u64::from(*count);
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

pub(super) fn run(args: &Args, ui: Ui) -> Exit {
    let started = Instant::now();
    let selection = Selection {
        select: args.select.clone(),
        ignore: args.ignore.clone(),
    };
    let options = ReplayOptions {
        variations: args.variations,
        rules: args.rules,
    };
    let human = Human::new(ui.lang);
    let mut counts = Counts::default();
    let mut failed = false;
    let mut files = args.input.paths.clone();
    if let Some(list) = &args.input.files_from {
        let text = if list == Path::new("-") {
            std::io::read_to_string(std::io::stdin())
        } else {
            std::fs::read_to_string(list)
        };
        match text {
            Ok(text) => files.extend(text.lines().map(Into::into)),
            Err(error) => {
                ui.error(format_args!("{}: {error}", list.display()));
                return Exit::Failed;
            }
        }
    }
    let write = |out: &mut dyn Write| {
        let mut examiner = Examiner::default();
        let mut text = String::new();
        match args.output {
            Output::Json => out.write_all(b"[")?,
            Output::Csv => out.write_all(render::CSV_HEADING.as_bytes())?,
            _ => {}
        }
        for path in &files {
            let bytes = if path == Path::new("-") {
                let mut bytes = Vec::new();
                std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
            } else {
                std::fs::read(path)
            };
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(error) => {
                    ui.error(format_args!("{}: {error}", path.display()));
                    failed = true;
                    continue;
                }
            };
            let name = path.display().to_string();
            for game in games(&name, &bytes, &args.input) {
                let report = examiner.examine(&game, options);
                let judged = Judged::new(report, &selection, args.max_findings);
                counts.add(&judged);
                text.clear();
                match args.output {
                    Output::Text => human.push(&mut text, &judged),
                    Output::Short => render::push_short(&mut text, &judged, ui.lang),
                    Output::Csv => render::push_csv(&mut text, &judged),
                    Output::Github => render::push_github(&mut text, &judged),
                    Output::Ndjson => {
                        render::push_record(&mut text, &judged);
                        text.push('\n');
                    }
                    Output::Json => {
                        text.push_str(if counts.total() > 1 { ",\n" } else { "\n" });
                        render::push_record(&mut text, &judged);
                    }
                }
                out.write_all(text.as_bytes())?;
            }
        }
        if args.output == Output::Json {
            out.write_all(b"\n]\n")?;
        }
        Ok(Exit::Clean)
    };
    let printed = match args.output {
        Output::Text => ui.print(write),
        _ => ui.print_data(write),
    };
    let exit = counts.exit(args.strict).max(printed);
    summary(&counts, started.elapsed(), ui);
    if failed { Exit::Failed } else { exit }
}

/// The games of a file.
fn games<'a>(name: &'a str, bytes: &'a [u8], input: &InputArgs) -> Vec<Game<'a>> {
    let decision = match input.encoding {
        Some(encoding) => Decision::forced(encoding, bytes),
        None => detect(bytes, true),
    };
    let format = input
        .from
        .or_else(|| format::detect(bytes, &decision, promised(name)));
    let mut cutter = Cutter::new(format, &decision);
    let mut games = Vec::new();
    while let Some(section) = cutter.next(bytes, true) {
        games.push(Game {
            file: name,
            index: section.index,
            line: section.line,
            byte: section.byte,
            bytes: &bytes[section.range],
            decision: section.decision,
            format: section.format,
        });
    }
    games
}

/// The closing lines on standard error.
fn summary(counts: &Counts, elapsed: Duration, ui: Ui) {
    let number = |it: u64| terms::number(ui.lang, it);
    if ui.verbose {
        for (code, count) in &counts.codes {
            let title = title(ui.lang, *code);
            ui.note(format_args!(
                "{:>10}  {}  {title}",
                number(*count),
                code.digits()
            ));
        }
    }
    let speed = u128::from(counts.total()) * 1_000_000 / elapsed.as_micros().max(1);
    ui.note(lang::fill(ui.text("check.summary"), |name| {
        Some(match name {
            "games" => number(counts.total()),
            "ok" => number(counts.games[0]),
            "notes" => number(counts.games[1]),
            "warnings" => number(counts.games[2]),
            "errors" => number(counts.games[3]),
            "seconds" => format!("{:.2}", elapsed.as_secs_f64()),
            "speed" => number(speed as u64),
            _ => return None,
        })
    }));
}
