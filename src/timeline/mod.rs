//! A game made ready to be shown: every node with its position, its words, its clock, its evaluation, its findings.
//!
//! A timeline owns all it shows, so that a viewer or a page can outlive the record it was made from. Nothing in it is
//! escaped: whoever shows it does that.

mod notation;

pub(crate) use notation::{japanese, western};

use crate::examine::Report;
use crate::finding::{Finding, Message, Severity, message};
use crate::record::{Analysis, EndingKind, Entry, HeaderKey, NodeId, Record, RemarkKind};
use crate::replay::{Clocks, Step};
use crate::shogi::jishogi::{Count, KingPlace};
use crate::shogi::{ByColor, Color, Handicap, Position};
use crate::text::shorten;
use crate::words::{self, Lang};

/// How much of a name stands in a heading, in columns.
const NAME: usize = 60;

/// A game to be shown.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// The file it comes from.
    pub file: String,
    /// The players' names; empty where none is given.
    pub players: ByColor<String>,
    /// The event, or the title of the record; empty where none is given.
    pub event: String,
    /// All headers as they stand in the file: name and value.
    pub headers: Vec<(String, String)>,
    /// Whether the sides bear their names of handicap games.
    pub handicap: bool,
    /// The start and every move and ending after it, in file order. A frame stands after the one it follows.
    pub frames: Vec<Frame>,
}

/// What there is to see after one move.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The frame before; none for the start.
    pub parent: Option<usize>,
    /// The frames that follow: the line goes on with the first, the others are variations.
    pub children: Vec<usize>,
    /// 0 for the start, 1 after the first move; an ending counts as one more.
    pub ply: u32,
    /// What happened.
    pub event: Event,
    /// The position now.
    pub position: Position,
    /// The time for this move, in milliseconds.
    pub elapsed: Option<u32>,
    /// The time each side has used up to now.
    pub clocks: Clocks,
    /// The evaluation from Black's view, in hundredths of a pawn.
    pub eval: Option<i32>,
    /// Plies to mate: above zero when Black mates.
    pub mate: Option<i32>,
    /// The line of play that an engine expects, as it stands in the file.
    pub expected: String,
    /// The comment: lines as they stand in the file.
    pub comment: String,
    /// What `check` finds here.
    pub findings: Vec<Finding>,
}

/// What happened to make a frame.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// Nothing: the start.
    Start,
    /// A move.
    Move {
        /// What it does.
        step: Step,
        /// In Japanese: ▲７六歩(77).
        japanese: String,
        /// In the western way: P-7f.
        western: String,
    },
    /// The game ends.
    End {
        /// The cause.
        kind: EndingKind,
        /// Who wins by it, if anybody does.
        winner: Option<Color>,
    },
    /// Something that could not be made; the position stays. The text as it stands in the file.
    Unmade(String),
}

impl Timeline {
    /// Makes a report ready to be shown. Variations appear as far as they were replayed.
    pub(crate) fn of(report: &Report<'_>) -> Timeline {
        let record = report.record;
        let start = report.replay.start().cloned();
        let handicap = record.start.handicap();
        let header = |key| record.header(key).unwrap_or_default().to_owned();
        let mut timeline = Timeline {
            file: report.game.file.to_owned(),
            players: ByColor {
                black: header(HeaderKey::Black),
                white: header(HeaderKey::White),
            },
            event: [HeaderKey::Event, HeaderKey::Title]
                .into_iter()
                .find_map(|key| record.header(key))
                .unwrap_or_default()
                .to_owned(),
            headers: record
                .headers
                .iter()
                .map(|it| {
                    (
                        record.str(it.name).to_owned(),
                        record.str(it.value).to_owned(),
                    )
                })
                .collect(),
            handicap: handicap.is_some_and(|it| it != Handicap::Even),
            frames: Vec::with_capacity(record.tree.len()),
        };
        timeline.frames.push(Frame {
            parent: None,
            children: Vec::new(),
            ply: 0,
            event: Event::Start,
            position: start.unwrap_or_else(Position::startpos),
            elapsed: None,
            clocks: Clocks::default(),
            eval: None,
            mate: None,
            expected: String::new(),
            comment: String::new(),
            findings: Vec::new(),
        });
        timeline.remarks(record, NodeId::ROOT);
        for id in record.tree.ids() {
            timeline.add(report, id);
        }
        for finding in report.findings {
            let index = finding.node.map_or(0, NodeId::index);
            timeline.frames[index].findings.push(finding.clone());
        }
        timeline
    }

