//! A card of the hand: an Asset of the second edition, an action card of the 2016 edition.

use super::abilities::{Operation, Passive, Reading};
use crate::cards::{Reader, Row, Setting};
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list};

/// What kind of operation it is (CH2-R7; CH1-R18 for the aggressive ones, CH1's Guerrilla for the first turn).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Only in its player's first turn of the round.
    FirstTurn,
    /// Only one at a location.
    Occupation,
    /// Lowers DEFCON, and its player pays.
    Aggressive,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::FirstTurn, Kind::Occupation, Kind::Aggressive];

    /// The word in the data; also the name of its symbol.
    pub fn word(self) -> &'static str {
        match self {
            Kind::FirstTurn => "first-turn",
            Kind::Occupation => "occupation",
            Kind::Aggressive => "aggressive",
        }
    }
}

/// A row of the deck that both hands are drawn from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionCard {
    pub id: String,
    pub name: String,
    /// Its name where several are meant: "Policemen".
    pub plural: String,
    /// What other cards call it by; never its name.
    pub profession: String,
    /// Influence, or power, before any ability.
    pub influence: u8,
    pub passive: Option<Passive>,
    pub operation: Option<Operation>,
    /// The kinds of its operation, each once, in their order.
    pub kinds: Vec<Kind>,
}

impl ActionCard {
    /// Most influence that a card may print.
    pub const MOST: i64 = 30;

    /// Reads a row. What is wrong is reported and left out.
    pub fn read(setting: &Setting<'_>, row: &Row, faults: &mut Diagnostics) -> Self {
        let mut r = Reader::new(&row.table, row.span, "the card", faults);
        if r.value("influence").is_none() {
            r.missing("influence", "2");
        }
        let influence = r.integer("influence", 0..=Self::MOST);
        let (profession, _) = r.required_string("profession");
        let plural = r.string("plural").map(|p| p.0);
        let kinds = r.strings("kinds").unwrap_or_default();
        let operation_span = r.value("operation").map(|v| v.span);
        let kinds_span = r.value("kinds").map_or(row.span, |v| v.span);
        let mut read = Vec::new();
        for (word, span) in kinds {
            match Kind::ALL.into_iter().find(|k| k.word() == word) {
                Some(kind) => read.push(kind),
                None => {
                    let known = Kind::ALL.map(Kind::word);
                    let help = match did_you_mean(&word, known) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("kinds are {}", list(known)),
                    };
                    let message = format!("there is no kind of operation `{word}`");
                    faults.push(
                        Diagnostic::error(Code::UnknownWord, message)
                            .at(span)
                            .help(help),
                    );
                }
            }
        }
        read.sort();
        read.dedup();
        if operation_span.is_none() && !read.is_empty() {
            faults.push(
                Diagnostic::error(
                    Code::AbilityShape,
                    "the card has `kinds` but no `operation` that could be of them",
                )
                .at(kinds_span)
                .help("give it an `operation`, or take `kinds` away"),
            );
        }
        let mut reading = Reading::new(setting, faults);
        ActionCard {
            id: row.id.clone(),
            name: row.name.clone(),
            plural: plural.unwrap_or_else(|| format!("{}s", row.name)),
            profession,
            influence: influence.map_or(0, |(n, _)| u8::try_from(n).unwrap_or(0)),
            passive: row
                .get("passive")
                .and_then(|v| Passive::read(v, &mut reading)),
            operation: row
                .get("operation")
                .and_then(|v| Operation::read(v, &mut reading)),
            kinds: read,
        }
    }

    /// The greater influence that the card can have by an ability of its own which names a number.
    pub fn boosted(&self) -> Option<u8> {
        let passive = match &self.passive {
            Some(Passive::InfluenceWhileAlone(ability)) => Some(ability.influence),
            _ => None,
        };
        let operation = match &self.operation {
            Some(Operation::SetInfluence(ability)) => Some(ability.influence),
            _ => None,
        };
        passive.max(operation).filter(|n| *n > self.influence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{SECOND, bad, field, pack};

    #[test]
    fn a_row_is_read_with_its_kinds_in_order() {
        let pack = pack(SECOND);
        let deck = pack.deck("assets").unwrap();
        let setting = Setting {
            game: &pack.game,
            deck,
            decks: &pack.decks,
        };
        let row = deck.rows.iter().find(|r| r.id == "military-occupation");
        let card = ActionCard::read(&setting, row.unwrap(), &mut Diagnostics::new());
        assert_eq!(card.influence, 3);
        assert_eq!(card.kinds, [Kind::Occupation, Kind::Aggressive]);
        assert_eq!(card.passive, None);
        assert_eq!(
            field(SECOND, "assets", "military-occupation", "kinds"),
            "occupation aggressive"
        );
    }

    #[test]
    fn faults_of_a_row_are_all_told() {
        assert_eq!(
            bad(SECOND, "kinds = [\"first-turn\"]", "kinds = [\"first\"]"),
            ["there is no kind of operation `first` (did you mean `first-turn`?)"]
        );
        assert_eq!(
            bad(SECOND, "operation = { influence = 6 }\n", ""),
            [
                "the card has `kinds` but no `operation` that could be of them \
              (give it an `operation`, or take `kinds` away)"
            ]
        );
        assert_eq!(
            bad(SECOND, "influence = 3\n", ""),
            ["the card has no `influence` (add `influence = 2`)"]
        );
    }
}
