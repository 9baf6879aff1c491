//! Any bytes as an archive: members or a clear failure, never a panic, never more than the limit.

use std::io::Read;
use std::ops::ControlFlow;

use kifu::archive::{self, Content, Entry, Kind, Source};

const LIMIT: u64 = 1 << 20;

pub(crate) fn run(bytes: &[u8]) {
    let Some(kind) = Kind::detect(&bytes[..bytes.len().min(archive::HEAD)], "a.lzh") else {
        return;
    };
    for source in [Source::bytes(bytes), Source::stream(Vec::new(), bytes)] {
        match archive::open(kind, "a", source, LIMIT) {
            Err(_) => {}
            Ok(Content::File(mut file)) => {
                let _ = std::io::copy(&mut file, &mut std::io::sink());
            }
            Ok(Content::Archive(archive)) => archive.members(&mut |entry| {
                if let Entry::Member { data, .. } = entry {
                    let _ = std::io::copy(&mut data.take(4 * LIMIT), &mut std::io::sink());
                }
                ControlFlow::Continue(())
            }),
        }
    }
}
