//! The table `positions`: a row for each distinct position of a game, over its legal moves.

use std::collections::HashMap;

use super::cells::{Cells, Kind, Rows};
use super::column::{Of, always, column, measured};
use super::moves::key;
use crate::examine::Report;
use crate::shogi::jishogi::Count;
use crate::shogi::{Color, Position};

/// All that the columns of a position are made from.
#[derive(Debug)]
pub(super) struct PositionRow<'a> {
    report: &'a Report<'a>,
    ply: u32,
    position: &'a Position,
    occurrences: u32,
    count: Count,
}

/// How a column of this table is filled.
pub(super) type PositionFill = fn(&PositionRow<'_>, &mut Cells);

/// The columns.
pub(super) const COLUMNS: &[Of<PositionFill>] = &[
    always(column(
        "file",
        Kind::Word,
        "The file, as in games.",
        |row, cells| {
            cells.text(Some(row.report.game.file));
        },
    )),
    always(column(
        "game",
        Kind::Int32,
        "Which game of the file, from 1.",
        |row, cells| {
            cells.count(row.report.game.index);
        },
    )),
    always(column(
        "ply",
        Kind::Int32,
        "After which move the position occurs first; 0 is the start.",
        |row, cells| cells.count(row.ply),
    )),
    always(column(
        "sfen",
        Kind::Text,
        "The position in SFEN, with the number of the next move at its first occurrence.",
        |row, cells| {
            cells.write(|out| row.position.push_sfen(out));
        },
    )),
    always(column(
        "position_key",
        Kind::Int64,
        "The number of the position, as in moves.",
        |row, cells| cells.int(Some(key(row.position))),
    )),
    always(column(
        "occurrences",
        Kind::Int32,
        "How often it occurs in the game.",
        |row, cells| cells.count(row.occurrences),
    )),
    always(column(
        "in_check",
        Kind::Bool,
        "Whether the side to move is in check.",
        |row, cells| cells.bool(row.position.in_check()),
    )),
    always(column(
        "legal_moves",
        Kind::Int32,
        "The number of legal moves.",
        |row, cells| cells.count(row.position.count_legal_moves()),
    )),
    always(measured(
        "black_total",
        Kind::Int32,
        "points",
        "Black's points: rook and bishop 5, other pieces 1, king 0, wherever they are.",
        |row, cells| {
            cells.count(row.count.sides[Color::Black].total);
        },
    )),
    always(measured(
        "white_total",
        Kind::Int32,
        "points",
        "White's points.",
        |row, cells| {
            cells.count(row.count.sides[Color::White].total);
        },
    )),
    always(measured(
        "black_declaration",
        Kind::Int32,
        "points",
        "Black's points in hand and in the enemy camp: what counts when Black declares.",
        |row, cells| {
            cells.count(row.count.sides[Color::Black].declaration);
        },
    )),
    always(measured(
        "white_declaration",
        Kind::Int32,
        "points",
        "White's points in hand and in the enemy camp.",
        |row, cells| {
            cells.count(row.count.sides[Color::White].declaration);
        },
    )),
];

/// Adds the positions of a game.
pub(super) fn add(report: &Report<'_>, rows: &mut Rows) {
    let line = report.record.tree.main_line();
    let legal = line.take(report.replay.legal_plies() as usize);
    let Some(mut walk) = report.replay.positions(report.record, legal) else {
        return;
    };
    let mut positions = vec![walk.position().clone()];
    while walk.next_ply().is_some() {
        positions.push(walk.position().clone());
    }
    let mut occurrences: HashMap<u64, u32> = HashMap::with_capacity(positions.len());
    for position in &positions {
        *occurrences.entry(position.key()).or_default() += 1;
    }
    for (ply, position) in (0..).zip(&positions) {
        let Some(occurrences) = occurrences.remove(&position.key()) else {
            continue;
        };
        let row = PositionRow {
            report,
            ply,
            position,
            occurrences,
            count: Count::of(position),
        };
        for (cells, column) in rows.columns.iter_mut().zip(COLUMNS) {
            (column.fill)(&row, cells);
        }
    }
}
