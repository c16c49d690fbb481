//! Checks the laws of a game, and deals worlds that a seat cannot tell apart: a table and the one before come in, a breach or another
//! table goes out.

use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use super::game::Rules;
use super::machine::{Machine, NONE, TableChange};
use super::properties::{OWN, RUNS, SIZES, SUMS};
use crate::rules::{
    Bits, Breach, CardId, Chance, Counter, Event, LawKind, Rng, Seat, Shown, Tally, ZoneId,
};
use crate::source::Span;
use crate::table::{
    CardSet, Dealer, Decision, Gap, MOST_SEATS, Move, NOTHING, Relabelling, Remembered, RunFault,
    Table, Touched, View,
};

/// Numbers that a move is tried with.
const MOST_NUMBER: usize = 16;

/// Legal moves of a decision that are tried in search of one that fits.
const MOST_TRIED: u32 = 64;

fn breach(property: usize, says: String, at: Option<Span>) -> Result<(), Breach> {
    Err(Breach { property, says, at })
}

impl<S: CardSet> Rules<S> {
    /// Checks what every table keeps and the laws of the script after one move and all that followed, from the states before and after it
    /// alone; without one before, at the first decision. `Always` properties are counted in `tally.counts`, what was seen in `tally.seen`.
    ///
    /// # Errors
    /// The first property that does not hold.
    pub fn watch(
        &self,
        before: Option<&Table<S>>,
        after: &Table<S>,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        if before.is_none() {
            tally.begin();
        }
        tally.counts[RUNS] += 1;
        let runs =
            |fault: RunFault| breach(RUNS, self.describe_fault(&fault), self.place(fault.at).1);
        if let Some(fault) = after.fault {
            return runs(fault);
        }
        self.sums(before, after, tally)?;
        let (found, fault) =
            self.look(after, before.or(Some(after)), |m| self.own_laws(m, before, tally));
        match (fault, found) {
            (Some(fault), _) => runs(fault),
            (None, Some((law, says))) => breach(law, says, None),
            (None, None) => Ok(()),
        }
    }

    /// The first law of the script that does not hold.
    fn own_laws(
        &self,
        m: &mut Machine<'_, S>,
        before: Option<&Table<S>>,
        tally: &mut Tally,
    ) -> Option<(usize, String)> {
        let changed = m.table.touched.0;
        // Of two tables on which none of this changed a law that compares them was asked already.
        let changing = before.map_or(Touched::ALL, |before| before.touched.0 | changed);
        let (laws, first) = (&self.entries.laws, OWN.len());
        // Which are due is found first, in a loop that does nothing else: asking one changes nothing for another.
        let mut due = 0;
        let looked = self.looks.iter().zip(&tally.looked[first..]);
        for (at, ([own, both], looked)) in looked.enumerate() {
            let asked = match before {
                Some(_) => changed & own | changing & both,
                // None that compares.
                None => !both,
            };
            due |= u64::from(looked & asked != 0) << at;
        }
        let mut found = None;
        let mut reached = laws.len();
        for at in Bits(due).map(usize::from) {
            let (number, law) = (first + at, &laws[at]);
            m.scratch.looked = 0;
            let holds = match law.once.get() {
                Some(holds) => *holds,
                None => !m.call(&law.made.code, [S::default(); 2]).is_empty(),
            };
            let told = m.scratch.told.take();
            if !m.is_sound() {
                reached = at + 1;
                break;
            }
            tally.looked[number] = m.scratch.looked;
            if law.looks == 0 {
                let _ = law.once.set(holds);
            }
            if law.meaning == LawKind::Always {
                if !holds {
                    let mut says = format!("`{}` is False", law.name);
                    if let Some(told) = told {
                        says = format!("{says}: {told}");
                    }
                    found = Some((number, says));
                    reached = at + 1;
                    break;
                }
            } else if holds {
                tally.seen |= 1 << number;
                tally.looked[number] = 0;
            }
        }
        // Laws that are not due count too: they hold as they did.
        let kept = &self.kept[usize::from(before.is_some())];
        for (count, kept) in tally.counts[first..].iter_mut().zip(kept).take(reached) {
            *count += kept;
        }
        found
    }

