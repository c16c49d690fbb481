//! The two-world check: deals again what a seat cannot see, and compares what the seat sees of both worlds. A state,
//! a move and a seat come in; nothing, or the first difference, goes out.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::rules::{
    Among, CardId, Chance, Event, Facing, Game, Laws, Notation, Pile, Rng, Seat, SeededChance,
    ZoneId,
};

/// Compares `state` with a second world that `seat` cannot tell from it, before `mv` and after.
///
/// Before: the view of the seat and, when it is to move, its legal moves and their texts. After the same move in both
/// worlds (`mv`, where it is legal in the second too), with the same chance as far as the worlds allow: the log as the
/// seat reads it, and the view. A move may show a hidden card to the seat: from there on it can tell the worlds apart,
/// and what follows may differ. In half of the second worlds the cards that the move shows stay where they are, so that
/// showing them reveals no difference. Hidden numbers only differ before the move, since a move may reveal them. A card that
/// the log shows must lie open afterwards: a redeal may not move it.
///
/// # Errors
/// What differs.
pub fn find_leak<G: Notation + Laws>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    seat: Seat,
    rng: &mut Rng,
) -> Result<(), String> {
    let (mut one, mut first, seed) = (*state, Vec::new(), rng.next());
    let mut lead = Lead::new(seed);
    game.apply(&mut one, mv, &mut lead, &mut first);
    let sight = Sight::of(game, state, seat);
    let redealt = game.redeal(state, seat, rng);
    sight.keeps(game, state, &redealt)?;
    let cards: Vec<CardId> = {
        let shown = shown_to(game, &first, 0..first.len(), seat).map(|(card, _)| card);
        let drawn = lead.drawn.iter();
        let drawn = drawn.filter_map(|(pile, card)| game.dealt(*pile, *card));
        shown.chain(drawn).collect()
    };
    let around = (rng.below(2) == 1).then_some((&one, &cards[..]));
    let world = game.redeal_around(state, mv, around, seat, rng);
    let shows_the_same = world.is_some() && around.is_some();
    let other = match world {
        Some(world) => {
            sight.keeps(game, state, &world)?;
            world
        }
        None => redealt,
    };
    if game.refusal(&other, mv).is_some() {
        return if game.turn(state) == Some(seat) {
            Err(format!(
                "`{}` is refused in a world that {} cannot tell from this one",
                game.write(state, mv),
                game.names().seat(seat)
            ))
        } else {
            Ok(())
        };
    }
    let (mut two, mut second) = (other, Vec::new());
    let mut follow = Follow::new(lead.drawn, seed);
    game.apply(&mut two, mv, &mut follow, &mut second);
    for log in [&mut first, &mut second] {
        log.retain(|event| match event {
            Event::Counted { counter, .. } => game.sees_counter(seat, *counter),
            _ => true,
        });
    }

    let parted = match first_difference(game, &first, &second, seat) {
        Some(at) => Some((at..at + 1, differing(game, &first, &second, at, seat))),
        None if game.view(&one, seat) == game.view(&two, seat) => None,
        None => Some((
            first.len()..first.len(),
            format!(
                "the view of {} changes with cards that it cannot see",
                game.names().seat(seat)
            ),
        )),
    };
    let told = |what| format!("after `{}`: {what}", game.write(state, mv));
    if let Some((last, what)) = parted {
        // If both logs show the same cards, only a card shown last can explain the difference.
        let from = if shows_the_same { last.start } else { 0 };
        let shown = [&first, &second].map(|log| shown_to(game, log, from..last.end, seat));
        let mut shown: Vec<(CardId, bool)> = shown.into_iter().flatten().collect();
        // What the move lets the seat place without an event; where the same is shown in both worlds, that explains nothing.
        let learned = [(state, &one), (&other, &two)].map(|(before, after)| {
            let learned = game.learned(before, after, seat).into_iter();
            learned.map(|(card, _)| card).collect::<BTreeSet<_>>()
        });
        let [here, there] = &learned;
        let explains =
            |card: &&CardId| !(shows_the_same && here.contains(card) && there.contains(card));
        let learned = here.union(there).filter(explains);
        shown.extend(learned.map(|card| (*card, true)));
        let from_hidden_places = shown.iter().any(|(_, hidden)| *hidden);
        let cards: BTreeSet<CardId> = shown.into_iter().map(|(card, _)| card).collect();
        if !from_hidden_places && !hidden(game, state, &cards, seat, rng) {
            return Err(told(what));
        }
    }
    let world = game.redeal(&one, seat, rng);
    shown_stays(game, &first, &world, seat).map_err(told)
}

