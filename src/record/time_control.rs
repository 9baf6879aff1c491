//! Time controls as CSA headers and floodgate's game names give them.

use super::{HeaderKey, Record};

/// A time control of one side, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for the whole game.
    pub base: u64,
    /// The time for each move once the base is used up; none where nothing is said of it, which is not the same as 0.
    pub byoyomi: Option<u64>,
    /// What each move adds; none where nothing is said of it.
    pub increment: Option<u64>,
}

impl TimeControl {
    pub(super) const UNKNOWN: TimeControl = TimeControl {
        base: 0,
        byoyomi: None,
        increment: None,
    };

    /// Reads CSA's `$TIME_LIMIT`: `00:25+00`, hours, minutes and seconds of byoyomi.
    pub fn of_limit(text: &str) -> Option<TimeControl> {
        let (clock, byoyomi) = text.split_once('+')?;
        let (hours, minutes) = clock.split_once(':')?;
        let minutes = digits(minutes)?;
        Some(TimeControl {
            base: (digits(hours)?.checked_mul(60)?.checked_add(minutes)?).checked_mul(60_000)?,
            byoyomi: Some(digits(byoyomi)?.checked_mul(1000)?),
            increment: Some(0),
        })
    }

    /// Reads CSA's `$TIME`: `900+0+5`, seconds of base, byoyomi and increment with up to three decimals.
    pub fn of_time(text: &str) -> Option<TimeControl> {
        let mut parts = text.split('+').map(seconds);
        let control = TimeControl {
            base: parts.next()??,
            byoyomi: Some(parts.next()??),
            increment: Some(parts.next()??),
        };
        parts.next().is_none().then_some(control)
    }

    /// Reads the end of the name of a game on floodgate: `floodgate-300-10F` has an increment of 10 seconds,
    /// `league-600-30` a byoyomi of 30.
    pub fn of_server_game(name: &str) -> Option<TimeControl> {
        let (head, tail) = name.rsplit_once('-')?;
        let (_, base) = head.rsplit_once('-')?;
        let base = digits(base)?.checked_mul(1000)?;
        Some(match tail.strip_suffix('F') {
            Some(increment) => TimeControl {
                base,
                byoyomi: Some(0),
                increment: Some(digits(increment)?.checked_mul(1000)?),
            },
            None => TimeControl {
                base,
                byoyomi: Some(digits(tail)?.checked_mul(1000)?),
                increment: Some(0),
            },
        })
    }
}

impl Record {
    /// The name of the game in a floodgate game id, `league+game+black+white+time`.
    pub fn server_game(&self) -> Option<&str> {
        let mut parts = self.header(HeaderKey::Event)?.rsplitn(4, '+');
        let time = parts.next()?;
        let stamp = time.len() == 14 && time.bytes().all(|byte| byte.is_ascii_digit());
        let head = parts.nth(2).filter(|_| stamp)?;
        Some(head.split_once('+').map_or(head, |(_, game)| game))
    }
}

fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

/// Seconds with up to three decimals, as milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let scale = [100, 10, 1].get(fraction.len().checked_sub(1)?)?;
    let millis = digits(fraction)? * scale;
    digits(whole)?.checked_mul(1000)?.checked_add(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(control: Option<TimeControl>) -> Option<[u64; 3]> {
        control.map(|it| {
            [
                it.base,
                it.byoyomi.unwrap_or(9000),
                it.increment.unwrap_or(9000),
            ]
            .map(|time| time / 1000)
        })
    }

    #[test]
    fn limits_of_the_standard() {
        assert_eq!(parts(TimeControl::of_limit("00:25+00")), Some([1500, 0, 0]));
        assert_eq!(
            parts(TimeControl::of_limit("00:30+30")),
            Some([1800, 30, 0])
        );
        assert_eq!(parts(TimeControl::of_limit("00:00+30")), Some([0, 30, 0]));
        assert_eq!(TimeControl::of_limit("abc"), None);
        assert_eq!(parts(TimeControl::of_time("900+0+5")), Some([900, 0, 5]));
        assert_eq!(parts(TimeControl::of_time("0+30+0")), Some([0, 30, 0]));
        assert_eq!(parts(TimeControl::of_time("600+00+10")), Some([600, 0, 10]));
        assert_eq!(
            TimeControl::of_time("1.5+0+0").map(|it| it.base),
            Some(1500)
        );
        assert_eq!(TimeControl::of_time("600+10"), None);
        assert_eq!(TimeControl::of_time("99999999999999999999+0+0"), None);
    }

    #[test]
    fn names_of_server_games() {
        let read = |name| parts(TimeControl::of_server_game(name));
        assert_eq!(read("floodgate-300-10F"), Some([300, 0, 10]));
        assert_eq!(read("floodgate-900-0"), Some([900, 0, 0]));
        assert_eq!(read("denryu-600-30"), Some([600, 30, 0]));
        assert_eq!(read("test-900-060"), Some([900, 60, 0]));
        assert_eq!(read("no numbers"), None);
    }
}
