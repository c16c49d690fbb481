//! Reads `[ability.NAME]` of `game.toml`. The game file and its decks come in; [`Abilities`] go out, and every fault
//! is reported. [`super::made_fields`] reads the fields that are made of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::abilities::{
    Abilities, Ability, COMMON, MOST_ABILITIES, MOST_IN_A_LIST, MOST_LISTED, MOST_PARAMETERS,
    Parameter, ParameterKind,
};
use super::made_fields::rows;
use super::named::{instead_of, names, numbered};
use super::reading::too_many;
use super::reading_zones::one_or_more;
use super::wording::Wording;
use super::wording_reading::{WordingNames, is_name};
use crate::cards::{Datum, Deck, GameFile, Key, Reader, SharedFields, TomlTable, Value};
use crate::source::{Code, Diagnostics, Span, fault, instead};

/// What a parameter can be besides words.
const KINDS: [&str; 2] = ["number", "flag"];

/// The words that the cards have under a key, as they come first, then those that only the look-up table of that name lists.
pub fn words_of(key: &str, game: &GameFile, decks: &[Deck]) -> Vec<String> {
    let values = rows(decks).filter_map(|row| row.get(key));
    let words = values.flat_map(one_or_more).filter_map(Value::as_str);
    let rows = game.tables.get(key).into_iter().flatten();
    let mut known = BTreeSet::new();
    let words = words.chain(rows.map(|(id, _)| id.as_str())).filter(|word| known.insert(*word));
    words.map(str::to_owned).collect()
}

impl Abilities {
    /// Reads the declarations of a game. `symbols` are the pictures that sentences may name; any, where they are not known.
    pub fn read(
        game: &GameFile,
        decks: &[Deck],
        symbols: Option<&[String]>,
        faults: &mut Diagnostics,
    ) -> Abilities {
        let before = faults.iter().count();
        let lang = game.lang.as_ref().map(|(tag, _)| tag.clone());
        let language = lang.unwrap_or_else(|| "en".to_owned());
        let mut reading = AbilityReading {
            game,
            decks,
            symbols,
            shared: game.fields(),
            faults,
            abilities: Abilities { language, ..Abilities::default() },
        };
        for (key, value) in game.abilities.iter().flat_map(|(table, _)| &table.entries) {
            if reading.abilities.all.len() == MOST_ABILITIES {
                too_many(reading.faults, key.span, "abilities", MOST_ABILITIES);
                break;
            }
            let ability = reading.ability(key, value);
            reading.abilities.all.extend(ability);
        }
        reading.abilities.fields = reading.fields();
        let mut abilities = reading.abilities;
        abilities.is_wrong = faults.iter().count() > before;
        abilities
    }
}

pub(super) struct AbilityReading<'a> {
    pub(super) game: &'a GameFile,
    pub(super) decks: &'a [Deck],
    symbols: Option<&'a [String]>,
    pub(super) shared: SharedFields,
    pub(super) faults: &'a mut Diagnostics,
    pub(super) abilities: Abilities,
}

