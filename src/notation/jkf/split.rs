//! Where one JSON object ends and the next begins. Whether it is a record is left to the reader.

use memchr::memchr2;

/// Follows braces and strings through a stream of objects, on lines of their own or in an array.
#[derive(Debug, Default)]
pub(in crate::notation) struct Objects {
    depth: u32,
    in_string: bool,
    /// The objects stand in an array.
    in_array: bool,
    started: bool,
}

impl Objects {
    /// How many bytes lie before the next object.
    pub(in crate::notation) fn find_start(&mut self, bytes: &[u8]) -> usize {
        if self.depth > 0 || self.in_string {
            return 0;
        }
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let skipped = match byte {
                b' ' | b'\t' | b'\r' | b'\n' => true,
                0xEF | 0xBB | 0xBF if !self.started => false,
                b'[' if !self.started => {
                    self.in_array = true;
                    true
                }
                b',' | b']' => self.in_array,
                _ => false,
            };
            if !skipped {
                break;
            }
            self.started |= byte == b'[';
            at += 1;
        }
        at
    }

    /// The end of the object that starts at `start`; what is before `scan` was looked at.
    pub(in crate::notation) fn find_end(
        &mut self,
        buffer: &[u8],
        at_end: bool,
        start: usize,
        scan: &mut usize,
    ) -> Option<usize> {
        while let Some(&byte) = buffer.get(*scan) {
            if self.in_string {
                let Some(at) = memchr2(b'"', b'\\', &buffer[*scan..]) else {
                    *scan = buffer.len();
                    return None;
                };
                *scan += at;
                if buffer[*scan] == b'\\' {
                    // Whatever is escaped does not end the string.
                    if *scan + 1 >= buffer.len() {
                        return None;
                    }
                    *scan += 2;
                } else {
                    self.in_string = false;
                    *scan += 1;
                }
                continue;
            }
            match byte {
                b'"' if self.depth > 0 => self.in_string = true,
                b'{' => {
                    self.started = true;
                    self.depth += 1;
                }
                b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        *scan += 1;
                        return Some(*scan);
                    }
                }
                b'\n' => {
                    // Stray text is a game of its own, and so is an object that was cut off before the next line.
                    let next = &buffer[*scan + 1..];
                    if self.depth > 0 && next.len() < LONGEST_HEAD && !at_end {
                        return None;
                    }
                    if self.depth == 0 && *scan > start || self.depth > 0 && starts_record(next) {
                        self.depth = 0;
                        *scan += 1;
                        return Some(*scan);
                    }
                }
                _ => {}
            }
            *scan += 1;
        }
        None
    }
}

/// How a record of JSON Lines begins.
const HEADS: [&[u8]; 3] = [b"{\"header\"", b"{\"initial\"", b"{\"moves\""];
const LONGEST_HEAD: usize = 10;

fn starts_record(line: &[u8]) -> bool {
    HEADS.iter().any(|head| line.starts_with(head))
}
