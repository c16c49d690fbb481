//! How many: a number, a number for each card or set of colours (CAP-R14), or a number under a condition.

use std::ops::RangeInclusive;

use schemars::Schema;
use serde_json::{Value as Json, json};

use super::abilities::Reading;
use super::play::Look;
use super::words::{Voice, icons, some};
use super::{Colour, Palette};
use crate::cards::schema::{Keys, list, one_of, whole, whole_or_table};
use crate::cards::{Datum, Reader, Value};
use crate::source::{Code, Diagnostic};

/// Whose cards at the location are counted: {map-mine} or {map-theirs}.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    Yours,
    Theirs,
}

const SIDES: [(&str, Side); 2] = [("yours", Side::Yours), ("theirs", Side::Theirs)];

/// What must hold at the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// Your opponent has no coins.
    TheyAreBroke,
    /// You have more coins than your opponent.
    YouAreRicher,
}

/// What the number is multiplied by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Per {
    Once,
    /// Each unflipped card of the colour there.
    Each(Colour, Side),
    /// Each set of these colours there (CAP-G11).
    EachSet(Vec<Colour>, Side),
    If(Condition),
}

/// A number, and what it is multiplied by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Amount {
    pub number: u8,
    pub per: Per,
}

const SHAPES: &str = "write a number, `{ each = \"yellow\", of = \"yours\" }`, \
    `{ each-set = [\"green\", \"blue\"], of = \"yours\" }` or `{ if = \"they-are-broke\" }`, with `amount` for more than one";

impl Amount {
    /// What the number on a card may be.
    const RANGE: RangeInclusive<i64> = 1..=20;

    /// Every condition, by its word.
    pub const CONDITIONS: &[(&str, Condition)] = &[
        ("they-are-broke", Condition::TheyAreBroke),
        ("you-are-richer", Condition::YouAreRicher),
    ];

