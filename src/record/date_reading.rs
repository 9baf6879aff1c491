//! Dates as people write them: 2024/04/01, 2024年4月1日, 令和6年4月1日, 24/04/01, 04/30/2024, Mon Apr 1 2024.

use super::GameTime;
use super::game_time::days;

/// What the text of a date comes to, with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateReading<'a> {
    /// Year, month and day in digits, the year with four.
    Usual(GameTime, &'a str),
    /// A form that is understood all the same: an era, two digits of a year, months by name, the year at the end.
    Unusual(GameTime, &'a str),
    /// It says that there is no date: nothing, or 0000/00/00.
    Absent,
    /// It is in one of these forms, but there is no such day or time.
    Impossible,
    /// A form that is not understood, or can be understood in two ways.
    Unread,
}

/// The eras, each with its letter, its sign and the year before its first.
const ERAS: &[(&str, char, char, u32)] = &[
    ("明治", 'M', '㍾', 1867),
    ("大正", 'T', '㍽', 1911),
    ("昭和", 'S', '㍼', 1925),
    ("平成", 'H', '㍻', 1988),
    ("令和", 'R', '㋿', 2018),
];

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

impl GameTime {
    /// Reads a date in any form that leaves no doubt, and gives the text after it. None when it is none.
    pub fn parse(text: &str) -> Option<(GameTime, &str)> {
        match GameTime::read(text) {
            DateReading::Usual(time, rest) | DateReading::Unusual(time, rest) => Some((time, rest)),
            DateReading::Absent | DateReading::Impossible | DateReading::Unread => None,
        }
    }

    /// Reads a date, and the time of day behind it.
    pub fn read(text: &str) -> DateReading<'_> {
        let text = text.trim();
        if text.is_empty() {
            return DateReading::Absent;
        }
        let found = numbers(text)
            .or_else(|| era(text))
            .or_else(|| names(text))
            .unwrap_or(Found::Nothing);
        match found {
            Found::Nothing => DateReading::Unread,
            Found::NoDate => DateReading::Absent,
            Found::Date {
                date: [year, month, day],
                rest,
                usual,
                clock: before,
            } => {
                let Some(date) = date(year, month, day) else {
                    return DateReading::Impossible;
                };
                let Some((clock, rest, plain)) = before
                    .map(|clock| (Some(clock), rest, false))
                    .or_else(|| clock(rest))
                else {
                    return DateReading::Impossible;
                };
                let time = GameTime { clock, ..date };
                if usual && plain {
                    DateReading::Usual(time, rest)
                } else {
                    DateReading::Unusual(time, rest)
                }
            }
        }
    }
}

type Clock = (u8, u8, u8);

/// What a form of dates finds.
enum Found<'a> {
    Nothing,
    /// 0000/00/00
    NoDate,
    Date {
        /// Year, month and day, whether or not there is such a day.
        date: [u32; 3],
        rest: &'a str,
        usual: bool,
        /// The time of day, where it stands before the year.
        clock: Option<Clock>,
    },
}

