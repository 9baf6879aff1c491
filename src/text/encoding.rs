//! The encodings of record files, their names, and what was decided about one file.

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Encoding {
    /// Only bytes below 0x80.
    Ascii,
    /// UTF-8.
    Utf8,
    /// Shift-JIS as Windows writes it (CP932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP, the encoding of old mail.
    Iso2022Jp,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 7] = [
        Encoding::Ascii,
        Encoding::Utf8,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Iso2022Jp,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
    ];

    /// The name in machine output and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Ascii => "ascii",
            Encoding::Utf8 => "utf-8",
            Encoding::ShiftJis => "shift_jis",
            Encoding::EucJp => "euc-jp",
            Encoding::Iso2022Jp => "iso-2022-jp",
            Encoding::Utf16Le => "utf-16le",
            Encoding::Utf16Be => "utf-16be",
        }
    }

    /// The encoding that people call so: `UTF-8`, `utf8`, `Shift-JIS`, `SJIS`, `CP932` …
    pub fn of_name(name: &str) -> Option<Encoding> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|it| it.to_ascii_lowercase())
            .collect();
        let encoding = match plain.as_str() {
            "ascii" | "usascii" => Encoding::Ascii,
            "utf8" => Encoding::Utf8,
            "shiftjis" | "sjis" | "cp932" | "windows31j" | "mskanji" => Encoding::ShiftJis,
            "eucjp" | "euc" => Encoding::EucJp,
            "iso2022jp" | "jis" => Encoding::Iso2022Jp,
            "utf16" | "utf16le" => Encoding::Utf16Le,
            "utf16be" => Encoding::Utf16Be,
            _ => return None,
        };
        Some(encoding)
    }

    /// The byte order mark, for the encodings that have one.
    pub const fn bom(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => b"\xEF\xBB\xBF",
            Encoding::Utf16Le => b"\xFF\xFE",
            Encoding::Utf16Be => b"\xFE\xFF",
            _ => b"",
        }
    }

    /// Whether text takes two bytes a unit.
    pub const fn is_utf16(self) -> bool {
        matches!(self, Encoding::Utf16Le | Encoding::Utf16Be)
    }

    /// Whether bytes are text in this encoding from end to end.
    pub(super) fn decodes(self, bytes: &[u8]) -> bool {
        let mut decoder = self.codec().new_decoder_without_bom_handling();
        let mut scratch = [0u8; 512];
        let mut rest = bytes;
        loop {
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(rest, &mut scratch, true);
            rest = &rest[read..];
            match result {
                encoding_rs::DecoderResult::InputEmpty => return true,
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(..) => return false,
            }
        }
    }

    /// The codec; ASCII is a part of UTF-8.
    pub(super) fn codec(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Ascii | Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
            Encoding::EucJp => encoding_rs::EUC_JP,
            Encoding::Iso2022Jp => encoding_rs::ISO_2022_JP,
            Encoding::Utf16Le => encoding_rs::UTF_16LE,
            Encoding::Utf16Be => encoding_rs::UTF_16BE,
        }
    }
}

/// Whether bytes begin with a mark of UTF-32, in which no record is read.
pub(crate) fn is_utf32(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xFF\xFE\0\0") || bytes.starts_with(b"\0\0\xFE\xFF")
}

/// How the bytes of a file, or of a game in it, are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The encoding; in a damaged or glued file the one that fits best.
    pub encoding: Encoding,
    /// How many bytes the byte order mark takes at the start of these bytes.
    pub bom: usize,
    /// What a label in the file's first line says.
    pub label: Option<Encoding>,
    /// No encoding reads the whole: each line is looked at by itself.
    pub damaged: bool,
    /// A user has said so: no other encoding is tried.
    pub forced: bool,
}

impl Decision {
    /// Plain bytes of an encoding, without a mark or a label.
    pub const fn plain(encoding: Encoding) -> Decision {
        Decision {
            encoding,
            bom: 0,
            label: None,
            damaged: false,
            forced: false,
        }
    }

    /// What a user has decided, whatever the bytes look like.
    pub fn forced(encoding: Encoding, bytes: &[u8]) -> Decision {
        let bom = encoding.bom();
        Decision {
            bom: if bytes.starts_with(bom) { bom.len() } else { 0 },
            forced: true,
            ..Decision::plain(encoding)
        }
    }

    /// The same for a later part of the file, where neither mark nor label stand.
    #[must_use]
    pub const fn further(self) -> Decision {
        Decision {
            bom: 0,
            label: None,
            ..self
        }
    }

    /// Whether the label contradicts the bytes.
    pub fn label_lies(&self) -> bool {
        match self.label {
            None => false,
            Some(label) if label == self.encoding => false,
            // Every label but UTF-16 is true of bytes below 0x80.
            Some(label) => self.encoding != Encoding::Ascii || label.is_utf16(),
        }
    }
}

/// What the label in the first line says: `#KIF version=2.0 encoding=UTF-8`, `'CSA encoding=SHIFT_JIS`.
pub(super) fn label(bytes: &[u8]) -> Option<Encoding> {
    if !matches!(bytes.first(), Some(b'#' | b'\'')) {
        return None;
    }
    let line = &bytes[..memchr::memchr2(b'\r', b'\n', bytes).unwrap_or(bytes.len())];
    let line = &line[..line.len().min(200)];
    let at = memchr::memmem::find(line, b"encoding=")? + "encoding=".len();
    let name = line[at..]
        .split(|byte| !byte.is_ascii_alphanumeric() && !b"-_".contains(byte))
        .next()?;
    Encoding::of_name(std::str::from_utf8(name).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_found_by_its_own_name() {
        for encoding in Encoding::ALL {
            assert_eq!(Encoding::of_name(encoding.name()), Some(encoding));
        }
        assert_eq!(Encoding::of_name("SHIFT_JIS"), Some(Encoding::ShiftJis));
        assert_eq!(Encoding::of_name("latin1"), None);
    }

    #[test]
    fn labels_of_three_spellings_are_read() {
        let cases: [(&[u8], _); 5] = [
            (b"#KIF version=2.0 encoding=UTF-8\r\n", Some(Encoding::Utf8)),
            (
                b"#KI2 version=2.0 encoding=Shift_JIS",
                Some(Encoding::ShiftJis),
            ),
            (b"'CSA encoding=SJIS\nV3.0", Some(Encoding::ShiftJis)),
            (b"'encoding=EUC-JP\n", Some(Encoding::EucJp)),
            (b"V2.2\n'encoding=UTF-8\n", None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(label(bytes), expected);
        }
    }

    #[test]
    fn a_label_is_true_of_ascii_but_not_of_another_encoding() {
        let labelled = |encoding| Decision {
            label: Some(Encoding::Utf8),
            ..Decision::plain(encoding)
        };
        assert!(!labelled(Encoding::Ascii).label_lies());
        assert!(!labelled(Encoding::Utf8).label_lies());
        assert!(labelled(Encoding::ShiftJis).label_lies());
    }
}
