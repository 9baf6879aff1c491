//! Two versions of a text compared line by line, in the unified form that `patch` and people read.

use std::fmt::Write;

/// How many lines are shown around a change.
const AROUND: usize = 3;

/// The differences between two texts; empty when their lines are the same. Line ends do not count.
pub(crate) fn unified(name: &str, before: &str, after: &str) -> String {
    let (old, new) = (lines(before), lines(after));
    let changes = changes(&old, &new);
    let mut out = String::new();
    if changes.is_empty() {
        return out;
    }
    let _ = writeln!(out, "--- {name}\n+++ {name}");
    let mut at = 0;
    while at < changes.len() {
        let first = at;
        while at + 1 < changes.len()
            && changes[at + 1].old.start - changes[at].old.end <= 2 * AROUND
        {
            at += 1;
        }
        hunk(&old, &new, &changes[first..=at], &mut out);
        at += 1;
    }
    out
}

/// Lines without their ends, whatever these are.
fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut from = 0;
    for end in crate::text::LineEnds::new(text.as_bytes(), crate::text::Encoding::Utf8) {
        lines.push(&text[from..end.start]);
        from = end.end;
    }
    if from < text.len() {
        lines.push(&text[from..]);
    }
    lines
}

/// Lines of the old text that become lines of the new one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    old: std::ops::Range<usize>,
    new: std::ops::Range<usize>,
}

/// How far ahead the two texts are searched for lines that go together.
const AHEAD: usize = 64;

/// Finds where the texts differ. They are versions of one file with small repairs, so a short look ahead finds where they
/// meet again; where it does not, the rest counts as one change.
fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    let mut changes = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        if a < old.len() && b < new.len() && old[a] == new[b] {
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let (next_a, next_b) = meet(&old[a..], &new[b..]);
        let (next_a, next_b) = (a + next_a, b + next_b);
        changes.push(Change {
            old: a..next_a,
            new: b..next_b,
        });
        (a, b) = (next_a, next_b);
    }
    changes
}

/// The nearest lines of both texts that are equal.
fn meet(old: &[&str], new: &[&str]) -> (usize, usize) {
    for distance in 1..=2 * AHEAD {
        for skip in distance.saturating_sub(AHEAD)..=distance.min(AHEAD) {
            let (a, b) = (distance - skip, skip);
            let end = (a == old.len() && b == new.len())
                || (a < old.len() && b < new.len() && old[a] == new[b]);
            if end {
                return (a, b);
            }
        }
    }
    (old.len(), new.len())
}

fn hunk(old: &[&str], new: &[&str], changes: &[Change], out: &mut String) {
    let (first, last) = (&changes[0], &changes[changes.len() - 1]);
    let before = AROUND.min(first.old.start);
    let after = AROUND.min(old.len() - last.old.end);
    let (old_from, old_to) = (first.old.start - before, last.old.end + after);
    let (new_from, new_to) = (first.new.start - before, last.new.end + after);
    let start = |from: usize, to: usize| if to > from { from + 1 } else { from };
    let _ = writeln!(
        out,
        "@@ -{},{} +{},{} @@",
        start(old_from, old_to),
        old_to - old_from,
        start(new_from, new_to),
        new_to - new_from
    );
    let mut at = old_from;
    for change in changes {
        push(' ', &old[at..change.old.start], out);
        push('-', &old[change.old.clone()], out);
        push('+', &new[change.new.clone()], out);
        at = change.old.end;
    }
    push(' ', &old[at..old_to], out);
}

fn push(sign: char, lines: &[&str], out: &mut String) {
    for line in lines {
        let _ = writeln!(out, "{sign}{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_shown_with_the_lines_around_them() {
        let before = "1\n2\n3\n4\n5\n6\n7\n8\n";
        let after = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";
        let expected = "--- a\n+++ a\n@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n+9\n";
        assert_eq!(unified("a", before, after), expected);
    }

    #[test]
    fn far_changes_have_hunks_of_their_own_and_line_ends_do_not_count() {
        let join = |lines: Vec<String>, end: &str| lines.join(end) + end;
        let before = join((1..=20).map(|it| it.to_string()).collect(), "\r\n");
        let after = join(
            (0..=20)
                .filter(|it| *it != 15)
                .map(|it| it.to_string())
                .collect(),
            "
",
        );
        let found = unified("a", &before, &after);
        assert_eq!(found.matches("@@ -").count(), 2, "{found}");
        assert!(found.contains("@@ -1,3 +1,4 @@\n+0\n 1\n"), "{found}");
        assert!(found.contains("-15\n"), "{found}");
        assert_eq!(unified("a", "x\r\ny\r\n", "x\ny"), "");
    }
}
