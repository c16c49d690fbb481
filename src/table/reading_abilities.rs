//! Reads `[ability.NAME]` of `game.toml`. The game file and its decks come in; [`Abilities`] go out, and every fault
//! is reported. Called by `script::cards` and `script::vocabulary`.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::abilities::{
    Abilities, Ability, COMMON, MOST_ABILITIES, MOST_IN_A_LIST, MOST_LISTED, MOST_PARAMETERS,
    Parameter, ParameterKind,
};
use super::phrase::Wording;
use super::wording_reading::{WordingNames, is_name};
use crate::cards::{Datum, Deck, Field, GameFile, Key, Reader, Value, flag};
use crate::source::{Code, Diagnostics, Span, instead};

/// What a parameter can be besides words.
const KINDS: [&str; 2] = ["number", "flag"];

/// The words that the cards have under a key, as they come first, then those that only the look-up table of that name lists.
pub fn words_of(key: &str, game: &GameFile, decks: &[Deck]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: &str| {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    };
    for value in decks.iter().flat_map(|deck| &deck.rows).filter_map(|row| row.get(key)) {
        match &value.datum {
            Datum::List(all) => all.iter().filter_map(Value::as_str).for_each(&mut add),
            _ => value.as_str().into_iter().for_each(&mut add),
        }
    }
    let rows = game.tables.get(key).into_iter().flatten();
    rows.for_each(|(id, _)| add(id));
    words
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
        let mut reading = Reading {
            game,
            decks,
            symbols,
            shared: game.fields(),
            faults,
            abilities: Abilities {
                language: lang.unwrap_or_else(|| "en".to_owned()),
                ..Abilities::default()
            },
        };
        let declared = game.abilities.iter().flat_map(|(table, _)| &table.entries);
        for (key, value) in declared {
            if reading.abilities.all.len() == MOST_ABILITIES {
                reading.too_many(key.span, "abilities", MOST_ABILITIES);
                break;
            }
            if let Some(ability) = reading.ability(key, value) {
                reading.abilities.all.push(ability);
            }
        }
        let mut abilities = reading.abilities;
        abilities.read_fields(game, decks, faults);
        abilities.is_wrong = faults.iter().count() > before;
        abilities
    }
}

struct Reading<'a> {
    game: &'a GameFile,
    decks: &'a [Deck],
    symbols: Option<&'a [String]>,
    shared: BTreeMap<String, Field>,
    faults: &'a mut Diagnostics,
    abilities: Abilities,
}

