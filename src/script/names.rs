//! Compiles names and fields: locals, constants, the table, its cards, their columns. A name or a field comes in; an
//! operand and its type go out. The compiler keeps for each local whether it surely has a value.

use std::ops::Range;
use std::sync::Arc;

use super::compile::{Local, MOST_LOCALS, ScriptCompiler};
use super::expressions::{is_true, number_on};
use super::machine::{Machine, NONE};
use super::numbers::said;
use super::operand::{Compiled, KnownValue, Operand, Type, constant, named, typed};
use super::places::Numbered;
use super::verb_calls::all_verbs;
use super::verbs::WORDS;
use crate::source::{Code, Fault, did_you_mean, did_you_mean_or, list_words, there_are};
use crate::syntax::{Expr, ExprKind, Name, Out, ScriptSlip, fail, slip};
use crate::table::{
    CardSet, ColumnKind, CounterValue, Each, HasName, Table, Touched, names, numbered,
};

impl<S: CardSet> ScriptCompiler<'_, S> {
    pub(super) fn named(&mut self, name: &str, place: &Range<usize>) -> Compiled<S> {
        if let Some(local) = self.local(name, place) {
            let (slot, kind) = local?;
            return typed(Operand::Local(slot), kind);
        }
        if let Some(known) = self.constants.get(name).cloned() {
            return self.known(&known);
        }
        let layout = self.layout;
        match name {
            "cards" => {
                // Where it is one deck of several, a reader may take it for that.
                if layout.decks.len() > 1 && layout.decks.iter().any(|(deck, _)| deck == name) {
                    self.reads.all_cards.get_or_insert(place.clone());
                }
                return constant(layout.all(), Type::Cards);
            }
            "none" => return constant(S::default(), Type::Cards),
            "seats" => return constant(S::of(0..self.seats()), Type::Numbers),
            "places" => return constant(S::of(0..self.places_count()), Type::Numbers),
            _ => {}
        }
        if let Some(at) = self.zone_named(name) {
            self.frame.effects.looks |= Touched::zone(at);
            return named(Type::Zones(at, self.zone_kind(at).each, false));
        }
        if let Some(at) = self.counter_named(name) {
            self.frame.effects.looks |= Touched::counter(at);
            let kind = self.counter_kind(at);
            if kind.holds == CounterValue::Flag && matches!(kind.each, Each::Place | Each::Seat) {
                let (from, count) = (kind.first, self.declared.count(kind.each) as u8);
                let set = Operand::new(move |m| {
                    S::of((0..count).filter(|index| m.table.counter(from + index) != 0))
                });
                return typed(set, Type::Numbers);
            }
            return named(Type::Counters(at, false));
        }
        if let Some(at) = self.column_named(name) {
            return match layout.columns[at].kind {
                ColumnKind::Flag(cards) => constant(cards, Type::Cards),
                _ => named(Type::Column(at)),
            };
        }
        if let Some((_, cards)) = layout.decks.iter().find(|(deck, _)| said(deck) == name) {
            return constant(*cards, Type::Cards);
        }
        if let Some(key) = self.key_of_abilities(name) {
            let known = layout.abilities.under(key);
            let known = list_words(known.map(|ability| ability.name.as_str()));
            fail!(
                ScriptType, place,
                "`{name}` is a key of abilities"; "write which, `{name}.NAME`: {known}"
            );
        }
        if self.function(name).is_some() || Self::find_verb(name).is_some() {
            fail!(ScriptType, place, "`{name}` is a function"; "call it: `{name}(…)`");
        }
        Err(self.unknown(name, place))
    }

    fn known(&mut self, known: &KnownValue<S>) -> Compiled<S> {
        match known {
            KnownValue::Value(value, kind) => constant(*value, *kind),
            KnownValue::Text(text) => named(Type::Text(self.text(text))),
            KnownValue::List(numbers, words) => {
                // One number for each list, however often it is named.
                let known = self.lists.iter().position(|list| Arc::ptr_eq(list, numbers));
                let at = known.unwrap_or_else(|| {
                    self.lists.push(numbers.clone());
                    self.list_words.push(words.clone());
                    self.lists.len() - 1
                });
                named(Type::List(at))
            }
        }
    }

    /// What an entry of a list is: a number, or one of its words.
    pub(super) fn entry_of(&self, list: usize) -> Type {
        let words = &self.list_words[list];
        if words.is_empty() { Type::Number } else { Type::Word(self.own_domains() + list) }
    }

    /// The path of `rules.rounds.cards`, when the expression is one.
    pub(super) fn path(&self, of: &Expr, field: &Name) -> Option<String> {
        let before = match &of.kind {
            ExprKind::Name(name) if name == "rules" || name == "variant" => name.clone(),
            ExprKind::Field(of, inner) => self.path(of, inner)?,
            _ => return None,
        };
        Some(format!("{before}.{}", field.text))
    }

    pub(super) fn field(&mut self, of: &Expr, field: &Name, place: &Range<usize>) -> Compiled<S> {
        if let Some(path) = self.path(of, field) {
            if let Some(known) = self.number_of_the_rules(&path) {
                let found = self.known(&known)?;
                match found.kind {
                    Type::Text(text) => self.texts_of_rules.insert(text, path),
                    Type::List(list) => self.lists_of_rules.insert(list, path),
                    _ => None,
                };
                return Ok(found);
            }
            let inside = format!("{path}.");
            if self.numbers.known.keys().any(|key| key.starts_with(&inside)) {
                fail!(ScriptType, place, "`{path}` has entries of its own"; "write one of them");
            }
            return Err(self.no_number(&path, place));
        }
        if let ExprKind::Name(name) = &of.kind
            && let Some(key) = self.key_of_abilities(name)
        {
            return self.with_ability(key, field);
        }
        if let Some((name, indices, before)) = self.base(of)
            && name == "face"
            && indices.is_empty()
        {
            self.frame.effects.looks |= Touched::FACES;
            let word = field.text.replace('_', "-");
            let face = self.declared_word(&word, &field.range, "face", &self.declared.faces)?;
            let face = usize::from(face) & 7;
            return typed(Operand::new(move |m| m.table(before).faces[face]), Type::Cards);
        }
        let found = self.expression(of)?;
        match found.kind {
            Type::Table => self.of_the_table(field, false),
            Type::Before => self.of_the_table(field, true),
            Type::Cards => self.of_a_card(found.operand, field, place),
            Type::Column(column) => self.of_a_column(column, field),
            other => fail!(
                ScriptType, field.range,
                "{other} has no `{}`", field.text;
                "fields are of the table, of cards and of columns"
            ),
        }
    }

    /// `t.round`, `t.turn`, `t.asked`.
    pub(super) fn of_the_table(&mut self, field: &Name, before: bool) -> Compiled<S> {
        let counter = self.counter_named(&field.text);
        let zone = self.zone_named(&field.text);
        self.frame.effects.looks |= match (counter, zone) {
            (Some(counter), _) => Touched::counter(counter),
            (None, Some(zone)) => Touched::zone(zone),
            (None, None) if field.text == "over" => Touched::OVER,
            (None, None) => Touched::TURN,
        };
        let number = |what: fn(&Table<S>) -> i64| {
            Operand::new(move |m: &mut Machine<'_, S>| S::of_number(what(m.table(before))))
        };
        let (operand, kind) = match field.text.as_str() {
            "turn" => (number(|table| table.decides().into()), Type::Number),
            "next" => (number(|table| table.turn.into()), Type::Number),
            "over" => (number(|table| table.over.into()), Type::Bool),
            "asked" => (Operand::new(|m| S::of_number(m.scratch.asked.0)), Type::Number),
            "asks" => {
                self.lists.push(Arc::from([]));
                self.list_words.push(self.declared.questions.clone().into());
                let kind = number(|table| table.question().map_or(NONE, |q| q.kind.into()));
                (kind, self.entry_of(self.lists.len() - 1))
            }
            "card" => {
                (Operand::new(|m| m.scratch.asked.1.map_or(S::default(), S::one)), Type::Cards)
            }
            _ => return self.declared_field(field, (counter, zone), before),
        };
        typed(operand, kind)
    }

    /// A counter of the table; before the move, also the counters and zones of a name.
    fn declared_field(
        &self,
        field: &Name,
        (counter, zone): (Option<u8>, Option<u8>),
        before: bool,
    ) -> Compiled<S> {
        if let Some(at) = zone.filter(|_| before) {
            return named(Type::Zones(at, self.zone_kind(at).each, true));
        }
        let Some(at) = counter else {
            let known = self.declared.counters.iter().filter(|kind| kind.each == Each::One);
            let own = ["turn", "next", "asks", "asked", "card", "over"];
            let known = known.map(|kind| kind.name.as_str()).chain(own);
            let help = match did_you_mean(&field.text, known.clone()) {
                Some(near) => format!("did you mean `t.{near}`?"),
                None => {
                    let known = list_words(known);
                    format!("the table has {known}; declare others in [table.counters]")
                }
            };
            fail!(ScriptName, field.range, "the table has no counter `{}`", field.text; help);
        };
        let kind = self.counter_kind(at);
        if kind.each == Each::One {
            return self.reading(Numbered::One(kind.first), kind.holds, before);
        }
        if before {
            return named(Type::Counters(at, true));
        }
        fail!(
            ScriptType, field.range,
            "there are several counters `{}`", kind.name; "say which: `{}[me]`", kind.name
        )
    }

    /// A counter, read.
    pub(super) fn reading(
        &self,
        number: Numbered<S>,
        holds: CounterValue,
        before: bool,
    ) -> Compiled<S> {
        let read = move |m: &Machine<'_, S>, n: u8| m.table(before).counter(n);
        let (operand, kind) = match holds {
            CounterValue::Number => {
                (number.then(move |m, n| S::of_number(read(m, n))), Type::Number)
            }
            CounterValue::Flag => (number.then(move |m, n| is_true(read(m, n) != 0)), Type::Bool),
            CounterValue::Seat => {
                let seat = move |m: &mut Machine<'_, S>, n| match read(m, n) {
                    ..0 => S::of_number(NONE),
                    seat => S::of_number(seat),
                };
                (number.then(seat), Type::Maybe)
            }
        };
        typed(operand, kind)
    }

    fn of_a_card(&mut self, card: Operand<S>, field: &Name, place: &Range<usize>) -> Compiled<S> {
        let (at, name) = (place.start as u32, &field.text);
        let Some(index) = self.column_named(name) else {
            let known = self.column_names();
            let all = format!("the cards have {}", list_words(known.clone()));
            let help = did_you_mean_or(name, known, all);
            let slip = slip!(ScriptName, field.range, "no card has `{name}`"; help);
            return Err(self.because_unread(name, slip));
        };
        let (operand, kind) = match &self.layout.columns[index].kind {
            ColumnKind::Number(numbers) => {
                let column: Arc<[i32]> = numbers.as_slice().into();
                let number = card.of_one(at, move |_, card| S::of_number(number_on(&column, card)));
                (number, Type::Number)
            }
            ColumnKind::Word(words) => {
                let sets: Arc<[S]> = words.iter().map(|(_, cards)| *cards).collect();
                let word = card.of_one(at, move |_, card| {
                    let word = sets.iter().position(|set| set.has(card));
                    S::of_number(word.map_or(NONE, |word| word as i64))
                });
                (word, Type::Word(index))
            }
            ColumnKind::Flag(set) => {
                let set = *set;
                (card.of_one(at, move |_, card| is_true(set.has(card))), Type::Bool)
            }
            ColumnKind::Words(_) => fail!(
                ScriptType, field.range,
                "a card has several `{name}`"; "write `c in {name}.word`"
            ),
        };
        typed(operand, kind)
    }

    fn column_named(&self, name: &str) -> Option<usize> {
        self.layout.columns.iter().position(|column| column.name == name)
    }

    /// The kind of zone of a name, which the script uses from now on.
    pub(super) fn zone_named(&mut self, name: &str) -> Option<u8> {
        self.note_use("zone", name, numbered(&self.declared.zones, name))
    }

    /// The kind of counter of a name, which the script uses from now on.
    pub(super) fn counter_named(&mut self, name: &str) -> Option<u8> {
        self.note_use("counter", name, numbered(&self.declared.counters, name))
    }

    /// The number of something declared, which the script uses from now on.
    pub(super) fn note_use(
        &mut self,
        what: &'static str,
        name: &str,
        found: Option<u8>,
    ) -> Option<u8> {
        if found.is_some() {
            self.reads.declared.insert((what, name.to_owned()));
        }
        found
    }

    /// A number of the rules, or what a ruling decides, which the script reads from now on.
    pub(super) fn number_of_the_rules(&mut self, path: &str) -> Option<KnownValue<S>> {
        let known = self.numbers.known.get(path).cloned()?;
        self.reads.numbers.insert(path.to_owned());
        Some(known)
    }

    /// `suit.hearts`: the cards that have the word.
    pub(super) fn of_a_column(&mut self, column: usize, field: &Name) -> Compiled<S> {
        let column = &self.layout.columns[column];
        let name = &column.name;
        let (ColumnKind::Word(words) | ColumnKind::Words(words)) = &column.kind else {
            fail!(
                ScriptType, field.range,
                "`{name}` is a number on each card";
                "write `having({name}, 3)` for the cards that have 3"
            );
        };
        let wanted = said(&field.text);
        let Some((_, cards)) = words.iter().find(|(word, _)| said(word) == wanted) else {
            let known = words.iter().map(|(word, _)| word.as_str());
            let help = match did_you_mean(&wanted.replace('_', "-"), known.clone()) {
                Some(near) => format!("did you mean `{name}.{}`?", said(near)),
                None => format!("the cards have {}", list_words(known)),
            };
            fail!(ScriptName, field.range, "no card has `{}` as `{name}`", field.text; help);
        };
        constant(*cards, Type::Cards)
    }

    /// Whether an expression is the table.
    pub fn is_table(&mut self, of: &Expr) -> Out<()> {
        let found = self.expression(of)?;
        if found.kind == Type::Table {
            return Ok(());
        }
        fail!(ScriptType, of.range, "{} is no table", found.kind; "write `t`, the first parameter")
    }

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
