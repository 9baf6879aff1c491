//! Writing KIF as Kifu for Windows does.

use super::line::{push_move, push_word, times};
use crate::finding::Findings;
use crate::notation::kif_family::write::{self as shared, Remarks};
use crate::notation::shared::options::WriteOptions;
use crate::notation::shared::walk::{Walk, What};
use crate::record::{NodeId, Notation, Record};
use crate::replay::Replay;
use crate::shogi::Color;
use crate::text::Encoding;

/// Appends a record in KIF.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
    _findings: &mut Findings,
) {
    if options.encoding == Encoding::Utf8 {
        Notation::Kif.push_label("UTF-8", out);
    }
    shared::headers(record, out);
    match shared::handicap_name(record) {
        Some(name) => shared::line(&["手合割：", name], out),
        None => shared::start_board(record, out),
    }
    for color in Color::BOTH {
        shared::name_line(record, color, out);
    }
    out.push_str(if has_times(record) {
        "手数----指手---------消費時間--\n"
    } else {
        "手数----指手--\n"
    });
    let mut remarks = Remarks::new(record);
    remarks.write(NodeId::ROOT, out, |_| {});
    let mut walk = Walk::new(record, replay, !options.main_line).joined();
    while let Some(line) = walk.next_line() {
        if !line.main {
            shared::line(&["\n変化：", &line.number.to_string(), "手"], out);
        }
        while let Some(ply) = walk.next_ply() {
            let clock = times(ply.node.clock, ply.total);
            let mut told = false;
            match ply.what {
                What::Move { step, same } => {
                    // The first move has no 同: what went before is not in the file.
                    let same = same && ply.number > 1;
                    push_move(ply.number, step, same, clock, ply.has_later_sibling, out);
                }
                What::End { ending, winner } => {
                    let words =
                        shared::closing_words(record, true, ply.node, ending, ply.mover, winner);
                    if let Some(word) = words.word {
                        push_word(ply.number, word, clock, out);
                        // Some readers take comments above the summary only.
                        remarks.write(ply.id, out, |_| {});
                        told = true;
                    }
                    if let Some(summary) = words.summary {
                        let plies = ply.number - 1;
                        shared::summary_line(record, &summary, plies, out);
                    }
                }
            }
            if !told {
                remarks.write(ply.id, out, |_| {});
            }
        }
    }
}

/// Whether any time is written in the record.
fn has_times(record: &Record) -> bool {
    let mut ids = record.tree.ids();
    ids.any(|id| record.tree.node(id).clock.elapsed().is_some())
}
