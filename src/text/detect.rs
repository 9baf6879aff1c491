//! Tells the encoding from the bytes. What a file says of itself only breaks ties.

use memchr::{memchr, memchr_iter, memmem};
use simdutf8::compat::from_utf8;

use super::Encoding;
use super::encoding::{Decision, is_utf32, label};

/// Decides how `bytes` are encoded. `whole` says that the file ends with them; otherwise a character cut off at the
/// end is no damage.
///
/// The bytes of Shift-JIS are not read through when their beginning leaves no doubt; [`decode`](super::decode) looks
/// again should they turn out to be something else.
pub fn detect(bytes: &[u8], whole: bool) -> Decision {
    decide(bytes, whole, true)
}

/// The same, with every byte looked at.
pub(super) fn detect_thoroughly(bytes: &[u8], whole: bool) -> Decision {
    decide(bytes, whole, false)
}

fn decide(bytes: &[u8], whole: bool, trusting: bool) -> Decision {
    if is_utf32(bytes) {
        return Decision {
            damaged: true,
            ..Decision::plain(Encoding::Utf8)
        };
    }
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
        let bom = encoding.bom();
        if let Some(body) = bytes.strip_prefix(bom) {
            let decision = Decision {
                bom: bom.len(),
                label: label(body),
                ..Decision::plain(encoding)
            };
            if encoding != Encoding::Utf8 || utf8(body, whole) != Utf8::No {
                return decision;
            }
            // The mark of UTF-8 before bytes that are not: a glued or damaged file.
            let rest = without_mark(body, whole, false);
            return Decision {
                bom: bom.len(),
                label: decision.label,
                ..rest
            };
        }
    }
    Decision {
        label: label(bytes),
        ..without_mark(bytes, whole, trusting)
    }
}

fn without_mark(bytes: &[u8], whole: bool, trusting: bool) -> Decision {
    if let Some(encoding) = utf16_by_shape(bytes) {
        return Decision::plain(encoding);
    }
    match utf8(bytes, whole) {
        Utf8::Ascii if has_jis_escape(bytes) => return Decision::plain(Encoding::Iso2022Jp),
        Utf8::Ascii => return Decision::plain(Encoding::Ascii),
        Utf8::Yes => return Decision::plain(Encoding::Utf8),
        Utf8::No => {}
    }
    let maybe_euc = !has_byte_foreign_to_euc(bytes);
    if trusting && !maybe_euc && is_far_from_utf8(bytes) {
        return Decision::plain(Encoding::ShiftJis);
    }
    let shift_jis = is_clean(Encoding::ShiftJis, bytes, whole);
    let euc = maybe_euc && is_clean(Encoding::EucJp, bytes, whole);
    match (shift_jis, euc) {
        (true, true) => Decision::plain(shift_jis_or_euc(bytes)),
        (true, false) => Decision::plain(Encoding::ShiftJis),
        (false, true) => Decision::plain(Encoding::EucJp),
        (false, false) => Decision {
            damaged: true,
            ..Decision::plain(best_of_the_bad(bytes))
        },
    }
}

#[derive(PartialEq, Eq)]
enum Utf8 {
    Ascii,
    Yes,
    No,
}

/// A sequence cut off at the very end does not count against UTF-8, unless nothing else speaks for it.
fn utf8(bytes: &[u8], whole: bool) -> Utf8 {
    match from_utf8(bytes) {
        Ok(_) if bytes.is_ascii() => Utf8::Ascii,
        Ok(_) => Utf8::Yes,
        Err(error) => {
            let before = &bytes[..error.valid_up_to()];
            let cut_off = error.error_len().is_none();
            match (cut_off, before.is_ascii()) {
                (false, _) => Utf8::No,
                (true, false) => Utf8::Yes,
                (true, true) if whole => Utf8::No,
                (true, true) => Utf8::Ascii,
            }
        }
    }
}

