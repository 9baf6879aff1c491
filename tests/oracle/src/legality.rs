//! Legal moves and move counts, ours against theirs.

use kifu::shogi::{Move, PieceKind, Position};

use crate::random::Random;
use crate::tally::Tally;
use crate::{lite, positions, rs};

/// Compares the move sets of `count` positions; returns whether every difference is a known fault of the other engine.
pub fn moves(count: usize) -> bool {
    let mut random = Random::new(1);
    let mut tally = Tally::new("positions");
    let mut total = 0;
    for number in 0..count {
        let position = positions::any(&mut random, number);
        let ours = sorted(position.legal_moves());
        total += ours.len();
        compare(
            &mut tally,
            "rsshogi",
            &position,
            &ours,
            rs::legal_moves(&position),
        );
        if lite::can_answer(&position) {
            let theirs = lite::legal_moves(&position);
            compare(&mut tally, "shogi_legality_lite", &position, &ours, theirs);
        } else {
            tally.known("shogi_legality_lite: not asked where it would look at pawn drops after pawn drops for hours");
        }
        tally.count();
    }
    println!("{total} moves");
    tally.finish()
}

fn compare(tally: &mut Tally, engine: &str, position: &Position, ours: &[Move], theirs: Vec<Move>) {
    let theirs = sorted(theirs);
    if ours == theirs {
        return;
    }
    let more: Vec<Move> = ours
        .iter()
        .copied()
        .filter(|it| !theirs.contains(it))
        .collect();
    let less: Vec<Move> = theirs
        .iter()
        .copied()
        .filter(|it| !ours.contains(it))
        .collect();
    if engine == "shogi_legality_lite"
        && less.is_empty()
        && more.iter().all(|&it| stalemates(position, it))
    {
        tally.known(&format!(
            "{engine}: a pawn drop that stalemates without check is refused"
        ));
    } else {
        tally.unknown(&format!(
            "{engine}: {position}: ours alone {more:?}, theirs alone {less:?}"
        ));
    }
}

/// Whether the move is a pawn drop that leaves the opponent without a move but not in check.
fn stalemates(position: &Position, mv: Move) -> bool {
    let mut next = position.clone();
    matches!(
        mv,
        Move::Drop {
            kind: PieceKind::Pawn,
            ..
        }
    ) && next.play(mv).is_ok()
        && !next.in_check()
        && !next.has_legal_move()
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_unstable();
    moves
}

/// Compares the leaves two and three plies down from `count` positions.
pub fn perft(count: usize) -> bool {
    let mut random = Random::new(2);
    let mut tally = Tally::new("positions");
    let mut leaves = 0;
    for number in 0..count {
        let position = positions::any(&mut random, number);
        let depth = if position.count_legal_moves() < 60 {
            3
        } else {
            2
        };
        let ours = position.perft(depth);
        leaves += ours;
        let theirs = rs::perft(&mut rs::position(&position), depth);
        if ours != theirs {
            tally.unknown(&format!(
                "rsshogi: {position} depth {depth}: ours {ours}, theirs {theirs}"
            ));
        }
        tally.count();
    }
    println!("{leaves} leaves");
    tally.finish()
}
