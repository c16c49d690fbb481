//! Builds the JSON schema of a key that holds abilities, for completion in editors. The declared abilities and a key
//! come in; a schema goes out. Called by `script::vocabulary`.

use schemars::{Schema, json_schema};
use serde_json::json;

use super::abilities::{Abilities, Ability, Argument, Parameter, ParameterKind};
use crate::cards::schema::{Keys, flag, list, whole, word, yes};

impl Abilities {
    /// The schema of the value of a key: a table of abilities, or a list of such tables.
    pub fn schema(&self, key: u8) -> Schema {
        let abilities = self.under(key);
        let keys = abilities.fold(Keys::new("What the card does."), |keys, ability| {
            keys.may(&ability.name, ability.schema(key))
        });
        let one = keys.table();
        let mut schema = one.clone();
        schema.insert("type".into(), json!(["array", "object"]));
        schema.insert("items".into(), one.to_value());
        schema
    }
}

impl Ability {
    /// In short, as its first parameter under a key is written, or as a table of its parameters.
    fn schema(&self, key: u8) -> Schema {
        let about = format!("It says \"{}\".", self.source);
        let own: Vec<&Parameter> = self.parameters.iter().filter(|p| p.is_under(key)).collect();
        let Some((first, rest)) = own.split_first() else {
            return yes(&about);
        };
        let mut bonds = serde_json::Map::new();
        let required = |names: &[String]| -> Vec<_> {
            let one = |name: &String| json!({ "required": [name] });
            names.iter().map(one).collect()
        };
        let keys = own.iter().fold(Keys::new(&about), |keys, parameter| {
            let mut bond = serde_json::Map::new();
            if !parameter.needs.is_empty() {
                bond.insert("anyOf".into(), required(&parameter.needs).into());
            }
            if !parameter.without.is_empty() {
                bond.insert("not".into(), json!({ "anyOf": required(&parameter.without) }));
            }
            if !bond.is_empty() {
                bonds.insert(parameter.name.clone(), bond.into());
            }
            keys.with(&parameter.name, parameter.schema(), parameter.is_needed())
        });
        let keys = if bonds.is_empty() { keys } else { keys.rule("dependencies", bonds.into()) };
        let mut forms = Vec::new();
        if !rest.iter().any(|parameter| parameter.is_needed()) {
            forms.push(first.schema());
            if !first.is_needed() && first.kind != ParameterKind::Flag {
                forms.push(yes("As it is when nothing is said of it."));
            }
        }
        forms.push(keys.table());
        let forms: Vec<_> = forms.into_iter().map(Schema::to_value).collect();
        json_schema!({ "description": about, "anyOf": forms })
    }
}

impl Parameter {
    fn schema(&self) -> Schema {
        let otherwise = match self.otherwise() {
            Some(Argument::Number(number)) => format!("; {number} when left out"),
            Some(Argument::Word(word)) => {
                let word = self.words().get(usize::from(word));
                word.map_or_else(String::new, |word| format!("; `{word}` when left out"))
            }
            _ => String::new(),
        };
        let about = format!("`{}`{otherwise}.", self.name);
        let words = self.words().iter().map(String::as_str);
        match self.kind {
            ParameterKind::Number { from, to } => whole(&about, from..=to),
            ParameterKind::Flag => flag(&about),
            _ if self.list => {
                let mut schema = list(&about, word("A word.", words));
                schema.insert("minItems".into(), self.length.0.into());
                schema.insert("maxItems".into(), self.length.1.into());
                schema.insert("uniqueItems".into(), (!self.repeats).into());
                schema
            }
            _ => word(&about, words),
        }
    }
}
