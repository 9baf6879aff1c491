//! The explorer in the terminal: a pure state, keys that change it, and its drawing. The viewer's loop runs it.

mod draw;
mod screen;
mod state;

pub(crate) use state::{Effect, Explorer};

use super::label;
use super::text::{share, who, win_rate};
