//! Every row of `testdata/rules/rules-cases.tsv` through the library.

use kifu::finding::Code;
use kifu::shogi::jishogi::{Count, Verdicts};
use kifu::shogi::{
    Color, History, Move, Position, Problem, Repetition, RepetitionRule, Setup, validity,
};

/// A row: id, position, command, expectation.
type Row = [&'static str; 4];

fn rows() -> impl Iterator<Item = Row> {
    include_str!("../../testdata/rules/rules-cases.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let mut cells = line.split('\t');
            let mut cell = || cells.next().expect("a row has four cells");
            [cell(), cell(), cell(), cell()]
        })
}

fn counts(position: &Position) -> String {
    let Count { sides, missing } = Count::of(position);
    let (black, white) = (sides.black, sides.white);
    format!(
        "total_b={} total_w={} decl_b={} decl_w={} camp_b={} camp_w={} king_b={} king_w={} missing={missing}",
        black.total,
        white.total,
        black.declaration,
        white.declaration,
        black.camp_pieces,
        white.camp_pieces,
        black.king.name(),
        white.king.name(),
    )
}

fn impasse(position: &Position, command: &str) -> Option<String> {
    let verdicts = Verdicts::of(position, &Count::of(position));
    Some(match command {
        "jishogi" => counts(position),
        "declare24" => verdicts.declare24.to_string(),
        "declare27" => verdicts.declare27.to_string(),
        "declare24h" => verdicts.declare24h.to_string(),
        "declare27h" => verdicts.declare27h.to_string(),
        "agreed24" => verdicts.agreed24.to_string(),
        "agreed24h" => verdicts.agreed24h.to_string(),
        "agreed27" => format!("{}_wins", verdicts.agreed27.name()),
        "declare_try" => match verdicts.declare_try {
            Some(mv) => format!("win:{mv}"),
            None => "none".to_owned(),
        },
        _ => return None,
    })
}

#[test]
fn impasse_counts_and_verdicts() {
    let mut asked = 0;
    for [id, sfen, command, expected] in rows() {
        let Ok(position) = sfen.parse::<Position>() else {
            continue;
        };
        if let Some(found) = impasse(&position, command) {
            assert_eq!(found, expected, "{id}");
            asked += 1;
        }
    }
    assert!(asked == 138, "{asked}");
}

fn problem_id(problem: Problem) -> String {
    match problem {
        Problem::TooMany { kind, .. } => format!("too_many_{}", kind.letter()),
        Problem::TooManyKings { .. } => "too_many_kings".into(),
        Problem::NoKing { side } => format!("no_king_{}", side.name()),
        Problem::NifuInPosition { .. } => "nifu_in_position".into(),
        Problem::DeadPiece { .. } => "dead_piece".into(),
        Problem::OpponentInCheck { .. } => "opponent_in_check".into(),
        Problem::ImpossibleCheck { .. } => "impossible_check".into(),
        Problem::MissingPieces { .. } => "ok info:missing_pieces".into(),
    }
}

#[test]
fn positions_are_validated() {
    let mut asked = 0;
    for [id, sfen, command, expected] in rows() {
        if command != "validate" {
            continue;
        }
        let found = match sfen.parse::<Setup>() {
            Err(_) => "bad_sfen".to_owned(),
            Ok(setup) => {
                let ids: Vec<String> = validity(&setup).into_iter().map(problem_id).collect();
                if ids.is_empty() {
                    "ok".to_owned()
                } else {
                    ids.join(" ")
                }
            }
        };
        assert_eq!(found, expected, "{id}");
        asked += 1;
    }
    assert_eq!(asked, 25);
}

fn is_usi_move(command: &str) -> bool {
    !command.contains(' ')
        && !command.starts_with("declare")
        && !command.starts_with("agreed")
        && !["status", "validate", "jishogi"].contains(&command)
}

#[test]
fn single_moves_are_judged_with_the_first_reason() {
    let mut asked = 0;
    for [id, sfen, command, expected] in rows() {
        if !is_usi_move(command) {
            continue;
        }
        let position: Position = sfen.parse().unwrap();
        let found = match command.parse::<Move>() {
            // A promoted drop is a move that the notation cannot write, which the reader of USI sees to.
            Err(_) if command.ends_with('+') && command.contains('*') => "drop_bad_piece",
            Err(_) => "bad_syntax",
            Ok(_) if !position.has_legal_move() => "game_over",
            Ok(mv) => position
                .judge(mv)
                .map_or_else(|it| Code::of_reason(it.reason).row().name, |()| "legal"),
        };
        assert_eq!(found, expected, "{id} {command}");
        asked += 1;
    }
    assert!(asked > 150, "{asked}");
}

#[test]
fn check_mate_and_no_legal_move_are_told_apart() {
    let mut asked = 0;
    for [id, sfen, command, expected] in rows() {
        if command != "status" {
            continue;
        }
        let position: Position = sfen.parse().unwrap();
        let found = match (position.in_check(), position.has_legal_move()) {
            (false, true) => "ongoing",
            (true, true) => "check",
            (true, false) => "checkmate",
            (false, false) => "no_legal_moves",
        };
        assert_eq!(found, expected, "{id}");
        asked += 1;
    }
    assert!(asked > 5, "{asked}");
}

