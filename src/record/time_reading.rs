//! Time controls in the words of people: 6時間, 15分＋60秒, 1手30秒, 10分切れ負け, 5分+5秒(フィッシャー).

use super::TimeControl;

/// Words that change nothing.
const FILLING: &[&str] = &[
    "各",
    "約",
    "各自",
    "双方",
    "それぞれ",
    "ずつ",
    "持ち時間",
    "持時間",
    "チェスクロック",
    "使用",
    "方式",
    "ルール",
    "+",
    "、",
    ",",
    ";",
    "・",
    "&",
    "/",
    "(",
    ")",
    "[",
    "]",
    "「",
    "」",
    "。",
    "後",
    "以降",
    "以後",
    "その",
    "から",
    "より",
    "未満",
    "以内",
    "each",
    "per",
    "move",
    "for",
    "then",
    "and",
    "plus",
    "の",
    "は",
    "で",
    "に",
    "ごと",
    "毎",
    ":",
    "付き",
    "付",
    "制",
    "なし",
    "無し",
];

/// Words for what the next time is.
const BEFORE: &[(&str, Kind)] = &[
    ("秒読み", Kind::Byoyomi),
    ("秒読", Kind::Byoyomi),
    ("初手", Kind::Byoyomi),
    ("1手", Kind::Byoyomi),
    ("一手", Kind::Byoyomi),
    ("切れたら", Kind::Byoyomi),
    ("切れると", Kind::Byoyomi),
    ("使い切ったら", Kind::Byoyomi),
    ("使い切ると", Kind::Byoyomi),
    ("使い切り", Kind::Byoyomi),
    ("切れ", Kind::Byoyomi),
    ("消費", Kind::Byoyomi),
    ("byoyomi", Kind::Byoyomi),
    ("byo-yomi", Kind::Byoyomi),
    ("加算", Kind::Increment),
    ("フィッシャー", Kind::Increment),
    ("fischer", Kind::Increment),
    ("インクリメント", Kind::Increment),
    ("increment", Kind::Increment),
];

/// Words for what the time before was.
const AFTER: &[(&str, Kind)] = &[
    ("秒読み", Kind::Byoyomi),
    ("秒読", Kind::Byoyomi),
    ("将棋", Kind::Byoyomi),
    ("byoyomi", Kind::Byoyomi),
    ("byo-yomi", Kind::Byoyomi),
    ("ずつ加算", Kind::Increment),
    ("加算", Kind::Increment),
    ("増加", Kind::Increment),
    ("追加", Kind::Increment),
    ("/手", Kind::PerMove),
    ("/1手", Kind::PerMove),
    ("/一手", Kind::PerMove),
    ("/move", Kind::PerMove),
    ("permove", Kind::PerMove),
    ("(フィッシャー", Kind::Increment),
    ("フィッシャー", Kind::Increment),
    ("(fischer", Kind::Increment),
    ("fischer", Kind::Increment),
    ("increment", Kind::Increment),
    ("inc", Kind::Increment),
];

/// Words for a game that is lost when the base is used up.
const SUDDEN_DEATH: &[&str] = &[
    "切れ負け",
    "切負け",
    "切れ負",
    "切負",
    "指し切り",
    "指切り",
    "サドンデス",
    "suddendeath",
    "秒読みなし",
    "秒読み無し",
    "加算なし",
];

/// What a time is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Byoyomi,
    Increment,
    /// 10秒/手: added to the base, or all there is where there is no base.
    PerMove,
}

