//! A JKF move. Some of what it says follows from the board, so the board is followed and contradictions are told.

use serde_json::value::RawValue;

use super::entry::Line;
use super::json;
use super::reader::{Reader, at_path};
use super::start::{color, kind};
use crate::finding::Code;
use crate::notation::csa::names;
use crate::notation::shared::faults::unreadable_move;
use crate::record::{Act, Entry, Hint, Named, Origin, Relation, Target, WrittenMove};
use crate::replay::{Resolved, Unresolved, resolve};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// The fields of a move.
#[derive(Default)]
struct Fields<'a> {
    color: Option<&'a RawValue>,
    from: Option<&'a RawValue>,
    to: Option<&'a RawValue>,
    piece: Option<&'a RawValue>,
    same: Option<&'a RawValue>,
    promote: Option<&'a RawValue>,
    capture: Option<&'a RawValue>,
    relative: Option<&'a RawValue>,
}

/// What a move says.
struct Said {
    color: Option<Color>,
    from: Option<Square>,
    to: Option<Square>,
    piece: Option<PieceKind>,
    same: bool,
    promote: Option<bool>,
    capture: Option<PieceKind>,
    /// `H`: a drop.
    drop: bool,
    hint: Option<Hint>,
}

/// A value that cannot be read, with its key and what it should be.
type Fault<'a> = (&'a RawValue, &'static str, &'static str);

impl<'a> Reader<'a> {
    /// Reads a move and adds it to the line.
    pub(super) fn written_move(&mut self, raw: &'a RawValue, line: &mut Line<'a>) {
        let fields = self.fields_of_move(raw, line);
        let said = fields.as_ref().map(|fields| said(fields, raw));
        let written = match said {
            None => Err((raw, "", "an object")),
            Some(Err(fault)) => Err(fault),
            Some(Ok(said)) => {
                self.compare(raw, &said, line);
                written(&said, line)
                    .ok_or((raw, "", "from, piece"))
                    .map(|mv| (mv, said))
            }
        };
        match written {
            Ok((mv, said)) if mv.to == Target::Same => {
                // Nothing went anywhere before.
                let span = self.span(raw);
                line.node = self.record.tree.add(line.node, Entry::Unreadable, span);
                line.position = None;
                self.say(Code::JkfSame, raw, &line.path(), Some(line.node));
                line.before = said.to;
            }
            Ok((mv, said)) => self.add_move(raw, mv, &said, line),
            Err((fault, key, expected)) => {
                let span = self.span(raw);
                line.node = self.record.tree.add(line.node, Entry::Unreadable, span);
                line.position = None;
                if !line.broken {
                    line.broken = true;
                    let path = format!("{}.move{key}", line.path());
                    let finding = unreadable_move(fault.get(), self.span(fault), expected);
                    let finding = at_path(finding, &path);
                    let ply = self.record.tree.depth(line.node);
                    self.findings.push(finding.at(line.node, ply));
                }
            }
        }
    }

    fn fields_of_move(&mut self, raw: &'a RawValue, line: &Line<'a>) -> Option<Fields<'a>> {
        let mut fields = Fields::default();
        for (key, value) in json::fields(raw)? {
            let slot = match key.as_ref() {
                _ if json::is_null(value) => continue,
                "color" => &mut fields.color,
                "from" => &mut fields.from,
                "to" => &mut fields.to,
                "piece" => &mut fields.piece,
                "same" => &mut fields.same,
                "promote" => &mut fields.promote,
                "capture" => &mut fields.capture,
                "relative" => &mut fields.relative,
                _ => {
                    self.extra(value, &format!("{}.move.{key}", line.path()));
                    continue;
                }
            };
            *slot = Some(value);
        }
        Some(fields)
    }

    /// Holds what follows from the board against the board.
    fn compare(&mut self, raw: &'a RawValue, said: &Said, line: &Line<'a>) {
        let Some(position) = &line.position else {
            return;
        };
        let to = said.to.or(line.before);
        if said.color.is_some_and(|color| color != position.turn()) {
            self.say(
                Code::JkfColor,
                raw,
                &format!("{}.move.color", line.path()),
                None,
            );
        }
        let taken = to.and_then(|to| position.piece_at(to)).map(Piece::kind);
        if said.capture.is_some() && said.capture != taken {
            let path = format!("{}.move.capture", line.path());
            self.say(Code::JkfRecomputed, raw, &path, None);
        }
        if said.same && said.to.is_some() && said.to != line.before {
            let path = format!("{}.move.same", line.path());
            self.say(Code::JkfRecomputed, raw, &path, None);
        }
        if let (Some(named), Some(here)) = (said.piece, own_piece(position, said.from))
            && here.promoted() == Some(named)
        {
            let path = format!("{}.move.piece", line.path());
            self.say(Code::JkfPieceAfter, raw, &path, None);
        }
    }

    fn add_move(&mut self, raw: &'a RawValue, mv: WrittenMove, said: &Said, line: &mut Line<'a>) {
        let span = self.span(raw);
        let found = line
            .position
            .as_ref()
            .map(|position| resolve(position, &mv, line.before));
        let ambiguous = matches!(found, Some(Err(Unresolved::Ambiguous(_))));
        let entry = if ambiguous {
            Entry::Unreadable
        } else {
            Entry::Move(mv)
        };
        line.node = self.record.tree.add(line.node, entry, span);
        if ambiguous {
            self.say(Code::JkfAmbiguous, raw, &line.path(), Some(line.node));
        }
        line.before = said.to.or(line.before);
        let made = match (&mut line.position, found) {
            (
                Some(position),
                Some(Ok(Resolved { mv, .. }) | Err(Unresolved::PieceMismatch(mv))),
            ) => position.play(mv).is_ok() || position.force(mv).is_some(),
            _ => false,
        };
        if !made {
            line.position = None;
        }
    }
}

