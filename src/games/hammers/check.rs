//! What must hold between the numbers of the rules and the decks.

use super::numbers::{Numbers, Penalty, Role};
use super::terms::Terms;
use crate::cards::{Deck, Game, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, list};

/// Checks the rules of a game against its decks.
pub fn check(game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
    Terms::read(game, faults);
    let numbers = Numbers::read(game, faults);
    decks_are_there(game, decks, faults);
    if let Some(numbers) = numbers {
        hands(game, &numbers, faults);
        enough_cards(game, decks, &numbers, faults);
        needed_decks(game, &numbers, faults);
        levels(game, decks, &numbers, faults);
    }
}

fn deck<'a>(game: &Game, decks: &'a [Deck], role: Role) -> Option<&'a Deck> {
    let (name, _) = role.deck(game)?;
    decks.iter().find(|d| d.id == name)
}

/// `[rules.decks]` names decks that there are, and gives parts that there are.
fn decks_are_there(game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
    let Some(rules) = &game.rules else { return };
    let Some(table) = rules.numbers.get("decks").and_then(Value::as_table) else {
        faults.push(
            Diagnostic::error(
                Code::Roles,
                "[rules] does not say which deck plays which part",
            )
            .at(rules.span)
            .help("write `[rules.decks]`, and under it `actions = \"assets\"` and the others"),
        );
        return;
    };
    let parts = Role::ALL.map(Role::key);
    for (key, value) in &table.entries {
        if !parts.contains(&key.name.as_str()) {
            let help = match did_you_mean(&key.name, parts) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("parts are {}", list(parts)),
            };
            let message = format!("no deck can play the part `{}`", key.name);
            faults.push(
                Diagnostic::error(Code::Roles, message)
                    .at(key.span)
                    .help(help),
            );
        }
        let name = value.text().unwrap_or_default();
        let ids = decks.iter().map(|d| d.id.as_str());
        if !ids.clone().any(|id| id == name) {
            let help = match did_you_mean(&name, ids.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("decks are {}", list(ids)),
            };
            let message = format!("there is no deck `{name}` to be the {}", key.name);
            faults.push(
                Diagnostic::error(Code::Roles, message)
                    .at(value.span)
                    .help(help),
            );
        }
    }
}

/// The parts without which the game cannot be played.
fn needed_decks(game: &Game, numbers: &Numbers, faults: &mut Diagnostics) {
    let Some(rules) = &game.rules else { return };
    let mut needed = vec![Role::Actions, Role::Countries, Role::Labs];
    if numbers.defcon.penalty == Penalty::Protests {
        needed.push(Role::Protests);
    }
    let missing = needed.into_iter().filter(|r| r.deck(game).is_none());
    for role in missing {
        let key = role.key();
        faults.push(
            Diagnostic::error(Code::Roles, format!("no deck plays the part `{key}`"))
                .at(rules.numbers.get("decks").map_or(rules.span, |v| v.span))
                .help(format!("add `{key} = \"…\"` to [rules.decks]")),
        );
    }
}

/// Where a number of the rules stands.
fn place(game: &Game, key: &str) -> Option<Span> {
    let rules = game.rules.as_ref()?;
    Some(rules.numbers.get(key).map_or(rules.span, |v| v.span))
}

/// CH1-R8, CH2-R2, CH2-R3: the hand is what was drawn, and lasts for the turns of the round.
fn hands(game: &Game, numbers: &Numbers, faults: &mut Diagnostics) {
    let (setup, draw, hand) = (numbers.setup_draw, numbers.draw, numbers.hand);
    if setup + draw != hand {
        let message =
            format!("{setup} cards at the start and {draw} in a round are no hand of {hand}");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(place(game, "hand"))
                .help(format!(
                    "write `hand = {}`, or change what is drawn",
                    setup + draw
                )),
        );
    }
    if numbers.turns != draw {
        let turns = numbers.turns;
        let message = format!("{turns} turns use up {turns} cards, but {draw} are drawn");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(place(game, "turns"))
                .help(
                    "let `turns` and `draw` be equal, so that each round begins with the same hand",
                ),
        );
    }
}

/// CH1-I3, CH2-I3: the countries last exactly for the rounds; the labs and the hands suffice.
fn enough_cards(game: &Game, decks: &[Deck], numbers: &Numbers, faults: &mut Diagnostics) {
    let rounds = u32::from(numbers.rounds);
    if let Some(countries) = deck(game, decks, Role::Countries) {
        let wanted = rounds * u32::from(numbers.countries_in_play);
        let there = countries.cards();
        if there != wanted {
            let message = format!(
                "{there} countries, but {rounds} rounds of {} use {wanted}",
                numbers.countries_in_play
            );
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at_maybe(place(game, "rounds"))
                    .help("change `rounds`, `countries-in-play` or the deck of countries"),
            );
        }
    }
    if let Some(labs) = deck(game, decks, Role::Labs) {
        let wanted = rounds * u32::from(numbers.labs_in_play);
        let there = labs.cards();
        if there < wanted {
            let message = format!("{there} labs, but {rounds} rounds can use {wanted}");
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at_maybe(place(game, "rounds"))
                    .help("change `rounds`, `labs-in-play` or the deck of labs"),
            );
        }
    }
    if let Some(actions) = deck(game, decks, Role::Actions) {
        let wanted = 2 * u32::from(numbers.hand);
        let there = actions.cards();
        if there < wanted {
            let message = format!(
                "two hands of {} need {wanted} cards, the deck has {there}",
                numbers.hand
            );
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at_maybe(place(game, "hand"))
                    .help("lower `hand`, or raise `copies` in the deck"),
            );
        }
    }
}

