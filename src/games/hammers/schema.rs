//! What the family reads of decks and rules, for editors.

use schemars::Schema;

use super::abilities::{Operation, Passive, Reading};
use super::card::{ActionCard, Kind};
use super::dress::FACTIONS;
use super::numbers::{Defcon, EDITIONS, NUMBERS, Role};
use super::play::TieBreak;
use crate::cards::schema::{Keys, list, text, whole, word};
use crate::cards::{Deck, Game, Setting};
use crate::source::Diagnostics;

/// The terms that the sentences on the cards need, and what each stands for.
const TERMS: [(&str, &str); 11] = [
    ("action", "A card of the hand: \"Asset\"."),
    (
        "hidden",
        "That a card lies with its face down: \"face-down\".",
    ),
    (
        "activate",
        "Turning a card up for its operation: \"launch\".",
    ),
    ("activated", "The same, done: \"launched\"."),
    ("operation", "What is launched: \"Operation\"."),
    ("own", "What a player does with what was won: \"control\"."),
    ("placing", "Laying a card out: \"Deploying\"."),
    ("lab", "A lab: \"Research Lab\"."),
    (
        "aggressive",
        "The kind of operation that lowers DEFCON: \"Aggressive\".",
    ),
    (
        "justification",
        "What spares such an operation its price: \"Justification\".",
    ),
    ("crisis", "Too much influence at one location: \"Crisis\"."),
];

/// The keys of a row of a deck, by the part that the deck plays.
pub fn row(setting: &Setting<'_>) -> Keys {
    let keys = Keys::new("A card.");
    let keys = match Role::of(setting.game, &setting.deck.id) {
        Some(Role::Actions) => action(setting, keys),
        Some(Role::Countries) => country(setting.game, keys),
        Some(Role::Labs) => lab(setting.deck, keys),
        Some(Role::Defcon) => defcon(setting.game, keys),
        Some(Role::Protests) => keys.must(
            "value",
            whole("How bad the protest is, in points (CH1-R17).", 0..=9),
        ),
        Some(Role::Justifications) | None => keys,
    };
    keys.may(
        "words",
        text("The text of the card, shown as {{text}}; {rules.rounds} and its like stand for what game.toml says."),
    )
}

fn action(setting: &Setting<'_>, keys: Keys) -> Keys {
    let mut faults = Diagnostics::new();
    let reading = Reading::new(setting, &mut faults);
    let influence = "Influence, or power, before any ability (CH1-R11, CH2-R11).";
    let kind = word(
        "`first-turn`: only in its player's first turn of the round; `occupation`: only one at a location (CH2-R7); \
         `aggressive`: lowers DEFCON, and its player pays (CH1-R18, CH2-R9).",
        Kind::ALL.map(Kind::word),
    );
    let wording = Keys::new("Sentences in the place of those that are made from the abilities.")
        .may("passive", text("The sentence of the passive."))
        .may("operation", text("The sentence of the operation."));
    keys.must("influence", whole(influence, 0..=ActionCard::MOST))
        .must("profession", text("What other cards call it by, and the name of its symbol; never its name."))
        .may("plural", text("Its name where several are meant: \"Policemen\"; the name with an s when left out."))
        .may("passive", Passive::schema(&reading))
        .may("operation", Operation::schema(&reading))
        .may("kinds", list("The kinds of the operation.", kind))
        .may("wording", wording.table())
}

fn country(game: &Game, keys: Keys) -> Keys {
    let regions = game.tables.get("region").into_iter().flatten();
    let regions = regions.map(|(id, _)| id.as_str());
    keys.must(
        "points",
        whole("What the country is worth (CH1-R17, CH2-R15).", 0..=9),
    )
    .must(
        "default",
        word(
            "Who wins the country on a tie (CH1-R12, CH2-R11).",
            FACTIONS,
        ),
    )
    .must(
        "region",
        word(
            "The region of the country, a row of `[table.region]` in game.toml.",
            regions,
        ),
    )
}

