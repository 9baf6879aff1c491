//! `変化：N手`: to which node of the tree a variation belongs.
//!
//! A variation attaches to the line read last, the part it inherited included: its parent is the node at ply N - 1.

use super::game::{Game, Pending, State};
use super::signs::blanks;
use crate::finding::{Code, Fact, FactName, Finding};
use crate::notation::shared::japanese;
use crate::record::{Entry, NodeId, Target, WrittenMove};
use crate::shogi::MOST_MOVES;
use crate::text::Span;

impl Game<'_> {
    /// Reads `変化：N手`; `rest` is what stands after the colon, `span` the whole line.
    pub(crate) fn variation(&mut self, rest: Span, span: Span) {
        if !self.begun {
            // Some programs left such a line among the headers.
            self.findings
                .push(Finding::new(Code::VariationAmongHeaders, span));
            return;
        }
        self.close_line();
        let text = self.str(rest);
        let number = japanese::number(&text.as_bytes()[blanks(text.as_bytes())..]);
        let number = number.map_or(0, |(number, _)| number);
        if i64::from(number) - self.offset < 1 {
            self.drop_variation(number, span);
            return;
        }
        self.state = State::Open;
        self.waiting = Some(self.remarks.len());
        self.bookmark = None;
        self.pending = Some(Pending { number, span });
    }

    /// The line that was read ends here.
    pub(super) fn close_line(&mut self) {
        self.waiting = None;
        if let Some(pending) = self.pending.take() {
            self.findings.push(
                Finding::new(Code::VariationEmpty, pending.span)
                    .with(FactName::Ply, Fact::Number(i64::from(pending.number))),
            );
        }
        if self.lines.last() != Some(&(self.tip, self.ply)) {
            self.lines.push((self.tip, self.ply));
        }
    }

    /// A variation without a place: everything up to the next one is left out.
    fn drop_variation(&mut self, number: u32, span: Span) {
        let last = i64::from(self.ply) + 1 + self.offset;
        self.drop_lines();
        self.fail(
            Finding::new(Code::VariationRange, span)
                .with(FactName::Ply, Fact::Number(i64::from(number)))
                .with(FactName::Found, Fact::Text(number.to_string()))
                .with(FactName::Expected, Fact::Text(format!("N ≤ {last}"))),
        );
    }

    /// Finds the place of a variation and opens the line there; `first` is its first move, if it begins with one.
    pub(super) fn attach(&mut self, pending: Pending, first: Option<WrittenMove>) -> bool {
        let before = i64::from(pending.number) - 1 - self.offset;
        let before = u32::try_from(before).unwrap_or(0);
        if before > self.ply {
            if self.cut_at.is_some_and(|ply| ply < before) {
                // Its line broke off before it: that has been reported.
                self.drop_lines();
                return false;
            }
            let Some((tip, ply)) = self.find_orphan(before, first) else {
                self.drop_variation(pending.number, pending.span);
                return false;
            };
            self.findings.push(
                Finding::new(Code::VariationOrphan, pending.span)
                    .with(FactName::Ply, Fact::Number(i64::from(pending.number))),
            );
            self.reopen(tip, ply);
        }
        let mut tip = self.tip;
        for _ in before..self.ply {
            tip = self.tree.parent(tip).unwrap_or(NodeId::ROOT);
        }
        if before < self.ply || self.tree.first_child(tip).is_some() {
            self.cut_at = None;
        } else {
            self.findings.push(
                Finding::new(Code::VariationExtends, pending.span)
                    .with(FactName::Ply, Fact::Number(i64::from(pending.number))),
            );
        }
        self.reopen(tip, before);
        self.merging = self.tree.first_child(tip).is_some();
        if let Some(mut mv) = first {
            if mv.to == Target::Same
                && let Some(square) = self.last_to
            {
                mv.to = Target::Square(square);
            }
            if self.merging && self.same_move(mv).is_some() {
                self.findings.push(
                    Finding::new(Code::VariationDuplicate, pending.span)
                        .with(FactName::Ply, Fact::Number(i64::from(pending.number))),
                );
            } else {
                self.merging = false;
            }
        }
        true
    }

    /// Leaves out everything up to the next variation, the remarks that wait for its first move included.
    fn drop_lines(&mut self) {
        self.state = State::Dropped;
        if let Some(from) = self.waiting.take() {
            self.remarks.truncate(from);
        }
    }

    /// The line, latest first, that reaches ply `before` and on which `first` can be played there.
    fn find_orphan(&mut self, before: u32, first: Option<WrittenMove>) -> Option<(NodeId, u32)> {
        for place in (0..self.lines.len()).rev() {
            let (mut tip, ply) = self.lines[place];
            if ply < before {
                continue;
            }
            for _ in before..ply {
                tip = self.tree.parent(tip)?;
            }
            let fits = first.is_none_or(|mv| self.board.can_play(self.start, self.tree, tip, mv));
            if fits {
                return Some((tip, before));
            }
        }
        None
    }

    /// The move after the present one that is written alike. More alternatives than there are moves are not looked at.
    pub(super) fn same_move(&self, mv: WrittenMove) -> Option<NodeId> {
        self.tree.children(self.tip).take(MOST_MOVES).find(|&node| {
            match self.tree.node(node).entry {
                Entry::Move(other) => {
                    (other.to, other.from) == (mv.to, mv.from)
                        && other.piece == mv.piece
                        && other.promote.unwrap_or(false) == mv.promote.unwrap_or(false)
                }
                _ => false,
            }
        })
    }

    /// The ending after `parent` that says the same.
    pub(super) fn same_ending(&self, parent: NodeId, entry: Entry) -> Option<NodeId> {
        self.tree
            .children(parent)
            .take(MOST_MOVES)
            .find(|&node| self.tree.node(node).entry == entry)
    }
}
