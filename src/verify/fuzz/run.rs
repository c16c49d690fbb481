//! Plays random games on several threads, with every law checked. A game and a plan come in; counts and the first
//! failure go out, the same for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::report::{FuzzCounts, FuzzOutcome, FuzzReport, Pace};
use crate::cards::Pack;
use crate::players::Players;
use crate::rules::{Tally, Variant};
use crate::script::{Rules, VIEWS, with_width};
use crate::source::Diagnostics;
use crate::statistics::Merge;
use crate::table::{CardSet, Move};
use crate::verify::information_leak::Compared;
use crate::verify::panics::guarded;
use crate::verify::playing::{Failure, LawQuestion, game_seed, play_as, two_worlds};
use crate::verify::record::RecordOrigin;
use crate::verify::threads::{each_number, locked};

/// Called with the number of games that are done.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// What is to be played.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FuzzPlan {
    /// The number of the first game.
    pub first: u64,
    /// The most games.
    pub games: u64,
    /// When to stop before that; the block of games that is running is finished.
    pub time: Option<Duration>,
    /// What all games may take: steps of the rules, and `DECISION` of them for each decision. Each block of games has its share,
    /// and of a block only as many are played as that allows.
    pub work: Option<u64>,
    /// Decisions at which two worlds are compared at least, if there are as many; each block of games has its share.
    pub worlds: u64,
    /// Names the run: the same seed plays the same games.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// `None`: both kinds by turns, even numbers uniform, odd ones swarm.
    pub players: Option<Players>,
}

/// Steps of a script that take as long as a decision without any.
const DECISION: u64 = 100;

/// Games that a thread takes at a time: so few that a run of a thousand is the work of several threads.
const BLOCK: u64 = 256;
/// Games that are timed together.
const BATCH: u64 = 32;
/// Of each of the first blocks this share is played once more without checks, for the time it takes.
const PLAIN_SHARE: u64 = 8;
/// So many blocks: two thousand games tell the time as well as all of a long run.
const TIMED_BLOCKS: u64 = 64;
/// In one game of so many the two-world check is made, at every decision and for every seat, whatever else was compared.
pub const WORLDS_EVERY: u64 = 64;
/// Decisions at which worlds are compared in a run, at least: of leaks that one in two thousand shows, and then only in half of the second
/// worlds, 95 of a hundred are found in so many.
pub const WORLDS: u64 = 12_000;

/// One block of games, played.
#[derive(Default)]
struct Block {
    counts: FuzzCounts,
    pace: Pace,
    /// The first game that failed, and when.
    failed: Option<(u64, LawQuestion)>,
}

/// All blocks, added up in their order as far as there is no gap; a failure ends the sum.
#[derive(Default)]
struct Ledger {
    next: u64,
    waiting: BTreeMap<u64, Block>,
    sum: Block,
}

impl Ledger {
    fn enter(&mut self, number: u64, block: Block) {
        self.waiting.insert(number, block);
        while let Some(block) = self.waiting.remove(&self.next) {
            self.next += 1;
            if self.sum.failed.is_none() {
                self.sum.counts.merge(&block.counts);
                self.sum.pace.merge(&block.pace);
                self.sum.failed = block.failed;
            }
        }
    }
}

/// Plays random games of one variant with every check on.
///
/// # Errors
/// When the data cannot be played. A broken law is not an error but part of the report.
pub fn fuzz(
    pack: &Pack,
    variant: &Variant,
    plan: &FuzzPlan,
    progress: Progress<'_>,
) -> Result<FuzzReport, Diagnostics> {
    with_width!(&[pack], S => {
        let rules = Rules::<S>::of(pack, variant)?;
        let (start, origin) = (Instant::now(), RecordOrigin::new(pack, variant));
        let found = search(&rules, plan, progress);
        Ok(FuzzReport::new(&rules, &origin, found, start))
    })
}

/// Plays the games of a plan up to the first that fails.
pub fn search<S: CardSet>(game: &Rules<S>, plan: &FuzzPlan, progress: Progress<'_>) -> FuzzOutcome {
    let deadline = plan.time.map(|time| Instant::now() + time);
    let blocks = plan.games.div_ceil(BLOCK);
    let done = AtomicU64::new(0);
    // No block after one that failed is begun; those before it are finished, for they may fail earlier.
    let last = AtomicU64::new(blocks);
    let ledger = Mutex::new(Ledger::default());
    each_number(plan.jobs, blocks, |number| {
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || number > last.load(Ordering::Relaxed) {
            return false;
        }
        let end = (number + 1).saturating_mul(BLOCK).min(plan.games);
        let games = plan.first + number * BLOCK..plan.first.saturating_add(end);
        let work = plan.work.map(|work| work / blocks);
        let block = play_block(game, plan, games, (work, plan.worlds.div_ceil(blocks)));
        if block.failed.is_some() {
            last.fetch_min(number, Ordering::Relaxed);
        }
        progress(done.fetch_add(block.counts.games, Ordering::Relaxed) + block.counts.games);
        locked(&ledger).enter(number, block);
        true
    });
    let Block { counts, pace, failed } = std::mem::take(&mut locked(&ledger).sum);
    let failure = failed.and_then(|(index, question)| {
        Failure::find(game, plan.seed, index, plan.game(index).0, question)
    });
    FuzzOutcome { counts, pace, failure }
}

