//! Breaking text into lines for a terminal: at blanks, and between wide characters, as Japanese is set.

use unicode_width::UnicodeWidthChar;

/// Punctuation that may not begin a line; it hangs over the edge instead.
const CLOSING: &str = "、。，．）」』】：；？！ー…";

/// Breaks `text` into lines of at most `columns`, keeping its own line ends. Words that are too long are cut.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        break_line(paragraph, columns.max(2), &mut lines);
    }
    lines
}

fn break_line(text: &str, columns: usize, lines: &mut Vec<String>) {
    let mut line = String::new();
    let mut width = 0;
    // Where the line could be broken: after how many bytes, and how wide the rest is from there.
    let mut chance = 0;
    let mut chance_width = 0;
    for character in text.chars() {
        let own = character.width().unwrap_or(0);
        if own > 1 && !CLOSING.contains(character) {
            chance = line.len();
            chance_width = width;
        }
        if width + own > columns && !CLOSING.contains(character) && character != ' ' {
            if chance == 0 {
                chance = line.len();
                chance_width = width;
            }
            let rest = line.split_off(chance);
            line.truncate(line.trim_end_matches(' ').len());
            lines.push(std::mem::replace(&mut line, rest));
            width -= chance_width;
            chance = 0;
            chance_width = 0;
        }
        line.push(character);
        width += own;
        if character == ' ' || (own > 1 && CLOSING.contains(character)) {
            chance = line.len();
            chance_width = width;
        }
    }
    line.truncate(line.trim_end_matches(' ').len());
    lines.push(line);
}

/// The first `columns` of a text, with two dots at the end if that is not all. A text that fits is the same. Characters
/// that take no room count too, for there may be many: four to a column.
pub fn shorten(text: &str, columns: usize) -> String {
    let mut width = 0;
    let mut cut = 0;
    for (count, (at, character)) in text.char_indices().enumerate() {
        let own = character.width().unwrap_or(0);
        if width + own > columns || count > columns * 4 {
            // Not the ellipsis, which some terminals draw two columns wide.
            return format!("{}{:.*}", &text[..cut], columns.min(2), "..");
        }
        width += own;
        if width + 2 <= columns {
            cut = at + character.len_utf8();
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn lines_break_at_blanks_and_between_wide_characters() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("先手の勝ち。後手", 10), ["先手の勝ち。", "後手"]);
        assert_eq!(wrap("a\n\nb", 8), ["a", "", "b"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn long_texts_are_cut_to_their_room() {
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("abcd", 3), "a..");
        assert_eq!(shorten("先手先手", 5), "先..");
        assert_eq!(shorten("", 0), "");
        assert!(shorten(&"\u{300}".repeat(100_000), 10).len() < 100);
        let long = "x".repeat(100_000);
        assert!(wrap(&long, 80).iter().all(|it| it.width() <= 80));
    }
}
