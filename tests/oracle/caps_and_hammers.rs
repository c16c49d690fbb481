//! Caps and Hammers, second edition, read a second time from the clauses of `cards/caps-and-hammers/rules.md`: loyalty, Justifications and the
//! DEFCON deck. The rest is in `hammers`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::hammers::{Edition, Facts, Field, LAB, ROW, SEATS, each, kind, penalty};
use super::record::Record;

/// Follows a whole game; what it returns says at which ply the record is wrong, and how.
pub fn check(folder: &Path, record: &Record) -> Result<(), String> {
    // R1
    let decks = [
        ("assets", "deck"),
        ("countries", "countries"),
        ("labs", "labs"),
        ("defcon", "defcon"),
        ("justifications", "justifications"),
    ];
    let field = Field::read(folder, &decks, ("number", 5))?; // G10
    SecondEdition { field, blocked: BTreeSet::new() }.check(record)
}

struct SecondEdition {
    field: Field,
    /// Where an Occupation was launched (R7).
    blocked: BTreeSet<usize>,
}

impl SecondEdition {
    /// A player's countries that are Loyal, or Disloyal. G9: what is paired is nobody's.
    fn owned(&self, seat: &str, face: &str) -> Vec<String> {
        let all = self.field.cards.sorted(&format!("owned/{seat}")).into_iter();
        all.filter(|card| self.field.cards.faces[card] == face).collect()
    }

    /// R9: without bonuses for regions.
    fn loyal_points(&self, seat: &str) -> i64 {
        self.field.score(&self.owned(seat, "loyal")).0
    }

    fn flip(&mut self, seat: &str, country: &str) {
        self.field.cards.turn_over(country, &format!("owned/{seat}"), "disloyal");
    }

    fn win_back(&mut self, seat: &str, country: &str) {
        self.field.cards.turn_over(country, &format!("owned/{seat}"), "loyal");
    }

    /// R7, R8, G19: a Justification that lies there goes back; without one DEFCON falls, and its player alone pays.
    fn aggression(&mut self, seat: &'static str, place: usize) {
        let (cards, zone) = (&mut self.field.cards, format!("justified/{place}/{seat}"));
        if let Some(justification) = cards.sorted(&zone).first() {
            let row = format!("row/{place}");
            cards.tell(json!({"note": "justified", "at": row, "seat": seat, "values": [0, 0]}));
            cards.carry(justification, &zone, "justifications", "up");
        } else {
            self.lower_defcon();
            self.field.queue = vec![seat];
            self.go_on();
        }
    }
}

