//! The position that notations of one position show.

use super::options::WriteOptions;
use crate::record::{NodeId, Record};
use crate::replay::Replay;
use crate::shogi::Position;

/// The position that notations of one position show: the one after [`WriteOptions::ply`] moves of the main line, else
/// the last; with the node that leads to it.
pub(in crate::notation) fn shown_position(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
) -> Option<(NodeId, Position)> {
    let plies = options.ply.map_or(usize::MAX, |ply| ply as usize);
    let mut walk = replay.positions(record, record.tree.main_line().take(plies))?;
    let mut node = NodeId::ROOT;
    while let Some(ply) = walk.next_ply() {
        node = ply.id;
    }
    Some((node, walk.position().clone()))
}
