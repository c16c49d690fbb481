//! Names and links that lead out of the folder, and what is no file.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::game::{Game, Told};
use super::trap::{PLAIN, game, refused, refused_by, spoilt};

const OUTSIDE: &str = "lies outside the game's folder";

#[test]
fn a_back_is_not_read_from_elsewhere() {
    for name in [
        "../../etc/passwd",
        "../../house/secret.svg",
        "/etc/passwd",
        "art/../../house/secret.svg",
        "C:\\\\secret.svg",
        "..\\\\..\\\\house\\\\secret.svg",
    ] {
        let game = spoilt("spells.toml", "spell-back.svg", name);
        refused(&game, "D008", &["tiny/spells.toml:2:8", OUTSIDE]);
    }
}

#[test]
fn a_picture_is_not_read_from_elsewhere() {
    for name in ["../../house/secret.svg", "../house/secret.svg", "c:\\\\secret.svg"] {
        let game = spoilt("spells.toml", "\"flame\"", &format!("\"{name}\""));
        refused(&game, "D008", &["tiny/spells.toml:10:7", OUTSIDE]);
    }
}

#[test]
fn a_url_is_no_name_of_a_file() {
    for url in ["https://example.org/a.svg", "file:///etc/passwd.svg"] {
        let game = spoilt("spells.toml", "\"flame\"", &format!("\"{url}\""));
        refused(&game, "D112", &["there is no picture"]);
    }
}

#[test]
fn a_deck_is_not_read_from_elsewhere() {
    let game = spoilt("game.toml", "\"spells\"", "\"../house/secret\"");
    refused(&game, "D014", &["there is no deck `../house/secret`"]);
}

#[test]
fn a_text_that_flows_is_not_read_from_elsewhere() {
    let game = game();
    let deck = "template = \"spell.svg\"\nflow = \"../house/secret.md\"\n";
    game.write("tiny/spells.toml", deck);
    refused(&game, "D008", &["tiny/spells.toml:2:8", OUTSIDE]);
}

#[test]
fn a_font_is_not_read_from_elsewhere() {
    let game = spoilt("templates/spell.svg", "\"Oswald\"", "\"Own\"");
    let list = "[[font]]\nfile = \"../../house/secret.svg\"\nfamily = \"Own\"\nweight = 400\nitalic = false\n";
    game.write("tiny/fonts/fonts.toml", list);
    refused(&game, "D008", &[OUTSIDE]);
}

#[test]
fn a_file_that_is_a_link_elsewhere_is_not_read() {
    for (file, to) in [
        ("spells.toml", "house/secret.toml"),
        ("game.toml", "house/secret.toml"),
        ("templates/spell.svg", "house/secret.svg"),
        ("art/flame.svg", "house/secret.svg"),
        ("symbols/star.svg", "house/secret.svg"),
        ("fonts/fonts.toml", "house/secret.toml"),
    ] {
        let game = game();
        let path = game.path("tiny").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&path);
        symlink(game.path(to), &path).unwrap();
        refused(&game, "D008", &[OUTSIDE]);
    }
}

#[test]
fn a_folder_that_is_a_link_elsewhere_is_not_read() {
    for folder in ["templates", "art", "symbols", "fonts", "scenarios"] {
        for target in ["/etc", "house"] {
            let game = game();
            let path = game.path("tiny").join(folder);
            let _ = fs::remove_dir_all(&path);
            symlink(game.path(target), &path).unwrap();
            let name = format!("tiny/{folder}");
            refused(&game, "D008", &[&name, OUTSIDE]);
        }
    }
}

#[test]
fn a_folder_of_too_many_files_or_folders_is_refused() {
    let game = game();
    for n in 0..10_001 {
        game.write(&format!("tiny/art/{n}.txt"), "");
    }
    let told = "`tiny/art` holds more than 10,000 files, or folders more than 32 deep";
    refused(&game, "D009", &[told]);
    let game = self::game();
    let deep = "deep/".repeat(400);
    game.write(&format!("tiny/art/{deep}hills.svg"), "<svg/>");
    refused(&game, "D009", &["files, or folders more than 32 deep"]);
}

#[test]
fn a_missing_picture_is_not_compared_with_thousands() {
    let game = game();
    game.write("tiny/templates/spell.svg", PLAIN);
    for n in 0..4_000 {
        game.write(&format!("tiny/art/picture{n}.svg"), "<svg/>");
    }
    let cards: String = (0..2_000)
        .map(|n| format!("[[card]]\nid = \"c{n}\"\nname = \"{n}\"\nshown = \"pcture{n}\"\n"))
        .collect();
    game.write("tiny/spells.toml", format!("template = \"spell.svg\"\n{cards}"));
    let begun = std::time::Instant::now();
    refused_by(&game, &["check", "tiny"], "D112", &["there is no picture `pcture0`"]);
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

/// Runs `check`, and not as root, who may read everything.
fn check_as_anybody(game: &Game) -> Told {
    let mut command = game.command();
    if fs::metadata(game.path("tiny")).unwrap().uid() == 0 {
        let (here, tool) = (game.path("deckproof"), command.get_program().to_owned());
        fs::set_permissions(game.path(""), Permissions::from_mode(0o755)).unwrap();
        fs::hard_link(&tool, &here).or_else(|_| fs::copy(&tool, &here).map(drop)).unwrap();
        command = Command::new(here);
        command.current_dir(game.path("")).uid(65_534);
    }
    game.told(&command.args(["check", "tiny"]).output().unwrap())
}

#[test]
fn a_folder_that_cannot_be_listed_is_not_taken_for_empty() {
    for folder in ["art", "art/deep", "symbols", "fonts", "scenarios", "lang"] {
        let game = game();
        let path = game.path("tiny").join(folder);
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o000)).unwrap();
        let told = check_as_anybody(&game);
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        let name = format!("tiny/{folder}`: Permission denied");
        told.said(3, &["[D010]", &name]);
    }
}

