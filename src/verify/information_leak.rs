//! The two-world check: deals again what a seat cannot see, plays the same in both worlds, and compares what the seat observes. A
//! state and a move, or a set-up, and a seat come in; nothing, or the first difference, goes out.
//!
//! Two worlds that a seat can't tell apart must stay so until the rules show it something (non-interference: Goguen and Meseguer,
//! 1982). What counts as showing: a card comes to lie where the seat sees it, or `show` names the card or the counter. Worlds in which
//! the same is shown are compared; where something else is shown, the seat may tell them apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{
    Among, CardId, Chance, Event, Facing, Game, Laws, Notation, Outcome, Pile, Rng, Seat,
    SeededChance, ZoneId, select,
};

/// Rolls of a move that are rolled again, one at a time.
const MOST_REROLLED: usize = 3;

/// Compares the set-up with that of a second world that `seat` cannot tell from it. `seed` names the set-up.
///
/// # Errors
/// What differs.
pub fn find_set_up_leak<G: Notation + Laws>(
    game: &G,
    seed: u64,
    seat: Seat,
    rng: &mut Rng,
) -> Result<(), String> {
    let check = Check {
        game,
        seat,
        before: None,
    };
    let mut lead = Lead::new(SeededChance::new(seed));
    let one = check.play(None, &mut lead);
    let shown: Vec<CardId> = check
        .shown(&one)
        .into_iter()
        .map(|(card, _)| card)
        .collect();
    let (_, is) = game.redeal_around(&one.state, Some((&one.state, &shown)), seat, rng);
    let mut follow = Follow::new(game, &lead, &is, rng);
    let two = check.play(None, &mut follow);
    let told = |what| format!("in `set_up`: {what}");
    check.compare(&one, &two).map_err(told)?;
    check.reroll(&lead, None, &one, rng).map_err(told)
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
pub fn find_leak<G: Notation + Laws>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    seat: Seat,
    rng: &mut Rng,
) -> Result<(), String> {
    let check = Check {
        game,
        seat,
        before: Some(*state),
    };
    let mut lead = Lead::new(SeededChance::new(rng.next()));
    let one = check.play(Some((state, mv)), &mut lead);
    let shown: Vec<CardId> = check
        .shown(&one)
        .into_iter()
        .map(|(card, _)| card)
        .collect();
    let around = (rng.below(2) == 1).then_some((&one.state, &shown[..]));
    let (world, is) = game.redeal_around(state, around, seat, rng);
    Sight::of(game, state, seat).keeps(game, state, &world)?;
    let told = |what| format!("after `{}`: {what}", game.write(state, mv));
    if let Some(other) = check.counterpart(&world, mv, &is, rng) {
        let mut follow = Follow::new(game, &lead, &is, rng);
        let two = Check {
            before: Some(world),
            ..check
        }
        .play(Some((&world, other)), &mut follow);
        check.compare(&one, &two).map_err(told)?;
    }
    if let Some((asked, other)) = game.choose_otherwise(state, mv, seat, rng) {
        let mut follow = Follow::new(game, &lead, &[], rng);
        let two = check.play(Some((&asked, other)), &mut follow);
        check.hidden_number(&one, &two).map_err(told)?;
    }
    check
        .reroll(&lead, Some((state, mv)), &one, rng)
        .map_err(told)?;
    let world = game.redeal(&one.state, seat, rng);
    shown_stays(game, &one.log, &world, seat).map_err(told)
}

/// What came of a move or a set-up.
struct Played<S> {
    state: S,
    /// Without the counters of which the seat hears nothing.
    log: Vec<Event>,
}

/// Who compares.
#[derive(Clone, Copy)]
struct Check<'g, G: Game> {
    game: &'g G,
    seat: Seat,
    /// The table before the move; `None` for the set-up.
    before: Option<G::State>,
}

