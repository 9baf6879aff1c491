//! What comes of one game: its bytes in the other notation, and its name.

use std::sync::Arc;

use super::{Converter, Target};
use crate::examine::Report;
use crate::finding::{Finding, Severity};
use crate::input::Source;
use crate::notation::{CsaVersion, holds};
use crate::output::{Subject, Template};
use crate::replay::ReplayOptions;
use crate::text::Encoding;

/// What is the same for every game.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// What to make of it.
    pub target: Target,
    /// How its file is to be named; by its source when nothing says so.
    pub template: Option<&'a Template>,
}

/// What came of one game.
#[derive(Debug)]
pub struct Outcome {
    /// Where it comes from.
    pub source: Arc<Source>,
    /// Which game of it, from 1.
    pub index: u32,
    /// What a template makes of it.
    pub name: Option<String>,
    /// The game in the other notation; none when it was refused.
    pub bytes: Option<Vec<u8>>,
    /// The encoding of the bytes.
    pub encoding: Encoding,
    /// Whether anything was lost.
    pub has_losses: bool,
    /// Whether the record has an error, or was refused for one.
    pub has_error: bool,
}

impl Plan<'_> {
    /// How a game must be replayed for this.
    pub fn options(&self) -> ReplayOptions {
        let csa = self.target.write.csa_version.unwrap_or(CsaVersion::V30);
        ReplayOptions {
            variations: holds(self.target.notation, csa).variations && !self.target.write.main_line,
            ..ReplayOptions::default()
        }
    }

    /// Converts a game, and hands on every finding that is to be told: errors of the record, and what was lost.
    pub fn convert(
        &self,
        converter: &mut Converter,
        source: &Arc<Source>,
        report: &Report<'_>,
        mut tell: impl FnMut(&Finding),
    ) -> Outcome {
        let mut outcome = Outcome {
            source: source.clone(),
            index: report.game.index,
            name: None,
            bytes: None,
            encoding: Encoding::Utf8,
            has_losses: false,
            has_error: false,
        };
        let mut take = |finding: &Finding| {
            outcome.has_error |= finding.severity == Severity::Error;
            outcome.has_losses |= finding.code.is_loss();
            tell(finding);
        };
        if report.game.notation.is_none() {
            report.findings.iter().for_each(take);
            return outcome;
        }
        let converted = converter.convert(report.record, report.replay, &self.target);
        let is_error = |finding: &&Finding| finding.severity == Severity::Error;
        report.findings.iter().filter(is_error).for_each(&mut take);
        converted.findings.iter().for_each(take);
        outcome.bytes = converted.bytes.map(<[u8]>::to_vec);
        outcome.encoding = converted.encoding;
        outcome.name = self.template.map(|template| {
            let declared = report.replay.declared();
            template.fill(&Subject {
                stem: source.stem(),
                game: report.game.index,
                record: report.record,
                plies: report.replay.plies(),
                winner: declared.winner.map_or("", |it| it.name()),
                ending: declared.ending.map_or("", |it| it.name()),
            })
        });
        outcome
    }

    /// What becomes of a game at which the program failed: nothing.
    pub fn crashed(
        source: &Arc<Source>,
        report: &Report<'_>,
        tell: impl FnMut(&Finding),
    ) -> Outcome {
        report.findings.iter().for_each(tell);
        Outcome {
            source: source.clone(),
            index: report.game.index,
            name: None,
            bytes: None,
            encoding: Encoding::Utf8,
            has_losses: false,
            has_error: true,
        }
    }
}
