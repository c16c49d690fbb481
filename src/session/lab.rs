//! Runs of the lab: games by any players, pairs of games before and after an edit, players against each other. Packs and what is asked
//! come in; parts of runs, which merge, go out. Called by the commands `lab` and `merge`.

use crate::cards::{Overlay, Pack};
use crate::lab::statistics::{
    ConfidenceSequence, Merge, PairedSums, Sums, Tournament, Verdict, e_bh,
};
use crate::lab::{
    EditOutcomes, Experiment, LabNames, LabPart, LabPlan, LawCounts, MatchPlan, PART_FORMAT,
    PairCounts, PairPlan, PartHeader, PartResults, Shard, VariantPart,
};
use crate::players::{SeatPolicies, SeatPolicy};
use crate::registry::Registry;
use crate::rules::Variant;
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files};
use crate::verify::fuzz::FuzzReport;
use crate::verify::record::RecordOrigin;

/// What is asked of the lab.
#[derive(Debug, Clone)]
pub struct LabAsked {
    pub policies: SeatPolicies,
    /// Games, or pairs of games, of each variant in the whole run.
    pub games: u64,
    pub seed: u64,
    pub jobs: usize,
    pub shard: Shard,
    /// The words of the command line that make the whole run: see [`PartHeader::command`].
    pub command: String,
}

/// How many games are done, of all variants together.
pub type LabProgress<'a> = &'a (dyn Fn(u64) + Sync);

impl LabAsked {
    fn header(&self, title: String, data: Vec<String>) -> PartHeader {
        PartHeader {
            deckproof_part: PART_FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            command: self.command.clone(),
            title,
            data,
            seed: self.seed,
            total: self.games,
            planned: self.games,
        }
    }

    fn games_done(&self) -> Vec<(u64, u64)> {
        let games = self.shard.games(self.games);
        if games.is_empty() {
            Vec::new()
        } else {
            vec![(games.start, games.end)]
        }
    }

    fn of_seats(&self, seats: &[String]) -> Result<Vec<SeatPolicy>, Diagnostics> {
        self.policies.of_seats(seats).map_err(|says| {
            Diagnostic::error(Code::SeatPlayers, says)
                .fault(Blame::Usage)
                .help("players are `uniform`, `greedy`, `search:400` and `all-seeing:400`; `--policy caps=search:400,hammers=uniform`")
                .into()
        })
    }
}

/// How the packs are played often, all of them the same way.
///
/// # Errors
/// When one of them has no rules.
pub fn experiment_of(packs: &[&Pack]) -> Result<&'static dyn Experiment, Diagnostics> {
    Registry::experiment(packs).ok_or_else(|| {
        let names: Vec<&str> = packs.iter().map(|pack| pack.game.id.as_str()).collect();
        Diagnostic::error(
            Code::CannotPlay,
            format!(
                "{} cannot be played: it has no rules.star",
                names.join(" or ")
            ),
        )
        .fault(Blame::Usage)
        .help("`deckproof new my-game --rules tricks` makes a game with rules")
        .into()
    })
}

/// Hash of the data, of all variants alike.
fn data_of(pack: &Pack) -> String {
    RecordOrigin::new(pack, &Variant::default()).data
}

/// Plays a share of a run of one version.
///
/// # Errors
/// When the data cannot be played, or the players do not fit the seats.
pub fn lab_games(
    pack: &Pack,
    variants: &[Variant],
    asked: &LabAsked,
    progress: LabProgress<'_>,
) -> Result<LabPart, Diagnostics> {
    let experiment = experiment_of(&[pack])?;
    let games = asked.shard.games(asked.games);
    let mut parts = Vec::new();
    let mut before = 0;
    for variant in variants {
        let names = experiment.names(pack, variant)?;
        let plan = LabPlan {
            policies: asked.of_seats(&names.seats)?,
            seed: asked.seed,
            games: games.clone(),
            jobs: asked.jobs,
        };
        let told = |done: u64| progress(before + done);
        let counts = experiment.count(pack, variant, &plan, &told)?;
        before += games.end - games.start;
        parts.push(VariantPart {
            variant: variant.describe(),
            policies: plan.policies.iter().map(SeatPolicy::to_string).collect(),
            names,
            counts,
        });
    }
    Ok(LabPart {
        header: asked.header(pack.game.full_title(), vec![data_of(pack)]),
        games: asked.games_done(),
        results: PartResults::Games(parts),
    })
}

