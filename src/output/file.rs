//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::unfinished::Unfinished;

/// A file being written beside its place. It takes its place only when it is finished.
#[derive(Debug)]
pub(crate) struct Output {
    file: BufWriter<Target>,
    path: PathBuf,
    replace: bool,
}

/// Where the bytes go.
#[derive(Debug)]
enum Target {
    /// Into a file beside the place.
    Beside(Unfinished),
    /// Straight into a device or a pipe: there is nothing to replace.
    Through(File),
}

impl Output {
    /// Begins a file that the user names. What exists is left alone unless `replace` allows it to be replaced in the
    /// end; devices and pipes, `/dev/stdout` among them, are written through and stay what they are.
    ///
    /// # Errors
    /// When the file exists and must not be replaced, or when nothing can be written there.
    pub(crate) fn named(path: &Path, replace: bool) -> io::Result<Output> {
        if !is_device(path) {
            // What a link leads to is replaced, not the link.
            let link = fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
            let target = link.then(|| fs::canonicalize(path).ok()).flatten();
            return Output::create(target.as_deref().unwrap_or(path), replace);
        }
        let device = fs::OpenOptions::new().write(true).open(path)?;
        Ok(Output::new(Target::Through(device), path, replace))
    }

    /// Begins a file whose name the program makes. What exists is left alone unless `replace` allows it to be
    /// replaced in the end; devices and pipes never are.
    ///
    /// # Errors
    /// When the file exists and must not be replaced, or when nothing can be written there.
    pub(crate) fn create(path: &Path, replace: bool) -> io::Result<Output> {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) if !replace || is_device(path) => {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            _ => {}
        }
        let file = Unfinished::begin(path)?;
        Ok(Output::new(Target::Beside(file), path, replace))
    }

    fn new(target: Target, path: &Path, replace: bool) -> Output {
        Output {
            file: BufWriter::with_capacity(1 << 16, target),
            path: path.to_owned(),
            replace,
        }
    }

    /// Gives the file the owner and the permissions of another. An owner whom the user must not give it stays out.
    ///
    /// # Errors
    /// When the permissions cannot be read or given.
    pub(crate) fn keep_owner_and_mode(&mut self, of: &fs::Metadata) -> io::Result<()> {
        let Target::Beside(unfinished) = self.file.get_mut() else {
            return Ok(());
        };
        let file = unfinished.file();
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            let _ = fchown(&*file, Some(of.uid()), Some(of.gid()));
        }
        file.set_permissions(of.permissions())
    }

    /// Waits until what was written is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn sync(&mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.file.get_mut() {
            Target::Beside(unfinished) => unfinished.file().sync_all(),
            Target::Through(_) => Ok(()),
        }
    }

    /// The place it will take.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the finished file into its place.
    ///
    /// # Errors
    /// When the rest cannot be written, or something has taken the place meanwhile.
    pub(crate) fn finish(self) -> io::Result<()> {
        let target = self
            .file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        match target {
            Target::Beside(file) => file.place(&self.path, self.replace),
            Target::Through(mut file) => file.flush(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Beside(file) => file.write(bytes),
            Target::Through(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Beside(file) => file.flush(),
            Target::Through(file) => file.flush(),
        }
    }
}

/// Whether something is there that is neither a file nor a folder, behind links or not.
pub(crate) fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let names = entries.map(|it| it.expect("an entry").file_name());
        names.map(|it| it.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn an_unfinished_file_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut output = Output::create(&folder.path().join("a"), false).expect("begun");
        output.write_all(b"half").expect("written");
        output.flush().expect("written");
        // Whatever ends the program now.
        #[cfg(target_os = "linux")]
        assert_eq!(entries(folder.path()), [""; 0]);
        drop(output);
        assert_eq!(entries(folder.path()), [""; 0]);
    }

    #[test]
    fn what_exists_is_replaced_only_on_demand() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let mut output = Output::create(&path, false).expect("begun");
        output.write_all(b"one").expect("written");
        output.finish().expect("finished");
        let refused = Output::create(&path, false).map(drop);
        assert_eq!(
            refused.map_err(|it| it.kind()),
            Err(io::ErrorKind::AlreadyExists)
        );
        let mut output = Output::create(&path, true).expect("begun");
        output.write_all(b"two").expect("written");
        assert_eq!(fs::read(&path).expect("still there"), b"one");
        output.finish().expect("finished");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert_eq!(entries(folder.path()), ["a"]);
        assert!(Output::create(folder.path(), true).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_replaced_and_not_the_link() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("linked");
        assert!(Output::named(&link, false).is_err());
        let mut output = Output::named(&link, true).expect("begun");
        output.write_all(b"new").expect("written");
        output.finish().expect("finished");
        assert_eq!(fs::read(&file).expect("there"), b"new");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_through() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|it| it.success()));
        for replace in [false, true] {
            assert!(Output::create(&pipe, replace).is_err());
            let path = pipe.clone();
            let reader = std::thread::spawn(move || fs::read(path));
            let mut output = Output::named(&pipe, replace).expect("opened");
            output.write_all(b"one").expect("written");
            output.finish().expect("finished");
            assert_eq!(reader.join().expect("read").expect("read"), b"one");
            let kind = fs::symlink_metadata(&pipe).expect("there").file_type();
            assert!(kind.is_fifo(), "it is still a pipe");
        }
    }
}
