//! The cards of a game as its rules see them: every copy, the columns of the rows, where each card starts. Decks and
//! what `[table]` declares come in, a [`Layout`] goes out.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::said;
use crate::cards::{Datum, Deck, GameFile, Pack, Row, TomlTable as Rows, Value};
use crate::rules::{Axis, Variant};
use crate::source::{Code, Diagnostics, Span, did_you_mean_or, error, instead, list_words};
use crate::table::{
    self, Abilities, CardCondition, CardSet, ColumnKind, Declared, Layout, RowKey, UnreadKey,
    ZoneKind,
};

/// Keys of a row that no rule reads.
const PRINTED: &[&str] =
    &["name", "id", "copies", "art", "text", "flavour", "flavor", "note", "template", "back"];

/// What is agreed on before a game is set up; nothing of one that is only printed.
pub fn script_axes(game: &GameFile) -> Vec<Axis> {
    let table = game.table.as_ref().filter(|_| game.script.is_some());
    table.map_or_else(Vec::new, |(table, _)| table::read_axes(table))
}

/// The decks that lie on the table.
fn played<'d>(declared: &Declared, decks: &'d [Deck]) -> Vec<&'d Deck> {
    let holds = |deck: &&Deck| declared.zones.iter().any(|zone| zone.holds.contains(&deck.id));
    // In the order of the zones that hold them, so that a pile's cards have numbers of their own.
    let mut played: Vec<&Deck> = decks.iter().filter(holds).collect();
    played.sort_by_key(|deck| {
        let mut zones = declared.zones.iter();
        zones.position(|zone| zone.holds.contains(&deck.id))
    });
    played
}

/// How many cards lie on the table.
pub(super) fn count(declared: &Declared, decks: &[Deck]) -> usize {
    let rows = decks.iter().flat_map(|deck| deck.rows.iter().map(move |row| (deck, row)));
    let lying = rows.filter(|(deck, row)| holding(declared, deck, row).next().is_some());
    lying.map(|(_, row)| row.copies as usize).sum()
}

/// The zones that hold the cards of a row at the start.
fn holding<'d>(
    declared: &'d Declared,
    deck: &'d Deck,
    row: &'d Row,
) -> impl Iterator<Item = &'d ZoneKind> {
    let has = |condition: &CardCondition| {
        let values = row.get(&condition.key).into_iter().flat_map(table::one_or_more);
        let mut words = values.filter_map(table::row_word);
        words.any(|word| condition.words.iter().any(|(wanted, _)| *wanted == word))
    };
    let zones = declared.zones.iter();
    zones.filter(move |zone| zone.holds.contains(&deck.id) && zone.takes.iter().all(has))
}

/// Reports what zones ask for that no card of their decks has, and cards that two zones hold.
fn check_zones(declared: &Declared, decks: &[Deck], faults: &mut Diagnostics) {
    let mut fault = |span: Span, message: String, help: String| {
        faults.error(Code::Declaration, span, message, help);
    };
    for zone in &declared.zones {
        let own = decks.iter().filter(|deck| zone.holds.contains(&deck.id));
        let rows: Vec<&Row> = own.flat_map(|deck| &deck.rows).collect();
        for condition in &zone.takes {
            let key = &condition.key;
            let values = rows.iter().filter_map(|row| row.get(key)).flat_map(table::one_or_more);
            let words: BTreeSet<String> = values.filter_map(table::row_word).collect();
            if words.is_empty() {
                let keys = rows.iter().flat_map(|row| row.table.keys());
                let keys: BTreeSet<&str> = keys.map(|key| key.name.as_str()).collect();
                let message = format!("no card that `{}` could hold has `{key}`", zone.name);
                fault(condition.span, message, instead(key, keys));
                continue;
            }
            for (word, span) in &condition.words {
                if let Some(span) = span.filter(|_| !words.contains(word)) {
                    let message = format!("no card has `{word}` as `{key}`");
                    fault(span, message, instead(word, words.iter()));
                }
            }
        }
    }
    for deck in decks {
        for row in &deck.rows {
            let mut zones = holding(declared, deck, row);
            if let (Some(one), Some(other)) = (zones.next(), zones.next()) {
                let message = format!("`{}` and `{}` both hold `{}`", one.name, other.name, row.id);
                let help = "say which cards each of them holds: `where = { key = \"word\" }`";
                return fault(other.span, message, help.into());
            }
        }
    }
}

