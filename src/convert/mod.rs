//! From one game to the bytes of another notation, and where they go.

mod delivery;
mod game;
mod names;
mod output;
mod place;
mod sources;
mod unfinished;

pub use delivery::{Delivery, DeliveryError, Parcel, holds_several};
pub use game::{Converted, Converter, Lacking, LineEnd, Target};
pub use names::{Subject, Template, TemplateError, ending, safe};
pub use output::Output;
pub use place::{Tree, stem};
pub use sources::distinct;
