//! The comparison as a program: `AGREE="GAME FOLDER …" cargo test --test suite agreement::asked -- --nocapture`.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use deckproof::rules::Variant;

use super::compare::{Asked, Counts, Difference, compare};
use super::engine::{Read, Rules};
use super::lay;

pub const HELP: &str = "\
agree GAME OVERLAY [options]     plays GAME by its family and by its folder, OVERLAY laid over cards/GAME
  --variant city=paris,players=2 only this set-up (may be given several times, or in part: city=paris)
  --games N                      games of each set-up [default: 200]; even seeds play evenly, odd ones are a swarm
  --seed N                       the first game [default: 0]; with --games 1 one game
  --states                       compare what both tables have after each ply, too: zones in their order, what lies on what,
                                 faces and counters that both name (without it only where each card lies)
  --bytes                        compare the table after each ply as it is written
  --standings                    compare what follows from the table
  --refusals                     compare the words of refusals (slow)
  --views                        compare what each seat may know
  --keep-going                   do not stop a set-up at its first difference: count, and tell each kind once
  --threads N                    [default: 1]
  --lay DIR                      only lay the folder: DIR/GAME, for deckproof check";

struct Plan {
    game: String,
    overlay: PathBuf,
    variants: Vec<Vec<(String, String)>>,
    games: u64,
    first: u64,
    asked: Asked,
    keep_going: bool,
    threads: usize,
    lay: Option<PathBuf>,
}

