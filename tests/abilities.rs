//! Abilities that a folder declares: how rows say them, what is printed, what is wrong.

use deckproof::cards::Pack;
use deckproof::check::read_edited;
use deckproof::registry;
use deckproof::source::{Diagnostic, Diagnostics, Files, GameFolder};
use deckproof::table::{Abilities, Argument, Listed};

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
) -> (Option<Pack>, Abilities, Vec<Diagnostic>, Vec<deckproof::table::Has>) {
    let folder = tempfile::tempdir().unwrap();
    let deck = format!("{DECK}[[card]]\nname = \"Three\"\n{row}\n");
    std::fs::write(folder.path().join("game.toml"), game).unwrap();
    std::fs::write(folder.path().join("cards.toml"), deck).unwrap();
    let mut files = Files::new();
    let (pack, _) = registry::read(GameFolder::open(folder.path()).unwrap(), &mut files);
    let mut faults = Diagnostics::new();
    let pack = pack.unwrap();
    let abilities = Abilities::read(&pack.game, &pack.decks, None, &mut faults);
    let has = abilities.read_values(&pack.decks[0].rows[2].table, &mut faults);
    let faults = faults.iter().cloned().collect();
    (Some(pack), abilities, faults, has)
}

/// The sentences of a row, none of them wrong.
fn says(row: &str) -> String {
    let (pack, abilities, faults, has) = read(GAME, row);
    assert!(faults.is_empty(), "{row}: {faults:?}");
    let face = pack.unwrap().blank_face();
    let sentences = has.iter().map(|has| abilities.wordings(has, "says", &face).concat());
    sentences.collect::<Vec<_>>().join(" ")
}

/// What is wrong with a row: message and help.
fn wrong(row: &str) -> String {
    let (_, _, faults, _) = read(GAME, row);
    let told = faults.iter().map(|f| format!("{} ({})", f.message, f.help.as_deref().unwrap()));
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
    // Words of a list keep the order of the row.
    let listed = |words: &[u8]| {
        let mut list = Listed::default();
        assert!(words.iter().all(|word| list.push(*word)));
        Words(list)
    };
    let yours = [Number(2), Absent, Word(0)];
    for row in [
        "gives = { points = 2 }",
        "gives = [{ points = 2 }]",
        "gives = { points = { amount = 2 } }",
        "gives = { points = { of = \"yours\", amount = 2 } }",
    ] {
        assert_eq!(values(row), yours, "{row}");
    }
    assert_eq!(values("gives = { points = true }"), [Number(1), Absent, Word(0)]);
    // The words of a column come as the cards have them, then as the look-up table lists them.
    assert_eq!(
        values("gives = { points = { each = \"red\", of = \"theirs\" } }"),
        [Number(1), Word(2), Word(1)]
    );
    assert_eq!(
        values("now = { protect = [\"coins\", \"thieves\"] }"),
        [listed(&[2, 0]), Flag(false)]
    );
    assert_eq!(values("now = { protect = { twice = true } }"), [Absent, Flag(true)]);
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
        format!("Protects coins, gear and thieves twice{rest}")
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
    for (lang, joined) in
        [("de-CH", "gear und coins"), ("fr", "gear et coins"), ("ja", "gear, coins")]
    {
        let game = format!("lang = \"{lang}\"\n{GAME}");
        let (pack, abilities, _, has) = read(&game, row);
        let sentence = abilities.wordings(&has[0], "says", &pack.unwrap().blank_face());
        assert!(sentence[0].contains(joined), "{lang}: {sentence:?}");
    }
}

