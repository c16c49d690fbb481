//! Finds the first difference between two JSON values, and hides the zones that no seat may see before the
//! comparison. Two values come in; a path and both sides go out. Called by `run` for each line.

use serde_json::Value;

use crate::rules::{Facing, Names, ZoneId};
use crate::script::Rules;
use crate::table::CardSet;

/// The first place where the values differ, as keys and indices that lead there, with the value there on each side
/// (`None`: nothing).
#[derive(Debug, Clone, PartialEq)]
pub struct StateDifference<'a> {
    pub path: Vec<String>,
    pub left: Option<&'a Value>,
    pub right: Option<&'a Value>,
}

/// `None` when both are equal, order of keys aside.
pub fn difference<'a>(left: &'a Value, right: &'a Value) -> Option<StateDifference<'a>> {
    let mut path = Vec::new();
    let (left, right) = parted(Some(left), Some(right), &mut path)?;
    path.reverse();
    Some(StateDifference { path, left, right })
}

type Sides<'a> = (Option<&'a Value>, Option<&'a Value>);

/// The values on each side of the first difference; its path, the last step first.
fn parted<'a>(
    left: Option<&'a Value>,
    right: Option<&'a Value>,
    path: &mut Vec<String>,
) -> Option<Sides<'a>> {
    let found = match (left, right) {
        _ if left == right => return None,
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let more = b.keys().filter(|key| !a.contains_key(*key));
            let mut keys = a.keys().chain(more);
            keys.find_map(|key| {
                let sides = parted(a.get(key), b.get(key), path)?;
                Some((key.clone(), sides))
            })
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            let mut all = 0..a.len().max(b.len());
            all.find_map(|index| {
                let sides = parted(a.get(index), b.get(index), path)?;
                Some((index.to_string(), sides))
            })
        }
        _ => None,
    };
    match found {
        Some((step, sides)) => {
            path.push(step);
            Some(sides)
        }
        None => Some((left, right)),
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
        assert_eq!(found.path, ["b", "1", "c"]);
        assert_eq!(found.left, Some(&json!("x")));
        assert_eq!(found.right, Some(&json!("y")));
    }

    #[test]
    fn what_one_side_lacks_is_a_difference() {
        let more = json!({"a": [1, 2]});
        let fewer = json!({"a": [1]});
        assert_eq!(difference(&more, &fewer).unwrap().right, None);
        assert_eq!(difference(&fewer, &more).unwrap().path, ["a", "1"]);
        assert_eq!(difference(&json!({}), &more).unwrap().path, ["a"]);
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
