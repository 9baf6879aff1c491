//! A row of the table of games as CSA.

use crate::notation::{csa_ending, csa_piece};
use crate::record::civil;
use crate::shogi::{Color, Move, Piece, Position, Square};

/// What a row says.
pub(super) struct Row<'a> {
    pub(super) event: Option<&'a str>,
    pub(super) site: Option<&'a str>,
    /// Days since 1970.
    pub(super) date: Option<i32>,
    /// Microseconds since 1970.
    pub(super) start_time: Option<i64>,
    pub(super) end_time: Option<i64>,
    pub(super) players: [Option<&'a str>; 2],
    pub(super) ratings: [Option<f64>; 2],
    pub(super) time_limit: Option<&'a str>,
    pub(super) opening: Option<&'a str>,
    pub(super) ending: Option<&'a str>,
    pub(super) winner: Option<&'a str>,
    pub(super) start: Option<&'a str>,
    pub(super) moves: &'a str,
}

/// Appends a game.
pub(super) fn push_game(row: &Row<'_>, out: &mut String) {
    out.push_str("V3.0\n");
    push_headers(row, out);
    let Some(start) = row.start.and_then(|it| it.parse::<Position>().ok()) else {
        return;
    };
    push_position(&start, out);
    push_moves(&start, row.moves, out);
    let winner = match row.winner {
        Some("black") => Some(Color::Black),
        Some("white") => Some(Color::White),
        _ => None,
    };
    if let Some(word) = row.ending.and_then(|it| csa_ending(it, winner)) {
        push_line("%", word, out);
    }
}

fn push_headers(row: &Row<'_>, out: &mut String) {
    let date = row.date.map(|it| day(i64::from(it)));
    let start = row.start_time.map(time).or(date);
    let end = row.end_time.map(time);
    for (name, value) in [
        ("N+", row.players[0]),
        ("N-", row.players[1]),
        ("$EVENT:", row.event),
        ("$SITE:", row.site),
        ("$START_TIME:", start.as_deref()),
        ("$END_TIME:", end.as_deref()),
        ("$TIME_LIMIT:", row.time_limit),
        ("$OPENING:", row.opening),
    ] {
        if let Some(value) = value {
            push_line(name, value, out);
        }
    }
    for (name, player, rating) in [
        ("'black_rate:", row.players[0], row.ratings[0]),
        ("'white_rate:", row.players[1], row.ratings[1]),
    ] {
        if let Some(rating) = rating {
            let player = player.unwrap_or("?");
            push_line(name, &format!("{player}:{rating}"), out);
        }
    }
}

/// Appends a line, whatever the value holds.
fn push_line(name: &str, value: &str, out: &mut String) {
    out.push_str(name);
    out.extend(
        value
            .chars()
            .map(|it| if it.is_control() { ' ' } else { it }),
    );
    out.push('\n');
}

fn push_position(position: &Position, out: &mut String) {
    for rank in 1..=9 {
        out.push('P');
        out.push(char::from(b'0' + rank));
        for file in (1..=9).rev() {
            match Square::new(file, rank).and_then(|it| position.piece_at(it)) {
                Some(piece) => {
                    out.push(sign(piece.color()));
                    out.push_str(csa_piece(piece.kind()));
                }
                None => out.push_str(" * "),
            }
        }
        out.push('\n');
    }
    for color in Color::BOTH {
        for (kind, count) in position.hand(color).iter() {
            for _ in 0..count {
                out.push('P');
                out.push(sign(color));
                out.push_str("00");
                out.push_str(csa_piece(kind));
                out.push('\n');
            }
        }
    }
    out.push(sign(position.turn()));
    out.push('\n');
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// Appends the moves. Only what stands where is followed: whether they are legal is for others to say.
fn push_moves(start: &Position, moves: &str, out: &mut String) {
    let mut board = start.setup().board;
    let mut turn = start.turn();
    for word in moves.split_ascii_whitespace() {
        let Ok(mv) = word.parse::<Move>() else {
            // The reader says what is wrong with it.
            push_line("", word, out);
            return;
        };
        let (kind, from) = match mv {
            Move::Normal { from, promote, .. } => {
                let Some(piece) = board[from.index()].take() else {
                    push_line("", word, out);
                    return;
                };
                let promoted = piece.kind().promoted().filter(|_| promote);
                (promoted.unwrap_or(piece.kind()), Some(from))
            }
            Move::Drop { kind, .. } => (kind, None),
        };
        let to = mv.to();
        board[to.index()] = Some(Piece::new(turn, kind));
        out.push(sign(turn));
        for square in [from, Some(to)] {
            let (file, rank) = square.map_or((0, 0), |it| (it.file(), it.rank()));
            out.push(char::from(b'0' + file));
            out.push(char::from(b'0' + rank));
        }
        out.push_str(csa_piece(kind));
        out.push('\n');
        turn = !turn;
    }
}

/// The date so many days after 1970-01-01.
fn day(days: i64) -> String {
    let (year, month, day) = civil(days);
    format!("{year:04}/{month:02}/{day:02}")
}

/// The time so many microseconds after that.
fn time(micros: i64) -> String {
    let seconds = micros.div_euclid(1_000_000);
    let of_day = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    let day = day(seconds.div_euclid(86_400));
    format!("{day} {hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (days, expected) in [
            (0, "1970/01/01"),
            (11_016, "2000/02/29"),
            (-1, "1969/12/31"),
        ] {
            assert_eq!(day(days), expected);
        }
        assert_eq!(time(86_399_000_000), "1970/01/01 23:59:59");
    }
}
