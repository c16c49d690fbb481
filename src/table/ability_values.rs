//! Reads the abilities of one row. A row and the declared abilities come in; a list of [`Has`] goes out, and every
//! fault is reported. Called by `script::cards` and `script::vocabulary`.

use super::abilities::{
    Abilities, Ability, Argument, Has, Listed, MOST_IN_A_LIST, MOST_OF_A_CARD, Parameter,
    ParameterKind,
};
use crate::cards::{Datum, Key, TomlTable, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Span, instead, list_words};

impl Abilities {
    /// The abilities of a row, in the order in which it says them, key by key.
    pub fn read_values(&self, row: &TomlTable, faults: &mut Diagnostics) -> Vec<Has> {
        let mut found = Vec::new();
        if self.is_wrong {
            return found;
        }
        for (key, value) in &row.entries {
            let Some(at) = self.key(&key.name) else {
                continue;
            };
            let entries = match &value.datum {
                Datum::List(all) => all.as_slice(),
                _ => std::slice::from_ref(value),
            };
            for entry in entries {
                let Some(table) = entry.as_table() else {
                    let example = self.under(at).next();
                    let example = example.map_or_else(String::new, |a| a.name.clone());
                    let message = format!("an ability under `{}` is {}", key.name, entry.kind());
                    let help = format!("write a table: `{} = [{{ {example} = … }}]`", key.name);
                    shape(faults, entry.span, message, help);
                    continue;
                };
                for (name, value) in &table.entries {
                    found.extend(self.one(at, name, value, faults));
                }
            }
        }
        if found.len() > MOST_OF_A_CARD {
            let span = row.entries.first().map(|(key, _)| key.span);
            let message = format!("a card has {} abilities", found.len());
            let fault = Diagnostic::error(Code::TooMany, message).at_maybe(span);
            faults.push(fault.help(format!("{MOST_OF_A_CARD} are the most")));
            found.truncate(MOST_OF_A_CARD);
        }
        found
    }

    fn one(&self, key: u8, name: &Key, value: &Value, faults: &mut Diagnostics) -> Option<Has> {
        let under = &self.keys[usize::from(key)];
        let Some(at) = self.find(&name.name) else {
            let known = self.under(key).map(|ability| ability.name.as_str());
            let message = format!("there is no ability `{}`", name.name);
            faults.error(Code::UnknownAbility, name.span, message, instead(&name.name, known));
            return None;
        };
        let ability = &self.all[usize::from(at)];
        if !ability.keys.contains(&key) {
            let keys = ability.keys.iter().map(|key| self.keys[usize::from(*key)].as_str());
            let message = format!("`{}` does not stand under `{under}`", ability.name);
            let help = format!("write it under {}", list_words(keys));
            shape(faults, name.span, message, help);
            return None;
        }
        let values = ability.values((key, under), name.span, value, faults)?;
        Some(Has { ability: at, key, values })
    }
}

impl Ability {
    /// What the ability is given under a key of rows; `None` after a report.
    fn values(
        &self,
        (key, under): (u8, &str),
        place: Span,
        value: &Value,
        faults: &mut Diagnostics,
    ) -> Option<Vec<Argument>> {
        let mut given: Vec<Option<Argument>> = vec![None; self.parameters.len()];
        let own = || self.parameters.iter().filter(|p| p.is_under(key));
        let first = self.parameters.iter().position(|p| p.is_under(key));
        match (&value.datum, first.map(|at| (at, &self.parameters[at]))) {
            (Datum::Table(table), first) if first.is_some() || !table.entries.is_empty() => {
                for (name, value) in &table.entries {
                    let found = self.parameters.iter().position(|p| p.name == name.name);
                    let Some(at) = found else {
                        let known = own().map(|p| p.name.as_str());
                        let message = format!("`{}` has no parameter `{}`", self.name, name.name);
                        let help = match first {
                            None => format!("write `{} = true`", self.name),
                            Some(_) => instead(&name.name, known),
                        };
                        faults.error(Code::UnknownKey, name.span, message, help);
                        return None;
                    };
                    let parameter = &self.parameters[at];
                    if !parameter.is_under(key) {
                        let message = format!(
                            "`{}` of `{}` says nothing under `{under}`",
                            name.name, self.name
                        );
                        let help = match first {
                            None => format!("write `{} = true`", self.name),
                            Some(_) => {
                                let known = own().map(|p| p.name.as_str());
                                format!("take it away: here it has {}", list_words(known))
                            }
                        };
                        shape(faults, name.span, message, help);
                        return None;
                    }
                    given[at] = Some(parameter.value(value, faults)?);
                }
                self.beside(table, &given, faults)?;
            }
            (Datum::Boolean(true), first)
                if first.is_none_or(|(_, first)| first.kind != ParameterKind::Flag) => {}
            (_, None) => {
                let message = format!("`{}` is {}", self.name, value.kind());
                let help = format!("write `{} = true`, or leave it out", self.name);
                shape(faults, value.span, message, help);
                return None;
            }
            (_, Some((at, first))) => given[at] = Some(first.value(value, faults)?),
        }
        let mut values = Vec::new();
        for (parameter, given) in self.parameters.iter().zip(given) {
            let Some(value) = given.or_else(|| parameter.otherwise_under(key)) else {
                let (name, ability) = (&parameter.name, &self.name);
                let message = format!("`{ability}` needs `{name}`");
                let help = format!("write `{ability} = {{ {name} = {} }}`", parameter.example());
                shape(faults, place, message, help);
                return None;
            };
            values.push(value);
        }
        Some(values)
    }

