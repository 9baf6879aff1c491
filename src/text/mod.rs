//! Text and bytes: encodings, line ends, places. Knows nothing of shogi.

mod decode;
mod detect;
mod encode;
mod encoding;
mod escape;
mod line_ends;
mod places;
mod span;
mod wrap;

pub use decode::{BadBytes, TextProblem, TextProblemKind, decode};
pub use detect::detect;
pub use encode::{Encoded, Unmappable, encode};
pub(crate) use encoding::is_utf32;
pub use encoding::{Decision, Encoding};
pub(crate) use escape::push_visible;
pub use escape::{is_hidden, one_for_one, visible};
pub(crate) use line_ends::line_end_len;
pub use line_ends::{LineEnds, RawLines, count_lines};
pub use places::Places;
pub use span::{Place, Span};
pub use wrap::{shorten, wrap};
