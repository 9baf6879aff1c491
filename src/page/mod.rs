//! A page.
use crate::{diagram::Look, film::Film, lang::Lang};
/// The page of a game.
pub fn page(_film: &Film, _at: usize, _look: Look, _lang: Lang) -> String {
    String::new()
}
