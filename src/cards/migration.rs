//! The version of a game's data format, which `format` in game.toml gives, and how an older game.toml is updated. Text comes
//! in, new text goes out. [`Pack`](super::Pack) checks the format before it reads anything else; the command `migrate`
//! calls it to edit the file.

use toml_edit::{Decor, DocumentMut, Item, Key, TableLike};

use super::value::{TomlTable, parse_toml};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};

/// The format that this program writes. It reads this one and all before it.
pub const FORMAT: u32 = 2;

/// The format of a game.toml without `format`.
const FIRST: u32 = 1;

/// What leads from one format to the next. To bring out format 3: raise [`FORMAT`], and add the step that leads to it, with a
/// pair of files in the tests below.
struct Step {
    /// The format that it leads to.
    to: u32,
    /// Edits game.toml, and says of each edit what was done and why. Comments and order stay.
    edit: fn(&mut DocumentMut) -> Vec<String>,
}

const STEPS: [Step; FORMAT as usize - 1] = [Step {
    to: 2,
    edit: drop_family,
}];

/// A game.toml of the present format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migrated {
    /// The format that it had.
    pub from: u32,
    pub text: String,
    /// What was done, a line for each edit.
    pub edits: Vec<String>,
}

/// The format of a game.toml.
///
/// # Errors
/// A format that this program does not know, and a `format` that is no whole number.
pub(super) fn format_of(game: &TomlTable) -> Result<u32, Diagnostic> {
    let Some(value) = game.get("format") else {
        return Ok(FIRST);
    };
    let wrong = |code, message: String| {
        Err(Diagnostic::error(code, message)
            .at(value.span)
            .help(format!("write `format = {FORMAT}`")))
    };
    let Some(number) = value.as_integer() else {
        let kind = value.kind();
        let message = format!("`format` of game.toml is {kind}, not a whole number");
        return wrong(Code::WrongType, message);
    };
    match u32::try_from(number) {
        Ok(format @ FIRST..=FORMAT) => Ok(format),
        _ if number < FIRST.into() => wrong(
            Code::OutOfRange,
            format!("`format` of game.toml is {number}"),
        ),
        _ => Err(Diagnostic::error(
            Code::NewerFormat,
            format!(
                "the game is of format {number}, and this deckproof reads no format after {FORMAT}"
            ),
        )
        .at(value.span)
        .help("use a newer deckproof: `deckproof --version` says which formats it reads")),
    }
}

/// Brings the text of a game.toml up to the present format; `None` when it is of that already.
///
/// # Errors
/// As [`format_of`], and what is no TOML.
pub fn migrate(
    label: &str,
    text: &str,
    files: &mut Files,
) -> Result<Option<Migrated>, Diagnostics> {
    let file = files.add(label, text);
    let mut faults = Diagnostics::new();
    let Some(game) = parse_toml(file, text, &mut faults) else {
        return Err(faults);
    };
    let from = format_of(&game)?;
    if from == FORMAT {
        return Ok(None);
    }
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    // toml_edit ends the lines that it writes with a line feed alone.
    let lines = body.replace("\r\n", "\n");
    let ends_in_two = body.matches("\r\n").count() * 2 > body.matches('\n').count();
    let mut document = lines.parse().map_err(|e| not_toml(file, &e))?;
    let due = STEPS.iter().filter(|step| step.to > from);
    let mut edits: Vec<String> = due.flat_map(|step| (step.edit)(&mut document)).collect();
    put_format(&mut document);
    edits.push(format!("`format = {FORMAT}` is written"));
    let mut text = document.to_string();
    if ends_in_two {
        text = text.replace('\n', "\r\n");
    }
    let text = format!("{mark}{text}");
    Ok(Some(Migrated { from, text, edits }))
}

fn not_toml(file: FileId, error: &toml_edit::TomlError) -> Diagnostic {
    Diagnostic::error(Code::Syntax, error.message().trim().replace('\n', ", "))
        .at(Span::new(file, 0..0))
        .help("write it as TOML")
}

