//! Runs of the lab: games by any players, pairs of games before and after an edit. Packs and what is asked
//! come in; parts of runs, which merge, go out. Called by the commands `lab` and `merge`.

use crate::cards::Pack;
use crate::lab;
use crate::lab::{
    LabNames, LabPart, LabPlan, LawCounts, PART_FORMAT, PairCounts, PairFault, PairPlan,
    PartHeader, PartResults, Shard, VariantPart,
};
use crate::players::{SeatPolicies, SeatPolicy};
use crate::rules::{LawKind, Variant};
use crate::session::open::selection::is_playable;
use crate::source::{Code, Diagnostic, Diagnostics, version};
use crate::statistics::{Merge, Verdict};
use crate::verify::fuzz::FuzzReport;
use crate::verify::record::RecordOrigin;

use super::findings::pair_findings;

/// What is asked of the lab.
#[derive(Debug, Clone)]
pub struct LabAsked {
    pub policies: SeatPolicies,
    /// Who plays against them besides, in games of one version.
    pub against: Option<SeatPolicy>,
    /// Games, or pairs of games, of each variant in the whole run.
    pub games: u64,
    pub seed: u64,
    pub jobs: usize,
    pub shard: Shard,
    /// Whether it is noted who leads, as long as a run does so. A plan does not: in most games of a long run nobody asks.
    pub follows_lead: bool,
    /// The words of the command line that make the whole run: see [`PartHeader::command`].
    pub command: String,
}

/// Percentage points of wins of which a difference does not matter, and by which a side is even, where nothing else is asked for.
pub const NEGLIGIBLE: f64 = 1.0;
pub const EVEN: f64 = 2.0;

/// The option that says which difference does not matter, where that is not the usual one: ` --negligible 0.5`.
pub fn negligible_option(negligible: f64) -> String {
    if negligible == NEGLIGIBLE {
        return String::new();
    }
    format!(" --negligible {negligible}")
}

/// The header of a part with the command that plays the same games again and reports on them the same way. In the file of a part stands
/// what all parts of a run have in common.
pub fn shown_header(part: &LabPart, negligible: f64, even: f64) -> PartHeader {
    let mut header = part.header.clone();
    match &part.results {
        PartResults::Games(_) if even != EVEN => header.command += &format!(" --even {even}"),
        PartResults::Pairs(_) => {
            // A run that is not told so ends as soon as everything is decided.
            if header.total == header.planned {
                header.command += " --all";
            }
            header.command += &negligible_option(negligible);
        }
        PartResults::Games(_) | PartResults::Laws(_) => {}
    }
    header
}

/// How many games are done, of all variants together. It is told of none before the first game, when all else is made ready.
pub type LabProgress<'a> = &'a (dyn Fn(u64) + Sync);

impl LabAsked {
    /// Games that are played of each variant.
    pub fn games_of_share(&self) -> u64 {
        let games = self.shard.games(self.games);
        games.end - games.start
    }

    /// The header of the whole run of a game, or of two versions of it.
    pub fn header(&self, packs: &[&Pack]) -> PartHeader {
        part_header(packs, &self.command, self.seed, self.games)
    }

    fn of_seats(
        &self,
        variant: &Variant,
        seats: &[String],
    ) -> Result<Vec<SeatPolicy>, Diagnostics> {
        let policies = self.policies.of_seats(seats).and_then(|policies| {
            let is_one = policies.iter().all(|policy| *policy == policies[0]);
            if self.against.is_some() && !is_one {
                return Err("`--against` needs the same player in every seat".to_owned());
            }
            Ok(policies)
        });
        policies.map_err(|says| {
            let says = match variant.describe() {
                words if words.is_empty() => says,
                words => format!("{words}: {says}"),
            };
            let help = if variant.choices.iter().any(|(axis, _)| axis == "players") {
                "`--players N` plays with so many seats only; `--policy greedy` is for all seats"
            } else {
                "players are `uniform`, `greedy`, `search:400`, `solved` and `all-seeing:400`; `--policy red=search:400,blue=uniform`"
            };
            let fault = Diagnostic::usage(Code::SeatPlayers, says);
            fault.help(help).into()
        })
    }
}

/// # Errors
/// When one of them has no rules.
fn all_have_rules(packs: &[&Pack]) -> Result<(), Diagnostics> {
    packs.iter().all(|pack| is_playable(pack)).then_some(()).ok_or_else(|| {
        let named = packs.iter().map(|pack| format!("`{}`", pack.game.id));
        let mut names: Vec<String> = named.collect();
        names.dedup();
        Diagnostic::usage(
            Code::CannotPlay,
            format!("{} cannot be played: it has no rules.star", names.join(" or ")),
        )
        .help("`deckproof new my-game --rules tricks` makes a game with rules")
        .into()
    })
}

