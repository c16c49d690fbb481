//! What the family reads of decks and rules, for editors.

use super::abilities::{Cost, Good, Income, Reading, Slot};
use super::card::Role;
use super::checks::{DEALT, NUMBERS, RANGE};
use super::palette::Palette;
use super::play::{MOST_POINTS, Rules};
use super::shows;
use crate::cards::schema::{Keys, list, one_of, shown, whole, word};
use crate::cards::{Game, Setting};
use crate::source::Diagnostics;

/// The keys of a row of a deck, by what its cards are.
pub fn row(setting: &Setting<'_>) -> Keys {
    let palette = Palette::of(setting.game);
    let mut faults = Diagnostics::new();
    let reading = Reading {
        palette: &palette,
        faults: &mut faults,
    };
    let keys = Keys::new("A card.");
    let keys = match Role::of(setting.deck) {
        Role::Location => {
            let reward = reading.schema("One thing that the winner gets.", Slot::Reward);
            let modifier = "What the location does to the cards there (CAP-R15).";
            keys.must(
                "reward",
                list("What the winner of the location gets (CAP-R15).", reward),
            )
            .may("modifier", reading.schema(modifier, Slot::Modifier))
            .may(
                "reward-text",
                shown("A sentence in the place of that of the reward."),
            )
        }
        Role::Thief => crew(keys.may(Income::KEY, Income::schema()), &reading),
        Role::Gear => crew(keys.may(Cost::KEY, Cost::schema()), &reading),
        Role::Aid => keys,
    };
    let about = "A part of the rules that is shown from the numbers of game.toml.";
    keys.may("shows", one_of(about, &shows::ALL))
}

/// What thieves and gear have in common.
fn crew(keys: Keys, reading: &Reading<'_>) -> Keys {
    let played = reading.schema("One thing that happens.", Slot::WhenPlayed);
    let gives = reading.schema("One thing that it gives.", Slot::Gives);
    keys.may(
        "when-played",
        list(
            "What happens when the card is played, in this order (CAP-R13, CAP-G17).",
            played,
        ),
    )
    .may(
        "gives",
        list(
            "What the card gives as long as it lies face up (CAP-R13).",
            gives,
        ),
    )
    .may(
        "text",
        shown("Sentences in the place of those that are made from the abilities."),
    )
}

/// What the numbers of `[rules]` mean, by their path.
const ABOUT: [(&str, &str); 11] = [
    ("coins", "Coins in the game (CAP-R4)."),
    ("locations", "Locations in play (CAP-R4)."),
    (
        "discard-coins",
        "Coins for gear that is discarded (CAP-R10).",
    ),
    (
        "limits.thieves-at-location",
        "Most thieves of a player at a location (CAP-R9).",
    ),
    ("limits.gear-on-thief", "Most gear on a thief (CAP-R10)."),
    (
        "fully-equipped.gear",
        "So much gear equips a thief fully (CAP-R11).",
    ),
    (
        "fully-equipped.capers",
        "Capers of a thief who is fully equipped (CAP-R11).",
    ),
    (
        "snitch.deal",
        "Times the tracker's number that the Snitch is dealt (CAP-R19).",
    ),
    (
        "snitch.share",
        "The Snitch's share of the higher points is one in so many (CAP-R20).",
    ),
    ("teams.pass", "Cards that a Lookout passes (CAP-R21)."),
    (
        "teams.discard-points",
        "Points for each gear in a team's discards (CAP-R22).",
    ),
];

/// The keys of `[rules]`. Others are let through, as templates may show them.
pub fn rules(game: &Game) -> Keys {
    let rows = |table: &str| {
        let rows = game.tables.get(table).into_iter().flatten();
        rows.map(|(id, _)| id.as_str()).collect::<Vec<_>>()
    };
    let side = |about: &str| word(about, Rules::SIDES);
    let goods = Good::ALL.iter().filter(|(_, good)| *good != Good::Wild);
    let good = word("A stolen good.", goods.map(|(word, _)| *word));
    let whole_of = |path: &str| {
        let about = ABOUT.iter().find(|(of, _)| *of == path);
        whole(about.map_or("", |(_, about)| about), RANGE)
    };
    let tables = [
        ("limits", Keys::new("How many cards lie where.")),
        (
            "fully-equipped",
            Keys::new("Thieves with all the gear that they can carry (CAP-R11)."),
        ),
        ("snitch", Keys::new("The third player (CAP-R19, CAP-R20).")),
        ("teams", Keys::new("Four players (CAP-R21, CAP-R22).")),
    ];
    let mut keys = Keys::new("The rules: their family and their numbers.").open();
    for (path, _) in NUMBERS.iter().filter(|(path, _)| !path.contains('.')) {
        keys = keys.must(path, whole_of(path));
    }
    let city = word("A row of `[table.city]`.", rows("city"));
    keys = keys
        .may(
            "cities",
            list("The cities that can be played in (CAP-R2).", city),
        )
        .may(
            "tie-break",
            side("Who wins when points and capers are equal (CAP-R18)."),
        );
    let kind = word("What the round deals.", ["thieves", "gear"]);
    let rounds =
        Keys::new("The rounds: three lists, each with an entry for each round (CAP-R5, CAP-R6).")
            .open()
            .must("kinds", list("What each round deals.", kind))
            .must(
                "cards",
                list(
                    "How many cards to each; the last one is never played.",
                    whole("Cards.", DEALT),
                ),
            )
            .must(
                "first",
                list("Who plays first (CAP-G1).", side("A Mastermind.")),
            );
    keys = keys.must("rounds", rounds.table());
    for (name, table) in tables {
        let own = NUMBERS
            .iter()
            .filter_map(|(path, _)| Some((path, path.split_once('.')?)));
        let own = own.filter(|(_, (of, _))| *of == name);
        let table = own.fold(table.open(), |table, (path, (_, key))| {
            table.must(key, whole_of(path))
        });
        keys = keys.must(name, table.table());
    }
    let points = whole("Points.", 0..=MOST_POINTS);
    let goods = Keys::new("Stolen goods (CAP-R17).")
        .open()
        .must("kinds", list("The goods that make a set.", good))
        .must(
            "sets",
            list(
                "Points of a set of one, of two, and so on: one for each kind.",
                points,
            ),
        );
    keys.must("goods", goods.table())
}