impl FuzzPlan {
    /// Who plays game `index`, and its seed.
    fn game(&self, index: u64) -> (Players, u64) {
        (Players::of_game(self.players, index), game_seed(self.seed, index))
    }
}

/// Three times through the games: watched; at the beginning of a run some once more plain; some with the two-world check. The
/// failure is that of the lowest game, whichever pass found it. After `most` of work no more games are played. In the first games worlds are
/// compared until they were at `worlds` decisions, or that took half as much work.
fn play_block<S: CardSet>(
    game: &Rules<S>,
    plan: &FuzzPlan,
    games: Range<u64>,
    (most, worlds): (Option<u64>, u64),
) -> Block {
    let mut block = Block::default();
    let mut end = games.end;
    let mut index = games.start;
    let Block { counts, pace, .. } = &mut block;
    let start = game.steps();
    let watched = guarded(|| {
        for batch in batches(games.clone()) {
            let (clock, before) = (Instant::now(), counts.decisions);
            for number in batch {
                index = number;
                let work = game.steps() - start + counts.decisions * DECISION;
                if most.is_some_and(|most| work > most) {
                    return Ok(());
                }
                let (players, seed) = plan.game(index);
                let decisions = play_as::<true, S>(players, game, seed, &mut counts.tally, |_| ())?;
                counts.decisions += u64::from(decisions);
            }
            pace.watched.note(clock.elapsed(), counts.decisions - before);
        }
        index = games.end;
        Ok(())
    });
    block.counts.games = index - games.start;
    if watched.is_err() {
        block.failed = Some((index, LawQuestion::Laws));
    }
    end = end.min(index);

    if games.start - plan.first < TIMED_BLOCKS * BLOCK {
        let share = games.start..end.min(games.start + BLOCK / PLAIN_SHARE);
        // Nothing that held with every law watched fails without.
        for batch in batches(share) {
            let clock = Instant::now();
            let decisions = batch
                .map(|index| {
                    let (players, seed) = plan.game(index);
                    let played =
                        play_as::<false, S>(players, game, seed, &mut Tally::default(), |_| ());
                    played.map_or(0, u64::from)
                })
                .sum();
            block.pace.plain.note(clock.elapsed(), decisions);
        }
    }

    let seats = game.seats().count() as u64;
    let start = game.steps();
    let counts = &mut block.counts;
    for index in games.start..end {
        let work = game.steps() - start + counts.world_checks * DECISION;
        let is_enough =
            counts.world_checks >= worlds * seats || most.is_some_and(|most| work > most / 2);
        if is_enough && index % WORLDS_EVERY != 0 {
            continue;
        }
        let (players, seed) = plan.game(index);
        let (kinds, undealt) = (&mut counts.world_kinds, &mut counts.undealt);
        let before = *undealt;
        let compared = |mv: Move, came| match came {
            Compared::Alike => *kinds.entry(mv.pattern).or_default() += 1,
            Compared::Shown => {}
            Compared::NoWorld => *undealt += 1,
        };
        match guarded(|| two_worlds(players, game, seed, |_| (), compared)) {
            Ok(decisions) => {
                let checks = (decisions * seats).saturating_sub(counts.undealt - before);
                counts.world_games += 1;
                counts.world_checks += checks;
                counts.tally.counts[VIEWS] += checks;
            }
            Err(_) => {
                block.failed = Some((index, LawQuestion::Worlds));
                break;
            }
        }
    }
    block
}

