#![doc = include_str!("../source/codes/D027.md")]

use super::game_data::GameData;
use crate::cards::{FreeByDesign, Mutation};
use crate::source::{Diagnostics, Files, did_you_mean, warning};

/// Patterns of `[free-by-design]` among which none of the game's values is.
pub fn check_free_of_nothing(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    let (pack, free) = (data.pack, &data.pack.game.free);
    // Errors in the rules are reported separately.
    if free.is_empty() || !pack.reads_rules() {
        return;
    }
    let values = pack.mutations();
    let of_nothing = |f: &&FreeByDesign| !values.iter().any(|m| f.covers(&m.path));
    for free in free.iter().filter(of_nothing) {
        let message = format!("no value that plays is called `{}`", free.pattern);
        let mut names: Vec<String> = values.iter().map(Mutation::name).collect();
        names.dedup();
        let near = did_you_mean(&free.pattern, &names);
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "take it away, or write `deck.card.key`, `rules.key` or `rulings.word`, with `*` for any of them; \
                `deckproof mutate --list` names every value"
                .to_owned(),
        };
        faults.push(warning!(FreeOfNothing, free.span, message, help));
    }
}
