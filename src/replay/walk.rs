//! A walk along one line of the tree that judges each move.

use super::clock::Totals;
use super::foul;
use super::resolve::{Resolved, Unresolved, resolve};
use super::step::Step;
use crate::finding::{Fact, FactName, Finding, Findings};
use crate::record::{Entry, Named, Node, NodeId, Record, Target};
use crate::shogi::{Color, Illegal, Move, Position, Reason, Square};

/// How a move went.
pub(super) enum Made {
    /// It is legal.
    Legal(Step),
    /// It is illegal and was made as written; the position before it.
    Illegal(Step, Box<Position>),
    /// It cannot be made.
    Not,
}

/// A walk along one line of the tree.
#[derive(Clone)]
pub(super) struct Walk {
    pub(super) position: Position,
    /// Where the move before went.
    pub(super) before: Option<Square>,
    /// Who made the last move.
    pub(super) mover: Color,
    /// The ply of the last node.
    pub(super) ply: u32,
    pub(super) clock: Totals,
}

impl Walk {
    pub(super) fn new(record: &Record, start: Position) -> Walk {
        Walk {
            mover: !start.turn(),
            position: start,
            before: record.last_target,
            ply: 0,
            clock: Totals::default(),
        }
    }

    /// Goes along a move that has been judged.
    pub(super) fn follow(&mut self, id: NodeId, node: &Node, step: Step) {
        self.mover = self.position.turn();
        self.clock.add(self.mover, id, self.ply, node.clock);
        self.before = Some(step.mv.to());
        step.make(&mut self.position);
    }

    /// Makes the move of a node.
    #[inline]
    pub(super) fn make(&mut self, id: NodeId, node: &Node, findings: &mut Findings) -> Made {
        let Entry::Move(written) = &node.entry else {
            return Made::Not;
        };
        self.mover = self.position.turn();
        self.clock.add(self.mover, id, self.ply, node.clock);
        let found = resolve(&self.position, written, self.before);
        // A destination that can be read serves a later 同 even if the move itself fails.
        if let Target::Square(to) = written.to {
            self.before = Some(to);
        }
        match found {
            Ok(Resolved { mv, remark }) => {
                if let Some(code) = remark {
                    let finding = foul::remark(code, &self.position, mv, written);
                    findings.push(finding.spanned(node.span).at(id, self.ply));
                }
                match self.position.play(mv) {
                    Ok(played) => Made::Legal(Step::of(mv, played, None)),
                    Err(illegal) => self.make_illegal(id, node, mv, illegal, findings),
                }
            }
            Err(Unresolved::PieceMismatch(mv)) => {
                self.make_illegal(id, node, mv, Illegal::new(Reason::PieceMismatch), findings)
            }
            Err(unresolved) => {
                let unresolved = match unresolved {
                    Unresolved::WrongTurn if !self.position.has_legal_move() => {
                        self.over(foul::broken(
                            &self.position,
                            None,
                            Illegal::new(Reason::GameOver),
                            Named::Nothing,
                        ))
                    }
                    other => foul::unresolved(&self.position, &other, written),
                };
                findings.push(unresolved.spanned(node.span).at(id, self.ply));
                Made::Not
            }
        }
    }

    /// Says when and how the game was over before the move.
    fn over(&self, finding: Finding) -> Finding {
        let ending = if self.position.in_check() {
            "event.checkmate.title"
        } else {
            "event.no_legal_moves.title"
        };
        let ended = i64::from(self.ply.saturating_sub(1));
        finding
            .with(FactName::Ended, Fact::Number(ended))
            .with(FactName::Ending, Fact::Word(ending))
    }

    /// Reports a broken rule, and makes the move if it can be made.
    #[cold]
    fn make_illegal(
        &mut self,
        id: NodeId,
        node: &Node,
        mv: Move,
        illegal: Illegal,
        findings: &mut Findings,
    ) -> Made {
        let over = !self.position.has_legal_move();
        let illegal = if over {
            Illegal::new(Reason::GameOver)
        } else {
            illegal
        };
        let named = match &node.entry {
            Entry::Move(written) => written.piece,
            _ => Named::Nothing,
        };
        let mut finding = foul::broken(&self.position, Some(mv), illegal, named);
        if over {
            finding = self.over(finding);
        }
        findings.push(finding.spanned(node.span).at(id, self.ply));
        let before = Box::new(self.position.clone());
        match self.position.force(mv) {
            Some(played) => Made::Illegal(Step::of(mv, played, Some(illegal.reason)), before),
            None => Made::Not,
        }
    }
}
