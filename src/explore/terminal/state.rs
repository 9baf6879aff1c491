//! What the explorer in the terminal shows and how keys change it. Pure: it knows no terminal and no files.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::label;
use crate::diagram::{Look, PieceSet};
use crate::played::{Branch, Game, Node, Sort};
use crate::shogi::{Move, Position};
use crate::viewer::{self, Key, after};
use crate::words::Lang;

/// What the explorer asks its caller to do.
#[derive(Clone, Debug)]
pub(crate) enum Effect {
    /// Count the moves of this position, and call [`Explorer::arrive`].
    Count(Position),
    /// Open this game, and call [`Explorer::watch`].
    Open(Arc<Game>),
    /// Do what the recorder asks for.
    Recorder(viewer::Effect),
}

/// A position on the way from the root.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) node: Node,
    /// The move that is marked.
    pub(super) marked: usize,
    /// The move that led here, and its name.
    pub(super) via: Option<(Move, [String; 2])>,
}

/// What stands on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The moves.
    Moves,
    /// The games of the marked move, one of them marked.
    Games(usize),
    /// The keys.
    Help,
}

/// The explorer.
#[derive(Debug)]
pub(crate) struct Explorer {
    /// The positions from the root to the one that is shown.
    pub(super) way: Vec<Place>,
    pub(super) side: Side,
    /// What is being looked for.
    pub(super) typed: Option<String>,
    /// What was looked for last.
    sought: String,
    sort: Sort,
    pub(super) look: Look,
    pub(super) lang: Lang,
    pub(super) ascii: bool,
    /// The recorder, while a game is watched.
    pub(super) recorder: Option<viewer::State>,
    /// A line for the user, until the next key.
    pub(super) notice: Option<String>,
}

impl Explorer {
    /// The explorer at its root.
    pub(crate) fn new(root: Node, sort: Sort, look: Look, lang: Lang) -> Explorer {
        Explorer {
            way: vec![Place {
                node: root,
                marked: 0,
                via: None,
            }],
            side: Side::Moves,
            typed: None,
            sought: String::new(),
            sort,
            look,
            lang,
            ascii: false,
            recorder: None,
            notice: None,
        }
    }

    /// The position that is shown.
    pub(super) fn place(&self) -> &Place {
        &self.way[self.way.len() - 1]
    }

    fn place_mut(&mut self) -> &mut Place {
        let last = self.way.len() - 1;
        &mut self.way[last]
    }

    /// The move that is marked.
    pub(super) fn marked(&self) -> Option<&Branch> {
        let place = self.place();
        place.node.branches.get(place.marked)
    }

    /// Goes to a position that was asked for, which the marked move led to.
    pub(crate) fn arrive(&mut self, mut node: Node) {
        node.sort(self.sort);
        let from = &self.place().node.position;
        let via = self
            .marked()
            .map(|it| (it.mv, label::both(from, it.mv).into()));
        self.way.push(Place {
            node,
            marked: 0,
            via,
        });
    }

    /// Opens a game in the recorder, at the position that is shown.
    pub(crate) fn watch(&mut self, mut recorder: viewer::State) {
        recorder.go_to_position(&self.place().node.position);
        self.recorder = Some(recorder);
    }

    /// The recorder, while a game is watched.
    pub(crate) fn recorder(&mut self) -> Option<&mut viewer::State> {
        self.recorder.as_mut()
    }

    /// Shows a line for the user, until the next key.
    pub(crate) fn tell(&mut self, notice: String) {
        self.notice = Some(notice);
    }

    /// The language of the screen.
    pub(crate) fn lang(&self) -> Lang {
        self.lang
    }

    /// How boards are to look.
    pub(crate) fn look(&self) -> Look {
        self.look
    }

    /// The name of a move in the language of the screen, without the mark of its side, which some terminals draw too wide.
    pub(super) fn name(&self, mv: Move) -> String {
        let names = label::both(&self.place().node.position, mv);
        pick(self.lang, &names.into()).to_owned()
    }

    fn mark(&mut self, by: isize) {
        let place = self.place_mut();
        let last = place.node.branches.len().saturating_sub(1);
        place.marked = place.marked.saturating_add_signed(by).min(last);
    }

    /// Marks the next move whose name, or the name of the position after it, holds what was typed; from the marked one on.
    fn seek(&mut self, skip: usize) {
        let place = self.place();
        let count = place.node.branches.len();
        let sought = self.sought.to_lowercase();
        let fits = |branch: &Branch| {
            let (japanese, western) = label::both(&place.node.position, branch.mv);
            let names = label::names(&branch.names, self.lang);
            let all = [japanese, western, branch.mv.to_string(), names];
            all.iter().any(|it| it.to_lowercase().contains(&sought))
        };
        let mut order = (0..count).map(|it| (place.marked + skip + it) % count.max(1));
        let found = order.find(|&at| fits(&place.node.branches[at]));
        if let Some(found) = found.filter(|_| !sought.is_empty()) {
            self.place_mut().marked = found;
        }
    }

