//! The list of properties: invariants by the edition's numbers, and what the data of the game can show.

use crate::games::hammers::Penalty;
use crate::games::hammers::abilities::{Justify, Operation, Passive};
use crate::games::hammers::play::{Mark, Rules, TieBreak};
use crate::rules::{Kind, Property, Tally};

use super::book::{
    Book, OPERATION_KEYS, OPERATIONS, PASSIVE_KEYS, PASSIVES, STEPS, Sight, UNSEEN, operation,
    passive,
};
use super::clauses;
use super::recount::Worth;
use super::round_end::owned_after;

/// The properties of a game, and the book in which a law or sighting finds its number. Sightings follow from the
/// abilities on its cards and from its numbers, never from names.
///
/// The invariants come first, each under its number less one.
pub fn properties(rules: &Rules) -> (Vec<Property>, Book) {
    let mut list = List::default();
    let clauses = match rules.prefix {
        "CH1" => clauses::FIRST,
        _ => clauses::SECOND,
    };
    for (clause, laws, says) in clauses {
        for law in *laws {
            list.book.enter_law(*law, list.properties.len());
        }
        list.add(format!("{}-{clause}", rules.prefix), says, Kind::Always);
    }
    for card in 0..rules.all_cards.count_ones() as u8 {
        list.book.enter_worth(card, Worth::of(rules, card));
    }
    let data = Data::of(rules);
    let more = |certain: &usize| certain + 1 < rules.numbers.tie_breaks.len();
    if let Some(certain) = data.certain_tie_break.filter(more) {
        list.book.last_test = certain + 1;
        let id = format!("{}-I12", rules.prefix);
        let says =
            "as an odd number of countries is owned, no tie-break after fewer countries is reached";
        list.sight(true, Sight::SECOND_TIE_BREAK, id, says, Kind::Never);
    }
    abilities(&mut list, &data);
    rounds(&mut list, &data);
    ends(&mut list, &data);
    (list.properties, list.book)
}

#[derive(Default)]
struct List {
    properties: Vec<Property>,
    book: Book,
}

impl List {
    fn add(&mut self, id: String, says: &'static str, kind: Kind) {
        self.properties.push(Property { id, says, kind });
    }

    fn sight(&mut self, can: bool, sight: Sight, id: String, says: &'static str, kind: Kind) {
        if can && self.properties.len() < Tally::MOST {
            self.book.enter_sight(sight, self.properties.len());
            self.add(id, says, kind);
        }
    }

    fn see(&mut self, can: bool, sight: Sight, id: &str, says: &'static str) {
        self.sight(can, sight, id.to_owned(), says, Kind::Sometimes);
    }
}

/// What the data of a game can show.
struct Data<'a> {
    rules: &'a Rules,
    /// Operations and passives that are on cards of the deck.
    operations: [Option<&'a Operation>; OPERATIONS],
    passives: [bool; PASSIVES],
    aggressive: bool,
    /// How many crises one round's cards can make.
    crises: usize,
    /// The tie-break of fewer countries, when an odd number is owned: nothing after it is needed.
    certain_tie_break: Option<usize>,
}

impl<'a> Data<'a> {
    fn of(rules: &'a Rules) -> Self {
        let mut data = Data {
            rules,
            operations: [None; OPERATIONS],
            passives: [false; PASSIVES],
            aggressive: false,
            crises: 0,
            certain_tie_break: None,
        };
        let cards = rules.all_cards.count_ones() as u8;
        let mut worths = Vec::new();
        for card in 0..cards {
            let row = rules.row(card);
            if let Some(ability) = &row.operation {
                data.operations[operation(ability)] = Some(ability);
            }
            if let Some(ability) = &row.passive {
                data.passives[passive(ability)] = true;
            }
            data.aggressive |= rules.cards[usize::from(card & 63)]
                .marks
                .has(Mark::Aggressive);
            worths.push(most(rules, card));
        }
        worths.sort_by(|a, b| b.cmp(a));
        let turns = 2 * usize::from(rules.numbers.turns);
        let all: u32 = worths.iter().take(turns).sum();
        data.crises = (all / u32::from(rules.numbers.crisis).max(1)) as usize;
        let owned = owned_after(rules, u32::from(rules.numbers.rounds));
        if owned % 2 == 1 {
            let tie_breaks = &rules.numbers.tie_breaks;
            data.certain_tie_break = tie_breaks
                .iter()
                .position(|t| *t == TieBreak::FewerCountries);
        }
        data
    }