impl Edition for SecondEdition {
    const PILES: &'static [&'static str] = &["deck", "countries"];

    fn field(&self) -> &Field {
        &self.field
    }

    fn field_mut(&mut self) -> &mut Field {
        &mut self.field
    }

    fn payments(&self, seat: &str) -> BTreeSet<String> {
        if self.field.phase == "flip" {
            self.owned(seat, "loyal").iter().map(|country| format!("flip {country}")).collect()
        } else {
            self.owned(seat, "disloyal")
                .iter()
                .map(|country| format!("restore {country}"))
                .collect()
        }
    }

    fn make_payment(&mut self, seat: &'static str, words: &[&str]) {
        if let ["flip", country] = words {
            self.flip(seat, country);
            self.field.owed -= self.field.cards.number(country, "points");
        } else {
            self.win_back(seat, words[1]);
            self.field.owed -= 1;
        }
        // G2: no more than is asked for
        if self.field.owed <= 0 {
            self.go_on();
        }
    }

    fn may_launch(&self, seat: &str, place: usize, card: &str) -> bool {
        // R7: whoever cannot pay in full cannot launch; R8: a Justification there pays
        let justified = || !self.field.cards.zone(&format!("justified/{place}/{seat}")).is_empty();
        let can_pay = || justified() || self.loyal_points(seat) >= penalty(self.field.defcon);
        match kind(card) {
            "nuclear-armament" => can_pay(),
            // R7: one Occupation at a location; G13: at countries only
            "military-occupation" => place != LAB && !self.blocked.contains(&place) && can_pay(),
            "diplomat" => !self.field.cards.zone("justifications").is_empty(), // G1
            _ => true,
        }
    }

    fn launched(&mut self, seat: &'static str, place: usize, card: &str) {
        match kind(card) {
            "nuclear-armament" => self.aggression(seat, place),
            "military-occupation" => {
                self.blocked.insert(place);
                self.aggression(seat, place);
            }
            // R8: a Justification at its location, to serve at once
            "diplomat" => {
                let justification = self.field.cards.sorted("justifications")[0].clone();
                let zone = format!("justified/{place}/{seat}");
                self.field.cards.carry(&justification, "justifications", &zone, "up");
            }
            _ => {}
        }
    }

    /// R9: the topmost card is taken and asks for its price; when 1 comes up, the deck starts again at 5.
    fn lower_defcon(&mut self) {
        let field = &mut self.field;
        field.price = penalty(field.defcon);
        let card = format!("defcon-{}", field.defcon);
        field.cards.carry(&card, "defcon", "defcon/spent", "up");
        field.defcon -= 1;
        field.cards.tell(json!({"defcon": field.defcon}));
        if field.defcon == 1 {
            field.defcon = 5;
            field.cards.tell(json!({"defcon": field.defcon}));
            for card in field.cards.sorted("defcon/spent").iter().rev() {
                field.cards.carry(card, "defcon/spent", "defcon", "up");
            }
        }
    }

    /// R9: Loyal countries of one's choice, or all of them if they are worth no more (R12).
    fn pay(&mut self, seat: &'static str) -> bool {
        let (price, points) = (self.field.price, self.loyal_points(seat));
        self.field.cards.tell(json!({"note": "penalty", "seat": seat, "values": [price, points]}));
        if points > price {
            (self.field.turn, self.field.phase, self.field.owed) = (Some(seat), "flip", price);
            return true;
        }
        for country in self.owned(seat, "loyal") {
            self.flip(seat, &country);
        }
        false
    }

    /// R13: one for each lab, lent or not (G18), of one's choice; all, if there are no more.
    fn restore(&mut self, seat: &'static str) -> bool {
        let labs = self.field.cards.zone(&format!("labs/{seat}")).len();
        let lost = self.owned(seat, "disloyal");
        if labs > 0 && lost.len() > labs {
            (self.field.turn, self.field.phase) = (Some(seat), "restore");
            self.field.owed = labs as i64;
            return true;
        }
        for country in lost.iter().take(labs) {
            self.win_back(seat, country);
        }
        false
    }

    fn turn_ended(&mut self, _: &'static str) {}

    /// R14: unspent Justifications go back.
    fn round_ended(&mut self, seat: &'static str) {
        self.blocked.clear();
        for card in self.field.cards.all.clone() {
            let mut zones = ROW.iter().map(|place| format!("justified/{place}/{seat}"));
            if let Some(zone) = zones.find(|zone| self.field.cards.zone(zone).contains(&card)) {
                self.field.cards.carry(&card, &zone, "justifications", "up");
            }
        }
    }

    /// R15: what is Loyal counts. More points win; fewer countries, G11: Loyal or not; more regions; nobody.
    fn result(&self) -> Value {
        let [caps, hammers] = SEATS.map(|seat| self.field.score(&self.owned(seat, "loyal")));
        let countries = SEATS.map(|seat| self.field.cards.zone(&format!("owned/{seat}")).len());
        let ranks = [
            ("points", (caps.0 + caps.1).cmp(&(hammers.0 + hammers.1))),
            ("fewer-countries", countries[1].cmp(&countries[0])),
            ("more-regions", caps.1.cmp(&hammers.1)),
        ];
        let decides = ranks.into_iter().find(|(_, order)| order.is_ne());
        let winner = decides.map(|(_, order)| if order.is_gt() { "caps" } else { "hammers" });
        let parts = |seat| {
            let (points, regions) = if seat == "caps" { caps } else { hammers };
            json!({"countries": points, "regions": regions, "total": points + regions})
        };
        json!({"winner": winner, "by": decides.map_or("draw", |(by, _)| by), "scores": each(parts)})
    }

    fn own_facts(&self) -> Facts {
        Facts::from([("blocked".to_owned(), json!(self.blocked))])
    }
}
