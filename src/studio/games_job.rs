//! Random games that are played in the background: how they stand, and how they are stopped. A game comes in; counts, broken laws and
//! wins beside the last commit go out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::game_watch::OpenGame;
use super::lock::locked;
use crate::pages::studio::{BackgroundRun, GamesRun, WinsRun};
use crate::registry;
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::{ShownGame, edit_games, side_folder};
use crate::source::{Diagnostics, Files};
use crate::verify::fuzz::{FuzzPlan, fuzz};

/// What the game of now is set beside.
const LAST_COMMIT: &str = "HEAD:";

/// Games of each variant that show who wins, before and after.
const WIN_GAMES: u64 = 1_000;

/// Time between two tellings of how many games were played.
const BETWEEN: Duration = Duration::from_millis(200);

/// Random games in the background, one run of each kind at a time.
#[derive(Default)]
pub struct GamesJob {
    /// How the games stand whose laws are watched.
    pub run: Mutex<GamesRun>,
    /// How the games stand whose winners are counted.
    pub wins: Mutex<WinsRun>,
    stop: AtomicBool,
    /// Counts up for the pages whenever it stands otherwise.
    pub changed: watch::Sender<u64>,
    /// When it was last told how many games were played.
    told: Mutex<Option<Instant>>,
}

impl GamesJob {
    /// Has the games end that are played.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// Tells the pages how many games were played: a few times in a second, however fast they are.
    fn tell_progress(&self) {
        let mut told = locked(&self.told);
        if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            *told = Some(Instant::now());
            self.tell();
        }
    }

    /// Begins to play random games for so many seconds; false where it does already.
    pub fn start_games(self: Arc<Self>, game: OpenGame, seconds: u64) -> bool {
        self.start(|job| &job.run, None, move |job| play_games(job, &game, seconds))
    }

    /// Begins to count who wins with the data of the last commit and with that of now; false where it does already.
    pub fn compare_wins(self: Arc<Self>, game: OpenGame) -> bool {
        self.start(|job| &job.wins, WIN_GAMES, move |job| count_wins(job, &game))
    }

    fn start<A: Send + 'static, F: Send + 'static>(
        self: Arc<Self>,
        kind: fn(&GamesJob) -> &Mutex<BackgroundRun<A, F>>,
        asked: A,
        play: impl FnOnce(&GamesJob) -> Result<(), Diagnostics> + Send + 'static,
    ) -> bool {
        let mut run = locked(kind(&self));
        if run.running.is_some() {
            return false;
        }
        *run = BackgroundRun { running: Some(0), asked, found: Vec::new(), fault: None };
        drop(run);
        self.tell();
        std::thread::spawn(move || {
            let found = play(&self).err();
            let mut run = locked(kind(&self));
            run.running = None;
            run.fault = found.and_then(|found| Some(found.iter().next()?.message.clone()));
            self.tell();
        });
        true
    }
}

fn count_wins(job: &GamesJob, game: &OpenGame) -> Result<(), Diagnostics> {
    let mut files = Files::new();
    let old = side_folder(LAST_COMMIT, &game.name)?;
    let old = ShownGame::read(old, LAST_COMMIT, &mut files)?;
    let new = ShownGame::read(game.open()?, game.name.as_str(), &mut files)?;
    let told = |games: u64| {
        locked(&job.wins).running = Some(games);
        job.tell_progress();
    };
    let found = edit_games(&old, &new, (WIN_GAMES, 1), &told)?;
    locked(&job.wins).found = found;
    Ok(())
}

/// Plays every variant for its share of the time, and notes what is found.
fn play_games(job: &GamesJob, game: &OpenGame, seconds: u64) -> Result<(), Diagnostics> {
    job.stop.store(false, Ordering::Relaxed);
    let pack = registry::load(game.open()?, &mut Files::new())?;
    let variants = Variant::all(&script_axes(&pack.game));
    let plan = FuzzPlan {
        games: u64::from(u32::MAX),
        time: Some(Duration::from_millis(seconds * 1_000 / variants.len().max(1) as u64)),
        seed: 1,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        ..FuzzPlan::default()
    };
    locked(&job.run).asked = Some(plan.clone());
    let mut before = 0;
    for variant in &variants {
        if job.stop.load(Ordering::Relaxed) {
            break;
        }
        let so_far = |games: u64| {
            locked(&job.run).running = Some(before + games);
            job.tell_progress();
        };
        let found = fuzz(&pack, variant, &plan, &so_far)?;
        before += found.counts.games;
        let mut run = locked(&job.run);
        let is_broken = found.fault.is_some();
        run.found.push(found);
        if is_broken {
            break;
        }
    }
    Ok(())
}
