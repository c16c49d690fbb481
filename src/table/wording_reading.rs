//! Parses the wordings of abilities: gaps, symbols, and words that are only there on a condition. Text and the
//! parameters come in; a [`Wording`], or faults with help, goes out. Called by [`super::reading_abilities`]. The
//! syntax is in [`super::wording`].

use std::collections::{BTreeMap, BTreeSet};

use super::abilities::{Parameter, ParameterKind};
use super::phrase::{Between, Phrase, Test, Wording, WordingCase, WordingRelation, WordingSubject};
use crate::cards::{Deck, Field, GameFile, Row, Value};
use crate::source::{did_you_mean, instead, list_words};

/// Most groups in one another.
const DEEPEST: usize = 8;

/// Most repetitions for each word of a list in one another.
const MOST_LISTS: usize = 2;

/// What gaps may name besides parameters.
const SOURCES: [&str; 4] = ["card", "rules", "game", "ruling"];

/// Comparisons, the longer ones first.
const SIGNS: [(&str, WordingRelation); 7] = [
    ("==", WordingRelation::Equal),
    ("!=", WordingRelation::Unequal),
    ("<=", WordingRelation::AtMost),
    (">=", WordingRelation::AtLeast),
    ("=", WordingRelation::Equal),
    ("<", WordingRelation::Less),
    (">", WordingRelation::More),
];

/// What is wrong with a sentence, and what to do.
pub(super) type WordingFault = (String, String);

/// What wordings may speak of.
#[derive(Clone, Copy)]
pub(super) struct WordingNames<'a> {
    pub game: &'a GameFile,
    pub decks: &'a [Deck],
    /// The fields that every card has: `rules.hand`, `game.title`.
    pub shared: &'a BTreeMap<String, Field>,
    /// The pictures that a wording may name; any, where they are not known.
    pub symbols: Option<&'a [String]>,
}

impl Wording {
    /// Reads a sentence for some parameters.
    pub(super) fn read(text: &str, parameters: &[Parameter], known: WordingNames<'_>) -> Read {
        let mut reader = Reader {
            rest: text,
            parameters,
            known,
            keys: BTreeSet::new(),
            lists: 0,
            is_cut: false,
            faults: Vec::new(),
        };
        let phrases = reader.phrases(0);
        Read { wording: Wording { phrases }, keys: reader.keys, faults: reader.faults }
    }
}

/// A wording that was read.
pub(super) struct Read {
    pub wording: Wording,
    /// The keys of rows that it names.
    pub keys: BTreeSet<String>,
    pub faults: Vec<WordingFault>,
}

struct Reader<'a> {
    rest: &'a str,
    parameters: &'a [Parameter],
    known: WordingNames<'a>,
    keys: BTreeSet<String>,
    /// How many repetitions are open.
    lists: usize,
    /// A fault was found: the rest is not read.
    is_cut: bool,
    faults: Vec<WordingFault>,
}

/// What a name in a gap or a condition is.
enum Named {
    Subject(WordingSubject),
    /// A fault, which was reported.
    Wrong,
    /// Neither a parameter nor anything else that a condition can test.
    Unknown,
}

impl<'a> Reader<'a> {
    /// Phrases up to the end, or up to the bracket that closes the group that they are in.
    fn phrases(&mut self, depth: usize) -> Vec<Phrase> {
        let mut phrases = Vec::new();
        let mut text = String::new();
        // Brackets that are markup, such as `[words]{red}`.
        let mut plain = 0;
        while let Some(c) = self.rest.chars().next() {
            let found = match c {
                '{' => self.value(text.ends_with(']')),
                '[' => self.group(depth),
                _ => None,
            };
            if let Some(phrase) = found {
                if !text.is_empty() {
                    phrases.push(Phrase::Text(std::mem::take(&mut text)));
                }
                phrases.push(phrase);
                continue;
            }
            self.rest = &self.rest[c.len_utf8()..];
            match c {
                '[' => plain += 1,
                ']' if plain > 0 => plain -= 1,
                ']' if depth > 0 => {
                    phrases.push(Phrase::Text(text));
                    return phrases;
                }
                _ => {}
            }
            text.push(c);
            // An escaped character.
            if c == '\\'
                && let Some(next) = self.rest.chars().next()
            {
                text.push(next);
                self.rest = &self.rest[next.len_utf8()..];
            }
        }
        if depth > 0 && !self.is_cut {
            self.fault("words in brackets are not closed", "end them with `]`");
        }
        phrases.push(Phrase::Text(text));
        phrases
    }

