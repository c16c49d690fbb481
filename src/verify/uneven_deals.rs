//! Finds cards that seem to be dealt by chance and are not: set-ups that put the same card into the same hidden place far more often than the
//! other cards of its pile. A pack comes in; a sentence for each such place goes out.

use std::collections::{BTreeMap, BTreeSet};

use super::playing::game_seed;
use crate::cards::Pack;
use crate::rules::{CardId, Event, Facing, SeededChance, Variant, ZoneId};
use crate::script::{Rules, with_width};
use crate::source::{Diagnostics, grouped};
use crate::statistics::binomial_at_most;
use crate::table::CardSet;

/// Set-ups that are counted, and the steps of the rules after which no more are.
const SET_UPS: u64 = 200;
const MOST_STEPS: u64 = 10_000_000;

/// How likely a game that leaves everything to chance may be reported, all its cards and places together.
const ALPHA: f64 = 1e-6;

/// So many times as often as by chance is far more often: taking a few cards out of a deck makes the others a little more likely.
const FAR: f64 = 1.5;

/// A card, how often it is dealt to a place, and how often it would be by chance.
type OftenDealt = (CardId, u64, f64);

/// Those of a pile and a place.
type UnevenPlaces = BTreeMap<(ZoneId, ZoneId), Vec<OftenDealt>>;

/// Piles that no seat sees, and how often each card of one came from there to each place.
#[derive(Default)]
struct Deals {
    set_ups: u64,
    places: BTreeMap<ZoneId, BTreeMap<CardId, BTreeMap<ZoneId, u64>>>,
}

impl Deals {
    fn of<S: CardSet>(game: &Rules<S>) -> Deals {
        let mut deals = Deals::default();
        let mut hidden: BTreeSet<ZoneId> = BTreeSet::new();
        let start = game.steps();
        while deals.set_ups < SET_UPS && game.steps() - start < MOST_STEPS {
            let mut log: Vec<Event> = Vec::new();
            let mut chance = SeededChance::new(game_seed(1, deals.set_ups));
            let state = game.set_up(&mut chance, &mut log);
            deals.set_ups += 1;
            let mut moved: BTreeMap<CardId, [(ZoneId, Facing); 2]> = BTreeMap::new();
            for event in &log {
                if let Event::Moved { card, from, to, was, face, .. } = *event {
                    let [_, now] = moved.entry(card).or_insert([(from, was), (to, face)]);
                    *now = (to, face);
                }
            }
            for (card, zone) in game.census(&state) {
                let [(from, was), (to, face)] =
                    moved.get(&card).copied().unwrap_or([(zone, Facing(0)); 2]);
                if from != to && game.seats().all(|seat| !game.sees(seat, from, was)) {
                    hidden.insert(from);
                }
                // What all see is no secret of chance, wherever it came from.
                let is_open = from != to && game.seats().all(|seat| game.sees(seat, to, face));
                let to = if is_open { from } else { to };
                let places = deals.places.entry(from).or_default().entry(card).or_default();
                *places.entry(to).or_default() += 1;
            }
        }
        deals.places.retain(|pile, _| hidden.contains(pile));
        deals
    }

    /// How often each card comes from a pile to a place where it lies far more often than by chance, and how often that would be.
    fn uneven(&self) -> UnevenPlaces {
        let cells: usize = self.places.values().flatten().map(|(_, places)| places.len()).sum();
        let mut found = UnevenPlaces::new();
        for (pile, cards) in &self.places {
            let mut totals: BTreeMap<ZoneId, u64> = BTreeMap::new();
            for (place, times) in cards.values().flatten() {
                *totals.entry(*place).or_default() += times;
            }
            totals.remove(pile);
            for (place, total) in totals {
                let share = total as f64 / (self.set_ups * cards.len() as u64) as f64;
                let by_chance = share * self.set_ups as f64;
                for (card, places) in cards {
                    let times = places.get(&place).copied().unwrap_or(0);
                    let elsewhere = self.set_ups - times;
                    if times as f64 >= FAR * by_chance
                        && binomial_at_most(elsewhere, self.set_ups, 1.0 - share) * (cells as f64)
                            < ALPHA
                    {
                        found.entry((*pile, place)).or_default().push((*card, times, by_chance));
                    }
                }
            }
        }
        found
    }
}

/// A sentence for each hidden place into which set-ups put the same card far more often than chance would. What a card says may send it
/// there; so a place counts only if another card comes there when the decks list their cards backwards.
///
/// # Errors
/// When the data cannot be played.
pub fn uneven_deals(pack: &Pack, variant: &Variant) -> Result<Vec<String>, Diagnostics> {
    with_width!(&[pack], S => {
        let game = Rules::<S>::of(pack, variant)?;
        let deals = Deals::of(&game);
        let uneven = deals.uneven();
        if uneven.is_empty() {
            return Ok(Vec::new());
        }
        let mut backwards = pack.decks.clone();
        backwards.iter_mut().for_each(|deck| deck.rows.reverse());
        let Ok(other) = Rules::<S>::compile(&pack.game, &backwards, variant) else {
            return Ok(Vec::new());
        };
        let there: BTreeSet<(ZoneId, String)> = Deals::of(&other)
            .uneven()
            .iter()
            .flat_map(|((_, place), cards)| {
                cards.iter().map(|(card, ..)| (*place, other.names.card(*card).to_owned()))
            })
            .collect();
        let names = &game.names;
        let told = uneven.iter().filter_map(|((pile, place), cards)| {
            let is_by_order =
                |(card, ..): &&OftenDealt| !there.contains(&(*place, names.card(*card).to_owned()));
            let (card, times, by_chance) = cards.iter().find(is_by_order)?;
            Some(format!(
                "{} of {} deals put {} from {} into {}; by chance it would be {by_chance:.0}",
                grouped(*times),
                grouped(deals.set_ups),
                names.card(*card),
                names.zone(*pile),
                names.zone(*place),
            ))
        });
        Ok(told.collect())
    })
}
