//! The two-world check: deals again what a seat cannot see, plays the same in both worlds, and compares what the seat observes. A
//! state and a move, or a set-up, and a seat come in; nothing, or the first difference, goes out.
//!
//! Two worlds that a seat can't tell apart must stay so until the rules show it something (non-interference: Goguen and Meseguer,
//! 1982). What counts as showing: a card comes to lie where the seat sees it, or `show` names the card or the counter. Worlds in which
//! the same is shown are compared; where something else is shown, the seat may tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use super::paired_chance::{Follow, Lead};
use super::sight::{differing, fact_at, first_difference, looks_alike, shown_stays};
use crate::rules::{
    Breach, CardId, CardShift, Chance, Counter, Event, Rng, Seat, SeededChance, Shown, ZoneId,
    select,
};
use crate::script::{Rules, TableChange, VIEWS};
use crate::source::list_words;
use crate::table::{CardSet, Move, Table};

/// Rolls of a move that are rolled again, one at a time.
const MOST_REROLLED: usize = 3;

/// Zones, and counters, of which a message says what they hold in either world, and cards of each.
const MOST_TOLD: usize = 2;
const MOST_CARDS_TOLD: usize = 4;

/// Compares the set-up with that of a second world that `seat` cannot tell from it. `seed` names the set-up.
///
/// # Errors
/// What differs.
pub fn find_set_up_leak<S: CardSet>(
    game: &Rules<S>,
    seed: u64,
    seat: Seat,
    rng: &mut Rng,
) -> Result<(), Breach> {
    let check = Check { game, seat };
    let one = check.play(None, Lead::new(SeededChance::new(seed)));
    let shown = one.shown_cards();
    let around = Some((&one.state, &shown[..]));
    let Some((_, is)) = game.redeal_around(&one.state, around, seat, rng) else {
        return Ok(());
    };
    let two = check.play(None, Follow::new(game, &one.chance, &is, rng));
    check
        .compare(&one, &two)
        .and_then(|_| check.reroll(None, &one, rng))
        .map(|_| ())
        .map_err(told("in `set_up`"))
}

/// That a seat learns what it may not.
pub(super) fn leak(says: String) -> Breach {
    Breach { property: VIEWS, says, at: None }
}

/// A breach with what it happens in or after.
pub(super) fn told(when: &str) -> impl Fn(Breach) -> Breach {
    move |breach| Breach { says: format!("{when}: {}", breach.says), ..breach }
}

/// What came of a comparison that found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    Alike,
    /// The move shows the seat what differs.
    Shown,
    /// No second world was found in which all is so that the seat was told.
    NoWorld,
}

/// Compares `state` with a second world that `seat` cannot tell from it, before `mv` and after.
///
/// Before: the view of the seat and, when it is to move, its legal moves and their texts. After: the log as the seat reads it, the view,
/// and how the game ended. In the second world another seat moves the card that lies there in the place of the one that it moves
/// here, or another one that `seat` cannot see, and chance draws what lies there in place of what it draws here. In half of
/// the second worlds what the move shows stays where it is, so that showing it explains no difference. A number that the seat
/// can't see after the move is chosen, or rolled, otherwise in the same world: nothing that it observes may follow it.
///
/// # Errors
/// What differs.
pub fn find_leak<S: CardSet>(
    game: &Rules<S>,
    state: &Table<S>,
    mv: Move,
    seat: Seat,
    rng: &mut Rng,
) -> Result<Compared, Breach> {
    let check = Check { game, seat };
    let one = check.play(Some((*state, mv)), Lead::new(SeededChance::new(rng.next())));
    let shown = one.shown_cards();
    let around = (rng.below(2) == 1).then_some((&one.state, &shown[..]));
    let Some((world, is)) = game.redeal_around(state, around, seat, rng) else {
        return Ok(Compared::NoWorld);
    };
    looks_alike(game, [state, &world], seat, true)
        .and_then(|()| check.refused_alike(state, &world, rng))
        .map_err(|what| check.leak(what, [state, &world], None))?;
    let after = format!("after `{}`", game.write(state, mv));
    let told = told(&after);
    let mut compared = false;
    if let Some(other) = check.counterpart(&world, mv, &is, rng) {
        let two = check.play(Some((world, other)), Follow::new(game, &one.chance, &is, rng));
        compared |= check.compare(&one, &two).map_err(&told)?;
    }
    if let Some((asked, other)) = game.choose_otherwise(state, mv, seat, rng) {
        let two = check.play(Some((asked, other)), Follow::new(game, &one.chance, &[], rng));
        compared |= check.hidden_number(&one, &two).map_err(&told)?;
    }
    compared |= check.reroll(Some((*state, mv)), &one, rng).map_err(&told)?;
    let world = game.redeal(&one.state, seat, rng);
    shown_stays(game, &one.log, &world, seat).map_err(|what| told(leak(what)))?;
    Ok(if compared { Compared::Alike } else { Compared::Shown })
}

