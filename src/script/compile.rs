//! Compiles a script for one game: resolves names, settles types and turns every function into closures. A syntax tree
//! and a layout come in; compiled functions or slips go out, so every error is found before anything runs.
//!
//! A function is compiled at its first call, once for each list of argument types; functions do not call themselves, so
//! compiling ends. [`super::statements`], [`super::expressions`] and [`super::verbs`] add methods to [`ScriptCompiler`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use super::code::{Body, CompiledFunction, cost_of};
use super::machine::STACK;
use super::numbers::{Numbers, Reads, said};
use super::operand::{KnownValue, Operand, Type};
use super::telling::FactCode;
use super::verbs::{WORDS, is_law};
use crate::cards::Profile;
use crate::source::{counted, did_you_mean_or};
use crate::syntax::{
    Expr, ExprKind, Function, Name, Out, Script, ScriptSlip, Statement, StatementKind, fail, slip,
};
use crate::table::{CardSet, CounterKind, Declared, Layout, Listed, ZoneKind, numbered};

/// Most names of one function, parameters among them.
pub const MOST_LOCALS: usize = 32;

/// Limit on compiled functions, one for each list of argument types.
const MOST_MADE: usize = 1_024;

/// What a function does to the table, and where in the script it does so first.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    pub changes: Option<Range<usize>>,
    /// Offers moves.
    pub offers: Option<Range<usize>>,
    /// The patterns of the moves that it offers, as bits.
    pub plays: u64,
    /// What of the table it looks at, as [`crate::table::Touched`] has it.
    pub looks: u64,
}

impl Effects {
    pub fn add(&mut self, other: &Effects) {
        for (own, other) in [(&mut self.changes, &other.changes), (&mut self.offers, &other.offers)]
        {
            if own.is_none() {
                own.clone_from(other);
            }
        }
        self.looks |= other.looks;
        self.plays |= other.plays;
    }
}

/// A compiled function.
#[derive(Clone)]
pub struct Made<S: CardSet> {
    pub code: Arc<CompiledFunction<S>>,
    pub returns: Type,
    pub effects: Effects,
    /// Words of the stack that it and all that it calls need.
    depth: usize,
}

/// A local of a function that is being compiled.
pub struct Local {
    pub name: String,
    pub kind: Type,
    /// Whether it surely has a value here.
    pub is_set: bool,
    pub used: bool,
    pub place: Range<usize>,
    pub parameter: bool,
    /// The name of a loop, which may just count its turns.
    pub counts: bool,
}

impl Local {
    /// One that has just been given a value.
    pub fn new(name: &Name, kind: Type) -> Self {
        Local {
            name: name.text.clone(),
            kind,
            is_set: true,
            used: false,
            place: name.range.clone(),
            parameter: false,
            counts: false,
        }
    }
}

/// The function that is being compiled.
#[derive(Default)]
pub struct FunctionScope {
    pub locals: Vec<Local>,
    pub returns: Option<Type>,
    pub effects: Effects,
    /// Whether this is a law, which notes what it looks at as it runs; and what of it is noted by inner expressions.
    pub is_law: bool,
    pub noted: u64,
    /// Whether what follows in this block is known never to run.
    pub is_left: bool,
    depth: usize,
    /// Arguments that lie on the stack while a call is made.
    pub pending: usize,
}

pub struct ScriptCompiler<'a, S: CardSet> {
    pub script: &'a Script,
    /// Its text, from which laws quote.
    pub source: &'a str,
    pub layout: &'a Layout<S>,
    pub declared: &'a Declared,
    /// `rules.name` and what rulings decide, by path.
    pub numbers: &'a Numbers<'a, S>,
    /// The paths in `[rules]` of texts and of lists, by their numbers.
    pub texts_of_rules: BTreeMap<usize, String>,
    pub lists_of_rules: BTreeMap<usize, String>,
    pub constants: BTreeMap<String, KnownValue<S>>,
    pub texts: Vec<String>,
    pub lists: Vec<Arc<[i64]>>,
    /// By list its words; none of a list of numbers.
    pub list_words: Vec<Arc<[String]>>,
    /// The lists of words of abilities in which words may be repeated, the empty one first.
    pub bags: Arc<[Listed]>,
    pub reads: Reads,
    pub frame: FunctionScope,
    /// How the verb is written whose call is compiled.
    pub(super) form: &'static str,
    /// Counts statements as they run, where that is asked for.
    pub profile: Option<Arc<Profile>>,
    made: BTreeMap<(usize, Vec<Type>), Made<S>>,
    busy: Vec<usize>,
    failed: BTreeMap<usize, ScriptSlip>,
    called: Vec<bool>,
    /// Whether something lays cards on cards.
    pub stacks: bool,
    /// The facts that the script tells seats.
    pub facts: Vec<FactCode<S>>,
    /// Whether something picks cards by chance.
    pub picks: bool,
    /// Whether a seat wins that does not win with all others.
    pub wins_apart: bool,
    /// The abilities that something plays, by their numbers.
    pub played: BTreeSet<usize>,
    /// What `perform` and its like have before the name of an ability: `happen`.
    pub prefixes: BTreeSet<String>,
}

