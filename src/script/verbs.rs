//! The words of the language: each verb with its syntax and its meaning, other names that every script has, and the prefixes of
//! laws. The compiler looks names up here; the reference page is made from this list.

use crate::rules::LawKind as Meaning;

/// What a verb is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Looks at the table and changes nothing itself; what `perform` does is what the functions do that it calls.
    Reads,
    /// Changes the table, by the rules or by chance: in no law, and not while moves are offered.
    Changes,
    /// Offers moves: in `legal` and `legal_…` alone.
    Offers,
}

/// A verb.
#[derive(Debug, Clone, Copy)]
pub struct Verb {
    pub name: &'static str,
    /// Its syntax.
    pub form: &'static str,
    pub says: &'static str,
    /// A line that uses it, which is run in the tests.
    pub example: &'static str,
    pub purpose: Purpose,
}

const fn verb(
    purpose: Purpose,
    name: &'static str,
    form: &'static str,
    says: &'static str,
    example: &'static str,
) -> Verb {
    Verb { name, form, says, example, purpose }
}

use Purpose::{Changes, Offers, Reads};

/// Every verb, in the order of the reference.
pub const VERBS: &[Verb] = &[
    verb(
        Reads,
        "len",
        "len(set)",
        "How many cards, places or seats there are in a set.",
        "n = len(hand[me])",
    ),
    verb(
        Reads,
        "all",
        "all(zone), all(zone, seat)",
        "The cards of all zones of a name; of all places of one seat.",
        "n = len(all(hand))",
    ),
    verb(
        Reads,
        "top",
        "top(zone), top(zone, n), top(cards)",
        "The card that came last into a zone with an order, or so many; none of an empty one. Of cards that others lie on: what came last on each, itself where nothing lies on it.",
        "n = len(top(stack)) + len(top(stack, 2) - top(stack)) + len(top(stack - first(deck)))",
    ),
    verb(
        Reads,
        "bottom",
        "bottom(zone), bottom(zone, n)",
        "The card that came first into a zone with an order, or so many; none of an empty one.",
        "n = len(bottom(stack, 2))",
    ),
    verb(
        Reads,
        "first",
        "first(cards)",
        "One card of a set, where it does not matter which: the first as the decks list them.",
        "n = first(deck).cost",
    ),
    verb(
        Reads,
        "place",
        "place(card)",
        "The place that a card lies at; None where its zone is at none.",
        "n = place(row[0]) or 0",
    ),
    verb(
        Reads,
        "owner",
        "owner(card)",
        "The seat whose zone a card lies in; None where it is nobody's.",
        "n = owner(first(deck)) or 0",
    ),
    verb(Reads, "on", "on(card)", "The cards that lie on a card.", "n = len(on(first(deck)))"),
    verb(
        Reads,
        "lies_on",
        "lies_on(card)",
        "The card that a card lies on; none where it lies on none.",
        "n = len(lies_on(first(deck)))",
    ),
    verb(
        Reads,
        "laden",
        "laden(cards, n)",
        "The cards of a set on which so many cards lie, or more.",
        "n = len(laden(deck, 1))",
    ),
    verb(
        Reads,
        "card",
        "card(\"name\")",
        "One card by its name, as it is printed in records: `card(\"spy#2\")`.",
        "n = card(\"a\").cost",
    ),
    verb(
        Reads,
        "same",
        "same(column, card)",
        "All cards that have the same in a column as a card.",
        "n = len(same(suit, first(deck)))",
    ),
    verb(
        Reads,
        "having",
        "having(column, value)",
        "All cards that have a value in a column.",
        "n = len(having(cost, 3))",
    ),
    verb(
        Reads,
        "at_most",
        "at_most(column, n)",
        "All cards whose number in a column is not greater.",
        "n = len(at_most(cost, 3))",
    ),
    verb(
        Reads,
        "total",
        "total(cards, column)",
        "The sum of a column over a set.",
        "n = total(deck, cost)",
    ),
    verb(
        Reads,
        "highest",
        "highest(cards, column)",
        "The cards of a set with the greatest number in a column: more than one where several have it.",
        "n = len(highest(deck, cost))",
    ),
    verb(
        Reads,
        "lowest",
        "lowest(cards, column)",
        "The cards of a set with the least number in a column.",
        "n = len(lowest(deck, cost))",
    ),
    verb(Reads, "sum", "sum(counters)", "The sum of the counters of a name.", "n = sum(score)"),
    verb(
        Reads,
        "min",
        "min(a, b, …), min(counters)",
        "The least of several numbers, or of the counters of a name.",
        "n = min(3, len(deck))",
    ),
    verb(
        Reads,
        "max",
        "max(a, b, …), max(counters)",
        "The greatest of several numbers, or of the counters of a name.",
        "n = max(score)",
    ),
    verb(Reads, "abs", "abs(n)", "A number without its sign.", "n = abs(-3)"),
    verb(
        Reads,
        "numbers",
        "numbers(first, last)",
        "The set of the numbers from the first to the last, both among them: from 0 to 62, or to 254 in a game of more than 63 cards.",
        "n = len(numbers(0, 3))",
    ),
    verb(
        Reads,
        "team",
        "team(seat)",
        "The seats of a seat's team, itself among them.",
        "n = len(team(me))",
    ),
    verb(
        Reads,
        "perform",
        "perform(\"prefix\", …, card)",
        "Calls `prefix_ABILITY` for each ability of a card that has such a function, in the order of its row, with the values behind the prefix and then those of the row; gives the sum where they return numbers. `\"key.prefix\"` takes the abilities under one key alone.",
        "perform(\"gain\", t, me, first(deck))",
    ),
    verb(
        Reads,
        "perform_all",
        "perform_all(\"prefix\", …, cards)",
        "The same for many cards: one call for each ability, with all cards of the set that have it alike.",
        "n = perform_all(\"worth\", deck)",
    ),
    verb(
        Reads,
        "ruling",
        "ruling(\"what\")",
        "What was chosen where a ruling of game.toml decides this.",
        "n = 1 if ruling(\"reach\") == \"near\" else 2",
    ),
    verb(
        Changes,
        "move",
        "move(cards, zone), move(cards, zone, \"face\")",
        "Cards go to a zone, lying as cards lie there, or with a face; with `\"as-it-lies\"` as each lay before.",
        "move(deck, hand[me])",
    ),
    verb(
        Changes,
        "turn_face",
        "turn_face(cards, \"face\")",
        "Cards are turned where they lie.",
        "turn_face(deck, \"down\")",
    ),
    verb(
        Changes,
        "stack",
        "stack(cards, card)",
        "Cards are laid on a card: where that goes, they go with it, until they go elsewhere themselves.",
        "stack(first(deck), first(row[0]))",
    ),
    verb(
        Changes,
        "swap",
        "swap(zone, zone), swap(zone, zone, \"face\")",
        "Two zones change their cards, which lie as cards lie there, or with a face. A hand that passes through a seat's zone counts as seen by that seat.",
        "swap(hand[0], hand[1])",
    ),
    verb(
        Changes,
        "pay",
        "pay(from, to, n)",
        "A number goes from one counter to another.",
        "pay(coins[0], coins[1], 1)",
    ),
    verb(
        Changes,
        "show",
        "show(cards, seat), show(counter, seat)",
        "A seat learns which cards these are, or what a counter holds until it changes.",
        "show(hand[0], me)",
    ),
    verb(
        Changes,
        "tell",
        "tell(seat, fact), tell(seats, fact)",
        "Seats learn what a fact comes to, and nothing else: a condition, a number, a word of a card, or which cards of a set. It is about the cards that lie somewhere now and about hidden counters, and holds as long as these can be told from others.",
        "tell(me, total(hand[1], cost) > 3)",
    ),
    verb(
        Changes,
        "note",
        "note(\"word\"), note(\"word\", seat, place, n, n)",
        "Says something in the record: with the seat, the place and the numbers for which its sentence has gaps.",
        "note(\"takes\", me, 3)",
    ),
    verb(
        Changes,
        "ask",
        "ask(seat, \"question\"), ask(seat, \"question\", n), ask(seat, \"question\", card)",
        "A seat has to answer a question before anything else, with a number that comes with it, `t.asked`, or a card, `t.card`.",
        "ask(me, \"flip\", 2)",
    ),
    verb(
        Changes,
        "ask_later",
        "ask_later(seat, \"question\"), ask_later(seat, \"question\", n), ask_later(seat, \"question\", card)",
        "The same, after all questions that wait.",
        "ask_later(me, \"flip\", 2)",
    ),
    verb(
        Changes,
        "ask_all",
        "ask_all(\"question\")",
        "All seats answer a question at the same time: nobody sees what the others answer before all are in. Then the answers are carried out seat by seat; a card that is named by where it lies (`{field:nth}`) is the one that lay there when they answered.",
        "ask_all(\"flip\")",
    ),
    verb(
        Changes,
        "win",
        "win(seat), win(seats)",
        "Says who won, where no counter does: one seat, or a set of them.",
        "win(me)",
    ),
    verb(
        Changes,
        "end",
        "end(), end(\"word\")",
        "The game is over; the word of a note says what decided, where no counter does.",
        "end()",
    ),
    verb(
        Changes,
        "deal",
        "deal(pile, zone, n)",
        "So many cards of a pile to each zone of a name.",
        "deal(deck, hand, 1)",
    ),
    verb(
        Changes,
        "draw",
        "draw(pile, zone, n)",
        "So many cards of a pile to a zone: fewer where there are no more.",
        "draw(deck, hand[me], 1)",
    ),
    verb(
        Changes,
        "shuffle",
        "shuffle(zone, pile)",
        "The cards of a zone are shuffled into a pile.",
        "shuffle(row[0], deck)",
    ),
    verb(
        Changes,
        "roll",
        "roll(sides)",
        "A number from 1 to as many as a die has sides: 64 at most.",
        "n = roll(6)",
    ),
    verb(
        Changes,
        "pick_random",
        "pick_random(cards)",
        "One card of a set, by chance: each is as likely. There must be one.",
        "n = pick_random(hand[me]).cost",
    ),
    verb(
        Offers,
        "play",
        "play(\"move\", …)",
        "Offers moves: any of the first set with any of the second and third, as the gaps of the move are.",
        "play(\"play\", hand[me])",
    ),
    verb(
        Offers,
        "only",
        "only(set, allowed, \"word\")",
        "What of a set is allowed; a move that this takes away is refused with the word.",
        "play(\"play\", only(hand[me], cards, \"no\"))",
    ),
    verb(
        Offers,
        "prefer",
        "prefer(set, wanted, \"word\")",
        "What of a set is wanted, or else all of it.",
        "play(\"play\", prefer(hand[me], cards, \"no\"))",
    ),
    verb(
        Offers,
        "refuse",
        "refuse(\"move\", \"word\"), refuse(\"word\")",
        "Says why moves of a name are not offered; with the word alone, why no other move is.",
        "refuse(\"play\", \"no\")",
    ),
];

/// The verb of a name.
pub fn find_verb(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

pub fn names() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(|verb| verb.name)
}

/// What rulings decide, as the numbers of a script have it.
pub fn ruling_key(decides: &str) -> String {
    format!("ruling({decides})")
}

/// Names that every script has.
pub const WORDS: &[&str] =
    &["cards", "none", "seats", "places", "face", "rules", "variant", "range"];

/// What the names of laws begin with.
pub(super) const LAWS: [(&str, Meaning); 3] =
    [("law_", Meaning::Always), ("seen_", Meaning::Sometimes), ("never_", Meaning::Never)];

/// Whether a function of this name is a law.
pub fn is_law(name: &str) -> bool {
    LAWS.iter().any(|(prefix, _)| name.starts_with(prefix))
}
