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
pub use draw::draw;
pub(crate) use draw::put;
pub use keys::Key;
pub use shown::Shown;
pub(crate) use state::after;
pub use state::{Effect, State};
pub use terminal::run;
