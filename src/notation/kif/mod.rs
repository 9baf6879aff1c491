//! KIF: numbered moves with their origins and clocks, as Kifu for Windows writes them.

mod line;
mod numbers;
mod plain;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;