    /// `{amount}`, `{each.name}`, `{coin*amount}`; `None` for what is markup, such as a symbol.
    fn value(&mut self, is_look: bool) -> Option<Phrase> {
        let (inside, rest) = self.rest.strip_prefix('{')?.split_once('}')?;
        if let Some((symbol, times)) = inside.split_once('*') {
            return self.symbol(symbol, times, rest);
        }
        let (path, case) = match inside.split_once('|') {
            Some((path, "upper")) => (path, WordingCase::Upper),
            Some((path, "lower")) => (path, WordingCase::Lower),
            _ => (inside, WordingCase::AsIs),
        };
        let named = self.named(path);
        let subject = match named {
            Named::Subject(subject) => subject,
            Named::Wrong => WordingSubject::Fixed(String::new()),
            Named::Unknown => {
                let name = path.split('.').next().unwrap_or_default();
                if is_look || self.is_symbol(inside) || !is_name(name) {
                    return None;
                }
                self.unknown(name, "there is neither a parameter nor a symbol");
                WordingSubject::Fixed(String::new())
            }
        };
        self.rest = rest;
        if let WordingSubject::Parameter(at) = subject
            && self.parameters[at].kind == ParameterKind::Flag
        {
            let name = &self.parameters[at].name;
            self.fault(
                format!("`{name}` is yes or no, and has no words"),
                format!("write the words that it stands for: `[{name}: …]`"),
            );
        }
        Some(Phrase::Value(subject, case))
    }

    /// `{coin*amount}`, `{coin*2}`.
    fn symbol(&mut self, symbol: &str, times: &str, rest: &'a str) -> Option<Phrase> {
        let (symbol, times) = (symbol.trim(), times.trim());
        self.rest = rest;
        if !self.is_symbol(symbol) {
            let symbols = self.known.symbols.unwrap_or_default();
            let help = instead(symbol, symbols.iter().map(String::as_str));
            self.fault(format!("there is no symbol `{symbol}`"), help);
        }
        let digits = !times.is_empty() && times.bytes().all(|b| b.is_ascii_digit());
        if digits && times.parse::<u8>().is_err() {
            let help = format!("{} are the most", u8::MAX);
            self.fault(format!("{times} symbols in a row"), help);
        }
        let number = digits.then(|| WordingSubject::Fixed(times.to_owned()));
        let named = number.map_or_else(|| self.named(times), Named::Subject);
        let times = match named {
            Named::Subject(subject) => subject,
            Named::Wrong => WordingSubject::Fixed(String::new()),
            Named::Unknown => {
                self.unknown(times, "there is no parameter");
                WordingSubject::Fixed(String::new())
            }
        };
        if let WordingSubject::Parameter(at) = times
            && !matches!(self.parameters[at].kind, ParameterKind::Number { .. })
        {
            let name = &self.parameters[at].name;
            let help = format!("write `{{{symbol}*…}}` with a number, or `{{{symbol}}}`");
            self.fault(format!("`{name}` is no number of symbols"), help);
        }
        let name = symbol.to_owned();
        Some(Phrase::Symbol { name, times })
    }

    fn is_symbol(&self, name: &str) -> bool {
        let symbols = self.known.symbols;
        symbols.is_none_or(|symbols| symbols.iter().any(|symbol| symbol == name))
    }

