//! Reports as text: for people, for editors, for programs. Only puts together strings; `cli` writes them.

mod csv;
mod github;
#[cfg(feature = "cli")]
mod human;
mod json;
mod short;

pub(crate) use csv::push_field;
pub use csv::{HEADING as CSV_HEADING, push_csv};
pub use github::push_github;
#[cfg(feature = "cli")]
pub use human::Human;
pub use json::push_record;
pub(crate) use json::push_str as push_json;
pub use short::push_short;

use std::borrow::Cow;

use crate::examine::Report;
use crate::finding::{Code, Finding, Message, Setting, Severity, headline, message};
use crate::shogi::Handicap;
use crate::text::{Place, Places};
use crate::words::Lang;

/// Which findings count.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only these; all when it is empty.
    pub select: Vec<Code>,
    /// But not these.
    pub ignore: Vec<Code>,
    /// Only what is at least as bad.
    pub least: Option<Severity>,
}

impl Selection {
    /// Whether findings of this code count.
    pub fn keeps(&self, code: Code) -> bool {
        (self.select.is_empty() || self.select.contains(&code)) && !self.ignore.contains(&code)
    }

    /// Whether this finding counts.
    pub fn keeps_finding(&self, finding: &Finding) -> bool {
        self.keeps(finding.code) && self.least.is_none_or(|least| finding.severity >= least)
    }
}

/// A report reduced to the findings that count.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The report.
    pub report: Report<'a>,
    /// The findings that count, in the order of the text.
    pub findings: Vec<&'a Finding>,
    /// The worst of them.
    pub status: Option<Severity>,
    /// How many more of them are not told.
    pub untold: usize,
}

impl<'a> Judged<'a> {
    /// Takes from a report what is selected. At most `limit` findings are told; all of them make the status.
    pub fn new(report: Report<'a>, selection: &Selection, limit: Option<usize>) -> Judged<'a> {
        let findings = report.findings.iter();
        let mut findings: Vec<&Finding> = findings
            .filter(|finding| selection.keeps_finding(finding))
            .collect();
        let status = findings.iter().map(|finding| finding.severity).max();
        let all = findings.len();
        findings.truncate(limit.unwrap_or(all));
        Judged {
            report,
            untold: all - findings.len(),
            findings,
            status,
        }
    }

    /// The status in machine output.
    pub fn status_name(&self) -> &'static str {
        self.status.map_or("ok", Severity::name)
    }

    /// Finds places in this game, or nothing when nothing is to be told.
    fn places(&self) -> Option<Places<'a>> {
        (!self.findings.is_empty()).then(|| {
            let report = &self.report;
            Places::new(
                report.game.bytes,
                &report.decision,
                &report.record.text[..report.record.source_len],
            )
        })
    }

    /// The findings with their places.
    pub(crate) fn located(&self) -> impl Iterator<Item = Located<'_>> {
        let places = self.places();
        self.findings.iter().map(move |finding| {
            let game = self.report.game;
            let place = places
                .as_ref()
                .map(|it| it.place(finding.span.start as usize));
            let mut place = place.unwrap_or(Place {
                line: 1,
                column: 1,
                byte: 0,
            });
            place.line += game.line - 1;
            place.byte += game.byte;
            Located {
                finding,
                place,
                quoted: self.quoted(finding),
            }
        })
    }

    /// What stands at the place of a finding: its first line, shortened when it is long.
    fn quoted(&self, finding: &Finding) -> Cow<'a, str> {
        /// The longest text of a file that is quoted, in characters.
        const LONGEST: usize = 120;
        let text = self.report.record.str(finding.span);
        let text = text.lines().next().unwrap_or_default();
        match text.char_indices().nth(LONGEST) {
            None => Cow::Borrowed(text),
            Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        }
    }

    /// What words of this report depend on.
    fn setting<'q>(&self, lang: Lang, quoted: &'q str) -> Setting<'q> {
        let handicap = self.report.record.start.handicap();
        Setting {
            lang,
            notation: self.report.record.notation,
            handicap: handicap.is_some_and(|it| it != Handicap::Even),
            quoted,
        }
    }
}

/// A finding and where it stands in the file.
pub(crate) struct Located<'a> {
    pub(crate) finding: &'a Finding,
    pub(crate) place: Place,
    pub(crate) quoted: Cow<'a, str>,
}

impl Located<'_> {
    /// `E208`.
    pub(crate) fn code(&self) -> String {
        let letter = self.finding.severity.letter();
        format!("{letter}{}", self.finding.code.digits())
    }

    /// The one line of it.
    pub(crate) fn headline(&self, judged: &Judged<'_>, lang: Lang) -> String {
        headline(self.finding, &judged.setting(lang, &self.quoted))
    }

    /// All its words.
    fn message(&self, judged: &Judged<'_>, lang: Lang) -> Message {
        message(self.finding, &judged.setting(lang, &self.quoted))
    }
}
