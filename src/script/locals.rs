//! The local variables of a function while it is compiled: their types, and whether each surely has a value. A name comes in;
//! its slot and type, or a slip, go out. Called by `names`, `statements` and the verbs.

use std::ops::Range;

use super::compile::{Local, MOST_LOCALS, Out, ScriptCompiler, slip};
use super::types::Type;
use crate::source::{Code as Kind, did_you_mean, there_are};
use crate::syntax::{Name, ScriptSlip};
use crate::table::CardSet;

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The slot of a local that has a value.
    pub fn local(&mut self, name: &str, place: &Range<usize>) -> Option<Out<(usize, Type)>> {
        let slot = self.frame.locals.iter().position(|local| local.name == name)?;
        let local = &mut self.frame.locals[slot];
        local.used = true;
        if local.is_set {
            return Some(Ok((slot, local.kind)));
        }
        let message = format!("`{name}` may have no value here");
        let help = format!("give it one before: `{name} = …`");
        Some(slip(Kind::ScriptName, place, message, help))
    }

    /// The slot of a local that is given a value of this type.
    pub fn assign(&mut self, name: &Name, kind: Type, place: &Range<usize>) -> Out<usize> {
        let wrong = |message: String, help: &str| slip(Kind::ScriptType, place, message, help);
        if let Some(slot) = self.frame.locals.iter().position(|local| local.name == name.text) {
            let local = &mut self.frame.locals[slot];
            if !kind.fits(local.kind) {
                let message = format!(
                    "`{}` is {}, this is {}",
                    name.text,
                    local.kind.describe(),
                    kind.describe()
                );
                let help = match (local.kind, kind) {
                    (Type::Number, Type::None | Type::Maybe) => {
                        "begin with `name = None`, so that it can be None"
                    }
                    _ => "give it a name of its own",
                };
                return wrong(message, help);
            }
            local.is_set = true;
            return Ok(slot);
        }
        if let Some(what) = self.what_is(&name.text) {
            let message = format!("`{}` is {what}", name.text);
            let counters = &self.layout.declared.counters;
            let is_counter = counters.iter().any(|kind| kind.name == name.text);
            let help = if is_counter {
                format!("write `t.{}` or `{}[…]`", name.text, name.text)
            } else {
                "choose another name".into()
            };
            return slip(Kind::ScriptName, &name.range, message, help);
        }
        if self.constants.contains_key(&name.text) || self.function(&name.text).is_some() {
            let message = format!("`{}` never changes", name.text);
            return slip(Kind::ScriptName, &name.range, message, "choose another name");
        }
        // What begins with None may become a number.
        let kind = if kind == Type::None { Type::Maybe } else { kind };
        if !kind.is_value() {
            return wrong(
                format!("{} cannot be given a name", kind.describe()),
                "write it where it is used",
            );
        }
        if self.frame.locals.len() == MOST_LOCALS {
            let message = format!("more than {MOST_LOCALS} names in one function");
            return slip(
                Kind::ScriptBound,
                &name.range,
                message,
                "put a part of it into a function of its own",
            );
        }
        self.frame.locals.push(Local {
            name: name.text.clone(),
            kind,
            is_set: true,
            used: false,
            place: name.range.clone(),
            parameter: false,
            counts: false,
        });
        Ok(self.frame.locals.len() - 1)
    }

    /// Which locals are definitely assigned.
    pub fn set_locals(&self) -> Vec<bool> {
        self.frame.locals.iter().map(|local| local.is_set).collect()
    }

    /// Only these have one; what came later has none.
    pub fn keep_set(&mut self, set: &[bool]) {
        for (at, local) in self.frame.locals.iter_mut().enumerate() {
            local.is_set = set.get(at).copied().unwrap_or(false);
        }
    }

    /// The slip for an unknown name.
    pub fn unknown(&self, name: &str, place: &Range<usize>) -> ScriptSlip {
        let declared = &self.layout.declared;
        let mut known: Vec<&str> =
            self.frame.locals.iter().map(|local| local.name.as_str()).collect();
        known.extend(declared.zones.iter().map(|kind| kind.name.as_str()));
        known.extend(declared.counters.iter().map(|kind| kind.name.as_str()));
        known.extend(self.layout.columns.iter().map(|column| column.name.as_str()));
        // Functions that the table calls are called from nowhere else.
        let functions = self.script.functions.iter();
        let functions = functions.map(|function| function.name.text.as_str());
        let of_the_table = |name: &str| {
            let prefixes = ["on_", "why_", "legal_", "before_", "law_", "seen_", "never_"];
            prefixes.iter().any(|prefix| name.starts_with(prefix))
        };
        known.extend(functions.filter(|name| !of_the_table(name)));
        known.extend(self.constants.keys().map(String::as_str));
        for word in super::verbs::names().chain(super::verbs::WORDS.iter().copied()) {
            known.push(word);
        }
        let help = match did_you_mean(name, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it in [table], or give it a value first".into(),
        };
        let elsewhere = match name {
            "true" => Some("write `True`"),
            "false" => Some("write `False`"),
            "null" | "nil" | "undefined" => Some("write `None`"),
            "print" => {
                Some("nobody reads what is printed: `note(\"word\")` tells it in the record")
            }
            _ => None,
        };
        let help = elsewhere.map_or(help, str::to_owned);
        let none = format!("there is no `{name}`");
        let slip = ScriptSlip::new(Kind::ScriptName, place.clone(), none, help);
        self.because_unread(name, slip)
    }

    /// The slip, or why the key that it is about cannot be read.
    pub fn because_unread(&self, name: &str, slip: ScriptSlip) -> ScriptSlip {
        let Some(key) = self.layout.unread.iter().find(|key| key.name == name) else {
            return slip;
        };
        ScriptSlip {
            code: key.span.map_or(slip.code, |_| Kind::ScriptType),
            message: key.message.clone(),
            help: key.help.clone(),
            data: key.span.map(|span| Box::new((span, "the script reads it here"))),
            ..slip
        }
    }

    /// The place of a word among those that are declared; the script uses it from now on.
    pub fn declared_word<'w>(
        &mut self,
        word: &str,
        place: &Range<usize>,
        what: &'static str,
        known: impl Iterator<Item = &'w str> + Clone,
    ) -> Out<u8> {
        if let Some(at) = known.clone().position(|other| other == word) {
            self.reads.declared.insert((what, word.to_owned()));
            return Ok(u8::try_from(at).unwrap_or(u8::MAX));
        }
        let help = match did_you_mean(word, known.clone()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.clone().next().is_none() => format!("declare it: [table] has no {what}"),
            None => there_are(known),
        };
        slip(Kind::ScriptName, place, format!("there is no {what} `{word}`"), help)
    }
}
