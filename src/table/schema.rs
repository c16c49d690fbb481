//! Builds the JSON schema of `[table]`, for completion in editors. The table as written comes in; a schema that knows
//! its own zones, counters and faces goes out. Called by `script::vocabulary`.

use schemars::{Schema, json_schema};
use serde_json::json;

use super::declared::{MOST_PLACES, MOST_SEATS};
use super::reading_end::AIMS;
use crate::cards::schema::{Keys, entries, flag, list, text, whole, word};
use crate::cards::{TomlTable, Value};

/// Any of several schemas.
fn either<const N: usize>(about: &str, forms: [Schema; N]) -> Schema {
    let forms = forms.map(Schema::to_value);
    json_schema!({ "description": about, "anyOf": forms.as_slice() })
}

/// One word, or a list of them.
fn one_or_more(about: &str, words: &[&str]) -> Schema {
    let one = || word(about, words.iter().copied());
    either(about, [one(), list(about, one())])
}

/// Some words of one's own: `north`, `follow-suit`.
fn names(about: &str, most: usize) -> Schema {
    let mut name = text("A name: the letters a to z, digits and `-`.");
    name.insert("pattern".into(), "^[a-z0-9-]+$".into());
    let mut names = list(about, name);
    names.insert("maxItems".into(), most.into());
    names
}

/// What a game's `[table]` may say. `decks` are the names of its decks.
pub fn table_schema(table: &TomlTable, decks: &[&str]) -> Keys {
    let keys_of = |key: &str| {
        let inner = table.get(key).and_then(Value::as_table).into_iter();
        inner.flat_map(TomlTable::keys).map(|key| key.name.as_str()).collect::<Vec<_>>()
    };
    let (zones, counters) = (keys_of("zones"), keys_of("counters"));
    let measured = [counters.clone(), keys_of("follows")].concat();
    let faces = table.list("faces").iter().filter_map(Value::as_str);
    let faces: Vec<&str> = std::iter::once("up").chain(faces).collect();
    let seats =
        "The seats: a list of names, or lists by the number of players: `{ 2 = [\"a\", \"b\"] }`.";
    let by_number = entries("Seats by the number of players.", names("The seats.", MOST_SEATS));
    let places = "The places, if there are any: how many, or their names.";
    let count = whole("How many there are; they are called 1, 2, ….", 1..=MOST_PLACES as i64);
    let shown: Vec<&str> = zones.iter().chain(&counters).copied().collect();
    Keys::new(
        "What lies on the table, and how moves are written; look-up tables of cards beside it.",
    )
    .must("seats", either(seats, [names("The seats.", MOST_SEATS), by_number]))
    .may("places", either(places, [count, names("The places.", MOST_PLACES)]))
    .must(
        "longest",
        whole("Decisions of the longest game; one with more is reported.", 1..=100_000),
    )
    .may("faces", list("Ways for cards to lie beside `up`.", text("A name.")))
    .may(
        "told-faces",
        list(
            "Words that `move` tells in records as a face; the cards lie as cards lie there.",
            text("A name."),
        ),
    )
    .may(
        "questions",
        list(
            "What a seat can be asked beside its turn.",
            text("A name that the script says: `flip` for `legal_flip`."),
        ),
    )
    .may(
        "variants",
        entries(
            "What else is agreed on before a game: names, each with its words.",
            list("The words to choose from.", text("A word.")),
        ),
    )
    .must(
        "zones",
        entries(
            "Where cards lie. Each key is a name that the script says.",
            zone(&zones, &faces, decks),
        ),
    )
    .may("counters", entries("Numbers, flags and seats that the table keeps.", counter()))
    .may(
        "follows",
        entries(
            "Numbers, flags and seats that functions of these names work out.",
            Keys::new("What follows from the table.")
                .may("each", each())
                .may("is", holds("What the function returns; a number when left out."))
                .may("as", text("What records and results call it."))
                .table(),
        ),
    )
    .may(
        "conserve",
        entries(
            "Sums that never change: `coins = 10`, `\"coins + bank\" = 10`.",
            any_number("The sum."),
        ),
    )
    .must(
        "moves",
        entries(
            "How moves are written and read back; several patterns of one move are a list.",
            pattern(),
        ),
    )
    .may(
        "refusals",
        entries(
            "Why a move is refused: words that the script names.",
            sentence("\"the card costs more than you have\""),
        ),
    )
    .may(
        "notes",
        entries(
            "What a record says beside the moves: words that the script names.",
            sentence("\"{seat} wins {a}\""),
        ),
    )
    .may("end", end(&measured))
    .may("layout", layout(&shown, &zones))
}

fn any_number(about: &str) -> Schema {
    whole(about, i64::from(i16::MIN)..=i64::from(i16::MAX))
}

fn each() -> Schema {
    let both = json!({ "type": "array", "items": { "enum": ["place", "seat"] }, "maxItems": 2 });
    let one = word("One for each.", ["seat", "place"]);
    let both: Schema = both.try_into().unwrap_or_default();
    either(
        "What there is one of for each: \"seat\", \"place\", or [\"place\", \"seat\"]; one in all when left out.",
        [one, both],
    )
}

fn sees() -> Schema {
    word("Who sees it.", ["all", "owner", "team", "others", "nobody"])
}

