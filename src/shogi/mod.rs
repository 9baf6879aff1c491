//! The game of shogi: pieces, positions, what is legal, how games end. No files, no text but SFEN and USI.

mod attacks;
mod color;
mod handicap;
pub mod jishogi;
mod legality;
mod lines;
mod movegen;
mod moves;
mod piece;
mod position;
mod reason;
mod repetition;
mod sfen;
mod square;
mod validity;

pub use color::{ByColor, Color};
pub use handicap::Handicap;
pub use movegen::MOST_MOVES;
pub use moves::{Move, ParseMoveError};
pub use piece::{Hand, Piece, PieceKind};
pub use position::{Played, Position, Setup};
pub use reason::{Illegal, Reason};
pub use repetition::{History, Repetition, RepetitionRule};
pub use sfen::{ParseSfenError, SfenText};
pub use square::{ParseSquareError, Square};
pub use validity::{Problem, validity};
