//! Finds the values that play and differ between two readings of a game, and can put each one back. Two game files with their
//! decks come in; a list of [`Change`]s goes out. `verify::scenario` finds the edit with it that makes a scenario fail.

use std::sync::Arc;

use super::difference::paired;
use super::script_pieces::{ScriptSection, sections, with};
use crate::cards::{Deck, GameFile, Kept, PathStep, Row, ScriptFile, TomlTable, Value};
use crate::source::Span;

/// One value of a game's data that another reading of the same game has differently.
#[derive(Clone)]
pub struct Change {
    /// The position of the value here, or of what should hold it.
    pub span: Span,
    /// What is written here: "`influence = 4`", "no `passive`".
    pub here: String,
    /// What the other reading has in its place.
    pub there: String,
    back: PutBack,
}

/// Gives a game the other reading's value.
type PutBack = Arc<dyn Fn(&mut GameFile, &mut [Deck]) + Send + Sync>;

/// A table of a game in which values differ.
type FindTable = Arc<
    dyn for<'g> Fn(&'g mut GameFile, &'g mut [Deck]) -> Option<&'g mut TomlTable> + Send + Sync,
>;

impl Change {
    fn new(
        span: Span,
        here: impl Into<String>,
        there: impl Into<String>,
        back: impl Fn(&mut GameFile, &mut [Deck]) + Send + Sync + 'static,
    ) -> Change {
        Change { span, here: here.into(), there: there.into(), back: Arc::new(back) }
    }

    /// All changes that lead from `there` to `here`: rows, copies, numbers of the rules, choices of rulings, what `[table]` and
    /// `[ability]` declare, functions of the script.
    pub fn between(
        (game, decks): (&GameFile, &[Deck]),
        (other, others): (&GameFile, &[Deck]),
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        if let (Some(ours), Some(theirs)) = (&game.rules, &other.rules) {
            let find: FindTable = Arc::new(|game, _| Some(&mut game.rules.as_mut()?.numbers));
            differences(
                &ours.numbers,
                &theirs.numbers,
                (ours.span, same_keys as Alike),
                &[],
                &find,
                &mut changes,
            );
        }
        for ruling in &game.rulings {
            let theirs = other.rulings.iter().find(|r| r.id == ruling.id);
            if let Some(theirs) = theirs.filter(|t| t.choice != ruling.choice) {
                let word = |choice: &Option<String>| match choice {
                    Some(choice) => format!("`choice = \"{choice}\"`"),
                    None => "no `choice`".to_owned(),
                };
                let (id, choice) = (ruling.id.clone(), theirs.choice.clone());
                let back = move |game: &mut GameFile, _: &mut [Deck]| {
                    for ruling in game.rulings.iter_mut().filter(|r| r.id == id) {
                        ruling.choice.clone_from(&choice);
                    }
                };
                let (here, there) = (word(&ruling.choice), word(&theirs.choice));
                changes.push(Change::new(ruling.span, here, there, back));
            }
        }
        let table: FindTable = Arc::new(|game, _| {
            game.table_readings = Kept::default();
            Some(&mut game.table.as_mut()?.0)
        });
        let abilities: FindTable = Arc::new(|game, _| Some(&mut game.abilities.as_mut()?.0));
        for (ours, theirs, find) in
            [(&game.table, &other.table, table), (&game.abilities, &other.abilities, abilities)]
        {
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                differences(
                    &ours.0,
                    &theirs.0,
                    (ours.1, (|_, _| true) as Alike),
                    &[],
                    &find,
                    &mut changes,
                );
            }
        }
        if let (Some(ours), Some(theirs)) = (&game.script, &other.script) {
            script(ours, theirs.text(), &mut changes);
        }
        for deck in decks {
            if let Some(theirs) = others.iter().find(|d| d.id == deck.id) {
                rows(deck, theirs, &mut changes);
            }
        }
        changes
    }

    /// Puts the other reading's value in place of this one's.
    pub fn put_back(&self, game: &mut GameFile, decks: &mut [Deck]) {
        (self.back)(game, decks);
    }
}

