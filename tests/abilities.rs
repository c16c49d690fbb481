//! Abilities that a folder declares: how rows say them, what is printed, what is wrong.

use deckproof::cards::Pack;
use deckproof::registry::Registry;
use deckproof::source::{Diagnostic, Diagnostics, Files, GameFolder};
use deckproof::table::{Abilities, Argument};

const GAME: &str = r#"
title = "Gifts"
[table.colour.red]
name = "Red"
sign = "{ruby}"
[table.colour.blue]
name = "Blue"
sign = "{sapphire}"
[table.colour.green]
name = "Green"
sign = "{jade}"

[ability.points]
in = "gives"
amount = { is = "number", from = 1, to = 9, default = 1 }
each = { is = "colour", optional = true }
of = { is = ["yours", "theirs"], default = "yours" }
says = "**{amount}** point[amount!=1:s][each: for each {each.name} card {each.sign} of {of} here][of=theirs:, not yours]."

[ability.protect]
in = ["gives", "now"]
kinds = { is = ["thieves", "gear", "coins"], list = true, optional = true }
twice = { is = "flag" }
says = "Protects [kinds:{kinds}][twice: twice]\\[*\\] [bold]{red}."

[ability.move-self]
in = "now"
where = { is = ["adjacent", "anywhere"] }
says = "Moves to {where} places."
"#;

const DECK: &str = "template = \"card.svg\"\n[[card]]\nname = \"One\"\ncolour = \"green\"\n[[card]]\nname = \"Two\"\ncolour = \"blue\"\n";

/// What is said of a game with this row, and its abilities.
fn read(
    game: &str,
    row: &str,
) -> (
    Option<Pack>,
    Abilities,
    Vec<Diagnostic>,
    Vec<deckproof::table::Has>,
) {
    let folder = tempfile::tempdir().unwrap();
    let deck = format!("{DECK}[[card]]\nname = \"Three\"\n{row}\n");
    std::fs::write(folder.path().join("game.toml"), game).unwrap();
    std::fs::write(folder.path().join("cards.toml"), deck).unwrap();
    let mut files = Files::new();
    let (pack, _) = Pack::read(
        GameFolder::open(folder.path()).unwrap(),
        &Registry,
        &mut files,
    );
    let mut faults = Diagnostics::new();
    let pack = pack.unwrap();
    let abilities = Abilities::read(&pack.game, &pack.decks, None, &mut faults);
    let has = abilities.of(&pack.decks[0].rows[2].table, &mut faults);
    let faults = faults.iter().cloned().collect();
    (Some(pack), abilities, faults, has)
}

/// The sentences of a row, none of them wrong.
fn says(row: &str) -> String {
    let (pack, abilities, faults, has) = read(GAME, row);
    assert!(faults.is_empty(), "{row}: {faults:?}");
    let game = &pack.unwrap().game;
    let sentences = has.iter().map(|has| abilities.sentence(has, game));
    sentences.collect::<Vec<_>>().join(" ")
}

/// What is wrong with a row: message and help.
fn wrong(row: &str) -> String {
    let (_, _, faults, _) = read(GAME, row);
    let told = faults
        .iter()
        .map(|f| format!("{} ({})", f.message, f.help.as_deref().unwrap()));
    told.collect::<Vec<_>>().join("\n")
}

/// The values of the first ability of a row.
fn values(row: &str) -> Vec<Argument> {
    let (_, _, faults, has) = read(GAME, row);
    assert!(faults.is_empty(), "{row}: {faults:?}");
    has[0].values.clone()
}

#[test]
fn a_row_says_abilities_in_short_and_at_length() {
    use Argument::{Absent, Flag, Number, Word, Words};
    let yours = [Number(2), Absent, Word(0)];
    for row in [
        "gives = { points = 2 }",
        "gives = [{ points = 2 }]",
        "gives = { points = { amount = 2 } }",
        "gives = { points = { of = \"yours\", amount = 2 } }",
    ] {
        assert_eq!(values(row), yours, "{row}");
    }
    assert_eq!(
        values("gives = { points = true }"),
        [Number(1), Absent, Word(0)]
    );
    // The words of a column come as the cards have them, then as the look-up table lists them.
    assert_eq!(
        values("gives = { points = { each = \"red\", of = \"theirs\" } }"),
        [Number(1), Word(2), Word(1)]
    );
    assert_eq!(
        values("now = { protect = [\"coins\", \"thieves\"] }"),
        [Words(0b101), Flag(false)]
    );
    assert_eq!(
        values("now = { protect = { twice = true } }"),
        [Absent, Flag(true)]
    );
    assert_eq!(values("now = { move-self = \"anywhere\" }"), [Word(1)]);
}

