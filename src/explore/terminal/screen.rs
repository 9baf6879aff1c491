//! The explorer as the loop of the terminal runs it: itself, or the recorder while a game is watched.

use std::ops::ControlFlow;
use std::time::Duration;

use super::draw::draw;
use super::state::{Effect, Explorer};
use crate::viewer::{self, Key};

impl viewer::Shown for Explorer {
    type Effect = Effect;

    fn draw(&self, terminal: &mut ratatui::Frame<'_>) {
        match &self.recorder {
            Some(recorder) => viewer::draw(recorder, terminal),
            None => draw(self, terminal),
        }
    }

    fn update(&mut self, key: Key) -> ControlFlow<(), Option<Effect>> {
        let Some(recorder) = &mut self.recorder else {
            return self.key(key);
        };
        ControlFlow::Continue(match recorder.update(key) {
            viewer::Effect::Quit => {
                self.recorder = None;
                None
            }
            viewer::Effect::None => None,
            effect => Some(Effect::Recorder(effect)),
        })
    }

    fn tick(&mut self, passed: Duration) -> bool {
        self.recorder.as_mut().is_some_and(|it| it.tick(passed))
    }
}
