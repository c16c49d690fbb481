//! Finds the first difference between two JSON values, and hides the zones that no seat may see before the
//! comparison. Two values come in; a path and both sides go out. Called by `run` for each line.

use serde_json::Value;

use crate::rules::{Facing, Names, ZoneId};
use crate::script::Rules;
use crate::table::CardSet;

/// The way to the first difference: keys and numbers of list items; one that only one side has ends it.
pub fn difference(left: &Value, right: &Value) -> Option<Vec<String>> {
    let steps: Vec<String> = match (left, right) {
        _ if left == right => return None,
        (Value::Object(a), Value::Object(b)) => {
            let more = b.keys().filter(|key| !a.contains_key(*key));
            a.keys().chain(more).cloned().collect()
        }
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).map(|index| index.to_string()).collect()
        }
        _ => return Some(Vec::new()),
    };
    steps.into_iter().find_map(|step| match (inner(left, &step), inner(right, &step)) {
        (Some(left), Some(right)) => Some([vec![step], difference(left, right)?].concat()),
        _ => Some(vec![step]),
    })
}

/// The value at the end of a way.
pub fn value_at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, step| inner(value, step))
}

fn inner<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Array(list) => list.get(step.parse::<usize>().ok()?),
        _ => value.get(step),
    }
}

/// A value for people: shortened where it is long.
pub fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 120;
    let Some(value) = value else {
        return "missing".into();
    };
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Zones whose cards no seat ever sees.
pub fn unseen<S: CardSet>(game: &Rules<S>) -> Vec<&str> {
    let Names { zones, faces, .. } = &game.names;
    let hidden = |zone: usize| {
        let mut faces = (0..faces.len() as u8).map(Facing);
        faces.all(|face| game.seats().all(|seat| !game.sees(seat, ZoneId(zone as u8), face)))
    };
    let numbered = zones.iter().enumerate();
    numbered.filter(|(zone, _)| hidden(*zone)).map(|(_, word)| word.as_str()).collect()
}

/// Takes the zones out of a line's table.
pub fn hide(line: &mut Value, zones: &[&str]) {
    let there = line
        .get_mut("state")
        .and_then(|state| state.get_mut("zones"))
        .and_then(Value::as_object_mut);
    if let Some(there) = there {
        there.retain(|zone, _| !zones.contains(&zone.as_str()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_path_leads_to_the_first_difference() {
        let left = json!({"a": 1, "b": [1, {"c": "x", "d": 2}]});
        let right = json!({"a": 1, "b": [1, {"c": "y", "d": 3}]});
        let found = difference(&left, &right).unwrap();
        assert_eq!(found, ["b", "1", "c"]);
        assert_eq!(value_at(&left, &found), Some(&json!("x")));
        assert_eq!(value_at(&right, &found), Some(&json!("y")));
    }

    #[test]
    fn what_one_side_lacks_is_a_difference() {
        let more = json!({"a": [1, 2]});
        let fewer = json!({"a": [1]});
        let path = difference(&more, &fewer).unwrap();
        assert_eq!(value_at(&fewer, &path), None);
        assert_eq!(path, ["a", "1"]);
        assert_eq!(difference(&fewer, &more).unwrap(), path);
        assert_eq!(difference(&json!({}), &more).unwrap(), ["a"]);
    }

    #[test]
    fn equal_values_have_no_difference() {
        let value = json!({"a": [1, {"b": null}]});
        assert_eq!(difference(&value, &value.clone()), None);
    }

    #[test]
    fn long_values_are_shortened() {
        let long = json!("é".repeat(200));
        assert_eq!(shown(Some(&long)).chars().count(), 121);
        assert_eq!(shown(None), "missing");
    }
}
