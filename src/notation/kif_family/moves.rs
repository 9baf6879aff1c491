//! One move in Japanese words, in every spelling that occurs. What is unusual is noted; each notation decides what of
//! that is worth a warning.

use super::signs::{blanks, side_mark};
use crate::notation::shared::japanese::{self, Script, Spelling};
use crate::record::{Act, Hint, Named, Origin, Relation, Target, WrittenMove};
use crate::shogi::{Color, PieceKind, Square};

/// What is unusual about the spelling of a move, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SpellingFlags(u16);

impl SpellingFlags {
    /// A numeral of another script than ７六.
    pub(crate) const DIGITS: SpellingFlags = SpellingFlags(1);
    /// A piece name written out.
    pub(crate) const LONG_NAME: SpellingFlags = SpellingFlags(1 << 1);
    /// The destination and 同 as well.
    pub(crate) const SQUARE_AND_SAME: SpellingFlags = SpellingFlags(1 << 2);
    /// 不成
    pub(crate) const NO_PROMOTION: SpellingFlags = SpellingFlags(1 << 3);
    /// 生 or ナラズ for 不成, 合 for 打.
    pub(crate) const SYNONYM: SpellingFlags = SpellingFlags(1 << 4);
    /// 左 直 右 上 寄 引
    pub(crate) const HINT: SpellingFlags = SpellingFlags(1 << 5);
    /// Another word or order for these.
    pub(crate) const HINT_FORM: SpellingFlags = SpellingFlags(1 << 6);
    /// An origin in full-width signs.
    pub(crate) const WIDE_ORIGIN: SpellingFlags = SpellingFlags(1 << 7);
    /// `(00)` without 打.
    pub(crate) const ZERO_ORIGIN: SpellingFlags = SpellingFlags(1 << 8);
    /// Blanks inside the move where none belong.
    pub(crate) const BLANKS: SpellingFlags = SpellingFlags(1 << 9);

    /// Whether any of these bits is set.
    pub(crate) fn any(self, of: &[SpellingFlags]) -> bool {
        of.iter().any(|it| self.0 & it.0 != 0)
    }

    fn add(&mut self, oddity: SpellingFlags) {
        self.0 |= oddity.0;
    }
}

/// A move as read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The side its mark names.
    pub(crate) mark: Option<Color>,
    /// What it says.
    pub(crate) mv: WrittenMove,
    /// What is unusual about it.
    pub(crate) odd: SpellingFlags,
    /// How many bytes it took.
    pub(crate) len: usize,
}

/// Why something is no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoMove {
    /// Where reading stopped.
    pub(crate) at: usize,
    /// What should stand there.
    pub(crate) expected: &'static str,
}

/// Reads the move at the start of `bytes`.
pub(crate) fn read(bytes: &[u8]) -> Result<Reading, NoMove> {
    let mut words = Words {
        bytes,
        at: 0,
        odd: SpellingFlags::default(),
    };
    let mark = side_mark(bytes).map(|(color, len)| {
        words.at += len;
        words.skip_blanks();
        color
    });
    let to = words.destination()?;
    let kind = words.piece()?;
    let mut promote = None;
    let mut drop = false;
    let mut hint = Hint::default();
    // Every word of the rest begins with one of these bytes.
    while matches!(words.rest().first(), Some(0xE3..=0xE9)) {
        if words.eat("不成") {
            words.odd.add(SpellingFlags::NO_PROMOTION);
            promote = Some(false);
        } else if words.eat("生") || words.eat("ナラズ") {
            words.odd.add(SpellingFlags::SYNONYM);
            promote = Some(false);
        } else if words.eat("成") {
            words.eat("り");
            promote = Some(true);
        } else if words.eat("打") {
            words.eat("ち");
            drop = true;
        } else if words.eat("合") {
            words.odd.add(SpellingFlags::SYNONYM);
            drop = true;
        } else if !words.hint(&mut hint) {
            break;
        }
    }
    let from = match words.origin() {
        Some(Signs::Square(square)) if !drop => Origin::Square(square),
        Some(Signs::Zeros) => {
            if !drop {
                words.odd.add(SpellingFlags::ZERO_ORIGIN);
            }
            Origin::Hand
        }
        _ if drop => Origin::Hand,
        _ => Origin::Find(hint),
    };
    Ok(Reading {
        mark,
        mv: WrittenMove {
            side: None,
            to,
            from,
            piece: Named::Before(kind),
            promote,
        },
        odd: words.odd,
        len: words.at,
    })
}

/// What stands in the brackets after a move.
enum Signs {
    Square(Square),
    /// A drop, as some converters write it.
    Zeros,
}

struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    odd: SpellingFlags,
}

