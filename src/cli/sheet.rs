//! What is printed of many games: one array, or lines and rows under a heading.

use std::io::{self, Write};

/// What stands between the objects of an array.
pub(super) const SEPARATOR: &str = ",\n";

/// The output of a run, which comes in parts.
pub(super) struct Sheet<'a> {
    out: &'a mut dyn Write,
    /// Whether it is an array, each object of which comes with a separator before it.
    array: bool,
    is_empty: bool,
}

impl<'a> Sheet<'a> {
    /// An array of objects.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn array(out: &'a mut dyn Write) -> io::Result<Sheet<'a>> {
        out.write_all(b"[\n")?;
        Ok(Sheet {
            out,
            array: true,
            is_empty: true,
        })
    }

    /// Lines under a heading, which may be empty.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn lines(out: &'a mut dyn Write, heading: &str) -> io::Result<Sheet<'a>> {
        out.write_all(heading.as_bytes())?;
        Ok(Sheet {
            out,
            array: false,
            is_empty: true,
        })
    }

    /// Adds lines, or objects with their separators.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(super) fn add(&mut self, text: &str) -> io::Result<()> {
        let first = self.array && self.is_empty;
        self.is_empty &= text.is_empty();
        // Before the first object there is nothing to keep it apart from.
        let text = if first {
            text.get(SEPARATOR.len()..).unwrap_or_default()
        } else {
            text
        };
        self.out.write_all(text.as_bytes())
    }

    /// Ends it.
    ///
    /// # Errors
    /// When the end cannot be written.
    pub(super) fn end(self) -> io::Result<()> {
        if self.array {
            self.out.write_all(b"\n]\n")?;
        }
        Ok(())
    }
}
