//! Paths in, a line each; rows out, a JSON object a line. What was judged is handed on whenever the input pauses.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;

use super::answer::{Answer, Work};
use crate::input::{Input, InputKind, PathList, Source};
use crate::tables::push_object;

/// How many paths are judged together at most.
const TOGETHER: usize = 64;
/// How much of a path is waited for. What is longer is no path.
const LONGEST: usize = 1 << 16;

/// Answers every path of a list, each of which ends with `end`.
///
/// # Errors
/// When the list cannot be read or the rows cannot be written.
pub(crate) fn answer_lines(
    work: &Work,
    end: u8,
    list: impl Read,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = work.layout.columns();
    let mut list = BufReader::with_capacity(LONGEST, list);
    let mut text = String::new();
    loop {
        let mut inputs = Vec::new();
        let over = gather(end, &mut list, &mut inputs)?;
        work.judge(inputs, |Answer { rows, .. }| {
            text.clear();
            for row in 0..rows.len() {
                let values = work.chosen.iter().map(|&column| {
                    let value = rows.columns()[column].get(row);
                    (&columns[column], value)
                });
                push_object(values, &mut text);
            }
            out.write_all(text.as_bytes())
        })?;
        out.flush()?;
        if over {
            return Ok(());
        }
    }
}

/// Takes the paths that are there, at least one. Says whether the list is over.
fn gather<R: Read>(end: u8, list: &mut BufReader<R>, inputs: &mut Vec<Input>) -> io::Result<bool> {
    let mut line = Vec::new();
    while inputs.len() < TOGETHER {
        // Nothing that was asked for waits for what is still to come.
        if line.is_empty() && !inputs.is_empty() && list.buffer().is_empty() {
            return Ok(false);
        }
        let there = list.fill_buf()?;
        if there.is_empty() {
            add(line, inputs);
            return Ok(true);
        }
        let at = there.iter().position(|it| *it == end);
        if at.is_none() && line.is_empty() && !inputs.is_empty() {
            return Ok(false);
        }
        let taken = at.unwrap_or(there.len());
        line.extend_from_slice(&there[..taken]);
        list.consume(taken + usize::from(at.is_some()));
        if line.len() > LONGEST {
            return Err(crate::input::InputFault::LongLine.into());
        }
        if at.is_some() {
            if end == b'\n' && line.ends_with(b"\r") {
                line.pop();
            }
            add(std::mem::take(&mut line), inputs);
        }
    }
    Ok(false)
}

fn add(line: Vec<u8>, inputs: &mut Vec<Input>) {
    if !line.is_empty() {
        let path = PathList::path_of_bytes(line);
        inputs.push(by_path(path, inputs.len()));
    }
}

/// The input that a path names: a file, never standard input.
pub(super) fn by_path(path: PathBuf, number: usize) -> Input {
    let kind = match path.as_os_str() == "-" {
        true => InputKind::Unreadable(io::ErrorKind::NotFound.into()),
        false => InputKind::Named,
    };
    Input {
        source: Source::file(path).numbered(number),
        game: None,
        kind,
    }
}
