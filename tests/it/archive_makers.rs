//! Makes archives of every kind for tests.

use std::io::{Cursor, Read, Write};

/// A member: its name and what it holds.
pub(crate) type Files<'a> = [(&'a str, &'a [u8])];

/// Every kind by its ending, packed as usual.
pub(crate) fn all(files: &Files<'_>) -> Vec<(&'static str, Vec<u8>)> {
    let plain_tar = tar(files);
    vec![
        ("zip", Zip::default().deflated().make(files)),
        ("tar.gz", gz(&plain_tar)),
        ("tgz", gz(&plain_tar)),
        ("tar.zst", zst(&plain_tar)),
        ("tar.xz", xz(&plain_tar)),
        ("tar", plain_tar),
        ("7z", seven_z(files, true)),
        ("lzh", lzh(files)),
    ]
}

pub(crate) fn tar(files: &Files<'_>) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, *bytes).unwrap();
    }
    tar.into_inner().unwrap()
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut zst = zstd::Encoder::new(Vec::new(), 3).unwrap();
    zst.include_checksum(true).unwrap();
    zst.write_all(bytes).unwrap();
    zst.finish().unwrap()
}

pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    xz.write_all(bytes).unwrap();
    xz.finish().unwrap()
}

/// 7z, all members packed as one or each for itself.
pub(crate) fn seven_z(files: &Files<'_>, solid: bool) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter, SourceReader};
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    let entry = |name: &str| ArchiveEntry::new_file(name);
    if solid {
        let entries = files.iter().map(|(name, _)| entry(name)).collect();
        let readers = files.iter().map(|(_, bytes)| SourceReader::new(*bytes));
        writer
            .push_archive_entries(entries, readers.collect())
            .unwrap();
    } else {
        for (name, bytes) in files {
            writer
                .push_archive_entry(entry(name), Some(*bytes))
                .unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// LZH with headers of level 2, stored: nothing here packs as LHA did.
pub(crate) fn lzh(files: &Files<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, bytes) in files {
        let name = encoding_rs::SHIFT_JIS.encode(name).0;
        let (folder, file) = match name.iter().rposition(|&it| it == b'/') {
            Some(at) => (&name[..=at], &name[at + 1..]),
            None => (&name[..0], &name[..]),
        };
        let folder: Vec<u8> = folder
            .iter()
            .map(|&it| if it == b'/' { 0xFF } else { it })
            .collect();
        let mut extra = Vec::new();
        let mut sizes = Vec::new();
        for (kind, field) in [(1, file), (2, &folder[..])] {
            if !field.is_empty() {
                sizes.push(field.len() as u16 + 3);
                extra.push((kind, field.to_vec()));
            }
        }
        sizes.push(0);
        let mut header = Vec::new();
        header.extend_from_slice(b"-lh0-");
        let len = bytes.len() as u32;
        header.extend_from_slice(&len.to_le_bytes());
        header.extend_from_slice(&len.to_le_bytes());
        header.extend_from_slice(&1_700_000_000_u32.to_le_bytes());
        header.extend_from_slice(&[0x20, 2]);
        header.extend_from_slice(&crc16(bytes).to_le_bytes());
        header.push(b'U');
        header.extend_from_slice(&sizes[0].to_le_bytes());
        for ((kind, field), next) in extra.iter().zip(&sizes[1..]) {
            header.push(*kind);
            header.extend_from_slice(field);
            header.extend_from_slice(&next.to_le_bytes());
        }
        let mut total = header.len() + 2;
        // A length whose low byte is zero would end the archive.
        if total.is_multiple_of(256) {
            header.push(0);
            total += 1;
        }
        out.extend_from_slice(&(total as u16).to_le_bytes());
        out.extend_from_slice(&header);
        out.extend_from_slice(bytes);
    }
    out.push(0);
    out
}

fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc: u16, &byte| {
        (0..8).fold(crc ^ u16::from(byte), |crc, _| {
            (crc >> 1) ^ if crc & 1 == 1 { 0xA001 } else { 0 }
        })
    })
}

/// Zip in the many ways in which programs write it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Zip {
    deflate: bool,
    /// Lengths stand behind the data.
    streamed: bool,
    cp932: bool,
    encrypted: bool,
    method: Option<u16>,
}

impl Zip {
    pub(crate) fn deflated(mut self) -> Zip {
        self.deflate = true;
        self
    }

    pub(crate) fn streamed(mut self) -> Zip {
        self.streamed = true;
        self
    }

    /// Names in CP932, as Windows writes them.
    pub(crate) fn cp932(mut self) -> Zip {
        self.cp932 = true;
        self
    }

    pub(crate) fn encrypted(mut self) -> Zip {
        self.encrypted = true;
        self
    }

    /// Claims to be packed in this way.
    pub(crate) fn method(mut self, method: u16) -> Zip {
        self.method = Some(method);
        self
    }

    pub(crate) fn make(self, files: &Files<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut directory = Vec::new();
        for (name, bytes) in files {
            let at = out.len() as u32;
            let packed = if self.deflate {
                let best = flate2::Compression::default();
                let mut packed = Vec::new();
                let mut encoder = flate2::read::DeflateEncoder::new(*bytes, best);
                encoder.read_to_end(&mut packed).unwrap();
                packed
            } else {
                bytes.to_vec()
            };
            let name = if self.cp932 {
                encoding_rs::SHIFT_JIS.encode(name).0.into_owned()
            } else {
                name.as_bytes().to_vec()
            };
            let mut sum = flate2::Crc::new();
            sum.update(bytes);
            let lengths = [sum.sum(), packed.len() as u32, bytes.len() as u32];
            let fields = |known: bool| -> Vec<u8> {
                let mut flags = u16::from(self.encrypted) | u16::from(self.streamed) << 3;
                flags |= u16::from(!self.cp932) << 11;
                let method = self.method.unwrap_or(if self.deflate { 8 } else { 0 });
                let mut fields = Vec::new();
                for number in [20, flags, method, 0, 0x21] {
                    fields.extend_from_slice(&number.to_le_bytes());
                }
                for number in lengths {
                    let number = if known { number } else { 0 };
                    fields.extend_from_slice(&number.to_le_bytes());
                }
                fields.extend_from_slice(&(name.len() as u16).to_le_bytes());
                fields.extend_from_slice(&[0, 0]);
                fields
            };
            out.extend_from_slice(b"PK\x03\x04");
            out.extend(fields(!self.streamed));
            out.extend_from_slice(&name);
            out.extend_from_slice(&packed);
            if self.streamed {
                out.extend_from_slice(b"PK\x07\x08");
                out.extend(lengths.iter().flat_map(|it| it.to_le_bytes()));
            }
            directory.extend_from_slice(b"PK\x01\x02\x14\x00");
            directory.extend(fields(true));
            directory.extend_from_slice(&[0; 10]);
            directory.extend_from_slice(&at.to_le_bytes());
            directory.extend_from_slice(&name);
        }
        let at = out.len() as u32;
        let len = directory.len() as u32;
        let count = (files.len() as u16).to_le_bytes();
        out.extend(directory);
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        out.extend_from_slice(&count);
        out.extend_from_slice(&count);
        out.extend_from_slice(&len.to_le_bytes());
        out.extend_from_slice(&at.to_le_bytes());
        out.extend_from_slice(&[0, 0]);
        out
    }
}
