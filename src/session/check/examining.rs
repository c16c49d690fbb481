//! Finds everything that is wrong with one game: reads it, draws it, runs the checks and lints, and plays random games. A pack and
//! the diagnostics so far come in; an [`Examined`] goes out.

use std::sync::Arc;

use crate::cards::{LineCount, Pack, Profile, without_allowed};
use crate::check::{Stage, check_data};
use crate::lint::find_faults;
use crate::registry;
use crate::rules::Variant;
use crate::session::draw::draw_boxes::draw_boxes;
use crate::session::draw::drawing::{Proofed, proof_of};
use crate::session::open::chosen_variants::{of_each, with_options};
use crate::session::open::host::Host;
use crate::session::open::selection::{Selection, is_playable};
use crate::session::shop::shopping::Shopping;
use crate::source::{
    Code, Diagnostic, Diagnostics, Files, Severity, Span, counted, error, grouped, joined, warning,
};
use crate::template::Ink;
use crate::verify::fuzz::{FuzzPlan, FuzzReport, WORLDS, compared_in_words, fuzz};
use crate::verify::playing::Common;
use crate::verify::scenario::{read_scenarios, run_scenarios};
use crate::verify::uneven_deals::uneven_deals;

/// Steps of the rules that the games of all variants may take, as [`FuzzPlan::work`] counts them: some seconds.
const MOST_WORK: u64 = 200_000_000;

/// What it takes to set the table up and to list its cards, in decisions; to compare two worlds; and that of a table of few cards, to which
/// every pair of cards adds. After [`MOST_WORK`] of it no more variants are played.
const SET_UP: u64 = 200;
const WORLD: u64 = 4;
const BARE: u64 = 16;

/// Games of each variant in which the lines of laws are counted.
const MOST_PROFILED: u64 = 50;

/// Places that get the same card too often, of which a warning speaks.
const MOST_UNEVEN: usize = 3;

/// What is examined of a game.
pub struct Asked<'a> {
    pub selection: &'a Selection,
    pub variants: &'a [Variant],
    /// Random games of each variant.
    pub games: u64,
    /// The shop that the cards are for, and which of its products.
    pub shop: Option<&'a Shopping>,
}

/// What was found.
pub struct Examined {
    pub found: Diagnostics,
    /// Warnings that game.toml allows.
    pub allowed: usize,
    /// What was proven, a line each.
    pub proofs: Vec<String>,
}

/// Examines a game that was read with the faults `found`: what can be drawn and read is, whatever else is wrong.
pub fn examine(
    pack: &Pack,
    mut found: Diagnostics,
    asked: &Asked<'_>,
    host: &mut dyn Host,
) -> Examined {
    let mut proofs = Vec::new();
    if is_sound(&found) {
        // Abilities are read with the faces, so only a game without errors is played.
        for deck in &pack.decks {
            found.append(pack.faces(deck).1);
        }
    }
    let is_read = is_sound(&found);
    let mut proven = Diagnostics::new();
    // Rules that cannot be compiled cannot be played either.
    let mut is_played = false;
    if is_playable(pack) {
        if !is_read {
            if pack.reads_cards() {
                proven = read_scenarios(pack, host.files());
            }
        } else if let Some(scenarios) = proven.keep(run_scenarios(pack, host.files())) {
            proofs.push(scenarios.summary());
            proofs.extend(scenarios.refusals_summary());
            proven.append(scenarios.faults);
            is_played = asked.games > 0;
        } else {
            proven.append(read_scenarios(pack, host.files()));
        }
    }
    let (games, variants) = (asked.games, asked.variants);
    let mut played = Vec::new();
    rayon::in_place_scope(|scope| {
        // The games are played while the faces are looked at.
        if is_played {
            scope.spawn(|_| played = play(pack, games, variants, &mut proven));
        }
        if pack.reads_cards() {
            let proofed = asked.selection.proof(pack, Ink::Full, &found, host);
            found.append(pack.not_of_the_rules(&found, proofed.faults.clone()));
            if is_sound(&found) {
                found.append(looked_at(pack, &proofed, asked.shop, host));
            }
            if let Some(renderer) = &proofed.renderer {
                found.append(draw_boxes(pack, renderer, Ink::Full, host).1);
            }
        }
    });
    proofs.append(&mut played);
    found.append(proven);
    let usual = asked.shop.is_none() && asked.selection.is_whole();
    let all = is_read && usual && !found.has_errors();
    let (mut found, allowed) = without_allowed(found, &pack.game.allowed, all);
    found.sort();
    Examined { found, allowed, proofs }
}

