//! What a file is, told by its first bytes.

use std::path::Path;

/// A way to put files into one, or to make one smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Zip.
    Zip,
    /// Tar, in whatever dialect.
    Tar,
    /// 7z.
    SevenZ,
    /// LZH (LHA).
    Lzh,
    /// One file, or a tar, through gzip.
    Gzip,
    /// One file, or a tar, through Zstandard.
    Zstd,
    /// One file, or a tar, through xz.
    Xz,
    /// RAR: told apart, so that it can be said that it is not read.
    Rar,
    /// bzip2: likewise.
    Bzip2,
}

/// How many bytes [`Kind::detect`] wants to see.
pub const HEAD: usize = 512;

impl Kind {
    /// Returns `None` for anything that is no archive. `name` helps with a file that ends before its signature is over: one
    /// that is called `a.zip` is then a zip that is cut off.
    pub fn detect(head: &[u8], name: &str) -> Option<Kind> {
        Kind::by_signature(head).or_else(|| {
            let promised = Kind::by_ending(name)?;
            let cut_off = match promised {
                Kind::Tar => head.len() < HEAD,
                Kind::Lzh => head.len() <= LZH_LEVEL,
                _ => promised
                    .signatures()
                    .iter()
                    .any(|it| head.len() < it.len() && it.starts_with(head)),
            };
            cut_off.then_some(promised)
        })
    }

    fn by_signature(head: &[u8]) -> Option<Kind> {
        const SIGNED: [Kind; 7] = [
            Kind::Zip,
            Kind::SevenZ,
            Kind::Gzip,
            Kind::Zstd,
            Kind::Xz,
            Kind::Rar,
            Kind::Bzip2,
        ];
        let signed = |kind: &Kind| kind.signatures().iter().any(|it| head.starts_with(it));
        if let Some(kind) = SIGNED.into_iter().find(signed) {
            // The tenth byte of bzip2 text would be readable: `BZh9` alone may begin a remark.
            let real = kind != Kind::Bzip2 || head.get(4..7) == Some(&[0x31, 0x41, 0x59]);
            return real.then_some(kind);
        }
        if is_lzh(head) {
            return Some(Kind::Lzh);
        }
        is_tar(head).then_some(Kind::Tar)
    }

    fn signatures(self) -> &'static [&'static [u8]] {
        match self {
            Kind::Zip => &[b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"],
            Kind::SevenZ => &[b"7z\xBC\xAF\x27\x1C"],
            Kind::Gzip => &[b"\x1F\x8B\x08"],
            Kind::Zstd => &[b"\x28\xB5\x2F\xFD"],
            Kind::Xz => &[b"\xFD7zXZ\0"],
            Kind::Rar => &[b"Rar!\x1A\x07"],
            Kind::Bzip2 => &[b"BZh"],
            Kind::Tar | Kind::Lzh => &[],
        }
    }

    /// What the ending of a name promises.
    pub fn by_ending(name: &str) -> Option<Kind> {
        let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "zip" => Kind::Zip,
            "tar" => Kind::Tar,
            "7z" => Kind::SevenZ,
            "lzh" | "lha" => Kind::Lzh,
            "gz" | "tgz" => Kind::Gzip,
            "zst" | "tzst" => Kind::Zstd,
            "xz" | "txz" => Kind::Xz,
            "rar" => Kind::Rar,
            "bz2" | "tbz" | "tbz2" => Kind::Bzip2,
            _ => return None,
        })
    }

    /// Whether it makes one file smaller and holds no names.
    pub const fn is_packed(self) -> bool {
        matches!(self, Kind::Gzip | Kind::Zstd | Kind::Xz | Kind::Bzip2)
    }

    /// Its usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Zip => "zip",
            Kind::Tar => "tar",
            Kind::SevenZ => "7z",
            Kind::Lzh => "lzh",
            Kind::Gzip => "gzip",
            Kind::Zstd => "zstd",
            Kind::Xz => "xz",
            Kind::Rar => "rar",
            Kind::Bzip2 => "bzip2",
        }
    }
}

/// A file's name without what packing added to it: `a.kif` for `a.kif.gz`.
pub fn unpacked_name(name: &str) -> &str {
    match Kind::by_ending(name) {
        // What packs a tar under an ending of its own adds nothing.
        Some(kind) if kind.is_packed() && !is_short(name) => {
            name.rsplit_once('.').map_or(name, |(inner, _)| inner)
        }
        _ => name,
    }
}

/// Whether a name has one of the endings that say both how a tar is packed and that it is one.
fn is_short(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let short = ["tgz", "tzst", "txz", "tbz", "tbz2"];
    short.iter().any(|it| it.eq_ignore_ascii_case(ending))
}

/// Whether a name promises a tar that is packed.
#[cfg(feature = "archives")]
pub(super) fn is_packed_tar(name: &str) -> bool {
    is_short(name) || Kind::by_ending(unpacked_name(name)) == Some(Kind::Tar)
}

/// Where an LZH header says how it is made up.
const LZH_LEVEL: usize = 20;

/// `-lh5-` and its kin behind two bytes, and one of the four levels of header.
fn is_lzh(head: &[u8]) -> bool {
    let Some(method) = head.get(2..7) else {
        return false;
    };
    let family = matches!(&method[..3], b"-lh" | b"-lz" | b"-pm");
    family && method[4] == b'-' && head.get(LZH_LEVEL).is_some_and(|&level| level <= 3)
}

/// A header's bytes add up to the sum it holds, its own eight bytes counted as blanks.
fn is_tar(head: &[u8]) -> bool {
    let Some(header) = head.get(..HEAD) else {
        return false;
    };
    let digits = header[148..156].iter().filter(|it| it.is_ascii_digit());
    let written = digits.fold(0_u32, |sum, &digit| sum * 8 + u32::from(digit & 7));
    let rest = header[..148].iter().chain(&header[156..]);
    let sum = rest.map(|&byte| u32::from(byte)).sum::<u32>() + 8 * u32::from(b' ');
    written == sum && header[0] != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_no_archives() {
        for text in [
            "",
            "# ---- Kifu for Windows ----",
            "V2.2\nN+a\nN-b\nPI\n+\n",
            "7z",
            "BZh9 is no record",
            "a -lh5- is an old method",
            "PK wins",
        ] {
            assert_eq!(Kind::detect(text.as_bytes(), "a.kif"), None, "{text}");
        }
        assert_eq!(Kind::detect(&[0; 1024], "a.tar"), None);
    }

    #[test]
    fn a_file_that_ends_in_its_signature_is_what_its_name_says() {
        assert_eq!(Kind::detect(b"PK", "a.ZIP"), Some(Kind::Zip));
        assert_eq!(Kind::detect(b"", "a.7z"), Some(Kind::SevenZ));
        assert_eq!(Kind::detect(b"a.kif", "a.tar"), Some(Kind::Tar));
        assert_eq!(Kind::detect(b"PK", "a.kif"), None);
        assert_eq!(Kind::detect(b"position startpos", "a.zip"), None);
    }

    #[test]
    fn a_packed_file_has_the_name_of_what_it_packs() {
        for (name, expected) in [
            ("x/a.kif.gz", "x/a.kif"),
            ("a.csa.ZST", "a.csa"),
            ("a.tar.xz", "a.tar"),
            ("a.b.tgz", "a.b.tgz"),
            ("a.zip", "a.zip"),
            ("a", "a"),
        ] {
            assert_eq!(unpacked_name(name), expected);
        }
    }
}