/// Functions that differ, and the code outside functions.
fn script(here: &ScriptFile, there: &str, changes: &mut Vec<Change>) {
    let (theirs, ours) = (sections(there), sections(here.text()));
    for (function, was, is) in paired(&theirs, &ours, |section| &section.function) {
        let [now, before] = match (function, was, is) {
            (_, Some(was), Some(is)) if was.says_as(is) => continue,
            (Some(name), Some(_), Some(_)) => {
                [format!("another `{name}`"), format!("the old `{name}`")]
            }
            (Some(name), None, _) => {
                [format!("a function `{name}`"), "no such function".to_owned()]
            }
            (Some(name), _, None) => [format!("no function `{name}`"), "one".to_owned()],
            (None, ..) => {
                ["other", "the old"].map(|which| format!("{which} lines outside of functions"))
            }
        };
        let at = is.map_or(0, ScriptSection::at);
        let line = here.text()[at..].lines().next().unwrap_or_default();
        let span = Span::new(here.file, at..at + line.len());
        let (function, text) = (function.clone(), was.map(ScriptSection::text));
        changes.push(Change::new(span, now, before, move |game, _| {
            if let Some(script) = &mut game.script {
                script.rewrite(with(script.text(), function.as_deref(), text.as_deref()));
            }
        }));
    }
}

fn rows(here: &Deck, there: &Deck, changes: &mut Vec<Change>) {
    for (id, theirs, ours) in paired(&there.rows, &here.rows, |row| row.id.as_str()) {
        let card = (here.id.clone(), id.to_owned());
        let (Some(row), Some(theirs)) = (ours, theirs) else {
            let (span, [now, was]) = match ours {
                Some(row) => (row.place("name"), [format!("a card `{id}`"), "no such card".into()]),
                None => (Span::new(here.file, 0..0), [format!("no card `{id}`"), "one".into()]),
            };
            let at = there.rows.iter().position(|row| row.id == id);
            let row = theirs.cloned();
            changes.push(Change::new(span, now, was, move |_, decks| {
                for deck in decks.iter_mut().filter(|d| d.id == card.0) {
                    match (at, &row) {
                        (Some(at), Some(row)) => {
                            deck.rows.insert(at.min(deck.rows.len()), row.clone());
                        }
                        _ => deck.rows.retain(|r| r.id != card.1),
                    }
                }
            }));
            continue;
        };
        let span = row.place("name");
        if row.copies != theirs.copies {
            let (card, copies) = (card.clone(), theirs.copies);
            let word = |copies: u32| format!("`copies = {copies}`");
            changes.push(Change::new(span, word(row.copies), word(copies), move |_, decks| {
                if let Some(row) = find(decks, &card) {
                    row.copies = copies;
                }
            }));
        }
        let table: FindTable = Arc::new(move |_, decks| Some(&mut find(decks, &card)?.table));
        differences(&row.table, &theirs.table, (span, same_keys as Alike), &[], &table, changes);
    }
}

/// Whether two tables are compared key by key: an ability of a card that was exchanged for another is one difference.
type Alike = fn(&TomlTable, &TomlTable) -> bool;

/// Adds every key that differs below `path` in a table, new ones of `there` at the place that is given.
fn differences(
    here: &TomlTable,
    there: &TomlTable,
    (span, alike): (Span, Alike),
    path: &[PathStep],
    find: &FindTable,
    changes: &mut Vec<Change>,
) {
    for (name, theirs, ours) in paired(&there.entries, &here.entries, |(key, _)| &key.name) {
        let [ours, theirs] = [ours, theirs].map(|entry| entry.map(|(_, value)| value));
        if ours.zip(theirs).is_some_and(|(ours, theirs)| theirs.says_as(ours)) {
            continue;
        }
        let path = [path, &[PathStep::Key(name.clone())]].concat();
        let at = ours.map_or(span, |value| value.span);
        let tables = ours.and_then(Value::as_table).zip(theirs.and_then(Value::as_table));
        if let Some((ours, theirs)) = tables.filter(|(ours, theirs)| alike(ours, theirs)) {
            differences(ours, theirs, (at, alike), &path, find, changes);
            continue;
        }
        let word = |value: Option<&Value>| match value {
            Some(value) => format!("`{name} = {value}`"),
            None => format!("no `{name}`"),
        };
        let (find, value) = (find.clone(), theirs.cloned());
        changes.push(Change::new(at, word(ours), word(theirs), move |game, decks| {
            if let Some(table) = find(game, decks) {
                table.put(&path, false, value.as_ref(), span);
            }
        }));
    }
}

