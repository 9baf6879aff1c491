//! The way of a writer through the tree: line by line, ply by ply, with what each move does.
//!
//! Lines come in the order of KIF: the main line, then depth first with the later plies first, so that a variation
//! always hangs on the nearest line before it. Whatever the shape of the tree, nothing recurses.

use std::collections::HashMap;

use crate::record::{Ending, Entry, Node, NodeId, Record};
use crate::replay::{Clocks, Replay, Step, Winner};
use crate::shogi::{Color, Position, Square};

/// A walk along the lines of a record. Call [`next_line`](Walk::next_line), then [`next_ply`](Walk::next_ply) until it
/// says none, and so on until there is no line left.
///
/// A line stops before the first move that could not be read or made; what follows there is not written.
#[derive(Debug)]
pub(in crate::notation) struct Walk<'a> {
    record: &'a Record,
    replay: &'a Replay,
    variations: bool,
    /// Whether readers take moves that they have met at this place for the same.
    joined: bool,
    /// The node that comes next on this line.
    next: Option<NodeId>,
    /// Whether that node begins the line: its siblings have been thought of already.
    first: bool,
    /// Whether it has later siblings, if it begins the line.
    has_later: bool,
    here: Here,
    /// The position before the ply given last, if positions are wanted.
    position: Option<Position>,
    /// The move of that ply.
    pending: Option<Step>,
    /// The lines still to come, the next one last.
    waiting: Vec<Waiting>,
    /// The present line; none before the first.
    line: Option<Line>,
}

/// What a line carries from ply to ply.
#[derive(Clone, Copy, Debug)]
struct Here {
    /// How many plies lie behind.
    plies: u32,
    /// Who is to move.
    turn: Color,
    /// Where the move before went.
    before: Option<Square>,
    /// The time used by both sides.
    clocks: Clocks,
}

#[derive(Debug)]
struct Waiting {
    node: NodeId,
    has_later: bool,
    here: Here,
    position: Option<Position>,
}

/// A line about to be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Line {
    /// The number of its first ply, from 1.
    pub(in crate::notation) number: u32,
    /// Whether this is the main line.
    pub(in crate::notation) main: bool,
}

/// A move or an ending on a line.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct Ply<'a> {
    /// Its node.
    pub(in crate::notation) id: NodeId,
    /// The same.
    pub(in crate::notation) node: &'a Node,
    /// Its number on the line, from 1; an ending counts as the ply after the last move.
    pub(in crate::notation) number: u32,
    /// Who moves, or would.
    pub(in crate::notation) mover: Color,
    /// The time the mover has used so far, this ply included, in milliseconds; none where no time is written here. The
    /// notations that write totals have no fractions of seconds, so that the times they write must add up without.
    pub(in crate::notation) total: Option<u64>,
    /// Whether another alternative to this ply follows later (the `+` of KIF).
    pub(in crate::notation) has_later_sibling: bool,
    /// What it is.
    pub(in crate::notation) what: What<'a>,
}

/// What a ply is.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) enum What<'a> {
    /// A move; `same` when it goes where the move before went (同).
    Move {
        /// What it does.
        step: &'a Step,
        /// Whether it goes where the move before went.
        same: bool,
    },
    /// An ending.
    End {
        /// As written.
        ending: Ending,
        /// Who wins, the summary and what the rules say of a foul taken into account.
        winner: Option<Color>,
    },
}

