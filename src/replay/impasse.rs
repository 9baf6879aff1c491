//! Declared wins and draws by entering kings, held against the points.

use super::verdict::EndJudge;
use super::{Agreement, Rules};
use crate::finding::{Code, Fact, FactName, Findings};
use crate::record::HeaderKey;
use crate::shogi::jishogi::{
    AGREED, Count, Declaration, DeclarationRule, DeclarationVerdict, Failure,
};
use crate::shogi::{Color, Handicap, Position};

impl EndJudge<'_> {
    /// The declaration rule that the record names, or that the rule set fixes.
    fn declaration_rule(&self) -> Option<DeclarationRule> {
        let by_rules = match self.rules {
            Rules::Jsa | Rules::JsaPre2019 => None,
            Rules::Csa | Rules::Floodgate | Rules::Lishogi => Some(DeclarationRule::Points27),
        };
        let header = self.record.header(HeaderKey::ImpasseRule);
        header.and_then(DeclarationRule::named).or(by_rules)
    }

    /// The points that White is credited with: those of the pieces that a handicap has taken off.
    fn credit(&self, count: &Count) -> u32 {
        let start = self.record.start.handicap();
        match start.is_some_and(|handicap| handicap != Handicap::Even) {
            true => count.credit(),
            false => 0,
        }
    }

    /// How a declaration of the winner, or of the side to move, comes out under a rule.
    fn declare(&self, position: &Position, side: Color, rule: DeclarationRule) -> Declaration {
        let count = Count::of(position);
        count.declaration(rule, side, self.credit(&count))
    }

    pub(super) fn declaration(&self, findings: &mut Findings) -> Agreement {
        let Some(position) = self.end_position() else {
            return Agreement::Unverifiable;
        };
        let side = self.winner().unwrap_or(position.turn());
        let declare = |rule| self.declare(position, side, rule);
        let named = self.declaration_rule();
        let wins = |rule| declare(rule).verdict() == DeclarationVerdict::Win;
        if let Some(rule) = named {
            if wins(rule) {
                return Agreement::Consistent;
            }
        } else {
            match (
                wins(DeclarationRule::Points24),
                wins(DeclarationRule::Points27),
            ) {
                (true, true) => return Agreement::Consistent,
                (false, false) => {}
                (by24, _) => {
                    let words = ["impasse.rule.declare24", "impasse.rule.declare27"];
                    let (valid, invalid) = if by24 {
                        (words[0], words[1])
                    } else {
                        (words[1], words[0])
                    };
                    let finding = self.at_end(Code::DeclarationRuleDependent);
                    findings.push(
                        finding
                            .with(FactName::Valid, Fact::Word(valid))
                            .with(FactName::Invalid, Fact::Word(invalid)),
                    );
                    return Agreement::Unverifiable;
                }
            }
        }
        // Where no rule is named, what the easier one asks for is not there either.
        let declared = declare(named.unwrap_or(DeclarationRule::Points27));
        let failure = match declared.verdict() {
            DeclarationVerdict::Lose(failure) => failure,
            DeclarationVerdict::Win | DeclarationVerdict::Draw => Failure::TooFewPoints,
        };
        let (code, word) = match failure {
            Failure::KingNotInCamp => (
                Code::DeclarationKingNotInCamp,
                "impasse.fail.king_not_in_camp",
            ),
            Failure::InCheck => (Code::DeclarationInCheck, "impasse.fail.in_check"),
            Failure::TooFewPieces => (Code::DeclarationTooFewPieces, "impasse.fail.too_few_pieces"),
            Failure::TooFewPoints => (Code::DeclarationTooFewPoints, "impasse.fail.too_few_points"),
        };
        let rule = match named {
            Some(DeclarationRule::Points24) => "impasse.rule.declare24",
            Some(DeclarationRule::Points27) => "impasse.rule.declare27",
            None => "impasse.rule.declare_both",
        };
        let number = |it: u32| Fact::Number(i64::from(it));
        findings.push(
            self.at_end(code)
                .with(FactName::Rule, Fact::Word(rule))
                .with(FactName::Condition, Fact::Word(word))
                .with(FactName::Side, Fact::Side(side))
                .with(FactName::Pieces, number(declared.pieces.has))
                .with(FactName::Points, number(declared.points.has))
                .with(FactName::Limit, number(declared.points.needs)),
        );
        Agreement::Conflict
    }

    /// A declaration that the server refused: the conditions must fail.
    pub(super) fn false_declaration(&self) -> Agreement {
        let Some(position) = self.end_position() else {
            return Agreement::Unverifiable;
        };
        let rule = self.declaration_rule().unwrap_or(DeclarationRule::Points27);
        match self.declare(position, position.turn(), rule).verdict() {
            DeclarationVerdict::Win => Agreement::Conflict,
            _ => Agreement::Consistent,
        }
    }

    pub(super) fn impasse(&self, findings: &mut Findings) -> Agreement {
        let Some(position) = self.end_position() else {
            return Agreement::Unverifiable;
        };
        let count = Count::of(position);
        let credit = self.credit(&count);
        let total = |color| count.agreed(color, credit);
        match Color::BOTH.into_iter().find(|&color| total(color) < AGREED) {
            None => Agreement::Consistent,
            Some(side) => {
                let finding = self
                    .at_end(Code::ImpasseShort)
                    .with(FactName::Side, Fact::Side(side));
                findings.push(finding.with(FactName::Points, Fact::Number(i64::from(total(side)))));
                Agreement::Unverifiable
            }
        }
    }
}
