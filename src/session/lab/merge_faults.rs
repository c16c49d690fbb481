//! Finds what is wrong in a merged run: laws that do not hold, and things that never happened. The sum of the
//! parts comes in, diagnostics go out. Called by `merging`.

use crate::lab::{LabPart, LawCounts, PartResults, VariantPart};
use crate::session::open::chosen_variants::with_options;
use crate::source::{Code, Diagnostic, Diagnostics, grouped};
use crate::verify::fuzz::RARE;

/// The errors that one run would have had.
pub fn merge_faults(whole: &LabPart) -> Diagnostics {
    match &whole.results {
        PartResults::Laws(all) => law_faults(whole, all),
        PartResults::Games(_) | PartResults::Pairs(_) => Diagnostics::new(),
    }
}

/// Laws that do not hold; in a whole run without one, what was never seen.
fn law_faults(whole: &LabPart, all: &[VariantPart<LawCounts>]) -> Diagnostics {
    let mut faults = Diagnostics::new();
    all.iter().filter_map(|one| broken(whole, one)).for_each(|fault| faults.push(fault));
    // As in one run: one that ended at a broken law was too short to expect every event.
    if faults.is_empty() && whole.missing().is_empty() {
        unseen(whole, all, &mut faults);
    }
    faults
}

fn broken(whole: &LabPart, one: &VariantPart<LawCounts>) -> Option<Diagnostic> {
    let header = &whole.header;
    let (game, law) = one.counts.broken.as_ref()?;
    let message = format!(
        "{}: {law} does not hold{} in game {game} of seed {}",
        header.title,
        with_options(&one.variant),
        header.seed
    );
    // A share of one game.
    let (number, total) = (game + 1, header.total);
    let help = format!(
        "`deckproof {} --shard {number}/{total} --part game-{game}.json` plays this game alone, and writes it as a record and as a scenario",
        header.command
    );
    Some(Diagnostic::error(Code::LawBroken, message).help(help))
}

fn unseen(whole: &LabPart, all: &[VariantPart<LawCounts>], faults: &mut Diagnostics) {
    for one in all.iter().filter(|one| one.counts.games >= RARE) {
        let counts = &one.counts;
        let is_unseen = |(id, count): &&(String, u64)| *count == 0 && counts.sometimes.contains(id);
        for (id, _) in counts.properties.iter().filter(is_unseen) {
            let message = format!(
                "{}: `{id}` was seen in none of {} games{}",
                whole.header.title,
                grouped(counts.games),
                with_options(&one.variant)
            );
            let help = format!(
                "in {} games it should be: no card or rule brings it about any more, or hardly ever",
                grouped(RARE)
            );
            faults.push(Diagnostic::error(Code::NeverSeen, message).help(help));
        }
    }
}
