//! Both editions of Caps & Hammers.

use deckproof::cards::Pack;
use proptest::prelude::*;

use super::games::{FIRST, SECOND, edited, pack, rules, without_laws};
use super::{hold, play, tapes, unchecked};

/// A change of a game's cards and numbers within sane bounds.
#[derive(Debug, Clone)]
struct Edit {
    /// For each row of the actions: power, copies, passive, operation.
    rows: Vec<(u8, u8, usize, usize)>,
    penalties: [u8; 4],
    crisis: u8,
    bonus: u8,
    restore: u8,
    /// Cards kept from round to round, and turns of a player.
    keep: u8,
    turns: u8,
    rounds: u8,
    countries: u8,
    /// Values and copies of the protests.
    protests: [(u8, u8); 4],
    once: bool,
    no_effect: bool,
}

/// What a row may do always.
const PASSIVES: [&str; 5] = [
    "false",
    "{ influence-while-alone = 7 }",
    "{ unseen-by-crises = true }",
    "{ ties-are-yours = true }",
    "{ influence-per-opposing = 2 }",
];

/// What a row may do when launched, and of what kinds that is.
const OPERATIONS: [(&str, &str); 12] = [
    ("false", "[]"),
    ("{ influence = 9 }", "[\"aggressive\"]"),
    ("{ influence = 0 }", "[]"),
    ("{ move-self = \"adjacent\" }", "[]"),
    ("{ move-self = \"anywhere\" }", "[\"aggressive\"]"),
    ("{ justify = true }", "[]"),
    ("{ carry-hidden = { partner = \"policeman\" } }", "[]"),
    ("{ reveal = \"here\" }", "[]"),
    ("{ pair-country = { limit = 2 } }", "[\"first-turn\"]"),
    ("{ pair-lab = { cap = 3 } }", "[]"),
    (
        "{ occupy = { where = \"location\", each-round = \"one-in-all\" } }",
        "[\"occupation\", \"aggressive\"]",
    ),
    ("{ ally-influence = { profession = \"spy\", influence = 5 } }", "[]"),
];

/// Of both editions, in the order of their decks.
const ROWS: [&str; 9] = [
    "nuclear-armament",
    "admiral",
    "diplomat",
    "policeman",
    "spy",
    "guerrilla",
    "scientist",
    "military-occupation",
    "defector",
];

impl Edit {
    fn overlay(&self, game: &str) -> String {
        let hand = self.keep + self.turns;
        let [from_5, from_4, from_3, from_2] = self.penalties;
        let mut text = format!(
            "[rules]\nrounds = {}\ncountries-in-play = {}\nsetup-draw = {}\n\
             draw = {}\nhand = {hand}\nturns = {}\ncrisis-influence = {}\nregion-bonus = {}\n\
             restore-per-lab = {}\n[rules.defcon]\nfrom-5 = {from_5}\nfrom-4 = {from_4}\n\
             from-3 = {from_3}\nfrom-2 = {from_2}\n",
            self.rounds,
            self.countries,
            self.keep,
            self.turns,
            self.turns,
            self.crisis,
            self.bonus,
            self.restore
        );
        let actions = if game == FIRST { "actions" } else { "assets" };
        let copies: u8 = self.rows.iter().map(|row| row.1).sum();
        // Both hands must be there: the first row makes up for what is missing.
        let mut missing = (2 * hand).saturating_sub(copies);
        for (id, (power, copies, passive, operation)) in ROWS.iter().zip(&self.rows) {
            // The partner is turned up with it: sane only where both have the same operation.
            let lone = OPERATIONS[*operation].0.contains("carry") && *id != "policeman";
            let (operation, kinds) = OPERATIONS[if lone { 0 } else { *operation }];
            // The second edition knows one way to occupy.
            let operation = if game == FIRST {
                operation.to_owned()
            } else {
                operation.replace("\"one-in-all\"", "\"any\"")
            };
            let copies = copies + std::mem::take(&mut missing);
            text += &format!(
                "[cards.{actions}.{id}]\ninfluence = {power}\ncopies = {copies}\npassive = {}\n\
                 operation = {operation}\nkinds = {kinds}\n",
                PASSIVES[*passive]
            );
        }
        let countries = pack(game).deck("countries").unwrap().rows.clone();
        let wanted = usize::from(self.rounds * self.countries);
        for row in &countries[wanted..] {
            text += &format!("[cards.countries.{}]\ncopies = 0\n", row.id);
        }
        text += "[rulings]\n";
        if self.once {
            text += "several-crises = \"once\"\n";
        }
        if game == FIRST {
            let ids = ["vigil", "sit-in", "march", "strike"];
            for (id, (value, copies)) in ids.iter().zip(&self.protests) {
                text += &format!("[cards.protests.{id}]\nvalue = {value}\ncopies = {copies}\n");
            }
        } else if self.no_effect {
            text += "no-justification-left = \"no-effect\"\n";
        }
        text
    }
}