/// The kind of the side to move's piece on a square.
fn own_piece(position: &Position, square: Option<Square>) -> Option<PieceKind> {
    let piece = position.piece_at(square?)?;
    (piece.color() == position.turn()).then(|| piece.kind())
}

/// Reads the values of the fields.
fn said<'a>(fields: &Fields<'a>, whole: &'a RawValue) -> Result<Said, Fault<'a>> {
    const SQUARE: &str = "{x: 1-9, y: 1-9}";
    let square_of = |raw: Option<&'a RawValue>, key| match raw {
        None => Ok(None),
        Some(raw) => square(raw).map(Some).ok_or((raw, key, SQUARE)),
    };
    let truth_of = |raw: Option<&'a RawValue>, key| match raw {
        None => Ok(None),
        Some(raw) => json::truth(raw).map(Some).ok_or((raw, key, "true, false")),
    };
    let kind_of = |raw: Option<&'a RawValue>, key| match raw {
        None => Ok(None),
        Some(raw) => {
            let name = json::text(raw).and_then(|name| kind(&name));
            name.map(Some).ok_or((raw, key, names::LIST))
        }
    };
    let (drop, hint) = match fields.relative {
        None => (false, None),
        Some(raw) => {
            let text = json::text(raw).ok_or((raw, ".relative", "a string"))?;
            match text.as_ref() {
                "H" => (true, None),
                "" => (false, None),
                text => (
                    false,
                    Some(hint(text).ok_or((raw, ".relative", "L C R U M D H"))?),
                ),
            }
        }
    };
    let said = Said {
        color: fields.color.and_then(color),
        from: square_of(fields.from, ".from")?,
        to: square_of(fields.to, ".to")?,
        piece: kind_of(fields.piece, ".piece")?,
        same: truth_of(fields.same, ".same")? == Some(true),
        promote: truth_of(fields.promote, ".promote")?,
        capture: kind_of(fields.capture, ".capture")?,
        drop,
        hint,
    };
    if said.to.is_none() && !said.same {
        return Err((whole, ".to", SQUARE));
    }
    Ok(said)
}

/// The move that is meant. [`Target::Same`] remains only where no move went before.
fn written(said: &Said, line: &Line<'_>) -> Option<WrittenMove> {
    let to = said.to.or(line.before).map_or(Target::Same, Target::Square);
    let (from, piece, promote) = match (said.from, said.piece) {
        (Some(from), None) => (Origin::Square(from), Named::Nothing, said.promote),
        (Some(from), Some(named)) => {
            let here = line
                .position
                .as_ref()
                .and_then(|position| own_piece(position, Some(from)));
            let piece = match here {
                Some(here) if here == named => Named::Before(named),
                // The piece as it is after the move, though nothing must promote.
                Some(here) if here.promoted() == Some(named) && said.promote == Some(false) => {
                    Named::Nothing
                }
                Some(_) => Named::After(named),
                None => Named::Before(named),
            };
            (Origin::Square(from), piece, said.promote)
        }
        (None, None) => return None,
        (None, Some(named)) => {
            let origin = match said.hint {
                Some(hint) => Origin::Find(hint),
                None if said.drop => Origin::Hand,
                None => origin_without_words(named, said, line),
            };
            (origin, Named::Before(named), said.promote)
        }
    };
    Some(WrittenMove {
        side: None,
        to,
        from,
        piece,
        promote,
    })
}

/// Without an origin and without words for one a drop is meant, unless nothing of the kind is in hand.
fn origin_without_words(named: PieceKind, said: &Said, line: &Line<'_>) -> Origin {
    let Some((position, to)) = line.position.as_ref().zip(said.to.or(line.before)) else {
        return Origin::Hand;
    };
    let held = !named.is_promoted() && position.hand(position.turn()).count(named) > 0;
    if !held && position.reachers(named, to).next().is_some() {
        Origin::Find(Hint::default())
    } else {
        Origin::Hand
    }
}

/// Reads `{x, y}`.
fn square(raw: &RawValue) -> Option<Square> {
    let (mut x, mut y) = (None, None);
    for (key, value) in json::fields(raw)? {
        let digit = match value.get().as_bytes() {
            [digit @ b'1'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        match key.as_ref() {
            "x" => x = digit,
            "y" => y = digit,
            _ => {}
        }
    }
    Square::new(x?, y?)
}

/// Reads the letters that tell pieces apart.
fn hint(text: &str) -> Option<Hint> {
    let mut hint = Hint::default();
    for letter in text.bytes() {
        match letter {
            b'L' | b'C' | b'R' if hint.relation.is_none() => {
                hint.relation = Some(match letter {
                    b'L' => Relation::Left,
                    b'C' => Relation::Straight,
                    _ => Relation::Right,
                });
            }
            b'U' | b'M' | b'D' if hint.act.is_none() => {
                hint.act = Some(match letter {
                    b'U' => Act::Advance,
                    b'M' => Act::Sideways,
                    _ => Act::Retreat,
                });
            }
            _ => return None,
        }
    }
    Some(hint)
}