impl TimeControl {
    /// Reads a time control in words. None when anything is said that is not understood: it must not be lost.
    pub fn of_words(text: &str) -> Option<TimeControl> {
        let text = plain(text);
        if text.matches('+').count() == 2
            && let Some(control) = TimeControl::of_time(&text)
        {
            return Some(control);
        }
        let mut control = TimeControl::UNKNOWN;
        let mut base = None;
        // What the next time is, where a word has told.
        let mut next = None;
        // Whether a word before all times speaks of an increment.
        let mut adds = false;
        let mut sudden_death = false;
        let mut rest = text.as_str();
        while !rest.is_empty() {
            // Behind a time with colons the seconds need no unit.
            let bare = || {
                digits(rest)
                    .filter(|(_, after)| after.is_empty() && base.is_some() && text.contains(':'))
            };
            let seconds = |(value, after): (u64, _)| Some((value.checked_mul(SECOND)?, after));
            if let Some((time, after)) = duration(rest).or_else(|| bare().and_then(seconds)) {
                rest = after;
                let found = longest(AFTER, rest).filter(|(len, _)| !goes_before(&rest[*len..]));
                let mut kind = next.take();
                if let Some((word, after)) = found {
                    rest = &rest[word..];
                    kind = Some(after);
                }
                let first =
                    base.is_none() && control.byoyomi.is_none() && control.increment.is_none();
                kind = match kind {
                    Some(Kind::PerMove) if first => Some(Kind::Byoyomi),
                    Some(Kind::PerMove) => Some(Kind::Increment),
                    Some(Kind::Byoyomi) if adds && found.is_none() => Some(Kind::Increment),
                    None if !first => Some(if adds { Kind::Increment } else { Kind::Byoyomi }),
                    Some(Kind::Increment) if first && found.is_none() => {
                        adds = true;
                        None
                    }
                    other => other,
                };
                // 10分 秒読み says nothing of how long the byoyomi is.
                if first && found.is_some() && kind == Some(Kind::Byoyomi) && time > 5 * MINUTE {
                    return None;
                }
                let slot = match kind {
                    None => &mut base,
                    Some(Kind::Increment) => &mut control.increment,
                    Some(Kind::Byoyomi | Kind::PerMove) => &mut control.byoyomi,
                };
                if slot.replace(time).is_some() {
                    return None;
                }
            } else if let Some(word) = SUDDEN_DEATH.iter().find(|it| rest.starts_with(**it)) {
                sudden_death = true;
                rest = &rest[word.len()..];
            } else if let Some((len, kind)) = longest(BEFORE, rest) {
                next = Some(kind);
                rest = &rest[len..];
            } else {
                let word = FILLING
                    .iter()
                    .filter(|it| rest.starts_with(**it))
                    .max_by_key(|it| it.len())?;
                rest = &rest[word.len()..];
            }
        }
        if base.is_none() && control.byoyomi.is_none() || next == Some(Kind::Byoyomi) {
            return None;
        }
        if next == Some(Kind::Increment) && control.increment.is_none() {
            control.increment = control.byoyomi.take();
        }
        if sudden_death && (control.byoyomi.is_some() || control.increment.is_some()) {
            return None;
        }
        // Whoever names one of the two means that there is not the other.
        if sudden_death || control.byoyomi.is_some() || control.increment.is_some() {
            control.byoyomi = control.byoyomi.or(Some(0));
            control.increment = control.increment.or(Some(0));
        }
        control.base = base.unwrap_or(0);
        Some(control)
    }

    /// Reads the words of 秒読み: 30秒, 1手30秒, 初手から1分. Nothing but one time may stand there.
    pub(super) fn of_byoyomi(text: &str) -> Option<u64> {
        let text = plain(text);
        if matches!(text.as_str(), "なし" | "無し" | "無") {
            return Some(0);
        }
        let mut rest = text.as_str();
        for word in ["秒読み", "初手から", "初手より", "1手", "一手"] {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        let (time, rest) = duration(rest)?;
        ["", "未満", "以内", "/手", "将棋", "(初手から)"]
            .contains(&rest)
            .then_some(time)
    }
}

/// The longest word of a table that `text` begins with: its length and what it means.
fn longest(words: &[(&str, Kind)], text: &str) -> Option<(usize, Kind)> {
    let found = words.iter().filter(|(word, _)| text.starts_with(word));
    found
        .max_by_key(|(word, _)| word.len())
        .map(|(word, kind)| (word.len(), *kind))
}

/// Whether a time follows that the word before it speaks of: 秒読み60秒.
fn goes_before(text: &str) -> bool {
    let text = text.trim_start_matches([':', '、', 'は']);
    let text = text
        .strip_prefix("1手")
        .or_else(|| text.strip_prefix("一手"))
        .unwrap_or(text);
    duration(text).is_some()
}

/// Full-width signs as their ASCII twins, small letters, no blanks.
fn plain(text: &str) -> String {
    let narrow = |sign| match sign {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(sign) - 0xFEE0).unwrap_or(sign),
        _ => sign,
    };
    let signs = text.chars().filter(|it| !it.is_whitespace()).map(narrow);
    signs.map(|it| it.to_ascii_lowercase()).collect()
}

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1000;

