//! The start of a JKF record: a name, or board and hands.

use serde_json::value::RawValue;

use super::reader::{Reader, at_path};
use super::{json, presets};
use crate::finding::{Code, Finding};
use crate::notation::csa::names;
use crate::record::Start;
use crate::shogi::{Color, Handicap, Piece, PieceKind, Setup, Square};

impl<'a> Reader<'a> {
    /// Reads `initial`. The entries tell which lance a game of three pieces less goes without.
    pub(super) fn initial(&mut self, raw: &'a RawValue, entries: &[&'a RawValue]) {
        self.record.start_span = self.span(raw);
        self.record.start = Start::Unknown;
        let Some(fields) = json::fields(raw) else {
            self.shape(raw, "$.initial", "an object");
            return;
        };
        let mut preset = None;
        let mut data = None;
        for (key, value) in fields {
            match key.as_ref() {
                "preset" => preset = Some(value),
                "data" => data = Some(value).filter(|raw| !json::is_null(raw)),
                _ => self.extra(value, &format!("$.initial.{key}")),
            }
        }
        let name = preset.and_then(json::text).unwrap_or_default();
        let handicap = presets::find(&name);
        if let Some(data) = data {
            let setup = self.data(data);
            if let Some(handicap) = handicap {
                // Some programs name the even game and give another board beside it.
                let same = setup.as_ref().is_some_and(|it| **it == handicap.setup());
                if !same {
                    self.say(Code::JkfData, raw, "$.initial", None);
                }
            } else if name != "OTHER" {
                self.unknown_preset(preset.unwrap_or(raw), &name);
            }
            self.record.start = setup.map_or(Start::Unknown, Start::Setup);
            return;
        }
        match handicap {
            Some(Handicap::Three) if starts_from_right_lance(entries) => {
                self.say(Code::JkfData, raw, "$.initial.preset", None);
                self.record.start = Start::Setup(Box::new(three_without_right_lance()));
            }
            Some(handicap) => self.record.start = Start::Handicap(handicap),
            None if name == "OTHER" => {
                self.say(Code::JkfData, raw, "$.initial.data", None);
                self.record.start = Start::Setup(Box::new(Setup::empty(Color::Black)));
            }
            None => self.unknown_preset(preset.unwrap_or(raw), &name),
        }
    }

    fn unknown_preset(&mut self, raw: &RawValue, name: &str) {
        let finding = Finding::new(Code::JkfPreset, self.span(raw));
        let finding = finding.found(name, presets::LIST);
        self.findings.push(at_path(finding, "$.initial.preset"));
    }

    /// Reads `data`: side to move, board, hands. None when a piece cannot be read.
    fn data(&mut self, raw: &'a RawValue) -> Option<Box<Setup>> {
        const PATH: &str = "$.initial.data";
        let Some(fields) = json::fields(raw) else {
            self.shape(raw, PATH, "an object");
            return None;
        };
        let mut setup = Box::new(Setup::empty(Color::Black));
        let mut missing = ["color", "board", "hands"].to_vec();
        let mut good = true;
        for (key, value) in fields {
            missing.retain(|it| *it != key);
            match key.as_ref() {
                "color" => match color(value) {
                    Some(color) => setup.turn = color,
                    None => self.shape_warning(value, "$.initial.data.color", "0, 1"),
                },
                "board" => good &= self.board(value, &mut setup),
                "hands" => good &= self.hands(value, &mut setup),
                _ => self.extra(value, &format!("{PATH}.{key}")),
            }
        }
        for key in missing {
            self.shape_warning(raw, &format!("{PATH}.{key}"), "a value");
        }
        good.then_some(setup)
    }

    /// Reads the board, file by file.
    fn board(&mut self, raw: &'a RawValue, setup: &mut Setup) -> bool {
        const PATH: &str = "$.initial.data.board";
        if json::fields(raw).is_some_and(|fields| fields.is_empty()) || json::is_null(raw) {
            return true;
        }
        let files = json::items(raw).filter(|files| files.len() == 9);
        let Some(files) = files else {
            self.shape(raw, PATH, "9 files of 9 squares");
            return false;
        };
        let mut good = true;
        for (x, file) in (1..).zip(files) {
            let squares = json::items(file).filter(|squares| squares.len() == 9);
            let Some(squares) = squares else {
                self.shape(file, &format!("{PATH}[{}]", x - 1), "9 squares");
                good = false;
                continue;
            };
            for (y, cell) in (1..).zip(squares) {
                let square = Square::new(x, y).expect("nine by nine");
                match piece(cell) {
                    Ok(piece) => setup.board[square.index()] = piece,
                    Err(()) => {
                        let path = format!("{PATH}[{}][{}]", x - 1, y - 1);
                        self.shape(cell, &path, "{}, {color, kind}");
                        good = false;
                    }
                }
            }
        }
        good
    }

    /// Reads both hands.
    fn hands(&mut self, raw: &'a RawValue, setup: &mut Setup) -> bool {
        const PATH: &str = "$.initial.data.hands";
        let hands = json::items(raw).filter(|hands| hands.len() == 2);
        let Some(hands) = hands else {
            self.shape(raw, PATH, "2 objects");
            return false;
        };
        let mut good = true;
        for (number, (color, hand)) in Color::BOTH.into_iter().zip(hands).enumerate() {
            let path = format!("{PATH}[{number}]");
            let Some(fields) = json::fields(hand) else {
                self.shape(hand, &path, "an object");
                good = false;
                continue;
            };
            for (name, value) in fields {
                let count = json::small_number(value);
                let held = kind(&name).filter(|it| PieceKind::HAND.contains(it));
                match (held, count) {
                    // The schema lets kings and promoted pieces stand there, none of each.
                    (None, Some(0)) if kind(&name).is_some() => {}
                    (Some(held), Some(count)) => setup.hands[color].set(held, count),
                    _ => {
                        self.shape(
                            value,
                            &format!("{path}.{name}"),
                            "FU KY KE GI KI KA HI: 0 1 2 …",
                        );
                        good = false;
                    }
                }
            }
        }
        good
    }
}

