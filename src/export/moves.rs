//! The table `moves`: a row a ply of the main line.

use super::cells::{Cells, Kind, Rows};
use super::codes::Code;
use super::column::{Of, always, column, measured};
use super::times::Times;
use crate::record::{Evaluation, NodeId, RemarkKind, TimeControl};
use crate::replay::Step;
use crate::report::Report;
use crate::shogi::{ByColor, Color, Piece, Position, SfenText, Square};

/// All that the columns of a ply are made from.
#[derive(Debug)]
pub(super) struct MoveRow<'a> {
    report: &'a Report<'a>,
    id: NodeId,
    ply: u32,
    step: &'a Step,
    side: Color,
    /// Where the move before went.
    before: Option<Square>,
    /// The position after the move.
    after: &'a Position,
    /// The same in SFEN.
    sfen: &'a SfenText,
    /// The times after the move.
    times: Times,
    /// What is left on the mover's clock.
    remaining: Option<i64>,
    evaluation: Option<Evaluation<'a>>,
    legal: bool,
}

/// How a column of this table is filled.
pub(super) type MoveFill = fn(&MoveRow<'_>, &mut Cells);

/// The columns.
pub(super) const COLUMNS: &[Of<MoveFill>] = &[
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
        "The number of the move in the game, from 1.",
        |row, cells| cells.count(row.ply),
    )),
    always(column(
        "side",
        Kind::Coded(Code::Side),
        "Who moves: black white.",
        |row, cells| cells.code(Some(Code::of_side(row.side))),
    )),
    always(column(
        "usi",
        Kind::Coded(Code::Usi),
        "The move in USI: 7g7f 8h2b+ P*5e.",
        |row, cells| cells.code(Some(Code::of_usi(row.step.mv))),
    )),
    always(column(
        "kif",
        Kind::Coded(Code::Kif),
        "The move in Japanese, as in KIF: ７六歩(77) 同　角成(88) ５五歩打.",
        |row, cells| {
            let same = row.before == Some(row.step.mv.to());
            let code = Code::of_kif(row.step.mv, row.step.piece.kind(), same);
            cells.code(Some(code));
        },
    )),
    column(
        "piece",
        Kind::Coded(Code::Piece),
        "The piece as it is after the move, in the letters of CSA: FU KY KE GI KI KA HI OU TO NY NK NG UM RY.",
        |row, cells| {
            cells.code(piece(row.after.piece_at(row.step.mv.to())));
        },
    ),
    column(
        "from",
        Kind::Int32,
        "Where the piece stood, file and rank as two digits: 77; null for a drop.",
        |row, cells| {
            cells.int(row.step.mv.from().map(digits));
        },
    ),
    always(column(
        "to",
        Kind::Int32,
        "Where it goes, file and rank as two digits: 76.",
        |row, cells| {
            cells.int(Some(digits(row.step.mv.to())));
        },
    )),
    column(
        "capture",
        Kind::Coded(Code::Piece),
        "The piece that is taken, as it stood on the board, in the letters of CSA.",
        |row, cells| {
            cells.code(piece(row.step.captured));
        },
    ),
    always(column(
        "promotes",
        Kind::Bool,
        "Whether the piece promotes.",
        |row, cells| cells.bool(row.step.mv.promotes()),
    )),
    always(column(
        "drop",
        Kind::Bool,
        "Whether the piece comes from the hand.",
        |row, cells| {
            cells.bool(row.step.mv.from().is_none());
        },
    )),
    always(column(
        "check",
        Kind::Bool,
        "Whether the move gives check.",
        |row, cells| cells.bool(row.step.check),
    )),
    measured(
        "elapsed_ms",
        Kind::Int64,
        "ms",
        "The time used for the move, as recorded.",
        |row, cells| {
            let clock = row.report.record.tree.node(row.id).clock;
            cells.int(clock.elapsed().map(i64::from));
        },
    ),
    measured(
        "total_ms",
        Kind::Int64,
        "ms",
        "The time the mover has used so far, this move included.",
        |row, cells| {
            cells.int(row.times.used[row.side]);
        },
    ),
    measured(
        "eval_cp",
        Kind::Int32,
        "centipawns",
        "The score an engine left in the comments, from Black's view.",
        |row, cells| {
            cells.int(row.evaluation.and_then(|it| it.centipawns).map(i64::from));
        },
    ),
    measured(
        "eval_mate",
        Kind::Int32,
        "plies",
        "Plies to mate, from Black's view: below zero when White mates.",
        |row, cells| {
            cells.int(row.evaluation.and_then(|it| it.mate).map(i64::from));
        },
    ),
    column(
        "depth",
        Kind::Int32,
        "The depth of the engine's search.",
        |row, cells| {
            cells.int(row.evaluation.and_then(|it| it.depth).map(i64::from));
        },
    ),
    column(
        "nodes",
        Kind::Int64,
        "The number of positions the engine searched.",
        |row, cells| {
            cells.int(row.evaluation.and_then(|it| it.nodes?.try_into().ok()));
        },
    ),
    column(
        "pv",
        Kind::Text,
        "The engine's line of play, as written.",
        |row, cells| {
            cells.text(row.evaluation.and_then(|it| it.line));
        },
    ),
    column(
        "comment",
        Kind::Text,
        "The comment on the move, its lines joined with line feeds.",
        |row, cells| {
            let mut lines = row.report.record.remarks_on(row.id, RemarkKind::Comment);
            let Some(first) = lines.next() else {
                return cells.null();
            };
            cells.write(|out| {
                out.push_str(first);
                for line in lines {
                    out.push('\n');
                    out.push_str(line);
                }
            });
        },
    ),
    always(column(
        "legal",
        Kind::Bool,
        "Whether the move is legal.",
        |row, cells| cells.bool(row.legal),
    )),
    always(column(
        "sfen_after",
        Kind::Text,
        "The position after the move in SFEN.",
        |row, cells| {
            cells.write(|out| row.sfen.push(row.after, out));
        },
    )),
    always(column(
        "position_key",
        Kind::Int64,
        "A number for the position after the move (board, hands, side to move): equal for equal positions within a version of the schema.",
        |row, cells| {
            cells.int(Some(key(row.after)));
        },
    )),
    always(column(
        "occurrence",
        Kind::Int32,
        "How often the position after the move has now occurred.",
        |row, cells| {
            cells.count(row.step.occurrence);
        },
    )),
    measured(
        "remaining_ms",
        Kind::Int64,
        "ms",
        "What is left on the mover's clock after the move, byoyomi not counted, where the time control is known.",
        |row, cells| {
            cells.int(row.remaining);
        },
    ),
    column(
        "eval_style",
        Kind::Coded(Code::Style),
        "Who wrote the evaluation, and how: csa floodgate shogihome shogigui kishin_analytics shogihome_research shogigui_analysis piyo.",
        |row, cells| {
            cells.code(row.evaluation.map(|it| Code::of_style(it.style)));
        },
    ),
];