/// CH2-R2: DEFCON cards are one for each level, from the start's down; a meter has no levels.
fn levels(game: &Game, decks: &[Deck], numbers: &Numbers, faults: &mut Diagnostics) {
    let Some(deck) = deck(game, decks, Role::Defcon) else {
        return;
    };
    let found: Vec<i64> = deck
        .rows
        .iter()
        .filter(|r| r.copies > 0)
        .filter_map(|r| r.get("level")?.as_integer())
        .collect();
    let defcon = &numbers.defcon;
    let wanted = (defcon.reset_at..=defcon.start).rev().map(i64::from);
    if !found.is_empty() && !wanted.eq(found) {
        let (from, to) = (defcon.start, defcon.reset_at);
        let message = format!("the DEFCON cards do not go from {from} down to {to}");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(deck.rows.first().map(|r| r.place("level")))
                .help(format!(
                    "give one card to each `level` from {from} to {to}, in this order"
                )),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, faults, pack};
    use crate::source::Files;

    #[test]
    fn the_shipped_games_are_sound() {
        for game in EDITIONS {
            assert_eq!(faults(game, "game.toml", "", ""), [""; 0]);
        }
    }

    #[test]
    fn the_rules_sheet_holds_every_clause_and_ruling() {
        for (game, rules) in [(FIRST, 19), (SECOND, 15)] {
            let pack = pack(game);
            let (_, text) = pack.folder.text("rules.md", &mut Files::new()).unwrap();
            let clauses = (1..=rules).map(|n| format!("\n**R{n}** "));
            let rulings = pack
                .game
                .rulings
                .iter()
                .map(|r| format!("\n**{}** (ruling) ", r.id));
            for clause in clauses.chain(rulings) {
                assert_eq!(text.matches(&clause).count(), 1, "{game}: {clause:?}");
            }
            assert_eq!(text.matches("(ruling)").count(), pack.game.rulings.len());
            for ruling in &pack.game.rulings {
                assert!(
                    text.contains(&format!("\n**{}** ", ruling.rule)),
                    "{}",
                    ruling.id
                );
            }
        }
    }

    #[test]
    fn both_editions_have_the_same_countries() {
        let rows = |game| {
            let pack = pack(game);
            let deck = pack.deck("countries").unwrap();
            let row = |r: &crate::cards::Row| {
                ["id", "points", "default", "region"].map(|k| r.get(k).and_then(|v| v.text()))
            };
            deck.rows.iter().map(row).collect::<Vec<_>>()
        };
        assert_eq!(rows(FIRST), rows(SECOND));
    }

    #[test]
    fn every_region_has_both_factions_and_a_card_of_each_worth() {
        // CH1-G16: 21 points lean to each side; CH1-E3: East Asia's values add up to 6, as all regions' do.
        let pack = pack(FIRST);
        let rows = &pack.deck("countries").unwrap().rows;
        let regions = &pack.game.tables["region"];
        assert_eq!(regions.len(), 7);
        let (mut caps, mut hammers) = (0, 0);
        for region in regions.keys() {
            let of = |key| move |r: &&crate::cards::Row| r.get(key).and_then(|v| v.text());
            let members = rows
                .iter()
                .filter(|r| of("region")(r).as_ref() == Some(region));
            let members: Vec<_> = members.collect();
            let mut points: Vec<_> = members.iter().filter_map(of("points")).collect();
            points.sort();
            assert_eq!(points, ["1", "2", "3"], "{region}");
            for member in &members {
                let n = member.get("points").and_then(|v| v.as_integer()).unwrap();
                match of("default")(member).as_deref() {
                    Some("caps") => caps += n,
                    _ => hammers += n,
                }
            }
            let defaults = members.iter().filter_map(of("default"));
            let stars = defaults.filter(|d| d == "caps").count();
            assert!((1..=2).contains(&stars), "{region}");
        }
        assert_eq!((caps, hammers), (21, 21));
    }

    #[test]
    fn decks_and_numbers_must_agree() {
        assert_eq!(
            faults(SECOND, "game.toml", "rounds = 7", "rounds = 8"),
            [
                "21 countries, but 8 rounds of 3 use 24 \
                 (change `rounds`, `countries-in-play` or the deck of countries)",
                "7 labs, but 8 rounds can use 8 (change `rounds`, `labs-in-play` or the deck of labs)",
            ]
        );
        assert_eq!(
            faults(SECOND, "game.toml", "\nhand = 7", "\nhand = 6"),
            ["2 cards at the start and 5 in a round are no hand of 6 \
              (write `hand = 7`, or change what is drawn)"]
        );
        assert_eq!(
            faults(
                FIRST,
                "game.toml",
                "protests = \"protests\"",
                "protest = \"protest\""
            ),
            [
                "no deck can play the part `protest` (did you mean `protests`?)",
                "there is no deck `protest` to be the protest (did you mean `protests`?)",
                "no deck plays the part `protests` (add `protests = \"…\"` to [rules.decks])",
            ]
        );
        assert_eq!(
            faults(SECOND, "defcon.toml", "level = 4", "level = 3"),
            ["the DEFCON cards do not go from 5 down to 1 \
              (give one card to each `level` from 5 to 1, in this order)"]
        );
    }
}
