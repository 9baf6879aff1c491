//! The names of files, however many, each known by its number.

use std::io;
use std::path::PathBuf;

use super::spool::Spool;

/// As much of a longer name is kept, which no system would open.
const LONGEST: usize = u16::MAX as usize;

/// Names in the order in which they came.
#[derive(Debug)]
pub(crate) struct Names {
    texts: Spool,
    /// Where each text ends.
    ends: Spool,
    last: Option<(Box<str>, u32)>,
}

impl Names {
    /// No names yet; what is too much for the memory goes to files in this folder.
    pub(crate) fn new(folder: PathBuf) -> Names {
        Names {
            texts: Spool::new(folder.clone()),
            ends: Spool::new(folder),
            last: None,
        }
    }

    /// The number of a name. One that comes again at once has the same.
    ///
    /// # Errors
    /// When there are many and they cannot be put aside.
    pub(crate) fn number(&mut self, name: &str) -> io::Result<u32> {
        if let Some((last, number)) = &self.last
            && **last == *name
        {
            return Ok(*number);
        }
        let number = match &self.last {
            Some((_, last)) => last.checked_add(1).ok_or(io::ErrorKind::FileTooLarge)?,
            None => 0,
        };
        let kept = &name[..name.floor_char_boundary(LONGEST.min(name.len()))];
        self.texts.add(kept.as_bytes())?;
        self.ends.add(&self.texts.len().to_le_bytes())?;
        self.last = Some((name.into(), number));
        Ok(number)
    }

    /// The name of a number.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn name(&mut self, number: u32) -> io::Result<String> {
        let start = match number.checked_sub(1) {
            Some(before) => self.end(before)?,
            None => 0,
        };
        let length = self.end(number)?.saturating_sub(start);
        let mut text = vec![0; LONGEST.min(length as usize)];
        self.texts.read(start, &mut text)?;
        String::from_utf8(text).map_err(|_| io::ErrorKind::InvalidData.into())
    }

    fn end(&mut self, number: u32) -> io::Result<u64> {
        const LEN: u64 = size_of::<u64>() as u64;
        let mut end = [0; LEN as usize];
        self.ends.read(u64::from(number) * LEN, &mut end)?;
        Ok(u64::from_le_bytes(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_from_memory_and_from_files() {
        let mut names = Names::new(std::env::temp_dir());
        let long = "long/".repeat(400);
        let name = |number: u32| {
            format!(
                "{number}/{}",
                if number.is_multiple_of(7) { "" } else { &long }
            )
        };
        // More than is kept in memory.
        for number in 0..4_000 {
            for _ in 0..2 {
                assert_eq!(names.number(&name(number)).expect("room"), number);
            }
        }
        for number in (0..4_000).rev() {
            assert_eq!(names.name(number).expect("readable"), name(number));
        }
        assert!(names.name(4_000).is_err());
        let endless = "手".repeat(30_000);
        let number = names.number(&endless).expect("room");
        let kept = names.name(number).expect("readable");
        assert_eq!(kept.len(), LONGEST - LONGEST % 3);
        assert!(endless.starts_with(&kept));
    }
}