/// A share of a run of random games with every law watched, or of edits.
#[derive(Debug, Clone)]
pub struct LawsAsked {
    /// Games of each variant in the whole run, or edits.
    pub games: u64,
    pub seed: u64,
    pub shard: Shard,
    /// See [`PartHeader::command`].
    pub command: String,
    pub policy: String,
}

impl LawsAsked {
    fn part(&self, pack: &Pack, results: PartResults) -> LabPart {
        let games = self.shard.games(self.games);
        LabPart {
            header: PartHeader {
                deckproof_part: PART_FORMAT,
                program: env!("CARGO_PKG_VERSION").to_owned(),
                command: self.command.clone(),
                title: pack.game.full_title(),
                data: vec![data_of(pack)],
                seed: self.seed,
                total: self.games,
                planned: self.games,
            },
            games: (!games.is_empty())
                .then_some((games.start, games.end))
                .into_iter()
                .collect(),
            results,
        }
    }
}

/// What a share of the edits came to, as a part of its run.
pub fn edit_part(pack: &Pack, edits: EditOutcomes, asked: &LawsAsked) -> LabPart {
    let part = VariantPart {
        variant: String::new(),
        policies: Vec::new(),
        names: LabNames::default(),
        counts: edits,
    };
    asked.part(pack, PartResults::Edits(vec![part]))
}

/// What a share of the games found, as a part of its run.
pub fn law_part(pack: &Pack, found: &[FuzzReport], asked: &LawsAsked) -> LabPart {
    let of_variant = |report: &FuzzReport| {
        let properties = report.properties.iter();
        let fault = report.fault.as_ref();
        VariantPart {
            variant: report.variant.describe(),
            policies: vec![asked.policy.clone()],
            names: LabNames::default(),
            counts: LawCounts {
                games: report.counts.games,
                decisions: report.counts.decisions,
                world_games: report.counts.world_games,
                world_checks: report.counts.world_checks,
                properties: properties
                    .map(|one| (one.property.id.clone(), one.count))
                    .collect(),
                broken: fault.map(|fault| (fault.index, fault.smallest.property.clone())),
            },
        }
    };
    asked.part(
        pack,
        PartResults::Laws(found.iter().map(of_variant).collect()),
    )
}

/// Looks at the pairs of a run: after each share of so many the decisions are made anew.
const LOOKS: u64 = 50;

/// When to stop a run of pairs.
#[derive(Debug, Clone, Copy)]
pub struct Stopping {
    /// Percent points of wins below which a difference does not matter.
    pub negligible: f64,
    /// Whether to stop as soon as everything is decided.
    pub is_early: bool,
}

/// Plays a share of a run of pairs. A whole run ends early once everything is decided; a share never does.
///
/// # Errors
/// As [`lab_games`], and when the two versions have other seats or variants.
pub fn lab_pairs(
    [old, new]: [&Pack; 2],
    variants: &[Variant],
    asked: &LabAsked,
    stopping: Stopping,
    progress: LabProgress<'_>,
) -> Result<LabPart, Diagnostics> {
    let experiment = experiment_of(&[old, new])?;
    let games = asked.shard.games(asked.games);
    let mut parts = Vec::new();
    let mut played = games.start..games.start;
    for variant in variants {
        let names = experiment.names(new, variant)?;
        let policies = asked.of_seats(&names.seats)?;
        parts.push(VariantPart {
            variant: variant.describe(),
            policies: policies.iter().map(SeatPolicy::to_string).collect(),
            names,
            counts: PairCounts::default(),
        });
    }
    let each = if stopping.is_early && asked.shard == Shard::WHOLE {
        asked.games.div_ceil(LOOKS).max(100)
    } else {
        asked.games.max(1)
    };
    while played.end < games.end {
        let next = played.end..(played.end + each).min(games.end);
        for (variant, part) in variants.iter().zip(&mut parts) {
            let plan = PairPlan {
                policies: asked.of_seats(&part.names.seats)?,
                seed: asked.seed,
                pairs: next.clone(),
                jobs: asked.jobs,
            };
            let done = (played.end - games.start) * variants.len() as u64;
            let told = |pairs: u64| progress(done + pairs);
            let counts = experiment.pairs([old, new], variant, &plan, &told)?;
            part.counts.merge(&counts);
        }
        played.end = next.end;
        let is_decided = parts.iter().all(|part| {
            pair_findings(part, asked.games, stopping.negligible)
                .iter()
                .all(|finding| finding.verdict != Verdict::Undecided)
        });
        if each < asked.games && is_decided {
            break;
        }
    }
    let mut header = asked.header(new.game.full_title(), vec![data_of(old), data_of(new)]);
    let mut done = asked.games_done();
    if played.end < games.end {
        // It is the whole of a shorter run.
        header.total = played.end;
        done = vec![(0, played.end)];
    }
    Ok(LabPart {
        header,
        games: done,
        results: PartResults::Pairs(parts),
    })
}