impl<'a, S: CardSet> ScriptCompiler<'a, S> {
    /// # Errors
    /// What is wrong with constants and with the names of functions.
    pub fn new(
        script: &'a Script,
        layout: &'a Layout<S>,
        numbers: &'a Numbers<'a, S>,
        source: &'a str,
    ) -> Out<Self> {
        let mut compiler = ScriptCompiler {
            script,
            source,
            layout,
            declared: &layout.declared,
            numbers,
            texts_of_rules: BTreeMap::new(),
            lists_of_rules: BTreeMap::new(),
            constants: BTreeMap::new(),
            texts: Vec::new(),
            lists: Vec::new(),
            list_words: Vec::new(),
            bags: layout.bags(),
            reads: Reads::default(),
            frame: FunctionScope::default(),
            form: "",
            profile: None,
            made: BTreeMap::new(),
            busy: Vec::new(),
            failed: BTreeMap::new(),
            called: vec![false; script.functions.len()],
            stacks: false,
            facts: Vec::new(),
            picks: false,
            wins_apart: false,
            played: BTreeSet::new(),
            prefixes: BTreeSet::new(),
        };
        for (at, function) in script.functions.iter().enumerate() {
            compiler.free_name(&function.name, &script.functions[..at])?;
        }
        for constant in &script.constants {
            compiler.free_name(&constant.name, &[])?;
            let known = compiler.constant(&constant.value)?;
            compiler.constants.insert(constant.name.text.clone(), known);
        }
        Ok(compiler)
    }

    /// Whether a name is not taken by the table, the verbs or another function.
    fn free_name(&self, name: &Name, functions: &[Function]) -> Out<()> {
        let taken = |what: String| fail!(ScriptName, name.range, "`{}` is {what}", name.text; "give it another name");
        if let Some(twin) = functions.iter().find(|other| other.name.text == name.text) {
            let slip = taken("defined twice".into());
            return slip.map_err(|slip| slip.related(&twin.name.range, "the other one"));
        }
        if self.constants.contains_key(&name.text) {
            return taken("given a value twice".into());
        }
        match self.what_is(&name.text) {
            Some(what) => taken(format!("{what} already")),
            None => Ok(()),
        }
    }

