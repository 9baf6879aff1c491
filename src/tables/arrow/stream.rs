//! An Arrow IPC stream that is written. Unlike the writer of the library it can say something with a batch.

use std::fmt;
use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::{
    DictionaryTracker, EncodedData, IpcDataGenerator, IpcWriteContext, IpcWriteOptions,
    write_message,
};
use arrow_ipc::{
    Buffer, FieldNode, KeyValue, KeyValueArgs, MessageBuilder, MessageHeader, RecordBatchBuilder,
    root_as_message,
};
use arrow_schema::{ArrowError, Schema};
use flatbuffers::FlatBufferBuilder;

/// Stands before every message.
const CONTINUATION: [u8; 4] = [0xFF; 4];

/// Writes a schema, then batches, then the mark of the end.
pub(crate) struct StreamWriter<W> {
    out: W,
    generator: IpcDataGenerator,
    tracker: DictionaryTracker,
    options: IpcWriteOptions,
    context: IpcWriteContext,
}

impl<W> fmt::Debug for StreamWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamWriter").finish_non_exhaustive()
    }
}

impl<W: Write> StreamWriter<W> {
    /// Writes the schema and hands it on.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn begin(schema: &Schema, out: W) -> io::Result<StreamWriter<W>> {
        let mut writer = StreamWriter {
            out,
            generator: IpcDataGenerator::default(),
            tracker: DictionaryTracker::new(false),
            options: IpcWriteOptions::default(),
            context: IpcWriteContext::default(),
        };
        let message = writer.generator.schema_to_bytes_with_dictionary_tracker(
            schema,
            &mut writer.tracker,
            &writer.options,
        );
        writer.message(message)?;
        writer.out.flush()?;
        Ok(writer)
    }

    /// Writes a batch, and with it what `told` says.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(
        &mut self,
        batch: &RecordBatch,
        told: Option<(&str, &str)>,
    ) -> io::Result<()> {
        let (dictionaries, mut message) = self
            .generator
            .encode(batch, &mut self.tracker, &self.options, &mut self.context)
            .map_err(failure)?;
        for dictionary in dictionaries {
            self.message(dictionary)?;
        }
        if let Some((key, value)) = told {
            message.ipc_message = telling(&message.ipc_message, key, value)?;
        }
        self.message(message)
    }

    /// Hands on what was written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes the mark of the end and gives the stream back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&CONTINUATION)?;
        self.out.write_all(&[0; 4])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn message(&mut self, message: EncodedData) -> io::Result<()> {
        write_message(&mut self.out, message, &self.options).map_err(failure)?;
        Ok(())
    }
}

/// The error of the stream that another one carries.
pub(crate) fn failure(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}

/// The same message of a batch, with a key and its value.
fn telling(message: &[u8], key: &str, value: &str) -> io::Result<Vec<u8>> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let message = root_as_message(message).map_err(|_| broken())?;
    let batch = message.header_as_record_batch().ok_or_else(broken)?;
    let mut builder = FlatBufferBuilder::new();
    let nodes: Vec<FieldNode> = batch.nodes().into_iter().flatten().copied().collect();
    let buffers: Vec<Buffer> = batch.buffers().into_iter().flatten().copied().collect();
    let (nodes, buffers) = (
        builder.create_vector(&nodes),
        builder.create_vector(&buffers),
    );
    let counts = batch.variadicBufferCounts();
    let counts = counts.map(|it| builder.create_vector(&it.iter().collect::<Vec<i64>>()));
    let (key, value) = (builder.create_string(key), builder.create_string(value));
    let pair = KeyValue::create(
        &mut builder,
        &KeyValueArgs {
            key: Some(key),
            value: Some(value),
        },
    );
    let pairs = builder.create_vector(&[pair]);
    let mut rows = RecordBatchBuilder::new(&mut builder);
    rows.add_length(batch.length());
    rows.add_nodes(nodes);
    rows.add_buffers(buffers);
    if let Some(counts) = counts {
        rows.add_variadicBufferCounts(counts);
    }
    let rows = rows.finish();
    let mut again = MessageBuilder::new(&mut builder);
    again.add_version(message.version());
    again.add_header_type(MessageHeader::RecordBatch);
    again.add_bodyLength(message.bodyLength());
    again.add_header(rows.as_union_value());
    again.add_custom_metadata(pairs);
    let root = again.finish();
    builder.finish(root, None);
    Ok(builder.finished_data().to_vec())
}
