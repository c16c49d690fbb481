//! The rules of one variant of a game, compiled from its folder: moves come in; tables, refusals and outcomes go out. Players, `verify` and
//! `lab` play through them.

use std::cell::RefCell;
use std::sync::Arc;

use smallvec::SmallVec;
use thread_local::ThreadLocal;

use super::cards;
use super::compile::ScriptCompiler;
use super::machine::{MOST_STEPS, Machine, Scratch, TableAccess};
use super::numbers::{Numbers, Reads};
use super::rules::{Entries, Law};
use crate::cards::{Deck, GameFile, Pack, ScriptFile};
use crate::rules::{
    Aim, Among, CardId, Chance, Event, LawKind, Log, MoveFeatures, Names, Note, Outcome, PICKS,
    Pile, Property, Refusal, Seat, Variant, ZoneId,
};
use crate::source::{Diagnostics, FileId, Span, error};
use crate::table::{
    self, CardSet, Gap, Layout, Move, Moves, NOTHING, Question, RunFault, Table, Touched,
};

/// Most cards on a table.
const MOST_CARDS: usize = 255;

/// Words of refusals that need not be declared.
const GAME_OVER: &str = "game-over";
const NOT_NOW: &str = "not-now";
pub(super) const BY_THEMSELVES: [&str; 2] = [GAME_OVER, NOT_NOW];

/// The rules of a game of up to as many cards as the width of its sets. Tables are plain data: equal ones play the same.
pub struct Rules<S: CardSet> {
    pub layout: Arc<Layout<S>>,
    pub names: Names,
    pub(super) entries: Entries<S>,
    /// What the script uses of `game.toml`.
    pub(super) reads: Reads,
    /// All properties, at most [`crate::rules::Tally::MOST`].
    pub properties: Vec<Property>,
    /// By law of the script: what it looks at of the table alone, and of the table and the one before.
    pub(super) looks: Vec<[u64; 2]>,
    /// By law of the script: 1 if it must hold at the start, and if it must at every later decision.
    pub(super) kept: [Vec<u64>; 2],
    /// The kinds of zones that hold only so many cards.
    pub(super) sized: Vec<u8>,
    /// The script, for places in messages.
    pub(super) text: Arc<str>,
    pub(super) path: String,
    pub(super) file: FileId,
    /// The table before the set-up, which each game begins from.
    start: Table<S>,
    scratch: ThreadLocal<RefCell<Scratch<S>>>,
}

impl<S: CardSet> Rules<S> {
    /// The rules of one variant of a game.
    ///
    /// # Errors
    /// Everything that is wrong with its table and its script.
    pub fn of(pack: &Pack, variant: &Variant) -> Result<Self, Diagnostics> {
        Self::compile(&pack.game, &pack.decks, variant)
    }

    /// As [`Rules::of`], of data that is in no pack.
    ///
    /// # Errors
    /// As [`Rules::of`].
    pub fn compile(
        game: &GameFile,
        decks: &[Deck],
        variant: &Variant,
    ) -> Result<Self, Diagnostics> {
        let reading = table::read_table(game, variant);
        let (Some(declared), Some(file)) = (&reading.declared, &game.script) else {
            return Err(reading.faults.clone());
        };
        let cards = cards::count(declared, decks);
        if cards > MOST_CARDS {
            let fault = error!(
                TooMany,
                "{cards} cards lie on the table",
                "at most {MOST_CARDS} can be played: let zones hold fewer decks"
            );
            return Err(fault.at_maybe(game.table_span()).into());
        }
        let mut faults = Diagnostics::new();
        let numbers = Numbers::read(game, declared);
        let mut layout: Layout<S> = cards::layout(game, declared.clone(), decks, &mut faults);
        if faults.has_errors() {
            // Names that the cards lack would be reported again in the script.
            return Err(faults);
        }
        let entries = file.tree().map_err(|slip| vec![slip.clone()]).and_then(|script| {
            let mut compiler = ScriptCompiler::new(script, &layout, &numbers, file.text())
                .map_err(|slip| vec![slip])?;
            compiler.profile.clone_from(&file.profile);
            let entries = Entries::make(&mut compiler)?;
            let ScriptCompiler { reads, stacks, picks, wins_apart, .. } = compiler;
            Ok((entries, reads, stacks, picks, wins_apart))
        });
        let (entries, reads, stacks, picks, wins_apart) = entries.map_err(|slips| {
            slips.into_iter().for_each(|slip| faults.push(slip.in_file(file.file)));
            faults
        })?;
        (layout.stacks, layout.picks) = (stacks, picks);
        layout.wins_together = !wins_apart && layout.declared.wins.is_empty();
        layout.facts = entries.facts.iter().map(|fact| fact.shape.clone()).collect();
        Ok(Self::new(layout, entries, reads, file))
    }

