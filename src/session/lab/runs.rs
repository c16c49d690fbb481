//! Runs of the lab: games by any players, pairs of games before and after an edit, and each value of a number that is varied,
//! `deck.card.number=1..5`, against the game as it is. Packs and what is asked come in; parts of runs, which merge, go out.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::cards::{Overlay, Pack, TomlTable, Value};
use crate::lab;
use crate::lab::{
    LabNames, LabPart, LabPlan, LawCounts, Only, PART_FORMAT, PairCounts, PairFault, PartHeader,
    PartResults, Shard, VariantPart,
};
use crate::players::{SeatPolicies, SeatPolicy};
use crate::rules::{LawKind, Variant};
use crate::session::open::selection::is_playable;
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files, usage, version};
use crate::statistics::{Merge, Verdict};
use crate::verify::fuzz::FuzzReport;
use crate::verify::record::RecordOrigin;

use super::findings::{ChangedRow, PairFinding, all_findings, all_rows, pair_findings};

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

    /// What of some games is to be played with these seats and sides.
    fn plan(
        &self,
        variant: &Variant,
        names: &LabNames,
        games: Range<u64>,
    ) -> Result<LabPlan, Diagnostics> {
        let policies = self.policies.of_seats(&names.seats).and_then(|policies| {
            let is_one = policies.iter().all(|policy| *policy == policies[0]);
            if self.against.is_some() && !is_one {
                return Err("`--against` needs the same player in every seat".to_owned());
            }
            Ok(policies)
        });
        let policies = policies.map_err(|says| {
            let says = match variant.describe() {
                words if words.is_empty() => says,
                words => format!("{words}: {says}"),
            };
            let help = if variant.choices.iter().any(|(axis, _)| axis == "players") {
                "`--players N` plays with so many seats only; `--policy greedy` is for all seats"
            } else {
                "players are `uniform`, `greedy`, `search:400`, `solved` and `all-seeing:400`; `--policy red=search:400,blue=uniform`"
            };
            usage!(SeatPlayers, says, help)
        })?;
        Ok(LabPlan {
            policies,
            teams: names.teams.clone(),
            seed: self.seed,
            games,
            jobs: self.jobs,
            against: self.against,
            follows_lead: self.follows_lead,
        })
    }
}

/// What was counted of a variant by those players.
fn part_of<C>(variant: &Variant, plan: &LabPlan, names: LabNames, counts: C) -> VariantPart<C> {
    let policies = plan.policies.iter().map(SeatPolicy::to_string).collect();
    VariantPart { variant: variant.clone(), policies, names, counts }
}

/// # Errors
/// When one of them has no rules.
fn all_have_rules(packs: &[&Pack]) -> Result<(), Diagnostics> {
    if packs.iter().all(|pack| is_playable(pack)) {
        return Ok(());
    }
    let named = packs.iter().map(|pack| format!("`{}`", pack.game.id));
    let mut names: Vec<String> = named.collect();
    names.dedup();
    Err(usage!(
        CannotPlay,
        format!("{} cannot be played: it has no rules.star", names.join(" or ")),
        "`deckproof new my-game --rules tricks` makes a game with rules"
    )
    .into())
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
        Ok((variant, asked.plan(variant, &names, games.clone())?, names))
    });
    let ready = ready.collect::<Result<Vec<_>, Diagnostics>>()?;
    progress(0);
    let mut parts = Vec::new();
    for (before, (variant, plan, names)) in (0..).zip(ready) {
        let told = |done: u64| progress(before * (games.end - games.start) + done);
        let counts = lab::count(pack, variant, &plan, &told)?;
        parts.push(part_of(variant, &plan, names, counts));
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
        let (fault, sometimes) = (report.fault.as_ref(), report.of_kind(LawKind::Sometimes));
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
                sometimes: sometimes.map(|one| one.property.id.clone()).collect(),
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
        let plan = asked.plan(variant, &names, played.clone())?;
        let counts = PairCounts::new(names.seats.len(), std::iter::empty());
        parts.push(part_of(variant, &plan, names, counts));
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
            let plan = asked.plan(variant, &part.names, next.clone())?;
            let done = (played.end - games.start) * variants.len() as u64;
            let told = |pairs: u64| progress(done + pairs);
            let counts = lab::pairs([old, new], variant, &plan, &told)?;
            part.counts.merge(&counts);
        }
        played.end = next.end;
        let mut found =
            parts.iter().flat_map(|part| pair_findings(part, asked.games, stopping.negligible));
        let is_decided = found.all(|finding| finding.verdict != Verdict::Undecided);
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

