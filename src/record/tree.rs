//! The tree of moves: append-only, walked without recursion.

use std::num::NonZeroU32;

use super::Entry;
use crate::text::Span;

/// A node of a [`Tree`]. Numbers grow in file order; the root has the smallest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The start position.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// From 0 for the root: the place in side tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    #[inline]
    fn from_index(index: usize) -> NodeId {
        NodeId(NonZeroU32::new(index as u32 + 1).expect("fewer than 2^32 nodes"))
    }
}

/// A clock reading with a move, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    elapsed: u32,
    total: u32,
}

impl Clock {
    /// Stands for "not written".
    const ABSENT: u32 = u32::MAX;

    /// Nothing is written.
    pub const NONE: Clock = Clock {
        elapsed: Clock::ABSENT,
        total: Clock::ABSENT,
    };

    /// The time of the move and the running total of its side, in milliseconds, each where it is written.
    pub fn new(elapsed: Option<u32>, total: Option<u32>) -> Clock {
        Clock {
            elapsed: elapsed.map_or(Clock::ABSENT, |it| it.min(Clock::ABSENT - 1)),
            total: total.map_or(Clock::ABSENT, |it| it.min(Clock::ABSENT - 1)),
        }
    }

    /// The same in whole seconds, as notations without fractions write it.
    #[must_use]
    pub fn in_seconds(self) -> Clock {
        let whole = |it: u32| it / 1000 * 1000;
        Clock::new(self.elapsed().map(whole), self.total().map(whole))
    }

    /// The time of this move.
    pub fn elapsed(self) -> Option<u32> {
        (self.elapsed != Clock::ABSENT).then_some(self.elapsed)
    }

    /// The running total of the side that moved.
    pub fn total(self) -> Option<u32> {
        (self.total != Clock::ABSENT).then_some(self.total)
    }
}

/// A move, an ending or the start.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// What is written.
    pub entry: Entry,
    /// Where it is written: the move or the word, without number and clock.
    pub span: Span,
    /// The clock beside it.
    pub clock: Clock,
}

/// The main line and its variations. The first child continues the line, its siblings are variations in file order.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Tree::ROOT],
            leaves: 1,
        }
    }
}

impl Tree {
    const ROOT: Node = Node {
        parent: None,
        first_child: None,
        last_child: None,
        next_sibling: None,
        entry: Entry::Root,
        span: Span { start: 0, end: 0 },
        clock: Clock::NONE,
    };

    /// Leaves only the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Tree::ROOT);
        self.leaves = 1;
    }

    /// The number of nodes, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is only the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a node as the last child of `parent`.
    #[inline]
    pub fn add(&mut self, parent: NodeId, entry: Entry, span: Span) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(parent),
            entry,
            span,
            ..Tree::ROOT
        });
        let before = self.nodes[parent.index()].last_child.replace(id);
        match before {
            None => self.nodes[parent.index()].first_child = Some(id),
            Some(before) => {
                self.nodes[before.index()].next_sibling = Some(id);
                self.leaves += 1;
            }
        }
        id
    }

    /// Removes the node added last and gives back what stood before it; the root stays.
    pub fn take_back(&mut self) -> NodeId {
        let gone = NodeId::from_index(self.nodes.len() - 1);
        let Some(parent) = self.parent(gone) else {
            return gone;
        };
        let before = self.children(parent).take_while(|&it| it != gone).last();
        match before {
            None => self.nodes[parent.index()].first_child = None,
            Some(before) => {
                self.nodes[before.index()].next_sibling = None;
                self.leaves -= 1;
            }
        }
        self.nodes[parent.index()].last_child = before;
        self.nodes.pop();
        parent
    }

    /// A node.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to be completed (clock, ending).
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The node before this one; none for the root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The node with which the line goes on.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// The next alternative to this node.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Every alternative after `id`.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |&it| self.next_sibling(it))
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + Clone + '_ {
        std::iter::successors(self.first_child(NodeId::ROOT), |&it| self.first_child(it))
    }

    /// Whether there is more than the main line.
    pub fn has_variations(&self) -> bool {
        self.leaves > 1
    }

    /// The nodes from the first move to `id`.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |&it| self.parent(it));
        let mut path: Vec<NodeId> = up.filter(|&it| it != NodeId::ROOT).collect();
        path.reverse();
        path
    }

    /// How many nodes lie between the root and `id`, `id` included: the ply of a move.
    pub fn depth(&self, id: NodeId) -> u32 {
        std::iter::successors(self.parent(id), |&it| self.parent(it)).count() as u32
    }

    /// Every node but the root, in file order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (1..self.nodes.len()).map(NodeId::from_index)
    }

    /// How many lines there are; the root alone is one.
    pub fn count_leaves(&self) -> usize {
        self.leaves
    }

    /// The last nodes of all lines: the main line's first, then the others in file order. The root alone is one line.
    pub fn leaves(&self) -> Vec<NodeId> {
        let main = self.main_line().last().unwrap_or(NodeId::ROOT);
        let others = self
            .ids()
            .filter(|&id| id != main && self.first_child(id).is_none());
        std::iter::once(main).chain(others).collect()
    }

    /// The same in the order of the branches: a line comes before the alternatives to its moves.
    pub fn leaves_by_branch(&self) -> Vec<NodeId> {
        let mut leaves = Vec::new();
        let mut waiting = vec![NodeId::ROOT];
        while let Some(node) = waiting.pop() {
            if node != NodeId::ROOT {
                waiting.extend(self.next_sibling(node));
            }
            match self.first_child(node) {
                Some(child) => waiting.push(child),
                None => leaves.push(node),
            }
        }
        leaves
    }
}
