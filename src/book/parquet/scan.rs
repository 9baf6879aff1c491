//! All rows of a book in Parquet, one after the other.

use std::sync::Arc;

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderMetadata, ParquetRecordBatchReaderBuilder};

use super::ParquetBook;
use super::columns::rows;
use super::lookup::options;
use crate::book::{BookFault, BookRow};

/// So many rows are unpacked at once.
const BATCH: usize = 1024;

impl ParquetBook {
    /// Hands on every row.
    ///
    /// # Errors
    /// When the file cannot be read, holds something that no book does, or `take` fails.
    pub(in crate::book) fn each(
        &self,
        mut take: impl FnMut(BookRow) -> Result<(), BookFault>,
    ) -> Result<(), BookFault> {
        let described = ArrowReaderMetadata::try_new(Arc::new(self.metadata.clone()), options())?;
        let all = ProjectionMask::roots(described.parquet_schema(), self.places.all());
        let file = self.file.try_clone()?;
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file, described)
            .with_projection(all)
            .with_batch_size(BATCH);
        for batch in reader.build()? {
            rows(&batch?, &mut take)?;
        }
        Ok(())
    }
}