impl<'a> Walk<'a> {
    /// A walk along the main line, and the variations too if they are wanted.
    pub(in crate::notation) fn new(
        record: &'a Record,
        replay: &'a Replay,
        variations: bool,
    ) -> Walk<'a> {
        let turn = replay.start().map_or(Color::Black, Position::turn);
        Walk {
            record,
            replay,
            variations,
            joined: false,
            next: None,
            first: false,
            has_later: false,
            here: Here {
                plies: 0,
                turn,
                before: record.last_target,
                clocks: Clocks::default(),
            },
            position: None,
            pending: None,
            waiting: Vec::new(),
            line: None,
        }
    }

    /// The same without the variations that readers would take for the continuation of an earlier line: they begin with the
    /// moves of a line that goes no further and has no ending.
    pub(in crate::notation) fn joined(mut self) -> Walk<'a> {
        self.joined = true;
        self
    }

    /// The same, keeping the position for [`position`](Walk::position).
    pub(in crate::notation) fn with_positions(mut self) -> Walk<'a> {
        self.position = self.replay.start().cloned();
        self
    }

    /// Goes to the next line.
    pub(in crate::notation) fn next_line(&mut self) -> Option<Line> {
        self.pending = None;
        if self.line.is_none() {
            self.next = self.record.tree.first_child(NodeId::ROOT);
            self.line = Some(Line {
                number: 1,
                main: true,
            });
            return self.line;
        }
        let waiting = self.waiting.pop()?;
        self.next = Some(waiting.node);
        self.first = true;
        self.has_later = waiting.has_later;
        self.here = waiting.here;
        self.position = waiting.position;
        self.line = Some(Line {
            number: self.here.plies + 1,
            main: false,
        });
        self.line
    }

    /// Goes to the next ply of the line.
    pub(in crate::notation) fn next_ply(&mut self) -> Option<Ply<'a>> {
        if let (Some(step), Some(position)) = (self.pending.take(), &mut self.position) {
            step.make(position);
        }
        let id = self.next?;
        let first = std::mem::take(&mut self.first);
        let tree = &self.record.tree;
        let node = tree.node(id);
        let mover = self.here.turn;
        let what = match node.entry {
            Entry::Move(_) => {
                let Some(step) = self.replay.step(id) else {
                    self.next = None;
                    return None;
                };
                let same = self.here.before == Some(step.mv.to());
                What::Move { step, same }
            }
            Entry::End(ending) if self.replay.start().is_some() => What::End {
                ending,
                winner: self.winner(ending),
            },
            Entry::End(_) | Entry::Root | Entry::Unreadable => {
                self.next = None;
                return None;
            }
        };
        let has_later_sibling = if first {
            self.has_later
        } else {
            self.variations && tree.next_sibling(id).is_some() && self.remember_siblings(id)
        };
        let total = self.spend(node, mover);
        let number = self.here.plies + 1;
        match what {
            What::Move { step, .. } => {
                self.next = tree.first_child(id);
                self.here.plies = number;
                self.here.turn = !mover;
                self.here.before = Some(step.mv.to());
                if self.position.is_some() {
                    self.pending = Some(*step);
                }
            }
            What::End { .. } => self.next = None,
        }
        Some(Ply {
            id,
            node,
            number,
            mover,
            total,
            has_later_sibling,
            what,
        })
    }

    /// The position before the ply given last; none unless positions are kept and there is a start position.
    pub(in crate::notation) fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Notes the later alternatives to the ply that is about to be given, so that the first of them comes up first. Says
    /// whether there are any.
    fn remember_siblings(&mut self, id: NodeId) -> bool {
        let tree = &self.record.tree;
        let from = self.waiting.len();
        let mut known = HashMap::new();
        for node in std::iter::successors(Some(id), |&it| tree.next_sibling(it)) {
            if !self.is_writable(node) {
                continue;
            }
            if self.joined
                && let Some(step) = self.replay.step(node)
            {
                let earlier = *known.entry(step.mv).or_insert(node);
                if earlier != node && self.goes_on_from(earlier, node) {
                    continue;
                }
            }
            if node != id {
                self.waiting.push(Waiting {
                    node,
                    has_later: true,
                    here: self.here,
                    position: self.position.clone(),
                });
            }
        }
        let found = &mut self.waiting[from..];
        if let Some(last) = found.last_mut() {
            last.has_later = false;
        }
        found.reverse();
        !found.is_empty()
    }

    /// Whether the line of a node has all the moves of that of an earlier one with the same move, and more.
    fn goes_on_from(&self, mut earlier: NodeId, mut node: NodeId) -> bool {
        let tree = &self.record.tree;
        let mv = |node| self.replay.step(node).map(|step| step.mv);
        loop {
            let Some(next) = tree.first_child(node) else {
                return false;
            };
            let Some(first) = tree.first_child(earlier) else {
                return true;
            };
            let mut children = std::iter::successors(Some(first), |&it| tree.next_sibling(it));
            let same = children.find(|&it| mv(it).is_some() && mv(it) == mv(next));
            let Some(same) = same else {
                return false;
            };
            (earlier, node) = (same, next);
        }
    }

    fn is_writable(&self, node: NodeId) -> bool {
        match self.record.tree.node(node).entry {
            Entry::Move(_) => self.replay.step(node).is_some(),
            Entry::End(_) => true,
            Entry::Root | Entry::Unreadable => false,
        }
    }

    /// Adds the time of a node to its side's total.
    fn spend(&mut self, node: &Node, mover: Color) -> Option<u64> {
        self.here.clocks.add(mover, node.clock.in_seconds());
        node.clock.elapsed()?;
        Some(self.here.clocks.written(mover))
    }

    /// Who wins by an ending.
    fn winner(&self, ending: Ending) -> Option<Color> {
        if self.line.is_some_and(|line| line.main) {
            return match self.replay.declared().winner {
                Some(Winner::Side(color)) => Some(color),
                _ => None,
            };
        }
        let claim = ending.summary.unwrap_or(ending.claim);
        claim.winner(self.here.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Findings;
    use crate::record::{Named, Origin, Target, WrittenMove};
    use crate::replay::ReplayOptions;
    use crate::shogi::Move;
    use crate::text::Span;

    fn add(record: &mut Record, parent: NodeId, mv: &str) -> NodeId {
        let Ok(Move::Normal { from, to, promote }) = mv.parse() else {
            panic!("no board move: {mv}");
        };
        let written = WrittenMove {
            side: None,
            to: Target::Square(to),
            from: Origin::Square(from),
            piece: Named::Nothing,
            promote: Some(promote),
        };
        record
            .tree
            .add(parent, Entry::Move(written), Span::default())
    }

    fn lines(record: &Record, variations: bool) -> Vec<String> {
        let mut replay = Replay::default();
        let options = ReplayOptions {
            variations: true,
            ..ReplayOptions::default()
        };
        replay.run(record, options, &mut Findings::default());
        let mut walk = Walk::new(record, &replay, variations).with_positions();
        let mut lines = Vec::new();
        while let Some(line) = walk.next_line() {
            let mut text = line.number.to_string();
            while let Some(ply) = walk.next_ply() {
                if let What::Move { step, .. } = ply.what {
                    let before = walk.position().expect("positions are kept");
                    assert_eq!(before.turn(), ply.mover);
                    let mark = if ply.has_later_sibling { "+" } else { "" };
                    text.extend([" ", &step.mv.to_string(), mark]);
                }
            }
            lines.push(text);
        }
        lines
    }

    /// EX63 of the KIF page: the order in which Kifu for Windows writes.
    #[test]
    fn lines_come_depth_first_and_the_later_plies_first() {
        let mut record = Record::default();
        let a1 = add(&mut record, NodeId::ROOT, "7g7f");
        let a2 = add(&mut record, a1, "3c3d");
        let a3 = add(&mut record, a2, "2g2f");
        add(&mut record, a3, "8c8d");
        let b3 = add(&mut record, a2, "6g6f");
        let b4 = add(&mut record, b3, "8c8d");
        add(&mut record, b4, "7i7h");
        add(&mut record, b3, "4c4d");
        let c1 = add(&mut record, NodeId::ROOT, "2g2f");
        add(&mut record, c1, "8c8d");
        let all = [
            "1 7g7f+ 3c3d 2g2f+ 8c8d",
            "3 6g6f 8c8d+ 7i7h",
            "4 4c4d",
            "1 2g2f 8c8d",
        ];
        assert_eq!(lines(&record, true), all);
        assert_eq!(lines(&record, false), ["1 7g7f 3c3d 2g2f 8c8d"]);
    }

    #[test]
    fn a_line_stops_where_it_cannot_be_made_and_a_variation_there_is_left_out() {
        let mut record = Record::default();
        let a1 = add(&mut record, NodeId::ROOT, "7g7f");
        let a2 = record.tree.add(a1, Entry::Unreadable, Span::default());
        add(&mut record, a2, "2g2f");
        add(&mut record, a1, "3c3d");
        assert_eq!(lines(&record, true), ["1 7g7f"]);
    }
}
