//! What the columns of a game are made from.

use super::cells::Cells;
use crate::examine::Report;
use crate::finding::Severity;
use crate::opening::{Classifier, Named};
use crate::record::{GameTime, HeaderKey, TimeControl};
use crate::replay::Clocks;

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
        let text = self.header(HeaderKey::StartTime)?;
        GameTime::parse(text).map(|(time, _)| time)
    }

    /// The year, which may be known where the day is not.
    pub fn year(&self) -> Option<i64> {
        if let Some(start) = self.start() {
            return Some(i64::from(start.year));
        }
        let text = self.header(HeaderKey::StartTime)?;
        let digits = text.get(..4)?;
        let follows_digit = text[4..].starts_with(|it: char| it.is_ascii_digit());
        let plain = digits.bytes().all(|it| it.is_ascii_digit()) && !follows_digit;
        digits.parse().ok().filter(|&year| plain && year > 0)
    }

    /// The mean of both ratings.
    pub fn rating(&self) -> Option<f64> {
        let of = |key| self.header(key).and_then(rating);
        let black = of(HeaderKey::BlackRating)?;
        let white = of(HeaderKey::WhiteRating)?;
        Some(f64::midpoint(black, white))
    }

    pub(super) fn findings(&self, severity: Severity) -> u64 {
        self.report.count(severity)
    }
}

/// How a column of this table is filled.
pub(super) type GameFill = fn(&GameRow<'_>, &mut Cells);

/// A rating as headers write it; what is no plain number is none.
pub(super) fn rating(text: &str) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    value.is_finite().then_some(value)
}
