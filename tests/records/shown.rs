//! What a replay shows, and the files that are written.

use super::{GAMES, agrees, deckproof, record, replay, said, text};
use serde_json::Value;

#[test]
fn the_terminal_shows_each_move_within_80_columns() {
    let told = agrees(record(), &[]);
    let moves = record().lines().filter(|line| line.contains("\"move\":")).count();
    let entries = told.lines().filter(|line| line.starts_with("── ")).count();
    assert_eq!(entries, moves + 1);
    for line in told.lines().filter(|line| !line.starts_with("standard input")) {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\u{1b}'), "colours outside a terminal: {line}");
    }
}

#[test]
fn the_moves_end_with_the_score_sheet() {
    let totals = |told: &str| {
        let row = told.lines().find(|line| line.trim_start().starts_with("Total"));
        row.map(|row| row.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>())
    };
    let told = agrees(record(), &[]);
    let last = told.lines().last().unwrap();
    for total in totals(&told).unwrap() {
        assert!(last.contains(&total), "{total} is not in {last}");
    }
    // One move is no end.
    assert_eq!(totals(&agrees(record(), &["--ply", "1"])), None);
}

#[test]
fn one_move_can_be_asked_for() {
    let told = agrees(record(), &["--ply", "1"]);
    assert!(told.contains("\n── 1, round 1, Caps: deploy "), "{told}");
    let output = replay(record(), &["--ply", "9999"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_page_holds_everything_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.html");
    let file = path.display().to_string();
    agrees(record(), &["-o", &file]);
    let page = std::fs::read_to_string(&path).unwrap();
    for address in ["http:", "https:", "src=\"", "@import"] {
        // The namespace of an SVG is a name, not an address that is fetched.
        let page = page.replace("http://www.w3.org/", "");
        assert!(!page.contains(address), "the page fetches: {address}");
    }
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    let game: Value = serde_json::from_str(&page[start..end]).unwrap();
    let moves = record().lines().filter(|line| line.contains("\"move\":")).count();
    assert_eq!(game["frames"].as_array().unwrap().len(), moves + 1);
    // Who does not ask for hidden cards is not told them.
    let frames = game["frames"].as_array().unwrap().iter();
    let moves = frames.map(|frame| (&frame["move"][0], &frame["move"][1]));
    let deployed = moves.filter(|(open, _)| open.as_str().unwrap().starts_with("deploy "));
    for (open, covered) in deployed {
        assert!(covered.as_str().unwrap().starts_with("deploy a card at "), "{covered}");
        assert_ne!(open, covered);
    }
    let pictures = page.matches("{background-image:url(data:image/png;base64,").count();
    // Nine Assets and their back, 21 countries with two sides, seven labs, the Justification and five DEFCON cards with their backs.
    assert_eq!(pictures, 9 + 1 + 2 * 21 + 7 + 1 + 1 + 1 + 5 + 1);
}

#[test]
fn files_of_others_are_left_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.html");
    let file = path.display().to_string();
    std::fs::write(&path, "my own").unwrap();
    let page = replay(record(), &["-o", &file]);
    let written = deckproof(&["record", GAMES[0], "-o", &file]).output().unwrap();
    for output in [page, written] {
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my own");
}

#[test]
fn a_record_written_to_a_file_is_the_one_that_is_put_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let file = path.display().to_string();
    for _ in 0..2 {
        // The second time over the first.
        said(&["record", GAMES[0], "--seed", "7", "--states", "-o", &file]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), record());
    }
}

#[test]
fn a_game_without_an_engine_cannot_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::create_dir(&plain).unwrap();
    std::fs::write(plain.join("game.toml"), "title = \"Plain\"\n").unwrap();
    let cards = "template = \"card.svg\"\n[[card]]\nname = \"One\"\n";
    std::fs::write(plain.join("cards.toml"), cards).unwrap();
    let output = deckproof(&["record"]).arg(&plain).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("`plain` cannot be played"));
}
