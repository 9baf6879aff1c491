//! Single files made smaller: gzip, Zstandard, xz.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use super::{Fault, Kind};

/// What an xz or 7z dictionary may take: the largest that 7-Zip makes by itself, and as much again.
pub(super) const DICTIONARY_KIB: u32 = 512 << 10;

/// What a packed file holds.
pub(super) fn unpack<'a, R: BufRead + Send + 'a>(
    kind: Kind,
    source: R,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    Ok(match kind {
        Kind::Gzip => Box::new(Gzip::new(source)),
        Kind::Zstd => Box::new(zstd::Decoder::with_buffer(source)?),
        Kind::Xz => Box::new(xz(source)),
        _ => return Err(Fault::Method(kind.name().to_owned()).into()),
    })
}

/// What an xz stream holds.
pub(super) fn xz<R: Read>(source: R) -> lzma_rust2::XzReader<R> {
    lzma_rust2::XzReader::new_mem_limit(source, true, DICTIONARY_KIB)
}

/// One gzip stream after the other, as `cat a.gz b.gz` makes them.
struct Gzip<R> {
    /// Taken only while one stream gives way to the next.
    stream: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    fn new(source: R) -> Gzip<R> {
        Gzip {
            stream: Some(GzDecoder::new(source)),
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(stream) = &mut self.stream {
            let amount = stream.read(buffer)?;
            if amount > 0 || buffer.is_empty() {
                return Ok(amount);
            }
            if !is_at_end(stream.get_mut())? {
                let next = self.stream.take().map(GzDecoder::into_inner);
                self.stream = next.map(GzDecoder::new);
                continue;
            }
            break;
        }
        Ok(0)
    }
}

/// Whether nothing follows. Tapes leave zeros behind the last stream.
fn is_at_end(source: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let ahead = source.fill_buf()?;
        if ahead.is_empty() {
            return Ok(true);
        }
        let zeros = ahead.iter().take_while(|&&byte| byte == 0).count();
        let is_more = zeros < ahead.len();
        source.consume(zeros);
        if is_more {
            return Ok(false);
        }
    }
}