fn found(date: [u32; 3], rest: &str, usual: bool) -> Found<'_> {
    Found::Date {
        date,
        rest,
        usual,
        clock: None,
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<GameTime> {
    let year = u16::try_from(year)
        .ok()
        .filter(|it| (1..=9999).contains(it))?;
    let month = u8::try_from(month)
        .ok()
        .filter(|it| (1..=12).contains(it))?;
    let day = u8::try_from(day)
        .ok()
        .filter(|it| (1..=days(year, month)).contains(it))?;
    Some(GameTime {
        year,
        month,
        day,
        clock: None,
    })
}

/// Forms that begin with a number.
fn numbers(text: &str) -> Option<Found<'_>> {
    let (text, western) = match text.strip_prefix("西暦") {
        Some(rest) => (rest.trim_start(), true),
        None => (text, false),
    };
    let first = number(text)?;
    if first.signs == 8 || first.signs == 14 {
        return Some(run_of_digits(text, first.signs));
    }
    let Some((sign, rest)) = separator(first.rest) else {
        return names(text);
    };
    let Some(second) = number(brackets(rest)) else {
        return names(text);
    };
    let Some((_, rest)) = separator(second.rest) else {
        return Some(Found::Nothing);
    };
    let Some(third) = number(rest) else {
        return Some(Found::Nothing);
    };
    let rest = third.rest.strip_prefix('日').unwrap_or(third.rest);
    let [a, b, c] = [first.value, second.value, third.value];
    match (first.signs, third.signs) {
        _ if first.value >= 1000 && first.value <= 9999 => {
            Some(found([a, b, c], rest, !western && first.digits))
        }
        (4, _) if [a, b, c] == [0; 3] => Some(Found::NoDate),
        (4, _) => Some(found([a, b, c], rest, true)),
        (2, 1 | 2) if sign != '年' => {
            let century = if a < 50 { 2000 } else { 1900 };
            Some(found([century + a, b, c], rest, false))
        }
        (1 | 2, 4) if sign != '年' => {
            let american = ["am", "pm"]
                .iter()
                .any(|it| rest.to_ascii_lowercase().contains(it));
            let day_first = match (a > 12, b > 12) {
                (true, false) => true,
                (false, true) => false,
                _ if a == b || american => false,
                (false, false) if sign == '.' => true,
                (false, false) => return Some(Found::Nothing),
                (true, true) => return Some(found([c, a, b], rest, false)),
            };
            let date = if day_first { [c, b, a] } else { [c, a, b] };
            Some(found(date, rest, false))
        }
        _ => Some(Found::Nothing),
    }
}

/// 20240401, 20240401103000.
fn run_of_digits(text: &str, signs: usize) -> Found<'_> {
    let Some(digits) = text
        .get(..signs)
        .filter(|it| it.bytes().all(|byte| byte.is_ascii_digit()))
    else {
        return Found::Nothing;
    };
    let part = |from: usize, to: usize| digits[from..to].parse().unwrap_or(0);
    let day = [part(0, 4), part(4, 6), part(6, 8)];
    if date(day[0], day[1], day[2]).is_none() {
        return Found::Nothing;
    }
    let clock = (signs == 14)
        .then(|| time(part(8, 10), part(10, 12), part(12, 14)))
        .flatten();
    Found::Date {
        date: day,
        rest: &text[signs..],
        usual: false,
        clock,
    }
}

/// 令和6年4月1日, R6.4.1, 平成元年1月8日.
fn era(text: &str) -> Option<Found<'_>> {
    let (rest, before, name) = ERAS.iter().find_map(|&(name, letter, sign, before)| {
        if let Some(rest) = text.strip_prefix(name).or_else(|| text.strip_prefix(sign)) {
            return Some((rest, before, true));
        }
        let rest = text.strip_prefix([letter, letter.to_ascii_lowercase()])?;
        let rest = rest.strip_prefix('.').unwrap_or(rest);
        number(rest).is_some().then_some((rest, before, false))
    })?;
    let rest = rest.trim_start();
    let (year, rest) = match rest.strip_prefix('元') {
        Some(rest) => (1, rest),
        None => number(rest).map(|it| (it.value, it.rest))?,
    };
    let (_, rest) = separator(rest)?;
    let month = number(brackets(rest))?;
    let (_, rest) = separator(month.rest)?;
    let day = number(rest)?;
    let rest = day.rest.strip_prefix('日').unwrap_or(day.rest);
    // No era was longer; a letter alone may be anything.
    let fits = (1..=64).contains(&year);
    if !fits && !name {
        return None;
    }
    Some(found(
        [if fits { before + year } else { 0 }, month.value, day.value],
        rest,
        false,
    ))
}

