//! Compiles names and fields: locals, constants, the table, its cards, their columns. A name or a field comes in; an operand
//! and its type go out. Called by `expressions`.

use std::ops::Range;
use std::sync::Arc;

use super::compile::{Out, ScriptCompiler, slip};
use super::expressions::{first, is_true};
use super::machine::{Machine, NONE};
use super::operand::{CompiledExpression, KnownValue, Operand};
use super::places::Numbered;
use super::types::Type;
use crate::source::{Code as Kind, did_you_mean, list_words};
use crate::syntax::{Expr, ExprKind, Name, ScriptSlip};
use crate::table::{CardSet, ColumnKind, CounterKind, CounterValue, Each, Table, Touched};

impl<S: CardSet> ScriptCompiler<'_, S> {
    pub(super) fn named(&mut self, name: &str, place: &Range<usize>) -> Out<CompiledExpression<S>> {
        if let Some(local) = self.local(name, place) {
            let (slot, kind) = local?;
            return Ok(CompiledExpression { operand: Operand::Local(slot), kind });
        }
        let found = |operand, kind| Ok(CompiledExpression { operand, kind });
        if let Some(known) = self.constants.get(name) {
            let known = known.clone();
            return Ok(self.known(&known));
        }
        let declared = &self.layout.declared;
        match name {
            "cards" => {
                if self.is_one_deck_of_several(name) {
                    self.reads.all_cards.get_or_insert(place.clone());
                }
                return found(Operand::Constant(self.layout.all()), Type::Cards);
            }
            "none" => return found(Operand::Constant(S::default()), Type::Cards),
            "seats" => {
                return found(Operand::Constant(first(declared.seats.len())), Type::Numbers);
            }
            "places" => {
                return found(Operand::Constant(first(declared.places.len())), Type::Numbers);
            }
            _ => {}
        }
        if let Some(at) = self.zone_named(name) {
            self.frame.effects.looks |= Touched::zone(at);
            return found(
                Operand::number(0),
                Type::Zones(at as u8, declared.zones[at].each, false),
            );
        }
        if let Some(at) = self.counter_named(name) {
            self.frame.effects.looks |= Touched::counter(at);
            let kind = &declared.counters[at];
            if kind.holds == CounterValue::Flag && matches!(kind.each, Each::Place | Each::Seat) {
                let (from, count) = (kind.first, declared.count(kind.each) as u8);
                let run = Box::new(move |m: &mut Machine<'_, S>| {
                    let mut set = S::default();
                    for index in 0..count {
                        if m.table.counter(from + index) != 0 {
                            set = set.union(S::one(index));
                        }
                    }
                    set
                });
                return found(Operand::Run(run), Type::Numbers);
            }
            return found(Operand::number(0), Type::Counters(at as u8, false));
        }
        if let Some(at) = self.column_named(name) {
            if let ColumnKind::Flag(cards) = self.layout.columns[at].kind {
                return found(Operand::Constant(cards), Type::Cards);
            }
            return found(Operand::number(0), Type::Column(at as u16));
        }
        let deck = self.layout.decks.iter().find(|(deck, _)| deck.replace('-', "_") == name);
        if let Some((_, cards)) = deck {
            return found(Operand::Constant(*cards), Type::Cards);
        }
        if let Some(key) = self.key_of_abilities(name) {
            let known = self.layout.abilities.under(key);
            let known = list_words(known.map(|ability| ability.name.as_str()));
            return slip(
                Kind::ScriptType,
                place,
                format!("`{name}` is a key of abilities"),
                format!("write which, `{name}.NAME`: {known}"),
            );
        }
        if self.function(name).is_some() || super::verbs::find_verb(name).is_some() {
            let message = format!("`{name}` is a function");
            return slip(Kind::ScriptType, place, message, format!("call it: `{name}(…)`"));
        }
        Err(self.unknown(name, place))
    }

    fn is_one_deck_of_several(&self, name: &str) -> bool {
        let decks = &self.layout.decks;
        decks.len() > 1 && decks.iter().any(|(deck, _)| deck == name)
    }

    pub(super) fn known(&mut self, known: &KnownValue<S>) -> CompiledExpression<S> {
        match known {
            KnownValue::Value(value, kind) => {
                CompiledExpression { operand: Operand::Constant(*value), kind: *kind }
            }
            KnownValue::Text(text) => CompiledExpression {
                operand: Operand::number(0),
                kind: Type::Text(self.text(text)),
            },
            KnownValue::List(numbers, words) => {
                // One number for each list, however often it is named.
                let known = self.lists.iter().position(|list| Arc::ptr_eq(list, numbers));
                let at = known.unwrap_or_else(|| {
                    self.lists.push(numbers.clone());
                    self.list_words.push(words.clone());
                    self.lists.len() - 1
                });
                CompiledExpression { operand: Operand::number(0), kind: Type::List(at as u16) }
            }
        }
    }

    /// What an entry of a list is: a number, or one of its words.
    pub(super) fn entry_of(&self, list: u16) -> Type {
        let words = &self.list_words[usize::from(list)];
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

    /// Whether an expression is `face`, or `before.face`, and which of both.
    fn faces_of(&self, of: &Expr) -> Option<bool> {
        let (name, indices, before) = self.base(of)?;
        (name == "face" && indices.is_empty()).then_some(before)
    }

    pub(super) fn field(
        &mut self,
        of: &Expr,
        field: &Name,
        place: &Range<usize>,
    ) -> Out<CompiledExpression<S>> {
        if let Some(path) = self.path(of, field) {
            if let Some(known) = self.number_of_the_rules(&path) {
                let found = self.known(&known);
                match found.kind {
                    Type::Text(text) => self.texts_of_rules.insert(text, path),
                    Type::List(list) => self.lists_of_rules.insert(list, path),
                    _ => None,
                };
                return Ok(found);
            }
            let inside = format!("{path}.");
            if self.numbers.known.keys().any(|key| key.starts_with(&inside)) {
                let message = format!("`{path}` has entries of its own");
                return slip(Kind::ScriptType, place, message, "write one of them");
            }
            return Err(self.no_number(&path, place));
        }
        if let ExprKind::Name(name) = &of.kind
            && let Some(key) = self.key_of_abilities(name)
        {
            return self.with_ability(key, field);
        }
        if let Some(before) = self.faces_of(of) {
            self.frame.effects.looks |= Touched::FACES;
            let declared = &self.layout.declared;
            let faces = declared.faces.iter().map(|face| face.as_str());
            let face =
                self.declared_word(&field.text.replace('_', "-"), &field.range, "face", faces)?;
            let face = usize::from(face) & 7;
            let run = Box::new(move |m: &mut Machine<'_, S>| m.table(before).faces[face]);
            return Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Cards });
        }
        let found = self.expression(of)?;
        match found.kind {
            Type::Table => self.of_the_table(field, false),
            Type::Before => self.of_the_table(field, true),
            Type::Cards => self.of_a_card(found.operand, field, place),
            Type::Column(column) => self.of_a_column(column, field),
            other => {
                let message = format!("{} has no `{}`", other.describe(), field.text);
                slip(
                    Kind::ScriptType,
                    &field.range,
                    message,
                    "fields are of the table, of cards and of columns",
                )
            }
        }
    }

    /// `t.round`, `t.turn`, `t.asked`.
    pub(super) fn of_the_table(
        &mut self,
        field: &Name,
        before: bool,
    ) -> Out<CompiledExpression<S>> {
        let read = move |m: &Machine<'_, S>, what: fn(&Table<S>) -> i64| {
            S::of_number(what(m.table(before)))
        };
        let number = |what: fn(&Table<S>) -> i64| {
            let run = Box::new(move |m: &mut Machine<'_, S>| read(m, what));
            Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Number })
        };
        let counter = self.counter_named(&field.text);
        let zone = self.zone_named(&field.text);
        self.frame.effects.looks |= match (counter, zone) {
            (Some(counter), _) => Touched::counter(counter),
            (None, Some(zone)) => Touched::zone(zone),
            (None, None) if field.text == "over" => Touched::OVER,
            (None, None) => Touched::TURN,
        };
        match field.text.as_str() {
            "turn" => return number(|table| i64::from(table.decides())),
            "next" => return number(|table| i64::from(table.turn)),
            "over" => {
                let run = Box::new(move |m: &mut Machine<'_, S>| is_true(m.table(before).over));
                return Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Bool });
            }
            "asked" => {
                let run =
                    Box::new(|m: &mut Machine<'_, S>| S::of_number(i64::from(m.scratch.asked.0)));
                return Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Number });
            }
            "asks" => {
                let questions: Vec<String> = self.layout.declared.questions.clone();
                self.lists.push(Arc::from([]));
                self.list_words.push(questions.into());
                let words = self.entry_of((self.lists.len() - 1) as u16);
                let run = Box::new(move |m: &mut Machine<'_, S>| {
                    let question = m.table(before).question();
                    S::of_number(question.map_or(NONE, |question| i64::from(question.kind)))
                });
                return Ok(CompiledExpression { operand: Operand::Run(run), kind: words });
            }
            "card" => {
                let run = Box::new(|m: &mut Machine<'_, S>| {
                    m.scratch.asked.1.map_or(S::default(), S::one)
                });
                return Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Cards });
            }
            _ => {}
        }
        let declared = &self.layout.declared;
        if before {
            let several = counter.filter(|at| declared.counters[*at].each != Each::One);
            let kind = zone
                .map(|at| Type::Zones(at as u8, declared.zones[at].each, true))
                .or(several.map(|at| Type::Counters(at as u8, true)));
            if let Some(kind) = kind {
                return Ok(CompiledExpression { operand: Operand::number(0), kind });
            }
        }
        let one = |kind: &&CounterKind| kind.name == field.text;
        let Some(kind) = declared.counters.iter().find(one) else {
            let known = declared.counters.iter().filter(|kind| kind.each == Each::One);
            let known = known
                .map(|kind| kind.name.as_str())
                .chain(["turn", "next", "asks", "asked", "card", "over"]);
            let help = match did_you_mean(&field.text, known.clone()) {
                Some(near) => format!("did you mean `t.{near}`?"),
                None => format!(
                    "the table has {}; declare others in [table.counters]",
                    list_words(known)
                ),
            };
            let message = format!("the table has no counter `{}`", field.text);
            return slip(Kind::ScriptName, &field.range, message, help);
        };
        if kind.each != Each::One {
            let message = format!("there are several counters `{}`", kind.name);
            let help = format!("say which: `{}[me]`", kind.name);
            return slip(Kind::ScriptType, &field.range, message, help);
        }
        let (number, holds) = (kind.first, kind.holds);
        Ok(self.reading(Numbered::One(number), holds, before))
    }

    /// A counter, read.
    pub(super) fn reading(
        &self,
        number: Numbered<S>,
        holds: CounterValue,
        before: bool,
    ) -> CompiledExpression<S> {
        let read =
            move |m: &mut Machine<'_, S>, number: u8| i64::from(m.table(before).counter(number));
        match holds {
            CounterValue::Number => CompiledExpression {
                operand: number.then(move |m, n| S::of_number(read(m, n))),
                kind: Type::Number,
            },
            CounterValue::Flag => CompiledExpression {
                operand: number.then(move |m, n| is_true(read(m, n) != 0)),
                kind: Type::Bool,
            },
            CounterValue::Seat => {
                let read = move |m: &mut Machine<'_, S>, n: u8| {
                    let seat = read(m, n);
                    S::of_number(if seat < 0 { NONE } else { seat })
                };
                CompiledExpression { operand: number.then(read), kind: Type::Maybe }
            }
        }
    }

    pub(super) fn of_a_card(
        &mut self,
        card: Operand<S>,
        field: &Name,
        place: &Range<usize>,
    ) -> Out<CompiledExpression<S>> {
        let at = place.start as u32;
        let Some(index) = self.column_named(&field.text) else {
            let known = self.layout.columns.iter().map(|column| column.name.as_str());
            let help = match did_you_mean(&field.text, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the cards have {}", list_words(known)),
            };
            let message = format!("no card has `{}`", field.text);
            let slip = ScriptSlip::new(Kind::ScriptName, field.range.clone(), message, help);
            return Err(self.because_unread(&field.text, slip));
        };
        match &self.layout.columns[index].kind {
            ColumnKind::Number(_) => {
                let column: Arc<[i32]> = self.column_numbers(index);
                let run = card.run();
                let run = Box::new(move |m: &mut Machine<'_, S>| {
                    let cards = run(m);
                    let card = m.one_card(cards, at);
                    S::of_number(column.get(usize::from(card)).map_or(0, |n| i64::from(*n)))
                });
                Ok(CompiledExpression { operand: Operand::Run(run), kind: Type::Number })
            }
            ColumnKind::Word(words) => {
                let sets: Arc<[S]> = words.iter().map(|(_, cards)| *cards).collect();
                let run = card.run();
                let run = Box::new(move |m: &mut Machine<'_, S>| {
                    let cards = run(m);
                    let card = m.one_card(cards, at);
                    let word = sets.iter().position(|set| set.has(card));
                    S::of_number(word.map_or(NONE, |word| word as i64))
                });
                Ok(CompiledExpression {
                    operand: Operand::Run(run),
                    kind: Type::Word(index as u16),
                })
            }
            ColumnKind::Flag(set) => {
                let set = *set;
                let operand = card.then(move |m, cards| {
                    let card = m.one_card(cards, at);
                    is_true(set.has(card))
                });
                Ok(CompiledExpression { operand, kind: Type::Bool })
            }
            ColumnKind::Words(_) => {
                let message = format!("a card has several `{}`", field.text);
                let help = format!("write `c in {}.word`", field.text);
                slip(Kind::ScriptType, &field.range, message, help)
            }
        }
    }

    fn column_named(&self, name: &str) -> Option<usize> {
        self.layout.columns.iter().position(|column| column.name == name)
    }

    /// The kind of zone of a name, which the script uses from now on.
    pub(super) fn zone_named(&mut self, name: &str) -> Option<usize> {
        let mut zones = self.layout.declared.zones.iter();
        let found = zones.position(|kind| kind.name == name)?;
        self.reads.declared.insert(("zone", name.to_owned()));
        Some(found)
    }

    /// The kind of counter of a name, which the script uses from now on.
    pub(super) fn counter_named(&mut self, name: &str) -> Option<usize> {
        let mut counters = self.layout.declared.counters.iter();
        let found = counters.position(|kind| kind.name == name)?;
        self.reads.declared.insert(("counter", name.to_owned()));
        Some(found)
    }

    /// A number of the rules, or what a ruling decides, which the script reads from now on.
    pub(super) fn number_of_the_rules(&mut self, path: &str) -> Option<KnownValue<S>> {
        let known = self.numbers.known.get(path).cloned()?;
        self.reads.numbers.insert(path.to_owned());
        Some(known)
    }

    /// The numbers of a column; empty when it is of another kind.
    pub fn column_numbers(&self, column: usize) -> Arc<[i32]> {
        match self.layout.columns.get(column).map(|column| &column.kind) {
            Some(ColumnKind::Number(numbers)) => numbers.as_slice().into(),
            _ => Arc::from([]),
        }
    }

    /// `suit.hearts`: the cards that have the word.
    pub(super) fn of_a_column(&mut self, column: u16, field: &Name) -> Out<CompiledExpression<S>> {
        let column = &self.layout.columns[usize::from(column)];
        let (ColumnKind::Word(words) | ColumnKind::Words(words)) = &column.kind else {
            let message = format!("`{}` is a number on each card", column.name);
            let help = format!("write `having({}, 3)` for the cards that have 3", column.name);
            return slip(Kind::ScriptType, &field.range, message, help);
        };
        let wanted = field.text.replace('_', "-");
        let found = words.iter().find(|(word, _)| word.replace('_', "-") == wanted);
        let Some((_, cards)) = found else {
            let known = words.iter().map(|(word, _)| word.as_str());
            let help = match did_you_mean(&wanted, known.clone()) {
                Some(near) => format!("did you mean `{}.{}`?", column.name, near.replace('-', "_")),
                None => format!("the cards have {}", list_words(known)),
            };
            let message = format!("no card has `{}` as `{}`", field.text, column.name);
            return slip(Kind::ScriptName, &field.range, message, help);
        };
        Ok(CompiledExpression { operand: Operand::Constant(*cards), kind: Type::Cards })
    }

    /// Whether an expression is the table.
    pub fn is_table(&mut self, of: &Expr) -> Out<()> {
        let found = self.expression(of)?;
        if found.kind == Type::Table {
            return Ok(());
        }
        let message = format!("{} is no table", found.kind.describe());
        slip(Kind::ScriptType, &of.range, message, "write `t`, the first parameter")
    }
}