/// What pairs say of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFinding {
    pub what: String,
    /// Before and after, in percent of the games or in decisions.
    pub old: f64,
    pub new: f64,
    /// New less old, and where the true difference lies however often one looks.
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    /// In the unit of the difference; `NoDifferenceOver` as well.
    pub verdict: Verdict,
    /// How alike the two games of a pair are: of equal outcomes 1.
    pub correlation: Option<f64>,
    /// How many times as many games it would take without pairs.
    pub won: f64,
}

/// The chance of any false alarm in a report, however often it is looked at.
const ALPHA: f64 = 0.05;

/// What the pairs of a variant say: of each side's wins, of those of who decides first, of the length of games. `planned` pairs are
/// those at which the intervals are to be narrowest.
pub fn pair_findings(
    part: &VariantPart<PairCounts>,
    planned: u64,
    negligible: f64,
) -> Vec<PairFinding> {
    let counts = &part.counts;
    let names = &part.names;
    let mut sides: Vec<usize> = (0..counts.sides.len()).collect();
    // What one of two sides wins the other loses.
    if let [_, _] = sides.as_slice() {
        sides.pop();
    }
    let questions = sides.len() + 2;
    let alpha = ALPHA / questions as f64;
    let finding =
        |what: String, sums: &PairedSums, scale: f64, greatest: f64, small: Option<f64>| {
            let sequence = ConfidenceSequence::planned_for(planned, alpha, greatest);
            let difference: Sums = sums.difference();
            let interval = sequence.interval(&difference).scaled(scale);
            let unscaled = small.map(|small| small / scale);
            let verdict = match sequence.verdict(&difference, unscaled) {
                Verdict::NoDifferenceOver(limit) => Verdict::NoDifferenceOver(limit * scale),
                verdict => verdict,
            };
            let apart = sums.x().variance() + sums.y().variance();
            PairFinding {
                what,
                old: sums.x().mean() * scale,
                new: sums.y().mean() * scale,
                difference: interval.estimate,
                low: interval.low,
                high: interval.high,
                verdict,
                correlation: sums.correlation(),
                won: if difference.variance() > 0.0 {
                    apart / difference.variance()
                } else {
                    1.0
                },
            }
        };
    let mut found: Vec<PairFinding> = sides
        .iter()
        .map(|side| {
            let seats = names.seats.iter().zip(&names.teams);
            let seats: Vec<&str> = seats
                .filter(|(_, team)| *team == side)
                .map(|(seat, _)| seat.as_str())
                .collect();
            // Half points: 2 are a win.
            finding(
                format!("wins of {}", seats.join(" + ")),
                &counts.sides[*side],
                50.0,
                2.0,
                Some(negligible),
            )
        })
        .collect();
    found.push(finding(
        "wins of who decides first".into(),
        &counts.first,
        50.0,
        2.0,
        Some(negligible),
    ));
    let longest = counts
        .old_lengths
        .quantile(1.0)
        .max(counts.new_lengths.quantile(1.0))
        .unwrap_or(1);
    // A twentieth of a game more or less does not matter.
    let small = counts.lengths.x().mean() / 20.0;
    found.push(finding(
        "decisions of a game".into(),
        &counts.lengths,
        1.0,
        f64::from(longest.max(1)),
        Some(small.max(0.5)),
    ));
    found
}

/// Players against each other, two at a time.
///
/// # Errors
/// As [`lab_games`].
pub fn lab_tournament(
    pack: &Pack,
    variant: &Variant,
    players: &[SeatPolicy],
    asked: &LabAsked,
    progress: LabProgress<'_>,
) -> Result<Tournament, Diagnostics> {
    let experiment = experiment_of(&[pack])?;
    let mut tournament = Tournament::new(players.len());
    let mut done = 0;
    let deals = asked.games.div_ceil(2);
    for first in 0..players.len() {
        for second in first + 1..players.len() {
            let plan = MatchPlan {
                players: [players[first], players[second]],
                seed: asked.seed,
                deals: 0..deals,
                jobs: asked.jobs,
            };
            let told = |games: u64| progress(done + games);
            let results = experiment.play_match(pack, variant, &plan, &told)?;
            done += 2 * deals;
            tournament.enter(first, second, &results);
        }
    }
    Ok(tournament)
}

