//! Numbers about many games: one pass, counted in whole numbers, the same for any number of threads.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts become shares only when they are shown"
)]

mod column;
mod course;
mod filter;
mod group;
mod lines;
mod plot;
mod summary;
mod table;
mod tally;

pub use column::GameColumn;
pub use course::{Course, Moment, Score};
pub use filter::Filter;
pub use group::{Group, Groups};
pub use lines::{Form, Limits, summary};
pub use plot::{Drawn, Plot, Size, plot};
pub use summary::Summary;
pub use table::{NamedColumn, groups};
pub use tally::{Distribution, Results, wilson};
