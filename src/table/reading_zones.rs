//! Reads `[table.zones]`. TOML comes in; the kinds of zones, who sees their cards and which cards start there go into
//! the declarations.

use super::declared::{CardCondition, Each, MOST_PILES, Sees, ZoneKind, ZoneOrder};
use super::reading::{Reading, find};
use crate::cards::{Datum, Key, TomlTable, Value};
use crate::source::{Span, fault, instead};

/// Most zones, each seat's and each place's counted.
const MOST_ZONES: usize = u8::MAX as usize;

impl Reading<'_> {
    pub(super) fn each(&mut self, value: Option<&Value>) -> Each {
        let Some(value) = value else {
            return Each::One;
        };
        let words: Vec<&str> = one_or_more(value).iter().filter_map(Value::as_str).collect();
        let each = match words.as_slice() {
            ["seat"] => Each::Seat,
            ["place"] => Each::Place,
            ["place", "seat"] => Each::Both,
            _ => {
                fault!(self, value.span; "`each` is something else"; "write \"seat\", \"place\" or [\"place\", \"seat\"]");
                // The most common value, so that what depends on it is not reported as well.
                return Each::Seat;
            }
        };
        if each != Each::Seat && self.declared.places.is_empty() {
            fault!(self, value.span; "the table has no places"; "add `places = 4` to [table]");
        }
        each
    }

    pub(super) fn sees_word(&mut self, value: &Value, each: Each) -> Sees {
        let sees = match value.as_str() {
            Some("all") => Sees::All,
            Some("owner") => Sees::Owner,
            Some("team") => Sees::Team,
            Some("others") => Sees::Others,
            Some("nobody") => Sees::Nobody,
            _ => {
                fault!(self, value.span; "`sees` is something else"; "write \"all\", \"owner\", \"team\", \"others\" or \"nobody\"");
                Sees::All
            }
        };
        let of_seats = matches!(each, Each::Seat | Each::Both);
        if !matches!(sees, Sees::All | Sees::Nobody) && !of_seats {
            fault!(self, value.span; "the zone belongs to no seat"; "add `each = \"seat\"`, or write \"all\" or \"nobody\"");
        }
        sees
    }

    /// Who sees, by face.
    fn sees(&mut self, value: Option<&Value>, each: Each) -> Vec<Sees> {
        let mut sees = vec![Sees::All; self.declared.faces.len()];
        match value.map(|value| (value, value.as_table())) {
            None => {}
            Some((_, Some(by_face))) => {
                for (key, value) in &by_face.entries {
                    let who = self.sees_word(value, each);
                    sees[usize::from(self.face(&key.name, key.span))] = who;
                }
            }
            Some((value, None)) => sees.fill(self.sees_word(value, each)),
        }
        sees
    }

    fn face(&mut self, face: &str, span: Span) -> u8 {
        find(self.faults, &self.declared.faces, "face", (face, span)).unwrap_or(0)
    }

    pub(super) fn zones(&mut self, zones: &[(Key, Value)]) {
        let mut refills = Vec::new();
        let mut next = 0;
        let mut piles = 0;
        for (key, value) in zones {
            let Some(mut r) = self.entry(key, value, "a zone") else {
                continue;
            };
            let (each, sees, holds) = (r.value("each"), r.value("sees"), r.value("holds"));
            let (face, refill) = (r.string("face"), r.name("refill"));
            let (pile, order, size) = (r.boolean("pile"), r.value("order"), r.value("size"));
            let (counts, written) = (r.string("counts-for"), r.string("as"));
            let takes = r.table("where");
            r.finish();
            let each = self.each(each);
            let sees = self.sees(sees, each);
            let holds = holds.map_or_else(Vec::new, |holds| match &holds.datum {
                Datum::String(deck) => vec![deck.clone()],
                _ => self.words(holds, "decks"),
            });
            let takes = takes.map_or_else(Vec::new, |(takes, span)| {
                if holds.is_empty() {
                    fault!(self, span; "`where` picks cards of no deck"; "name them: `holds = \"cards\"`");
                }
                self.conditions(takes)
            });
            let face = face.map_or(0, |(face, span)| self.face(&face, span));
            let is_pile = pile || refill.is_some();
            let order = self.order(order);
            let written = self.written(key, written, "zone");
            if is_pile && order != ZoneOrder::None {
                fault!(self, key.span; "a pile has no order: any of its cards may be drawn"; "take `order` away, or draw from a zone without one");
            }
            let size = self.size(size);
            if let Some((_, span)) = counts.as_ref().filter(|(who, _)| who != "owner") {
                fault!(self, *span; "`counts-for` is something else"; "write \"owner\", or leave it out");
            }
            let first = u8::try_from(next).unwrap_or(u8::MAX);
            let pile = is_pile.then_some(piles as u8);
            if is_pile {
                piles += self.declared.count(each);
                if piles > MOST_PILES {
                    self.too_many(key.span, "piles", MOST_PILES);
                }
            }
            refills.extend(refill.map(|refill| (self.declared.zones.len(), refill)));
            self.declared.zones.push(ZoneKind {
                name: key.name.clone(),
                span: key.span,
                each,
                first,
                sees,
                face,
                pile,
                refill: None,
                order,
                size,
                holds,
                takes,
                counts: counts.is_some(),
                written,
            });
            let what = "zones, where each seat's and each place's counts";
            self.number(&mut next, each, (key.span, what, MOST_ZONES));
        }
        for (zone, (refill, span)) in refills {
            let zones = &mut self.declared.zones;
            let Some(from) = find(self.faults, zones, "zone", (&refill, span)) else {
                continue;
            };
            let each = zones[usize::from(from)].each;
            if each == Each::One || each == zones[zone].each {
                zones[zone].refill = Some(from);
            } else {
                fault!(self, span; "there are several zones `{refill}`"; "refill a pile from one zone for all, or each of several from its own: write the same `each` for both");
            }
        }
    }

    /// Which cards of its decks a zone holds: `where = { region = ["core", "{region}"] }`.
    fn conditions(&mut self, takes: &TomlTable) -> Vec<CardCondition> {
        let conditions = takes.entries.iter().map(|(key, value)| {
            let all = one_or_more(value);
            if all.is_empty() {
                fault!(self, value.span; "no card has any of no `{}`", key.name; "name what the cards have there");
            }
            let words = all.iter().filter_map(|one| self.wanted_word(one));
            CardCondition { key: key.name.clone(), span: key.span, words: words.collect() }
        });
        conditions.collect()
    }

    /// A word, or number, that cards have, with what was agreed on in its gaps: `{region}`.
    fn wanted_word(&mut self, value: &Value) -> Option<(String, Option<Span>)> {
        let Some(written) = row_word(value) else {
            fault!(self, value.span; "cards are picked by words and numbers, this is {}", value.kind(); "write what stands in the cards' rows");
            return None;
        };
        let agreed = &self.declared.variant;
        let filled = agreed.iter().fold(written.clone(), |word, (axis, choice)| {
            word.replace(&format!("{{{axis}}}"), choice)
        });
        if let Some((_, rest)) = filled.split_once('{') {
            let name = rest.split('}').next().unwrap_or(rest);
            let help = if agreed.is_empty() {
                format!("declare it: `variants = {{ {name} = [\"…\"] }}`")
            } else {
                instead(name, agreed.iter().map(|(axis, _)| axis.as_str()))
            };
            fault!(self, value.span; "there is no `{name}` to be agreed on"; help);
            return None;
        }
        let same = (filled == written).then_some(value.span);
        Some((filled, same))
    }

    fn order(&mut self, value: Option<&Value>) -> ZoneOrder {
        match value.map(|value| (&value.datum, value)) {
            None | Some((Datum::Boolean(false), _)) => ZoneOrder::None,
            Some((Datum::Boolean(true), _)) => ZoneOrder::Each,
            Some((Datum::String(word), _)) if word == "kept" => ZoneOrder::Kept,
            Some((_, value)) => {
                fault!(self, value.span; "`order` is something else"; "write `true`, or \"kept\" for one order of all zones of the name");
                ZoneOrder::None
            }
        }
    }

    fn size(&mut self, value: Option<&Value>) -> (u8, u8) {
        let Some(value) = value else {
            return (0, u8::MAX);
        };
        let numbers = value.as_list().unwrap_or_default().iter().filter_map(Value::as_integer);
        match numbers.collect::<Vec<i64>>().as_slice() {
            [least @ 0..=255, most @ 0..=255] if least <= most => (*least as u8, *most as u8),
            _ => {
                fault!(self, value.span; "`size` is no pair of numbers"; "write the fewest and the most cards: `size = [0, 7]`");
                (0, u8::MAX)
            }
        }
    }
}

/// The values of a list, or the one that stands for it.
pub fn one_or_more(value: &Value) -> &[Value] {
    value.as_list().unwrap_or(std::slice::from_ref(value))
}

/// A word or number of a row, as cards are picked by it.
pub fn row_word(value: &Value) -> Option<String> {
    match &value.datum {
        Datum::String(word) => Some(word.clone()),
        Datum::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}
