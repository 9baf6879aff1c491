//! A file that is not there until it is finished.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// A file being written.
#[derive(Debug)]
pub(super) enum Unfinished {
    /// It has no name: whatever ends the program, nothing is left of it.
    #[cfg(target_os = "linux")]
    Nameless(File),
    /// It has a hidden name, where files cannot be without one.
    Hidden(NamedTempFile),
}

impl Unfinished {
    /// Begins a file that is to be put into this place.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub(super) fn begin(path: &Path) -> io::Result<Unfinished> {
        #[cfg(target_os = "linux")]
        if let Some(file) = nameless::open(folder_of(path)) {
            return Ok(Unfinished::Nameless(file));
        }
        Ok(Unfinished::Hidden(hidden(path)?))
    }

    /// Puts it into the place for which it was begun.
    ///
    /// # Errors
    /// When it cannot be put there, or something is there that must not be replaced.
    pub(super) fn place(self, path: &Path, replace: bool) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Unfinished::Nameless(file) => nameless::place(file, path, replace),
            Unfinished::Hidden(file) => persist(file, path, replace),
        }
    }

    pub(super) fn file(&mut self) -> &mut File {
        match self {
            #[cfg(target_os = "linux")]
            Unfinished::Nameless(file) => file,
            Unfinished::Hidden(file) => file.as_file_mut(),
        }
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|it| *it != Path::new(""));
    folder.unwrap_or(Path::new("."))
}

fn hidden(path: &Path) -> io::Result<NamedTempFile> {
    let file = builder().tempfile_in(folder_of(path));
    // The hidden name would only confuse.
    file.map_err(|error| io::Error::from(error.kind()))
}

fn persist(file: NamedTempFile, path: &Path, replace: bool) -> io::Result<()> {
    let done = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    done.map(drop).map_err(|error| error.error)
}

/// Unfinished files are hidden, and readable to whom finished ones would be.
fn builder<'a>() -> tempfile::Builder<'a, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kifu-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Files without a name, as Linux has them.
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::File;
    use std::io::{self, Seek};
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open as open_at};

    use super::{builder, folder_of, hidden, persist};

    /// Where the open files of the program can be named.
    const NAMES: &str = "/proc/self/fd";

    /// Begins one; none where there are none.
    pub(super) fn open(folder: &Path) -> Option<File> {
        if !Path::new(NAMES).is_dir() {
            return None;
        }
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = open_at(folder, flags, Mode::from_raw_mode(0o666)).ok()?;
        Some(file.into())
    }

    /// Names it.
    pub(super) fn place(mut file: File, path: &Path, replace: bool) -> io::Result<()> {
        match name(&file, path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !replace {
                    return Err(error);
                }
                // A name can only be given where there is none, but then it can be changed.
                let named = builder().make_in(folder_of(path), |path| name(&file, path));
                // The hidden name would only confuse.
                let named = named.map_err(|error| io::Error::from(error.kind()))?;
                named.persist(path).map(drop).map_err(|it| it.error)
            }
            // It could not be named after all: its content can.
            Err(_) => {
                let mut named = hidden(path)?;
                file.rewind()?;
                io::copy(&mut file, named.as_file_mut())?;
                persist(named, path, replace)
            }
        }
    }

    fn name(file: &File, path: &Path) -> io::Result<()> {
        let own = format!("{NAMES}/{}", file.as_raw_fd());
        Ok(linkat(CWD, own, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
    }
}