/// The key of a position as a signed number.
pub(super) fn key(position: &Position) -> i64 {
    position.key().cast_signed()
}

/// The number of a piece, or none.
fn piece(piece: Option<Piece>) -> Option<u32> {
    piece.map(|it| Code::of_piece(it.kind()))
}

/// A square as two digits.
fn digits(square: Square) -> i64 {
    i64::from(square.file() * 10 + square.rank())
}

/// The main line in USI.
pub(super) fn write_line(report: &Report<'_>, out: &mut String) {
    let mut first = true;
    for id in report.record.tree.main_line() {
        let Some(step) = report.replay.step(id) else {
            break;
        };
        if !first {
            out.push(' ');
        }
        first = false;
        step.mv.push_usi(out);
    }
}

/// Adds the moves of a game.
pub(super) fn add(report: &Report<'_>, rows: &mut Rows) {
    let Some(start) = report.replay.start() else {
        return;
    };
    let record = report.record;
    let controls = record.time_controls();
    let mut moves = ByColor::<i64>::default();
    let mut position = start.clone();
    let mut times = Times::default();
    let mut before = record.last_target;
    let mut sfen = SfenText::of(&position);
    for (ply, id) in (1..).zip(record.tree.main_line()) {
        let Some(step) = report.replay.step(id) else {
            break;
        };
        step.make(&mut position);
        let rank = step.mv.to().rank();
        sfen.renew_rank(&position, rank);
        match step.mv.from().map(Square::rank) {
            Some(left) if left != rank => sfen.renew_rank(&position, left),
            _ => {}
        }
        if step.captured.is_some() || step.mv.from().is_none() {
            sfen.renew_hands(&position);
        }
        let side = step.piece.color();
        times.add(side, record.tree.node(id).clock);
        moves[side] += 1;
        let row = MoveRow {
            report,
            id,
            ply,
            step,
            side,
            before,
            after: &position,
            sfen: &sfen,
            times,
            remaining: controls[side].and_then(|it| remaining(it, times.used[side]?, moves[side])),
            evaluation: record.evaluation(id),
            legal: step.broken.is_none(),
        };
        for (cells, column) in rows.columns.iter_mut().zip(COLUMNS) {
            (column.fill)(&row, cells);
        }
        before = Some(step.mv.to());
    }
}

/// What is left of the base after so many moves; not below zero, for then byoyomi runs.
fn remaining(control: TimeControl, used: i64, moves: i64) -> Option<i64> {
    let base = i64::try_from(control.base).ok()?;
    let increment = i64::try_from(control.increment).ok()?;
    let gained = increment.checked_mul(moves)?;
    Some(base.checked_add(gained)?.checked_sub(used)?.max(0))
}
