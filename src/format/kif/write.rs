//! Writing KIF as Kifu for Windows does.

use crate::finding::Findings;
use crate::format::japanese;
use crate::format::kakinoki::write as shared;
use crate::format::write::{Walk, What, WriteOptions};
use crate::record::{Clock, NodeId, Record};
use crate::replay::{Replay, Step};
use crate::shogi::{Color, Move};
use crate::text::Encoding;

/// The columns of a move or a closing word.
const MOVE_WIDTH: usize = 13;

/// Appends a record in KIF.
pub(in crate::format) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    _findings: &mut Findings,
) {
    if options.encoding == Encoding::Utf8 {
        out.push_str("#KIF version=2.0 encoding=UTF-8\n");
    }
    shared::headers(record, out);
    match shared::handicap_name(record) {
        Some(name) => shared::line(&["手合割：", name], out),
        None => shared::start_board(record, out),
    }
    for color in Color::BOTH {
        shared::name_line(record, color, out);
    }
    let timed = has_times(record);
    out.push_str(if timed {
        "手数----指手---------消費時間--\n"
    } else {
        "手数----指手--\n"
    });
    shared::remarks(record, NodeId::ROOT, out);
    let mut walk = Walk::new(record, replay, !options.main_line);
    while let Some(line) = walk.next_line() {
        if !line.main {
            shared::line(&["\n変化：", &line.number.to_string(), "手"], out);
        }
        while let Some(ply) = walk.next_ply() {
            match ply.what {
                What::Move { step, same } => {
                    push_number(ply.number, 4, b' ', out);
                    out.push(' ');
                    let start = out.len();
                    push_move(step, same && ply.number > 1, out);
                    push_tail(start, ply.node.clock, ply.total, ply.has_later_sibling, out);
                    shared::remarks(record, ply.id, out);
                }
                What::End { ending, winner } => {
                    let words = shared::closing_words(record, ply.node, ending, ply.mover, winner);
                    if let Some(word) = words.word {
                        push_number(ply.number, 4, b' ', out);
                        out.push(' ');
                        let start = out.len();
                        out.push_str(word);
                        push_tail(start, ply.node.clock, ply.total, false, out);
                    }
                    if let Some(summary) = words.summary {
                        let plies = ply.number - 1;
                        shared::summary_line(record, ending.kind, &summary, plies, out);
                    }
                    shared::remarks(record, ply.id, out);
                }
            }
        }
    }
}

/// Whether any time is written in the record.
fn has_times(record: &Record) -> bool {
    let mut ids = record.tree.ids();
    ids.any(|id| record.tree.node(id).clock.elapsed().is_some())
}

/// Appends a move: ７六歩(77), 同　銀(31), ５五角打.
#[inline]
fn push_move(step: &Step, same: bool, out: &mut String) {
    if same {
        out.push_str("同　");
    } else {
        for part in japanese::square_name(step.mv.to()) {
            out.push_str(part);
        }
    }
    out.push_str(japanese::piece_name(step.piece.kind()));
    match step.mv {
        Move::Drop { .. } => out.push('打'),
        Move::Normal { from, promote, .. } => {
            if promote {
                out.push('成');
            }
            out.push('(');
            out.push(char::from(b'0' + from.file()));
            out.push(char::from(b'0' + from.rank()));
            out.push(')');
        }
    }
}

/// Appends what follows a move or a word: blanks, the times, the mark of a later alternative, the line end.
#[inline]
fn push_tail(start: usize, clock: Clock, total: Option<u64>, mark: bool, out: &mut String) {
    let times = clock.elapsed().zip(total);
    if times.is_some() || mark {
        pad_from(start, out);
    }
    if let Some((elapsed, total)) = times {
        push_times(u64::from(elapsed) / 1000, total / 1000, out);
    }
    if mark {
        out.push('+');
    }
    out.push('\n');
}

/// Pads what stands in `out` from `start` on.
#[inline]
fn pad_from(start: usize, out: &mut String) {
    const BLANKS: &str = "             ";
    let text = &out.as_bytes()[start..];
    let ascii = text.iter().filter(|byte| byte.is_ascii()).count();
    let columns = ascii + (text.len() - ascii) / 3 * 2;
    out.push_str(&BLANKS[columns.min(MOVE_WIDTH)..]);
}

/// Appends `( 0:16/00:00:16)`.
#[inline]
fn push_times(elapsed: u64, total: u64, out: &mut String) {
    let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    out.push('(');
    push_number(number(elapsed / 60), 2, b' ', out);
    out.push(':');
    push_number(number(elapsed % 60), 2, b'0', out);
    out.push('/');
    push_number(number(total / 3600), 2, b'0', out);
    out.push(':');
    push_number(number(total / 60 % 60), 2, b'0', out);
    out.push(':');
    push_number(number(total % 60), 2, b'0', out);
    out.push(')');
}

/// Appends a number, filled up on its left.
#[inline]
fn push_number(value: u32, width: usize, fill: u8, out: &mut String) {
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
        out.push(char::from(digit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_filled_up_and_never_cut() {
        let number = |value, width, fill| {
            let mut out = String::new();
            push_number(value, width, fill, &mut out);
            out
        };
        assert_eq!(number(3, 4, b' '), "   3");
        assert_eq!(number(0, 2, b'0'), "00");
        assert_eq!(number(12345, 4, b' '), "12345");
        assert_eq!(number(u32::MAX, 4, b' '), "4294967295");
    }

    #[test]
    fn times_stand_as_kifu_for_windows_has_them() {
        let mut out = String::new();
        push_times(16, 16, &mut out);
        push_times(5400, 36_930, &mut out);
        assert_eq!(out, "( 0:16/00:00:16)(90:00/10:15:30)");
    }
}