/// What a Scientist gains goes by the one or the other, as the labs of the deck have it.
fn lab(deck: &Deck, keys: Keys) -> Keys {
    let ranks = deck
        .rows
        .iter()
        .filter(|row| row.get("rank").is_some())
        .count();
    let (none, all) = (ranks == 0, ranks == deck.rows.len());
    keys.with(
        "number",
        whole(
            "The lab's number, which a Scientist may gain (CH2-G10).",
            1..=20,
        ),
        none,
    )
    .with(
        "rank",
        whole(
            "The lab's rank, which a Scientist may gain (CH1-E12).",
            1..=20,
        ),
        all && !none,
    )
}

fn defcon(game: &Game, keys: Keys) -> Keys {
    let Some(defcon) = Defcon::read(game, &mut Diagnostics::new()) else {
        return keys;
    };
    let levels = i64::from(defcon.reset_at)..=i64::from(defcon.start);
    let about =
        "The level of the card, one for each from the start's down (CH2-R2). A meter has none.";
    keys.may("level", whole(about, levels))
}

/// The keys of `[rules]`.
pub fn rules(decks: &[Deck]) -> Keys {
    let keys = NUMBERS.iter().fold(
        Keys::new("The rules: their family and their numbers."),
        |keys, n| keys.must(n.key, whole(n.about, n.low.into()..=n.high.into())),
    );
    let tie_break = word("What decides.", TieBreak::ALL.map(TieBreak::word));
    let tie_breaks = list(
        "What decides between equal points, in this order (CH1-G9, CH2-R15).",
        tie_break,
    );
    keys.may(
        "edition",
        whole("The edition of the rules: CH1 or CH2.", EDITIONS),
    )
    .may("tie-breaks", tie_breaks)
    .must("decks", parts(decks))
    .must("defcon", meter())
    .must("terms", words())
}

/// `[rules.decks]`.
fn parts(decks: &[Deck]) -> Schema {
    let part = |role: Role| match role {
        Role::Actions => "The deck that both hands are drawn from.",
        Role::Countries => "The deck of countries.",
        Role::Labs => "The deck of labs, in their order.",
        Role::Defcon => "The DEFCON cards, or the meter.",
        Role::Justifications => "The Justifications (CH2-R8).",
        Role::Protests => "The protests (CH1-R14).",
    };
    let keys = Keys::new("Which deck plays which part.");
    let needed = [Role::Actions, Role::Countries, Role::Labs];
    let keys = Role::ALL.into_iter().fold(keys, |keys, role| {
        let ids = decks.iter().map(|deck| deck.id.as_str());
        keys.with(role.key(), word(part(role), ids), needed.contains(&role))
    });
    keys.table()
}

/// `[rules.defcon]`.
fn meter() -> Schema {
    let penalty = "`loyalty`: countries turn Disloyal, for so many points (CH2-R9); `protests`: so many are drawn (CH1-R14).";
    let keys = Keys::new("The DEFCON levels, and what lowering them costs (CH1-R14, CH2-R9).")
        .must(
            "start",
            whole("The level at the start and after a reset.", 2..=9),
        )
        .must(
            "reset-at",
            whole(
                "Reached, the level is the start's again; less than `start`.",
                1..=8,
            ),
        )
        .must("penalty", word(penalty, ["loyalty", "protests"]));
    let steps = (2..=9).rev().fold(keys, |keys, level| {
        let about = format!("What the step down from {level} costs.");
        keys.may(&format!("from-{level}"), whole(&about, 0..=99))
    });
    steps.table()
}

/// `[rules.terms]`.
fn words() -> Schema {
    let keys = Keys::new("The words of the edition; the sentences on the cards are made with them. Templates may show others.").open();
    let keys = TERMS
        .iter()
        .fold(keys, |keys, (key, about)| keys.must(key, text(about)));
    keys.table()
}