    /// Sums that never change, and sizes of zones.
    fn sums(
        &self,
        before: Option<&Table<S>>,
        table: &Table<S>,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        let declared = &self.layout.declared;
        let touched = before.map_or(Touched::ALL, |_| table.touched.0);
        tally.counts[SUMS] += 1;
        let is_new = |bit: u64| touched & bit != 0;
        for sum in &declared.sums {
            if !sum.of.iter().any(|kind| is_new(Touched::counter(*kind))) {
                continue;
            }
            let of = sum.of.iter().flat_map(|kind| {
                let kind = &declared.counters[usize::from(*kind)];
                declared.numbers(kind.first, kind.each)
            });
            let found: i64 = of.map(|counter| i64::from(table.counter(counter))).sum();
            if found != sum.is {
                let says = format!("{} is {found}, not {}", sum.name, sum.is);
                return breach(SUMS, says, Some(sum.span));
            }
        }
        tally.counts[SIZES] += 1;
        let sized = self.sized.iter().filter(|at| is_new(Touched::zone(**at)));
        for kind in sized.map(|at| &declared.zones[usize::from(*at)]) {
            let (least, most) = kind.size;
            for zone in declared.numbers(kind.first, kind.each) {
                let cards = table.zone(zone);
                if before.is_some_and(|before| before.zone(zone) == cards) {
                    continue;
                }
                let count = cards.count();
                if count < u32::from(least) || (most < u8::MAX && count > u32::from(most)) {
                    let name = &self.names.zones[usize::from(zone)];
                    let says = format!("{name} holds {count} cards, it may hold {least} to {most}");
                    return breach(SIZES, says, Some(kind.span));
                }
            }
        }
        Ok(())
    }

    fn redeal_within(
        &self,
        table: &Table<S>,
        (seat, memory): (Seat, Option<&Remembered<S>>),
        rng: &mut Rng,
    ) -> (Table<S>, Relabelling) {
        let value = &self.fact_values();
        let dealt = Dealer { layout: &self.layout, table, seat: seat.0, value }.redeal(memory, rng);
        let mut world = dealt.world;
        // Others answer as they might in this world.
        self.answer_again(&mut world, seat.0, |asked, _| self.one_of(asked, rng, |_| true));
        (world, dealt.is)
    }

    /// Says what a fact comes to on a table: `None` as a number where it cannot be worked out.
    fn fact_values(&self) -> impl Fn(&Table<S>, u8, &[S]) -> S {
        move |table, fact, about| {
            let code = &self.entries.facts[usize::from(fact)];
            match self.look(table, None, |m| code.value(m, about)) {
                (value, None) => value,
                _ => S::of_number(NONE),
            }
        }
    }

    /// The table on which a seat is asked what all are asked at once.
    fn asked_again(&self, table: &Table<S>, seat: u8) -> Option<Table<S>> {
        let mut question = table.question().filter(|question| question.at_once)?;
        let mut asked = *table;
        question.seat = seat;
        asked.ask(question).then_some(asked)
    }

    /// Other seats answer what is asked of all at once: each its answer so far, if `answer` finds one in its place.
    fn answer_again(
        &self,
        world: &mut Table<S>,
        seat: u8,
        mut answer: impl FnMut(&Table<S>, Move) -> Option<Move>,
    ) {
        for other in self.layout.declared.all_seats().filter(|other| *other != seat) {
            let at = usize::from(other);
            if let Some(mv) = world.answers[at]
                && let Some(asked) = self.asked_again(world, other)
                && let Some(found) = answer(&asked, mv)
            {
                world.answers[at] = Some(found);
            }
        }
    }

    /// One of the legal moves that fit, if any does.
    fn one_of(
        &self,
        table: &Table<S>,
        rng: &mut Rng,
        fits: impl Fn(&Move) -> bool,
    ) -> Option<Move> {
        let moves = self.legal(table);
        let count = moves.len();
        let first = rng.below(count.max(1));
        let mut tried = (0..count.min(MOST_TRIED)).map(|at| moves.get((first + at) % count));
        tried.find(fits)
    }

    /// A move that looks to a seat as `mv` does in a world in which `is` tells what took each card's place.
    fn alike_in(
        &self,
        world: &Table<S>,
        mv: Move,
        is: &[u8],
        seat: u8,
        rng: &mut Rng,
    ) -> Option<Move> {
        let gaps = self.gaps(mv);
        let mut found = mv;
        for (part, gap) in found.parts.iter_mut().zip(gaps) {
            if *gap == Gap::Card {
                *part = is.get(usize::from(*part)).copied().unwrap_or(*part);
            }
        }
        if self.legal(world).has(found) {
            return Some(found);
        }
        let known = world.known_to(seat);
        self.one_of(world, rng, |other| {
            let mut parts = other.parts.iter().zip(found.parts).zip(gaps);
            other.pattern == found.pattern
                && parts.all(|((one, two), gap)| {
                    let is_hidden = |card| *gap == Gap::Card && !known.has(card);
                    *one == two
                        || is_hidden(*one) && is_hidden(two) && world.lies(*one) == world.lies(two)
                })
        })
    }

