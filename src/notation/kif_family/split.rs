//! Where a second game begins in a KIF, KI2 or BOD file. No such file is in the format, but people glue them together.

use std::sync::OnceLock;

use memchr::memmem;

use super::endings::{MADE, usual_words};
use crate::text::{Encoding, Unmappable, encode};

/// Looks at one line after the other.
#[derive(Debug)]
pub(in crate::notation) struct Glued {
    words: &'static Words,
    /// The game has moves, or an ending.
    moves: bool,
    /// The game has anything but remarks: a header or a board at least.
    content: bool,
    /// A separator line was met; whatever follows is another game.
    separated: bool,
    /// A closing word was met, and no variation since.
    closed: bool,
    /// The lines of remarks and headers directly above: where they start, and how many lines of the game lie before.
    block: Option<Boundary>,
}

/// Where a game ends.
#[derive(Clone, Copy, Debug)]
pub(in crate::notation) struct Boundary {
    /// The start of the first line of the next game.
    pub(in crate::notation) at: usize,
    /// How many lines the game has.
    pub(in crate::notation) lines: u32,
}

impl Glued {
    pub(in crate::notation) fn new(encoding: Encoding) -> Glued {
        Glued {
            words: words(encoding),
            moves: false,
            content: false,
            separated: false,
            closed: false,
            block: None,
        }
    }

    /// Takes in the next line, which starts at `at` after so many lines of its game. Says where the game ended, if
    /// this line belongs to another one; the lines from there on are to be shown again.
    #[inline]
    pub(in crate::notation) fn look_at(
        &mut self,
        line: &[u8],
        at: usize,
        lines: u32,
    ) -> Option<Boundary> {
        let body = self.words.trim_start(line);
        let Some(&first) = body.first() else {
            self.block = None;
            return None;
        };
        let here = Boundary { at, lines };
        if self.separated {
            if !body.starts_with(&self.words.variation) {
                return Some(self.boundary(here));
            }
            // Gekisashi writes the separator above each variation, which never begins a game.
            self.separated = false;
            self.block = None;
            return None;
        }
        if first.is_ascii_digit() || self.words.starts_move(body) {
            if self.closed && self.words.begins_anew(body) {
                let at = self.block.unwrap_or(here);
                let end = self.boundary(at);
                return Some(end);
            }
            self.moves = true;
            self.closed |= first.is_ascii_digit() && self.words.closes(body);
            self.block = None;
            return None;
        }
        if self.moves && self.words.is_closing(body) {
            self.closed = true;
        } else if body.starts_with(&self.words.variation) {
            self.closed = false;
        }
        if self.moves && self.words.starts_game(body) {
            let at = self.block.unwrap_or(here);
            return Some(self.boundary(at));
        }
        if (self.moves || self.content) && body.starts_with(b"#--separator--") {
            self.separated = true;
        } else if first == b'#' || self.words.is_header(body) {
            self.content |= first != b'#';
            self.block = self.block.or(Some(here));
            return None;
        } else {
            self.content |= !matches!(first, b'*' | b'&');
        }
        self.block = None;
        None
    }

    /// Where the headers begin that may belong to the next game.
    pub(in crate::notation) fn block_start(&self) -> Option<usize> {
        self.block.map(|block| block.at)
    }

    /// So many bytes have left the start of the buffer, and so many lines the start of the game. A block of headers of
    /// which a part is gone is forgotten.
    pub(in crate::notation) fn leave_behind(&mut self, bytes: usize, lines: u32) {
        self.block = self.block.and_then(|block| {
            Some(Boundary {
                at: block.at.checked_sub(bytes)?,
                lines: block.lines.checked_sub(lines)?,
            })
        });
    }

    fn boundary(&mut self, at: Boundary) -> Boundary {
        self.moves = false;
        self.content = false;
        self.separated = false;
        self.closed = false;
        self.block = None;
        at
    }
}

/// The words to look for, in the bytes of one encoding.
#[derive(Debug)]
struct Words {
    /// U+3000
    blank: Vec<u8>,
    /// Words at the start of a line that begins a game.
    starts: Vec<Vec<u8>>,
    /// Those of them that begin the row of a board.
    bars: Vec<Vec<u8>>,
    /// 棋譜ファイル, in the banner that programs write above a game.
    banner: Vec<u8>,
    /// Side marks, full-width digits and 同, with which moves begin.
    moves: Vec<Vec<u8>>,
    /// The first bytes of these.
    move_leads: [bool; 256],
    colon: Vec<u8>,
    variation: Vec<u8>,
    /// Closing words, that of the summary first.
    closings: Vec<Vec<u8>>,
    /// The first bytes of these, and the second ones: the first alone are those of digits too in Shift-JIS.
    closing_leads: [[bool; 256]; 2],
    /// Signs of Black.
    black: Vec<Vec<u8>>,
    /// The first moves that Black can make in an even game.
    first_moves: Vec<Vec<u8>>,
}

const STARTS: [&str; 19] = [
    "手合割",
    "開始日時",
    "開始日",
    "対局日",
    "先手の持駒",
    "後手の持駒",
    "下手の持駒",
    "上手の持駒",
    "先手の持ち駒",
    "後手の持ち駒",
    "下手の持ち駒",
    "上手の持ち駒",
    "｜",
    "手数-",
    "手数―",
    "手数ー",
    "手数－",
    "手数─",
    "|",
];
/// The first moves that Black can make in an even game: all pawns, and these.
const FIRST_MOVES: [&str; 21] = [
    "１八香",
    "９八香",
    "３八銀",
    "４八銀",
    "６八銀",
    "７八銀",
    "３八金",
    "４八金",
    "５八金",
    "６八金",
    "７八金",
    "４八玉",
    "５八玉",
    "６八玉",
    "１八飛",
    "３八飛",
    "４八飛",
    "５八飛",
    "６八飛",
    "７八飛",
    "５八王",
];
const FILES: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];
const MOVES: &str = "▲△▼▽☗☖⛊⛉１２３４５６７８９同";