impl<G: Notation + Laws> Check<'_, G> {
    /// Carries out a move, or sets up.
    fn play(&self, mv: Option<(&G::State, G::Move)>, chance: &mut impl Chance) -> Played<G::State> {
        let mut log = Vec::new();
        let state = match mv {
            Some((state, mv)) => {
                let mut after = *state;
                self.game.apply(&mut after, mv, chance, &mut log);
                after
            }
            None => self.game.set_up(chance, &mut log),
        };
        log.retain(|event| match event {
            Event::Counted { counter, .. } => self.game.sees_counter(self.seat, *counter),
            _ => true,
        });
        Played { state, log }
    }

    /// The hidden card that an event shows to the seat, and where it lay.
    fn shows(&self, event: &Event) -> Option<(CardId, ZoneId)> {
        let (event, known) = self.game.reads(self.seat, event);
        let (card, at, was) = match event {
            Event::Moved {
                card, from, was, ..
            }
            | Event::Drawn {
                card, from, was, ..
            } => (card, from, was),
            Event::Turned { card, at, was, .. } => (card, at, was),
            Event::Counted { .. } | Event::Shuffled { .. } | Event::Noted { .. } => return None,
        };
        (known && !self.game.sees(self.seat, at, was)).then_some((card, at))
    }

    /// The cards that the rules showed to the seat.
    fn shown(&self, played: &Played<G::State>) -> BTreeSet<(CardId, ZoneId)> {
        let before = self.before.as_ref();
        let learned = self.game.learned(before, &played.state, self.seat);
        let shown = played.log.iter().filter_map(|event| self.shows(event));
        shown.chain(learned).collect()
    }

    /// Tells two worlds apart in which the same was shown.
    fn compare(&self, one: &Played<G::State>, two: &Played<G::State>) -> Result<(), String> {
        let (game, seat) = (self.game, self.seat);
        let faulty = |played: &Played<G::State>| {
            game.turn(&played.state).is_none() && game.outcome(&played.state).is_none()
        };
        if faulty(one) || faulty(two) || self.shown(one) != self.shown(two) {
            return Ok(());
        }
        if let Some(at) = first_difference(game, &one.log, &two.log, seat) {
            let shown = [one, two].map(|world| self.shows(world.log.get(at)?));
            return match shown {
                // The same cards one after the other, but another one first.
                [Some(here), Some(there)] if here != there => Ok(()),
                _ => Err(differing(game, &one.log, &two.log, at, seat)),
            };
        }
        Sight::of_table(game, &one.state, seat).keeps(game, &one.state, &two.state)
    }

    /// The move that is made in a world in place of `mv`.
    fn counterpart(
        &self,
        world: &G::State,
        mv: G::Move,
        is: &[u8],
        rng: &mut Rng,
    ) -> Option<G::Move> {
        let found = self.game.counterpart(world, mv, is, self.seat, rng)?;
        self.game.refusal(world, found).is_none().then_some(found)
    }

    /// A number was chosen or rolled otherwise: where a counter that the seat does not know follows it, nothing else may.
    fn hidden_number(&self, one: &Played<G::State>, two: &Played<G::State>) -> Result<(), String> {
        if self.game.hides(&one.state, &two.state, self.seat) {
            self.compare(one, two)
        } else {
            Ok(())
        }
    }

    fn reroll(
        &self,
        lead: &Lead,
        mv: Option<(&G::State, G::Move)>,
        one: &Played<G::State>,
        rng: &mut Rng,
    ) -> Result<(), String> {
        let draws = lead.drawn.iter().enumerate();
        let rolls = draws.filter(|(_, drawn)| self.game.dealt(drawn.pile, drawn.got).is_none());
        let rolls: Vec<(usize, u64)> = rolls.map(|(at, drawn)| (at, drawn.from)).collect();
        for (at, from) in rolls.into_iter().take(MOST_REROLLED) {
            let mut follow = Follow::new(self.game, lead, &[], rng);
            follow.drawn[at].got = select(from, rng.below(from.count_ones()));
            let two = self.play(mv, &mut follow);
            self.hidden_number(one, &two)?;
        }
        Ok(())
    }
}

/// What a seat sees of a state, and what it may do.
struct Sight<G: Game> {
    seat: Seat,
    view: G::View,
    turn: Option<Seat>,
    end: Option<Outcome>,
    /// Its legal moves, sorted; none when another seat decides.
    moves: Vec<G::Move>,
}

impl<G: Notation + Laws> Sight<G> {
    fn of(game: &G, state: &G::State, seat: Seat) -> Self {
        let mut sight = Sight::of_table(game, state, seat);
        if sight.turn == Some(seat) {
            sight.moves = game.legal_moves(state);
        }
        sight
    }

    /// Without its moves.
    fn of_table(game: &G, state: &G::State, seat: Seat) -> Self {
        Sight {
            seat,
            view: game.view(state, seat),
            turn: game.turn(state),
            end: game.outcome(state),
            moves: Vec::new(),
        }
    }