/// Mon Apr 1 2024, April 1, 2024, 1 Apr 2024, 01-Apr-2024, Mon Apr  1 10:30:00 2024.
fn names(text: &str) -> Option<Found<'_>> {
    let rest = named(text, &WEEKDAYS).map_or(text, |(_, rest)| rest);
    let rest = between(rest);
    let (month, day, rest) = match named(rest, &MONTHS) {
        Some((month, rest)) => {
            let day = number(between(rest))?;
            (month, day.value, day.rest)
        }
        None => {
            let day = number(rest)?;
            if day.signs == 4 {
                let (month, rest) = named(between(day.rest), &MONTHS)?;
                let last = number(between(rest))?;
                return Some(found([day.value, month, last.value], last.rest, false));
            }
            let (month, rest) = named(between(ordinal(day.rest)), &MONTHS)?;
            (month, day.value, rest)
        }
    };
    let rest = ordinal(rest);
    let (clock, rest) = match clock(rest) {
        Some((Some(clock), rest, _)) => (Some(clock), rest),
        _ => (None, rest),
    };
    let year = number(between(rest)).filter(|it| it.signs == 4)?;
    Some(Found::Date {
        date: [year.value, month, day],
        rest: year.rest,
        usual: false,
        clock,
    })
}

/// The number of a name, from 1, that the text begins with, in full or by its first three letters.
fn named<'a>(text: &'a str, names: &[&str]) -> Option<(u32, &'a str)> {
    let end = text
        .find(|it: char| !it.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let word = text[..end].to_ascii_lowercase();
    let is = |name: &&str| {
        word.len() >= 3 && name.starts_with(&word) || word == "sept" && name.starts_with("sept")
    };
    let at = names.iter().position(is)?;
    Some((at as u32 + 1, &text[end..]))
}

fn between(text: &str) -> &str {
    text.trim_start_matches([' ', ',', '.', '-', '/', '\u{3000}'])
}

fn ordinal(text: &str) -> &str {
    let ends = ["st", "nd", "rd", "th"];
    ends.iter()
        .find_map(|it| text.strip_prefix(it))
        .unwrap_or(text)
}

struct Number<'a> {
    value: u32,
    /// How many signs it has.
    signs: usize,
    /// Whether they are digits, not Japanese numerals.
    digits: bool,
    rest: &'a str,
}

/// A number in ASCII or full-width digits, or in Japanese numerals.
fn number(text: &str) -> Option<Number<'_>> {
    let digit = |sign: char| match sign {
        '0'..='9' => Some(u32::from(sign) - u32::from('0')),
        '０'..='９' => Some(u32::from(sign) - u32::from('０')),
        _ => None,
    };
    let numeral = |sign: char| "〇一二三四五六七八九".chars().position(|it| it == sign);
    let mut found = Number {
        value: 0,
        signs: 0,
        digits: true,
        rest: text,
    };
    let (mut total, mut ones) = (0u32, 0u32);
    for sign in text.chars() {
        let factor = match sign {
            '十' => 10,
            '百' => 100,
            '千' => 1000,
            _ => 1,
        };
        let (value, is_digit) = match (digit(sign), numeral(sign)) {
            (Some(value), _) => (value, true),
            (_, Some(value)) => (value as u32, false),
            (None, None) if factor > 1 => (0, false),
            _ => break,
        };
        if found.signs > 0 && is_digit != found.digits {
            break;
        }
        found.digits = is_digit;
        found.signs += 1;
        found.rest = &found.rest[sign.len_utf8()..];
        // Longer runs are cut into their parts by their length.
        if factor > 1 {
            total = total.saturating_add(ones.max(1).saturating_mul(factor));
            ones = 0;
        } else {
            ones = ones.saturating_mul(10).saturating_add(value);
        }
    }
    found.value = total.saturating_add(ones);
    (found.signs > 0).then_some(found)
}

/// The sign between two numbers of a date.
fn separator(text: &str) -> Option<(char, &str)> {
    let text = text.trim_start_matches([' ', '\u{3000}']);
    let sign = text.chars().next()?;
    let rest = text[sign.len_utf8()..].trim_start_matches([' ', '\u{3000}']);
    let sign = match sign {
        '/' | '-' | '.' | '年' | '月' => sign,
        '／' => '/',
        '－' => '-',
        '．' => '.',
        _ => return None,
    };
    Some((sign, rest))
}