    fn add(&mut self, report: &Report<'_>, id: NodeId) {
        let record = report.record;
        let node = record.tree.node(id);
        let parent = record.tree.parent(id).map_or(0, NodeId::index);
        let index = self.frames.len();
        let before = &self.frames[parent];
        let mut position = before.position.clone();
        let event = match (node.entry, report.replay.step(id)) {
            (Entry::Move(_), Some(step)) => {
                let last = match &before.event {
                    Event::Move { step, .. } => Some(step.mv.to()),
                    _ => None,
                };
                let event = Event::Move {
                    step: *step,
                    japanese: notation::japanese(step, last),
                    western: notation::western(step, &position),
                };
                step.make(&mut position);
                event
            }
            (Entry::End(ending), _) => Event::End {
                kind: ending.kind,
                winner: ending
                    .summary
                    .and_then(|claim| claim.winner(position.turn()))
                    .or_else(|| ending.claim.winner(position.turn())),
            },
            _ => Event::Unmade(record.str(node.span).to_owned()),
        };
        let (mut clocks, mover) = (before.clocks, before.position.turn());
        if matches!(event, Event::Move { .. }) {
            clocks.add(mover, node.clock);
        } else {
            clocks.add_if_written(mover, node.clock);
        }
        let frame = Frame {
            parent: Some(parent),
            children: Vec::new(),
            ply: before.ply + 1,
            event,
            elapsed: node.clock.elapsed(),
            clocks,
            position,
            eval: None,
            mate: None,
            expected: String::new(),
            comment: String::new(),
            findings: Vec::new(),
        };
        self.frames.push(frame);
        self.frames[parent].children.push(index);
        self.remarks(record, id);
    }

    /// Gives a frame its comment and its evaluation.
    fn remarks(&mut self, record: &Record, id: NodeId) {
        let frame = &mut self.frames[id.index()];
        let mut lines: Vec<&str> = Vec::new();
        lines.extend(record.remarks_on(id, RemarkKind::Bookmark));
        lines.extend(record.remarks_on(id, RemarkKind::Comment));
        let analyses = record.remarks_on(id, RemarkKind::Analysis);
        lines.extend(analyses.filter(|text| Analysis::parse(text).is_none()));
        if let Some(evaluation) = record.evaluation(id) {
            frame.eval = evaluation.centipawns;
            frame.mate = evaluation.mate;
            evaluation
                .line
                .unwrap_or_default()
                .clone_into(&mut frame.expected);
        }
        frame.comment = lines.join("\n");
    }

    /// The frames from the start to `index`.
    pub(crate) fn path(&self, index: usize) -> Vec<usize> {
        let up = std::iter::successors(Some(index), |&it| self.frames[it].parent);
        let mut path: Vec<usize> = up.collect();
        path.reverse();
        path
    }

    /// The frames of the main line, the start included.
    pub(crate) fn main_line(&self) -> Vec<usize> {
        let down = |&it: &usize| self.frames[it].children.first().copied();
        std::iter::successors(Some(0), down).collect()
    }

    /// The last frame of the main line after `ply` moves, or the last of all where it is shorter. Endings move nothing
    /// and count as no ply here.
    pub(crate) fn at_ply(&self, ply: u32) -> usize {
        let moves = self.main_line().into_iter().take_while(|&it| {
            let frame = &self.frames[it];
            frame.ply <= ply && !matches!(frame.event, Event::End { .. } | Event::Unmade(_))
        });
        moves.last().unwrap_or(0)
    }

    /// The number of moves that the main line can show.
    pub(crate) fn plies(&self) -> u32 {
        self.frames[self.at_ply(u32::MAX)].ply
    }

    /// Whether any move took time: many records give zero for all.
    pub(crate) fn has_times(&self) -> bool {
        self.frames.iter().any(|it| it.elapsed.unwrap_or(0) > 0)
    }

    /// The players on one line, long names shortened; empty where no name is given.
    pub(crate) fn heading(&self) -> String {
        let ByColor { black, white } = &self.players;
        match (black.is_empty(), white.is_empty()) {
            (true, true) => String::new(),
            _ => format!("{} – {}", shorten(black, NAME), shorten(white, NAME)),
        }
    }
}

impl Frame {
    /// What happened, in the reader's language: a move, a word for the end.
    pub(crate) fn label(&self, lang: Lang) -> String {
        match &self.event {
            Event::Start => words::text(lang, "board.start").to_owned(),
            Event::Move {
                japanese, western, ..
            } => match lang {
                Lang::Ja => japanese.clone(),
                _ => western.clone(),
            },
            Event::End { kind, .. } => ending(lang, *kind).to_owned(),
            Event::Unmade(text) => text.clone(),
        }
    }