/// Hash of the data, of all variants alike.
pub fn data_of(pack: &Pack) -> String {
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
    all_have_rules(&[pack])?;
    let games = asked.shard.games(asked.games);
    let ready = variants.iter().map(|variant| {
        let names = lab::names(pack, variant)?;
        let plan = LabPlan {
            policies: asked.of_seats(variant, &names.seats)?,
            teams: names.teams.clone(),
            seed: asked.seed,
            games: games.clone(),
            jobs: asked.jobs,
            against: asked.against,
            follows_lead: asked.follows_lead,
        };
        Ok((variant, names, plan))
    });
    let ready = ready.collect::<Result<Vec<_>, Diagnostics>>()?;
    progress(0);
    let mut parts = Vec::new();
    for (before, (variant, names, plan)) in (0..).zip(ready) {
        let told = |done: u64| progress(before * (games.end - games.start) + done);
        let counts = lab::count(pack, variant, &plan, &told)?;
        parts.push(VariantPart {
            variant: variant.clone(),
            policies: plan.policies.iter().map(SeatPolicy::to_string).collect(),
            names,
            counts,
        });
    }
    Ok(LabPart {
        header: asked.header(&[pack]),
        games: asked.shard.ranges(asked.games),
        results: PartResults::Games(parts),
    })
}

/// A share of a run of random games with every law watched.
#[derive(Debug, Clone)]
pub struct LawsAsked {
    /// Games of each variant in the whole run.
    pub games: u64,
    pub seed: u64,
    pub shard: Shard,
    /// See [`PartHeader::command`].
    pub command: String,
    pub policy: String,
}

impl LawsAsked {
    pub fn header(&self, pack: &Pack) -> PartHeader {
        part_header(&[pack], &self.command, self.seed, self.games)
    }
}

fn part_header(packs: &[&Pack], command: &str, seed: u64, games: u64) -> PartHeader {
    PartHeader {
        deckproof_part: PART_FORMAT,
        program: version(),
        command: command.to_owned(),
        title: packs.last().map_or_else(String::new, |pack| pack.game.full_title()),
        data: packs.iter().map(|pack| data_of(pack)).collect(),
        seed,
        total: games,
        planned: games,
    }
}

/// What a share of the games found, as a part of its run.
pub fn law_part(pack: &Pack, found: &[FuzzReport], asked: &LawsAsked) -> LabPart {
    let of_variant = |report: &FuzzReport| {
        let properties = report.properties.iter();
        let fault = report.fault.as_ref();
        VariantPart {
            variant: report.variant.clone(),
            policies: vec![asked.policy.clone()],
            names: LabNames::default(),
            counts: LawCounts {
                games: report.counts.games,
                decisions: report.counts.decisions,
                world_games: report.counts.world_games,
                world_checks: report.counts.world_checks,
                properties: properties.map(|one| (one.property.id.clone(), one.count)).collect(),
                sometimes: report
                    .of_kind(LawKind::Sometimes)
                    .map(|one| one.property.id.clone())
                    .collect(),
                broken: fault.map(|fault| (fault.index, fault.smallest.property.clone())),
            },
        }
    };
    LabPart {
        header: asked.header(pack),
        games: asked.shard.ranges(asked.games),
        results: PartResults::Laws(found.iter().map(of_variant).collect()),
    }
}

/// Looks at the pairs of a run: after each share of so many the decisions are made anew.
const LOOKS: u64 = 50;

/// When to stop a run of pairs.
#[derive(Debug, Clone, Copy)]
pub struct Stopping {
    /// Percentage points of wins below which a difference does not matter.
    pub negligible: f64,
    /// Whether to stop as soon as everything is decided.
    pub is_early: bool,
}

/// Plays a share of a run of pairs. A whole run ends early once everything is decided; a share never does.
///
/// # Errors
/// As [`lab_games`], and when the two versions have other seats, sides or variants.
pub fn lab_pairs(
    [old, new]: [&Pack; 2],
    variants: &[Variant],
    asked: &LabAsked,
    stopping: Stopping,
    progress: LabProgress<'_>,
) -> Result<LabPart, PairFault> {
    all_have_rules(&[old, new])?;
    let games = asked.shard.games(asked.games);
    let mut parts = Vec::new();
    let mut played = games.start..games.start;
    for variant in variants {
        let names = lab::pair_names([old, new], variant)?;
        let policies = asked.of_seats(variant, &names.seats)?;
        parts.push(VariantPart {
            variant: variant.clone(),
            policies: policies.iter().map(SeatPolicy::to_string).collect(),
            counts: PairCounts::new(names.seats.len(), std::iter::empty()),
            names,
        });
    }
    progress(0);
    let each = if stopping.is_early && asked.shard == Shard::WHOLE {
        asked.games.div_ceil(LOOKS).max(100)
    } else {
        asked.games.max(1)
    };
    while played.end < games.end {
        let next = played.end..(played.end + each).min(games.end);
        for (variant, part) in variants.iter().zip(&mut parts) {
            let plan = PairPlan {
                policies: asked.of_seats(variant, &part.names.seats)?,
                teams: part.names.teams.clone(),
                seed: asked.seed,
                pairs: next.clone(),
                jobs: asked.jobs,
            };
            let done = (played.end - games.start) * variants.len() as u64;
            let told = |pairs: u64| progress(done + pairs);
            let counts = lab::pairs([old, new], variant, &plan, &told)?;
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
    let mut header = asked.header(&[old, new]);
    let mut done = asked.shard.ranges(asked.games);
    if played.end < games.end {
        // It is the whole of a shorter run.
        header.total = played.end;
        done = vec![(0, played.end)];
    }
    Ok(LabPart { header, games: done, results: PartResults::Pairs(parts) })
}
