//! Counting games at the positions that are asked for.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::game::keep_best;
use super::{Counts, Game, Group, Namer, PositionNames, Rank};
use crate::opening::FEWEST_PLIES;
use crate::shogi::{Handicap, Move, Position};

/// What is wanted besides the counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    /// How many games are shown of each move.
    pub samples: usize,
    /// Which ones.
    pub rank: Rank,
    /// The plies after which a position counts; 0 is the start.
    pub plies: (u32, u32),
}

impl Default for Asked {
    fn default() -> Asked {
        Asked {
            samples: 0,
            rank: Rank::Newest,
            plies: (0, u32::MAX),
        }
    }
}

/// The moves of a game.
#[derive(Clone, Debug)]
pub(crate) struct Course<'a, I> {
    /// Where it starts.
    pub start: &'a Position,
    /// The handicap, where the start has a name.
    pub handicap: Option<Handicap>,
    /// The moves that were made, and whether each is legal.
    pub moves: I,
    /// Whether no position is known to occur twice.
    pub no_repetition: bool,
}

/// A position that is asked for, and what was played there.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// The position.
    pub position: Position,
    /// All games that came to it.
    pub counts: Counts,
    /// The same by group.
    pub groups: BTreeMap<Group, Counts>,
    /// What it is called.
    pub names: PositionNames,
    /// What was played, in the order of the input.
    pub moves: Vec<MoveCounts>,
    /// The game that was counted last, as a number.
    last: u64,
}

/// A move, and the games that played it.
#[derive(Clone, Debug)]
pub(crate) struct MoveCounts {
    /// The move.
    pub mv: Move,
    /// All games that played it.
    pub counts: Counts,
    /// The same by group.
    pub groups: BTreeMap<Group, Counts>,
    /// Some of the games.
    pub samples: Vec<Arc<Game>>,
    /// What the position after it is called.
    pub names: PositionNames,
    last: u64,
}

/// Counts games at positions.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    slots: Vec<Slot>,
    by_key: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
    asked: Asked,
    games: u64,
}

/// Keys are as good as hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 << 8) | u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl Slot {
    /// A position that no game has come to yet.
    pub(crate) fn new(position: Position) -> Slot {
        Slot {
            position,
            counts: Counts::default(),
            groups: BTreeMap::new(),
            names: PositionNames::default(),
            moves: Vec::new(),
            last: 0,
        }
    }
}

impl MoveCounts {
    /// A move that no game has played yet.
    pub(crate) fn new(mv: Move, names: PositionNames) -> MoveCounts {
        MoveCounts {
            mv,
            counts: Counts::default(),
            groups: BTreeMap::new(),
            samples: Vec::new(),
            names,
            last: 0,
        }
    }
}

impl Counter {
    /// Counts at these positions.
    pub(crate) fn new(positions: impl IntoIterator<Item = Position>, asked: Asked) -> Counter {
        let mut counter = Counter {
            slots: Vec::new(),
            by_key: HashMap::default(),
            asked,
            games: 0,
        };
        for position in positions {
            let slot = counter.slots.len() as u32;
            counter.by_key.entry(position.key()).or_insert(slot);
            counter.slots.push(Slot::new(position));
        }
        counter
    }

    /// The positions in the order in which they were given, with their counts.
    pub(crate) fn into_slots(self) -> Vec<Slot> {
        self.slots
    }

    /// The place of a position. Keys choose, positions decide.
    #[inline]
    fn find(&self, position: &Position) -> Option<usize> {
        let key = position.key();
        let at = match &self.slots[..] {
            [only] => (only.position.key() == key).then_some(0)?,
            _ => *self.by_key.get(&key)? as usize,
        };
        self.slots[at].position.same_as(position).then_some(at)
    }

