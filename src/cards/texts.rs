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
#[derive(Debug, Clone)]
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
        let tables = game.get("table").and_then(Value::as_table).into_iter();
        let names = tables.flat_map(TomlTable::keys).map(|key| &key.name);
        self.0.extend(names.filter(|name| !DECLARED.contains(&name.as_str())).cloned());
    }
}

/// Sees a text, with its name.
type See<'a> = &'a mut dyn FnMut(&str, &mut Value);

/// Sees every text of `game.toml`.
pub(super) fn texts_of_game(table: &mut TomlTable, looked: &Looked, see: See<'_>) {
    direct_texts("game/", table, &|key, value| OF_GAME.contains(&key) && has_words(value), see);
    for (key, value) in &mut table.entries {
        match (key.name.as_str(), &mut value.datum) {
            ("rules", Datum::Table(rules)) => texts_below("game/rules.", rules, see),
            ("table", Datum::Table(declared)) => {
                let look_ups = tables(declared).filter(|(name, _)| !DECLARED.contains(name));
                for (name, rows) in look_ups {
                    // Templates call the columns `TABLE.column`.
                    let passes = |field: &str, value: &Value| {
                        is_text(value) && !looked.0.contains(&format!("{name}.{field}"))
                    };
                    for (row, table) in tables(rows) {
                        direct_texts(&format!("game/table.{name}.{row}."), table, &passes, see);
                    }
                }
            }
            ("ability", Datum::Table(abilities)) => {
                for (name, ability) in tables(abilities) {
                    let place = format!("game/ability.{name}.");
                    direct_texts(&place, ability, &|_, value| is_text(value), see);
                }
            }
            (list, Datum::List(items)) => {
                let Some((_, named, keys)) = LISTS.iter().find(|row| row.0 == list) else {
                    continue;
                };
                for (at, item) in items.iter_mut().enumerate() {
                    if let Datum::Table(item) = &mut item.datum {
                        let id = named.and_then(|key| item.get(key)?.as_str().map(str::to_owned));
                        let place = format!("game/{list}.{}.", id.unwrap_or((at + 1).to_string()));
                        let passes =
                            |key: &str, value: &Value| keys.contains(&key) && has_words(value);
                        direct_texts(&place, item, &passes, see);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Sees every text of a deck. A card without an `id` is given the one that its name makes: in every language it is the same
/// card.
pub(super) fn texts_of_deck(deck: &str, table: &mut TomlTable, looked: &Looked, see: See<'_>) {
    let passes = |field: &str, value: &Value| is_text(value) && !looked.0.contains(field);
    let place = format!("{deck}/");
    direct_texts(&place, table, &|key, value| key == "title" && has_words(value), see);
    for (key, value) in &mut table.entries {
        match (key.name.as_str(), &mut value.datum) {
            ("defaults", Datum::Table(defaults)) => {
                direct_texts(&format!("{deck}/defaults."), defaults, &passes, see);
            }
            (CARD, Datum::List(cards)) => {
                for card in cards {
                    if let Datum::Table(card) = &mut card.datum
                        && let Some(id) = id_of(card)
                    {
                        direct_texts(&format!("{deck}/{id}."), card, &passes, see);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The id of a card, which is written into it if it has none; `None` for one with no name either, which its reader reports.
fn id_of(card: &mut TomlTable) -> Option<String> {
    if let Some(id) = card.get("id").and_then(Value::as_str) {
        return Some(id.to_owned());
    }
    let name = card.get("name")?;
    let (id, span) = (slug(name.as_str()?), name.span);
    let key = Key { name: "id".to_owned(), span };
    card.entries.push((key, Value { span, datum: Datum::String(id.clone()) }));
    Some(id)
}

/// The tables in a table, with their names.
fn tables(table: &mut TomlTable) -> impl Iterator<Item = (&str, &mut TomlTable)> {
    table.entries.iter_mut().filter_map(|(key, value)| match &mut value.datum {
        Datum::Table(inner) => Some((key.name.as_str(), inner)),
        _ => None,
    })
}

/// The strings of a table that pass, not those of tables in it; `place` stands before each key.
fn direct_texts(
    place: &str,
    table: &mut TomlTable,
    passes: &dyn Fn(&str, &Value) -> bool,
    see: See<'_>,
) {
    for (key, value) in &mut table.entries {
        let key = key.name.as_str();
        let is_name = key == "name" && has_words(value);
        if !NO_WORDS.contains(&key) && (is_name || passes(key, value)) {
            see(&format!("{place}{key}"), value);
        }
    }
}

fn texts_below(place: &str, table: &mut TomlTable, see: See<'_>) {
    direct_texts(place, table, &|_, value| has_words(value), see);
    for (name, inner) in tables(table) {
        texts_below(&format!("{place}{name}."), inner, see);
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
