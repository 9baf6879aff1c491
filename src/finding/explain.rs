//! A page about a code: what it means, why it is reported, which rule stands behind it, an example, the cure.

use super::message::rows;
use super::{Code, title};
use crate::lang::{self, Lang};

/// A page about one code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The title of the code.
    pub title: &'static str,
    sections: Vec<(&'static str, &'static str)>,
}

impl Page {
    /// The parts of the page: heading and text.
    pub fn sections(&self) -> &[(&'static str, &'static str)] {
        &self.sections
    }
}

/// The page about a code.
pub fn explain(lang: Lang, code: Code) -> Page {
    let sections = ["what", "rule", "example", "cure"].into_iter();
    let sections = sections.filter_map(|part| {
        let heading = lang::find(lang, &format!("explain.{part}"))?;
        let own = lang::find(lang, &format!("explain.{}.{part}", code.name()));
        // A text without facts says what the code means, too.
        let plain = || rows(lang, code, "text").find(|row| part == "what" && !row.contains('{'));
        Some((heading, own.or_else(plain)?))
    });
    Page {
        title: title(lang, code),
        sections: sections.collect(),
    }
}
