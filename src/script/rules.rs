//! Finds the entry points of a script: set-up, legal moves, moves, questions, laws. A compiler comes in; compiled
//! [`Entries`] or slips go out.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use super::compile::{Made, ScriptCompiler, expected};
use super::numbers::said;
use super::operand::Type;
use super::telling::FactCode;
use super::verbs::{LAWS, is_law};
use crate::rules::LawKind as Meaning;
use crate::source::did_you_mean;
use crate::syntax::{Name, Out, ScriptSlip, fail, slip};
use crate::table::{CardSet, CounterValue, Gap, names};

/// A law of the script.
pub struct Law<S: CardSet> {
    /// The name of its function.
    pub name: String,
    /// Where the script says it.
    pub stated: Range<usize>,
    pub meaning: Meaning,
    /// The text that it begins with: what it says, and the clause.
    pub says: String,
    /// Whether it compares the table with the one before.
    pub compares: bool,
    /// What of the table it looks at: where none of that changed, it says what it said before.
    pub looks: u64,
    /// The result of a law that reads nothing of the table: the same in every game.
    pub once: OnceLock<bool>,
    pub made: Made<S>,
}

/// Every function that a game calls.
pub struct Entries<S: CardSet> {
    pub set_up: Made<S>,
    /// `None` in a game without turns, in which every decision answers a question.
    pub legal: Option<Made<S>>,
    /// By pattern: what a move does.
    pub on: Vec<Option<Made<S>>>,
    /// By pattern: why a move is refused that might be offered.
    pub why: Vec<Option<Made<S>>>,
    /// By question: what may be answered, and what is still owed.
    pub legal_of: Vec<Made<S>>,
    pub before: Vec<Option<Made<S>>>,
    /// When nothing is asked any more.
    pub answered: Option<Made<S>>,
    /// What follows from the table, in the order of the declarations.
    pub follows: Vec<Made<S>>,
    pub laws: Vec<Law<S>>,
    /// What the script tells seats.
    pub facts: Vec<FactCode<S>>,
}

/// Most laws of a script; some are the table's own.
pub const MOST_LAWS: usize = 48;