/// Games as they are timed.
fn batches(games: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let end = games.end;
    games.step_by(BATCH as usize).map(move |start| start..(start + BATCH).min(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::NOTHING;
    use crate::verify::playing::property_id;
    use crate::verify::testing::{Fault, toy};

    fn plan(games: u64, jobs: usize) -> FuzzPlan {
        FuzzPlan { games, seed: 1, jobs, ..FuzzPlan::default() }
    }

    fn found(fault: Fault, plan: &FuzzPlan) -> FuzzOutcome {
        search(&toy(2, fault), plan, &|_| ())
    }

    #[test]
    fn only_so_many_games_are_played_as_the_work_allows_on_any_number_of_threads() {
        let toy = toy(2, Fault::Nothing);
        // Of each block an equal share, whatever a game takes.
        let played = |games: u64, jobs| {
            let work = Some(games * 16 * DECISION - 1);
            let plan = FuzzPlan { work, ..plan(20 * BLOCK, jobs) };
            search(&toy, &plan, &|_| ()).counts
        };
        assert_eq!(played(100, 1).games, 100);
        assert_eq!(played(100, 1), played(100, 3));
        assert_eq!(played(100_000, 2).games, 20 * BLOCK);
    }

    #[test]
    fn threads_change_nothing() {
        let one = found(Fault::Nothing, &plan(5_000, 1));
        assert_eq!(one.failure, None);
        for jobs in [2, 3] {
            assert_eq!(found(Fault::Nothing, &plan(5_000, jobs)).counts, one.counts);
        }
        assert_eq!(one.counts.games, 5_000);
        assert_eq!(one.counts.decisions, 5_000 * 16);
    }

    #[test]
    fn shares_of_a_run_count_what_the_run_counts() {
        let whole = found(Fault::Nothing, &plan(3_000, 2)).counts;
        let mut sum = FuzzCounts::default();
        for (first, games) in [(0, 1), (1, 700), (701, 1_000), (1_701, 1_299)] {
            let share = FuzzPlan { first, ..plan(games, 2) };
            sum.merge(&found(Fault::Nothing, &share).counts);
        }
        assert_eq!(sum, whole);
    }

    #[test]
    fn the_seed_names_the_run() {
        let mut other = plan(2_000, 1);
        let first = found(Fault::Nothing, &other).counts;
        assert_eq!(found(Fault::Nothing, &other).counts, first);
        other.seed = 2;
        assert_ne!(found(Fault::Nothing, &other).counts, first);
    }

    #[test]
    fn every_law_is_counted() {
        let counts = found(Fault::Nothing, &plan(1_000, 1)).counts;
        let tally = &counts.tally.counts;
        assert_eq!(tally[4], 1_000 * (1 + 16), "at the start and after each move");
        assert_eq!(tally[5], 1_000 * 16, "after each move");
        assert_eq!(counts.world_games, 1_000_u64.div_ceil(WORLDS_EVERY));
        assert_eq!(tally[VIEWS], counts.world_games * 16 * 2, "each decision, each seat");
    }

    #[test]
    fn both_kinds_of_players_play_by_turns() {
        let by_kind = |players| {
            let mut plan = plan(1_000, 1);
            plan.players = players;
            found(Fault::Nothing, &plan).counts.tally.counts[7]
        };
        let [even, swarm] = Players::ALL.map(|players| by_kind(Some(players)));
        let mixed = by_kind(None);
        assert!(even < mixed && mixed < swarm, "{even} {mixed} {swarm}");
    }

    #[test]
    fn the_first_game_that_fails_is_told_whoever_found_it() {
        for (fault, id) in
            [(Fault::LosesACard, "T-I1"), (Fault::ForgetsAPoint, "T-I2"), (Fault::Peeks, "views")]
        {
            let toy = toy(2, fault);
            let failures = [1, 2, 3].map(|jobs| {
                let found = search(&toy, &plan(20_000, jobs), &|_| ());
                (found.failure.unwrap(), found.counts)
            });
            assert_eq!(failures[0], failures[1]);
            assert_eq!(failures[0], failures[2]);
            let failure = &failures[0].0;
            assert_eq!(property_id(&toy, failure.breach.property), id);
            let earlier = (0..failure.index).find(|index| {
                let players = plan(1, 1).game(*index).0;
                let question = match fault {
                    Fault::Peeks if index % WORLDS_EVERY != 0 => return false,
                    Fault::Peeks => LawQuestion::Worlds,
                    _ => LawQuestion::Laws,
                };
                Failure::find(&toy, 1, *index, players, question).is_some()
            });
            assert_eq!(earlier, None);
        }
    }

    #[test]
    fn the_moves_of_a_failure_lead_to_it() {
        let toy = toy(2, Fault::LosesACard);
        let failure = search(&toy, &plan(1_000, 1), &|_| ()).failure.unwrap();
        assert_eq!(*failure.moves.last().unwrap(), Move { pattern: 0, parts: [7, 1, NOTHING] });
    }

    #[test]
    fn time_ends_a_run_after_whole_blocks() {
        let mut plan = plan(u64::MAX, 2);
        plan.time = Some(Duration::from_millis(20));
        let counts = found(Fault::Nothing, &plan).counts;
        assert!(counts.games > 0);
        assert_eq!(counts.games % BLOCK, 0);
    }
}