#[test]
fn a_folder_that_is_a_link_to_itself_is_an_error() {
    let game = game();
    symlink("scenarios", game.path("tiny/scenarios")).unwrap();
    let told = game.run(&["check", "tiny"]);
    told.said(3, &["[D010]", "tiny/scenarios`: Too many levels"]);
}

#[test]
fn scenarios_that_are_not_read_are_reported() {
    let game = game();
    for name in ["r04.TOML", "r05.tml", "more/r06.toml", "notes.md"] {
        game.write(&format!("tiny/scenarios/{name}"), "");
    }
    let told = game.run(&["check", "tiny"]);
    for name in ["r04.TOML", "r05.tml", "more/r06.toml"] {
        told.said(0, &["warning[D031]", &format!("`scenarios/{name}` is not read")]);
    }
    assert!(!told.stderr.contains("notes.md"), "{}", told.stderr);
    fs::remove_dir_all(game.path("tiny/scenarios")).unwrap();
    game.write("tiny/scenarios", "");
    let told = game.run(&["check", "tiny"]);
    told.said(0, &["warning[D031]", "`scenarios` is not read"]);
}

#[test]
fn templates_beside_the_game_are_no_link() {
    let game = game();
    game.write("stranger/cards/tiny/game.toml", "title = \"Tiny\"\n");
    let deck = "template = \"secret.svg\"\n[[card]]\nname = \"Fire\"\n";
    game.write("stranger/cards/tiny/spells.toml", deck);
    fs::create_dir_all(game.path("stranger/templates")).unwrap();
    symlink(game.path("house"), game.path("stranger/templates/tiny")).unwrap();
    refused_by(
        &game,
        &["print", "stranger/cards/tiny", "-o", "out"],
        "D102",
        &["there is no template `secret.svg`"],
    );
}

#[test]
fn a_link_to_itself_is_no_file() {
    for (file, place) in [
        ("spells.toml", "tiny/game.toml:2:10"),
        ("templates/spell.svg", "tiny/spells.toml:1:12"),
        ("art/flame.svg", "tiny/spells.toml:10:7"),
    ] {
        let game = game();
        let path = game.path("tiny").join(file);
        fs::remove_file(&path).unwrap();
        symlink(path.file_name().unwrap(), &path).unwrap();
        refused(&game, "D010", &[place, "cannot be read as a file"]);
    }
}

#[test]
fn a_folder_that_links_to_itself_is_no_folder() {
    let game = game();
    let path = game.path("tiny/templates");
    fs::remove_dir_all(&path).unwrap();
    symlink("templates", &path).unwrap();
    refused(&game, "D102", &["there is no template `spell.svg`"]);
}

#[test]
fn a_folder_that_holds_itself_is_read_once() {
    let game = spoilt("spells.toml", "\"flame\"", "\"flam\"");
    symlink(".", game.path("tiny/art/again")).unwrap();
    refused(&game, "D112", &["did you mean `flame`?"]);
}

#[test]
fn a_pipe_is_not_waited_for() {
    for (file, place) in [
        ("spells.toml", "tiny/game.toml:2:10"),
        ("templates/spell.svg", "tiny/spells.toml:1:12"),
        ("art/flame.svg", "tiny/spells.toml:10:7"),
    ] {
        let game = game();
        let path = game.path("tiny").join(file);
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        refused(&game, "D010", &[place, "a pipe or a device"]);
    }
    let game = game();
    fs::remove_file(game.path("tiny/game.toml")).unwrap();
    let path = game.path("tiny/game.toml");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    refused(&game, "D011", &["`game.toml` in `tiny` is no file"]);
}

#[test]
fn a_device_is_not_read() {
    let game = game();
    let path = game.path("tiny/art/flame.svg");
    fs::remove_file(&path).unwrap();
    symlink("/dev/zero", &path).unwrap();
    refused(&game, "D008", &[OUTSIDE]);
}

#[test]
fn a_terminal_obeys_nothing_that_a_file_says() {
    let game = spoilt("game.toml", "\"Tiny\"", "\"Tiny \\u001b]0;mine\\u0007\"");
    game.spoil("spells.toml", "name = \"Fire\"", "name = \"Fire \\u001b[2J\"");
    let name = game.path("tiny/art/fla\u{1b}[2Jme.svg");
    fs::rename(game.path("tiny/art/flame.svg"), name).unwrap();
    for args in [&["check", "tiny"][..], &["list", "tiny"]] {
        // As on a terminal: otherwise such signs are taken out with the colours.
        let mut command = game.command();
        let output = command.args(args).env("CLICOLOR_FORCE", "1").output();
        let output = output.unwrap();
        for said in [output.stdout, output.stderr] {
            let said = String::from_utf8_lossy(&said);
            assert!(!said.contains("\u{1b}]0") && !said.contains("\u{1b}[2J"), "{said:?}");
        }
    }
}

#[test]
fn a_record_without_end_is_not_read_to_its_end() {
    let game = game();
    refused_by(&game, &["replay", "/dev/zero"], "D010", &["a pipe or a device"]);
}
