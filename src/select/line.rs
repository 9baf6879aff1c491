//! How a game begins: `7g7f 3c3d * ... 8h2b+`, or the same as KIF writes it, `７六歩 ３四歩`.

use std::ops::{ControlFlow, Range};

use super::Mistake;
use crate::notation::read_japanese_move;
use crate::record::{Origin, Record, WrittenMove};
use crate::replay::{Replay, Step, Unresolved, resolve};
use crate::shogi::{Move, Position, Square};

/// The moves with which a game begins.
#[derive(Clone, Debug)]
pub(super) struct Line {
    parts: Vec<Part>,
    /// Where each stands in what was written.
    places: Vec<Range<usize>>,
    /// Whether a move can only be told on the position before it.
    on_positions: bool,
}

#[derive(Clone, Copy, Debug)]
enum Part {
    Move(Move),
    Written(WrittenMove),
    /// Any one move.
    One,
    /// Any number of moves.
    Some,
}

impl Line {
    /// Reads a line.
    pub(super) fn parse(text: &str) -> Result<Line, Mistake> {
        let mut parts = Vec::new();
        let mut places = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let first = rest.chars().next().unwrap_or(' ');
            if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            }
            let word = rest.split(char::is_whitespace).next().unwrap_or(rest);
            let (part, len) = match word {
                "*" => (Part::One, 1),
                "..." | "…" => (Part::Some, word.len()),
                _ => match (word.parse(), read_japanese_move(rest)) {
                    (Ok(mv), _) => (Part::Move(mv), word.len()),
                    (_, Some((written, len))) => (Part::Written(written), len),
                    _ => {
                        let place = at..at + word.len();
                        return Err(Mistake::new(place, "select.no_move").with("found", word));
                    }
                },
            };
            parts.push(part);
            places.push(at..at + len);
            at += len;
        }
        if parts.is_empty() {
            return Err(Mistake::new(0..0, "select.empty"));
        }
        let on_positions = parts.iter().any(|it| matches!(it, Part::Written(_)));
        Ok(Line {
            parts,
            places,
            on_positions,
        })
    }

    /// The position after these moves.
    pub(super) fn play(&self, written: &str, start: &Position) -> Result<Position, Mistake> {
        let mut position = start.clone();
        let mut before = None;
        for (part, place) in self.parts.iter().zip(&self.places) {
            let found = &written[place.clone()];
            let wrong = |key| Mistake::new(place.clone(), key).with("found", found);
            let mv = match *part {
                Part::Move(mv) => mv,
                Part::Written(written) => {
                    let resolved = resolve(&position, &written, before);
                    resolved.map_err(|_| wrong("explore.not_legal"))?.mv
                }
                Part::One | Part::Some => return Err(wrong("explore.wild")),
            };
            position.play(mv).map_err(|_| wrong("explore.not_legal"))?;
            before = Some(mv.to());
        }
        Ok(position)
    }

    /// Whether the main line of a game begins like this.
    pub(super) fn begins(&self, record: &Record, replay: &Replay) -> bool {
        let Some(start) = replay.start() else {
            return false;
        };
        let mut position = self.on_positions.then(|| start.clone());
        let mut before = record.last_target;
        // What stands before the moves so far: each part up to which they fit. A bit a part, the lowest for none.
        let mut fits = Reached::start(&self.parts);
        let steps = record.tree.main_line().map_while(|id| replay.step(id));
        let walked = steps.into_iter().try_for_each(|step| {
            if fits.is_done() {
                return ControlFlow::Break(());
            }
            fits.step(&self.parts, |part| {
                is(part, step, position.as_ref(), before)
            });
            if let Some(position) = &mut position {
                step.make(position);
            }
            before = Some(step.mv.to());
            match fits.is_empty() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let _ = walked;
        fits.is_done()
    }
}

/// How many parts of the line the moves so far may have fitted.
#[derive(Debug)]
struct Reached {
    counts: Vec<bool>,
}

impl Reached {
    fn start(parts: &[Part]) -> Reached {
        let mut counts = vec![false; parts.len() + 1];
        counts[0] = true;
        let mut reached = Reached { counts };
        reached.skip(parts);
        reached
    }

    /// What any number of moves stands for may be none.
    fn skip(&mut self, parts: &[Part]) {
        for (at, part) in parts.iter().enumerate() {
            if self.counts[at] && matches!(part, Part::Some) {
                self.counts[at + 1] = true;
            }
        }
    }

    fn step(&mut self, parts: &[Part], mut is: impl FnMut(Part) -> bool) {
        for (at, &part) in parts.iter().enumerate().rev() {
            let here = std::mem::take(&mut self.counts[at]);
            if !here {
                continue;
            }
            match part {
                Part::Some => self.counts[at] = true,
                _ if is(part) => self.counts[at + 1] = true,
                _ => {}
            }
        }
        self.skip(parts);
    }

    fn is_done(&self) -> bool {
        self.counts.last() == Some(&true)
    }

    fn is_empty(&self) -> bool {
        !self.counts.contains(&true)
    }
}

/// Whether a move is the one that is written. `before` is where the move before it went.
fn is(part: Part, step: &Step, position: Option<&Position>, before: Option<Square>) -> bool {
    match part {
        Part::One | Part::Some => true,
        Part::Move(mv) => mv == step.mv,
        Part::Written(written) => position.is_some_and(|position| {
            match resolve(position, &written, before) {
                Ok(found) => found.mv == step.mv,
                // What is written fits several pieces: any of them.
                Err(Unresolved::Ambiguous(squares)) => step.mv.from().is_some_and(|from| {
                    let exact = WrittenMove {
                        from: Origin::Square(from),
                        ..written
                    };
                    squares.contains(&from)
                        && resolve(position, &exact, before).is_ok_and(|it| it.mv == step.mv)
                }),
                Err(_) => false,
            }
        }),
    }
}
