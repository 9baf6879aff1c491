//! What a file said, faithfully: headers, start, the tree of moves as written, endings, comments.
//!
//! Nothing is judged here; `replay` does that and never changes a record.

mod analysis;
mod date_reading;
mod entry;
mod evaluation;
mod game_time;
mod header;
mod notation;
mod result;
mod time_control;
mod time_reading;
mod time_words;
mod tree;

pub use analysis::Analysis;
pub use date_reading::DateReading;
pub use entry::{
    Act, Claim, Ending, EndingKind, Entry, Hint, Named, Origin, Part, Relation, Target, WrittenMove,
};
pub use evaluation::{Evaluation, Style};
pub use game_time::{GameTime, civil};
pub use header::{Header, HeaderKey};
pub use notation::Notation;
pub use time_control::TimeControl;
pub use tree::{Clock, Node, NodeId, Tree};

use crate::shogi::{Color, Handicap, Position, Setup, Square};
use crate::text::Span;

/// One game as its file tells it. Owns its text and is meant to be cleared and filled again.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The decoded text of the game, and after [`Record::source_len`] what a reader had to make (unescaped strings).
    pub text: String,
    /// How much of `text` comes from the file.
    pub source_len: usize,
    /// The notation; none when it could not be told.
    pub notation: Option<Notation>,
    /// Whether other games stand before this one in its file: what a file says only once (CSA's version) may be missing.
    pub continued: bool,
    /// The headers in file order, the unknown ones included.
    pub headers: Vec<Header>,
    /// The start position.
    pub start: Start,
    /// Where the file gives the start position; empty when it does not.
    pub start_span: Span,
    /// Where the move before the start went, where the file tells (a diagram's last move): the meaning of a leading 同.
    pub last_target: Option<Square>,
    /// That move as the diagram writes it; empty where it does not.
    pub last_move: Span,
    /// Moves and endings.
    pub tree: Tree,
    /// Comments, bookmarks and analysis, in file order.
    pub remarks: Vec<Remark>,
    /// What stands behind the end of a line and has no place in the tree.
    pub left_out: LeftOut,
}

/// Moves and endings that were read and are not in the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// How many moves.
    pub moves: u32,
    /// How many endings.
    pub endings: u32,
    /// The first of these.
    pub ending: Option<EndingKind>,
    /// Where the first of them stands.
    pub first: Span,
}

/// The start position as the file gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Nothing was said: an even game.
    #[default]
    Unstated,
    /// A handicap (or the even game) by name.
    Handicap(Handicap),
    /// A position by its pieces.
    Setup(Box<Setup>),
    /// Something was said that gives no position: the moves cannot be judged.
    Unknown,
}

impl Start {
    /// The start position, if there is one.
    pub fn position(&self) -> Option<Position> {
        match self {
            Start::Unstated => Some(Position::startpos()),
            Start::Handicap(handicap) => Some(handicap.position()),
            Start::Setup(setup) => Some(Position::from_setup(setup)),
            Start::Unknown => None,
        }
    }

    /// The handicap by name, or recognised from the position; none for other positions.
    pub fn handicap(&self) -> Option<Handicap> {
        match self {
            Start::Unstated => Some(Handicap::Even),
            Start::Handicap(handicap) => Some(*handicap),
            Start::Setup(setup) => Handicap::of(setup),
            Start::Unknown => None,
        }
    }
}

/// Text that hangs on a node of the tree: on the move or ending it follows, on the root before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where it hangs.
    pub node: NodeId,
    /// What it is.
    pub kind: RemarkKind,
    /// One line of text, without its marker.
    pub text: Span,
}

/// Kinds of remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    /// A line of comment (KIF `*`, CSA `'*`, JKF comments).
    Comment,
    /// The name of a place in the game (KIF `&`).
    Bookmark,
    /// Engine output in a form of its own (CSA `'**`): evaluation, line of play.
    Analysis,
    /// A line that readers of the notation are to pass over (CSA `'`), kept for who writes it again.
    Plain,
}

impl Record {
    /// Empties the record but keeps its buffers.
    pub fn clear(&mut self) {
        self.text.clear();
        self.source_len = 0;
        self.notation = None;
        self.continued = false;
        self.headers.clear();
        self.start = Start::Unstated;
        self.start_span = Span::default();
        self.last_target = None;
        self.last_move = Span::default();
        self.tree.clear();
        self.remarks.clear();
        self.left_out = LeftOut::default();
    }

    /// The text of a span.
    #[inline]
    pub fn str(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Adds text that does not stand in the file as it is; spans may point to it.
    pub fn add_text(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        Span::new(start, self.text.len())
    }

    /// The value of a header; the last one counts when it is given twice, an empty one never.
    pub fn header(&self, key: HeaderKey) -> Option<&str> {
        let values = self.headers.iter().rev().filter(|header| header.key == key);
        values
            .map(|header| self.str(header.value))
            .find(|value| !value.is_empty())
    }

    /// When the game began: the date, and the time of day where it is given.
    pub fn start_time(&self) -> Option<GameTime> {
        let text = self.header(HeaderKey::StartTime)?;
        GameTime::parse(text).map(|(time, _)| time)
    }

    /// The year in which the game began, which may be known where the day is not.
    pub fn year(&self) -> Option<u16> {
        if let Some(start) = self.start_time() {
            return Some(start.year);
        }
        let text = self.header(HeaderKey::StartTime)?;
        let digits = text.get(..4)?;
        let follows_digit = text[4..].starts_with(|it: char| it.is_ascii_digit());
        let plain = digits.bytes().all(|it| it.is_ascii_digit()) && !follows_digit;
        digits.parse().ok().filter(|&year| plain && year > 0)
    }

    /// A side's rating as headers write it; what is no plain number is none.
    pub fn rating(&self, side: Color) -> Option<f64> {
        let text = self.header(HeaderKey::of_rating(side))?;
        let value: f64 = text.trim().parse().ok()?;
        value.is_finite().then_some(value)
    }

    /// The remarks on a node, in file order.
    pub fn remarks_at(&self, node: NodeId) -> &[Remark] {
        let first = self.remarks.partition_point(|remark| remark.node < node);
        let rest = &self.remarks[first..];
        let other = rest.iter().position(|remark| remark.node != node);
        &rest[..other.unwrap_or(rest.len())]
    }

    /// The text of those that are of one kind.
    pub fn of_kind<'a>(
        &'a self,
        remarks: &'a [Remark],
        kind: RemarkKind,
    ) -> impl DoubleEndedIterator<Item = &'a str> {
        let wanted = remarks.iter().filter(move |remark| remark.kind == kind);
        wanted.map(|remark| self.str(remark.text))
    }

    /// The remarks of one kind on a node, in file order.
    pub fn remarks_on(&self, node: NodeId, kind: RemarkKind) -> impl Iterator<Item = &str> {
        self.of_kind(self.remarks_at(node), kind)
    }

    /// Brings the remarks into the order of their nodes, which [`Record::remarks_at`] needs. Readers call it last.
    pub fn order_remarks(&mut self) {
        if !self.remarks.is_sorted_by_key(|remark| remark.node) {
            self.remarks.sort_by_key(|remark| remark.node);
        }
    }
}
