//! A column of a row group: cells become pages.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Repetition, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer};
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::reader::Length;
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor, ColumnPath, Type};

use super::pages::{Lexicon, Pages};
use crate::tables::cells::{Cells, Kind};
use crate::tables::column::Column;
use crate::tables::words::Words;

/// The cells of a column in the row group that is being written.
pub(super) struct Chunk {
    /// The column as the file describes it.
    descr: ColumnDescPtr,
    /// For a column of words it writes their numbers, and a dictionary of these: only [`Pages`] makes words of them. To
    /// look up numbers is quicker than to look up words, and the data pages are the same.
    writer: ColumnWriter<'static>,
    pages: Pages,
    spare: Spare,
}

/// Buffers that are filled again and again.
#[derive(Debug, Default)]
struct Spare {
    /// For each row whether it has a value, as Parquet wants it: 1 or 0.
    levels: Vec<i16>,
    narrow: Vec<i32>,
    wide: Vec<i64>,
    real: Vec<f64>,
    bits: Vec<bool>,
    texts: Vec<ByteArray>,
    /// For each word of the cells its number in the row group.
    places: Vec<i32>,
}

impl Chunk {
    /// An empty one.
    pub(super) fn new(
        column: &Column,
        descr: ColumnDescPtr,
        properties: &WriterPropertiesPtr,
    ) -> Result<Chunk> {
        let compression = properties.compression(descr.path());
        let lexicon = match column.kind {
            Kind::Coded(code) => Some(Lexicon::Coded(code)),
            Kind::Word => Some(Lexicon::Listed(Words::default())),
            _ => None,
        };
        let written = match lexicon {
            Some(_) => numbers(column)?,
            None => descr.clone(),
        };
        let pages = Pages::new(lexicon, compression != Compression::UNCOMPRESSED);
        let writer = get_column_writer(written, properties.clone(), Box::new(pages.clone()));
        Ok(Chunk {
            descr,
            writer,
            pages,
            spare: Spare::default(),
        })
    }

    /// About how many bytes of memory it takes.
    pub(super) fn size(&self) -> u64 {
        let words = self.pages.with_words(|words| words.size());
        self.pages.len() + words.unwrap_or(0)
    }

