//! The cards of a game as its rules see them: every copy, the columns of the rows, where each card starts. Decks and
//! what `[table]` declares come in, a [`Layout`] goes out.

use std::collections::{BTreeMap, BTreeSet};

use crate::cards::{Datum, Deck, GameFile, Row, TomlTable as Rows, Value};
use crate::rules::Axis;
use crate::source::{Code, Diagnostics, Span, did_you_mean, error, instead, list_words};
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
        let found = row.get(&condition.key);
        let all = found.map_or(&[][..], |value| match &value.datum {
            Datum::List(all) => all.as_slice(),
            _ => std::slice::from_ref(value),
        });
        let mut words = all.iter().filter_map(table::row_word);
        words.any(|word| condition.words.iter().any(|(wanted, _)| *wanted == word))
    };
    let zones = declared.zones.iter();
    zones.filter(move |zone| zone.holds.contains(&deck.id) && zone.takes.iter().all(has))
}

/// Reports a card that has the id of one in another deck: moves, records and scenarios could not tell them apart. Those of one deck
/// have their fault already.
fn check_id<'d>(row: &'d Row, ids: &mut BTreeMap<&'d str, Span>, faults: &mut Diagnostics) {
    let place = row.place("id");
    let Some(first) = ids.insert(&row.id, place) else {
        return;
    };
    let id = &row.id;
    let fault = error!(
        SharedName,
        place,
        "two cards of the game are called `{id}`",
        "give each row of the decks that play an `id` of its own"
    );
    faults.push(fault.related(first, "first called so here"));
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
            let values = rows.iter().filter_map(|row| row.get(key));
            let words: BTreeSet<String> = values
                .flat_map(|value| value.as_list().unwrap_or(std::slice::from_ref(value)))
                .filter_map(table::row_word)
                .collect();
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
                    fault(span, message, instead(word, words.iter().map(String::as_str)));
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
            let help = match did_you_mean(deck, known.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the game has {}", list_words(known)),
            };
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
    let mut values: Vec<(Option<u8>, BTreeMap<&str, &Value>)> = Vec::new();
    let mut row_number = 0u16;
    let mut ids = BTreeMap::new();
    // A deck without a back has a blank one.
    let mut backs: Vec<(Option<&str>, &Deck, S)> = Vec::new();
    for deck in decks {
        let mut of_deck = S::default();
        for row in &deck.rows {
            check_id(row, &mut ids, faults);
            let has = layout.abilities.read_values(&row.table, faults);
            let zone = holding(&layout.declared, deck, row).next();
            let zone = zone.map(|zone| zone.first);
            if row.copies == 0 {
                values.push((None, columns(&row.table)));
            }
            for copy in 1..=row.copies {
                let card = layout.cards.len();
                if card >= S::CARDS {
                    break;
                }
                let id = if row.copies > 1 { format!("{}#{copy}", row.id) } else { row.id.clone() };
                let Some(zone) = zone else {
                    layout.left_out.push(id);
                    values.push((None, columns(&row.table)));
                    continue;
                };
                layout.cards.push(id);
                layout.rows.push(row_number);
                layout.has.push(has.clone());
                layout.start.push(zone);
                of_deck = of_deck.union(S::one(card as u8));
                let back = game.back(deck, row).map(|(name, _)| name);
                match backs.iter_mut().find(|(known, ..)| *known == back) {
                    Some((.., alike)) => *alike = alike.union(S::one(card as u8)),
                    None => backs.push((back, deck, S::one(card as u8))),
                }
                values.push((Some(card as u8), columns(&row.table)));
            }
            row_number = row_number.saturating_add(1);
        }
        layout.decks.push((deck.id.clone(), of_deck));
    }
    let named = |(_, deck, alike): (_, &Deck, S)| (deck.id.clone(), alike);
    layout.backs = backs.into_iter().map(named).collect();
    let mut names: Vec<&str> =
        values.iter().flat_map(|(_, columns)| columns.keys().copied()).collect();
    names.sort();
    names.dedup();
    let of = |name: &str| {
        let with = values.iter().filter_map(|(card, columns)| Some((*card, *columns.get(name)?)));
        with.collect::<Vec<(Option<u8>, &Value)>>()
    };
    for key in names {
        let words = table::words_of(key, game, all_decks);
        let values = of(key);
        match kind(&values, layout.cards.len(), words) {
            Some(kind) => layout.columns.push(RowKey { name: key.replace('-', "_"), kind }),
            None => layout.unread.extend(odd_one(key, &values)),
        }
    }
    for deck in all_decks {
        let ignored = deck.columns.ignored().map(|(key, span)| UnreadKey {
            name: key.replace('-', "_"),
            message: format!("the deck `{}` ignores `{key}`", deck.id),
            help: format!("take `{key}` out of `ignore`"),
            span: Some(span),
        });
        layout.unread.extend(ignored);
    }
    let beside = all_decks.iter().filter(|deck| layout.decks.iter().all(|(id, _)| *id != deck.id));
    let beside = beside.flat_map(|deck| Some((deck, &deck.rows.first()?.table)));
    for (deck, row) in beside {
        layout.unread.extend(columns(row).into_keys().map(|key| UnreadKey {
            name: key.replace('-', "_"),
            message: format!(
                "`{key}` is of the deck `{}`, and no zone of [table] holds it",
                deck.id
            ),
            help: format!(
                "write `holds = \"{}\"` in the zone where its cards lie at the start",
                deck.id
            ),
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
        name: key.replace('-', "_"),
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

/// The keys of a row, those inside of tables by their path.
fn columns(row: &Rows) -> BTreeMap<&str, &Value> {
    let read = row.entries.iter().filter(|(key, _)| !PRINTED.contains(&key.name.as_str()));
    read.map(|(key, value)| (key.name.as_str(), value)).collect()
}

/// What a key is on the cards that have it. `words` are all that it can say.
fn kind<S: CardSet>(
    values: &[(Option<u8>, &Value)],
    cards: usize,
    words: Vec<String>,
) -> Option<ColumnKind<S>> {
    let words = words.into_iter().map(|word| (word, S::default()));
    let mut words: Vec<(String, S)> = words.collect();
    let one = |card: &Option<u8>| card.map_or(S::default(), S::one);
    let mut add = |card: &Option<u8>, word: &str| {
        let mut known = words.iter_mut();
        if let Some((_, cards)) = known.find(|(known, _)| known == word) {
            *cards = cards.union(one(card));
        }
    };
    match values.first()?.1.datum {
        Datum::Integer(_) => {
            let mut numbers = vec![0; cards];
            for (card, value) in values {
                let number = i32::try_from(value.as_integer()?).ok()?;
                if let Some(card) = card {
                    numbers[usize::from(*card)] = number;
                }
            }
            Some(ColumnKind::Number(numbers))
        }
        Datum::Boolean(_) => {
            let set = values.iter().filter(|(_, value)| value.datum == Datum::Boolean(true));
            Some(ColumnKind::Flag(set.fold(S::default(), |set, (card, _)| set.union(one(card)))))
        }
        Datum::String(_) => {
            for (card, value) in values {
                add(card, value.as_str()?);
            }
            Some(ColumnKind::Word(words))
        }
        Datum::List(_) => {
            for (card, value) in values {
                for word in value.as_list()? {
                    add(card, word.as_str()?);
                }
            }
            Some(ColumnKind::Words(words))
        }
        _ => None,
    }
}
