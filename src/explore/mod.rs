//! What was played from a position, told: as a table or a tree for people, as CSV and JSON for programs.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts become shares only when they are shown"
)]

mod json;
mod label;
mod page;
mod rows;
mod svg;
mod table;
#[cfg(feature = "tui")]
mod terminal;
mod text;

pub(crate) use json::json;
pub(crate) use page::page;
pub(crate) use rows::{csv, ndjson};
pub(crate) use svg::svg;
#[cfg(feature = "tui")]
pub(crate) use terminal::{Effect, Explorer};
pub(crate) use text::{markdown, text};

use crate::played::Tree;
use crate::stats::NamedColumn;
use crate::words::Lang;

/// A tree to be told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The columns by which its counts are split.
    pub by: &'a [NamedColumn],
    /// The language of what is for people.
    pub lang: Lang,
}
