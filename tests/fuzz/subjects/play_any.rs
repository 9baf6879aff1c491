//! Any moves on the board: what the judge allows is what the generator lists, and a refused move changes nothing.

use kifu::shogi::Position;

pub(crate) fn run(bytes: &[u8]) {
    let mut position = Position::startpos();
    for pair in bytes.chunks_exact(2) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return;
        }
        let choice = usize::from(u16::from_le_bytes([pair[0], pair[1]]));
        // A move of this position most of the time; else one of the position before the move, which may be anything.
        let mv = legal[choice % legal.len()];
        let before = position.clone();
        assert!(position.play(mv).is_ok());
        if choice % 7 == 0 {
            let other = before.legal_moves()[choice / 7 % legal.len()];
            let here = position.clone();
            let allowed = position.legal_moves().contains(&other);
            assert_eq!(position.play(other).is_ok(), allowed);
            if !allowed {
                assert!(position.same_as(&here));
            }
        }
    }
}
