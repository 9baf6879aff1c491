//! The lines of KIF, put together from few parts: the hot part of writing.

use crate::notation::kif_family;
use crate::record::Clock;
use crate::replay::Step;

/// The columns of a move or a closing word.
const MOVE_WIDTH: usize = 13;

/// Appends a move line. `same` writes 同 for the destination.
#[inline]
pub(super) fn push_move(
    number: u32,
    step: &Step,
    same: bool,
    clock: Option<(u32, u64)>,
    mark: bool,
    out: &mut String,
) {
    push_ply(number, out);
    let columns = kif_family::push_move(step.mv, step.piece.kind(), same, out);
    push_tail(columns, clock, mark, out);
}

/// Appends the line of a closing word.
pub(super) fn push_word(number: u32, word: &str, clock: Option<(u32, u64)>, out: &mut String) {
    push_ply(number, out);
    out.push_str(word);
    let ascii = word.bytes().filter(u8::is_ascii).count();
    push_tail(ascii + (word.len() - ascii) / 3 * 2, clock, false, out);
}

/// The time of a move and the total with it, in milliseconds.
pub(super) fn times(clock: Clock, total: Option<u64>) -> Option<(u32, u64)> {
    clock.elapsed().zip(total)
}

#[inline]
fn push_ply(number: u32, out: &mut String) {
    let mut text = Ascii::default();
    text.number(number, 4, b' ');
    text.push(b' ');
    out.push_str(text.as_str());
}

/// Appends what follows a move or a word of so many columns: blanks, the times, the mark of a later alternative, the
/// line end.
#[inline]
fn push_tail(columns: usize, clock: Option<(u32, u64)>, mark: bool, out: &mut String) {
    let mut text = Ascii::default();
    if clock.is_some() || mark {
        text.len = MOVE_WIDTH.saturating_sub(columns);
    }
    if let Some((elapsed, total)) = clock {
        text.times(elapsed / 1000, total / 1000);
    }
    if mark {
        text.push(b'+');
    }
    text.push(b'\n');
    out.push_str(text.as_str());
}

/// Text in ASCII under construction; longer than anything that is put into it.
struct Ascii {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Ascii {
    fn default() -> Ascii {
        Ascii {
            bytes: [b' '; 64],
            len: 0,
        }
    }
}

impl Ascii {
    #[inline]
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    /// A number, filled up on its left and never cut.
    #[inline]
    fn number(&mut self, value: u32, width: usize, fill: u8) {
        let mut digits = [fill; 10];
        let mut at = digits.len();
        let mut rest = value;
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        for &digit in &digits[at.min(digits.len() - width)..] {
            self.push(digit);
        }
    }

    /// `( 0:16/00:00:16)`
    #[inline]
    fn times(&mut self, elapsed: u32, total: u64) {
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        self.push(b'(');
        self.two(elapsed / 60, b' ');
        self.push(b':');
        self.two(elapsed % 60, b'0');
        self.push(b'/');
        self.two(total / 3600, b'0');
        self.push(b':');
        self.two(total / 60 % 60, b'0');
        self.push(b':');
        self.two(total % 60, b'0');
        self.push(b')');
    }

    /// A number of two digits, or more if it has them.
    #[inline]
    fn two(&mut self, value: u32, fill: u8) {
        if value < 100 {
            let tens = (value / 10) as u8;
            self.push(if tens == 0 { fill } else { b'0' + tens });
            self.push(b'0' + (value % 10) as u8);
        } else {
            self.number(value, 2, fill);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_filled_up_and_never_cut() {
        let number = |value, width, fill| {
            let mut text = Ascii::default();
            text.number(value, width, fill);
            text.as_str().to_owned()
        };
        assert_eq!(number(3, 4, b' '), "   3");
        assert_eq!(number(0, 2, b'0'), "00");
        assert_eq!(number(12345, 4, b' '), "12345");
        assert_eq!(number(u32::MAX, 4, b' '), "4294967295");
    }

    #[test]
    fn times_stand_as_kifu_for_windows_has_them() {
        let mut text = Ascii::default();
        text.times(16, 16);
        text.times(5400, 36_930);
        assert_eq!(text.as_str(), "( 0:16/00:00:16)(90:00/10:15:30)");
        let mut text = Ascii {
            len: MOVE_WIDTH,
            ..Ascii::default()
        };
        text.times(u32::MAX, u64::MAX);
        assert_eq!(text.as_str().trim(), "(71582788:15/1193046:28:15)");
    }
}
