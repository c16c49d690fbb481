//! Reads `[table.zones]`. TOML comes in; the kinds of zones, who sees their cards and which cards start there go into
//! the declarations. Called by [`super::reading`]; `script::cards` calls [`row_word`].

use super::declared::{CardCondition, Each, MOST_PILES, Sees, ZoneKind, ZoneOrder};
use super::reading::Reading;
use crate::cards::{Datum, Key, Reader, TomlTable, Value, flag};
use crate::source::{Code, Span, instead};

impl Reading<'_> {
    pub(super) fn each(&mut self, value: Option<&Value>) -> Each {
        let Some(value) = value else {
            return Each::One;
        };
        let words: Vec<&str> = match &value.datum {
            Datum::List(all) => all.iter().filter_map(Value::as_str).collect(),
            Datum::String(word) => vec![word],
            _ => Vec::new(),
        };
        let each = match words.as_slice() {
            ["seat"] => Each::Seat,
            ["place"] => Each::Place,
            ["place", "seat"] => Each::Both,
            _ => {
                let help = "write \"seat\", \"place\" or [\"place\", \"seat\"]";
                self.fault(value.span, "`each` is something else", help);
                // The most common value, so that what depends on it is not reported as well.
                return Each::Seat;
            }
        };
        if matches!(each, Each::Place | Each::Both) && self.declared.places.is_empty() {
            self.fault(value.span, "the table has no places", "add `places = 4` to [table]");
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
                self.fault(
                    value.span,
                    "`sees` is something else",
                    "write \"all\", \"owner\", \"team\", \"others\" or \"nobody\"",
                );
                Sees::All
            }
        };
        if matches!(sees, Sees::Owner | Sees::Team | Sees::Others)
            && !matches!(each, Each::Seat | Each::Both)
        {
            self.fault(
                value.span,
                "the zone belongs to no seat",
                "add `each = \"seat\"`, or write \"all\" or \"nobody\"",
            );
        }
        sees
    }

    /// Who sees, by face.
    pub(super) fn sees(&mut self, value: Option<&Value>, each: Each) -> Vec<Sees> {
        let faces = self.declared.faces.clone();
        match value.map(|value| (value, &value.datum)) {
            None => vec![Sees::All; faces.len()],
            Some((_, Datum::Table(by_face))) => {
                let mut sees = vec![Sees::All; faces.len()];
                for (key, value) in &by_face.entries {
                    let who = self.sees_word(value, each);
                    let face = self.face(Some((key.name.clone(), key.span)));
                    sees[usize::from(face)] = who;
                }
                sees
            }
            Some((value, _)) => vec![self.sees_word(value, each); faces.len()],
        }
    }

    pub(super) fn zones(&mut self, zones: Option<&TomlTable>) {
        let mut refills = Vec::new();
        let mut next = 0;
        let mut piles = 0;
        for (key, value) in zones.into_iter().flat_map(|t| &t.entries) {
            let Some(table) = self.entry(key, value) else {
                continue;
            };
            let mut r = Reader::new(table, value.span, "a zone", self.faults);
            let (each, sees, holds) = (r.value("each"), r.value("sees"), r.value("holds"));
            let face = r.string("face");
            let refill = r.name("refill");
            let (pile, ordered) = (r.value("pile"), r.value("order"));
            let size = r.value("size");
            let counts = r.string("counts-for");
            let takes = r.table("where");
            let written = r.string("as");
            r.finish();
            let each = self.each(each);
            let sees = self.sees(sees, each);
            let holds = holds.map_or_else(Vec::new, |holds| match &holds.datum {
                Datum::String(deck) => vec![deck.clone()],
                _ => self.words(holds, "decks"),
            });
            let takes = takes.map_or_else(Vec::new, |(takes, span)| {
                if holds.is_empty() {
                    let help = "name them: `holds = \"cards\"`";
                    self.fault(span, "`where` picks cards of no deck", help);
                }
                self.conditions(takes)
            });
            let face = self.face(face);
            let is_pile = self.flag(pile) || refill.is_some();
            let order = self.order(ordered);
            if let Some((written, span)) = &written {
                self.written_name(written, *span, "zone");
            }
            if is_pile && order != ZoneOrder::None {
                let help = "take `order` away, or draw from a zone without one";
                self.fault(key.span, "a pile has no order: any of its cards may be drawn", help);
            }
            let size = self.size(size);
            if let Some((_, span)) = counts.as_ref().filter(|(who, _)| who != "owner") {
                self.fault(
                    *span,
                    "`counts-for` is something else",
                    "write \"owner\", or leave it out",
                );
            }
            let count = self.declared.count(each);
            if is_pile && piles + count > MOST_PILES {
                self.too_many(key.span, "piles", MOST_PILES);
            }
            if let Some(refill) = refill {
                refills.push((self.declared.zones.len(), refill));
            }
            self.declared.zones.push(ZoneKind {
                name: key.name.clone(),
                span: key.span,
                each,
                first: u8::try_from(next).unwrap_or(u8::MAX),
                sees,
                face,
                pile: is_pile.then_some(piles as u8),
                refill: None,
                order,
                size,
                holds,
                takes,
                counts: counts.is_some(),
                written: written.map_or_else(|| key.name.clone(), |(written, _)| written),
            });
            piles += if is_pile { count } else { 0 };
            next += count;
            if next > 255 && next - count <= 255 {
                let what = "zones, where each seat's and each place's counts";
                self.too_many(key.span, what, 255);
            }
        }
        for (zone, (refill, span)) in refills {
            let found = self.declared.zones.iter().position(|kind| kind.name == refill);
            match found {
                Some(from) => {
                    let (each, of) =
                        (self.declared.zones[from].each, self.declared.zones[zone].each);
                    if each == Each::One || each == of {
                        self.declared.zones[zone].refill = Some(from as u8);
                    } else {
                        self.fault(
                            span,
                            format!("there are several zones `{refill}`"),
                            "refill a pile from one zone for all, or each of several from its own: write the same `each` for both",
                        );
                    }
                }
                None => {
                    let known: Vec<String> =
                        self.declared.zones.iter().map(|z| z.name.clone()).collect();
                    let help = instead(&refill, known.iter().map(String::as_str));
                    self.fault(span, format!("there is no zone `{refill}`"), help);
                }
            }
        }
    }

    /// Which cards of its decks a zone holds: `where = { region = ["core", "{region}"] }`.
    fn conditions(&mut self, takes: &TomlTable) -> Vec<CardCondition> {
        let conditions = takes.entries.iter().map(|(key, value)| {
            let all = match &value.datum {
                Datum::List(all) => all.as_slice(),
                _ => std::slice::from_ref(value),
            };
            if all.is_empty() {
                let message = format!("no card has any of no `{}`", key.name);
                self.fault(value.span, message, "name what the cards have there");
            }
            let words = all.iter().filter_map(|one| self.wanted_word(one));
            CardCondition { key: key.name.clone(), span: key.span, words: words.collect() }
        });
        conditions.collect()
    }

    /// A word, or number, that cards have, with what was agreed on in its gaps: `{region}`.
    fn wanted_word(&mut self, value: &Value) -> Option<(String, Option<Span>)> {
        let Some(written) = row_word(value) else {
            let message =
                format!("cards are picked by words and numbers, this is {}", value.kind());
            self.fault(value.span, message, "write what stands in the cards' rows");
            return None;
        };
        let agreed = self.declared.variant.clone();
        let filled = agreed.iter().fold(written.clone(), |word, (axis, choice)| {
            word.replace(&format!("{{{axis}}}"), choice)
        });
        if let Some((_, rest)) = filled.split_once('{') {
            let name = rest.split('}').next().unwrap_or(rest);
            let message = format!("there is no `{name}` to be agreed on");
            let help = if agreed.is_empty() {
                format!("declare it: `variants = {{ {name} = [\"…\"] }}`")
            } else {
                instead(name, agreed.iter().map(|(axis, _)| axis.as_str()))
            };
            self.fault(value.span, message, help);
            return None;
        }
        let same = (filled == written).then_some(value.span);
        Some((filled, same))
    }

    /// The table of `name = { … }`, when the name is good.
    pub(super) fn entry<'t>(&mut self, key: &Key, value: &'t Value) -> Option<&'t TomlTable> {
        if !self.name(&key.name, key.span) {
            return None;
        }
        let table = value.as_table();
        if table.is_none() {
            let message = format!("`{}` is {}, not a table", key.name, value.kind());
            self.fault(value.span, message, format!("write `{} = {{ … }}`", key.name));
        }
        table
    }

    pub(super) fn flag(&mut self, value: Option<&Value>) -> bool {
        flag(value, Code::Declaration, self.faults)
    }

    fn order(&mut self, value: Option<&Value>) -> ZoneOrder {
        match value.map(|value| (&value.datum, value)) {
            None | Some((Datum::Boolean(false), _)) => ZoneOrder::None,
            Some((Datum::Boolean(true), _)) => ZoneOrder::Each,
            Some((Datum::String(word), _)) if word == "kept" => ZoneOrder::Kept,
            Some((_, value)) => {
                let help = "write `true`, or \"kept\" for one order of all zones of the name";
                self.fault(value.span, "`order` is something else", help);
                ZoneOrder::None
            }
        }
    }

    pub(super) fn size(&mut self, value: Option<&Value>) -> (u8, u8) {
        let Some(value) = value else {
            return (0, u8::MAX);
        };
        let numbers: Vec<i64> =
            value.as_list().unwrap_or_default().iter().filter_map(Value::as_integer).collect();
        match numbers.as_slice() {
            [least @ 0..=255, most @ 0..=255] if least <= most => (*least as u8, *most as u8),
            _ => {
                self.fault(
                    value.span,
                    "`size` is no pair of numbers",
                    "write the fewest and the most cards: `size = [0, 7]`",
                );
                (0, u8::MAX)
            }
        }
    }
}

/// A word or number of a row, as cards are picked by it.
pub fn row_word(value: &Value) -> Option<String> {
    match &value.datum {
        Datum::String(word) => Some(word.clone()),
        Datum::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}