/// What a seat sees of a state, and what it may do.
struct Sight<G: Game> {
    seat: Seat,
    view: G::View,
    turn: Option<Seat>,
    /// Its legal moves, sorted; none when another seat decides.
    moves: Vec<G::Move>,
}

impl<G: Notation> Sight<G> {
    fn of(game: &G, state: &G::State, seat: Seat) -> Self {
        let turn = game.turn(state);
        Sight {
            seat,
            view: game.view(state, seat),
            turn,
            moves: if turn == Some(seat) {
                game.legal_moves(state)
            } else {
                Vec::new()
            },
        }
    }

    /// The view and the choices of the seat are the same in another world.
    fn keeps(&self, game: &G, state: &G::State, world: &G::State) -> Result<(), String> {
        let name = game.names().seat(self.seat);
        let there = Sight::of(game, world, self.seat);
        if self.view != there.view {
            return Err(format!(
                "the view of {name} changes with cards that it cannot see"
            ));
        }
        if self.turn != there.turn {
            return Err(format!(
                "whose turn it is changes with cards that {name} cannot see"
            ));
        }
        if self.moves != there.moves {
            let lost = self.moves.iter().find(|mv| !there.moves.contains(mv));
            let found = there.moves.iter().find(|mv| !self.moves.contains(mv));
            let lost = lost.map(|mv| game.write(state, *mv));
            let which = lost.or_else(|| found.map(|mv| game.write(world, *mv)));
            return Err(format!(
                "whether `{}` is legal changes with cards that {name} cannot see",
                which.unwrap_or_default()
            ));
        }
        let mut moves = self.moves.iter();
        match moves.find(|mv| !game.is_written_alike(state, world, **mv)) {
            Some(mv) => {
                let [here, there] = [state, world].map(|state| game.write(state, *mv));
                Err(format!(
                    "a move of {name} is written `{here}` or `{there}`, by cards that it cannot see"
                ))
            }
            None => Ok(()),
        }
    }
}

/// The first event that reads differently to the seat in the second log.
fn first_difference<G: Game>(game: &G, one: &[Event], two: &[Event], seat: Seat) -> Option<usize> {
    let read = |log: &[Event], at: usize| log.get(at).map(|event| game.reads(seat, event));
    (0..one.len().max(two.len())).find(|at| read(one, *at) != read(two, *at))
}

fn differing<G: Game>(game: &G, one: &[Event], two: &[Event], at: usize, seat: Seat) -> String {
    let tell = |log: &[Event]| {
        let event = log.get(at).map(|event| game.reads(seat, event).0);
        event.map_or("nothing".to_owned(), |event| {
            game.names().describe_event(&event)
        })
    };
    format!(
        "{} reads `{}` or `{}`, by cards that it cannot see",
        game.names().seat(seat),
        tell(one),
        tell(two)
    )
}

/// The cards that some events of a log show to the seat, and whether each comes from where the seat sees none.
fn shown_to<G: Game>(
    game: &G,
    log: &[Event],
    events: Range<usize>,
    seat: Seat,
) -> impl Iterator<Item = (CardId, bool)> {
    let some = log.iter().take(events.end).skip(events.start);
    let known = some.map(move |e| game.reads(seat, e));
    known.filter_map(move |(event, known)| match event {
        Event::Moved {
            card, from, was, ..
        }
        | Event::Drawn {
            card, from, was, ..
        } => known.then(|| (card, !game.sees(seat, from, was))),
        Event::Turned { card, .. } => known.then_some((card, false)),
        Event::Counted { .. } | Event::Shuffled { .. } | Event::Noted { .. } => None,
    })
}

/// Worlds to look for a card in before it counts as one that the seat can place.
const LOOKS: usize = 64;

