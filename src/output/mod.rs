//! Files that are written: whole or not at all, under names that are safe, in a tree of folders.

mod file;
mod name;
mod template;
mod tree;
mod unfinished;

pub use file::{Output, is_device};
pub use name::safe;
pub use template::{Subject, Template, TemplateError};
pub use tree::Tree;
