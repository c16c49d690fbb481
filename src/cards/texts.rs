//! Lists the texts of a game that can be translated, with a name for each: words of cards, the deck's title, look-up tables,
//! terms of the rules, sentences of abilities, rulings and credits. A table and a callback come in; the callback gets each
//! text. Called by `translation`.

use std::collections::BTreeSet;

use super::deck::{BACK, FRONT, slug};
use super::deck_writing::CARD;
use super::game::DECLARED;
use super::value::{Datum, Key, TomlTable, Value};
use crate::source::{Asset, Files, GameFolder, keys_of_drawing};

/// Keys of a row that are never words.
const NO_WORDS: [&str; 5] = ["id", "copies", "note", FRONT, BACK];

/// Keys of game.toml that are words.
const OF_GAME: [&str; 4] = ["title", "edition", "players", "notice"];

/// Keys of a list of tables by which its items are named, and the keys that are words.
const LISTS: [(&str, Option<&str>, &[&str]); 2] = [
    ("ruling", Some("id"), &["question", "decision"]),
    ("credit", None, &["what", "who", "licence"]),
];

/// Fields that look something up: their values name a row of a table, a picture, a symbol, or what a template compares them
/// with. In every language they are the same.
#[derive(Debug, Default)]
pub(super) struct Looked(BTreeSet<String>);

impl Looked {
    /// The fields by which the game's templates find pictures and symbols, or choose what they draw.
    pub fn open(folder: &GameFolder, files: &mut Files) -> Self {
        let mut fields = BTreeSet::new();
        for name in folder.names(Asset::Template) {
            // A template that cannot be read is reported when it is drawn.
            if let Ok((_, drawing)) = folder.asset_text(Asset::Template, &name, files) {
                fields.extend(keys_of_drawing(&drawing));
            }
        }
        Looked(fields)
    }

    /// Adds the look-up tables of `game.toml`: a field of that name names a row.
    pub fn add_tables(&mut self, game: &TomlTable) {
        let Some(Datum::Table(tables)) = game.get("table").map(|value| &value.datum) else {
            return;
        };
        let names = tables
            .entries
            .iter()
            .map(|(key, _)| key.name.as_str())
            .filter(|name| !DECLARED.contains(name));
        self.0.extend(names.map(str::to_owned));
    }

    fn has(&self, field: &str) -> bool {
        self.0.contains(field)
    }
}