    /// The view and the choices of the seat are the same in another world.
    fn keeps(&self, game: &G, state: &G::State, world: &G::State) -> Result<(), String> {
        let name = game.names().seat(self.seat);
        let there = if self.moves.is_empty() {
            Sight::of_table(game, world, self.seat)
        } else {
            Sight::of(game, world, self.seat)
        };
        if self.turn != there.turn {
            return Err(format!(
                "whose turn it is changes with what {name} cannot see"
            ));
        }
        if self.view != there.view {
            let what = game.view_difference(&self.view, &there.view);
            return Err(format!("{what} changes with what {name} cannot see"));
        }
        if self.end != there.end || game.ended_by(state) != game.ended_by(world) {
            return Err(format!(
                "the result of the game changes with what {name} cannot see"
            ));
        }
        if self.moves != there.moves {
            let lost = self.moves.iter().find(|mv| !there.moves.contains(mv));
            let found = there.moves.iter().find(|mv| !self.moves.contains(mv));
            let lost = lost.map(|mv| game.write(state, *mv));
            let which = lost.or_else(|| found.map(|mv| game.write(world, *mv)));
            return Err(format!(
                "whether `{}` is legal changes with what {name} cannot see",
                which.unwrap_or_default()
            ));
        }
        let mut moves = self.moves.iter();
        match moves.find(|mv| !game.is_written_alike(state, world, **mv)) {
            Some(mv) => {
                let [here, there] = [state, world].map(|state| game.write(state, *mv));
                Err(format!(
                    "a move of {name} is written `{here}` or `{there}`, by what it cannot see"
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
        "{} reads `{}` or `{}`, by what it cannot see",
        game.names().seat(seat),
        tell(one),
        tell(two)
    )
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

/// What chance decided: of which members, and which.
#[derive(Clone, Copy)]
struct Draw {
    pile: Pile,
    /// Without those beyond the 64th.
    from: u64,
    got: u8,
}

/// Chance that records what it drew.
struct Lead {
    dice: SeededChance,
    drawn: Vec<Draw>,
}

impl Lead {
    fn new(dice: SeededChance) -> Self {
        Lead {
            dice,
            drawn: Vec::new(),
        }
    }
}

impl Chance for Lead {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        let got = self.dice.draw(pile, from, count);
        self.drawn.push(Draw { pile, from, got });
        got
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        let got = self.dice.draw_of(pile, from);
        self.drawn.push(Draw { pile, from: 0, got });
        got
    }

    fn order(&self, pile: Pile, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

/// Chance that draws what took the place of what the first world drew, draw by draw, where the second has that card in its pile.
struct Follow {
    drawn: Vec<Draw>,
    at: usize,
    dice: SeededChance,
}

impl Follow {
    /// `is`: the card that took each card's place; empty where none did.
    fn new<G: Game>(game: &G, lead: &Lead, is: &[u8], rng: &mut Rng) -> Self {
        let there = |mut draw: Draw| {
            if game.dealt(draw.pile, draw.got).is_some() {
                draw.got = is.get(usize::from(draw.got)).copied().unwrap_or(draw.got);
            }
            draw
        };
        Follow {
            drawn: lead.drawn.iter().copied().map(there).collect(),
            at: 0,
            dice: SeededChance::new(rng.next()),
        }
    }

    /// The card of the next draw, if it is one from this pile.
    fn next(&mut self, pile: Pile) -> Option<u8> {
        let draw = self.drawn.get(self.at).filter(|draw| draw.pile == pile);
        self.at += 1;
        draw.map(|draw| draw.got)
    }
}

impl Chance for Follow {
    fn draw(&mut self, pile: Pile, from: u64, count: u32) -> u8 {
        match self.next(pile) {
            Some(card) if card < 64 && from >> card & 1 == 1 => card,
            _ => self.dice.draw(pile, from, count),
        }
    }

    fn draw_of(&mut self, pile: Pile, from: &dyn Among) -> u8 {
        match self.next(pile) {
            Some(card) if from.has(card) => card,
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
            "whether `show` is legal changes with what",
        );
    }

    #[test]
    fn a_view_with_a_hidden_card_is_told() {
        one_of(
            &told(Fault::ViewLeaks),
            "what it sees changes with what red",
        );
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
