//! A file replaced by its better self, with what it was kept beside it.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Puts new bytes in the place of a file. At no moment is there no file, or half of one. With `keep` the old one stays as
/// `.bak` beside it, whose path is returned; a backup that is there already is never overwritten.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn replace(path: &Path, bytes: &[u8], keep: bool) -> io::Result<Option<PathBuf>> {
    // What a link points to is replaced, not the link.
    let path = fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".kifu-")
        .suffix(".part")
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file()
        .set_permissions(fs::metadata(&path)?.permissions())?;
    file.as_file().sync_all()?;
    let backup = if keep { Some(back_up(&path)?) } else { None };
    file.persist(&path).map_err(|error| error.error)?;
    Ok(backup)
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
        if fs::symlink_metadata(&backup).is_ok() {
            continue;
        }
        // A second name costs nothing; where the system has none, a copy.
        if fs::hard_link(path, &backup).is_err() {
            fs::copy(path, &backup)?;
        }
        return Ok(backup);
    }
    Err(io::ErrorKind::AlreadyExists.into())
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
        assert!(replace(&path, b"two", true).expect("replaced").is_some());
        assert_eq!(
            (read("a.kif").as_str(), read("a.kif.bak").as_str()),
            ("two", "one")
        );
        assert!(replace(&path, b"three", true).expect("replaced").is_some());
        assert_eq!(
            (read("a.kif.bak").as_str(), read("a.kif.2.bak").as_str()),
            ("one", "two")
        );
        assert_eq!(replace(&path, b"four", false).expect("replaced"), None);
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
}
