//! How games end: what a file declares, what the rules find, whether the two agree.

use crate::record::EndingKind;
use crate::shogi::{Color, RepetitionRule};

/// Under which rules declared ends are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Japan Shogi Association, as since October 2019.
    #[default]
    Jsa,
    /// The same before: both kings must have entered, no 500-move rule.
    JsaPre2019,
    /// Computer Shogi Association: 27 points.
    Csa,
    /// The floodgate server: 27 points, its own way to count repetitions.
    Floodgate,
    /// lishogi: 27 points, applied by itself.
    Lishogi,
}

impl Rules {
    /// All of them.
    pub const ALL: [Rules; 5] = [
        Rules::Jsa,
        Rules::JsaPre2019,
        Rules::Csa,
        Rules::Floodgate,
        Rules::Lishogi,
    ];

    /// Whose way of counting repetitions is followed.
    pub(super) const fn repetition_rule(self) -> RepetitionRule {
        match self {
            Rules::Floodgate => RepetitionRule::ShogiServer,
            Rules::Jsa | Rules::JsaPre2019 | Rules::Csa | Rules::Lishogi => RepetitionRule::Rules,
        }
    }

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Jsa => "jsa",
            Rules::JsaPre2019 => "jsa-pre2019",
            Rules::Csa => "csa",
            Rules::Floodgate => "floodgate",
            Rules::Lishogi => "lishogi",
        }
    }
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// This side.
    Side(Color),
    /// Nobody: a draw.
    Draw,
    /// Nobody: no result (interruption and the like).
    None,
}

impl Winner {
    pub(super) const fn of(color: Color) -> Winner {
        Winner::Side(color)
    }

    /// The name in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Winner::Side(color) => color.name(),
            Winner::Draw => "draw",
            Winner::None => "none",
        }
    }
}

/// What the file says of the end; both none when it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The cause.
    pub ending: Option<EndingKind>,
    /// The winner.
    pub winner: Option<Winner>,
}

/// Ends that the rules find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move; it loses all the same.
    NoLegalMoves,
    /// The same position for the fourth time.
    Sennichite,
    /// The same, and one side gave check throughout.
    PerpetualCheck,
}

impl Event {
    /// The name in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Event::Checkmate => "checkmate",
            Event::NoLegalMoves => "no_legal_moves",
            Event::Sennichite => "sennichite",
            Event::PerpetualCheck => "perpetual_check",
        }
    }
}

/// The first end found in the legal part of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detected {
    /// What happened.
    pub event: Event,
    /// After which ply; 0 is the start.
    pub ply: u32,
    /// Who wins by it.
    pub winner: Winner,
}

/// How the declared end and the facts go together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Agreement {
    /// They agree.
    Consistent,
    /// The moves neither prove nor disprove what is declared.
    #[default]
    Unverifiable,
    /// They contradict each other.
    Conflict,
}

impl Agreement {
    /// The name in machine output.
    pub const fn name(self) -> &'static str {
        match self {
            Agreement::Consistent => "consistent",
            Agreement::Unverifiable => "unverifiable",
            Agreement::Conflict => "conflict",
        }
    }
}
