//! Which records are the same game.
//!
//! A game is told by a number of 128 bits made of its start and its moves. One pass keeps that number and a short mark of
//! the place for every game; a second one describes only those that have copies.

mod fold;
mod group;
mod index;
mod key;

pub use fold::fold_name;
pub use group::{Difference, Group, Member};
pub use index::{Index, Places, mark};
pub use key::{Key, Number, number, prefixes};
