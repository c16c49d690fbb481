//! Builds the schema of a table, key by key: descriptions and schemas of values come in, one JSON Schema goes out. Called by
//! vocabularies and by the schemas of whole files.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::schema::any;

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
