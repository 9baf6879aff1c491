//! Text into bytes. A character the encoding lacks is named, never written as something else behind the user's back.

use encoding_rs::EncoderResult;

use super::Encoding;

/// What to do with a character that the encoding lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmappable {
    /// Leave it out of the bytes: the caller refuses to write them.
    Refuse,
    /// Write 〓 (geta), as printers did.
    Geta,
}

/// What encoding a text has done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Characters the encoding lacks, with their offsets in the text.
    pub unmappable: Vec<(usize, char)>,
    /// Characters written as one that looks or means the same, with their offsets.
    pub replaced: Vec<(usize, char)>,
}

/// Appends `text` to `out` in an encoding.
pub fn encode(text: &str, encoding: Encoding, policy: Unmappable, out: &mut Vec<u8>) -> Encoded {
    match encoding {
        Encoding::Utf8 => out.extend_from_slice(text.as_bytes()),
        Encoding::Utf16Le => out.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
        Encoding::Utf16Be => out.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        Encoding::Ascii => return ascii(text, policy, out),
        Encoding::ShiftJis | Encoding::EucJp | Encoding::Iso2022Jp => {
            return japanese(text, encoding, policy, out);
        }
    }
    Encoded::default()
}

fn ascii(text: &str, policy: Unmappable, out: &mut Vec<u8>) -> Encoded {
    let mut encoded = Encoded::default();
    for (at, sign) in text.char_indices() {
        match u8::try_from(sign) {
            Ok(byte) if byte.is_ascii() => out.push(byte),
            _ => {
                encoded.unmappable.push((at, sign));
                if policy == Unmappable::Geta {
                    out.push(b'=');
                }
            }
        }
    }
    encoded
}

fn japanese(text: &str, encoding: Encoding, policy: Unmappable, out: &mut Vec<u8>) -> Encoded {
    let mut encoded = Encoded::default();
    let mut encoder = encoding.codec().new_encoder();
    let mut at = 0;
    // The codec writes these two as a backslash and a tilde, which is what they would come back as.
    let traps = memchr::memchr2_iter(0xC2, 0xE2, text.as_bytes()).filter_map(|at| {
        let sign = text[at..].chars().next();
        let trap = sign.filter(|it| matches!(it, '\u{A5}' | '\u{203E}'))?;
        Some(at + trap.len_utf8())
    });
    for end in traps.chain([text.len()]) {
        let trap = text[at..end]
            .chars()
            .next_back()
            .filter(|it| matches!(it, '\u{A5}' | '\u{203E}'));
        let plain_end = end - trap.map_or(0, char::len_utf8);
        while at < plain_end {
            let (stop, unmappable) = run(&mut encoder, &text[at..plain_end], out);
            at += stop;
            if let Some(sign) = unmappable {
                instead(
                    &mut encoder,
                    encoding,
                    (at - sign.len_utf8(), sign),
                    policy,
                    out,
                    &mut encoded,
                );
            }
        }
        if let Some(sign) = trap {
            instead(
                &mut encoder,
                encoding,
                (plain_end, sign),
                policy,
                out,
                &mut encoded,
            );
        }
        at = end;
    }
    // ISO-2022-JP goes back to ASCII at the end.
    out.reserve(8);
    let _ = encoder.encode_from_utf8_to_vec_without_replacement("", out, true);
    encoded
}

/// Encodes up to the first character the encoding lacks; returns how far it came, that character included.
fn run(encoder: &mut encoding_rs::Encoder, text: &str, out: &mut Vec<u8>) -> (usize, Option<char>) {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        out.reserve(room.unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, false);
        at += read;
        match result {
            EncoderResult::InputEmpty => return (at, None),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(sign) => return (at, Some(sign)),
        }
    }
}

/// Writes what stands for a character that the encoding lacks.
fn instead(
    encoder: &mut encoding_rs::Encoder,
    encoding: Encoding,
    (at, sign): (usize, char),
    policy: Unmappable,
    out: &mut Vec<u8>,
    encoded: &mut Encoded,
) {
    if encoding == Encoding::ShiftJis
        && let Some(bytes) = gaiji(sign)
    {
        out.extend_from_slice(&bytes);
        return;
    }
    if let Some(other) = substitute(sign) {
        encoded.replaced.push((at, sign));
        run(encoder, other, out);
        return;
    }
    encoded.unmappable.push((at, sign));
    if policy == Unmappable::Geta {
        run(encoder, "〓", out);
    }
}

