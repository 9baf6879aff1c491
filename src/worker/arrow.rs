//! Batches of Arrow in, batches of Arrow out.

use std::io::{self, Read, Write};

use super::Fault;
use super::answer::Work;
use super::copied::{self, Copied};
use super::reply::Replies;
use super::request::Requests;
use crate::tables::arrow;

/// Answers every batch of a stream with at least one, none of more than so many rows.
///
/// # Errors
/// When the input is no whole stream of the right columns, or the rows cannot be written.
pub(crate) fn answer_arrow(
    work: &Work,
    batch_rows: usize,
    input: impl Read,
    out: impl Write,
) -> Result<(), Fault> {
    let mut requests = Requests::begin(input)?;
    let further = requests.copied();
    let all = work.layout.columns();
    let chosen: Vec<_> = work.chosen.iter().map(|&at| all[at]).collect();
    let mut fields = arrow::fields(&chosen);
    for field in copied::fields(requests.schema(), &further) {
        if fields.iter().any(|it| it.name() == field.name()) {
            let text = format!("`{}` would be there twice", field.name());
            return Err(Fault::Columns(text));
        }
        fields.push(field);
    }
    let schema = arrow::schema(work.layout.table, fields);
    let mut replies = Replies::begin(work, schema, batch_rows, out)?;
    while let Some(batch) = requests.next()? {
        let inputs = requests.inputs(&batch)?;
        let rows = batch.num_rows();
        let copied = Copied::new(&batch, &further)?;
        let mut fault = None;
        let done = work.judge(inputs, |answer| {
            replies.add(&answer, &copied).map_err(|it| {
                fault = Some(it);
                io::ErrorKind::Other.into()
            })
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        done?;
        replies.end_batch(rows)?;
    }
    replies.finish()
}
