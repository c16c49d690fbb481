//! The verbs that call the functions of abilities, with the parameters of the cards' rows.

use std::sync::Arc;

use super::code::CompiledFunction;
use super::compile::{Made, ScriptCompiler};
use super::machine::{Machine, NONE};
use super::numbers::said;
use super::operand::{Compiled, Operand, Type, constant, typed};
use super::verbs::{Purpose, Verb, verbs};
use crate::rules::Bits;
use crate::source::{did_you_mean, instead};
use crate::syntax::{Expr, Name, Out, ScriptSlip, fail, is_keyword, slip};
use crate::table::{
    Ability, Argument, CardSet, ColumnKind, Has, Layout, Listed, Parameter, ParameterKind,
    instead_of, names,
};

verbs! { PERFORMS: Performs, performs(own, call, _at);
    /// Calls `prefix_ABILITY` for each ability of a card that has such a function, in the order of its row, with the values
    /// behind the prefix and then those of the row; gives the sum where they return numbers. `"key.prefix"` takes the
    /// abilities under one key alone.
    "perform(\"prefix\", …, card)" "perform(\"gain\", t, me, first(deck))"
    perform(prefix: any .. passed) => own.performing(call, prefix, passed, true);

    /// The same for many cards: one call for each ability, with all cards of the set that have it alike.
    "perform_all(\"prefix\", …, cards)" "n = perform_all(\"worth\", deck)"
    perform_all(prefix: any .. passed) => own.performing(call, prefix, passed, false);
}

/// Most values that are passed on to the functions of abilities.
const MOST_PASSED: usize = 6;

/// A function of an ability, with what a row gives it.
struct Performed<S: CardSet> {
    code: Arc<CompiledFunction<S>>,
    values: Box<[S]>,
    /// The cards that have it so.
    cards: S,
}

/// All of a prefix, with what of them each card has.
struct Performing<S: CardSet> {
    all: Box<[Performed<S>]>,
    /// By card, which of them are its own.
    of_cards: Box<[Box<[u32]>]>,
}

impl<S: CardSet> Performing<S> {
    fn new(all: Vec<Performed<S>>, cards: usize) -> Self {
        let own = |card: usize| {
            let own = all.iter().zip(0..).filter(|(one, _)| one.cards.has(card as u8));
            own.map(|(_, at)| at).collect()
        };
        Performing { of_cards: (0..cards).map(own).collect(), all: all.into() }
    }

    /// Those of a card, in the order of its row.
    #[inline]
    fn of(&self, card: u8) -> impl Iterator<Item = &Performed<S>> {
        let own = self.of_cards.get(usize::from(card)).into_iter().flatten();
        own.filter_map(|at| self.all.get(*at as usize))
    }
}

