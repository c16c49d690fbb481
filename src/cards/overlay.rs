//! A small change applied over a game: different numbers, numbers of copies, or choices where the rules are silent. Text comes
//! in, an [`Overlay`] goes out; applied to a game, it gives the changed game and decks. Called by `verify::variants`, and by
//! commands with `--overlay`.
//!
//! ```toml
//! [rules]                        # merged into [rules] of game.toml
//! rounds = 1
//! [cards.assets."*"]             # every card of the deck, before those that are named
//! copies = 0
//! [cards.assets.admiral]
//! copies = 2
//! passive = false                # `false` takes a key away
//! [rulings]                      # by what a ruling `decides`
//! several-crises = "once"
//! ```

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bounds::MOST_COPIES;
use super::deck::{Deck, Row};
use super::game::GameFile;
use super::read::Reader;
use super::value::{Datum, Key, TomlTable, Value, parse_toml};
use crate::source::{Diagnostic, Diagnostics, Files, Span, did_you_mean_of, error};

/// The key that means every card of a deck.
pub(super) const EVERY: &str = "*";

/// A change of a game's data, read from a TOML text.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    rules: TomlTable,
    /// Decks, their cards, their fields.
    cards: TomlTable,
    rulings: TomlTable,
}

impl Overlay {
    /// Reads an overlay. `label` is its path in messages.
    ///
    /// # Errors
    /// What is no TOML, and keys that no overlay has.
    pub fn read(
        label: &str,
        text: impl Into<Arc<str>>,
        files: &mut Files,
    ) -> Result<Overlay, Diagnostics> {
        let text = text.into();
        let file = files.add(label, text.clone());
        let mut faults = Diagnostics::new();
        let Some(table) = parse_toml(file, &text, &mut faults) else {
            return Err(faults);
        };
        let mut r = Reader::new(&table, Span::new(file, 0..0), "an overlay", &mut faults);
        let [rules, cards, rulings] = ["rules", "cards", "rulings"]
            .map(|key| r.table(key).map_or_else(TomlTable::default, |t| t.0.clone()));
        r.finish();
        for (deck, cards) in &cards.entries {
            let Some(table) = tables(cards, &deck.name, &mut faults) else {
                continue;
            };
            for (card, fields) in &table.entries {
                tables(fields, &format!("{}.{}", deck.name, card.name), &mut faults);
            }
        }
        if faults.has_errors() { Err(faults) } else { Ok(Overlay { rules, cards, rulings }) }
    }

    /// The game and its decks with the change made. Whether it can still be played is checked by the rules.
    ///
    /// # Errors
    /// Every rule, deck, card, field and ruling that the game does not have.
    pub fn over(
        &self,
        game: &GameFile,
        decks: &[Deck],
    ) -> Result<(GameFile, Vec<Deck>), Diagnostics> {
        let mut faults = Diagnostics::new();
        let (mut game, mut decks) = (game.clone(), decks.to_vec());
        self.change_rules(&mut game, &mut faults);
        self.change_cards(&mut decks, &mut faults);
        self.change_rulings(&mut game, &mut faults);
        if faults.has_errors() { Err(faults) } else { Ok((game, decks)) }
    }

    fn change_rules(&self, game: &mut GameFile, faults: &mut Diagnostics) {
        match &mut game.rules {
            Some(rules) => merge(&mut rules.numbers, &self.rules, "[rules]", faults),
            None => {
                for key in self.rules.keys() {
                    faults.push(error!(
                        Overlay,
                        key.span,
                        "the game has no [rules] to change",
                        "take `[rules]` out of the overlay: the game is only printed"
                    ));
                }
            }
        }
    }

    fn change_cards(&self, decks: &mut [Deck], faults: &mut Diagnostics) {
        for (key, cards) in &self.cards.entries {
            if let Some(deck) = decks.iter_mut().find(|deck| deck.id == key.name) {
                change_deck(deck, cards.as_table(), faults);
                continue;
            }
            let message = format!("there is no deck `{}`", key.name);
            let known = decks.iter().map(|deck| deck.id.as_str());
            faults.push(unknown(message, key, known, "decks are"));
        }
    }

    fn change_rulings(&self, game: &mut GameFile, faults: &mut Diagnostics) {
        for (key, value) in &self.rulings.entries {
            let decides = |r: &&mut super::Ruling| r.decides.as_deref() == Some(&key.name);
            let Some(ruling) = game.rulings.iter_mut().find(decides) else {
                let known = game.rulings.iter().filter_map(|r| r.decides.as_deref());
                let message = format!("no ruling decides `{}`", key.name);
                faults.push(unknown(message, key, known, "rulings decide"));
                continue;
            };
            let word = value.text().unwrap_or_default();
            if faults.keep(ruling.check_choice(&word, value.span)).is_some() {
                ruling.choice = Some(word);
            }
        }
    }
}

