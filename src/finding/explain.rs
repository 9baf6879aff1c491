//! A page about a code: what it means, which rule stands behind it, an example, what to do about it.

use super::message::rows;
use super::{Code, title};
use crate::words::{self, Lang};

/// For each code: the rule behind it, what to do about it, an example. The first two are rows of the catalogue.
const PAGES: &str = include_str!("explain.tsv");

/// A page about one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The title of the code.
    pub title: &'static str,
    /// The parts of the page: heading and text.
    pub sections: Vec<(&'static str, &'static str)>,
}

/// The page about a code.
pub fn explain(lang: Lang, code: Code) -> Page {
    let [rule, cure, example] = cells(code);
    let what = rows(lang, code, "text").find(|row| !row.contains('{'));
    let row = |kind, key| words::find(lang, &format!("explain.{kind}.{key}"));
    let sections = [
        ("explain.what", what),
        ("explain.rule", row("rule", rule)),
        ("explain.example", Some(example).filter(|it| !it.is_empty())),
        ("explain.cure", row("cure", cure)),
    ];
    Page {
        title: title(lang, code),
        sections: sections
            .into_iter()
            .filter_map(|(heading, text)| Some((words::text(lang, heading), text?)))
            .collect(),
    }
}

/// The row of a code: rule, cure, example.
fn cells(code: Code) -> [&'static str; 3] {
    let mut lines = PAGES.lines().map(|line| line.split('\t'));
    let cells = lines.find_map(|mut cells| (cells.next() == Some(code.name())).then_some(cells));
    let mut cells = cells.into_iter().flatten();
    std::array::from_fn(|_| cells.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::CODES;

    #[test]
    fn every_code_has_its_page_in_every_language() {
        for row in CODES {
            for lang in Lang::ALL {
                let page = explain(lang, row.code);
                let wanted = 4 - usize::from(row.code == Code::Internal);
                assert_eq!(page.sections.len(), wanted, "{} in {lang:?}", row.name);
            }
        }
        assert_eq!(PAGES.lines().count(), CODES.len() + 1);
    }

    #[test]
    fn every_rule_and_cure_serves_a_code() {
        for key in words::keys() {
            let mut parts = key.split('.');
            let (Some("explain"), Some(kind), Some(name)) =
                (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let served = CODES.iter().any(|row| {
                let [rule, cure, _] = cells(row.code);
                (kind == "rule" && rule == name) || (kind == "cure" && cure == name)
            });
            assert!(served, "{key}");
        }
    }
}