    /// The move that made this frame.
    pub(crate) fn step(&self) -> Option<&Step> {
        match &self.event {
            Event::Move { step, .. } => Some(step),
            _ => None,
        }
    }

    /// How often the position has occurred on its line.
    pub(crate) fn occurrence(&self) -> u32 {
        self.step().map_or(1, |step| step.occurrence)
    }

    /// The points of both sides, once a king has entered the enemy camp.
    pub(crate) fn points(&self) -> Option<ByColor<u32>> {
        let count = Count::of(&self.position);
        let entered = |color: Color| count.sides[color].king == KingPlace::In;
        (entered(Color::Black) || entered(Color::White))
            .then(|| ByColor::from_fn(|color| count.sides[color].total))
    }

    /// The words of what `check` finds here, with the severity of each.
    pub(crate) fn messages(&self, lang: Lang, handicap: bool) -> Vec<(Severity, Message)> {
        let setting = crate::finding::Setting {
            lang,
            handicap,
            ..Default::default()
        };
        let words = self.findings.iter();
        words
            .map(|it| (it.severity, message(it, &setting)))
            .collect()
    }
}

/// The word for a cause of an end.
pub(crate) fn ending(lang: Lang, kind: EndingKind) -> &'static str {
    words::find(lang, &format!("ending.{}", kind.name())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examine::Examiner;
    use crate::notation::Game;
    use crate::record::Notation;
    use crate::replay::ReplayOptions;

    /// The timeline of a text in a notation.
    fn timeline(notation: Notation, text: &str) -> Timeline {
        let game = Game::whole("game", text.as_bytes(), Some(notation));
        let options = ReplayOptions {
            variations: true,
            ..ReplayOptions::default()
        };
        Timeline::of(&Examiner::default().examine(&game, options))
    }

    #[test]
    fn a_game_becomes_frames() {
        let timeline = timeline(
            Notation::Csa,
            "V2.2\nN+Kame\nN-Tsuru\nPI\n+\n+7776FU\nT5\n'** 30 -3334FU #12\n'*good\n-3334FU\nT7\n+8822UM\nT60\n-3122GI\nT2\n%TORYO\n",
        );
        let labels: Vec<String> = timeline
            .frames
            .iter()
            .map(|it| it.label(Lang::En))
            .collect();
        assert_eq!(
            labels,
            [
                "starting position",
                "P-7f",
                "P-3d",
                "Bx2b+",
                "Sx2b",
                "resignation"
            ]
        );
        assert_eq!(timeline.frames[4].label(Lang::Ja), "△同\u{3000}銀(31)");
        assert_eq!(timeline.frames[3].clocks.used(Color::Black), Some(65_000));
        assert_eq!(timeline.frames[1].eval, Some(30));
        assert_eq!(timeline.frames[1].comment, "good");
        assert_eq!(timeline.heading(), "Kame – Tsuru");
        assert_eq!(
            (timeline.at_ply(2), timeline.at_ply(99), timeline.plies()),
            (2, 4, 4)
        );
        assert!(matches!(
            timeline.frames[5].event,
            Event::End {
                winner: Some(Color::White),
                ..
            }
        ));
    }

    #[test]
    fn evaluations_are_those_of_the_tables() {
        let text = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n*#評価値=50\n   2 ３四歩(33)\n\
                    **評価値=-200\n   3 ２六歩(27)\n** 113 -8384FU +2625FU\n   4 ８四歩(83)\n**詰み=先手勝ち:7手\n   \
                    5 ２五歩(26)\n*a word of a person\n";
        let game = Game::whole("a.kif", text.as_bytes(), Some(Notation::Kif));
        let mut examiner = Examiner::default();
        let report = examiner.examine(&game, ReplayOptions::default());
        let timeline = Timeline::of(&report);
        let shown: Vec<_> = timeline
            .frames
            .iter()
            .map(|it| (it.eval, it.mate))
            .collect();
        assert_eq!(
            shown[1..],
            [
                (Some(50), None),
                (Some(-200), None),
                (Some(113), None),
                (None, Some(7)),
                (None, None)
            ]
        );
        for id in report.record.tree.ids() {
            let read = report.record.evaluation(id);
            let read = (
                read.and_then(|it| it.centipawns),
                read.and_then(|it| it.mate),
            );
            assert_eq!(shown[id.index()], read);
        }
    }
}
