//! Writes a failing game as a scenario file, ready to be committed: it fails as long as the law is broken. A law and
//! a game from a table on come in; TOML goes out. Called by `counterexample`.

use super::start_position::Late;
use std::fmt::Write;

use serde_json::{Map, Value};

use crate::cards::{toml_key, toml_string};
use crate::rules::{Property, Variant};
use crate::source::capitalised;

/// The text of the file. Scenarios are played with every law watched, so the moves alone show the failure.
pub fn scenario_file(property: &Property, variant: &Variant, late: &Late) -> String {
    let mut text = String::new();
    let mut line = |args: std::fmt::Arguments<'_>| {
        // Writing to a text cannot fail.
        let _ = text.write_fmt(args);
        text.push('\n');
    };
    line(format_args!("# Found by `deckproof fuzz`, which saw:"));
    for said in late.breach.says.lines() {
        line(format_args!("#   {said}"));
    }
    line(format_args!("cites = [{}]", toml_string(&property.id)));
    line(format_args!("title = {}", toml_string(&capitalised(&property.says))));
    if !variant.choices.is_empty() {
        line(format_args!("variant = {}", chosen(variant)));
    }
    line(format_args!(""));
    if let Value::Object(table) = &late.table {
        section(&mut line, "table", table);
    }
    if let Some(first) = late.texts.first() {
        line(format_args!("[[step]]"));
        line(format_args!("[step.expect]"));
        line(format_args!("can = [{}]", toml_string(first)));
        line(format_args!(""));
    }
    line(format_args!("# Every law is watched here, {} too.", property.id));
    line(format_args!("[[step]]"));
    line(format_args!("play = ["));
    for mv in &late.texts {
        line(format_args!("    {},", toml_string(mv)));
    }
    line(format_args!("]"));
    text
}

/// The variant on one line, its numbers as such: `{ order = "random", players = 3 }`.
fn chosen(variant: &Variant) -> String {
    let choices = variant.choices.iter().map(|(axis, value)| {
        let number = value.parse::<i64>().ok();
        let number = number.filter(|n| n.to_string() == *value);
        let value = number.map_or_else(|| toml_string(value), |n| n.to_string());
        format!("{} = {value}", toml_key(axis))
    });
    format!("{{ {} }}", choices.collect::<Vec<_>>().join(", "))
}

/// A table of the file: first its values, then the tables in it.
fn section(line: &mut impl FnMut(std::fmt::Arguments<'_>), name: &str, table: &Map<String, Value>) {
    line(format_args!("[{name}]"));
    let inner = |value: &Value| value.as_object().is_some_and(|map| !map.is_empty());
    for (key, value) in table.iter().filter(|(_, v)| !inner(v)) {
        line(format_args!("{} = {}", toml_key(key), inline(value)));
    }
    line(format_args!(""));
    for (key, value) in table {
        if let Some(map) = value.as_object().filter(|map| !map.is_empty()) {
            section(line, &format!("{name}.{}", toml_key(key)), map);
        }
    }
}

/// A value on one line. What is no seat is "nobody".
fn inline(value: &Value) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        Value::Null => toml_string("nobody"),
        Value::String(text) => toml_string(text),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => format!("[{}]", list(items.iter().map(inline).collect())),
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let entries = map.iter().map(|(k, v)| format!("{} = {}", toml_key(k), inline(v)));
            format!("{{ {} }}", list(entries.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_variant_is_written_on_one_line() {
        let choice = |(axis, value): (&str, &str)| (axis.to_owned(), value.to_owned());
        let choices = [("city", "rome"), ("players", "3"), ("a b", "03")];
        let variant = Variant { choices: choices.map(choice).to_vec() };
        assert_eq!(chosen(&variant), r#"{ city = "rome", players = 3, "a b" = "03" }"#);
    }

    #[test]
    fn a_table_is_written_as_toml_reads_it() {
        let table = json!({
            "round": 2, "deployed": false, "row": ["germany", null],
            "zones": {"hand/caps": ["spy#1"], "field/1/caps": [{"card": "a\"b\\", "face": "up"}]},
            "owned": {"caps": []},
        });
        let mut text = String::new();
        let mut line = |args: std::fmt::Arguments<'_>| text += &format!("{args}\n");
        section(&mut line, "table", table.as_object().unwrap());
        let read: toml::Table = text.parse().unwrap();
        let mut expected = table.clone();
        expected["row"][1] = json!("nobody");
        assert_eq!(serde_json::to_value(&read["table"]).unwrap(), expected, "{text}");
    }
}
