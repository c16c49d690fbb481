//! The words of the language: its verbs, other names that every script has, and the prefixes of laws. A verb is one entry of
//! [`verbs!`]: its meaning, how it is written, an example, its parameters and its code. The compiler looks names up here; the
//! reference page is made from this list, and the tests run the examples.

use super::compile::ScriptCompiler;
use super::operand::Compiled;
use super::{verbs_changing, verbs_offering, verbs_performing, verbs_reading};
use crate::rules::LawKind as Meaning;
use crate::source::list_words;
use crate::syntax::{Expr, ExprKind, Out, ScriptSlip, fail, slip};
use crate::table::{CardSet, Touched};

/// What a verb is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Says where cards lie, or which lie where.
    Places,
    /// Looks at the table and changes nothing itself; what `perform` does is what the functions do that it calls.
    Reads,
    /// As `Reads`, by the functions of abilities.
    Performs,
    /// Changes the table, by the rules or by chance: in no law, and not while moves are offered.
    Changes,
    /// Offers moves: in `legal` and `legal_…` alone.
    Offers,
}

/// A verb.
#[derive(Debug, Clone, Copy)]
pub struct Verb {
    pub name: &'static str,
    /// Its syntax.
    pub form: &'static str,
    pub says: &'static str,
    /// A line that uses it, which is run in the tests.
    pub example: &'static str,
    pub purpose: Purpose,
}

/// Verbs of one purpose: a list of them, and the method of [`ScriptCompiler`] that compiles a call.
///
/// A parameter stands with the method that compiles it. One after `;` may be left out; after `..` stands the list of all further
/// arguments. With `-> Type` the code gives an operand, otherwise the result with its type; what `None` gives is not read.
macro_rules! verbs {
    ($list:ident: $purpose:ident, $compile:ident($own:ident, $call:ident, $at:ident);
     $($(#[doc = $says:literal])+ $form:literal $example:literal
       $name:ident($($one:ident: $read:ident),* $(; $may:ident: $read_may:ident)? $(.. $rest:ident)?)
       $(-> $kind:ident)? => $code:expr;)+) => {
        pub const $list: &[Verb] = &[$(Verb {
            name: stringify!($name),
            form: $form,
            says: concat!($($says),+).trim_ascii_start(),
            example: $example,
            purpose: Purpose::$purpose,
        }),+];

        impl<S: CardSet> ScriptCompiler<'_, S> {
            pub(super) fn $compile(
                &mut self,
                verb: &Verb,
                $call: &Expr,
                arguments: &[Expr],
            ) -> Compiled<S> {
                let ($own, $at) = (self, $call.at());
                match verb.name {
                    $(stringify!($name) => {
                        let Some(([$($one),*], rest)) = arguments.split_first_chunk() else {
                            return Err($own.misused($call));
                        };
                        if rest.len() > $crate::script::verbs::verbs!(@most $($may)? $(.. $rest)?) {
                            return Err($own.misused($call));
                        }
                        $(let $one = $own.$read($one)?;)*
                        $(let $may = rest.first().map(|one| $own.$read_may(one)).transpose()?;)?
                        $(let $rest = rest;)?
                        $crate::script::verbs::verbs!(@typed $code $(, $kind)?)
                    })+
                    _ => Err($own.misused($call)),
                }
            }
        }
    };
    (@most) => { 0 };
    (@most $may:ident) => { 1 };
    (@most .. $rest:ident) => { usize::MAX };
    (@typed $code:expr) => { $code };
    (@typed $code:expr, None) => {
        typed($code.then(|_, _| S::of_number(NONE)), Type::None)
    };
    (@typed $code:expr, $kind:ident) => { typed($code, Type::$kind) };
}

pub(super) use verbs;

/// Every verb, in the order of the reference.
pub fn all_verbs() -> impl Iterator<Item = &'static Verb> {
    let reading = [verbs_reading::PLACES, verbs_reading::READS, verbs_performing::PERFORMS];
    reading.into_iter().chain([verbs_changing::CHANGES, verbs_offering::OFFERS]).flatten()
}

/// The verb of a name.
pub fn find_verb(name: &str) -> Option<&'static Verb> {
    all_verbs().find(|verb| verb.name == name)
}

/// What rulings decide, as the numbers of a script have it.
pub fn ruling_key(decides: &str) -> String {
    format!("ruling({decides})")
}

/// Names that every script has.
pub const WORDS: &[&str] =
    &["cards", "none", "seats", "places", "face", "rules", "variant", "range"];

/// What the names of laws begin with.
pub(super) const LAWS: [(&str, Meaning); 3] =
    [("law_", Meaning::Always), ("seen_", Meaning::Sometimes), ("never_", Meaning::Never)];

/// Whether a function of this name is a law.
pub fn is_law(name: &str) -> bool {
    LAWS.iter().any(|(prefix, _)| name.starts_with(prefix))
}

impl<S: CardSet> ScriptCompiler<'_, S> {
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
    fn declared(&mut self, what: &'static str, argument: &Expr) -> Out<u8> {
        let declared = &self.layout.declared;
        let known: Vec<&String> = match what {
            "question" => declared.questions.iter().collect(),
            "note" => declared.notes.iter().map(|note| &note.word).collect(),
            "refusal" => declared.refusals.iter().map(|refusal| &refusal.word).collect(),
            _ => declared.faces.iter().collect(),
        };
        let word = self.quoted(argument)?;
        self.declared_word(word, &argument.range, what, known.into_iter().map(String::as_str))
    }

    pub(super) fn question(&mut self, argument: &Expr) -> Out<u8> {
        self.declared("question", argument)
    }

    pub(super) fn note_word(&mut self, argument: &Expr) -> Out<u8> {
        self.declared("note", argument)
    }

    pub(super) fn refusal(&mut self, argument: &Expr) -> Out<u8> {
        self.declared("refusal", argument)
    }

    pub(super) fn face(&mut self, argument: &Expr) -> Out<u8> {
        self.declared("face", argument)
    }

    /// What a verb takes, where it is given something else.
    pub(super) fn takes<T>(&self, what: &str, argument: &Expr, help: String) -> Out<T> {
        let name = self.verb_name();
        fail!(ScriptType, argument.range, "`{name}` takes {what}"; help)
    }

    /// The names that an argument could have, as a sentence.
    pub(super) fn zone_names(&self) -> String {
        list_words(self.layout.declared.zones.iter().map(|kind| kind.name.as_str()))
    }
}
