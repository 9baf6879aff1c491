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
mod people;
mod plot;
mod programs;
mod report;
mod summary;
mod table;
mod tally;

pub(crate) use course::Course;
pub(crate) use group::Groups;
pub(crate) use lines::{Form, Limits};
pub(crate) use names::Names;
pub(crate) use plot::{Drawn, Plot, Size, plot};
pub(crate) use report::report;
pub(crate) use summary::Summary;
pub(crate) use table::{NamedColumn, groups, label as value_label};