#[test]
fn a_wrong_row_is_told_with_what_to_write() {
    for (row, told) in [
        ("gives = { pionts = 2 }", "there is no ability `pionts` (did you mean `points`?)"),
        ("now = { points = 2 }", "`points` does not stand under `now` (write it under `gives`)"),
        ("gives = { points = 10 }", "`amount` is 10 (write a whole number from 1 to 9)"),
        ("gives = { points = 0 }", "`amount` is 0 (write a whole number from 1 to 9)"),
        ("gives = { points = \"two\" }", "`amount` is a string (write a whole number from 1 to 9)"),
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
            "`kinds` names \"gear\" twice (take one of them away, or declare the parameter with `repeats = true`)",
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

// ------------------------------------------------------------------------------- what follows from the declarations

/// The good game `gifts`, with an edit of some of its files.
fn gifts(edits: &[(&str, &str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let good = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/gifts");
    crate::copying::copy(&good, &folder.path().join("gifts"));
    for (file, old, new) in edits {
        let path = folder.path().join("gifts").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
    }
    folder
}

/// What `deckproof` says in a folder, and whether it is content.
fn run(folder: &std::path::Path, arguments: &[&str]) -> (bool, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn pack(folder: &std::path::Path) -> Pack {
    let folder = GameFolder::open(&folder.join("gifts")).unwrap();
    registry::load(folder, &mut Files::new()).unwrap()
}

#[test]
fn the_good_game_has_no_fault() {
    let folder = gifts(&[]);
    let (good, said) =
        run(folder.path(), &["check", "gifts", "--deny", "warnings", "--games", "20"]);
    assert!(good && said.contains("no fault found"), "{said}");
}

#[test]
fn faces_show_the_sentences_of_a_key() {
    let folder = gifts(&[]);
    let pack = pack(folder.path());
    let (faces, faults) = pack.faces(&pack.decks[0]);
    assert!(faults.is_empty(), "{faults:?}");
    let fields: Vec<[&str; 2]> =
        faces.iter().map(|face| [face.text("gives"), face.text("now")]).collect();
    assert_eq!(
        fields,
        [
            ["**2** points.", ""],
            ["**1** point for each **Red** {gem} card of theirs.", ""],
            ["", "Draw 1."],
            ["**1** point. Protects stone and small.", "Protects . Draw 2."],
        ]
    );
}

#[test]
fn a_sentence_that_no_card_has_room_for_is_told() {
    let long = format!("name = \"{}\"", "R".repeat(6_000));
    let often = "says = \"{each.name}{each.name}{each.name}{each.name}**{amount}**";
    let folder = gifts(&[
        ("game.toml", "name = \"Red\"", &long),
        ("game.toml", "says = \"**{amount}**", often),
    ]);
    let pack = pack(folder.path());
    let (_, faults) = pack.faces(&pack.decks[0]);
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(told, ["what `gives` says is too long for any card"]);
}

#[test]
fn a_folder_without_rules_prints_its_abilities() {
    let folder = gifts(&[]);
    std::fs::remove_file(folder.path().join("gifts/rules.star")).unwrap();
    let pack = pack(folder.path());
    assert_eq!(pack.faces(&pack.decks[0]).0[0].text("gives"), "**2** points.");
    assert_eq!(pack.mutations(), []);
}

#[test]
fn mutate_edits_numbers_words_and_whole_abilities() {
    let folder = gifts(&[]);
    let pack = pack(folder.path());
    let edits = |path: &str| {
        let edits = pack.mutations().into_iter().filter(|m| m.name().starts_with(path));
        edits.map(|m| m.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        edits("cards.ruby.gives"),
        ["`points = 2` to `3`", "`points = 2` to `1`", "no `gives = { points = 2 }`"]
    );
    assert_eq!(
        edits("cards.sapphire.gives"),
        [
            "`each = \"red\"` to `\"blue\"`",
            "`of = \"theirs\"` to `\"yours\"`",
            "no `gives = [{ points = { each = \"red\", of = \"theirs\" } }]`",
        ]
    );
    let of_box = edits("cards.box.gives");
    assert!(
        of_box.contains(&"no `gives.1 = { protect = [\"stone\", \"small\"] }`".to_owned()),
        "{of_box:?}"
    );
    // A number that would be out of range, and a word that would be there twice, are no games that could be printed.
    let noticed: Vec<bool> = pack
        .mutations()
        .iter()
        .filter(|m| m.name().starts_with("cards.jade.now"))
        .map(|m| read_edited(&pack, m).1.has_errors())
        .collect();
    assert_eq!(noticed, [false, true, false], "2, 0, and no ability");
}

#[test]
fn diff_says_an_ability_in_its_words() {
    let (old, new) = (
        gifts(&[]),
        gifts(&[(
            "cards.toml",
            "gives = { points = 2 }",
            "gives = { points = { amount = 2, each = \"blue\" } }",
        )]),
    );
    let new = new.path().join("gifts");
    let (_, said) = run(old.path(), &["diff", "gifts", new.to_str().unwrap(), "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&said).unwrap();
    let told = crate::reports::rows(&json, "changes")[0].to_string();
    assert!(told.contains("for each Blue"), "{said}");
}

#[test]
fn abilities_come_back_from_a_sheet() {
    let folder = gifts(&[]);
    let (good, said) = run(folder.path(), &["export", "csv", "gifts", "-o", "sheets"]);
    assert!(good, "{said}");
    let sheet = std::fs::read_to_string(folder.path().join("sheets/gifts/cards.csv")).unwrap();
    let before = pack(folder.path());
    std::fs::write(folder.path().join("gifts/cards.csv"), sheet).unwrap();
    let deck = "title = \"Cards\"\ntemplate = \"card.svg\"\nsize = \"poker\"\ncorner = 3.0\ncount = 12\nrows = \"cards.csv\"\n";
    std::fs::write(folder.path().join("gifts/cards.toml"), deck).unwrap();
    let after = pack(folder.path());
    let rows = |pack: &Pack| {
        let rows = pack.decks[0].rows.iter();
        rows.map(|row| row.get("gives").map(ToString::to_string)).collect::<Vec<_>>()
    };
    assert_eq!(rows(&before), rows(&after));
}

#[test]
fn the_schema_of_a_deck_says_what_rows_may_say() {
    let folder = gifts(&[]);
    let (good, said) = run(folder.path(), &["schema", "gifts"]);
    assert!(good, "{said}");
    let text = std::fs::read_to_string(folder.path().join("gifts/schema/cards.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    let validator = jsonschema::draft7::new(&schema).unwrap();
    let cards = std::fs::read_to_string(folder.path().join("gifts/cards.toml")).unwrap();
    let four = cards.replacen("worth = 2", "worth = \"four\"", 1);
    assert!(!validator.is_valid(&toml::from_str::<serde_json::Value>(&four).unwrap()));
    let judge = |row: &str| {
        let text = cards.replacen("gives = { points = 2 }", row, 1);
        let value: serde_json::Value = toml::from_str(&text).unwrap();
        validator.is_valid(&value)
    };
    for good in [
        "gives = { points = 2 }",
        "gives = [{ points = 2 }, { protect = true }]",
        "gives = { points = true }",
        "gives = { protect = [\"stone\"], points = { each = \"red\", of = \"theirs\", amount = 9 } }",
        "now = { draw = { amount = 3 } }",
    ] {
        assert!(judge(&format!("{good}\n#")), "{good}");
    }
    for bad in [
        "gives = { points = 10 }",
        "gives = { pionts = 1 }",
        "gives = { draw = 1 }",
        "gives = [{ points = { each = \"rde\" } }]",
        "gives = { points = { echa = \"red\" } }",
        "gives = { protect = [] }",
        "gives = { protect = [\"stone\", \"stone\"] }",
        "now = { draw = true }",
        "now = { draw = {} }",
        "gives = \"points\"",
    ] {
        assert!(!judge(&format!("{bad}\n#")), "{bad}");
    }
}

// ------------------------------------------------------------------------------- wordings, and fields that are made of them

const STRIP: &str = r#"
title = "Strip"
[rules]
hand = 5
[table]
seats = ["one", "two"]
[table.colour.red]
name = "Red"
sign = "ruby"
[table.colour.blue]
name = "Blue"
sign = "sapphire"
[[ruling]]
id = "G1"
rule = "R1"
question = "How far?"
decision = "Here."
decides = "reach"
choice = "here"
choices = ["here", "anywhere"]

[ability.points]
in = ["gives", "reward"]
amount = { is = "number", from = 1, to = 9, default = 1 }
each = { is = "colour", also = ["all"], optional = true }
set = { is = "colour", list = true, optional = true }
phrase = "{amount} {point}[each.name: for each **{each.name|lower}** card {{each.sign}}][each=all: for every card][set: for each set of [set/and:**{set.name}** {{set.sign}}]]"
signs = "[amount<4:{point*amount}][amount>=4:{amount}{point}][set: / [set/+:{{set.sign}}]][!each:][each=all: / {point*1}]"

[ability.goods]
in = "gives"
goods = { is = ["jewel", "antique"], list = true, repeats = true }
phrase = ["[goods.jewel=1:a jewel][goods.jewel>1:{goods.jewel} jewels]", "[goods.antique:an antique {antique*goods.antique}]"]
signs = "[goods/:{{goods}}]"

[ability.partner]
in = "now"
who = { is = "job" }
says = "With **{who.plural}** and {{who}} of {card.name}, {rules.hand} of them[ruling.reach=here:, here][ruling.reach!=here:, anywhere]."

[field.icons]
of = ["now", "gives"]
shows = "signs"
between = " · "

[field.rules]
between = "\n"
parts = [
  { of = "now" },
  { of = "gives", shows = "phrase", begins = "**End:** ", between = "and", ends = "." },
]

[field.prize]
of = "reward"
shows = "phrase"
between = "and"

[field.set]
others = "job"
between = " / "
"#;

const STRIP_DECK: &str = "template = \"card.svg\"\n[[card]]\nname = \"One\"\ncolour = \"red\"\njob = \"spy\"\nplural = \"Spies\"\n\
    gives = { points = 1 }\n\
    [[card]]\nname = \"Two\"\ncolour = \"blue\"\njob = \"spy\"\nplural = \"Moles\"\n";

/// The fields of a third card, and what is told of them.
fn strip(row: &str) -> ([String; 4], Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let deck = format!("{STRIP_DECK}[[card]]\nname = \"Three\"\n{row}\n");
    std::fs::write(folder.path().join("game.toml"), STRIP).unwrap();
    std::fs::write(folder.path().join("cards.toml"), deck).unwrap();
    let symbols = folder.path().join("symbols");
    std::fs::create_dir(&symbols).unwrap();
    for name in ["point", "ruby", "sapphire", "jewel", "antique", "spy"] {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>"#;
        std::fs::write(symbols.join(format!("{name}.svg")), svg).unwrap();
    }
    let folder = GameFolder::open(folder.path()).unwrap();
    let (pack, faults) = registry::read(folder, &mut Files::new());
    let wrong: Vec<&str> = faults
        .iter()
        .map(|fault| fault.message.as_str())
        .filter(|message| !message.contains("`[[ruling]]`"))
        .collect();
    assert_eq!(wrong, [""; 0], "{row}");
    let pack = pack.unwrap();
    let (faces, faults) = pack.faces(&pack.decks[0]);
    let face = &faces[2];
    let fields = ["icons", "rules", "prize", "set"].map(|field| face.text(field).to_owned());
    (fields, faults.iter().map(|f| f.message.clone()).collect())
}

#[test]
fn fields_join_what_the_abilities_of_a_card_say() {
    let (fields, told) = strip(
        "job = \"spy\"\ngives = [{ points = { amount = 2, set = [\"blue\", \"red\"] } }, { goods = [\"jewel\", \"antique\", \"jewel\"] }]\n\
         now = { partner = \"spy\" }\nreward = [{ points = 1 }, { points = { each = \"blue\" } }, { points = { each = \"all\", amount = 4 } }]",
    );
    assert_eq!(told, [""; 0]);
    assert_eq!(
        fields,
        [
            // Lists keep the order of the row, doubles included.
            "{point}{point} / {sapphire}+{ruby} · {jewel}{antique}{jewel}",
            "With **Spies** and {spy} of Three, 5 of them, here.\n\
             **End:** 2 {point} for each set of **Blue** {sapphire} and **Red** {ruby}, 2 jewels, and an antique {antique}.",
            "1 {point}, 1 {point} for each **blue** card {sapphire}, and 4 {point} for every card",
            "One / Two",
        ]
    );
    let (fields, _) = strip("gives = { points = 4 }");
    assert_eq!(fields, ["4{point}", "**End:** 4 {point}.", "", ""]);
}

#[test]
fn a_row_may_word_a_field_itself() {
    let own = "gives = { points = 4 }\nrules = \"Four {point} in the end.\"";
    let (fields, told) = strip(own);
    assert_eq!(fields[1], "Four {point} in the end.");
    assert_eq!(told, ["the `rules` of `three` is worded by hand"]);
    let (fields, told) =
        strip("gives = { points = 4 }\nwording = { rules = \"Some {point} of {rules.hand}.\" }");
    assert_eq!(fields[1], "Some {point} of 5.");
    assert_eq!(told, ["the `rules` of `three` is worded by hand and does not say `end` and `4`"]);
    // A card without abilities there has nothing to word.
    let (_, told) = strip("rules = \"Just words.\"");
    assert_eq!(told, ["`wording` words a `rules` that the card has not"]);
}

#[test]
fn parameters_say_what_stands_beside_them_and_where() {
    let game = GAME
        .replace(
            "each = { is = \"colour\", optional = true }",
            "each = { is = \"colour\", optional = true, needs = [\"set\", \"of\"], without = \"amount\" }\n\
             set = { is = \"colour\", list = true, from = 2, to = 3, optional = true }\n\
             for = { is = [\"me\", \"you\"], in = \"reward\" }",
        )
        .replace("in = \"gives\"", "in = [\"gives\", \"reward\"]")
        .replace("[of=theirs:, not yours]", "[of=theirs:, not yours][set: {set}][for: {for}]");
    for (row, told) in [
        ("gives = { points = { amount = 2 } }", ""),
        ("gives = { points = { each = \"red\", of = \"yours\" } }", ""),
        ("gives = { points = { each = \"red\", set = [\"red\", \"blue\"] } }", ""),
        ("reward = { points = { for = \"me\" } }", ""),
        (
            "gives = { points = { each = \"red\" } }",
            "`each` of `points` stands without `set` and `of` (write `set = [\"green\"]` beside it)",
        ),
        (
            "gives = { points = { amount = 2, each = \"red\", of = \"yours\" } }",
            "`each` and `amount` of `points` at once (keep one of them; write the other as an ability of its own)",
        ),
        (
            "gives = { points = { for = \"me\" } }",
            "`for` of `points` says nothing under `gives` (take it away: here it has `amount`, `each`, `set` and `of`)",
        ),
        ("reward = { points = 3 }", "`points` needs `for` (write `points = { for = \"me\" }`)"),
        (
            "gives = { points = { set = [\"red\"] } }",
            "`set` lists 1 of its words (list 2 to 3 of them)",
        ),
    ] {
        let (_, _, faults, _) = read(&game, row);
        let said = faults.iter().map(|f| format!("{} ({})", f.message, f.help.as_deref().unwrap()));
        assert_eq!(said.collect::<Vec<_>>().join("\n"), told, "{row}");
    }
}
