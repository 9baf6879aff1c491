//! Counts and verdicts by hand.

use super::*;
use crate::shogi::{Color, Position};

fn count(sfen: &str) -> Count {
    Count::of(&sfen.parse().unwrap())
}

#[test]
fn a_full_set_is_shared_evenly_at_the_start() {
    let count = Count::of(&Position::startpos());
    assert_eq!(count.sides.black.total, 27);
    assert_eq!(count.sides.white.total, 27);
    assert_eq!(count.sides.black.declaration, 0);
    assert_eq!(
        (count.sides.black.majors, count.sides.black.minors),
        (2, 17)
    );
    assert_eq!(count.missing, 0);
}

#[test]
fn black_needs_one_point_more_than_white_under_the_27_point_rule() {
    let count = Count::of(&Position::startpos());
    let needs = |side| {
        count
            .declaration(DeclarationRule::Points27, side, 0)
            .points
            .needs
    };
    assert_eq!((needs(Color::Black), needs(Color::White)), (28, 27));
}

#[test]
fn rules_stand_in_the_order_of_their_table() {
    for terms in &DECLARATIONS {
        assert_eq!(terms.rule.terms(), terms);
    }
    let named = |text| DeclarationRule::named(text).map(|it| it.terms().number);
    assert_eq!(
        (named("２４点法"), named("27"), named("3")),
        (Some(24), Some(27), None)
    );
}

#[test]
fn the_credit_goes_to_white_alone() {
    let count = count("9/1K7/9/9/9/9/+p5+pg1/2s1+p1+lk1/1g1s+p2+n1 w RB2G2S3N3L7P7p 1");
    assert_eq!(count.credit(), 10);
    let points = |side| {
        count
            .declaration(DeclarationRule::Points27, side, 10)
            .points
            .has
    };
    assert_eq!((points(Color::Black), points(Color::White)), (27, 27));
}

#[test]
fn a_diagram_with_too_many_pieces_has_no_credit() {
    let count = count("4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L19P 1");
    assert_eq!(count.missing, -1);
    assert_eq!(count.credit(), 0);
}

#[test]
fn a_try_of_the_side_not_on_move_is_judged_as_if_it_were() {
    let position: Position = "9/4K4/9/9/9/9/9/4k4/9 b - 1".parse().unwrap();
    let mv = |side| try_move(&position, side).unwrap().to_string();
    assert_eq!(
        (mv(Color::Black), mv(Color::White)),
        ("5b5a".into(), "5h5i".into())
    );
}

#[test]
fn words_are_those_of_machine_output() {
    let lose = DeclarationVerdict::Lose(Failure::KingNotInCamp);
    assert_eq!(lose.to_string(), "lose:king_not_in_camp");
    assert_eq!(Agreed24::Loses(Color::White).to_string(), "white_loses");
    assert_eq!(Agreed24::BothBelow.to_string(), "both_below");
}