/// The private characters U+E000 to U+E757 are where `F040` to `F9FC` come out when read; they go back there.
fn gaiji(sign: char) -> Option<[u8; 2]> {
    let place = u32::from(sign).checked_sub(0xE000)?;
    if place > 0x757 {
        return None;
    }
    let (row, cell) = (place / 188, place % 188);
    // The second byte leaves out 0x7F.
    let second = 0x40 + cell + u32::from(cell >= 0x3F);
    Some([0xF0 + row as u8, second as u8])
}

/// What is written for characters that no Japanese encoding of old has but whose like it has.
const fn substitute(sign: char) -> Option<&'static str> {
    let other = match sign {
        '☗' | '⛊' => "▲",
        '☖' | '⛉' => "△",
        '\u{301C}' => "\u{FF5E}",
        '\u{2014}' => "\u{2015}",
        '\u{2016}' => "\u{2225}",
        '\u{A2}' => "\u{FFE0}",
        '\u{A3}' => "\u{FFE1}",
        '\u{AC}' => "\u{FFE2}",
        '\u{A5}' => "\u{FFE5}",
        '\u{203E}' => "\u{FFE3}",
        '\u{2003}' => "\u{3000}",
        '\u{A0}' | '\u{2000}'..='\u{200A}' => " ",
        '\u{200B}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => "",
        _ => return None,
    };
    Some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shift_jis(text: &str, policy: Unmappable) -> (Vec<u8>, Encoded) {
        let mut out = Vec::new();
        let encoded = encode(text, Encoding::ShiftJis, policy, &mut out);
        (out, encoded)
    }

    #[test]
    fn what_looks_the_same_is_written_and_told() {
        let cases = [
            ("☗７六歩", "▲７六歩"),
            ("☖⛊⛉", "△▲△"),
            ("1\u{301C}2", "1～2"),
            ("a\u{2014}\u{2016}\u{A2}\u{A3}\u{AC}", "a―∥￠￡￢"),
            ("\u{A5}100 \u{203E}", "￥100 ￣"),
            ("a\u{A0}b\u{2003}c\u{2009}d", "a b\u{3000}c d"),
            ("祐\u{E0100}a\u{200B}b\u{FE0F}", "祐ab"),
        ];
        for (text, expected) in cases {
            let (bytes, encoded) = shift_jis(text, Unmappable::Refuse);
            let (back, _, bad) = encoding_rs::SHIFT_JIS.decode(&bytes);
            assert_eq!((back.as_ref(), bad), (expected, false));
            assert_eq!(encoded.unmappable, []);
            assert!(!encoded.replaced.is_empty());
        }
    }

    #[test]
    fn what_is_unmappable_is_named_and_never_a_question_mark() {
        let (bytes, encoded) = shift_jis("森雞二é", Unmappable::Geta);
        assert_eq!(encoding_rs::SHIFT_JIS.decode(&bytes).0, "森〓二〓");
        assert_eq!(encoded.unmappable, [(3, '雞'), (9, 'é')]);
        let (bytes, encoded) = shift_jis("a𠮷b", Unmappable::Refuse);
        assert_eq!(
            (bytes.as_slice(), encoded.unmappable.len()),
            (&b"ab"[..], 1)
        );
    }

    #[test]
    fn old_signs_go_back_where_they_came_from() {
        for bytes in [[0xF0, 0x40], [0xF0, 0x7E], [0xF0, 0x80], [0xF9, 0xFC]] {
            let (text, _, bad) = encoding_rs::SHIFT_JIS.decode(&bytes);
            assert!(!bad);
            assert_eq!(shift_jis(&text, Unmappable::Refuse).0, bytes);
        }
    }

    #[test]
    fn mail_text_ends_in_ascii() {
        let mut out = Vec::new();
        encode("歩", Encoding::Iso2022Jp, Unmappable::Refuse, &mut out);
        assert_eq!(out, b"\x1B$BJb\x1B(B");
    }
}
