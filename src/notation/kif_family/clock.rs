//! Clocks beside moves: `( 0:16/00:00:16)`, the time of the move and the running total of its side.

use super::signs::blanks;
use crate::notation::shared::japanese::{self, Script};
use crate::record::Clock;

/// A group of times as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// Both times.
    pub(crate) clock: Clock,
    /// How many bytes it took.
    pub(crate) len: usize,
    /// Whether it has another form than `(M:SS/HH:MM:SS)`.
    pub(crate) unusual: bool,
    /// Whether the time of the move has fractions of a second, which totals do not show.
    pub(crate) fraction: bool,
}

/// Reads a group of times in any known form; it must hold a colon, so that an origin is never taken for a time.
pub(crate) fn times(bytes: &[u8]) -> Option<Times> {
    let mut unusual = false;
    let mut at = open(bytes, &mut unusual)?;
    at += blanks(&bytes[at..]);
    let (elapsed, len, colons, fraction) = clock_time(&bytes[at..], &mut unusual)?;
    at += len;
    unusual |= colons != 1 || fraction;
    at += blanks(&bytes[at..]);
    let mut total = None;
    if let Some(len) = sign(&bytes[at..], b'/', "／", &mut unusual) {
        at += len;
        at += blanks(&bytes[at..]);
        // An empty total stands in some files.
        if let Some((value, len, ..)) = clock_time(&bytes[at..], &mut unusual) {
            at += len;
            total = Some(value);
        } else {
            unusual = true;
        }
        at += blanks(&bytes[at..]);
    } else {
        unusual = true;
    }
    at += sign(&bytes[at..], b')', "）", &mut unusual)?;
    Some(Times {
        clock: Clock::new(Some(elapsed), total),
        len: at,
        unusual,
        fraction,
    })
}

fn open(bytes: &[u8], unusual: &mut bool) -> Option<usize> {
    sign(bytes, b'(', "（", unusual)
}

/// The length of a sign that may be full-width.
fn sign(bytes: &[u8], narrow: u8, wide: &str, unusual: &mut bool) -> Option<usize> {
    if bytes.first() == Some(&narrow) {
        return Some(1);
    }
    bytes.starts_with(wide.as_bytes()).then(|| {
        *unusual = true;
        wide.len()
    })
}

/// `M:SS`, `H:MM:SS`, `M:SS.fff` in milliseconds, with its length, its colons and whether it has a fraction.
fn clock_time(bytes: &[u8], unusual: &mut bool) -> Option<(u32, usize, u32, bool)> {
    let mut value = 0u32;
    let mut colons = 0;
    let mut at = 0;
    loop {
        let (part, len) = japanese::number(&bytes[at..])?;
        *unusual |= !bytes[at..at + len].is_ascii();
        value = value.saturating_mul(60).saturating_add(part);
        at += len;
        if colons == 2 {
            break;
        }
        match sign(&bytes[at..], b':', "：", unusual) {
            Some(len) => {
                at += len;
                at += blanks(&bytes[at..]);
                colons += 1;
            }
            None => break,
        }
    }
    if colons == 0 {
        return None;
    }
    let mut value = value.saturating_mul(1000);
    let mut fraction = false;
    if bytes.get(at) == Some(&b'.') {
        let mut unit = 100;
        at += 1;
        while let Some((digit, len, Script::Ascii)) = japanese::digit(&bytes[at..]) {
            value = value.saturating_add(u32::from(digit) * unit);
            unit /= 10;
            at += len;
            fraction = true;
        }
    }
    Some((value, at, colons, fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<u32>, Option<u32>, bool)> {
        let found = times(text.as_bytes())?;
        assert_eq!(found.len, text.len(), "{text}");
        Some((found.clock.elapsed(), found.clock.total(), found.unusual))
    }

    #[test]
    fn times_are_read_in_every_padding() {
        for text in ["( 0:16/00:00:16)", "(0:16/0:0:16)", "(00:16 / 00:00:16)"] {
            assert_eq!(
                read(text),
                Some((Some(16_000), Some(16_000), false)),
                "{text}"
            );
        }
        assert_eq!(
            read("(90:00/1:30:00)"),
            Some((Some(5_400_000), Some(5_400_000), false))
        );
    }

    #[test]
    fn unusual_times_are_read_and_marked() {
        assert_eq!(read("( 0:12)"), Some((Some(12_000), None, true)));
        assert_eq!(read("( 0:12.345)"), Some((Some(12_345), None, true)));
        assert_eq!(
            read("（０：１２／００：００：１２）"),
            Some((Some(12_000), Some(12_000), true))
        );
        assert_eq!(
            read("(1:00:05/01:00:05)"),
            Some((Some(3_605_000), Some(3_605_000), true))
        );
    }

    #[test]
    fn origins_are_no_times() {
        assert_eq!(times(b"(77)"), None);
        assert_eq!(times(b"("), None);
    }
}