/// The table in `value`; anything else is reported.
fn tables<'a>(value: &'a Value, name: &str, faults: &mut Diagnostics) -> Option<&'a TomlTable> {
    let table = value.as_table();
    if table.is_none() {
        faults.push(error!(
            Overlay,
            value.span,
            format!("`cards.{name}` is {}", value.kind()),
            "write `[cards.some-deck.some-card]`, and below it the fields to be changed"
        ));
    }
    table
}

/// Puts the values of `over` in place of those of `table`, tables key by key; `false` takes a key away.
fn merge(table: &mut TomlTable, over: &TomlTable, what: &str, faults: &mut Diagnostics) {
    for (key, value) in &over.entries {
        let Some(at) = table.entries.iter().position(|(k, _)| k.name == key.name) else {
            let known = table.keys().map(|k| k.name.as_str());
            let message = format!("{what} has no `{}` to change", key.name);
            faults.push(unknown(message, key, known, "it has"));
            continue;
        };
        let old = &mut table.entries[at].1;
        match (&mut old.datum, &value.datum) {
            (Datum::Table(old), Datum::Table(new)) => {
                merge(old, new, &format!("`{}` of {what}", key.name), faults);
            }
            (_, Datum::Boolean(false)) => {
                table.entries.remove(at);
            }
            _ => *old = value.clone(),
        }
    }
}

fn change_deck(deck: &mut Deck, cards: Option<&TomlTable>, faults: &mut Diagnostics) {
    // Every field that a card of the deck has.
    let fields = deck.rows.iter().flat_map(|row| row.table.keys()).map(|key| key.name.clone());
    let fields: BTreeSet<String> =
        fields.chain(["copies".to_owned()]).filter(|field| field != "id").collect();
    let (every, named): (Vec<_>, Vec<_>) =
        cards.map_or(&[][..], |t| &t.entries).iter().partition(|(k, _)| k.name == EVERY);
    for (key, change) in every.into_iter().chain(named) {
        let Some(change) = change.as_table() else {
            continue;
        };
        for key in change.keys().filter(|key| !fields.contains(&key.name)) {
            let message = format!("no card of deck `{}` has a field `{}`", deck.id, key.name);
            let known = fields.iter().map(String::as_str);
            faults.push(unknown(message, key, known, "fields are"));
        }
        let meant = |row: &&mut Row| key.name == EVERY || row.id == key.name;
        let mut rows = deck.rows.iter_mut().filter(meant).peekable();
        if rows.peek().is_none() {
            drop(rows);
            let known = deck.rows.iter().map(|r| r.id.as_str());
            let message = format!("deck `{}` has no card `{}`", deck.id, key.name);
            faults.push(unknown(message, key, known, "its cards are"));
            continue;
        }
        for row in rows {
            change_row(row, change, key.span, faults);
        }
    }
}

fn change_row(row: &mut Row, change: &TomlTable, span: Span, faults: &mut Diagnostics) {
    let mut r = Reader::new(change, span, "the card", faults);
    if let Some((copies, _)) = r.integer("copies", 0..=MOST_COPIES) {
        row.copies = u32::try_from(copies).unwrap_or(0);
    }
    if let Some((name, _)) = r.string("name") {
        row.name = name;
    }
    for (key, value) in change.entries.iter().filter(|(k, _)| k.name != "copies") {
        let entries = &mut row.table.entries;
        entries.retain(|(k, _)| k.name != key.name);
        if value.datum != Datum::Boolean(false) {
            entries.push((key.clone(), value.clone()));
        }
    }
}

