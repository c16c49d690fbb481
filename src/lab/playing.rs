//! Plays games with any players and counts them. A game and a plan come in; [`LabCounts`] go out, the same for any number of threads.
//! Two players against each other play every deal
//! twice, with their seats swapped.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::chance::{CardKeys, SynchronisedChance, key_from};
use super::counts::{LabCounts, MatchCount, SolvedGame};
use super::heard::{Heard, seat_bits};
use super::rows::CardRows;
use crate::players::{Position, SeatPolicy, Solution, Worlds, payoffs};
use crate::rules::{Breach, Log, Outcome, Rng, Seat};
use crate::script::Rules;
use crate::statistics::{Merge, WinDrawLoss};
use crate::table::{CardSet, Decision, Move, Table};
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::{Allowance, game_seed, outcome, unending};
use crate::verify::threads::{each_number, locked};

/// What is to be played of a variant: games, or pairs of games, which nobody plays against, and of which the lead is not followed.
#[derive(Debug, Clone, PartialEq)]
pub struct LabPlan {
    /// Who plays, by seat.
    pub policies: Vec<SeatPolicy>,
    /// The side of each seat.
    pub teams: Vec<usize>,
    /// Names the run: the same seed plays the same games.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Threads.
    pub jobs: usize,
    /// Who plays against them besides, in place of their yardsticks.
    pub against: Option<SeatPolicy>,
    /// Whether it is asked after every move of the first `LED` games of the run who would win now.
    pub follows_lead: bool,
}

/// Games that a thread takes at a time.
const BLOCK: u64 = 64;

/// Games by which seats that win together are told from opponents, and as many as that takes at most where random players hardly ever
/// win.
const SAMPLES: u64 = 400;
const MOST_SAMPLES: u64 = 2_000;

/// Games of a run, from its first, in which the lead is followed: to ask who would win now takes longer than the move.
const LED: u64 = 2_000;

/// Of so many games of a run, one deal is played by its players against each of their yardsticks.
const MATCHED: u64 = 8;

/// One deal is played against the player of `--against` for this many games of the run. A deal is two games, so both numbers are equal.
const AGAINST: u64 = 2;

/// Stream of a game's seed, for the choices of its players.
const CHOICES: u64 = 67;

