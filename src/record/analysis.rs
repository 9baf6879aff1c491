//! A line of engine output as CSA writes it after `'**`.

/// An evaluation with its line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis<'a> {
    /// The evaluation, from Black's view.
    pub eval: i32,
    /// The line of play as written, without the blanks around it.
    pub line: &'a str,
    /// The number of positions searched.
    pub nodes: Option<u64>,
}

impl<'a> Analysis<'a> {
    /// Whether [`Analysis::parse`] finds something: nearly always one look at the number tells.
    pub fn is_readable(text: &str) -> bool {
        let bytes = text.as_bytes().trim_ascii_start();
        let unsigned = match bytes {
            [b'+' | b'-', rest @ ..] => rest,
            _ => bytes,
        };
        let digits = unsigned.iter().take_while(|it| it.is_ascii_digit()).count();
        let ends = matches!(unsigned.get(digits), None | Some(b' ' | b'\t'));
        ((1..=9).contains(&digits) && ends) || Analysis::parse(text).is_some()
    }

    /// Reads ` 30 -8384FU +2625FU #1234`; none when it does not begin with a whole number.
    pub fn parse(text: &'a str) -> Option<Analysis<'a>> {
        let text = trimmed(text);
        let blank = memchr::memchr2(b' ', b'\t', text.as_bytes()).unwrap_or(text.len());
        let (eval, rest) = match text[..blank].parse() {
            Ok(eval) => (eval, &text[blank..]),
            Err(_) => {
                let (eval, rest) = text.split_once('\u{3000}')?;
                (eval.parse().ok()?, rest)
            }
        };
        let rest = trimmed(rest);
        let (line, nodes) = match memchr::memrchr(b'#', rest.as_bytes()) {
            Some(at) => match rest[at + 1..].parse() {
                Ok(nodes) => (trimmed(&rest[..at]), Some(nodes)),
                Err(_) => (rest, None),
            },
            None => (rest, None),
        };
        Some(Analysis { eval, line, nodes })
    }
}

/// The text without the blanks around it. Most have only ASCII ones, which are quick to see.
fn trimmed(text: &str) -> &str {
    let text = text.trim_ascii();
    if text.starts_with('\u{3000}') || text.ends_with('\u{3000}') {
        return text.trim();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_line_and_nodes() {
        let read = |text| Analysis::parse(text).map(|it| (it.eval, it.line, it.nodes));
        assert_eq!(
            read(" 30 -8384FU +2625FU #1234"),
            Some((30, "-8384FU +2625FU", Some(1234)))
        );
        assert_eq!(read(" -488281"), Some((-488_281, "", None)));
        assert_eq!(read(" 130 7g7f 8c8d"), Some((130, "7g7f 8c8d", None)));
        assert_eq!(read(" +80 #9"), Some((80, "", Some(9))));
        assert_eq!(
            read("\u{3000}-7\u{3000}7g7f\u{3000}"),
            Some((-7, "7g7f", None))
        );
        assert_eq!(read(" good move"), None);
        assert_eq!(read(""), None);
    }
}
