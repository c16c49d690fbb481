//! Runs all scenarios of a game, finds the clauses and refusals that none of them shows, and writes one down as a record. A pack
//! comes in; a [`ScenarioReport`], or the text of a record, goes out.

use std::collections::BTreeMap;

use super::blame::BlameSearch;
use super::playing::{moves_of, play, staged_table, table_json};
use super::reading::{Act, Scenario, ScenarioStep, read_all};
use crate::cards::Pack;
use crate::check::{citable, cited_as, unknown_citation};
use crate::rules::{Property, Variant};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span, fault};
use crate::verify::record::{RecordHeader, RecordOrigin, misfits_in_words, write_record};

/// So many mismatches of a scenario are shown beside the first.
const MOST_SHOWN: usize = 11;

/// Runs the scenarios beside the cards, each in the variant that it names. What does not hold is reported with its
/// position in the scenario and in the data.
///
/// # Errors
/// When the data cannot be played.
pub fn run_scenarios(pack: &Pack, files: &mut Files) -> Result<ScenarioReport, Diagnostics> {
    with_width!(&[pack], S => {
        let axes = script_axes(&pack.game);
        let mut report = ScenarioReport::default();
        let scenarios = read_all(pack, &axes, files, &mut report.faults);
        // The first variant in any case: data that cannot be played is reported even without a scenario.
        let first = Variant::first(&axes);
        let mut rules = BTreeMap::from([(&first, Rules::<S>::of(pack, &first)?)]);
        for scenario in &scenarios {
            if !rules.contains_key(&scenario.variant) {
                rules.insert(&scenario.variant, Rules::<S>::of(pack, &scenario.variant)?);
            }
        }
        // The differences from the shipped game are only computed when something fails.
        let mut search = None;
        for scenario in &scenarios {
            let Some(rules) = rules.get(&scenario.variant) else {
                continue;
            };
            let faults = play(rules, scenario);
            let fault = (!faults.is_empty()).then(|| {
                let search = search
                    .get_or_insert_with(|| BlameSearch::<S>::new(pack, pack.original(files).as_ref()));
                let places = search.places(scenario, &faults, files);
                together(faults, places)
            });
            let fault = fault.flatten();
            report.scenarios.push(ScenarioOutcome {
                slug: scenario.slug.clone(),
                title: scenario.title.clone(),
                cites: scenario.cites.iter().map(|c| c.0.clone()).collect(),
                fault: fault.as_ref().map(|fault| fault.message.clone()),
            });
            if let Some(mut fault) = fault {
                fault.message = format!("{}: {}", scenario.name(), fault.message);
                report.faults.push(fault);
            }
        }
        let laws = |scenario: &Scenario| {
            rules.get(&scenario.variant).map_or(&[][..], |rules| rules.properties.as_slice())
        };
        note(pack, &scenarios, laws, files, &mut report);
        Ok(report)
    })
}

/// Everything that is wrong with one scenario as one diagnostic, with the places in the data.
fn together(faults: Diagnostics, places: Vec<(Span, String)>) -> Option<Diagnostic> {
    let mut faults = faults.into_iter();
    let mut first = faults.next()?;
    if faults.len() > MOST_SHOWN {
        let more = faults.len() - MOST_SHOWN;
        first.message = format!("{}; and {more} more", first.message);
    }
    let related = faults.take(MOST_SHOWN).filter_map(|fault| Some((fault.span?, fault.message)));
    first.related.extend(related);
    first.related.extend(places);
    Some(first)
}

/// One scenario that was run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScenarioOutcome {
    /// The file's name without its ending.
    pub slug: String,
    pub title: String,
    /// The clauses that it shows: "CH2-E6".
    pub cites: Vec<String>,
    /// What does not hold in it.
    pub fault: Option<String>,
}

impl ScenarioOutcome {
    pub fn holds(&self) -> bool {
        self.fault.is_none()
    }
}

/// All scenarios of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScenarioReport {
    pub scenarios: Vec<ScenarioOutcome>,
    /// What does not hold, and what cannot be read.
    pub faults: Diagnostics,
    /// Clauses that no scenario shows and that are not declared as invisible, in the order of the rules.
    pub without: Vec<String>,
    /// Refusals with which no scenario expects a move to be refused, each with its clause.
    pub unshown_refusals: Vec<String>,
    /// Clauses that no table can show, each with the reason that the data gives.
    pub not_on_a_table: Vec<(String, String)>,
}

impl ScenarioReport {
    /// How many hold.
    pub fn held(&self) -> usize {
        self.scenarios.iter().filter(|s| s.holds()).count()
    }

    /// A line about refusals that no scenario shows; nothing where all are shown, or there are no scenarios.
    pub fn refusals_summary(&self) -> Option<String> {
        if self.unshown_refusals.is_empty() || self.scenarios.is_empty() {
            return None;
        }
        let unshown = self.unshown_refusals.join(", ");
        Some(format!("no scenario shows a move refused with {unshown}"))
    }