/// Second worlds in which a move is tried. What one in eight of them has otherwise is missed once in 70 moves.
const WORLDS: usize = 32;

/// Whether `seat` learns something by a move: chance was asked, something was shown, or in a second world that the seat cannot tell from this
/// one it would observe something else.
pub fn is_taught<S: CardSet>(
    game: &Rules<S>,
    state: &Table<S>,
    mv: Move,
    seat: Seat,
    rng: &mut Rng,
) -> bool {
    let check = Check { game, seat };
    let one = check.play(Some((*state, mv)), Lead::new(SeededChance::new(rng.next())));
    if !one.chance.drawn.is_empty() || !one.shown.is_empty() {
        return true;
    }
    let mut differs = (0..WORLDS).map(|_| {
        let Some((world, is)) = game.redeal_around(state, None, seat, rng) else {
            return false;
        };
        let other = check.counterpart(&world, mv, &is, rng);
        let differs = other.is_some_and(|other| {
            let two = check.play(Some((world, other)), Lead::new(SeededChance::new(rng.next())));
            check.compare(&one, &two) != Ok(true)
        });
        let chosen = game.choose_otherwise(state, mv, seat, rng);
        differs
            || chosen.is_some_and(|chosen| {
                let two = check.play(Some(chosen), Follow::new(game, &one.chance, &[], rng));
                check.hidden_number(&one, &two).is_err()
            })
    });
    differs.any(|differs| differs)
}

/// What came of a move, or of a set-up, and with what chance.
pub(super) struct Played<S: CardSet, C> {
    /// The table and the move; `None` for the set-up.
    mv: Option<(Table<S>, Move)>,
    /// As it was before.
    fresh: C,
    /// As it is after.
    pub chance: C,
    pub state: Table<S>,
    /// Without the counters of which the seat hears nothing.
    pub log: Vec<Event>,
    /// What the rules showed to the seat.
    pub shown: BTreeSet<Shown>,
}

impl<S: CardSet, C: Chance + Clone> Played<S, C> {
    /// The events and the changes of the table, one by one.
    fn changes(&self, game: &Rules<S>) -> (Vec<Event>, Vec<TableChange<S>>) {
        let mv = self.mv.as_ref().map(|(state, mv)| (state, *mv));
        game.changes(mv, &mut self.fresh.clone())
    }

    fn shown_cards(&self) -> Vec<CardId> {
        self.shown
            .iter()
            .filter_map(|shown| match shown {
                Shown::Card(card, _) => Some(*card),
                Shown::Number(..) | Shown::Fact(..) => None,
            })
            .collect()
    }
}

/// Who compares.
#[derive(Clone, Copy)]
pub(super) struct Check<'g, S: CardSet> {
    pub game: &'g Rules<S>,
    pub seat: Seat,
}

