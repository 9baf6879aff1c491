//! Every legal move has a text that reads back to it and to no other.

use std::collections::HashMap;

use super::words::words;
use super::write::push_move;
use crate::notation::kif_family;
use crate::replay::{Step, resolve};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// A small generator, so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn square(&mut self) -> Square {
        Square::all().nth(self.below(81)).expect("on the board")
    }

    fn color(&mut self) -> Color {
        Color::BOTH[self.below(2)]
    }
}

/// A diagram with many pieces of few kinds, so that several reach the same squares.
fn crowded(random: &mut Random) -> Position {
    const KINDS: [PieceKind; 12] = [
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Dragon,
        PieceKind::ProPawn,
        PieceKind::ProSilver,
        PieceKind::ProKnight,
        PieceKind::ProLance,
    ];
    let mut setup = Setup::empty(random.color());
    let few = [
        KINDS[random.below(KINDS.len())],
        KINDS[random.below(KINDS.len())],
    ];
    for _ in 0..4 + random.below(24) {
        let kind = few[random.below(few.len())];
        // Real sets have two of these; four keep the words honest.
        let square = random.square();
        setup.board[square.index()] = Some(Piece::new(random.color(), kind));
    }
    for kind in few {
        let base = kind.base();
        setup.hands[setup.turn].set(base, random.below(2) as u8);
    }
    for color in Color::BOTH {
        let square = random.square();
        setup.board[square.index()] = Some(Piece::new(color, PieceKind::King));
    }
    Position::from_setup(&setup)
}

fn text(position: &Position, mv: Move) -> String {
    let mut after = position.clone();
    let played = after.play(mv).expect("a legal move");
    let step = Step {
        mv,
        piece: played.piece,
        captured: played.captured,
        check: played.check,
        broken: None,
        occurrence: 1,
    };
    let mut out = String::new();
    push_move(position, &step, false, &mut out);
    out
}

fn check(position: &Position) {
    let mut seen = HashMap::new();
    for mv in position.legal_moves() {
        let text = text(position, mv);
        let reading = kif_family::read(text.as_bytes()).expect("a move");
        assert_eq!(reading.len, text.len(), "{text}");
        let found = resolve(position, &reading.mv, None);
        let found = found.map(|it| it.mv);
        assert_eq!(found, Ok(mv), "{text} in {position}");
        let other = seen.insert(text.clone(), mv);
        assert_eq!(other, None, "{text} in {position}");
    }
}

fn check_positions(count: usize) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut game = Position::startpos();
    for _ in 0..count / 2 {
        check(&crowded(&mut random));
        let moves = game.legal_moves();
        if moves.is_empty() || game.ply() > 300 {
            game = Position::startpos();
            continue;
        }
        game.advance(moves[random.below(moves.len())]);
        check(&game);
    }
}

#[test]
fn every_legal_move_reads_back_to_itself_and_to_nothing_else() {
    check_positions(1_000);
}

#[test]
#[ignore = "takes a minute without optimisation"]
fn every_legal_move_of_twenty_thousand_positions_reads_back() {
    check_positions(20_000);
}

#[test]
fn the_words_are_those_of_the_federation() {
    let table = include_str!("../../../testdata/formats/ki2-words.txt");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut cells = line.split(' ');
        let (turn, to, kind) = (cells.next(), cells.next(), cells.next());
        let turn = match turn {
            Some("black") => Color::Black,
            _ => Color::White,
        };
        let square = |digits: &str| {
            let digits: Vec<u8> = digits.bytes().map(|it| it - b'0').collect();
            Square::new(digits[0], digits[1]).expect("on the board")
        };
        let to = square(to.expect("a square"));
        let (kind, ..) =
            crate::notation::shared::japanese::piece(kind.expect("a piece").as_bytes())
                .expect("a piece");
        let pieces: Vec<(Square, &str)> =
            cells.map(|cell| (square(&cell[..2]), &cell[2..])).collect();
        let mut setup = Setup::empty(turn);
        for (from, _) in &pieces {
            setup.board[from.index()] = Some(Piece::new(turn, kind));
        }
        let position = Position::from_setup(&setup);
        for (from, wanted) in pieces {
            let mv = Move::Normal {
                from,
                to,
                promote: false,
            };
            let words = words(&position, mv).expect("words");
            let found = [words.relation, words.act, words.end].concat();
            assert_eq!(found, wanted, "{line}: {from}");
        }
    }
}
