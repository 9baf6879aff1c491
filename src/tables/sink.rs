//! Where rows go: one stream, or part files of so many games.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::cells::Rows;
use super::lines::{push_csv, push_csv_heading, push_ndjson};
use super::{Column, Form, Layout};
#[cfg(feature = "columnar")]
use super::{ParquetWriter, arrow};
use crate::examine::Report;
use crate::opening::Classifier;
use crate::output::Output;

/// What comes of a batch of games.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    /// The lines, for the forms that are text.
    text: String,
    /// The rows, for the one that is not, in chunks.
    rows: Vec<Rows>,
    games: Vec<Share>,
}

/// So many rows are kept together before others are begun: those of a block of a file mostly stay together.
const CHUNK_ROWS: usize = 16_384;

/// The share of one game, or of several that follow each other, in a batch.
#[derive(Clone, Copy, Debug)]
struct Share {
    /// Which of the batch's rows they are.
    chunk: usize,
    /// Where its text, or its rows, begin and end.
    start: usize,
    end: usize,
    rows: u64,
    plies: u64,
}

/// Rows that were written, kept to be filled again: their buffers have grown to the right size, and they know the words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare(Arc<Mutex<Vec<Rows>>>);

impl Spare {
    fn take(&self) -> Option<Rows> {
        self.0.lock().ok()?.pop()
    }

    fn give(&self, mut rows: Rows) {
        rows.clear();
        if let Ok(mut spare) = self.0.lock() {
            spare.push(rows);
        }
    }
}

/// Makes rows of games, in buffers of its own.
#[derive(Debug)]
pub(crate) struct Exporter {
    layout: Layout,
    form: Form,
    classifier: Classifier,
    columns: Vec<Column>,
    rows: Rows,
    spare: Spare,
    /// Whether text that would be a formula is marked as text.
    for_spreadsheets: bool,
}

impl Exporter {
    /// For rows of this layout, to be written in this form. `spare` is shared with the sink.
    pub(crate) fn new(layout: Layout, form: Form, spare: Spare) -> Exporter {
        Exporter {
            layout,
            form,
            classifier: Classifier::default(),
            columns: layout.columns(),
            rows: layout.rows(form),
            spare,
            for_spreadsheets: false,
        }
    }

    /// The same, with formulas in CSV marked as text if that is wished.
    pub(crate) fn for_spreadsheets(mut self, for_spreadsheets: bool) -> Exporter {
        self.for_spreadsheets = for_spreadsheets;
        self
    }

    /// Adds the rows of a game.
    pub(crate) fn add(&mut self, report: &Report<'_>, batch: &mut Batch) {
        let share = match self.form {
            Form::Csv => {
                let marked = self.for_spreadsheets;
                self.add_lines(report, batch, |_, rows, text| push_csv(rows, marked, text))
            }
            Form::Ndjson => self.add_lines(report, batch, push_ndjson),
            Form::Arrow | Form::Parquet => self.add_rows(report, batch),
        };
        batch.games.push(share);
    }

    /// Adds them as text.
    fn add_lines(
        &mut self,
        report: &Report<'_>,
        batch: &mut Batch,
        push: impl FnOnce(&[Column], &Rows, &mut String),
    ) -> Share {
        self.rows.clear();
        let start = batch.games.last().map_or(0, |share| share.end);
        // What a crash left half done.
        batch.text.truncate(start);
        self.layout
            .add(report, &mut self.classifier, &mut self.rows);
        push(&self.columns, &self.rows, &mut batch.text);
        Share {
            chunk: 0,
            start,
            end: batch.text.len(),
            rows: self.rows.len() as u64,
            plies: u64::from(report.replay.plies()),
        }
    }

