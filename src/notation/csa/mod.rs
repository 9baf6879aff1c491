//! CSA, the standard of computer shogi, in all its editions and in floodgate's dialect.

mod clock;
mod comment;
pub(super) mod detect;
mod endings;
mod header;
pub(super) mod header_lines;
mod moves;
pub(super) mod names;
mod page_string;
mod read;
mod repair;
mod settle;
mod start;
mod version;
mod write;

pub(super) use clock::canonical as canonical_time;
#[cfg(feature = "columnar")]
pub(crate) use endings::word_of_table as ending_of_table;
pub(super) use moves::parse as read_move;
pub(crate) use names::name as piece_name;
pub(super) use read::read;
pub(super) use repair::repairs;
pub(super) use version::written_version;
pub(super) use write::{closing, hands_of_one_set, write};

/// The ending of a CSA word without its %, as JKF writes them.
pub(super) fn ending_of(word: &str) -> Option<crate::record::Ending> {
    endings::find(word).map(|(ending, _)| ending)
}
