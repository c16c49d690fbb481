//! Reads `[components]` of game.toml: what the rulebook counts in the box. A table comes in; [`Component`]s go out. Called by
//! `game`; `check` compares them with the decks.
//!
//! ```toml
//! [components]
//! birds = { cards = 21, suit = 3, rule = "R1" }
//! spells = { cards = 48, kind = { fire = 30, frost = 18 }, rule = "R2" }
//! ```

use super::deck::Deck;
use super::game::GameFile;
use super::read::Reader;
use super::value::{Datum, Key, Value};
use crate::source::{Code, Diagnostics, Span, did_you_mean_of, error};

/// What the rulebook counts of one deck: a line of `[components]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    pub deck: String,
    /// Where the deck is named.
    pub span: Span,
    pub cards: u32,
    /// The clause that counts it.
    pub rule: Option<(String, Span)>,
    pub parts: Vec<ComponentPart>,
}

/// How the cards of a deck are shared out by a key of their rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComponentPart {
    pub key: String,
    pub share: ComponentShare,
}

/// Cards for the values of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentShare {
    /// The same number for each value: `suit = 3`.
    Each(u32),
    /// A number for each named value: `kind = { fire = 15, frost = 3 }`.
    Of(Vec<(String, u32)>),
}

/// Most cards that a line can count.
const MOST: i64 = super::bounds::MOST_CARDS as i64;

/// Reads `[components]`: `spells = { cards = 48, rule = "R1", kind = { fire = 30, frost = 18 } }`.
pub(super) fn read_components(lines: &[(Key, Value)], faults: &mut Diagnostics) -> Vec<Component> {
    lines.iter().filter_map(|(key, value)| component(key, value, faults)).collect()
}

/// Reports lines that count a deck which is not there.
pub(super) fn check_decks(game: &GameFile, decks: &[Deck], faults: &mut Diagnostics) {
    for component in &game.components {
        // One that game.toml lists and that cannot be read has its fault already.
        let named = game.decks.iter().flatten().map(|(name, _)| name.as_str());
        let ids = decks.iter().map(|deck| deck.id.as_str());
        if !named.chain(ids.clone()).any(|id| id == component.deck) {
            let message = format!("[components] counts a deck `{}` there is not", component.deck);
            let help = did_you_mean_of(&component.deck, ids, "decks are");
            faults.push(error!(NoDeck, component.span, message, help));
        }
    }
}

fn component(key: &Key, value: &Value, faults: &mut Diagnostics) -> Option<Component> {
    let Some(table) = value.as_table() else {
        let message = format!("`{}` of [components] is {}", key.name, value.kind());
        let help =
            "write the cards and the clause that counts them: `{ cards = 25, rule = \"R1\" }`";
        faults.error(Code::WrongType, value.span, message, help);
        return None;
    };
    let mut r = Reader::new(table, value.span, "a line of [components]", faults);
    r.need("cards", "25");
    let cards = r.integer("cards", 0..=MOST);
    let rule = r.string("rule");
    let rest: Vec<&(Key, Value)> = r.rest().collect();
    let part = |(key, value): &(Key, Value)| {
        Some(ComponentPart { key: key.name.clone(), share: share(value, faults)? })
    };
    let parts = rest.into_iter().filter_map(part).collect();
    Some(Component {
        deck: key.name.clone(),
        span: key.span,
        cards: u32::try_from(cards?.0).ok()?,
        rule,
        parts,
    })
}

fn share(value: &Value, faults: &mut Diagnostics) -> Option<ComponentShare> {
    let number = |value: &Value| value.as_integer().and_then(|n| u32::try_from(n).ok());
    let read = match &value.datum {
        Datum::Table(table) => {
            let each = table.entries.iter();
            let each = each.map(|(key, value)| Some((key.name.clone(), number(value)?)));
            each.collect::<Option<Vec<_>>>().map(ComponentShare::Of)
        }
        _ => number(value).map(ComponentShare::Each),
    };
    if read.is_none() {
        faults.error(Code::WrongType, value.span, "this counts no cards", "write how many cards each value of that key has, `suit = 3`, or how many each of them has by its name, `suit = { red = 15, blue = 3 }`");
    }
    read
}

impl Component {
    /// The label of the count in a message.
    pub fn clause(&self) -> String {
        match &self.rule {
            Some((rule, _)) => format!("the rulebook's count ({rule})"),
            None => "the rulebook's count".to_owned(),
        }
    }
}
