//! What `check` shows people of a file: the first findings of each kind, and one line for the others.

use std::collections::BTreeMap;

use crate::finding::{Code, terms};
use crate::text::visible;
use crate::words::{self, Lang};

/// The findings of a game, in words.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) file: String,
    pub(super) findings: Vec<(Code, String)>,
    /// That there are more than are told.
    pub(super) left_out: Option<String>,
}

/// Folds findings of the same kind, file by file.
#[derive(Debug)]
pub(super) struct Fold {
    lang: Lang,
    /// Whether everything is shown.
    all: bool,
    file: String,
    /// How many findings of each kind the file has had.
    seen: BTreeMap<Code, u64>,
}

impl Fold {
    pub(super) fn new(lang: Lang, all: bool) -> Fold {
        Fold {
            lang,
            all,
            file: String::new(),
            seen: BTreeMap::new(),
        }
    }

    /// How many findings of a kind are shown of a file. That it holds further games need be said only once.
    fn limit(code: Code) -> u64 {
        match code {
            Code::SeveralGames => 1,
            _ => 3,
        }
    }

    /// What is shown of the next game.
    pub(super) fn add(&mut self, told: &Told) -> String {
        let mut out = String::new();
        if told.file != self.file {
            out = self.end();
            self.file.clone_from(&told.file);
        }
        for (code, text) in &told.findings {
            let seen = self.seen.entry(*code).or_default();
            *seen += 1;
            if self.all || *seen <= Fold::limit(*code) {
                out.push_str(text);
            }
        }
        out.extend(told.left_out.as_deref());
        out
    }

    /// The closing lines of a file.
    pub(super) fn end(&mut self) -> String {
        let mut out = String::new();
        for (code, count) in std::mem::take(&mut self.seen) {
            let folded = count.saturating_sub(Fold::limit(code));
            if self.all || folded == 0 {
                continue;
            }
            let row = words::text(self.lang, "arguments.folded");
            let line = words::fill(row, |name| {
                Some(match name {
                    "path" => visible(&self.file).into_owned(),
                    "code" => code.digits().to_string(),
                    "name" => code.name().to_owned(),
                    _ => terms::number(self.lang, folded),
                })
            });
            out.push_str(&line);
            out.push_str("\n\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(file: &str, code: Code, count: usize) -> Told {
        Told {
            file: file.to_owned(),
            findings: vec![(code, "x\n\n".to_owned()); count],
            left_out: None,
        }
    }

    #[test]
    fn the_fourth_of_a_kind_is_folded_and_every_file_counts_anew() {
        let mut fold = Fold::new(Lang::En, false);
        let nifu = Code::find("nifu").unwrap();
        assert_eq!(fold.add(&told("a", nifu, 2)).matches('x').count(), 2);
        assert_eq!(fold.add(&told("a", nifu, 3)).matches('x').count(), 1);
        let next = fold.add(&told("b", nifu, 1));
        assert!(next.starts_with("a: "), "{next}");
        assert!(next.contains('2') && next.contains("nifu"), "{next}");
        assert!(next.ends_with("x\n\n"), "{next}");
        assert_eq!(fold.end(), "");
        let further = fold.add(&told("c", Code::SeveralGames, 5));
        assert_eq!(further.matches('x').count(), 1);
        let mut all = Fold::new(Lang::En, true);
        assert_eq!(all.add(&told("a", nifu, 9)).matches('x').count(), 9);
        assert_eq!(all.end(), "");
    }
}
