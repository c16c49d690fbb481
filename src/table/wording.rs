//! What an ability says on a card: markup with gaps for its parameters.
//!
//! | in `says` | on the card |
//! | --- | --- |
//! | `{amount}` | the value of the parameter; words of a list with commas and "and" |
//! | `{each.name}` | a field of the word's row in its look-up table |
//! | `[each: words]` | the words, if the parameter is given and neither 0 nor false |
//! | `[of=theirs: words]`, `[of!=theirs: words]` | the words, if it is that, or is not; of a list: if that is among it |

use super::abilities::{Abilities, Ability, Argument, Has, Parameter, ParameterKind};
use crate::cards::Game;
use crate::source::instead;

/// Most bytes of a sentence: no card has room for more.
pub const MOST_SENTENCE: usize = 16 << 10;

/// Most groups in one another.
const DEEPEST: usize = 8;

/// A sentence with gaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    phrases: Vec<Phrase>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Phrase {
    Text(String),
    Value {
        parameter: usize,
        field: Option<String>,
    },
    If {
        parameter: usize,
        test: Test,
        then: Vec<Phrase>,
    },
}

/// When words in brackets are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Test {
    Given,
    Is(Argument),
    Not(Argument),
}

/// What is wrong with a sentence, and what to do.
type Fault = (String, String);

impl Wording {
    /// Reads a sentence for some parameters. `symbols` are the pictures that it may name; any, where they are not known.
    pub(super) fn read(
        text: &str,
        parameters: &[Parameter],
        game: &Game,
        symbols: Option<&[String]>,
    ) -> (Wording, Vec<Fault>) {
        let mut reader = Reader {
            rest: text,
            parameters,
            game,
            symbols,
            faults: Vec::new(),
        };
        let phrases = reader.phrases(0);
        (Wording { phrases }, reader.faults)
    }

    pub(super) fn mentions(&self, parameter: usize) -> bool {
        fn any(phrases: &[Phrase], wanted: usize) -> bool {
            phrases.iter().any(|phrase| match phrase {
                Phrase::Text(_) => false,
                Phrase::Value { parameter, .. } => *parameter == wanted,
                Phrase::If {
                    parameter, then, ..
                } => *parameter == wanted || any(then, wanted),
            })
        }
        any(&self.phrases, parameter)
    }
}

impl Abilities {
    /// The sentence of an ability of a card, as markup; not much longer than [`MOST_SENTENCE`], whatever it says.
    pub fn sentence(&self, has: &Has, game: &Game) -> String {
        let mut text = String::new();
        if let Some(ability) = self.all.get(usize::from(has.ability)) {
            say(&ability.says.phrases, ability, has, game, &mut text);
        }
        text
    }
}

fn say(phrases: &[Phrase], ability: &Ability, has: &Has, game: &Game, text: &mut String) {
    let value = |at: usize| has.values.get(at).copied().unwrap_or(Argument::Absent);
    for phrase in phrases {
        if text.len() > MOST_SENTENCE {
            return;
        }
        match phrase {
            Phrase::Text(words) => text.push_str(words),
            Phrase::Value { parameter, field } => {
                if let Some(declared) = ability.parameters.get(*parameter) {
                    let words = shown(declared, value(*parameter), field.as_deref(), game);
                    text.push_str(&words);
                }
            }
            Phrase::If {
                parameter,
                test,
                then,
            } => {
                let value = value(*parameter);
                let holds = match test {
                    Test::Given => value.is_there(),
                    Test::Is(wanted) => is(value, *wanted),
                    Test::Not(wanted) => !is(value, *wanted),
                };
                if holds {
                    say(then, ability, has, game, text);
                }
            }
        }
    }
}

/// Whether a value is the wanted one, or has it in its list.
fn is(value: Argument, wanted: Argument) -> bool {
    match (value, wanted) {
        (Argument::Words(words), Argument::Word(word)) => words >> word & 1 == 1,
        _ => value == wanted,
    }
}