impl AbilityReading<'_> {
    pub(super) fn fault(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.faults.error(Code::Declaration, span, message, help);
    }

    /// Whether a word can name an ability or a parameter.
    fn name(&mut self, key: &Key, what: &str) -> bool {
        let good = is_name(&key.name);
        if !good {
            fault!(self, key.span; "`{}` cannot name {what}", key.name; "write it with the letters a to z, digits and `-`");
        }
        good
    }

    /// The table of `[ability.NAME]` or `[field.NAME]`.
    pub(super) fn section<'v>(
        &mut self,
        of: &str,
        key: &Key,
        value: &'v Value,
    ) -> Option<&'v TomlTable> {
        let (name, table) = (&key.name, value.as_table());
        if table.is_none() {
            fault!(self, value.span; "`{of}.{name}` is {}", value.kind(); "write `[{of}.{name}]` above its keys");
        }
        table
    }

    fn ability(&mut self, key: &Key, value: &Value) -> Option<Ability> {
        if !self.name(key, "an ability") {
            return None;
        }
        let table = self.section("ability", key, value)?;
        let mut r = Reader::new(table, value.span, "an ability", self.faults);
        let stands = r.value("in");
        r.need("in", "\"gives\"");
        let rest: Vec<&(Key, Value)> = r.rest().collect();
        // A word that a wording asks for was meant as a parameter.
        let is_asked = |name: &str| {
            let gaps = ["}", ".", "|"].map(|end| format!("{{{name}{end}"));
            let groups = [":", "=", "!", "<", ">", "/", "."].map(|end| format!("[{name}{end}"));
            let asks = |text: &str| gaps.iter().chain(&groups).any(|ask| text.contains(ask));
            rest.iter().flat_map(|(_, value)| texts(value)).any(asks)
        };
        let (worded, declared): (Vec<_>, Vec<_>) = rest
            .iter()
            .copied()
            .partition(|(key, value)| is_wording(value) && !is_asked(&key.name));
        if worded.is_empty() {
            r.missing("says", "\"…\"");
        }
        let keys = stands.map_or_else(Vec::new, |stands| self.keys(stands));
        let mut parameters = Vec::new();
        for (key, value) in &declared {
            if parameters.len() == MOST_PARAMETERS {
                too_many(self.faults, key.span, "parameters of an ability", MOST_PARAMETERS);
                break;
            }
            parameters.extend(self.parameter(key, value));
        }
        // If a wrong parameter were dropped, every mention of it would be reported as well.
        let is_sound = parameters.len() == declared.len();
        if is_sound {
            self.bonds(&key.name, &keys, &parameters);
        }
        let mut wordings = Vec::new();
        for (key, value) in &worded {
            let patterns = self.patterns(value, &parameters, is_sound);
            wordings.push((key.name.clone(), patterns));
        }
        let source = worded.first().and_then(|(_, value)| texts(value).next());
        Some(Ability {
            name: key.name.clone(),
            span: key.span,
            keys,
            parameters,
            wordings,
            source: source.unwrap_or_default().to_owned(),
        })
    }

    /// The patterns of a wording: one, or a list.
    fn patterns(
        &mut self,
        value: &Value,
        parameters: &[Parameter],
        is_sound: bool,
    ) -> Vec<Wording> {
        let mut patterns = Vec::new();
        for one in one_or_more(value) {
            let known = WordingNames {
                game: self.game,
                decks: self.decks,
                shared: &self.shared,
                symbols: self.symbols,
            };
            let text = one.as_str().unwrap_or_default();
            let (wording, keys, faults) = Wording::read(text, parameters, known);
            patterns.push(wording);
            self.abilities.printed.extend(keys);
            for fault in faults.into_iter().filter(|_| is_sound) {
                self.fault(one.span, fault.message, fault.help);
            }
        }
        patterns
    }

    /// The keys of rows in which an ability is allowed.
    fn keys(&mut self, value: &Value) -> Vec<u8> {
        let mut keys = Vec::new();
        for one in some(value) {
            let help = "name a key of the rows that is for abilities alone: \"gives\"";
            let name = match one.as_str() {
                Some(name) if is_name(name) && !COMMON.contains(&name) => name,
                Some(name) => {
                    fault!(self, one.span; "no ability can stand under `{name}`"; help);
                    continue;
                }
                None => {
                    fault!(self, one.span; "`in` is {}", one.kind(); "name a key of the rows: \"gives\"");
                    continue;
                }
            };
            let known = &mut self.abilities.keys;
            if !known.iter().any(|key| key == name) {
                known.push(name.to_owned());
            }
            match numbered(known, name) {
                Some(at) => keys.push(at),
                None => too_many(self.faults, one.span, "keys for abilities", 255),
            }
        }
        keys
    }

    fn parameter(&mut self, key: &Key, value: &Value) -> Option<Parameter> {
        if !self.name(key, "a parameter") {
            return None;
        }
        let name = &key.name;
        let Some(table) = value.as_table() else {
            fault!(self, value.span; "`{name}` is {}", value.kind(); "write what it can be: `{name} = {{ is = \"number\", to = 9 }}`");
            return None;
        };
        let limits = i64::from(i16::MIN)..=i64::from(i16::MAX);
        let mut r = Reader::new(table, value.span, "a parameter", self.faults);
        let is = r.value("is");
        r.need("is", "\"number\"");
        let [from, to] = ["from", "to"].map(|key| r.integer(key, limits.clone()));
        let [list, optional, repeats] = ["list", "optional", "repeats"].map(|key| r.boolean(key));
        let [also, needs, without] = ["also", "needs", "without"].map(|key| r.value(key));
        let (stands, default) = (r.value("in"), r.value("default"));
        r.finish();
        let mut others =
            |value: Option<&Value>| self.words(value.map_or(&[][..], one_or_more), Vec::new());
        let (needs, without) = (others(needs), others(without));
        let keys = stands.map_or_else(Vec::new, |stands| self.keys(stands));
        let length = if list { self.length(from, to) } else { None };
        let mut kind = if list { self.kind(is?, None, None) } else { self.kind(is?, from, to) }?;
        if let Some(also) = also {
            kind = self.also(kind, also)?;
        }
        if let Some(repeats) = table.get("repeats").filter(|_| !list) {
            fault!(self, repeats.span; "`{name}` is no list, in which words could repeat"; "write `list = true` as well");
        }
        let of_words = matches!(kind, ParameterKind::Choice(_) | ParameterKind::Word { .. });
        if list && !of_words {
            fault!(self, key.span; "`{name}` is a list, and not of words"; "take `list = true` away");
        }
        let mut parameter = Parameter {
            name: name.clone(),
            span: key.span,
            kind,
            list: list && of_words,
            repeats,
            also: also.is_some(),
            length: length.unwrap_or((1, MOST_IN_A_LIST)),
            keys,
            needs,
            without,
            optional,
            default: None,
        };
        if parameter.list && parameter.words().len() > MOST_LISTED {
            too_many(self.faults, key.span, "words to list", MOST_LISTED);
        }
        if let Some(default) = default {
            if optional {
                fault!(self, default.span; "`{name}` is optional, and has a default"; "take one of them away");
            }
            let read = parameter.value(default).map_err(|(span, fault)| {
                self.faults.push(fault.error(Code::AbilityShape).at(span));
            });
            parameter.default = read.ok();
            // A wrong default is reported once, not again for each row that leaves it out.
            parameter.optional = parameter.default.is_none();
        }
        Some(parameter)
    }

    /// The fewest and the most words of a list.
    fn length(
        &mut self,
        from: Option<(i64, Span)>,
        to: Option<(i64, Span)>,
    ) -> Option<(usize, usize)> {
        let bound = |bound: Option<(i64, Span)>, otherwise: usize| {
            bound.map_or(Some(otherwise), |(n, _)| usize::try_from(n).ok())
        };
        let length = bound(from, 1).zip(bound(to, MOST_IN_A_LIST));
        let length =
            length.filter(|(least, most)| 1 <= *least && least <= most && *most <= MOST_IN_A_LIST);
        if let (None, Some((_, span))) = (length, to.or(from)) {
            fault!(self, span; "no list has so many words"; "let `from` and `to` lie between 1 and {MOST_IN_A_LIST}");
        }
        length
    }

    /// Reports parameters that name parameters that do not exist, or keys under which their ability is not allowed.
    fn bonds(&mut self, ability: &str, keys: &[u8], parameters: &[Parameter]) {
        for parameter in parameters {
            let others = names(parameters).filter(|other| *other != parameter.name);
            for name in parameter.needs.iter().chain(&parameter.without) {
                if !others.clone().any(|other| other == name) {
                    fault!(self, parameter.span; "`{ability}` has no other parameter `{name}`"; instead(name, others.clone()));
                }
            }
            if let Some(key) = parameter.keys.iter().find(|key| !keys.contains(key)) {
                let name = |key: &u8| self.abilities.keys[usize::from(*key)].clone();
                let (key, known) = (name(key), keys.iter().map(name).collect::<Vec<_>>());
                fault!(self, parameter.span; "`{ability}` does not stand under `{key}`"; instead_of(&known, &key));
            }
        }
    }

    fn kind(
        &mut self,
        is: &Value,
        from: Option<(i64, Span)>,
        to: Option<(i64, Span)>,
    ) -> Option<ParameterKind> {
        if is.as_str() == Some("number") {
            let low = from.map_or(0, |(from, _)| from);
            let high = to.map_or(i64::from(i16::MAX), |(to, _)| to);
            if low > high {
                let span = to.or(from).map_or(is.span, |(_, span)| span);
                fault!(self, span; "no number is from {low} to {high}"; "let `to` be greater than `from`");
                return None;
            }
            return Some(ParameterKind::Number { from: low, to: high });
        }
        if let Some((_, span)) = from.or(to) {
            fault!(self, span; "only a number has a least and a greatest value"; "take `from` and `to` away");
        }
        match &is.datum {
            Datum::String(word) if word == "flag" => Some(ParameterKind::Flag),
            Datum::String(key) => {
                let words = words_of(key, self.game, self.decks);
                if words.is_empty() {
                    fault!(self, is.span; "no card and no look-up table has words of `{key}`"; instead_of(&self.keys_of_words(), key));
                    return None;
                }
                Some(ParameterKind::Word { key: key.clone(), words: words.into() })
            }
            Datum::List(all) if !all.is_empty() => {
                let words: Arc<[String]> = self.words(all, Vec::new()).into();
                (!words.is_empty()).then_some(ParameterKind::Choice(words))
            }
            _ => {
                fault!(self, is.span; "this does not say what the parameter can be"; "write \"number\", \"flag\", a list of words, or a key of the cards");
                None
            }
        }
    }

    /// Words of a list, behind others.
    fn words(&mut self, all: &[Value], mut words: Vec<String>) -> Vec<String> {
        for one in all {
            match one.as_str() {
                Some("") | None => {
                    fault!(self, one.span; "this is no word"; "write a word in quotes")
                }
                Some(word) if words.iter().any(|known| known == word) => {
                    fault!(self, one.span; "`{word}` is named twice"; "take one of them away");
                }
                Some(word) => words.push(word.to_owned()),
            }
        }
        words
    }

    /// A parameter that can be other words as well.
    fn also(&mut self, kind: ParameterKind, also: &Value) -> Option<ParameterKind> {
        let ParameterKind::Word { key, words } = kind else {
            fault!(self, also.span; "only a parameter of words that cards have can be others as well"; "write all its words into `is`");
            return None;
        };
        let words = self.words(one_or_more(also), words.to_vec()).into();
        Some(ParameterKind::Word { key, words })
    }

    /// What `is` can say.
    fn keys_of_words(&self) -> Vec<String> {
        let is_word = |value: &Value| one_or_more(value).iter().any(|v| v.as_str().is_some());
        let entries = rows(self.decks).flat_map(|row| &row.table.entries);
        let words =
            entries.filter(|(key, value)| is_word(value) && !COMMON.contains(&key.name.as_str()));
        let keys = self.game.tables.keys().chain(words.map(|(key, _)| &key.name));
        let keys: BTreeSet<String> = keys.cloned().collect();
        KINDS.map(str::to_owned).into_iter().chain(keys).collect()
    }
}

/// The values of a list that has any, or the one that stands for it.
pub(super) fn some(value: &Value) -> &[Value] {
    value.as_list().filter(|all| !all.is_empty()).unwrap_or(std::slice::from_ref(value))
}

/// The texts of a wording.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    one_or_more(value).iter().filter_map(Value::as_str)
}

/// Whether a key of an ability words it: parameters are tables.
fn is_wording(value: &Value) -> bool {
    let all = one_or_more(value);
    !all.is_empty() && all.iter().all(|value| value.as_str().is_some())
}
