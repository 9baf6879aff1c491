//! Further columns of `games`: why a game has the names it has.

use std::fmt::Write;

use super::cells::{Cells, Kind};
use super::column::{Of, column};
use super::game_row::{GameFill, GameRow};
use crate::shogi::Color;

/// The columns of evidence.
pub(super) const EVIDENCE: &[Of<GameFill>] = &[
    column(
        "opening_evidence",
        Kind::Text,
        "The clauses of the table of openings that hold, each with its row, side and the ply at which it came true.",
        opening,
    ),
    column(
        "black_castle_evidence",
        Kind::Text,
        "The placement of Black's castle, the first ply after which it stood and the number of plies.",
        |row, cells| castle(row, Color::Black, cells),
    ),
    column(
        "white_castle_evidence",
        Kind::Text,
        "The same for White's castle, in White's own view.",
        |row, cells| castle(row, Color::White, cells),
    ),
];

fn opening(row: &GameRow<'_>, cells: &mut Cells) {
    if row.named.opening.is_none() {
        return cells.null();
    }
    let evidence = row.classifier.evidence();
    cells.write(|out| {
        for (at, it) in evidence.iter().enumerate() {
            let side = match it.side {
                Color::Black => "b",
                Color::White => "w",
            };
            let gap = if at == 0 { "" } else { "; " };
            let _ = write!(out, "{gap}{}:{side} {}", it.row, it.clause);
            if let Some(ply) = it.ply {
                let _ = write!(out, " @{ply}");
            }
        }
    });
}

fn castle(row: &GameRow<'_>, side: Color, cells: &mut Cells) {
    match row.named.castles[side] {
        None => cells.null(),
        Some(reached) => cells.write(|out| {
            let placement = reached.castle.placement;
            let (first, plies) = (reached.first_ply, reached.plies);
            let _ = write!(out, "{placement} @{first} for {plies}");
        }),
    }
}
