//! Calls of verbs: which verb a name is, and what its arguments are compiled to.

use super::compile::ScriptCompiler;
use super::operand::Compiled;
use super::verbs::{Purpose, Verb};
use super::{verbs_changing, verbs_offering, verbs_performing, verbs_reading};
use crate::source::list_words;
use crate::syntax::{Expr, ExprKind, Out, ScriptSlip, fail, slip};
use crate::table::{CardSet, HasName, Touched, names};

/// Every verb, in the order of the reference.
pub fn all_verbs() -> impl Iterator<Item = &'static Verb> {
    let reading = [verbs_reading::PLACES, verbs_reading::READS, verbs_performing::PERFORMS];
    reading.into_iter().chain([verbs_changing::CHANGES, verbs_offering::OFFERS]).flatten()
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The verb of a name.
    pub(super) fn find_verb(name: &str) -> Option<&'static Verb> {
        all_verbs().find(|verb| verb.name == name)
    }

    /// A verb with its arguments.
    pub(super) fn verb(
        &mut self,
        verb: &'static Verb,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Compiled<S> {
        let outer = std::mem::replace(&mut self.form, verb.form);
        let effects = &mut self.frame.effects;
        let place = || expr.range.clone();
        let found = match verb.purpose {
            Purpose::Places => {
                // Any card has a zone, a card below it, and an owner.
                if verb.name != "all" {
                    effects.looks |= Touched::ZONES;
                }
                self.places(verb, expr, arguments)
            }
            Purpose::Reads => self.reads(verb, expr, arguments),
            Purpose::Performs => self.performs(verb, expr, arguments),
            Purpose::Changes => {
                effects.changes.get_or_insert_with(place);
                self.changes(verb, expr, arguments)
            }
            Purpose::Offers => {
                effects.offers.get_or_insert_with(place);
                self.offers(verb, expr, arguments)
            }
        };
        self.form = outer;
        found
    }

    /// The name of the verb that is being compiled.
    fn verb_name(&self) -> &'static str {
        self.form.split('(').next().unwrap_or_default()
    }

    /// The slip of a verb with other arguments than it takes.
    pub(super) fn misused(&self, call: &Expr) -> ScriptSlip {
        let (name, form) = (self.verb_name(), self.form.replace(", …", ""));
        slip!(ScriptUse, call.range, "`{name}` takes other values"; "write `{form}`")
    }

    /// An argument whose kind decides what else is asked of it.
    pub(super) fn any<'e>(&self, argument: &'e Expr) -> Out<&'e Expr> {
        Ok(argument)
    }

    /// The word in quotes that an argument is.
    pub(super) fn quoted<'e>(&self, argument: &'e Expr) -> Out<&'e str> {
        let (name, form) = (self.verb_name(), self.form);
        match &argument.kind {
            ExprKind::Text(text) => Ok(text),
            _ => fail!(
                ScriptType, argument.range,
                "`{name}` takes a word in quotes here"; "write `{form}`"
            ),
        }
    }

    /// The number of a declared word that an argument is.
    fn word_among(
        &mut self,
        argument: &Expr,
        what: &'static str,
        known: &[impl HasName],
    ) -> Out<u8> {
        let word = self.quoted(argument)?;
        self.declared_word(word, &argument.range, what, known)
    }

    pub(super) fn question(&mut self, argument: &Expr) -> Out<u8> {
        self.word_among(argument, "question", &self.declared.questions)
    }

    pub(super) fn note_word(&mut self, argument: &Expr) -> Out<u8> {
        self.word_among(argument, "note", &self.declared.notes)
    }

    pub(super) fn refusal(&mut self, argument: &Expr) -> Out<u8> {
        self.word_among(argument, "refusal", &self.declared.refusals)
    }

    pub(super) fn face(&mut self, argument: &Expr) -> Out<u8> {
        self.word_among(argument, "face", &self.declared.faces)
    }

    /// What a verb takes, where it is given something else.
    pub(super) fn takes<T>(&self, what: &str, argument: &Expr, help: String) -> Out<T> {
        let name = self.verb_name();
        fail!(ScriptType, argument.range, "`{name}` takes {what}"; help)
    }

    /// The names that an argument could have, as a sentence.
    pub(super) fn zone_names(&self) -> String {
        list_words(names(&self.declared.zones))
    }
}
