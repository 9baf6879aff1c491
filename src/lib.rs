//! Shogi game records: read, replay under the rules, judge, convert.

pub mod bulk;
pub mod cli;
pub mod convert;
pub mod diagram;
pub mod examine;
pub mod finding;
pub mod fix;
pub mod impasse;
pub mod info;
pub mod notation;
pub mod opening;
pub mod page;
pub mod record;
pub mod render;
pub mod replay;
pub mod sennichite;
pub mod shogi;
pub mod stats;
pub mod tables;
pub mod text;
pub mod timeline;
pub mod tutorial;
#[cfg(feature = "tui")]
pub mod viewer;
pub mod words;