impl<S: CardSet> Entries<S> {
    /// # Errors
    /// Everything that is wrong with the script.
    pub fn make(compiler: &mut ScriptCompiler<'_, S>) -> Result<Self, Vec<ScriptSlip>> {
        let declared = compiler.declared;
        let mut own = EntryFinder { compiler, slips: Vec::new() };
        let decides = [Type::Table, Type::Number];
        let set_up = own.needed("set_up", &[Type::Table], Does::Changes, ANYTHING);
        let legal = if declared.questions.is_empty() {
            own.needed("legal", &decides, Does::Offers, ANYTHING)
        } else {
            own.optional("legal", &decides, Does::Offers, ANYTHING)
        };
        let (mut on, mut why) = (Vec::new(), Vec::new());
        for pattern in &declared.patterns {
            let verb = said(&pattern.verb);
            let kind = |gap: &Gap| if gap.is_card() { Type::Cards } else { Type::Number };
            let arguments: Vec<Type> =
                decides.into_iter().chain(pattern.gaps.iter().map(kind)).collect();
            let name = format!("on_{verb}");
            on.push(own.needed(&name, &arguments, Does::Changes, ANYTHING));
            let name = format!("why_{verb}");
            why.push(own.optional(&name, &arguments, Does::Offers, ANYTHING));
        }
        let (mut legal_of, mut before) = (Vec::new(), Vec::new());
        for question in &declared.questions {
            let name = format!("legal_{question}");
            legal_of.extend(own.needed(&name, &decides, Does::Offers, ANYTHING));
            let name = format!("before_{question}");
            before.push(own.optional(&name, &decides, Does::Changes, OWED));
        }
        let answered = own.optional("answered", &[Type::Table], Does::Changes, ANYTHING);
        let mut follows = Vec::new();
        for kind in &declared.follows {
            let arguments = [Type::Table, Type::Number, Type::Number];
            let arguments = &arguments[..1 + kind.each.indices()];
            let returns = match kind.holds {
                CounterValue::Number => NUMBER,
                CounterValue::Flag => TRUTH,
                CounterValue::Seat => SEAT,
            };
            follows.extend(own.needed(&kind.name, arguments, Does::Looks, returns));
        }
        let mut laws = Vec::new();
        for (at, function) in own.compiler.script.functions.iter().enumerate() {
            let name = &function.name.text;
            let Some((prefix, meaning)) = LAWS.iter().find(|(prefix, _)| name.starts_with(prefix))
            else {
                continue;
            };
            let compares = function.parameters.len() == 2;
            let both = [Type::Before, Type::Table];
            let arguments = if compares { &both[..] } else { &both[1..] };
            let made = own.checked(at, arguments, Does::Looks, TRUTH);
            let Some(made) = own.keep(made) else {
                continue;
            };
            let words = name[prefix.len()..].replace('_', " ");
            laws.push(Law {
                name: name.clone(),
                stated: function.name.range.clone(),
                meaning: *meaning,
                says: function.doc.clone().unwrap_or(words),
                compares,
                looks: made.effects.looks,
                once: OnceLock::new(),
                made,
            });
        }
        let EntryFinder { compiler, mut slips } = own;
        if let Some(law) = laws.get(MOST_LAWS) {
            slips.push(slip!(
                ScriptBound, law.stated,
                "more than {MOST_LAWS} laws"; "join some of them"
            ));
        }
        if slips.is_empty() {
            slips.extend(compiler.unplayed());
            let told: Vec<_> = slips.iter().map(|slip| slip.fault.range.clone()).collect();
            let uncalled = compiler.uncalled().into_iter();
            slips.extend(uncalled.filter(|slip| !told.contains(&slip.fault.range)));
            if legal.is_none() && !slips.is_empty() {
                // Nothing offers moves to whose turn it is: the rest follows from that.
                slips = vec![missing(compiler, "legal", &decides)];
            }
        }
        match set_up {
            Some(set_up) if slips.is_empty() => Ok(Entries {
                set_up,
                legal,
                on,
                why,
                legal_of,
                before,
                answered,
                follows,
                laws,
                facts: std::mem::take(&mut compiler.facts),
            }),
            _ => Err(slips),
        }
    }
}

/// What a function may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Looks,
    Changes,
    Offers,
}

/// The types that a function may return, none for any, and how that is said.
type Returns = (&'static [Type], &'static str);

const ANYTHING: Returns = (&[], "");
const NUMBER: Returns = (&[Type::Number], "a number");
const TRUTH: Returns = (&[Type::Bool], "True or False");
const SEAT: Returns = (&[Type::Number, Type::Maybe, Type::None], "a seat, or None");
const OWED: Returns = (SEAT.0, "the number that is still owed; 0 drops the question");

/// Compiles the functions that the table asks for, and keeps what is wrong with them.
struct EntryFinder<'c, 'a, S: CardSet> {
    compiler: &'c mut ScriptCompiler<'a, S>,
    slips: Vec<ScriptSlip>,
}

impl<S: CardSet> EntryFinder<'_, '_, S> {
    fn keep(&mut self, made: Out<Made<S>>) -> Option<Made<S>> {
        made.map_err(|slip| {
            if !self.slips.contains(&slip) {
                self.slips.push(slip);
            }
        })
        .ok()
    }

    /// A function that there must be.
    fn needed(
        &mut self,
        name: &str,
        arguments: &[Type],
        does: Does,
        returns: Returns,
    ) -> Option<Made<S>> {
        let made = match self.compiler.function(name) {
            Some(at) => self.checked(at, arguments, does, returns),
            None => Err(missing(self.compiler, name, arguments)),
        };
        self.keep(made)
    }