    /// What a path such as `each.name` or `rules.hand` is.
    fn named(&mut self, path: &str) -> Named {
        let (name, field) = match path.split_once('.') {
            Some((name, field)) => (name, Some(field)),
            None => (path, None),
        };
        let parameter = self.parameters.iter().position(|p| p.name == name);
        match (parameter, field) {
            (Some(at), None) => Named::Subject(WordingSubject::Parameter(at)),
            (Some(at), Some(field)) => self.field(at, field),
            (None, Some(field)) if SOURCES.contains(&name) => self.source(name, field, path),
            (None, _) => Named::Unknown,
        }
    }

    /// What the row, the rules, the game or a ruling says.
    fn source(&mut self, name: &str, field: &str, path: &str) -> Named {
        let game = self.known.game;
        match name {
            "card" => {
                let rows = || self.known.decks.iter().flat_map(|deck| &deck.rows);
                let own = ["name", "id", "copies"];
                if own.contains(&field) || rows().any(|row| row.get(field).is_some()) {
                    self.keys.insert(field.to_owned());
                    return Named::Subject(WordingSubject::Card(field.to_owned()));
                }
                let mut keys: Vec<&str> =
                    rows().flat_map(|row| row.table.keys()).map(|key| key.name.as_str()).collect();
                keys.sort_unstable();
                keys.dedup();
                self.fault(format!("no card has `{field}`"), instead(field, keys));
            }
            "ruling" => {
                if let Some(choice) = game.choice(field) {
                    return Named::Subject(WordingSubject::Fixed(choice.to_owned()));
                }
                let decides = game.rulings.iter().filter_map(|r| r.decides.as_deref());
                let decides: Vec<&str> = decides.collect();
                self.fault(
                    format!("no ruling decides `{field}`"),
                    if decides.is_empty() {
                        "write a `[[ruling]]` with `decides`, `choice` and `choices`".into()
                    } else {
                        instead(field, decides)
                    },
                );
            }
            _ => {
                if let Some(found) = self.known.shared.get(path) {
                    return Named::Subject(WordingSubject::Fixed(found.text.clone()));
                }
                let known = self.known.shared.keys().map(String::as_str);
                let help = match did_you_mean(path, known) {
                    Some(near) => format!("did you mean `{{{near}}}`?"),
                    None => "name a key of [rules] in game.toml".into(),
                };
                self.fault(format!("game.toml gives no `{path}`"), help);
            }
        }
        Named::Wrong
    }

    /// A field of a parameter: of its row in a look-up table, of the first card that has the word, or how often a list has it.
    fn field(&mut self, parameter: usize, field: &str) -> Named {
        let declared = &self.parameters[parameter];
        let (name, words) = (&declared.name, declared.words());
        if let ParameterKind::Word { key, .. } = &declared.kind {
            let texts: Vec<Option<String>> =
                words.iter().map(|word| self.of_word(key, word, field)).collect();
            if texts.iter().any(Option::is_some) {
                self.keys.insert(field.to_owned());
                let texts = texts.into_iter().map(Option::unwrap_or_default).collect();
                return Named::Subject(WordingSubject::Field { parameter, texts });
            }
        }
        let word = words.iter().position(|word| word == field);
        if let Some(word) = word.filter(|_| declared.list) {
            let word = u16::try_from(word).unwrap_or(u16::MAX);
            return Named::Subject(WordingSubject::Count { parameter, word });
        }
        let (message, help) = match &declared.kind {
            ParameterKind::Word { key, .. } => {
                let rows = self.known.game.tables.get(key).into_iter().flatten();
                let fields = rows.flat_map(|(_, row)| row.keys()).map(|k| k.name.as_str());
                let mut fields: Vec<&str> = fields.collect();
                fields.sort_unstable();
                fields.dedup();
                let help = if fields.is_empty() {
                    format!("write a look-up table: `[table.{key}.some-word]`")
                } else {
                    instead(field, fields)
                };
                (format!("no row of `[table.{key}]` has `{field}`"), help)
            }
            _ if declared.list => (
                format!("`{name}` is never `{field}`"),
                instead(field, words.iter().map(String::as_str)),
            ),
            _ => (
                format!("`{name}` has no field `{field}`"),
                format!("write `{{{name}}}`: only words of a look-up table have fields"),
            ),
        };
        self.fault(message, help);
        Named::Wrong
    }