    /// What `seat` knows in `after` and did not in `before`: a move, or the set-up, showed it, if only to this seat.
    pub fn learned(&self, before: Option<&Table<S>>, after: &Table<S>, seat: Seat) -> Vec<Shown> {
        let at = usize::from(seat.0) & 7;
        let new = after.known[at].difference(before.map_or(S::default(), |table| table.known[at]));
        let cards = new.cards();
        let cards = cards.map(|card| Shown::Card(CardId(card.into()), ZoneId(after.zone_of(card))));
        let knew = |table: &Table<S>, counter: u8| {
            (table.shown[at] >> counter & 1 == 1).then(|| table.counter(counter))
        };
        let counters = Bits(after.shown[at]).filter_map(|counter| {
            let number = after.counter(counter);
            let is_new = before.and_then(|table| knew(table, counter)) != Some(number);
            is_new.then_some(Shown::Number(Counter(counter), number))
        });
        cards.chain(counters).collect()
    }

    /// All that happens in a move, or in the set-up, and the changes one by one.
    pub fn changes<C: Chance>(
        &self,
        mv: Option<(&Table<S>, Move)>,
        chance: &mut C,
    ) -> (Vec<Event>, Vec<TableChange<S>>) {
        let scratch = self.scratch();
        scratch.borrow_mut().changes = Some(Vec::new());
        let mut events = Vec::new();
        match mv {
            Some((table, mv)) => self.apply(&mut { *table }, mv, chance, &mut events),
            None => drop(self.set_up(chance, &mut events)),
        }
        let changes = scratch.borrow_mut().changes.take();
        (events, changes.unwrap_or_default())
    }

    /// The line of the script that a byte is in, "rules.star:17:5 `t.tell = total(hand[0], rank)`", and its place.
    pub fn line(&self, at: u32) -> (String, Option<Span>) {
        let (line, place, code) = self.place(at);
        (format!("{line} `{code}`"), place)
    }

    /// Puts what `seat` sees of a table and no event tells into `hash`: numbers of which no record tells, what is asked, which cards lie on
    /// which.
    pub fn hash_untold<H: Hasher>(&self, table: &Table<S>, seat: Seat, hash: &mut H) {
        table.hash_untold(&self.layout, seat.0, hash);
    }

    /// The same table as far as `seat` can know, everything else dealt and drawn again: two tables that it cannot tell apart
    /// give the same.
    pub fn redeal(&self, table: &Table<S>, seat: Seat, rng: &mut Rng) -> Table<S> {
        self.redeal_within(table, (seat, None), rng).0
    }