/// The units of time, longer words first.
const UNITS: &[(&str, u64)] = &[
    ("時間", HOUR),
    ("分間", MINUTE),
    ("分", MINUTE),
    ("秒間", SECOND),
    ("秒", SECOND),
    ("hours", HOUR),
    ("hour", HOUR),
    ("hrs", HOUR),
    ("hr", HOUR),
    ("h", HOUR),
    ("minutes", MINUTE),
    ("minute", MINUTE),
    ("mins", MINUTE),
    ("min", MINUTE),
    ("m", MINUTE),
    ("seconds", SECOND),
    ("second", SECOND),
    ("secs", SECOND),
    ("sec", SECOND),
    ("s", SECOND),
];

/// `1時間30分15秒`, `10:00`, `1:30:00` in milliseconds, and the rest.
fn duration(text: &str) -> Option<(u64, &str)> {
    if let Some(found) = clock(text) {
        return Some(found);
    }
    let mut rest = text;
    let mut total = 0u64;
    let mut smallest = u64::MAX;
    while let Some((value, after)) = number(rest) {
        let unit = UNITS
            .iter()
            .find_map(|(unit, factor)| Some((after.strip_prefix(unit)?, *factor)));
        // A smaller unit goes on with the same time; another begins a new one.
        let Some((after, factor)) = unit.filter(|(_, factor)| *factor < smallest) else {
            break;
        };
        // So does a number that no larger unit leaves over: 15分60秒.
        if smallest < u64::MAX && value >= 60 {
            break;
        }
        total = total.checked_add(value.checked_mul(factor)?)?;
        smallest = factor;
        rest = after;
        if let Some(after) = rest.strip_prefix('半') {
            total = total.checked_add(factor / 2)?;
            rest = after;
            break;
        }
    }
    (smallest < u64::MAX).then_some((total, rest))
}

/// Times with colons. With a byoyomi behind it two digits below ten are CSA's hours: 00:25+30; else two numbers are
/// minutes and seconds.
fn clock(text: &str) -> Option<(u64, &str)> {
    let (first, after) = digits(text)?;
    let (second, after) = digits(after.strip_prefix(':')?)?;
    let third = after.strip_prefix(':').and_then(digits);
    if let Some((third, after)) = third {
        let seconds = first
            .checked_mul(3600)?
            .checked_add(second.checked_mul(60)?)?;
        return Some((seconds.checked_add(third)?.checked_mul(SECOND)?, after));
    }
    let of_csa = text.starts_with('0') && text.as_bytes()[1] != b':' && after.starts_with('+');
    let unit = if of_csa { MINUTE } else { SECOND };
    let time = first
        .checked_mul(60)?
        .checked_add(second)?
        .checked_mul(unit)?;
    Some((time, after))
}

