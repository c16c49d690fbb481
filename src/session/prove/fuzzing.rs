//! Plays random games, or visits every state, and watches every law. A game and what is asked for come in; a report goes out, and errors
//! for laws that broke. Called by the command `fuzz`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::cards::{Overlay, Pack};
use crate::lab::LabPart;
use crate::players::Players;
use crate::report::GameReport;
use crate::rules::Variant;
use crate::session::check::examining::law_broken;
use crate::session::files::sheet_file::read_overlay;
use crate::session::lab::runs::{LawsAsked, law_part};
use crate::session::open::chosen_variants::with_options;
use crate::session::open::host::Host;
use crate::session::open::selection::Playable;
use crate::source::{Diagnostics, Files};
use crate::verify;
use crate::verify::exhaust::exhaust;
use crate::verify::fuzz::{FuzzPlan, FuzzReport, WORLDS};

use super::fuzz_faults;
use super::fuzz_report::{exhausted_report, fuzz_report};

/// What a run does when it is not told how long it should be.
const GAMES: u64 = 100_000;
const SECONDS: u64 = 10;

/// Most states that are visited.
const MOST_STATES: u64 = 4_000_000;

/// What is asked of random games.
#[derive(Debug)]
pub struct FuzzAsked {
    /// The most games of each variant.
    pub games: Option<u64>,
    /// The most time for all variants.
    pub seconds: Option<Duration>,
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// Who chooses; `None` for all by turns.
    pub players: Option<Players>,
    /// The folder for games that break a law.
    pub counterexamples: PathBuf,
}

impl FuzzAsked {
    /// What is to be played of each of so many variants of a game.
    fn plan(&self, variants: usize) -> FuzzPlan {
        let unlimited = self.games.is_none() && self.seconds.is_none();
        let time = if unlimited { Some(Duration::from_secs(SECONDS)) } else { self.seconds };
        FuzzPlan {
            worlds: WORLDS.div_ceil(variants.max(1) as u64),
            games: if unlimited { GAMES } else { self.games.unwrap_or(u64::MAX) },
            time: time.map(|time| time.div_f64(variants.max(1) as f64)),
            seed: self.seed,
            jobs: self.jobs,
            players: self.players,
            ..FuzzPlan::default()
        }
    }
}

/// Plays each of the variants, up to the first in which a law does not hold; that, and what was never seen, goes into `faults`.
///
/// # Errors
/// Rules that cannot be played.
pub fn fuzz_variants(
    game: &Playable,
    variants: &[Variant],
    asked: &FuzzAsked,
    host: &dyn Host,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let plan = asked.plan(variants.len());
    let mut found = Vec::new();
    for variant in variants {
        found.push(play(game, variant, &plan, host)?);
        if found.last().is_some_and(|found| found.fault.is_some()) {
            break;
        }
    }
    let mut report = fuzz_report(&game.pack, &plan, &found);
    fuzz_faults::missed(&game.pack, &found, faults);
    for found in &found {
        let folder = &asked.counterexamples;
        fuzz_faults::broken(game, found, asked.seed, folder, &mut report, faults);
    }
    Ok(report)
}

/// Plays a share of each of the variants and counts; reports only what is broken, as the rest is told of the whole.
///
/// # Errors
/// Rules that cannot be played.
pub fn fuzz_share(
    game: &Playable,
    variants: &[Variant],
    (asked, laws): (&FuzzAsked, &LawsAsked),
    host: &dyn Host,
    faults: &mut Diagnostics,
) -> Result<(GameReport, LabPart), Diagnostics> {
    let games = laws.shard.games(laws.games);
    let plan = FuzzPlan {
        first: games.start,
        games: games.end - games.start,
        // However a run is shared out, the same games are compared.
        worlds: 0,
        ..asked.plan(1)
    };
    let mut found = Vec::new();
    for variant in variants {
        found.push(play(game, variant, &plan, host)?);
    }
    let mut report = GameReport::new(game.pack.game.full_title());
    report.about("share", format!("share {} of `deckproof {}`", laws.shard, laws.command));
    for found in &found {
        let folder = &asked.counterexamples;
        fuzz_faults::broken(game, found, asked.seed, folder, &mut report, faults);
    }
    Ok((report, law_part(&game.pack, &found, laws)))
}

