//! The notations: telling them apart, splitting files into games, reading and writing.

mod bod;
mod csa;
mod detect;
mod dialect;
mod game;
mod head;
mod holds;
mod holds_game;
mod info;
mod jkf;
mod ki2;
mod kif;
mod kif_family;
mod losses;
mod registry;
mod sfen;
mod shared;
mod split;
mod usen;
mod usi;

#[cfg(feature = "columnar")]
pub(crate) use csa::ending_of_table as csa_ending;
pub(crate) use csa::piece_name as csa_piece;

pub use detect::detect;
pub use dialect::dialect;
pub use game::Game;
pub use holds::{AnalysisKept, HeadersKept, Holds, Kept, NumberKept, TimesKept};
pub use holds_game::holds_game;
pub use info::{Ending, Info, holds, keeps_ending, promised};
pub(crate) use ki2::push_move as push_ki2_move;
pub(crate) use kif_family::push_move as push_kif_move;
pub use registry::{read, repairs, write};
pub(crate) use shared::faults::no_record;
pub(crate) use shared::japanese;
pub use shared::options::{CsaVersion, WriteOptions};
pub use shared::repair::{Repair, RepairContext, RepairKind};
pub use split::{Section, Splitter};
pub use usi::usi_token;

use crate::record::WrittenMove;

/// Reads the move at the start of a text as KIF and KI2 write it, and says how many bytes it takes.
pub(crate) fn read_japanese_move(text: &str) -> Option<(WrittenMove, usize)> {
    let reading = kif_family::read(text.as_bytes()).ok()?;
    Some((reading.mv, reading.len))
}