    fn new(layout: Layout<S>, entries: Entries<S>, reads: Reads, file: &ScriptFile) -> Self {
        let declared = &layout.declared;
        let facts = layout.facts.iter().map(|fact| (fact.says.clone(), fact.values.clone()));
        let names = Names {
            seats: declared.seats.clone(),
            cards: layout.cards.clone(),
            zones: declared.zone_names(),
            faces: [&declared.faces[..], &declared.told_faces].concat(),
            counters: declared.counter_names(),
            notes: table::names(&declared.notes).map(str::to_owned).collect(),
            facts: facts.collect(),
        };
        let properties = super::properties::properties(&entries, file.file);
        let looks = |law: &Law<S>| {
            if law.compares { [0, Touched::ALL] } else { [law.looks, 0] }
        };
        let looks = entries.laws.iter().map(looks).collect();
        let kept = [false, true].map(|later| {
            let is_kept = |law: &Law<S>| law.meaning == LawKind::Always && (later || !law.compares);
            let laws = entries.laws.iter();
            laws.map(|law| u64::from(is_kept(law))).collect()
        });
        let sized = (0..).zip(&declared.zones).filter(|(_, kind)| kind.size != (0, u8::MAX));
        let sized = sized.map(|(at, _)| at).collect();
        Rules {
            start: Table::start(&layout),
            layout: Arc::new(layout),
            names,
            entries,
            reads,
            properties,
            looks,
            kept,
            sized,
            text: file.text().clone(),
            path: file.path.clone(),
            file: file.file,
            scratch: ThreadLocal::new(),
        }
    }

    /// The memory of this thread.
    pub(super) fn scratch(&self) -> &RefCell<Scratch<S>> {
        self.scratch.get_or_default()
    }

