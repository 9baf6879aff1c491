//! A stretch of plies: `10..40`, `..40`, `60..`, `34`.

use super::Mistake;

/// The plies after which a position may stand; 0 is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plies {
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Default for Plies {
    fn default() -> Plies {
        Plies {
            first: 0,
            last: u32::MAX,
        }
    }
}

impl Plies {
    /// Reads a stretch; both ends count.
    pub(super) fn parse(text: &str) -> Result<Plies, Mistake> {
        let wrong = || Mistake::new(0..text.len(), "select.no_plies").with("found", text);
        let end = |text: &str, missing: u32| match text {
            "" => Some(missing),
            _ => text.parse().ok(),
        };
        let ends = match text.split_once("..") {
            Some(("", "")) => None,
            Some((first, last)) => end(first, 0).zip(end(last, u32::MAX)),
            None => text.parse().ok().map(|ply| (ply, ply)),
        };
        let (first, last) = ends
            .filter(|(first, last)| first <= last)
            .ok_or_else(wrong)?;
        Ok(Plies { first, last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_end_may_be_missing() {
        for (text, wanted) in [
            ("10..40", Some((10, 40))),
            ("..40", Some((0, 40))),
            ("60..", Some((60, u32::MAX))),
            ("34", Some((34, 34))),
            ("..", None),
            ("40..10", None),
            ("a..b", None),
            ("", None),
            ("-1..3", None),
        ] {
            let read = Plies::parse(text).ok().map(|it| (it.first, it.last));
            assert_eq!(read, wanted, "{text}");
        }
    }
}