/// Plays the games of a plan and counts them.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn count_games<S: CardSet>(
    game: &Rules<S>,
    rows: &CardRows,
    plan: &LabPlan,
    solution: Option<&Solution>,
    progress: Progress<'_>,
) -> Result<LabCounts, Breach> {
    let (table, teams) = (LabTable::new(game, solution), plan.teams.as_slice());
    let verbs = first_patterns(&game.verbs());
    let (matches, each) = match (plan.policies.as_slice(), plan.against) {
        ([first, ..], Some(other)) => (vec![[*first, other]], AGAINST),
        ([first, more @ ..], None) if more.iter().all(|policy| policy == first) => {
            (first.yardsticks(game.hides(), solution), MATCHED)
        }
        _ => (Vec::new(), MATCHED),
    };
    let matches = matches.into_iter().map(|players| Match { table: &table, teams, players });
    let matches: Vec<Match<'_, S>> = matches.collect();
    let empty = || LabCounts {
        matches: matches.iter().map(|one| MatchCount::new(one.players)).collect(),
        solved: solution.map(SolvedGame::new),
        ..LabCounts::new(teams.len(), rows.rows.len())
    };
    let done = AtomicU64::new(0);
    // Counts are whole numbers: their sum does not depend on the order in which threads finish.
    let block = |games: Range<u64>| {
        let mut counts = empty();
        for index in games {
            let mut heard = Heard::new(rows, game);
            heard.follows_lead = plan.follows_lead && index < LED;
            let seed = game_seed(plan.seed, index);
            let played = guarded(|| table.play(&plan.policies, seed, &mut heard))?;
            for verb in &mut heard.verbs {
                *verb = verbs.get(usize::from(*verb)).copied().unwrap_or(*verb);
            }
            counts.enter(game, &played.state, &played.outcome, teams, &mut heard);
            if index.is_multiple_of(each) {
                for (count, one) in counts.matches.iter_mut().zip(&matches) {
                    count.enter(&one.play(plan.seed, index / each)?);
                }
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(counts)
    };
    in_blocks(plan.games.clone(), plan.jobs, block, empty)
}

/// For each pattern of moves the first that has its verb: a verb with several patterns is counted as one.
fn first_patterns(verbs: &[String]) -> Vec<u8> {
    let first = |verb: &String| verbs.iter().position(|other| other == verb);
    verbs.iter().map(|verb| first(verb).unwrap_or(0) as u8).collect()
}

/// Works on blocks of games on several threads, and adds up.
///
/// # Errors
/// The first of them.
pub fn in_blocks<C: Merge + Send, E: Send>(
    games: Range<u64>,
    jobs: usize,
    block: impl Fn(Range<u64>) -> Result<C, E> + Sync,
    empty: impl FnOnce() -> C,
) -> Result<C, E> {
    let each = BLOCK.min((games.end - games.start).div_ceil(jobs.max(1) as u64 * 4).max(1));
    let blocks = (games.end - games.start).div_ceil(each);
    // Blocks are begun in their order, so all before one that failed are played.
    let found = Mutex::new((empty(), None::<(u64, E)>));
    each_number(jobs, blocks, |number| {
        let start = games.start + number * each;
        if locked(&found).1.is_some() {
            return false;
        }
        let counted = block(start..(start + each).min(games.end));
        let (sum, failed) = &mut *locked(&found);
        match counted {
            Ok(counted) => sum.merge(&counted),
            Err(breach) if failed.as_ref().is_none_or(|(first, _)| start < *first) => {
                *failed = Some((start, breach));
            }
            Err(_) => {}
        }
        true
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        (_, Some((_, breach))) => Err(breach),
        (sum, None) => Ok(sum),
    }
}

/// Where games are played.
pub struct LabTable<'g, S: CardSet> {
    pub game: &'g Rules<S>,
    keys: CardKeys,
    /// For seats that play it.
    solution: Option<&'g Solution>,
    /// Whether random choices follow from the names of the moves: for games of which another version is played beside.
    pub is_synchronised: bool,
}

/// A game that is over.
pub struct PlayedGame<S: CardSet> {
    pub state: Table<S>,
    pub outcome: Outcome,
}

impl<'g, S: CardSet> LabTable<'g, S> {
    /// Of games that are played for their results alone.
    pub fn new(game: &'g Rules<S>, solution: Option<&'g Solution>) -> Self {
        LabTable { game, keys: CardKeys::new(game), solution, is_synchronised: false }
    }

    /// Plays the game that `seed` names, each seat by its policy.
    ///
    /// # Errors
    /// When it does not come to its end.
    pub fn play(
        &self,
        policies: &[SeatPolicy],
        seed: u64,
        heard: &mut Heard<'_>,
    ) -> Result<PlayedGame<S>, Breach> {
        let game = self.game;
        let mut chance = SynchronisedChance::new(seed, &self.keys);
        let mut state = game.set_up(&mut chance, &mut *heard);
        // Of its moves alone.
        let mut steps = Allowance::of_a_game(game);
        let choices = Rng::stream(seed, CHOICES).next();
        let remembers = policies.iter().any(|policy| policy.remembers());
        let mut past: Vec<Decision<S>> = Vec::new();
        let mut number = 0;
        while let Some(seat) = game.turn(&state) {
            let legal = game.legal(&state);
            if legal.is_empty() || number == game.longest() {
                return Err(unending(game, &state));
            }
            let choice = Rng::stream(choices, number.into()).next();
            let mv = if legal.len() == 1 {
                legal.get(0)
            } else {
                let policy = policies.get(usize::from(seat.0)).copied();
                let policy = policy.unwrap_or(SeatPolicy::Uniform);
                let chosen = steps.aside(|| self.choose(policy, (&state, &past), seat, choice));
                let (mv, worlds) = chosen.ok_or_else(|| unending(game, &state))?;
                heard.deal(worlds);
                mv
            };
            if game.is_at_once(&state) {
                heard.answer(seat, game.named_cards(&state, mv).first().copied());
            } else {
                heard.begin_move(seat, game.named_cards(&state, mv));
            }
            heard.choices.push(legal.len());
            heard.verbs.push(mv.pattern);
            if remembers {
                let (table, mut events) = (state, Vec::new());
                game.apply(&mut state, mv, &mut chance, &mut events);
                events.iter().for_each(|event| heard.push(*event));
                past.push(Decision { table, mv, events });
            } else {
                game.apply(&mut state, mv, &mut chance, &mut *heard);
            }
            if heard.follows_lead {
                let now = steps.aside(|| game.outcome_now(&state));
                heard.leaders.push(now.map_or(0, |now| seat_bits(&now.winners)));
            }
            number += 1;
        }
        let outcome = outcome(game, &state)?;
        Ok(PlayedGame { state, outcome })
    }

    fn choose(
        &self,
        policy: SeatPolicy,
        at: Position<'_, S>,
        seat: Seat,
        choice: u64,
    ) -> Option<(Move, Worlds)> {
        if policy == SeatPolicy::Uniform && self.is_synchronised {
            // The move with the least hash: a legal move more or less leaves the choice among the others alone.
            let hash = |mv: &Move| {
                let key = key_from(choice, &self.game.write(at.0, *mv));
                (Rng::new(key).next(), *mv)
            };
            let mv = self.game.legal_moves(at.0).into_iter().min_by_key(hash)?;
            return Some((mv, Worlds::default()));
        }
        policy.choose(self.game, at, seat, choice, self.solution)
    }
}

/// What the games of a deal came to.
#[derive(Debug, Default)]
pub struct PlayedDeal {
    /// Of the first player.
    pub results: WinDrawLoss,
    /// What a seat of each player got on average, of what the game is played for.
    pub payoffs: [f64; 2],
}

/// Where deals are played: the sides of the seats, and who plays.
pub struct Match<'g, S: CardSet> {
    pub table: &'g LabTable<'g, S>,
    pub teams: &'g [usize],
    pub players: [SeatPolicy; 2],
}

impl<S: CardSet> Match<'_, S> {
    /// Plays a deal twice, with the seats swapped. At tables of more than two sides, sides are taken by turns: `A B A`, then `B A B`. A
    /// win is a player's when seats of its win and none of the other's; what both win or nobody does is a draw. Where all are one side, all are the first player, then the second.
    ///
    /// # Errors
    /// When a game cannot be played to its end.
    pub fn play(&self, seed: u64, deal: u64) -> Result<PlayedDeal, Breach> {
        let game = self.table.game;
        let rows = CardRows::among(&game.names, std::iter::empty());
        let mut played_deal = PlayedDeal::default();
        let is_alone = self.teams.iter().all(|team| *team == 0);
        let games = if is_alone { 1.0 } else { 2.0 };
        for swapped in [0, 1] {
            let is_first = |seat: usize| (self.teams[seat] + swapped).is_multiple_of(2);
            let policies: Vec<SeatPolicy> = (0..self.teams.len())
                .map(|seat| self.players[usize::from(!is_first(seat))])
                .collect();
            let mut heard = Heard::new(&rows, game);
            let played = guarded(|| self.table.play(&policies, game_seed(seed, deal), &mut heard))?;
            let winners = &played.outcome.winners;
            let of_first = winners.iter().filter(|seat| is_first(usize::from(seat.0)));
            let of_first = of_first.count();
            let results = &mut played_deal.results;
            match (of_first > 0, of_first < winners.len()) {
                (true, false) => results.wins += 1,
                (false, true) => results.losses += 1,
                // Nobody wins, or both do.
                _ => results.draws += 1,
            }
            let payoffs = payoffs(game, &played.state);
            for (player, sum) in played_deal.payoffs.iter_mut().enumerate() {
                let seats = (0..payoffs.len()).filter(|seat| is_first(*seat) == (player == 0));
                let (total, seats) =
                    seats.fold((0.0, 0), |(total, seats), seat| (total + payoffs[seat], seats + 1));
                // Where all seats are one side, a player has the seats of one game only.
                *sum += total / f64::from(seats.max(1)) / games;
            }
        }
        Ok(played_deal)
    }
}