    /// A function that there may be.
    fn optional(
        &mut self,
        name: &str,
        arguments: &[Type],
        does: Does,
        returns: Returns,
    ) -> Option<Made<S>> {
        self.compiler.function(name)?;
        self.needed(name, arguments, does, returns)
    }

    /// A function that may do this alone, and returns this.
    fn checked(
        &mut self,
        function: usize,
        arguments: &[Type],
        does: Does,
        (kinds, what): Returns,
    ) -> Out<Made<S>> {
        let made = self.compiler.make(function, arguments, None)?;
        let Name { text: name, range } = &self.compiler.script.functions[function].name;
        let slip = if let Some(place) =
            made.effects.changes.as_ref().filter(|_| does != Does::Changes)
        {
            slip!(
                ScriptUse, place,
                "`{name}` changes the table here";
                "look at the table alone; change it in `set_up`, `on_…` and `answered`"
            )
        } else if let Some(place) = made.effects.offers.as_ref().filter(|_| does != Does::Offers) {
            slip!(
                ScriptUse, place,
                "`{name}` offers moves here"; "offer moves in `legal` and `legal_…`"
            )
        } else if kinds.is_empty() || kinds.contains(&made.returns) {
            return Ok(made);
        } else {
            fail!(ScriptType, range, "`{name}` returns {}", made.returns; "return {what}")
        };
        Err(slip.related(range, "the function"))
    }
}

/// The slip for a missing function, placed at an unused one with a similar name if there is one.
fn missing<S: CardSet>(
    compiler: &ScriptCompiler<'_, S>,
    name: &str,
    arguments: &[Type],
) -> ScriptSlip {
    let declared = compiler.declared;
    let mut asked: BTreeSet<String> = ["set_up", "legal", "answered"].map(str::to_owned).into();
    for pattern in &declared.patterns {
        asked.extend(["on", "why"].map(|prefix| format!("{prefix}_{}", said(&pattern.verb))));
    }
    for question in &declared.questions {
        asked.extend(["legal", "before"].map(|prefix| format!("{prefix}_{question}")));
    }
    asked.extend(names(&declared.follows).map(str::to_owned));
    let functions = compiler.script.functions.iter().map(|function| &function.name);
    // Those that the table does not ask for, and that the script does not call.
    let is_called = |other: &str| {
        let calls = compiler.source.matches(&format!("{other}(")).count();
        calls > 1 || asked.contains(other) || is_law(other)
    };
    let left: Vec<&Name> = functions.filter(|other| !is_called(&other.text)).collect();
    let near = did_you_mean(name, left.iter().map(|other| other.text.as_str()));
    // One alone that begins alike, or takes the table and a seat as `legal` does, was renamed.
    let prefix = name.split_once('_').map(|(prefix, _)| format!("{prefix}_"));
    let is_alike = |other: &&&Name| match &prefix {
        Some(prefix) => other.text.starts_with(prefix),
        None => {
            let at = compiler.function(&other.text).unwrap_or(0);
            name == "legal" && compiler.script.functions[at].parameters.len() == arguments.len()
        }
    };
    let mut alike = left.iter().filter(is_alike);
    let meant = match near {
        Some(near) => left.iter().find(|other| other.text == near),
        None => alike.next().filter(|_| alike.next().is_none()),
    };
    if let Some(meant) = meant {
        return slip!(
            ScriptUse, meant.range,
            "there is no function `{name}`"; "is this it? Then call it `{name}`"
        );
    }
    let mut slip = slip!(
        ScriptUse, 0..0,
        "there is no function `{name}`";
        "write `def {name}({}):` into rules.star", expected(arguments)
    );
    let is_asked = |verb: &str| name.strip_prefix("on_") == Some(&*said(verb));
    let pattern = declared.patterns.iter().find(|pattern| is_asked(&pattern.verb));
    let follows = declared.follows.iter().find(|kind| kind.name == name);
    let span = pattern.map(|of| of.span).or(follows.map(|kind| kind.span));
    slip.data = span.map(|span| Box::new((span, "")));
    slip
}
