//! What of a game people read: the one list of texts that can be said in another language, with a name for each. The rows
//! of cards, the deck's title, look-up tables, terms of the rules, sentences of abilities, rulings and credits.

use super::card_templates::{BACK, FRONT};
use super::deck::slug;
use super::deck_writing::CARD;
use super::game::DECLARED;
use super::value::{Datum, Key, Table, Value};

/// Keys of a row that are no words, whatever stands there.
const NO_WORDS: [&str; 5] = ["id", "copies", "note", FRONT, BACK];

/// Keys of game.toml that are words.
const OF_GAME: [&str; 4] = ["title", "edition", "players", "notice"];

/// Keys of a list of tables by which its items are named, and the keys that are words.
const LISTS: [(&str, Option<&str>, &[&str]); 2] = [
    ("ruling", Some("id"), &["question", "decision"]),
    ("credit", None, &["what", "who", "licence"]),
];

/// Sees every text of `game.toml`.
pub(super) fn texts_of_game(table: &mut Table, see: &mut dyn FnMut(&str, &mut Value)) {
    for (key, value) in &mut table.entries {
        if OF_GAME.contains(&key.name.as_str()) && has_words(value) {
            see(&format!("game/{}", key.name), value);
        }
        match (key.name.as_str(), &mut value.datum) {
            ("rules", Datum::Table(rules)) => texts_below("game/rules", rules, &has_words, see),
            ("table", Datum::Table(tables)) => {
                let look_ups = tables.entries.iter_mut();
                for (key, value) in look_ups.filter(|(k, _)| !DECLARED.contains(&k.name.as_str())) {
                    if let Datum::Table(rows) = &mut value.datum {
                        let place = format!("game/table.{}", key.name);
                        texts_below(&place, rows, &is_text, see);
                    }
                }
            }
            ("ability", Datum::Table(abilities)) => {
                for (ability, value) in &mut abilities.entries {
                    if let Datum::Table(ability_table) = &mut value.datum {
                        let place = format!("game/ability.{}", ability.name);
                        direct_texts(&place, ability_table, &is_text, see);
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
pub(super) fn texts_of_deck(deck: &str, table: &mut Table, see: &mut dyn FnMut(&str, &mut Value)) {
    for (key, value) in &mut table.entries {
        if key.name == "title" && has_words(value) {
            see(&format!("{deck}/title"), value);
        }
        match (key.name.as_str(), &mut value.datum) {
            ("defaults", Datum::Table(defaults)) => {
                direct_texts(&format!("{deck}/defaults"), defaults, &is_text, see);
            }
            (CARD, Datum::List(cards)) => {
                for card in cards {
                    if let Datum::Table(card) = &mut card.datum {
                        texts_of_card(deck, card, see);
                    }
                }
            }
            _ => {}
        }
    }
}

fn texts_of_card(deck: &str, card: &mut Table, see: &mut dyn FnMut(&str, &mut Value)) {
    let name = card
        .get("name")
        .and_then(|v| Some((v.as_str()?.to_owned(), v.span)));
    let id = card.get("id").and_then(Value::as_str).map(str::to_owned);
    let id = match (id, name) {
        (Some(id), _) => id,
        (None, Some((name, span))) => {
            let id = slug(&name);
            let key = Key {
                name: "id".to_owned(),
                span,
            };
            let datum = Datum::String(id.clone());
            card.entries.push((key, Value { span, datum }));
            id
        }
        // That it has neither is told by whoever reads it.
        (None, None) => return,
    };
    direct_texts(&format!("{deck}/{id}"), card, &is_text, see);
}

/// The strings of a table that pass, not those of tables in it.
fn direct_texts(
    place: &str,
    table: &mut Table,
    passes: &dyn Fn(&Value) -> bool,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    for (key, value) in &mut table.entries {
        let key = key.name.as_str();
        let is_name = key == "name" && has_words(value);
        if !NO_WORDS.contains(&key) && (is_name || passes(value)) {
            see(&format!("{place}.{key}"), value);
        }
    }
}

fn texts_below(
    place: &str,
    table: &mut Table,
    passes: &dyn Fn(&Value) -> bool,
    see: &mut dyn FnMut(&str, &mut Value),
) {
    direct_texts(place, table, passes, see);
    for (key, value) in &mut table.entries {
        if let Datum::Table(inner) = &mut value.datum {
            texts_below(&format!("{place}.{}", key.name), inner, passes, see);
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
    use crate::cards::parse;
    use crate::source::{Diagnostics, Files};

    fn places(deck: Option<&str>, text: &str) -> Vec<String> {
        let mut files = Files::new();
        let file = files.add("a.toml", text);
        let mut table = parse(file, text, &mut Diagnostics::new()).unwrap();
        let mut found = Vec::new();
        let mut see = |place: &str, _: &mut Value| found.push(place.to_owned());
        match deck {
            Some(deck) => texts_of_deck(deck, &mut table, &mut see),
            None => texts_of_game(&mut table, &mut see),
        }
        found
    }

    #[test]
    fn what_people_read_of_a_deck_is_found() {
        let text = "title = \"Tools\"\ntemplate = \"Tool.svg\"\n[[card]]\nname = \"Hook\"\nart = \"hook\"\ncost = \"{coin}\"\n\
            [[card]]\nid = \"rope\"\nname = \"x\"\ntext = \"Pull {coin}.\"\nnote = \"No card\"\n";
        let wanted = [
            "tools/title",
            "tools/hook.name",
            "tools/rope.name",
            "tools/rope.text",
        ];
        assert_eq!(places(Some("tools"), text), wanted);
    }

    #[test]
    fn what_people_read_of_a_game_is_found() {
        let text = "title = \"T\"\nversion = \"One\"\n[rules.terms]\nact = \"launch\"\n[table]\nseats = [\"a\"]\n\
            [table.side.a]\nname = \"mint\"\ncolour = \"#ffffff\"\n[table.end]\nwins = { points = \"The highest\" }\n\
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
