//! The columns of a book: their names never change.

use crate::tables::{Column, Kind};

const fn column(name: &'static str, kind: Kind, always: bool, meaning: &'static str) -> Column {
    Column {
        name,
        kind,
        unit: "",
        meaning,
        always,
    }
}

/// All of them, in the order in which they are written.
pub(crate) const COLUMNS: [Column; 13] = [
    column(
        "position_key",
        Kind::Int64,
        true,
        "The number of the position, as in moves. The rows are in its order, then those of most games first.",
    ),
    column(
        "sfen",
        Kind::Text,
        true,
        "The position in SFEN, without the number of the move.",
    ),
    column("move", Kind::Word, true, "The move in USI."),
    column(
        "games",
        Kind::Int64,
        true,
        "The games in which it was played in this position; one that comes there again counts once.",
    ),
    column("black_wins", Kind::Int64, true, "Those that Black won."),
    column("white_wins", Kind::Int64, true, "Those that White won."),
    column("draws", Kind::Int64, true, "Those that were drawn."),
    column(
        "no_result",
        Kind::Int64,
        true,
        "Those without a result: interrupted, or the file says nothing.",
    ),
    column(
        "rating_mean",
        Kind::Real,
        false,
        "The mean rating of those who played it; null when none is known.",
    ),
    column(
        "year_first",
        Kind::Int32,
        false,
        "The first year in which it was played, of those that are known.",
    ),
    column("year_last", Kind::Int32, false, "The last one."),
    column(
        "sample_file",
        Kind::Text,
        false,
        "The file of the first game of the input in which it was played.",
    ),
    column(
        "sample_game",
        Kind::Int32,
        false,
        "Which game of that file, from 1.",
    ),
];
