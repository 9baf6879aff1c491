//! The start position: collected from the header lines in any order, then built and checked against the first move.

use super::board::{self, Diagram};
use crate::finding::{Code, Fact, FactName, Finding, Findings, Severity};
use crate::notation::shared::japanese::{self, HandicapName};
use crate::record::{Named, Origin, Start, Target, WrittenMove};
use crate::shogi::{ByColor, Color, Hand, Handicap, Position, Setup};
use crate::text::Span;

/// What the lines above the moves say of the start position.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    /// The value of 手合割 and where it stands.
    pub(crate) handicap: Option<(HandicapName, Span)>,
    /// A line that names the side to move.
    pub(crate) turn: Option<Color>,
    /// The hands.
    pub(crate) hands: ByColor<HandLine>,
    /// Whether a hand was labelled 上手 or 下手.
    pub(crate) handicap_labels: bool,
    /// The board.
    pub(crate) diagram: Diagram,
}

/// What the file says of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum HandLine {
    /// Nothing, which means that it is empty.
    #[default]
    Absent,
    /// Something that cannot be read.
    Unreadable,
    /// These pieces.
    Read(Hand),
}

/// How the side to move was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// Written.
    Stated,
    /// Follows from the handicap or the usual order.
    Implied,
}

impl Draft {
    /// Whether any line gave the start position.
    pub(crate) fn has_board(&self) -> bool {
        self.diagram.rows > 0
    }

    /// Builds the start position. `first` is the first move, whose piece may show that the other side is to move.
    pub(crate) fn build(
        &mut self,
        first: Option<(WrittenMove, Span)>,
        findings: &mut Findings,
    ) -> (Start, Color) {
        let named = self.handicap.map(|(name, _)| name);
        let handicap = match named {
            Some(
                HandicapName::Usual(it) | HandicapName::Alias(it) | HandicapName::Extension(it),
            ) => Some(it),
            _ => None,
        };
        let with_board = self.has_board();
        if !self.report_name(with_board, findings) {
            return (Start::Unknown, Color::Black);
        }
        let real = handicap.filter(|&it| it != Handicap::Even);
        let (turn, source) = self.turn(real.is_some(), findings);
        let hands = self.hands;
        if [hands.black, hands.white].contains(&HandLine::Unreadable) {
            return (Start::Unknown, turn);
        }
        let hands = ByColor::from_fn(|color| match hands[color] {
            HandLine::Read(hand) => hand,
            HandLine::Absent | HandLine::Unreadable => Hand::EMPTY,
        });
        if with_board {
            if !board::is_whole(&mut self.diagram, findings) {
                return (Start::Unknown, turn);
            }
            let mut setup = Setup::empty(turn);
            setup.board = self.diagram.board;
            setup.hands = hands;
            self.compare_with_handicap(handicap, &setup, findings);
            return finish(setup, self.diagram.ply, source, first, findings);
        }
        let default = handicap.unwrap_or(Handicap::Even);
        let plain = hands.black.is_empty() && hands.white.is_empty() && self.diagram.ply.is_none();
        let natural = default != Handicap::Even;
        if plain && (turn == Color::White) == natural && !doubtful(turn, first) {
            let start = handicap.map_or(Start::Unstated, Start::Handicap);
            return (start, turn);
        }
        let mut setup = default.setup();
        for color in Color::BOTH {
            if !hands[color].is_empty() {
                setup.hands[color] = hands[color];
            }
        }
        setup.turn = turn;
        let (start, turn) = finish(setup, self.diagram.ply, source, first, findings);
        // The doubt may have been unfounded: then the name says it all.
        match (&start, handicap) {
            (Start::Setup(setup), Some(handicap)) if **setup == handicap.setup() => {
                (Start::Handicap(handicap), turn)
            }
            (Start::Setup(setup), None) if **setup == Handicap::Even.setup() => {
                (Start::Unstated, turn)
            }
            _ => (start, turn),
        }
    }

    /// Reports what is unusual about the name of the handicap; false when the game is not shogi.
    fn report_name(&self, with_board: bool, findings: &mut Findings) -> bool {
        let Some((name, span)) = self.handicap else {
            return true;
        };
        let canonical = |code: Code, handicap: Handicap| {
            let name = japanese::handicap_name(handicap).unwrap_or("その他");
            Finding::new(code, span).with(FactName::Expected, Fact::Text(name.to_owned()))
        };
        let finding = match name {
            HandicapName::Usual(_) => return true,
            HandicapName::Alias(it) => canonical(Code::HandicapAlias, it),
            HandicapName::Extension(it) => canonical(Code::HandicapExtension, it),
            HandicapName::Other | HandicapName::Problem if with_board => return true,
            HandicapName::Other | HandicapName::Problem => {
                Finding::new(Code::UnknownHandicap, span)
                    .severity(Severity::Warning)
                    .note("handicap.even.text")
            }
            HandicapName::Unknown if with_board => Finding::new(Code::UnknownHandicap, span)
                .severity(Severity::Warning)
                .note("handicap.board.text"),
            HandicapName::Unknown => {
                Finding::new(Code::UnknownHandicap, span).note("handicap.even.text")
            }
            HandicapName::OtherGame => Finding::new(Code::OtherVariant, span),
        };
        findings.push(finding);
        name != HandicapName::OtherGame
    }

