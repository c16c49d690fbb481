//! Runs all scenarios of a game. A pack comes in; a [`ScenarioReport`] goes out.

use std::collections::BTreeMap;

use super::blame::BlameSearch;
use super::coverage;
use super::playing::play;
use super::reading::{Scenario, read_all};
use super::report::{ScenarioOutcome, ScenarioReport};
use crate::cards::Pack;
use crate::rules::Variant;
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Diagnostic, Diagnostics, Files, Span};

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
            let fault = if faults.is_empty() {
                None
            } else {
                let search = search
                    .get_or_insert_with(|| BlameSearch::<S>::new(pack, pack.original(files).as_ref()));
                let places = search.places(scenario, &faults, files);
                together(faults, places)
            };
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
        let laws = |scenario: &Scenario| match rules.get(&scenario.variant) {
            Some(rules) => rules.properties.as_slice(),
            None => &[],
        };
        coverage::note(pack, &scenarios, laws, files, &mut report);
        Ok(report)
    })
}

/// Everything that is wrong with one scenario as one diagnostic, with the places in the data.
fn together(faults: Diagnostics, places: Vec<(Span, String)>) -> Option<Diagnostic> {
    let mut faults = faults.into_iter();
    let mut first = faults.next()?;
    let rest: Vec<Diagnostic> = faults.collect();
    if rest.len() > MOST_SHOWN {
        let more = rest.len() - MOST_SHOWN;
        first.message = format!("{}; and {more} more", first.message);
    }
    for fault in rest.into_iter().take(MOST_SHOWN) {
        if let Some(span) = fault.span {
            first = first.related(span, fault.message);
        }
    }
    first.related.extend(places);
    Some(first)
}