    /// The field of a word's row in its look-up table, or else of the first card that has the word.
    fn of_word(&self, key: &str, word: &str, field: &str) -> Option<String> {
        let row = self.known.game.tables.get(key).and_then(|rows| rows.get(word));
        let value = row.and_then(|row| row.get(field)).and_then(Value::text);
        let mut cards = self.known.decks.iter().flat_map(|deck| &deck.rows);
        let has = |row: &&Row| row.get(key).and_then(Value::as_str) == Some(word);
        value.or_else(|| cards.find(has)?.get(field)?.text())
    }

    /// `[each: words]`, `[of=theirs: words]`, `[kinds/and: words]`; `None` for brackets that are markup.
    fn group(&mut self, depth: usize) -> Option<Phrase> {
        let inside = self.rest.strip_prefix('[')?;
        let (inside, missing) = match inside.strip_prefix('!') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let in_path = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
        let end = inside.find(|c| !in_path(c)).unwrap_or(inside.len());
        let (path, rest) = inside.split_at(end);
        let name = path.split('.').next().unwrap_or_default();
        if !is_name(name) || !rest.starts_with([':', '=', '!', '<', '>', '/']) {
            return None;
        }
        let head = rest.split_once(':').filter(|(head, _)| !head.contains([']', '[']));
        if head.is_none() && (missing || rest.starts_with(['<', '>', '/']) || path != name) {
            return None;
        }
        let named = self.named(path);
        if matches!(named, Named::Unknown) {
            self.unknown(name, "there is no parameter");
            self.rest = rest;
            return Some(Phrase::Text(String::new()));
        }
        let Some((head, rest)) = head else {
            self.fault(format!("`[{name}` has no `:`"), format!("write `[{name}: words]`"));
            self.rest = rest;
            return Some(Phrase::Text(String::new()));
        };
        self.rest = rest;
        let each = head.strip_prefix('/').filter(|_| !missing);
        let test = match (&named, each) {
            (Named::Subject(subject), None) => self.test(subject, path, missing, head),
            _ => None,
        };
        self.lists += usize::from(each.is_some());
        if depth == DEEPEST || self.lists > MOST_LISTS {
            self.fault("brackets too deep in one another", "write two abilities");
            self.rest = "";
            self.is_cut = true;
            return Some(Phrase::Text(String::new()));
        }
        let then = self.phrases(depth + 1);
        self.lists -= usize::from(each.is_some());
        let subject = match named {
            Named::Subject(subject) => subject,
            Named::Wrong | Named::Unknown => return Some(Phrase::Text(String::new())),
        };
        let Some(between) = each else {
            let test = test.unwrap_or(Test::Given);
            return Some(Phrase::If { subject, test, then });
        };
        let between = match between {
            "and" => Between::And,
            text => Between::Text(text.to_owned()),
        };
        match subject {
            WordingSubject::Parameter(parameter) if self.parameters[parameter].list => {
                Some(Phrase::Each { parameter, between, then })
            }
            _ => {
                let help = format!("write `[{path}: …]`, or let it take a list: `list = true`");
                self.fault(format!("`{path}` is no list"), help);
                Some(Phrase::Text(String::new()))
            }
        }
    }