    /// Adds them as they are.
    fn add_rows(&mut self, report: &Report<'_>, batch: &mut Batch) -> Share {
        let full = |rows: &Rows| rows.len() >= CHUNK_ROWS;
        if batch.rows.last().is_none_or(full) {
            let spare = self.spare.take();
            batch
                .rows
                .push(spare.unwrap_or_else(|| self.layout.rows(self.form)));
        }
        let chunk = batch.rows.len() - 1;
        let rows = &mut batch.rows[chunk];
        let last = batch.games.last().filter(|share| share.chunk == chunk);
        let start = last.map_or(0, |share| share.end);
        // What a crash left half done.
        rows.truncate(start);
        self.layout.add(report, &mut self.classifier, rows);
        Share {
            chunk,
            start,
            end: rows.len(),
            rows: (rows.len() - start) as u64,
            plies: u64::from(report.replay.plies()),
        }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Games, also those without rows.
    pub games: u64,
    /// Rows.
    pub rows: u64,
    /// Part files.
    pub parts: u64,
    /// Part files of an earlier run that were removed, because this run has fewer.
    pub removed: u64,
}

/// Takes batches in input order and writes them.
#[derive(Debug)]
pub(crate) struct Sink<W: Write + Send> {
    layout: Layout,
    form: Form,
    /// Begin CSV with a byte order mark.
    bom: bool,
    place: Place<W>,
    written: Written,
    spare: Spare,
}

/// Where a sink writes.
#[derive(Debug)]
enum Place<W: Write + Send> {
    /// Nothing is written before there is a game.
    Stream {
        waiting: Option<W>,
        open: Option<Stream<W>>,
    },
    Parts {
        parts: Parts,
        open: Option<(Stream<Output>, u64)>,
    },
}

/// Part files.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// The folder.
    pub folder: PathBuf,
    /// How many games make a part.
    pub games: u64,
    /// What stands between the table and the number in their names.
    pub suffix: String,
    /// Replace files that exist.
    pub force: bool,
}

impl<W: Write + Send> Sink<W> {
    /// Writes everything to one stream.
    pub(crate) fn to_stream(layout: Layout, form: Form, bom: bool, out: W) -> Sink<W> {
        let place = Place::Stream {
            waiting: Some(out),
            open: None,
        };
        Sink::new(layout, form, bom, place)
    }

    /// Writes part files.
    pub(crate) fn to_parts(layout: Layout, form: Form, bom: bool, parts: Parts) -> Sink<W> {
        Sink::new(layout, form, bom, Place::Parts { parts, open: None })
    }

    fn new(layout: Layout, form: Form, bom: bool, place: Place<W>) -> Sink<W> {
        Sink {
            layout,
            form,
            bom,
            place,
            written: Written::default(),
            spare: Spare::default(),
        }
    }

    /// Where the rows go once they are written.
    pub(crate) fn spare(&self) -> Spare {
        self.spare.clone()
    }

    /// Writes a batch.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn add(&mut self, batch: Batch) -> io::Result<()> {
        let mut games = &batch.games[..];
        while let Some(first) = games.first() {
            let most = match &mut self.place {
                Place::Stream { .. } => usize::MAX,
                Place::Parts { parts, open } => {
                    let done = open.as_ref().map_or(0, |(_, games)| *games);
                    usize::try_from(parts.games - done).unwrap_or(usize::MAX)
                }
            };
            // Neighbours that go the same way go together.
            let together = games.iter().take(most);
            let together = together.take_while(|it| it.chunk == first.chunk).count();
            let (some, rest) = games.split_at(together);
            games = rest;
            let share = Share {
                end: some[together - 1].end,
                rows: some.iter().map(|it| it.rows).sum(),
                plies: some.iter().map(|it| it.plies).sum(),
                ..*first
            };
            self.written.games += together as u64;
            self.written.rows += share.rows;
            match &mut self.place {
                Place::Stream { waiting, open } => {
                    if let Some(out) = waiting.take() {
                        *open = Some(Stream::begin(self.layout, self.form, self.bom, out)?);
                    }
                    if let Some(stream) = open {
                        stream.add(&batch, share)?;
                    }
                }
                Place::Parts { parts, open } => {
                    if open.is_none() {
                        self.written.parts += 1;
                    }
                    let path = parts.path(self.layout, self.form, self.written.parts);
                    let begin = || {
                        let file = Output::create(&path, parts.force)?;
                        Stream::begin(self.layout, self.form, self.bom, file)
                    };
                    add_to_part(parts.games, open, begin, |stream| {
                        stream.add(&batch, share)?;
                        Ok(together as u64)
                    })
                    .map_err(|cause| PartError::failure(path.clone(), cause))?;
                }
            }
        }
        batch
            .rows
            .into_iter()
            .for_each(|rows| self.spare.give(rows));
        Ok(())
    }

    /// Completes what is written; gives the stream back, where there is one.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub(crate) fn finish(self) -> io::Result<(Written, Option<W>)> {
        let mut written = self.written;
        let out = match self.place {
            Place::Stream { waiting, open } => {
                let begun = match waiting {
                    Some(out) => Some(Stream::begin(self.layout, self.form, self.bom, out)?),
                    None => open,
                };
                begun.map(Stream::finish).transpose()?
            }
            Place::Parts { parts, open } => {
                if let Some((stream, _)) = open {
                    let path = parts.path(self.layout, self.form, written.parts);
                    let done = stream.finish().and_then(Output::finish);
                    done.map_err(|cause| PartError::failure(path, cause))?;
                }
                if parts.force {
                    written.removed = parts.remove_after(self.layout, self.form, written.parts)?;
                }
                None
            }
        };
        Ok((written, out))
    }
}

