//! Properties of the rules engine on random positions: dense and sparse diagrams rich in hands, pins and promotions,
//! impossible ones among them, and random games.

use kifu::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};
use proptest::collection::vec;
use proptest::prelude::*;

fn square() -> impl Strategy<Value = Square> {
    (0..81_u8).prop_map(|index| Square::from_index(index).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

/// Kinds other than the king; those that slide come up more often, for pins and for checks from afar.
fn kind() -> impl Strategy<Value = PieceKind> {
    let sliders = [
        PieceKind::Lance,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Dragon,
    ];
    let others: Vec<_> = PieceKind::ALL
        .into_iter()
        .filter(|&it| it != PieceKind::King)
        .collect();
    prop_oneof![
        1 => proptest::sample::select(sliders.to_vec()),
        2 => proptest::sample::select(others),
    ]
}

/// A diagram of any kind, two kings as a rule.
fn setup() -> impl Strategy<Value = Setup> {
    let kings = vec(proptest::option::weighted(0.97, square()), 2);
    let pieces = prop_oneof![
        2 => vec((square(), kind(), color()), 2..14),
        1 => vec((square(), kind(), color()), 14..60),
    ];
    let hands = vec(vec(0..3_u8, 7), 2);
    (kings, pieces, hands, color()).prop_map(|(kings, pieces, hands, turn)| {
        let mut setup = Setup::empty(turn);
        for (square, kind, color) in pieces {
            setup.board[square.index()] = Some(Piece::new(color, kind));
        }
        for (color, square) in Color::BOTH.into_iter().zip(kings) {
            if let Some(square) = square {
                setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
            }
        }
        for (color, counts) in Color::BOTH.into_iter().zip(hands) {
            for (kind, count) in PieceKind::HAND.into_iter().zip(counts) {
                setup.hands[color].set(kind, count);
            }
        }
        setup
    })
}

/// Every move that can be written down, sensible or not.
fn conceivable_moves() -> Vec<Move> {
    let mut moves = Vec::new();
    for to in Square::all() {
        for from in Square::all() {
            for promote in [false, true] {
                moves.push(Move::Normal { from, to, promote });
            }
        }
        for kind in PieceKind::ALL {
            moves.push(Move::Drop { kind, to });
        }
    }
    moves
}

/// All that a position holds. Which of several checkers it names does not matter.
fn inside(position: &Position) -> String {
    let text = format!("{position:?}");
    match text.split_once("Many(") {
        None => text,
        Some((head, tail)) => format!("{head}Many({}", tail.trim_start_matches(char::is_numeric)),
    }
}

/// Fails unless the position is the one its parts make.
fn check_consistency(position: &Position) -> Result<(), TestCaseError> {
    let rebuilt = Position::from_setup(&position.setup());
    prop_assert_eq!(inside(position), inside(&rebuilt), "{}", position);
    let king = position.king(position.turn());
    let checkers = position.checkers(position.turn());
    prop_assert_eq!(position.in_check(), king.is_some() && !checkers.is_empty());
    Ok(())
}

fn check_legality(position: &Position) -> Result<(), TestCaseError> {
    let mut listed = position.legal_moves();
    listed.sort_unstable();
    let mut judged: Vec<Move> = conceivable_moves()
        .into_iter()
        .filter(|&mv| position.judge(mv).is_ok())
        .collect();
    judged.sort_unstable();
    prop_assert_eq!(&listed, &judged, "{}", position);
    prop_assert_eq!(position.count_legal_moves(), listed.len());
    prop_assert_eq!(position.has_legal_move(), !listed.is_empty());
    for mv in listed {
        let mut next = position.clone();
        let played = next.play(mv).expect("a listed move is legal");
        prop_assert_eq!(played.check, next.in_check());
        // Nobody may leave the own king in check, and the check is found by looking at the whole board.
        prop_assert!(
            next.checkers(position.turn()).is_empty(),
            "{} {}",
            position,
            mv
        );
        check_consistency(&next)?;
    }
    Ok(())
}

/// The move that a number picks among the legal ones.
fn pick(position: &Position, number: u16) -> Option<Move> {
    let moves = position.legal_moves();
    moves.get(usize::from(number) % moves.len().max(1)).copied()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 4000 }))]

    #[test]
    fn a_move_is_judged_legal_exactly_when_it_is_generated(setup in setup()) {
        check_legality(&Position::from_setup(&setup))?;
    }

    #[test]
    fn random_games_keep_key_and_checks_right(choices in vec(any::<u16>(), 0..300)) {
        let mut position = Position::startpos();
        for choice in choices {
            let Some(mv) = pick(&position, choice) else { break };
            position.play(mv).expect("a generated move is legal");
            check_consistency(&position)?;
        }
        check_legality(&position)?;
    }

    #[test]
    fn forced_moves_keep_everything_right(
        setup in setup(),
        moves in vec((square(), square(), any::<bool>(), kind(), any::<u16>()), 1..30),
    ) {
        let mut position = Position::from_setup(&setup);
        for (from, to, promote, kind, choice) in moves {
            for mv in [Move::Normal { from, to, promote }, Move::Drop { kind: kind.base(), to }] {
                let before = position.to_string();
                if position.force(mv).is_none() {
                    prop_assert_eq!(position.to_string(), before);
                }
                check_consistency(&position)?;
            }
            if let Some(mv) = pick(&position, choice) {
                position.play(mv).expect("a generated move is legal");
                check_consistency(&position)?;
            }
        }
    }

    #[test]
    fn sfen_is_read_back(setup in setup()) {
        let position = Position::from_setup(&setup);
        let read: Setup = position.to_string().parse().unwrap();
        prop_assert_eq!(read, setup);
    }
}