    /// Whether an operation is in the deck and can make a difference.
    fn can_matter(&self, index: usize) -> bool {
        let Some(ability) = self.operations[index] else {
            return false;
        };
        match ability {
            Operation::Justify(how) => {
                let cards = *how == Justify::Round || self.rules.justifications > 0;
                self.aggressive && cards
            }
            Operation::Occupy(_) => {
                self.operations.iter().flatten().any(|other| {
                    matches!(other, Operation::MoveSelf(_) | Operation::CarryHidden(_))
                })
            }
            _ => self.can_launch(index),
        }
    }

    fn can_launch(&self, index: usize) -> bool {
        let numbers = &self.rules.numbers;
        let places = numbers.places > 1;
        match self.operations[index] {
            None => false,
            Some(Operation::MoveSelf(_) | Operation::CarryHidden(_)) => places,
            Some(Operation::PairCountry(_)) => numbers.rounds > 1,
            Some(Operation::PairLab(_)) => self.labs() && numbers.rounds > 1,
            Some(_) => true,
        }
    }

    fn labs(&self) -> bool {
        self.rules.numbers.places > self.rules.numbers.countries && !self.rules.labs.is_empty()
    }

    fn falls(&self) -> bool {
        self.aggressive || self.crises > 0
    }
}

/// The most that a card can be worth when crises are counted.
fn most(rules: &Rules, card: u8) -> u32 {
    let row = rules.row(card);
    let printed = u32::from(row.influence);
    let passive = match row.passive {
        Some(Passive::UnseenByCrises(_)) => return 0,
        Some(Passive::InfluencePerOpposing(ability)) => {
            printed + u32::from(ability.influence) * u32::from(rules.numbers.turns)
        }
        Some(Passive::InfluenceWhileAlone(ability)) => printed.max(u32::from(ability.influence)),
        Some(Passive::TiesAreYours(_)) | None => printed,
    };
    match &row.operation {
        Some(Operation::SetInfluence(ability)) => passive.max(u32::from(ability.influence)),
        Some(Operation::PairLab(ability)) => {
            let lent = rules.labs.iter().map(|lab| lab.rank.max(lab.number)).max();
            passive + u32::from(lent.unwrap_or(0).min(ability.cap.unwrap_or(u8::MAX)))
        }
        _ => passive,
    }
}

fn abilities(list: &mut List, data: &Data<'_>) {
    for (index, key) in OPERATION_KEYS.into_iter().enumerate() {
        let says = "a card was launched for it";
        let id = format!("{key} launched");
        list.see(data.can_launch(index), Sight::launched(index), &id, says);
        let says = match data.operations[index] {
            Some(Operation::Justify(_)) => "a justification was spent",
            Some(Operation::Reveal(_)) => "the revealed card had an operation",
            Some(Operation::PairCountry(_)) => "a paired country changed hands",
            Some(Operation::Occupy(_)) => "an occupied location refused a move",
            _ => "its launch changed who would win a location, or a crisis",
        };
        let id = format!("{key} mattered");
        list.see(data.can_matter(index), Sight::mattered(index), &id, says);
    }
    for (index, key) in PASSIVE_KEYS.into_iter().enumerate() {
        let (says, can) = match index {
            UNSEEN => ("it prevented a crisis", data.crises > 0),
            _ => ("without it another would have won a location", true),
        };
        let can = can && data.passives[index];
        list.see(can, Sight::passive(index), &format!("{key} mattered"), says);
    }
}

