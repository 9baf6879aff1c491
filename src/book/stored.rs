//! Rows as they lie in temporary files: numbers in as few bytes as they need.

use super::row::{Advice, Row};
use super::spill::Item;
use crate::played::{Counts, Sample};
use crate::shogi::{Move, PieceKind, Square};

/// What follows the counts of a row.
mod part {
    pub(super) const RATING: u8 = 1;
    pub(super) const YEARS: u8 = 2;
    pub(super) const SAMPLE: u8 = 4;
    pub(super) const ADVICE: u8 = 8;
    pub(super) const PONDER: u8 = 16;
    pub(super) const SCORE: u8 = 32;
    pub(super) const DEPTH: u8 = 64;
}

/// The bit of the first byte of a move that says that the piece comes from the hand, and of the second that it promotes.
const MARK: u8 = 0x80;

impl Item for Row {
    fn size(&self) -> usize {
        size_of::<Row>() + self.sfen.len()
    }

    fn write(&self, out: &mut Vec<u8>) {
        let (counts, advice) = (&self.counts, self.advice.as_deref());
        let mut parts = 0;
        for (part, is_there) in [
            (part::RATING, counts.rated > 0),
            (part::YEARS, counts.years.is_some()),
            (part::SAMPLE, counts.sample.is_some()),
            (part::ADVICE, advice.is_some()),
            (part::PONDER, advice.is_some_and(|it| it.ponder.is_some())),
            (part::SCORE, advice.is_some_and(|it| it.score.is_some())),
            (part::DEPTH, advice.is_some_and(|it| it.depth.is_some())),
        ] {
            parts |= if is_there { part } else { 0 };
        }
        out.push(parts);
        out.extend(self.key.to_le_bytes());
        push(self.sfen.len() as u64, out);
        out.extend(self.sfen.as_bytes());
        push_move(self.mv, out);
        for number in [
            counts.games,
            counts.black_wins,
            counts.white_wins,
            counts.draws,
            counts.no_result,
            u64::from(self.number),
        ] {
            push(number, out);
        }
        if counts.rated > 0 {
            push(counts.rated, out);
            out.extend(counts.rating_sum.to_le_bytes());
        }
        if let Some((first, last)) = counts.years {
            out.extend(first.to_le_bytes());
            out.extend(last.to_le_bytes());
        }
        if let Some(sample) = counts.sample {
            push(u64::from(sample.file), out);
            push(u64::from(sample.game), out);
        }
        if let Some(advice) = advice {
            advice.ponder.into_iter().for_each(|it| push_move(it, out));
            out.extend(advice.score.into_iter().flat_map(i32::to_le_bytes));
            out.extend(advice.depth.into_iter().flat_map(u32::to_le_bytes));
        }
    }

    fn read(bytes: &[u8]) -> Option<Row> {
        let mut rest = bytes;
        let [parts] = take(&mut rest)?;
        let has = |part: u8| parts & part != 0;
        let key = i64::from_le_bytes(take(&mut rest)?);
        let length = usize::try_from(number(&mut rest)?).ok()?;
        let (sfen, after) = rest.split_at_checked(length)?;
        rest = after;
        let mut row = Row {
            key,
            sfen: str::from_utf8(sfen).ok()?.into(),
            mv: read_move(&mut rest)?,
            counts: Counts {
                games: number(&mut rest)?,
                black_wins: number(&mut rest)?,
                white_wins: number(&mut rest)?,
                draws: number(&mut rest)?,
                no_result: number(&mut rest)?,
                ..Counts::default()
            },
            number: small(&mut rest)?,
            advice: None,
        };
        let counts = &mut row.counts;
        if has(part::RATING) {
            counts.rated = number(&mut rest)?;
            counts.rating_sum = i64::from_le_bytes(take(&mut rest)?);
        }
        if has(part::YEARS) {
            let mut year = || take(&mut rest).map(u16::from_le_bytes);
            counts.years = Some((year()?, year()?));
        }
        if has(part::SAMPLE) {
            counts.sample = Some(Sample {
                file: small(&mut rest)?,
                game: small(&mut rest)?,
            });
        }
        if has(part::ADVICE) {
            let mut advice = Advice {
                ponder: None,
                score: None,
                depth: None,
            };
            if has(part::PONDER) {
                advice.ponder = Some(read_move(&mut rest)?);
            }
            if has(part::SCORE) {
                advice.score = Some(i32::from_le_bytes(take(&mut rest)?));
            }
            if has(part::DEPTH) {
                advice.depth = Some(u32::from_le_bytes(take(&mut rest)?));
            }
            row.advice = Some(Box::new(advice));
        }
        rest.is_empty().then_some(row)
    }

    fn absorb(&mut self, equal: Row) {
        let advice = equal.advice.map(|it| *it);
        self.merge(&equal.counts, equal.number, advice);
    }
}

/// Takes bytes off the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Adds a number, seven bits a byte.
fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte] = take(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn small(bytes: &mut &[u8]) -> Option<u32> {
    number(bytes)?.try_into().ok()
}

fn push_move(mv: Move, out: &mut Vec<u8>) {
    let square = |it: Square| it.index() as u8;
    out.extend(match mv {
        Move::Normal { from, to, promote } => {
            [square(from), square(to) | if promote { MARK } else { 0 }]
        }
        Move::Drop { kind, to } => [kind.letter() as u8 | MARK, square(to)],
    });
}

fn read_move(bytes: &mut &[u8]) -> Option<Move> {
    let [first, second] = take(bytes)?;
    let to = Square::from_index(second & !MARK)?;
    if first & MARK != 0 {
        let kind = PieceKind::from_letter(first & !MARK)?;
        return Some(Move::Drop { kind, to });
    }
    Some(Move::Normal {
        from: Square::from_index(first)?,
        to,
        promote: second & MARK != 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_whatever_it_has() {
        let moves = ["7g7f", "8h2b+", "P*5e", "1a9i"].map(|it| it.parse().expect("a move"));
        let counts = Counts {
            games: u64::MAX,
            black_wins: 300,
            white_wins: 127,
            draws: 128,
            no_result: 1 << 40,
            rated: 17,
            rating_sum: -5_000_000_000,
            years: Some((1607, 2026)),
            sample: Some(Sample {
                file: u32::MAX,
                game: 1,
            }),
        };
        let advice = Advice {
            ponder: Some(moves[2]),
            score: Some(-32_000),
            depth: Some(0),
        };
        let bare = Advice {
            ponder: None,
            score: None,
            depth: None,
        };
        for (at, mv) in moves.into_iter().enumerate() {
            let row = Row {
                key: -7,
                sfen: "9/9/9/9/9/9/9/9/9 b -".into(),
                mv,
                counts: [counts, Counts::default()][at % 2],
                number: at as u32,
                advice: [None, Some(advice), Some(bare)][at % 3].map(Box::new),
            };
            let mut bytes = Vec::new();
            row.write(&mut bytes);
            let read = Row::read(&bytes).expect("it was written");
            assert_eq!(format!("{read:?}"), format!("{row:?}"));
            // Whatever is missing is missed.
            for end in 0..bytes.len() {
                assert!(Row::read(&bytes[..end]).is_none());
            }
        }
    }
}