fn edits() -> impl Strategy<Value = Edit> {
    let row = (0u8..=9, 0u8..=7, 0..PASSIVES.len(), 0..OPERATIONS.len());
    let rows = proptest::collection::vec(row, ROWS.len());
    let field = (1u8..=7, 1u8..=3).prop_map(|(rounds, countries)| {
        // Seven countries a round fill the row.
        match (rounds, countries) {
            (1..=3, 3) => (rounds, 7),
            _ => (rounds, countries),
        }
    });
    let numbers = (1u8..=30, 0u8..=9, 0u8..=2, 0u8..=4, 1u8..=8);
    let penalties = proptest::array::uniform4(0u8..=9);
    let protests = proptest::array::uniform4((0u8..=9, 0u8..=5));
    (rows, field, numbers, penalties, protests, any::<bool>(), any::<bool>()).prop_map(
        |(rows, field, numbers, penalties, protests, once, no_effect)| {
            let (rounds, countries) = field;
            let (crisis, bonus, restore, keep, turns) = numbers;
            Edit {
                rows,
                penalties,
                crisis,
                bonus,
                restore,
                keep,
                turns,
                rounds,
                countries,
                protests,
                once,
                no_effect,
            }
        },
    )
}

#[test]
fn every_tape_keeps_the_laws_of_both_editions() {
    for game in [FIRST, SECOND] {
        let rules = rules(&pack(game), "", &[]);
        hold(game, 100, &tapes(), |numbers| play(&rules, &numbers).map(|_| ()));
    }
}

#[test]
fn every_tape_keeps_the_laws_of_edited_cards() {
    for game in [FIRST, SECOND] {
        // As many places as countries are in play, and the lab's.
        let own = without_laws(game);
        let row = |places: u8| {
            let places = format!("places = {places} ");
            let own = own.iter().map(|(from, to)| (from.as_str(), to.as_str()));
            // Numbers that the table keeps no room for.
            let mut edits: Vec<_> = own.collect();
            edits.push(("places = 4 ", places.as_str()));
            edits.push(("turns = { to = 10,", "turns = { to = 20,"));
            if game == FIRST {
                edits.push((
                    "ready = { each = \"seat\", to = 5,",
                    "ready = { each = \"seat\", to = 50,",
                ));
                edits.push((
                    "fresh = { each = \"seat\", to = 5,",
                    "fresh = { each = \"seat\", to = 50,",
                ));
                edits.push((
                    "lab_worth = { each = [\"place\", \"seat\"], to = 20,",
                    "lab_worth = { each = [\"place\", \"seat\"], to = 99,",
                ));
            }
            edited(game, &edits)
        };
        let packs: Vec<Pack> = (1..=8).map(row).collect();
        hold(game, 150, &(edits(), tapes()), |(edit, numbers)| {
            let pack = &packs[usize::from(edit.countries)];
            let rules = rules(pack, &edit.overlay(game), &[]);
            play(&rules, &numbers).map(|_| ())
        });
    }
}

#[test]
fn every_law_but_that_of_views_is_checked_by_a_game() {
    for game in [FIRST, SECOND] {
        assert_eq!(unchecked(&rules(&pack(game), "", &[]), 1), [""; 0], "{game}");
    }
}