/// A parameter's name as a function may have it: `from_` for `from`.
fn free_name(name: &str) -> String {
    let name = said(name);
    if is_keyword(&name) { name + "_" } else { name }
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// The key of abilities that a name is.
    pub fn key_of_abilities(&self, name: &str) -> Option<u8> {
        let keys = &self.layout.abilities.keys;
        keys.iter().position(|key| said(key) == name)?.try_into().ok()
    }

    /// `gives.points`: the cards with an ability under a key.
    pub fn with_ability(&mut self, key: u8, field: &Name) -> Compiled<S> {
        let (layout, abilities) = (self.layout, &self.layout.abilities);
        let mut names = abilities.all.iter().map(|ability| said(&ability.name));
        let Some(ability) = names.position(|name| name == field.text) else {
            let known = abilities.under(key).map(|ability| ability.name.as_str());
            let help = instead(&field.text, known);
            fail!(ScriptName, field.range, "there is no ability `{}`", field.text; help);
        };
        self.played.insert(ability);
        let has = |has: &Has| usize::from(has.ability) == ability && has.key == key;
        let cards = (0..).zip(&layout.has).filter(|(_, all)| all.iter().any(has));
        constant(S::of(cards.map(|(card, _)| card)), Type::Cards)
    }

    /// The words that a number of `Type::Word` can stand for: those of a column, or of a parameter, behind the columns.
    pub fn domain(&self, of: usize) -> (&str, Vec<&str>) {
        if let Some(column) = self.layout.columns.get(of) {
            let words = match &column.kind {
                ColumnKind::Word(words) | ColumnKind::Words(words) => words.as_slice(),
                _ => &[],
            };
            return (&column.name, words.iter().map(|(word, _)| word.as_str()).collect());
        }
        if let Some(list) = of.checked_sub(self.own_domains()) {
            let words = self.list_words.get(list).map_or(&[][..], |words| words);
            let path = self.lists_of_rules.get(&list);
            return (path.map_or("it", String::as_str), names(words).collect());
        }
        let found = self.parameters().nth(of - self.layout.columns.len());
        found.map_or(("", Vec::new()), |found| (&found.name, names(found.words()).collect()))
    }

    /// Abilities that no function plays, though cards have them.
    pub fn unplayed(&self) -> Vec<ScriptSlip> {
        let all = self.layout.abilities.all.iter().enumerate();
        let unplayed = all.filter(|(at, _)| !self.played.contains(at));
        let slips = unplayed.map(|(_, ability)| {
            let (name, said_name) = (&ability.name, said(&ability.name));
            if let Some((prefix, near)) = self.nearly_plays(&said_name) {
                return slip!(
                    ScriptUse, near.range,
                    "nothing plays the ability `{name}`";
                    "is this it? Then call it `{prefix}_{said_name}`"
                );
            }
            let function = |prefix: &str, first: Vec<String>| {
                let own = ability.parameters.iter().map(|parameter| free_name(&parameter.name));
                let all: Vec<String> = first.into_iter().chain(own).collect();
                format!("write `def {prefix}_{said_name}({}):`", all.join(", "))
            };
            let help = match self.model(ability) {
                Some((prefix, first, other)) => {
                    let like = format!("`{prefix}_{}` does it for `{other}`", said(other));
                    format!("{}, as {like}", function(prefix, first))
                }
                None => {
                    let keys = &self.layout.abilities.keys;
                    let key = ability.keys.first().and_then(|key| keys.get(usize::from(*key)));
                    let prefix = key.map_or("happens".into(), |key| said(key));
                    let function = function(&prefix, ["t", "me", "c"].map(str::to_owned).into());
                    format!("{function}, and call it with `perform(\"{prefix}\", t, me, c)`")
                }
            };
            slip!(ScriptUse, 0..0, "nothing plays the ability `{name}`"; help)
        });
        slips.collect()
    }

    /// A function that nothing calls, `now_fines`, and is nearly called after an ability, `fine`: with its prefix.
    fn nearly_plays(&self, ability: &str) -> Option<(&str, &Name)> {
        self.uncalled_names().find_map(|name| {
            let mut parts = name.text.match_indices('_').map(|(at, _)| name.text.split_at(at));
            let near = parts.find(|(_, rest)| did_you_mean(ability, [&rest[1..]]).is_some());
            Some((near?.0, name))
        })
    }

    /// How most abilities in the same position are played: the prefix of their functions, the parameters before their
    /// own, and one of them.
    fn model(&self, ability: &Ability) -> Option<(&str, Vec<String>, &str)> {
        let alike = |other: &&Ability| {
            other.name != ability.name && other.keys.iter().any(|key| ability.keys.contains(key))
        };
        let found = self.prefixes.iter().map(|prefix| {
            let others = self.layout.abilities.all.iter().filter(alike);
            let played = others.filter_map(|other| {
                let function = self.function(&format!("{prefix}_{}", said(&other.name)))?;
                let parameters = &self.script.functions[function].parameters;
                let first = parameters.len().checked_sub(other.parameters.len())?;
                Some((&parameters[..first], other.name.as_str()))
            });
            (prefix, played.collect::<Vec<_>>())
        });
        let (prefix, played) = found.rev().max_by_key(|(_, played)| played.len())?;
        let (first, other) = played.first()?;
        let first = first.iter().map(|name| name.text.trim_start_matches('_').to_owned());
        Some((prefix, first.collect(), other))
    }

    /// How many columns and parameters there are, whose words come before those of lists.
    pub(super) fn own_domains(&self) -> usize {
        self.layout.columns.len() + self.parameters().count()
    }

    fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        let all = self.layout.abilities.all.iter();
        all.flat_map(|ability| &ability.parameters)
    }

    /// What a parameter is in a script.
    fn type_of(&self, parameter: &Parameter) -> Type {
        let columns = &self.layout.columns;
        let column = match &parameter.kind {
            ParameterKind::Number { .. } if parameter.may_lack() => return Type::Maybe,
            ParameterKind::Number { .. } => return Type::Number,
            ParameterKind::Flag => return Type::Bool,
            ParameterKind::Word { key, .. } if !parameter.also => {
                columns.iter().position(|column| {
                    matches!(column.kind, ColumnKind::Word(_) | ColumnKind::Words(_))
                        && column.name == said(key)
                })
            }
            _ => None,
        };
        let own = || {
            let mut all = self.parameters();
            // Lists of the same words are of one kind: a word of one can be looked for in the other.
            let at = all.position(|other| other.words() == parameter.words());
            columns.len() + at.unwrap_or(0)
        };
        let domain = column.unwrap_or_else(own);
        match (parameter.list, parameter.repeats) {
            (false, _) => Type::Word(domain),
            (true, true) => Type::Bag(domain),
            (true, false) => Type::Words(domain),
        }
    }

    fn performing(
        &mut self,
        call: &Expr,
        prefix_at: &Expr,
        passed: &[Expr],
        is_one: bool,
    ) -> Compiled<S> {
        let Some((cards, passed)) = passed.split_last() else {
            return Err(self.misused(call));
        };
        let prefix = self.quoted(prefix_at)?;
        self.prefixes.extend(prefix.rsplit('.').next().map(str::to_owned));
        if passed.len() > MOST_PASSED {
            fail!(
                ScriptBound, call.range,
                "more than {MOST_PASSED} values are passed on";
                "keep some of them in counters of the table"
            );
        }
        let (operands, mut kinds) = self.arguments(passed)?;
        let cards = self.cards(cards)?;
        kinds.push(Type::Cards);
        let (performed, returns) = self.performed(prefix, prefix_at, call, &kinds)?;
        let at = call.at();
        let run = Operand::new(move |m| {
            let mut values = [S::default(); MOST_PASSED];
            for (value, operand) in values.iter_mut().zip(&operands) {
                *value = operand.get(m);
            }
            let cards = cards.get(m);
            if is_one {
                m.one_card(cards, at);
            }
            let mut sum = Some(0i64);
            let mut perform = |m: &mut Machine<'_, S>, ability: &Performed<S>, having: S| {
                if !m.is_sound() {
                    return;
                }
                let next = m.top();
                for value in &values[..operands.len()] {
                    m.push(*value);
                }
                m.push(having);
                for value in &ability.values {
                    m.push(*value);
                }
                let given = m.invoke(&ability.code, next, at).number();
                sum = sum.and_then(|sum| sum.checked_add(given));
            };
            if cards.is_single() {
                for ability in performed.of(cards.first()) {
                    perform(m, ability, cards);
                }
            } else {
                for ability in &performed.all {
                    let having = cards.intersection(ability.cards);
                    if !having.is_empty() {
                        perform(m, ability, having);
                    }
                }
            }
            if returns == Type::Number { m.checked(sum, at) } else { S::of_number(NONE) }
        });
        typed(run, returns)
    }

    /// The functions of a prefix: one entry for each ability with each list of values, in the order of the rows.
    fn performed(
        &mut self,
        prefix: &str,
        place: &Expr,
        call: &Expr,
        kinds: &[Type],
    ) -> Out<(Performing<S>, Type)> {
        let (layout, abilities) = (self.layout, &self.layout.abilities);
        let (key, prefix) = match prefix.split_once('.') {
            None => (None, prefix),
            Some((name, prefix)) => match self.key_of_abilities(&said(name)) {
                None => {
                    let help = instead_of(&abilities.keys, name);
                    fail!(ScriptName, place.range, "no abilities stand under `{name}`"; help)
                }
                key => (key, prefix),
            },
        };
        let is_meant = |ability: &&Ability| key.is_none_or(|key| ability.keys.contains(&key));
        let mut made: Vec<Option<Made<S>>> = Vec::new();
        let mut returns: Option<Type> = None;
        for (at, ability) in abilities.all.iter().enumerate() {
            let name = format!("{prefix}_{}", said(&ability.name));
            let Some(function) = self.function(&name).filter(|_| is_meant(&ability)) else {
                made.push(None);
                continue;
            };
            let mut arguments = kinds.to_vec();
            arguments.extend(ability.parameters.iter().map(|parameter| self.type_of(parameter)));
            let one = self.make(function, &arguments, Some(call))?;
            self.calls(&one);
            let (place, kind) = (&self.script.functions[function].name.range, one.returns);
            if !matches!(kind, Type::Number | Type::None) {
                fail!(
                    ScriptType, place,
                    "`{name}` returns {kind}"; "return a number, which is added up, or nothing"
                );
            }
            if let Some(other) = returns.filter(|other| *other != kind) {
                fail!(
                    ScriptType, place,
                    "`{name}` returns {kind}, others {other}";
                    "all functions of a prefix return a number, or none of them"
                );
            }
            returns = Some(kind);
            self.played.insert(at);
            made.push(Some(one));
        }
        let Some(returns) = returns else {
            let help = match abilities.all.iter().find(is_meant) {
                Some(ability) => format!("write `def {prefix}_{}(…):`", said(&ability.name)),
                None => "declare `[ability.NAME]` in game.toml".to_owned(),
            };
            fail!(ScriptUse, place.range, "no ability has a function `{prefix}_…`"; help)
        };
        let all = listed(layout, &self.bags, key, &made);
        Ok((Performing::new(all, layout.has.len()), returns))
    }
}

