//! Tables of directions and reach on the empty board, and the random numbers of position keys.

/// Steps in index space by direction, clockwise from straight up (Black's forward): N, NE, E, SE, S, SW, W, NW.
const DELTA: [isize; 8] = [-1, -10, -9, -8, 1, 10, 9, 8];

/// The index of the next square in a direction; whether there is one, [`REACH`] tells.
#[inline]
pub(super) const fn step(sq: usize, d: usize) -> usize {
    sq.wrapping_add_signed(DELTA[d])
}

/// The bit of straight up in a direction set.
const N: u8 = 1;
const NE: u8 = 2;
const E: u8 = 4;
const SE: u8 = 8;
const S: u8 = 16;
const SW: u8 = 32;
const W: u8 = 64;
const NW: u8 = 128;

/// Marks "no square" in the tables.
pub(super) const NOWHERE: u8 = 255;

const GOLD: u8 = N | NE | NW | E | W | S;
const DIAGONAL: u8 = NE | SE | SW | NW;
const STRAIGHT: u8 = N | E | S | W;

/// For each raw piece (kind, 16 for White) the directions in which it reaches the next square, slides included.
pub(super) const STEPS: [u8; 32] = sets([
    0,
    N,
    N,
    0,
    N | DIAGONAL,
    GOLD,
    DIAGONAL,
    STRAIGHT,
    255,
    GOLD,
    GOLD,
    GOLD,
    GOLD,
    0,
    255,
    255,
]);

/// For each raw piece the directions in which it slides.
pub(super) const SLIDES: [u8; 32] = sets([
    0, 0, N, 0, 0, 0, DIAGONAL, STRAIGHT, 0, 0, 0, 0, 0, 0, DIAGONAL, STRAIGHT,
]);

/// Adds the same sets for White, turned by half a circle.
const fn sets(black: [u8; 16]) -> [u8; 32] {
    let mut all = [0; 32];
    let mut kind = 0;
    while kind < 16 {
        all[kind] = black[kind];
        all[kind + 16] = black[kind].rotate_left(4);
        kind += 1;
    }
    all
}

/// How many squares lie between each square and the edge, by direction.
pub(super) const REACH: [[u8; 8]; 81] = {
    let mut table = [[0; 8]; 81];
    let mut sq = 0;
    while sq < 81 {
        let (left, right) = (8 - sq as u8 / 9, sq as u8 / 9);
        let (up, down) = (sq as u8 % 9, 8 - sq as u8 % 9);
        table[sq] = [
            up,
            min(up, right),
            right,
            min(down, right),
            down,
            min(down, left),
            left,
            min(up, left),
        ];
        sq += 1;
    }
    table
};

const fn min(a: u8, b: u8) -> u8 {
    if a < b { a } else { b }
}

/// The direction (0 to 7) from one square to another on a common line, else [`NOWHERE`].
pub(super) const DIRECTION: [[u8; 81]; 81] = {
    let mut table = [[NOWHERE; 81]; 81];
    let mut from = 0;
    while from < 81 {
        let mut d = 0;
        while d < 8 {
            let mut sq = from;
            let mut steps = 0;
            while steps < REACH[from][d] {
                sq = step(sq, d);
                table[from][sq] = d as u8;
                steps += 1;
            }
            d += 1;
        }
        from += 1;
    }
    table
};

/// The two squares (or [`NOWHERE`]) a knight of each side jumps to.
pub(super) const JUMPS: [[[u8; 2]; 81]; 2] = {
    let mut table = [[[NOWHERE; 2]; 81]; 2];
    let mut sq = 0;
    while sq < 81 {
        let (file, rank) = (sq / 9, sq % 9);
        if rank >= 2 {
            if file > 0 {
                table[0][sq][0] = (sq - 11) as u8;
            }
            if file < 8 {
                table[0][sq][1] = (sq + 7) as u8;
            }
        }
        if rank <= 6 {
            if file > 0 {
                table[1][sq][0] = (sq - 7) as u8;
            }
            if file < 8 {
                table[1][sq][1] = (sq + 11) as u8;
            }
        }
        sq += 1;
    }
    table
};

/// A number for each raw piece on each square: their exclusive or tells boards apart.
pub(super) static PIECE_KEYS: [[u64; 81]; 32] = {
    let mut table = [[0; 81]; 32];
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut piece = 1;
    while piece < 32 {
        let mut sq = 0;
        while sq < 81 {
            state = next(state);
            table[piece][sq] = mix(state);
            sq += 1;
        }
        piece += 1;
    }
    table
};

/// A number for each side and kind in hand, added once for each piece.
pub(super) const HAND_KEYS: [[u64; 8]; 2] = {
    let mut table = [[0; 8]; 2];
    let mut state = 0x2545_f491_4f6c_dd1d;
    let mut i = 0;
    while i < 16 {
        state = next(state);
        table[i / 8][i % 8] = mix(state);
        i += 1;
    }
    table
};

/// Flipped when White is to move.
pub(super) const TURN_KEY: u64 = 0xd1b5_4a32_d192_ed03;

/// The next state of the splitmix64 generator.
const fn next(state: u64) -> u64 {
    state.wrapping_add(0x9e37_79b9_7f4a_7c15)
}

/// The output of the splitmix64 generator.
const fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