/// A value of a card that is tried: `assets.admiral.influence=1..5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Deck, card, and the keys below it; or `rules` and the keys of a number.
    pub path: Vec<String>,
    pub values: Vec<i64>,
}

impl std::str::FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` names no value to vary: write `deck.card.number=1..5` or `rules.rounds=3,4,6`"
            )
        };
        let (path, values) = text.split_once('=').ok_or_else(wrong)?;
        let path: Vec<String> = path.split('.').map(|key| key.trim().to_owned()).collect();
        if path.len() < 2 || path.iter().any(String::is_empty) {
            return Err(wrong());
        }
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
        let values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if !(0..100).contains(&to.saturating_sub(from)) {
                    return Err(format!("`{text}` has no values, or more than 100"));
                }
                (from..=to).collect()
            }
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
        };
        Ok(Variation { path, values })
    }
}

impl Variation {
    /// The game with one of the values.
    ///
    /// # Errors
    /// When the game has no such card or number.
    pub fn apply(&self, pack: &Pack, value: i64, files: &mut Files) -> Result<Pack, Diagnostics> {
        let quoted: Vec<String> = self.path.iter().map(|key| format!("{:?}", key)).collect();
        let (table, key) = quoted.split_at(quoted.len() - 1);
        let table = match self.path[0].as_str() {
            "rules" => table.join("."),
            _ => format!("cards.{}", table.join(".")),
        };
        let text = format!("[{table}]\n{} = {value}\n", key.join(""));
        let overlay = Overlay::read("--vary", text, files)?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        let mut varied = pack.clone();
        (varied.game, varied.decks) = (game, decks);
        Ok(varied)
    }
}

/// A card that is played more often, or less, since an edit, or that is worth more or less to who plays it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedRow {
    /// Deck and row.
    pub row: String,
    /// Shares of the games in which it was played.
    pub played: [f64; 2],
    /// Points of wins, of a hundred games, that went with playing it more than to others.
    pub worth: [f64; 2],
    pub is_played_otherwise: bool,
    pub is_worth_otherwise: bool,
}

/// The cards that an edit changes: of the changes at most one in twenty is expected to be chance, whatever the cards have to do with
/// each other (e-BH). The largest first.
pub fn changed_rows(counts: &PairCounts) -> Vec<ChangedRow> {
    let rows: Vec<_> = counts.rows.iter().collect();
    let questions = 2 * rows.len().max(1);
    let sides = counts.sides.len().max(1) as f64;
    let alpha = ALPHA / questions as f64;
    let of_played = ConfidenceSequence::planned_for(counts.pairs, alpha, 1.0);
    let of_worth = ConfidenceSequence::planned_for(counts.pairs, alpha, 2.0 * sides);
    let played = rows
        .iter()
        .map(|(_, row)| of_played.e_value(&row.played.difference(), 0.0));
    let worth = rows
        .iter()
        .map(|(_, row)| of_worth.e_value(&row.worth.difference(), 0.0));
    let e_values: Vec<f64> = played.chain(worth).collect();
    let found = e_bh(&e_values, ALPHA);
    let changed = rows.iter().enumerate().filter_map(|(at, (name, row))| {
        let (is_played, is_worth) = (found.contains(&at), found.contains(&(at + rows.len())));
        // Half points times the number of sides.
        let points = |sums: Sums| 50.0 * sums.mean() / sides;
        (is_played || is_worth).then(|| ChangedRow {
            row: (*name).clone(),
            played: [row.played.x().mean(), row.played.y().mean()],
            worth: [points(row.worth.x()), points(row.worth.y())],
            is_played_otherwise: is_played,
            is_worth_otherwise: is_worth,
        })
    });
    let mut changed: Vec<ChangedRow> = changed.collect();
    let size = |row: &ChangedRow| {
        (row.played[1] - row.played[0]).abs() + (row.worth[1] - row.worth[0]).abs() / 10.0
    };
    changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    changed
}
