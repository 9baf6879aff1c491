//! The names of facts: what a placeholder of the catalogue may ask for.

/// Makes variants and names of the same lines.
macro_rules! fact_names {
    ($($variant:ident $name:literal $doc:literal;)*) => {
        /// The name of a fact, as it stands in the catalogue: `{square}`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FactName {
            $(#[doc = $doc] $variant,)*
        }

        /// Every name, by the alphabet.
        const NAMES: &[(&str, FactName)] = &[$(($name, FactName::$variant),)*];
    };
}

fact_names! {
    Attacker "attacker" "The side that gives check.";
    BoardPiece "board_piece" "The piece that stands on the square.";
    Cause "cause" "Why the game ended, as a word.";
    Cell "cell" "What stands in a cell of a board.";
    Condition "condition" "The condition of a declaration that does not hold.";
    Count "count" "How many.";
    Declared "declared" "What the record declares.";
    Detected "detected" "What the rules find.";
    Encoding "encoding" "An encoding.";
    Ended "ended" "How the game had ended.";
    Ending "ending" "A closing word.";
    Expected "expected" "What was expected at the place.";
    File "file" "A file.";
    Files "files" "Several files.";
    Format "format" "A notation.";
    Found "found" "What stands at the place.";
    From "from" "Where a piece comes from.";
    Header "header" "A header.";
    Invalid "invalid" "The rules under which a declaration fails.";
    Items "items" "Several things of one kind.";
    Key "key" "A key of JSON.";
    Limit "limit" "A limit of moves.";
    Loser "loser" "The side that loses.";
    Move "move" "A move.";
    Number "number" "A number as text.";
    Other "other" "The other side.";
    OtherEnding "other_ending" "Another closing word.";
    Owner "owner" "The side that a piece belongs to.";
    Path "path" "A square or value on the way.";
    Piece "piece" "A piece.";
    Pieces "pieces" "How many pieces.";
    Plies "plies" "Several plies.";
    Ply "ply" "A ply.";
    Points "points" "Points of an impasse.";
    Rank "rank" "A rank.";
    Row "row" "A row of a board.";
    Rule "rule" "A rule set.";
    Side "side" "A side.";
    Square "square" "A square.";
    Text "text" "Text as it stands.";
    TimeLimit "time_limit" "The time that a side had.";
    TimeUsed "time_used" "The time that a side used.";
    To "to" "Where a piece goes.";
    Token "token" "A word of the notation.";
    Valid "valid" "The rules under which a declaration holds.";
    Version "version" "A version.";
    Written "written" "What is written.";
}

impl FactName {
    /// The fact that a placeholder names; none where it names something else.
    pub(super) fn find(name: &str) -> Option<FactName> {
        let at = NAMES.binary_search_by_key(&name, |row| row.0).ok()?;
        Some(NAMES[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order() {
        assert!(NAMES.is_sorted_by(|a, b| a.0 < b.0));
    }
}
