//! What KIF, KI2 and BOD have in common: lines and their kinds, headers, the board diagram, endings, variations,
//! comments. How moves stand in their lines is left to `kif` and `ki2`.

mod board;
mod clock;
mod disguised;
mod endings;
mod game;
mod head;
pub(super) mod header_lines;
mod headers;
mod lines;
mod move_text;
mod moves;
mod numbering;
mod playable;
mod repair;
mod signs;
pub(super) mod split;
mod start;
mod variation;
pub(super) mod write;

pub(super) use clock::times;
pub(super) use disguised::{holds_move, look, looks_western};
pub(super) use endings::{PASS, is_closing, is_summary, leading_word, word as closing_word};
pub(super) use game::Game;
pub(super) use head::Next;
pub(super) use headers::{header_key, is_known_key};
pub(super) use lines::{Kind, Line, classify, starts_move, trim};
pub(crate) use move_text::push_move;
pub(super) use moves::{NoMove, Reading, SpellingFlags, read};
pub(super) use repair::repairs;
pub(super) use signs::{blanks, is_blank, side_mark};

/// What repairs need of the parts that read and write.
pub(super) mod repairing {
    pub(in crate::notation) use super::board::{Diagram, hand, row as board_row};
    pub(in crate::notation) use super::clock::times;
    pub(in crate::notation) use super::endings::summary;
    pub(in crate::notation) use super::headers::{Subject, subject};
    pub(in crate::notation) use super::lines::{Kind, Line, classify};
    pub(in crate::notation) use super::move_text::push_move as move_text;
    pub(in crate::notation) use super::write::{hand_value, row_text};
}