    /// Adds these cells.
    ///
    /// # Errors
    /// When they cannot be written, or a column that always has a value has none.
    pub(super) fn add(&mut self, cells: &Cells, rows: &Range<usize>) -> Result<()> {
        let spare = &mut self.spare;
        let some = cells.there() > 0;
        let present = cells.presence(rows.clone());
        let levels = (self.descr.max_def_level() > 0).then(|| {
            spare.levels.clear();
            match present {
                Some(present) => spare.levels.extend(present.iter().map(|&it| i16::from(it))),
                None => spare.levels.resize(rows.len(), some.into()),
            }
            &spare.levels[..]
        });
        // Nothing is kept of cells of which none has a value.
        let kept = if some { rows.clone() } else { 0..0 };
        if levels.is_none() && (present.is_some() || kept.len() < rows.len()) {
            let column = self.descr.name();
            let text = format!("the column {column} always has a value, but not here");
            return Err(ParquetError::General(text));
        }
        match &mut self.writer {
            ColumnWriter::Int32ColumnWriter(writer) => {
                let numbers = &cells.narrow[kept];
                let listed = self.pages.with_words(|words| {
                    let place = places(&cells.words, words, &mut spare.places);
                    collect(&mut spare.narrow, numbers, present, place);
                });
                let numbers = match (listed, present) {
                    (None, None) => numbers,
                    (Some(()), _) => &spare.narrow,
                    (None, Some(_)) => collect(&mut spare.narrow, numbers, present, |it| it),
                };
                writer.write_batch(numbers, levels, None)?;
            }
            ColumnWriter::Int64ColumnWriter(writer) => {
                let numbers = match &cells.wide[kept] {
                    numbers if present.is_none() => numbers,
                    numbers => collect(&mut spare.wide, numbers, present, |it| it),
                };
                writer.write_batch(numbers, levels, None)?;
            }
            ColumnWriter::DoubleColumnWriter(writer) => {
                let real = |it: i64| f64::from_bits(it.cast_unsigned());
                let numbers = collect(&mut spare.real, &cells.wide[kept], present, real);
                writer.write_batch(numbers, levels, None)?;
            }
            ColumnWriter::BoolColumnWriter(writer) => {
                let bits = collect(&mut spare.bits, &cells.narrow[kept], present, |it| it != 0);
                writer.write_batch(bits, levels, None)?;
            }
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                let mut start = kept.start.checked_sub(1).map_or(0, |it| cells.ends[it]);
                let first = start;
                let end = kept.end.checked_sub(1).map_or(0, |it| cells.ends[it]);
                let all = Bytes::copy_from_slice(&cells.text.as_bytes()[first..end]);
                let text = |end: usize| {
                    let text = all.slice(start - first..end - first);
                    start = end;
                    ByteArray::from(text)
                };
                let texts = collect(&mut spare.texts, &cells.ends[kept], present, text);
                writer.write_batch(texts, levels, None)?;
                // They would hold on to the text.
                spare.texts.clear();
            }
            _ => {
                let kind = self.descr.physical_type();
                return Err(ParquetError::NYI(format!("columns of {kind}")));
            }
        }
        Ok(())
    }

    /// Completes the column: what there is to say of it, and its pages.
    pub(super) fn close(self) -> Result<(ColumnCloseResult, Pages)> {
        let mut done = self.writer.close()?;
        let written = &done.metadata;
        if written.column_descr() != self.descr.as_ref() {
            let mut words = ColumnChunkMetaData::builder(self.descr)
                .set_compression_codec(written.compression_codec())
                .set_encodings_mask(*written.encodings_mask())
                .set_total_compressed_size(written.compressed_size())
                .set_total_uncompressed_size(written.uncompressed_size())
                .set_num_values(written.num_values())
                .set_data_page_offset(written.data_page_offset())
                .set_dictionary_page_offset(written.dictionary_page_offset());
            if let Some(pages) = written.page_encoding_stats() {
                words = words.set_page_encoding_stats(pages.clone());
            }
            done.metadata = words.build()?;
        }
        Ok((done, self.pages))
    }
}

/// The values that are there, each as `of` makes it, in a buffer.
fn collect<'a, T: Copy, U>(
    out: &'a mut Vec<U>,
    values: &[T],
    present: Option<&[bool]>,
    mut of: impl FnMut(T) -> U,
) -> &'a [U] {
    out.clear();
    match present {
        None => out.extend(values.iter().map(|&it| of(it))),
        Some(present) => {
            let there = values.iter().zip(present).filter(|&(_, &there)| there);
            out.extend(there.map(|(&it, _)| of(it)));
        }
    }
    out
}

/// Finds the number of a word in the row group, given its number in the cells.
fn places<'a>(
    cells: &'a Words,
    group: &'a mut Words,
    places: &'a mut Vec<i32>,
) -> impl FnMut(i32) -> i32 + 'a {
    const NEW: i32 = -1;
    places.clear();
    places.resize(cells.len(), NEW);
    |number| {
        let number = number.cast_unsigned();
        let place = &mut places[number as usize];
        if *place == NEW {
            *place = group.number(cells.get(number)).cast_signed();
        }
        *place
    }
}

/// The column of the numbers of words.
fn numbers(column: &Column) -> Result<ColumnDescPtr> {
    let (repetition, level) = match column.always {
        true => (Repetition::REQUIRED, 0),
        false => (Repetition::OPTIONAL, 1),
    };
    let numbers = Type::primitive_type_builder(column.name, Physical::INT32)
        .with_repetition(repetition)
        .build()?;
    let path = ColumnPath::from(column.name);
    let descr = ColumnDescriptor::new(Arc::new(numbers), level, 0, path);
    Ok(Arc::new(descr))
}
