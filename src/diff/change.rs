//! Finds the values that play and differ between two readings of a game, and can put each one back. Two game files with their
//! decks come in; a list of [`Change`]s goes out. Called by `verify::scenario` to find the edit that makes a scenario fail.

use super::script_pieces::{pieces, with};
use crate::cards::{Datum, Deck, GameFile, Kept, Key, Row, ScriptFile, TomlTable, Value};
use crate::source::Span;

/// One value of a game's data that another reading of the same game has differently.
#[derive(Debug, Clone)]
pub struct Change {
    /// The position of the value here, or of what should hold it.
    pub span: Span,
    /// What is written here: "`influence = 4`", "no `passive`".
    pub here: String,
    /// What the other reading has in its place.
    pub there: String,
    back: Back,
}

/// How a change is undone.
#[derive(Debug, Clone)]
enum Back {
    Number(Path, Option<Value>),
    Choice(String, Option<String>),
    Declared(Declares, Path, Option<Value>),
    /// A function of the script, or the code outside functions, and its text.
    Script(Option<String>, Option<String>),
    Field(Card, Path, Option<Value>),
    Copies(Card, u32),
    /// The row as it was, and its place in the deck; `None` takes it out.
    Row(Card, Option<(usize, Row)>),
}

/// A section of `game.toml` that declares what plays.
#[derive(Debug, Clone, Copy)]
enum Declares {
    Table,
    Abilities,
}

impl Declares {
    const ALL: [Declares; 2] = [Declares::Table, Declares::Abilities];

    fn of(self, game: &GameFile) -> Option<&(TomlTable, Span)> {
        match self {
            Declares::Table => game.table.as_ref(),
            Declares::Abilities => game.abilities.as_ref(),
        }
    }

    fn of_mut(self, game: &mut GameFile) -> Option<&mut (TomlTable, Span)> {
        match self {
            Declares::Table => {
                game.table_readings = Kept::default();
                game.table.as_mut()
            }
            Declares::Abilities => game.abilities.as_mut(),
        }
    }
}

/// Keys from the outermost table inwards.
type Path = Vec<String>;

/// Deck and row, by their ids.
type Card = (String, String);

impl Change {
    /// All changes that lead from `there` to `here`: rows, copies, numbers of the rules, choices of rulings, what `[table]` and
    /// `[ability]` declare, functions of the script.
    pub fn between(here: (&GameFile, &[Deck]), there: (&GameFile, &[Deck])) -> Vec<Change> {
        let mut changes = Vec::new();
        if let (Some(ours), Some(theirs)) = (&here.0.rules, &there.0.rules) {
            let numbers = (&ours.numbers, &theirs.numbers);
            differences(numbers.0, numbers.1, (ours.span, same_keys), &mut |path, found| {
                let back = Back::Number(path, found.there.clone());
                changes.push(found.change(back));
            });
        }
        for ruling in &here.0.rulings {
            let theirs = there.0.rulings.iter().find(|r| r.id == ruling.id);
            if let Some(theirs) = theirs.filter(|t| t.choice != ruling.choice) {
                let word = |choice: &Option<String>| match choice {
                    Some(choice) => format!("`choice = \"{choice}\"`"),
                    None => "no `choice`".to_owned(),
                };
                changes.push(Change {
                    span: ruling.span,
                    here: word(&ruling.choice),
                    there: word(&theirs.choice),
                    back: Back::Choice(ruling.id.clone(), theirs.choice.clone()),
                });
            }
        }
        for section in Declares::ALL {
            if let (Some(ours), Some(theirs)) = (section.of(here.0), section.of(there.0)) {
                differences(&ours.0, &theirs.0, (ours.1, |_, _| true), &mut |path, found| {
                    let back = Back::Declared(section, path, found.there.clone());
                    changes.push(found.change(back));
                });
            }
        }
        if let (Some(ours), Some(theirs)) = (&here.0.script, &there.0.script) {
            script(ours, theirs.text(), &mut changes);
        }
        for deck in here.1 {
            if let Some(theirs) = there.1.iter().find(|d| d.id == deck.id) {
                rows(deck, theirs, &mut changes);
            }
        }
        changes
    }

