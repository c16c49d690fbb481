//! The schema of `game.toml`. A pack comes in; a schema of every key goes out, with those of the game's vocabulary. Called by
//! `session::schemas`.

use schemars::Schema;
use serde_json::json;

use crate::cards::bounds::MOST_CARDS;
use crate::cards::schema_keys::{
    Keys, any, entries, flag, list, number, text, text_or_table, whole, whole_or_table, word,
};
use crate::cards::{BOX_SIDES, FORMAT, Pack, TomlTable};
use crate::source::{Code, GameFolder};

/// The schema of the game's `game.toml`.
pub fn game(pack: &Pack) -> Schema {
    let decks = pack.folder.deck_names();
    let decks: Vec<&str> = decks.iter().map(String::as_str).collect();
    let shipped = GameFolder::shipped_ids();
    let shipped = shipped.iter().map(String::as_str);
    Keys::new("A game: what it is called, whose it is, its rules' numbers, its rulings and look-up tables.")
        .may("format", whole("The version of the data format.", FORMAT..=FORMAT))
        .must("title", text("What the game is called."))
        .may("edition", text("Which edition it is, where there are several."))
        .may("version", text("The version of these cards: \"1.0\"."))
        .may("date", text("The date of the data, which PDFs state: 2026-05-31."))
        .may("authors", list("Whose game it is.", text("A name.")))
        .may("players", text("For how many: \"2 to 4 players\"."))
        .may("lang", text("The language of the words, for quotes and hyphens: `en` (the default), `de`, `fr`, `de-CH`."))
        .may("notice", text("What must be said of it wherever it is printed."))
        .may("decks", list(
            "The decks in the order in which they are printed; every TOML file beside game.toml when left out.",
            word("The name of a deck's file, without `.toml`.", decks.iter().copied()),
        ))
        .may("rules", Keys::new("The rules' numbers.").open().table())
        .may("ruling", list("What is decided where the rulebook is silent. Write `[[ruling]]` above each.", ruling()))
        .may("scenarios", scenarios())
        .may("credit", list("Whose work is in the box. Write `[[credit]]` above each.", credit()))
        .may("table", tables(pack))
        .may("from", word("The shipped game that this one is a copy of, by which edits are measured.", shipped))
        .may("components", components(&decks))
        .may("box", boxes(&decks))
        .may("check", checks())
        .may("free-by-design", entries("Values that no rule fixes, by patterns such as \"spells.*.cost\": each with the reason.", reason("Why no rule fixes it.")))
        .may("ability", abilities())
        .may("field", made_fields())
        .table()
}

/// A text with something in it.
fn name(about: &str) -> Schema {
    let mut schema = text(about);
    schema.insert("minLength".into(), 1.into());
    schema
}

/// `[box.NAME]`.
fn boxes(decks: &[&str]) -> Schema {
    let mut keys = Keys::new("A box to be cut and folded; lengths in millimetres.")
        .must("kind", word("How it is built: \"tuck\", or \"two-piece\" for a base and a lid.", ["tuck", "two-piece"]))
        .may("title", text("What stands on sides without art; the game's title when left out."))
        .may("decks", list(
            "The decks that lie in it, on one stack.",
            word("The name of a deck's file, without `.toml`.", decks.iter().copied()),
        ))
        .may("inside", name("Width x height x depth of the room inside, instead of what `decks` need: \"70 x 95 x 30\"."))
        .may("card", number("Thickness of a card; 0.3 when left out.", 0.05..=5.0))
        .may("sleeve", number("Thickness of one layer of a sleeve; 0 when left out: bare cards.", 0.0..=1.0))
        .may("clearance", number("What the cards have to spare each way, in all; 2 when left out.", 0.0..=20.0))
        .may("board", number("Thickness of what the box is made of; 0.3 when left out.", 0.0..=5.0))
        .may("lid", number("How far a lid reaches down; all the way when left out.", 5.0..=500.0));
    for side in BOX_SIDES {
        keys = keys.may(side, name("The SVG of this side, from templates/."));
    }
    let keys = keys.rule("anyOf", json!([{"required": ["decks"]}, {"required": ["inside"]}]));
    entries("Boxes that are printed with the cards.", keys.table())
}

fn ruling() -> Schema {
    Keys::new("A silence of the rulebook, and what is decided there.")
        .must("id", text("How the ruling is cited: \"G7\"."))
        .must("rule", text("The clause that it rests on: \"R12\"."))
        .must("question", text("What the rulebook does not say."))
        .must("decision", text("What is decided."))
        .may("choice", text("The decision as a word, one of `choices`."))
        .may("choices", list("The words there are to choose from.", text("A choice.")))
        .may(
            "decides",
            text("What the choice decides, for the rules that read it: \"several-crises\"."),
        )
        .table()
}

