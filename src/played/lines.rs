//! Games kept by their moves, two bytes a ply, so that any position can be asked for afterwards.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::Arc;

use super::{Asked, Counter, Course, Game, Namer, Slot};
use crate::shogi::{Handicap, Move, PieceKind, Position, Square};

/// Games by their moves.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    games: Vec<Line>,
    moves: Vec<Packed>,
    starts: Vec<(Position, Option<Handicap>)>,
    by_key: HashMap<u64, Vec<u32>>,
    /// Words that many games share.
    texts: HashSet<Arc<str>>,
}

/// A game: its moves end where those of the next begin.
#[derive(Clone, Debug)]
struct Line {
    game: Arc<Game>,
    start: u32,
    first: usize,
    no_repetition: bool,
}

/// A move in two bytes: where it goes, where it comes from or what is dropped, whether it promotes, whether it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed(u16);

const DROPS: u16 = 81;
const PROMOTES: u16 = 1 << 14;
const ILLEGAL: u16 = 1 << 15;

impl Packed {
    fn new(mv: Move, legal: bool) -> Packed {
        let (origin, to, promotes) = match mv {
            Move::Normal { from, to, promote } => (from.index() as u16, to, promote),
            Move::Drop { kind, to } => (DROPS + kind as u16, to, false),
        };
        let promotes = if promotes { PROMOTES } else { 0 };
        let illegal = if legal { 0 } else { ILLEGAL };
        Packed(to.index() as u16 | origin << 7 | promotes | illegal)
    }

    /// The move, and whether it is legal.
    fn get(self) -> Option<(Move, bool)> {
        let to = Square::from_index((self.0 & 0x7f) as u8)?;
        let origin = self.0 >> 7 & 0x7f;
        let mv = match origin {
            DROPS.. => Move::Drop {
                kind: PieceKind::from_number((origin - DROPS) as u8)?,
                to,
            },
            square => Move::Normal {
                from: Square::from_index(square as u8)?,
                to,
                promote: self.0 & PROMOTES != 0,
            },
        };
        Some((mv, self.0 & ILLEGAL == 0))
    }
}

impl Lines {
    /// Adds a game, as far as ply `last`.
    pub(crate) fn push(
        &mut self,
        course: &Course<'_, impl Iterator<Item = (Move, bool)> + Clone>,
        mut game: Game,
        last: u32,
    ) {
        for text in [
            &mut game.file,
            &mut game.players.black,
            &mut game.players.white,
        ] {
            match self.texts.get(&**text) {
                Some(known) => *text = known.clone(),
                None => drop(self.texts.insert(text.clone())),
            }
        }
        let start = self.start(course.start, course.handicap);
        self.games.push(Line {
            game: Arc::new(game),
            start,
            first: self.moves.len(),
            no_repetition: course.no_repetition,
        });
        // What was played in the last position is still to be known.
        let moves = course.moves.clone().take((last as usize).saturating_add(1));
        self.moves
            .extend(moves.map(|(mv, legal)| Packed::new(mv, legal)));
    }

    /// Adds games that come later in the input.
    pub(crate) fn append(&mut self, later: &Lines) {
        for at in 0..later.games.len() {
            let game = Game::clone(&later.games[at].game);
            self.push(&later.course(at), game, u32::MAX);
        }
    }

    /// The place of a start position, which is kept once.
    fn start(&mut self, start: &Position, handicap: Option<Handicap>) -> u32 {
        let known = self.by_key.entry(start.key()).or_default();
        let starts = &mut self.starts;
        let found = known
            .iter()
            .find(|&&at| starts[at as usize].0.same_as(start));
        found.copied().unwrap_or_else(|| {
            let at = starts.len() as u32;
            starts.push((start.clone(), handicap));
            known.push(at);
            at
        })
    }

    fn course(&self, at: usize) -> Course<'_, impl Iterator<Item = (Move, bool)> + Clone> {
        let line = &self.games[at];
        let end = self
            .games
            .get(at + 1)
            .map_or(self.moves.len(), |it| it.first);
        let (start, handicap) = &self.starts[line.start as usize];
        Course {
            start,
            handicap: *handicap,
            moves: self.moves[line.first..end].iter().map_while(|it| it.get()),
            no_repetition: line.no_repetition,
        }
    }

    /// Counts all games at these positions, on so many threads.
    pub(crate) fn count(&self, positions: Vec<Position>, asked: Asked, jobs: usize) -> Vec<Slot> {
        let prototype = Counter::new(positions, asked);
        // Small lots are counted at once: a thread costs more than they do.
        const LEAST: usize = 2_000;
        let jobs = NonZeroUsize::new(jobs.min(self.games.len() / LEAST));
        let jobs = jobs.map_or(1, NonZeroUsize::get);
        let share = self.games.len().div_ceil(jobs).max(1);
        let one = |from: usize| {
            let mut counter = prototype.clone();
            let mut namer = Namer::default();
            for at in from..self.games.len().min(from + share) {
                let course = self.course(at);
                counter.add(&course, &mut namer, || self.games[at].game.clone());
            }
            counter
        };
        let mut parts = if jobs == 1 {
            vec![one(0)]
        } else {
            std::thread::scope(|scope| {
                let one = &one;
                let threads: Vec<_> = (0..jobs)
                    .map(|job| scope.spawn(move || one(job * share)))
                    .collect();
                let joined = threads.into_iter().map(|it| match it.join() {
                    Ok(part) => part,
                    Err(panic) => std::panic::resume_unwind(panic),
                });
                joined.collect()
            })
        }
        .into_iter();
        let mut sum = parts.next().unwrap_or(prototype);
        for part in parts {
            sum.merge(part);
        }
        sum.into_slots()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back() {
        for from in Square::all() {
            for to in Square::all() {
                for (promote, legal) in [(false, true), (true, false)] {
                    let mv = Move::Normal { from, to, promote };
                    assert_eq!(Packed::new(mv, legal).get(), Some((mv, legal)));
                }
            }
        }
        for kind in PieceKind::HAND {
            for to in Square::all() {
                let mv = Move::Drop { kind, to };
                assert_eq!(Packed::new(mv, true).get(), Some((mv, true)));
            }
        }
    }
}
