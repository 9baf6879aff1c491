//! The stream of Arrow that comes in: a path a row, with its content or without.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, SchemaRef};
use arrow_select::take::take;

use super::Fault;
use super::lines::by_path;
use crate::input::{Content, Input, InputKind, Source};

/// Notes whether a stream was read to where it has no more bytes.
struct Noted<R> {
    inner: R,
    is_over: bool,
}

impl<R: Read> Read for Noted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.is_over |= read == 0 && !buffer.is_empty();
        Ok(read)
    }
}

/// Batches of paths and contents.
pub(super) struct Requests<R> {
    reader: StreamReader<Noted<io::Chain<io::Cursor<[u8; 4]>, R>>>,
    schema: SchemaRef,
    path: usize,
    content: Option<usize>,
}

impl<R: Read> Requests<R> {
    /// Reads the schema.
    pub(super) fn begin(mut input: R) -> Result<Requests<R>, Fault> {
        let no_stream = |cause: &dyn ToString| Fault::NoStream(cause.to_string());
        let mut first = [0; 4];
        input.read_exact(&mut first).map_err(|it| no_stream(&it))?;
        // What does not begin like this is not looked at: it may go on for ever.
        if first != [0xFF; 4] {
            return Err(no_stream(&"it does not begin like one"));
        }
        let input = Noted {
            inner: io::Cursor::new(first).chain(input),
            is_over: false,
        };
        let reader = guarded(|| StreamReader::try_new(input, None)).map_err(Fault::NoStream)?;
        let schema = reader.schema();
        let place = |name: &str| {
            let fields = schema.fields().iter().enumerate();
            let mut places = fields.filter(|it| it.1.name() == name).map(|it| it.0);
            match (places.next(), places.next()) {
                (_, Some(_)) => Err(Fault::Columns(format!("`{name}` is there twice"))),
                (place, None) => Ok(place),
            }
        };
        let path = place("path")?.ok_or_else(|| Fault::Columns("there is no `path`".to_owned()))?;
        let content = place("content")?;
        let kind = |at: usize| plain(schema.field(at).data_type());
        if !matches!(
            kind(path),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        ) {
            return Err(Fault::Columns(format!("`path` is {}", kind(path))));
        }
        if let Some(at) = content
            && !matches!(
                kind(at),
                DataType::Binary | DataType::LargeBinary | DataType::BinaryView
            )
        {
            return Err(Fault::Columns(format!("`content` is {}", kind(at))));
        }
        Ok(Requests {
            reader,
            path,
            content,
            schema: schema.clone(),
        })
    }

    /// The numbers of the columns that are copied.
    pub(super) fn copied(&self) -> Vec<usize> {
        let all = 0..self.schema.fields().len();
        all.filter(|at| *at != self.path && Some(*at) != self.content)
            .collect()
    }

    /// The columns.
    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The next batch; none at the mark of the end.
    pub(super) fn next(&mut self) -> Result<Option<RecordBatch>, Fault> {
        let next = guarded(|| self.reader.next().transpose()).map_err(Fault::Torn)?;
        if next.is_none() && self.reader.get_ref().is_over {
            return Err(Fault::Torn("the mark of the end is missing".to_owned()));
        }
        Ok(next)
    }

    /// What a batch asks for.
    pub(super) fn inputs(&self, batch: &RecordBatch) -> Result<Vec<Input>, Fault> {
        let paths = unpacked(batch.column(self.path))?;
        let contents = self.content.map(|at| unpacked(batch.column(at)));
        let contents = contents.transpose()?;
        let input = |row: usize| {
            let path = text(&paths, row);
            let content = contents.as_ref().filter(|it| it.is_valid(row));
            match (path, content) {
                (path, Some(content)) => Input {
                    source: Source::file(PathBuf::from(path.unwrap_or_default())).numbered(row),
                    game: None,
                    kind: InputKind::Given(Content::new(Cell(content.clone(), row))),
                },
                (Some(path), None) => by_path(path.into(), row),
                (None, None) => Input {
                    source: Source::file(PathBuf::new()).numbered(row),
                    game: None,
                    kind: InputKind::Unreadable(io::Error::new(
                        io::ErrorKind::NotFound,
                        "neither path nor content",
                    )),
                },
            }
        };
        Ok((0..batch.num_rows()).map(input).collect())
    }
}

/// The type of the values of a dictionary; other types as they are.
pub(super) fn plain(kind: &DataType) -> &DataType {
    match kind {
        DataType::Dictionary(_, values) => plain(values),
        other => other,
    }
}

/// The values of a dictionary row by row; other arrays as they are.
pub(super) fn unpacked(array: &ArrayRef) -> Result<ArrayRef, Fault> {
    let Some(dictionary) = array.as_any_dictionary_opt() else {
        return Ok(array.clone());
    };
    let values = guarded(|| take(dictionary.values(), dictionary.keys(), None));
    unpacked(&values.map_err(Fault::Columns)?)
}

/// The text of a row.
fn text(array: &ArrayRef, row: usize) -> Option<&str> {
    array.is_valid(row).then(|| match array.data_type() {
        DataType::LargeUtf8 => array.as_string::<i64>().value(row),
        DataType::Utf8View => array.as_string_view().value(row),
        _ => array.as_string::<i32>().value(row),
    })
}

/// The bytes of a row, where they came in.
struct Cell(ArrayRef, usize);

impl AsRef<[u8]> for Cell {
    fn as_ref(&self) -> &[u8] {
        match self.0.data_type() {
            DataType::LargeBinary => self.0.as_binary::<i64>().value(self.1),
            DataType::BinaryView => self.0.as_binary_view().value(self.1),
            _ => self.0.as_binary::<i32>().value(self.1),
        }
    }
}

/// What the library makes of bytes from elsewhere, in words when it fails or panics.
pub(super) fn guarded<T, E: ToString>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the bytes make no sense".to_owned()),
    }
}
