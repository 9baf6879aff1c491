//! `--ply`: a position of a game, by the number of moves before it or as the last one.

use std::str::FromStr;

/// Which position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ply {
    /// The one after so many moves.
    Number(u32),
    /// The last one.
    Last,
}

impl Ply {
    /// The number of moves; `None` for the last position.
    pub(super) fn number(self) -> Option<u32> {
        match self {
            Ply::Number(number) => Some(number),
            Ply::Last => None,
        }
    }
}

impl FromStr for Ply {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Ply, &'static str> {
        match text {
            "last" | "-1" => Ok(Ply::Last),
            _ => text
                .parse()
                .map(Ply::Number)
                .map_err(|_| "expected a number of moves, or last"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_position_has_two_names() {
        assert_eq!("42".parse(), Ok(Ply::Number(42)));
        assert_eq!("last".parse(), Ok(Ply::Last));
        assert_eq!("-1".parse(), Ok(Ply::Last));
        assert!("-2".parse::<Ply>().is_err());
        assert!("first".parse::<Ply>().is_err());
    }
}
