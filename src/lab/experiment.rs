//! What the commands ask of the lab: packs and plans come in, counts go out.

use super::counts::LabCounts;
use super::figures::{LabNames, side_names};
use super::pairs::{Only, PairCounts, PairFault, PairedVersion, count_pairs};
use super::playing::{LabPlan, count_games, known_sides, seat_sides};
use super::rows::CardRows;
use crate::cards::Pack;
use crate::players::{SeatPolicy, Solution, Unsolved};
use crate::rules::{Breach, Variant};
use crate::script::{Rules, with_width};
use crate::source::{Diagnostics, Revision, error, grouped, list_words, shell_word, usage};
use crate::table::CardSet;
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;

/// How a command names the game.
fn game_word(pack: &Pack) -> String {
    let path = pack.folder.path();
    let name = path.map_or_else(|| pack.game.id.clone(), |path| path.display().to_string());
    shell_word(&name).into_owned()
}

fn unplayable(pack: &Pack, breach: &Breach) -> Diagnostics {
    let (id, says) = (&pack.game.id, &breach.says);
    let place = pack.folder.label("");
    let help = match Revision::parse(&place).filter(|_| pack.folder.path().is_none()) {
        // A revision lies in no folder that `fuzz` could read.
        Some(Revision { rev, path }) => format!(
            "`git worktree add ../as-it-was {}` checks the revision out, and `deckproof fuzz {}` looks there for such a game",
            shell_word(rev),
            shell_word(format!("../as-it-was/{path}").trim_end_matches('/'))
        ),
        None => format!(
            "`deckproof fuzz {}` looks for such a game, and makes it short",
            game_word(pack)
        ),
    };
    error!(NotPlayable, "{id}: a game cannot be played: {says}", help)
        .at_maybe(breach.at.or(pack.game.table_span()))
        .into()
}

/// Does what plays games of the pack.
fn playing<T>(pack: &Pack, play: impl FnOnce() -> Result<T, Breach>) -> Result<T, Diagnostics> {
    guarded(play).map_err(|breach| unplayable(pack, &breach))
}

/// The solution by which somebody plays, or that is found among so many ways.
fn solve<S: CardSet>(
    pack: &Pack,
    game: &Rules<S>,
    players: &[SeatPolicy],
    ways: u64,
) -> Result<Option<Solution>, Diagnostics> {
    let solved = playing(pack, || Ok(SeatPolicy::solve(game, players, ways)))?;
    solved.map_err(|why| unsolved(pack, why))
}

fn unsolved(pack: &Pack, why: Unsolved) -> Diagnostics {
    let id = &pack.game.id;
    let fault = match why {
        Unsolved::TooLarge(most) => {
            let most = grouped(most);
            usage!(
                TooManyStates,
                "{id} is too large for `solved`: it can come to more than {most} ends",
                "play it with `search:1000`, or cut it down by `--overlay`: fewer rounds, cards (`copies`), moves"
            )
        }
        Unsolved::Endless => {
            let game = game_word(pack);
            usage!(
                NotPlayable,
                "{id} cannot be solved: some game of it does not end",
                "`deckproof fuzz {game}` looks for such a game"
            )
        }
    };
    fault.into()
}

/// That two versions cannot be held against each other, as these words for each of them are not the same.
fn differ(what: &str, [old, new]: [&Pack; 2], [before, after]: [Vec<String>; 2]) -> Diagnostics {
    let [before, after] = [before, after].map(|all| list_words(all.iter().map(String::as_str)));
    let (id, [old, new]) = (&new.game.id, [old, new].map(game_word));
    usage!(
        NotPlayable,
        "the {what} of the two versions of {id} differ: {before} before the edit, {after} after it",
        "pairs are games of the same players: count each version by itself, with `deckproof lab play {old}` and `deckproof lab play {new}`, and compare the two"
    )
    .into()
}

fn names_of<S: CardSet>(game: &Rules<S>, pack: &Pack, teams: Vec<usize>) -> LabNames {
    LabNames {
        seats: game.names.seats.clone(),
        teams,
        rows: CardRows::new(&game.names, &pack.decks).rows,
        verbs: game.verbs(),
        notes: game.names.notes.clone(),
        aim: game.aim(),
    }
}

