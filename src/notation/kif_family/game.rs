//! The record as it grows while its lines are read: where the next move goes, what hangs on which node, what is still
//! open. Variations are in `variation.rs`, the lines above the moves in `head.rs`.

use super::playable::Board;
use super::start::Draft;
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::shared::faults::no_record;
use crate::record::{
    Clock, Ending, EndingKind, Entry, Header, LeftOut, NodeId, Record, Remark, RemarkKind, Start,
    Target, Tree, WrittenMove,
};
use crate::shogi::{Color, Square};
use crate::text::Span;

/// Whether the line that is being read can still grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Moves can follow.
    Open,
    /// An ending has been read.
    Ended(NodeId),
    /// Something unreadable stands where a move must; only an ending can follow.
    Broken(NodeId),
    /// A variation that has no place: everything up to the next one is left out.
    Dropped,
}

/// A variation whose first move is still to come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pending {
    /// The number on its line, as the file counts.
    pub(super) number: u32,
    /// Its line.
    pub(super) span: Span,
}

/// A record and all that its reader has to remember.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Game<'a> {
    pub(crate) text: &'a str,
    pub(super) tree: &'a mut Tree,
    pub(super) headers: &'a mut Vec<Header>,
    pub(super) remarks: &'a mut Vec<Remark>,
    pub(super) start: &'a mut Start,
    pub(super) start_span: &'a mut Span,
    pub(super) last_target: &'a mut Option<Square>,
    last_move: &'a mut Span,
    left_out: &'a mut LeftOut,
    pub(crate) findings: &'a mut Findings,
    pub(super) draft: Draft,
    /// Whether the ruler was met, below which moves stand.
    pub(super) ruler: bool,
    /// Whether moves have begun, so that the start position is fixed.
    pub(super) begun: bool,
    /// Who moves first.
    pub(super) first_turn: Color,
    /// The last move of the line that is being read, its ply, and where it went.
    pub(super) tip: NodeId,
    pub(super) ply: u32,
    pub(super) last_to: Option<Square>,
    pub(super) state: State,
    /// A variation whose first move is still to come.
    pub(super) pending: Option<Pending>,
    /// Whether the line still follows moves that are in the tree already.
    pub(super) merging: bool,
    /// What a move number of the file has over the ply.
    pub(super) offset: i64,
    /// The same for slips in the numbering of the present line.
    pub(super) slip: i64,
    /// The next remark hangs here.
    pub(super) hang: NodeId,
    /// The bookmark of that node, by its place among the remarks.
    pub(super) bookmark: Option<usize>,
    /// From here on the remarks wait for the first move of a variation.
    pub(super) waiting: Option<usize>,
    /// Moves marked with a + and the place of the mark.
    marks: Vec<(NodeId, Span)>,
    /// The last moves of the lines read so far, with their plies.
    pub(super) lines: Vec<(NodeId, u32)>,
    /// An error that ended a line, and how many move lines were left out after it.
    error: Option<(Finding, u32)>,
    /// The ply at which the present line broke off.
    pub(super) cut_at: Option<u32>,
    summary_read: bool,
    /// Whether a line between quote marks or tags has been told.
    pub(super) wrapped: bool,
    /// The finding on what stands behind the end of the present line, and how many moves of it there are.
    behind: Option<(Finding, u32)>,
    /// Whether anything shows that this is a record.
    pub(super) recognised: bool,
    /// Whether a move stands there that only another notation writes so.
    foreign: bool,
    pub(super) board: Board,
}

