//! Edits the data of a game one value at a time and looks for a check, scenario or law that fails. A game and what is asked for come in;
//! the edits with who noticed each go out, and diagnostics. Called by the command `mutate`.

use std::time::Instant;

use crate::cards::Mutation;
use crate::check::{Stage, check_data};
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::open::host::Host;
use crate::session::open::selection::Playable;
use crate::source::{Code, Diagnostic, Diagnostics, Files, counted, one_or_many};
use crate::verify::mutate::{MutationPlan, run_mutations};

use super::mutation_report::Tried;

/// Which edits are asked for; all where nothing is said.
#[derive(Debug, Clone, Copy)]
pub struct EditsAsked<'a> {
    pub deck: &'a [String],
    pub cards: &'a [String],
    /// Those of the numbers of `[rules]`, the rulings and the script, beside decks and cards that are named.
    pub rules: bool,
}

/// Tries the edits of a game.
///
/// # Errors
/// Rules that cannot be played.
pub fn try_edits(
    game: Playable,
    asked: EditsAsked,
    plan: MutationPlan,
    host: &mut dyn Host,
) -> Result<Tried, Diagnostics> {
    let Playable { pack, .. } = game;
    let mut mutations = pack.mutations();
    mutations.retain(|mutation| is_asked_for(asked, mutation));
    let (steps, all) = (host.progress(&pack.game.full_title()), mutations.len());
    let start = Instant::now();
    let progress = |done: u64| steps(done as usize, all);
    let noticed = run_mutations(&pack, &mutations, &plan, host.files(), &progress)?;
    let axes = script_axes(&pack.game);
    Ok(Tried {
        plan,
        edits: mutations.into_iter().zip(noticed).collect(),
        variants: Variant::all(&axes).len(),
        seconds: start.elapsed().as_secs_f64(),
        pack,
    })
}

fn is_asked_for(args: EditsAsked, mutation: &Mutation) -> bool {
    let named = |names: &[String], place: usize| {
        let name = mutation.path.get(place);
        names.is_empty() || name.is_some_and(|name| names.contains(name))
    };
    if mutation.is_of_a_card() {
        let any = args.deck.is_empty() && args.cards.is_empty();
        !(any && args.rules) && named(args.deck, 0) && named(args.cards, 1)
    } else {
        args.rules || args.deck.is_empty() && args.cards.is_empty()
    }
}

/// What is wrong with the data, and with `[free-by-design]`.
pub fn warnings_of(tried: &Tried, files: &mut Files) -> Diagnostics {
    let mut warnings = check_data(&tried.pack, Stage::Read, &Diagnostics::new(), files);
    warnings.append(free_in_vain(tried));
    warnings
}

/// The lines of `[free-by-design]` all of whose edits are noticed, as far as all of them were asked for.
fn free_in_vain(tried: &Tried) -> Diagnostics {
    let mut warnings = Diagnostics::new();
    let all = tried.pack.mutations();
    let free = tried.pack.game.free.iter();
    for free in free.filter(|free| !free.is_except()) {
        let covered = all.iter().filter(|m| free.covers(&m.path)).count();
        let edits = tried.edits.iter().filter(|(m, _)| free.covers(&m.path));
        let noticed = edits.filter(|(_, noticed)| noticed.fails()).count();
        if covered > 0 && noticed == covered {
            let message = format!("every edit of `{}` is noticed: nothing is free", free.pattern);
            warnings.push(
                Diagnostic::warning(Code::FreeInVain, message)
                    .at(free.span)
                    .help("take the line away"),
            );
        }
    }
    warnings
}

/// One fault for all survivors of a game, at the first.
pub fn unnoticed(tried: &Tried) -> Option<Diagnostic> {
    let (first, _) = tried.survivors().next()?;
    let survivors = tried.survivors().count();
    let message = format!(
        "{}: {} {} noticed by no check, scenario or law",
        tried.pack.game.id,
        if survivors == 1 { "an edit".to_owned() } else { counted(survivors, "edit") },
        one_or_many(survivors, "is", "are")
    );
    let fault = Diagnostic::error(Code::Unnoticed, message).help(
        "write a scenario that shows the rule, or say in [free-by-design] of game.toml why any value is as good",
    );
    Some(fault.at(first.span).label(first.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::prove::mutation_report::tests::all;
    use crate::verify::mutate::Noticed;

    const GAME: &str = "caps-and-hammers";

    fn scenario(_: &Mutation) -> Noticed {
        Noticed::Scenario("r12".to_owned())
    }

    #[test]
    fn what_is_asked_for_is_edited() {
        let files = &mut Files::new();
        let tried = all(GAME, scenario, files);
        let groups = |words: &str| {
            let of = |option: &str| -> Vec<String> {
                let all = words.split("--").filter_map(|word| word.strip_prefix(option));
                all.flat_map(|values| values.trim().split(',').map(str::to_owned)).collect()
            };
            let (deck, cards) = (&of("deck")[..], &of("cards")[..]);
            let asked = EditsAsked { deck, cards, rules: words.contains("--rules") };
            let asked = tried.edits.iter().filter(|(m, _)| is_asked_for(asked, m));
            let mut groups: Vec<&str> = asked.map(|(m, _)| m.group()).collect();
            groups.dedup();
            groups.join(" ")
        };
        let decks = "assets countries labs defcon justifications";
        assert_eq!(groups(""), format!("rules rulings {decks} script"));
        assert_eq!(groups("--rules"), "rules rulings script");
        assert_eq!(groups("--deck labs --deck assets"), "assets labs");
        assert_eq!(groups("--deck labs --rules"), "rules rulings labs script");
        assert_eq!(groups("--cards spy,moon-probe"), "assets labs");
        assert_eq!(groups("--deck labs --cards spy"), "");
    }

    #[test]
    fn what_is_free_by_design_does_not_survive() {
        let files = &mut Files::new();
        let tried = all(GAME, |_| Noticed::Nobody, files);
        let is_default = |m: &Mutation| m.path.last().is_some_and(|key| key == "default");
        let defaults = tried.edits.iter().filter(|(m, _)| is_default(m));
        assert_eq!(defaults.count(), 21, "one for each country");
        assert!(!tried.survivors().any(|(m, ..)| is_default(m)));
        let told = unnoticed(&tried).unwrap();
        assert!(told.message.ends_with("edits are noticed by no check, scenario or law"));
        assert!(files.place(told.span.unwrap()).contains("game.toml"));
        assert!(free_in_vain(&tried).is_empty());
    }

    #[test]
    fn a_free_value_that_is_noticed_is_told() {
        let files = &mut Files::new();
        let mut tried = all(GAME, scenario, files);
        assert!(unnoticed(&tried).is_none());
        let told = free_in_vain(&tried);
        let messages: Vec<&str> = told.iter().map(|w| w.message.as_str()).collect();
        let free = "every edit of `countries.*.default` is noticed: nothing is free";
        assert!(messages.contains(&free), "{messages:?}");
        // One country was not tried, so the claim cannot be refuted: it may be an edit that nobody notices.
        tried.edits.retain(|(m, _)| m.path.get(1).is_none_or(|card| card != "iraq"));
        let told = free_in_vain(&tried);
        assert!(!told.iter().any(|w| w.message == free));
    }
}