fn rounds(list: &mut List, data: &Data<'_>) {
    let (rules, numbers) = (data.rules, &data.rules.numbers);
    for (index, (level, _)) in numbers.defcon.steps().enumerate().take(STEPS) {
        let id = format!("defcon fell from {level}");
        let says = "a crisis or an aggressive operation lowered DEFCON from this level";
        list.see(data.falls(), Sight::step(index), &id, says);
    }
    let says = "nobody's cards decided, with influence on both sides";
    list.see(
        true,
        Sight::TIED_BY_DEFAULT,
        "country tied by default",
        says,
    );
    let says = "a country went to its default faction at 0 to 0";
    list.see(true, Sight::TIED_AT_NOTHING, "country tied at 0 to 0", says);
    let says = "one player had ties at a tied country";
    let ties = data.passives[super::book::TIES];
    list.see(
        ties,
        Sight::TIED_WITH_TIES,
        "country tied with ties-are-yours",
        says,
    );
    let says = "a lab stayed in play";
    list.see(data.labs(), Sight::TIED_LAB, "lab tied", says);
    let says = "neither player had a card at a location";
    list.see(true, Sight::LEFT_EMPTY, "location left empty", says);
    let says = "a location reached the threshold";
    list.see(data.crises > 0, Sight::CRISIS, "crisis", says);
    let several = data.crises > 1 && numbers.places > 1;
    let says = "several locations reached the threshold in one round";
    list.see(several, Sight::CRISES, "several crises in a round", says);
    let says = match numbers.defcon.penalty {
        Penalty::Loyalty => "a player could not meet a penalty, and all countries were turned",
        Penalty::Protests => "the pile held fewer protests than a penalty asked for",
    };
    list.see(data.falls(), Sight::UNMET, "penalty could not be met", says);
    let says = match numbers.defcon.penalty {
        Penalty::Loyalty => "a player chose a country to restore",
        Penalty::Protests => "a player put a protest back",
    };
    let gives = data.falls() && data.labs() && numbers.restore_per_lab > 0;
    list.see(gives, Sight::GAVE_BACK, "labs gave back by choice", says);
    let drawn = u32::from(numbers.setup_draw) + u32::from(numbers.draw) * u32::from(numbers.rounds);
    let all = rules.all_cards.count_ones();
    let says = "the discards became the deck";
    list.see(2 * drawn > all, Sight::RESHUFFLED, "deck reshuffled", says);
}

fn ends(list: &mut List, data: &Data<'_>) {
    let tie_breaks = &data.rules.numbers.tie_breaks;
    let says = "a player held every country of a region in the end";
    list.see(true, Sight::REGION, "region completed", says);
    let says = "the higher total won";
    list.see(true, Sight::BY_POINTS, "won by points", says);
    let reached = data
        .certain_tie_break
        .map_or(tie_breaks.len(), |last| last + 1);
    for tie_break in tie_breaks.iter().take(reached) {
        let sight = match tie_break {
            TieBreak::FewerCountries => Sight::BY_FEWER_COUNTRIES,
            TieBreak::MoreRegions => Sight::BY_MORE_REGIONS,
        };
        let says = "points were equal, and this tie-break decided";
        list.see(true, sight, &format!("won by {}", tie_break.word()), says);
    }
    let drawn = data.certain_tie_break.is_none();
    list.see(
        drawn,
        Sight::DRAW,
        "draw",
        "nothing decided between the players",
    );
    let says = "the player with this sign won the game";
    list.see(true, Sight::CAPS_WON, "caps won", says);
    list.see(true, Sight::HAMMERS_WON, "hammers won", says);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{EDITIONS, FIRST as OLD, SECOND as NEW, rules};

    fn ids(rules: &Rules, kind: Kind) -> Vec<&str> {
        let of_kind = rules.properties.iter().filter(|p| p.kind == kind);
        of_kind.map(|p| p.id.as_str()).collect()
    }

    #[test]
    fn every_invariant_of_both_rule_files_is_listed_under_its_number() {
        let numbers = |last: u8| (1..=last).map(|n| format!("I{n}"));
        for (game, prefix, last) in [(OLD, "CH1", 12), (NEW, "CH2", 11)] {
            let rules = rules(game);
            let always = ids(&rules, Kind::Always);
            for (index, clause) in numbers(last).enumerate() {
                assert_eq!(always[index], format!("{prefix}-{clause}"));
            }
        }
        assert_eq!(ids(&rules(NEW), Kind::Never), ["CH2-I12"]);
        assert!(ids(&rules(OLD), Kind::Never).is_empty());
    }

    #[test]
    fn names_are_told_apart_and_there_is_room_for_all() {
        for game in EDITIONS {
            let rules = rules(game);
            let mut ids: Vec<_> = rules.properties.iter().map(|p| &p.id).collect();
            assert!(ids.len() <= Tally::MOST, "{}", ids.len());
            let all = ids.len();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), all);
        }
    }

    #[test]
    fn what_the_cards_cannot_do_is_not_asked_for() {
        let rules = rules(NEW);
        let all = ids(&rules, Kind::Sometimes);
        assert!(all.contains(&"reveal launched") && all.contains(&"won by fewer-countries"));
        assert!(!all.contains(&"draw"), "an odd number of countries decides");
        let mut blunt = rules.clone();
        for row in &mut blunt.rows {
            if matches!(row.operation, Some(Operation::Reveal(_))) {
                row.operation = None;
            }
        }
        let (fewer, _) = properties(&blunt);
        assert!(!fewer.iter().any(|p| p.id.starts_with("reveal")));
        assert_eq!(fewer.len(), rules.properties.len() - 2);
    }
}
