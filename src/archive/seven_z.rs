//! 7z. Its directory stands at the end, and many members may be packed as one: they come in that order.

use std::io::{self, Cursor, Read};
use std::sync::Arc;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Password};

use super::fault::one_line;
use super::meter::{Counted, Counts};
use super::packed::DICTIONARY_KIB;
use super::{Fault, Feed, Outcome, ReadSeek, Source};

/// From a stream the whole archive has to be kept in memory; this much of it is.
const KEPT: u64 = 256 << 20;

/// Hands the members on.
pub(super) fn read(
    source: Source<'_>,
    counts: &Arc<Counts>,
    feed: &mut Feed<'_>,
) -> io::Result<()> {
    let source: Box<dyn ReadSeek> = match source {
        Source::Seek(source) => source,
        Source::Stream(stream) => {
            let mut kept = Vec::new();
            stream.take(KEPT + 1).read_to_end(&mut kept)?;
            if kept.len() as u64 > KEPT {
                return Err(Fault::Large(KEPT).into());
            }
            Box::new(Cursor::new(kept))
        }
    };
    let mut source = Counted::new(source, counts.clone());
    let password = Password::empty();
    let limit = DICTIONARY_KIB as usize;
    let archive = Archive::read_with_memory_limit(&mut source, &password, limit).map_err(plain)?;
    for block in 0..archive.blocks.len() {
        let decoder =
            BlockDecoder::new_with_memory_limit(1, limit, block, &archive, &password, &mut source);
        if read_block(&archive, block, decoder, feed) == Outcome::Stopped {
            return Ok(());
        }
    }
    for (file, entry) in archive.files.iter().enumerate() {
        let in_block = archive.stream_map.file_block_index.get(file);
        let is_empty = in_block.is_none_or(Option::is_none);
        let is_file = is_empty && !entry.is_directory && !entry.is_anti_item;
        if is_file && feed.member(&name_of(entry), io::empty(), false) == Outcome::Stopped {
            return Ok(());
        }
    }
    Ok(())
}

/// Members that are packed as one: after a fault the rest of them is lost, and told once.
fn read_block<R: Read + io::Seek>(
    archive: &Archive,
    block: usize,
    decoder: BlockDecoder<'_, R>,
    feed: &mut Feed<'_>,
) -> Outcome {
    let first = archive.stream_map.block_first_file_index.get(block);
    if first.is_some_and(|&first| archive.is_file_encrypted(first)) {
        for entry in decoder.entries().iter().filter(|it| !it.is_directory) {
            if feed.unreadable(Some(&name_of(entry)), Fault::Encrypted.into()) == Outcome::Stopped {
                return Outcome::Stopped;
            }
        }
        return Outcome::Whole;
    }
    let mut current = decoder.entries().first().map(name_of);
    let mut outcome = Outcome::Whole;
    let result = decoder.for_each_entries(&mut |entry, data| {
        if entry.is_directory {
            return Ok(true);
        }
        let name = name_of(entry);
        outcome = feed.member(&name, data, true);
        current = Some(name);
        Ok(outcome == Outcome::Whole)
    });
    match result {
        Err(error) if outcome == Outcome::Whole => {
            feed.unreadable(current.as_deref(), plain(error))
        }
        _ => outcome,
    }
}

fn name_of(entry: &ArchiveEntry) -> String {
    entry.name.replace('\\', "/")
}

fn plain(error: sevenz_rust2::Error) -> io::Error {
    use sevenz_rust2::Error;
    let fault = match error {
        Error::Io(error, _) => return Fault::from_library(error),
        Error::ChecksumVerificationFailed | Error::NextHeaderCrcMismatch => Fault::Checksum,
        Error::PasswordRequired | Error::MaybeBadPassword(_) => Fault::Encrypted,
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => Fault::Encrypted,
        Error::UnsupportedCompressionMethod(method) => Fault::Method(one_line(&method)),
        other => Fault::Damaged(one_line(&other.to_string())),
    };
    fault.into()
}
