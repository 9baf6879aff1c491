//! A book in Parquet, in which positions are looked up.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowPredicateFn, ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
    RowFilter, RowSelection,
};
use parquet::errors::Result;
use parquet::file::metadata::{
    ColumnChunkMask, PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader,
};
use parquet::file::page_index::column_index::ColumnIndexMetaData;
use parquet::file::statistics::Statistics;

use super::columns::{Places, rows};
use crate::book::{BookFault, BookRow};
use crate::shogi::Position;

/// A book that is open.
#[derive(Debug)]
pub(in crate::book) struct ParquetBook {
    pub(super) file: File,
    pub(super) metadata: ParquetMetaData,
    pub(super) places: Places,
}

/// What is read of a file in which the types of whoever wrote it may be told: those of Parquet are enough.
pub(super) fn options() -> ArrowReaderOptions {
    ArrowReaderOptions::new().with_skip_arrow_metadata(true)
}

impl ParquetBook {
    /// Opens a book.
    ///
    /// # Errors
    /// When the file is no Parquet or lacks a column.
    pub(in crate::book) fn open(file: File) -> Result<ParquetBook, BookFault> {
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file)?;
        let metadata = Arc::new(metadata);
        let described = ArrowReaderMetadata::try_new(metadata.clone(), options())?;
        let places = Places::of(described.schema())?;
        drop(described);
        Ok(ParquetBook {
            file,
            metadata: Arc::unwrap_or_clone(metadata),
            places,
        })
    }

    /// What was played in a position, most often first. Only those pages are read in which it may be.
    ///
    /// # Errors
    /// When the file cannot be read, or holds something that no book does.
    pub(in crate::book) fn moves(&self, position: &Position) -> Result<Vec<BookRow>, BookFault> {
        let key = position.key().cast_signed();
        let groups: Vec<usize> = self.groups(key)?;
        if groups.is_empty() {
            return Ok(Vec::new());
        }
        let metadata = Arc::new(self.with_pages(&groups)?);
        let selection = self.pages(&metadata, &groups, key);
        let described = ArrowReaderMetadata::try_new(metadata, options())?;
        let schema = described.parquet_schema();
        let keys = ProjectionMask::roots(schema, [self.places.key()]);
        let all = ProjectionMask::roots(schema, self.places.all());
        let is_key = ArrowPredicateFn::new(keys, move |batch| {
            let keys = batch.column(0).as_primitive::<Int64Type>();
            let hits = (0..keys.len()).map(|row| keys.is_valid(row) && keys.value(row) == key);
            Ok(BooleanArray::from_iter(hits.map(Some)))
        });
        let mut reader =
            ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.try_clone()?, described)
                .with_row_groups(groups)
                .with_projection(all)
                .with_row_filter(RowFilter::new(vec![Box::new(is_key)]));
        if let Some(selection) = selection {
            reader = reader.with_row_selection(selection);
        }
        let mut found: Vec<BookRow> = Vec::new();
        for batch in reader.build()? {
            rows(&batch?, |row| {
                if row.position.same_as(position) {
                    found.push(row);
                }
                Ok(())
            })?;
        }
        BookRow::sort(&mut found);
        Ok(found)
    }

    /// The row groups in which a key may be.
    fn groups(&self, key: i64) -> Result<Vec<usize>> {
        let column = self.places.key();
        let mut groups = Vec::new();
        for (number, group) in self.metadata.row_groups().iter().enumerate() {
            let chunk = group.column(column);
            let is_outside = match chunk.statistics() {
                Some(Statistics::Int64(it)) => {
                    it.min_opt().is_some_and(|&least| key < least)
                        || it.max_opt().is_some_and(|&most| key > most)
                }
                _ => false,
            };
            if !is_outside {
                groups.push(number);
            }
        }
        // In a file that is in order a page is found at once; a filter is only worth its reading where there is a choice.
        if groups.len() > 1 {
            let mut kept = Vec::new();
            for number in groups {
                if self.may_have(number, key)? {
                    kept.push(number);
                }
            }
            return Ok(kept);
        }
        Ok(groups)
    }

    /// Whether the filter of a row group lets a key through.
    fn may_have(&self, group: usize, key: i64) -> Result<bool> {
        use parquet::bloom_filter::Sbbf;
        let chunk = self.metadata.row_group(group).column(self.places.key());
        let filter = Sbbf::read_from_column_chunk(chunk, &self.file)?;
        Ok(filter.is_none_or(|it| it.check(&key)))
    }

    /// What is told of the file, with the places of the pages of these row groups.
    fn with_pages(&self, groups: &[usize]) -> Result<ParquetMetaData> {
        let of = |columns: Vec<usize>| {
            ColumnChunkMask::row_groups_and_columns(groups.iter().copied(), columns)
        };
        let mut reader = ParquetMetaDataReader::new_with_metadata(self.metadata.clone())
            .with_page_index_policy(PageIndexPolicy::Optional)
            .with_column_index_mask(of(vec![self.places.key()]))
            .with_offset_index_mask(of(self.places.all().collect()));
        reader.read_page_indexes(&self.file)?;
        reader.finish()
    }

    /// The rows of the pages in which a key may be, counted through all these row groups; none if nothing is told of
    /// the pages of one.
    fn pages(
        &self,
        metadata: &ParquetMetaData,
        groups: &[usize],
        key: i64,
    ) -> Option<RowSelection> {
        let mut ranges = Vec::new();
        let mut before = 0;
        for &number in groups {
            let rows = usize::try_from(metadata.row_group(number).num_rows()).ok()?;
            let index = metadata.page_index_for_row_group(number);
            let ColumnIndexMetaData::INT64(index) = index.column_index(self.places.key())? else {
                return None;
            };
            let pages = metadata.page_index_for_row_group(number);
            let pages = pages.offset_index(self.places.key())?.page_locations();
            for (page, location) in pages.iter().enumerate() {
                let first = usize::try_from(location.first_row_index).ok()?;
                let end = match pages.get(page + 1) {
                    Some(next) => usize::try_from(next.first_row_index).ok()?,
                    None => rows,
                };
                let least = index.min_value(page);
                let most = index.max_value(page);
                let is_inside =
                    least.is_some_and(|&it| it <= key) && most.is_some_and(|&it| key <= it);
                if is_inside {
                    ranges.push(before + first..before + end.max(first));
                }
            }
            before += rows;
        }
        Some(RowSelection::from_consecutive_ranges(
            ranges.into_iter(),
            before,
        ))
    }
}