    /// Whether the handicap names another game than shogi.
    pub(super) fn is_other_game(&self) -> bool {
        matches!(self.handicap, Some((HandicapName::OtherGame, _)))
    }

    /// The side to move: as written, else as the handicap has it, else Black.
    fn turn(&self, real_handicap: bool, findings: &mut Findings) -> (Color, Turn) {
        if let Some(turn) = self.turn {
            return (turn, Turn::Stated);
        }
        if real_handicap {
            return (Color::White, Turn::Implied);
        }
        let other = matches!(self.handicap, Some((HandicapName::Other, _)));
        let guess = if other && self.handicap_labels {
            Some(Color::White)
        } else if self.has_board()
            && self.diagram.ply.is_some_and(|ply| ply % 2 == 1)
            && !self.handicap_labels
        {
            Some(Color::Black)
        } else {
            None
        };
        if let Some(turn) = guess {
            findings.push(
                Finding::new(Code::TurnGuessed, self.diagram.span)
                    .with(FactName::Side, Fact::Side(turn)),
            );
        }
        (guess.unwrap_or(Color::Black), Turn::Implied)
    }

    /// A board beside the name of a handicap decides; says so when the two differ.
    fn compare_with_handicap(
        &self,
        handicap: Option<Handicap>,
        setup: &Setup,
        findings: &mut Findings,
    ) {
        let (Some(handicap), Some((_, span))) = (handicap, self.handicap) else {
            return;
        };
        let named = handicap.setup();
        if named.board == setup.board && named.hands == setup.hands {
            return;
        }
        let severity = match handicap {
            Handicap::Even => Severity::Note,
            _ => Severity::Warning,
        };
        findings.push(Finding::new(Code::BoardOverridesHandicap, span).severity(severity));
    }
}

/// Completes a start: its move number, and the side to move if the first move shows that it is the other one's.
fn finish(
    mut setup: Setup,
    ply: Option<u32>,
    source: Turn,
    first: Option<(WrittenMove, Span)>,
    findings: &mut Findings,
) -> (Start, Color) {
    setup.ply = ply.unwrap_or(0).saturating_add(1);
    if source == Turn::Implied
        && let Some((mv, span)) = first
        && moves_other_side(&setup, mv)
    {
        setup.turn = !setup.turn;
        findings.push(
            Finding::new(Code::TurnConflict, span)
                .ply(1)
                .with(FactName::Side, Fact::Side(setup.turn)),
        );
    }
    let turn = setup.turn;
    (Start::Setup(Box::new(setup)), turn)
}

/// Whether the first move of a usual start may be the other side's: its piece does not come from the first three ranks
/// of `turn`.
fn doubtful(turn: Color, first: Option<(WrittenMove, Span)>) -> bool {
    match first {
        Some((mv, _)) => match mv.from {
            Origin::Square(from) => from.rank_for(turn) < 7,
            Origin::Hand => false,
            Origin::Find(_) => match mv.to {
                Target::Square(to) => to.rank_for(turn) < 6,
                Target::Same => false,
            },
        },
        None => false,
    }
}

/// Whether a move can only be the side's that is not to move.
fn moves_other_side(setup: &Setup, mv: WrittenMove) -> bool {
    let Named::Before(kind) = mv.piece else {
        return false;
    };
    match (mv.from, mv.to) {
        (Origin::Square(from), _) => {
            let piece = setup.board[from.index()];
            piece.is_some_and(|it| it.color() != setup.turn)
        }
        (Origin::Hand, _) => {
            setup.hands[setup.turn].count(kind) == 0 && setup.hands[!setup.turn].count(kind) > 0
        }
        (Origin::Find(_), Target::Square(to)) => {
            let reached = |turn: Color| {
                let mut setup = setup.clone();
                setup.turn = turn;
                let held = !kind.is_promoted() && setup.hands[turn].count(kind) > 0;
                held || Position::from_setup(&setup)
                    .reachers(kind, to)
                    .next()
                    .is_some()
            };
            !reached(setup.turn) && reached(!setup.turn)
        }
        (Origin::Find(_), Target::Same) => false,
    }
}
