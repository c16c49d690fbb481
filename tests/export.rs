//! Faces as pictures, and what the tool says of itself: the commands beside `print`, run as a person runs them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use deckproof::registry;
use deckproof::source::{Files, GameFolder};

fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .env_remove("DECKPROOF_PAPER")
        .args(arguments)
        .output()
        .unwrap()
}

fn run(arguments: &[&str]) -> Output {
    run_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// What a successful run says.
#[track_caller]
fn said(arguments: &[&str]) -> String {
    let output = run(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap()
}

type Pictures = BTreeMap<String, Vec<u8>>;

/// Exports of one game, by their names.
#[track_caller]
fn export(game: &str, arguments: &[&str]) -> Pictures {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&["export"], arguments].concat();
    let output = run_in(folder.path(), &arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let files = std::fs::read_dir(folder.path().join("output").join(game)).unwrap();
    let files = files.map(|f| f.unwrap().path()).map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(&path).unwrap())
    });
    files.collect()
}

const PNG: [&str; 4] = ["png", "caps-and-hammers", "--deck", "labs"];
const SVG: [&str; 4] = ["svg", "caps-and-hammers", "--deck", "labs"];

/// Seven labs and the back that they share, as PNG at 300 dpi.
fn labs() -> &'static Pictures {
    static LABS: OnceLock<Pictures> = OnceLock::new();
    LABS.get_or_init(|| export("caps-and-hammers", &PNG))
}

/// The same as SVG.
fn vector_labs() -> &'static Pictures {
    static LABS: OnceLock<Pictures> = OnceLock::new();
    LABS.get_or_init(|| export("caps-and-hammers", &SVG))
}

const LABS: [&str; 8] = [
    "labs-01-missiles",
    "labs-02-satellite",
    "labs-03-animal-in-orbit",
    "labs-04-moon-probe",
    "labs-05-human-in-orbit",
    "labs-06-spacewalk",
    "labs-07-moon-landing",
    "labs-back",
];

/// The faces alone.
fn faces(pictures: &Pictures) -> impl Iterator<Item = (&str, &Vec<u8>)> {
    let faces = pictures.iter().filter(|(name, _)| !name.starts_with("contact-sheet"));
    faces.map(|(name, bytes)| (name.as_str(), bytes))
}

fn header(bytes: &[u8]) -> png::Info<'static> {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.read_info().unwrap().info().clone()
}

