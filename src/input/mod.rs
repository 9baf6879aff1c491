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

pub(crate) use address::{Address, may_be_member};
pub(crate) use content::Content;
pub(crate) use distinct::distinct;
pub(crate) use inputs::{
    Input, InputKind, Inputs, Shard, is_common_name, is_record_name, is_wanted_name,
};
pub(crate) use list::{PathList, Separator};
pub(crate) use member::{Choice, Chooser};
pub(crate) use open::{InputFault, Opened, open};
pub(crate) use source::{Source, stem};
pub(crate) use whole::{Whole, each_whole, members, nested};
pub(crate) use wildcards::expand;