/// Skips what stands in brackets: 2019年（令和元年）5月1日, 11月15日（水）.
fn brackets(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix(['(', '（']);
    let end = inside.and_then(|it| it.find([')', '）']).map(|at| (it, at)));
    match end {
        Some((inside, at)) if inside[..at].chars().count() <= 10 => {
            let rest = &inside[at..];
            rest[rest.chars().next().map_or(0, char::len_utf8)..].trim_start()
        }
        _ => text,
    }
}

/// Skips 水曜日.
fn weekday(text: &str) -> &str {
    let rest = text
        .trim_start()
        .strip_prefix(['日', '月', '火', '水', '木', '金', '土']);
    let rest = rest.and_then(|it| it.strip_prefix("曜日").or_else(|| it.strip_prefix("曜")));
    rest.unwrap_or(text)
}

/// The time of day behind a date, and whether it is in the usual form. None for a time that there is not.
fn clock(text: &str) -> Option<(Option<Clock>, &str, bool)> {
    const AFTERNOON: [&str; 6] = ["午後", "PM", "pm", "P.M.", "p.m.", "Pm"];
    const MORNING: [&str; 6] = ["午前", "AM", "am", "A.M.", "a.m.", "Am"];
    let none = Some((None, text, true));
    let rest = weekday(brackets(text));
    let text = rest;
    let rest = rest.trim_start_matches([' ', '\u{3000}', '\t', 'T', '、', ',']);
    let half = |text: &str| {
        let strip = |words: &[&str; 6]| {
            words
                .iter()
                .find(|it| text.starts_with(**it))
                .map(|it| it.len())
        };
        strip(&AFTERNOON)
            .map(|len| (12, len))
            .or_else(|| strip(&MORNING).map(|len| (0, len)))
    };
    let before = half(rest);
    let rest = before.map_or(rest, |(_, len)| rest[len..].trim_start());
    let Some(hours) = number(rest) else {
        return Some((None, text, true)).or(none);
    };
    let Some(after) = hours.rest.strip_prefix([':', '：', '時']) else {
        return Some((None, text, true));
    };
    let minutes = number(after);
    let (mut minute, mut rest) = minutes.map_or((0, after), |it| (it.value, it.rest));
    if let Some(after) = rest.strip_prefix('半') {
        (minute, rest) = (30, after);
    }
    rest = rest.strip_prefix('分').unwrap_or(rest);
    let mut second = 0;
    if let Some(seconds) = number(rest.strip_prefix([':', '：']).unwrap_or(rest)) {
        second = seconds.value;
        rest = seconds.rest;
        let fraction = rest.strip_prefix('.').and_then(number);
        rest = fraction.map_or(rest, |it| it.rest);
    }
    rest = rest.strip_prefix('秒').unwrap_or(rest);
    let behind = half(rest.trim_start());
    if let Some((_, len)) = behind {
        rest = &rest.trim_start()[len..];
    }
    let hour = match before.or(behind) {
        Some((add, _)) if hours.value <= 12 => hours.value % 12 + add,
        _ => hours.value,
    };
    if hour > 24 || minute > 59 || second > 60 {
        return None;
    }
    // 24:00 is the midnight after the day, which is not said here.
    let usual = before.or(behind).is_none();
    match time(hour, minute, second) {
        Some(clock) => Some((Some(clock), rest, usual)),
        None => Some((None, text, usual)),
    }
}

