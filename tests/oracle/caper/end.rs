//! What the cards of Caper are worth: capers, points, stolen goods; who wins the locations, and the game.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::cards::{Card, GEAR_ON_A_THIEF, GOODS, POINTS_OF_A_DISCARD, SETS, SNITCH_SHARE};
use super::table::{SIDES, Table, other};

/// A number of an icon: plain, or the `amount` of a table, one when left out.
pub fn amount(icon: &toml::Value) -> i64 {
    let said = icon.as_integer().or_else(|| icon.get("amount")?.as_integer());
    said.unwrap_or(1)
}

/// What a side has in the end.
struct Score {
    /// R16: rewards of locations, thieves, gear, stolen goods.
    rows: [(&'static str, i64); 4],
    total: i64,
    /// R18: in all, for a tie.
    capers: i64,
}

impl Table<'_> {
    /// The face-up cards of a side at a place: a flipped card has lost its icons and colour (R12).
    fn face_up(&self, place: usize, side: &str) -> Vec<&Card> {
        let stacks = self.field.iter().filter(|((at, whose), _)| *at == place && *whose == side);
        let cards = stacks.flat_map(|(_, stacks)| stacks).flatten();
        cards.filter(|lying| !lying.flipped).map(|lying| self.caper.card(&lying.card)).collect()
    }

    /// R14, G12: cards of a colour there, the counting card included.
    fn count(&self, colour: &str, place: usize, side: &str) -> i64 {
        self.face_up(place, side).iter().filter(|card| card.is(colour)).count() as i64
    }

    /// What an icon of a side's card, or of a location that it won (G14), gives there: a number, or so many for each card of a colour
    /// (R14), for each set of colours (G11), or if something holds.
    pub fn worth(&self, icon: &toml::Value, side: &str, place: usize) -> i64 {
        let whose = if icon.get("of").and_then(toml::Value::as_str) == Some("theirs") {
            other(side)
        } else {
            side
        };
        let times = if let Some(colour) = icon.get("each").and_then(toml::Value::as_str) {
            self.count(colour, place, whose)
        } else if let Some(colours) = icon.get("each-set").and_then(toml::Value::as_array) {
            let counts = colours
                .iter()
                .filter_map(toml::Value::as_str)
                .map(|colour| self.count(colour, place, whose));
            counts.min().unwrap_or(0)
        } else {
            match icon.get("if").and_then(toml::Value::as_str) {
                None => 1,
                Some("they-are-broke") => i64::from(self.coins[other(side)] == 0),
                Some("you-are-richer") => i64::from(self.coins[side] > self.coins[other(side)]),
                Some(word) => panic!("if {word}?"),
            }
        };
        amount(icon) * times
    }

    /// R15: capers of the cards of a side at a place; G15: of the location, for its face-up cards; R11, G3: of fully equipped thieves.
    pub fn capers(&self, place: usize, side: &str) -> i64 {
        let cards = self.face_up(place, side);
        let printed = cards
            .iter()
            .flat_map(|card| card.icons("gives", "capers"))
            .map(|icon| self.worth(icon, side, place));
        let printed: i64 = printed.sum();
        let given = self.location(place).icons("modifier", "capers").map(|icon| {
            let served = |card: &&&Card| icon["for"].as_str().is_some_and(|what| card.is(what));
            amount(icon) * cards.iter().filter(served).count() as i64
        });
        let given: i64 = given.sum();
        let stacks = self.field.iter().filter(|((at, whose), _)| *at == place && *whose == side);
        let equipped = stacks
            .flat_map(|(_, stacks)| stacks)
            .filter(|stack| stack.len() > GEAR_ON_A_THIEF)
            .count() as i64;
        printed + given + equipped
    }

    /// R15: more capers win; a tie wins nobody anything.
    pub fn winner(&self, place: usize) -> Option<&'static str> {
        let [cream, mint] = SIDES.map(|side| self.capers(place, side));
        (cream != mint).then(|| if cream > mint { SIDES[0] } else { SIDES[1] })
    }

    /// R15: who has won each location is told.
    pub fn tell_winners(&mut self) {
        for place in 1..=self.row.len() {
            let values = SIDES.map(|side| self.capers(place, side));
            let at = format!("row/{place}");
            match self.winner(place) {
                Some(side) => {
                    self.tell(json!({"note": "won", "at": at, "seat": side, "values": values}))
                }
                None => self.tell(json!({"note": "tied", "at": at, "values": values})),
            }
        }
    }

