//! Records in, rows out, over streams: what engines of many machines run.
//!
//! A batch is judged from end to end before the next is read. What cannot be read is a row like any other, so that whoever
//! handed it over gets an answer.

mod answer;
#[cfg(feature = "columnar")]
mod arrow;
#[cfg(feature = "columnar")]
mod copied;
#[cfg(feature = "columnar")]
mod fault;
mod lines;
#[cfg(feature = "columnar")]
mod reply;
#[cfg(feature = "columnar")]
mod request;

pub(crate) use answer::Work;
#[cfg(feature = "columnar")]
pub(crate) use arrow::answer_arrow;
#[cfg(feature = "columnar")]
pub(crate) use fault::Fault;
pub(crate) use lines::answer_lines;
