//! Wrong input: each test spoils one thing of a good game, runs the tool, and reads its exit code and its words. The code is
//! 1 for the data, 2 for the command line, 3 for the machine; the words name the place, the fault and what to do about it;
//! nothing is written.

use crate::copying;
use crate::game;
#[path = "bad_input/encodings.rs"]
mod encodings;
#[path = "bad_input/machine.rs"]
mod machine;

use std::path::Path;

use copying::copy;
use game::Game;

#[test]
fn the_good_game_is_printed() {
    let told = Game::good().print(&[]);
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
    assert!(told.files.iter().any(|f| f.ends_with("tiny.pdf")));
}

// ------------------------------------------------------------------------------------------- folders and files

#[test]
fn a_folder_that_is_not_there_is_named() {
    let told = Game::good().run(&["print", "tyni", "-o", "out"]);
    told.refused(2, &["there is no folder `tyni`", "name a folder that holds a game.toml"]);
}

#[test]
fn a_slip_in_the_name_of_a_shipped_game_is_mended() {
    let told = Game::good().run(&["print", "caps-and-hamers", "-o", "out"]);
    told.refused(
        2,
        &[
            "there is no folder `caps-and-hamers`",
            "did you mean the shipped game `caps-and-hammers`?",
        ],
    );
}

#[test]
fn a_folder_without_game_toml_is_no_game() {
    let told = Game::good().run(&["print", "tiny/art", "-o", "out"]);
    told.refused(2, &["`tiny/art` holds no game.toml"]);
}

#[test]
fn a_game_toml_that_is_no_toml_is_shown() {
    let game = Game::spoilt("game.toml", "title = \"Tiny\"", "title = Tiny");
    game.print(&[]).refused(1, &["tiny/game.toml:1:9", "write it as TOML"]);
}

#[test]
fn a_deck_that_is_not_utf_8_is_shown() {
    let game = Game::good();
    game.write("tiny/spells.toml", b"template = \"spell.svg\"\nback = \"\xe9.svg\"\n");
    game.print(&[]).refused(1, &["tiny/spells.toml:2:9", "not UTF-8", "save it as UTF-8"]);
}

#[test]
fn a_deck_that_is_listed_but_missing_is_shown_in_the_list() {
    let game = Game::spoilt("game.toml", "\"spells\"", "\"spels\"");
    game.print(&[])
        .refused(1, &["tiny/game.toml:2:10", "there is no deck `spels`", "did you mean `spells`?"]);
}

#[test]
fn a_template_that_is_missing_is_shown_where_it_is_named() {
    let game = Game::spoilt("spells.toml", "\"spell.svg\"", "\"spel.svg\"");
    game.print(&[]).refused(
        1,
        &["tiny/spells.toml:1:12", "there is no template `spel.svg`", "did you mean `spell.svg`?"],
    );
}

#[test]
fn art_that_is_missing_is_shown_where_it_is_named() {
    let game = Game::spoilt("spells.toml", "art = \"flame\"", "art = \"flam\"");
    game.print(&[]).refused(
        1,
        &["tiny/spells.toml:10:7", "there is no picture `flam`", "did you mean `flame`?"],
    );
}

#[test]
fn a_path_out_of_the_folder_is_refused() {
    for (from, to, place) in [
        ("\"spell.svg\"", "\"../../secret.svg\"", "1:12"),
        ("\"spell-back.svg\"", "\"../../secret.svg\"", "2:8"),
        ("\"flame\"", "\"../../secret.svg\"", "10:7"),
    ] {
        let game = Game::spoilt("spells.toml", from, to);
        game.write(
            "secret.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\"/>",
        );
        game.print(&[])
            .refused(1, &[&format!("tiny/spells.toml:{place}"), "lies outside the game's folder"]);
    }
}

