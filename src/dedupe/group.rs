//! Records of one game: the best of them, and what they differ in.

use super::fold_name;
use crate::examine::Report;
use crate::finding::Severity;
use crate::record::{EndingKind, HeaderKey, RemarkKind};
use crate::replay::Winner;
use crate::shogi::Color;

/// One record of a game.
#[derive(Clone, Debug)]
pub struct Member {
    /// The file.
    pub file: String,
    /// Which game of the file.
    pub game: u32,
    /// Whether the file holds others.
    pub several: bool,
    /// How many moves it has.
    pub plies: u32,
    /// Its worst finding.
    pub status: &'static str,
    clocks: usize,
    comments: usize,
    variations: usize,
    headers: usize,
    findings: usize,
    result: (Option<&'static str>, Option<&'static str>),
    date: Option<String>,
    names: [Option<String>; 2],
}

/// Something in which records of one game differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Who won, and how.
    Result,
    /// When it began.
    Date,
    /// The names of the players, however they are written.
    Names,
    /// How many moves there are.
    Length,
    /// How many comments there are.
    Comments,
    /// On how many moves a clock is noted.
    Clocks,
    /// How many variations there are.
    Variations,
}

impl Difference {
    /// The word in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Difference::Result => "result",
            Difference::Date => "date",
            Difference::Names => "names",
            Difference::Length => "length",
            Difference::Comments => "comments",
            Difference::Clocks => "clocks",
            Difference::Variations => "variations",
        }
    }

    /// The key of the word for people.
    pub const fn word(self) -> &'static str {
        match self {
            Difference::Result => "dedupe.result",
            Difference::Date => "dedupe.date",
            Difference::Names => "dedupe.names",
            Difference::Length => "dedupe.length",
            Difference::Comments => "dedupe.comments",
            Difference::Clocks => "dedupe.clocks",
            Difference::Variations => "dedupe.variations",
        }
    }
}

impl Member {
    /// What there is to say of a record.
    pub fn of(report: &Report<'_>) -> Member {
        let record = report.record;
        let declared = report.replay.declared();
        let comments = record.remarks.iter();
        let timed = record.tree.main_line();
        Member {
            file: report.game.file.to_owned(),
            game: report.game.index,
            several: report.game.index > 1,
            plies: report.replay.plies(),
            status: report.worst().map_or("ok", Severity::name),
            clocks: timed
                .filter(|&id| record.tree.node(id).clock.elapsed().is_some())
                .count(),
            comments: comments.filter(|it| it.kind == RemarkKind::Comment).count(),
            variations: record.tree.count_leaves() - 1,
            headers: record.headers.len(),
            findings: report.findings.len(),
            result: (
                declared.winner.map(Winner::name),
                declared.ending.map(EndingKind::name),
            ),
            date: record.header(HeaderKey::StartTime).map(day),
            names: Color::BOTH.map(|side| {
                let name = record.header(HeaderKey::of_player(side));
                name.map(fold_name)
            }),
        }
    }

    /// What comes first is better.
    fn worth(&self) -> impl Ord {
        let most = (
            self.plies,
            self.clocks,
            self.comments,
            self.variations,
            self.headers,
        );
        (std::cmp::Reverse(most), self.findings)
    }
}

/// The day, however it is written; what is no date stays as it is.
fn day(text: &str) -> String {
    use crate::record::GameTime;
    match GameTime::parse(text) {
        Some((time, _)) => format!("{:04}-{:02}-{:02}", time.year, time.month, time.day),
        None => text.to_owned(),
    }
}

/// Records of one game, the best first.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The records.
    pub members: Vec<Member>,
}

impl Group {
    /// Adds a record, unless it is there already because its file was named twice.
    pub fn add(&mut self, member: Member) {
        let there = |it: &Member| it.game == member.game && it.file == member.file;
        if !self.members.iter().any(there) {
            self.members.push(member);
        }
    }

    /// Notes that the file of the first game of its own holds others.
    pub fn has_others(&mut self, file: &str) {
        let mut members = self.members.iter_mut().rev();
        if let Some(first) = members.find(|it| it.game == 1 && it.file == file) {
            first.several = true;
        }
    }

    /// Puts the best first; the others stay in the order of the input.
    pub fn choose_best(&mut self) {
        let best = (0..self.members.len()).min_by_key(|&at| self.members[at].worth());
        if let Some(best) = best {
            self.members[..=best].rotate_right(1);
        }
    }

    /// What they differ in.
    pub fn differences(&self) -> Vec<Difference> {
        fn differ<T: PartialEq>(members: &[Member], of: impl Fn(&Member) -> T) -> bool {
            members.windows(2).any(|two| of(&two[0]) != of(&two[1]))
        }
        let them = &self.members[..];
        let all = [
            (Difference::Result, differ(them, |it| it.result)),
            (Difference::Date, differ(them, |it| it.date.clone())),
            (Difference::Names, differ(them, |it| it.names.clone())),
            (Difference::Length, differ(them, |it| it.plies)),
            (Difference::Comments, differ(them, |it| it.comments)),
            (Difference::Clocks, differ(them, |it| it.clocks)),
            (Difference::Variations, differ(them, |it| it.variations)),
        ];
        let differing = all.into_iter().filter(|&(_, differs)| differs);
        differing.map(|(what, _)| what).collect()
    }
}
