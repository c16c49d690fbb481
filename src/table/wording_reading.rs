//! Parses the wordings of abilities: gaps, symbols, and words that are only there on a condition. Text and the
//! parameters come in; a [`Wording`], or faults with help, goes out. The syntax is in
//! [`super::wording`].

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::abilities::{Parameter, ParameterKind};
use super::made_fields::{keys_of_rows, rows};
use super::named::{instead_of, is_plain, names, numbered};
use super::wording::{
    Between, EQUAL, Orderings, Phrase, Test, UNEQUAL, Wording, WordingCase, WordingSubject,
};
use crate::cards::{Deck, GameFile, Row, SharedFields, Value};
use crate::source::{Fault, did_you_mean, fault, instead, list_words};

/// Most groups in one another.
const DEEPEST: usize = 8;

/// Most repetitions for each word of a list in one another.
const MOST_LISTS: usize = 2;

/// What gaps may name besides parameters.
const SOURCES: [&str; 4] = ["card", "rules", "game", "ruling"];

/// Comparisons, the longer ones first.
const SIGNS: [(&str, Orderings); 7] = [
    ("==", EQUAL),
    ("!=", UNEQUAL),
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Equal, Ordering::Greater]),
    ("=", EQUAL),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
];

/// What wordings may speak of.
#[derive(Clone, Copy)]
pub(super) struct WordingNames<'a> {
    pub game: &'a GameFile,
    pub decks: &'a [Deck],
    /// The fields that every card has: `rules.hand`, `game.title`.
    pub shared: &'a SharedFields,
    /// The pictures that a wording may name; any, where they are not known.
    pub symbols: Option<&'a [String]>,
}

impl Wording {
    /// Reads a sentence for some parameters; with it come the keys of rows that it names, and its faults.
    pub(super) fn read(
        text: &str,
        parameters: &[Parameter],
        known: WordingNames<'_>,
    ) -> (Wording, BTreeSet<String>, Vec<Fault>) {
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
        (Wording { phrases }, reader.keys, reader.faults)
    }
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
    faults: Vec<Fault>,
}

/// What a name in a gap or a condition is.
enum Named {
    Subject(WordingSubject),
    /// A fault, which was reported.
    Wrong,
    /// Neither a parameter nor anything else that a condition can test.
    Unknown,
}

