//! The recorder in the terminal: a pure state, keys that change it, and its drawing. Only [`run`] knows the terminal.

mod board;
mod draw;
mod keys;
mod panel;
mod shown;
mod state;
mod terminal;
#[cfg(test)]
mod tests;

pub(crate) use board::{WIDE as BOARD_WIDE, board, fitted};
pub(crate) use draw::draw;
pub(crate) use draw::put;
pub(crate) use keys::Key;
pub(crate) use shown::Shown;
pub(crate) use state::after;
pub(crate) use state::{Effect, State};
pub(crate) use terminal::run;
