//! What the viewer shows and how keys and time change it. Pure: it knows no terminal, no clock and no files.

use std::collections::HashMap;
use std::time::Duration;

use super::keys::{Action, Key, action};
use crate::diagram::{Look, PieceSet};
use crate::shogi::Position;
use crate::timeline::{Event, Timeline};
use crate::words::Lang;

/// How much faster than usual a game can be played, in quarters.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];
/// The usual speed among them.
const USUAL: usize = 2;
/// How long a move stands when the recorded times are not followed.
const STILL: Duration = Duration::from_secs(1);
/// The least time a move stands.
const LEAST: Duration = Duration::from_millis(60);

/// What the viewer asks its caller to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// Stop.
    Quit,
    /// Open the record with this number in the list, and call [`State::show`].
    Open(usize),
    /// Save the present picture, and call [`State::tell`].
    Save,
}

/// What is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    /// The game.
    Game,
    /// The keys.
    Help,
    /// The list of records, one of them marked.
    Records(usize),
}

/// All there is to know to draw the screen.
#[derive(Debug)]
pub(crate) struct State {
    pub(super) timeline: Timeline,
    /// The frame shown.
    pub(super) at: usize,
    /// Where lines part: the way taken last.
    taken: HashMap<usize, usize>,
    pub(super) look: Look,
    pub(super) lang: Lang,
    /// Whether boards are drawn in letters, for terminals without wide characters.
    pub(super) ascii: bool,
    pub(super) playing: bool,
    speed: usize,
    /// Whether moves stand as long as their players thought.
    pub(super) recorded_times: bool,
    waited: Duration,
    /// The digits of a ply being typed.
    pub(super) typed: Option<String>,
    pub(super) screen: Screen,
    /// The names of the records to choose from.
    pub(super) records: Vec<String>,
    pub(super) current: usize,
    /// A line for the user, until the next key.
    pub(super) notice: Option<String>,
}

impl State {
    /// Shows `timeline`, the record with number `current` of `records`.
    pub(crate) fn new(
        timeline: Timeline,
        records: Vec<String>,
        current: usize,
        look: Look,
        lang: Lang,
    ) -> State {
        State {
            timeline,
            at: 0,
            taken: HashMap::new(),
            look,
            lang,
            ascii: false,
            playing: false,
            speed: USUAL,
            recorded_times: false,
            waited: Duration::ZERO,
            typed: None,
            screen: Screen::Game,
            records,
            current,
            notice: None,
        }
    }

    /// The same, with boards in letters.
    #[must_use]
    pub(crate) fn ascii(mut self, ascii: bool) -> State {
        self.ascii = ascii;
        self
    }

    /// The same, with the list of records open.
    #[must_use]
    pub(crate) fn choosing(mut self) -> State {
        self.screen = Screen::Records(self.current);
        self
    }

    /// Shows another record.
    pub(crate) fn show(&mut self, timeline: Timeline, current: usize) {
        self.timeline = timeline;
        self.current = current;
        self.at = 0;
        self.taken.clear();
        self.playing = false;
        self.screen = Screen::Game;
    }

    /// Shows a line for the user, until the next key.
    pub(crate) fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// Goes to the position after `ply` moves of the main line.
    pub(crate) fn go_to_ply(&mut self, ply: u32) {
        self.go_to(self.timeline.at_ply(ply));
    }

    /// Goes to the first place of the main line where this position stands, if it does.
    pub(crate) fn go_to_position(&mut self, position: &Position) {
        let line = self.timeline.main_line();
        let stands = |&it: &usize| self.timeline.frames[it].position.same_as(position);
        if let Some(frame) = line.into_iter().find(stands) {
            self.go_to(frame);
        }
    }

    /// The timeline, the frame that is shown, and how.
    pub(crate) fn picture(&self) -> (&Timeline, usize, Look) {
        (&self.timeline, self.at, self.look)
    }

    /// The language of the screen.
    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    /// The line that is followed: through the frame shown, then where one went last, then the first of each way.
    pub(super) fn line(&self) -> Vec<usize> {
        let mut line = self.timeline.path(self.at);
        let mut last = self.at;
        while let Some(next) = self.next(last) {
            line.push(next);
            last = next;
        }
        line
    }

    fn next(&self, frame: usize) -> Option<usize> {
        let first = self.timeline.frames[frame].children.first();
        self.taken.get(&frame).or(first).copied()
    }

    /// How long the present move stands, while playing.
    fn standing(&self) -> Duration {
        let usual = if self.recorded_times {
            let next = self.next(self.at).map(|it| &self.timeline.frames[it]);
            let thought = next.and_then(|it| it.elapsed);
            thought.map_or(STILL, |it| Duration::from_millis(u64::from(it)))
        } else {
            STILL
        };
        (usual * 4 / SPEEDS[self.speed]).max(LEAST)
    }

    /// The speed, in quarters of the usual.
    pub(super) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Lets time pass. Returns whether the screen changes.
    pub(crate) fn tick(&mut self, passed: Duration) -> bool {
        if !self.playing {
            return false;
        }
        self.waited += passed;
        if self.waited < self.standing() {
            return false;
        }
        self.waited = Duration::ZERO;
        self.step(1);
        if self.next(self.at).is_none() {
            self.playing = false;
        }
        true
    }

