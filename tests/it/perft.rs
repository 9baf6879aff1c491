//! Move counts against `testdata/rules/perft.tsv`.

use kifu::shogi::Position;

#[test]
fn every_count_up_to_the_limit_is_right() {
    let limit = if cfg!(debug_assertions) {
        200_000
    } else {
        10_000_000
    };
    let table = include_str!("../../testdata/rules/perft.tsv");
    let mut asked = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (position, depth, nodes) = (
            fields[1],
            fields[2].parse().unwrap(),
            fields[3].parse::<u64>().unwrap(),
        );
        if nodes <= limit {
            let position: Position = position.parse().unwrap();
            assert_eq!(position.perft(depth), nodes, "{} depth {depth}", fields[0]);
            asked += 1;
        }
    }
    assert!(asked > 80);
}
