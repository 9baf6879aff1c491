//! What the loop of the terminal runs: something that is drawn, answers keys and lets time pass.

use std::ops::ControlFlow;
use std::time::Duration;

use super::{Effect, Key, State, draw};

/// Something on the screen of a terminal.
pub(crate) trait Shown {
    /// What it asks of its caller.
    type Effect;

    /// Draws the whole screen.
    fn draw(&self, terminal: &mut ratatui::Frame<'_>);

    /// Answers a key; a break when the user leaves.
    fn update(&mut self, key: Key) -> ControlFlow<(), Option<Self::Effect>>;

    /// Lets time pass. Returns whether the screen changes.
    fn tick(&mut self, passed: Duration) -> bool;
}

impl Shown for State {
    type Effect = Effect;

    fn draw(&self, terminal: &mut ratatui::Frame<'_>) {
        draw(self, terminal);
    }

    fn update(&mut self, key: Key) -> ControlFlow<(), Option<Effect>> {
        match State::update(self, key) {
            Effect::Quit => ControlFlow::Break(()),
            Effect::None => ControlFlow::Continue(None),
            effect => ControlFlow::Continue(Some(effect)),
        }
    }

    fn tick(&mut self, passed: Duration) -> bool {
        State::tick(self, passed)
    }
}
