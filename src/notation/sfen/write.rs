//! Writing SFEN: one position a line.

use std::fmt::Write;

use crate::notation::shared::options::WriteOptions;
use crate::notation::shared::shown::shown_position;
use crate::record::Record;
use crate::replay::Replay;
use crate::shogi::Position;

/// Writes one position as SFEN.
pub(in crate::notation) fn write(
    record: &Record,
    replay: &Replay,
    options: &WriteOptions,
    out: &mut String,
) {
    if let Some((_, position)) = shown_position(record, replay, options) {
        push_position(&position, options, out);
        out.push('\n');
    }
}

/// Appends a position, with the number of its move unless the options leave it out.
pub(in crate::notation) fn push_position(
    position: &Position,
    options: &WriteOptions,
    out: &mut String,
) {
    let from = out.len();
    let _ = write!(out, "{position}");
    if options.sfen_no_ply
        && let Some(blank) = out[from..].rfind(' ')
    {
        out.truncate(from + blank);
    }
}
