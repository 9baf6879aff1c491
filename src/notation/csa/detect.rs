//! What a line of CSA looks like.

/// `'encoding=`, `V2.2`, `PI`, `P1` …, `+7776FU`, `%TORYO`.
pub(in crate::notation) fn is_csa_line(line: &str) -> bool {
    match line.as_bytes() {
        [b'\'', rest @ ..] => rest
            .strip_prefix(b"CSA ")
            .unwrap_or(rest)
            .starts_with(b"encoding="),
        [b'V', b'0'..=b'9', ..] | [b'P', b'I' | b'1'..=b'9' | b'+' | b'-', ..] => true,
        [b'+' | b'-', a, b, c, d, kind @ ..] => {
            [a, b, c, d].iter().all(|it| it.is_ascii_digit())
                && kind.len() >= 2
                && kind[..2].iter().all(u8::is_ascii_uppercase)
        }
        [b'%', b'A'..=b'Z' | b'+' | b'-', ..] => true,
        _ => false,
    }
}

/// Whether a line is the string of a Shogi Wars page: a move, then the seconds left.
pub(super) fn is_page_string(line: &str) -> bool {
    matches!(
        line.as_bytes(),
        [b'+' | b'-', _, _, _, _, _, _, b',', b'L', b'0'..=b'9', ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_string_has_the_seconds_that_are_left() {
        assert!(is_page_string("+7776FU,L599\t-3334FU,L598"));
        assert!(!is_page_string("+7776FU,T1"));
    }
}
