//! A game whose rules are a script in its folder, behind the traits that the rest of the program plays games by. Its data and
//! script come in, a [`Scripted`] goes out. Called by `registry`, which passes it to `verify`.

use std::cell::RefCell;
use std::sync::Arc;

use smallvec::SmallVec;
use thread_local::ThreadLocal;

use super::cards;
use super::compile::{Made, ScriptCompiler};
use super::machine::{MOST_STEPS, Machine, Scratch, TableAccess};
use super::numbers::{Numbers, Reads};
use super::rules::{Entries, Law};
use crate::cards::{Deck, GameFile as GameData, ScriptFile};
use crate::rules::{
    Aim, Among, CardId, Chance, Counter, Event, Facing, Game, LawKind, Legal, Log, MoveFeatures,
    Names, Note, Outcome, PICKS, Pile, Property, Refusal, Seat, Variant, ZoneId, interned,
};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Span};
use crate::syntax::ScriptSlip;
use crate::table::{
    self, CardSet, Declared, Gap, Layout, Move, Moves, NOTHING, Question, RunFault, Sentence,
    Table, Touched, view_of,
};

pub use crate::table::View;

/// Most cards on a table.
const MOST_CARDS: usize = 255;

/// Words of refusals that need not be declared.
const GAME_OVER: &str = "game-over";
const NOT_NOW: &str = "not-now";
pub(super) const BY_THEMSELVES: [&str; 2] = [GAME_OVER, NOT_NOW];

/// A game of up to as many cards as the width of its sets.
pub struct Scripted<S: CardSet> {
    pub layout: Arc<Layout<S>>,
    pub(super) names: Names,
    pub(super) entries: Entries<S>,
    /// What the script uses of `game.toml`.
    pub(super) reads: Reads,
    pub(super) properties: Vec<Property>,
    /// By law of the script: what it looks at of the table alone, and of the table and the one before.
    pub(super) looks: Vec<[u64; 2]>,
    /// By law of the script: 1 if it must hold at the start, and if it must at every later decision.
    pub(super) kept: [Vec<u64>; 2],
    /// The kinds of zones that hold only so many cards.
    pub(super) sized: Vec<usize>,
    /// The script, for places in messages.
    pub(super) text: Arc<str>,
    pub(super) path: String,
    pub(super) file: FileId,
    /// The table before the set-up, which each game begins from.
    start: Table<S>,
    scratch: ThreadLocal<RefCell<Scratch<S>>>,
}

/// The rules of one variant of a game.
///
/// # Errors
/// Everything that is wrong with its table and its script.
pub fn compile_script<S: CardSet>(
    game: &GameData,
    decks: &[Deck],
    variant: &Variant,
) -> Result<Scripted<S>, Diagnostics> {
    let reading = table::read_table(game, variant);
    let (Some(declared), Some(script)) = (&reading.declared, &game.script) else {
        return Err(reading.faults.clone());
    };
    let cards = cards::count(declared, decks);
    if cards > MOST_CARDS {
        let message = format!("{cards} cards lie on the table");
        let fault = Diagnostic::error(Code::TooMany, message).at_maybe(game.table_span());
        let help = format!("{MOST_CARDS} are the most: let zones hold fewer decks");
        return Err(fault.help(help).into());
    }
    Scripted::compile(game, decks, declared.clone(), script)
}

impl<S: CardSet> Scripted<S> {
    /// Reads the rules of a game for one variant.
    ///
    /// # Errors
    /// Everything that is wrong with the script.
    pub fn compile(
        game: &GameData,
        decks: &[Deck],
        declared: Declared,
        file: &ScriptFile,
    ) -> Result<Self, Diagnostics> {
        let mut faults = Diagnostics::new();
        let numbers = Numbers::read(game, &declared);
        let mut layout: Layout<S> = cards::layout(game, declared, decks, &mut faults);
        if faults.has_errors() {
            // Names that the cards lack would be reported again in the script.
            return Err(faults);
        }
        let mut told = |slips: Vec<ScriptSlip>| {
            for slip in slips {
                faults.push(slip.in_file(file.file));
            }
        };
        let script = file.tree().map_err(|slip| told(vec![slip.clone()]));
        let entries = script.ok().and_then(|script| {
            let mut compiler = ScriptCompiler::new(script, &layout, &numbers, file.text())
                .map_err(|slip| told(vec![slip]))
                .ok()?;
            compiler.profile.clone_from(&file.profile);
            let entries = Entries::make(&mut compiler).map_err(told).ok()?;
            let together = !compiler.wins_apart;
            Some((entries, compiler.reads, compiler.stacks, compiler.picks, together))
        });
        match entries {
            Some((entries, reads, stacks, picks, together)) if !faults.has_errors() => {
                layout.stacks = stacks;
                layout.wins_together = together && layout.declared.wins.is_empty();
                layout.facts = entries.facts.iter().map(|fact| fact.shape.clone()).collect();
                layout.picks = picks;
                Ok(Self::new(layout, entries, reads, file))
            }
            _ => Err(faults),
        }
    }

