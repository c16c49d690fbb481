//! Caps & Hammers, 2016 edition, read a second time from the clauses of `cards/caps-and-hammers-2016/rules.md`: protests, the DEFCON meter and
//! what a Diplomat justifies. The rest is in `hammers`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use super::hammers::{Edition, Facts, Field, LAB, SEATS, each, kind, penalty};
use super::record::Record;

/// Follows a whole game; what it returns says at which ply the record is wrong, and how.
pub fn check(folder: &Path, record: &Record) -> Result<(), String> {
    // R1 to R4
    let decks = [
        ("actions", "deck"),
        ("countries", "countries"),
        ("labs", "labs"),
        ("protests", "protests"),
    ];
    let field = Field::read(folder, &decks, ("rank", i64::MAX))?;
    FirstEdition { field, fresh: BTreeMap::new(), ready: BTreeMap::new() }.check(record)
}

struct FirstEdition {
    field: Field,
    /// Diplomats that were activated this turn, and in an earlier one (R19); what they justified is taken off.
    fresh: BTreeMap<&'static str, usize>,
    ready: BTreeMap<&'static str, usize>,
}

impl FirstEdition {
    /// R18: DEFCON falls, and who activated it pays alone; R19, G10, G21: a Diplomat of an earlier turn spares both, once.
    fn aggression(&mut self, seat: &'static str, place: usize) {
        match self.ready.get_mut(seat) {
            Some(diplomats) if *diplomats > 0 => {
                *diplomats -= 1;
                let row = format!("row/{place}");
                let note = json!({"note": "justified", "at": row, "seat": seat, "values": [0, 0]});
                self.field.cards.tell(note);
            }
            _ => {
                self.lower_defcon();
                self.field.queue = vec![seat];
                self.go_on();
            }
        }
    }
}

impl Edition for FirstEdition {
    const PILES: &'static [&'static str] = &["deck", "countries", "protests"];

    fn field(&self) -> &Field {
        &self.field
    }

    fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    /// R15: any of one's protests, or none.
    fn payments(&self, seat: &str) -> BTreeSet<String> {
        let held = self.field.cards.zone(&format!("protests/{seat}")).iter();
        held.map(|protest| format!("return {protest}")).chain(["keep".to_owned()]).collect()
    }

    fn make_payment(&mut self, seat: &'static str, words: &[&str]) {
        let (field, held) = (&mut self.field, format!("protests/{seat}"));
        if let ["return", protest] = words {
            field.cards.carry(protest, &held, "protests", "down"); // G22
            field.cards.shuffle("protests"); // R14: the next ones are drawn at random
            field.owed -= 1;
        }
        if words == ["keep"] || field.owed == 0 || field.cards.zone(&held).is_empty() {
            self.go_on();
        }
    }

    fn may_launch(&self, seat: &str, place: usize, card: &str) -> bool {
        // Countries only, once a round, G13: by each player.
        kind(card) != "military-occupation"
            || (place != LAB && !self.field.occupations.contains_key(seat))
    }

    fn launched(&mut self, seat: &'static str, place: usize, card: &str) {
        match kind(card) {
            "nuclear-armament" | "military-occupation" => self.aggression(seat, place),
            "diplomat" => *self.fresh.entry(seat).or_default() += 1,
            _ => {}
        }
    }

    /// R14: by one step; at 1 the level is 5 again at once.
    fn lower_defcon(&mut self) {
        let field = &mut self.field;
        field.price = penalty(field.defcon);
        field.defcon -= 1;
        field.cards.tell(json!({"defcon": field.defcon}));
        if field.defcon == 1 {
            field.defcon = 5;
            field.cards.tell(json!({"defcon": field.defcon}));
        }
    }

    /// R14: protests at random, G8: as many as there are.
    fn pay(&mut self, seat: &'static str) -> bool {
        let field = &mut self.field;
        let values = [field.price, field.cards.zone("protests").len() as i64];
        field.cards.tell(json!({"note": "penalty", "seat": seat, "values": values}));
        for _ in 0..field.price {
            field.cards.draw("protests", &format!("protests/{seat}"), "up");
        }
        false
    }

    /// R15: one for each lab, lent or not (G20).
    fn restore(&mut self, seat: &'static str) -> bool {
        let [labs, protests] =
            ["labs", "protests"].map(|of| self.field.cards.zone(&format!("{of}/{seat}")).len());
        if labs == 0 || protests == 0 {
            return false;
        }
        (self.field.turn, self.field.phase) = (Some(seat), "return");
        self.field.owed = labs as i64;
        true
    }

    /// R19: what was activated in this turn justifies from the next one on.
    fn turn_ended(&mut self, seat: &'static str) {
        *self.ready.entry(seat).or_default() += self.fresh.remove(seat).unwrap_or(0);
    }

    /// G10: in the same round only.
    fn round_ended(&mut self, seat: &'static str) {
        self.ready.remove(seat);
    }

    /// R17: countries and regions, less the protests; more points win. G9: or nobody.
    fn result(&self) -> Value {
        let cards = &self.field.cards;
        let parts = SEATS.map(|seat| {
            let (countries, regions) = self.field.score(cards.zone(&format!("owned/{seat}")));
            let protests = cards.zone(&format!("protests/{seat}")).iter();
            (
                countries,
                regions,
                -protests.map(|protest| cards.number(protest, "value")).sum::<i64>(),
            )
        });
        let totals = parts.map(|(countries, regions, protests)| countries + regions + protests);
        let winner = match totals[0].cmp(&totals[1]) {
            std::cmp::Ordering::Greater => Some("caps"),
            std::cmp::Ordering::Less => Some("hammers"),
            std::cmp::Ordering::Equal => None,
        };
        let score = |seat| {
            let at = usize::from(seat != SEATS[0]);
            let (countries, regions, protests) = parts[at];
            json!({"countries": countries, "regions": regions, "protests": protests, "total": totals[at]})
        };
        json!({"winner": winner, "by": winner.map_or("draw", |_| "points"), "scores": each(score)})
    }

    fn own_facts(&self) -> Facts {
        let diplomats = [("fresh", &self.fresh), ("ready", &self.ready)];
        let each =
            |of: &BTreeMap<&str, usize>| each(|seat| of.get(seat).copied().unwrap_or(0).into());
        diplomats.map(|(key, of)| (key.to_owned(), each(of))).into()
    }
}