/// What stands in the place of something that is wrong.
const NOTHING: WordingSubject = WordingSubject::Fixed(String::new());

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
            fault!(self; "words in brackets are not closed"; "end them with `]`");
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
        let subject = match self.named(path) {
            Named::Subject(subject) => subject,
            Named::Wrong => NOTHING,
            Named::Unknown => {
                let name = path.split('.').next().unwrap_or_default();
                if is_look || self.is_symbol(inside) || !is_name(name) {
                    return None;
                }
                self.unknown(name, "there is neither a parameter nor a symbol")
            }
        };
        self.rest = rest;
        if let WordingSubject::Parameter(at) = subject
            && self.parameters[at].kind == ParameterKind::Flag
        {
            let name = &self.parameters[at].name;
            fault!(self; "`{name}` is yes or no, and has no words"; "write the words that it stands for: `[{name}: …]`");
        }
        Some(Phrase::Value(subject, case))
    }

    /// `{coin*amount}`, `{coin*2}`.
    fn symbol(&mut self, symbol: &str, times: &str, rest: &'a str) -> Option<Phrase> {
        let (symbol, times) = (symbol.trim(), times.trim());
        self.rest = rest;
        if !self.is_symbol(symbol) {
            let symbols = self.known.symbols.unwrap_or_default();
            fault!(self; "there is no symbol `{symbol}`"; instead_of(symbols, symbol));
        }
        let digits = !times.is_empty() && times.bytes().all(|b| b.is_ascii_digit());
        if digits && times.parse::<u8>().is_err() {
            fault!(self; "{times} symbols in a row"; "{} are the most", u8::MAX);
        }
        let number = digits.then(|| WordingSubject::Fixed(times.to_owned()));
        let times = match number.map_or_else(|| self.named(times), Named::Subject) {
            Named::Subject(subject) => subject,
            Named::Wrong => NOTHING,
            Named::Unknown => self.unknown(times, "there is no parameter"),
        };
        if let WordingSubject::Parameter(at) = times
            && !matches!(self.parameters[at].kind, ParameterKind::Number { .. })
        {
            let name = &self.parameters[at].name;
            fault!(self; "`{name}` is no number of symbols"; "write `{{{symbol}*…}}` with a number, or `{{{symbol}}}`");
        }
        Some(Phrase::Symbol { name: symbol.to_owned(), times })
    }

    fn is_symbol(&self, name: &str) -> bool {
        let symbols = self.known.symbols;
        symbols.is_none_or(|symbols| symbols.iter().any(|symbol| symbol == name))
    }

    /// What a path such as `each.name` or `rules.hand` is.
    fn named(&mut self, path: &str) -> Named {
        let mut parts = path.splitn(2, '.');
        let (name, field) = (parts.next().unwrap_or_default(), parts.next());
        let parameter = numbered(self.parameters, name).map(usize::from);
        match (parameter, field) {
            (Some(at), None) => Named::Subject(WordingSubject::Parameter(at)),
            (Some(at), Some(field)) => self.field(at, field),
            (None, Some(field)) if SOURCES.contains(&name) => self.source(name, field, path),
            (None, _) => Named::Unknown,
        }
    }

    /// What the row, the rules, the game or a ruling says.
    fn source(&mut self, name: &str, field: &str, path: &str) -> Named {
        let WordingNames { game, decks, shared, .. } = self.known;
        let found = match name {
            "card" => {
                let keys = keys_of_rows(decks);
                if ["name", "id", "copies"].contains(&field) || keys.contains(field) {
                    self.keys.insert(field.to_owned());
                    return Named::Subject(WordingSubject::Card(field.to_owned()));
                }
                Err(fault!("no card has `{field}`"; instead(field, keys)))
            }
            "ruling" => game.choice(field).ok_or_else(|| {
                let decides = game.rulings.iter().filter_map(|r| r.decides.as_deref());
                let help = match decides.clone().next() {
                    None => "write a `[[ruling]]` with `decides`, `choice` and `choices`".into(),
                    Some(_) => instead(field, decides),
                };
                fault!("no ruling decides `{field}`"; help)
            }),
            _ => shared.get(path).map(|found| found.text.as_str()).ok_or_else(|| {
                let help = match did_you_mean(path, shared.keys()) {
                    Some(near) => format!("did you mean `{{{near}}}`?"),
                    None => "name a key of [rules] in game.toml".into(),
                };
                fault!("game.toml gives no `{path}`"; help)
            }),
        };
        match found {
            Ok(text) => Named::Subject(WordingSubject::Fixed(text.to_owned())),
            Err(fault) => {
                self.faults.push(fault);
                Named::Wrong
            }
        }
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
        let fault = match &declared.kind {
            ParameterKind::Word { key, .. } => {
                let rows = self.known.game.tables.get(key).into_iter().flatten();
                let fields = rows.flat_map(|(_, row)| row.keys()).map(|k| k.name.as_str());
                let fields: BTreeSet<&str> = fields.collect();
                let help = if fields.is_empty() {
                    format!("write a look-up table: `[table.{key}.some-word]`")
                } else {
                    instead(field, fields)
                };
                fault!("no row of `[table.{key}]` has `{field}`"; help)
            }
            _ if declared.list => fault!("`{name}` is never `{field}`"; instead_of(words, field)),
            _ => {
                fault!("`{name}` has no field `{field}`"; "write `{{{name}}}`: only words of a look-up table have fields")
            }
        };
        self.faults.push(fault);
        Named::Wrong
    }

    /// The field of a word's row in its look-up table, or else of the first card that has the word.
    fn of_word(&self, key: &str, word: &str, field: &str) -> Option<String> {
        let row = self.known.game.tables.get(key).and_then(|rows| rows.get(word));
        let value = row.and_then(|row| row.get(field)).and_then(Value::text);
        let mut cards = rows(self.known.decks);
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
        let end = inside.find(|c| !is_plain(c, "-.")).unwrap_or(inside.len());
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
        self.rest = rest;
        if matches!(named, Named::Unknown) {
            self.unknown(name, "there is no parameter");
            return Some(Phrase::Text(String::new()));
        }
        let Some((head, rest)) = head else {
            fault!(self; "`[{name}` has no `:`"; "write `[{name}: words]`");
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
            fault!(self; "brackets too deep in one another"; "write two abilities");
            self.rest = "";
            self.is_cut = true;
            return Some(Phrase::Text(String::new()));
        }
        let then = self.phrases(depth + 1);
        self.lists -= usize::from(each.is_some());
        Some(match (named, each.map(Between::read)) {
            (Named::Subject(subject), None) => {
                Phrase::If { subject, test: test.unwrap_or(Test::Given), then }
            }
            (Named::Subject(WordingSubject::Parameter(parameter)), Some(between))
                if self.parameters[parameter].list =>
            {
                Phrase::Each { parameter, between, then }
            }
            (Named::Subject(_), Some(_)) => {
                fault!(self; "`{path}` is no list"; "write `[{path}: …]`, or let it take a list: `list = true`");
                Phrase::Text(String::new())
            }
            (Named::Wrong | Named::Unknown, _) => Phrase::Text(String::new()),
        })
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
        let Some(&(_, relation)) = sign.filter(|_| {
            !missing && !wanted.is_empty() && !wanted.starts_with(['=', '!', '<', '>'])
        }) else {
            let not = if missing { "!" } else { "" };
            fault!(self; "`[{not}{path}{head}:` is no condition"; "write `[{path}: …]`, `[{path}=value: …]` or `[{path}!=value: …]`");
            return None;
        };
        let is = relation == EQUAL;
        let equal = is || relation == UNEQUAL;
        let word = Test::Word { wanted: wanted.to_owned(), is };
        let number = wanted.parse::<i64>();
        let kind = match subject {
            WordingSubject::Parameter(at) => Some(&self.parameters[*at].kind),
            _ => None,
        };
        // What it can be is said where it can never be that.
        let help = match (subject, kind) {
            (_, Some(ParameterKind::Number { from, to })) => match number {
                Ok(number) if (from..=to).contains(&&number) => {
                    return Some(Test::Number(relation, number));
                }
                _ => format!("write a whole number from {from} to {to}"),
            },
            (WordingSubject::Count { .. }, _) => match number {
                Ok(number) => return Some(Test::Number(relation, number)),
                Err(_) => "write a whole number behind it".to_owned(),
            },
            (_, None) if number.is_ok() => return Some(Test::Number(relation, number.ok()?)),
            _ if !equal => {
                fault!(self; "`{path}` has no order: it is no number"; "write `[{path}={wanted}: …]` or `[{path}!={wanted}: …]`");
                return None;
            }
            (_, None) => return Some(word),
            (_, Some(ParameterKind::Flag)) => match wanted {
                "true" | "false" => return Some(word),
                _ => format!("write `[{path}: …]` or `[!{path}: …]`"),
            },
            (_, Some(ParameterKind::Choice(words) | ParameterKind::Word { words, .. })) => {
                if words.iter().any(|known| known == wanted) {
                    return Some(word);
                }
                instead_of(words, wanted)
            }
        };
        fault!(self; "`{path}` is never `{wanted}`"; help);
        None
    }

    /// Reports a name that is neither a parameter nor a symbol.
    fn unknown(&mut self, name: &str, what: &str) -> WordingSubject {
        let known = names(self.parameters);
        let symbols = names(self.known.symbols.unwrap_or_default());
        let help = match did_you_mean(name, known.clone().chain(symbols)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.parameters.is_empty() => "the ability has none".to_owned(),
            None => format!("the ability has {}", list_words(known)),
        };
        fault!(self; "{what} `{name}`"; help);
        NOTHING
    }

    fn fault(&mut self, message: String, help: impl Into<String>) {
        self.faults.push(Fault::new(message, help));
    }
}

/// Whether a word can be the name of a parameter, an ability or a symbol.
pub(super) fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| is_plain(c, "-"))
        && !word.ends_with('-')
}