/// The number of each seat's side: that of its team. Where scores rank nobody, the rules may let seats win together that are no team in
/// `game.toml`: those that do so in some random games, however seldom these are won. If nobody ever wins, all lose together.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn seat_sides<S: CardSet>(game: &Rules<S>) -> Result<Vec<usize>, Breach> {
    let sides = known_sides(game)?;
    Ok(sides.unwrap_or_else(|| vec![0; game.names.seats.len()]))
}

/// As [`seat_sides`]; `None` where only games that somebody wins could tell, and nobody won any.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn known_sides<S: CardSet>(game: &Rules<S>) -> Result<Option<Vec<usize>>, Breach> {
    let seats = game.names.seats.len();
    let heads = (0..seats).map(|seat| usize::from(game.head(Seat(seat as u8)).0));
    let mut firsts: Vec<usize> = heads.collect();
    if game.highest_first().is_none() {
        let is_without_teams = firsts.iter().copied().eq(0..seats);
        let together = match seats_that_win_together(game)? {
            None if is_without_teams => return Ok(None),
            together => together.unwrap_or_else(|| (0..seats).collect()),
        };
        for (seat, first) in firsts.iter_mut().enumerate().filter(|(seat, first)| seat == *first) {
            *first = together[seat];
        }
    }
    // Numbered without gaps, in the order of their first seats.
    let number = |first: &usize| (0..*first).filter(|seat| firsts[*seat] == *seat).count();
    Ok(Some(firsts.iter().map(number).collect()))
}

/// Of each seat the first with which it won every game that it won. Who never won is by itself; `None` if nobody ever did.
fn seats_that_win_together<S: CardSet>(game: &Rules<S>) -> Result<Option<Vec<usize>>, Breach> {
    let rows = CardRows::among(&game.names, std::iter::empty());
    let seats = game.names.seats.len();
    let (table, policies) = (LabTable::new(game, None), vec![SeatPolicy::Uniform; seats]);
    let mut won: Vec<u8> = Vec::new();
    for index in 0..MOST_SAMPLES {
        if index >= SAMPLES && !won.is_empty() {
            break;
        }
        let mut heard = Heard::new(&rows, game);
        let played = table.play(&policies, game_seed(0, index), &mut heard)?;
        let winners = seat_bits(&played.outcome.winners);
        if winners != 0 {
            won.push(winners);
        }
    }
    let wins = |seat: usize| won.iter().map(move |winners| winners >> seat & 1);
    let first = |seat: usize| {
        let never = wins(seat).all(|won| won == 0);
        let mut before = (0..seat).filter(|_| !never);
        before.find(|other| wins(seat).eq(wins(*other))).unwrap_or(seat)
    };
    Ok((!won.is_empty()).then(|| (0..seats).map(first).collect()))
}
