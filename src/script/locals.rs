//! The local variables of a function while it is compiled: their types, and whether each surely has a value. A name
//! comes in; its slot and type, or a slip, go out.

use std::ops::Range;

use super::compile::{Local, MOST_LOCALS, ScriptCompiler};
use super::operand::Type;
use super::verb_calls::all_verbs;
use super::verbs::WORDS;
use crate::source::{Code, Fault, did_you_mean, did_you_mean_or, there_are};
use crate::syntax::{Name, Out, ScriptSlip, fail, slip};
use crate::table::{CardSet, HasName, names, numbered};

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The slot of a local that has a value.
    pub fn local(&mut self, name: &str, place: &Range<usize>) -> Option<Out<(usize, Type)>> {
        let slot = self.frame.locals.iter().position(|local| local.name == name)?;
        let local = &mut self.frame.locals[slot];
        local.used = true;
        if local.is_set {
            return Some(Ok((slot, local.kind)));
        }
        Some(Err(slip!(
            ScriptName, place,
            "`{name}` may have no value here"; "give it one before: `{name} = …`"
        )))
    }

    /// The slot of a local that is given a value of this type.
    pub fn assign(&mut self, name: &Name, kind: Type, place: &Range<usize>) -> Out<usize> {
        let Name { text, range } = name;
        if let Some(slot) = self.frame.locals.iter().position(|local| local.name == *text) {
            let local = &mut self.frame.locals[slot];
            if !kind.fits(local.kind) {
                let help = match (local.kind, kind) {
                    (Type::Number, Type::None | Type::Maybe) => {
                        "begin with `name = None`, so that it can be None"
                    }
                    _ => "give it a name of its own",
                };
                fail!(ScriptType, place, "`{text}` is {}, this is {kind}", local.kind; help);
            }
            local.is_set = true;
            return Ok(slot);
        }
        if let Some(what) = self.what_is(text) {
            let help = if numbered(&self.declared.counters, text).is_some() {
                format!("write `t.{text}` or `{text}[…]`")
            } else {
                "choose another name".into()
            };
            fail!(ScriptName, range, "`{text}` is {what}"; help);
        }
        if self.constants.contains_key(text) || self.function(text).is_some() {
            fail!(ScriptName, range, "`{text}` never changes"; "choose another name");
        }
        // What begins with None may become a number.
        let kind = if kind == Type::None { Type::Maybe } else { kind };
        if !kind.is_value() {
            fail!(ScriptType, place, "{kind} cannot be given a name"; "write it where it is used");
        }
        if self.frame.locals.len() == MOST_LOCALS {
            fail!(
                ScriptBound, range,
                "more than {MOST_LOCALS} names in one function";
                "put a part of it into a function of its own"
            );
        }
        self.frame.locals.push(Local::new(name, kind));
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
        let declared = self.declared;
        // Functions that the table calls are called from nowhere else.
        let of_the_table = |name: &&str| {
            let prefixes = ["on_", "why_", "legal_", "before_", "law_", "seen_", "never_"];
            prefixes.iter().any(|prefix| name.starts_with(prefix))
        };
        let functions = self.script.functions.iter().map(|function| &*function.name.text);
        let locals = self.frame.locals.iter().map(|local| &*local.name);
        let known = locals
            .chain(names(&declared.zones))
            .chain(names(&declared.counters))
            .chain(self.column_names())
            .chain(functions.filter(|name| !of_the_table(name)))
            .chain(self.constants.keys().map(String::as_str))
            .chain(all_verbs().map(|verb| verb.name))
            .chain(WORDS.iter().copied());
        let help = match name {
            "true" => "write `True`".into(),
            "false" => "write `False`".into(),
            "null" | "nil" | "undefined" => "write `None`".into(),
            "print" => {
                "nobody reads what is printed: `note(\"word\")` tells it in the record".into()
            }
            _ => did_you_mean_or(name, known, "declare it in [table], or give it a value first"),
        };
        self.because_unread(name, slip!(ScriptName, place, "there is no `{name}`"; help))
    }

    /// The slip, or why the key that it is about cannot be read.
    pub fn because_unread(&self, name: &str, slip: ScriptSlip) -> ScriptSlip {
        let Some(key) = self.layout.unread.iter().find(|key| key.name == name) else {
            return slip;
        };
        let code = key.span.map_or(slip.fault.code, |_| Some(Code::ScriptType));
        let (message, help) = (key.message.clone(), key.help.clone());
        ScriptSlip {
            fault: Fault { code, message, help, ..slip.fault },
            data: key.span.map(|span| Box::new((span, "the script reads it here"))),
            ..slip
        }
    }

    /// The place of a word among those that are declared; the script uses it from now on.
    pub fn declared_word(
        &mut self,
        word: &str,
        place: &Range<usize>,
        what: &'static str,
        known: &[impl HasName],
    ) -> Out<u8> {
        if let Some(at) = self.note_use(what, word, numbered(known, word)) {
            return Ok(at);
        }
        let help = match did_you_mean(word, names(known)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None if known.is_empty() => format!("declare it: [table] has no {what}"),
            None => there_are(names(known)),
        };
        fail!(ScriptName, place, "there is no {what} `{word}`"; help)
    }
}