fn shown(parameter: &Parameter, value: Argument, field: Option<&str>, game: &Game) -> String {
    let word = |at: usize| {
        let word = parameter.words().get(at).map_or("", String::as_str);
        let (Some(field), ParameterKind::Word { key, .. }) = (field, &parameter.kind) else {
            return word.to_owned();
        };
        let row = game.tables.get(key).and_then(|rows| rows.get(word));
        let value = row.and_then(|row| row.get(field));
        value.and_then(|value| value.text()).unwrap_or_default()
    };
    match value {
        Argument::Absent | Argument::Flag(_) => String::new(),
        Argument::Number(number) => number.to_string(),
        Argument::Word(at) => word(at.into()),
        Argument::Words(set) => {
            let of_set = (0..parameter.words().len()).filter(|at| set >> at & 1 == 1);
            joined(&of_set.map(word).collect::<Vec<_>>(), game)
        }
    }
}

/// Words with commas, and "and" before the last, in the game's language as far as it is known.
fn joined(words: &[String], game: &Game) -> String {
    let language = game.lang.as_ref().map_or("en", |(tag, _)| tag.as_str());
    let and = match language.split('-').next().unwrap_or_default() {
        "de" => " und ",
        "fr" => " et ",
        "es" => " y ",
        "it" => " e ",
        "nl" => " en ",
        "en" => " and ",
        _ => ", ",
    };
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{and}{last}", rest.join(", ")),
        _ => words.concat(),
    }
}

