//! Declarations in late positions with entered kings, ours against `rsshogi`'s.

use kifu::shogi::jishogi::{Count, DeclarationVerdict, Verdicts};
use rsshogi::types::EnteringKingRule;

use crate::random::Random;
use crate::tally::Tally;
use crate::{positions, rs};

/// Compares whether a declaration wins in `count` positions under five rules.
pub fn run(count: usize) -> bool {
    let mut random = Random::new(3);
    let mut tally = Tally::new("positions");
    let mut wins = 0;
    for _ in 0..count {
        let position = positions::late(&mut random);
        let verdicts = Verdicts::of(&position, &Count::of(&position));
        let won = |verdict| verdict == DeclarationVerdict::Win;
        let ours = [
            (EnteringKingRule::Point24, won(verdicts.declare24)),
            (EnteringKingRule::Point24Handicap, won(verdicts.declare24h)),
            (EnteringKingRule::Point27, won(verdicts.declare27)),
            (EnteringKingRule::Point27Handicap, won(verdicts.declare27h)),
            (EnteringKingRule::TryRule, verdicts.declare_try.is_some()),
        ];
        let mut theirs = rs::position(&position);
        for (rule, wins_here) in ours {
            wins += usize::from(wins_here);
            if rs::declares(&mut theirs, rule) != wins_here {
                tally.unknown(&format!("rsshogi: {position} {rule:?}: ours {wins_here}"));
            }
        }
        tally.count();
    }
    println!("{wins} of {} declarations win", 5 * count);
    tally.finish()
}

/// Prints `count` late positions with our counts and verdicts, one a line, for programs in other languages.
pub fn print(count: usize) {
    let mut random = Random::new(3);
    for _ in 0..count {
        let position = positions::late(&mut random);
        let count = Count::of(&position);
        let verdicts = Verdicts::of(&position, &count);
        let (black, white) = (count.sides.black, count.sides.white);
        println!(
            "{position}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            black.total,
            white.total,
            black.declaration,
            white.declaration,
            count.missing,
            verdicts.declare24,
            verdicts.declare27,
        );
    }
}
