//! From one game to the bytes of another notation, and where they go.

#[cfg(feature = "cli")]
mod delivery;
mod game;
#[cfg(feature = "cli")]
mod names;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod place;
#[cfg(feature = "cli")]
mod sources;
#[cfg(feature = "cli")]
mod unfinished;

#[cfg(feature = "cli")]
pub use delivery::{Delivery, DeliveryError, Parcel, holds_several};
pub use game::{Converted, Converter, Lacking, LineEnd, Target};
#[cfg(feature = "cli")]
pub use names::{Subject, Template, TemplateError, ending, safe};
#[cfg(feature = "cli")]
pub use output::Output;
#[cfg(feature = "cli")]
pub use place::{Tree, stem};
#[cfg(feature = "cli")]
pub use sources::distinct;