fn words(encoding: Encoding) -> &'static Words {
    static WORDS: [OnceLock<Words>; 3] = [const { OnceLock::new() }; 3];
    let (place, encoding) = match encoding {
        Encoding::ShiftJis => (1, encoding),
        Encoding::EucJp => (2, encoding),
        // UTF-16 and ISO-2022-JP are shown line by line as UTF-8.
        _ => (0, Encoding::Utf8),
    };
    WORDS[place].get_or_init(|| Words::new(encoding))
}

impl Words {
    fn new(encoding: Encoding) -> Words {
        let bytes = |word: &str| {
            let mut bytes = Vec::new();
            let done = encode(word, encoding, Unmappable::Refuse, &mut bytes);
            (done == crate::text::Encoded::default()).then_some(bytes)
        };
        let moves: Vec<Vec<u8>> = MOVES
            .chars()
            .filter_map(|it| bytes(it.encode_utf8(&mut [0; 4])))
            .collect();
        let leads = |words: &[Vec<u8>], at: usize| {
            let mut leads = [false; 256];
            for word in words {
                leads[usize::from(word[at])] = true;
            }
            leads
        };
        let one = |word| bytes(word).unwrap_or_default();
        let all = |words: &[&str]| words.iter().filter_map(|it| bytes(it)).collect();
        let pawns = FILES.map(|file| format!("{file}六歩"));
        let first_moves: Vec<&str> = pawns.iter().map(|it| &**it).chain(FIRST_MOVES).collect();
        let closings: Vec<&str> = [MADE].into_iter().chain(usual_words()).collect();
        let closings: Vec<Vec<u8>> = all(&closings);
        Words {
            blank: one("\u{3000}"),
            starts: STARTS.iter().filter_map(|it| bytes(it)).collect(),
            bars: ["｜", "|"].iter().filter_map(|it| bytes(it)).collect(),
            banner: one("棋譜ファイル"),
            move_leads: leads(&moves, 0),
            moves,
            colon: one("："),
            variation: one("変化"),
            closing_leads: [leads(&closings, 0), leads(&closings, 1)],
            closings,
            black: all(&["▲", "☗", "⛊"]),
            first_moves: all(&first_moves),
        }
    }

    #[inline]
    fn trim_start<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        let mut rest = line;
        loop {
            match rest {
                [b' ' | b'\t', after @ ..] => rest = after,
                [first, ..] if *first == self.blank[0] && rest.starts_with(&self.blank) => {
                    rest = &rest[self.blank.len()..];
                }
                _ => return rest,
            }
        }
    }

    /// A blank after the sign shows that it is something else: the file numbers above a board.
    fn starts_move(&self, line: &[u8]) -> bool {
        if !self.move_leads[usize::from(line[0])] {
            return false;
        }
        let found = self.moves.iter().find_map(|it| line.strip_prefix(&it[..]));
        found.is_some_and(|rest| {
            !matches!(rest.first(), None | Some(b' ' | b'\t')) && !rest.starts_with(&self.blank)
        })
    }

    /// Whether a line begins with a closing word.
    #[inline]
    fn is_closing(&self, line: &[u8]) -> bool {
        let [first, second] = &self.closing_leads;
        matches!(line, [one, two, ..] if first[usize::from(*one)] && second[usize::from(*two)])
            && self.closings.iter().any(|it| line.starts_with(it))
    }

    /// Whether a numbered line is a closing word.
    #[inline]
    fn closes(&self, line: &[u8]) -> bool {
        let digits = line.iter().take_while(|it| it.is_ascii_digit()).count();
        // One blank is usual.
        match &line[digits..] {
            [b' ', rest @ ..] if !matches!(rest, [b' ' | b'\t', ..]) => self.is_closing(rest),
            rest => self.is_closing(self.trim_start(rest)),
        }
    }

    /// Whether a line of moves begins with one from the start: with number 1, or with a first move of Black.
    fn begins_anew(&self, line: &[u8]) -> bool {
        if let Some(rest) = line.strip_prefix(b"1") {
            let move_text = self.trim_start(rest);
            return move_text.len() < rest.len()
                && !move_text.is_empty()
                && !self.is_closing(move_text);
        }
        let unsigned = self.black.iter().find_map(|it| line.strip_prefix(&it[..]));
        unsigned.is_some_and(|text| self.first_moves.iter().any(|it| text.starts_with(it)))
    }

    fn starts_game(&self, line: &[u8]) -> bool {
        if line[0] == b'#' {
            return line.starts_with(b"#KIF")
                || line.starts_with(b"#KI2")
                || memmem::find(line, &self.banner).is_some();
        }
        let Some(start) = self.starts.iter().find(|it| line.starts_with(it)) else {
            return false;
        };
        // A number behind the bar of a row: the cells of a table of moves.
        let is_numbered = |rest: &[u8]| {
            self.trim_start(rest)
                .first()
                .is_some_and(u8::is_ascii_digit)
        };
        !(self.bars.contains(start) && is_numbered(&line[start.len()..]))
    }

    fn is_header(&self, line: &[u8]) -> bool {
        !matches!(line[0], b'*' | b'&')
            && !line.starts_with(&self.variation)
            && (line.contains(&b':') || memmem::find(line, &self.colon).is_some())
    }
}