impl<'a> Game<'a> {
    /// An empty record, to be read from its text.
    pub(crate) fn new(record: &'a mut Record, findings: &'a mut Findings) -> Game<'a> {
        Game {
            text: &record.text[..record.source_len],
            tree: &mut record.tree,
            headers: &mut record.headers,
            remarks: &mut record.remarks,
            start: &mut record.start,
            start_span: &mut record.start_span,
            last_target: &mut record.last_target,
            last_move: &mut record.last_move,
            left_out: &mut record.left_out,
            findings,
            draft: Draft::default(),
            ruler: false,
            begun: false,
            first_turn: Color::Black,
            tip: NodeId::ROOT,
            ply: 0,
            last_to: None,
            state: State::Open,
            pending: None,
            merging: false,
            offset: 0,
            slip: 0,
            hang: NodeId::ROOT,
            bookmark: None,
            waiting: None,
            marks: Vec::new(),
            lines: Vec::new(),
            error: None,
            cut_at: None,
            summary_read: false,
            wrapped: false,
            behind: None,
            recognised: false,
            foreign: false,
            board: Board::default(),
        }
    }

    /// The text of a span.
    pub(crate) fn str(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// Whether moves have begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Whether the next move simply follows the last one, with nothing to look after.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.begun && self.state == State::Open && self.pending.is_none() && !self.merging
    }

    /// A line that is nothing known here, and a move in another notation.
    pub(crate) fn foreign_move(&mut self, span: Span) {
        self.foreign = true;
        self.unknown_line(span);
    }

    /// Whether there is a move, or something that stands for one.
    fn has_moves(&self) -> bool {
        let is_move = |id| !matches!(self.tree.node(id).entry, Entry::End(_));
        self.tree.children(NodeId::ROOT).any(is_move)
    }

    /// The number the next move should have.
    #[inline]
    pub(crate) fn expected(&self) -> i64 {
        i64::from(self.ply) + 1 + self.offset + self.slip
    }

    /// The side to move.
    pub(super) fn turn(&self) -> Color {
        if self.ply.is_multiple_of(2) {
            self.first_turn
        } else {
            !self.first_turn
        }
    }

    /// Fixes the start position. `first` is the first move, which may show who is to move.
    pub(super) fn begin(&mut self, first: Option<(WrittenMove, Span)>) {
        if self.begun {
            return;
        }
        self.begun = true;
        let (start, turn) = self.draft.build(first, self.findings);
        *self.start = start;
        self.first_turn = turn;
        self.last_to = self.draft.diagram.last_to;
        *self.last_target = self.last_to;
        *self.last_move = self.draft.diagram.last_move;
        if self.draft.has_board() {
            *self.start_span = self.draft.diagram.span;
        } else if let Some((_, span)) = self.draft.handicap {
            *self.start_span = span;
        }
    }

    /// Adds a move in the ordinary case; see [`Game::is_plain`].
    #[inline]
    pub(crate) fn push_plain(&mut self, mut mv: WrittenMove, span: Span, clock: Clock) -> NodeId {
        if mv.to == Target::Same
            && let Some(square) = self.last_to
        {
            mv.to = Target::Square(square);
        }
        let node = self.tree.add(self.tip, Entry::Move(mv), span);
        self.tree.node_mut(node).clock = clock;
        self.advance(node, mv.to);
        node
    }

    /// Adds a move wherever it belongs; none when it has no place.
    pub(crate) fn add_move(
        &mut self,
        mark: Option<Color>,
        mut mv: WrittenMove,
        span: Span,
        clock: Clock,
    ) -> Option<NodeId> {
        self.recognised = true;
        self.begin(Some((mv, span)));
        match self.state {
            State::Open => {}
            State::Ended(_) => {
                self.leave_out(span, None);
                return None;
            }
            State::Broken(_) | State::Dropped => {
                self.skip_line();
                return None;
            }
        }
        if let Some(pending) = self.pending.take()
            && !self.attach(pending, Some(mv))
        {
            self.skip_line();
            return None;
        }
        if let Some(mark) = mark
            && mark != self.turn()
        {
            let turn = self.turn();
            self.findings.push(
                Finding::new(Code::SideMark, span)
                    .ply(self.ply + 1)
                    .with(FactName::Side, Fact::Side(turn)),
            );
        }
        if mv.to == Target::Same
            && let Some(square) = self.last_to
        {
            mv.to = Target::Square(square);
        }
        if self.merging
            && let Some(node) = self.same_move(mv)
        {
            self.advance(node, mv.to);
            return Some(node);
        }
        self.merging = false;
        let node = self.tree.add(self.tip, Entry::Move(mv), span);
        self.tree.node_mut(node).clock = clock;
        self.advance(node, mv.to);
        Some(node)
    }

    #[inline]
    fn advance(&mut self, node: NodeId, to: Target) {
        self.tip = node;
        self.ply += 1;
        if let Target::Square(square) = to {
            self.last_to = Some(square);
        }
        self.hang_on(node);
    }

    /// The next remarks hang on `node`; those of a new variation that came before its first move as well.
    #[inline]
    pub(super) fn hang_on(&mut self, node: NodeId) {
        self.hang = node;
        self.bookmark = None;
        if let Some(from) = self.waiting.take() {
            for remark in &mut self.remarks[from..] {
                remark.node = node;
            }
        }
    }

    /// Notes that a move line ends with the mark of a later alternative.
    pub(crate) fn mark_alternative(&mut self, node: NodeId, span: Span) {
        self.marks.push((node, span));
    }

    /// Hangs a comment or bookmark where it belongs.
    pub(crate) fn add_remark(&mut self, kind: RemarkKind, text: Span) {
        if self.state == State::Dropped {
            return;
        }
        let remark = Remark {
            node: self.hang,
            kind,
            text,
        };
        if kind == RemarkKind::Bookmark {
            // The last bookmark of a node counts.
            if let Some(place) = self.bookmark {
                self.remarks[place] = remark;
                return;
            }
            self.bookmark = Some(self.remarks.len());
        }
        self.remarks.push(remark);
    }

    /// Something stands where a move must: it is kept, and nothing but an ending can follow on this line.
    pub(crate) fn break_off(&mut self, finding: Finding, span: Span) {
        self.recognised = true;
        self.begin(None);
        match self.state {
            State::Open => {}
            _ => {
                self.skip_line();
                return;
            }
        }
        if let Some(pending) = self.pending.take()
            && !self.attach(pending, None)
        {
            self.skip_line();
            return;
        }
        self.merging = false;
        let node = self.tree.add(self.tip, Entry::Unreadable, span);
        self.state = State::Broken(node);
        self.cut_at = Some(self.ply);
        self.hang_on(node);
        self.fail(finding.at(node, self.ply + 1));
    }

    /// Keeps an error that ended a line until it is known how many lines it cost.
    pub(super) fn fail(&mut self, finding: Finding) {
        self.report_error();
        self.error = Some((finding, 0));
    }

    fn report_error(&mut self) {
        if let Some((finding, skipped)) = self.error.take() {
            let finding = match skipped {
                0 => finding,
                _ => finding
                    .with(FactName::Count, Fact::Number(i64::from(skipped)))
                    .note("reason.not_judged.text"),
            };
            self.findings.push(finding);
        }
    }

    /// Counts a move line that had to be left out.
    fn skip_line(&mut self) {
        if let Some((_, skipped)) = &mut self.error {
            *skipped = skipped.saturating_add(1);
        }
    }

    /// Counts a move or an ending that stands behind the end of the line.
    fn leave_out(&mut self, span: Span, ending: Option<EndingKind>) {
        if self.left_out.moves + self.left_out.endings == 0 {
            self.left_out.first = span;
        }
        match ending {
            None => self.left_out.moves += 1,
            Some(kind) => {
                self.left_out.endings += 1;
                self.left_out.ending.get_or_insert(kind);
            }
        }
        let text = self.str(span);
        let (_, moves) = self.behind.get_or_insert_with(|| {
            let finding = Finding::new(Code::GameOver, span).severity(Severity::Warning);
            let text = Fact::Text(text.to_owned());
            (finding.ply(self.ply + 1).with(FactName::Text, text), 0)
        });
        *moves += u32::from(ending.is_none());
    }

    fn report_behind(&mut self) {
        if let Some((finding, moves)) = self.behind.take() {
            let finding = match moves {
                0 => finding,
                _ => finding
                    .with(FactName::Count, Fact::Number(i64::from(moves)))
                    .note("reason.not_judged.text"),
            };
            self.findings.push(finding);
        }
    }

    /// Ends the line; none when there is no place for it.
    pub(super) fn add_ending(
        &mut self,
        ending: Ending,
        span: Span,
        clock: Clock,
    ) -> Option<NodeId> {
        self.recognised = true;
        self.begin(None);
        let parent = match self.state {
            State::Open => None,
            State::Broken(node) => Some(node),
            State::Dropped => return None,
            State::Ended(_) => {
                self.leave_out(span, Some(ending.kind));
                return None;
            }
        };
        if let Some(pending) = self.pending.take()
            && !self.attach(pending, None)
        {
            return None;
        }
        let parent = parent.unwrap_or(self.tip);
        let entry = Entry::End(ending);
        let same = self.merging.then(|| self.same_ending(parent, entry));
        self.merging = false;
        let node = match same.flatten() {
            Some(node) => node,
            None => self.tree.add(parent, entry, span),
        };
        self.tree.node_mut(node).clock = clock;
        self.state = State::Ended(node);
        self.summary_read = false;
        self.report_behind();
        self.hang_on(node);
        Some(node)
    }

    /// The ending of the present line, if a first summary may still be added to it.
    pub(super) fn ending_without_summary(&mut self) -> Option<NodeId> {
        match self.state {
            State::Ended(node) if !self.summary_read => {
                self.summary_read = true;
                Some(node)
            }
            _ => None,
        }
    }

    /// Notes that the ending just added was the summary itself.
    pub(super) fn summary_was_the_ending(&mut self) {
        self.summary_read = true;
    }

    /// Opens a new line at a node of the tree.
    pub(super) fn reopen(&mut self, tip: NodeId, ply: u32) {
        self.tip = tip;
        self.ply = ply;
        self.state = State::Open;
        self.slip = 0;
        self.summary_read = false;
        self.report_behind();
        self.last_to = match self.tree.node(tip).entry {
            Entry::Move(mv) => match mv.to {
                Target::Square(square) => Some(square),
                Target::Same => None,
            },
            _ => self.draft.diagram.last_to,
        };
    }

    /// Ends the reading: reports what stayed open.
    pub(crate) fn finish(mut self) {
        self.close_line();
        self.begin(None);
        self.report_error();
        self.report_behind();
        let marks = std::mem::take(&mut self.marks);
        for (node, span) in marks {
            if self.tree.next_sibling(node).is_none() {
                let ply = self.tree.depth(node);
                self.findings
                    .push(Finding::new(Code::VariationMark, span).at(node, ply));
            }
        }
        let foreign = self.foreign && !self.has_moves();
        if !self.recognised || foreign {
            self.findings.push(no_record(self.text));
            *self.start = Start::Unknown;
        }
    }
}
