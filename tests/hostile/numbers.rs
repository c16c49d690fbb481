//! Numbers that are too large, and too many of something.

use std::fmt::Write;

use super::game::Game;
use super::trap::{PLAIN, game, refused, refused_by, spoilt};

/// A PNG that says it has so many pixels, and holds none.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// A white square of `side` pixels, in a file of a few KB.
pub fn white_png(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    let row = side.div_ceil(8) as usize;
    writer.write_image_data(&vec![0xff; row * side as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn pictures_of_all_cards_have_so_many_pixels_together() {
    let game = game();
    game.write("tiny/templates/spell.svg", PLAIN);
    let mut cards = String::new();
    for n in 0..8 {
        game.write(&format!("tiny/art/p{n}.png"), white_png(7_000));
        cards += &format!("[[card]]\nname = \"Card {n}\"\nshown = \"p{n}\"\n");
    }
    game.write("tiny/spells.toml", format!("template = \"spell.svg\"\n{cards}"));
    let told = "the pictures of the game have more than 200 million pixels";
    refused(&game, "D042", &["tiny/spells.toml:2:", told]);
    refused_by(&game, &["export", "png", "tiny", "-o", "out"], "D042", &[told]);
}

/// A small game that can be played, with this number of variants and of cards.
fn played(variants: usize, copies: u32) -> Game {
    let game = game();
    checked(&game, &["new", "small", "--rules", "blank"], "");
    let names: Vec<String> = (0..variants).map(|n| format!("\"v{n}\"")).collect();
    let axis = format!("[table.variants]\nkind = [{}]\n\n[table.zones]", names.join(", "));
    let edit = |file: &str, from: &str, to: &str| {
        let path = game.path("small").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    };
    edit("game.toml", "[table.zones]", &axis);
    edit("game.toml", "longest = 6", "longest = 300");
    edit("game.toml", "to = 9", "to = 900");
    edit("game.toml", "hand = 3", &format!("hand = {}", copies / 2));
    edit("cards.toml", "count = 8\n", "");
    edit("cards.toml", "copies = 3", &format!("copies = {}", copies - 5));
    game
}

/// The command finds nothing wrong, and says so.
#[track_caller]
fn checked(game: &Game, args: &[&str], says: &str) {
    let output = game.command().args(args).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains(says), "{output:?}");
}

#[test]
fn many_variants_are_played_as_long_as_one() {
    let args = ["check", "small", "--games", "1"];
    let says = "200 variants take too long: only the first were played";
    checked(&played(200, 255), &args, says);
    checked(&played(20, 8), &args, "of each of 20 variants played");
}

#[test]
fn the_colour_of_a_seat_is_a_colour() {
    let game = played(1, 8);
    let path = game.path("small/game.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let looks = "\n[table.side.ann]\ncolour = \"bluish\"\n\n[table.side.ben]\ncolour = \"navy\"\n";
    std::fs::write(&path, text + looks).unwrap();
    let told = game.run(&["check", "small"]);
    told.said(1, &["[D119]", "`bluish` is not a colour", "game.toml:"]);
}

/// A JPEG that says it has so many pixels, and holds none.
fn jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xc0\x00\x11\x08".to_vec();
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes.extend([3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
    bytes
}

fn deck_with(line: &str) -> Game {
    let game = game();
    let path = game.path("tiny/spells.toml");
    let deck = std::fs::read_to_string(path).unwrap();
    game.write("tiny/spells.toml", format!("{deck}{line}\n"));
    game
}

#[test]
fn four_thousand_million_copies_are_a_slip() {
    let game = spoilt("spells.toml", "copies = 2", "copies = 4000000000");
    let words = ["tiny/spells.toml:7:10", "4000000000", "from 0 to 1000"];
    refused(&game, "D005", &words);
}

#[test]
fn a_card_of_a_hundred_metres_is_a_slip() {
    for size in ["100000 x 100000", "1e300 x 1e300", "5000 x 5000"] {
        let game = spoilt("spells.toml", "count = 3", &format!("count = 3\nsize = \"{size}\""));
        refused(&game, "D020", &["tiny/spells.toml:4:8", "1000"]);
    }
}

#[test]
fn a_template_of_a_hundred_metres_is_a_slip() {
    for view in ["0 0 100000 100000", "0 0 1e300 1e300", "0 0 NaN inf"] {
        let game = spoilt(
            "templates/spell.svg",
            "viewBox=\"0 0 63.5 88.9\"",
            &format!("viewBox=\"{view}\""),
        );
        refused(&game, "D106", &["tiny/templates/spell.svg:1:", "viewBox"]);
    }
}

#[test]
fn a_picture_without_bounds_is_a_slip() {
    for (view, says) in [
        ("0 0 1e30 1e30", "`viewBox` holds 1e30; 1000000 is the most"),
        ("-1e30 0 10 10", "`viewBox` holds 1e30; 1000000 is the most"),
        ("0 0 1e-30 1e-30", "the viewBox is too large or too small"),
        ("0 0 100000 1", "one side up to 10000 times the other"),
        ("0 0 inf inf", "the viewBox is too large or too small: up to 1000000 units"),
    ] {
        let game = spoilt("art/flame.svg", "0 0 10 10", view);
        refused(&game, "D113", &[says]);
    }
}

#[test]
fn words_are_smaller_than_a_card() {
    for size in ["1000000000", "4000", "1e300", "inf"] {
        let game =
            spoilt("templates/spell.svg", "data-size=\"10\"", &format!("data-size=\"{size}\""));
        refused(&game, "D105", &["tiny/templates/spell.svg:6:77"]);
    }
    let game = spoilt("templates/spell.svg", "font-size=\"5\"", "font-size=\"1000000000\"");
    let words = ["tiny/templates/spell.svg:4:52", "1000000 is the most"];
    refused(&game, "D106", &words);
}

#[test]
fn a_transform_leads_nowhere_far() {
    for transform in ["scale(1e300)", "scale(1e5) scale(1e5)", "translate(1e30 0)", "scale(0)"] {
        let rect = "<rect data-fit=\"text\"";
        let with = format!("{rect} transform=\"{transform}\"");
        let game = spoilt("templates/spell.svg", rect, &with);
        let code = match transform {
            "scale(0)" => "D115",
            "scale(1e5) scale(1e5)" => "D105",
            _ => "D106",
        };
        refused(&game, code, &["tiny/templates/spell.svg:6:"]);
    }
}

#[test]
fn values_do_not_overflow_the_stack() {
    let many = |what: &str| what.repeat(100_000);
    for line in [
        format!("x = {}{}", many("["), many("]")),
        format!("x = {}", many("[")),
        format!("x = {}1{}", many("{a="), many("}")),
        format!("{}a = 1", many("a.")),
        format!("[{}a]\nb = 1", many("a.")),
        format!("[[{}a]]\nb = 1", many("a.")),
        // Each way alone is short; together they are as deep as the parser lets them be.
        format!("[{}a]\nx = {}", "a.".repeat(70), format!("{{ {}a = ", "a.".repeat(70)).repeat(70)),
    ] {
        refused(&deck_with(&line), "D041", &["tiny/spells.toml", "more than 32 deep"]);
    }
    let game = game();
    game.write("tiny/fonts/fonts.toml", format!("x = {}", many("[")));
    refused(&game, "D041", &["more than 32 deep"]);
}

#[test]
fn texts_have_an_end() {
    for file in ["game.toml", "spells.toml"] {
        let game = spoilt(file, "\n", &format!("\n{}", "# a\n".repeat(1_100_000)));
        refused(&game, "D009", &["larger than 4 MiB"]);
    }
}

#[test]
fn files_have_an_end() {
    let game = spoilt("spells.toml", "\"flame\"", "\"smoke\"");
    let file = std::fs::File::create(game.path("tiny/art/smoke.png")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    refused(&game, "D009", &["tiny/spells.toml:10:7", "larger than 64 MiB"]);
}

#[test]
fn words_of_a_box_have_an_end() {
    let game = spoilt("spells.toml", "Burn it", &"lorem ipsum ".repeat(100_000));
    refused(&game, "D042", &["tiny/spells.toml:11:1", "64 KiB are the most"]);
}

#[test]
fn words_of_a_deck_have_an_end() {
    let words = "lorem ipsum ".repeat(5_000);
    let mut deck = format!(
        "template = \"spell.svg\"\n[defaults]\ncost = 1\ncolour = \"#000\"\nart = \"\"\ntext = \"{words}\"\n"
    );
    for n in 0..9_000 {
        let _ = writeln!(deck, "[[card]]\nname = \"Fire {n}\"");
    }
    let game = game();
    game.write("tiny/spells.toml", deck);
    refused(&game, "D042", &["64 MiB"]);
}

#[test]
fn a_text_that_flows_has_an_end() {
    let game = game();
    let frame = "<rect data-flow=\"rules\" width=\"60\" height=\"80\" data-font=\"Cabin\" data-size=\"8\"/></svg>";
    game.spoil("templates/spell-back.svg", "</svg>", frame);
    game.write("tiny/spells.toml", "template = \"spell-back.svg\"\nflow = \"rules.md\"\n");
    game.write("tiny/rules.md", "lorem ipsum dolor\n\n".repeat(100_000));
    refused(&game, "D042", &["tiny/spells.toml:2:8", "512 KiB are the most"]);
    game.write("tiny/rules.md", format!("{}\n\n", "lorem ipsum ".repeat(60)).repeat(700));
    refused(&game, "D118", &["200 are the most"]);
}

#[test]
fn keys_rows_and_decks_have_an_end() {
    let lines = |n: usize, line: &str| {
        (0..n).map(|i| line.replace('N', &i.to_string())).collect::<String>()
    };
    let keys = deck_with(&lines(20_000, "keyN = 1\n"));
    refused(&keys, "D042", &["1000 are the most"]);
    let rows = deck_with(&lines(20_000, "[[card]]\nname = \"N\"\n"));
    refused(&rows, "D042", &["`card` has 20,002 entries", "10,000 are the most"]);
    let game = spoilt("game.toml", "decks = [\"spells\"]\n", "");
    for n in 0..300 {
        std::fs::copy(game.path("tiny/spells.toml"), game.path(&format!("tiny/d{n}.toml")))
            .unwrap();
    }
    refused(&game, "D042", &["the game has 301 decks", "200 are the most"]);
}

#[test]
fn messages_have_an_end() {
    let mut deck = String::from("template = \"spell.svg\"\n");
    for n in 0..5_000 {
        let _ = writeln!(deck, "[[card]]\nname = \"Fire {n}\"\ncopies = -1");
    }
    let game = game();
    game.write("tiny/spells.toml", deck);
    refused(&game, "D042", &["1000 messages are the most"]);
}

#[test]
fn cards_and_sheets_have_an_end() {
    let mut deck = String::from("template = \"spell-back.svg\"\n[defaults]\ncopies = 1000\n");
    for n in 0..101 {
        let _ = writeln!(deck, "[[card]]\nname = \"Fire {n}\"\ncopies = 1000");
    }
    let game = game();
    game.write("tiny/spells.toml", deck.replace("[defaults]\ncopies = 1000\n", ""));
    refused(&game, "D015", &["more than 100000"]);
    game.write(
        "tiny/spells.toml",
        deck.replace("[defaults]\ncopies = 1000\n", "").replace("copies = 1000", ""),
    );
    let copies = ["print", "tiny", "-o", "out", "--copies", "1000"];
    refused_by(&game, &copies, "D015", &["101,000 cards", "100,000 are the most"]);
}

#[test]
fn pages_have_an_end() {
    let game = game();
    let back = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 180 260\"><path d=\"M0 0h9\"/></svg>";
    game.write("tiny/templates/spell-back.svg", back);
    let mut deck = String::from("template = \"spell-back.svg\"\nsize = \"180 x 260\"\n");
    for n in 0..11 {
        let _ = writeln!(deck, "[[card]]\nname = \"Fire {n}\"\ncopies = 1000");
    }
    game.write("tiny/spells.toml", deck);
    let args = ["print", "tiny", "-o", "out"];
    refused_by(&game, &args, "D042", &["11,000 pages", "10,000 are the most"]);
}

#[test]
fn pixels_have_an_end() {
    for (file, bytes) in [("bomb.png", png(100_000, 100_000)), ("bomb.jpg", jpeg(60_000, 60_000))] {
        let game = spoilt("spells.toml", "\"flame\"", "\"bomb\"");
        game.write(&format!("tiny/art/{file}"), bytes);
        refused(&game, "D113", &["tiny/spells.toml:10:7", "more than 50 million pixels"]);
    }
    let game = spoilt("spells.toml", "\"flame\"", "\"bomb\"");
    game.write("tiny/art/bomb.png", png(1_000_000, 1));
    refused(&game, "D113", &["65535 on a side are the most"]);
}

#[test]
fn faces_are_painted_as_large_as_the_memory_bears() {
    let game = game();
    let back = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\"><path d=\"M0 0h9\"/></svg>";
    game.write("tiny/templates/spell-back.svg", back);
    let deck = "template = \"spell-back.svg\"\nsize = \"1000 x 1000\"\n[[card]]\nname = \"Fire\"\n";
    game.write("tiny/spells.toml", deck);
    let args = ["export", "png", "tiny", "-o", "out", "--dpi", "2400"];
    refused_by(&game, &args, "D042", &["64 million are the most", "lower --dpi"]);
}

#[test]
fn rows_of_a_look_up_table_are_not_multiplied() {
    let game = game();
    let words = "lorem ipsum ".repeat(5_000);
    let mut row = String::from("title = \"Tiny\"\n[table.colour.red]\n");
    for n in 0..50 {
        let _ = writeln!(row, "key{n} = \"{words}\"");
    }
    game.write("tiny/game.toml", row);
    let mut deck = String::from("template = \"spell.svg\"\n[defaults]\ncolour = \"red\"\n");
    for n in 0..9_000 {
        let _ = writeln!(deck, "[[card]]\nname = \"Fire {n}\"");
    }
    game.write("tiny/spells.toml", deck);
    refused(&game, "D042", &["64 MiB"]);
}

#[test]
fn a_template_is_not_multiplied() {
    let game = game();
    let place = "{{text}}".repeat(300);
    let rect = format!("<path d=\"M0 0\" fill=\"{place}\"/>").repeat(30);
    game.spoil("templates/spell.svg", "</svg>", &format!("{rect}</svg>"));
    game.spoil("spells.toml", "Burn it", &"lorem ipsum ".repeat(5_000));
    refused(&game, "D042", &["takes more than 128 MiB"]);
}