/// Whether cards are as they were written: a deck that has not as many as it says has them all the same.
fn is_sound(found: &Diagnostics) -> bool {
    let mut errors = found.iter().filter(|d| d.severity == Severity::Error);
    errors.all(|d| d.code == Code::DeckCount)
}

/// Runs the lints on the drawn faces, and the checks for a game that is drawn without an error.
fn looked_at(
    pack: &Pack,
    proofed: &Proofed,
    shop: Option<&Shopping>,
    host: &mut dyn Host,
) -> Diagnostics {
    let mut found = Diagnostics::new();
    let Some(renderer) = &proofed.renderer else {
        return found;
    };
    let mut proof = proof_of(pack, renderer, &proofed.decks);
    if let Some(shop) = shop {
        let (of_shop, not_taken) = shop.would_take(pack, &proofed.decks);
        found.append(not_taken);
        proof = proof_of(pack, renderer, of_shop);
        proof.asks = shop.asks();
    }
    found.append(check_data(pack, Stage::Drawn, &found, host.files()));
    if proof.decks.len() == pack.decks.len() {
        found.append(check_data(pack, Stage::Whole, &found, host.files()));
    }
    found.append(find_faults(&proof, host.files()));
    found
}

/// Plays so many games of each variant and says so; what is wrong goes to `faults`.
fn play(pack: &Pack, games: u64, variants: &[Variant], faults: &mut Diagnostics) -> Vec<String> {
    let plan = FuzzPlan {
        games,
        work: Some(MOST_WORK / variants.len().max(1) as u64),
        worlds: WORLDS.div_ceil(variants.len().max(1) as u64),
        seed: 1,
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        ..FuzzPlan::default()
    };
    let cards: u64 = pack.decks.iter().map(|deck| u64::from(deck.cards())).sum();
    let (mut least, mut work) = (games, 0);
    let mut reports: Vec<FuzzReport> = Vec::new();
    for variant in variants {
        if work > MOST_WORK {
            break;
        }
        let found = fuzz(pack, variant, &plan, &|_| ());
        let sound = found.and_then(|found| match broken(pack, &found) {
            None => Ok(found),
            Some(fault) => Err(fault.into()),
        });
        match sound {
            Ok(found) => {
                let played = &found.counts;
                least = least.min(played.games);
                work += (SET_UP + played.decisions + WORLD * played.world_checks)
                    * (BARE + cards * cards / BARE);
                reports.push(found);
            }
            // One is enough: the next is likely to fail by the same.
            Err(more) => {
                faults.append(more);
                return Vec::new();
            }
        }
    }
    let all = variants.len();
    let variants = &variants[..reports.len()];
    faults.append(uneven(pack, variants));
    let some =
        FuzzPlan { games: games.min(MOST_PROFILED), work: plan.work.map(|work| work / 10), ..plan };
    let untested = untested_laws(pack, variants, &some);
    let (of_each, played) = (of_each(variants.len()), grouped(least));
    let mut lines =
        vec![format!("{played} games{of_each} played, no law broken"), compared_in_words(&reports)];
    if least < games {
        lines.push(format!(
            "they take so many steps that there were not {}: `deckproof fuzz` plays them all",
            grouped(games)
        ));
    }
    if variants.len() < all {
        lines.push(format!(
            "{all} variants take too long: only the first were played; `deckproof fuzz` plays them all"
        ));
    }
    lines.extend(untested);
    lines
}

/// Warnings of the first variant in which the set-up leaves too little to chance, at its function.
fn uneven(pack: &Pack, variants: &[Variant]) -> Diagnostics {
    let mut uneven = variants.iter().filter_map(|variant| uneven_deals(pack, variant).ok());
    let found = uneven.find(|found| !found.is_empty()).unwrap_or_default().into_iter();
    let set_up = function(pack, "set_up");
    let warnings = found.take(MOST_UNEVEN).map(|message| {
        let help = "take them with `draw` or `deal`, which leave it to chance; where the order of the list is meant, allow D508 in game.toml";
        warning!(NotShuffled, message, help).at_maybe(set_up)
    });
    warnings.collect()
}

