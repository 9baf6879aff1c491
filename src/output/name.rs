//! Names of files that every system takes.

use crate::text::is_hidden;

/// The longest name of a file or folder, in bytes: below what file systems allow, with room for a number and an ending.
const LONGEST: usize = 200;

/// A name that every system takes for one file or folder, as near to `name` as can be.
pub(crate) fn safe(name: &str) -> String {
    let mut out: String = name
        .chars()
        // Tabs and the like show that something stood there; marks that cannot be seen only deceive.
        .filter(|&sign| sign.is_control() || !is_hidden(sign))
        .map(|sign| match sign {
            '<' | '>' | ':' | '"' | '/' | '\\' | '|' | '?' | '*' => '_',
            _ if sign.is_control() => '_',
            _ => sign,
        })
        .collect();
    if out.len() > LONGEST {
        let mut end = LONGEST;
        while !out.is_char_boundary(end) {
            end -= 1;
        }
        out.truncate(end);
    }
    // Windows drops blanks and dots at the end; `.` and `..` are no names at all.
    out.truncate(out.trim_end_matches([' ', '.']).len());
    let out = out.trim_start_matches(' ');
    // Programs take a name with a dash for an option, and hide one with a dot.
    let is_misread = out.starts_with(['-', '.']);
    let bare = out.split('.').next().unwrap_or(out).trim_end();
    if out.is_empty() {
        "_".to_owned()
    } else if is_misread || is_reserved(bare) {
        format!("_{out}")
    } else {
        out.to_owned()
    }
}

/// Names that Windows keeps for devices.
fn is_reserved(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let numbered = ["COM", "LPT"].iter().any(|device| {
        let number = upper.strip_prefix(device);
        matches!(
            number,
            Some("1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³")
        )
    });
    numbered
        || matches!(
            upper.as_str(),
            "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_system() {
        for (name, expected) in [
            ("con", "_con"),
            ("NUL.kif", "_NUL.kif"),
            ("COM1", "_COM1"),
            ("COMB", "COMB"),
            ("Lpt9.x", "_Lpt9.x"),
            ("common", "common"),
            ("a. . ", "a"),
            ("\u{7}x", "_x"),
            ("...", "_"),
            ("  ", "_"),
            ("-rf", "_-rf"),
            (" --", "_--"),
            (".bashrc", "_.bashrc"),
            ("a-b", "a-b"),
            ("a\u{202e}fik.exe", "afik.exe"),
            ("\u{200b}\u{feff}\u{2066}", "_"),
            ("\u{e0041}甲\u{200d}", "甲"),
            ("CON\u{200b}", "_CON"),
            ("conin$", "_conin$"),
            ("COM¹.kif", "_COM¹.kif"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        let long = safe(&"あ".repeat(300));
        assert!(long.len() <= 200 && long.len() > 195);
    }
}