struct Reader<'a> {
    rest: &'a str,
    parameters: &'a [Parameter],
    game: &'a Game,
    symbols: Option<&'a [String]>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
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
            // A sign that is meant as it is.
            if c == '\\'
                && let Some(next) = self.rest.chars().next()
            {
                text.push(next);
                self.rest = &self.rest[next.len_utf8()..];
            }
        }
        if depth > 0 {
            self.fault("words in brackets are not closed", "end them with `]`");
        }
        phrases.push(Phrase::Text(text));
        phrases
    }

    /// `{amount}`, `{each.name}`; `None` for what is markup, such as a symbol.
    fn value(&mut self, is_look: bool) -> Option<Phrase> {
        let (inside, rest) = self.rest.strip_prefix('{')?.split_once('}')?;
        let (name, field) = match inside.split_once('.') {
            Some((name, field)) => (name, Some(field)),
            None => (inside, None),
        };
        let Some(parameter) = self.parameters.iter().position(|p| p.name == name) else {
            let known = self
                .symbols
                .is_none_or(|symbols| symbols.iter().any(|s| s == inside));
            if is_look || known || !is_name(name) {
                return None;
            }
            self.unknown(name, "there is neither a parameter nor a symbol");
            self.rest = rest;
            return Some(Phrase::Text(String::new()));
        };
        self.rest = rest;
        let declared = &self.parameters[parameter];
        match (field, &declared.kind) {
            (None, ParameterKind::Flag) => self.fault(
                format!("`{name}` is yes or no, and has no words"),
                format!("write the words that it stands for: `[{name}: …]`"),
            ),
            (Some(field), ParameterKind::Word { key, .. }) => {
                let rows = self.game.tables.get(key).into_iter().flatten();
                let fields = rows
                    .flat_map(|(_, row)| row.keys())
                    .map(|k| k.name.as_str());
                let fields: Vec<&str> = fields.collect();
                if !fields.contains(&field) {
                    let mut fields = fields;
                    fields.sort_unstable();
                    fields.dedup();
                    let help = match fields.is_empty() {
                        true => format!("write a look-up table: `[table.{key}.some-word]`"),
                        false => instead(field, fields.iter().copied()),
                    };
                    self.fault(format!("no row of `[table.{key}]` has `{field}`"), help);
                }
            }
            (Some(field), _) => self.fault(
                format!("`{name}` has no field `{field}`"),
                format!("write `{{{name}}}`: only words of a look-up table have fields"),
            ),
            (None, _) => {}
        }
        let field = field.map(str::to_owned);
        Some(Phrase::Value { parameter, field })
    }

    /// `[each: words]`, `[of=theirs: words]`; `None` for brackets that are markup.
    fn group(&mut self, depth: usize) -> Option<Phrase> {
        let inside = self.rest.strip_prefix('[')?;
        let end = inside
            .find([':', '=', '!', ']', '[', '{', ' '])
            .unwrap_or(inside.len());
        let (name, rest) = inside.split_at(end);
        if !is_name(name) || !rest.starts_with([':', '=', '!']) {
            return None;
        }
        let Some(parameter) = self.parameters.iter().position(|p| p.name == name) else {
            self.unknown(name, "there is no parameter");
            self.rest = rest;
            return Some(Phrase::Text(String::new()));
        };
        let sign = rest.find(|c| !"!=".contains(c)).unwrap_or(rest.len());
        let (sign, rest) = rest.split_at(sign);
        let (wanted, rest) = match rest.split_once(':') {
            Some((wanted, rest)) if !wanted.contains([']', '[']) => (wanted.trim(), rest),
            _ => {
                self.fault(
                    format!("`[{name}` has no `:`"),
                    format!("write `[{name}: words]`"),
                );
                self.rest = rest;
                return Some(Phrase::Text(String::new()));
            }
        };
        self.rest = rest;
        let test = match sign {
            "" if wanted.is_empty() => Some(Test::Given),
            "=" | "==" => self.wanted(parameter, wanted).map(Test::Is),
            "!=" => self.wanted(parameter, wanted).map(Test::Not),
            _ => {
                let help =
                    format!("write `[{name}: …]`, `[{name}=value: …]` or `[{name}!=value: …]`");
                self.fault(format!("`[{name}{sign}{wanted}:` is no condition"), help);
                None
            }
        };
        if depth == DEEPEST {
            self.fault("brackets too deep in one another", "write two abilities");
            self.rest = "";
            return Some(Phrase::Text(String::new()));
        }
        let then = self.phrases(depth + 1);
        let test = test.unwrap_or(Test::Given);
        Some(Phrase::If {
            parameter,
            test,
            then,
        })
    }

    /// The value that a condition asks for.
    fn wanted(&mut self, parameter: usize, word: &str) -> Option<Argument> {
        let declared = &self.parameters[parameter];
        let name = &declared.name;
        match declared.kind {
            ParameterKind::Number { from, to } => match word.parse::<i64>() {
                Ok(number) if (from..=to).contains(&number) => Some(Argument::Number(number)),
                _ => {
                    let message = format!("`{name}` is never `{word}`");
                    self.fault(message, format!("write a whole number from {from} to {to}"));
                    None
                }
            },
            ParameterKind::Flag => {
                let help = format!("write `[{name}: …]`; for no, two sentences");
                match word {
                    "true" => Some(Argument::Flag(true)),
                    "false" => Some(Argument::Flag(false)),
                    _ => {
                        self.fault(format!("`{name}` is never `{word}`"), help);
                        None
                    }
                }
            }
            _ => {
                let words = declared.words();
                let found = words.iter().position(|known| known == word);
                if found.is_none() {
                    let help = instead(word, words.iter().map(String::as_str));
                    self.fault(format!("`{name}` is never `{word}`"), help);
                }
                found.map(|at| Argument::Word(u16::try_from(at).unwrap_or(u16::MAX)))
            }
        }
    }

    fn unknown(&mut self, name: &str, what: &str) {
        let known = self.parameters.iter().map(|p| p.name.as_str());
        let symbols = self.symbols.unwrap_or_default().iter().map(String::as_str);
        let help = match crate::source::did_you_mean(name, known.clone().chain(symbols)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.parameters.is_empty() => "the ability has none".to_owned(),
            None => format!("the ability has {}", crate::source::list(known)),
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