/// A broken law, at the line that breaks it or states it: of which games, and what to do. `last`: the move that breaks it.
pub fn law_broken(
    pack: &Pack,
    (law, says, at): (&str, &str, Option<Span>),
    last: Option<&str>,
    (of, help): (&str, &str),
) -> Diagnostic {
    let when = match last {
        None => " before the first move",
        Some(_) => "",
    };
    let broken =
        error!(LawBroken, format!("{}: {law} does not hold{of}{when}: {says}", pack.game.id), help);
    let verb = last.and_then(|last| last.split(' ').next());
    let carried = verb.and_then(|verb| function(pack, &format!("on_{}", verb.replace('-', "_"))));
    let table = pack.game.table.as_ref();
    let longest = table.and_then(|(table, _)| table.get("longest"));
    let at = at
        .or(longest.filter(|_| law == Common::Endless.id()).map(|value| value.span))
        .or_else(|| function(pack, if last.is_some() { "legal" } else { "set_up" }))
        .or(carried)
        .or(pack.game.table_span());
    let broken = broken.at_maybe(at);
    match carried.filter(|carried| at != Some(*carried)) {
        Some(carried) => broken.related(carried, "the last move was carried out here"),
        None => broken,
    }
}

/// The name of a function where the script begins it.
fn function(pack: &Pack, name: &str) -> Option<Span> {
    let script = pack.game.script.as_ref()?;
    let functions = &script.tree().ok()?.functions;
    let found = functions.iter().find(|function| function.name.text == name)?;
    Some(Span::new(script.file, found.name.range.clone()))
}

/// The broken law, and the smallest game found that breaks it.
fn broken(pack: &Pack, found: &FuzzReport) -> Option<Diagnostic> {
    let smallest = &found.fault.as_ref()?.smallest;
    let first = match smallest.moves {
        0 => "this deal shows it:".to_owned(),
        moves => format!("a game of {} shows it:", counted(moves, "decision")),
    };
    let help = smallest.story.iter().fold(first, |help, line| help + "\n  " + line);
    Some(law_broken(
        pack,
        (&smallest.property, &smallest.says, smallest.at),
        smallest.last.as_deref(),
        (&with_options(&found.variant), &help),
    ))
}

/// A game as far as it was read.
pub struct GameReading {
    pub id: String,
    pub pack: Option<Pack>,
    pub faults: Diagnostics,
}

/// Reads the games that are selected.
///
/// # Errors
/// Games that are not there; where all could be read, decks and cards that none of them has.
pub fn read_games(
    selection: &Selection,
    files: &mut Files,
) -> Result<Vec<GameReading>, Diagnostics> {
    let readings = selection.folders()?.into_iter().map(|folder| {
        let id = folder.id.clone();
        let (pack, faults) = registry::check(folder, files);
        GameReading { id, pack, faults }
    });
    let readings: Vec<GameReading> = readings.collect();
    let packs: Vec<&Pack> = readings.iter().filter_map(|r| r.pack.as_ref()).collect();
    if packs.len() == readings.len() {
        selection.check_names(&packs)?;
    }
    Ok(readings)
}

/// Statements that test nothing.
const NO_TESTS: [&str; 5] = ["break", "continue", "pass", "return False", "return True"];

/// Plays some games with every line counted, and names each law that did not come to all of its lines. A line that only tells
/// that the law is broken, `return False`, does not count.
pub fn untested_laws(pack: &Pack, variants: &[Variant], plan: &FuzzPlan) -> Option<String> {
    let mut pack = pack.clone();
    let script = pack.game.script.as_mut()?;
    let profile = Arc::new(Profile::new(script.text()));
    script.profile = Some(profile.clone());
    let mut games = 0;
    for variant in variants {
        games += fuzz(&pack, variant, plan, &|_| ()).ok()?.counts.games;
    }
    let script = pack.game.script.as_ref()?;
    let functions = &script.tree().ok()?.functions;
    let lines = profile.lines();
    let tests = |line: &&LineCount| {
        let text = script.text().lines().nth(line.number - 1);
        let text = text.and_then(|text| text.split('#').next());
        !NO_TESTS.contains(&text.unwrap_or_default().trim())
    };
    let unreached = lines.iter().filter(|line| line.runs == 0).filter(tests);
    let laws = unreached.filter_map(|line| {
        let starts = |at: usize| profile.line(at) < line.number;
        let function = functions.iter().rfind(|f| starts(f.name.range.start))?;
        let name = &function.name.text;
        let is_law = name.starts_with("law_") || name.starts_with("never_");
        is_law.then_some((name, line.number))
    });
    let mut told: Vec<(&String, usize)> = laws.collect();
    told.dedup_by_key(|(name, _)| *name);
    let told = told.into_iter().map(|(name, line)| format!("`{name}` (rules.star:{line})"));
    let told = joined(told, ", ");
    let games = counted(usize::try_from(games).ok()?, "game");
    (!told.is_empty())
        .then(|| format!("not tested in {games}, their conditions never held: {told}"))
}
