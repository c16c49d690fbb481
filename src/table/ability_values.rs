//! Reads the abilities of one row. A row and the declared abilities come in; a list of [`Has`] goes out, and every
//! fault is reported. The JSON schema of a key that holds abilities says the same for completion in editors.

use schemars::{Schema, json_schema};
use serde_json::json;

use super::abilities::{
    Abilities, Ability, Argument, Has, Listed, MOST_IN_A_LIST, MOST_OF_A_CARD, Parameter,
    ParameterKind,
};
use super::named::{instead_of, names, numbered};
use super::reading_zones::one_or_more;
use crate::cards::schema::{Keys, flag, list, whole, word, yes};
use crate::cards::{Datum, Key, TomlTable, Value};
use crate::source::{Code, Diagnostics, Fault, Span, fault, instead, list_words};

/// What is read, or what is wrong and where.
type ReadAt<T> = Result<T, (Span, Fault)>;

impl Abilities {
    /// The abilities of a row, in the order in which it says them, key by key.
    pub fn read_values(&self, row: &TomlTable, faults: &mut Diagnostics) -> Vec<Has> {
        let mut found = Vec::new();
        if self.is_wrong {
            return found;
        }
        let mut keep = |read: ReadAt<Has>| match read {
            Ok(has) => found.push(has),
            Err((span, fault)) => faults.push(fault.error(Code::AbilityShape).at(span)),
        };
        for (key, value) in &row.entries {
            let Some(at) = self.key(&key.name) else {
                continue;
            };
            for entry in one_or_more(value) {
                let Some(table) = entry.as_table() else {
                    let example = self.under(at).next().map_or("", |ability| &ability.name);
                    let fault = fault!("an ability under `{}` is {}", key.name, entry.kind(); "write a table: `{} = [{{ {example} = … }}]`", key.name);
                    keep(Err((entry.span, fault)));
                    continue;
                };
                table.entries.iter().for_each(|(name, value)| keep(self.one(at, name, value)));
            }
        }
        if found.len() > MOST_OF_A_CARD {
            let span = row.entries.first().map(|(key, _)| key.span);
            let fault =
                fault!("a card has {} abilities", found.len(); "{MOST_OF_A_CARD} are the most");
            faults.push(fault.error(Code::TooMany).at_maybe(span));
            found.truncate(MOST_OF_A_CARD);
        }
        found
    }

    fn one(&self, key: u8, name: &Key, value: &Value) -> ReadAt<Has> {
        let under = &self.keys[usize::from(key)];
        let Some(at) = self.find(&name.name) else {
            let known = self.under(key).map(|ability| ability.name.as_str());
            let fault = fault!("there is no ability `{}`", name.name; instead(&name.name, known));
            return Err((name.span, fault.code(Code::UnknownAbility)));
        };
        let ability = &self.all[usize::from(at)];
        if !ability.keys.contains(&key) {
            let keys = ability.keys.iter().map(|key| self.keys[usize::from(*key)].as_str());
            let fault = fault!("`{}` does not stand under `{under}`", ability.name; "write it under {}", list_words(keys));
            return Err((name.span, fault));
        }
        let values = ability.values((key, under), name.span, value)?;
        Ok(Has { ability: at, key, values })
    }
}

impl Ability {
    /// What the ability is given under a key of rows.
    fn values(
        &self,
        (key, under): (u8, &str),
        place: Span,
        value: &Value,
    ) -> ReadAt<Vec<Argument>> {
        let ability = &self.name;
        let mut given: Vec<Option<Argument>> = vec![None; self.parameters.len()];
        let own = self.parameters.iter().filter(|p| p.is_under(key)).map(|p| p.name.as_str());
        let first = self.parameters.iter().position(|p| p.is_under(key));
        let alone = first.is_none().then(|| format!("write `{ability} = true`"));
        match (&value.datum, first.map(|at| (at, &self.parameters[at]))) {
            (Datum::Table(table), first) if first.is_some() || !table.entries.is_empty() => {
                for (Key { name, span, .. }, value) in &table.entries {
                    let Some(at) = numbered(&self.parameters, name) else {
                        let help = alone.unwrap_or_else(|| instead(name, own));
                        let fault = fault!("`{ability}` has no parameter `{name}`"; help);
                        return Err((*span, fault.code(Code::UnknownKey)));
                    };
                    let parameter = &self.parameters[usize::from(at)];
                    if !parameter.is_under(key) {
                        let help = alone.unwrap_or_else(|| {
                            format!("take it away: here it has {}", list_words(own))
                        });
                        return Err((
                            *span,
                            fault!("`{name}` of `{ability}` says nothing under `{under}`"; help),
                        ));
                    }
                    given[usize::from(at)] = Some(parameter.value(value)?);
                }
                self.beside(table, &given)?;
            }
            (Datum::Boolean(true), first)
                if first.is_none_or(|(_, first)| first.kind != ParameterKind::Flag) => {}
            (_, None) => {
                return Err((
                    value.span,
                    fault!("`{ability}` is {}", value.kind(); "write `{ability} = true`, or leave it out"),
                ));
            }
            (_, Some((at, first))) => given[at] = Some(first.value(value)?),
        }
        let values = self.parameters.iter().zip(given).map(|(parameter, given)| {
            given.or_else(|| parameter.otherwise_under(key)).ok_or_else(|| {
                let name = &parameter.name;
                let example = parameter.example();
                (place, fault!("`{ability}` needs `{name}`"; "write `{ability} = {{ {name} = {example} }}`"))
            })
        });
        values.collect()
    }

