//! Every row of `testdata/rules/rules-cases.tsv` through the library.

use kifu::shogi::Position;
use kifu::shogi::jishogi::{Count, Verdicts};

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