#[test]
fn sentences_follow_from_the_values() {
    assert_eq!(says("gives = { points = 2 }"), "**2** points.");
    assert_eq!(
        says(
            "gives = [{ points = { each = \"blue\" } }, { points = { amount = 3, of = \"theirs\" } }]"
        ),
        "**1** point for each Blue card {sapphire} of yours here. **3** points, not yours."
    );
    // What is no parameter is markup: a sign as it is, words that look otherwise.
    let rest = "\\[*\\] [bold]{red}.";
    assert_eq!(says("now = { protect = true }"), format!("Protects {rest}"));
    assert_eq!(
        says("now = { protect = { kinds = [\"coins\", \"gear\", \"thieves\"], twice = true } }"),
        format!("Protects thieves, gear and coins twice{rest}")
    );
    // Several in one table are several, in their order.
    assert_eq!(
        says("now = { move-self = \"adjacent\", protect = [\"gear\"] }"),
        format!("Moves to adjacent places. Protects gear{rest}")
    );
}

#[test]
fn lists_are_joined_in_the_language_of_the_game() {
    let row = "now = { protect = [\"gear\", \"coins\"] }";
    for (lang, joined) in [
        ("de-CH", "gear und coins"),
        ("fr", "gear et coins"),
        ("ja", "gear, coins"),
    ] {
        let game = format!("lang = \"{lang}\"\n{GAME}");
        let (pack, abilities, _, has) = read(&game, row);
        let sentence = abilities.sentence(&has[0], &pack.unwrap().game);
        assert!(sentence.contains(joined), "{lang}: {sentence}");
    }
}

#[test]
fn a_wrong_row_is_told_with_what_to_write() {
    for (row, told) in [
        (
            "gives = { pionts = 2 }",
            "there is no ability `pionts` (did you mean `points`?)",
        ),
        (
            "now = { points = 2 }",
            "`points` does not stand under `now` (write it under `gives`)",
        ),
        (
            "gives = { points = 10 }",
            "`amount` is 10 (write a whole number from 1 to 9)",
        ),
        (
            "gives = { points = 0 }",
            "`amount` is 0 (write a whole number from 1 to 9)",
        ),
        (
            "gives = { points = \"two\" }",
            "`amount` is a string (write a whole number from 1 to 9)",
        ),
        (
            "gives = { points = { amuont = 2 } }",
            "`points` has no parameter `amuont` (did you mean `amount`?)",
        ),
        (
            "gives = { points = { each = \"gren\" } }",
            "`each` is never `gren` (did you mean `green`?)",
        ),
        (
            "gives = { points = { each = [\"green\"] } }",
            "`each` is a list (write one of `green`, `blue` and `red`: `\"green\"`)",
        ),
        (
            "gives = { points = false }",
            "`amount` is true or false (write a whole number from 1 to 9)",
        ),
        (
            "gives = 2",
            "an ability under `gives` is an integer (write a table: `gives = [{ points = … }]`)",
        ),
        (
            "now = { move-self = true }",
            "`move-self` needs `where` (write `move-self = { where = \"adjacent\" }`)",
        ),
        (
            "now = { protect = [] }",
            "`kinds` is an empty list (write [\"thieves\"], or leave it out)",
        ),
        (
            "now = { protect = [\"gear\", \"gear\"] }",
            "`kinds` names \"gear\" twice (take one of them away)",
        ),
        (
            "now = { protect = \"gear\" }",
            "`kinds` is a string (write some of `thieves`, `gear` and `coins`: `[\"thieves\"]`)",
        ),
        (
            "now = { protect = [3] }",
            "a word of `kinds` is an integer (write one of `thieves`, `gear` and `coins`)",
        ),
        (
            "now = { protect = { twice = 1 } }",
            "`twice` is an integer (write `true`, or leave it out)",
        ),
    ] {
        assert_eq!(wrong(row), told, "{row}");
    }
}