/// Writes `format` into the first line that is no comment, or in the place of the one that is there.
fn put_format(document: &mut DocumentMut) {
    let game = document.as_table_mut();
    let number = i64::from(FORMAT);
    if let Some(old) = game.get_mut("format").and_then(Item::as_value_mut) {
        let decor = old.decor().clone();
        *old = number.into();
        *old.decor_mut() = decor;
        return;
    }
    let first = game.iter().find(|(_, item)| item.is_value());
    let first = first.map(|(name, _)| name.to_owned());
    let mut format = Key::new("format");
    // What is above the first key, `#:schema` first of all, stays at the top.
    if let Some(mut key) = first.and_then(|name| game.key_mut(&name)) {
        let decor = key.leaf_decor_mut();
        let above = decor.prefix().cloned().unwrap_or_default();
        decor.set_prefix("");
        *format.leaf_decor_mut() = Decor::new(above, " ");
    }
    game.insert_formatted(&format, Item::Value(number.into()));
    game.sort_values_by(|a, _, b, _| (a.get() != "format").cmp(&(b.get() != "format")));
}

/// To format 2: the rules of a game are in its folder. Before, `[rules]` could name a family of rules that the program knew.
fn drop_family(document: &mut DocumentMut) -> Vec<String> {
    let rules = document.get_mut("rules").and_then(Item::as_table_like_mut);
    let family = rules.and_then(|rules: &mut dyn TableLike| rules.remove("family"));
    let family = family.and_then(|item| item.into_value().ok());
    let told = family.map(|family| {
        let family = family.decorated("", "");
        format!(
            "`family = {family}` is taken out of [rules]: what lies on the table is in [table] now, and what players may do in rules.star"
        )
    });
    told.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migrated(text: &str) -> Migrated {
        migrate("game.toml", text, &mut Files::new())
            .unwrap()
            .expect("it is of an older format")
    }

    #[test]
    fn a_game_of_format_1_becomes_one_of_format_2() {
        let before = "#:schema schema/game.json\n\
            # Lanterns: a game of the coast.\n\
            title = \"Lanterns\"   # on the box\n\
            authors = [\n  \"Ann\", # first\n]\n\n\
            # The numbers of the rules.\n\
            [rules]\n\
            hand = 7                  # R3\n\
            family = \"hammers\"\n\
            rounds = 5\n\n\
            [table.weather.calm]\n\
            name = 'Calm'\n";
        let after = "#:schema schema/game.json\n\
            # Lanterns: a game of the coast.\n\
            format = 2\n\
            title = \"Lanterns\"   # on the box\n\
            authors = [\n  \"Ann\", # first\n]\n\n\
            # The numbers of the rules.\n\
            [rules]\n\
            hand = 7                  # R3\n\
            rounds = 5\n\n\
            [table.weather.calm]\n\
            name = 'Calm'\n";
        let done = migrated(before);
        assert_eq!(done.text, after);
        assert_eq!((done.from, done.edits.len()), (1, 2), "{:?}", done.edits);
        assert!(done.edits[0].starts_with("`family = \"hammers\"` is taken out"));
        assert_eq!(migrate("game.toml", after, &mut Files::new()), Ok(None));
    }

    #[test]
    fn marks_and_ends_of_lines_stay_as_they_are() {
        for (before, after) in [
            ("title = \"A\"", "format = 2\ntitle = \"A\"\n"),
            (
                "\u{feff}# A\r\ntitle = \"A\"\r\n\r\n[rules]\r\nhand = 7\r\n",
                "\u{feff}# A\r\nformat = 2\r\ntitle = \"A\"\r\n\r\n[rules]\r\nhand = 7\r\n",
            ),
            (
                "title = \"A\"\nformat = 1 # the first\n",
                "title = \"A\"\nformat = 2 # the first\n",
            ),
            (
                "rules.family = \"caper\"\ntitle = \"A\"\n",
                "format = 2\ntitle = \"A\"\n",
            ),
            (
                "title = \"A\"\nrules = { hand = 7, family = \"caper\" }\n",
                "format = 2\ntitle = \"A\"\nrules = { hand = 7}\n",
            ),
        ] {
            assert_eq!(migrated(before).text, after, "{before:?}");
        }
    }

    #[test]
    fn every_step_leads_to_the_next_format() {
        let reached = STEPS.iter().map(|step| step.to);
        assert!(reached.eq(FIRST + 1..=FORMAT));
    }
}