/// Values of one run: each is a run of pairs.
const MOST_VALUES: usize = 100;

/// A value of a card that is tried: `assets.admiral.influence=1..5`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// Deck, card, and the keys below it; or `rules` and the keys of a number.
    pub path: Vec<String>,
    /// From the smallest, each once.
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
        let mut values: Vec<i64> = match values.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if from > to {
                    return Err(format!("`{text}` has no values: write the smaller one first"));
                }
                // One more than there may be: a range is not written out to be counted.
                (from..=to).take(MOST_VALUES + 1).collect()
            }
            None => values.split(',').map(number).collect::<Result<_, _>>()?,
        };
        if values.len() > MOST_VALUES {
            return Err(format!("`{text}` has more than {MOST_VALUES} values"));
        }
        // They are points of a curve.
        values.sort_unstable();
        values.dedup();
        Ok(Variation { path, values })
    }
}

impl std::fmt::Display for Variation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let values: Vec<String> = self.values.iter().map(i64::to_string).collect();
        write!(f, "{}={}", self.path.join("."), values.join(","))
    }
}

/// Each value of a number against the game as it is.
#[derive(Debug, Clone)]
pub struct Sweep {
    pub vary: Variation,
    pub header: PartHeader,
    /// Percentage points of wins that do not matter.
    pub negligible: f64,
    /// Of each value its pairs.
    pub parts: Vec<(i64, LabPart)>,
    /// The values with which the game cannot be played, and why.
    pub unplayable: Vec<(i64, Diagnostics)>,
}

/// What a value of a sweep does in one variant.
#[derive(Debug, Clone)]
pub struct SweptValue {
    pub value: i64,
    pub variant: Variant,
    pub pairs: u64,
    pub found: Vec<PairFinding>,
    /// The card whose value it is; `None` for a number of the rules.
    pub card: Option<ChangedRow>,
}

impl Sweep {
    /// Variant by variant, in the order of the values. What is told of one value of a variant is told of all: they are points of a curve.
    pub fn values(&self) -> Vec<SweptValue> {
        let row = self.vary.path[..2].join("/");
        let of_part = |(value, part): &(i64, LabPart)| {
            let PartResults::Pairs(all) = &part.results else {
                return Vec::new();
            };
            let swept = all.iter().map(|one| SweptValue {
                value: *value,
                variant: one.variant.clone(),
                pairs: one.counts.pairs,
                found: all_findings(one, self.header.planned, self.negligible),
                card: all_rows(&one.counts, self.header.planned)
                    .into_iter()
                    .find(|card| card.row == row),
            });
            swept.collect()
        };
        let by_value: Vec<Vec<SweptValue>> = self.parts.iter().map(of_part).collect();
        let variants = by_value.first().map_or(0, Vec::len);
        let of_variant = |at: usize| {
            let all = by_value.iter().filter_map(|all| all.get(at).cloned());
            let mut all: Vec<SweptValue> = all.collect();
            let found = all.iter().flat_map(|swept| &swept.found);
            let told = found.filter(|one| !one.is_idle).map(|one| one.what.clone());
            let told: BTreeSet<String> = told.collect();
            for swept in &mut all {
                swept.found.retain(|one| told.contains(&one.what));
            }
            all
        };
        (0..variants).flat_map(of_variant).collect()
    }
}

