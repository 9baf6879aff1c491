//! Which games are chosen: counted again by brute force over the exported tables, and asked of every command.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use kifu::examine::Examiner;
use kifu::notation::Game;
use kifu::record::Notation;
use kifu::replay::ReplayOptions;
use kifu::select::{Asked, Selection};
use serde_json::Value;

use crate::export::{kifu, stdout};
use crate::support::testdata;

fn rows(arguments: &[&str]) -> Vec<Value> {
    let text = stdout(
        &testdata(),
        &[
            &["export", "games", "good", "--output", "ndjson"],
            arguments,
        ]
        .concat(),
    );
    let rows = text.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.collect()
}

fn key(row: &Value) -> (String, u64) {
    let file = row["file"].as_str().unwrap().to_owned();
    (file, row["game"].as_u64().unwrap())
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A position taken apart by its SFEN alone: pieces by square, hands by letter, the side to move.
struct Parts {
    squares: HashMap<String, String>,
    hands: HashMap<char, usize>,
    turn: String,
}

fn parts(sfen: &str) -> Parts {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let mut squares = HashMap::new();
    for (rank, row) in ('a'..='i').zip(fields[0].split('/')) {
        let mut file = 9;
        let mut plus = "";
        for letter in row.chars() {
            match letter {
                '+' => plus = "+",
                '1'..='9' => file -= letter.to_digit(10).unwrap(),
                _ => {
                    squares.insert(format!("{file}{rank}"), format!("{plus}{letter}"));
                    plus = "";
                    file -= 1;
                }
            }
        }
    }
    let mut hands = HashMap::new();
    let mut count = String::new();
    for letter in fields[2].chars().filter(|&it| it != '-') {
        if letter.is_ascii_digit() {
            count.push(letter);
        } else {
            let number = count.parse().unwrap_or(1);
            hands.insert(letter, number);
            count.clear();
        }
    }
    Parts {
        squares,
        hands,
        turn: fields[1].to_owned(),
    }
}

/// A term of a pattern, and whether it holds.
type Term = (String, Box<dyn Fn(&Parts) -> bool>);

/// A term that holds in a position, and whether it holds in another one.
fn term(dice: &mut Dice, of: &Parts) -> Term {
    let files = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let ranks = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let square = format!("{}{}", files[dice.below(9)], ranks[dice.below(9)]);
    let stands = of.squares.get(&square).cloned();
    match (dice.below(6), stands) {
        (0, _) => {
            let turn = of.turn.clone();
            (format!("turn={turn}"), Box::new(move |it| it.turn == turn))
        }
        (1, _) => {
            let letter = ['P', 'B', 'p', 'n', 'G', 's'][dice.below(6)];
            let least = of.hands.get(&letter).copied().unwrap_or(0);
            let text = format!("hand.{letter}>={least}");
            let count = move |it: &Parts| it.hands.get(&letter).copied().unwrap_or(0);
            (text, Box::new(move |it| count(it) >= least))
        }
        (2, Some(_)) => {
            let text = format!("{square}=?");
            (text, Box::new(move |it| it.squares.contains_key(&square)))
        }
        (3, Some(piece)) => {
            let black = piece.ends_with(|it: char| it.is_ascii_uppercase());
            let text = format!("{square}={}", if black { 'X' } else { 'x' });
            let same = move |it: &String| it.ends_with(|it: char| it.is_ascii_uppercase()) == black;
            (
                text,
                Box::new(move |it| it.squares.get(&square).is_some_and(&same)),
            )
        }
        (_, Some(piece)) => {
            let text = format!("{square}={piece}|+L");
            let fits = move |it: &String| *it == piece || it == "+L";
            (
                text,
                Box::new(move |it| it.squares.get(&square).is_some_and(&fits)),
            )
        }
        (_, None) => {
            let text = format!("{square}=-");
            (text, Box::new(move |it| !it.squares.contains_key(&square)))
        }
    }
}

#[test]
fn positions_and_patterns_are_found_where_brute_force_finds_them() {
    let positions = rows(&["--table", "positions"]);
    let games = rows(&["--where", "plies > 0"]);
    // The table of positions ends with the legal part.
    let whole = |it: &&Value| it["start_sfen"].is_string() && it["plies"] == it["legal_plies"];
    let games: Vec<&Value> = games.iter().filter(whole).collect();
    assert!(games.len() > 20);
    let mut of_games: BTreeMap<(String, u64), Vec<String>> = BTreeMap::new();
    for row in &positions {
        let sfen = row["sfen"].as_str().unwrap();
        of_games.entry(key(row)).or_default().push(sfen.to_owned());
    }
    let mut dice = Dice(7);
    type Question = (String, bool, Box<dyn Fn(&str) -> bool>);
    let mut questions: Vec<Question> = Vec::new();
    let any = |dice: &mut Dice| {
        let game = &of_games[&key(games[dice.below(games.len())])];
        game[dice.below(game.len())].clone()
    };
    let bare = |sfen: &str| sfen.rsplit_once(' ').unwrap().0.to_owned();
    for _ in 0..200 {
        let sought = any(&mut dice);
        let fields = bare(&sought);
        questions.push((sought, true, Box::new(move |it| bare(it) == fields)));
    }
    for _ in 0..50 {
        let of = parts(&any(&mut dice));
        let count = 1 + dice.below(4);
        let terms: Vec<_> = (0..count).map(|_| term(&mut dice, &of)).collect();
        let texts: Vec<&str> = terms.iter().map(|it| it.0.as_str()).collect();
        let text = texts.join(" ");
        let holds = move |it: &str| {
            let there = parts(it);
            terms.iter().all(|(_, holds)| holds(&there))
        };
        questions.push((text, false, Box::new(holds)));
    }
    let selections: Vec<Selection> = questions
        .iter()
        .map(|(text, is_position, _)| {
            let mut asked = Asked::default();
            match is_position {
                true => asked.positions.push(text),
                false => asked.boards.push(text),
            }
            Selection::new(&asked).unwrap()
        })
        .collect();
    let mut found = 0;
    let mut examiner = Examiner::default();
    for game in games.iter().take(20) {
        let moves = game["moves_usi"].as_str().unwrap();
        let text = format!(
            "sfen {} moves {moves}",
            game["start_sfen"].as_str().unwrap()
        );
        let bytes = Game::whole("", text.as_bytes(), Some(Notation::Usi));
        let report = examiner.examine(&bytes, ReplayOptions::default());
        for (selection, (text, _, holds)) in selections.iter().zip(&questions) {
            let mut hits = BTreeSet::new();
            let flow = selection.hits(report.record, report.replay, &mut |hit| {
                hits.insert(bare(&hit.position.to_string()));
                ControlFlow::Continue(())
            });
            assert!(flow.is_continue());
            let wanted = of_games[&key(game)].iter().filter(|it| holds(it));
            let wanted: BTreeSet<String> = wanted.map(|it| bare(it)).collect();
            assert_eq!(hits, wanted, "{text} in {:?}", key(game));
            found += hits.len();
        }
    }
    assert!(found > 300, "{found}");
}

/// The games that `export` writes under a selection.
fn chosen(arguments: &[&str]) -> Vec<(String, u64)> {
    rows(arguments).iter().map(key).collect()
}

#[test]
fn columns_of_headers_choose_as_the_whole_row_does() {
    for column in [
        "black",
        "event",
        "date",
        "handicap",
        "start_sfen",
        "year",
        "format",
    ] {
        let condition = format!("{column} is not null");
        let all = rows(&[]);
        let wanted = all.iter().filter(|it| !it[column].is_null()).map(key);
        let wanted: Vec<_> = wanted.collect();
        assert_eq!(chosen(&["--where", &condition]), wanted, "{column}");
        // The same where the moves must be read too.
        let condition = format!("{condition} and plies >= 0");
        assert_eq!(chosen(&["--where", &condition]), wanted, "{column}");
    }
}

#[test]
fn a_line_of_moves_is_the_same_in_every_spelling() {
    let usi = chosen(&["--moves", "7g7f 3c3d 2g2f 8c8d"]);
    assert!(usi.len() >= 4, "{usi:?}");
    assert_eq!(chosen(&["--moves", "７六歩 ３四歩 ２六歩 ８四歩"]), usi);
    assert_eq!(chosen(&["--moves", "▲７六歩△３四歩▲２六歩△８四歩"]), usi);
    let any = chosen(&["--moves", "* 3c3d ２六歩 *"]);
    assert!(usi.iter().all(|it| any.contains(it)));
    let later = chosen(&["--moves", "7g7f ... 8c8d"]);
    assert!(usi.iter().all(|it| later.contains(it)));
    assert!(chosen(&["--moves", "7g7f 7g7f"]).is_empty());
    assert_eq!(
        chosen(&["--moves", "..."]),
        chosen(&["--where", "start_sfen is not null"])
    );
}

#[test]
fn turned_patterns_and_stretches_of_plies_count() {
    let flipped = chosen(&["--board", "3c=p 3d=- 7f=P turn=w", "--plies", "..6"]);
    assert!(!flipped.is_empty());
    let turned = "7g=P 7f=- 3d=p turn=b";
    let both = chosen(&["--board", turned, "--flip", "--plies", "..6"]);
    assert!(flipped.iter().all(|it| both.contains(it)));
    let mirrored = chosen(&[
        "--board",
        "7c=p 7d=- 3f=P turn=w",
        "--mirror",
        "--plies",
        "..6",
    ]);
    assert!(flipped.iter().all(|it| mirrored.contains(it)));
    assert!(chosen(&["--position", "startpos", "--plies", "1.."]).is_empty());
    let all = chosen(&["--position", "startpos"]);
    assert_eq!(chosen(&["--position", "startpos", "--plies", "0"]), all);
    // One after the other, in this order.
    let order = ["--board", "7f=P 3d=-", "--board", "3d=p"];
    assert!(!chosen(&order).is_empty());
    let never = ["--board", "3d=p", "--board", "3c=p 3d=- 7g=P 2g=P 8c=p"];
    assert!(chosen(&never).is_empty());
}

#[test]
fn every_command_takes_the_same_games() {
    let options = ["--where", "plies > 8", "--board", "2e=X"];
    let wanted = chosen(&options).len();
    assert!(wanted > 0);
    let run = |command: &[&str]| {
        stdout(
            &testdata(),
            &[command, &["games", "good"], &options].concat(),
        )
    };
    let checked = run(&["check", "--output", "ndjson"]);
    assert_eq!(checked.lines().count(), wanted);
    let counted: Value = serde_json::from_str(&run(&["stats", "--output", "json"])).unwrap();
    let games = counted.as_array().unwrap().iter();
    let mut games = games.filter(|it| it["section"] == "games" && it["name"] == "games");
    assert_eq!(games.next().unwrap()["value"], wanted);
    let converted = run(&["convert", "--to", "usi"]);
    assert_eq!(converted.lines().count(), wanted);
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let mut told = String::new();
    for (option, text) in [
        ("--where", "winner = 'sente'"),
        ("--where", "plies > 100 and opponent = A"),
        ("--where", "plies >"),
        ("--board", "7g=P 9z=p"),
        ("--board", "nonsense"),
        ("--moves", "7g7f 3四歩 xx"),
        ("--material", "black.hand.X > 1"),
        ("--plies", "9..1"),
        (
            "--position",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNX b - 1",
        ),
    ] {
        let refused = kifu(&testdata(), &["check", "good", option, text]);
        assert_eq!(refused.status.code(), Some(2), "{option} {text}");
        told.push_str(&String::from_utf8(refused.stderr).unwrap());
    }
    insta::assert_snapshot!("mistakes", told);
}
