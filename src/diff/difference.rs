//! Matches the rows of two readings of a game and lists the values in which they differ. Tables or decks come in;
//! [`ValueDifference`]s and [`Matched`] rows go out. Values are compared, not text: comments, order and `[defaults]` do not
//! count. Called by `decks`, `cards` and `game`.
//!
//! [`Change`](super::Change) is the same for callers that want to put values back.

use std::collections::BTreeMap;

use crate::cards::{Datum, Deck, Row, TomlTable, Value};

/// A value that two tables have differently, by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueDifference {
    /// `influence`; with dots where tables lie in tables: `defcon.from-5`.
    pub key: String,
    pub old: Option<Value>,
    pub new: Option<Value>,
}

impl ValueDifference {
    /// The keys of two rows that differ, in the order of the new one; those that are gone come last.
    pub fn between(old: &TomlTable, new: &TomlTable) -> Vec<ValueDifference> {
        let top = |table: &TomlTable| {
            table.entries.iter().map(|(k, v)| (k.name.clone(), v.clone())).collect()
        };
        parted(top(old), top(new))
    }

    /// As [`ValueDifference::between`], table in table: each number by itself.
    pub fn within(old: &TomlTable, new: &TomlTable) -> Vec<ValueDifference> {
        let all = |table: &TomlTable| {
            let mut all = Vec::new();
            leaves("", table, &mut all);
            all
        };
        parted(all(old), all(new))
    }
}

fn parted(old: Vec<(String, Value)>, new: Vec<(String, Value)>) -> Vec<ValueDifference> {
    let pairs = paired(&old, &new, |(key, _)| key).into_iter().map(|(key, old, new)| {
        let [old, new] = [old, new].map(|entry| entry.map(|(_, value)| value.clone()));
        ValueDifference { key: key.clone(), old, new }
    });
    let same =
        |d: &ValueDifference| d.old.as_ref().zip(d.new.as_ref()).is_some_and(|(a, b)| a.says_as(b));
    pairs.filter(|difference| !same(difference)).collect()
}

/// The items of two lists by their keys, each as it was and as it is: in the order of the new list, what is gone last.
pub(super) fn paired<'a, T, K: Ord>(
    old: &'a [T],
    new: &'a [T],
    key: impl Fn(&'a T) -> K,
) -> Vec<(K, Option<&'a T>, Option<&'a T>)> {
    let by_key = |all: &'a [T]| -> BTreeMap<K, &'a T> {
        // Of several with one key the first counts.
        all.iter().rev().map(|one| (key(one), one)).collect()
    };
    let (olds, news) = (by_key(old), by_key(new));
    let here = new.iter().map(|one| (key(one), olds.get(&key(one)).copied(), Some(one)));
    let gone = old.iter().filter(|one| !news.contains_key(&key(one)));
    here.chain(gone.map(|one| (key(one), Some(one), None))).collect()
}

fn leaves(above: &str, table: &TomlTable, all: &mut Vec<(String, Value)>) {
    for (key, value) in &table.entries {
        let name = format!("{above}{}", key.name);
        match &value.datum {
            Datum::Table(inner) if !inner.entries.is_empty() => {
                leaves(&format!("{name}."), inner, all);
            }
            _ => all.push((name, value.clone())),
        }
    }
}

/// A place in a list of decks: the deck's, and the row's in it.
pub type RowPlace = (usize, usize);

/// The row that a row became.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matched {
    /// `None`: it is new.
    pub old: Option<RowPlace>,
    /// `None`: it is gone.
    pub new: Option<RowPlace>,
}

/// Which row became which: the one with the same id in the same deck; or else in another deck, or under another id, when all
/// the rest of it is the same and of no other row. In the order of the new decks, what is gone last.
pub fn matched(old: &[Deck], new: &[Deck]) -> Vec<Matched> {
    let mut gone = places(old);
    let mut pairs: Vec<Matched> = Vec::new();
    for (deck, row) in places(new) {
        let own = |(d, r): &RowPlace| {
            old[*d].id == new[deck].id && old[*d].rows[*r].id == new[deck].rows[row].id
        };
        let found = gone.iter().position(own).map(|at| gone.remove(at));
        pairs.push(Matched { old: found, new: Some((deck, row)) });
    }
    let alone = |decks: &[Deck], row: &Row| {
        decks.iter().flat_map(|d| &d.rows).filter(|other| same(other, row)).count() == 1
    };
    for pair in &mut pairs {
        let (None, Some((deck, row))) = (pair.old, pair.new) else {
            continue;
        };
        let (deck, row) = (&new[deck], &new[deck].rows[row]);
        let was = gone.iter().position(|(d, r)| {
            let other = &old[*d].rows[*r];
            let near = old[*d].id == deck.id || other.id == row.id;
            near && same(other, row) && alone(old, row) && alone(new, row)
        });
        pair.old = was.map(|at| gone.remove(at));
    }
    pairs.extend(gone.into_iter().map(|place| Matched { old: Some(place), new: None }));
    pairs
}