    /// R16: rewards of locations, then thieves, gear and stolen goods. R22, G8, G22: in teams, gear in the discards counts with gear.
    fn score(&self, side: &str) -> Score {
        let (mut rewards, mut thieves, mut gear, mut capers) = (0, 0, 0, 0);
        let mut goods: BTreeMap<String, i64> = BTreeMap::new();
        for place in 1..=self.row.len() {
            capers += self.capers(place, side);
            let mut sources: Vec<(&Card, &str)> =
                self.face_up(place, side).into_iter().map(|card| (card, "gives")).collect();
            if self.winner(place) == Some(side) {
                sources.push((self.location(place), "reward"));
            }
            for (card, column) in sources {
                let points: i64 =
                    card.icons(column, "points").map(|icon| self.worth(icon, side, place)).sum();
                match card.deck {
                    "thieves" => thieves += points,
                    "gear" => gear += points,
                    _ => rewards += points,
                }
                for good in card
                    .icons(column, "goods")
                    .flat_map(|icon| icon.as_array().into_iter().flatten())
                {
                    *goods.entry(good.as_str().unwrap_or_default().to_owned()).or_default() += 1;
                }
            }
        }
        if self.caper.players == 4 {
            let discarded =
                self.discards[side].iter().filter(|card| self.caper.card(card).is("gear")).count()
                    as i64;
            gear += discarded * POINTS_OF_A_DISCARD;
        }
        let rows = [
            ("locations", rewards),
            ("thieves", thieves),
            ("gear", gear),
            ("goods", best_sets(&goods)),
        ];
        Score { rows, total: rows.iter().map(|(_, points)| points).sum(), capers }
    }

    /// R18, R20, R22, G23: who has won, by what, and the parts of every score.
    pub fn result(&self) -> Value {
        let scores = SIDES.map(|side| self.score(side));
        let mut told = serde_json::Map::new();
        for (side, score) in SIDES.iter().zip(&scores) {
            let mut parts: serde_json::Map<String, Value> = score
                .rows
                .iter()
                .map(|(part, points)| ((*part).to_owned(), json!(points)))
                .collect();
            parts.insert("total".to_owned(), json!(score.total));
            if self.caper.players == 4 {
                told.insert(format!("{side}-lookout"), json!(parts));
            }
            told.insert((*side).to_owned(), json!(parts));
        }
        let [cream, mint] = &scores;
        let (side, by) = if cream.total != mint.total {
            (SIDES[usize::from(mint.total > cream.total)], "points")
        } else if cream.capers != mint.capers {
            (SIDES[usize::from(mint.capers > cream.capers)], "capers")
        } else {
            (SIDES[0], SIDES[0])
        };
        let (winner, by) = match self.caper.players {
            3 => {
                let (lower, higher) = (cream.total.min(mint.total), cream.total.max(mint.total));
                let share = higher / SNITCH_SHARE;
                let total = lower + share;
                told.insert(
                    "snitch".to_owned(),
                    json!({"lower": lower, "share": share, "total": total}),
                );
                if total >= higher { (json!("snitch"), "snitch") } else { (json!(side), by) }
            }
            4 => (json!([side, format!("{side}-lookout")]), by),
            _ => (json!(side), by),
        };
        json!({"winner": winner, "by": by, "scores": told})
    }
}

fn with(held: &[i64], kind: usize, more: i64) -> Vec<i64> {
    let mut held = held.to_vec();
    held[kind] += more;
    held
}

/// R17, G7: every way to name the wild ones, and every way to group what there is.
fn best_sets(goods: &BTreeMap<String, i64>) -> i64 {
    let count = |kind: &str| goods.get(kind).copied().unwrap_or(0);
    let mut namings = vec![GOODS.map(count).to_vec()];
    for _ in 0..count("wild") {
        let more = namings.iter().flat_map(|held| (0..held.len()).map(|kind| with(held, kind, 1)));
        namings = more.collect();
        namings.sort();
        namings.dedup();
    }
    let mut known = BTreeMap::new();
    let worth = namings.iter().map(|held| grouped(held, &mut known));
    worth.max().unwrap_or(0)
}

/// R17: the best of all ways to sort goods into sets of different kinds. Some set takes one of the first kind that is left, alone or with
/// some of the others.
fn grouped(held: &[i64], known: &mut BTreeMap<Vec<i64>, i64>) -> i64 {
    let Some(first) = held.iter().position(|count| *count > 0) else {
        return 0;
    };
    if let Some(best) = known.get(held) {
        return *best;
    }
    let mut sets = vec![(with(held, first, -1), 1)];
    for kind in first + 1..held.len() {
        let larger: Vec<_> = sets
            .iter()
            .filter(|(left, _)| left[kind] > 0)
            .map(|(left, size)| (with(left, kind, -1), size + 1))
            .collect();
        sets.extend(larger);
    }
    let best =
        sets.iter().map(|(left, size)| SETS[size - 1] + grouped(left, known)).max().unwrap_or(0);
    known.insert(held.to_vec(), best);
    best
}
