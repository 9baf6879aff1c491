//! A file that comes in blocks of any size is split as it is when it comes at once: games, lines, bytes.

use kifu::notation::{Splitter, detect as detect_notation};
use kifu::text::{Decision, detect};

/// Where a game begins and ends in the file, and its first line.
type Found = (u64, usize, u32);

/// Blocks of these sizes, one after the other and again from the first; at once where there is none.
fn games(bytes: &[u8], decision: &Decision, sizes: &[u8]) -> Vec<Found> {
    let notation = detect_notation(bytes, decision, None);
    let mut splitter = Splitter::new(notation, decision);
    let mut sizes = sizes.iter().cycle();
    let (mut buffer, mut given) = (Vec::new(), 0);
    let mut found = Vec::new();
    loop {
        let at_end = given == bytes.len();
        while let Some(section) = splitter.next(&buffer, at_end) {
            assert_eq!(section.index as usize, found.len() + 1);
            let content = &bytes[section.byte as usize..][..section.range.len()];
            assert_eq!(content, &buffer[section.range.clone()]);
            found.push((section.byte, section.range.len(), section.line));
        }
        if at_end || splitter.is_done() {
            return found;
        }
        buffer.drain(..splitter.release());
        let left = bytes.len() - given;
        let size = sizes.next().map_or(left, |&size| usize::from(size) + 1);
        buffer.extend_from_slice(&bytes[given..given + size.min(left)]);
        given += size.min(left);
    }
}

pub(crate) fn run(bytes: &[u8]) {
    let Some((sizes, bytes)) = bytes.split_at_checked(4) else {
        return;
    };
    let decision = detect(bytes, true);
    assert_eq!(games(bytes, &decision, sizes), games(bytes, &decision, &[]));
}