    /// Takes keys while something is looked for. Returns whether the key was taken.
    fn type_sought(&mut self, key: Key) -> bool {
        let Some(typed) = &mut self.typed else {
            return false;
        };
        match key {
            Key::Char(character) if typed.len() < 40 => typed.push(character),
            Key::Backspace => drop(typed.pop()),
            _ => {
                self.typed = None;
                return true;
            }
        }
        self.sought.clone_from(typed);
        self.seek(0);
        true
    }

    /// Keys among the games of the marked move.
    fn choose(&mut self, key: Key, at: usize) -> Option<Effect> {
        let games = self.marked().map_or(0, |it| it.samples.len());
        let there = match key {
            Key::Up | Key::Char('k') => at.saturating_sub(1),
            Key::Down | Key::Char('j') => (at + 1).min(games.saturating_sub(1)),
            Key::Enter | Key::Right => {
                return self.marked()?.samples.get(at).cloned().map(Effect::Open);
            }
            _ => {
                self.side = Side::Moves;
                return None;
            }
        };
        self.side = Side::Games(there);
        None
    }

    /// Answers a key while no game is watched.
    pub(super) fn key(&mut self, key: Key) -> ControlFlow<(), Option<Effect>> {
        self.notice = None;
        if self.type_sought(key) {
            return ControlFlow::Continue(None);
        }
        match self.side {
            Side::Help => {
                self.side = Side::Moves;
                return ControlFlow::Continue(None);
            }
            Side::Games(_) if key == Key::Char('q') => return ControlFlow::Break(()),
            Side::Games(at) => return ControlFlow::Continue(self.choose(key, at)),
            Side::Moves => {}
        }
        match key {
            Key::Char('q') => return ControlFlow::Break(()),
            Key::Up | Key::Char('k') => self.mark(-1),
            Key::Down | Key::Char('j') => self.mark(1),
            Key::PageUp => self.mark(-10),
            Key::PageDown => self.mark(10),
            Key::Enter | Key::Right => {
                let next = self.marked().map(|it| it.position.clone());
                return ControlFlow::Continue(next.map(Effect::Count));
            }
            Key::Backspace | Key::Left | Key::Esc => {
                // The root stays.
                let before = (self.way.len() - 1).max(1);
                self.way.truncate(before);
            }
            Key::Home => self.way.truncate(1),
            Key::Char('/') => self.typed = Some(String::new()),
            Key::Char('n') => self.seek(1),
            Key::Char('g') | Key::Tab => {
                let games = self.marked().map_or(0, |it| it.samples.len());
                self.side = if games > 0 {
                    Side::Games(0)
                } else {
                    Side::Moves
                };
            }
            Key::Char('s') => self.sort_on(),
            Key::Char('f') => self.look.flip = !self.look.flip,
            Key::Char('p') => self.look.pieces = after(&PieceSet::ALL, self.look.pieces),
            Key::Char('l') => self.lang = after(&Lang::ALL, self.lang),
            Key::Char('a') => self.ascii = !self.ascii,
            Key::Char('?' | 'h') => self.side = Side::Help,
            _ => {}
        }
        ControlFlow::Continue(None)
    }

    /// Puts the moves into the next order.
    fn sort_on(&mut self) {
        const ALL: [Sort; 4] = [Sort::Games, Sort::Wins, Sort::Rating, Sort::Last];
        self.sort = after(&ALL, self.sort);
        let sort = self.sort;
        for place in &mut self.way {
            let marked = place.node.branches.get(place.marked).map(|it| it.mv);
            place.node.sort(sort);
            let at = place
                .node
                .branches
                .iter()
                .position(|it| Some(it.mv) == marked);
            place.marked = at.unwrap_or(0);
        }
        let key = match sort {
            Sort::Games => "explore.head.games",
            Sort::Wins => "explore.wins",
            Sort::Rating => "explore.head.rating",
            Sort::Last => "explore.head.last",
        };
        self.notice = Some(crate::words::text(self.lang, key).to_owned());
    }
}

/// The Japanese name or the western one, without the mark of the side.
pub(super) fn pick(lang: Lang, names: &[String; 2]) -> &str {
    match lang {
        Lang::Ja => names[0].trim_start_matches(['☗', '☖']),
        _ => &names[1],
    }
}
