//! What more than one notation needs.

pub(super) mod faults;
pub(super) mod headers;
pub(crate) mod japanese;
pub(super) mod list;
pub(super) mod options;
pub(super) mod percent;
pub(super) mod repair;
pub(super) mod rewrite;
pub(super) mod shown;
pub(super) mod walk;
pub(super) mod western;
pub(super) mod wrapped;