fn digits(text: &str) -> Option<(u64, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A number in digits or in Japanese numerals: 30, 三十.
fn number(text: &str) -> Option<(u64, &str)> {
    if let Some(found) = digits(text) {
        return Some(found);
    }
    let mut total = 0u64;
    let mut ones = 0u64;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some(at) = "〇一二三四五六七八九".chars().position(|it| it == sign) {
            ones = ones.checked_mul(10)?.checked_add(at as u64)?;
        } else if let Some(factor) = [('十', 10), ('百', 100)].iter().find(|it| it.0 == sign) {
            total = total.checked_add(ones.max(1).checked_mul(factor.1)?)?;
            ones = 0;
        } else {
            break;
        }
        rest = &rest[sign.len_utf8()..];
    }
    (rest.len() < text.len()).then_some((total.checked_add(ones)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Base, byoyomi and increment in seconds.
    fn read(text: &str) -> Option<(u64, Option<u64>, Option<u64>)> {
        let seconds = |it: u64| it / 1000;
        let control = TimeControl::of_words(text)?;
        let (byoyomi, increment) = (control.byoyomi, control.increment);
        Some((
            seconds(control.base),
            byoyomi.map(seconds),
            increment.map(seconds),
        ))
    }

    #[test]
    fn words_of_many_hands_are_read() {
        for (text, base) in [
            ("6時間", 21_600),
            ("各8時間", 28_800),
            ("９時間", 32_400),
            ("1時間01分", 3660),
            ("１時間３０分", 5400),
            ("1時間半", 5400),
            ("六時間", 21_600),
            ("チェスクロック4時間", 14_400),
            ("各４時間（チェスクロック使用）", 14_400),
            ("0分", 0),
            ("90 minutes", 5400),
            ("0:10:00", 600),
        ] {
            assert_eq!(read(text), Some((base, None, None)), "{text}");
        }
        for (text, base, byoyomi) in [
            ("15分+60秒", 900, 60),
            ("15分＋30秒", 900, 30),
            ("15分60秒", 900, 60),
            ("10分切れ負け", 600, 0),
            ("３分切負", 180, 0),
            ("60分 切れたら1分将棋", 3600, 60),
            ("15分、切れたら1手30秒未満", 900, 30),
            ("15分 秒読み60秒", 900, 60),
            ("15分、秒読み60秒", 900, 60),
            ("初手から30秒", 0, 30),
            ("１手30秒", 0, 30),
            ("一手三十秒", 0, 30),
            ("30秒将棋", 0, 30),
            ("30秒/手", 0, 30),
            ("持ち時間なし、1手30秒", 0, 30),
            ("10:00+30", 600, 30),
            ("00:25+30", 1500, 30),
            ("00:03+00", 180, 0),
            ("3分+0秒", 180, 0),
            ("10m + 30s byoyomi", 600, 30),
        ] {
            assert_eq!(read(text), Some((base, Some(byoyomi), Some(0))), "{text}");
        }
        for (text, base, increment) in [
            ("5分+1手10秒加算", 300, 10),
            ("5分＋1手ごとに10秒加算", 300, 10),
            ("5分+5秒(フィッシャー)", 300, 5),
            ("フィッシャールール 10分+5秒", 600, 5),
            ("フィッシャー：10分、1手5秒", 600, 5),
            ("25分＋10秒/手", 1500, 10),
            ("10 min + 5 sec increment", 600, 5),
            ("900+0+5", 900, 5),
        ] {
            assert_eq!(read(text), Some((base, Some(0), Some(increment))), "{text}");
        }
        for text in [
            "",
            "15分＋30秒＋（考慮時間10分）",
            "チェスクロック",
            "6",
            "無制限",
            "なし",
            "10分 秒読み",
            "10分+30秒+60秒",
            "10分切れ負け+30秒",
            "不明",
            "999999999999999999時間",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn byoyomi_stands_alone() {
        for (text, time) in [
            ("30秒", 30),
            ("1手１分", 60),
            ("初手から30秒", 30),
            ("30秒未満", 30),
            ("なし", 0),
        ] {
            assert_eq!(TimeControl::of_byoyomi(text), Some(time * 1000), "{text}");
        }
        for text in ["", "30", "30秒10回"] {
            assert_eq!(TimeControl::of_byoyomi(text), None, "{text}");
        }
    }
}
