//! Moves and positions in words.

use unicode_width::UnicodeWidthStr;

use crate::notation::{push_ki2_move, push_kif_move};
use crate::played::PositionNames;
use crate::replay::Step;
use crate::shogi::{Color, Move, Position};
use crate::timeline::western;
use crate::words::{self, Lang};

/// A legal move as a step of a game.
fn step(position: &Position, mv: Move) -> Option<Step> {
    let played = position.clone().play(mv).ok()?;
    Some(Step::of(mv, played, None))
}

/// A move as KIF has it: ７六歩(77).
pub(super) fn kif(position: &Position, mv: Move) -> String {
    let mut out = String::new();
    if let Some(step) = step(position, mv) {
        push_kif_move(mv, step.piece.kind(), false, &mut out);
    }
    out
}

/// A move as Japanese books have it: ☗７六歩, ☖５二金右.
fn japanese(position: &Position, step: &Step) -> String {
    let mut text = String::new();
    push_ki2_move(position, step, false, &mut text);
    let mark = match position.turn() {
        Color::Black => '☗',
        Color::White => '☖',
    };
    let words = text.trim_start_matches(['▲', '△']);
    format!("{mark}{words}")
}

/// A move in the reader's language: ☗７六歩 in Japanese, elsewhere P-7f beside it.
pub(super) fn mv(position: &Position, mv: Move, lang: Lang) -> String {
    let Some(step) = step(position, mv) else {
        return mv.to_string();
    };
    let japanese = japanese(position, &step);
    match lang {
        Lang::Ja => japanese,
        _ => {
            // Most moves take four characters behind their mark.
            let gap = 9_usize.saturating_sub(japanese.width());
            let gap = " ".repeat(gap + 1);
            format!("{japanese}{gap}{}", western(&step, position))
        }
    }
}

/// A move in Japanese, and in the western way.
pub(super) fn both(position: &Position, mv: Move) -> (String, String) {
    match step(position, mv) {
        Some(step) => (japanese(position, &step), western(&step, position)),
        None => (mv.to_string(), mv.to_string()),
    }
}

/// The opening and the castles of a position; empty where none is known.
pub(super) fn names(names: &PositionNames, lang: Lang) -> String {
    let mut parts = Vec::new();
    if let Some(opening) = names.opening {
        parts.push(opening.names.of(lang).to_owned());
    }
    for side in Color::BOTH {
        if let Some(castle) = names.castles[side] {
            let mark = match side {
                Color::Black => '☗',
                Color::White => '☖',
            };
            parts.push(format!("{mark}{}", castle.names.of(lang)));
        }
    }
    parts.join(" ")
}

/// The position at the root in words: the start, or its SFEN.
pub(super) fn root(position: &Position, lang: Lang) -> String {
    if position.same_as(&Position::startpos()) {
        return words::text(lang, "board.start").to_owned();
    }
    position.to_string()
}
