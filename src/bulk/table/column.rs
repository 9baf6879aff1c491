//! A column of a row group, read some rows at a time.

use parquet::column::reader::{ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::RowGroupReader;

/// A column of which some rows were read.
pub(super) struct Column<T: DataType> {
    reader: ColumnReaderImpl<T>,
    /// The level at which a value is there; 0 where it always is.
    present: i16,
    levels: Vec<i16>,
    values: Vec<T::T>,
    row: usize,
    value: usize,
}

impl<T: DataType> Column<T> {
    /// The column at this place, which must be of this type.
    pub(super) fn new(group: &dyn RowGroupReader, at: usize) -> Result<Column<T>, ParquetError> {
        let reader = group.get_column_reader(at)?;
        let described = group.metadata().column(at).column_descr();
        Ok(Column {
            present: described.max_def_level(),
            reader: get_typed_column_reader(reader),
            levels: Vec::new(),
            values: Vec::new(),
            row: 0,
            value: 0,
        })
    }

    /// Reads rows in place of those that were read before.
    pub(super) fn read(&mut self, rows: usize) -> Result<(), ParquetError> {
        self.levels.clear();
        self.values.clear();
        (self.row, self.value) = (0, 0);
        let mut read = 0;
        while read < rows {
            let levels = (self.present > 0).then_some(&mut self.levels);
            let (more, ..) =
                self.reader
                    .read_records(rows - read, levels, None, &mut self.values)?;
            if more == 0 {
                return Err(ParquetError::General("a column is too short".into()));
            }
            read += more;
        }
        Ok(())
    }

    /// The value in the next row, if it has one.
    pub(super) fn next(&mut self) -> Option<&T::T> {
        let row = self.row;
        self.row += 1;
        if self.present > 0 && self.levels.get(row) != Some(&self.present) {
            return None;
        }
        let value = self.values.get(self.value);
        self.value += 1;
        value
    }
}
