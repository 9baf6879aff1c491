//! The tree of what was played from a position, level by level.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Counts, Game, Group, PositionNames, Slot};
use crate::shogi::{Color, Move, Position};

/// How much of the tree is wanted, and in which order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// How many moves deep.
    pub depth: u32,
    /// Only moves of at least so many games.
    pub min_games: u64,
    /// At most so many moves of a position.
    pub top: usize,
    /// Which moves come first.
    pub sort: Sort,
    /// Only positions after moves of at least so many games are opened.
    pub open_games: u64,
    /// At most so many positions are opened: of the last level, those with the most games.
    pub most: usize,
}

/// The order of moves. What is equal stands by games, then by the move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// Most games first.
    #[default]
    Games,
    /// The best for the side that plays it first: by the share of its wins among the games with a winner.
    Wins,
    /// Highest rating of those who played it first.
    Rating,
    /// Last played first.
    Last,
}

/// Positions, the first of which is the root.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// The positions that were opened, each once, the nearest first.
    pub nodes: Vec<Node>,
}

/// A position and what was played there.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The position.
    pub position: Position,
    /// All games that came to it.
    pub counts: Counts,
    /// The same by group.
    pub groups: BTreeMap<Group, Counts>,
    /// What it is called.
    pub names: PositionNames,
    /// The moves, in the order that was asked for.
    pub branches: Vec<Branch>,
}

/// A move of a position.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// The move.
    pub mv: Move,
    /// All games that played it.
    pub counts: Counts,
    /// The same by group.
    pub groups: BTreeMap<Group, Counts>,
    /// Some of the games.
    pub samples: Vec<Arc<Game>>,
    /// The position after it.
    pub position: Position,
    /// What that is called.
    pub names: PositionNames,
    /// Where that position is opened; none beyond the depth.
    pub node: Option<usize>,
    /// Whether it is opened under another move, which comes before this one.
    pub transposed: bool,
}

impl Branch {
    /// The position after it, if it is opened under this very move.
    pub(crate) fn opened<'a>(&self, tree: &'a Tree) -> Option<&'a Node> {
        tree.nodes.get(self.node.filter(|_| !self.transposed)?)
    }
}

impl Tree {
    /// The tree of one level, of a position that has been counted.
    pub(crate) fn of(slot: Slot, shape: &Shape) -> Tree {
        Tree {
            nodes: vec![node(slot, shape)],
        }
    }

    /// The tree of as many levels as are wanted. `count` counts positions over all games that came to them, whichever way
    /// they came.
    ///
    /// # Errors
    /// Those of `count`.
    pub(crate) fn grow<E>(
        root: Position,
        shape: &Shape,
        mut count: impl FnMut(Vec<Position>) -> Result<Vec<Slot>, E>,
    ) -> Result<Tree, E> {
        let mut tree = Tree::default();
        let mut places: HashMap<u64, usize> = HashMap::from([(root.key(), 0)]);
        let mut level = vec![root];
        for depth in 1..=shape.depth.max(1) {
            let first = tree.nodes.len();
            let slots = count(std::mem::take(&mut level))?;
            tree.nodes
                .extend(slots.into_iter().map(|it| node(it, shape)));
            if depth == shape.depth {
                break;
            }
            let least = tree.least_opened(first, &places, shape);
            for at in first..tree.nodes.len() {
                let mut opened = places.len();
                for branch in &mut tree.nodes[at].branches {
                    let key = branch.position.key();
                    if let Some(&place) = places.get(&key) {
                        branch.node = Some(place);
                        branch.transposed = true;
                    } else if opened < shape.most && branch.counts.games >= least {
                        places.insert(key, opened);
                        branch.node = Some(opened);
                        opened += 1;
                        level.push(branch.position.clone());
                    }
                }
            }
            if level.is_empty() {
                break;
            }
        }
        Ok(tree)
    }
}

impl Tree {
    /// How many games the moves from the level that begins at node `first` must have, so that not too many positions are
    /// opened.
    fn least_opened(&self, first: usize, places: &HashMap<u64, usize>, shape: &Shape) -> u64 {
        let branches = self.nodes[first..].iter().flat_map(|it| &it.branches);
        let fresh = branches.filter(|it| !places.contains_key(&it.position.key()));
        let mut games: Vec<u64> = fresh.map(|it| it.counts.games).collect();
        games.sort_unstable_by_key(|&it| Reverse(it));
        let room = shape.most.saturating_sub(places.len());
        let last = games.get(room).map_or(0, |&it| it + 1);
        last.max(shape.open_games)
    }
}

/// The position with the moves that are wanted.
fn node(slot: Slot, shape: &Shape) -> Node {
    let moves = slot.moves.into_iter();
    let moves = moves.filter(|it| it.counts.games >= shape.min_games);
    let branches = moves.map(|it| {
        let mut position = slot.position.clone();
        position.advance(it.mv);
        Branch {
            mv: it.mv,
            counts: it.counts,
            groups: it.groups,
            samples: it.samples,
            position,
            names: it.names,
            node: None,
            transposed: false,
        }
    });
    let mut node = Node {
        branches: branches.collect(),
        position: slot.position,
        counts: slot.counts,
        groups: slot.groups,
        names: slot.names,
    };
    node.sort(shape.sort);
    node.branches.truncate(shape.top);
    node
}

impl Node {
    /// Brings the moves into an order.
    pub(crate) fn sort(&mut self, order: Sort) {
        let mover = self.position.turn();
        sort(&mut self.branches, order, mover);
    }
}

fn sort(moves: &mut [Branch], sort: Sort, mover: Color) {
    moves.sort_by_cached_key(|it| (Reverse(it.counts.games), it.mv.to_string()));
    let compare = |one: &Branch, other: &Branch| {
        let (one, other) = (&one.counts, &other.counts);
        match sort {
            Sort::Games => std::cmp::Ordering::Equal,
            // Shares compared without dividing; where nobody won there is none, which comes last.
            Sort::Wins => {
                let decided = (other.decided() > 0).cmp(&(one.decided() > 0));
                let products = |it: &Counts, by: &Counts| {
                    u128::from(it.wins(mover)) * u128::from(by.decided())
                };
                decided.then(products(other, one).cmp(&products(one, other)))
            }
            Sort::Rating => {
                let key = |it: &Counts| it.rating_mean().unwrap_or(f64::NEG_INFINITY);
                key(other).total_cmp(&key(one))
            }
            Sort::Last => other.year_last().cmp(&one.year_last()),
        }
    };
    moves.sort_by(compare);
}
