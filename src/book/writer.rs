//! A book that is written, in any form.

use std::io::{self, Write};
use std::path::PathBuf;

use super::lines::{csv_heading, push_csv, push_ndjson};
#[cfg(feature = "columnar")]
use super::parquet::ParquetWriter;
use super::text::TextWriter;
use super::{Names, Row, Rows};

/// A form of book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Parquet, in order of keys.
    Parquet,
    /// YaneuraOu's text book.
    Text,
    /// A line a row.
    Csv,
    /// An object a row.
    Ndjson,
}

impl Form {
    /// The form of files with this ending.
    pub(crate) fn of_ending(ending: &str) -> Option<Form> {
        let all = [
            ("parquet", Form::Parquet),
            ("db", Form::Text),
            ("csv", Form::Csv),
            ("ndjson", Form::Ndjson),
        ];
        let mut all = all.into_iter();
        let found = all.find(|(name, _)| ending.eq_ignore_ascii_case(name));
        found.map(|(_, form)| form)
    }
}

/// What is left out, and how much the writer may hold.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Moves of fewer games are left out.
    pub min_games: u64,
    /// So much memory may be taken, in bytes.
    pub memory: usize,
    /// What is more goes to files in this folder.
    pub folder: PathBuf,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Positions.
    pub positions: u64,
    /// Moves in them.
    pub moves: u64,
    /// Moves that were left out, for they are of fewer games.
    pub rare: u64,
}

/// Writes all rows in a form and gives the stream back.
///
/// # Errors
/// When something cannot be written, or what was put aside cannot be read.
pub(crate) fn write<W: Write + Send>(
    form: Form,
    mut rows: Rows,
    names: &mut Names,
    frame: &Frame,
    out: W,
) -> io::Result<(W, Written)> {
    let mut writer = Writer::new(form, frame, out)?;
    let mut written = Written::default();
    let mut all = Vec::new();
    while rows.next_key(&mut all)? {
        let before = all.len();
        all.retain(|it: &Row| it.counts.games >= frame.min_games);
        written.rare += (before - all.len()) as u64;
        written.moves += all.len() as u64;
        written.positions += positions(&all).len() as u64;
        writer.add(&all, names)?;
    }
    Ok((writer.finish()?, written))
}

/// The rows of a key by position: as good as always there is one.
fn positions(rows: &[Row]) -> Vec<Vec<&Row>> {
    let mut positions: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        match positions.iter_mut().find(|it| it[0].sfen == row.sfen) {
            Some(position) => position.push(row),
            None => positions.push(vec![row]),
        }
    }
    positions
}

enum Writer<W: Write + Send> {
    #[cfg(feature = "columnar")]
    Parquet(Box<ParquetWriter<W>>),
    Text(TextWriter<W>),
    Lines {
        form: Form,
        text: String,
        out: W,
    },
}

impl<W: Write + Send> Writer<W> {
    fn new(form: Form, frame: &Frame, out: W) -> io::Result<Writer<W>> {
        Ok(match form {
            #[cfg(feature = "columnar")]
            Form::Parquet => Writer::Parquet(Box::new(ParquetWriter::new(out)?)),
            #[cfg(not(feature = "columnar"))]
            Form::Parquet => return Err(io::ErrorKind::Unsupported.into()),
            Form::Text => {
                Writer::Text(TextWriter::new(out, frame.memory / 2, frame.folder.clone()))
            }
            Form::Csv | Form::Ndjson => Writer::Lines {
                form,
                text: match form {
                    Form::Csv => csv_heading(),
                    _ => String::new(),
                },
                out,
            },
        })
    }

    /// Adds the rows of a key.
    fn add(&mut self, rows: &[Row], names: &mut Names) -> io::Result<()> {
        match self {
            #[cfg(feature = "columnar")]
            Writer::Parquet(writer) => rows.iter().try_for_each(|row| writer.add(row, names)),
            Writer::Text(writer) => {
                let mut positions = positions(rows).into_iter();
                positions.try_for_each(|it| writer.add(it))
            }
            Writer::Lines { form, text, out } => {
                for row in rows {
                    match form {
                        Form::Csv => push_csv(row, names, text)?,
                        _ => push_ndjson(row, names, text)?,
                    }
                }
                if text.len() > 1 << 16 {
                    out.write_all(text.as_bytes())?;
                    text.clear();
                }
                Ok(())
            }
        }
    }

    fn finish(self) -> io::Result<W> {
        match self {
            #[cfg(feature = "columnar")]
            Writer::Parquet(writer) => writer.finish(),
            Writer::Text(writer) => writer.finish(),
            Writer::Lines { text, mut out, .. } => {
                out.write_all(text.as_bytes())?;
                Ok(out)
            }
        }
    }
}
