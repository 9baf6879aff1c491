//! Names of players made alike, however they are written.

use unicode_normalization::UnicodeNormalization;

/// Titles and ranks that follow names.
const TITLES: [&str; 22] = [
    "名誉王座",
    "永世名人",
    "永世竜王",
    "竜王",
    "龍王",
    "名人",
    "王位",
    "王座",
    "棋王",
    "叡王",
    "王将",
    "棋聖",
    "女流",
    "アマ",
    "先生",
    "さん",
    "奨励会",
    "会員",
    "白玲",
    "清麗",
    "倉敷藤花",
    "女王",
];
/// The digits of ranks.
const DIGITS: &str = "0123456789一二三四五六七八九十初";

/// A name without what does not tell people apart: width, blanks, case, ranks and titles (九段, 名人), ratings in
/// brackets. A name that is nothing but a title stays.
pub fn fold_name(name: &str) -> String {
    let plain: String = name.nfkc().flat_map(char::to_lowercase).collect();
    let mut bare = String::with_capacity(plain.len());
    let mut depth = 0_u32;
    for character in plain.chars() {
        match character {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth = depth.saturating_sub(1),
            _ if depth > 0 || character.is_whitespace() => {}
            _ => bare.push(character),
        }
    }
    let mut end = bare.as_str();
    let joins = |it| matches!(it, '・' | ',');
    loop {
        let shorter = without_rank(end).or_else(|| {
            let mut titles = TITLES.into_iter();
            titles.find_map(|title| end.strip_suffix(title))
        });
        let shorter = shorter.map(|it| it.trim_end_matches(joins));
        match shorter.filter(|it| !it.is_empty()) {
            Some(shorter) => end = shorter,
            None if end.is_empty() => return plain,
            None => return end.to_owned(),
        }
    }
}

/// What stands before 九段, 3級, 二冠.
fn without_rank(name: &str) -> Option<&str> {
    let ranked = ["段", "級", "冠"]
        .into_iter()
        .find_map(|it| name.strip_suffix(it))?;
    let rest = ranked.trim_end_matches(|it| DIGITS.contains(it));
    (rest.len() < ranked.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_alike() {
        for (name, wanted) in [
            ("羽生善治", "羽生善治"),
            ("羽生　善治 九段", "羽生善治"),
            ("羽生善治竜王・名人", "羽生善治"),
            ("谷川浩司名人", "谷川浩司"),
            ("藤井聡太七冠", "藤井聡太"),
            ("ＡｐｅｒｙＢｏｔ (2841)", "aperybot"),
            ("Gikou2[3900]", "gikou2"),
            ("ｶﾞﾝﾀﾞﾑ", "ガンダム"),
            ("か\u{3099}", "が"),
            ("山田 太郎 アマ三段", "山田太郎"),
            ("名人", "名人"),
            ("三段", "三段"),
            ("", ""),
            ("(1500)", "(1500)"),
        ] {
            assert_eq!(fold_name(name), wanted, "{name}");
        }
    }
}
