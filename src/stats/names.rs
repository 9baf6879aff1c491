//! How the names of players are told apart.

use std::borrow::Cow;

use crate::dedupe::fold_name;

/// Whether names that differ in spelling alone are one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Names {
    /// Every spelling is a name of its own.
    #[default]
    AsWritten,
    /// Width, blanks, case, ranks and ratings do not matter.
    Folded,
}

impl Names {
    /// The name under which a player is counted.
    pub(super) fn of(self, name: &str) -> Cow<'_, str> {
        match self {
            Names::AsWritten => Cow::Borrowed(name),
            Names::Folded => Cow::Owned(fold_name(name)),
        }
    }
}