fn zone(zones: &[&str], faces: &[&str], decks: &[&str]) -> Schema {
    let by_face =
        faces.iter().fold(Keys::new("Who sees the fronts, by how cards lie."), |keys, face| {
            keys.may(face, sees())
        });
    let mut size = list("The fewest and the most cards: [0, 7].", whole("So many cards.", 0..=255));
    size.insert("minItems".into(), 2.into());
    size.insert("maxItems".into(), 2.into());
    Keys::new("A zone: where cards lie.")
        .may(
            "holds",
            one_or_more("The decks whose cards lie there at the start.", decks),
        )
        .may(
            "where",
            entries(
                "Which cards of these decks: for each key of their rows the words that they may have there. `{region}` is what was agreed on.",
                either("Words.", [text("A word."), list("Words.", text("A word."))]),
            ),
        )
        .may("each", each())
        .may(
            "sees",
            either(
                "Who sees the fronts; all when left out.",
                [sees(), by_face.table()],
            ),
        )
        .may(
            "face",
            word(
                "How cards lie that come in; `up` when left out.",
                faces.iter().copied(),
            ),
        )
        .may("pile", flag("Whether cards are drawn from it by chance."))
        .may(
            "refill",
            word(
                "The zone that is shuffled into it when it is empty.",
                zones.iter().copied(),
            ),
        )
        .may(
            "order",
            either(
                "Whether its cards lie in an order, so that there is a top.",
                [
                    flag("`true`: the first to come is the lowest."),
                    word("One order for all zones of the name.", ["kept"]),
                ],
            ),
        )
        .may("as", text("What records and tables call it."))
        .may("size", size)
        .may(
            "counts-for",
            word(
                "Whose its cards are, where `lab` asks which cards win.",
                ["owner"],
            ),
        )
        .table()
}

fn holds(about: &str) -> Schema {
    word(about, ["number", "flag", "seat"])
}

fn counter() -> Schema {
    Keys::new("A counter.")
        .may("each", each())
        .may("is", holds("What it holds; a number when left out."))
        .may("from", any_number("Its least value; 0 when left out."))
        .may("to", any_number("Its greatest value."))
        .may("start", any_number("Its value before the set-up."))
        .may("sees", sees())
        .may("as", text("What records and results call it."))
        .may(
            "told",
            either(
                "When records say its value: when it changes, if nothing is said.",
                [flag("`false`: never."), word("Whenever it is given one.", ["always"])],
            ),
        )
        .table()
}

fn pattern() -> Schema {
    let one = || {
        text(
            "How it is written, with the gaps {card}, {place}, {seat} and {number}: \"lay {card} at {place}\".",
        )
    };
    let pair = Keys::new("A move of two cards that have no order.")
        .must("as", one())
        .may("pair", flag("Whether its two cards have no order."));
    either("A move.", [one(), list("Patterns of one move.", one()), pair.table()])
}

fn sentence(example: &str) -> Schema {
    let says = format!("The sentence: {example}.");
    let at_length = Keys::new("A sentence with its clause.")
        .may("rule", text("The clause that it rests on: \"R4\"."))
        .must("says", text(&says));
    either(&says, [text(&says), at_length.table()])
}

fn end(counters: &[&str]) -> Schema {
    let wins = counters
        .iter()
        .flat_map(|counter| ["highest", "lowest"].map(|best| format!("{best} {counter}")));
    let mut wins: Vec<String> = wins.collect();
    wins.sort_unstable();
    // For completion only: `most` and `fewest` say the same.
    let known = |about: &str| {
        let mut known = text(about);
        known.insert("anyOf".into(), json!([{ "enum": wins }, true]));
        known
    };
    let about = "Which counter wins; the next of a list breaks a tie.";
    Keys::new("Who wins. Without it the script says so: `win(seat)`.")
        .may(
            "wins",
            either(
                about,
                [
                    known(about),
                    list(about, known("A counter of each seat.")),
                    entries(
                        "The words by which it is won, and what decides.",
                        known("A counter of each seat."),
                    ),
                ],
            ),
        )
        .may("aim", word("What players that search play for.", AIMS.map(|(name, _)| name)))
        .may(
            "score",
            list(
                "The counters that are parts of the score.",
                word("A counter of each seat.", counters.iter().copied()),
            ),
        )
        .may(
            "score-of",
            entries(
                "Seats whose score has other parts.",
                list(
                    "The parts of its score.",
                    word("A counter of each seat.", counters.iter().copied()),
                ),
            ),
        )
        .may(
            "teams",
            list(
                "Seats that win together, with the score of the first.",
                list("A team.", text("A seat.")),
            ),
        )
        .table()
}

fn layout(shown: &[&str], zones: &[&str]) -> Schema {
    let of = |about: &str, words: &[&str]| list(about, word("Its name.", words.iter().copied()));
    Keys::new("What boards and pages show where.")
        .may(
            "names",
            entries(
                "What zones, counters, seats, places, faces and questions are called.",
                text("The name."),
            ),
        )
        .may("order", of("Zones and counters that come first.", shown))
        .may("hide", of("Zones and counters that are not shown.", shown))
        .may("middle", of("Zones that are shown card by card in the middle.", zones))
        .may("aside", names("Seats that have nothing at the places.", MOST_SEATS))
        .table()
}
