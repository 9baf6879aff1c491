//! From one game to the bytes of another notation, and where they go.

mod names;

pub use names::{Subject, Template, TemplateError, ending, safe};