    /// One line: "24 scenarios hold; every rule has one".
    pub fn summary(&self) -> String {
        let (held, all) = (self.held(), self.scenarios.len());
        let hold = match (held, all) {
            (_, 0) => return "no scenarios".to_owned(),
            (1, 1) => "1 scenario holds".to_owned(),
            _ if held == all => format!("{all} scenarios hold"),
            _ => format!("{held} of {all} scenarios hold"),
        };
        match self.without.as_slice() {
            [] => format!("{hold}; every rule has one"),
            without => format!("{hold}; none shows {}", without.join(", ")),
        }
    }
}

/// Notes in `report` which clauses have no scenario, and what is wrong with the citations. The `laws` of its variant
/// may be cited as well: a scenario that a broken law left behind.
fn note<'l>(
    pack: &Pack,
    scenarios: &[Scenario],
    laws: impl Fn(&Scenario) -> &'l [Property],
    files: &mut Files,
    report: &mut ScenarioReport,
) {
    let clauses = citable(pack, files);
    let mut faults = Vec::new();
    for scenario in scenarios {
        let is_law = |cite: &str| laws(scenario).iter().any(|law| law.id == cite);
        let cites = scenario.cites.iter().filter(|(cite, _)| !is_law(cite));
        faults
            .extend(cites.filter_map(|(cite, span)| unknown_citation(pack, cite, *span, &clauses)));
    }
    let cited: Vec<&String> =
        scenarios.iter().flat_map(|s| &s.cites).map(|(cite, _)| cite).collect();
    for (clause, span, why) in &pack.game.scenarios.not_on_a_table {
        let name = cited_as(pack, clause);
        faults.extend(unknown_citation(pack, &name, *span, &clauses));
        if cited.contains(&&name) {
            let fault = fault!("`{clause}` is said to be on no table, but a scenario shows it";
                "take it out of `not-on-a-table`, or out of the scenario's `cites`");
            faults.push(fault.error(Code::ClauseOnATable).at(*span));
        }
        report.not_on_a_table.push((name, why.clone()));
    }
    faults.into_iter().for_each(|fault| report.faults.push(fault));
    let declared = |c: &String| report.not_on_a_table.iter().any(|(name, _)| name == c);
    let without = clauses.iter().filter(|c| !cited.contains(c) && !declared(c));
    report.without = without.cloned().collect();
    report.unshown_refusals = unshown_refusals(pack, scenarios);
}

/// The refusals with which no scenario expects a move to be refused, each with its clause: "`follow-suit` (R4)".
fn unshown_refusals(pack: &Pack, scenarios: &[Scenario]) -> Vec<String> {
    let steps = scenarios.iter().flat_map(|scenario| &scenario.steps);
    let shown = |key: &str| {
        let is_it = |step: &ScenarioStep| matches!(&step.act, Act::Refuse { because, .. } if because.0 == key);
        steps.clone().any(is_it)
    };
    let table = pack.game.table.as_ref().map(|(table, _)| table);
    table
        .and_then(|table| table.get("refusals")?.as_table())
        .into_iter()
        .flat_map(|refusals| &refusals.entries)
        .filter(|(key, _)| !shown(&key.name))
        .map(|(key, refusal)| {
            match refusal.as_table().and_then(|table| table.get("rule")?.as_str()) {
                Some(rule) => format!("`{}` ({rule})", key.name),
                None => format!("`{}`", key.name),
            }
        })
        .collect()
}

/// The record of a scenario: the table that it sets up, and its moves up to the first that cannot be played.
///
/// # Errors
/// When there is no such scenario, when its table cannot be set up, or when the data cannot be played.
pub fn record_scenario(pack: &Pack, slug: &str, files: &mut Files) -> Result<String, Diagnostics> {
    with_width!(&[pack], S => {
        let scenarios = read_all(pack, &script_axes(&pack.game), files, &mut Diagnostics::new());
        let Some(scenario) = scenarios.iter().find(|scenario| scenario.slug == slug) else {
            let fault = fault!("there is no scenario `{slug}` that can be read";
                "its file lies in scenarios/; `deckproof check` says what is wrong with it");
            return Err(fault.error(Code::UnknownName).into());
        };
        let rules = Rules::<S>::of(pack, &scenario.variant)?;
        let moves = moves_of(&rules, scenario)?;
        let origin = RecordOrigin::new(pack, &scenario.variant);
        let header = RecordHeader {
            table: (!scenario.set_up).then(|| table_json(scenario)),
            ..RecordHeader::new(origin, scenario.seed.into(), "scenario", &rules.names)
        };
        let piles = if scenario.set_up { Some(staged_table(&rules, scenario)?.piles) } else { None };
        let written = write_record(&rules, header, piles, &moves).map(|(text, _)| text);
        written.map_err(|misfits| {
            fault!("{slug}: {}", misfits_in_words(&misfits); "`deckproof check` points at the line")
                .error(Code::Staging)
                .into()
        })
    })
}
