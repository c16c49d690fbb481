//! Cards that are in play together are told apart by their names.

use std::collections::BTreeMap;

use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// Tells cards of one name; each card comes with the place of its row's id.
pub fn one_name_each<'a>(
    cards: impl IntoIterator<Item = (&'a String, Span)>,
    faults: &mut Diagnostics,
) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, place) in cards {
        match seen.get(name.as_str()) {
            None => _ = seen.insert(name, place),
            Some(first) => faults.push(
                Diagnostic::error(
                    Code::SharedName,
                    format!("two cards of the game are called `{name}`"),
                )
                .at(place)
                .related(*first, "first called so here")
                .help("give each row of the decks that play an `id` of its own"),
            ),
        }
    }
}
