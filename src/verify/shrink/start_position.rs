//! Finds the latest table that a failing game can start from, and removes from it whatever the failure does not need. A shrunk
//! game comes in; a [`Late`] game goes out.

use serde_json::Value;

use super::deck::WordedCard;
use super::edits::Base;
use super::search::ShrinkSearch;
use crate::rules::{Breach, Chance, NoListener, Rng, ScriptedChance};
use crate::table::{CardSet, Move, Staged, Table};
use crate::verify::panics::guarded;

/// A failing game from a table on.
#[derive(Debug, Clone)]
pub struct Late {
    /// As [`crate::script::Rules::stage`] reads it.
    pub table: Value,
    /// The moves from there as text, the breaking one last.
    pub texts: Vec<String>,
    pub moves: Vec<Move>,
    pub breach: Breach,
}

/// Deals what a table's piles do not name: the seed of a scenario that gives none.
pub const LATE_SEED: u64 = 0;

/// What happens when other moves are played from a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Health {
    /// Some playouts break nothing: it is not the table that breaks the law.
    some_clean: bool,
    /// Playouts that break another law.
    others: u32,
}

impl<S: CardSet> ShrinkSearch<'_, S> {
    /// The shortest end of the game that breaks the law from a table set up by name, that table stripped of what does not
    /// matter.
    pub(super) fn start_late(&mut self, base: &Base<S>) -> Option<Late> {
        let run = &base.run;
        let moves = run.states.iter().zip(&run.moves);
        let texts: Vec<String> =
            moves.map(|(state, made)| self.game.write(state, made.mv)).collect();
        let mut first = None;
        for ply in (0..texts.len()).rev() {
            if self.is_spent() {
                break;
            }
            let chance = run.chance(ply, base.script.seed);
            let table = self.game.table(&run.states[ply], &chance);
            let Some(late) = self.played(table, texts[ply..].to_vec()) else {
                continue;
            };
            let health = self.health(&late.table);
            if health.some_clean {
                return Some(self.strip(late, health));
            }
            first = Some(late);
        }
        first
    }

    /// Plays moves from a table strictly: every one must be read, legal, and only the last may break anything, and that the law.
    fn played(&mut self, table: Value, texts: Vec<String>) -> Option<Late> {
        let Staged { mut state, piles } = self.game.stage(&table).ok()?;
        let (game, mut moves) = (self.game, Vec::new());
        self.spent += 1;
        let mut chance = ScriptedChance::new(piles, LATE_SEED);
        let played = guarded(|| {
            for text in &texts {
                let Ok(mv) = game.read(&state, text) else {
                    return Ok(());
                };
                if !game.legal_moves(&state).contains(&mv) || game.write(&state, mv) != *text {
                    return Ok(());
                }
                moves.push(mv);
                self.step(&mut state, mv, &mut chance)?;
            }
            Ok(())
        });
        let breach = played.err().filter(|_| !self.allowed.is_spent())?;
        let fits = breach.property == self.property && moves.len() == texts.len();
        fits.then_some(Late { table, texts, moves, breach })
    }

    fn step(
        &mut self,
        state: &mut Table<S>,
        mv: Move,
        chance: &mut impl Chance,
    ) -> Result<(), Breach> {
        let before = *state;
        self.spent += 1;
        self.game.apply(state, mv, chance, &mut NoListener);
        self.judge.step(&before, mv, state)
    }

    /// Plays at random from a table: if every game breaks the law, the table itself is wrong.
    fn health(&mut self, table: &Value) -> Health {
        /// Playouts, and how far they go: through the end of a round.
        const PLAYOUTS: u64 = 8;
        const PLIES: usize = 30;
        let mut health = Health { some_clean: false, others: 0 };
        for seed in 0..PLAYOUTS {
            let Ok(Staged { mut state, piles }) = self.game.stage(table) else {
                return health;
            };
            let (mut rng, mut chance) = (Rng::stream(seed, 0), ScriptedChance::new(piles, seed));
            let played = guarded(|| {
                for _ in 0..PLIES {
                    let legal = self.game.legal(&state);
                    if self.game.turn(&state).is_none() || legal.is_empty() {
                        break;
                    }
                    let mv = legal.get(rng.below(legal.len()));
                    self.step(&mut state, mv, &mut chance)?;
                }
                Ok(())
            });
            match played {
                Ok(()) => health.some_clean = true,
                Err(breach) if breach.property == self.property => {}
                Err(_) => health.others += 1,
            }
        }
        health
    }

    /// Drops keys and cards of the table one by one, the largest parts first, and puts plainer cards in the place of others,
    /// as long as the same moves break the same law and the table is as sound as it was.
    fn strip(&mut self, mut late: Late, health: Health) -> Late {
        loop {
            let before = late.table.clone();
            let mut at = 0;
            while let Some(part) = parts(&late.table).get(at) {
                let less = shorter(&late.table, part)
                    .into_iter()
                    .find_map(|table| self.keeps(table, late.texts.clone(), health));
                match less {
                    Some(less) => late = less,
                    None => at += 1,
                }
            }
            while let Some(less) = self.with_a_plainer_card(&late, health) {
                late = less;
            }
            if late.table == before {
                return late;
            }
        }
    }

    /// The game from a table, if it still fails and the table is as sound as it was.
    fn keeps(&mut self, table: Value, texts: Vec<String>, before: Health) -> Option<Late> {
        if self.is_spent() {
            return None;
        }
        let late = self.played(table, texts)?;
        let health = self.health(&late.table);
        (health.some_clean && health.others <= before.others).then_some(late)
    }

    /// The game with one card exchanged for a plainer one, wherever it is named.
    fn with_a_plainer_card(&mut self, late: &Late, health: Health) -> Option<Late> {
        let deck = self.deck;
        let mut named: Vec<WordedCard> = Vec::new();
        each_text(&mut late.table.clone(), &mut |text| named.extend(deck.named(text)));
        for card in named.clone() {
            for plain in &deck.plain(card.0)[..deck.rank(card) as usize] {
                let plain = (card.0, *plain);
                if named.contains(&plain) {
                    continue;
                }
                let swap = |text: &mut String| *text = deck.exchanged(text, card, plain);
                let (mut table, mut texts) = (late.table.clone(), late.texts.clone());
                each_text(&mut table, &mut { swap });
                texts.iter_mut().for_each(swap);
                let less = self.keeps(table, texts, health);
                if less.is_some() {
                    return less;
                }
            }
        }
        None
    }
}

