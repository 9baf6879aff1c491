//! Writing KI2: six moves a line, each with the words of the federation's rules that tell which piece moves.

use super::words::{Words, words};
use crate::finding::{Code, Finding, Findings};
use crate::notation::kif_family::write::{self as shared, Remarks};
use crate::notation::shared::japanese;
use crate::notation::shared::options::WriteOptions;
use crate::notation::shared::walk::{Walk, What};
use crate::record::{NodeId, Record};
use crate::replay::{Replay, Step};
use crate::shogi::{Color, Handicap, Move, Position, Square};

/// The columns of a move, and how many stand on a line.
const MOVE_WIDTH: usize = 12;
const MOVES_A_LINE: usize = 6;

/// Appends a record in KI2.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    findings: &mut Findings,
) {
    shared::headers(record, out);
    match shared::handicap_name(record) {
        _ if record.start.handicap() == Some(Handicap::Even) => {}
        Some(name) => shared::line(&["手合割：", name], out),
        None => shared::start_board(record, out),
    }
    for color in Color::BOTH {
        shared::name_line(record, color, out);
    }
    out.push('\n');
    let mut remarks = Remarks::new(record);
    remarks.write(NodeId::ROOT, out, |_| {});
    let mut walk = Walk::new(record, replay, !options.main_line)
        .joined()
        .with_positions();
    let mut row = Row::default();
    while let Some(line) = walk.next_line() {
        if !line.main {
            shared::line(&["\n変化：", &line.number.to_string(), "手"], out);
        }
        while let Some(ply) = walk.next_ply() {
            match ply.what {
                What::Move { step, same } => {
                    row.begin_move(out);
                    let same = same && ply.number > 1;
                    let told = walk
                        .position()
                        .is_none_or(|position| push_move(position, step, same, out));
                    if !told {
                        let finding = Finding::new(Code::Ki2Origin, ply.node.span);
                        findings.push(finding.at(ply.id, ply.number));
                    }
                    remarks.write(ply.id, out, |out| row.end(out));
                }
                What::End { ending, winner } => {
                    row.end(out);
                    let words =
                        shared::closing_words(record, false, ply.node, ending, ply.mover, winner);
                    let summary = words.summary.or_else(|| words.word.map(str::to_owned));
                    if let Some(summary) = summary {
                        shared::summary_line(record, &summary, ply.number - 1, out);
                    }
                    remarks.write(ply.id, out, |_| {});
                }
            }
        }
        row.end(out);
    }
}

/// The line of moves that is being filled.
#[derive(Debug, Default)]
struct Row {
    moves: usize,
    /// Where its last move starts.
    start: usize,
}

impl Row {
    fn begin_move(&mut self, out: &mut String) {
        if self.moves == MOVES_A_LINE {
            self.end(out);
        }
        if self.moves > 0 {
            // A long move still needs a blank behind it.
            let blanks = MOVE_WIDTH
                .saturating_sub(columns(&out[self.start..]))
                .max(1);
            out.push_str(&"            "[..blanks]);
        }
        self.moves += 1;
        self.start = out.len();
    }

    fn end(&mut self, out: &mut String) {
        if self.moves > 0 {
            out.push('\n');
        }
        self.moves = 0;
    }
}

/// The columns of a text, where signs outside ASCII take two.
fn columns(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    ascii + (text.len() - ascii) / 3 * 2
}

/// Appends a move; false when only its origin tells which piece it is.
pub(crate) fn push_move(position: &Position, step: &Step, same: bool, out: &mut String) -> bool {
    out.push(match position.turn() {
        Color::Black => '▲',
        Color::White => '△',
    });
    let words = match step.broken {
        None => words(position, step.mv),
        // An illegal move is written with its origin, whatever the words would say.
        Some(_) => None,
    };
    let name = japanese::piece_name(step.piece.kind());
    let rest = words.unwrap_or_default();
    if same {
        out.push('同');
    } else {
        out.push_str(japanese::square_text(step.mv.to()));
    }
    let promotes = step.mv.promotes();
    let origin = match (words, step.mv) {
        (None, Move::Normal { from, .. }) => Some(from),
        _ => None,
    };
    let bare = rest == Words::default() && !promotes && origin.is_none();
    let bare = bare && !(words.is_none() && step.mv.from().is_none());
    // The blank only fills up what would be a very short move.
    if same && bare && name.len() == 3 {
        out.push('　');
    }
    out.push_str(name);
    for part in [rest.relation, rest.act] {
        out.push_str(part);
    }
    if promotes {
        out.push('成');
    } else {
        out.push_str(rest.end);
    }
    match step.mv {
        Move::Drop { .. } if words.is_none() => out.push('打'),
        _ => {}
    }
    if let Some(from) = origin {
        push_origin(from, out);
    }
    origin.is_none() || step.broken.is_some()
}

fn push_origin(from: Square, out: &mut String) {
    out.push('(');
    out.push(char::from(b'0' + from.file()));
    out.push(char::from(b'0' + from.rank()));
    out.push(')');
}