/// What is performed for which cards. Entries are in an order in which those of each card follow one another as in its row: an
/// entry is used again only behind the last that the card has used.
fn listed<S: CardSet>(
    layout: &Layout<S>,
    bags: &[Listed],
    key: Option<u8>,
    made: &[Option<Made<S>>],
) -> Vec<Performed<S>> {
    let mut entries: Vec<(&Has, Performed<S>)> = Vec::new();
    for (card, has) in layout.has.iter().enumerate() {
        let mut from = 0;
        for one in has.iter().filter(|one| key.is_none_or(|key| one.key == key)) {
            let Some(Some(made)) = made.get(usize::from(one.ability)) else {
                continue;
            };
            let same = |(other, _): &(&Has, Performed<S>)| {
                other.ability == one.ability && other.values == one.values
            };
            let found = entries[from..].iter().position(same).map(|at| at + from);
            let at = found.unwrap_or_else(|| {
                let ability = &layout.abilities.all[usize::from(one.ability)];
                let values = ability.parameters.iter().zip(&one.values);
                let values = values.map(|(parameter, value)| word(bags, parameter, *value));
                let (code, values) = (made.code.clone(), values.collect());
                entries.push((one, Performed { code, values, cards: S::default() }));
                entries.len() - 1
            });
            let cards = &mut entries[at].1.cards;
            *cards = cards.union(S::one(card as u8));
            from = at + 1;
        }
    }
    entries.into_iter().map(|(_, performed)| performed).collect()
}

/// A value of a row as a script has it.
fn word<S: CardSet>(bags: &[Listed], parameter: &Parameter, value: Argument) -> S {
    match value {
        Argument::Words(words) if parameter.repeats => {
            let bag = bags.iter().position(|bag| *bag == words);
            S::of_number(bag.unwrap_or(0) as i64)
        }
        Argument::Absent if parameter.list => S::default(),
        Argument::Absent => S::of_number(NONE),
        Argument::Number(number) => S::of_number(number),
        Argument::Flag(flag) => S::of_number(flag),
        Argument::Word(word) => S::of_number(word),
        Argument::Words(words) => S::of(Bits(words.set())),
    }
}
