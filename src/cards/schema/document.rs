//! Wraps a schema as a JSON file that an editor can read. A name, a title and a [`Schema`] come in; text goes out. Called by
//! `session::schemas`.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

/// The draft that Taplo validates by.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Marks a file as made by deckproof, so that it may be overwritten.
const MADE: &str = "Written by `deckproof schema`";

/// A schema with its name, ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemaDocument {
    /// The name of its file: "game.json".
    pub file: String,
    pub schema: Schema,
}

impl SchemaDocument {
    /// `name` names the file, `title` is what an editor shows above everything.
    pub fn new(name: &str, title: &str, schema: &Schema) -> Self {
        let note = format!(
            "{MADE}. Write it anew after a change of templates, pictures, look-up tables or rules."
        );
        let mut document = json_schema!({ "$schema": DRAFT, "$comment": note, "title": title });
        let mut whole = schema.clone().to_value();
        tables_of_lists(&mut whole, "#");
        for (key, value) in whole.as_object().into_iter().flatten() {
            document.insert(key.clone(), value.clone());
        }
        SchemaDocument { file: format!("{name}.json"), schema: document }
    }

    /// The file's text: JSON with a line for each value, its keys in the order in which they were given.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self.schema.as_value());
        // A value that holds no map of strange keys is always written.
        format!("{}\n", text.unwrap_or_default())
    }
}

/// Makes completion work in Taplo: when it completes inside of a table of a list (`[[card]]`), it looks for an item of the list, and then
/// for an item of that. For a table `items` means nothing, so it may say that the item of the item is the item.
fn tables_of_lists(schema: &mut Value, place: &str) {
    let plain = |c: char| c.is_ascii_alphanumeric() || "#/-_".contains(c);
    let nameable = place.chars().all(plain);
    match schema {
        Value::Object(keywords) => {
            for (key, value) in keywords.iter_mut() {
                tables_of_lists(value, &format!("{place}/{key}"));
            }
            let item = keywords.get_mut("items").and_then(Value::as_object_mut);
            if let Some(item) = item.filter(|item| nameable && item.contains_key("properties")) {
                item.insert("items".into(), json!({ "$ref": format!("{place}/items") }));
            }
        }
        Value::Array(all) => {
            for (at, value) in all.iter_mut().enumerate() {
                tables_of_lists(value, &format!("{place}/{at}"));
            }
        }
        _ => {}
    }
}

/// Whether a file that begins so was written by deckproof.
pub fn made_by_us(head: &[u8]) -> bool {
    let made = format!("\"$comment\": \"{MADE}");
    String::from_utf8_lossy(head).contains(&made)
}