/// Plays one variant, with a progress bar that names it.
fn play(
    Playable { pack, .. }: &Playable,
    variant: &Variant,
    plan: &FuzzPlan,
    host: &dyn Host,
) -> Result<FuzzReport, Diagnostics> {
    let what = match variant.word().as_str() {
        "" => pack.game.full_title(),
        word => format!("{} {word}", pack.game.title),
    };
    let steps = host.progress(&what);
    let start = Instant::now();
    // The run ends at whichever limit is reached first: the bar shows the nearer one, in thousandths.
    let progress = |games: u64| {
        let share = |done: f64, of: f64| (1000.0 * done / of) as u64;
        let by_games = share(games as f64, plan.games as f64);
        let time = |time: Duration| share(start.elapsed().as_secs_f64(), time.as_secs_f64());
        steps(by_games.max(plan.time.map_or(0, time)).min(1000) as usize, 1000);
    };
    verify::fuzz::fuzz(pack, variant, plan, &progress)
}

/// A file that changes a game, as it is named on the command line.
///
/// # Errors
/// When it cannot be read, or is none.
pub fn overlay_of(path: &Path, files: &mut Files) -> Result<Overlay, Diagnostics> {
    let (_, text) = read_overlay(path, files)?;
    Overlay::read(&path.display().to_string(), text, files)
}

/// Visits every state of one variant; a law that does not hold goes into `faults`.
///
/// # Errors
/// Rules that cannot be played, and more states than can be visited.
pub fn exhaust_variant(
    pack: &Pack,
    variant: &Variant,
    overlay: Option<&Overlay>,
    faults: &mut Diagnostics,
) -> Result<GameReport, Diagnostics> {
    let start = Instant::now();
    let found = exhaust(pack, variant, overlay, MOST_STATES)?;
    let took = (start.elapsed().as_secs_f64(), overlay.is_some());
    if let Some(broken) = &found.broken {
        faults.push(law_broken(
            pack,
            (&broken.law, &broken.breach.says, broken.breach.at),
            broken.moves.last().map(String::as_str),
            (&with_options(variant), "the moves above lead to it"),
        ));
    }
    Ok(exhausted_report(pack, variant, &found, took))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::script_axes;
    use crate::session::open::host::SilentHost;
    use crate::verify::testing::{GAME, VARIANTS, load, varied_script};

    fn asked(games: Option<u64>, seconds: Option<u64>) -> FuzzAsked {
        FuzzAsked {
            games,
            seconds: seconds.map(Duration::from_secs),
            seed: 1,
            jobs: 1,
            players: None,
            counterexamples: PathBuf::new(),
        }
    }

    #[test]
    fn a_run_that_is_told_nothing_has_both_limits_and_else_those_it_is_told() {
        let limits = |games, seconds| {
            let plan = asked(games, seconds).plan(1);
            (plan.games, plan.time.map(|t| t.as_secs()))
        };
        assert_eq!(limits(None, None), (100_000, Some(10)));
        assert_eq!(limits(Some(7), None), (7, None));
        assert_eq!(limits(None, Some(3)), (u64::MAX, Some(3)));
        assert_eq!(limits(Some(7), Some(3)), (7, Some(3)));
    }

    #[test]
    fn the_variants_of_a_game_share_its_seconds_and_have_the_games_each() {
        let limits = |games, seconds| {
            let plan = asked(games, seconds).plan(4);
            (plan.games, plan.time.map(|t| t.as_millis()))
        };
        assert_eq!(limits(None, None), (100_000, Some(2_500)));
        assert_eq!(limits(Some(7), None), (7, None));
        assert_eq!(limits(None, Some(2)), (u64::MAX, Some(500)));
    }

    #[test]
    fn every_variant_is_played_up_to_the_first_that_fails() {
        let game = format!("{GAME}{VARIANTS}");
        let pack = load(&game, &varied_script(), "", &mut Files::new());
        let folder = tempfile::tempdir().unwrap();
        let game = Playable { name: "toy".to_owned(), pack };
        let run = |cards: &[&str]| {
            let axes = script_axes(&game.pack.game);
            let mut variants = Variant::all(&axes);
            variants.retain(|v| cards.contains(&v.get("cards").unwrap()));
            let asked =
                FuzzAsked { counterexamples: folder.path().to_owned(), ..asked(Some(200), None) };
            let mut faults = Diagnostics::new();
            let quiet = SilentHost::default();
            fuzz_variants(&game, &variants, &asked, &quiet, &mut faults).unwrap();
            faults.iter().map(|d| d.message.clone()).collect::<Vec<_>>()
        };
        assert_eq!(run(&["kept"]), [""; 0]);
        let told = run(&["kept", "lost"]);
        assert_eq!(told.len(), 1, "{told:?}");
        let says = "T-I1 does not hold with rounds 2, cards lost in game ";
        assert!(told[0].contains(says), "{told:?}");
        let files = std::fs::read_dir(folder.path()).unwrap();
        let names = files.map(|f| f.unwrap().file_name().into_string().unwrap());
        let of_variant = names.filter(|name| name.contains("-2-lost-1-"));
        assert_eq!(of_variant.count(), 2, "a record and a scenario");
    }
}