/// UTF-16 without a mark: read both ways round, one of them shows far more line ends and printable ASCII. The zero
/// is left out, for the wrong way round it is the ideographic space.
fn utf16_by_shape(bytes: &[u8]) -> Option<Encoding> {
    memchr(0, bytes)?;
    let (mut little, mut big) = (0usize, 0usize);
    let counts = |unit: u16| matches!(unit, 0x0A | 0x0D | 0x20..=0x2F | 0x31..=0x7E);
    for pair in bytes.chunks_exact(2) {
        little += usize::from(counts(u16::from_le_bytes([pair[0], pair[1]])));
        big += usize::from(counts(u16::from_be_bytes([pair[0], pair[1]])));
    }
    let (more, less, encoding) = if little >= big {
        (little, big, Encoding::Utf16Le)
    } else {
        (big, little, Encoding::Utf16Be)
    };
    let enough = more * 20 >= bytes.len() / 2 && more >= less * 10 && more > 0;
    enough.then_some(encoding)
}

fn has_jis_escape(bytes: &[u8]) -> bool {
    memchr_iter(0x1B, bytes).any(|at| {
        let rest = &bytes[at + 1..];
        [b"$B", b"$@", b"(J", b"(B"]
            .iter()
            .any(|escape| rest.starts_with(*escape))
    })
}

/// Whether a byte occurs that EUC-JP never has. Shift-JIS text shows one with its first kana or full-width digit.
fn has_byte_foreign_to_euc(bytes: &[u8]) -> bool {
    bytes
        .iter()
        .any(|byte| matches!(byte, 0x80..=0x8D | 0x90..=0xA0 | 0xFF))
}

/// Whether UTF-8 fails over and over: one damaged byte in UTF-8 text looks different.
fn is_far_from_utf8(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    for _ in 0..8 {
        match std::str::from_utf8(rest) {
            Ok(_) => return false,
            Err(error) => {
                let valid = &rest[..error.valid_up_to()];
                if !valid.is_ascii() {
                    return false;
                }
                let skip = error.valid_up_to() + error.error_len().unwrap_or(1);
                rest = &rest[skip..];
            }
        }
    }
    true
}

/// Whether every byte decodes.
fn is_clean(encoding: Encoding, bytes: &[u8], whole: bool) -> bool {
    bad_sequences(encoding, bytes, whole, 1) == 0
}

/// How many sequences do not decode; counting stops at `limit`.
fn bad_sequences(encoding: Encoding, bytes: &[u8], whole: bool, limit: usize) -> usize {
    let mut decoder = encoding.codec().new_decoder_without_bom_handling();
    let mut scratch = [0u8; 4096];
    let mut rest = bytes;
    let mut bad = 0;
    loop {
        let (result, read, _) =
            decoder.decode_to_utf8_without_replacement(rest, &mut scratch, whole);
        rest = &rest[read..];
        match result {
            encoding_rs::DecoderResult::InputEmpty => return bad,
            encoding_rs::DecoderResult::OutputFull => {}
            encoding_rs::DecoderResult::Malformed(..) => {
                bad += 1;
                if bad >= limit {
                    return bad;
                }
            }
        }
    }
}

/// The encoding that leaves the fewest holes.
fn best_of_the_bad(bytes: &[u8]) -> Encoding {
    let holes = |encoding| bad_sequences(encoding, bytes, true, usize::MAX);
    [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp]
        .into_iter()
        .min_by_key(|&encoding| holes(encoding))
        .expect("three encodings")
}

/// Words that only records of shogi have so often.
const MARKERS: [&str; 8] = [
    "手合割",
    "手数",
    "先手",
    "後手",
    "歩",
    "同\u{3000}",
    "：",
    "まで",
];

/// Bytes that both encodings can read: a lone name, mostly.
fn shift_jis_or_euc(bytes: &[u8]) -> Encoding {
    let (euc, _) = encoding_rs::EUC_JP.decode_without_bom_handling(bytes);
    if MARKERS
        .iter()
        .any(|marker| memmem::find(euc.as_bytes(), marker.as_bytes()).is_some())
    {
        return Encoding::EucJp;
    }
    // Kana of EUC-JP look like half-width katakana in the other.
    let (shift_jis, _) = encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes);
    let half = shift_jis.chars().any(|it| matches!(it, '｡'..='ﾟ'));
    if half && euc.chars().any(|it| matches!(it, 'ぁ'..='ヺ')) {
        return Encoding::EucJp;
    }
    if let Some(said @ (Encoding::EucJp | Encoding::ShiftJis)) = label(bytes) {
        return said;
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    match detector.guess(Some(b"jp"), chardetng::Utf8Detection::Deny) {
        guess if guess == encoding_rs::EUC_JP => Encoding::EucJp,
        _ => Encoding::ShiftJis,
    }
}
