//! Games to measure with: made with a fixed generator, the same on every machine.

use kifu::shogi::{Move, Position};

/// How many games, and their most plies.
const GAMES: usize = 500;
const PLIES: usize = 120;

/// Legal games from the even start, by moves picked at random.
pub(crate) fn games() -> Vec<Vec<Move>> {
    let mut state = 1_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut games = Vec::with_capacity(GAMES);
    for _ in 0..GAMES {
        let mut position = Position::startpos();
        let mut game = Vec::new();
        while game.len() < PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random(moves.len())];
            position.play(mv).expect("a legal move");
            game.push(mv);
        }
        games.push(game);
    }
    games
}
