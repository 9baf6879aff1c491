//! The sources of a run, each once, however often and by whichever way it was named.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{is_record_name, is_wanted_name};

/// Leaves out what was named before, and what is found in a folder that was named too.
pub(crate) fn distinct(named: Vec<PathBuf>) -> Vec<PathBuf> {
    if named.len() < 2 {
        return named;
    }
    let mut real = HashMap::new();
    let places: Vec<Place> = named.iter().map(|it| Place::of(it, &mut real)).collect();
    let folders: HashSet<&Path> = places
        .iter()
        .filter(|place| place.is_folder)
        .map(|place| place.path.as_path())
        .collect();
    let mut seen = HashSet::new();
    let is_found = |place: &Place| {
        let read = place.is_folder || is_wanted_name(&place.path);
        let is_above = |it: &Path| folders.contains(it);
        read && !folders.is_empty() && place.path.ancestors().skip(1).any(is_above)
    };
    let kept: Vec<bool> = places
        .iter()
        .map(|place| seen.insert(&place.path) && !is_found(place))
        .collect();
    let both = named.into_iter().zip(kept);
    both.filter_map(|(path, kept)| kept.then_some(path))
        .collect()
}

/// Where a source really is.
struct Place {
    path: PathBuf,
    is_folder: bool,
}

impl Place {
    /// `real` keeps the folders that were asked for without their links.
    fn of(path: &Path, real: &mut HashMap<PathBuf, PathBuf>) -> Place {
        let mut without_links = |folder: &Path| -> PathBuf {
            if let Some(known) = real.get(folder) {
                return known.clone();
            }
            let found = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            real.insert(folder.to_owned(), found.clone());
            found
        };
        let is_stdin = path.as_os_str() == "-";
        let is_folder = !is_stdin && !is_record_name(path) && path.is_dir();
        let path = match (path.parent(), path.file_name()) {
            _ if is_stdin => path.to_owned(),
            _ if is_folder => without_links(path),
            (Some(folder), Some(name)) if folder.as_os_str().is_empty() => {
                without_links(Path::new(".")).join(name)
            }
            (Some(folder), Some(name)) => without_links(folder).join(name),
            _ => path.to_owned(),
        };
        Place { path, is_folder }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_twice_or_lies_in_a_named_folder_is_taken_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir_all(root.join("in/s")).expect("made");
        for name in ["in/1.kif", "in/s/1.kif", "in/s/1.dat", "d.kif"] {
            fs::write(root.join(name), "").expect("written");
        }
        for (named, expected) in [
            ("in in/s", "in"),
            ("in/s in", "in"),
            ("in/s/1.kif in/s in/../in", "in/../in"),
            ("d.kif ./d.kif in/../d.kif", "d.kif"),
            ("in/s/1.dat in d.kif", "in/s/1.dat in d.kif"),
            ("in/1.kif in/s", "in/1.kif in/s"),
            ("gone.kif gone.kif", "gone.kif"),
        ] {
            let paths =
                |text: &str| -> Vec<PathBuf> { text.split(' ').map(|it| root.join(it)).collect() };
            assert_eq!(distinct(paths(named)), paths(expected), "{named}");
        }
        let stdin = vec![PathBuf::from("-"), PathBuf::from("./-")];
        assert_eq!(distinct(stdin.clone()), stdin);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_another_way_to_the_same_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let (real, link) = (folder.path().join("in"), folder.path().join("link"));
        let elsewhere = tempfile::tempdir().expect("another");
        fs::create_dir(&real).expect("made");
        std::os::unix::fs::symlink(&real, &link).expect("linked");
        let once = vec![real.clone()];
        assert_eq!(distinct(vec![real.clone(), link]), once);
        // A folder does not hold what its links lead to.
        let out = real.join("out");
        std::os::unix::fs::symlink(elsewhere.path(), &out).expect("linked");
        assert_eq!(distinct(vec![real.clone(), out.clone()]), [real, out]);
    }
}
