//! Shogi game records: read, replay under the rules, judge, convert.

pub mod bulk;
pub mod cli;
pub mod convert;
pub mod diagram;
pub mod export;
pub mod film;
pub mod finding;
pub mod fix;
pub mod format;
pub mod guide;
pub mod impasse;
pub mod info;
pub mod lang;
pub mod opening;
pub mod page;
pub mod record;
pub mod render;
pub mod replay;
pub mod report;
pub mod sennichite;
pub mod shogi;
pub mod stats;
pub mod text;
#[cfg(feature = "tui")]
pub mod viewer;