/// Plays each value of a number against the game as it is.
///
/// # Errors
/// As [`lab_pairs`], when the game has no such number, and when it cannot be played as it is or with any of the values. Values with which it cannot be
/// played are told beside the others.
pub fn lab_sweep(
    pack: &Pack,
    vary: &Variation,
    variants: &[Variant],
    asked: &LabAsked,
    stopping: Stopping,
    files: &mut Files,
    progress: LabProgress<'_>,
) -> Result<Sweep, Diagnostics> {
    let (mut parts, mut unplayable) = (Vec::new(), Vec::new());
    for (at, value) in vary.values.iter().enumerate() {
        let varied = vary.apply(pack, *value, files)?;
        let before = asked.games * (variants.len() * at) as u64;
        let told = |done: u64| progress(before + done);
        match lab_pairs([pack, &varied], variants, asked, stopping, &told) {
            Ok(part) => parts.push((*value, part)),
            Err(fault) if fault.of == Some(Only::Before) => return Err(fault.faults),
            Err(fault) if fault.faults.fault() == Some(Blame::Data) => {
                unplayable.push((*value, vary.of_value(*value, fault.faults, pack)));
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    if parts.is_empty() {
        return Err(unplayable.into_iter().flat_map(|(_, all)| all).collect());
    }
    let header = asked.header(&[pack]);
    Ok(Sweep { vary: vary.clone(), header, negligible: stopping.negligible, parts, unplayable })
}

impl Variation {
    /// The game with one of the values.
    ///
    /// # Errors
    /// When the game has no such card or number, or something else stands there.
    pub fn apply(&self, pack: &Pack, value: i64, files: &mut Files) -> Result<Pack, Diagnostics> {
        let quoted: Vec<String> = self.path.iter().map(|key| format!("{:?}", key)).collect();
        let (table, key) = quoted.split_at(quoted.len() - 1);
        let table = match self.path[0].as_str() {
            "rules" => table.join("."),
            _ => format!("cards.{}", table.join(".")),
        };
        let text = format!("[{table}]\n{} = {value}\n", key.concat());
        let changed = Overlay::read("--vary", text, files)
            .and_then(|overlay| overlay.over(&pack.game, &pack.decks));
        let (game, decks) = changed.map_err(|faults| {
            let faults = faults.into_iter().map(|fault| fault.fault(Blame::Usage));
            faults.collect::<Diagnostics>()
        })?;
        self.is_of_a_number(pack)?;
        let mut varied = pack.clone();
        (varied.game, varied.decks) = (game, decks);
        Ok(varied)
    }

    /// What is there now: of each card that is meant, or of the rules.
    fn current<'p>(&self, pack: &'p Pack) -> Vec<&'p Value> {
        let [first, rest @ ..] = self.path.as_slice() else {
            return Vec::new();
        };
        if first == "rules" {
            let rules = pack.game.rules.as_ref();
            let value = rules.and_then(|rules| below(&rules.numbers, rest));
            return value.into_iter().collect();
        }
        let [card, field, ..] = rest else {
            return Vec::new();
        };
        let deck = pack.decks.iter().filter(|deck| deck.id == *first);
        let rows = deck.flat_map(|deck| &deck.rows);
        let meant = rows.filter(|row| row.id == *card || card == "*");
        meant.filter_map(|row| row.get(field)).collect()
    }

    /// What is varied is a number of the rules, or one that stands in a card itself.
    fn is_of_a_number(&self, pack: &Pack) -> Result<(), Diagnostics> {
        let current = self.current(pack);
        let is_rule = self.path[0] == "rules";
        let is_none = if is_rule { current.is_empty() } else { self.path.len() > 3 };
        let name = self.path.join(".");
        let says = match current.iter().find(|value| value.as_integer().is_none()) {
            Some(other) => format!("`{name}` is {}: it cannot be varied", other.kind()),
            None if is_none => format!("`{name}` is no number"),
            None => return Ok(()),
        };
        Err(usage!(
            Overlay,
            says,
            "only whole numbers of cards and of the rules can be varied: `deck.card.number=1..5` or `rules.number=3,4,6`"
        )
        .into())
    }

    /// What is wrong with the game of a value, of which the game as it is knows nothing.
    fn of_value(&self, value: i64, faults: Diagnostics, pack: &Pack) -> Diagnostics {
        let before = format!("{}: ", pack.game.id);
        let of_value = |mut fault: Diagnostic| {
            let says = fault.message.strip_prefix(&before).unwrap_or(&fault.message);
            fault.message = format!("{} = {value}: {says}", self.path.join("."));
            if fault.code == Code::NotPlayable {
                let help = "write the value into the game and play it: `deckproof fuzz` shows the game that fails";
                fault = fault.help(help);
            }
            fault
        };
        faults.into_iter().map(of_value).collect()
    }
}

/// The value below so many keys.
fn below<'t>(table: &'t TomlTable, keys: &[String]) -> Option<&'t Value> {
    let (first, rest) = keys.split_first()?;
    let value = table.get(first)?;
    if rest.is_empty() { Some(value) } else { below(value.as_table()?, rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_in_order_and_each_is_tried_once() {
        let read = |values: &str| {
            let varied = format!("rules.k={values}").parse::<Variation>();
            varied.map(|varied| varied.values)
        };
        assert_eq!(read("9,1,5,1"), Ok(vec![1, 5, 9]));
        assert_eq!(read("-1..=1"), Ok(vec![-1, 0, 1]));
        let none = "`rules.k=9..2` has no values: write the smaller one first";
        assert_eq!(read("9..2"), Err(none.to_owned()));
        let many = "`rules.k=1..101` has more than 100 values";
        assert_eq!(read("1..101"), Err(many.to_owned()));
    }
}
