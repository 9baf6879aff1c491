//! The tables against their own examples, and what must hold for every game.

use super::choose::{choose, reached, side_of};
use super::facts::own_move;
use super::tables::tables;
use super::*;
use crate::shogi::{PieceKind, Setup, Square};

/// The facts of a game from the even start, and nothing known of any row.
fn facts(moves: &[Move]) -> (Facts, Fired) {
    let mut facts = Facts::default();
    play(&mut facts, moves);
    facts.finish();
    let mut fired = Fired::default();
    fired.begin();
    (facts, fired)
}

fn play(facts: &mut Facts, moves: &[Move]) {
    let mut position = Position::startpos();
    facts.begin(&position);
    for &mv in moves {
        let played = position.play(mv).expect("the examples are legal");
        facts.add(mv, played.piece, played.captured);
    }
}

fn moves(usi: &str) -> Vec<Move> {
    usi.split_whitespace()
        .map(|it| it.parse().unwrap())
        .collect()
}

fn name(usi: &str) -> (Classifier, Named) {
    let mut classifier = Classifier::default();
    let mut position = Position::startpos();
    let mut played = Vec::new();
    for mv in moves(usi) {
        let it = position.play(mv).unwrap();
        played.push((mv, it.piece, it.captured));
    }
    let start = Position::startpos();
    let named = classifier.name_moves(&start, Some(Handicap::Even), played.into_iter());
    (classifier, named)
}

/// The game with colours swapped, White moving first: only facts can be made of it, not positions.
fn facts_swapped(moves: &[Move]) -> (Facts, Fired) {
    let mut position = Position::startpos();
    let mut facts = Facts::default();
    facts.begin(&position);
    for &mv in moves {
        let played = position.play(mv).unwrap();
        let turned = |piece: Piece| Piece::new(!piece.color(), piece.kind());
        facts.add(
            own_move(mv, Color::White),
            turned(played.piece),
            played.captured.map(turned),
        );
    }
    facts.finish();
    let mut fired = Fired::default();
    fired.begin();
    (facts, fired)
}

#[test]
fn every_example_fires_its_own_row() {
    let mut examples = 0;
    for (row, opening) in tables().openings.iter().enumerate() {
        if opening.example.is_empty() {
            continue;
        }
        examples += 1;
        let (facts, mut fired) = facts(&moves(opening.example));
        let sides = fired.sides(row, &facts);
        assert!(sides.black || sides.white, "{}", opening.id);
    }
    assert_eq!(examples, 21);
}

#[test]
fn colours_swapped_swap_the_names() {
    for opening in &tables().openings {
        let moves = moves(opening.example);
        let (facts, mut fired) = facts(&moves);
        let (swapped, mut fired_swapped) = facts_swapped(&moves);
        for (row, other) in tables().openings.iter().enumerate() {
            let sides = fired.sides(row, &facts);
            let turned = fired_swapped.sides(row, &swapped);
            let both = (sides.black, sides.white);
            assert_eq!(
                both,
                (turned.white, turned.black),
                "{} in {}",
                other.id,
                opening.id
            );
        }
        let chosen = choose(&facts, &mut fired);
        let chosen_swapped = choose(&swapped, &mut fired_swapped);
        assert_eq!(chosen, chosen_swapped, "{}", opening.id);
        if let Some(row) = chosen {
            let sides = fired.sides(row, &facts);
            if sides.black != sides.white {
                let side = side_of(row, &facts, &mut fired);
                let turned = side_of(row, &swapped, &mut fired_swapped);
                assert_eq!(side, turned.map(|side| !side));
            }
        }
    }
}

/// The castles reached on a board with the pieces of a placement for one side, while the other king walks.
fn castles_on(placement: &str, side: Color) -> u128 {
    let mut setup = Setup::empty(Color::White);
    let view = |square: Square| {
        if side == Color::Black {
            square
        } else {
            square.flipped()
        }
    };
    for token in placement
        .split_whitespace()
        .filter(|it| !it.starts_with('!'))
    {
        let (letter, squares) = token.split_once('@').unwrap();
        let kind = PieceKind::from_letter(letter.as_bytes()[0]).unwrap();
        let mut squares = squares.split('|').map(|it| view(it.parse().unwrap()));
        let free = squares
            .find(|square| setup.board[square.index()].is_none())
            .unwrap();
        setup.board[free.index()] = Some(Piece::new(side, kind));
    }
    let walker = Piece::new(!side, PieceKind::King);
    let (one, two) = (view("5a".parse().unwrap()), view("5b".parse().unwrap()));
    setup.board[one.index()] = Some(walker);
    let mut facts = Facts::default();
    facts.begin(&Position::from_setup(&setup));
    for ply in 0..10 {
        let (from, to) = if ply % 2 == 0 { (one, two) } else { (two, one) };
        let promote = false;
        facts.add(Move::Normal { from, to, promote }, walker, None);
    }
    facts.finish();
    reached(&facts, side)
}

#[test]
fn every_placement_reaches_its_castle_for_both_sides() {
    for (at, row) in castles().enumerate() {
        for placement in row.placement.split(" / ").filter(|_| !row.sitting) {
            for side in Color::BOTH {
                let reached = castles_on(placement, side);
                let has = |at: usize| reached >> at & 1 == 1;
                assert!(has(at), "{placement} {side:?}");
                assert!(row.parent.is_none_or(has), "{placement} without its parent");
            }
        }
    }
}

#[test]
fn short_games_and_diagrams_have_no_names() {
    let (_, named) = name("7g7f 3c3d 2h6h 8c8d");
    assert!(named.opening.is_none() && named.rooks.black.is_none());
    let mut classifier = Classifier::default();
    let none = std::iter::empty();
    assert!(
        classifier
            .name_moves(&Position::startpos(), None, none)
            .opening
            .is_none()
    );
}

#[test]
fn a_side_pawn_game_has_its_name_its_tags_and_its_reasons() {
    let (classifier, named) = name(
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i5h 5a5b",
    );
    let opening = named.opening.unwrap();
    assert_eq!((opening.id, named.side), ("sp_aono", Some(Color::Black)));
    let lineage: Vec<&str> = opening.lineage().map(|it| it.id).collect();
    assert_eq!(lineage, ["sp_aono", "side_pawn", "double_static"]);
    assert_eq!(
        opening.names.of(crate::words::Lang::Ja).chars().next(),
        Some('青')
    );
    let tags: Vec<&str> = classifier.tags().iter().map(|it| it.opening.id).collect();
    assert!(tags.contains(&"side_pawn") && tags.contains(&"sp_33_bishop"));
    assert!(!tags.contains(&"sp_aono") && !tags.contains(&"yagura_side"));
    let evidence = classifier.evidence();
    let taken = evidence
        .iter()
        .find(|it| it.clause.starts_with("mv[11-32] 2d3dx"))
        .unwrap();
    assert_eq!((taken.ply, taken.side), (Some(15), Color::Black));
    assert!(evidence.iter().any(|it| it.row == "side_pawn"));
}

#[test]
fn a_king_that_never_moves_is_a_sitting_king() {
    let (_, named) = name(
        "7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 8h7g 7a6b 1g1f 1c1d 7i7h 9c9d 9g9f 6a5b 3i4h 3a4b 7h6g 4b3c",
    );
    let castle = named.castles.black.unwrap();
    assert_eq!((castle.castle.id, castle.plies), ("sitting_king", 19));
    assert_eq!(named.rooks.black.map(RookClass::file), Some(6));
}
