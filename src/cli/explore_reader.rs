//! Reading the games that `kifu explore` counts.

use std::io;
use std::sync::Arc;

use super::input::{InputArgs, WorkArgs};
use super::run::{Ran, Runner};
use super::{Exit, Ui};
use crate::examine::Report;
use crate::opening::Classifier;
use crate::played::{Asked, Counter, Course, Game, Group, Lines, Namer, Shape, Tree};
use crate::record::HeaderKey;
use crate::replay::ReplayOptions;
use crate::select::{GameColumn, Selection};
use crate::shogi::{ByColor, Color, Move, Position};
use crate::tables::{GameRow, Value, value_text};

/// Reads the games.
pub(super) struct Reader<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) work: &'a WorkArgs,
    pub(super) selection: Selection,
    /// The columns by which counts are split.
    pub(super) by: Vec<GameColumn>,
    pub(super) ui: Ui,
}

/// What every thread owns.
#[derive(Default)]
struct Scratch {
    namer: Namer,
    classifier: Classifier,
}

/// What comes of a batch.
struct Batch<T> {
    counted: Option<T>,
    games: u64,
}

impl<T> Default for Batch<T> {
    fn default() -> Batch<T> {
        Batch {
            counted: None,
            games: 0,
        }
    }
}

impl Reader<'_> {
    /// The moves of one position, counted as the games are read.
    pub(super) fn table(
        &self,
        root: Position,
        asked: Asked,
        shape: &Shape,
    ) -> Result<(Tree, u64, Ran), Exit> {
        let mut sum = Counter::new([root], asked);
        let empty = sum.clone();
        let (games, ran) = self.read(
            |scratch, report, counted: &mut Option<Counter>| {
                let Some(course) = course(report) else { return };
                let counter = counted.get_or_insert_with(|| empty.clone());
                let Scratch { namer, classifier } = scratch;
                counter.add(&course, namer, || Arc::new(self.game(report, classifier)));
            },
            |later| sum.merge(later),
        )?;
        let slot = sum.into_slots().into_iter().next();
        let tree = slot.map(|it| Tree::of(it, shape));
        Ok((tree.unwrap_or_default(), games, ran))
    }

    /// All games, kept by their moves.
    pub(super) fn lines(&self) -> Result<(Lines, u64, Ran), Exit> {
        let mut all = Lines::default();
        let (_, last) = self.selection.plies();
        let (games, ran) = self.read(
            |scratch, report, kept: &mut Option<Lines>| {
                let Some(course) = course(report) else { return };
                let game = self.game(report, &mut scratch.classifier);
                let lines = kept.get_or_insert_default();
                lines.push(&course, game, last);
            },
            |later| all.append(&later),
        )?;
        Ok((all, games, ran))
    }

    /// Reads all games that are wanted.
    fn read<T: Send>(
        &self,
        work: impl Fn(&mut Scratch, &Report<'_>, &mut Option<T>) + Sync,
        mut take: impl FnMut(T),
    ) -> Result<(u64, Ran), Exit> {
        let runner = Runner::new(self.input, self.work, self.ui)?;
        let mut games = 0;
        let ran = runner.reports(
            &self.selection,
            ReplayOptions::default(),
            Scratch::default,
            |scratch, report, batch: &mut Batch<T>| {
                batch.games += 1;
                work(scratch, report, &mut batch.counted);
            },
            |batch| {
                games += batch.games;
                if let Some(counted) = batch.counted {
                    take(counted);
                }
                io::Result::Ok(())
            },
        );
        match ran {
            Ok(ran) if !ran.is_empty() => Ok((games, ran)),
            _ => Err(Exit::Failed),
        }
    }

    /// What is told of a game.
    fn game(&self, report: &Report<'_>, classifier: &mut Classifier) -> Game {
        if self.by.is_empty() {
            return Game::of(report, ByColor::default());
        }
        let row = GameRow::new(report, classifier);
        let group = |side: Color| -> Group {
            let values = self.by.iter().map(|column| match column {
                GameColumn::Player => {
                    let name = report.record.header(HeaderKey::of_player(side));
                    name.map(str::to_owned)
                }
                column => column.with(&row, |value| match value {
                    Value::Null => None,
                    value => Some(value_text(value)),
                }),
            });
            values.collect()
        };
        Game::of(report, ByColor::from_fn(group))
    }
}

/// The moves of a game; none where it has no position to start from.
fn course<'a>(
    report: &'a Report<'_>,
) -> Option<Course<'a, impl Iterator<Item = (Move, bool)> + Clone + 'a>> {
    let replay = report.replay;
    Some(Course {
        start: replay.start()?,
        handicap: report.record.start.handicap(),
        moves: replay
            .main_line(report.record)
            .map(|step| (step.mv, step.broken.is_none())),
        no_repetition: replay.most_occurrences() == 1 && replay.plies() == replay.legal_plies(),
    })
}