/// Sees every text of `game.toml`.
pub(super) fn texts_of_game(
    table: &mut TomlTable,
    looked: &Looked,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    for (key, value) in &mut table.entries {
        if OF_GAME.contains(&key.name.as_str()) && has_words(value) {
            see(&format!("game/{}", key.name), value);
        }
        match (key.name.as_str(), &mut value.datum) {
            ("rules", Datum::Table(rules)) => texts_below("game/rules", rules, see),
            ("table", Datum::Table(tables)) => {
                for (key, value) in
                    tables.entries.iter_mut().filter(|(k, _)| !DECLARED.contains(&k.name.as_str()))
                {
                    if let Datum::Table(rows) = &mut value.datum {
                        texts_of_table(&key.name, rows, looked, see);
                    }
                }
            }
            ("ability", Datum::Table(abilities)) => {
                for (ability, value) in &mut abilities.entries {
                    if let Datum::Table(ability_table) = &mut value.datum {
                        let place = format!("game/ability.{}", ability.name);
                        direct_texts(&place, ability_table, &|_, value| is_text(value), see);
                    }
                }
            }
            (list, Datum::List(items)) => {
                let Some((_, named, keys)) = LISTS.iter().find(|row| row.0 == list) else {
                    continue;
                };
                for (at, item) in items.iter_mut().enumerate() {
                    let Datum::Table(item) = &mut item.datum else {
                        continue;
                    };
                    let id = named.and_then(|key| item.get(key)?.as_str().map(str::to_owned));
                    let place = format!("game/{list}.{}", id.unwrap_or((at + 1).to_string()));
                    for (key, value) in &mut item.entries {
                        if keys.contains(&key.name.as_str()) && has_words(value) {
                            see(&format!("{place}.{}", key.name), value);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Sees every text of a deck. A card without an `id` is given the one that its name makes: in every language it is the same
/// card.
pub(super) fn texts_of_deck(
    deck: &str,
    table: &mut TomlTable,
    looked: &Looked,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    let passes = |field: &str, value: &Value| is_text(value) && !looked.has(field);
    for (key, value) in &mut table.entries {
        if key.name == "title" && has_words(value) {
            see(&format!("{deck}/title"), value);
        }
        match (key.name.as_str(), &mut value.datum) {
            ("defaults", Datum::Table(defaults)) => {
                direct_texts(&format!("{deck}/defaults"), defaults, &passes, see);
            }
            (CARD, Datum::List(cards)) => {
                for card in cards {
                    if let Datum::Table(card) = &mut card.datum {
                        texts_of_card(deck, card, &passes, see);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether the value of a field is for people.
type Passes<'a> = dyn Fn(&str, &Value) -> bool + 'a;

fn texts_of_card(
    deck: &str,
    card: &mut TomlTable,
    passes: &Passes<'_>,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    let name = card.get("name").and_then(|v| Some((v.as_str()?.to_owned(), v.span)));
    let id = card.get("id").and_then(Value::as_str).map(str::to_owned);
    let id = match (id, name) {
        (Some(id), _) => id,
        (None, Some((name, span))) => {
            let id = slug(&name);
            let key = Key { name: "id".to_owned(), span };
            let datum = Datum::String(id.clone());
            card.entries.push((key, Value { span, datum }));
            id
        }
        // A row with neither is reported by its reader.
        (None, None) => return,
    };
    direct_texts(&format!("{deck}/{id}"), card, passes, see);
}

/// The strings of a table that pass, not those of tables in it.
fn direct_texts(
    place: &str,
    table: &mut TomlTable,
    passes: &Passes<'_>,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    for (key, value) in &mut table.entries {
        let key = key.name.as_str();
        let is_name = key == "name" && has_words(value);
        if !NO_WORDS.contains(&key) && (is_name || passes(key, value)) {
            see(&format!("{place}.{key}"), value);
        }
    }
}

fn texts_below(place: &str, table: &mut TomlTable, see: &mut dyn FnMut(&str, &mut Value)) {
    direct_texts(place, table, &|_, value| has_words(value), see);
    for (key, value) in &mut table.entries {
        if let Datum::Table(inner) = &mut value.datum {
            texts_below(&format!("{place}.{}", key.name), inner, see);
        }
    }
}

/// The rows of a look-up table; templates call their columns `TABLE.column`.
fn texts_of_table(
    name: &str,
    rows: &mut TomlTable,
    looked: &Looked,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    let passes =
        |field: &str, value: &Value| is_text(value) && !looked.has(&format!("{name}.{field}"));
    for (row, value) in &mut rows.entries {
        if let Datum::Table(row_table) = &mut value.datum {
            direct_texts(&format!("game/table.{name}.{}", row.name), row_table, &passes, see);
        }
    }
}

/// Whether it is a string with a letter outside of its gaps.
fn has_words(value: &Value) -> bool {
    value.as_str().is_some_and(says_something)
}

/// Whether a text has a letter outside of its gaps: `{point}` has none.
pub(super) fn says_something(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().any(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_alphabetic()
    })
}

/// Whether it is for people: neither a colour nor a word that names a row, a picture or a choice.
fn is_text(value: &Value) -> bool {
    let Some(text) = value.as_str() else {
        return false;
    };
    let sign = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_./".contains(c);
    has_words(value) && !text.starts_with('#') && !text.chars().all(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_toml;
    use crate::source::{Diagnostics, Files};

    fn places(deck: Option<&str>, text: &str) -> Vec<String> {
        let mut files = Files::new();
        let file = files.add("a.toml", text);
        let mut table = parse_toml(file, text, &mut Diagnostics::new()).unwrap();
        let looked = Looked(["art", "side.sign"].map(str::to_owned).into());
        let mut found = Vec::new();
        let mut see = |place: &str, _: &mut Value| found.push(place.to_owned());
        match deck {
            Some(deck) => texts_of_deck(deck, &mut table, &looked, &mut see),
            None => texts_of_game(&mut table, &looked, &mut see),
        }
        found
    }

    #[test]
    fn what_people_read_of_a_deck_is_found() {
        let text = "title = \"Tools\"\ntemplate = \"Tool.svg\"\n[[card]]\nname = \"Hook\"\nart = \"The Hook\"\ncost = \"{coin}\"\n\
            [[card]]\nid = \"rope\"\nname = \"x\"\ntext = \"Pull {coin}.\"\nnote = \"No card\"\n";
        let wanted = ["tools/title", "tools/hook.name", "tools/rope.name", "tools/rope.text"];
        assert_eq!(places(Some("tools"), text), wanted);
    }

    #[test]
    fn what_people_read_of_a_game_is_found() {
        let text = "title = \"T\"\nversion = \"One\"\n[rules.terms]\nact = \"launch\"\n[table]\nseats = [\"a\"]\n\
            [table.side.a]\nname = \"mint\"\ncolour = \"#ffffff\"\nsign = \"Big Leaf\"\n[table.end]\nwins = { points = \"The highest\" }\n\
            [ability.x]\nin = \"text\"\nsays = \"Draw {n}.\"\n[[ruling]]\nid = \"G1\"\nquestion = \"Why?\"\nrule = \"R1\"\n";
        let wanted = [
            "game/title",
            "game/rules.terms.act",
            "game/table.side.a.name",
            "game/ability.x.says",
            "game/ruling.G1.question",
        ];
        assert_eq!(places(None, text), wanted);
    }
}
