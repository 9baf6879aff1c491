//! What a game adds to a book.

use std::io;

use super::{Entry, Names, Table};
use crate::examine::Report;
use crate::played::{Counts, Outcome, Sample};
use crate::replay::Winner;
use crate::shogi::{ByColor, Color, Move, SfenText};

/// Which moves are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// Those of so many plies from the start.
    pub plies: u32,
    /// Those of games of which both players have at least this rating.
    pub min_rating: Option<f64>,
    /// Those of the winner.
    pub winner_only: bool,
    /// Those of one side.
    pub side: Option<Color>,
    /// Those that a side made, from its first on, in at most so many milliseconds each.
    pub max_move_time: Option<u32>,
}

/// The moves of several games.
#[derive(Debug, Default)]
pub(crate) struct Played {
    games: Vec<Game>,
    moves: Vec<PlayedMove>,
    /// The names of the files, one after the other.
    files: String,
    /// Where the last one begins.
    last_file: usize,
    /// The positions in SFEN, without numbers, one after the other.
    sfens: String,
}

#[derive(Debug)]
struct Game {
    /// Where its moves end.
    moves: usize,
    /// Where the name of its file ends. That of the game before it is the same if nothing is added.
    file: usize,
    index: u32,
    outcome: Outcome,
}

#[derive(Clone, Copy, Debug)]
struct PlayedMove {
    key: i64,
    mv: Move,
    mover: Color,
    number: u32,
    /// Where the SFEN of the position ends.
    sfen: usize,
}

impl Choice {
    /// Whether both players have the rating that is asked for.
    fn takes(&self, game: &Outcome) -> bool {
        let has = |least: f64, side| {
            let rating = game.ratings[side];
            rating.is_some_and(|it| f64::from(it) / 100.0 >= least)
        };
        let all = |least| Color::BOTH.into_iter().all(|side| has(least, side));
        self.min_rating.is_none_or(all)
    }

    /// Whether moves of a side are counted.
    fn counts(&self, side: Color, game: &Outcome) -> bool {
        self.side.is_none_or(|it| it == side)
            && (!self.winner_only || game.winner == Some(Winner::Side(side)))
    }
}

impl Played {
    /// Adds the moves of a game that are counted.
    pub(crate) fn add(&mut self, report: &Report<'_>, choice: &Choice) {
        let outcome = Outcome::of(report.record, report.replay);
        if !choice.takes(&outcome) {
            return;
        }
        let first = self.moves.len();
        self.add_moves(report, choice, &outcome);
        if self.moves.len() == first {
            return;
        }
        let file = report.game.file;
        if self.games.is_empty() || self.files[self.last_file..] != *file {
            self.last_file = self.files.len();
            self.files.push_str(file);
        }
        self.games.push(Game {
            moves: self.moves.len(),
            file: self.files.len(),
            index: report.game.index,
            outcome,
        });
    }

    /// The same without the game itself. Illegal moves are made and not counted.
    fn add_moves(&mut self, report: &Report<'_>, choice: &Choice, outcome: &Outcome) {
        let first = self.moves.len();
        let record = report.record;
        let Some(mut walk) = report.replay.positions(record, record.tree.main_line()) else {
            return;
        };
        let mut in_book = ByColor::from_fn(|side| choice.counts(side, outcome));
        let mut sfen = SfenText::of(walk.position());
        let replay = report.replay;
        let repeats = replay.most_occurrences() > 1 || replay.plies() != replay.legal_plies();
        for _ in 0..choice.plies.min(report.replay.plies()) {
            let turn = walk.position().turn();
            let (key, number) = (walk.position().key().cast_signed(), walk.position().ply());
            let start = self.sfens.len();
            if in_book[turn] {
                sfen.push(walk.position(), &mut self.sfens);
                let end = self.sfens.rfind(' ').unwrap_or(start);
                self.sfens.truncate(end);
            }
            let Some(ply) = walk.next_ply() else {
                return;
            };
            let (mv, captures) = (ply.step.mv, ply.step.captured.is_some());
            sfen.renew(walk.position(), mv, captures);
            let time = ply.node.clock.elapsed();
            let at_once = |limit| time.is_some_and(|it| it <= limit);
            in_book[turn] &= choice.max_move_time.is_none_or(at_once);
            // A game counts once for a move in a position, however often it comes there.
            let again =
                repeats && (self.moves[first..].iter()).any(|it| it.key == key && it.mv == mv);
            if !in_book[turn] || again || ply.step.broken.is_some() {
                self.sfens.truncate(start);
                if !in_book.black && !in_book.white {
                    return;
                }
                continue;
            }
            self.moves.push(PlayedMove {
                key,
                mv,
                mover: turn,
                number,
                sfen: self.sfens.len(),
            });
        }
    }

    /// Adds all moves to a table.
    ///
    /// # Errors
    /// When there is too much and it cannot be put aside.
    pub(crate) fn add_to(&self, table: &mut Table, names: &mut Names) -> io::Result<()> {
        let (mut file_start, mut file) = (0, 0);
        let (mut start, mut sfen_start) = (0, 0);
        for game in &self.games {
            if game.file > file_start {
                file = names.number(&self.files[file_start..game.file])?;
                file_start = game.file;
            }
            let sample = Some(Sample {
                file,
                game: game.index,
            });
            let counts = ByColor::from_fn(|mover| {
                let mut counts = Counts::default();
                counts.add(&game.outcome, mover, sample);
                counts
            });
            for it in &self.moves[start..game.moves] {
                table.add(&Entry {
                    key: it.key,
                    sfen: &self.sfens[sfen_start..it.sfen],
                    mv: it.mv,
                    counts: counts[it.mover],
                    number: it.number,
                    advice: None,
                })?;
                sfen_start = it.sfen;
            }
            start = game.moves;
        }
        Ok(())
    }
}