    /// What [`Amount::read`] takes, for editors; with no other conditions than these.
    pub fn schema(
        about: &str,
        conditions: &[(&'static str, Condition)],
        reading: &Reading<'_>,
    ) -> Schema {
        let mut set = list(
            "Each set of these colours there (CAP-G11).",
            Colour::schema("A colour.", reading),
        );
        set.insert("minItems".into(), 2.into());
        set.insert("uniqueItems".into(), true.into());
        let each = "Each unflipped card of this colour there (CAP-R14, CAP-G12).";
        let mut keys = Keys::new(about)
            .may(
                "amount",
                whole("How many for each; one when left out.", Self::RANGE),
            )
            .may("each", Colour::schema(each, reading))
            .may("each-set", set)
            .may(
                "of",
                one_of("Whose cards at the location are counted.", &SIDES),
            );
        let mut counts = vec![
            json!({ "required": ["each"] }),
            json!({ "required": ["each-set"] }),
        ];
        let mut with = json!({ "each": ["of"], "each-set": ["of"] });
        if !conditions.is_empty() {
            let about = "What must hold at the end of the game, for the number to count once.";
            keys = keys.may("if", one_of(about, conditions));
            counts.push(json!({ "required": ["if"] }));
            with["if"] = json!({ "not": { "required": ["of"] } });
        }
        // Under `then`, where an editor does not take them for values of their own.
        let one: Json = json!({ "oneOf": counts });
        let table = keys
            .rule("dependencies", with)
            .rule("if", json!({ "type": "object" }))
            .rule("then", one);
        whole_or_table(Self::RANGE, table.table())
    }

    /// Reads `3`, `{ each = "yellow", of = "yours" }`, `{ amount = 2, each-set = ["green", "blue"], of = "theirs" }` or
    /// `{ amount = 2, if = "they-are-broke" }`.
    pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        match &value.datum {
            Datum::Integer(_) => Some(Amount {
                number: reading.number(value, Self::RANGE)?,
                per: Per::Once,
            }),
            Datum::Table(_) => Self::read_table(value, reading),
            _ => {
                reading.wrong(value, "an amount", SHAPES);
                None
            }
        }
    }

    fn read_table(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let table = value.as_table()?;
        let mut r = Reader::new(table, value.span, "an amount", reading.faults);
        let number = r.value("amount");
        let each = r.value("each");
        let set = r.value("each-set");
        let side = r.value("of");
        let condition = r.value("if");
        r.finish();
        let number = number.map_or(Some(1), |v| reading.number(v, Self::RANGE));
        let per = match (each, set, condition) {
            (Some(each), None, None) => {
                let side = read_side(side, value, reading);
                Per::Each(Colour::read(each, reading)?, side?)
            }
            (None, Some(set), None) => {
                let side = read_side(side, value, reading);
                Per::EachSet(read_set(set, reading)?, side?)
            }
            (None, None, Some(condition)) => {
                if let Some(side) = side {
                    reading.faults.push(
                        Diagnostic::error(Code::AbilityShape, "`of` stands beside `if`")
                            .at(side.span)
                            .help("take `of` away: a condition counts no cards"),
                    );
                    return None;
                }
                Per::If(Condition::read(condition, reading)?)
            }
            (None, None, None) => {
                reading.faults.push(
                    Diagnostic::error(Code::AbilityShape, "an amount counts nothing")
                        .at(value.span)
                        .help(SHAPES),
                );
                return None;
            }
            _ => {
                reading.faults.push(
                    Diagnostic::error(Code::AbilityShape, "an amount counts two things at once")
                        .at(value.span)
                        .help("keep one of `each`, `each-set` and `if`; write the other as an ability of its own"),
                );
                return None;
            }
        };
        Some(Amount {
            number: number?,
            per,
        })
    }

    /// How many there are, whatever lies at the location.
    pub fn fixed(&self) -> Option<u16> {
        (self.per == Per::Once).then(|| self.number.into())
    }

    /// How many there are at a location, as it is looked at (CAP-R14).
    #[inline]
    pub fn count(&self, look: &Look) -> u16 {
        let times = match &self.per {
            Per::Once => 1,
            Per::Each(colour, side) => look.coloured(*colour, *side),
            Per::EachSet(colours, side) => look.sets(colours, *side),
            Per::If(condition) => look.holds(*condition).into(),
        };
        u16::from(self.number) * times
    }

    /// `2 {point} for each **yellow** card {sign-yellow} you have here`.
    pub fn wording(&self, symbol: &str, voice: &Voice) -> String {
        let what = some(self.number, symbol);
        let palette = &voice.palette;
        match &self.per {
            Per::Once => what,
            Per::Each(colour, side) => {
                let (name, sign) = (palette.name(*colour), palette.sign(*colour));
                format!(
                    "{what} for each **{name}** card\u{a0}{sign} {}",
                    side.have()
                )
            }
            Per::EachSet(colours, side) => {
                format!(
                    "{what} for each set of {} {}",
                    set(colours, palette),
                    side.have()
                )
            }
            Per::If(condition) => format!("{what} {}", condition.wording()),
        }
    }

    /// `2{point} / {sign-yellow}{map-mine}`.
    pub fn icons(&self, symbol: &str, voice: &Voice) -> String {
        let what = icons(self.number, symbol);
        let palette = &voice.palette;
        match &self.per {
            Per::Once => what,
            Per::Each(colour, side) => {
                format!("{what} / {}{}", palette.sign(*colour), side.icon())
            }
            Per::EachSet(colours, side) => {
                let signs: Vec<String> = colours.iter().map(|c| palette.sign(*c)).collect();
                format!("{what} / {}{}", signs.join("+"), side.icon())
            }
            Per::If(condition) => format!("{what} if {}", condition.icons()),
        }
    }
}

fn set(colours: &[Colour], palette: &Palette) -> String {
    let each = |c: &Colour| format!("**{}**\u{a0}{}", palette.name(*c), palette.sign(*c));
    let each: Vec<String> = colours.iter().map(each).collect();
    match each.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn read_side(side: Option<&Value>, whole: &Value, reading: &mut Reading<'_>) -> Option<Side> {
    let Some(value) = side else {
        reading.faults.push(
            Diagnostic::error(
                Code::AbilityShape,
                "an amount does not say whose cards it counts",
            )
            .at(whole.span)
            .help("add `of = \"yours\"` or `of = \"theirs\"`"),
        );
        return None;
    };
    reading.one_of(value, "side", &SIDES)
}

fn read_set(value: &Value, reading: &mut Reading<'_>) -> Option<Vec<Colour>> {
    let list = value.as_list().unwrap_or_default();
    if list.len() < 2 {
        reading.wrong(
            value,
            "a set",
            "write two or more colours in brackets: `[\"green\", \"blue\"]`",
        );
        return None;
    }
    let colours: Vec<Option<Colour>> = list.iter().map(|v| Colour::read(v, reading)).collect();
    let colours = colours.into_iter().collect::<Option<Vec<Colour>>>()?;
    for (i, colour) in colours.iter().enumerate() {
        if colours[..i].contains(colour) {
            reading.faults.push(
                Diagnostic::error(Code::AbilityShape, "a set names a colour twice")
                    .at(list[i].span)
                    .help("each colour stands in a set once"),
            );
            return None;
        }
    }
    Some(colours)
}

impl Side {
    fn have(self) -> &'static str {
        match self {
            Side::Yours => "you have here",
            Side::Theirs => "your opponent has here",
        }
    }

    fn icon(self) -> &'static str {
        match self {
            Side::Yours => "{map-mine}",
            Side::Theirs => "{map-theirs}",
        }
    }
}

