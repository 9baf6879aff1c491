//! What is read: paths, folders with all that is in them, lists of paths, standard input.

mod distinct;
mod inputs;

pub use distinct::distinct;
pub use inputs::{Input, InputKind, Inputs, Shard, is_common_name, is_record_name};