fn same_keys(a: &TomlTable, b: &TomlTable) -> bool {
    a.entries.len() == b.entries.len() && a.keys().all(|k| b.get(&k.name).is_some())
}

fn find<'d>(decks: &'d mut [Deck], (deck, row): &(String, String)) -> Option<&'d mut Row> {
    let deck = decks.iter_mut().find(|d| d.id == *deck)?;
    deck.rows.iter_mut().find(|r| r.id == *row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Diagnostics, Files};

    const GAME: &str = "title = \"T\"\n[rules]\ncrisis = 13\n[rules.defcon]\nfrom-5 = 1\n\
        [[ruling]]\nid = \"G1\"\nrule = \"R1\"\nquestion = \"?\"\ndecision = \"!\"\nchoice = \"a\"\nchoices = [\"a\", \"b\"]\n";
    const DECK: &str = "template = \"t.svg\"\n[[card]]\nname = \"Spy\"\ncopies = 2\ninfluence = 1\npassive = { ties = 1 }\n\
        [[card]]\nname = \"Wall\"\n";

    fn read(game: &str, deck: &str) -> (GameFile, Vec<Deck>) {
        let mut files = Files::new();
        let mut faults = Diagnostics::new();
        let mut parsed = |text: &str| {
            let file = files.add("t.toml", text);
            (file, crate::cards::parse_toml(file, text, &mut faults).unwrap())
        };
        let (file, game) = parsed(game);
        let (deck_file, deck) = parsed(deck);
        let game = GameFile::read("t", file, &game, &mut faults);
        let deck = Deck::read("cards", deck_file, &deck, &mut faults);
        assert!(faults.is_empty(), "{faults:?}");
        (game, vec![deck])
    }

    /// The changes that an edit of the game or the deck makes, as "here, there".
    fn edited(game: &str, deck: &str) -> Vec<String> {
        let (there, here) = (read(GAME, DECK), read(game, deck));
        let changes = Change::between((&here.0, &here.1), (&there.0, &there.1));
        let (mut restored, mut decks) = here;
        for change in &changes {
            change.put_back(&mut restored, &mut decks);
        }
        let left = Change::between((&restored, &decks), (&there.0, &there.1));
        let left: Vec<&String> = left.iter().map(|change| &change.here).collect();
        assert!(left.is_empty(), "still different: {left:?}");
        let told = changes.iter().map(|c| format!("{}, {}", c.here, c.there));
        told.collect()
    }

    #[test]
    fn a_reading_does_not_differ_from_itself() {
        assert_eq!(edited(GAME, DECK), [""; 0]);
    }

    #[test]
    fn every_kind_of_edit_is_found_and_put_back() {
        let deck = |from: &str, to: &str| edited(GAME, &DECK.replace(from, to));
        let game = |from: &str, to: &str| edited(&GAME.replace(from, to), DECK);
        assert_eq!(deck("influence = 1", "influence = 4"), ["`influence = 4`, `influence = 1`"]);
        assert_eq!(deck("ties = 1", "ties = 2"), ["`ties = 2`, `ties = 1`"]);
        assert_eq!(
            deck("{ ties = 1 }", "{ wins = 1 }"),
            ["`passive = { wins = 1 }`, `passive = { ties = 1 }`"]
        );
        assert_eq!(
            deck("passive = { ties = 1 }\n", ""),
            ["no `passive`, `passive = { ties = 1 }`"]
        );
        assert_eq!(deck("copies = 2", "copies = 3"), ["`copies = 3`, `copies = 2`"]);
        assert_eq!(deck("[[card]]\nname = \"Wall\"\n", ""), ["no card `wall`, one"]);
        assert_eq!(game("crisis = 13", "crisis = 12"), ["`crisis = 12`, `crisis = 13`"]);
        assert_eq!(game("from-5 = 1", "from-5 = 2"), ["`from-5 = 2`, `from-5 = 1`"]);
        assert_eq!(
            game("choice = \"a\"", "choice = \"b\""),
            ["`choice = \"b\"`, `choice = \"a\"`"]
        );
    }
}