/// Adds games to the part that is open, or to one that `begin` begins; it is finished when it holds `most`.
fn add_to_part(
    most: u64,
    open: &mut Option<(Stream<Output>, u64)>,
    begin: impl FnOnce() -> io::Result<Stream<Output>>,
    add: impl FnOnce(&mut Stream<Output>) -> io::Result<u64>,
) -> io::Result<()> {
    let (stream, games) = match open {
        Some(open) => open,
        None => open.insert((begin()?, 0)),
    };
    *games += add(stream)?;
    if *games == most
        && let Some((stream, _)) = open.take()
    {
        stream.finish()?.finish()?;
    }
    Ok(())
}

impl Parts {
    /// The path of a part: the same for every run over the same games.
    fn path(&self, layout: Layout, form: Form, number: u64) -> PathBuf {
        let stem = self.stem(layout);
        self.folder
            .join(format!("{stem}{number:05}.{}", form.name()))
    }

    /// What the names of all parts begin with.
    fn stem(&self, layout: Layout) -> String {
        format!("{}{}-", layout.table.name(), self.suffix)
    }

    /// Removes the parts that an earlier run has left behind the last one of this run, and says how many: read
    /// together with the new ones they would give games twice.
    fn remove_after(&self, layout: Layout, form: Form, last: u64) -> io::Result<u64> {
        let (stem, ending) = (self.stem(layout), format!(".{}", form.name()));
        let mut removed = 0;
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|it| it.to_str());
            let number = name
                .and_then(|it| it.strip_prefix(&stem)?.strip_suffix(&ending)?.parse().ok())
                .filter(|&number: &u64| number > last);
            if number.is_some_and(|number| self.path(layout, form, number) == path) {
                fs::remove_file(&path).map_err(|cause| PartError::failure(path, cause))?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// What failed at one of the part files.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub(crate) struct PartError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub cause: io::Error,
}

impl PartError {
    fn failure(path: PathBuf, cause: io::Error) -> io::Error {
        io::Error::new(cause.kind(), PartError { path, cause })
    }
}

/// A file or stream in one of the forms.
#[derive(Debug)]
enum Stream<W: Write + Send> {
    Text(W),
    #[cfg(feature = "columnar")]
    Parquet(Box<ParquetWriter<W>>),
    #[cfg(feature = "columnar")]
    Arrow(Arc<arrow_schema::Schema>, Box<arrow::StreamWriter<W>>),
}

impl<W: Write + Send> Stream<W> {
    fn begin(layout: Layout, form: Form, bom: bool, mut out: W) -> io::Result<Stream<W>> {
        match form {
            Form::Csv => {
                let mut heading = String::from(if bom { "\u{feff}" } else { "" });
                push_csv_heading(&layout.columns(), &mut heading);
                out.write_all(heading.as_bytes())?;
                Ok(Stream::Text(out))
            }
            Form::Ndjson => Ok(Stream::Text(out)),
            #[cfg(feature = "columnar")]
            Form::Parquet => {
                let writer = ParquetWriter::new(layout, out)?;
                Ok(Stream::Parquet(Box::new(writer)))
            }
            #[cfg(feature = "columnar")]
            Form::Arrow => {
                let fields = arrow::fields(&layout.columns());
                let schema = Arc::new(arrow::schema(layout.table, fields));
                let writer = arrow::StreamWriter::begin(&schema, out)?;
                Ok(Stream::Arrow(schema, Box::new(writer)))
            }
            #[cfg(not(feature = "columnar"))]
            Form::Arrow | Form::Parquet => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Adds a share.
    fn add(&mut self, batch: &Batch, share: Share) -> io::Result<()> {
        match self {
            Stream::Text(out) => out.write_all(&batch.text.as_bytes()[share.start..share.end]),
            #[cfg(feature = "columnar")]
            Stream::Parquet(writer) => {
                let rows = &batch.rows[share.chunk];
                writer.add(rows, share.start..share.end, share.plies)
            }
            #[cfg(feature = "columnar")]
            Stream::Arrow(schema, writer) => {
                let rows = &batch.rows[share.chunk];
                let batch = arrow::batch(schema, rows, &(share.start..share.end));
                writer.write(&batch.map_err(arrow::failure)?, None)
            }
        }
    }

    fn finish(self) -> io::Result<W> {
        match self {
            Stream::Text(mut out) => out.flush().map(|()| out),
            #[cfg(feature = "columnar")]
            Stream::Parquet(writer) => writer.finish(),
            #[cfg(feature = "columnar")]
            Stream::Arrow(_, writer) => writer.finish(),
        }
    }
}