    /// Puts the other reading's value in place of this one's.
    pub fn put_back(&self, game: &mut GameFile, decks: &mut [Deck]) {
        match &self.back {
            Back::Number(path, value) => {
                if let Some(rules) = &mut game.rules {
                    set(&mut rules.numbers, path, value.as_ref(), rules.span);
                }
            }
            Back::Choice(ruling, choice) => {
                for ruling in game.rulings.iter_mut().filter(|r| r.id == *ruling) {
                    ruling.choice.clone_from(choice);
                }
            }
            Back::Declared(section, path, value) => {
                if let Some((table, span)) = section.of_mut(game) {
                    set(table, path, value.as_ref(), *span);
                }
            }
            Back::Script(function, text) => {
                if let Some(script) = &mut game.script {
                    let put_back = with(script.text(), function.as_deref(), text.as_deref());
                    script.rewrite(put_back);
                }
            }
            Back::Field(card, path, value) => {
                if let Some(row) = find(decks, card) {
                    set(&mut row.table, path, value.as_ref(), row.span);
                }
            }
            Back::Copies(card, copies) => {
                if let Some(row) = find(decks, card) {
                    row.copies = *copies;
                }
            }
            Back::Row((deck, id), row) => {
                for deck in decks.iter_mut().filter(|d| d.id == *deck) {
                    match row {
                        Some((at, row)) => {
                            let at = (*at).min(deck.rows.len());
                            deck.rows.insert(at, row.clone());
                        }
                        None => deck.rows.retain(|r| r.id != *id),
                    }
                }
            }
        }
    }
}

/// Functions that differ, and the code outside functions.
fn script(here: &ScriptFile, there: &str, changes: &mut Vec<Change>) {
    let (ours, theirs) = (pieces(here.text()), pieces(there));
    let mut add = |at: usize, [now, was]: [String; 2], function: &Option<String>, text| {
        let line = here.text()[at..].lines().next().unwrap_or_default();
        changes.push(Change {
            span: Span::new(here.file, at..at + line.len()),
            here: now,
            there: was,
            back: Back::Script(function.clone(), text),
        });
    };
    for piece in &ours {
        let name = piece.function.as_deref();
        let was = theirs.iter().find(|other| other.function == piece.function);
        let says = match (name, was) {
            (_, Some(was)) if was.says_as(piece) => continue,
            (Some(name), Some(_)) => [format!("another `{name}`"), format!("the old `{name}`")],
            (Some(name), None) => [format!("a function `{name}`"), "no such function".to_owned()],
            (None, _) => {
                ["other", "the old"].map(|which| format!("{which} lines outside of functions"))
            }
        };
        add(piece.at, says, &piece.function, was.map(|was| was.text.clone()));
    }
    for was in &theirs {
        if let Some(name) = &was.function
            && !ours.iter().any(|piece| piece.function == was.function)
        {
            let says = [format!("no function `{name}`"), "one".to_owned()];
            add(0, says, &was.function, Some(was.text.clone()));
        }
    }
}