    /// The same for the two-world check, with the card that took each card's place. `around`: a table after the next move, and cards that the
    /// move shows to the seat: what the seat knows of that table stays as it is, so that whatever else the move reveals must be the same.
    /// `None` where none was found in which everything the seat knows is true.
    pub fn redeal_around(
        &self,
        table: &Table<S>,
        around: Option<(&Table<S>, &[CardId])>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<(Table<S>, Vec<u8>)> {
        let at = usize::from(seat.0) & 7;
        let value = self.fact_values();
        let dealer = |table| Dealer { layout: &self.layout, table, seat: seat.0, value: &value };
        let mut told = *table;
        let dealt = match around {
            Some((after, shown)) => {
                let shown = S::of(shown.iter().map(|card| card.0 as u8));
                told.known[at] = told.known[at].union(after.known[at]).union(shown);
                told.shown[at] |= after.shown[at];
                told.told = after.told;
                dealer(&told).redeal_shown(None, rng)
            }
            None => dealer(table).redeal(None, rng),
        };
        let (mut world, mut is) = (dealt.world, dealt.is);
        if !dealt.keeps_facts {
            return None;
        }
        if around.is_some() {
            world.told = table.told;
            dealer(table).retell(&mut world, &is);
        }
        // Cards change places within a stack, too.
        let unknown = self.layout.all().difference(table.known[at]);
        for card in unknown.cards() {
            let (zone, place) = (table.zone_of(card), table.rank(card));
            let there = |other: &u8| world.rank(*other) == place;
            if self.layout.is_ordered(zone)
                && let Some(other) = world.zone(zone).cards().find(there)
            {
                is[usize::from(card)] = other;
            }
        }
        (world.known[at], world.shown[at]) = (table.known[at], table.shown[at]);
        // Others answer as they did, with the cards that took the places of others.
        self.answer_again(&mut world, seat.0, |asked, mv| {
            self.alike_in(asked, mv, &is, seat.0, rng)
        });
        Some((world, is.to_vec()))
    }

    /// What is moved in a redealt world in place of `mv`, by who moves there: cards that `seat` can't place are those that took their places,
    /// or others like them that may be moved. `None` where there are none. `is`: as from [`Rules::redeal_around`].
    pub fn counterpart(
        &self,
        world: &Table<S>,
        mv: Move,
        is: &[u8],
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<Move> {
        if self.turn(world) == Some(seat) {
            return Some(mv);
        }
        self.alike_in(world, mv, is, seat.0, rng)
    }

    /// The same decision with another number that somebody else than `seat` chose: in the move, or in an answer that is secret so far.
    pub fn choose_otherwise(
        &self,
        table: &Table<S>,
        mv: Move,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<(Table<S>, Move)> {
        let others = (0..MOST_SEATS as u8).filter(|other| *other != seat.0);
        let answered = others.filter(|other| table.answers[usize::from(*other)].is_some());
        let mut choices: SmallVec<[Option<u8>; MOST_SEATS]> = answered.map(Some).collect();
        if self.turn(table) != Some(seat) {
            choices.push(None);
        }
        let choice = *choices.get(rng.below(choices.len().max(1) as u32) as usize)?;
        let (asked, chosen) = match choice {
            Some(other) => (self.asked_again(table, other)?, table.answers[usize::from(other)]?),
            None => (*table, mv),
        };
        let gaps = self.gaps(chosen);
        if !gaps.contains(&Gap::Number) {
            return None;
        }
        let other = self.one_of(&asked, rng, |other| {
            let mut parts = other.parts.iter().zip(chosen.parts).zip(gaps);
            *other != chosen
                && other.pattern == chosen.pattern
                && parts.all(|((one, two), gap)| *gap == Gap::Number || *one == two)
        })?;
        let mut table = *table;
        Some(match choice {
            Some(seat) => {
                table.answers[usize::from(seat)] = Some(other);
                (table, mv)
            }
            None => (table, other),
        })
    }

    /// What the rules showed `seat` in the move that this thread carried out last with a log, even if it was hidden again.
    pub fn shown(&self, seat: Seat) -> Vec<Shown> {
        let scratch = self.scratch().borrow();
        let shown = scratch.shown.iter().filter(|(to, _)| *to == seat.0);
        shown.map(|(_, shown)| *shown).collect()
    }

    /// The counters that `seat` doesn't know, and what they hold.
    pub fn unknown_numbers(&self, table: &Table<S>, seat: Seat) -> Vec<(Counter, i16)> {
        let declared = &self.layout.declared;
        let unknown = self.counters().filter(|c| !table.knows_counter(declared, seat.0, *c));
        unknown.map(|c| (Counter(c), table.counter(c))).collect()
    }

    /// The same table with other numbers in a counter: all that it can hold, or some of many.
    pub fn with_others(&self, table: &Table<S>, counter: Counter) -> Vec<Table<S>> {
        let mut kinds = self.layout.declared.counters.iter().rev();
        let range = kinds.find(|kind| kind.first <= counter.0).map(|kind| kind.range);
        let (from, to) = range.unwrap_or_default();
        let step = (i32::from(to) - i32::from(from)) as usize / MOST_NUMBER + 1;
        let values = (from..=to).step_by(step);
        let others = values.filter(|value| *value != table.counter(counter.0));
        let with = |value| {
            let mut other = *table;
            other.counters[usize::from(counter.0)] = value;
            other.shown = other.shown.map(|shown| shown & !(1 << counter.0));
            other
        };
        others.map(with).collect()
    }

    /// Puts what `seat` reads of somebody else's move before it is carried out into `hash`: which cards only if it knows them.
    pub fn looks<H: Hasher>(&self, table: &Table<S>, mv: Move, seat: Seat, hash: &mut H) {
        let known = table.known_to(seat.0);
        let gaps = self.gaps(mv);
        mv.pattern.hash(hash);
        for (part, gap) in mv.parts.iter().zip(gaps) {
            if *gap != Gap::Card || known.has(*part) {
                part.hash(hash);
            } else {
                table.lies(*part).hash(hash);
            }
        }
    }

    /// Any move that `seat` could try, legal or not, with cards that it can place.
    pub fn any_move(&self, table: &Table<S>, seat: Seat, rng: &mut Rng) -> Option<Move> {
        let declared = &self.layout.declared;
        let known = table.known_to(seat.0);
        let mut below = |count: usize| rng.below(count.max(1) as u32);
        let pattern = below(declared.patterns.len());
        let mut mv = Move { pattern: pattern as u8, parts: [NOTHING; 3] };
        let gaps = &declared.patterns.get(pattern as usize)?.gaps;
        for (part, gap) in mv.parts.iter_mut().zip(gaps) {
            *part = match gap {
                Gap::Card => known.cards().nth(below(known.count() as usize) as usize)?,
                Gap::Place => below(declared.places.len()) as u8,
                Gap::Seat => below(declared.seats.len()) as u8,
                Gap::Number => below(MOST_NUMBER) as u8,
                Gap::Nth(kind) => {
                    let place = below(MOST_NUMBER) as u8;
                    // What lies nowhere cannot be named.
                    table.nth(&self.layout, *kind, place).cards().next()?;
                    place
                }
            };
        }
        Some(mv)
    }

    /// What differs between two views of a seat, in words that go before "changes".
    pub fn view_difference(&self, one: &View, two: &View) -> String {
        fn differ<T: PartialEq>(one: &[T], two: &[T]) -> Option<usize> {
            one.iter().zip(two).position(|(one, two)| one != two)
        }
        let names = &self.names;
        if let Some(at) = differ(&one.counters, &two.counters) {
            let [one, two] = [one, two].map(|view| view.counters[at].unwrap_or_default());
            format!("`{}`, {one} or {two},", names.counters[at])
        } else if let Some(at) = differ(&one.counts, &two.counts) {
            format!("how many cards lie in `{}`", names.zones[at])
        } else if let Some(at) = differ(&one.cards, &two.cards) {
            format!("where `{}` lies", names.cards[at])
        } else {
            "what is asked".into()
        }
    }

    /// Takes back what others have answered to a question that `seat` is to answer at the same time: they are asked again, after it. Gives
    /// how many answers those were, the last decisions of the game so far.
    pub fn ask_again(&self, table: &mut Table<S>, seat: Seat) -> usize {
        let Some(question) = table.question().filter(|question| question.at_once) else {
            return 0;
        };
        let others = self.layout.declared.all_seats().filter(|other| *other != seat.0);
        let answered = |other: &u8| table.answers[usize::from(*other)].is_some();
        let answered: SmallVec<[u8; MOST_SEATS]> = others.filter(answered).collect();
        let open = table.take_asked_at_once();
        // The next question is the last.
        for other in answered.iter().rev() {
            table.answers[usize::from(*other)] = None;
            let mut again = question;
            again.seat = *other;
            table.ask(again);
        }
        for next in open.iter().rev() {
            table.ask(*next);
        }
        answered.len()
    }

    /// What `seat` remembers of decisions of the past, oldest first.
    pub fn remember(&self, past: &[Decision<S>], now: &Table<S>, seat: Seat) -> Remembered<S> {
        let may_tell = |table: &Table<S>| self.may_tell(table, seat.0);
        Remembered::of(&self.layout, past, now, seat, may_tell)
    }

    /// As [`Rules::redeal`] for the seat that remembers: no card lies where it cannot have gone since it was seen. The memory keeps which
    /// card took whose place.
    pub fn redeal_remembering(
        &self,
        memory: &mut Remembered<S>,
        table: &Table<S>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Table<S> {
        let (world, is) = self.redeal_within(table, (seat, Some(memory)), rng);
        memory.is = is;
        world
    }

    /// Cards by how little they can do, the plainest first: what a shrinker puts in place of others. One list a pile.
    pub fn plainest(&self) -> Vec<Vec<u8>> {
        let cards: Vec<u8> = (0..self.layout.cards.len()).map(|card| card as u8).collect();
        vec![cards; self.layout.declared.piles()]
    }
}
