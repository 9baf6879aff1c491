//! Text from files made harmless: nothing in it can steer a terminal or hide what stands there.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character must not reach a terminal as it is: controls, marks that turn the direction of text, line ends,
/// tags, what is no character at all.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text with every hidden character written out: `\t`, `\u{1b}`, `\u{202e}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut out, character);
    }
    Cow::Owned(out)
}

/// Adds a character as [`visible`] shows it.
pub(crate) fn push_visible(out: &mut String, character: char) {
    match character {
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\n' => out.push_str("\\n"),
        _ if is_hidden(character) => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        }
        _ => out.push(character),
    }
}

/// The text with every hidden character replaced by one visible one, so that columns stay what they are.
pub fn one_for_one(text: &str) -> String {
    let show = |character: char| match character {
        '\t' => ' ',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + character as u32).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        _ if is_hidden(character) => '\u{fffd}',
        _ => character,
    };
    text.chars().map(show).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(visible("\u{1b}[31m赤"), "\\u{1b}[31m赤");
        assert_eq!(visible("a\u{202e}b\u{9b}"), "a\\u{202e}b\\u{9b}");
        assert_eq!(visible("a\tb\r\n"), "a\\tb\\r\\n");
    }

    #[test]
    fn columns_stay_when_one_sign_stands_for_one() {
        assert_eq!(one_for_one("a\t\u{1b}\u{202e}歩"), "a ␛\u{fffd}歩");
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(visible("▲７六歩 △３四歩"), Cow::Borrowed(_)));
    }
}