fn places(decks: &[Deck]) -> Vec<RowPlace> {
    let rows = |(at, deck): (usize, &Deck)| (0..deck.rows.len()).map(move |row| (at, row));
    decks.iter().enumerate().flat_map(rows).collect()
}

/// Whether two rows are the same apart from their names.
fn same(a: &Row, b: &Row) -> bool {
    let mut differences = ValueDifference::between(&a.table, &b.table).into_iter();
    a.copies == b.copies && differences.all(|d| d.key == "id" || d.key == "name")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Diagnostics, Files};

    fn decks(texts: &[(&str, &str)]) -> Vec<Deck> {
        let (mut files, mut faults) = (Files::new(), Diagnostics::new());
        let mut read = |(id, text): &(&str, &str)| {
            let text = format!("template = \"t.svg\"\n{text}");
            let file = files.add("t.toml", text.as_str());
            let table = crate::cards::parse_toml(file, &text, &mut faults).unwrap();
            Deck::read(id, file, &table, &mut faults)
        };
        let decks = texts.iter().map(&mut read).collect();
        assert!(faults.is_empty(), "{faults:?}");
        decks
    }

    /// What became of each row, as "old>new".
    fn told(old: &[(&str, &str)], new: &[(&str, &str)]) -> Vec<String> {
        let (old, new) = (decks(old), decks(new));
        let word = |decks: &[Deck], place: Option<RowPlace>| {
            place.map_or_else(String::new, |(d, r)| {
                format!("{}/{}", decks[d].id, decks[d].rows[r].id)
            })
        };
        let pairs = matched(&old, &new).into_iter();
        let told = pairs.map(|m| format!("{}>{}", word(&old, m.old), word(&new, m.new)));
        told.collect()
    }

    const SPY: &str = "[[card]]\nname = \"Spy\"\ninfluence = 1\n";
    const WALL: &str = "[[card]]\nname = \"Wall\"\ninfluence = 2\n";

    #[test]
    fn a_row_under_another_name_is_the_same_row() {
        let renamed = SPY.replace("Spy", "Agent");
        let (old, new) = (format!("{SPY}{WALL}"), format!("{renamed}{WALL}"));
        assert_eq!(told(&[("a", &old)], &[("a", &new)]), ["a/spy>a/agent", "a/wall>a/wall"]);
        let other = renamed.replace("= 1", "= 3");
        assert_eq!(told(&[("a", SPY)], &[("a", &other)]), [">a/agent", "a/spy>"]);
    }

    #[test]
    fn a_row_in_another_deck_has_moved() {
        let both = format!("{SPY}{WALL}");
        let (old, new) = ([("a", both.as_str()), ("b", WALL)], [("a", WALL), ("b", both.as_str())]);
        assert_eq!(told(&old, &new), ["a/wall>a/wall", "a/spy>b/spy", "b/wall>b/wall"]);
    }

    #[test]
    fn rows_that_nothing_tells_apart_are_not_guessed_at() {
        let plain = |name: &str| format!("[[card]]\nname = \"{name}\"\n");
        let (old, new) = (plain("A") + &plain("B"), plain("C") + &plain("D"));
        assert_eq!(told(&[("a", &old)], &[("a", &new)]), [">a/c", ">a/d", "a/a>", "a/b>"]);
    }

    #[test]
    fn order_comments_and_defaults_do_not_count() {
        let old =
            decks(&[("a", "[[card]]\nname = \"Spy\"\nx = { a = 1, b = 2 }\nsuit = \"red\"\n")]);
        let new = decks(&[(
            "a",
            "[defaults]\nsuit = \"red\"\n[[card]] # !\nx = { b = 2, a = 0x1 }\nname = \"Spy\"\n",
        )]);
        let (old, new) = (&old[0].rows[0].table, &new[0].rows[0].table);
        assert_eq!(ValueDifference::between(old, new), []);
    }

    #[test]
    fn numbers_are_told_one_by_one_with_where_they_lie() {
        let table = |text: &str| {
            let (mut files, mut faults) = (Files::new(), Diagnostics::new());
            let file = files.add("t.toml", text);
            crate::cards::parse_toml(file, text, &mut faults).unwrap()
        };
        let (old, new) =
            (table("a = 1\nd = { x = 1, y = 2 }"), table("d = { x = 1, y = 3, z = 4 }"));
        let told = ValueDifference::within(&old, &new);
        let word = |v: &Option<Value>| v.as_ref().map_or("-".into(), Value::to_string);
        let told: Vec<String> =
            told.iter().map(|d| format!("{} {} {}", d.key, word(&d.old), word(&d.new))).collect();
        assert_eq!(told, ["d.y 2 3", "d.z - 4", "a 1 -"]);
    }
}
