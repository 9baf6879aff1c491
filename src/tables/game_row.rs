//! What the columns of a game are made from.

use super::cells::Cells;
use crate::examine::Report;
use crate::finding::Severity;
use crate::opening::{Classifier, Named};
use crate::record::{GameTime, HeaderKey, TimeControl};
use crate::replay::Clocks;
use crate::shogi::Color;

/// All that the columns of a game are made from.
#[derive(Clone, Copy, Debug)]
pub struct GameRow<'a> {
    /// The game.
    pub report: &'a Report<'a>,
    /// What it is called.
    pub named: Named,
    /// What named it, to be asked for more.
    pub classifier: &'a Classifier,
    /// The time each side used.
    pub times: Clocks,
    /// The time control, where both sides have the same.
    pub control: Option<TimeControl>,
}

impl<'a> GameRow<'a> {
    /// The row of a game, which `classifier` names.
    pub fn new(report: &'a Report<'a>, classifier: &'a mut Classifier) -> GameRow<'a> {
        let named = classifier.name(report.record, report.replay);
        GameRow {
            named,
            ..GameRow::without_names(report, classifier)
        }
    }

    /// The same without openings and castles, for those who do not ask for them.
    pub fn without_names(report: &'a Report<'a>, classifier: &'a Classifier) -> GameRow<'a> {
        GameRow {
            report,
            named: Named::default(),
            classifier,
            times: report.replay.clocks(report.record),
            control: report.record.common_time_control(),
        }
    }

    pub(super) fn header(&self, key: HeaderKey) -> Option<&'a str> {
        self.report.record.header(key)
    }

    /// When the game began: the date, and the time of day where it is given.
    pub fn start(&self) -> Option<GameTime> {
        self.report.record.start_time()
    }

    /// The year, which may be known where the day is not.
    pub fn year(&self) -> Option<i64> {
        self.report.record.year().map(i64::from)
    }

    /// The mean of both ratings.
    pub fn rating(&self) -> Option<f64> {
        let record = self.report.record;
        let black = record.rating(Color::Black)?;
        let white = record.rating(Color::White)?;
        Some(f64::midpoint(black, white))
    }

    pub(super) fn findings(&self, severity: Severity) -> u64 {
        self.report.count(severity)
    }
}

/// How a column of this table is filled.
pub(super) type GameFill = fn(&GameRow<'_>, &mut Cells);
