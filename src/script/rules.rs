//! Finds the entry points of a script: set-up, legal moves, moves, questions, laws. A compiler comes in; compiled [`Entries`]
//! or slips go out. Called by `game` and by `vocabulary`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use super::compile::{Made, Out, ScriptCompiler, slip};
use super::telling::FactCode;
use super::types::Type;
use super::verbs::{LAWS, is_law};
use crate::rules::LawKind as Meaning;
use crate::source::{Code as Kind, did_you_mean};
use crate::syntax::{Name, ScriptSlip};
use crate::table::{CardSet, CounterValue};

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
        let mut slips = Vec::new();
        let mut keep = |made: Out<Made<S>>| match made {
            Ok(made) => Some(made),
            Err(slip) => {
                if !slips.contains(&slip) {
                    slips.push(slip);
                }
                None
            }
        };
        let declared = &compiler.layout.declared;
        let patterns = declared.patterns.clone();
        let questions = declared.questions.clone();
        let set_up = keep(needed(compiler, "set_up", &[Type::Table], Does::Changes));
        let is_needed = questions.is_empty() || compiler.function("legal").is_some();
        let legal = is_needed.then(|| {
            let arguments = [Type::Table, Type::Number];
            needed(compiler, "legal", &arguments, Does::Offers)
        });
        let legal = legal.and_then(&mut keep);
        let (mut on, mut why) = (Vec::new(), Vec::new());
        for pattern in &patterns {
            let verb = pattern.verb.replace('-', "_");
            let name = format!("on_{verb}");
            let mut arguments = vec![Type::Table, Type::Number];
            arguments.extend(
                pattern.gaps.iter().map(
                    |gap| {
                        if gap.is_card() { Type::Cards } else { Type::Number }
                    },
                ),
            );
            on.push(keep(needed(compiler, &name, &arguments, Does::Changes)));
            let name = format!("why_{verb}");
            let asked = compiler.function(&name);
            let made = asked.map(|_| needed(compiler, &name, &arguments, Does::Offers));
            why.push(made.and_then(&mut keep));
        }
        let (mut legal_of, mut before) = (Vec::new(), Vec::new());
        for question in &questions {
            let arguments = [Type::Table, Type::Number];
            let name = format!("legal_{question}");
            legal_of.extend(keep(needed(compiler, &name, &arguments, Does::Offers)));
            let name = format!("before_{question}");
            let made = compiler.function(&name).map(|_| {
                let made = needed(compiler, &name, &arguments, Does::Changes)?;
                returns(
                    compiler,
                    &name,
                    &made,
                    &[Type::Number, Type::Maybe, Type::None],
                    "the number that is still owed; 0 drops the question",
                )?;
                Ok(made)
            });
            before.push(made.and_then(&mut keep));
        }
        let answered = compiler
            .function("answered")
            .map(|_| needed(compiler, "answered", &[Type::Table], Does::Changes));
        let answered = answered.and_then(&mut keep);
        let kinds = declared.follows.clone();
        let mut follows = Vec::new();
        for kind in &kinds {
            let arguments = [Type::Table, Type::Number, Type::Number];
            let arguments = &arguments[..1 + kind.each.indices()];
            let made = needed(compiler, &kind.name, arguments, Does::Looks).and_then(|made| {
                let (wanted, what) = match kind.holds {
                    CounterValue::Number => (&[Type::Number][..], "a number"),
                    CounterValue::Flag => (&[Type::Bool][..], "True or False"),
                    CounterValue::Seat => {
                        let seat = &[Type::Number, Type::Maybe, Type::None][..];
                        (seat, "a seat, or None")
                    }
                };
                returns(compiler, &kind.name, &made, wanted, what)?;
                Ok(made)
            });
            follows.extend(keep(made));
        }
        let mut laws = Vec::new();
        for (at, function) in compiler.script.functions.iter().enumerate() {
            let name = &function.name.text;
            let Some((prefix, meaning)) = LAWS.iter().find(|(prefix, _)| name.starts_with(prefix))
            else {
                continue;
            };
            let compares = function.parameters.len() == 2;
            let both = [Type::Before, Type::Table];
            let arguments = if compares { &both[..] } else { &both[1..] };
            let made = compiler.make(at, arguments, None).and_then(|made| {
                allowed(compiler, name, &made, Does::Looks)?;
                returns(compiler, name, &made, &[Type::Bool], "True or False")?;
                Ok(made)
            });
            let Some(made) = keep(made) else {
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
        if let Some(law) = laws.get(MOST_LAWS) {
            let at = compiler.function(&law.name).unwrap_or(0);
            let place = compiler.script.functions[at].name.range.clone();
            let message = format!("more than {MOST_LAWS} laws");
            slips.push(ScriptSlip::new(Kind::ScriptBound, place, message, "join some of them"));
        }
        if slips.is_empty() {
            slips.extend(compiler.unplayed());
            let uncalled = compiler.uncalled().into_iter();
            let is_told = |slip: &ScriptSlip| {
                slips.iter().any(|other: &ScriptSlip| other.range == slip.range)
            };
            let uncalled: Vec<ScriptSlip> = uncalled.filter(|slip| !is_told(slip)).collect();
            slips.extend(uncalled);
            if legal.is_none() && !slips.is_empty() {
                // Nothing offers moves to whose turn it is: the rest follows from that.
                slips = vec![missing(compiler, "legal", &[Type::Table, Type::Number])];
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

/// A function that the table asks for.
fn needed<S: CardSet>(
    compiler: &mut ScriptCompiler<'_, S>,
    name: &str,
    arguments: &[Type],
    does: Does,
) -> Out<Made<S>> {
    let Some(at) = compiler.function(name) else {
        return Err(missing(compiler, name, arguments));
    };
    let made = compiler.make(at, arguments, None)?;
    allowed(compiler, name, &made, does)?;
    Ok(made)
}

/// The slip for a missing function, placed at an unused one with a similar name if there is one.
fn missing<S: CardSet>(
    compiler: &ScriptCompiler<'_, S>,
    name: &str,
    arguments: &[Type],
) -> ScriptSlip {
    let asked: BTreeSet<String> = asked_for(compiler);
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
    let message = format!("there is no function `{name}`");
    match meant {
        Some(meant) => {
            let help = format!("is this it? Then call it `{name}`");
            ScriptSlip::new(Kind::ScriptUse, meant.range.clone(), message, help)
        }
        None => {
            let help = format!("write `def {name}({}):` into rules.star", names(arguments));
            let mut slip = ScriptSlip::new(Kind::ScriptUse, 0..0, message, help);
            let declared = &compiler.layout.declared;
            let mut patterns = declared.patterns.iter();
            let verb = name.strip_prefix("on_");
            let pattern = patterns.find(|of| Some(&*of.verb.replace('-', "_")) == verb);
            let mut follows = declared.follows.iter();
            let follows = follows.find(|kind| kind.name == name);
            let declared = pattern.map(|of| of.span).or(follows.map(|kind| kind.span));
            slip.data = declared.map(|span| Box::new((span, "")));
            slip
        }
    }
}

/// The functions that the table asks for.
fn asked_for<S: CardSet>(compiler: &ScriptCompiler<'_, S>) -> BTreeSet<String> {
    let declared = &compiler.layout.declared;
    let mut asked: BTreeSet<String> = ["set_up", "legal", "answered"].map(str::to_owned).into();
    for pattern in &declared.patterns {
        let verb = pattern.verb.replace('-', "_");
        asked.extend(["on", "why"].map(|prefix| format!("{prefix}_{verb}")));
    }
    for question in &declared.questions {
        asked.extend(["legal", "before"].map(|prefix| format!("{prefix}_{question}")));
    }
    asked.extend(declared.follows.iter().map(|kind| kind.name.clone()));
    asked
}

fn names(arguments: &[Type]) -> String {
    let mut names = vec!["t"];
    for (at, kind) in arguments.iter().enumerate().skip(1) {
        names.push(match (at, kind) {
            (1, _) => "me",
            (2, Type::Cards) => "c",
            (_, Type::Cards) => "other",
            _ => "n",
        });
    }
    names.join(", ")
}

fn allowed<S: CardSet>(
    compiler: &ScriptCompiler<'_, S>,
    name: &str,
    made: &Made<S>,
    does: Does,
) -> Out<()> {
    let at = compiler.function(name).unwrap_or(0);
    let function = compiler.script.functions[at].name.range.clone();
    let wrong = |place: &std::ops::Range<usize>, message: String, help: &str| {
        let slip = ScriptSlip::new(Kind::ScriptUse, place.clone(), message, help);
        Err(slip.related(function.clone(), "the function"))
    };
    if let Some(place) = made.effects.changes.as_ref().filter(|_| does != Does::Changes) {
        let message = format!("`{name}` changes the table here");
        return wrong(
            place,
            message,
            "look at the table alone; change it in `set_up`, `on_…` and `answered`",
        );
    }
    if let Some(place) = made.effects.offers.as_ref().filter(|_| does != Does::Offers) {
        let message = format!("`{name}` offers moves here");
        return wrong(place, message, "offer moves in `legal` and `legal_…`");
    }
    Ok(())
}

fn returns<S: CardSet>(
    compiler: &ScriptCompiler<'_, S>,
    name: &str,
    made: &Made<S>,
    kinds: &[Type],
    what: &str,
) -> Out<()> {
    if kinds.contains(&made.returns) {
        return Ok(());
    }
    let at = compiler.function(name).unwrap_or(0);
    let place = compiler.script.functions[at].name.range.clone();
    let message = format!("`{name}` returns {}", made.returns.describe());
    slip(Kind::ScriptType, &place, message, format!("return {what}"))
}