fn unknown<'a>(
    message: String,
    key: &Key,
    known: impl Iterator<Item = &'a str> + Clone,
    listed: &str,
) -> Diagnostic {
    error!(Overlay, key.span, message, did_you_mean_of(&key.name, known, listed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"
title = "T"
[rules]
rounds = 7
list = [1, 2]
[rules.defcon]
start = 5
from-5 = 1
[[ruling]]
id = "G7"
rule = "R1"
question = "?"
decision = "!"
decides = "several-crises"
choice = "each"
choices = ["each", "once"]
"#;

    const DECK: &str = r#"
template = "t.svg"
[defaults]
power = 1
[[card]]
name = "Spy"
copies = 3
passive = { seen = true }
[[card]]
name = "Admiral"
power = 2
"#;

    fn base() -> (GameFile, Vec<Deck>) {
        let mut files = Files::new();
        let mut faults = Diagnostics::new();
        let mut table = |label: &str, text: &str| {
            let file = files.add(label, text);
            (file, parse_toml(file, text, &mut faults).unwrap())
        };
        let (file, game) = table("game.toml", GAME);
        let (deck_file, deck) = table("men.toml", DECK);
        let game = GameFile::read("t", file, &game, &mut faults);
        let deck = Deck::read("men", deck_file, &deck, &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        (game, vec![deck])
    }

    fn over(text: &str) -> Result<(GameFile, Deck), Vec<String>> {
        let (game, decks) = base();
        let mut files = Files::new();
        Overlay::read("o.toml", text, &mut files)
            .and_then(|overlay| overlay.over(&game, &decks))
            .map(|(game, mut decks)| (game, decks.remove(0)))
            .map_err(|faults| {
                let place = |d: &Diagnostic| d.span.map_or("?".into(), |s| files.place(s));
                let help = |d: &Diagnostic| d.help.clone().unwrap_or_default();
                let tell = |d| format!("{}: {} ({})", place(d), d.message, help(d));
                faults.iter().map(tell).collect()
            })
    }

    fn number(game: &GameFile, path: &[&str]) -> Option<i64> {
        let (last, tables) = path.split_last().unwrap();
        let mut table = &game.rules.as_ref().unwrap().numbers;
        for key in tables {
            table = table.get(key).unwrap().as_table().unwrap();
        }
        table.get(last).and_then(Value::as_integer)
    }

    #[test]
    fn nothing_changes_nothing() {
        let (game, decks) = base();
        let (same, deck) = over("").unwrap();
        assert_eq!(format!("{game:?}"), format!("{same:?}"));
        assert_eq!(format!("{:?}", decks[0]), format!("{deck:?}"));
    }

    #[test]
    fn rules_are_merged_key_by_key() {
        let (game, _) = over("[rules]\nrounds = 1\n[rules.defcon]\nfrom-5 = 4\n").unwrap();
        assert_eq!(number(&game, &["rounds"]), Some(1));
        assert_eq!(number(&game, &["defcon", "from-5"]), Some(4));
        assert_eq!(number(&game, &["defcon", "start"]), Some(5));
    }

    #[test]
    fn a_list_is_replaced_as_a_whole() {
        let (game, _) = over("rules.list = [3]\n").unwrap();
        let list = game.rules.as_ref().unwrap().numbers.get("list").unwrap();
        let numbers: Vec<_> = list.as_list().unwrap().iter().map(Value::as_integer).collect();
        assert_eq!(numbers, [Some(3)]);
    }

    #[test]
    fn false_takes_a_key_away() {
        let (game, deck) =
            over("rules.defcon.from-5 = false\ncards.men.spy.passive = false\n").unwrap();
        assert_eq!(number(&game, &["defcon", "from-5"]), None);
        assert!(deck.rows[0].get("passive").is_none());
    }

    #[test]
    fn every_card_is_changed_before_those_that_are_named() {
        let (_, deck) =
            over("[cards.men.spy]\ncopies = 2\n[cards.men.\"*\"]\ncopies = 0\npower = 9\n")
                .unwrap();
        let told: Vec<_> = deck
            .rows
            .iter()
            .map(|r| (r.copies, r.get("power").and_then(Value::as_integer)))
            .collect();
        assert_eq!(told, [(2, Some(9)), (0, Some(9))]);
    }

    #[test]
    fn a_card_is_renamed_and_keeps_its_id() {
        let (_, deck) = over("cards.men.spy.name = \"Mole\"\n").unwrap();
        assert_eq!((deck.rows[0].name.as_str(), deck.rows[0].id.as_str()), ("Mole", "spy"));
    }

    #[test]
    fn a_ruling_is_decided_otherwise() {
        let (game, _) = over("[rulings]\nseveral-crises = \"once\"\n").unwrap();
        assert_eq!(game.choice("several-crises"), Some("once"));
    }

    #[test]
    fn what_the_game_does_not_have_is_told_with_its_place() {
        let text = "[rules]\nround = 1\n[rules.defcon]\nstop = 1\n[cards.mens.spy]\ncopies = 1\n\
                    [cards.men.spi]\ncopies = 1\n[cards.men.spy]\npowr = 1\n\
                    [rulings]\nseveral-crisis = \"once\"\n";
        assert_eq!(
            over(text).unwrap_err(),
            [
                "o.toml:2:1: [rules] has no `round` to change (did you mean `rounds`?)",
                "o.toml:4:1: `defcon` of [rules] has no `stop` to change (it has `start` and `from-5`)",
                "o.toml:5:8: there is no deck `mens` (did you mean `men`?)",
                "o.toml:7:12: deck `men` has no card `spi` (did you mean `spy`?)",
                "o.toml:10:1: no card of deck `men` has a field `powr` (did you mean `power`?)",
                "o.toml:12:1: no ruling decides `several-crisis` (did you mean `several-crises`?)",
            ]
        );
    }

    #[test]
    fn values_that_cannot_be_are_told() {
        assert_eq!(
            over("[cards.men.spy]\ncopies = -1\n[rulings]\nseveral-crises = \"twice\"\n")
                .unwrap_err(),
            [
                "o.toml:2:10: `copies` of the card is -1 (write a whole number from 0 to 1000)",
                "o.toml:4:18: `twice` is no choice of ruling G7 (choose one of `each` and `once`)",
            ]
        );
        assert_eq!(
            over("rule = 1\ncards.men.spy = 0\n").unwrap_err(),
            [
                "o.toml:1:1: unknown key `rule` in an overlay (did you mean `rules`?)",
                "o.toml:2:17: `cards.men.spy` is an integer (write `[cards.some-deck.some-card]`, \
                 and below it the fields to be changed)",
            ]
        );
    }
}