impl Reading<'_> {
    fn fault(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.faults.error(Code::Declaration, span, message, help);
    }

    fn too_many(&mut self, span: Span, what: &str, most: usize) {
        self.faults.error(
            Code::TooMany,
            span,
            format!("more than {most} {what}"),
            format!("declare {most} at most"),
        );
    }

    /// Whether a word can name an ability or a parameter.
    fn name(&mut self, key: &Key, what: &str) -> bool {
        let good = is_name(&key.name);
        if !good {
            let message = format!("`{}` cannot name {what}", key.name);
            self.fault(key.span, message, "write it with the letters a to z, digits and `-`");
        }
        good
    }

    fn ability(&mut self, key: &Key, value: &Value) -> Option<Ability> {
        if !self.name(key, "an ability") {
            return None;
        }
        let Some(table) = value.as_table() else {
            let message = format!("`ability.{}` is {}", key.name, value.kind());
            self.fault(
                value.span,
                message,
                format!("write `[ability.{}]` above its keys", key.name),
            );
            return None;
        };
        let mut r = Reader::new(table, value.span, "an ability", self.faults);
        let stands = r.value("in");
        if stands.is_none() {
            r.missing("in", "\"gives\"");
        }
        let rest: Vec<&(Key, Value)> = r.rest().collect();
        let all_texts = || rest.iter().flat_map(|(_, value)| texts(value));
        // A word that a wording asks for was meant as a parameter.
        let is_asked = |name: &str| {
            let gaps = ["}", ".", "|"].map(|end| format!("{{{name}{end}"));
            let groups = [":", "=", "!", "<", ">", "/", "."].map(|end| format!("[{name}{end}"));
            let mut asks = gaps.iter().chain(&groups);
            asks.any(|ask| all_texts().any(|text| text.contains(ask.as_str())))
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
                self.too_many(key.span, "parameters of an ability", MOST_PARAMETERS);
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
        let all = value.as_list().unwrap_or(std::slice::from_ref(value));
        let mut patterns = Vec::new();
        for one in all {
            let known = WordingNames {
                game: self.game,
                decks: self.decks,
                shared: &self.shared,
                symbols: self.symbols,
            };
            let text = one.as_str().unwrap_or_default();
            let read = Wording::read(text, parameters, known);
            patterns.push(read.wording);
            self.abilities.printed.extend(read.keys);
            for (message, help) in read.faults {
                if is_sound {
                    self.fault(one.span, message, help);
                }
            }
        }
        patterns
    }

    /// The keys of rows in which an ability is allowed.
    fn keys(&mut self, value: &Value) -> Vec<u8> {
        let all = match &value.datum {
            Datum::List(all) if !all.is_empty() => all.as_slice(),
            _ => std::slice::from_ref(value),
        };
        let mut keys = Vec::new();
        for one in all {
            let name = match one.as_str() {
                Some(name) if is_name(name) && !COMMON.contains(&name) => name,
                Some(name) => {
                    let message = format!("no ability can stand under `{name}`");
                    self.fault(
                        one.span,
                        message,
                        "name a key of the rows that is for abilities alone: \"gives\"",
                    );
                    continue;
                }
                None => {
                    self.fault(
                        one.span,
                        format!("`in` is {}", one.kind()),
                        "name a key of the rows: \"gives\"",
                    );
                    continue;
                }
            };
            let known = &mut self.abilities.keys;
            let at = known.iter().position(|key| key == name);
            let at = at.unwrap_or_else(|| {
                known.push(name.to_owned());
                known.len() - 1
            });
            match u8::try_from(at) {
                Ok(at) => keys.push(at),
                Err(_) => self.too_many(one.span, "keys for abilities", 255),
            }
        }
        keys
    }

    fn parameter(&mut self, key: &Key, value: &Value) -> Option<Parameter> {
        if !self.name(key, "a parameter") {
            return None;
        }
        let Some(table) = value.as_table() else {
            let message = format!("`{}` is {}", key.name, value.kind());
            let help =
                format!("write what it can be: `{} = {{ is = \"number\", to = 9 }}`", key.name);
            self.fault(value.span, message, help);
            return None;
        };
        let limits = i64::from(i16::MIN)..=i64::from(i16::MAX);
        let mut r = Reader::new(table, value.span, "a parameter", self.faults);
        let is = r.value("is");
        if is.is_none() {
            r.missing("is", "\"number\"");
        }
        let (from, to) = (r.integer("from", limits.clone()), r.integer("to", limits));
        let (several, optional) = (r.value("list"), r.value("optional"));
        let (repeats, also) = (r.value("repeats"), r.value("also"));
        let (needs, without) = (r.value("needs"), r.value("without"));
        let stands = r.value("in");
        let default = r.value("default");
        r.finish();
        let (several, optional) = (
            flag(several, Code::Declaration, self.faults),
            flag(optional, Code::Declaration, self.faults),
        );
        let (needs, without) = (self.names(needs), self.names(without));
        let stands = stands.map_or_else(Vec::new, |stands| self.keys(stands));
        let length = if several { self.length(from, to) } else { None };
        let (from, to) = if several { (None, None) } else { (from, to) };
        let mut kind = self.kind(is?, from, to)?;
        if let Some(also) = also {
            kind = self.also(kind, also)?;
        }
        if let Some(repeats) = repeats.filter(|_| !several) {
            let message = format!("`{}` is no list, in which words could repeat", key.name);
            self.fault(repeats.span, message, "write `list = true` as well");
        }
        let of_words = matches!(kind, ParameterKind::Choice(_) | ParameterKind::Word { .. });
        if several && !of_words {
            self.fault(
                key.span,
                format!("`{}` is a list, and not of words", key.name),
                "take `list = true` away",
            );
        }
        let mut parameter = Parameter {
            name: key.name.clone(),
            span: key.span,
            kind,
            list: several && of_words,
            repeats: flag(repeats, Code::Declaration, self.faults),
            also: also.is_some(),
            length: length.unwrap_or((1, MOST_IN_A_LIST)),
            keys: stands,
            needs,
            without,
            optional,
            default: None,
        };
        if parameter.list && parameter.words().len() > MOST_LISTED {
            self.too_many(key.span, "words to list", MOST_LISTED);
        }
        if let Some(default) = default {
            if optional {
                let message = format!("`{}` is optional, and has a default", key.name);
                self.fault(default.span, message, "take one of them away");
            }
            parameter.default = parameter.value(default, self.faults);
            // A wrong default is reported once, not again for each row that leaves it out.
            parameter.optional = parameter.default.is_none();
        }
        Some(parameter)
    }

    /// Names of other parameters: one, or a list.
    fn names(&mut self, value: Option<&Value>) -> Vec<String> {
        let all =
            value.map_or(&[][..], |value| value.as_list().unwrap_or(std::slice::from_ref(value)));
        self.words(all, Vec::new())
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
            let help = format!("let `from` and `to` lie between 1 and {MOST_IN_A_LIST}");
            self.fault(span, "no list has so many words", help);
        }
        length
    }

    /// Reports parameters that name parameters that do not exist, or keys under which their ability is not allowed.
    fn bonds(&mut self, ability: &str, keys: &[u8], parameters: &[Parameter]) {
        for parameter in parameters {
            let others = || parameters.iter().filter(|other| other.name != parameter.name);
            for name in parameter.needs.iter().chain(&parameter.without) {
                if !others().any(|other| other.name == *name) {
                    let known: Vec<&str> = others().map(|other| other.name.as_str()).collect();
                    let message = format!("`{ability}` has no other parameter `{name}`");
                    self.fault(parameter.span, message, instead(name, known));
                }
            }
            if let Some(key) = parameter.keys.iter().find(|key| !keys.contains(key)) {
                let known = keys.iter().map(|key| self.abilities.keys[usize::from(*key)].as_str());
                let key = &self.abilities.keys[usize::from(*key)];
                let message = format!("`{ability}` does not stand under `{key}`");
                let help = instead(key, known.collect::<Vec<_>>());
                self.fault(parameter.span, message, help);
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
                self.fault(
                    span,
                    format!("no number is from {low} to {high}"),
                    "let `to` be greater than `from`",
                );
                return None;
            }
            return Some(ParameterKind::Number { from: low, to: high });
        }
        if let Some((_, span)) = from.or(to) {
            self.fault(
                span,
                "only a number has a least and a greatest value",
                "take `from` and `to` away",
            );
        }
        match &is.datum {
            Datum::String(word) if word == "flag" => Some(ParameterKind::Flag),
            Datum::String(key) => {
                let words = words_of(key, self.game, self.decks);
                if words.is_empty() {
                    let help = instead(key, self.keys_of_words().iter().map(String::as_str));
                    self.fault(
                        is.span,
                        format!("no card and no look-up table has words of `{key}`"),
                        help,
                    );
                    return None;
                }
                let key = key.clone();
                Some(ParameterKind::Word { key, words: words.into() })
            }
            Datum::List(all) if !all.is_empty() => {
                let words: Arc<[String]> = self.words(all, Vec::new()).into();
                (!words.is_empty()).then_some(ParameterKind::Choice(words))
            }
            _ => {
                self.fault(
                    is.span,
                    "this does not say what the parameter can be",
                    "write \"number\", \"flag\", a list of words, or a key of the cards",
                );
                None
            }
        }
    }

    /// Words of a list, behind others.
    fn words(&mut self, all: &[Value], mut words: Vec<String>) -> Vec<String> {
        for one in all {
            match one.as_str() {
                Some("") | None => {
                    self.fault(one.span, "this is no word", "write a word in quotes")
                }
                Some(word) if words.iter().any(|known| known == word) => {
                    self.fault(
                        one.span,
                        format!("`{word}` is named twice"),
                        "take one of them away",
                    );
                }
                Some(word) => words.push(word.to_owned()),
            }
        }
        words
    }

    /// A parameter that can be other words as well.
    fn also(&mut self, kind: ParameterKind, also: &Value) -> Option<ParameterKind> {
        let ParameterKind::Word { key, words } = kind else {
            self.fault(
                also.span,
                "only a parameter of words that cards have can be others as well",
                "write all its words into `is`",
            );
            return None;
        };
        let all = match &also.datum {
            Datum::List(all) => all.as_slice(),
            _ => std::slice::from_ref(also),
        };
        let words = self.words(all, words.to_vec()).into();
        Some(ParameterKind::Word { key, words })
    }

    /// What `is` can say.
    fn keys_of_words(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.game.tables.keys().cloned().collect();
        let entries =
            self.decks.iter().flat_map(|deck| &deck.rows).flat_map(|row| &row.table.entries);
        let words = entries.filter(|(key, value)| {
            let is_word = value.as_str().is_some()
                || value.as_list().is_some_and(|all| all.iter().any(|v| v.as_str().is_some()));
            is_word && !COMMON.contains(&key.name.as_str())
        });
        keys.extend(words.map(|(key, _)| key.name.clone()));
        keys.sort();
        keys.dedup();
        keys.splice(0..0, KINDS.map(str::to_owned));
        keys
    }
}

/// The texts of a wording.
fn texts(value: &Value) -> impl Iterator<Item = &str> {
    let all = value.as_list().unwrap_or(std::slice::from_ref(value));
    all.iter().filter_map(Value::as_str)
}

/// Whether a key of an ability words it: parameters are tables.
fn is_wording(value: &Value) -> bool {
    let is_text = |value: &Value| value.as_str().is_some();
    let list = value.as_list();
    is_text(value) || list.is_some_and(|all| !all.is_empty() && all.iter().all(is_text))
}
