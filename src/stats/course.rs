//! How one game went: what engines thought of its moves, and the time they took.

use crate::examine::Report;
use crate::record::HeaderKey;
use crate::shogi::{ByColor, Color, Position};
use crate::timeline;
use crate::words::Lang;

/// The course of a game, move by move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// The players' names; empty where none is given.
    pub players: ByColor<String>,
    /// The moves of the main line.
    pub moves: Vec<Moment>,
}

/// One move of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Who moved.
    pub side: Color,
    /// What was thought of it, in hundredths of a pawn from Black's view.
    pub score: Option<Score>,
    /// The time for it, in milliseconds.
    pub elapsed: Option<u32>,
    /// The move in Japanese and in the western way.
    pub names: [String; 2],
}

impl Moment {
    /// The move as readers of a language write it.
    pub(crate) fn name(&self, lang: Lang) -> &str {
        match lang {
            Lang::Ja => &self.names[0],
            _ => &self.names[1],
        }
    }
}

/// A score from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// This side mates.
    Mate(Color),
}

impl Course {
    /// The course of a game.
    pub(crate) fn of(report: &Report<'_>) -> Course {
        let record = report.record;
        let name = |key| record.header(key).unwrap_or_default().to_owned();
        let mut position = report.replay.start().cloned();
        let position = position.get_or_insert_with(Position::startpos);
        let mut last = None;
        let moments = record.tree.main_line().map_while(|id| {
            let step = report.replay.step(id)?;
            let score = record.evaluation(id).and_then(|it| match it.mate {
                Some(mate) if mate < 0 => Some(Score::Mate(Color::White)),
                Some(_) => Some(Score::Mate(Color::Black)),
                None => it.centipawns.map(Score::Centipawns),
            });
            let names = [
                timeline::japanese(step, last),
                timeline::western(step, position),
            ];
            step.make(position);
            last = Some(step.mv.to());
            Some(Moment {
                names,
                side: step.piece.color(),
                score,
                elapsed: record.tree.node(id).clock.elapsed(),
            })
        });
        Course {
            players: ByColor {
                black: name(HeaderKey::Black),
                white: name(HeaderKey::White),
            },
            moves: moments.collect(),
        }
    }

    /// Whether there is anything to draw.
    pub(crate) fn is_told(&self) -> bool {
        self.has_scores() || self.has_times()
    }

    /// Whether a move has a score.
    pub(crate) fn has_scores(&self) -> bool {
        self.moves.iter().any(|it| it.score.is_some())
    }

    /// Whether a move has a time other than zero: records without clocks are often filled with zeros.
    pub(crate) fn has_times(&self) -> bool {
        self.moves
            .iter()
            .any(|it| it.elapsed.is_some_and(|it| it > 0))
    }
}
