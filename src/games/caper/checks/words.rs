#![doc = include_str!("../../../source/codes/D315.md")]

use super::data::Data;
use crate::games::caper::abilities::Reading;
use crate::games::caper::{Abilities, Role, Voice};
use crate::source::{Code, Diagnostic, Diagnostics};

/// Symbols of abilities that the legend explains, each with an ability that prints it.
const EXPLAINED: [(&str, &str); 10] = [
    ("{caper}", "gives = [{ capers = 1 }]"),
    ("{point}", "gives = [{ points = 1 }]"),
    ("{flip}", "when-played = [{ flip = 1 }]"),
    ("{shield}", "gives = [{ protect = \"self\" }]"),
    (
        "{map-mine}",
        "gives = [{ points = { each = \"…\", of = \"yours\" } }]",
    ),
    (
        "{map-theirs}",
        "gives = [{ points = { each = \"…\", of = \"theirs\" } }]",
    ),
    ("{jewel}", "gives = [{ goods = [\"jewel\"] }]"),
    ("{antique}", "gives = [{ goods = [\"antique\"] }]"),
    ("{painting}", "gives = [{ goods = [\"painting\"] }]"),
    ("{wild}", "gives = [{ goods = [\"wild\"] }]"),
];

/// Symbols that the legend of the reference cards explains, although no card prints them.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let rows = || data.decks.iter().flat_map(|deck| &deck.rows);
    let shows = |row: &&crate::cards::Row| {
        row.get("shows")
            .is_some_and(|v| v.as_str() == Some("legend"))
    };
    let Some(legend) = rows().find(shows) else {
        return;
    };
    let printed = printed(data);
    for (symbol, example) in EXPLAINED {
        if !printed.contains(symbol) {
            let message = format!("the legend explains `{symbol}`, which is on no card");
            faults.push(
                Diagnostic::warning(Code::UnusedWord, message)
                    .at(legend.place("shows"))
                    .help(format!("give a card the ability again, as in `{example}`")),
            );
        }
    }
}

/// The symbols of all cards that are played, in one text.
fn printed(data: &Data<'_>) -> String {
    let voice = Voice::of(data.game);
    // What is wrong with an ability is told by its card.
    let mut faults = Diagnostics::new();
    let mut reading = Reading {
        palette: &voice.palette,
        faults: &mut faults,
    };
    let mut text = String::new();
    for deck in data.decks {
        let role = Role::of(deck);
        for row in deck
            .rows
            .iter()
            .filter(|row| role != Role::Aid && row.copies > 0)
        {
            let abilities = Abilities::read(row, role, &mut reading);
            text.push_str(&abilities.symbols(&voice));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::testing::{field, warnings_without};

    #[test]
    fn the_legend_explains_what_is_looked_for() {
        let legend = field("references", "snitch", "legend");
        for (symbol, _) in EXPLAINED {
            assert!(legend.contains(symbol), "{symbol}");
        }
    }

    #[test]
    fn a_symbol_that_no_card_has_is_explained_in_vain() {
        let told = warnings_without("\"antique\"", "\"jewel\"");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with("the legend explains `{antique}`, which is on no card ("),
            "{told:?}"
        );
    }
}