#[test]
fn an_absolute_path_is_refused() {
    for (from, place, fault) in [
        ("\"spell.svg\"", "1:12", "lies outside the game's folder"),
        ("\"spell-back.svg\"", "2:8", "lies outside the game's folder"),
        ("\"flame\"", "10:7", "there is no picture"),
    ] {
        let game = Game::good();
        let inside = game.path("tiny/templates/spell-back.svg");
        game.spoil("spells.toml", from, &format!("\"{}\"", inside.display()));
        game.print(&[]).refused(1, &[&format!("tiny/spells.toml:{place}"), fault]);
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused() {
    for (name, place) in
        [("tiny/spells.toml", "game.toml:2:10"), ("tiny/templates/spell.svg", "spells.toml:1:12")]
    {
        let game = Game::good();
        std::fs::rename(game.path(name), game.path("outside")).unwrap();
        std::os::unix::fs::symlink(game.path("outside"), game.path(name)).unwrap();
        game.print(&[]).refused(
            1,
            &[&format!("tiny/{place}"), "lies outside the game's folder", "copy the file"],
        );
    }
}

// ------------------------------------------------------------------------------------------------ keys and values

#[test]
fn an_unknown_key_of_the_game_is_mended() {
    let game = Game::spoilt("game.toml", "title", "authers = [\"A\"]\ntitle");
    game.print(&[])
        .refused(1, &["tiny/game.toml:1:1", "unknown key `authers`", "did you mean `authors`?"]);
}

#[test]
fn a_value_of_the_wrong_type_is_told_the_right_one() {
    let game = Game::spoilt("spells.toml", "copies = 2", "copies = \"two\"");
    game.print(&[]).refused(
        1,
        &["tiny/spells.toml:7:10", "`copies` of the card is a string", "a whole number"],
    );
}

#[test]
fn copies_out_of_range_are_told_the_range() {
    for copies in ["-1", "1001", "99999999999999999999"] {
        let game = Game::spoilt("spells.toml", "copies = 2", &format!("copies = {copies}"));
        game.print(&[]).refused(1, &["tiny/spells.toml:7:10", copies]);
    }
}

#[test]
fn two_cards_of_one_id_are_told_apart() {
    let game = Game::spoilt("spells.toml", "name = \"Frost\"", "name = \"Frost\"\nid = \"fire\"");
    game.print(&[]).refused(1, &["tiny/spells.toml:15:6", "two cards have the id `fire`"]);
}

#[test]
fn a_deck_that_misses_its_count_is_told_by_how_much() {
    let game = Game::spoilt("spells.toml", "count = 3", "count = 5");
    game.print(&[])
        .refused(1, &["tiny/spells.toml:3:9", "has 3 cards, but its `count` is 5", "add 2"]);
}

#[test]
fn a_deck_without_cards_is_told_how_to_write_one() {
    let game = Game::good();
    game.write("tiny/spells.toml", "template = \"spell.svg\"\n");
    game.print(&[]).refused(1, &["tiny/spells.toml:1:1", "the deck has no `card`", "[[card]]"]);
}

#[test]
fn a_key_that_nothing_shows_is_mended() {
    let game = Game::spoilt("spells.toml", "cost = 2", "cost = 2\ntxet = \"x\"");
    game.print(&[])
        .refused(1, &["tiny/spells.toml:16:1", "unknown key `txet`", "did you mean `text`?"]);
}

#[test]
fn an_ability_that_does_not_exist_is_mended() {
    let game = Game::good();
    for folder in ["cards/caps-and-hammers", "templates/caps-and-hammers"] {
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &game.path(folder));
    }
    let assets = game.path("cards/caps-and-hammers/assets.toml");
    let text = std::fs::read_to_string(&assets).unwrap();
    let (before, _) = text.split_once("{ move-self").unwrap();
    let line = before.lines().count();
    std::fs::write(&assets, text.replace("move-self", "mvoe-self")).unwrap();
    let told = game.run(&["print", "cards/caps-and-hammers", "-o", "out"]);
    told.refused(1, &[&format!("assets.toml:{line}:"), "`mvoe-self`", "did you mean `move-self`?"]);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let game = Game::spoilt("spells.toml", "copies = 2", "copies = \"two\"");
    game.spoil("spells.toml", "name = \"Frost\"\n", "name = 3\n");
    let told = game.print(&[]);
    told.refused(
        1,
        &["tiny/spells.toml:7:10", "tiny/spells.toml:14:8", "`name` of the card is an integer"],
    );
}

// ----------------------------------------------------------------------------------------------------- templates

#[test]
fn a_template_that_is_no_xml_is_shown_where_it_breaks() {
    let game = Game::spoilt("templates/spell.svg", "</svg>", "</svgg>");
    game.print(&[]).refused(1, &["tiny/templates/spell.svg:7:1", "not well-formed XML"]);
}

#[test]
fn a_template_without_its_trim_in_millimetres_is_told_how() {
    for view in ["", " viewBox=\"0 0 240px 336px\"", " viewBox=\"-4 -4 71.5 96.9\""] {
        let game = Game::spoilt("templates/spell.svg", " viewBox=\"0 0 63.5 88.9\"", view);
        game.print(&[]).refused(
            1,
            &["tiny/templates/spell.svg:1:", "is not its trim in millimetres", "0 0 63.5 88.9"],
        );
    }
}

#[test]
fn a_template_of_another_size_than_the_deck_is_told_both() {
    let game = Game::spoilt("spells.toml", "count = 3", "size = \"tarot\"");
    game.print(&[])
        .refused(1, &["tiny/spells.toml:3:8", "is 63.5 x 88.9 mm", "is 69.85 x 120.65 mm"]);
}

#[test]
fn a_template_of_another_size_is_told_beside_other_faults() {
    let game = Game::spoilt("spells.toml", "count = 3", "size = \"tarot\"");
    game.spoil("spells.toml", "cost = 1", "cost = 1\nkost = 1");
    game.print(&[]).refused(1, &["is 69.85 x 120.65 mm", "unknown key `kost`"]);
}

#[test]
fn a_placeholder_that_no_card_fills_is_mended() {
    let game = Game::spoilt("templates/spell.svg", "{{cost}}", "{{costs}}");
    game.print(&[]).refused(
        1,
        &["tiny/templates/spell.svg:4:67", "has the field `costs`", "did you mean `cost`?"],
    );
}

#[test]
fn a_font_that_nobody_has_is_mended() {
    let game = Game::spoilt("templates/spell.svg", "data-font=\"Cabin\"", "data-font=\"Cabbin\"");
    game.print(&[]).refused(
        1,
        &["tiny/templates/spell.svg:6:69", "there is no font `Cabbin`", "did you mean `Cabin`?"],
    );
}

#[test]
fn a_weight_that_a_font_lacks_is_answered_with_those_it_has() {
    let game = Game::spoilt(
        "templates/spell.svg",
        "data-font=\"Cabin\"",
        "data-font=\"Cabin\" data-weight=\"900\"",
    );
    game.print(&[]).refused(
        1,
        &["tiny/templates/spell.svg:6:77", "`Cabin` has no weight 900", "it has 400, 700"],
    );
}

#[test]
fn words_under_the_smallest_size_are_refused() {
    for (from, to, line) in [
        ("data-size=\"10\"", "data-size=\"6.4\"", 6),
        ("data-size=\"10\"", "data-size=\"10\" data-min=\"5\"", 6),
        ("font-size=\"5\"", "font-size=\"2.2\"", 4),
    ] {
        let game = Game::spoilt("templates/spell.svg", from, to);
        let place = format!("tiny/templates/spell.svg:{line}:");
        game.print(&[]).refused(
            1,
            &[&place, "are smaller than 6.5 pt", "make them 6.5 pt (2.29 mm) or larger"],
        );
    }
}

#[test]
fn a_colour_that_is_none_is_shown_in_the_template() {
    let game = Game::spoilt("templates/spell.svg", "#1d1a16", "#1d1a1");
    game.print(&[]).refused(1, &["tiny/templates/spell.svg:6:1", "`#1d1a1` is no colour"]);
}

#[test]
fn a_colour_that_is_none_is_shown_in_the_row() {
    let game =
        Game::spoilt("templates/spell.svg", "data-color=\"#1d1a16\"", "data-color=\"{{colour}}\"");
    game.spoil("spells.toml", "#b5392b", "reddish");
    game.print(&[]).refused(1, &["card `fire`", "`reddish` is no colour", "did you mean `red`?"]);
}

// --------------------------------------------------------------------------------------------------------- words

#[test]
fn a_symbol_that_is_missing_is_mended() {
    let game = Game::spoilt("spells.toml", "{star}", "{starr}");
    game.print(&[]).refused(
        1,
        &["tiny/spells.toml:1", "card `frost`", "no symbol `starr`", "did you mean `star`?"],
    );
}

/// Equal backs are drawn once, so that the second different back is not that of the second card.
#[test]
fn a_fault_of_a_back_names_its_own_card() {
    let game = Game::spoilt(
        "templates/spell-back.svg",
        "</svg>",
        "<rect data-symbol=\"{{sign}}\" x=\"5\" y=\"5\" width=\"9\" height=\"9\"/></svg>",
    );
    game.spoil("spells.toml", "count = 3", "count = 4");
    let frost = "It stays {star} as it is.\"\n";
    let mist = "\n[[card]]\nname = \"Mist\"\ncost = 3\ncolour = \"#fff\"\nart = \"flame\"\ntext = \"-\"\nsign = \"starr\"\n";
    game.spoil("spells.toml", frost, &format!("{frost}{mist}"));
    game.print(&[]).refused(1, &["card `mist`", "no symbol `starr`"]);
}

#[test]
fn bold_that_is_not_closed_is_shown() {
    let game = Game::spoilt("spells.toml", "**twice**", "**twice");
    game.print(&[])
        .refused(1, &["tiny/spells.toml:11:18", "card `fire`", "`**` is opened and not closed"]);
}

#[test]
fn text_that_does_not_fit_is_told_how_much_to_cut() {
    let long = "It stays ".repeat(60);
    let game = Game::spoilt("spells.toml", "It stays ", &long);
    game.print(&[]).refused(
        1,
        &[
            "tiny/spells.toml:18:8",
            "card `frost`: `text` does not fit its box at 6.5 pt",
            "cut about",
        ],
    );
}

#[test]
fn a_name_too_wide_for_its_line_is_told_so() {
    let game = Game::spoilt(
        "spells.toml",
        "\"Frost\"",
        "\"Froooooooooooooooooooooooooooooooooooooooooooooooooooooooost\"",
    );
    game.print(&[])
        .refused(1, &["tiny/spells.toml:14:8", "`name` is too wide for its box", "cut about"]);
}

#[test]
fn a_glyph_that_the_font_lacks_is_named() {
    let game = Game::spoilt("spells.toml", "Burn it", "火 it");
    let words = [
        "tiny/spells.toml:11:9",
        "card `fire`: the font `Cabin` has no glyph for `火` (U+706B)",
        "use another font",
    ];
    game.print(&[]).refused(1, &words);
}

// ---------------------------------------------------------------------------------------------- the command line

#[test]
fn an_unknown_deck_is_mended() {
    Game::good()
        .print(&["--deck", "spels"])
        .refused(2, &["there is no deck `spels`", "did you mean `spells`?"]);
}

#[test]
fn an_unknown_card_is_mended() {
    Game::good()
        .print(&["--cards", "frots"])
        .refused(2, &["there is no card `frots`", "did you mean `frost`?"]);
}

#[test]
fn a_card_too_large_for_the_paper_is_told_what_would_fit() {
    let told = Game::good().print(&["--paper", "70x90"]);
    told.refused(2, &["does not fit 70 x 90 mm", "help: what would fit: a margin of"]);
}

#[test]
fn more_bleed_than_is_drawn_is_refused() {
    Game::good().print(&["--bleed", "4.5"]).refused(2, &["--bleed", "4 mm beyond the trim"]);
}

#[test]
fn an_unknown_paper_is_answered_with_the_known_ones() {
    Game::good().print(&["--paper", "a44"]).refused(2, &["--paper", "a44", "a4", "letter"]);
}
