//! The colours of cards (CAP-R3), as `[table.colour]` of the game names them.

use std::ops::RangeInclusive;

use schemars::Schema;

use crate::cards::schema::{Keys, whole, word};
use crate::cards::{Game, Reader, Value};
use crate::source::{Code, Diagnostic, did_you_mean, list};

use super::abilities::Reading;

/// A colour of cards, by its place in the [`Palette`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8);

/// What a location's modifier or a flip picks among cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    Thieves,
    Gear,
    Coloured(Colour),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Tint {
    id: String,
    name: String,
    sign: String,
}

/// The colours of a game, sorted by their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Palette {
    tints: Vec<Tint>,
}

impl Palette {
    /// The rows of `[table.colour]`; a colour without a `name` or `sign` is known by its id.
    pub fn of(game: &Game) -> Self {
        let rows = game.tables.get("colour").into_iter().flatten();
        let tints = rows
            .take(usize::from(u8::MAX))
            .map(|(id, row)| {
                let text = |key| row.get(key).and_then(Value::as_str);
                Tint {
                    id: id.clone(),
                    name: text("name").unwrap_or(id).to_lowercase(),
                    sign: text("sign").map_or_else(|| format!("sign-{id}"), str::to_owned),
                }
            })
            .collect();
        Palette { tints }
    }

    pub fn find(&self, id: &str) -> Option<Colour> {
        let place = self.tints.iter().position(|t| t.id == id)?;
        u8::try_from(place).ok().map(Colour)
    }

    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.tints.iter().map(|t| t.id.as_str())
    }

    /// The colour in small letters: `yellow`.
    pub fn name(&self, colour: Colour) -> &str {
        self.tint(colour).map_or("", |t| t.name.as_str())
    }

    /// The symbol that means the colour, as markup: `{sign-yellow}`.
    pub fn sign(&self, colour: Colour) -> String {
        let sign = self.tint(colour).map_or("", |t| t.sign.as_str());
        format!("{{{sign}}}")
    }

    fn tint(&self, colour: Colour) -> Option<&Tint> {
        self.tints.get(usize::from(colour.0))
    }
}

impl Colour {
    /// What [`Colour::read`] takes, for editors.
    pub fn schema(about: &str, reading: &Reading<'_>) -> Schema {
        word(about, reading.palette.ids())
    }

    /// Reads a colour by its id.
    pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let word = reading.word(value, "a colour in quotes")?;
        let found = reading.palette.find(word);
        if found.is_none() {
            let palette = reading.palette;
            reading.unknown(value, "colour", word, palette.ids());
        }
        found
    }
}

/// How many more a location may give.
const MORE: RangeInclusive<i64> = 1..=9;

/// Kinds of cards, by their words.
const KINDS: [(&str, Which); 2] = [("thieves", Which::Thieves), ("gear", Which::Gear)];

impl Which {
    /// What [`Which::read`] takes, for editors.
    pub fn schema(about: &str, reading: &Reading<'_>) -> Schema {
        let kinds = KINDS.iter().map(|(word, _)| *word);
        word(about, kinds.chain(reading.palette.ids()))
    }

    /// What [`Which::read_more`] takes, for editors.
    pub fn schema_of_more(about: &str, reading: &Reading<'_>) -> Schema {
        Keys::new(about)
            .must("for", Which::schema("For which cards.", reading))
            .may("amount", whole("How many more; one when left out.", MORE))
            .table()
    }

    /// Reads `{ for = "thieves", amount = 2 }`: how many more, one when it says nothing, and for which cards.
    pub fn read_more(value: &Value, reading: &mut Reading<'_>) -> Option<(u8, Self)> {
        let help =
            "write for which cards: `{ for = \"thieves\" }`, with `amount` for more than one";
        let Some(table) = value.as_table() else {
            reading.wrong(value, "a modifier", help);
            return None;
        };
        let mut r = Reader::new(table, value.span, "a modifier", reading.faults);
        let number = r.value("amount");
        let which = r.value("for");
        if which.is_none() {
            r.missing("for", "\"thieves\"");
        }
        r.finish();
        let number = number.map_or(Some(1), |v| reading.number(v, MORE));
        let which = Which::read(which?, reading);
        Some((number?, which?))
    }

    /// Reads `"thieves"`, `"gear"` or a colour.
    pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let word = reading.word(value, "`\"thieves\"`, `\"gear\"` or a colour in quotes")?;
        if let Some((_, which)) = KINDS.iter().find(|(kind, _)| *kind == word) {
            return Some(*which);
        }
        if let Some(colour) = reading.palette.find(word) {
            return Some(Which::Coloured(colour));
        }
        let kinds = KINDS.iter().map(|(word, _)| *word);
        let known = kinds.chain(reading.palette.ids());
        let help = match did_you_mean(word, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it can be {}", list(known)),
        };
        let message = format!("`{word}` names no kind of card");
        reading.faults.push(
            Diagnostic::error(Code::UnknownWord, message)
                .at(value.span)
                .help(help),
        );
        None
    }

    /// One of them in a sentence: `**thief** {thief}`.
    pub fn one(self, palette: &Palette) -> String {
        match self {
            Which::Thieves => "**thief**\u{a0}{thief}".into(),
            Which::Gear => "**gear**\u{a0}{gear}".into(),
            Which::Coloured(c) => format!("**{}** card\u{a0}{}", palette.name(c), palette.sign(c)),
        }
    }

    /// All of them at the start of a sentence: `**Thieves** {thief}`.
    pub fn all(self, palette: &Palette) -> String {
        match self {
            Which::Thieves => "**Thieves**\u{a0}{thief}".into(),
            Which::Gear => "**Gear**\u{a0}{gear}".into(),
            Which::Coloured(c) => {
                let name = super::words::capital(palette.name(c));
                format!("**{name}** cards\u{a0}{}", palette.sign(c))
            }
        }
    }

    pub fn icon(self, palette: &Palette) -> String {
        match self {
            Which::Thieves => "{thief}".into(),
            Which::Gear => "{gear}".into(),
            Which::Coloured(c) => palette.sign(c),
        }
    }
}