/// A side, 0 for Black.
pub(super) fn color(raw: &RawValue) -> Option<Color> {
    match raw.get() {
        "0" => Some(Color::Black),
        "1" => Some(Color::White),
        _ => None,
    }
}

/// A kind by its name.
pub(super) fn kind(name: &str) -> Option<PieceKind> {
    match *name.as_bytes() {
        [first, second] => names::kind(first, second),
        _ => None,
    }
}

/// What stands on a square: `{}` for nothing.
fn piece(raw: &RawValue) -> Result<Option<Piece>, ()> {
    if json::is_null(raw) {
        return Ok(None);
    }
    let mut side = None;
    let mut named = None;
    for (key, value) in json::fields(raw).ok_or(())? {
        match key.as_ref() {
            _ if json::is_null(value) => {}
            "color" => side = Some(color(value).ok_or(())?),
            "kind" => {
                let kind = json::text(value).and_then(|name| kind(&name));
                named = Some(kind.ok_or(())?);
            }
            _ => {}
        }
    }
    match (side, named) {
        (Some(side), Some(kind)) => Ok(Some(Piece::new(side, kind))),
        (_, None) => Ok(None),
        (None, Some(_)) => Err(()),
    }
}

/// Whether White moves a lance from 1a before one from 9a: programs do not agree which of them the start named 3 lacks.
fn starts_from_right_lance(entries: &[&RawValue]) -> bool {
    let origins = entries.iter().filter_map(|entry| {
        let value = |raw, name: &str| {
            let fields = json::fields(raw)?;
            fields
                .into_iter()
                .find(|(key, _)| key == name)
                .map(|(_, value)| value)
        };
        let mv = value(entry, "move")?;
        let lance = value(mv, "piece").is_some_and(|piece| piece.get() == "\"KY\"");
        let white = value(mv, "color").is_none_or(|color| color.get() == "1");
        let from = value(mv, "from").filter(|_| lance && white)?;
        let number = |name| value(from, name).and_then(json::small_number);
        (number("y") == Some(1)).then(|| number("x")).flatten()
    });
    origins.into_iter().find(|&x| x == 1 || x == 9) == Some(1)
}

/// Rook, bishop and the right lance taken off.
fn three_without_right_lance() -> Setup {
    let mut setup = Handicap::Two.setup();
    setup.board[Square::new(9, 1).expect("on the board").index()] = None;
    setup
}
