//! An impasse as it is shown: the count of a position and every rule with its conditions, for people and programs.
//!
//! The rules themselves stand in `shogi::jishogi`; here are their order, their words and their forms.

mod declarable;
mod machine;
mod table;

pub(crate) use declarable::{
    DECLARABLE_HEADING, Declarable, Outcome, push_declarable_csv, push_declarable_json,
};
pub(crate) use machine::{CSV_HEADING, Place, push_csv, push_error, push_json};
pub(crate) use table::table;

use crate::shogi::Position;
use crate::shogi::jishogi::{Count, DeclarationRule};

/// Under the rules of the JSA nobody wins any more when so many moves have been played.
const MOVES_500: u32 = 500;

/// A position to be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its count.
    pub count: Count,
    /// Points that White is credited with for the pieces a handicap has taken off.
    pub credit: u32,
    /// Whether the game is a handicap game, for the words for its sides.
    pub handicap: bool,
}

impl<'a> Case<'a> {
    /// Counts a position. `credit` are the points that White gets for a handicap, none in an even game.
    pub(crate) fn new(position: &'a Position, credit: Option<u32>) -> Case<'a> {
        Case {
            position,
            count: Count::of(position),
            credit: credit.unwrap_or(0),
            handicap: credit.is_some(),
        }
    }

    /// Whether the moves of the game leave nothing to declare under a rule.
    pub(crate) fn is_too_late(&self, rule: DeclarationRule) -> bool {
        rule.terms()
            .before_move
            .is_some_and(|limit| self.moves() >= limit)
    }

    /// Whether the 500-move rule of the JSA has ended the game.
    pub(crate) fn is_past_500(&self) -> bool {
        self.moves() >= MOVES_500
    }

    /// How many moves came before, as far as the position tells.
    pub(crate) fn moves(&self) -> u32 {
        self.position.ply().saturating_sub(1)
    }
}

/// The rules, in the order in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Agreement to count, 24 points on the whole board.
    Agreed24,
    /// Agreement to count, 27 points.
    Agreed27,
    /// Declaration, 24 points in hand and camp.
    Declare24,
    /// Declaration, 27 points.
    Declare27,
    /// The king reaches the enemy king's first square.
    Try,
    /// 500 moves, or the limit an event announces.
    MoveLimit,
}

impl Rule {
    /// All of them.
    pub(crate) const ALL: [Rule; 6] = [
        Rule::Agreed24,
        Rule::Agreed27,
        Rule::Declare24,
        Rule::Declare27,
        Rule::Try,
        Rule::MoveLimit,
    ];

    /// Rules that go together: those of the professional games of the Japan Shogi Association, and those of the events of the
    /// Computer Shogi Association and most servers.
    pub(crate) const GROUPS: [(&str, &[Rule]); 2] = [
        ("jsa", &[Rule::Agreed24, Rule::Declare24, Rule::MoveLimit]),
        ("csa", &[Rule::Declare27, Rule::MoveLimit]),
    ];

    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Rule::Agreed24 => "agreed24",
            Rule::Agreed27 => "agreed27",
            Rule::Declare24 => "declare24",
            Rule::Declare27 => "declare27",
            Rule::Try => "try",
            Rule::MoveLimit => "move-limit",
        }
    }
}