fn pixels(bytes: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

// PNG

#[test]
fn a_poker_card_is_750_by_1050_pixels_at_300_dpi() {
    for (name, bytes) in faces(labs()) {
        let header = header(bytes);
        assert_eq!((header.width, header.height), (750, 1050), "{name}");
    }
}

#[test]
fn bleed_adds_three_millimetres_on_each_side() {
    let arguments = [&PNG[..], &["--cards", "missiles", "--bleed"]].concat();
    for (name, bytes) in faces(&export("caps-and-hammers", &arguments)) {
        let header = header(bytes);
        // (63.5 + 6) x (88.9 + 6) mm.
        assert_eq!((header.width, header.height), (821, 1121), "{name}");
    }
}

#[test]
fn bleed_is_put_around_the_same_card() {
    let arguments = [&PNG[..], &["--cards", "missiles", "--dpi", "254"]].concat();
    let square = [&arguments[..], &["--corners", "square"]].concat();
    let card = export("caps-and-hammers", &square);
    let bled = export("caps-and-hammers", &[&arguments[..], &["--bleed"]].concat());
    let name = "labs-01-missiles.png";
    let (card, bled) = (&card[name], &bled[name]);
    let (inner, outer) = (header(card), header(bled));
    let (card, bled) = (pixels(card), pixels(bled));
    // 3 mm are 30 pixels here, so the trims are the same pixels but for their outermost.
    let at = |pixels: &[u8], width: u32, x: u32, y: u32| {
        let at = ((y * width + x) * 3) as usize;
        [pixels[at], pixels[at + 1], pixels[at + 2]]
    };
    let mut differ = 0;
    for y in 1..inner.height - 1 {
        for x in 1..inner.width - 1 {
            let (a, b) = (at(&card, inner.width, x, y), at(&bled, outer.width, x + 30, y + 30));
            differ += u32::from(a.iter().zip(b).any(|(p, q)| p.abs_diff(q) > 8));
        }
    }
    assert!(differ * 1000 < inner.width * inner.height, "{differ} pixels differ");
}

#[test]
fn dpi_sets_the_number_of_pixels() {
    let arguments = [&PNG[..], &["--cards", "missiles", "--dpi", "100"]].concat();
    let pictures = export("caps-and-hammers", &arguments);
    let header = header(&pictures["labs-01-missiles.png"]);
    assert_eq!((header.width, header.height), (250, 350));
}

#[test]
fn a_picture_says_its_resolution() {
    for (name, bytes) in faces(labs()) {
        let dims = header(bytes).pixel_dims.unwrap();
        // 300 / 0.0254 to the metre.
        assert_eq!((dims.xppu, dims.yppu), (11811, 11811), "{name}");
        assert_eq!(dims.unit, png::Unit::Meter);
    }
}

#[test]
fn a_picture_is_not_blank() {
    for (name, bytes) in faces(labs()) {
        let pixels = pixels(bytes);
        let different: std::collections::BTreeSet<_> = pixels.chunks(3).collect();
        assert!(different.len() > 16, "{name}: {} colours", different.len());
    }
}

#[test]
fn names_sort_as_the_cards_do_and_a_shared_back_is_there_once() {
    let names: Vec<&str> = faces(labs()).map(|(name, _)| name.trim_end_matches(".png")).collect();
    assert_eq!(names, LABS);
}

#[test]
fn a_back_of_its_own_is_named_after_its_card() {
    let pictures = export("caps-and-hammers", &["svg", "caps-and-hammers", "--deck", "countries"]);
    let fronts = pictures.keys().filter(|name| !name.contains("-back")).count();
    assert_eq!((fronts, pictures.len()), (21, 42));
    assert!(pictures.contains_key("countries-01-germany.svg"), "{:?}", pictures.keys());
    assert!(pictures.contains_key("countries-01-germany-back.svg"));
}

/// Opacity of the first pixel and of the middle one; opaque when the picture has no alpha.
fn opacity(bytes: &[u8]) -> (u8, u8) {
    let info = header(bytes);
    let pixels = pixels(bytes);
    match info.color_type {
        png::ColorType::Rgba => {
            let middle = pixels.len() / 8 * 4 + info.width as usize * 2 / 4 * 4;
            (pixels[3], pixels[middle + 3])
        }
        _ => (255, 255),
    }
}

#[test]
fn a_round_token_is_transparent_around_its_circle() {
    let token = |more: &[&str]| {
        let coins = ["png", "caper", "--deck", "coins", "--dpi", "100"];
        let pictures = export("caper", &[&coins, more].concat());
        opacity(&pictures["coins-01-coin.png"])
    };
    assert_eq!(token(&[]), (0, 255));
    assert_eq!(token(&["--corners", "square"]), (255, 255));
    // Print shops cut the corners themselves, and want the picture beyond them.
    assert_eq!(token(&["--bleed"]), (255, 255));
    assert_eq!(token(&["--bleed", "--corners", "round"]), (0, 255));
}

#[test]
fn a_card_is_round_where_its_deck_or_somebody_says_so() {
    let opacity_of = |deck: &str, name: &str, more: &[&str]| {
        let arguments = ["png", "caper", "--deck", deck, "--dpi", "60"];
        opacity(&export("caper", &[&arguments, more].concat())[name])
    };
    let says = |more: &[&str]| opacity_of("credits", "credits-01-credits.png", more);
    assert_eq!(says(&[]), (0, 255));
    assert_eq!(says(&["--corners", "square"]), (255, 255));
    let silent = |more: &[&str]| opacity_of("scorepad", "scorepad-01-score-sheet.png", more);
    assert_eq!(silent(&[]), (255, 255));
    assert_eq!(silent(&["--corners", "round"]), (0, 255));
}

#[test]
fn only_print_counts_copies() {
    for command in [&["check"][..], &["list"], &["export", "png"]] {
        let output = run(&[command, &["caper", "--copies", "2"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
    }
}

#[test]
fn a_contact_sheet_shows_the_whole_game() {
    let sheet = header(&labs()["contact-sheet-labs.png"]);
    // Eight cards of 260 pixels' height are one row, with no bare ground behind the last.
    assert_eq!(sheet.width, 12 + 8 * (186 + 12));
    assert!((260..400).contains(&sheet.height), "{}", sheet.height);
}

#[test]
fn a_contact_sheet_is_made_alone() {
    let arguments = [&PNG[..], &["--contact-only"]].concat();
    let pictures = export("caps-and-hammers", &arguments);
    let names: Vec<&String> = pictures.keys().collect();
    assert_eq!(names, ["contact-sheet-labs.png"]);
}

#[test]
fn a_second_run_gives_the_same_pictures() {
    let again = export("caps-and-hammers", &PNG);
    for (name, bytes) in labs() {
        assert!(again[name] == *bytes, "{name} differs");
    }
}

#[test]
fn a_picture_of_ours_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [&["export"], &PNG[..], &["--cards", "missiles", "--dpi", "60"]].concat();
    for _ in 0..2 {
        assert!(run_in(folder.path(), &arguments).status.success());
    }
}

#[test]
fn a_picture_of_others_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let faces = folder.path().join("output/caps-and-hammers");
    std::fs::create_dir_all(&faces).unwrap();
    std::fs::write(faces.join("labs-01-missiles.png"), "mine").unwrap();
    let arguments = [&["export"], &PNG[..], &["--cards", "missiles", "--dpi", "60"]].concat();
    let output = run_in(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("was not made by deckproof"), "{told}");
    assert_eq!(std::fs::read(faces.join("labs-01-missiles.png")).unwrap(), b"mine");
}

// SVG

#[test]
fn vector_faces_have_the_same_names() {
    let names = vector_labs().keys().map(|name| name.trim_end_matches(".svg"));
    assert_eq!(names.collect::<Vec<_>>(), LABS);
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn a_vector_face_measures_what_the_card_does() {
    for (name, bytes) in vector_labs() {
        let document = roxmltree::Document::parse(text(bytes)).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("width"), Some("63.5mm"), "{name}");
        assert_eq!(root.attribute("viewBox"), Some("0 0 63.5 88.9"), "{name}");
    }
}

#[test]
fn a_vector_face_can_be_drawn() {
    for (name, bytes) in vector_labs() {
        let tree = usvg::Tree::from_data(bytes, &usvg::Options::default());
        assert!(tree.unwrap().root().has_children(), "{name}");
    }
}

#[test]
fn the_words_of_a_vector_face_are_text() {
    let document = roxmltree::Document::parse(text(&vector_labs()["labs-07-moon-landing.svg"]));
    let document = document.unwrap();
    let texts = document.descendants().filter(|n| n.has_tag_name("text"));
    let words: Vec<&str> = texts.filter_map(|n| n.text()).collect();
    let words = words.join(" ").to_lowercase();
    assert!(words.contains("moon") && words.contains("landing"), "{words}");
}

#[test]
fn no_placeholder_is_left_in_a_vector_face() {
    for (name, bytes) in vector_labs() {
        assert!(!text(bytes).contains("{{"), "{name}");
    }
}

#[test]
fn a_vector_face_says_who_made_it() {
    for (name, bytes) in vector_labs() {
        assert!(text(bytes).starts_with("<!-- made by deckproof -->"), "{name}");
    }
}

#[test]
fn bleed_widens_the_view_of_a_vector_face() {
    let arguments = [&SVG[..], &["--cards", "missiles", "--bleed"]].concat();
    let pictures = export("caps-and-hammers", &arguments);
    let document = roxmltree::Document::parse(text(&pictures["labs-01-missiles.svg"])).unwrap();
    let view = document.root_element().attribute("viewBox").unwrap();
    let view: Vec<f64> = view.split(' ').map(|n| n.parse().unwrap()).collect();
    for (is, should) in view.iter().zip([-3.0, -3.0, 69.5, 94.9]) {
        assert!((is - should).abs() < 1e-6, "{view:?}");
    }
}

// What the tool says

#[test]
fn list_shows_every_deck_with_its_cards() {
    let told = said(&["list"]);
    for id in GameFolder::shipped_ids() {
        let folder = GameFolder::shipped(&id).unwrap();
        let pack = match registry::load(folder, &mut Files::new()) {
            Ok(pack) => pack,
            Err(faults) => panic!("{faults:#?}"),
        };
        let of_game = told.split(&format!("\n{id}, ")).nth(1).unwrap();
        let of_game = of_game.split("in all").next().unwrap();
        for deck in pack.decks.iter().filter(|d| d.flow.is_none()) {
            let named = |line: &&str| line.split_whitespace().next() == Some(&deck.id);
            let line = of_game.lines().find(named).unwrap();
            let count = line.split_whitespace().last().unwrap();
            assert_eq!(count, deck.cards().to_string(), "{id}: {line}");
            assert!(line.contains(&deck.title), "{line}");
        }
    }
}

#[test]
fn list_shows_the_cards_of_one_deck() {
    let told = said(&["list", "caps-and-hammers", "--deck", "assets"]);
    let line = told.lines().find(|l| l.contains("Admiral")).unwrap();
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(words, ["admiral", "Admiral", "3"]);
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = said(&["completions", shell]);
        for command in ["print", "export", "check", "list"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

/// Every command, in the words that call it.
const COMMANDS: [&[&str]; 10] = [
    &[],
    &["print"],
    &["export"],
    &["export", "png"],
    &["export", "svg"],
    &["export", "cut"],
    &["export", "shop"],
    &["check"],
    &["list"],
    &["completions"],
];

/// The examples in the help of a command: what stands after `deckproof` on each line.
fn examples(command: &[&str]) -> Vec<String> {
    let told = said(&[command, &["--help"]].concat());
    let examples = told.split("Examples:").nth(1).unwrap_or("").lines();
    let calls = examples.filter_map(|line| line.strip_prefix("  deckproof "));
    // Two spaces part the call from what it does.
    calls.map(|call| call.split("  ").next().unwrap_or("").to_owned()).collect()
}

#[test]
fn the_help_of_every_command_teaches_by_examples() {
    for command in COMMANDS {
        let examples = examples(command);
        assert!(examples.len() >= 2, "{command:?}: {examples:?}");
        for example in examples {
            let same = command.first().is_none_or(|c| example.starts_with(c));
            assert!(same, "{command:?}: {example}");
        }
    }
}

#[test]
fn help_names_every_command() {
    let told = said(&["--help"]);
    for command in COMMANDS.iter().filter_map(|c| c.first()) {
        assert!(told.contains(&format!("\n  {command}")), "{command}");
    }
}

#[test]
fn the_examples_of_print_name_games_decks_and_cards_that_there_are() {
    for example in examples(&["print"]) {
        let words: Vec<&str> = example.split(' ').collect();
        // A watch goes on until it is ended.
        if words.len() > 1 && !words.contains(&"my-game") && !words.contains(&"--watch") {
            said(&words);
        }
    }
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    for arguments in [
        &["print", "caps-and-hammers", "--deck", "labs", "--quiet"][..],
        &["export", "svg", "caps-and-hammers", "--deck", "labs", "--quiet"],
        &["check", "caps-and-hammers", "--quiet"],
    ] {
        let output = run(arguments);
        assert!(output.status.success());
        assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn quiet_still_tells_of_faults() {
    let output = run(&["check", "no-such-game", "--quiet"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

#[test]
fn check_finds_nothing_wrong_with_the_shipped_games() {
    let told = said(&["check"]);
    assert_eq!(told.matches("no fault found").count(), 3, "{told}");
}

#[test]
fn a_face_has_the_same_pixels_whatever_is_exported_with_it() {
    let some = |more: &[&str]| {
        let gear = ["png", "caper", "--deck", "gear", "--dpi", "70"];
        export("caper", &[&gear[..], more].concat())
    };
    let (all, alone) = (some(&[]), some(&["--cards", "glass-cutter"]));
    let faces = alone.keys().filter(|name| !name.starts_with("contact-sheet"));
    let names: Vec<&String> = faces.collect();
    assert!(!names.is_empty());
    for name in names {
        assert_eq!(all[name], alone[name], "{name}");
    }
}
