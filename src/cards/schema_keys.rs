//! Builds the schema of a table, key by key, and those of single values: a text, a word of a list, a whole number, a flag.

use std::ops::RangeInclusive;

use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

/// The keys that a table may have, in the order in which an editor lists them.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    about: String,
    keys: Vec<Key>,
    open: bool,
    /// What other keys hold.
    others: Option<Schema>,
    /// Further keywords of the table.
    rest: Vec<(String, Value)>,
}

/// What an editor says of a key that is none of them.
const UNKNOWN: &str = "a key that is not known here";

#[derive(Debug, Clone)]
struct Key {
    name: String,
    schema: Schema,
    needed: bool,
}

impl Keys {
    pub fn new(about: &str) -> Self {
        Keys { about: about.to_owned(), ..Keys::default() }
    }

    /// A key that the table must have.
    #[must_use]
    pub fn must(self, name: &str, schema: Schema) -> Self {
        self.with(name, schema, true)
    }

    /// A key that the table may have.
    #[must_use]
    pub fn may(self, name: &str, schema: Schema) -> Self {
        self.with(name, schema, false)
    }

    /// The key, in the place of one of that name.
    #[must_use]
    pub fn with(mut self, name: &str, schema: Schema, needed: bool) -> Self {
        let key = Key { name: name.to_owned(), schema, needed };
        match self.keys.iter_mut().find(|k| k.name == name) {
            Some(old) => *old = key,
            None => self.keys.push(key),
        }
        self
    }

    /// Other keys are let through.
    #[must_use]
    pub fn open(mut self) -> Self {
        self.open = true;
        self
    }

    /// Other keys are names of one's own, each with such a value.
    #[must_use]
    pub fn other(mut self, value: Schema) -> Self {
        self.others = Some(value);
        self.open()
    }

    /// Another keyword of JSON Schema, for what the keys have to do with each other.
    #[must_use]
    pub fn rule(mut self, keyword: &str, value: Value) -> Self {
        self.rest.push((keyword.to_owned(), value));
        self
    }

    /// The keys and what they hold.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Schema)> {
        self.keys.iter().map(|k| (k.name.as_str(), &k.schema))
    }

    pub fn get(&self, name: &str) -> Option<&Schema> {
        let found = self.keys.iter().find(|k| k.name == name);
        found.map(|k| &k.schema)
    }

    /// Whether the table must have the key.
    pub fn needs(&self, name: &str) -> bool {
        self.keys.iter().any(|k| k.name == name && k.needed)
    }

    /// The table.
    pub fn table(&self) -> Schema {
        let properties: Map<String, Value> = self
            .iter()
            .map(|(name, schema)| (name.to_owned(), schema.as_value().clone()))
            .collect();
        let mut schema = json_schema!({
            "description": self.about,
            "type": "object",
            "properties": properties,
        });
        if !self.open {
            // With `additionalProperties = false` Taplo would underline the whole table, not the key.
            let unknown = json!({ self.unlisted(): { "not": { "description": UNKNOWN } } });
            schema.insert("patternProperties".into(), unknown);
        }
        if let Some(others) = &self.others {
            schema.insert("additionalProperties".into(), others.as_value().clone());
        }
        let needed: Vec<&str> =
            self.keys.iter().filter(|k| k.needed).map(|k| k.name.as_str()).collect();
        if !needed.is_empty() {
            schema.insert("required".into(), json!(needed));
        }
        for (keyword, value) in &self.rest {
            schema.insert(keyword.clone(), value.clone());
        }
        schema
    }

    /// A pattern of every key that is none of these.
    fn unlisted(&self) -> String {
        let known: Vec<String> = self.keys.iter().map(|k| escaped(&k.name)).collect();
        match known.as_slice() {
            [] => String::new(),
            known => format!("^(?!({})$)", known.join("|")),
        }
    }
}

/// The text as a pattern that matches it alone.
fn escaped(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        if r"^$\.*+?()[]{}|/".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// Anything at all.
pub fn any(about: &str) -> Schema {
    json_schema!({ "description": about })
}

/// A string.
pub fn text(about: &str) -> Schema {
    json_schema!({ "description": about, "type": "string" })
}

/// One of some words; any string when there are none.
pub fn word<'a>(about: &str, words: impl IntoIterator<Item = &'a str>) -> Schema {
    let words: Vec<&str> = words.into_iter().collect();
    let mut schema = text(about);
    if !words.is_empty() {
        schema.insert("enum".into(), json!(words));
    }
    schema
}

/// A whole number in a range.
pub fn whole(about: &str, range: RangeInclusive<i64>) -> Schema {
    json_schema!({
        "description": about,
        "type": "integer",
        "minimum": range.start(),
        "maximum": range.end(),
    })
}

/// A number, whole or not, in a range.
pub fn number(about: &str, range: RangeInclusive<f64>) -> Schema {
    json_schema!({
        "description": about,
        "type": "number",
        "minimum": range.start(),
        "maximum": range.end(),
    })
}

/// `true`, the only value that is allowed.
pub fn yes(about: &str) -> Schema {
    json_schema!({ "description": about, "type": "boolean", "enum": [true] })
}

/// True or false.
pub fn flag(about: &str) -> Schema {
    json_schema!({ "description": about, "type": "boolean" })
}

/// A list of any length.
pub fn list(about: &str, item: Schema) -> Schema {
    json_schema!({ "description": about, "type": "array", "items": item })
}

/// A whole number in a range, or what `table` says of a table.
pub fn whole_or_table(range: RangeInclusive<i64>, mut table: Schema) -> Schema {
    table.insert("type".into(), json!(["integer", "object"]));
    table.insert("minimum".into(), json!(range.start()));
    table.insert("maximum".into(), json!(range.end()));
    table
}

/// A text, a list of texts, or a table.
pub fn text_or_table(mut table: Schema) -> Schema {
    table.insert("type".into(), json!(["string", "array", "object"]));
    table.insert("items".into(), json!({ "type": "string" }));
    table
}

/// A table whose keys are names of one's own, each with such a value.
pub fn entries(about: &str, value: Schema) -> Schema {
    json_schema!({ "description": about, "type": "object", "additionalProperties": value })
}

/// What a template can show: a text, a number, yes or no, or a list of these.
pub fn shown(about: &str) -> Schema {
    let plain = json!(["string", "number", "boolean"]);
    let mut all = plain.clone();
    if let Value::Array(all) = &mut all {
        all.push("array".into());
    }
    json_schema!({ "description": about, "type": all, "items": { "type": plain } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_keys_are_all_but_those_that_are_listed() {
        let keys = Keys::new("").may("a", any("")).must("b.c", any(""));
        assert_eq!(keys.unlisted(), r"^(?!(a|b\.c)$)");
        assert_eq!(Keys::new("").unlisted(), "");
        assert!(keys.open().table().get("patternProperties").is_none());
    }

    #[test]
    fn a_key_that_is_given_again_takes_the_place_of_the_old_one() {
        let keys = Keys::new("").may("a", any("old")).may("b", any("")).must("a", any("new"));
        let names: Vec<&str> = keys.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(keys.needs("a"));
        assert_eq!(keys.get("a").unwrap().get("description").unwrap(), "new");
    }
}