/// The layout of a game; faults are zones that hold decks there are not.
pub fn layout<S: CardSet>(
    game: &GameFile,
    declared: Declared,
    decks: &[Deck],
    faults: &mut Diagnostics,
) -> Layout<S> {
    for zone in &declared.zones {
        for deck in zone.holds.iter().filter(|deck| decks.iter().all(|known| known.id != **deck)) {
            let known = decks.iter().map(|deck| deck.id.as_str());
            let all = format!("the game has {}", list_words(known.clone()));
            let help = did_you_mean_or(deck, known, all);
            let message = format!("`{}` holds a deck `{deck}` that there is not", zone.name);
            faults.error(Code::Declaration, zone.span, message, help);
        }
    }
    check_zones(&declared, decks, faults);
    let mut layout = Layout::new(declared);
    layout.abilities = Abilities::read(game, decks, None, faults);
    let all_decks = decks;
    let decks: Vec<&Deck> = played(&layout.declared, decks);
    // Cards that this variant leaves out have no number; what their rows say has a name all the same.
    let mut values: BTreeMap<&str, Vec<(Option<u8>, &Value)>> = BTreeMap::new();
    let mut row_number = 0u16;
    let mut ids = BTreeMap::new();
    // A deck without a back has a blank one.
    let mut backs: Vec<(Option<&str>, &Deck, S)> = Vec::new();
    for deck in decks {
        let mut of_deck = S::default();
        for row in &deck.rows {
            let (id, place) = (&row.id, row.place("id"));
            // Moves, records and scenarios could not tell them apart. Those of one deck have their fault already.
            if let Some(first) = ids.insert(id, place) {
                let fault = error!(
                    SharedName,
                    place,
                    "two cards of the game are called `{id}`",
                    "give each row of the decks that play an `id` of its own"
                );
                faults.push(fault.related(first, "first called so here"));
            }
            let has = layout.abilities.read_values(&row.table, faults);
            let zone = holding(&layout.declared, deck, row).next();
            let zone = zone.map(|zone| zone.first);
            let mut copies = vec![None; usize::from(row.copies == 0)];
            for copy in 1..=row.copies {
                let card = layout.cards.len();
                if card >= S::CARDS {
                    break;
                }
                let id = if row.copies > 1 { format!("{}#{copy}", row.id) } else { row.id.clone() };
                let Some(zone) = zone else {
                    layout.left_out.push(id);
                    copies.push(None);
                    continue;
                };
                layout.cards.push(id);
                layout.rows.push(row_number);
                layout.has.push(has.clone());
                layout.start.push(zone);
                copies.push(Some(card as u8));
            }
            for (key, value) in columns(&row.table) {
                let all = copies.iter().map(|card| (*card, value));
                values.entry(key).or_default().extend(all);
            }
            let cards = S::of(copies.into_iter().flatten());
            of_deck = of_deck.union(cards);
            let back = game.back(deck, row).map(|(name, _)| name);
            match backs.iter_mut().find(|(known, ..)| *known == back) {
                Some((.., alike)) => *alike = alike.union(cards),
                None if cards.is_empty() => {}
                None => backs.push((back, deck, cards)),
            }
            row_number = row_number.saturating_add(1);
        }
        layout.decks.push((deck.id.clone(), of_deck));
    }
    let named = |(_, deck, alike): (_, &Deck, S)| (deck.id.clone(), alike);
    layout.backs = backs.into_iter().map(named).collect();
    for (key, values) in values {
        let words = table::words_of(key, game, all_decks);
        match kind(&values, layout.cards.len(), words) {
            Some(kind) => layout.columns.push(RowKey { name: said(key), kind }),
            None => layout.unread.extend(odd_one(key, &values)),
        }
    }
    for deck in all_decks {
        layout.unread.extend(deck.columns.ignored().map(|(key, span)| UnreadKey {
            name: said(&key),
            message: format!("the deck `{}` ignores `{key}`", deck.id),
            help: format!("take `{key}` out of `ignore`"),
            span: Some(span),
        }));
    }
    for deck in all_decks.iter().filter(|deck| layout.decks.iter().all(|(id, _)| *id != deck.id)) {
        let keys = deck.rows.first().into_iter().flat_map(|row| columns(&row.table));
        let id = &deck.id;
        layout.unread.extend(keys.map(|(key, _)| UnreadKey {
            name: said(key),
            message: format!("`{key}` is of the deck `{id}`, and no zone of [table] holds it"),
            help: format!("write `holds = \"{id}\"` in the zone where its cards lie at the start"),
            span: None,
        }));
    }
    layout
}

