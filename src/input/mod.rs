//! What is read: paths, folders with all that is in them, lists of paths, standard input. Nothing else opens them.

mod address;
mod distinct;
mod inputs;
mod list;
mod open;
mod source;
mod wildcards;

pub use address::Address;
pub use distinct::distinct;
pub use inputs::{Input, InputKind, Inputs, Shard, is_common_name, is_record_name};
pub use list::{PathList, Separator};
pub use open::{InputFault, open, read};
pub use source::{Source, stem};
pub use wildcards::expand;
