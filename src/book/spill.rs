//! More than memory holds, brought into order: sorted runs in temporary files, merged as they are read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

/// So many runs are merged at once: few enough for their buffers and for the files that a program may have open.
const FAN_IN: usize = 48;
/// The buffer of a run that is read.
const BUFFER: usize = 1 << 16;
/// No item is longer. A file that says so was changed by somebody else.
const LONGEST: usize = 1 << 24;

/// What can be put into a run. Its order is the order in which it comes back.
pub(super) trait Item: Ord + Sized {
    /// About how many bytes of memory it takes.
    fn size(&self) -> usize;
    /// Adds it to a run.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads what was written; none if it was not.
    fn read(bytes: &[u8]) -> Option<Self>;
    /// Takes up an equal item.
    fn absorb(&mut self, equal: Self);
}

/// Sorted runs in files that have no name, so that nothing is left of them however the program ends.
#[derive(Debug)]
pub(super) struct Runs {
    folder: PathBuf,
    /// Runs of items, then runs that were merged from those, and so on.
    levels: Vec<Vec<File>>,
}

impl Runs {
    /// No runs yet; their files will be in this folder.
    pub(super) fn new(folder: PathBuf) -> Runs {
        Runs {
            folder,
            levels: Vec::new(),
        }
    }

    /// Whether nothing was put aside.
    pub(super) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Adds a run of items that are in order.
    ///
    /// # Errors
    /// When they cannot be written.
    pub(super) fn add<T: Item>(&mut self, items: impl Iterator<Item = T>) -> io::Result<()> {
        let mut run = self.write(items.map(Ok))?;
        let mut level = 0;
        loop {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < FAN_IN {
                return Ok(());
            }
            let full = std::mem::take(&mut self.levels[level]);
            run = self.write(Merged::<T>::of(full, Vec::new())?)?;
            level += 1;
        }
    }

    fn write<T: Item>(&self, items: impl Iterator<Item = io::Result<T>>) -> io::Result<File> {
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(&self.folder)?);
        let mut bytes = Vec::new();
        for item in items {
            bytes.clear();
            item?.write(&mut bytes);
            out.write_all(&(bytes.len() as u32).to_le_bytes())?;
            out.write_all(&bytes)?;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        Ok(file)
    }

    /// Everything in order, these sorted items included; equal ones are one.
    ///
    /// # Errors
    /// When the runs cannot be read.
    pub(super) fn merge<T: Item>(self, rest: Vec<T>) -> io::Result<Merged<T>> {
        Merged::of(self.levels.into_iter().flatten().collect(), rest)
    }
}

/// The items of several runs in their order.
#[derive(Debug)]
pub(super) struct Merged<T> {
    runs: Vec<BufReader<File>>,
    rest: std::vec::IntoIter<T>,
    /// The next item of each run, the least on top. The run behind the last is what was still in memory.
    heads: BinaryHeap<Reverse<(T, usize)>>,
    bytes: Vec<u8>,
}

impl<T: Item> Merged<T> {
    fn of(runs: Vec<File>, rest: Vec<T>) -> io::Result<Merged<T>> {
        let runs = runs.into_iter();
        let mut merged = Merged {
            runs: runs
                .map(|it| BufReader::with_capacity(BUFFER, it))
                .collect(),
            rest: rest.into_iter(),
            heads: BinaryHeap::new(),
            bytes: Vec::new(),
        };
        for run in 0..=merged.runs.len() {
            merged.refill(run)?;
        }
        Ok(merged)
    }

    /// Puts the next item of a run to the others.
    fn refill(&mut self, run: usize) -> io::Result<()> {
        let item = match self.runs.get_mut(run) {
            Some(file) => next(file, &mut self.bytes)?,
            None => self.rest.next(),
        };
        self.heads.extend(item.map(|it| Reverse((it, run))));
        Ok(())
    }

    fn pop(&mut self) -> io::Result<Option<T>> {
        let Some(Reverse((mut item, run))) = self.heads.pop() else {
            return Ok(None);
        };
        self.refill(run)?;
        while let Some(Reverse((equal, _))) = self.heads.peek()
            && *equal == item
        {
            if let Some(Reverse((equal, run))) = self.heads.pop() {
                item.absorb(equal);
                self.refill(run)?;
            }
        }
        Ok(Some(item))
    }
}