/// The first value of a key that is of another type than most.
fn odd_one(key: &str, values: &[(Option<u8>, &Value)]) -> Option<UnreadKey> {
    let alike = |value: &Value| {
        let same = |(_, other): &&(Option<u8>, &Value)| type_of(other) == type_of(value);
        values.iter().filter(same).count()
    };
    // The first of equals, which `max_by_key` takes last.
    let usual = values.iter().rev().max_by_key(|(_, value)| alike(value))?.1;
    let (_, odd) = values.iter().find(|(_, value)| type_of(value) != type_of(usual))?;
    let [is, others] = [*odd, usual].map(type_of);
    Some(UnreadKey {
        name: said(key),
        message: format!("`{key}` is {is} here, and {others} on other cards"),
        help: format!("write {others} here too, such as `{key} = {usual}`"),
        span: Some(odd.span),
    })
}

fn type_of(value: &Value) -> &'static str {
    match value.datum {
        Datum::Integer(_) => "a number",
        Datum::String(_) => "words in quotes",
        Datum::Boolean(_) => "true or false",
        Datum::List(_) => "a list",
        Datum::Table(_) => "a table",
        Datum::Float(_) => "a number with a point",
    }
}

/// The keys of a row that rules may read.
fn columns(row: &Rows) -> impl Iterator<Item = (&str, &Value)> {
    let entries = row.entries.iter().map(|(key, value)| (key.name.as_str(), value));
    entries.filter(|(key, _)| !PRINTED.contains(key))
}

/// What a key is on the cards that have it. `words` are all that it can say.
fn kind<S: CardSet>(
    values: &[(Option<u8>, &Value)],
    cards: usize,
    words: Vec<String>,
) -> Option<ColumnKind<S>> {
    let first = &values.first()?.1.datum;
    Some(match first {
        Datum::Integer(_) => {
            let mut numbers = vec![0; cards];
            for (card, value) in values {
                let number = i32::try_from(value.as_integer()?).ok()?;
                if let Some(card) = card {
                    numbers[usize::from(*card)] = number;
                }
            }
            ColumnKind::Number(numbers)
        }
        Datum::Boolean(_) => {
            let set = values.iter().filter(|(_, value)| value.datum == Datum::Boolean(true));
            ColumnKind::Flag(S::of(set.filter_map(|(card, _)| *card)))
        }
        Datum::String(_) | Datum::List(_) => {
            let is_list = matches!(first, Datum::List(_));
            let mut words: Vec<(String, S)> =
                words.into_iter().map(|word| (word, S::default())).collect();
            for (card, value) in values {
                let said = if is_list { value.as_list()? } else { std::slice::from_ref(*value) };
                for word in said {
                    let word = word.as_str()?;
                    if let Some((_, cards)) = words.iter_mut().find(|(known, _)| known == word) {
                        *cards = cards.union(S::of(*card));
                    }
                }
            }
            if is_list { ColumnKind::Words(words) } else { ColumnKind::Word(words) }
        }
        _ => return None,
    })
}

/// How many cards, or zones, these games have at most, however they are set up.
pub fn width_of(packs: &[&Pack]) -> usize {
    let widths = packs.iter().flat_map(|pack| {
        let variants = Variant::all(&script_axes(&pack.game)).into_iter();
        variants.filter_map(|variant| {
            let reading = table::read_table(&pack.game, &variant);
            let declared = reading.declared.as_ref()?;
            Some(count(declared, &pack.decks).max(declared.zone_count()))
        })
    });
    widths.max().unwrap_or(0)
}

/// How wide the sets of games are matters: Hearts, with cards that nobody plays beside its 52, takes half as long again with sets of 128 as
/// with 64, and four times as long with 256.
///
/// Carries out what follows with `$S` as the narrowest sets that hold the cards of all these games.
macro_rules! with_width {
    ($packs:expr, $S:ident => $body:expr) => {
        match $crate::script::width_of($packs) {
            0..64 => {
                type $S = u64;
                $body
            }
            64..128 => {
                type $S = u128;
                $body
            }
            _ => {
                type $S = $crate::table::Wide;
                $body
            }
        }
    };
}

pub(crate) use with_width;
