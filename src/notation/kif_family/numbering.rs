//! How move numbers of a file and plies of its record go together.

use super::endings;
use super::game::{Game, State};
use crate::finding::{Code, Fact, FactName, Finding};
use crate::record::{EndingKind, NodeId, RemarkKind, WrittenMove};
use crate::text::Span;

impl Game<'_> {
    /// The first move of the file has this number; says whether that is unusual.
    pub(crate) fn start_counting(&mut self, number: u32) -> bool {
        self.offset = i64::from(number) - 1;
        // A diagram may tell how many moves came before it.
        let after_diagram = self.draft.diagram.ply.map(i64::from) == Some(self.offset);
        self.offset != 0 && !after_diagram
    }

    /// Whether the next move must carry on the numbers of the present line.
    pub(crate) fn is_counting(&self) -> bool {
        self.state == State::Open && self.pending.is_none()
    }

    /// The number on the line of a variation whose first move is still to come.
    pub(crate) fn pending_number(&self) -> Option<u32> {
        self.pending.map(|pending| pending.number)
    }

    /// Whether `number` is right again after a slip.
    pub(crate) fn back_in_step(&mut self, number: i64) -> bool {
        let found = self.slip != 0 && number == self.expected() - self.slip;
        if found {
            self.slip = 0;
        }
        found
    }

    /// The numbers of the present line are off by so much from here on.
    pub(crate) fn slip_by(&mut self, numbers: i64) {
        self.slip += numbers;
    }

    /// Whether a move is legal where the present line stands.
    pub(crate) fn can_play_here(&mut self, mv: WrittenMove) -> bool {
        let tip = self.tip;
        self.board.can_play(self.start, self.tree, tip, mv)
    }

    /// Goes back to the place on the present line where a move of this number is legal; false when it is not there.
    pub(crate) fn branch_unmarked(&mut self, number: u32, mv: WrittenMove) -> bool {
        let before = i64::from(number) - 1 - self.offset;
        let Some(before) = u32::try_from(before).ok().filter(|&it| it < self.ply) else {
            return false;
        };
        let mut tip = self.tip;
        for _ in before..self.ply {
            tip = self.tree.parent(tip).unwrap_or(NodeId::ROOT);
        }
        if !self.board.can_play(self.start, self.tree, tip, mv) {
            return false;
        }
        self.close_line();
        self.reopen(tip, before);
        self.merging = true;
        true
    }

    /// Whether a game can go on after the word in `span`.
    pub(crate) fn can_be_resumed(&self, span: Span) -> bool {
        let kind = endings::word(self.str(span)).map(|word| word.kind);
        self.state == State::Open
            && matches!(kind, Some(EndingKind::Interruption | EndingKind::Sealed))
    }

    /// The game went on after the word in `span`, which becomes a comment.
    pub(crate) fn resume(&mut self, span: Span) {
        let found = self.str(span).to_owned();
        self.findings.push(
            Finding::new(Code::GameResumed, span)
                .ply(self.ply + 1)
                .with(FactName::Text, Fact::Text(found)),
        );
        self.add_remark(RemarkKind::Comment, span);
    }
}