    /// The condition behind a name: `=theirs`, `>3`, or nothing.
    fn test(
        &mut self,
        subject: &WordingSubject,
        path: &str,
        missing: bool,
        head: &str,
    ) -> Option<Test> {
        let head = head.trim();
        if head.is_empty() {
            return Some(if missing { Test::Missing } else { Test::Given });
        }
        let sign = SIGNS.iter().find(|(sign, _)| head.starts_with(sign));
        let wanted = sign.map_or("", |(sign, _)| head[sign.len()..].trim());
        let Some((_, relation)) = sign.filter(|_| {
            !missing && !wanted.is_empty() && !wanted.starts_with(['=', '!', '<', '>'])
        }) else {
            let help = format!("write `[{path}: …]`, `[{path}=value: …]` or `[{path}!=value: …]`");
            let not = if missing { "!" } else { "" };
            self.fault(format!("`[{not}{path}{head}:` is no condition"), help);
            return None;
        };
        let number = match subject {
            WordingSubject::Parameter(at) => {
                matches!(self.parameters[*at].kind, ParameterKind::Number { .. })
            }
            WordingSubject::Count { .. } => true,
            _ => wanted.parse::<i64>().is_ok(),
        };
        let equal = matches!(relation, WordingRelation::Equal | WordingRelation::Unequal);
        match subject {
            WordingSubject::Parameter(at) if equal || number => self.wanted(*at, wanted, *relation),
            _ if number => match wanted.parse() {
                Ok(wanted) => Some(Test::Number(*relation, wanted)),
                Err(_) => {
                    let help = "write a whole number behind it";
                    self.fault(format!("`{path}` is never `{wanted}`"), help);
                    None
                }
            },
            _ if equal => Some(Test::Word {
                wanted: wanted.to_owned(),
                is: *relation == WordingRelation::Equal,
            }),
            _ => {
                let help = format!("write `[{path}={wanted}: …]` or `[{path}!={wanted}: …]`");
                self.fault(format!("`{path}` has no order: it is no number"), help);
                None
            }
        }
    }

    /// The value of a parameter that a condition asks for.
    fn wanted(&mut self, parameter: usize, word: &str, relation: WordingRelation) -> Option<Test> {
        let declared = &self.parameters[parameter];
        let name = &declared.name;
        let test = Test::Word { wanted: word.to_owned(), is: relation == WordingRelation::Equal };
        match declared.kind {
            ParameterKind::Number { from, to } => match word.parse::<i64>() {
                Ok(number) if (from..=to).contains(&number) => Some(Test::Number(relation, number)),
                _ => {
                    let message = format!("`{name}` is never `{word}`");
                    self.fault(message, format!("write a whole number from {from} to {to}"));
                    None
                }
            },
            ParameterKind::Flag => {
                if ["true", "false"].contains(&word) {
                    return Some(test);
                }
                let help = format!("write `[{name}: …]` or `[!{name}: …]`");
                self.fault(format!("`{name}` is never `{word}`"), help);
                None
            }
            _ => {
                let words = declared.words();
                if words.iter().any(|known| known == word) {
                    return Some(test);
                }
                let help = instead(word, words.iter().map(String::as_str));
                self.fault(format!("`{name}` is never `{word}`"), help);
                None
            }
        }
    }

    fn unknown(&mut self, name: &str, what: &str) {
        let known = self.parameters.iter().map(|p| p.name.as_str());
        let symbols = self.known.symbols.unwrap_or_default();
        let symbols = symbols.iter().map(String::as_str);
        let help = match did_you_mean(name, known.clone().chain(symbols)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.parameters.is_empty() => "the ability has none".to_owned(),
            None => format!("the ability has {}", list_words(known)),
        };
        self.fault(format!("{what} `{name}`"), help);
    }

    fn fault(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push((message.into(), help.into()));
    }
}

/// Whether a word can be the name of a parameter, an ability or a symbol.
pub(super) fn is_name(word: &str) -> bool {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(good)
        && !word.ends_with('-')
}
