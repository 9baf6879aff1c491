//! A position that stands where the name of a file may.

/// Whether an argument is a position and not the name of a file: `startpos`, an SFEN, a `position` line.
pub(super) fn is_position(target: &str) -> bool {
    let first = target.split_whitespace().next().unwrap_or_default();
    let sfen = first.matches('/').count() == 8
        && first
            .bytes()
            .all(|it| it.is_ascii_digit() || b"/+plnsgbrkPLNSGBRK".contains(&it));
    sfen || matches!(first, "startpos" | "position" | "sfen")
}

#[cfg(test)]
mod tests {
    use super::is_position;

    #[test]
    fn positions_are_told_from_files() {
        assert!(is_position("startpos"));
        assert!(is_position("position startpos moves 7g7f"));
        assert!(is_position("9/9/9/9/9/9/9/9/9 b - 1"));
        assert!(is_position(
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
        ));
        assert!(!is_position("a/b/c/d/e/f/g/h/i.kif"));
        assert!(!is_position("game.kif"));
    }
}