    fn new(layout: Layout<S>, entries: Entries<S>, reads: Reads, file: &ScriptFile) -> Self {
        let declared = &layout.declared;
        let of = |kinds: &mut dyn Iterator<Item = (&str, crate::table::Each)>| {
            let names = kinds.flat_map(|(name, each)| declared.names(name, each));
            names.collect::<Vec<String>>()
        };
        let names = Names {
            seats: declared.seats.clone(),
            cards: layout.cards.clone(),
            zones: of(&mut declared.zones.iter().map(|kind| (kind.written.as_str(), kind.each))),
            faces: [&declared.faces[..], &declared.told_faces].concat(),
            counters: of(&mut declared.counters.iter().map(|kind| (kind.written, kind.each))),
            notes: declared.notes.iter().map(|note| note.word.clone()).collect(),
            facts: layout
                .facts
                .iter()
                .map(|fact| (fact.says.clone(), fact.values.clone()))
                .collect(),
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
        let zones = layout.declared.zones.iter().enumerate();
        let sized = zones.filter(|(_, kind)| kind.size != (0, u8::MAX));
        let sized = sized.map(|(at, _)| at).collect();
        Scripted {
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
        let left = scratch.allowed - scratch.all_steps.min(scratch.allowed);
        scratch.most = u32::try_from(left).map_or(MOST_STEPS, |left| left.min(MOST_STEPS));
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

    pub(super) fn call(&self, m: &mut Machine<'_, S>, made: &Made<S>) -> S {
        m.call(&made.code, [S::default(), S::default()])
    }
}

fn declared_refusal(refusal: &Sentence) -> Refusal {
    Refusal {
        word: interned(&refusal.word),
        clause: interned(&refusal.rule),
        says: interned(&refusal.says),
    }
}

/// Chance where nothing may be left to it: moves are offered and laws are asked without.
struct NoChance;

impl Chance for NoChance {
    fn draw(&mut self, _: Pile, from: u64, _: u32) -> u8 {
        from.trailing_zeros() as u8
    }

    fn draw_of(&mut self, _: Pile, from: &dyn Among) -> u8 {
        from.nth(0)
    }

    fn order(&self, _: Pile, from: &[u8]) -> Vec<u8> {
        from.to_vec()
    }
}

impl<S: CardSet> Game for Scripted<S> {
    type State = Table<S>;
    type Move = Move;
    type Legal = Moves<S>;
    type View = View;

    fn names(&self) -> &Names {
        &self.names
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table<S> {
        let mut table = self.start;
        self.heard(&mut table, chance, log, |m| {
            m.call(&self.entries.set_up.code, [S::default()]);
            self.settle(m);
        });
        table
    }

    #[inline]
    fn turn(&self, table: &Table<S>) -> Option<Seat> {
        (!table.over).then(|| Seat(table.decides()))
    }

    fn legal(&self, table: &Table<S>) -> Moves<S> {
        let mut moves = Moves::default();
        if !table.over {
            self.offer_into(table, &mut moves);
        }
        moves
    }

    fn trouble(&self, table: &Table<S>) -> Option<(String, Option<Span>)> {
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

    fn refusal(&self, table: &Table<S>, mv: Move) -> Option<Refusal> {
        let judged =
            if table.over { Err(None) } else { self.look(table, None, |m| self.judge(m, mv)).0 };
        let why = judged.err()?;
        let declared = &self.layout.declared.refusals;
        let by_itself = |word: &'static str, says: &'static str| {
            let known = declared.iter().find(|refusal| refusal.word == word);
            known.map_or(Refusal { word, clause: "", says }, declared_refusal)
        };
        if table.over {
            return Some(by_itself(GAME_OVER, "the game is over"));
        }
        let why = why.and_then(|word| declared.get(usize::from(word)));
        Some(
            why.map_or_else(
                || by_itself(NOT_NOW, "this move is not offered now"),
                declared_refusal,
            ),
        )
    }

    fn apply<C: Chance, L: Log>(
        &self,
        table: &mut Table<S>,
        mv: Move,
        chance: &mut C,
        log: &mut L,
    ) {
        self.heard(table, chance, log, |m| self.carry_out(m, mv));
    }

    fn outcome(&self, table: &Table<S>) -> Option<Outcome> {
        if !table.over || table.fault.is_some() {
            return None;
        }
        self.result(table).ok()
    }

    fn outcome_now(&self, table: &Table<S>) -> Option<Outcome> {
        self.result(table).ok()
    }

    fn ended_by(&self, table: &Table<S>) -> Option<Note> {
        table.ended.map(Note)
    }

    fn head(&self, seat: Seat) -> Seat {
        Seat(self.layout.declared.head(seat.0))
    }

    fn highest_first(&self) -> Option<bool> {
        self.layout.declared.wins.first().map(|win| win.highest)
    }

    fn plays_together(&self) -> bool {
        let declared = &self.layout.declared;
        let seats = declared.seats.len() as u8;
        seats > 1 && (self.layout.wins_together || (0..seats).all(|seat| declared.head(seat) == 0))
    }

    fn aim(&self) -> Aim {
        let declared = &self.layout.declared;
        // In a patience the script may say what wins.
        let is_patience = declared.seats.len() == 1 && !declared.wins.is_empty();
        let is_for_points = (self.plays_together() || is_patience) && declared.is_scored();
        let by_default = if is_for_points { Aim::Points } else { Aim::Wins };
        declared.aim.unwrap_or(by_default)
    }

    #[inline]
    fn is_at_once(&self, table: &Table<S>) -> bool {
        table.question().is_some_and(|question| question.at_once)
    }

    fn asked_at_once(&self, table: &Table<S>) -> Vec<(Seat, Table<S>)> {
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

    fn view(&self, table: &Table<S>, seat: Seat) -> View {
        view_of(&self.layout, table, seat.0)
    }

    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        let face = self.layout.lies(zone.0, face.0);
        self.layout.sees(zone.0, face) >> seat.0 & 1 == 1
    }

    fn sees_counter(&self, seat: Seat, counter: Counter) -> bool {
        self.layout.declared.sees_counter(seat.0, counter.0)
    }

    fn census(&self, table: &Table<S>) -> Vec<(CardId, ZoneId)> {
        let cards = (0..self.layout.cards.len())
            .map(|card| (CardId(card as u16), ZoneId(table.zone_of(card as u8))));
        cards.collect()
    }

    fn holders(&self, table: &Table<S>) -> Vec<(CardId, Seat)> {
        let holder = |card: usize| {
            let zone = table.zone_of(card as u8);
            let (kind, _, seat) = self.layout.declared.zone(zone)?;
            Some((CardId(card as u16), Seat(seat.filter(|_| kind.counts)?)))
        };
        (0..self.layout.cards.len()).filter_map(holder).collect()
    }

    /// A card may be moved to any pile, and picked wherever it lies.
    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        let is_card = usize::from(card) < self.layout.cards.len();
        let is_dealt = pile < self.layout.declared.piles() || (pile == PICKS && self.layout.picks);
        (is_card && is_dealt).then_some(CardId(card.into()))
    }

    fn pile_zone(&self, pile: Pile) -> Option<ZoneId> {
        let mut zones = 0..self.names.zones.len() as u8;
        let zone = zones.find(|zone| self.layout.declared.pile_of(*zone) == Some(pile));
        zone.map(ZoneId)
    }

    fn sort(&self, mv: Move) -> MoveFeatures {
        let gaps = self
            .layout
            .declared
            .patterns
            .get(usize::from(mv.pattern))
            .map_or(&[][..], |pattern| &pattern.gaps);
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

    fn named_cards(&self, table: &Table<S>, mv: Move) -> SmallVec<[CardId; 3]> {
        let pattern = self.layout.declared.patterns.get(usize::from(mv.pattern));
        let gaps = pattern.map_or(&[][..], |pattern| &pattern.gaps);
        let cards = gaps.iter().zip(mv.parts).filter_map(|(gap, part)| match gap {
            Gap::Card => (part != NOTHING).then_some(part),
            Gap::Nth(kind) => table.nth(&self.layout, *kind, part).cards().next(),
            Gap::Place | Gap::Seat | Gap::Number => None,
        });
        cards.map(|card| CardId(card.into())).collect()
    }

    fn owner(&self, zone: ZoneId) -> Option<Seat> {
        let seat = self.layout.seat_of(zone.0);
        (seat != NOTHING).then_some(Seat(seat))
    }

    fn longest(&self) -> u32 {
        self.layout.declared.longest
    }

    fn steps(&self) -> u64 {
        self.scratch.get_or_default().borrow().all_steps
    }

    fn allow(&self, steps: u64) {
        let mut scratch = self.scratch.get_or_default().borrow_mut();
        scratch.allowed = scratch.all_steps.saturating_add(steps);
    }
}

impl<S: CardSet> Scripted<S> {
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
