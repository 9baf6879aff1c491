//! The headers of a record as a writer puts them, and the keys that have a place of their own.

use std::borrow::Cow;

use crate::record::{Header, HeaderKey};

/// The headers of a record in the words of a notation.
#[derive(Debug, Default)]
pub(in crate::notation) struct Headers<'a> {
    /// Names and values, in the order in which they are written.
    pub(in crate::notation) lines: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    /// Those that have no place, or not wholly.
    pub(in crate::notation) lost: Vec<&'a Header>,
    /// Those whose line break became a blank.
    pub(in crate::notation) joined: Vec<&'a Header>,
}

/// Whether a key is about time.
pub(in crate::notation) const fn is_time(key: HeaderKey) -> bool {
    matches!(
        key,
        HeaderKey::TimeLimit
            | HeaderKey::BlackTimeLimit
            | HeaderKey::WhiteTimeLimit
            | HeaderKey::Byoyomi
            | HeaderKey::Increment
    )
}

/// Whether a header of this name would give the start position: that has its own place.
pub(in crate::notation) fn is_position_key(name: &str) -> bool {
    let hand = ["持駒", "持ち駒"]
        .iter()
        .any(|hand| name.ends_with(hand) && name.starts_with(['先', '後', '上', '下']));
    hand || matches!(name, "手合割" | "手番")
}
