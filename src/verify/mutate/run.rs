//! Finds out who notices each edit, on several threads. A game and edits of it come in; a [`Noticed`] for each goes
//! out, the same for any number of threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cards::{Mutation, Pack};
use crate::check::{check_again, read_edited};
use crate::rules::{Breach, LawKind, Variant};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, Files, fault};
use crate::table::CardSet;
use crate::verify::fuzz::{FuzzPlan, Progress, search};
use crate::verify::panics::guarded;
use crate::verify::playing::{Common, Failure, property_id};
use crate::verify::scenario::{self, Scenario};
use crate::verify::threads::{each_number, locked};

/// Who was the first to notice an edit, the cheapest asked first.
#[derive(Debug, Clone, PartialEq)]
pub enum Noticed {
    /// Reading or compiling the data reports something new.
    Check { code: Code, says: String },
    /// A scenario that held does not.
    Scenario(String),
    /// A law does not hold in a random game of a variant.
    Law { law: String, says: String, variant: Variant },
    /// No check, scenario or law.
    Nobody,
}

impl Noticed {
    /// Whether something failed, so that the edit cannot stay.
    pub fn fails(&self) -> bool {
        *self != Noticed::Nobody
    }
}

/// How each edit is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutationPlan {
    /// Games of each variant that are played with every law watched.
    pub games: u64,
    /// Names the run: the same seed plays the same games.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
}

impl MutationPlan {
    fn laws(&self, jobs: usize) -> FuzzPlan {
        FuzzPlan { games: self.games, seed: self.seed, jobs, ..FuzzPlan::default() }
    }
}

/// Who notices each of the edits, in their order.
///
/// # Errors
/// When the game as it is cannot be played, a scenario does not hold or a law is broken: then nothing can be noticed.
pub fn run_mutations(
    pack: &Pack,
    mutations: &[Mutation],
    plan: &MutationPlan,
    files: &mut Files,
    progress: Progress<'_>,
) -> Result<Vec<Noticed>, Diagnostics> {
    with_width!(&[pack], S => {
        Ok(Base::of::<S>(pack, plan, files)?.ask_all::<S>(mutations, progress))
    })
}

/// The game as it is, which all edits are compared with.
struct Base<'a> {
    pack: &'a Pack,
    plan: &'a MutationPlan,
    told: Diagnostics,
    scenarios: Vec<Scenario>,
    /// The laws of each variant.
    laws: BTreeMap<Variant, Vec<String>>,
}

/// The ids of what always holds, and of what never happens.
fn laws<S: CardSet>(rules: &Rules<S>) -> Vec<String> {
    rules.properties.iter().filter(|p| p.kind != LawKind::Sometimes).map(|p| p.id.clone()).collect()
}

impl<'a> Base<'a> {
    fn of<S: CardSet>(
        pack: &'a Pack,
        plan: &'a MutationPlan,
        files: &mut Files,
    ) -> Result<Self, Diagnostics> {
        let axes = script_axes(&pack.game);
        let mut faults = Diagnostics::new();
        let scenarios = scenario::read_all(pack, &axes, files, &mut faults);
        let mut all_laws = BTreeMap::new();
        for variant in Variant::all(&axes) {
            let rules = Rules::<S>::of(pack, &variant)?;
            for scenario in scenarios.iter().filter(|s| s.variant == variant) {
                for mut fault in scenario::play(&rules, scenario) {
                    fault.message = format!("{}: {}", scenario.name(), fault.message);
                    faults.push(fault);
                }
            }
            if let Some(Failure { breach, .. }) =
                search(&rules, &plan.laws(plan.jobs), &|_| ()).failure
            {
                let law = property_id(&rules, breach.property);
                let breach = breach.at_its_law(&rules.properties);
                let fault = fault!("{}: {law} does not hold: {}", pack.game.id, breach.says;
                    "`deckproof check` shows the game; nothing can be noticed before it holds");
                faults.push(
                    fault.error(Code::LawBroken).at_maybe(breach.at.or(pack.game.table_span())),
                );
            }
            all_laws.insert(variant, laws(&rules));
        }
        if faults.has_errors() {
            return Err(faults);
        }
        let told = check_again(pack, Diagnostics::new());
        Ok(Base { pack, plan, told, scenarios, laws: all_laws })
    }

    /// Who notices each of the edits.
    fn ask_all<S: CardSet>(&self, mutations: &[Mutation], progress: Progress<'_>) -> Vec<Noticed> {
        let done = AtomicU64::new(0);
        let found = Mutex::new(vec![Noticed::Nobody; mutations.len()]);
        each_number(self.plan.jobs, mutations.len() as u64, |number| {
            let number = number as usize;
            let noticed = self.ask::<S>(&mutations[number]);
            locked(&found)[number] = noticed;
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            true
        });
        std::mem::take(&mut *locked(&found))
    }

    /// Who notices one edit.
    fn ask<S: CardSet>(&self, mutation: &Mutation) -> Noticed {
        // A panic while reading or compiling counts as noticed by the reader.
        match guarded(|| Ok(self.read::<S>(mutation))) {
            Ok(Ok(rules)) => self.play(&rules),
            Ok(Err(noticed)) => noticed,
            Err(breach) => Noticed::Law {
                law: Common::Panics.id().to_owned(),
                says: breach.says,
                variant: Variant::default(),
            },
        }
    }

    /// The edited game, compiled for each of its variants.
    fn read<S: CardSet>(&self, mutation: &Mutation) -> Result<Vec<(Variant, Rules<S>)>, Noticed> {
        let (pack, faults) = read_edited(self.pack, mutation);
        let new = |fault: &&Diagnostic| !self.told.iter().any(|old| old == *fault);
        let check =
            |fault: &Diagnostic| Noticed::Check { code: fault.code, says: fault.message.clone() };
        if let Some(fault) = faults.iter().find(new) {
            return Err(check(fault));
        }
        let compiled = |variant: Variant| match Rules::of(&pack, &variant) {
            Ok(rules) => Ok((variant, rules)),
            Err(faults) => Err(faults.iter().next().map_or(Noticed::Nobody, check)),
        };
        Variant::all(&script_axes(&pack.game)).into_iter().map(compiled).collect()
    }

    fn play<S: CardSet>(&self, rules: &[(Variant, Rules<S>)]) -> Noticed {
        let of = |variant: &Variant| rules.iter().find(|(v, _)| v == variant).map(|(_, r)| r);
        for scenario in &self.scenarios {
            // A variant that is gone fails every scenario that names it.
            let holds = of(&scenario.variant).is_some_and(|rules| {
                guarded(|| Ok(scenario::play(rules, scenario).is_empty())) == Ok(true)
            });
            if !holds {
                return Noticed::Scenario(scenario.slug.clone());
            }
        }
        for (variant, rules) in rules {
            let noticed = |law: &str, says: String| Noticed::Law {
                law: law.to_owned(),
                says,
                variant: variant.clone(),
            };
            let own = laws(rules);
            let mut base = self.laws.get(variant).into_iter().flatten();
            if let Some(law) = base.find(|law| !own.contains(law)) {
                return noticed(law, "it is no law of the edited game".to_owned());
            }
            if let Some(failure) = search(rules, &self.plan.laws(1), &|_| ()).failure {
                let Breach { property, says, .. } = failure.breach;
                return noticed(property_id(rules, property), says);
            }
        }
        Noticed::Nobody
    }
}
