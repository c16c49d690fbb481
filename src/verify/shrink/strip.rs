//! Removes from a table whatever the failure does not need. A table and its moves come in; a smaller table that fails
//! the same way goes out. Called by `shrunk`.

use serde_json::Value;

use super::deck::WordedCard;
use super::search::ShrinkSearch;
use super::start_position::{Health, Late, StartPosition};
use crate::table::CardSet;

/// Keys and indices that lead to a value.
type Path = Vec<Step>;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// Drops keys and cards of the table one by one, the largest parts first, and puts plainer cards in the place of others,
/// as long as the same moves break the same law and the table is as sound as it was.
pub fn strip<S: CardSet>(
    search: &mut ShrinkSearch<'_, S>,
    mut scene: StartPosition,
    mut late: Late,
    health: Health,
) -> Late {
    loop {
        let before = scene.table.clone();
        let mut at = 0;
        // After a part is dropped, the next one has its number.
        while let Some(path) = parts(&scene.table).get(at).cloned() {
            let less = shorter(&scene.table, &path).into_iter().find_map(|table| {
                let texts = scene.texts.clone();
                keeps(search, StartPosition { table, texts }, health)
            });
            match less {
                Some(less) => (scene, late) = less,
                None => at += 1,
            }
        }
        while let Some(less) = plainer(search, &scene, health) {
            (scene, late) = less;
        }
        if scene.table == before {
            return late;
        }
    }
}

/// The scene, if it still shows the failure and is sound.
fn keeps<S: CardSet>(
    search: &mut ShrinkSearch<'_, S>,
    scene: StartPosition,
    health: Health,
) -> Option<(StartPosition, Late)> {
    if search.is_spent() {
        return None;
    }
    let late = search.played(&scene)?;
    let sound = search.health(&scene).as_good_as(health);
    sound.then_some((scene, late))
}

/// A scene with one card exchanged for a plainer one, wherever it is named.
fn plainer<S: CardSet>(
    search: &mut ShrinkSearch<'_, S>,
    scene: &StartPosition,
    health: Health,
) -> Option<(StartPosition, Late)> {
    let deck = search.deck;
    let mut named: Vec<WordedCard> = Vec::new();
    texts(&scene.table, &mut |text| named.extend(deck.named(text)));
    for card in named.clone() {
        for plain in &deck.plain(card.0)[..deck.rank(card) as usize] {
            let plain = (card.0, *plain);
            if named.contains(&plain) {
                continue;
            }
            let swapped = |text: &String| deck.exchanged(text, card, plain);
            let mut table = scene.table.clone();
            replace(&mut table, &swapped);
            let texts = scene.texts.iter().map(swapped).collect();
            let less = keeps(search, StartPosition { table, texts }, health);
            if less.is_some() {
                return less;
            }
        }
    }
    None
}

/// Every part of a table that could be dropped or written shorter: outer ones before inner ones.
fn parts(table: &Value) -> Vec<Path> {
    let mut found = Vec::new();
    let mut level: Vec<(Path, &Value)> = vec![(Vec::new(), table)];
    while !level.is_empty() {
        let mut next: Vec<(Path, &Value)> = Vec::new();
        for (path, value) in level {
            let mut inner = |step: Step, value| {
                let path: Path = path.iter().cloned().chain([step]).collect();
                next.push((path, value));
            };
            match value {
                Value::Object(map) => map.iter().for_each(|(k, v)| inner(Step::Key(k.clone()), v)),
                Value::Array(list) => {
                    list.iter().enumerate().for_each(|(i, v)| inner(Step::Index(i), v))
                }
                _ => {}
            }
        }
        found.extend(next.iter().map(|(path, _)| path.clone()));
        level = next;
    }
    found
}

/// The table with a part dropped; or, when it is a card with more than a name, with the name alone.
fn shorter(table: &Value, path: &[Step]) -> Vec<Value> {
    let Some((last, parents)) = path.split_last() else {
        return Vec::new();
    };
    let mut edited = Vec::new();
    let mut dropped = table.clone();
    match (at(&mut dropped, parents), last) {
        (Some(Value::Object(map)), Step::Key(key)) => {
            map.shift_remove(key);
            edited.push(dropped);
        }
        (Some(Value::Array(list)), Step::Index(index)) => {
            list.remove(*index);
            edited.push(dropped);
        }
        _ => {}
    }
    let mut bare = table.clone();
    if let Some(value) = at(&mut bare, path)
        && let Some(Value::String(card)) = value.get("card").cloned()
    {
        *value = Value::String(card);
        edited.push(bare);
    }
    edited
}

fn at<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(*index),
    })
}

/// Calls back with every text in a value.
fn texts(value: &Value, tell: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => tell(text),
        Value::Array(list) => list.iter().for_each(|v| texts(v, tell)),
        Value::Object(map) => map.values().for_each(|v| texts(v, tell)),
        _ => {}
    }
}

fn replace(value: &mut Value, with: &impl Fn(&String) -> String) {
    match value {
        Value::String(text) => *text = with(text),
        Value::Array(list) => list.iter_mut().for_each(|v| replace(v, with)),
        Value::Object(map) => map.values_mut().for_each(|v| replace(v, with)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn outer_parts_come_before_inner_ones() {
        let table = json!({"zones": {"deck": ["c1"]}, "round": 2});
        let paths = parts(&table);
        let lengths: Vec<usize> = paths.iter().map(Vec::len).collect();
        assert_eq!(lengths, [1, 1, 2, 3]);
    }

    #[test]
    fn a_card_is_dropped_or_loses_its_face() {
        let table = json!({"field": [{"card": "c1", "face": "up"}, "c2"]});
        let path = [Step::Key("field".into()), Step::Index(0)];
        let edited = [json!({"field": ["c2"]}), json!({"field": ["c1", "c2"]})];
        assert_eq!(shorter(&table, &path), edited);
    }
}