fn rows(here: &Deck, there: &Deck, changes: &mut Vec<Change>) {
    let card = |row: &Row| (here.id.clone(), row.id.clone());
    for row in &here.rows {
        let Some(theirs) = there.rows.iter().find(|r| r.id == row.id) else {
            changes.push(Change {
                span: row.place("name"),
                here: format!("a card `{}`", row.id),
                there: "no such card".to_owned(),
                back: Back::Row(card(row), None),
            });
            continue;
        };
        if row.copies != theirs.copies {
            changes.push(Change {
                span: row.place("name"),
                here: format!("`copies = {}`", row.copies),
                there: format!("`copies = {}`", theirs.copies),
                back: Back::Copies(card(row), theirs.copies),
            });
        }
        differences(
            &row.table,
            &theirs.table,
            (row.place("name"), same_keys),
            &mut |path, found| {
                let back = Back::Field(card(row), path, found.there.clone());
                changes.push(found.change(back));
            },
        );
    }
    for (at, theirs) in there.rows.iter().enumerate() {
        if !here.rows.iter().any(|r| r.id == theirs.id) {
            changes.push(Change {
                span: Span::new(here.file, 0..0),
                here: format!("no card `{}`", theirs.id),
                there: "one".to_owned(),
                back: Back::Row(card(theirs), Some((at, theirs.clone()))),
            });
        }
    }
}

/// A key that two tables have differently.
struct Difference {
    key: String,
    span: Span,
    here: Option<Value>,
    there: Option<Value>,
}

impl Difference {
    fn change(self, back: Back) -> Change {
        let word = |value: &Option<Value>| match value {
            Some(value) => format!("`{} = {value}`", self.key),
            None => format!("no `{}`", self.key),
        };
        Change { span: self.span, here: word(&self.here), there: word(&self.there), back }
    }
}

/// Finds every key that differs, new ones of `there` at the place that is given. Tables that are `alike` are compared key by key:
/// an ability of a card that was exchanged for another is one difference.
fn differences(
    here: &TomlTable,
    there: &TomlTable,
    (span, alike): (Span, fn(&TomlTable, &TomlTable) -> bool),
    found: &mut dyn FnMut(Path, Difference),
) {
    for (key, value) in &here.entries {
        let theirs = there.get(&key.name);
        if theirs.is_some_and(|t| t.says_as(value)) {
            continue;
        }
        if let Some((mine, theirs)) = value.as_table().zip(theirs.and_then(Value::as_table))
            && alike(mine, theirs)
        {
            differences(mine, theirs, (value.span, alike), &mut |mut path, difference| {
                path.insert(0, key.name.clone());
                found(path, difference);
            });
            continue;
        }
        let difference = Difference {
            key: key.name.clone(),
            span: value.span,
            here: Some(value.clone()),
            there: theirs.cloned(),
        };
        found(vec![key.name.clone()], difference);
    }
    for (key, theirs) in &there.entries {
        if here.get(&key.name).is_none() {
            let difference =
                Difference { key: key.name.clone(), span, here: None, there: Some(theirs.clone()) };
            found(vec![key.name.clone()], difference);
        }
    }
}

fn same_keys(a: &TomlTable, b: &TomlTable) -> bool {
    a.entries.len() == b.entries.len() && a.keys().all(|k| b.get(&k.name).is_some())
}

fn find<'d>(decks: &'d mut [Deck], (deck, row): &Card) -> Option<&'d mut Row> {
    decks.iter_mut().find(|d| d.id == *deck)?.rows.iter_mut().find(|r| r.id == *row)
}

/// Sets the value at a path, or takes the key out; a key that is new stands at `span`.
fn set(table: &mut TomlTable, path: &[String], value: Option<&Value>, span: Span) {
    let Some((key, rest)) = path.split_first() else {
        return;
    };
    let at = table.entries.iter().position(|(k, _)| k.name == *key);
    match (at, value) {
        (Some(at), _) if !rest.is_empty() => {
            if let Datum::Table(inner) = &mut table.entries[at].1.datum {
                set(inner, rest, value, span);
            }
        }
        (Some(at), Some(value)) => table.entries[at].1 = value.clone(),
        (Some(at), None) => {
            table.entries.remove(at);
        }
        (None, Some(value)) => {
            let name = key.clone();
            table.entries.push((Key { name, span }, value.clone()));
        }
        (None, None) => {}
    }
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
        let game = GameFile::read("t", &game, Span::new(file, 0..0), &mut faults);
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
