//! A row of a book that is read.

use std::io;

use super::{Advice, Entry, Names, Table};
use crate::played::{Counts, Sample};
use crate::shogi::{Move, Position};

/// What a book says of a move in a position.
#[derive(Clone, Debug)]
pub(crate) struct BookRow {
    /// The position.
    pub position: Position,
    /// The move, which need not be legal.
    pub mv: Move,
    /// In how many games it was played.
    pub games: u64,
    /// How many of them Black won.
    pub black_wins: u64,
    /// How many White won.
    pub white_wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many have no result, or none is told.
    pub no_result: u64,
    /// The mean rating of those who played it.
    pub rating_mean: Option<f64>,
    /// The first and the last year.
    pub years: Option<(u16, u16)>,
    /// A game in which it was played: file and number.
    pub sample: Option<(String, u32)>,
    /// The number of the move; 0 where none is told.
    pub number: u32,
    /// What an engine says.
    pub advice: Option<Advice>,
}

/// No rating on any scale is larger.
const MOST: f64 = 100_000.0;

impl BookRow {
    /// Brings the rows of a position into the order of books: most games first, then the moves in USI.
    pub(crate) fn sort(rows: &mut [BookRow]) {
        rows.sort_by(|one, other| {
            let games = other.games.cmp(&one.games);
            games.then_with(|| one.mv.usi().cmp(&other.mv.usi()))
        });
    }

    /// The counts, as far as a book tells them: it has no game to show by number, and its mean weighs as much as all games.
    pub(crate) fn counts(&self) -> Counts {
        let rating = self.rating_mean.filter(|it| it.abs() <= MOST);
        // So many games fit into the sum of their ratings; nobody has more.
        let rated = rating.map_or(0, |_| self.games.min(1 << 39));
        let mean = rating.map_or(0, |it| (it * 100.0).round() as i64);
        Counts {
            games: self.games,
            black_wins: self.black_wins,
            white_wins: self.white_wins,
            draws: self.draws,
            no_result: self.no_result,
            rating_sum: mean.saturating_mul(rated.cast_signed()),
            rated,
            years: self.years,
            sample: None,
        }
    }

    /// Adds it to a table.
    ///
    /// # Errors
    /// When there is too much and it cannot be put aside.
    pub(crate) fn add_to(
        &self,
        table: &mut Table,
        names: &mut Names,
        sfen: &mut String,
    ) -> io::Result<()> {
        let mut counts = self.counts();
        if let Some((file, game)) = &self.sample {
            let (file, game) = (names.number(file)?, *game);
            counts.sample = Some(Sample { file, game });
        }
        sfen.clear();
        self.position.push_sfen(sfen);
        sfen.truncate(sfen.rfind(' ').unwrap_or(sfen.len()));
        table.add(&Entry {
            key: self.position.key().cast_signed(),
            sfen,
            mv: self.mv,
            counts,
            number: self.number,
            advice: self.advice,
        })
    }
}
