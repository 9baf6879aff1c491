//! Shogi game records: read, replay under the rules, judge, convert.

#![cfg_attr(
    not(feature = "cli"),
    allow(
        dead_code,
        unused_imports,
        reason = "the command line is what uses them"
    )
)]

#[cfg(feature = "archives")]
pub mod archive;
#[cfg(feature = "cli")]
pub mod bulk;
#[cfg(feature = "cli")]
pub mod cli;
pub mod convert;
#[cfg(feature = "cli")]
pub mod dedupe;
pub mod diagram;
pub mod examine;
#[cfg(feature = "cli")]
pub mod find;
pub mod finding;
#[cfg(feature = "cli")]
pub mod fix;
#[cfg(feature = "cli")]
pub mod impasse;
#[cfg(feature = "cli")]
pub mod info;
#[cfg(feature = "cli")]
pub mod input;
pub mod notation;
pub mod opening;
#[cfg(feature = "cli")]
pub mod output;
#[cfg(feature = "cli")]
pub mod page;
pub mod record;
pub mod render;
pub mod replay;
#[cfg(feature = "cli")]
pub mod select;
#[cfg(feature = "cli")]
pub mod sennichite;
pub mod shogi;
#[cfg(feature = "cli")]
pub mod stats;
#[cfg(feature = "cli")]
pub mod tables;
pub mod text;
#[cfg(feature = "cli")]
pub mod timeline;
#[cfg(feature = "cli")]
pub mod tutorial;
#[cfg(feature = "tui")]
pub mod viewer;
pub mod words;
