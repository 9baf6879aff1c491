//! Time controls in words: as KIF headers give them in Japanese, as CSA writes them, and as a record has them.

use std::fmt::Write;

use super::{HeaderKey, Notation, Record, TimeControl};
use crate::shogi::{ByColor, Color};

impl TimeControl {
    /// The words for KIF's 持ち時間: the base and the increment. Byoyomi has a header of its own.
    pub fn words(&self) -> String {
        let mut out = String::new();
        push_duration(self.base, &mut out);
        match (self.byoyomi, self.increment) {
            (Some(0), Some(0)) => out.push_str("切れ負け"),
            (_, Some(increment)) if increment > 0 => {
                out.push_str("+1手");
                push_duration(increment, &mut out);
                out.push_str("加算");
            }
            _ => {}
        }
        out
    }

    /// The words for KIF's 秒読み; none without byoyomi.
    pub fn byoyomi_words(&self) -> Option<String> {
        let byoyomi = self.byoyomi.filter(|&it| it > 0)?;
        let mut out = String::new();
        push_duration(byoyomi, &mut out);
        Some(out)
    }

    /// CSA's `$TIME_LIMIT`; none where it has no form for it, or where nothing is said of a byoyomi.
    pub fn limit(&self) -> Option<String> {
        let byoyomi = self.byoyomi.filter(|it| it.is_multiple_of(1000))?;
        let fits = self.increment == Some(0) && self.base.is_multiple_of(60_000);
        let minutes = self.base / 60_000;
        fits.then(|| {
            format!(
                "{:02}:{:02}+{:02}",
                minutes / 60,
                minutes % 60,
                byoyomi / 1000
            )
        })
    }

    /// CSA's `$TIME`; none where nothing is said of byoyomi and increment.
    pub fn time(&self) -> Option<String> {
        let mut out = String::new();
        push_seconds(self.base, &mut out);
        for time in [self.byoyomi?, self.increment?] {
            out.push('+');
            push_seconds(time, &mut out);
        }
        Some(out)
    }
}

impl Record {
    /// The time control of both sides: their own header, else the common one, else what the name of a game on floodgate
    /// says. None where there is none or its words are not understood.
    pub fn time_controls(&self) -> ByColor<Option<TimeControl>> {
        let common = self.header(HeaderKey::TimeLimit).map_or_else(
            || {
                let game = self.server_game().and_then(TimeControl::of_server_game);
                game.or_else(|| {
                    self.header(HeaderKey::Byoyomi)
                        .map(|_| TimeControl::UNKNOWN)
                })
            },
            |text| self.time_control(text),
        );
        ByColor::from_fn(|color| {
            let key = match color {
                Color::Black => HeaderKey::BlackTimeLimit,
                Color::White => HeaderKey::WhiteTimeLimit,
            };
            let mut control = match self.header(key) {
                Some(text) => self.time_control(text)?,
                None => common?,
            };
            if let Some(text) = self.header(HeaderKey::Byoyomi) {
                let time = TimeControl::of_byoyomi(text)?;
                let contradicts = match (control.byoyomi, control.increment) {
                    (None, _) => false,
                    (Some(0), increment) => increment == Some(0) && time != 0,
                    (Some(byoyomi), _) => byoyomi != time,
                };
                if contradicts {
                    return None;
                }
                control.byoyomi = Some(time);
                control.increment = control.increment.or(Some(0));
            }
            if let Some(text) = self.header(HeaderKey::Increment) {
                control.increment = Some(text.parse::<u64>().ok()?.checked_mul(1000)?);
                control.byoyomi = control.byoyomi.or(Some(0));
            }
            Some(control)
        })
    }

    /// The time control, if it is the same for both sides.
    pub fn common_time_control(&self) -> Option<TimeControl> {
        let controls = self.time_controls();
        controls.black.filter(|_| controls.black == controls.white)
    }

    /// The value of a header: in the forms of the standard in CSA, else in words.
    fn time_control(&self, text: &str) -> Option<TimeControl> {
        let of_csa = || TimeControl::of_limit(text).or_else(|| TimeControl::of_time(text));
        let standard = (self.notation == Some(Notation::Csa))
            .then(of_csa)
            .flatten();
        standard.or_else(|| TimeControl::of_words(text))
    }
}

fn push_duration(time: u64, out: &mut String) {
    let (hours, minutes, seconds) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60);
    let from = out.len();
    for (value, unit) in [(hours, "時間"), (minutes, "分"), (seconds, "秒")] {
        if value > 0 {
            let _ = write!(out, "{value}{unit}");
        }
    }
    if out.len() == from {
        out.push_str("0秒");
    }
}

fn push_seconds(time: u64, out: &mut String) {
    let _ = write!(out, "{}", time / 1000);
    if !time.is_multiple_of(1000) {
        let fraction = format!("{:03}", time % 1000);
        let _ = write!(out, ".{}", fraction.trim_end_matches('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_written_read_back_the_same() {
        for (base, byoyomi, increment) in [
            (0, Some(30), Some(0)),
            (3600, Some(60), Some(0)),
            (5415, Some(0), Some(0)),
            (5415, None, None),
            (300, Some(0), Some(10)),
        ] {
            let milliseconds = |it: u64| it * 1000;
            let control = TimeControl {
                base: base * 1000,
                byoyomi: byoyomi.map(milliseconds),
                increment: increment.map(milliseconds),
            };
            if let Some(time) = control.time() {
                assert_eq!(TimeControl::of_words(&time), Some(control));
            }
            let mut words = control.words();
            if let Some(byoyomi) = control.byoyomi_words() {
                words = format!("{words}+{byoyomi}");
            }
            assert_eq!(TimeControl::of_words(&words), Some(control), "{words}");
            if let Some(limit) = control.limit() {
                assert_eq!(TimeControl::of_limit(&limit), Some(control));
            }
        }
    }
}
