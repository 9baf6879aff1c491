//! What mail and pages put around the lines of a record: quote marks, tags.

use std::ops::Range;

/// Signs that mail puts before the lines it quotes.
const QUOTES: [char; 2] = ['>', '＞'];

/// Tags that stand around lines. Others may belong to a text.
const TAGS: [&str; 14] = [
    "html",
    "head",
    "body",
    "p",
    "br",
    "div",
    "span",
    "pre",
    "code",
    "td",
    "tr",
    "table",
    "li",
    "blockquote",
];

/// Where a line lies between quote marks before it and tags around it; comments keep theirs.
pub(in crate::notation) fn unwrapped(line: &str) -> Range<usize> {
    let end = line.len();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        rest = match first {
            '<' => match tag(rest) {
                Some(len) => rest[len..].trim_start(),
                None => break,
            },
            it if QUOTES.contains(&it) => rest[it.len_utf8()..].trim_start(),
            _ => break,
        };
    }
    let start = end - rest.len();
    if rest.starts_with(['*', '\'', '&']) {
        return start..end;
    }
    while rest.ends_with('>') {
        let is_tag = |&at: &usize| tag(&rest[at..]) == Some(rest.len() - at);
        let Some(at) = rest.rfind('<').filter(is_tag) else {
            break;
        };
        rest = rest[..at].trim_end();
    }
    start..start + rest.len()
}

/// Whether a line may be more than what is to be read of it: most begin and end otherwise.
pub(in crate::notation) fn may_be_wrapped(line: &[u8]) -> bool {
    // The full-width sign begins with this byte.
    matches!(line, [b'>' | b'<' | 0xEF, ..] | [.., b'>'])
}

/// The length of the tag with which a text begins.
fn tag(text: &str) -> Option<usize> {
    let end = text.find('>')?;
    let inner = text[1..end].trim_matches('/').trim();
    let name = inner.split([' ', '\t']).next()?;
    let is_known = TAGS.iter().any(|it| it.eq_ignore_ascii_case(name));
    is_known.then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    #[test]
    fn quote_marks_and_tags_are_taken_off() {
        for (line, inner) in [
            ("> 1 ７六歩(77)", "1 ７六歩(77)"),
            (">> ＞  手合割：平手", "手合割：平手"),
            ("<html><body>手合割：平手<br>", "手合割：平手"),
            ("   2 投了<BR />", "   2 投了"),
            ("<p class=\"x\">+7776FU</p></div>", "+7776FU"),
            ("<pre>", ""),
            ("> *a <br>", "*a <br>"),
            ("先手：A<b>", "先手：A<b>"),
            ("まで<3>", "まで<3>"),
            ("a > b", "a > b"),
            ("<", "<"),
            ("", ""),
        ] {
            assert_eq!(&line[unwrapped(line)], inner, "{line}");
        }
    }
}