/// Every part of a table that could be dropped or written shorter, as a JSON pointer: outer ones before inner ones.
fn parts(table: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut at = 0;
    while let Some(outer) = found.get(at).cloned() {
        let inner: Vec<String> = match table.pointer(&outer) {
            Some(Value::Object(map)) => {
                map.keys().map(|key| key.replace('~', "~0").replace('/', "~1")).collect()
            }
            Some(Value::Array(list)) => (0..list.len()).map(|index| index.to_string()).collect(),
            _ => Vec::new(),
        };
        found.extend(inner.into_iter().map(|step| format!("{outer}/{step}")));
        at += 1;
    }
    found.split_off(1)
}

/// The table with a part dropped; or, when it is a card with more than a name, with the name alone.
fn shorter(table: &Value, part: &str) -> Vec<Value> {
    let (mut dropped, mut bare) = (table.clone(), table.clone());
    let (outer, step) = part.rsplit_once('/').unwrap_or_default();
    match dropped.pointer_mut(outer) {
        Some(Value::Object(map)) => {
            map.shift_remove(&step.replace("~1", "/").replace("~0", "~"));
        }
        Some(Value::Array(list)) => {
            step.parse().ok().map(|index: usize| list.remove(index));
        }
        _ => {}
    }
    let mut edited = vec![dropped];
    if let Some(value) = bare.pointer_mut(part)
        && let Some(Value::String(card)) = value.get("card").cloned()
    {
        *value = Value::String(card);
        edited.push(bare);
    }
    edited
}

/// Goes through every text in a value.
fn each_text(value: &mut Value, edit: &mut impl FnMut(&mut String)) {
    match value {
        Value::String(text) => edit(text),
        Value::Array(list) => list.iter_mut().for_each(|v| each_text(v, edit)),
        Value::Object(map) => map.values_mut().for_each(|v| each_text(v, edit)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn outer_parts_come_before_inner_ones() {
        let table = json!({"zones": {"deck": ["c1"]}, "round": 2});
        assert_eq!(parts(&table), ["/zones", "/round", "/zones/deck", "/zones/deck/0"]);
    }

    #[test]
    fn a_card_is_dropped_or_loses_its_face() {
        let table = json!({"field": [{"card": "c1", "face": "up"}, "c2"]});
        let edited = [json!({"field": ["c2"]}), json!({"field": ["c1", "c2"]})];
        assert_eq!(shorter(&table, "/field/0"), edited);
    }
}
