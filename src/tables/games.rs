//! The table `games`: a row a game.

use super::cells::{Cells, Kind, Rows};
use super::column::{Of, always, column, measured};
use super::game_row::{GameFill, GameRow};
use super::names::EVIDENCE;
use crate::finding::Severity;
use crate::opening::{ReachedCastle, RookClass};
use crate::record::{EndingKind, GameTime, HeaderKey, Notation};
use crate::replay::{Event, Winner};
use crate::shogi::{Color, Handicap};
use crate::text::Encoding;

/// The columns.
pub(super) const COLUMNS: &[Of<GameFill>] = &[
    always(column(
        "file",
        Kind::Word,
        "The file, as its path was given; a member of an archive as archive!member.",
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
    column(
        "format",
        Kind::Word,
        "The notation: kif ki2 csa sfen usi usen jkf bod.",
        |row, cells| {
            cells.text(row.report.record.notation.map(Notation::name));
        },
    ),
    column(
        "encoding",
        Kind::Word,
        "The encoding of the bytes: ascii utf-8 shift_jis euc-jp iso-2022-jp utf-16le utf-16be.",
        |row, cells| {
            cells.text(row.report.encoding().map(Encoding::name));
        },
    ),
    column(
        "event",
        Kind::Word,
        "The event (棋戦), as recorded.",
        |row, cells| {
            cells.text(row.header(HeaderKey::Event));
        },
    ),
    column(
        "site",
        Kind::Word,
        "The place (場所), as recorded.",
        |row, cells| {
            cells.text(row.header(HeaderKey::Site));
        },
    ),
    column(
        "date",
        Kind::Date,
        "The day on which the game began; null when it is not known to the day.",
        |row, cells| {
            cells.int(row.start().map(|it| i64::from(it.days())));
        },
    ),
    column(
        "start_time",
        Kind::Time,
        "When the game began, in local time; null when the time of day is not known.",
        |row, cells| {
            cells.int(row.start().and_then(|it| it.microseconds()));
        },
    ),
    column(
        "end_time",
        Kind::Time,
        "When the game ended, in local time.",
        |row, cells| {
            let end = row.header(HeaderKey::EndTime).and_then(GameTime::parse);
            cells.int(end.and_then(|(time, _)| time.microseconds()));
        },
    ),
    column(
        "black",
        Kind::Word,
        "The name of Black (先手; 下手 in handicap games), as recorded.",
        |row, cells| {
            cells.text(row.header(HeaderKey::Black));
        },
    ),
    column(
        "white",
        Kind::Word,
        "The name of White (後手; 上手 in handicap games), as recorded.",
        |row, cells| {
            cells.text(row.header(HeaderKey::White));
        },
    ),
    column(
        "black_rating",
        Kind::Real,
        "Black's rating, as recorded.",
        |row, cells| {
            cells.real(row.report.record.rating(Color::Black));
        },
    ),
    column(
        "white_rating",
        Kind::Real,
        "White's rating, as recorded.",
        |row, cells| {
            cells.real(row.report.record.rating(Color::White));
        },
    ),
    column(
        "handicap",
        Kind::Word,
        "The handicap: lance right_lance bishop rook rook_lance two three four five left_five six left_seven right_seven eight ten other; null for an even or free start, and without a start position.",
        |row, cells| {
            let handicap = row.report.record.start.handicap();
            cells.text(
                handicap
                    .filter(|&it| it != Handicap::Even)
                    .map(Handicap::name),
            );
        },
    ),
    column(
        "start_sfen",
        Kind::Word,
        "The start position in SFEN; null when there is none.",
        |row, cells| match row.report.replay.start() {
            Some(start) => cells.write(|out| start.push_sfen(out)),
            None => cells.null(),
        },
    ),
    always(measured(
        "plies",
        Kind::Int32,
        "plies",
        "The moves of the main line that were made, illegal ones included.",
        |row, cells| {
            cells.count(row.report.replay.plies());
        },
    )),
    column(
        "ending",
        Kind::Word,
        "What the file says of the end: resignation checkmate no_legal_moves sennichite perpetual_check impasse declaration time_up illegal_move foul interruption max_moves no_show not_mate sealed other; null when it says nothing.",
        |row, cells| {
            cells.text(row.report.replay.declared().ending.map(EndingKind::name));
        },
    ),
    column(
        "winner",
        Kind::Word,
        "What the file says of the result: black white draw none; null when it says nothing.",
        |row, cells| {
            cells.text(row.report.replay.declared().winner.map(Winner::name));
        },
    ),
    column(
        "detected_event",
        Kind::Word,
        "The first end by the rules in the legal moves: checkmate no_legal_moves sennichite perpetual_check.",
        |row, cells| {
            cells.text(row.report.replay.detected().map(|it| Event::name(it.event)));
        },
    ),
    measured(
        "detected_ply",
        Kind::Int32,
        "plies",
        "After which ply; 0 is the start.",
        |row, cells| {
            cells.int(row.report.replay.detected().map(|it| i64::from(it.ply)));
        },
    ),
    always(column(
        "agreement",
        Kind::Word,
        "How the declared end and the moves go together: consistent unverifiable conflict.",
        |row, cells| {
            cells.text(Some(row.report.replay.agreement().name()));
        },
    )),
    always(column(
        "errors",
        Kind::Int32,
        "The number of findings that are errors, those included that are no rows of findings.",
        |row, cells| {
            cells.count(row.findings(Severity::Error));
        },
    )),
    always(column(
        "warnings",
        Kind::Int32,
        "The number of findings that are warnings.",
        |row, cells| {
            cells.count(row.findings(Severity::Warning));
        },
    )),
    column(
        "repetition_max",
        Kind::Int32,
        "How often the position repeated most has occurred; 1 when none is repeated, null without a start position.",
        |row, cells| {
            let most = row
                .report
                .replay
                .start()
                .map(|_| row.report.replay.most_occurrences());
            cells.int(most.map(i64::from));
        },
    ),
    measured(
        "black_time_ms",
        Kind::Int64,
        "ms",
        "The time Black used; null when no clock is written, or a move has none and no total follows it.",
        |row, cells| {
            cells.int(row.times.used(Color::Black).map(u64::cast_signed));
        },
    ),
    measured(
        "white_time_ms",
        Kind::Int64,
        "ms",
        "The time White used; null in the same cases.",
        |row, cells| {
            cells.int(row.times.used(Color::White).map(u64::cast_signed));
        },
    ),
    column(
        "time_limit",
        Kind::Word,
        "The time control (持ち時間), as recorded.",
        |row, cells| {
            let record = row.report.record;
            cells.text(
                record
                    .header(HeaderKey::TimeLimit)
                    .or_else(|| record.server_game()),
            );
        },
    ),
    column(
        "opening",
        Kind::Word,
        "The id of the opening (戦型): even games of 16 plies or more only.",
        |row, cells| {
            cells.text(row.named.opening.map(|it| it.id));
        },
    ),
    column(
        "black_castle",
        Kind::Word,
        "The id of Black's castle (囲い).",
        |row, cells| {
            cells.text(castle(row, Color::Black));
        },
    ),
    column(
        "white_castle",
        Kind::Word,
        "The id of White's castle.",
        |row, cells| {
            cells.text(castle(row, Color::White));
        },
    ),
    always(column(
        "variations",
        Kind::Int32,
        "The number of lines besides the main line.",
        |row, cells| {
            cells.count(row.report.record.tree.count_leaves() - 1);
        },
    )),
    column(
        "moves_usi",
        Kind::Text,
        "The main line in USI, separated by blanks; illegal moves that could be made included.",
        |row, cells| {
            let report = row.report;
            cells.write(|out| super::moves::write_line(report, out));
        },
    ),
    column(
        "line",
        Kind::Int32,
        "The line of the file where the game begins, from 1.",
        |row, cells| {
            cells.count(row.report.game.line);
        },
    ),
    column(
        "status",
        Kind::Word,
        "The worst finding: ok note warning error.",
        |row, cells| {
            cells.text(Some(row.report.worst().map_or("ok", Severity::name)));
        },
    ),
    column(
        "year",
        Kind::Int32,
        "The year in which the game began, also where the day is not known.",
        |row, cells| {
            cells.int(row.year());
        },
    ),
    measured(
        "legal_plies",
        Kind::Int32,
        "plies",
        "The moves before the first illegal one.",
        |row, cells| {
            cells.count(row.report.replay.legal_plies());
        },
    ),
    measured(
        "time_base_ms",
        Kind::Int64,
        "ms",
        "The time for the whole game, where the time control is understood and the same for both sides.",
        |row, cells| {
            cells.int(row.control.and_then(|it| it.base.try_into().ok()));
        },
    ),
    measured(
        "time_byoyomi_ms",
        Kind::Int64,
        "ms",
        "The time for each move once the base is used up (秒読み).",
        |row, cells| {
            cells.int(row.control.and_then(|it| it.byoyomi?.try_into().ok()));
        },
    ),
    measured(
        "time_increment_ms",
        Kind::Int64,
        "ms",
        "What each move adds.",
        |row, cells| {
            cells.int(row.control.and_then(|it| it.increment?.try_into().ok()));
        },
    ),
    column(
        "opening_header",
        Kind::Word,
        "The opening as the record itself names it (戦型).",
        |row, cells| {
            cells.text(row.header(HeaderKey::Opening));
        },
    ),
    column(
        "opening_tags",
        Kind::Text,
        "Other openings and plans that fit, each with its side: id:b, id:w, or id:- for the game.",
        |row, cells| {
            if row.named.opening.is_none() {
                return cells.null();
            }
            let tags = row.classifier.tags();
            cells.write(|out| {
                for (at, tag) in tags.iter().enumerate() {
                    let side = match tag.side {
                        Some(Color::Black) => ":b",
                        Some(Color::White) => ":w",
                        None => ":-",
                    };
                    out.push_str(if at == 0 { "" } else { " " });
                    out.push_str(tag.opening.id);
                    out.push_str(side);
                }
            });
        },
    ),
    column(
        "black_rook",
        Kind::Int32,
        "The file of Black's rook in its own view: 2 to 4 static, 5 to 9 ranging.",
        |row, cells| {
            cells.int(row.named.rooks.black.map(rook));
        },
    ),
    column(
        "white_rook",
        Kind::Int32,
        "The file of White's rook in its own view.",
        |row, cells| {
            cells.int(row.named.rooks.white.map(rook));
        },
    ),
    column(
        "start_key",
        Kind::Int64,
        "The number of the start position, as position_key in moves; null when there is none.",
        |row, cells| {
            cells.int(row.report.replay.start().map(super::moves::key));
        },
    ),
];

fn castle(row: &GameRow<'_>, side: Color) -> Option<&'static str> {
    row.named.castles[side].map(|it: ReachedCastle| it.castle.id)
}

fn rook(class: RookClass) -> i64 {
    i64::from(class.file())
}

/// Adds the row of a game, to all columns that `rows` has.
pub(super) fn add(row: &GameRow<'_>, rows: &mut Rows) {
    let columns = COLUMNS.iter().chain(EVIDENCE);
    for (cells, column) in rows.columns.iter_mut().zip(columns) {
        (column.fill)(row, cells);
    }
}

impl GameRow<'_> {
    /// Puts the value of one column, by its place in the table, into `cells`.
    pub fn put(&self, column: usize, cells: &mut Cells) {
        (COLUMNS[column].fill)(self, cells);
    }
}