impl Words<'_> {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    fn skip_blanks(&mut self) -> bool {
        let len = blanks(self.rest());
        self.at += len;
        len > 0
    }

    fn missing(&self, expected: &'static str) -> NoMove {
        NoMove {
            at: self.at,
            expected,
        }
    }

    /// `７六`, 同, or both.
    fn destination(&mut self) -> Result<Target, NoMove> {
        if self.eat("同") {
            self.skip_blanks();
            // 同２二: the square as well.
            return match self.square() {
                Some(square) => {
                    self.odd.add(SpellingFlags::SQUARE_AND_SAME);
                    Ok(Target::Square(square))
                }
                None => Ok(Target::Same),
            };
        }
        let start = self.at;
        let Some(square) = self.square() else {
            let file = japanese::digit(self.rest()).filter(|&(value, ..)| value > 0);
            self.at = start + file.map_or(0, |(_, len, _)| len);
            return Err(self.missing(if file.is_some() { "a rank" } else { "a square" }));
        };
        if self.skip_blanks() {
            self.odd.add(SpellingFlags::BLANKS);
        }
        if self.eat("同") {
            self.odd.add(SpellingFlags::SQUARE_AND_SAME);
            self.skip_blanks();
        }
        Ok(Target::Square(square))
    }

    /// Two numerals of any script.
    fn square(&mut self) -> Option<Square> {
        let (file, len, first) = japanese::digit(self.rest())?;
        let (rank, more, second) = japanese::digit(&self.rest()[len..])?;
        let square = Square::new(file, rank)?;
        if (first, second) != (Script::Wide, Script::Kanji) {
            self.odd.add(SpellingFlags::DIGITS);
        }
        self.at += len + more;
        Some(square)
    }

    fn piece(&mut self) -> Result<PieceKind, NoMove> {
        let found = japanese::piece(self.rest());
        let (kind, len, spelling) = found.ok_or(self.missing("a piece"))?;
        if spelling == Spelling::Long {
            self.odd.add(SpellingFlags::LONG_NAME);
        }
        self.at += len;
        Ok(kind)
    }

    /// One word that tells pieces apart.
    fn hint(&mut self, hint: &mut Hint) -> bool {
        const RELATIONS: [(&str, Relation); 3] = [
            ("左", Relation::Left),
            ("直", Relation::Straight),
            ("右", Relation::Right),
        ];
        const ACTS: [(&str, Act, bool); 6] = [
            ("上", Act::Advance, true),
            ("寄", Act::Sideways, true),
            ("引", Act::Retreat, true),
            ("行", Act::Advance, false),
            ("入", Act::Advance, false),
            ("下", Act::Retreat, false),
        ];
        if let Some((word, relation)) = RELATIONS
            .iter()
            .find(|(word, _)| self.rest().starts_with(word.as_bytes()))
            && hint.relation.is_none()
        {
            if hint.act.is_some() {
                self.odd.add(SpellingFlags::HINT_FORM);
            }
            hint.relation = Some(*relation);
            self.at += word.len();
        } else if let Some((word, act, usual)) = ACTS
            .iter()
            .find(|(word, ..)| self.rest().starts_with(word.as_bytes()))
            && hint.act.is_none()
        {
            if !usual {
                self.odd.add(SpellingFlags::HINT_FORM);
            }
            hint.act = Some(*act);
            self.at += word.len();
        } else {
            return false;
        }
        self.odd.add(SpellingFlags::HINT);
        true
    }

    /// `(77)`, `(00)`
    fn origin(&mut self) -> Option<Signs> {
        let start = self.at;
        self.skip_blanks();
        let found = self.origin_signs();
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn origin_signs(&mut self) -> Option<Signs> {
        let mut wide = self.eat("（");
        if !wide && !self.eat("(") {
            return None;
        }
        let mut digits = [0; 2];
        for digit in &mut digits {
            let (value, len, script) = japanese::digit(self.rest())?;
            *digit = value;
            wide |= script != Script::Ascii;
            self.at += len;
        }
        if self.eat("）") {
            wide = true;
        } else if !self.eat(")") {
            return None;
        }
        if wide {
            self.odd.add(SpellingFlags::WIDE_ORIGIN);
        }
        let [file, rank] = digits;
        if digits == [0, 0] {
            return Some(Signs::Zeros);
        }
        Square::new(file, rank).map(Signs::Square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().expect("a square")
    }

    #[test]
    fn canonical_moves_have_nothing_odd() {
        let reading = read("２二角成(88)".as_bytes()).expect("a move");
        assert_eq!(reading.odd, SpellingFlags::default());
        assert_eq!(reading.mv.from, Origin::Square(square("8h")));
        assert_eq!(reading.mv.promote, Some(true));
        let reading = read("同　銀(31)".as_bytes()).expect("a move");
        assert_eq!(reading.odd, SpellingFlags::default());
        assert_eq!(reading.mv.to, Target::Same);
        let reading = read("４三成香(53)".as_bytes()).expect("a move");
        assert_eq!(reading.mv.piece, Named::Before(PieceKind::ProLance));
        assert_eq!(reading.mv.promote, None);
    }

    #[test]
    fn what_is_missing_is_named() {
        let failure = read("３四xx歩(33)".as_bytes()).expect_err("no move");
        assert_eq!(failure.expected, "a piece");
        assert_eq!(failure.at, "３四".len());
        assert_eq!(
            read("３".as_bytes()).expect_err("no move").expected,
            "a rank"
        );
        assert_eq!(
            read("▲歩".as_bytes()).expect_err("no move").expected,
            "a square"
        );
    }

    #[test]
    fn odd_spellings_are_noted() {
        for (text, oddity) in [
            ("76歩(77)", SpellingFlags::DIGITS),
            ("８八竜馬(22)", SpellingFlags::LONG_NAME),
            ("２二同銀(31)", SpellingFlags::SQUARE_AND_SAME),
            ("２二角不成(88)", SpellingFlags::NO_PROMOTION),
            ("２二角生(88)", SpellingFlags::SYNONYM),
            ("５八金右(49)", SpellingFlags::HINT),
            ("５八金上右(49)", SpellingFlags::HINT_FORM),
            ("７六歩（77）", SpellingFlags::WIDE_ORIGIN),
            ("５五角(00)", SpellingFlags::ZERO_ORIGIN),
        ] {
            let reading = read(text.as_bytes()).expect("a move");
            assert_eq!(reading.len, text.len(), "{text}");
            assert!(reading.odd.any(&[oddity]), "{text}");
        }
    }
}
