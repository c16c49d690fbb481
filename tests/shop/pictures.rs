//! Pictures of The Game Crafter and MakePlayingCards, and the list that goes with them.

use super::*;

const MISSILES: [&str; 5] = ["shop", "thegamecrafter", "caps-and-hammers", "--cards", "missiles"];

/// What `manifest.csv` says, read as plain text: no name in these games has a comma.
fn manifest(text: &str) -> Vec<Vec<String>> {
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect());
    let header: Vec<String> = lines.next().unwrap();
    assert_eq!(header, ["deck", "card", "name", "quantity", "front", "back"]);
    lines.collect()
}

#[test]
fn every_card_of_the_game_crafter_is_there_once_in_the_size_of_its_template() {
    let arguments =
        ["shop", "thegamecrafter", "caps-and-hammers", "--deck", "labs", "--deck", "countries"];
    let run = export(&arguments);
    let files = run.files("caps-and-hammers/thegamecrafter-countries-labs/poker");
    let list = manifest(std::str::from_utf8(&files["manifest.csv"]).unwrap());
    let cards = cards_of("caps-and-hammers", &["labs", "countries"]);
    let listed: Vec<(String, String, u32)> = list
        .iter()
        .map(|line| (line[0].clone(), line[1].clone(), line[3].parse().unwrap()))
        .collect();
    assert_eq!(listed, cards);
    let mut named: Vec<&String> = list.iter().flat_map(|line| &line[4..]).collect();
    named.sort();
    named.dedup();
    let pictures: Vec<&String> = files.keys().filter(|name| name.ends_with(".png")).collect();
    assert_eq!(named, pictures, "the list names every picture and no other");
    for name in pictures {
        let picture = pixels(&files[name]);
        assert_eq!((picture.width, picture.height), (825, 1125), "{name}");
    }
    // Names sort as the cards do.
    let fronts: Vec<&String> = list.iter().filter(|l| l[0] == "labs").map(|l| &l[4]).collect();
    assert!(fronts.is_sorted(), "{fronts:?}");
    assert!(list.iter().filter(|l| l[0] == "labs").all(|l| l[5] == "labs-back.png"));
    // Countries have a back each.
    assert_eq!(list.iter().filter(|l| l[0] == "countries" && l[5].contains("-back")).count(), 21);
}

#[test]
fn the_card_lies_in_the_middle_with_its_bleed_around_it() {
    let run = export(&["shop", "makeplayingcards", "caps-and-hammers", "--cards", "missiles"]);
    let whole =
        pixels(&run.bytes("caps-and-hammers/makeplayingcards+missiles/poker/labs-01-missiles.png"));
    assert_eq!((whole.width, whole.height), (822, 1122));
    let cut = export(&["png", "caps-and-hammers", "--cards", "missiles", "--corners", "square"]);
    let cut = pixels(&cut.bytes("caps-and-hammers/labs-01-missiles.png"));
    // 36 pixels on each side.
    let off = whole.differs(&cut, (36, 36));
    assert!(off < 0.001, "{off}");
    assert!(whole.differs(&cut, (34, 36)) > 0.01, "another place looks otherwise");
}

#[test]
fn a_card_on_its_side_is_turned_upright_and_its_back_the_other_way() {
    let run = export(&["shop", "makeplayingcards", "caper", "--deck", "locations"]);
    let files = run.files("caper/makeplayingcards-locations/poker");
    let cut = export(&["png", "caper", "--deck", "locations", "--corners", "square"]);
    let cut = cut.files("caper");
    let name = files.keys().find(|n| n.starts_with("locations-01-") && !n.contains("-back"));
    let back = files.keys().find(|n| n.contains("back") && n.starts_with("locations")).unwrap();
    for (name, clockwise) in [(name.unwrap(), true), (back, false)] {
        let (whole, lying) = (pixels(&files[name]), pixels(&cut[name]));
        assert_eq!((whole.width, whole.height), (822, 1122), "{name}");
        assert_eq!((lying.width, lying.height), (1050, 750), "{name}");
        let (width, height) = (lying.height, lying.width);
        let mut rgb = Vec::new();
        for y in 0..height {
            for x in 0..width {
                rgb.push(if clockwise {
                    lying.at(y, width - 1 - x)
                } else {
                    lying.at(height - 1 - y, x)
                });
            }
        }
        let off = whole.differs(&Pixels { width, height, rgb }, (36, 36));
        assert!(off < 0.002, "{name}: {off}");
    }
}