    /// Whether what is given may stand together.
    fn beside(&self, table: &TomlTable, given: &[Option<Argument>]) -> ReadAt<()> {
        let find = |name: &str| numbered(&self.parameters, name).map(usize::from);
        let is_given = |name: &&String| find(name).is_some_and(|at| given[at].is_some());
        for (key, _) in &table.entries {
            let Some(at) = find(&key.name) else {
                continue;
            };
            let Parameter { name, needs, without, .. } = &self.parameters[at];
            if let Some(other) = without.iter().find(is_given) {
                let fault = fault!("`{name}` and `{other}` of `{}` at once", self.name; "keep one of them; write the other as an ability of its own");
                return Err((key.span, fault));
            }
            if let Some(needed) = needs.first()
                && !needs.iter().any(|name| is_given(&name))
            {
                let example = find(needed).map_or_else(String::new, |at| {
                    let example = self.parameters[at].example();
                    format!("write `{needed} = {example}` beside it")
                });
                let needs = list_words(names(needs));
                let fault = fault!("`{name}` of `{}` stands without {needs}", self.name; example);
                return Err((key.span, fault));
            }
        }
        Ok(())
    }
}

impl Parameter {
    /// A value that it could have, as it is written.
    pub fn example(&self) -> String {
        let one = match &self.kind {
            ParameterKind::Number { from, to } => 1.clamp(*from, *to).to_string(),
            ParameterKind::Flag => "true".to_owned(),
            _ => format!("{:?}", self.words().first().map_or("", String::as_str)),
        };
        if self.list { format!("[{one}]") } else { one }
    }

    /// A value as a row or a default says it.
    pub(super) fn value(&self, value: &Value) -> ReadAt<Argument> {
        let name = &self.name;
        let wrong = |help: String| (value.span, fault!("`{name}` is {}", value.kind(); help));
        match (&self.kind, &value.datum) {
            (ParameterKind::Number { from, to }, datum) => {
                let help = format!("write a whole number from {from} to {to}");
                match datum {
                    Datum::Integer(number) if (from..=to).contains(&number) => {
                        Ok(Argument::Number(*number))
                    }
                    Datum::Integer(number) => {
                        let fault = fault!("`{name}` is {number}"; help);
                        Err((value.span, fault.code(Code::OutOfRange)))
                    }
                    _ => Err(wrong(help)),
                }
            }
            (ParameterKind::Flag, Datum::Boolean(flag)) => Ok(Argument::Flag(*flag)),
            (ParameterKind::Flag, _) => Err(wrong("write `true`, or leave it out".to_owned())),
            (_, Datum::String(_)) if !self.list => Ok(Argument::Word(self.word(value)?)),
            (_, Datum::List(all)) if self.list && all.is_empty() => Err((
                value.span,
                fault!("`{name}` is an empty list"; "write {}, or leave it out", self.example()),
            )),
            (_, Datum::List(all)) if self.list => self.listed(value, all),
            _ => {
                let several = if self.list { "some" } else { "one" };
                let words = list_words(names(self.words()));
                Err(wrong(format!("write {several} of {words}: `{}`", self.example())))
            }
        }
    }

    fn listed(&self, value: &Value, all: &[Value]) -> ReadAt<Argument> {
        let (name, count) = (&self.name, all.len());
        let mut words = Listed::default();
        for one in all {
            let word = self.word(one)?;
            if !self.repeats && words.count(word) > 0 {
                return Err((
                    one.span,
                    fault!("`{name}` names {one} twice"; "take one of them away, or declare the parameter with `repeats = true`"),
                ));
            }
            if !words.push(word as u8) {
                let fault = fault!("`{name}` lists {count} words"; "{MOST_IN_A_LIST} are the most");
                return Err((one.span, fault.code(Code::TooMany)));
            }
        }
        let (least, most) = self.length;
        if !(least..=most).contains(&count) {
            let fault =
                fault!("`{name}` lists {count} of its words"; "list {least} to {most} of them");
            return Err((value.span, fault.code(Code::OutOfRange)));
        }
        Ok(Argument::Words(words))
    }

    /// The number of a word among those that it can be.
    fn word(&self, value: &Value) -> ReadAt<u16> {
        let (name, known) = (&self.name, self.words());
        let Some(word) = value.as_str() else {
            let fault = fault!("a word of `{name}` is {}", value.kind(); "write one of {}", list_words(names(known)));
            return Err((value.span, fault));
        };
        let found = known.iter().position(|known| known == word);
        found.and_then(|at| u16::try_from(at).ok()).ok_or_else(|| {
            let fault = fault!("`{name}` is never `{word}`"; instead_of(known, word));
            (value.span, fault.code(Code::UnknownWord))
        })
    }
}

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
