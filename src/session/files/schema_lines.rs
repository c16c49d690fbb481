//! Adds the line that names its schema to each TOML file of a game: `#:schema schema/game.json`. A folder and a pack come in;
//! the number of changed files goes out. Called by the command `schema`.

use std::path::Path;

use crate::cards::Pack;
use crate::source::{Code, Diagnostic, Diagnostics};

use super::output;
use super::schemas::{FONTS, deck_file};

/// How Taplo knows the line.
const MARK: &str = "#:schema";

/// Puts the line on top of each TOML file of the game's folder, or corrects it, and changes nothing else. Gives how many files
/// were changed.
///
/// # Errors
/// I/O errors.
pub fn put_schema_lines(folder: &Path, pack: &Pack) -> Result<usize, Diagnostics> {
    let mut files = vec![("game.toml".to_owned(), "schema/game.json".to_owned())];
    for deck in &pack.decks {
        let schema = format!("schema/{}.json", deck_file(&deck.id));
        files.push((format!("{}.toml", deck.id), schema));
    }
    for scenario in pack.folder.scenario_names() {
        files.push((scenario, "../schema/scenario.json".to_owned()));
    }
    for (fonts, up) in [("fonts/fonts.toml", ".."), ("templates/fonts/fonts.toml", "../..")] {
        if folder.join(fonts).is_file() {
            files.push((fonts.to_owned(), format!("{up}/schema/{FONTS}.json")));
        }
    }
    let mut changed = 0;
    for (file, schema) in files {
        let path = folder.join(&file);
        let text = std::fs::read_to_string(&path).map_err(|e| {
            let message = format!("cannot read `{}`: {e}", path.display());
            Diagnostic::machine(Code::UnreadableFile, message).help("check the file's permissions")
        })?;
        let mended = with_line(&text, &schema);
        if mended != text {
            // The line was asked for.
            output::write_file_for(output::IN_PLACE, &path, mended.as_bytes(), |_| true)?;
            changed += 1;
        }
    }
    Ok(changed)
}

/// The text with the line on top, in the place of one that there is among its first comments.
fn with_line(text: &str, schema: &str) -> String {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let line = format!("{MARK} {schema}");
    let ending = match body.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut before = 0;
    for there in body.split_inclusive('\n') {
        if there.starts_with(MARK) {
            let old = there.trim_end_matches(['\r', '\n']).len();
            let (head, tail) = (&body[..before], &body[before + old..]);
            return format!("{mark}{head}{line}{tail}");
        }
        if !there.starts_with('#') {
            break;
        }
        before += there.len();
    }
    format!("{mark}{line}{ending}{body}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_put_on_top() {
        let text = "# Cards.\ntitle = \"A\"\n";
        assert_eq!(with_line(text, "schema/a.json"), format!("#:schema schema/a.json\n{text}"));
        assert_eq!(with_line("", "a"), "#:schema a\n");
    }

    #[test]
    fn a_line_that_is_there_is_mended_in_its_place() {
        let text = "# Cards.\n#:schema old.json\n# More.\n\ntitle = \"A\"";
        let mended = "# Cards.\n#:schema new.json\n# More.\n\ntitle = \"A\"";
        assert_eq!(with_line(text, "new.json"), mended);
        assert_eq!(with_line(mended, "new.json"), mended);
    }

    #[test]
    fn line_endings_and_a_byte_order_mark_stay() {
        assert_eq!(with_line("a = 1\r\n", "s"), "#:schema s\r\na = 1\r\n");
        assert_eq!(with_line("#:schema t\r\na = 1\r\n", "s"), "#:schema s\r\na = 1\r\n");
        assert_eq!(with_line("\u{feff}a = 1\n", "s"), "\u{feff}#:schema s\na = 1\n");
    }
}
