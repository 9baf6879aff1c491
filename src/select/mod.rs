//! Which games, which positions: the conditions that every command over many games takes.
//!
//! They are read once a run; what is asked of a position costs no allocation.

mod column;
mod condition;
mod expression;
mod line;
mod material;
mod mistake;
mod orientation;
mod pattern;
mod plies;
mod position;
mod search;
mod vocabulary;

pub use column::{GameColumn, NoColumn};
pub use condition::Filter;
pub use mistake::Mistake;
pub use position::{position, position_after};
pub use search::{Asked, Hit, Refused, Selection, Selector};