    /// Answers a key.
    pub(crate) fn update(&mut self, key: Key) -> Effect {
        self.notice = None;
        match self.screen {
            Screen::Help => {
                self.screen = Screen::Game;
                return Effect::None;
            }
            Screen::Records(marked) => return self.choose(key, marked),
            Screen::Game => {}
        }
        if self.type_ply(key) {
            return Effect::None;
        }
        let Some(action) = action(key) else {
            return Effect::None;
        };
        match action {
            Action::Quit => return Effect::Quit,
            Action::Save => return Effect::Save,
            Action::Play => {
                self.playing = !self.playing && self.next(self.at).is_some();
                self.waited = Duration::ZERO;
            }
            Action::Forward => self.step(1),
            Action::Back => self.step(-1),
            Action::ForwardTen => self.step(10),
            Action::BackTen => self.step(-10),
            Action::First => self.go_to(0),
            Action::Last => self.step(isize::MAX),
            Action::GoTo => self.typed = Some(String::new()),
            Action::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Action::Slower => self.speed = self.speed.saturating_sub(1),
            Action::RecordedTimes => self.recorded_times = !self.recorded_times,
            Action::NextVariation => self.turn(1),
            Action::PreviousVariation => self.turn(-1),
            Action::MainLine => self.back_to_main_line(),
            Action::Flip => self.look.flip = !self.look.flip,
            Action::Pieces => self.look.pieces = after(&PieceSet::ALL, self.look.pieces),
            Action::Language => self.lang = after(&Lang::ALL, self.lang),
            Action::Ascii => self.ascii = !self.ascii,
            Action::Records => self.screen = Screen::Records(self.current),
            Action::Help => self.screen = Screen::Help,
        }
        Effect::None
    }

    /// Steps along the line; the other way when negative.
    fn step(&mut self, by: isize) {
        let line = self.line();
        let here = self.timeline.path(self.at).len() - 1;
        let there = here.saturating_add_signed(by).min(line.len() - 1);
        self.go_to(line[there]);
    }

    fn go_to(&mut self, frame: usize) {
        for pair in self.timeline.path(frame).windows(2) {
            self.taken.insert(pair[0], pair[1]);
        }
        self.at = frame;
    }

    /// Turns to another way at this ply, or goes to where the line parts next.
    fn turn(&mut self, by: isize) {
        if let Some(parent) = self.timeline.frames[self.at].parent {
            let ways = &self.timeline.frames[parent].children;
            if ways.len() > 1 {
                let here = ways.iter().position(|&it| it == self.at).unwrap_or(0);
                let count = ways.len().cast_signed();
                let there = (here.cast_signed() + by).rem_euclid(count).cast_unsigned();
                return self.go_to(ways[there]);
            }
        }
        let line = self.line();
        let here = self.timeline.path(self.at).len() - 1;
        let parts = |&(at, _): &(usize, &usize)| {
            at > here && self.timeline.frames[line[at - 1]].children.len() > 1
        };
        if let Some((_, &frame)) = line.iter().enumerate().find(parts) {
            self.go_to(frame);
        }
    }

    /// Goes to the last frame of this line that belongs to the main line.
    fn back_to_main_line(&mut self) {
        let main = self.timeline.main_line();
        let path = self.timeline.path(self.at);
        let shared = path.iter().zip(&main).take_while(|(a, b)| a == b).count();
        self.taken.clear();
        self.at = path[shared.saturating_sub(1)];
    }

    /// Takes keys while a ply is typed; a digit begins it. Returns whether the key was taken.
    fn type_ply(&mut self, key: Key) -> bool {
        match (&mut self.typed, key) {
            (Some(digits), Key::Char(digit @ '0'..='9')) if digits.len() < 6 => digits.push(digit),
            (Some(digits), Key::Backspace) => drop(digits.pop()),
            (Some(digits), Key::Enter) => {
                let ply = digits.parse();
                self.typed = None;
                if let Ok(ply) = ply {
                    self.go_along(ply);
                }
            }
            (Some(_), _) => self.typed = None,
            (None, Key::Char(digit @ '0'..='9')) => self.typed = Some(digit.to_string()),
            (None, _) => return false,
        }
        true
    }

    /// Goes to a ply of the line that is followed.
    fn go_along(&mut self, ply: u32) {
        let line = self.line();
        let reached = line.iter().rev().find(|&&it| {
            let frame = &self.timeline.frames[it];
            frame.ply <= ply && !matches!(frame.event, Event::End { .. })
        });
        self.go_to(reached.copied().unwrap_or(0));
    }

    /// Keys in the list of records.
    fn choose(&mut self, key: Key, marked: usize) -> Effect {
        let last = self.records.len().saturating_sub(1);
        let there = match key {
            Key::Up => marked.saturating_sub(1),
            Key::Down => (marked + 1).min(last),
            Key::PageUp => marked.saturating_sub(10),
            Key::PageDown => (marked + 10).min(last),
            Key::Home => 0,
            Key::End => last,
            Key::Enter => return Effect::Open(marked),
            Key::Char('q') => return Effect::Quit,
            _ => {
                self.screen = Screen::Game;
                return Effect::None;
            }
        };
        self.screen = Screen::Records(there);
        Effect::None
    }
}

/// The one after `present`, the first after the last.
pub(crate) fn after<T: Copy + PartialEq>(all: &[T], present: T) -> T {
    let mut round = all.iter().copied().cycle();
    round.find(|&it| it == present);
    round.next().unwrap_or(present)
}