impl<T: Item> Iterator for Merged<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<io::Result<T>> {
        self.pop().transpose()
    }
}

/// Reads the next item of a run.
fn next<T: Item>(run: &mut BufReader<File>, bytes: &mut Vec<u8>) -> io::Result<Option<T>> {
    if run.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut length = [0; 4];
    run.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    bytes.resize(length, 0);
    run.read_exact(bytes)?;
    let item = T::read(bytes).ok_or(io::ErrorKind::InvalidData)?;
    Ok(Some(item))
}

/// Items that are sorted within so much memory.
#[derive(Debug)]
pub(super) struct Sorter<T> {
    items: Vec<T>,
    size: usize,
    memory: usize,
    runs: Runs,
}

impl<T: Item> Sorter<T> {
    /// Nothing yet; what is too much for the memory goes to files in the folder.
    pub(super) fn new(memory: usize, folder: PathBuf) -> Sorter<T> {
        Sorter {
            items: Vec::new(),
            size: 0,
            memory,
            runs: Runs::new(folder),
        }
    }

    /// Adds an item.
    ///
    /// # Errors
    /// When there was too much and it cannot be put aside.
    pub(super) fn add(&mut self, item: T) -> io::Result<()> {
        self.size += item.size();
        self.items.push(item);
        if self.size > self.memory {
            self.size = 0;
            self.items.sort_unstable();
            self.runs.add(self.items.drain(..))?;
        }
        Ok(())
    }

    /// Everything in order.
    ///
    /// # Errors
    /// When what was put aside cannot be read.
    pub(super) fn finish(mut self) -> io::Result<Merged<T>> {
        self.items.sort_unstable();
        self.runs.merge(self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number, and how often it was there.
    #[derive(Debug)]
    struct Counted(u32, u32);

    impl PartialEq for Counted {
        fn eq(&self, other: &Counted) -> bool {
            self.0 == other.0
        }
    }

    impl Eq for Counted {}

    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Counted) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Counted {
        fn cmp(&self, other: &Counted) -> std::cmp::Ordering {
            self.0.cmp(&other.0)
        }
    }

    impl Item for Counted {
        fn size(&self) -> usize {
            8
        }

        fn write(&self, out: &mut Vec<u8>) {
            out.extend(self.0.to_le_bytes());
            out.extend(self.1.to_le_bytes());
        }

        fn read(bytes: &[u8]) -> Option<Counted> {
            let (number, count) = bytes.split_first_chunk()?;
            let number = u32::from_le_bytes(*number);
            Some(Counted(number, u32::from_le_bytes(count.try_into().ok()?)))
        }

        fn absorb(&mut self, equal: Counted) {
            self.1 += equal.1;
        }
    }

    #[test]
    fn whatever_the_memory_all_comes_back_in_order() {
        let numbers = (0..20_000_u32).map(|it| it.wrapping_mul(2_654_435_761) % 5_000);
        let mut wanted = vec![0; 5_000];
        numbers.clone().for_each(|it| wanted[it as usize] += 1);
        let wanted: Vec<(u32, u32)> = (0..).zip(wanted).filter(|it| it.1 > 0).collect();
        // With the least memory every eight items are a run: more than two levels of them.
        for memory in [60, 8_000, 1_000_000] {
            let mut sorter = Sorter::new(memory, std::env::temp_dir());
            for number in numbers.clone() {
                sorter.add(Counted(number, 1)).expect("room for it");
            }
            let all = sorter.finish().expect("readable");
            let found: Vec<(u32, u32)> = all
                .map(|it| it.expect("readable"))
                .map(|it| (it.0, it.1))
                .collect();
            assert_eq!(found, wanted, "with {memory} bytes");
        }
    }

    #[test]
    fn where_no_file_can_be_there_is_an_error() {
        let mut sorter = Sorter::new(0, PathBuf::from("/no/such/folder"));
        assert!(sorter.add(Counted(1, 1)).is_err());
    }
}
