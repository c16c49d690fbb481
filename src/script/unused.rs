//! Finds what `game.toml` declares for a script and the script never uses. The game's file, what the compiler noted,
//! and what the declarations use of each other come in; a list with the places goes out.

use std::collections::BTreeSet;

use super::game::BY_THEMSELVES;
use super::numbers::{Reads, said};
use super::verbs::ruling_key;
use crate::cards::{Datum, Deck, GameFile, TomlTable, Unused, Value};
use crate::source::Span;
use crate::table::{self, Declared, ScoreMeasure};

/// UsedNames by their kind: `("zone", "hand")`.
pub type UsedNames = BTreeSet<(&'static str, String)>;

/// The keys of `[table]` under which names are declared, and what each of them is.
const DECLARED: [(&str, &str); 8] = [
    ("zones", "zone"),
    ("counters", "counter"),
    ("moves", "move"),
    ("questions", "question"),
    ("refusals", "refusal"),
    ("notes", "note"),
    ("faces", "face"),
    ("told-faces", "face"),
];

/// What the declarations use of each other, and refusals of the program's own. A zone that cards begin in is used: they lie
/// there, though no rule ever moves them.
pub fn used_in_table(declared: &Declared) -> UsedNames {
    let mut zones: BTreeSet<usize> = BTreeSet::new();
    let mut used: UsedNames = BY_THEMSELVES.map(|word| ("refusal", word.to_owned())).into();
    for (at, zone) in declared.zones.iter().enumerate() {
        zones.extend((!zone.holds.is_empty()).then_some(at));
        zones.extend(zone.refill.map(usize::from));
        let face = declared.faces.get(usize::from(zone.face));
        used.extend(face.map(|face| ("face", face.clone())));
    }
    let zones = zones.iter().filter_map(|at| declared.zones.get(*at));
    used.extend(zones.map(|kind| ("zone", kind.name.clone())));
    let own = declared.parts_of.iter().flat_map(|(_, parts)| parts);
    let measures = declared.parts.iter().chain(own).copied();
    let measures = measures.chain(declared.wins.iter().map(|win| win.of));
    let sums = declared.sums.iter().flat_map(|sum| &sum.of);
    let counters = measures.chain(sums.map(|kind| ScoreMeasure::Counter(*kind)));
    let names = counters.filter_map(|measure| declared.names_of(measure));
    used.extend(names.map(|(name, _)| ("counter", name.to_owned())));
    used
}

/// What is declared and neither read by the script nor among what is `used` otherwise.
pub fn unused(game: &GameFile, reads: &Reads, used: &UsedNames) -> Vec<Unused> {
    let table = game.table.as_ref().map(|(table, _)| table);
    let mut unused: Vec<Unused> = Vec::new();
    for (key, what) in DECLARED {
        let names = table.and_then(|table| table.get(key)).map(names);
        for (name, span) in names.into_iter().flatten() {
            let name = (what, name);
            if !reads.declared.contains(&name) && !used.contains(&name) {
                unused.push(Unused::new(what, &name.1, span));
            }
        }
    }
    if let Some(rules) = &game.rules {
        unread("", &rules.numbers, reads, &mut unused);
    }
    for ruling in &game.rulings {
        let read = |decides| reads.numbers.contains(&ruling_key(decides));
        if ruling.decides.as_deref().is_some_and(|d| !read(d)) {
            unused.push(Unused::new("ruling", &ruling.id, ruling.span));
        }
    }
    unused
}

/// Abilities that no card has.
pub fn unused_abilities(game: &GameFile, decks: &[Deck]) -> Vec<Unused> {
    let rows = decks.iter().flat_map(|deck| &deck.rows);
    let values = rows.flat_map(|row| &row.table.entries).map(|(_, value)| value);
    let entries = values.flat_map(table::one_or_more);
    let keys = entries.filter_map(Value::as_table).flat_map(TomlTable::keys);
    let used: BTreeSet<&str> = keys.map(|key| key.name.as_str()).collect();
    let all = game.abilities.iter().flat_map(|(declared, _)| declared.keys());
    let unused = all.filter(|ability| !used.contains(ability.name.as_str()));
    unused.map(|ability| Unused::new("ability", &ability.name, ability.span)).collect()
}

/// The names that a table or a list declares.
fn names(declared: &Value) -> Vec<(String, Span)> {
    match &declared.datum {
        Datum::Table(table) => {
            let keys = table.keys().map(|key| (key.name.clone(), key.span));
            keys.collect()
        }
        Datum::List(all) => {
            let words = all.iter().filter_map(|word| Some((word.as_str()?, word.span)));
            words.map(|(word, span)| (word.to_owned(), span)).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds the numbers of `[rules]` that the script does not read, by their paths in `game.toml`.
fn unread(above: &str, table: &TomlTable, reads: &Reads, unused: &mut Vec<Unused>) {
    for (key, value) in &table.entries {
        let path = format!("{above}{}", key.name);
        match &value.datum {
            Datum::Table(inner) => unread(&format!("{path}."), inner, reads, unused),
            _ if reads.numbers.contains(&said(&format!("rules.{path}"))) => {}
            _ => unused.push(Unused::new("number", &path, key.span)),
        }
    }
}