impl<S: CardSet> Check<'_, S> {
    /// Carries out a move, or sets up.
    pub fn play<C: Chance + Clone>(&self, mv: Option<(Table<S>, Move)>, fresh: C) -> Played<S, C> {
        let mut log = Vec::new();
        let mut chance = fresh.clone();
        let state = match mv {
            Some((mut state, mv)) => {
                self.game.apply(&mut state, mv, &mut chance, &mut log);
                state
            }
            None => self.game.set_up(&mut chance, &mut log),
        };
        log.retain(|event| self.game.hears(self.seat, event));
        let before = mv.as_ref().map(|(before, _)| before);
        let learned = self.game.learned(before, &state, self.seat);
        let told = self.game.shown(self.seat);
        let shown = log.iter().filter_map(|event| self.shows(event));
        Played { mv, fresh, chance, state, shown: shown.chain(learned).chain(told).collect(), log }
    }

    fn is_faulty(&self, state: &Table<S>) -> bool {
        self.game.turn(state).is_none() && self.game.outcome(state).is_none()
    }

    /// The hidden card that an event shows to the seat, and where it lay.
    pub fn shows(&self, event: &Event) -> Option<Shown> {
        let (event, known) = self.game.reads(self.seat, event);
        let CardShift { card, from, was, .. } = event.shift()?;
        (known && !self.game.sees(self.seat, from, was)).then_some(Shown::Card(card, from))
    }

    /// Tells two worlds apart, unless something else was shown in the second.
    pub fn compare<C: Chance + Clone, D: Chance + Clone>(
        &self,
        one: &Played<S, C>,
        two: &Played<S, D>,
    ) -> Result<bool, Breach> {
        let (game, seat) = (self.game, self.seat);
        if self.is_faulty(&one.state) || self.is_faulty(&two.state) {
            return Ok(false);
        }
        let at = first_difference(game, &one.log, &two.log, seat);
        if one.shown != two.shown {
            // What comes of a fact is told, but whether one is told may depend on nothing hidden.
            let here = [&one.log, &two.log].map(|log| at.and_then(|at| fact_at(log, at)));
            let lies = |shown: &&Shown| !matches!(shown, Shown::Fact(..));
            let are_cards_alike = one.shown.iter().filter(lies).eq(two.shown.iter().filter(lies));
            if here[0] == here[1] || !are_cards_alike {
                return Ok(false);
            }
        }
        let found = match at {
            Some(at) => {
                let shown = [&one.log, &two.log].map(|log| self.shows(log.get(at)?));
                match shown {
                    // The same cards one after the other, but another one first.
                    [Some(here), Some(there)] if here != there => return Ok(false),
                    _ => Err(differing(game, &one.log, &two.log, at, seat)),
                }
            }
            None => looks_alike(game, [&one.state, &two.state], seat, false),
        };
        let because = |what: String| {
            let before = [&one.mv, &two.mv].map(|mv| mv.as_ref().map(|(state, _)| state));
            let tables = match before {
                [Some(here), Some(there)] if here != there => [here, there],
                _ => [&one.state, &two.state],
            };
            self.leak(what, tables, self.line(one, two))
        };
        found.map(|()| true).map_err(because)
    }

    /// Where the seat can first tell two worlds apart: the byte of the script at which a change begins.
    fn line<C: Chance + Clone, D: Chance + Clone>(
        &self,
        one: &Played<S, C>,
        two: &Played<S, D>,
    ) -> Option<u32> {
        let game = self.game;
        let (here, there) = (one.changes(game), two.changes(game));
        let seen = |(events, _): &(Vec<Event>, _), change: &TableChange<S>| {
            let told: Vec<(Event, bool)> = events
                .iter()
                .take(change.told)
                .filter(|event| game.hears(self.seat, event))
                .map(|event| game.reads(self.seat, event))
                .collect();
            (told, game.view(&change.table, self.seat), game.turn(&change.table))
        };
        let longer = if here.1.len() < there.1.len() { &there.1 } else { &here.1 };
        let mut found = None;
        for (at, (a, b)) in here.1.iter().zip(&there.1).enumerate() {
            if seen(&here, a) != seen(&there, b) {
                return found;
            }
            // What is done in one world alone.
            found = longer.get(at).map(|change| change.at);
            if a.at != b.at {
                return found;
            }
        }
        longer.get(here.1.len().min(there.1.len())).map(|change| change.at).or(found)
    }

    /// With the line of the script, and what differs between two tables that the seat cannot see.
    fn leak(&self, what: String, [one, two]: [&Table<S>; 2], at: Option<u32>) -> Breach {
        let names = &self.game.names;
        let mut zones: BTreeMap<ZoneId, [Vec<&str>; 2]> = BTreeMap::new();
        let cards = self.game.census(one).into_iter().zip(self.game.census(two));
        for ((card, here), (_, there)) in cards.filter(|((_, here), (_, there))| here != there) {
            zones.entry(here).or_default()[0].push(names.card(card));
            zones.entry(there).or_default()[1].push(names.card(card));
        }
        let mut zones: Vec<(ZoneId, [Vec<&str>; 2])> = zones.into_iter().collect();
        zones.sort_by_key(|(_, [here, there])| here.len().max(there.len()));
        let held = zones.into_iter().take(MOST_TOLD).map(|(zone, [here, there])| {
            let held = |cards: Vec<&str>| match cards.len() {
                0 => "nothing else".to_owned(),
                _ => list_words(cards.into_iter().take(MOST_CARDS_TOLD)),
            };
            format!("{} holds {}, or {}", names.zone(zone), held(here), held(there))
        });
        let [here, there] = [one, two].map(|state| self.game.unknown_numbers(state, self.seat));
        let numbers = here.iter().filter_map(|(counter, here)| {
            let (_, there) = there.iter().find(|(c, there)| c == counter && there != here)?;
            Some(format!("`{}` is {here} or {there}", names.counter(*counter)))
        });
        let mut told: Vec<String> = held.chain(numbers.take(MOST_TOLD)).collect();
        let (line, at) = at.filter(|at| *at > 0).map(|at| self.game.line(at)).unzip();
        told.splice(0..0, line);
        let says = if told.is_empty() { what } else { format!("{what} ({})", told.join("; ")) };
        Breach { at: at.flatten(), ..leak(says) }
    }

    /// A move that the seat tries is refused with the same word in two worlds.
    fn refused_alike(
        &self,
        state: &Table<S>,
        world: &Table<S>,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let (game, seat) = (self.game, self.seat);
        let Some(mv) = game.any_move(state, seat, rng).filter(|_| game.turn(state) == Some(seat))
        else {
            return Ok(());
        };
        let words = [state, world].map(|state| game.refusal(state, mv).map(|why| why.word));
        if words[0] == words[1] {
            return Ok(());
        }
        let [here, there] = words.map(|word| word.unwrap_or("no word"));
        Err(format!(
            "`{}` is refused with `{here}` or `{there}`, by what {} cannot see",
            game.write(state, mv),
            game.names.seat(seat)
        ))
    }

    /// The move that is made in a world in place of `mv`.
    fn counterpart(&self, world: &Table<S>, mv: Move, is: &[u8], rng: &mut Rng) -> Option<Move> {
        let found = self.game.counterpart(world, mv, is, self.seat, rng)?;
        self.game.refusal(world, found).is_none().then_some(found)
    }

    /// A number was chosen or rolled otherwise: where it alone says what a counter holds that the seat does not know, nothing else may follow
    /// it. What is added to a counter does not say what that holds.
    fn hidden_number(
        &self,
        one: &Played<S, Lead>,
        two: &Played<S, Follow>,
    ) -> Result<bool, Breach> {
        let unknown = |state: &Table<S>| self.game.unknown_numbers(state, self.seat);
        let (here, there) = (unknown(&one.state), unknown(&two.state));
        let says = |number: &(Counter, i16)| {
            let Some((state, mv)) = one.mv else {
                return true;
            };
            let again = self
                .game
                .with_others(&state, number.0)
                .into_iter()
                .map(|other| self.play(Some((other, mv)), one.fresh.clone()));
            let mut again = again.filter(|again| !self.is_faulty(&again.state)).peekable();
            again.peek().is_some() && again.all(|again| unknown(&again.state).contains(number))
        };
        let mut changed = here.iter().filter(|number| !there.contains(number));
        if !changed.any(says) {
            return Ok(false);
        }
        self.compare(one, two)
    }

    fn reroll(
        &self,
        mv: Option<(Table<S>, Move)>,
        one: &Played<S, Lead>,
        rng: &mut Rng,
    ) -> Result<bool, Breach> {
        let rolls: Vec<(usize, u64)> = one
            .chance
            .drawn
            .iter()
            .enumerate()
            .filter(|(_, drawn)| self.game.dealt(drawn.pile, drawn.got).is_none())
            .map(|(at, drawn)| (at, drawn.from))
            .collect();
        let mut compared = false;
        for (at, from) in rolls.into_iter().take(MOST_REROLLED) {
            let mut follow = Follow::new(self.game, &one.chance, &[], rng);
            follow.drawn[at].got = select(from, rng.below(from.count_ones()));
            let two = self.play(mv, follow);
            compared |= self.hidden_number(one, &two)?;
        }
        Ok(compared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Facing, NoListener, SeededChance};
    use crate::verify::testing::{Fault, toy};

    /// The leaks found in 20 uniform games.
    fn told(fault: Fault) -> Vec<String> {
        let toy = toy(2, fault);
        let mut told = Vec::new();
        for game in 0..20 {
            let mut rng = Rng::stream(1, game);
            let mut chance = SeededChance::new(rng.next());
            let mut state = toy.set_up(&mut chance, &mut NoListener);
            while toy.turn(&state).is_some() {
                let legal = toy.legal(&state);
                let mv = legal.get(rng.below(legal.len()));
                for seat in toy.seats() {
                    let leak = find_leak(&toy, &state, mv, seat, &mut rng).err();
                    told.extend(leak.map(|leak| leak.says));
                }
                toy.apply(&mut state, mv, &mut chance, &mut NoListener);
            }
        }
        told.sort();
        told.dedup();
        told
    }

    fn one_of(told: &[String], wanted: &str) {
        assert!(told.iter().any(|t| t.contains(wanted)), "{told:?}");
    }

    #[test]
    fn a_game_that_keeps_its_secrets_passes() {
        assert_eq!(told(Fault::Nothing), [""; 0]);
    }

    #[test]
    fn a_choice_that_depends_on_a_hidden_card_is_told() {
        one_of(&told(Fault::Peeks), "whether `show` is legal changes with what");
    }

    /// The table after red's first move, which lays a card that blue cannot see, and its log.
    fn laid() -> (Rules<u64>, Table<u64>, Vec<Event>) {
        let toy = toy(2, Fault::Nothing);
        let (mut chance, mut log) = (SeededChance::new(1), Vec::new());
        let mut state = toy.set_up(&mut chance, &mut NoListener);
        let mv = toy.legal(&state).get(0);
        toy.apply(&mut state, mv, &mut chance, &mut log);
        (toy, state, log)
    }

    #[test]
    fn a_view_with_a_hidden_card_is_told() {
        let (toy, state, _) = laid();
        let [shown, passed] = ["show", "pass"].map(|text| {
            let mut state = state;
            let mv = toy.read(&state, text).unwrap();
            toy.apply(&mut state, mv, &mut SeededChance::new(1), &mut NoListener);
            state
        });
        assert_eq!(looks_alike(&toy, [&shown, &shown], Seat(1), false), Ok(()));
        let told = looks_alike(&toy, [&shown, &passed], Seat(1), false).unwrap_err();
        assert!(told.ends_with("changes with what blue cannot see"), "{told}");
    }

    #[test]
    fn a_log_that_names_a_hidden_card_is_told() {
        let (toy, state, mut log) = laid();
        let mut rng = Rng::stream(1, 0);
        let worlds: Vec<_> = (0..20).map(|_| toy.redeal(&state, Seat(1), &mut rng)).collect();
        let told = |log: &[Event]| {
            worlds.iter().find_map(|world| shown_stays(&toy, log, world, Seat(1)).err())
        };
        assert_eq!(told(&log), None);
        for event in &mut log {
            if let Event::Moved { face, drawn: false, .. } = event {
                *face = Facing(0);
            }
        }
        let told = told(&log).unwrap();
        assert!(told.contains("lies up at field/1/red, but it is hidden"), "{told}");
    }

    #[test]
    fn a_remark_on_a_hidden_card_is_told() {
        one_of(&told(Fault::NoteLeaks), "blue reads `tied");
    }
}
