//! Files that are written: whole or not at all, under names that are safe, in a tree of folders.

mod file;
mod name;
mod template;
mod tree;
mod unfinished;

pub(crate) use file::{Output, is_device};
pub(crate) use name::safe;
pub(crate) use template::{Subject, Template};
pub(crate) use tree::Tree;
