//! Books as Parquet: written in order of keys, so that a position is found without reading the whole; read whoever
//! wrote them.

mod columns;
mod lookup;
mod scan;
mod write;

pub(super) use lookup::ParquetBook;
pub(super) use write::ParquetWriter;