fn time(hours: u32, minutes: u32, seconds: u32) -> Option<Clock> {
    (hours < 24 && minutes < 60 && seconds < 60).then_some((
        hours as u8,
        minutes as u8,
        seconds as u8,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_forms_are_understood() {
        for (text, canonical) in [
            ("令和8年1月2日", "2026/01/02"),
            ("令和元年5月1日", "2019/05/01"),
            ("令和元年５月１日（水）午後１時５分", "2019/05/01 13:05:00"),
            ("平成三十年十二月三十日", "2018/12/30"),
            ("平成３０年１２月３０日", "2018/12/30"),
            ("昭和64年1月7日", "1989/01/07"),
            ("大正15年12月24日", "1926/12/24"),
            ("明治45年7月29日", "1912/07/29"),
            ("㋿8年1月2日", "2026/01/02"),
            ("R8.1.2", "2026/01/02"),
            ("H30/12/30", "2018/12/30"),
            ("26/01/02", "2026/01/02"),
            ("99/1/1", "1999/01/01"),
            ("12/30/2018 10:29:48 PM", "2018/12/30 22:29:48"),
            ("12/30/2018", "2018/12/30"),
            ("30/12/2018", "2018/12/30"),
            ("30.12.2018", "2018/12/30"),
            ("02.01.2026", "2026/01/02"),
            ("1/2/2026 12:05 AM", "2026/01/02 00:05:00"),
            ("Sun Jul 09 2023", "2023/07/09"),
            ("Sun Jul 09 2023 10:29:48 GMT+0900", "2023/07/09 10:29:48"),
            ("Sun Jul  9 10:29:48 2023", "2023/07/09 10:29:48"),
            ("Sun, 09 Jul 2023 10:29:48 GMT", "2023/07/09 10:29:48"),
            ("July 9, 2023", "2023/07/09"),
            ("July 9th, 2023", "2023/07/09"),
            ("9 July 2023", "2023/07/09"),
            ("09-Jul-2023", "2023/07/09"),
            ("2023 Jul 9", "2023/07/09"),
            ("20230709", "2023/07/09"),
            ("20230709102948", "2023/07/09 10:29:48"),
            ("西暦2023年7月9日", "2023/07/09"),
            ("二〇二三年七月九日", "2023/07/09"),
            ("2023/07/09 10:29:48 PM", "2023/07/09 22:29:48"),
        ] {
            let DateReading::Unusual(time, _) = GameTime::read(text) else {
                panic!("{text}: {:?}", GameTime::read(text));
            };
            assert_eq!(time.csa(), canonical, "{text}");
        }
    }

    #[test]
    fn usual_forms_keep_what_follows() {
        for (text, canonical, rest) in [
            ("2005/11/29･30日", "2005/11/29", "･30日"),
            ("２０００／０１／０２ １０：０５", "2000/01/02 10:05:00", ""),
            ("2000年01月02日(金) 01：02：03", "2000/01/02 01:02:03", ""),
            ("2019年（令和元年）5月1日", "2019/05/01", ""),
            ("2023-07-09T10:29:48+09:00", "2023/07/09 10:29:48", "+09:00"),
            ("2023/07/09 水曜日 10:29", "2023/07/09 10:29:00", ""),
            ("2023/07/09 午前の部", "2023/07/09", " 午前の部"),
        ] {
            let DateReading::Usual(time, after) = GameTime::read(text) else {
                panic!("{text}: {:?}", GameTime::read(text));
            };
            assert_eq!((time.csa().as_str(), after), (canonical, rest), "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_told_apart_from_what_is_not_understood() {
        for text in ["", "0000/00/00 00:00:00"] {
            assert_eq!(GameTime::read(text), DateReading::Absent, "{text}");
        }
        for text in [
            "2000-01-99",
            "2001/02/29",
            "2000/13/01",
            "令和8年2月30日",
            "2023/07/09 10:75",
            "0026/13/01",
        ] {
            assert_eq!(GameTime::read(text), DateReading::Impossible, "{text}");
        }
        for text in [
            "きのう",
            "2023",
            "2023年7月",
            "26年1月2日",
            "01/02/2018",
            "R8",
            "Sunday",
            "99999/01/01",
            "7/9",
        ] {
            assert_eq!(GameTime::read(text), DateReading::Unread, "{text}");
        }
    }
}
