//! What the first move or the ending settles: who moves first, and from which position.

use super::read::Reader;
use crate::finding::{Code, Fact, FactName, Finding};
use crate::record::{Origin, Start, Target, WrittenMove};
use crate::shogi::{Color, Handicap, Move, Position, Setup};
use crate::text::Span;

impl Reader<'_> {
    /// Settles the start position, once, when the first move or an ending comes.
    pub(super) fn begin(&mut self, side: Option<Color>, first: Option<&WrittenMove>) {
        if self.begun {
            return;
        }
        self.begun = true;
        if self.page && self.turn.is_none() && self.placing.span.is_none() {
            // The page has the start elsewhere, and nearly all of its games begin from the even one.
            self.turn = Some((side.unwrap_or(Color::Black), Span::default()));
            return;
        }
        let turn = match (self.turn, side) {
            (Some((Color::Black, span)), Some(Color::White))
                if self.placing.removals || self.placing.handicap().is_some() =>
            {
                self.findings.push(Finding::new(Code::TurnFixed, span));
                Color::White
            }
            (Some((turn, _)), _) => turn,
            (None, side) => {
                let guess = if self.placing.removals {
                    Color::White
                } else {
                    Color::Black
                };
                let turn = side.unwrap_or(guess);
                let span = self.placing.span.unwrap_or_default();
                let finding =
                    Finding::new(Code::NoTurn, span).with(FactName::Side, Fact::Side(turn));
                self.findings.push(finding);
                turn
            }
        };
        self.turn = Some((turn, self.turn.map_or(Span::default(), |(_, span)| span)));
        self.record.start_span = self.placing.span.unwrap_or_default();
        if self.placing.span.is_none() {
            self.no_position(turn, first);
            return;
        }
        let setup = self.placing.finish(turn, self.findings);
        self.record.start = match setup {
            None => Start::Unknown,
            Some(_) if self.placing.is_even() && turn == Color::Black => {
                Start::Handicap(Handicap::Even)
            }
            Some(setup) => Start::Setup(Box::new(setup)),
        };
    }

    /// Without position lines the board is empty, unless the first move could be played from the even start.
    fn no_position(&mut self, turn: Color, first: Option<&WrittenMove>) {
        let mut setup = Handicap::Even.setup();
        setup.turn = turn;
        let playable = first.is_some_and(|mv| match (mv.from, mv.to) {
            (Origin::Square(from), Target::Square(to)) => {
                let promote = false;
                Position::from_setup(&setup)
                    .play(Move::Normal { from, to, promote })
                    .is_ok()
            }
            _ => false,
        });
        let taken = if playable {
            "start.even.text"
        } else {
            "start.empty.text"
        };
        self.findings
            .push(Finding::new(Code::NoPosition, Span::default()).note(taken));
        self.record.start = if playable && turn == Color::Black {
            Start::Unstated
        } else {
            if !playable {
                setup = Setup::empty(turn);
            }
            Start::Setup(Box::new(setup))
        };
    }
}
