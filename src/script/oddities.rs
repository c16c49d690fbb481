//! Finds what is odd between a script and `game.toml`: what is declared and never used, and cards that seem to come by chance and come in
//! the order of the decks' lists. The game's file, what the compiler noted and the script come in; a list with the places, or warnings, go
//! out.

use std::collections::BTreeSet;

use super::game::BY_THEMSELVES;
use super::numbers::{Reads, said};
use super::verbs::ruling_key;
use crate::cards::{Datum, Deck, GameFile, TomlTable, Unused, Value};
use crate::source::{Diagnostics, FileId, Span, warning};
use crate::syntax::{Expr, ExprKind, Function, Script, Statement, StatementKind, each_expression};
use crate::table::{self, Declared, ScoreMeasure, Sees, ZoneKind, ZoneOrder};

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

/// Calls and names in one another through which the zone of a set of cards is looked for.
const DEEP: usize = 8;

/// The warnings of a script that stands in `file`.
pub fn unshuffled(declared: &Declared, script: &Script, file: FileId) -> Diagnostics {
    let functions: Vec<Uses<'_>> = script.functions.iter().map(Uses::of).collect();
    let mut faults = Diagnostics::new();
    for zone in &declared.zones {
        let is_mixed = |(name, arguments): &(&str, &[Expr])| {
            ["shuffle", "pick_random"].contains(name)
                && arguments.first().and_then(|from| zone_of(declared, from)) == Some(zone)
        };
        let mut calls = functions.iter().flat_map(|uses| &uses.calls);
        let lies_in_order = zone.order != ZoneOrder::None && !zone.holds.is_empty();
        if lies_in_order && is_secret(zone) && zone.pile.is_none() && !calls.any(is_mixed) {
            let name = &zone.name;
            faults.push(warning!(
                NotShuffled,
                zone.span,
                "the cards of `{name}` lie in the order of the list: nothing shuffles them",
                "write `pile = true` for `order`, and take its cards with `draw` or `deal`"
            ));
        }
    }
    for uses in &functions {
        for (name, arguments) in &uses.calls {
            let found = match (*name, *arguments) {
                ("move", [cards, to, ..]) => uses
                    .first_of_hidden(declared, cards)
                    .or_else(|| whole_pile(declared, cards, to)),
                ("turn_face", [cards, _]) => uses.first_of_hidden(declared, cards),
                _ => None,
            };
            if let Some((at, message, help)) = found {
                let place = Span::new(file, at.range.clone());
                faults.push(warning!(NotShuffled, place, message, help));
            }
        }
    }
    faults
}

/// What is wrong with an expression, and what to do.
type Found<'s> = (&'s Expr, String, String);

/// A pile that is moved as a whole to where cards lie in an order.
fn whole_pile<'s>(declared: &Declared, cards: &'s Expr, to: &Expr) -> Option<Found<'s>> {
    let from = zone_of(declared, cards).filter(|zone| zone.pile.is_some() && is_secret(zone))?;
    let to = zone_of(declared, to).filter(|zone| zone.order != ZoneOrder::None)?;
    let (from, to) = (&from.name, &to.name);
    let message = format!("`{from}` goes to `{to}` in the order of the list: nothing shuffles it");
    let help = format!("write `draw({from}, {to}, len({from}))`, which draws card by card");
    Some((cards, message, help))
}

/// The zone that is named, whichever of its index.
fn zone_of<'d>(declared: &'d Declared, expr: &Expr) -> Option<&'d ZoneKind> {
    match &expr.kind {
        ExprKind::Name(name) => declared.zones.iter().find(|zone| zone.name == *name),
        ExprKind::Index(of, _) => zone_of(declared, of),
        _ => None,
    }
}

fn is_secret(zone: &ZoneKind) -> bool {
    zone.sees_entering() == Sees::Nobody
}

/// The calls of a function, and what its names are given.
struct Uses<'s> {
    mover: Option<&'s str>,
    calls: Vec<(&'s str, &'s [Expr])>,
    given: Vec<(&'s str, &'s Expr)>,
}

impl<'s> Uses<'s> {
    fn of(function: &'s Function) -> Self {
        let mover = function.parameters.get(1);
        let mut uses = Uses {
            mover: mover.map(|name| name.text.as_str()),
            calls: Vec::new(),
            given: Vec::new(),
        };
        uses.read(&function.body);
        each_expression(&function.body, &mut |expr| {
            if let ExprKind::Call(name, arguments) = &expr.kind {
                uses.calls.push((&name.text, arguments));
            }
        });
        uses
    }

    fn read(&mut self, block: &'s [Statement]) {
        for statement in block {
            if let StatementKind::Assign { target, value, .. } = &statement.kind
                && let ExprKind::Name(name) = &target.kind
            {
                self.given.push((name, value));
            }
            statement.kind.blocks().into_iter().for_each(|block| self.read(block));
        }
    }

    /// What a name is given, if it is given one thing alone.
    fn value(&self, expr: &'s Expr) -> &'s Expr {
        let ExprKind::Name(name) = &expr.kind else {
            return expr;
        };
        let mut given = self.given.iter().filter(|(other, _)| other == name);
        match (given.next(), given.next()) {
            (Some((_, value)), None) => value,
            _ => expr,
        }
    }

    /// The zone in which a set of cards lies, whatever narrows it down: `hand[0]` of `highest(hand[0] & spades, rank)`. `deep`: how far
    /// to look, since a name may be given itself.
    fn taken_from(&self, declared: &Declared, cards: &'s Expr, deep: usize) -> Option<&'s Expr> {
        let cards = self.value(cards);
        let within = |cards| self.taken_from(declared, cards, deep.checked_sub(1)?);
        match &cards.kind {
            ExprKind::Call(name, arguments) if ["highest", "lowest"].contains(&&*name.text) => {
                within(arguments.first()?)
            }
            ExprKind::Binary(_, left, right) => within(left).or_else(|| within(right)),
            _ => zone_of(declared, cards).map(|_| cards),
        }
    }

    /// `first` of cards in a zone that whoever moves does not see.
    fn first_of_hidden(&self, declared: &Declared, cards: &'s Expr) -> Option<Found<'s>> {
        let first = self.value(cards);
        let ExprKind::Call(name, arguments) = &first.kind else {
            return None;
        };
        let of = arguments.first().filter(|_| name.text == "first")?;
        let from = self.taken_from(declared, of, DEEP)?;
        let zone = zone_of(declared, from)?;
        let is_own = match &from.kind {
            ExprKind::Index(_, index) => match &index.kind {
                ExprKind::Name(index) => index == "me" || Some(index.as_str()) == self.mover,
                _ => false,
            },
            _ => false,
        };
        let is_seen = match zone.sees_entering() {
            Sees::All => true,
            Sees::Owner | Sees::Team => is_own,
            Sees::Others => !is_own,
            Sees::Nobody => false,
        };
        if is_seen {
            return None;
        }
        let name = &zone.name;
        let message = format!(
            "`first` takes the card of `{name}` that the decks list first, whatever a player could know"
        );
        let help = match zone.pile {
            Some(_) if std::ptr::eq(from, of) => format!("draw it: `draw({name}, …, 1)`"),
            _ => "write `pick_random` for `first`, or let the rules or a player say which".into(),
        };
        Some((first, message, help))
    }
}