#[test]
fn round_tokens_become_chits_of_nearly_their_size() {
    let run = export(&["shop", "thegamecrafter", "caper", "--deck", "coins"]);
    let files = run.files("caper/thegamecrafter-coins/large-circle-chit");
    assert_eq!(files.len(), 3, "{:?}", files.keys());
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".png")) {
        let picture = pixels(bytes);
        assert_eq!((picture.width, picture.height), (375, 375), "{name}");
    }
}

#[test]
fn a_product_is_chosen_where_several_fit() {
    let arguments =
        ["shop", "thegamecrafter", "caper", "--cards", "coin", "--product", "large-circle-chit"];
    export(&arguments);
    let run = export(&[&MISSILES[..], &["--product", "foil-poker"]].concat());
    assert_eq!(run.files("caps-and-hammers/thegamecrafter+missiles/foil-poker").len(), 3);
}

#[test]
fn a_template_larger_than_what_is_drawn_has_its_edges_drawn_out() {
    // 52 x 87 mm, of which the mint tin's template has 5.75 mm beyond the cut.
    let game = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = game.path().join("tin").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("game.toml", "title = \"Tin\"\n");
    write("cards.toml", "template = \"card.svg\"\nsize = \"52 x 87\"\n[[card]]\nname = \"A\"\n");
    write(
        "templates/card.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 52 87\"><rect x=\"-3\" y=\"-3\" width=\"58\" height=\"93\" fill=\"#204060\"/><text x=\"10\" y=\"40\" font-family=\"Cabin\" font-size=\"4\" fill=\"#fff\">{{name}}</text></svg>",
    );
    let run = export_again(game, &["shop", "thegamecrafter", "tin"]);
    let picture = pixels(&run.bytes("tin/thegamecrafter/mint-tin/cards-01-a.png"));
    assert_eq!((picture.width, picture.height), (750, 1125));
    for (x, y) in [(0, 0), (749, 0), (0, 1124), (749, 1124), (375, 0), (0, 560)] {
        let [r, g, b] = picture.at(x, y);
        let near = r.abs_diff(0x20) < 3 && g.abs_diff(0x40) < 3 && b.abs_diff(0x60) < 3;
        assert!(near, "({x}, {y}) is {r} {g} {b}");
    }
}

#[test]
fn a_round_card_is_not_drawn_out_at_its_four_outermost_points() {
    let run = export(&["shop", "thegamecrafter", "caper", "--deck", "coins"]);
    let files = run.files("caper/thegamecrafter-coins/large-circle-chit");
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".png")) {
        let picture = pixels(bytes);
        // 25 mm and 3 mm of bleed, of 31.75 mm: white around, colour within the cut.
        for (x, y) in [(187, 0), (0, 187), (374, 187), (187, 374)] {
            assert_eq!(picture.at(x, y), [255; 3], "{name} at ({x}, {y})");
        }
        assert_ne!(picture.at(187, 30), [255; 3], "{name}");
    }
}

#[test]
fn backs_have_a_folder_of_their_own_on_wish() {
    let run = export(&[&MISSILES[..], &["--backs", "separate"]].concat());
    let folder = "caps-and-hammers/thegamecrafter+missiles/poker";
    let list = String::from_utf8(run.bytes(&format!("{folder}/manifest.csv"))).unwrap();
    assert_eq!(manifest(&list)[0][5], "backs/labs-back.png");
    run.bytes(&format!("{folder}/backs/labs-back.png"));
    let png = ["png", "caps-and-hammers", "--cards", "missiles", "--backs"];
    let run = export(&[&png[..], &["separate"]].concat());
    run.bytes("caps-and-hammers/backs/labs-back.png");
    let run = export(&[&png[..], &["none"]].concat());
    let names: Vec<String> = run.files("caps-and-hammers").into_keys().collect();
    assert_eq!(names, ["contact-sheet+missiles.png", "labs-01-missiles.png"]);
}

#[test]
fn one_picture_a_face_takes_every_size() {
    let run = export(&["shop", "single", "caper", "--deck", "mats"]);
    let files = run.files("caper/single-mats/cards");
    let (name, bytes) = files.iter().find(|(name, _)| name.ends_with(".png")).unwrap();
    let picture = pixels(bytes);
    // 180 x 85 mm and an eighth of an inch on each side.
    assert_eq!((picture.width, picture.height), (2201, 1079), "{name}");
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let arguments = ["shop", "thegamecrafter", "caper", "--deck", "coins"];
    let folder = "caper/thegamecrafter-coins/large-circle-chit";
    assert_eq!(export(&arguments).files(folder), export(&arguments).files(folder));
}
