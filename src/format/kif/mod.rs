//! KIF: numbered moves with their origins and clocks, as Kifu for Windows writes them.

mod numbers;
mod plain;
mod read;

pub(super) use read::read;