/// Plays a line and names its first event, as the expectations do. A closing word counts as a ply.
fn first_event(mut position: Position, moves: &str, repetition_rule: RepetitionRule) -> String {
    let mut history = History::default();
    history.follow(repetition_rule);
    history.start(position.key());
    let mut event = None;
    let mut closed = false;
    let mut last = 0;
    for (ply, word) in (1..).zip(moves.split(' ')) {
        if closed || !position.has_legal_move() {
            return format!("illegal:{ply}:game_over");
        }
        if word == "win" {
            let verdict = Verdicts::of(&position, &Count::of(&position)).declare27;
            if let Some(failure) = verdict.name().strip_prefix("lose:") {
                return format!("illegal:{ply}:declaration_{failure}");
            }
        }
        let Ok(mv) = word.parse::<Move>() else {
            closed = true;
            continue;
        };
        let mover = position.turn();
        let played = match position.play(mv) {
            Ok(played) => played,
            Err(illegal) => {
                let name = Code::of_reason(illegal.reason).row().name;
                return event.unwrap_or(format!("illegal:{ply}:{name}"));
            }
        };
        last = ply;
        history.push(position.key(), mover, played.check);
        if history.is_fourth() && event.is_none() {
            let occurrences = history.counted(history.occurrences());
            event = Some(match history.judge(&occurrences, mover) {
                Repetition::Perpetual(Color::Black) => format!("perpetual:{ply}:b"),
                Repetition::Perpetual(Color::White) => format!("perpetual:{ply}:w"),
                Repetition::Sennichite | Repetition::MutualPerpetual => format!("sennichite:{ply}"),
            });
        }
    }
    event.unwrap_or_else(|| match (position.has_legal_move(), position.in_check()) {
        (true, _) => "ok".to_owned(),
        (false, true) => format!("checkmate:{last}"),
        (false, false) => format!("no_legal_moves:{last}"),
    })
}

#[test]
fn lines_end_at_their_first_event() {
    let mut asked = 0;
    for [id, sfen, command, expected] in rows() {
        let Some(moves) = command.strip_prefix("moves ") else {
            continue;
        };
        let found = first_event(sfen.parse().unwrap(), moves, RepetitionRule::Rules);
        assert_eq!(found, expected, "{id}");
        asked += 1;
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn floodgate_counts_repetitions_in_its_own_way() {
    // The rows where shogi-server differs, each with one more move where it needs one.
    let cases = [
        ("rp-001", "", "ok"),
        ("rp-001", " 2h3h", "sennichite:13"),
        ("rp-010", "", "ok"),
        ("rp-010", " 9a9b", "perpetual:13:b"),
        ("rp-012", "", "sennichite:13"),
        ("rp-013", "", "perpetual:14:b"),
        ("rp-015", "", "perpetual:15:b"),
    ];
    for (id, more, expected) in cases {
        let [_, sfen, command, _] = rows().find(|row| row[0] == id).unwrap();
        let moves = format!("{}{more}", command.strip_prefix("moves ").unwrap());
        let found = first_event(sfen.parse().unwrap(), &moves, RepetitionRule::ShogiServer);
        assert_eq!(found, expected, "{id}{more}");
    }
}

/// The rows by which a rule set differs must all stand in the page, and no others: `docs/rules.md`, section 9.
#[test]
fn the_page_names_the_rows_by_which_rule_sets_differ() {
    let page = include_str!("../../docs/rules.md");
    let (_, section) = page.split_once("## 9. ").unwrap();
    let (section, _) = section.split_once("## 10. ").unwrap();
    let marks = section.split('`').skip(1).step_by(2);
    let named = |prefix: &str| -> Vec<&str> {
        let mut ids: Vec<_> = marks.clone().filter(|it| it.starts_with(prefix)).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let server = rows().filter(|[_, sfen, command, expected]| {
        let moves = command.strip_prefix("moves ");
        moves.is_some_and(|moves| {
            let found = first_event(sfen.parse().unwrap(), moves, RepetitionRule::ShogiServer);
            found != *expected
        })
    });
    assert_eq!(named("rp-"), server.map(|row| row[0]).collect::<Vec<_>>());
    let verdict = |id: &str, command: &str| {
        let row = rows().find(|row| row[0].starts_with(id) && row[2] == command);
        row.map(|row| row[3])
    };
    let parted = rows().filter_map(|[id, _, command, by24]| {
        let position = id.get(..5).filter(|_| command == "declare24")?;
        let by27 = verdict(position, "declare27")?;
        ((by24 == "win") != (by27 == "win")).then_some(position)
    });
    assert_eq!(named("jg-"), parted.collect::<Vec<_>>());
    assert_eq!(named("st-"), ["st-10"]);
}