impl Condition {
    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.one_of(value, "condition", Amount::CONDITIONS)
    }

    fn wording(self) -> &'static str {
        match self {
            Condition::TheyAreBroke => "if your opponent has no\u{a0}{coin} left",
            Condition::YouAreRicher => "if you have more\u{a0}{coin} than your opponent",
        }
    }

    fn icons(self) -> &'static str {
        match self {
            Condition::TheyAreBroke => "{map-theirs} 0{coin}",
            Condition::YouAreRicher => "{coin}{map-mine} > {map-theirs}",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn numbers_cards_sets_and_conditions_are_counted() {
        let of = |amount: &str| {
            let card = gear(&format!("gives = [{{ points = {amount} }}]"));
            (card.icons, card.text.replace("**At the end:** ", ""))
        };
        let is = |icons: &str, text: &str| (icons.to_owned(), text.to_owned());
        assert_eq!(of("3"), is("3{point}", "3\u{a0}{point}."));
        assert_eq!(
            of("{ amount = 2, each = \"red\", of = \"theirs\" }"),
            is(
                "2{point} / {sign-red}{map-theirs}",
                "2\u{a0}{point} for each **red** card\u{a0}{sign-red} your opponent has here."
            )
        );
        assert_eq!(
            of("{ each-set = [\"yellow\", \"blue\"], of = \"yours\" }"),
            is(
                "{point} / {sign-yellow}+{sign-blue}{map-mine}",
                "1\u{a0}{point} for each set of **yellow**\u{a0}{sign-yellow} and **blue**\u{a0}{sign-blue} you have here."
            )
        );
        assert_eq!(
            of("{ amount = 2, if = \"they-are-broke\" }"),
            is(
                "2{point} if {map-theirs} 0{coin}",
                "2\u{a0}{point} if your opponent has no\u{a0}{coin} left."
            )
        );
    }

    #[test]
    fn bad_amounts_are_told_with_what_to_do() {
        let told = |amount: &str| bad_gear(&format!("gives = [{{ points = {amount} }}]"));
        assert_eq!(
            told("0"),
            ["0 is out of range (write a whole number from 1 to 20)"]
        );
        assert_eq!(
            told("{ each = \"yelow\", of = \"yours\" }"),
            ["there is no colour `yelow` (did you mean `yellow`?)"]
        );
        assert_eq!(
            told("{ each = \"red\" }"),
            [
                "an amount does not say whose cards it counts (add `of = \"yours\"` or `of = \"theirs\"`)"
            ]
        );
        assert_eq!(
            told("{ each-set = [\"red\", \"red\"], of = \"yours\" }"),
            ["a set names a colour twice (each colour stands in a set once)"]
        );
        assert!(told("{ amount = 2 }")[0].starts_with("an amount counts nothing"));
        assert!(told("{ each = \"red\", if = \"they-are-broke\" }")[0].contains("two things"));
        assert!(told("{ eech = \"red\", of = \"yours\" }")[0].contains("`eech`"));
        assert!(told("\"three\"")[0].starts_with("an amount is a string"));
    }
}
