//! Writing BOD: one position as Kifu for Windows copies it. It is read as KIF without moves.

use crate::notation::kif_family::header_lines;
use crate::notation::kif_family::write::{self as shared, Remarks};
use crate::notation::shared::japanese;
use crate::notation::shared::options::WriteOptions;
use crate::notation::shared::shown::shown_position;
use crate::record::{NodeId, Record};
use crate::replay::Replay;
use crate::shogi::Color;

/// Appends one position of a record as a diagram.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
) {
    shared::headers(record, out);
    let Some((node, position)) = shown_position(record, replay, options) else {
        return;
    };
    let setup = position.setup();
    let sides = header_lines::side_words(record);
    shared::name_line(record, Color::White, out);
    shared::hand_line(&setup, Color::White, sides.white, out);
    shared::rows(&setup, out);
    shared::name_line(record, Color::Black, out);
    shared::hand_line(&setup, Color::Black, sides.black, out);
    out.push_str("手数＝");
    out.push_str(&setup.ply.saturating_sub(1).to_string());
    out.push_str("  ");
    if let Some(step) = replay.step(node) {
        out.push(match step.piece.color() {
            Color::Black => '▲',
            Color::White => '△',
        });
        out.push_str(japanese::square_text(step.mv.to()));
        out.push_str(japanese::piece_name(step.piece.kind()));
        if step.mv.promotes() {
            out.push('成');
        } else if step.mv.from().is_none() {
            out.push('打');
        }
        out.push_str("  ");
    } else if node == NodeId::ROOT && !record.last_move.is_empty() {
        out.push_str(record.str(record.last_move));
        out.push_str("  ");
    }
    out.push_str("まで\n");
    Remarks::new(record).write(node, out, |_| {});
    // Black is to move in a diagram that says nothing; an odd number of plies makes readers think of White.
    let usual =
        setup.turn == Color::Black && setup.ply % 2 == 1 && !header_lines::is_handicap(record);
    if !usual {
        shared::line(&["\n", sides[setup.turn], "番"], out);
    }
}
