//! Impasse (持将棋, jishogi): points, the rules of declaration and agreement with each condition apart, the try rule.
//!
//! Whether a king can still be mated is for the players to judge; here is only what can be counted. Which rule a game
//! is played under, and whether its start was a handicap, is for the caller to say.

mod agreement;
mod count;
mod declaration;
mod terms;
mod try_rule;
mod verdicts;

#[cfg(test)]
mod tests;

pub use agreement::Agreed24;
pub use count::{Count, FULL_SET, KingPlace, SideCount};
pub use declaration::{Declaration, DeclarationVerdict, Failure, Needed};
pub use terms::{AGREED, DECLARATIONS, DeclarationRule, DeclarationTerms};
pub use try_rule::try_move;
pub use verdicts::Verdicts;
