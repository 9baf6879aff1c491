//! All conditions together, and where in a game they hold.

use std::ops::ControlFlow;

use super::line::Line;
use super::material::Material;
use super::orientation::Orientation;
use super::pattern::Pattern;
use super::plies::Plies;
use super::position::position;
use super::{Filter, Mistake};
use crate::examine::{Examiner, Report};
use crate::notation::Game;
use crate::opening::Classifier;
use crate::record::{NodeId, Record};
use crate::replay::{Replay, ReplayOptions, Step};
use crate::shogi::Position;
use crate::tables::GameRow;

/// What is asked for, as it is written. Conditions on positions must hold in one position.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    /// A condition on the columns of `games`.
    pub condition: Option<&'a str>,
    /// Positions: any of them.
    pub positions: Vec<&'a str>,
    /// Patterns of positions that follow one another.
    pub boards: Vec<&'a str>,
    /// The moves with which the game begins.
    pub line: Option<&'a str>,
    /// A condition on material.
    pub material: Option<&'a str>,
    /// The stretch of plies in which positions are sought.
    pub plies: Option<&'a str>,
    /// Left and right exchanged counts too.
    pub mirror: bool,
    /// Colours exchanged counts too.
    pub flip: bool,
    /// Positions are sought in the variations too.
    pub variations: bool,
}

/// A question that cannot be read.
#[derive(Clone, Debug)]
pub struct Refused<'a> {
    /// The option.
    pub option: &'static str,
    /// What was written.
    pub written: &'a str,
    /// What is wrong with it.
    pub mistake: Mistake,
}

/// Which games are kept.
#[derive(Debug, Default)]
pub struct Selection {
    filter: Option<Filter>,
    line: Option<Line>,
    material: Option<Material>,
    tracks: Vec<Track>,
    plies: Plies,
    positional: bool,
    variations: bool,
}

/// What is sought, turned one way.
#[derive(Debug)]
struct Track {
    turn: Orientation,
    /// Any of these; none for every position.
    positions: Vec<(u64, Position)>,
    boards: Vec<Pattern>,
}

/// The most ways to turn something.
const TURNS: usize = 4;

/// How many patterns of each track were met.
type Met = [usize; TURNS];

/// A place where the conditions on positions hold.
#[derive(Clone, Copy, Debug)]
pub struct Hit<'a> {
    /// After so many moves; 0 is the start.
    pub ply: u32,
    /// The position.
    pub position: &'a Position,
    /// What was played there; none at the end.
    pub next: Option<&'a Step>,
    /// Where the move before went, for those who write 同.
    pub before: Option<crate::shogi::Square>,
}

