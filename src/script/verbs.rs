//! The words of the language: its verbs, other names that every script has, and the prefixes of laws. A verb is one entry of
//! [`verbs!`]: its meaning, how it is written, an example, its parameters and its code. The
//! reference page is made from these, and the tests run the examples.

use crate::rules::LawKind as Meaning;

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

/// Verbs of one purpose: a list of them, and the method of the compiler that compiles a call.
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
