//! The walk over a line that has been replayed: position, move and clocks, ply by ply.

use super::{Clocks, Replay, Step};
use crate::record::{Node, NodeId, Record};
use crate::shogi::{Position, Square};

/// A move of a line.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    /// Its number on the line, from 1.
    pub number: u32,
    /// Its node.
    pub id: NodeId,
    /// The same.
    pub node: &'a Node,
    /// What it does, and how often the position after it has occurred.
    pub step: &'a Step,
    /// Whether it goes where the move before went.
    pub same: bool,
}

/// A walk over the moves of a line. It stops before the first node that was not made.
#[derive(Clone, Debug)]
pub struct Positions<'a, I> {
    record: &'a Record,
    replay: &'a Replay,
    ids: I,
    plies: u32,
    position: Position,
    clocks: Clocks,
    target: Option<Square>,
}

impl Replay {
    /// Walks over the nodes of a line, the root left out. Returns `None` without a start position.
    pub fn positions<'a, I: Iterator<Item = NodeId>>(
        &'a self,
        record: &'a Record,
        line: I,
    ) -> Option<Positions<'a, I>> {
        Some(Positions {
            record,
            replay: self,
            ids: line,
            plies: 0,
            position: self.start()?.clone(),
            clocks: Clocks::default(),
            target: record.last_target,
        })
    }

    /// The moves of the main line that were made, without their positions.
    pub fn main_line<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = &'a Step> + Clone {
        let ids = record.tree.main_line();
        ids.map_while(|id| self.step(id))
    }

    /// The time both sides have used in the main line, that of the closing word included.
    pub fn clocks(&self, record: &Record) -> Clocks {
        Clocks::of(self, record)
    }
}

impl<'a, I: Iterator<Item = NodeId>> Positions<'a, I> {
    /// Makes the next move.
    #[inline]
    pub fn next_ply(&mut self) -> Option<Ply<'a>> {
        let id = self.ids.next()?;
        let node = self.record.tree.node(id);
        let Some(step) = self.replay.step(id) else {
            // A closing word has a time now and then, and so has a move that was not made.
            (self.clocks).add_if_written(self.position.turn(), node.clock);
            return None;
        };
        self.clocks.add(step.piece.color(), node.clock);
        step.make(&mut self.position);
        self.plies += 1;
        let before = self.target.replace(step.mv.to());
        Some(Ply {
            number: self.plies,
            id,
            node,
            step,
            same: before == self.target,
        })
    }

    /// The present position: after the move given last, at first the start.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The time both sides have used by now.
    #[inline]
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Goes on until `plies` moves have been made, or to the end of the line.
    pub fn forward_to(mut self, plies: u32) -> Position {
        while self.plies < plies && self.next_ply().is_some() {}
        self.position
    }
}