impl Selection {
    /// Reads what is asked for.
    ///
    /// # Errors
    /// The first question that cannot be read.
    pub fn new<'a>(asked: &Asked<'a>) -> Result<Selection, Refused<'a>> {
        fn read<'a, T>(
            option: &'static str,
            written: &'a str,
            parse: impl FnOnce(&str) -> Result<T, Mistake>,
        ) -> Result<T, Refused<'a>> {
            parse(written).map_err(|mistake| Refused {
                option,
                written,
                mistake,
            })
        }
        let one = |option, written: Option<&'a str>| written.map(|it| (option, it));
        let filter = one("--where", asked.condition);
        let line = one("--moves", asked.line);
        let material = one("--material", asked.material);
        let plies = one("--plies", asked.plies);
        let positions = asked.positions.iter();
        let positions: Vec<Position> = positions
            .map(|&it| read("--position", it, position))
            .collect::<Result<_, _>>()?;
        let boards = asked.boards.iter();
        let boards: Vec<Pattern> = boards
            .map(|&it| read("--board", it, Pattern::parse))
            .collect::<Result<_, _>>()?;
        let tracks = Orientation::all(asked.mirror, asked.flip).into_iter();
        let selection = Selection {
            filter: filter
                .map(|(option, it)| read(option, it, Filter::parse))
                .transpose()?,
            line: line
                .map(|(option, it)| read(option, it, Line::parse))
                .transpose()?,
            material: material
                .map(|(option, it)| read(option, it, Material::parse))
                .transpose()?,
            plies: plies
                .map(|(option, it)| read(option, it, Plies::parse))
                .transpose()?
                .unwrap_or_default(),
            positional: !positions.is_empty() || !boards.is_empty() || asked.material.is_some(),
            tracks: tracks
                .map(|turn| Track {
                    turn,
                    positions: positions
                        .iter()
                        .map(|it| turn.position(it))
                        .map(|it| (it.key(), it))
                        .collect(),
                    boards: boards.iter().map(|it| it.turned(turn)).collect(),
                })
                .collect(),
            variations: asked.variations,
        };
        Ok(selection)
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.filter.is_none() && self.line.is_none() && !self.positional
    }

    /// The plies after which positions are sought; 0 is the start.
    pub fn plies(&self) -> (u32, u32) {
        (self.plies.first, self.plies.last)
    }

    /// Whether positions are asked for.
    pub fn is_positional(&self) -> bool {
        self.positional
    }

    /// Whether the headers of a game are enough to refuse it.
    fn is_of_headers(&self) -> bool {
        self.filter.as_ref().is_some_and(Filter::asks_headers_only)
    }

    /// Calls `found` at each place of a game where the conditions on positions hold: those of the main line first.
    pub fn hits(
        &self,
        record: &Record,
        replay: &Replay,
        found: &mut impl FnMut(&Hit<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(start) = replay.start() else {
            return ControlFlow::Continue(());
        };
        let walk = Walk {
            selection: self,
            record,
            replay,
        };
        let place = Place {
            node: NodeId::ROOT,
            ply: 0,
            position: start.clone(),
            met: [0; TURNS],
            before: record.last_target,
        };
        if !self.variations || !record.tree.has_variations() {
            return walk.line(place, None, found);
        }
        let mut waiting = Vec::new();
        walk.line(place, Some(&mut waiting), found)?;
        while let Some((place, id)) = waiting.pop() {
            if let Some(place) = walk.after(place, id) {
                walk.line(place, Some(&mut waiting), found)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the position fits, after those that came before it on its line.
    #[inline]
    fn fits(&self, position: &Position, met: &mut Met) -> bool {
        let mut fits = false;
        for (track, met) in self.tracks.iter().zip(met) {
            let last = match track.boards.len() {
                0 => None,
                boards if *met + 1 < boards => {
                    *met += usize::from(track.boards[*met].fits(position));
                    continue;
                }
                boards => Some(&track.boards[boards - 1]),
            };
            fits |= track.has(position)
                && last.is_none_or(|it| it.fits(position))
                && (self.material.as_ref()).is_none_or(|it| it.holds(position, track.turn));
        }
        fits
    }

    /// Whether a game is kept.
    fn keeps(&self, report: &Report<'_>, classifier: &mut Classifier) -> bool {
        let (record, replay) = (report.record, report.replay);
        if self
            .line
            .as_ref()
            .is_some_and(|it| !it.begins(record, replay))
        {
            return false;
        }
        let mut hit = |_: &Hit<'_>| ControlFlow::Break(());
        if self.positional && self.hits(record, replay, &mut hit).is_continue() {
            return false;
        }
        self.filter.as_ref().is_none_or(|filter| {
            let row = match filter.asks_names() {
                true => GameRow::new(report, classifier),
                false => GameRow::without_names(report, classifier),
            };
            filter.holds(&row)
        })
    }
}

impl Track {
    #[inline]
    fn has(&self, position: &Position) -> bool {
        let key = position.key();
        let mut any = self.positions.iter();
        self.positions.is_empty() || any.any(|(it, sought)| *it == key && sought.same_as(position))
    }
}

/// A game that is walked through.
struct Walk<'a> {
    selection: &'a Selection,
    record: &'a Record,
    replay: &'a Replay,
}

/// A place on the way.
#[derive(Clone)]
struct Place {
    node: NodeId,
    ply: u32,
    position: Position,
    met: Met,
    before: Option<crate::shogi::Square>,
}

impl Walk<'_> {
    /// Goes on from a place to the end of its line; alternatives on the way are put aside.
    fn line(
        &self,
        mut place: Place,
        mut aside: Option<&mut Vec<(Place, NodeId)>>,
        found: &mut impl FnMut(&Hit<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let tree = &self.record.tree;
        loop {
            let child = tree.first_child(place.node);
            let step = child.and_then(|it| self.replay.step(it));
            let Plies { first, last } = self.selection.plies;
            if (first..=last).contains(&place.ply)
                && self.selection.fits(&place.position, &mut place.met)
            {
                found(&Hit {
                    ply: place.ply,
                    position: &place.position,
                    next: step,
                    before: place.before,
                })?;
            }
            let Some(child) = child.filter(|_| place.ply < last) else {
                return ControlFlow::Continue(());
            };
            if let Some(aside) = &mut aside {
                let others = tree.children(place.node).skip(1);
                aside.extend(others.map(|it| (place.clone(), it)));
            }
            let Some(step) = step else {
                return ControlFlow::Continue(());
            };
            go(&mut place, child, step);
        }
    }

    /// The place after a move.
    fn after(&self, mut place: Place, id: NodeId) -> Option<Place> {
        go(&mut place, id, self.replay.step(id)?);
        Some(place)
    }
}

#[inline]
fn go(place: &mut Place, node: NodeId, step: &Step) {
    step.make(&mut place.position);
    place.node = node;
    place.ply += 1;
    place.before = Some(step.mv.to());
}

/// Examines games and keeps those that are selected. Every thread has its own.
#[derive(Debug, Default)]
pub struct Selector {
    examiner: Examiner,
    classifier: Classifier,
}

impl Selector {
    /// The report on a game, if it is kept. Where the headers refuse it, its moves are not read.
    pub fn examine<'a>(
        &'a mut self,
        selection: &Selection,
        game: &'a Game<'a>,
        options: ReplayOptions,
    ) -> Option<Report<'a>> {
        let Selector {
            examiner,
            classifier,
        } = self;
        if selection.is_empty() {
            return Some(examiner.examine(game, options));
        }
        if selection.is_of_headers() {
            let head = game.head();
            let report = examiner.examine(&head, ReplayOptions::default());
            let row = GameRow::without_names(&report, classifier);
            if selection.filter.as_ref().is_some_and(|it| !it.holds(&row)) {
                return None;
            }
        }
        if selection.variations && !options.variations {
            let all = ReplayOptions {
                variations: true,
                ..options
            };
            if !selection.keeps(&examiner.examine(game, all), classifier) {
                return None;
            }
            return Some(examiner.examine(game, options));
        }
        let report = examiner.examine(game, options);
        selection.keeps(&report, classifier).then_some(report)
    }

    /// The report on a game at which this program failed, if it is kept.
    pub fn fault<'a>(
        &'a mut self,
        selection: &Selection,
        game: &'a Game<'a>,
    ) -> Option<Report<'a>> {
        let report = self.examiner.fault(game);
        let kept = selection.is_empty() || selection.keeps(&report, &mut self.classifier);
        kept.then_some(report)
    }
}
