//! Names of files and letters that look like others, are read by nobody, or would be one file elsewhere.

use super::game::Game;

/// A text in UTF-16, the bytes of each unit in the order that `bytes` gives.
fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn a_file_in_utf_16_is_called_so() {
    for file in ["spells.toml", "game.toml", "templates/spell.svg"] {
        for mark in ["\u{feff}", ""] {
            for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                let game = Game::good();
                let path = format!("tiny/{file}");
                let text = std::fs::read_to_string(game.path(&path)).unwrap();
                game.write(&path, utf16(&format!("{mark}{text}"), bytes));
                let told = game.print(&[]);
                told.refused(1, &["D006", &format!("`{path}` is UTF-16"), "save it as"]);
            }
        }
    }
}

#[test]
fn letters_that_nobody_sees_are_refused_in_a_name() {
    for sign in ["202E", "200B", "FEFF", "2066"] {
        let game = Game::spoilt("spells.toml", "\"Frost\"", &format!("\"Fr\\u{sign}ost\""));
        let place = "tiny/spells.toml:14:8";
        let said = format!("the name holds U+{sign}");
        game.print(&[]).refused(1, &["D057", place, &said]);
    }
}

#[test]
fn a_card_or_a_deck_has_a_name_that_files_can_have() {
    let id = "x".repeat(300);
    let named = format!("name = \"Frost\"\nid = \"{id}\"");
    let game = Game::spoilt("spells.toml", "name = \"Frost\"", &named);
    game.print(&[]).refused(1, &["D013", "tiny/spells.toml:15:6", "300 letters"]);

    let game = all_decks();
    let deck = std::fs::read(game.path("tiny/spells.toml")).unwrap();
    game.write(&format!("tiny/{}.toml", "d".repeat(120)), deck);
    game.print(&[]).refused(1, &["D013", "is too long", "rename its file"]);
}

/// The good game, which takes every deck that lies there.
fn all_decks() -> Game {
    Game::spoilt("game.toml", "decks = [\"spells\"]\n", "")
}

#[test]
fn a_deck_that_is_left_out_is_reported() {
    for (name, why) in
        [("more.TOML", "does not end in `.toml`"), ("mo\nre.toml", "characters that are none")]
    {
        let game = all_decks();
        let deck = std::fs::read(game.path("tiny/spells.toml")).unwrap();
        game.write(&format!("tiny/{name}"), deck);
        let shown = name.escape_debug().to_string();
        game.print(&[]).refused(1, &["D010", &shown, why, "rename it"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_deck_whose_name_is_not_utf_8_is_reported() {
    use std::os::unix::ffi::OsStrExt;
    let game = all_decks();
    let name = std::ffi::OsStr::from_bytes(b"mo\xffre.toml");
    let deck = game.path("tiny/spells.toml");
    std::fs::copy(&deck, deck.with_file_name(name)).unwrap();
    game.print(&[]).refused(1, &["D010", "re.toml", "rename it"]);
}

#[cfg(target_os = "linux")]
#[test]
fn decks_that_differ_only_in_capitals_are_reported() {
    let game = all_decks();
    let deck = std::fs::read(game.path("tiny/spells.toml")).unwrap();
    game.write("tiny/Spells.toml", deck);
    game.print(&[]).refused(1, &["D030", "`Spells.toml` and `spells.toml`", "rename one"]);
}
