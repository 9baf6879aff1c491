//! What stands for each node of a record in canonical form, and where in the text it stands.

use super::move_text::push_move as move_text;
use super::write as shared;
use crate::notation::holds::Kept;
use crate::notation::info::keeps_ending;
use crate::notation::shared::options::CsaVersion;
use crate::notation::shared::walk::{Walk, What};
use crate::record::{NodeId, Notation, Record};
use crate::replay::{Replay, Step};
use crate::shogi::{ByColor, Position};
use crate::text::Span;

/// Writes a move as a notation does that looks at the position for it.
pub(in crate::notation) type MoveWriter = fn(&Position, &Step, bool, &mut String) -> bool;

/// What stands for a node in canonical form.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) number: u32,
    /// The move or the closing word; none where it is left as it is.
    pub(super) text: Option<String>,
    /// The running total of its side in seconds, where all times before it are known.
    pub(super) total: Option<u64>,
    /// The summary line of an ending.
    pub(super) summary: Option<String>,
}

/// The canonical form of every node that can be written.
pub(super) fn plans(
    record: &Record,
    replay: &Replay,
    write_move: Option<MoveWriter>,
) -> Vec<Option<Plan>> {
    let mut plans = vec![None; record.tree.len()];
    let in_list = write_move.is_none();
    let mut walk = Walk::new(record, replay, true).with_positions();
    // For each node before which a variation may begin, the times of both sides so far.
    let mut spent: Vec<Option<ByColor<Option<u64>>>> = vec![None; record.tree.len()];
    spent[0] = Some(ByColor {
        black: Some(0),
        white: Some(0),
    });
    while walk.next_line().is_some() {
        while let Some(ply) = walk.next_ply() {
            let parent = record.tree.parent(ply.id).unwrap_or(NodeId::ROOT);
            let mut used = spent[parent.index()].unwrap_or_default();
            let elapsed = ply.node.clock.elapsed();
            let own = &mut used[ply.mover];
            *own = own.zip(elapsed).map(|(sum, time)| sum + u64::from(time));
            let total = used[ply.mover].map(|it| it / 1000);
            spent[ply.id.index()] = Some(used);
            let mut plan = Plan {
                number: ply.number,
                total: total.filter(|_| elapsed.is_some()),
                ..Plan::default()
            };
            match ply.what {
                What::Move { step, same } => {
                    let same = same && ply.number > 1;
                    let mut text = String::new();
                    match write_move.zip(walk.position()) {
                        Some((write_move, position)) => {
                            write_move(position, step, same, &mut text);
                        }
                        None => {
                            move_text(step.mv, step.piece.kind(), same, &mut text);
                        }
                    }
                    plan.text = Some(text);
                }
                What::End { ending, winner } => {
                    let kept = keeps_ending(Notation::Kif, CsaVersion::V30, ending.kind);
                    if kept == Kept::Wholly {
                        let words = shared::closing_words(
                            record, in_list, ply.node, ending, ply.mover, winner,
                        );
                        plan.text = words.word.map(str::to_owned);
                        plan.summary = words.summary.map(|words| {
                            let mut line = String::new();
                            let plies = ply.number - 1;
                            shared::summary_line(record, &words, plies, &mut line);
                            line.truncate(line.trim_end().len());
                            line
                        });
                    }
                }
            }
            plans[ply.id.index()] = Some(plan);
        }
    }
    plans
}

/// Where nodes stand in the text, in its order.
pub(super) fn places(record: &Record) -> Vec<(u32, NodeId)> {
    let in_file = |span: Span| !span.is_empty() && span.end as usize <= record.source_len;
    let nodes = record.tree.ids().map(|id| (record.tree.node(id).span, id));
    let mut places: Vec<(u32, NodeId)> = nodes
        .filter(|(span, _)| in_file(*span))
        .map(|(span, id)| (span.start, id))
        .collect();
    places.sort_unstable();
    places
}
