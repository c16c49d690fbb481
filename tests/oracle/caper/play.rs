//! What moves of Caper do.

use serde_json::json;

use super::cards::COINS_FOR_A_DISCARD;
use super::end::amount;
use super::table::{Flip, Lying, SIDES, Table, other};

impl Table<'_> {
    /// Carries out a legal move.
    pub fn play(&mut self, text: &str) {
        let seat = self.turn.clone().unwrap_or_else(|| panic!("nobody's turn"));
        let words: Vec<&str> = text.split(' ').collect();
        let side = SIDES.into_iter().find(|side| *side == seat).unwrap_or("");
        match words[..] {
            ["place", thief, "at", place] => self.place(side, thief, place.parse().unwrap_or(0)),
            ["equip", gear, "on", thief] => self.equip(side, gear, thief, &format!("hand/{side}")),
            ["discard", gear] => self.discard_for_a_coin(side, gear),
            ["flip", thief] => self.flip(side, thief),
            ["recover", gear, "on", thief] => {
                self.recovers -= 1;
                self.discards.entry(side).or_default().remove(gear);
                self.equip(side, gear, thief, &format!("discard/{side}"));
            }
            ["leave"] => {
                self.recovers -= 1;
                self.go_on(side);
            }
            ["deal", card] => self.deal(card),
            ["pass", a, b] => self.pass(&seat, [a, b]),
            _ => panic!("no such move: {text}"),
        }
    }

    /// R9, G17: the thief is placed, then comes its income.
    fn place(&mut self, side: &'static str, thief: &str, place: usize) {
        self.hand(side).remove(thief);
        self.lay(side, thief, place, None, &format!("hand/{side}"));
        self.take(side, self.caper.card(thief).number("income"));
        self.work(side, thief, place);
    }

    /// R10: the cost is paid to the supply, the gear goes on top of the thief's stack.
    fn equip(&mut self, side: &'static str, gear: &str, thief: &str, from: &str) {
        self.pay(side, "supply", self.caper.card(gear).number("cost"));
        self.hand(side).remove(gear);
        let place = self.place_of(thief);
        self.lay(side, gear, place, Some(thief), from);
        self.work(side, gear, place);
    }

    fn lay(&mut self, side: &'static str, card: &str, place: usize, on: Option<&str>, from: &str) {
        let lying = Lying { card: card.to_owned(), flipped: false };
        let stacks = self.field.entry((place, side)).or_default();
        match stacks.iter_mut().find(|stack| Some(stack[0].card.as_str()) == on) {
            Some(stack) => stack.push(lying),
            None => stacks.push(vec![lying]),
        }
        self.tell(json!({"card": card, "from": from, "to": format!("field/{place}/{side}"), "face": "up"}));
    }

    /// R13, G17: its coins in the order printed, coins of the location, its flips, and last what it brings back.
    fn work(&mut self, side: &'static str, name: &str, place: usize) {
        let caper = self.caper;
        let card = caper.card(name);
        self.acting = Some(name.to_owned());
        for icon in card.when_played() {
            if let Some(coins) = icon.get("coins") {
                // G13: what lies there right after it was placed.
                self.take(side, self.worth(coins, side, place));
            } else if let Some(coins) = icon.get("take-coins") {
                let short = self.pay(other(side), side, coins.as_integer().unwrap_or(0));
                self.tell_short(side, short);
            } else if let Some(coins) = icon.get("fine") {
                let short = self.pay(other(side), "supply", coins.as_integer().unwrap_or(0));
                self.tell_short(other(side), short);
            }
        }
        let tips = self
            .location(place)
            .icons("modifier", "coins")
            .filter(|tip| tip["for"].as_str().is_some_and(|what| card.is(what)));
        let tips: i64 = tips.map(amount).sum();
        self.take(side, tips);
        for flip in card.icons("when-played", "flip") {
            let word = |key: &str| flip.get(key).and_then(toml::Value::as_str).map(str::to_owned);
            let count = flip.as_integer().or_else(|| flip.get("count")?.as_integer()).unwrap_or(1);
            let flips = (0..count).map(|_| Flip {
                only: word("only"),
                reach: word("reach").unwrap_or_else(|| caper.reach.clone()),
            });
            self.flips.extend(flips);
        }
        self.recovers += card.icons("when-played", "recover").count() as i64;
        self.go_on(side);
    }

    /// R9, R10, G2: coins from the supply, as far as there are any.
    pub fn take(&mut self, side: &'static str, coins: i64) {
        let short = self.pay("supply", side, coins);
        self.tell_short(side, short);
    }

    /// G10: what is there is paid, the rest is lost. Gives what was asked and what there was, if that was too little. Told are a side's
    /// coins before the supply's.
    fn pay(&mut self, from: &'static str, to: &'static str, asked: i64) -> Option<[i64; 2]> {
        let paid = asked.min(self.coins[from]);
        if paid > 0 {
            let mut both = [(from, -paid), (to, paid)];
            both.sort_by_key(|(whose, _)| *whose == "supply");
            for (whose, more) in both {
                let now = self.coins[whose] + more;
                self.coins.insert(whose, now);
                self.tell(json!({format!("coins/{whose}"): now}));
            }
        }
        (paid < asked).then_some([asked, paid])
    }

    fn tell_short(&mut self, side: &str, short: Option<[i64; 2]>) {
        if let Some(values) = short {
            self.tell(json!({"note": "short", "seat": side, "values": values}));
        }
    }

    /// R10: gear is discarded for a coin.
    fn discard_for_a_coin(&mut self, side: &'static str, gear: &str) {
        self.discard(side, gear);
        self.take(side, COINS_FOR_A_DISCARD);
        self.go_on(side);
    }

    pub fn discard(&mut self, side: &'static str, card: &str) {
        self.hand(side).remove(card);
        self.discards.entry(side).or_default().insert(card.to_owned());
        self.tell(json!({"card": card, "from": format!("hand/{side}"), "to": format!("discard/{side}"), "face": "up"}));
    }

    /// R12: the topmost card of that stack is turned.
    fn flip(&mut self, side: &'static str, thief: &str) {
        let place = self.place_of(thief);
        let whose = other(side);
        let stack = self
            .field
            .get_mut(&(place, whose))
            .and_then(|stacks| stacks.iter_mut().find(|stack| stack[0].card == thief));
        let top = stack.and_then(|stack| stack.last_mut()).unwrap_or_else(|| panic!("no {thief}"));
        top.flipped = true;
        let card = top.card.clone();
        self.tell(json!({"card": card, "at": format!("field/{place}/{whose}"), "face": "flipped"}));
        self.flips.remove(0);
        self.go_on(side);
    }

    /// What the card still does, else the next player. G16: a flip that has a target is made; G5: one without is lost; G9: where
    /// nothing can be brought back, nothing is asked.
    fn go_on(&mut self, side: &'static str) {
        while !self.flips.is_empty() {
            if !self.targets(side).is_empty() {
                self.phase = "flip";
                return;
            }
            self.flips.remove(0);
            let place = self.acting.as_deref().map_or(0, |card| self.place_of(card));
            self.tell(json!({"note": "no-target", "at": format!("row/{place}"), "seat": side, "values": [0, 0]}));
        }
        if self.recovers > 0 && !self.recoverable(side).is_empty() {
            self.phase = "recover";
            return;
        }
        (self.recovers, self.acting) = (0, None);
        self.played += 1;
        if self.played < SIDES.len() {
            self.ask_for_a_card(other(side));
        } else {
            self.end_turn();
        }
    }
}
