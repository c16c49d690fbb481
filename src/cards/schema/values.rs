//! Schemas of single values: a text, a word of a list, a whole number, a flag. A description comes in; a [`Schema`] goes out.
//! Called by the other schemas, and by the vocabularies in `table` and `script`.

use std::ops::RangeInclusive;

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

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
