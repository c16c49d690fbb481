//! Runs a script, and replaces moves that have become illegal. A script comes in; a [`PlayedRun`] with the states,
//! deals and the broken law goes out. Called by `search`.

use super::judge::Judge;
use super::script::{Filler, Mender, Planned, Playthrough, handled, piles};
use crate::rules::{Breach, Event, Pile, ScriptedChance, Seat, ZoneId};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};
use crate::verify::paired_chance::{Draw, NotingChance};
use crate::verify::panics::guarded;

/// A card that was dealt, when, and where it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dealt {
    /// Moves made until then, the one that dealt it included: 0 for the set-up.
    pub ply: usize,
    pub pile: Pile,
    pub card: u8,
    /// `None` if the log does not say.
    pub to: Option<ZoneId>,
}

/// A game as it was played; of one that would fill the memory, the end.
#[derive(Debug, Clone)]
pub struct PlayedRun<S: CardSet> {
    /// The table before each move, and after the last.
    pub states: Vec<Table<S>>,
    pub moves: Vec<Planned>,
    pub deals: Vec<Dealt>,
    /// Whether the beginning was left out: then it cannot be edited, only started late.
    pub is_cut: bool,
    /// What the last move broke; what the set-up broke, when there are no moves.
    pub breach: Option<Breach>,
}

impl<S: CardSet> PlayedRun<S> {
    /// The script that plays exactly this game.
    pub fn script(&self, seed: u64) -> Playthrough {
        Playthrough {
            piles: piles(self.deals.iter().map(|d| (d.pile, d.card))),
            seed,
            moves: self.moves.clone(),
        }
    }

    /// Chance as it stood before move `ply`.
    pub fn chance(&self, ply: usize, seed: u64) -> ScriptedChance {
        let to_come = self.deals.iter().filter(|d| d.ply > ply);
        ScriptedChance::new(piles(to_come.map(|d| (d.pile, d.card))), seed)
    }
}

/// Runs a script to the first breach or its end, and fixes illegal moves; gives up after `most` moves. `spent` grows by
/// the plies played. `None`: the engine panics during the set-up.
pub fn play_script<'g, S: CardSet>(
    game: &'g Rules<S>,
    judge: &mut Judge<'g, S>,
    script: &Playthrough,
    how: (Filler, usize),
    spent: &mut u64,
) -> Option<PlayedRun<S>> {
    let mut chance = NotingChance::new(script.chance());
    let mut log = Vec::new();
    let state = guarded(|| Ok(game.set_up(&mut chance, &mut log))).ok()?;
    let mut runner = Runner {
        game,
        judge,
        chance,
        log,
        state,
        run: PlayedRun {
            states: vec![state],
            moves: Vec::new(),
            deals: Vec::new(),
            is_cut: false,
            breach: None,
        },
        bytes: 0,
    };
    runner.note();
    let played = guarded(|| {
        runner.judge.start(&state)?;
        runner.follow(script, how, spent)
    });
    if let Err(breach) = played {
        runner.run.breach = Some(breach);
        if runner.run.states.len() == runner.run.moves.len() {
            // The engine panicked on its way.
            runner.run.states.push(runner.state);
        }
    }
    Some(runner.run)
}

/// A game being run.
struct Runner<'a, 'g, S: CardSet> {
    game: &'g Rules<S>,
    judge: &'a mut Judge<'g, S>,
    chance: NotingChance<ScriptedChance>,
    /// What happened since the last move.
    log: Vec<Event>,
    state: Table<S>,
    run: PlayedRun<S>,
    /// Of its states and of what its moves did, about.
    bytes: usize,
}

/// Bytes that are kept of a run. Two runs are compared at a time.
const MOST_KEPT: usize = 32 << 20;

impl<S: CardSet> Runner<'_, '_, S> {
    fn follow(
        &mut self,
        script: &Playthrough,
        (filler, most): (Filler, usize),
        spent: &mut u64,
    ) -> Result<(), Breach> {
        let mender = Mender { game: self.game, filler };
        for planned in &script.moves {
            let path = mender.mend(&self.state, &self.chance.chance, planned, spent);
            for mv in path {
                let Some(seat) = self.game.turn(&self.state) else {
                    return Ok(());
                };
                if self.run.moves.len() >= most {
                    return Ok(());
                }
                *spent += 1;
                self.make(seat, mv)?;
            }
        }
        Ok(())
    }

    fn make(&mut self, seat: Seat, mv: Move) -> Result<(), Breach> {
        let before = self.state;
        self.run.moves.push(Planned { seat, mv, does: Vec::new() });
        self.game.apply(&mut self.state, mv, &mut self.chance, &mut self.log);
        self.run.states.push(self.state);
        let done = self.log.iter().filter(|event| handled(event).is_some());
        let done: Vec<Event> = done.copied().collect();
        self.bytes += size_of::<Table<S>>() + done.len() * size_of::<Event>();
        if let Some(last) = self.run.moves.last_mut() {
            last.does = done;
        }
        self.note();
        if self.bytes > MOST_KEPT {
            self.forget_half();
        }
        self.judge.step(&before, mv, &self.state)
    }

    /// Leaves out the first half of what was played.
    fn forget_half(&mut self) {
        let run = &mut self.run;
        let half = run.moves.len() / 2;
        run.states.drain(..half);
        run.moves.drain(..half);
        run.deals.retain(|dealt| dealt.ply > half);
        run.deals.iter_mut().for_each(|dealt| dealt.ply -= half);
        run.is_cut = true;
        self.bytes /= 2;
    }

    /// Notes what the last move dealt, or the set-up.
    fn note(&mut self) {
        let ply = self.run.moves.len();
        let log = std::mem::take(&mut self.log);
        let drawn = log.iter().filter_map(|event| match event {
            Event::Moved { card, to, drawn: true, .. } => Some((*card, *to)),
            _ => None,
        });
        let mut drawn = drawn.peekable();
        for Draw { pile, got, .. } in self.chance.drawn.drain(..) {
            let token = self.game.dealt(pile, got);
            let to = drawn.next_if(|(card, _)| Some(*card) == token);
            self.run.deals.push(Dealt { ply, pile, card: got, to: to.map(|(_, zone)| zone) });
        }
    }
}