/// Whether the seat cannot tell where one of the cards lies: in some world it lies elsewhere.
fn hidden<G: Laws>(
    game: &G,
    state: &G::State,
    cards: &BTreeSet<CardId>,
    seat: Seat,
    rng: &mut Rng,
) -> bool {
    let here: BTreeMap<CardId, ZoneId> = game.census(state).into_iter().collect();
    (0..LOOKS).any(|_| {
        let world = game.redeal(state, seat, rng);
        let census = game.census(&world).into_iter();
        let moved: Vec<CardId> = census
            .filter(|(card, zone)| here.get(card) != Some(zone))
            .map(|(card, _)| card)
            .collect();
        if moved.is_empty() {
            // Only cards of one zone have changed places.
            !cards.is_empty() && world != *state
        } else {
            moved.iter().any(|card| cards.contains(card))
        }
    })
}

/// What the log shows to the seat and lies there still is no hidden card: it stays where it is in every world.
fn shown_stays<G: Game>(
    game: &G,
    log: &[Event],
    world: &G::State,
    seat: Seat,
) -> Result<(), String> {
    let mut shown: BTreeMap<CardId, (ZoneId, Facing)> = BTreeMap::new();
    for event in log {
        match *event {
            Event::Moved { card, to, face, .. } | Event::Drawn { card, to, face, .. } => {
                shown.insert(card, (to, face));
            }
            Event::Turned { card, at, face, .. } => {
                shown.insert(card, (at, face));
            }
            Event::Shuffled { from, .. } => shown.retain(|_, (zone, _)| *zone != from),
            Event::Counted { .. } | Event::Noted { .. } => {}
        }
    }
    shown.retain(|_, (zone, face)| game.sees(seat, *zone, *face));
    let names = game.names();
    for (card, zone) in game.census(world) {
        if let Some((at, face)) = shown.get(&card).filter(|(at, _)| *at != zone) {
            return Err(format!(
                "the log shows {} that {} lies {} at {}, but it is hidden",
                names.seat(seat),
                names.card(card),
                names.face(*face),
                names.zone(*at)
            ));
        }
    }
    Ok(())
}

/// Chance that records what it drew.
struct Lead {
    dice: SeededChance,
    drawn: Vec<(Pile, u8)>,
}

impl Lead {
    fn new(seed: u64) -> Self {
        Lead {
            dice: SeededChance::new(seed),
            drawn: Vec::new(),
        }
    }
}

impl Chance for Lead {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        let card = self.dice.draw(pile, from, count);
        self.drawn.push((pile, card));
        card
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let card = self.dice.draw_of(pile, from);
        self.drawn.push((pile, card));
        card
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

/// Chance that draws what the first world drew, draw by draw, where the second has that card in its pile.
struct Follow {
    drawn: std::vec::IntoIter<(Pile, u8)>,
    dice: SeededChance,
}

impl Follow {
    fn new(drawn: Vec<(Pile, u8)>, seed: u64) -> Self {
        Follow {
            drawn: drawn.into_iter(),
            dice: SeededChance::new(seed),
        }
    }
}

impl Chance for Follow {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        match self.drawn.next() {
            Some((same, card)) if same == pile && card < 64 && from >> card & 1 == 1 => card,
            _ => self.dice.draw(pile, from, count),
        }
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        match self.drawn.next() {
            Some((same, card)) if same == pile && from.has(card) => card,
            _ => self.dice.draw_of(pile, from),
        }
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Legal, NoListener};
    use crate::verify::testing::{Fault, Toy};

    /// The leaks found in 40 uniform games.
    fn told(fault: Fault) -> Vec<String> {
        let toy = Toy::new(2, fault);
        let mut told = Vec::new();
        for game in 0..40 {
            let mut rng = Rng::stream(1, game);
            let mut chance = SeededChance::new(rng.next());
            let mut state = toy.set_up(&mut chance, &mut NoListener);
            while toy.turn(&state).is_some() {
                let legal = toy.legal(&state);
                let mv = legal.get(rng.below(legal.len()));
                for seat in toy.seats() {
                    told.extend(find_leak(&toy, &state, mv, seat, &mut rng).err());
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
        one_of(
            &told(Fault::Peeks),
            "whether `show` is legal changes with cards that",
        );
    }

    #[test]
    fn a_view_with_a_hidden_card_is_told() {
        one_of(&told(Fault::ViewLeaks), "the view of red changes");
    }

    #[test]
    fn a_log_that_names_a_hidden_card_is_told() {
        one_of(
            &told(Fault::LogLeaks),
            "lies up at field/1/red, but it is hidden",
        );
    }

    #[test]
    fn a_remark_on_a_hidden_card_is_told() {
        one_of(&told(Fault::NoteLeaks), "blue reads `tied");
    }
}