    /// What a name of the game is, if it is one.
    pub fn what_is(&self, name: &str) -> Option<&'static str> {
        let (layout, declared) = (self.layout, self.declared);
        let is_deck = |(deck, _): &(String, S)| said(deck) == name;
        let known = [
            (Self::find_verb(name).is_some(), "a verb of the language"),
            (WORDS.contains(&name), "a word of the language"),
            (numbered(&declared.zones, name).is_some(), "a zone of the table"),
            (numbered(&declared.counters, name).is_some(), "a counter of the table"),
            (self.key_of_abilities(name).is_some(), "a key of abilities"),
            (self.column_names().any(|column| column == name), "a key of the cards"),
            (layout.decks.iter().any(is_deck), "a deck"),
        ];
        known.into_iter().find(|(is_so, _)| *is_so).map(|(_, what)| what)
    }

    pub(super) fn zone_kind(&self, kind: u8) -> &'a ZoneKind {
        &self.declared.zones[usize::from(kind)]
    }

    pub(super) fn counter_kind(&self, kind: u8) -> &'a CounterKind {
        &self.declared.counters[usize::from(kind)]
    }

    pub(super) fn column_names(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.layout.columns.iter().map(|column| column.name.as_str())
    }

    pub(super) fn seats(&self) -> u8 {
        self.declared.seats.len() as u8
    }

    pub(super) fn places_count(&self) -> u8 {
        self.declared.places.len() as u8
    }

    /// The value of a constant expression.
    fn constant(&mut self, value: &Expr) -> Out<KnownValue<S>> {
        match &value.kind {
            ExprKind::List(entries) => {
                let mut list = Vec::new();
                for entry in entries {
                    let KnownValue::Value(word, Type::Number) = self.constant(entry)? else {
                        fail!(ScriptType, entry.range, "a list holds numbers"; "write a number");
                    };
                    list.push(word.number());
                }
                if list.is_empty() || list.len() > 256 {
                    fail!(
                        ScriptBound, value.range,
                        "a list of {} numbers", list.len(); "write 1 to 256 numbers"
                    );
                }
                Ok(KnownValue::List(list.into(), Arc::default()))
            }
            ExprKind::Text(text) => Ok(KnownValue::Text(text.clone())),
            _ => {
                let found = self.expression(value)?;
                match found.operand {
                    Operand::Constant(word) if found.kind.is_value() => {
                        Ok(KnownValue::Value(word, found.kind))
                    }
                    _ => fail!(
                        ScriptType, value.range,
                        "a constant is what never changes";
                        "write a number, a list of numbers, cards by their names or columns; other things go into functions"
                    ),
                }
            }
        }
    }

    pub fn text(&mut self, text: &str) -> usize {
        let found = self.texts.iter().position(|known| known == text);
        found.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        })
    }

    pub fn function(&self, name: &str) -> Option<usize> {
        self.script.functions.iter().position(|function| function.name.text == name)
    }

    /// Makes a function for arguments of these types.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn make(
        &mut self,
        function: usize,
        arguments: &[Type],
        call: Option<&Expr>,
    ) -> Out<Made<S>> {
        let definition = &self.script.functions[function];
        self.called[function] = true;
        let key = (function, arguments.to_vec());
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let place = call.map_or(definition.name.range.clone(), |call| call.range.clone());
        if let Some(first) = self.busy.iter().position(|busy| *busy == function) {
            let names: Vec<&str> = self.busy[first..]
                .iter()
                .chain([&function])
                .map(|f| self.script.functions[*f].name.text.as_str())
                .collect();
            fail!(
                ScriptUse, place,
                "`{}` calls itself: {}", definition.name.text, names.join(", ");
                "write a loop: `for i in range(…)`"
            );
        }
        let (name, parameters) = (&definition.name.text, &definition.parameters);
        if arguments.len() != parameters.len() {
            let given = counted(arguments.len(), "value");
            let takes = counted(parameters.len(), "value");
            let names: Vec<&str> = parameters.iter().map(|p| p.text.as_str()).collect();
            let help = match call {
                Some(_) => format!("write {name}({})", names.join(", ")),
                None => format!("write `def {name}({})`", expected(arguments)),
            };
            let slip = slip!(ScriptUse, place, "`{name}` is given {given}, it takes {takes}"; help);
            return Err(slip.related(&definition.name.range, "the function"));
        }
        if self.made.len() >= MOST_MADE || self.busy.len() >= 32 {
            fail!(
                ScriptBound, place,
                "functions that call each other too deep, or with too many kinds of values";
                "put calls into one another less deep"
            );
        }
        if let Some(slip) = self.failed.get(&function) {
            return Err(slip.clone());
        }
        self.busy.push(function);
        let outer = std::mem::take(&mut self.frame);
        let made = self.made_of(definition, arguments, call.is_none());
        self.frame = outer;
        self.busy.pop();
        match &made {
            Ok(made) => drop(self.made.insert(key, made.clone())),
            // An error in it is reported once, however often it is called.
            Err(slip) => drop(self.failed.insert(function, slip.clone())),
        }
        made
    }

    /// A function in a frame of its own. One that the table calls need not use the table and the seat that it is given.
    fn made_of(
        &mut self,
        definition: &Function,
        arguments: &[Type],
        is_entry: bool,
    ) -> Out<Made<S>> {
        for (parameter, kind) in definition.parameters.iter().zip(arguments) {
            if is_entry && parameter.text == "t" && *kind != Type::Table {
                fail!(
                    ScriptUse, parameter.range,
                    "`t` is given {kind} here, not the table";
                    "write `def {}({})`", definition.name.text, expected(arguments)
                );
            }
            if let Some(what) = self.what_is(&parameter.text) {
                fail!(
                    ScriptName, parameter.range,
                    "parameter `{}` hides {what}", parameter.text; "give it another name"
                );
            }
            self.frame.locals.push(Local { parameter: true, ..Local::new(parameter, *kind) });
        }
        self.frame.is_law = is_law(&definition.name.text);
        let (body, falls_off) = self.body(&definition.body)?;
        let mut frame = std::mem::take(&mut self.frame);
        frame.effects.looks |= frame.noted;
        for (at, local) in frame.locals.iter().enumerate() {
            if is_entry && at < 2 {
                continue;
            }
            let is_table = matches!(local.kind, Type::Table | Type::Before);
            if !local.used && !local.counts && !is_table && !local.name.starts_with('_') {
                let what = if local.parameter { "parameter" } else { "name" };
                fail!(
                    ScriptUse, local.place,
                    "{what} `{}` is never used", local.name;
                    "take it away, or write `_{}`", local.name
                );
            }
        }
        let mut returns = frame.returns.unwrap_or(Type::None);
        if falls_off {
            let Some(joined) = returns.join(Type::None) else {
                fail!(
                    ScriptType, definition.name.range,
                    "`{}` returns {returns} in some cases only", definition.name.text;
                    "end it with a `return` of the same kind"
                );
            };
            returns = joined;
        }
        let slots = frame.locals.len();
        let depth = slots + frame.depth;
        if depth > STACK / 2 {
            fail!(
                ScriptBound, definition.name.range,
                "functions call each other too deep"; "put a part of it elsewhere"
            );
        }
        Ok(Made {
            code: Arc::new(CompiledFunction {
                body,
                slots,
                cost: cost_of(&definition.body),
                at: definition.name.range.start as u32,
            }),
            returns,
            effects: frame.effects,
            depth,
        })
    }

    /// What a function does, and whether it may end without `return`.
    fn body(&mut self, statements: &[Statement]) -> Out<(Body<S>, bool)> {
        if let [statement] = statements
            && let StatementKind::Return(Some(value)) = &statement.kind
            && !self.frame.is_law
            && self.profile.is_none()
        {
            let value = self.returned(Some(value), &statement.range)?;
            return Ok((Body::Value(value), false));
        }
        let block = self.block(statements)?;
        Ok((Body::Block(block.actions), !block.returns))
    }

    /// The name of the function that is being made.
    pub fn made_now(&self) -> &str {
        let function = self.busy.last().map(|at| &self.script.functions[*at]);
        function.map_or("", |function| &function.name.text)
    }

    /// What a call adds to the function that makes it.
    pub fn calls(&mut self, made: &Made<S>) {
        self.frame.effects.add(&made.effects);
        let depth = self.frame.pending + made.depth;
        self.frame.depth = self.frame.depth.max(depth);
    }

    /// The names of functions that nothing calls.
    pub fn uncalled_names(&self) -> impl Iterator<Item = &Name> {
        let functions = self.script.functions.iter().zip(&self.called);
        let uncalled = functions.filter(|(_, called)| !**called);
        uncalled.map(|(function, _)| &function.name)
    }

    /// What is wrong with functions that nothing calls.
    pub fn uncalled(&self) -> Vec<ScriptSlip> {
        let slips = self.uncalled_names().map(|name| {
            let known = ["set_up", "legal", "answered"];
            let other = "call it, take it away, or name it after a move (`on_…`), a question (`legal_…`) or a law (`law_…`)";
            let help = did_you_mean_or(&name.text, known, other);
            slip!(ScriptUse, name.range, "nothing calls `{}`", name.text; help)
        });
        slips.collect()
    }
}

/// Parameters by what they are given: `t, me, c`.
pub(super) fn expected(arguments: &[Type]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for kind in arguments {
        names.push(match kind {
            Type::Table => "t",
            Type::Before => "before",
            Type::Cards if names.contains(&"c") => "other",
            Type::Cards => "c",
            Type::Number if names.contains(&"me") => "n",
            Type::Number => "me",
            _ => "x",
        });
    }
    names.join(", ")
}