fn plan(words: &str) -> Result<Plan, String> {
    let mut words = words.split_whitespace();
    let mut plan = Plan {
        game: String::new(),
        overlay: PathBuf::new(),
        variants: Vec::new(),
        games: 200,
        first: 0,
        asked: Asked::default(),
        keep_going: false,
        threads: 1,
        lay: None,
    };
    let mut named = Vec::new();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` takes a value"));
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        match word {
            "--variant" => {
                let choices = value()?.split(',').map(|choice| {
                    let (axis, value) =
                        choice.split_once('=').ok_or("write --variant axis=value")?;
                    Ok((axis.to_owned(), value.to_owned()))
                });
                plan.variants.push(choices.collect::<Result<_, &str>>()?);
            }
            "--games" => plan.games = number(value()?)?,
            "--seed" => plan.first = number(value()?)?,
            "--threads" => plan.threads = number(value()?)? as usize,
            "--lay" => plan.lay = Some(value()?.into()),
            "--states" => plan.asked.states = true,
            "--bytes" => plan.asked.bytes = true,
            "--standings" => plan.asked.standings = true,
            "--refusals" => plan.asked.refusals = true,
            "--views" => plan.asked.views = true,
            "--keep-going" => plan.keep_going = true,
            "--help" => return Err(HELP.to_owned()),
            _ if word.starts_with('-') => {
                return Err(format!("there is no option `{word}`\n{HELP}"));
            }
            _ => named.push(word),
        }
    }
    let [game, overlay] = named[..] else {
        return Err(HELP.to_owned());
    };
    plan.game = game.to_owned();
    plan.overlay = overlay.into();
    match plan.overlay.is_dir() {
        true => Ok(plan),
        false => Err(format!("there is no folder `{overlay}`")),
    }
}

/// What was found of one set-up.
pub struct Found {
    pub counts: Counts,
    pub differences: Vec<Difference>,
}

/// Plays games of one set-up; stops at the first difference unless told to go on.
pub fn play(
    family: &dyn Rules,
    folder: &dyn Rules,
    seeds: std::ops::Range<u64>,
    asked: Asked,
    keep_going: bool,
    threads: usize,
) -> Found {
    let next = AtomicU64::new(seeds.start);
    let stop = AtomicBool::new(false);
    let found = Mutex::new(Found {
        counts: Counts::default(),
        differences: Vec::new(),
    });
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut counts = Counts::default();
                while !stop.load(Ordering::Relaxed) {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    if let Some(difference) = compare(family, folder, seed, asked, &mut counts) {
                        stop.store(!keep_going, Ordering::Relaxed);
                        found.lock().unwrap().differences.push(difference);
                    }
                }
                found.lock().unwrap().counts.add(counts);
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.differences.sort_by_key(|difference| difference.seed);
    found
}

/// A difference for people.
pub fn told(set_up: &str, difference: &Difference) -> String {
    let Difference {
        seed,
        ply,
        what,
        says,
        moves,
    } = difference;
    let from = moves.len().saturating_sub(200);
    format!(
        "{set_up}: game {seed}, ply {ply}: {what}\n{says}\n  moves: {}",
        moves[from..].join("; ")
    )
}

pub fn run(words: &str) -> Result<(), String> {
    let plan = plan(words)?;
    let dir;
    let at = match &plan.lay {
        Some(dir) => dir.as_path(),
        None => {
            dir = tempfile::tempdir().unwrap();
            dir.path()
        }
    };
    let folder = lay(&plan.game, &plan.overlay, at);
    if plan.lay.is_some() {
        println!("{}", folder.display());
        return Ok(());
    }
    compare_all(&plan, &folder)
}

fn compare_all(plan: &Plan, folder: &Path) -> Result<(), String> {
    let family = Read::shipped(&plan.game)?;
    let own = Read::folder(folder)?;
    let fits = |variant: &Variant| {
        let fits = |choice: &(String, String)| variant.get(&choice.0) == Some(choice.1.as_str());
        plan.variants.is_empty() || plan.variants.iter().any(|wanted| wanted.iter().all(fits))
    };
    let variants = Variant::all(&family.axes());
    let variants: Vec<&Variant> = variants.iter().filter(|variant| fits(variant)).collect();
    println!(
        "{:<21} {:>7} {:>9} {:>9} {:>9} {:>7} {:>6}  first difference",
        "set-up", "games", "decisions", "moves", "refusals", "unread", "s"
    );
    let (mut details, mut failed) = (Vec::new(), false);
    for variant in variants {
        let set_up = match variant.word() {
            word if word.is_empty() => plan.game.clone(),
            word => word,
        };
        let (theirs, ours) = match (family.rules(variant), own.rules(variant)) {
            (Ok(theirs), Ok(ours)) => (theirs, ours),
            (Err(why), _) => return Err(format!("the family does not compile: {why}")),
            (_, Err(why)) => {
                failed = true;
                println!("{set_up:<21} does not compile");
                if !details.contains(&why) {
                    details.push(why);
                }
                continue;
            }
        };
        let begun = Instant::now();
        let seeds = plan.first..plan.first + plan.games;
        let found = play(
            &*theirs,
            &*ours,
            seeds,
            plan.asked,
            plan.keep_going,
            plan.threads,
        );
        let Counts {
            games,
            differ,
            decisions,
            moves,
            refusals,
            unread,
        } = found.counts;
        let first = found.differences.first();
        let said = first.map_or("none".to_owned(), |first| {
            format!(
                "{differ} differ; game {}, ply {}: {}",
                first.seed, first.ply, first.what
            )
        });
        let took = begun.elapsed().as_secs_f64();
        println!(
            "{set_up:<21} {games:>7} {decisions:>9} {moves:>9} {refusals:>9} {unread:>7} {took:>6.1}  {said}"
        );
        failed |= first.is_some();
        let mut kinds: Vec<&str> = Vec::new();
        for difference in &found.differences {
            if !kinds.contains(&difference.what.as_str()) && kinds.len() < 12 {
                kinds.push(&difference.what);
                let of = found
                    .differences
                    .iter()
                    .filter(|other| other.what == difference.what);
                details.push(format!(
                    "[{} games] {}",
                    of.count(),
                    told(&set_up, difference)
                ));
            }
        }
    }
    let most = if plan.keep_going { details.len() } else { 2 };
    for detail in details.iter().take(most) {
        println!("\n{detail}");
    }
    match failed {
        true => Err("they differ".into()),
        false => Ok(()),
    }
}