    /// Counts a game. `game` tells which, when it comes to one of the positions.
    pub(crate) fn add(
        &mut self,
        course: &Course<'_, impl Iterator<Item = (Move, bool)> + Clone>,
        namer: &mut Namer,
        game: impl FnOnce() -> Arc<Game>,
    ) {
        self.games += 1;
        let (first, last) = self.asked.plies;
        let mut position = course.start.clone();
        let mut moves = course.moves.clone();
        let (mut ask, mut told) = (Some(game), None);
        let mut ply = 0;
        let mut met = 0;
        loop {
            let next = moves.next();
            if ply >= first
                && let Some(slot) = self.find(&position)
            {
                if told.is_none() {
                    told = ask.take().map(|ask| ask());
                }
                if let Some(game) = &told {
                    let names = |plies: u32, namer: &mut Namer| {
                        let line = course.moves.clone().map(|(mv, _)| mv);
                        namer.name(course.start, course.handicap, line.take(plies as usize))
                    };
                    let played = next.filter(|it| it.1).map(|it| it.0);
                    self.count(slot, played, ply, game, &mut |plies| names(plies, namer));
                }
                met += 1;
                if course.no_repetition && met == self.slots.len() {
                    break;
                }
            }
            let Some((mv, legal)) = next.filter(|_| ply < last) else {
                break;
            };
            match legal {
                true => position.advance(mv),
                false => drop(position.force(mv)),
            }
            ply += 1;
        }
    }

    /// Counts a game at a position that it comes to.
    fn count(
        &mut self,
        at: usize,
        played: Option<Move>,
        ply: u32,
        game: &Arc<Game>,
        names: &mut dyn FnMut(u32) -> PositionNames,
    ) {
        let (stamp, asked) = (self.games, self.asked);
        let slot = &mut self.slots[at];
        let mover = slot.position.turn();
        let mut names = |plies: u32| match plies >= FEWEST_PLIES {
            true => names(plies),
            false => PositionNames::default(),
        };
        if slot.last != stamp {
            slot.last = stamp;
            if slot.counts.games == 0 {
                slot.names = names(ply);
            }
            slot.counts.add(&game.outcome, mover, None);
            if !game.groups[mover].is_empty() {
                let group = slot.groups.entry(game.groups[mover].clone()).or_default();
                group.add(&game.outcome, mover, None);
            }
        }
        let Some(mv) = played else { return };
        let found = slot.moves.iter().position(|it| it.mv == mv);
        let found = found.unwrap_or_else(|| {
            slot.moves.push(MoveCounts::new(mv, names(ply + 1)));
            slot.moves.len() - 1
        });
        let entry = &mut slot.moves[found];
        if entry.last == stamp {
            return;
        }
        entry.last = stamp;
        entry.counts.add(&game.outcome, mover, None);
        if !game.groups[mover].is_empty() {
            let group = entry.groups.entry(game.groups[mover].clone()).or_default();
            group.add(&game.outcome, mover, None);
        }
        let one = std::iter::once(game.clone());
        keep_best(&mut entry.samples, one, asked.samples, asked.rank);
    }

    /// Adds what was counted at the same positions over games that come later in the input.
    pub(crate) fn merge(&mut self, later: Counter) {
        let asked = self.asked;
        for (slot, more) in self.slots.iter_mut().zip(later.slots) {
            if slot.counts.games == 0 {
                slot.names = more.names;
            }
            slot.counts.merge(&more.counts);
            merge_groups(&mut slot.groups, more.groups);
            for more in more.moves {
                match slot.moves.iter_mut().find(|it| it.mv == more.mv) {
                    None => slot.moves.push(MoveCounts { last: 0, ..more }),
                    Some(entry) => {
                        entry.counts.merge(&more.counts);
                        merge_groups(&mut entry.groups, more.groups);
                        keep_best(&mut entry.samples, more.samples, asked.samples, asked.rank);
                    }
                }
            }
        }
    }
}

fn merge_groups(sums: &mut BTreeMap<Group, Counts>, more: BTreeMap<Group, Counts>) {
    for (group, counts) in more {
        sums.entry(group).or_default().merge(&counts);
    }
}
