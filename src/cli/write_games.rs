//! Games on their way into files: what is told of them, what is counted, and where they go.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Ui;
use super::run::Turn;
use crate::convert::{
    Converter, Games, NotWritten, Outcome, OutputGame, OutputWriter, Plan, WriteError,
};
use crate::examine::Report;
use crate::finding::{CODES, Code, Finding};
use crate::render::{self, Judged};
use crate::select::{Selection, Selector};
use crate::words::{self, Lang};

/// How often each code has been told.
pub(super) struct Told {
    all: bool,
    /// By the place of the code in the table.
    counts: Vec<AtomicU32>,
}

impl Told {
    /// How many lines of one code are told, unless all are asked for.
    pub(super) const MOST: u32 = 20;

    pub(super) fn new(all: bool) -> Told {
        Told {
            all,
            counts: CODES.iter().map(|_| AtomicU32::new(0)).collect(),
        }
    }

    fn count(&self, code: Code) -> &AtomicU32 {
        &self.counts[CODES.partition_point(|row| row.code < code)]
    }

    /// Whether one more of a code is to be told.
    fn wants(&self, code: Code) -> bool {
        self.all || self.count(code).load(Ordering::Relaxed) < Told::MOST
    }

    /// The same, and counts it.
    fn take(&self, code: Code) -> bool {
        let wanted = self.wants(code);
        if wanted && !self.all {
            self.count(code).fetch_add(1, Ordering::Relaxed);
        }
        wanted
    }
}

/// What came of one game, with what is to be told of it.
pub(super) struct Written {
    outcome: Outcome,
    /// Lines, by the code of the finding.
    lines: Vec<(Code, String)>,
}

/// What a thread works with.
#[derive(Default)]
pub(super) struct WorkerContext {
    selector: Selector,
    converter: Converter,
}

impl WorkerContext {
    /// Converts one game, and puts what is to be told of it into words. None when it is not wanted.
    pub(super) fn convert(
        &mut self,
        plan: &Plan<'_>,
        turn: &Turn<'_>,
        selection: &Selection,
        told: &Told,
        lang: Lang,
    ) -> Option<Written> {
        let report = turn.selected(&mut self.selector, selection, plan.options())?;
        let mut lines = Vec::new();
        let tell = |finding: &Finding| {
            let mut line = String::new();
            // What has been told often enough need not be put into words: games come in order.
            if told.wants(finding.code) {
                push_line(&mut line, &report, finding, lang);
            }
            lines.push((finding.code, line));
        };
        let outcome = if turn.crashed {
            Plan::crashed(turn.source, &report, tell)
        } else {
            plan.convert(&mut self.converter, turn.source, &report, tell)
        };
        Some(Written { outcome, lines })
    }
}

fn push_line(out: &mut String, report: &Report<'_>, finding: &Finding, lang: Lang) {
    let judged = Judged {
        report: *report,
        findings: vec![finding],
        status: Some(finding.severity),
        untold: 0,
    };
    render::push_short(out, &judged, lang);
}

/// What is counted over all games.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) written: u64,
    pub(super) not_written: u64,
    pub(super) with_losses: u64,
    pub(super) with_errors: u64,
    pub(super) failed: bool,
    /// For each code how often it was found.
    pub(super) codes: BTreeMap<Code, u64>,
}

impl Counts {
    /// Games that passed for written did not arrive after all.
    fn take_back(&mut self, ui: Ui, failure: &NotWritten) {
        let count = failure.games.as_ref().map_or(self.written, Games::count);
        self.written -= count;
        self.not_written += count;
        self.failed = true;
        tell_failure(ui, &failure.error);
        if let Some(games) = &failure.games {
            ui.error(words::fill(
                ui.text("convert.not_written.text"),
                |name| match name {
                    "path" => Some(games.source.name().to_owned()),
                    "games" => Some(runs(games)),
                    _ => None,
                },
            ));
        }
    }
}

/// The numbers of games, as `1-3, 7`.
fn runs(games: &Games) -> String {
    let runs = games.runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Takes games in order: tells what is to be told of them, and writes them.
pub(super) struct Reporter<'a, 't> {
    ui: Ui,
    writer: OutputWriter<'a>,
    counts: Counts,
    told: &'t Told,
    told_overfull: bool,
}

impl<'a, 't> Reporter<'a, 't> {
    pub(super) fn new(ui: Ui, writer: OutputWriter<'a>, told: &'t Told) -> Reporter<'a, 't> {
        Reporter {
            ui,
            writer,
            counts: Counts::default(),
            told,
            told_overfull: false,
        }
    }

    /// How many games were taken, written or not.
    pub(super) fn games(&self) -> u64 {
        self.counts.written + self.counts.not_written
    }

    /// Takes one game.
    ///
    /// # Errors
    /// When the stream or the one file that is to hold all games cannot be written.
    pub(super) fn take(&mut self, written: &Written) -> io::Result<()> {
        let Written { outcome, lines } = written;
        if self.writer.is_own(&outcome.source) {
            return Ok(());
        }
        for (code, line) in lines {
            *self.counts.codes.entry(*code).or_default() += 1;
            if self.told.take(*code) {
                self.ui.tell(line);
            }
        }
        self.counts.with_losses += u64::from(outcome.has_losses);
        self.counts.with_errors += u64::from(outcome.has_error);
        let Some(bytes) = &outcome.bytes else {
            self.counts.not_written += 1;
            return Ok(());
        };
        if self.writer.is_overfull() && !std::mem::replace(&mut self.told_overfull, true) {
            self.ui.note(self.ui.text("convert.several"));
        }
        let game = OutputGame {
            source: &outcome.source,
            index: outcome.index,
            name: outcome.name.as_deref(),
            bytes,
            encoding: outcome.encoding,
        };
        match self.writer.take(&game) {
            Ok(failure) => {
                self.counts.written += 1;
                if let Some(failure) = failure {
                    self.counts.take_back(self.ui, &failure);
                }
                Ok(())
            }
            Err(WriteError::Stream(error)) => Err(error),
            Err(error) => Err(whole(error)),
        }
    }

    /// Puts what is under way into its place.
    ///
    /// # Errors
    /// When it is a pipe that nobody reads.
    pub(super) fn finish(self) -> io::Result<Counts> {
        let mut counts = self.counts;
        match self.writer.finish() {
            None => Ok(counts),
            Some(NotWritten {
                error: WriteError::Write(_, error),
                ..
            }) if error.kind() == io::ErrorKind::BrokenPipe => Err(error),
            Some(failure) => {
                counts.take_back(self.ui, &failure);
                Ok(counts)
            }
        }
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
pub(super) fn tell_failure(ui: Ui, error: &WriteError) {
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
