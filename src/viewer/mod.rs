//! The recorder in the terminal: a pure state, keys that change it, and its drawing. Only [`run`] knows the terminal.

mod draw;
mod keys;
mod panel;
mod state;
mod terminal;
#[cfg(test)]
mod tests;

pub use draw::draw;
pub use keys::Key;
pub use state::{Effect, State};
pub use terminal::run;
