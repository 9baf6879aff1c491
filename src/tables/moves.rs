//! The table `moves`: a row a ply of the main line.

use std::iter::repeat_n;

use super::cells::{Cells, Kind, Rows};
use super::codes::Code;
use super::column::{Of, always, column, measured};
use crate::examine::Report;
use crate::record::{Clock, Evaluation, Remark, RemarkKind, TimeControl};
use crate::replay::Step;
use crate::shogi::{ByColor, Color, Piece, Position, SfenText, Square};

/// All that the columns of a game are made from.
#[derive(Debug)]
pub(super) struct GameMoves<'a> {
    report: &'a Report<'a>,
    rows: Vec<MoveRow<'a>>,
    /// The positions after the moves in SFEN, one after the other.
    sfens: String,
}

/// What the columns of a ply are made from.
#[derive(Debug)]
struct MoveRow<'a> {
    step: &'a Step,
    clock: Clock,
    /// Whether the piece goes where the one before went.
    same: bool,
    /// The piece after the move.
    piece: Option<Piece>,
    /// The key of the position after the move.
    key: i64,
    /// Where its SFEN ends.
    sfen_end: usize,
    /// The time the mover has used.
    used: Option<i64>,
    /// What is left on the mover's clock.
    remaining: Option<i64>,
    remarks: &'a [Remark],
    evaluation: Option<Evaluation<'a>>,
}

