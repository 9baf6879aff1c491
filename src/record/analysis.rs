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
    /// Reads ` 30 -8384FU +2625FU #1234`; none when it does not begin with a whole number.
    pub fn parse(text: &'a str) -> Option<Analysis<'a>> {
        let text = text.trim();
        let (eval, rest) = text
            .split_once([' ', '\t', '\u{3000}'])
            .unwrap_or((text, ""));
        let eval = eval.parse().ok()?;
        let rest = rest.trim();
        let (line, nodes) = match rest.rfind('#') {
            Some(at) => match rest[at + 1..].parse() {
                Ok(nodes) => (rest[..at].trim_end(), Some(nodes)),
                Err(_) => (rest, None),
            },
            None => (rest, None),
        };
        Some(Analysis { eval, line, nodes })
    }
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
        assert_eq!(read(" good move"), None);
        assert_eq!(read(""), None);
    }
}
