//! Numbers about many games: one pass, counted in whole numbers, the same for any number of threads.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts become shares only when they are shown"
)]

mod course;
mod group;
mod lines;
mod names;
mod plot;
mod summary;
mod table;
mod tally;

pub use course::{Course, Moment, Score};
pub use group::{Group, Groups};
pub use lines::{Form, Limits, summary};
pub use names::Names;
pub use plot::{Drawn, Plot, Size, plot};
pub use summary::Summary;
pub use table::{NamedColumn, groups, label as value_label};
pub use tally::{Distribution, Results};