/// `[ability.NAME]`, of a game that brings its own.
fn abilities() -> Schema {
    let parameter = Keys::new("A parameter: what a row may give the ability besides its name.")
        .must("is", any("\"number\", \"flag\", a list of words, or a key of the cards or look-up table whose words it takes."))
        .may("from", whole("The least number, 0 when left out; of a list, the fewest words.", i16::MIN.into()..=i16::MAX.into()))
        .may("to", whole("The greatest number; of a list, the most words.", i16::MIN.into()..=i16::MAX.into()))
        .may("also", any("Words that it can be beside those of the key."))
        .may("list", flag("Whether it takes a list of the words."))
        .may("repeats", flag("Whether a word may stand in the list several times."))
        .may("in", any("The key of the rows under which it stands, or several; all of its ability when left out."))
        .may("needs", any("The parameter that a row must give beside it; of several, one."))
        .may("without", any("The parameters that a row cannot give beside it."))
        .may("optional", flag("Whether a row may leave it out."))
        .may("default", any("What it is when a row leaves it out."));
    let ability = Keys::new("What a row may say that its card does.")
        .must("in", any("The key of the rows in which it stands, or several: \"gives\"."))
        .may("says", any("The sentence on the card: `{amount}` is a parameter, `[each: …]` is there if the parameter is given. Under other names stand other wordings, which a `[field]` shows."))
        .other(text_or_table(parameter.table()));
    entries(
        "What rows may say that their cards do: each with its parameters and its sentence.",
        ability.table(),
    )
}

/// `[field]`, by the names of the fields.
fn made_fields() -> Schema {
    let said = |keys: Keys| {
        keys.may("of", any("The key of the rows whose abilities speak, or several: \"gives\"."))
            .may("shows", text("Which of their wordings; `says` when left out."))
            .may("begins", text("What stands before the first, if there is any."))
            .may("ends", text("What stands behind the last."))
    };
    let between =
        "What stands between them; \"and\" for commas and \"and\"; a blank when left out.";
    let part = said(Keys::new("What some abilities say.")).may("between", text(between));
    let field = said(Keys::new("A field that is made of what a card's abilities say."))
        .may("between", text(between))
        .may("parts", list("Several parts, each with `of`.", part.table()))
        .may(
            "others",
            text("Instead: the names of the deck's other cards that have the same under this key."),
        );
    entries("Fields of the cards that are made of what their abilities say.", field.table())
}

fn scenarios() -> Schema {
    let why = reason("Why no table can show the clause, and what tests it instead.");
    Keys::new("How the game's scenarios cite its clauses.")
        .may("clauses", text("What stands before a clause in a citation: \"CH2\" for CH2-R7."))
        .may(
            "not-on-a-table",
            entries("Clauses that no table can show: each with the reason.", why),
        )
        .table()
}

/// A text that is not blank.
fn reason(about: &str) -> Schema {
    let mut reason = text(about);
    reason.insert("pattern".into(), r"\S".into());
    reason
}

/// `[components]`, a line for each deck.
fn components(decks: &[&str]) -> Schema {
    let cards = |about: &str| whole(about, 0..=u32::MAX.into());
    let about = "So many cards for each value of that key, or for each by its name: `{ north = 15, south = 3 }`.";
    let share = entries(about, cards("So many cards."));
    let line = Keys::new("What the rulebook counts of the deck.")
        .must("cards", whole("How many cards there are, copies counted.", 0..=MOST_CARDS.into()))
        .may("rule", text("The clause that counts them: \"R1\"."))
        .other(whole_or_table(0..=u32::MAX.into(), share));
    let keys = Keys::new("What is in the box, as the rulebook counts it.");
    decks.iter().fold(keys, |keys, deck| keys.may(deck, line.table())).table()
}

/// `[check]`.
fn checks() -> Schema {
    let allow =
        Keys::new("Warnings that are no fault in this game, by their codes: each with the reason.");
    let allow = Code::ALL.iter().fold(allow, |allow, code| {
        let about = format!("{}: `deckproof check --explain {code}` tells more.", code.title());
        allow.may(code.number(), reason(&about))
    });
    Keys::new("What `deckproof check` does not tell.").may("allow", allow.table()).table()
}

fn credit() -> Schema {
    Keys::new("Someone whose work is in the box.")
        .must("what", text("The work: \"Oswald, typeface\"."))
        .must("who", text("Whose it is."))
        .must("licence", text("How it may be used."))
        .may("where", text("Where it is to be found."))
        .table()
}

/// Look-up tables, with the columns that there are.
fn tables(pack: &Pack) -> Schema {
    let row = |about: &str, rows: &[&TomlTable]| {
        let mut columns = Keys::new(about).open();
        for key in rows.iter().flat_map(|row| row.keys()) {
            columns = columns.may(&key.name, any("A field of the row."));
        }
        columns.table()
    };
    let about = "A row: write `[table.NAME.ROW]` above its fields. A card whose key NAME is ROW shows them as {{NAME.field}}.";
    let declared = pack
        .vocabulary
        .as_ref()
        .map(|vocabulary| (vocabulary.table_schema)(&pack.game, &pack.decks))
        .filter(|keys| keys.iter().next().is_some());
    let mut keys = declared.unwrap_or_else(|| {
        Keys::new("Look-up tables, which cards join by a key of the table's name.")
    });
    for (name, rows) in &pack.game.tables {
        let columns: Vec<&TomlTable> = rows.values().collect();
        let ids = Keys::new(&format!("What a card may name with its key `{name}`."));
        let ids = rows.keys().fold(ids, |ids, id| ids.may(id, row(about, &columns)));
        keys = keys.may(name, ids.other(row(about, &columns)).table());
    }
    let other = entries("A look-up table: rows of fields by their names.", row(about, &[]));
    keys.other(other).table()
}
