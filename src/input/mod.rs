//! What is read: paths, folders with all that is in them, lists of paths, standard input. Nothing else opens them.

mod address;
mod content;
mod distinct;
mod inputs;
mod list;
mod member;
mod open;
mod source;
mod whole;
mod wildcards;

pub use address::{Address, may_be_member};
pub use content::Content;
pub use distinct::distinct;
pub use inputs::{Input, InputKind, Inputs, Shard, is_common_name, is_record_name, is_wanted_name};
pub use list::{PathList, Separator};
pub use member::{Choice, Chooser};
pub use open::{InputFault, Opened, open};
pub use source::{Source, stem};
pub use whole::{Unreadable, Whole, each_whole, members, nested};
pub use wildcards::expand;