    /// Whether what is given may stand together; `None` after a report.
    fn beside(
        &self,
        table: &TomlTable,
        given: &[Option<Argument>],
        faults: &mut Diagnostics,
    ) -> Option<()> {
        let is_given = |name: &&String| {
            let mut all = self.parameters.iter().zip(given);
            all.any(|(parameter, given)| parameter.name == **name && given.is_some())
        };
        for (key, _) in &table.entries {
            let mut all = self.parameters.iter();
            let Some(parameter) = all.find(|parameter| parameter.name == key.name) else {
                continue;
            };
            let name = &parameter.name;
            if let Some(other) = parameter.without.iter().find(is_given) {
                let message = format!("`{name}` and `{other}` of `{}` at once", self.name);
                let help = "keep one of them; write the other as an ability of its own";
                shape(faults, key.span, message, help);
                return None;
            }
            if !parameter.needs.is_empty() && !parameter.needs.iter().any(|n| is_given(&n)) {
                let needs = list_words(parameter.needs.iter().map(String::as_str));
                let message = format!("`{name}` of `{}` stands without {needs}", self.name);
                let example = |needed: &&Parameter| parameter.needs.first() == Some(&needed.name);
                let needed = self.parameters.iter().find(example);
                let help = needed.map_or_else(String::new, |needed| {
                    format!("write `{} = {}` beside it", needed.name, needed.example())
                });
                shape(faults, key.span, message, help);
                return None;
            }
        }
        Some(())
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

    /// A value as a row or a default says it; `None` after a report.
    pub(super) fn value(&self, value: &Value, faults: &mut Diagnostics) -> Option<Argument> {
        let wrong = |faults: &mut Diagnostics, value: &Value, help: String| {
            let message = format!("`{}` is {}", self.name, value.kind());
            shape(faults, value.span, message, help);
        };
        match (&self.kind, &value.datum) {
            (ParameterKind::Number { from, to }, Datum::Integer(number)) => {
                if (from..=to).contains(&number) {
                    return Some(Argument::Number(*number));
                }
                let message = format!("`{}` is {number}", self.name);
                faults.error(
                    Code::OutOfRange,
                    value.span,
                    message,
                    format!("write a whole number from {from} to {to}"),
                );
                None
            }
            (ParameterKind::Number { from, to }, _) => {
                wrong(faults, value, format!("write a whole number from {from} to {to}"));
                None
            }
            (ParameterKind::Flag, Datum::Boolean(flag)) => Some(Argument::Flag(*flag)),
            (ParameterKind::Flag, _) => {
                wrong(faults, value, "write `true`, or leave it out".to_owned());
                None
            }
            (_, Datum::String(_)) if !self.list => {
                Some(Argument::Word(u16::try_from(self.word(value, faults)?).ok()?))
            }
            (_, Datum::List(all)) if self.list && !all.is_empty() => {
                let mut words = Listed::default();
                for one in all {
                    let word = u8::try_from(self.word(one, faults)?).ok()?;
                    if !self.repeats && words.count(word.into()) > 0 {
                        let message = format!("`{}` names {one} twice", self.name);
                        let help =
                            "take one of them away, or declare the parameter with `repeats = true`";
                        shape(faults, one.span, message, help);
                        return None;
                    }
                    if !words.push(word) {
                        let message = format!("`{}` lists {} words", self.name, all.len());
                        faults.error(
                            Code::TooMany,
                            one.span,
                            message,
                            format!("{MOST_IN_A_LIST} are the most"),
                        );
                        return None;
                    }
                }
                let (least, most) = self.length;
                if !(least..=most).contains(&all.len()) {
                    let message = format!("`{}` lists {} of its words", self.name, all.len());
                    faults.error(
                        Code::OutOfRange,
                        value.span,
                        message,
                        format!("list {least} to {most} of them"),
                    );
                    return None;
                }
                Some(Argument::Words(words))
            }
            (_, Datum::List(all)) if self.list && all.is_empty() => {
                let message = format!("`{}` is an empty list", self.name);
                shape(
                    faults,
                    value.span,
                    message,
                    format!("write {}, or leave it out", self.example()),
                );
                None
            }
            _ => {
                let several = if self.list { "some" } else { "one" };
                let words = list_words(self.words().iter().map(String::as_str));
                wrong(faults, value, format!("write {several} of {words}: `{}`", self.example()));
                None
            }
        }
    }

    /// The number of a word among those that it can be.
    fn word(&self, value: &Value, faults: &mut Diagnostics) -> Option<usize> {
        let known = self.words().iter().map(String::as_str);
        let Some(word) = value.as_str() else {
            let message = format!("a word of `{}` is {}", self.name, value.kind());
            shape(faults, value.span, message, format!("write one of {}", list_words(known)));
            return None;
        };
        let found = self.words().iter().position(|known| known == word);
        if found.is_none() {
            let message = format!("`{}` is never `{word}`", self.name);
            faults.error(Code::UnknownWord, value.span, message, instead(word, known));
        }
        found
    }
}

fn shape(
    faults: &mut Diagnostics,
    span: Span,
    message: impl Into<String>,
    help: impl Into<String>,
) {
    faults.error(Code::AbilityShape, span, message, help);
}
