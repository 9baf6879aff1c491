//! Time controls in words: as KIF headers give them in Japanese, as CSA writes them, and as a record has them.

use std::fmt::Write;

use super::{HeaderKey, Record, TimeControl};
use crate::shogi::{ByColor, Color};

impl TimeControl {
    /// Reads `6時間`, `各8時間`, `15分+60秒`, `10分切れ負け`, `60分 切れたら1分将棋`, `5分+1手10秒加算`, and the forms of
    /// CSA. None when anything else is said, which then must not be lost.
    pub fn of_words(text: &str) -> Option<TimeControl> {
        let text = text.trim();
        if let Some(control) = TimeControl::of_limit(text).or_else(|| TimeControl::of_time(text)) {
            return Some(control);
        }
        let plain: String = text.chars().map(narrow).collect();
        let mut rest = plain.trim_start_matches(['各', '約']).trim_start();
        let (base, after) = duration(rest)?;
        let mut control = TimeControl {
            base,
            byoyomi: 0,
            increment: 0,
        };
        rest = after.trim();
        for word in ["切れ負け", "切負け", "、切れ負け"] {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim();
        }
        while !rest.is_empty() {
            for word in ["、", "切れたら", "+", "秒読み", "1手ごとに", "1手", "一手"]
            {
                rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
            }
            let (time, after) = duration(rest)?;
            rest = after.trim();
            let (slot, words) = match rest.strip_prefix("加算") {
                Some(after) => (&mut control.increment, after),
                None => (
                    &mut control.byoyomi,
                    rest.strip_prefix("秒読み")
                        .or_else(|| rest.strip_prefix("将棋"))
                        .unwrap_or(rest),
                ),
            };
            if std::mem::replace(slot, time) != 0 {
                return None;
            }
            rest = words.trim();
        }
        Some(control)
    }

    /// The words for KIF's 持ち時間: the base and the increment. Byoyomi has a header of its own.
    pub fn words(&self) -> String {
        let mut out = String::new();
        push_duration(self.base, &mut out);
        if self.increment > 0 {
            out.push_str("+1手");
            push_duration(self.increment, &mut out);
            out.push_str("加算");
        }
        out
    }

    /// The words for KIF's 秒読み; none without byoyomi.
    pub fn byoyomi_words(&self) -> Option<String> {
        let mut out = String::new();
        push_duration(self.byoyomi, &mut out);
        (self.byoyomi > 0).then_some(out)
    }

    /// CSA's `$TIME_LIMIT`; none where it has no form for it.
    pub fn limit(&self) -> Option<String> {
        let fits = self.increment == 0
            && self.base.is_multiple_of(60_000)
            && self.byoyomi.is_multiple_of(1000);
        let minutes = self.base / 60_000;
        fits.then(|| {
            format!(
                "{:02}:{:02}+{:02}",
                minutes / 60,
                minutes % 60,
                self.byoyomi / 1000
            )
        })
    }

    /// CSA's `$TIME`.
    pub fn time(&self) -> String {
        let mut out = String::new();
        for (at, time) in [self.base, self.byoyomi, self.increment]
            .into_iter()
            .enumerate()
        {
            if at > 0 {
                out.push('+');
            }
            push_seconds(time, &mut out);
        }
        out
    }
}

impl Record {
    /// The time control of both sides: their own header, else the common one, else what the name of a game on floodgate
    /// says. None where there is none or its words are not understood.
    pub fn time_controls(&self) -> ByColor<Option<TimeControl>> {
        let common = self.header(HeaderKey::TimeLimit).map_or_else(
            || {
                let game = self.server_game().and_then(TimeControl::of_server_game);
                game.or_else(|| self.header(HeaderKey::Byoyomi).map(|_| TimeControl::NONE))
            },
            TimeControl::of_words,
        );
        ByColor::from_fn(|color| {
            let key = match color {
                Color::Black => HeaderKey::BlackTimeLimit,
                Color::White => HeaderKey::WhiteTimeLimit,
            };
            let mut control = match self.header(key) {
                Some(text) => TimeControl::of_words(text)?,
                None => common?,
            };
            if let Some(text) = self.header(HeaderKey::Byoyomi) {
                let (time, rest) = duration(text.trim())?;
                if !rest.is_empty() || control.byoyomi != 0 && control.byoyomi != time {
                    return None;
                }
                control.byoyomi = time;
            }
            if let Some(text) = self.header(HeaderKey::Increment) {
                control.increment = text.parse::<u64>().ok()?.checked_mul(1000)?;
            }
            Some(control)
        })
    }
}

impl TimeControl {
    const NONE: TimeControl = TimeControl {
        base: 0,
        byoyomi: 0,
        increment: 0,
    };
}

/// Full-width digits and signs as their ASCII twins.
fn narrow(sign: char) -> char {
    match sign {
        '\u{3000}' => ' ',
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(sign) - 0xFEE0).unwrap_or(sign),
        _ => sign,
    }
}

/// `1時間30分15秒` in milliseconds, and the rest.
fn duration(text: &str) -> Option<(u64, &str)> {
    let mut rest = text;
    let mut total = 0u64;
    let mut found = false;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(value) = rest[..digits].parse::<u64>() else {
            break;
        };
        let after = &rest[digits..];
        let units = [("時間", 3_600_000), ("分", 60_000), ("秒", 1000)];
        let unit = units.iter().find_map(|(unit, factor)| {
            let after = after.strip_prefix(unit)?;
            Some((after, value.checked_mul(*factor)?))
        });
        let Some((after, time)) = unit else { break };
        total = total.checked_add(time)?;
        rest = after;
        found = true;
    }
    found.then_some((total, rest))
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

    fn read(text: &str) -> Option<(u64, u64, u64)> {
        let seconds = |it: u64| it / 1000;
        TimeControl::of_words(text)
            .map(|it| (seconds(it.base), seconds(it.byoyomi), seconds(it.increment)))
    }

    #[test]
    fn words_of_many_hands_are_read() {
        for (text, expected) in [
            ("6時間", (21_600, 0, 0)),
            ("各8時間", (28_800, 0, 0)),
            ("９時間", (32_400, 0, 0)),
            ("1時間01分", (3660, 0, 0)),
            ("15分+60秒", (900, 60, 0)),
            ("15分＋30秒", (900, 30, 0)),
            ("10分切れ負け", (600, 0, 0)),
            ("60分 切れたら1分将棋", (3600, 60, 0)),
            ("15分 秒読み30秒", (900, 30, 0)),
            ("5分+1手10秒加算", (300, 0, 10)),
            ("00:25+00", (1500, 0, 0)),
            ("900+0+5", (900, 0, 5)),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        for text in ["", "15分＋30秒＋（考慮時間10分）", "チェスクロック", "6"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn words_that_are_written_read_back_the_same() {
        for (base, byoyomi, increment) in [(0, 30, 0), (3600, 60, 0), (5415, 0, 0), (300, 0, 10)] {
            let control = TimeControl {
                base: base * 1000,
                byoyomi: byoyomi * 1000,
                increment: increment * 1000,
            };
            assert_eq!(TimeControl::of_words(&control.time()), Some(control));
            let mut words = control.words();
            if let Some(byoyomi) = control.byoyomi_words() {
                words = format!("{words}+{byoyomi}");
            }
            assert_eq!(TimeControl::of_words(&words), Some(control), "{words}");
            if let Some(limit) = control.limit() {
                assert_eq!(TimeControl::of_words(&limit), Some(control));
            }
        }
    }
}
