//! What KIF, KI2 and BOD have in common: lines and their kinds, headers, the board diagram, endings, variations,
//! comments. How moves stand in their lines is left to `kif` and `ki2`.

mod board;
mod clock;
pub(super) mod detect;
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
mod plan;
mod playable;
mod repair;
mod signs;
pub(super) mod split;
mod start;
mod variation;
pub(super) mod write;

pub(super) use clock::times;
pub(super) use disguised::{holds_move, look, looks_western};
pub(super) use endings::{PASS, is_closing, leading_word, word as closing_word};
pub(super) use game::Game;
pub(super) use head::Next;
pub(super) use headers::header_key;
pub(super) use lines::{Kind, Line, classify, starts_move, trim};
pub(crate) use move_text::push_move;
pub(super) use moves::{NoMove, Reading, SpellingFlags, read};
pub(super) use repair::repairs;
pub(super) use signs::{blanks, is_blank, side_mark};