    /// Runs something on a table, and what went wrong, if anything did.
    fn on<T>(
        &self,
        (table, before): (TableAccess<'_, S>, Option<&Table<S>>),
        chance: &mut dyn Chance,
        log: Option<&mut Vec<Event>>,
        moves: &mut Moves<S>,
        run: impl FnOnce(&mut Machine<'_, S>) -> T,
    ) -> (T, Option<RunFault>) {
        let mut scratch = self.scratch().borrow_mut();
        scratch.fault = None;
        scratch.steps = 0;
        scratch.picked = S::default();
        if log.is_some() {
            scratch.shown.clear();
        }
        scratch.look_anew();
        scratch.most = match scratch.allowed {
            None => MOST_STEPS,
            Some(allowed) => {
                allowed.saturating_sub(scratch.all_steps).min(MOST_STEPS.into()) as u32
            }
        };
        let mut machine = Machine {
            table,
            before,
            layout: &self.layout,
            scratch: &mut scratch,
            moves,
            chance,
            log,
        };
        let result = run(&mut machine);
        machine.scratch.all_steps += u64::from(machine.scratch.steps);
        (result, machine.scratch.fault)
    }

    /// Runs something that only looks at a table.
    pub(super) fn look<T>(
        &self,
        table: &Table<S>,
        before: Option<&Table<S>>,
        run: impl FnOnce(&mut Machine<'_, S>) -> T,
    ) -> (T, Option<RunFault>) {
        let table = (TableAccess::Seen(table), before);
        self.on(table, &mut NoChance, None, &mut Moves::default(), run)
    }

    /// The legal moves of a table that is not over.
    pub(super) fn offer_into(&self, table: &Table<S>, moves: &mut Moves<S>) {
        let seen = (TableAccess::Seen(table), None);
        let offer = |m: &mut Machine<'_, S>| self.offer(m);
        let ((), fault) = self.on(seen, &mut NoChance, None, moves, offer);
        if fault.is_some() {
            // Says why: see `trouble`.
            moves.clear();
        }
    }
}

/// Chance where nothing may be left to it: moves are offered and laws are asked without.
struct NoChance;

impl Chance for NoChance {
    fn draw_of(&mut self, _: Pile, from: &dyn Among) -> u8 {
        from.nth(0)
    }

    fn order(&self, _: Pile, from: &[u8]) -> Vec<u8> {
        from.to_vec()
    }
}

impl<S: CardSet> Rules<S> {
    /// The table at the first decision.
    pub fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table<S> {
        let mut table = self.start;
        self.heard(&mut table, chance, log, |m| {
            m.call(&self.entries.set_up.code, [S::default()]);
            self.settle(m);
        });
        table
    }

    /// Who decides now; `None` when the game is over.
    #[inline]
    pub fn turn(&self, table: &Table<S>) -> Option<Seat> {
        (!table.over).then(|| Seat(table.decides()))
    }

    /// Legal moves as masks.
    pub fn legal(&self, table: &Table<S>) -> Moves<S> {
        let mut moves = Moves::default();
        if !table.over {
            self.offer_into(table, &mut moves);
        }
        moves
    }

    /// Why the game cannot go on from here, where more can be said than that no move is legal.
    pub fn trouble(&self, table: &Table<S>) -> Option<(String, Option<Span>)> {
        let described = |fault: RunFault| (self.describe_fault(&fault), self.place(fault.at).1);
        if table.fault.is_some() || table.over {
            let fault = table.fault.or_else(|| self.result(table).err());
            return fault.map(described);
        }
        let (is_empty, fault) = self.look(table, None, |m| {
            self.offer(m);
            m.moves.is_empty()
        });
        if let Some(fault) = fault {
            return Some(described(fault));
        }
        let seat = self.names.seat(Seat(table.decides()));
        let kinds = &self.layout.declared.questions;
        let what = match table.question() {
            Some(question) => format!("asked `{}`", kinds[usize::from(question.kind)]),
            None => "whose turn it is".to_owned(),
        };
        is_empty.then(|| (format!("{seat}, {what}, has no legal move"), None))
    }

    /// Why a move is not legal; `None` for a legal one. Any move may be passed in, even one that makes no sense.
    pub fn refusal(&self, table: &Table<S>, mv: Move) -> Option<Refusal<'_>> {
        let (why, word, says) = if table.over {
            (None, GAME_OVER, "the game is over")
        } else {
            let judged = self.look(table, None, |m| self.judge(m, mv)).0;
            (judged.err()?, NOT_NOW, "this move is not offered now")
        };
        let declared = &self.layout.declared.refusals;
        let why = why.and_then(|why| declared.get(usize::from(why)));
        let why = why.or_else(|| declared.iter().find(|refusal| refusal.word == word));
        Some(match why {
            None => Refusal { word, clause: "", says },
            Some(why) => Refusal { word: &why.word, clause: &why.rule, says: &why.says },
        })
    }

    /// Carries out a legal move, and all that follows without a decision. Trusts that it is legal.
    pub fn apply<C: Chance, L: Log>(
        &self,
        table: &mut Table<S>,
        mv: Move,
        chance: &mut C,
        log: &mut L,
    ) {
        self.heard(table, chance, log, |m| self.carry_out(m, mv));
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.names.seats.len() as u8).map(Seat)
    }

    /// Legal moves as a list, sorted.
    pub fn legal_moves(&self, state: &Table<S>) -> Vec<Move> {
        let legal = self.legal(state);
        let mut moves: Vec<_> = (0..legal.len()).map(|i| legal.get(i)).collect();
        moves.sort();
        moves
    }

    /// Checks a move, then carries it out. A refused move changes nothing.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play<C: Chance, L: Log>(
        &self,
        table: &mut Table<S>,
        mv: Move,
        chance: &mut C,
        log: &mut L,
    ) -> Result<(), Refusal<'_>> {
        if let Some(refusal) = self.refusal(table, mv) {
            return Err(refusal);
        }
        self.apply(table, mv, chance, log);
        Ok(())
    }

    /// The end; `None` before it.
    pub fn outcome(&self, table: &Table<S>) -> Option<Outcome> {
        if !table.over || table.fault.is_some() {
            return None;
        }
        self.result(table).ok()
    }

    /// What would come of it if the game were over now; `None` where nobody can say.
    pub fn outcome_now(&self, table: &Table<S>) -> Option<Outcome> {
        self.result(table).ok()
    }

    /// The note with which the game ended, if it says one: no event tells it.
    pub fn ended_by(&self, table: &Table<S>) -> Option<Note> {
        table.ended.map(Note)
    }

    /// The first seat of a seat's team; itself without a team.
    pub fn head(&self, seat: Seat) -> Seat {
        Seat(self.layout.declared.head(seat.0))
    }

    /// Whether the highest score comes first in the end, or the lowest; `None` where scores rank nobody.
    pub fn highest_first(&self) -> Option<bool> {
        self.layout.declared.wins.first().map(|win| win.highest)
    }

    /// Whether no seat can win without all others.
    pub fn plays_together(&self) -> bool {
        let declared = &self.layout.declared;
        let seats = declared.seats.len() as u8;
        seats > 1 && (self.layout.wins_together || (0..seats).all(|seat| declared.head(seat) == 0))
    }

    /// What players play for.
    pub fn aim(&self) -> Aim {
        let declared = &self.layout.declared;
        // In a patience the script may say what wins.
        let is_patience = declared.seats.len() == 1 && !declared.wins.is_empty();
        let is_for_points = (self.plays_together() || is_patience) && declared.is_scored();
        let by_default = if is_for_points { Aim::Points } else { Aim::Wins };
        declared.aim.unwrap_or(by_default)
    }

    /// Whether others decide at the same time as the seat whose turn it is, and nobody sees the answers of the others before all
    /// are in.
    #[inline]
    pub fn is_at_once(&self, table: &Table<S>) -> bool {
        table.question().is_some_and(|question| question.at_once)
    }

    /// Who is still to answer at the same time, each with the table as if it were to answer first; none where one seat decides alone.
    pub fn asked_at_once(&self, table: &Table<S>) -> Vec<(Seat, Table<S>)> {
        let mut rest = *table;
        let open = rest.take_asked_at_once();
        let first = |own: &Question| {
            let mut asked = rest;
            let others = open.iter().filter(|other| other.seat != own.seat);
            for next in others.rev().chain([own]) {
                asked.ask(*next);
            }
            (Seat(own.seat), asked)
        };
        open.iter().map(first).collect()
    }

    /// Every card of the game with its zone, in the order of the cards.
    pub fn census(&self, table: &Table<S>) -> Vec<(CardId, ZoneId)> {
        let cards = self.layout.all().cards();
        cards.map(|card| (CardId(card.into()), ZoneId(table.zone_of(card)))).collect()
    }

    /// The cards that count for a seat as the table is now, in the order of the cards: what it has placed, what it has won.
    pub fn holders(&self, table: &Table<S>) -> Vec<(CardId, Seat)> {
        let holder = |card: u8| {
            let (kind, _, seat) = self.layout.declared.zone(table.zone_of(card))?;
            Some((CardId(card.into()), Seat(seat.filter(|_| kind.counts)?)))
        };
        self.layout.all().cards().filter_map(holder).collect()
    }

    /// The card that chance deals from `pile` under the number `card`; `None` when there is none. A card may be moved to any pile, and
    /// picked wherever it lies.
    pub fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        let is_card = usize::from(card) < self.layout.cards.len();
        let is_dealt = pile < self.layout.declared.piles() || (pile == PICKS && self.layout.picks);
        (is_card && is_dealt).then_some(CardId(card.into()))
    }

    /// The zone whose cards are the pile; `None` for a pile that is not cards, such as dice.
    pub fn pile_zone(&self, pile: Pile) -> Option<ZoneId> {
        let mut zones = 0..self.names.zones.len() as u8;
        let zone = zones.find(|zone| self.layout.declared.pile_of(*zone) == Some(pile));
        zone.map(ZoneId)
    }

    /// What fills the gaps of a move; nothing of one that there is not.
    pub(super) fn gaps(&self, mv: Move) -> &[Gap] {
        let pattern = self.layout.declared.patterns.get(usize::from(mv.pattern));
        pattern.map_or(&[], |pattern| &pattern.gaps)
    }

    pub(super) fn counters(&self) -> std::ops::Range<u8> {
        0..self.layout.declared.counter_count() as u8
    }

    /// What a move is like, for players with preferences.
    pub fn sort(&self, mv: Move) -> MoveFeatures {
        let gaps = self.gaps(mv);
        let part = |wanted: Gap| {
            let found = gaps.iter().zip(mv.parts).find(|(gap, _)| **gap == wanted);
            found.map(|(_, part)| part).filter(|part| *part != NOTHING)
        };
        let row = part(Gap::Card).and_then(|card| self.layout.rows.get(usize::from(card)));
        MoveFeatures {
            verb: mv.pattern & 15,
            row: row.map(|row| (*row & 63) as u8),
            place: part(Gap::Place).or(part(Gap::Number)).map(|place| place & 15),
        }
    }

    /// The cards that a move names, by themselves or by where they lie on the table, in the order of its words.
    pub fn named_cards(&self, table: &Table<S>, mv: Move) -> SmallVec<[CardId; 3]> {
        let cards = self.gaps(mv).iter().zip(mv.parts).filter_map(|(gap, part)| match gap {
            Gap::Card => (part != NOTHING).then_some(part),
            Gap::Nth(kind) => table.nth(&self.layout, *kind, part).cards().next(),
            Gap::Place | Gap::Seat | Gap::Number => None,
        });
        cards.map(|card| CardId(card.into())).collect()
    }

    /// The seat that a zone belongs to.
    pub fn owner(&self, zone: ZoneId) -> Option<Seat> {
        let seat = self.layout.seat_of(zone.0);
        (seat != NOTHING).then_some(Seat(seat))
    }

    /// No game has more decisions.
    pub fn longest(&self) -> u32 {
        self.layout.declared.longest
    }

    /// Script steps that the rules took on this thread so far: a measure of what playing costs.
    pub fn steps(&self) -> u64 {
        self.scratch().borrow().all_steps
    }

    /// Limits the script steps that the rules may take on this thread from now on; beyond that a fault ends the game.
    pub fn allow(&self, steps: u64) {
        let mut scratch = self.scratch().borrow_mut();
        scratch.allowed = Some(scratch.all_steps.saturating_add(steps));
    }
}

impl<S: CardSet> Rules<S> {
    /// Runs something that a log may hear of.
    fn heard<C: Chance, L: Log>(
        &self,
        table: &mut Table<S>,
        chance: &mut C,
        log: &mut L,
        run: impl FnOnce(&mut Machine<'_, S>),
    ) {
        let kept = || self.scratch().borrow_mut();
        let mut events = if L::LISTENS { std::mem::take(&mut kept().events) } else { Vec::new() };
        let listening = L::LISTENS.then_some(&mut events);
        let held = (TableAccess::Held(table), None);
        let ((), fault) = self.on(held, chance, listening, &mut Moves::default(), run);
        if fault.is_some() {
            table.fault = fault;
            table.over = true;
            table.touched.add(Touched::OVER);
        }
        if L::LISTENS {
            for event in events.drain(..) {
                log.push(event);
            }
            kept().events = events;
        }
    }
}