/// A game that can end in no more ways than this is solved for the report, whoever plays: that takes seconds at most.
const YARDSTICK_WAYS: u64 = 20_000;

/// The names that counts go by.
///
/// # Errors
/// When the data cannot be played.
pub fn names(pack: &Pack, variant: &Variant) -> Result<LabNames, Diagnostics> {
    with_width!(&[pack], S => {
        let game = Rules::<S>::of(pack, variant)?;
        let teams = playing(pack, || seat_sides(&game))?;
        Ok(names_of(&game, pack, teams))
    })
}

/// Plays the games of a plan.
///
/// # Errors
/// When the data cannot be played, or a game does not come to its end.
pub fn count(
    pack: &Pack,
    variant: &Variant,
    plan: &LabPlan,
    progress: Progress<'_>,
) -> Result<LabCounts, Diagnostics> {
    with_width!(&[pack], S => {
        let game = Rules::<S>::of(pack, variant)?;
        let rows = CardRows::new(&game.names, &pack.decks);
        let players: Vec<SeatPolicy> = plan.policies.iter().copied().chain(plan.against).collect();
        let solution = solve(pack, &game, &players, YARDSTICK_WAYS)?;
        playing(pack, || count_games(&game, &rows, plan, solution.as_ref(), progress))
    })
}

/// The names that counts of pairs go by, before an edit and after it.
///
/// # Errors
/// As [`names`], and when the seats of the two differ, or their sides.
pub fn pair_names([old, new]: [&Pack; 2], variant: &Variant) -> Result<LabNames, PairFault> {
    with_width!(&[old, new], S => {
        let version = |pack: &Pack, of: Only| {
            let found = Rules::<S>::of(pack, variant)
                .and_then(|game| Ok((playing(pack, || known_sides(&game))?, game)));
            found.map_err(|faults| PairFault::of(of, faults))
        };
        let (before, was) = version(old, Only::Before)?;
        let (after, is) = version(new, Only::After)?;
        let seats = [&was, &is].map(|game| &game.names.seats);
        if seats[0] != seats[1] {
            return Err(differ("seats", [old, new], seats.map(Clone::clone)).into());
        }
        let teams = match (before, after) {
            (Some(before), Some(after)) if before != after => {
                let words = [before, after].map(|teams| side_names(seats[0], &teams));
                return Err(differ("sides", [old, new], words).into());
            }
            // Of a version that nobody wins, the other one knows better.
            (before, after) => after.or(before).unwrap_or_else(|| vec![0; seats[1].len()]),
        };
        Ok(names_of(&is, new, teams))
    })
}

/// Plays pairs of games, before an edit and after it.
///
/// # Errors
/// As [`count`].
pub fn pairs(
    [old, new]: [&Pack; 2],
    variant: &Variant,
    plan: &LabPlan,
    progress: Progress<'_>,
) -> Result<PairCounts, PairFault> {
    if plan.policies.contains(&SeatPolicy::Solved) {
        let fault = usage!(
            SeatPlayers,
            "`solved` does not play pairs of games",
            "an edit can change the whole solution: run `deckproof lab play` on each version, and compare what the game is worth"
        );
        return Err(Diagnostics::from(fault).into());
    }
    with_width!(&[old, new], S => {
        let version = |pack: &Pack, of: Only| {
            let found = Rules::<S>::of(pack, variant).and_then(|game| {
                let solution = solve(pack, &game, &plan.policies, 0)?;
                let rows = CardRows::new(&game.names, &pack.decks);
                Ok(PairedVersion { game, rows, solution })
            });
            found.map_err(|faults| PairFault::of(of, faults))
        };
        let both = [version(old, Only::Before)?, version(new, Only::After)?];
        count_pairs(&both, plan, progress).map_err(|(of, breach)| {
            let pack = if of == Only::Before { old } else { new };
            PairFault::of(of, unplayable(pack, &breach))
        })
    })
}