/// How a column of this table is filled.
pub(super) type MoveFill = fn(&GameMoves<'_>, &mut Cells);

/// The columns.
pub(super) const COLUMNS: &[Of<MoveFill>] = &[
    always(column(
        "file",
        Kind::Word,
        "The file, as in games.",
        |game, cells| {
            cells.repeat(game.report.game.file, game.rows.len());
        },
    )),
    always(column(
        "game",
        Kind::Int32,
        "Which game of the file, from 1.",
        |game, cells| {
            cells.ints(repeat_n(game.report.game.index.into(), game.rows.len()));
        },
    )),
    always(column(
        "ply",
        Kind::Int32,
        "The number of the move in the game, from 1.",
        |game, cells| {
            cells.ints((0..game.rows.len()).map(|before| before as i64 + 1));
        },
    )),
    always(column(
        "side",
        Kind::Coded(Code::Side),
        "Who moves: black white.",
        |game, cells| {
            cells.codes(game.each(|row| Code::of_side(row.side())));
        },
    )),
    always(column(
        "usi",
        Kind::Coded(Code::Usi),
        "The move in USI: 7g7f 8h2b+ P*5e.",
        |game, cells| {
            cells.codes(game.each(|row| Code::of_usi(row.step.mv)));
        },
    )),
    always(column(
        "kif",
        Kind::Coded(Code::Kif),
        "The move in Japanese, as in KIF: ７六歩(77) 同　角成(88) ５五歩打.",
        |game, cells| {
            let of = |row: &MoveRow<'_>| Code::of_kif(row.step.mv, row.step.piece.kind(), row.same);
            cells.codes(game.each(of));
        },
    )),
    column(
        "piece",
        Kind::Coded(Code::Piece),
        "The piece as it is after the move, in the letters of CSA: FU KY KE GI KI KA HI OU TO NY NK NG UM RY.",
        |game, cells| {
            cells.known(game.each(|row| code(row.piece)));
        },
    ),
    column(
        "from_square",
        Kind::Int32,
        "Where the piece stood, file and rank as two digits: 77; null for a drop.",
        |game, cells| {
            cells.known(game.each(|row| row.step.mv.from().map(digits)));
        },
    ),
    always(column(
        "to_square",
        Kind::Int32,
        "Where it goes, file and rank as two digits: 76.",
        |game, cells| {
            cells.ints(game.each(|row| digits(row.step.mv.to())));
        },
    )),
    column(
        "capture",
        Kind::Coded(Code::Piece),
        "The piece that is taken, as it stood on the board, in the letters of CSA.",
        |game, cells| {
            cells.known(game.each(|row| code(row.step.captured)));
        },
    ),
    always(column(
        "promotes",
        Kind::Bool,
        "Whether the piece promotes.",
        |game, cells| {
            cells.bools(game.each(|row| row.step.mv.promotes()));
        },
    )),
    always(column(
        "drop",
        Kind::Bool,
        "Whether the piece comes from the hand.",
        |game, cells| {
            cells.bools(game.each(|row| row.step.mv.from().is_none()));
        },
    )),
    always(column(
        "check",
        Kind::Bool,
        "Whether the move gives check.",
        |game, cells| {
            cells.bools(game.each(|row| row.step.check));
        },
    )),
    measured(
        "elapsed_ms",
        Kind::Int64,
        "ms",
        "The time used for the move, as recorded.",
        |game, cells| {
            cells.known(
                game.rows
                    .iter()
                    .map(|row| row.clock.elapsed().map(i64::from)),
            );
        },
    ),
    measured(
        "total_ms",
        Kind::Int64,
        "ms",
        "The time the mover has used so far, this move included.",
        |game, cells| {
            cells.known(game.each(|row| row.used));
        },
    ),
    measured(
        "eval_cp",
        Kind::Int32,
        "centipawns",
        "The score an engine left in the comments, from Black's view.",
        |game, cells| {
            cells.known(game.evaluated(|it| it.centipawns.map(i64::from)));
        },
    ),
    measured(
        "eval_mate",
        Kind::Int32,
        "plies",
        "Plies to mate, from Black's view: below zero when White mates.",
        |game, cells| {
            cells.known(game.evaluated(|it| it.mate.map(i64::from)));
        },
    ),
    column(
        "depth",
        Kind::Int32,
        "The depth of the engine's search.",
        |game, cells| {
            cells.known(game.evaluated(|it| it.depth.map(i64::from)));
        },
    ),
    column(
        "nodes",
        Kind::Int64,
        "The number of positions the engine searched.",
        |game, cells| {
            cells.known(game.evaluated(|it| it.nodes?.try_into().ok()));
        },
    ),
    column(
        "pv",
        Kind::Text,
        "The engine's line of play, as written.",
        |game, cells| {
            game.evaluated(|it| it.line).for_each(|it| cells.text(it));
        },
    ),
    column(
        "comment",
        Kind::Text,
        "The comment on the move, its lines joined with line feeds.",
        |game, cells| {
            for row in &game.rows {
                let record = game.report.record;
                let mut lines = record.of_kind(row.remarks, RemarkKind::Comment);
                let Some(first) = lines.next() else {
                    cells.null();
                    continue;
                };
                cells.write(|out| {
                    out.push_str(first);
                    for line in lines {
                        out.push('\n');
                        out.push_str(line);
                    }
                });
            }
        },
    ),
    always(column(
        "legal",
        Kind::Bool,
        "Whether the move is legal.",
        |game, cells| {
            cells.bools(game.each(|row| row.step.broken.is_none()));
        },
    )),
    always(column(
        "sfen_after",
        Kind::Text,
        "The position after the move in SFEN.",
        |game, cells| {
            cells.texts(&game.sfens, game.each(|row| row.sfen_end));
        },
    )),
    always(column(
        "position_key",
        Kind::Int64,
        "A number for the position after the move (board, hands, side to move): equal for equal positions within a version of the schema.",
        |game, cells| {
            cells.ints(game.each(|row| row.key));
        },
    )),
    always(column(
        "occurrence",
        Kind::Int32,
        "How often the position after the move has now occurred.",
        |game, cells| {
            cells.ints(game.each(|row| row.step.occurrence.into()));
        },
    )),
    measured(
        "remaining_ms",
        Kind::Int64,
        "ms",
        "What is left on the mover's clock after the move, byoyomi not counted, where the time control is known.",
        |game, cells| {
            cells.known(game.each(|row| row.remaining));
        },
    ),
    column(
        "eval_style",
        Kind::Coded(Code::Style),
        "Who wrote the evaluation, and how: csa floodgate shogihome shogigui kishin_analytics shogihome_research shogigui_analysis piyo.",
        |game, cells| {
            cells.known(game.evaluated(|it| Some(Code::of_style(it.style).into())));
        },
    ),
];

/// The key of a position as a signed number.
pub(super) fn key(position: &Position) -> i64 {
    position.key().cast_signed()
}

/// The number of a piece, or none.
fn code(piece: Option<Piece>) -> Option<i64> {
    piece.map(|it| Code::of_piece(it.kind()).into())
}

/// A square as two digits.
fn digits(square: Square) -> i64 {
    i64::from(square.file() * 10 + square.rank())
}

/// The main line in USI.
pub(super) fn write_line(report: &Report<'_>, out: &mut String) {
    let mut first = true;
    for step in report.replay.main_line(report.record) {
        if !first {
            out.push(' ');
        }
        first = false;
        step.mv.push_usi(out);
    }
}

/// Adds the moves of a game.
pub(super) fn add(report: &Report<'_>, rows: &mut Rows) {
    let Some(game) = GameMoves::of(report) else {
        return;
    };
    for (cells, column) in rows.columns.iter_mut().zip(COLUMNS) {
        (column.fill)(&game, cells);
    }
}

impl<'a> GameMoves<'a> {
    /// Plays the main line; nothing without a start.
    fn of(report: &'a Report<'a>) -> Option<GameMoves<'a>> {
        let record = report.record;
        let controls = record.time_controls();
        let mut game = GameMoves {
            report,
            rows: Vec::with_capacity(report.replay.plies() as usize),
            sfens: String::new(),
        };
        let mut moves = ByColor::<i64>::default();
        let mut walk = report.replay.positions(record, record.tree.main_line())?;
        let mut sfen = SfenText::of(walk.position());
        while let Some(ply) = walk.next_ply() {
            let (position, step) = (walk.position(), ply.step);
            let (side, to) = (step.piece.color(), step.mv.to());
            sfen.renew(position, step.mv, step.captured.is_some());
            sfen.push(position, &mut game.sfens);
            moves[side] += 1;
            let used = walk.clocks().used(side).map(u64::cast_signed);
            let remarks = record.remarks_at(ply.id);
            game.rows.push(MoveRow {
                step,
                clock: ply.node.clock,
                same: ply.same,
                piece: position.piece_at(to),
                key: key(position),
                sfen_end: game.sfens.len(),
                used,
                remaining: controls[side].and_then(|it| remaining(it, used?, moves[side])),
                remarks,
                evaluation: record.evaluation_in(remarks),
            });
        }
        Some(game)
    }

    /// Something of each move.
    fn each<'g, T>(
        &'g self,
        of: impl Fn(&'g MoveRow<'a>) -> T + Clone + 'g,
    ) -> impl ExactSizeIterator<Item = T> + Clone {
        self.rows.iter().map(of)
    }

    /// Something of the evaluation of each move.
    fn evaluated<'g, T>(
        &'g self,
        of: impl Fn(&'g Evaluation<'a>) -> Option<T> + Clone + 'g,
    ) -> impl ExactSizeIterator<Item = Option<T>> + Clone {
        self.each(move |row| of(row.evaluation.as_ref()?))
    }
}

impl MoveRow<'_> {
    /// Who moves.
    fn side(&self) -> Color {
        self.step.piece.color()
    }
}

/// What is left of the base after so many moves; not below zero, for then byoyomi runs.
fn remaining(control: TimeControl, used: i64, moves: i64) -> Option<i64> {
    let base = i64::try_from(control.base).ok()?;
    let increment = i64::try_from(control.increment.unwrap_or(0)).ok()?;
    let gained = increment.checked_mul(moves)?;
    Some(base.checked_add(gained)?.checked_sub(used)?.max(0))
}
