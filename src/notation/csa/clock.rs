//! The time beside a CSA move: `T12`, `T12.345` since V3.0, and what other programs write.

/// What a `T` statement says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// Milliseconds, in the form of the standard; whether it has a fraction.
    Plain(u32, bool),
    /// Milliseconds, in a form of its own.
    Odd(u32),
    /// No time.
    Bad,
    /// More than a clock can hold.
    Overflow,
}

/// Reads what follows the T.
pub(super) fn parse(text: &str) -> Time {
    if let Some((minutes, seconds)) = text.split_once(':') {
        return match (digits(minutes), digits(seconds)) {
            (Some(minutes), Some(seconds)) => {
                odd(minutes.saturating_mul(60).saturating_add(seconds), 0)
            }
            _ => Time::Bad,
        };
    }
    if let Some(rest) = text.strip_prefix('=') {
        return match parse_decimal(rest) {
            Some((seconds, millis, _)) => odd(seconds, millis),
            None => Time::Bad,
        };
    }
    match parse_decimal(text) {
        None => Time::Bad,
        Some((seconds, millis, canonical)) => match (total(seconds, millis), canonical) {
            (None, _) => Time::Overflow,
            (Some(time), true) => Time::Plain(time, text.contains('.')),
            (Some(time), false) => Time::Odd(time),
        },
    }
}

/// What follows the T in the form of the standard, where it has another that is understood.
pub(in crate::notation) fn canonical(text: &str) -> Option<String> {
    let Time::Odd(time) = parse(text) else {
        return None;
    };
    let (seconds, fraction) = (time / 1000, time % 1000);
    let fraction = format!(".{fraction:03}");
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    Some(format!("{seconds}{fraction}"))
}

/// Seconds, milliseconds and whether the form is that of the standard: at most three decimals, digits on both sides.
fn parse_decimal(text: &str) -> Option<(u64, u64, bool)> {
    let Some((whole, fraction)) = text.split_once('.') else {
        return Some((digits(text)?, 0, true));
    };
    if whole.is_empty() && fraction.is_empty()
        || !fraction.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    let seconds = if whole.is_empty() { 0 } else { digits(whole)? };
    let millis = fraction
        .bytes()
        .chain([b'0'; 3])
        .take(3)
        .fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let canonical = !whole.is_empty() && (1..=3).contains(&fraction.len());
    Some((seconds, millis, canonical))
}

/// A number of digits only; it stops growing where it would overflow.
fn digits(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.bytes().fold(0, |sum: u64, digit| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    }))
}

fn odd(seconds: u64, millis: u64) -> Time {
    total(seconds, millis).map_or(Time::Overflow, Time::Odd)
}

/// Milliseconds, if a clock can hold them.
fn total(seconds: u64, millis: u64) -> Option<u32> {
    let time = seconds.checked_mul(1000)?.checked_add(millis)?;
    u32::try_from(time).ok().filter(|&time| time < u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_every_form() {
        let rows = [
            ("12", Time::Plain(12_000, false)),
            ("12.345", Time::Plain(12_345, true)),
            ("6.1", Time::Plain(6_100, true)),
            ("0.5", Time::Plain(500, true)),
            ("1.2345", Time::Odd(1_234)),
            (".5", Time::Odd(500)),
            ("5.", Time::Odd(5_000)),
            ("1:30", Time::Odd(90_000)),
            ("=5", Time::Odd(5_000)),
            ("-3", Time::Bad),
            ("", Time::Bad),
            (".", Time::Bad),
            ("1,", Time::Bad),
            ("1000000001", Time::Overflow),
            ("99999999999999999999999", Time::Overflow),
        ];
        for (text, time) in rows {
            assert_eq!(parse(text), time, "T{text}");
        }
    }
}
