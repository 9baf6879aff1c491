//! A file replaced by its better self, with what it was kept beside it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::output::Output;

/// A file that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// Where the old file is kept.
    pub backup: Option<PathBuf>,
    /// Whether the file had other names, which still stand for the old one.
    pub has_other_names: bool,
}

/// Puts new bytes in the place of a file. At no moment is there no file, or half of one, and nothing is left behind when
/// the program is ended. With `keep` the old one stays as `.bak` beside it; a backup that is there already is never
/// overwritten, not even by another run at the same time.
///
/// # Errors
/// When the folder or the file cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8], keep: bool) -> io::Result<Replaced> {
    // What a link points to is replaced, not the link.
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    let mut output = Output::create(&path, true)?;
    output.write_all(bytes)?;
    output.keep_owner_and_mode(&metadata)?;
    output.sync()?;
    let backup = if keep { Some(back_up(&path)?) } else { None };
    output.finish()?;
    Ok(Replaced {
        backup,
        has_other_names: has_other_names(&metadata),
    })
}

#[cfg(unix)]
fn has_other_names(file: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// Keeps a file under another name: `a.kif.bak`, or `a.kif.2.bak` if that is taken.
fn back_up(path: &Path) -> io::Result<PathBuf> {
    for number in 1..10_000 {
        let mut name: OsString = path.as_os_str().to_owned();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        name.push(".bak");
        let backup = PathBuf::from(name);
        match keep_as(path, &backup) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            kept => return kept.map(|()| backup),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Gives a file a second name, which costs nothing; where the system has none, a copy.
fn keep_as(path: &Path, backup: &Path) -> io::Result<()> {
    match fs::hard_link(path, backup) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {}
        done => return done,
    }
    let mut copy = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(backup)?;
    let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut copy));
    if copied.and_then(|_| copy.sync_all()).is_err() {
        // Half a backup is none.
        drop(copy);
        fs::remove_file(backup)?;
        return Err(io::ErrorKind::WriteZero.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_as_a_backup_and_no_backup_is_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.kif");
        fs::write(&path, "one").expect("written");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("there");
        assert!(
            replace(&path, b"two", true)
                .expect("replaced")
                .backup
                .is_some()
        );
        assert_eq!(
            (read("a.kif").as_str(), read("a.kif.bak").as_str()),
            ("two", "one")
        );
        assert!(
            replace(&path, b"three", true)
                .expect("replaced")
                .backup
                .is_some()
        );
        assert_eq!(
            (read("a.kif.bak").as_str(), read("a.kif.2.bak").as_str()),
            ("one", "two")
        );
        assert_eq!(
            replace(&path, b"four", false).expect("replaced").backup,
            None
        );
        assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 3);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.kif");
        fs::write(&path, "one").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        replace(&path, b"two", false).expect("replaced");
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn no_original_is_lost_when_runs_meet() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.kif");
        fs::write(&path, "original").expect("written");
        std::thread::scope(|scope| {
            for number in 0..8 {
                let path = &path;
                scope.spawn(move || replace(path, format!("new {number}").as_bytes(), true));
            }
        });
        let files = fs::read_dir(folder.path()).expect("read");
        let texts: Vec<_> = files
            .map(|it| fs::read_to_string(it.expect("an entry").path()).expect("text"))
            .collect();
        assert_eq!(texts.len(), 9, "{texts:?}");
        assert!(texts.iter().any(|it| it == "original"), "{texts:?}");
        assert!(texts.iter().all(|it| !it.is_empty()), "{texts:?}");
    }
}
