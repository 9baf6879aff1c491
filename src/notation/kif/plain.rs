//! The ordinary move line, read straight from its bytes: nearly every line of nearly every file is one. Whatever is
//! spelled in any other way is left to the slower road.

use crate::notation::shared::japanese::plain::{code, code_of, piece, rank};
use crate::record::{Clock, Named, Origin, Target, WrittenMove};
use crate::shogi::{PieceKind, Square};
use crate::text::Span;

/// A line such as `   3 ２二角成(88)   ( 0:16/00:00:16)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainLine {
    /// Its number.
    pub(super) number: u32,
    /// Its move.
    pub(super) mv: WrittenMove,
    /// Where the move stands.
    pub(super) span: Span,
    /// Its times.
    pub(super) clock: Clock,
    /// Where the next line starts.
    pub(super) next: usize,
}

const SAME: u32 = code_of("同");
const PROMOTED: u32 = code_of("成");
const DROP: u32 = code_of("打");
const WIDE_BLANK: u32 = code_of("\u{3000}");

/// Reads the line at `at` if it is an ordinary move line.
#[inline]
pub(super) fn read(bytes: &[u8], at: usize) -> Option<PlainLine> {
    let mut line = Cursor { bytes, at };
    line.blanks();
    let number = line.number()?;
    if line.peek() != Some(b' ') {
        return None;
    }
    line.blanks();
    let start = line.at;
    let to = line.destination()?;
    let (kind, promote) = line.piece()?;
    let from = line.origin()?;
    let span = Span::new(start, line.at);
    line.blanks();
    let clock = match line.peek() {
        Some(b'(') => line.clock()?,
        _ => Clock::NONE,
    };
    line.blanks();
    line.end()?;
    Some(PlainLine {
        number,
        mv: WrittenMove {
            side: None,
            to,
            from,
            piece: Named::Before(kind),
            promote: promote.then_some(true),
        },
        span,
        clock,
        next: line.at,
    })
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    /// The next character as a number, if it takes three bytes.
    #[inline]
    fn wide(&self) -> Option<u32> {
        self.bytes.get(self.at..)?.first_chunk().map(|it| code(*it))
    }

    /// At most seven digits.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value * 10 + u32::from(digit - b'0');
            self.at += 1;
            if self.at - start > 7 {
                return None;
            }
        }
        (self.at > start).then_some(value)
    }

    #[inline]
    fn destination(&mut self) -> Option<Target> {
        let first = self.wide()?;
        self.at += 3;
        if first == SAME {
            if self.wide() == Some(WIDE_BLANK) {
                self.at += 3;
            }
            return Some(Target::Same);
        }
        let [0xEF, 0xBC, last, _] = first.to_le_bytes() else {
            return None;
        };
        let rank = rank(self.wide()?)?;
        self.at += 3;
        Square::new(last.wrapping_sub(0x90), rank).map(Target::Square)
    }

    /// The piece, and whether it promotes.
    #[inline]
    fn piece(&mut self) -> Option<(PieceKind, bool)> {
        let first = self.wide()?;
        self.at += 3;
        let kind = if first == PROMOTED {
            let base = piece(self.wide()?)?;
            self.at += 3;
            match base {
                PieceKind::Silver | PieceKind::Knight | PieceKind::Lance => base.promoted()?,
                _ => return None,
            }
        } else {
            piece(first)?
        };
        let promotes = self.wide() == Some(PROMOTED);
        if promotes {
            self.at += 3;
        }
        Some((kind, promotes))
    }

    /// `(77)` or 打.
    #[inline]
    fn origin(&mut self) -> Option<Origin> {
        if let Some(&[b'(', file, rank, b')']) = self.bytes.get(self.at..)?.first_chunk() {
            self.at += 4;
            return Square::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0'))
                .map(Origin::Square);
        }
        if self.wide() == Some(DROP) {
            self.at += 3;
            // An origin after 打 is for the slower road.
            return (self.peek() != Some(b'(')).then_some(Origin::Hand);
        }
        None
    }

    /// `( 0:16/00:00:16)` as nearly every program writes it, else in any width.
    #[inline]
    fn clock(&mut self) -> Option<Clock> {
        let text: Option<&[u8; 16]> = self.bytes.get(self.at..)?.first_chunk();
        if let Some(
            [
                b'(',
                tens @ (b' ' | b'0'..=b'9'),
                minutes,
                b':',
                s1,
                s2,
                b'/',
                h1,
                h2,
                b':',
                m1,
                m2,
                b':',
                t1,
                t2,
                b')',
            ],
        ) = text
        {
            let all = [minutes, s1, s2, h1, h2, m1, m2, t1, t2];
            if all.iter().all(|digit| digit.is_ascii_digit()) {
                let two = |tens: u8, ones: u8| u32::from(tens & 15) * 10 + u32::from(ones & 15);
                let elapsed = two(*tens, *minutes) * 60 + two(*s1, *s2);
                let total = (two(*h1, *h2) * 60 + two(*m1, *m2)) * 60 + two(*t1, *t2);
                self.at += 16;
                return Some(Clock::new(Some(elapsed * 1000), Some(total * 1000)));
            }
        }
        self.any_clock()
    }

    /// A clock with numbers of any width.
    #[cold]
    fn any_clock(&mut self) -> Option<Clock> {
        self.eat(b'(')?;
        self.blanks();
        let minutes = self.number()?;
        self.eat(b':')?;
        let seconds = self.number()?;
        self.eat(b'/')?;
        self.blanks();
        let hours = self.number()?;
        self.eat(b':')?;
        let total_minutes = self.number()?;
        self.eat(b':')?;
        let total_seconds = self.number()?;
        self.eat(b')')?;
        let elapsed = u64::from(minutes) * 60 + u64::from(seconds);
        let total =
            (u64::from(hours) * 60 + u64::from(total_minutes)) * 60 + u64::from(total_seconds);
        let milliseconds = |seconds: u64| Some(u32::try_from(seconds * 1000).unwrap_or(u32::MAX));
        Some(Clock::new(milliseconds(elapsed), milliseconds(total)))
    }

    /// The end of the line: LF, CR LF or the end of the text.
    #[inline]
    fn end(&mut self) -> Option<()> {
        match self.bytes.get(self.at..)? {
            [b'\n', ..] => self.at += 1,
            [b'\r', b'\n', ..] => self.at += 2,
            [] => {}
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::kif_family;

    #[test]
    fn ordinary_lines_are_read_as_the_slower_road_reads_them() {
        for (line, number) in [
            ("   1 ７六歩(77)   ( 0:16/00:00:16)\n", 1),
            (" 100 同　銀成(31)   (12:16/01:00:16)\r\n", 100),
            ("2 ４三成香(53)", 2),
            ("  33 ５五角打\n", 33),
            ("  34 同玉(51)     \n", 34),
        ] {
            let plain = read(line.as_bytes(), 0).expect("an ordinary line");
            assert_eq!(plain.number, number);
            assert_eq!(plain.next, line.len());
            let text = &line[plain.span.range()];
            let slow = kif_family::read(text.as_bytes()).expect("a move");
            assert_eq!(slow.mv, plain.mv, "{line}");
            assert_eq!(slow.len, text.len());
            if let Some(at) = line.find("( ").or(line.find("(1")) {
                let times = kif_family::times(&line.as_bytes()[at..]).expect("times");
                assert_eq!(times.clock, plain.clock);
            }
        }
    }

    #[test]
    fn anything_else_is_left_alone() {
        for line in [
            "手合割：平手",
            "   1 ７六歩（77）",
            "   1 76歩(77)",
            "   1 投了",
            "   1 ７六歩(77) +",
            "   1 ７六歩(00)",
            "   1 ５五角打(00)",
            "   1 ７六歩(7",
            "",
            "   ",
            "12345678901234567890 ７六歩(77)",
        ] {
            assert!(read(line.as_bytes(), 0).is_none(), "{line}");
        }
    }
}
