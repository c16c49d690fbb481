//! Parts of a game beside the whole: further copies, names of files and things that nothing else has, pictures that keep their names.

use super::*;

fn deck(head: &str, cards: &[(&str, &str, u32)]) -> String {
    let mut text = head.to_owned();
    for (name, colour, copies) in cards {
        text += &format!("[[card]]\nname = \"{name}\"\ncol = \"{colour}\"\ncopies = {copies}\n");
    }
    text
}

const POKER: &str = "template = \"poker.svg\"\nback = \"back.svg\"\n";
const TOKEN: &str = "template = \"token.svg\"\nsize = \"25 x 25\"\ncorner = 12.5\n";

fn rewrite(game: &tempfile::TempDir, name: &str, text: &str) {
    std::fs::write(game.path().join("own").join(name), text).unwrap();
}

#[test]
fn further_copies_are_others_than_those_on_the_table() {
    let hook = |copies| deck(POKER, &[("Hook", "#a00", copies), ("Rope", "#0a0", 2)]);
    let coin = |copies| deck(TOKEN, &[("Coin", "#aa0", copies)]);
    let game = game_of(&[("gear", &hook(3)), ("coins", &coin(4))]);
    let tts = game.path().join("output/own/tts");
    exported(game.path(), &["tts", "own", "--dpi", "60"]);
    exported(game.path(), &["foundry", "own", "--dpi", "60"]);
    rewrite(&game, "gear.toml", &hook(5));
    rewrite(&game, "coins.toml", &coin(6));
    exported(game.path(), &["tts", "own", "--dpi", "60", "--changed"]);
    exported(game.path(), &["foundry", "own", "--dpi", "60", "--changed"]);
    let (whole, part) =
        (Save::read(&tts.join("own.json")), Save::read(&tts.join("own.changed.json")));
    assert_eq!(part.things.len(), 4);
    assert_eq!(whole.guids.intersection(&part.guids).count(), 0);
    // Together they are what the whole game is now.
    let mut both = whole.guids;
    both.extend(part.guids);
    exported(game.path(), &["tts", "own", "--dpi", "60"]);
    let now = Save::read(&tts.join("own.json"));
    assert!(both.is_superset(&now.guids), "{:?}", now.guids.difference(&both));

    let ids = |name: &str| {
        let path = game.path().join("output/own/foundry").join(name);
        let document = json(&path);
        let cards = document["cards"].as_array().unwrap().clone();
        let ids = cards.iter().map(|card| card["_id"].to_string());
        ids.collect::<BTreeSet<String>>()
    };
    let (old, more) = (ids("gear.json"), ids("gear.changed.json"));
    assert_eq!((old.len(), more.len()), (5, 2));
    assert_eq!(old.intersection(&more).count(), 0);
}

#[test]
fn parts_of_a_deck_and_decks_of_such_names_have_their_own_files() {
    let two = deck(POKER, &[("Hook", "#a00", 1), ("Rope", "#0a0", 1)]);
    let game = game_of(&[("gear", &two), ("gear-changed", &two), ("changed", &two)]);
    let kinds: [(&str, &[&str]); 2] = [
        (
            "foundry",
            &[
                "changed.json",
                "gear+hook.json",
                "gear-changed.json",
                "gear.changed.json",
                "gear.json",
            ],
        ),
        ("tts", &["own+hook.json", "own-changed.json", "own.changed.json", "own.json"]),
    ];
    for (kind, wanted) in kinds {
        rewrite(&game, "gear.toml", &two);
        let folder = game.path().join("output/own").join(kind);
        let export = |more: &[&str]| {
            exported(game.path(), &[&[kind, "own", "--dpi", "60"], more].concat());
        };
        export(&[]);
        export(&["--deck", "gear", "--cards", "hook"]);
        export(&["--cards", "hook"]);
        export(&["--deck", "changed"]);
        let again = exported(game.path(), &[kind, "own", "--dpi", "60"]);
        // Sheets of parts are not of the whole; what says where their cards lie is of use all the same.
        let left = again.lines().find(|line| line.contains("Not of this"));
        assert!(!left.unwrap_or_default().contains(".json"), "{again}");
        rewrite(&game, "gear.toml", &two.replace("#0a0", "#00a"));
        export(&["--changed"]);
        let made = files(&folder);
        for name in wanted {
            assert!(made.contains_key(*name), "{name}: {:?}", made.keys());
        }
        let count = |name: &str| {
            let text = String::from_utf8(made[name].clone()).unwrap();
            text.matches("\"Rope\"").count() + text.matches("\"Hook\"").count()
        };
        if kind == "foundry" {
            // Each card has a name, and so has its face.
            assert_eq!(count("gear.json"), 4);
            assert_eq!(count("gear-changed.json"), 4);
            assert_eq!(count("gear.changed.json"), 2);
            assert_eq!(count("gear+hook.json"), 2);
        }
    }
    // A file of others is in the way only of what would be written there.
    let foreign = game.path().join("there/own/foundry");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("changed.json"), "{}").unwrap();
    let place = ["foundry", "own", "-o", "there", "--dpi", "60", "--deck"];
    exported(game.path(), &[&place[..], &["gear"]].concat());
    let output = run(game.path(), &[&place[..], &["changed"]].concat());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn things_of_a_room_have_names_of_their_own() {
    let game = game_of(&[
        ("a", &deck(POKER, &[("b 1", "#a00", 2), ("deck", "#a0a", 1), ("pile", "#aa0", 1)])),
        ("a-b", &deck(POKER, &[("1", "#0a0", 2)])),
    ]);
    exported(game.path(), &["pcio", "own", "--dpi", "100"]);
    let own = game.path().join("own");
    let own = Painted::of(GameFolder::find(&own.to_string_lossy()).unwrap());
    room_of(&own, &game.path().join("output/own/own.pcio"));
}

#[test]
fn a_picture_of_one_face_keeps_its_name_when_a_card_comes_before_it() {
    let coins = [("Coin", "#aa0", 2), ("Gem", "#0aa", 1)];
    let more = [("Ace", "#a0a", 1), coins[0], coins[1]];
    let game = game_of(&[("coins", &deck(TOKEN, &coins))]);
    let kinds: [&[&str]; 3] =
        [&["tts", "own"], &["foundry", "own"], &["sheet", "own", "--for", "tabletopia"]];
    for kind in kinds {
        rewrite(&game, "coins.toml", &deck(TOKEN, &coins));
        exported(game.path(), kind);
        rewrite(&game, "coins.toml", &deck(TOKEN, &more));
        let told = exported(game.path(), &[kind, &["--changed"]].concat());
        // Its own picture, and the file that says where it lies.
        assert!(told.contains("1 card on 1 picture, 2 files written"), "{told}");
        let told = exported(game.path(), kind);
        assert!(told.contains("4 cards on 3 pictures, 1 file written"), "{told}");
        assert!(!told.contains("coins-coin-"), "{told}");
    }
}

#[test]
fn equal_backs_are_one_picture_and_hide_what_they_are_on() {
    let ages = "template = \"poker.svg\"\nback = \"own-back.svg\"\n".to_owned();
    let card = |name: &str, back: &str| {
        format!("[[card]]\nname = \"{name}\"\ncol = \"#ccc\"\nbcol = \"{back}\"\n")
    };
    let shared = ages.clone() + &card("A", "#a00") + &card("B", "#0a0") + &card("C", "#a00");
    let unique = ages + &card("D", "#a00") + &card("E", "#0a0");
    let game = game_of(&[("ages", &shared), ("maps", &unique)]);
    exported(game.path(), &["foundry", "own", "--dpi", "60"]);
    let made = files(&game.path().join("output/own/foundry"));
    let backs = made.keys().filter(|name| name.starts_with("ages-back-"));
    assert_eq!(backs.count(), 2, "{:?}", made.keys());
    exported(game.path(), &["tts", "own", "--dpi", "60"]);
    let save = json(&game.path().join("output/own/tts/own.json"));
    let turns = save["ObjectStates"].as_array().unwrap().iter();
    let turns: BTreeMap<&str, f64> = turns
        .map(|o| (o["Nickname"].as_str().unwrap(), o["Transform"]["rotZ"].as_f64().unwrap()))
        .collect();
    assert_eq!((turns["Ages"], turns["Maps"]), (180.0, 0.0));
}

#[test]
fn round_pieces_are_transparent_around_where_the_table_does_not_cut_them() {
    let game = game_of(&[("coins", &deck(TOKEN, &[("Coin", "#aa0", 2)]))]);
    let corner = |folder: &str| {
        let made = files(&game.path().join("output/own").join(folder));
        let (_, bytes) = made.iter().find(|(name, _)| name.ends_with(".png")).unwrap();
        let picture = image::load_from_memory(bytes).unwrap().to_rgba8();
        let middle = picture.get_pixel(picture.width() / 2, picture.height() / 2);
        assert_eq!(middle.0, [0xaa, 0xaa, 0, 255]);
        picture.get_pixel(0, 0).0[3]
    };
    for (kind, folder, alpha) in
        [("foundry", "foundry", 0), ("sheet", "sheets", 0), ("tts", "tts", 255)]
    {
        exported(game.path(), &[kind, "own"]);
        assert_eq!(corner(folder), alpha, "{kind}");
    }
    let told = exported(game.path(), &["sheet", "own", "--format", "jpeg"]);
    assert!(told.contains("stay square, as JPEG cannot be transparent: coins"), "{told}");
}

#[test]
fn a_name_in_capitals_is_not_said_again() {
    let game = game_of(&[("gear", &deck(POKER, &[("Löwe", "#a00", 2), ("Straße", "#a00", 1)]))]);
    let svg = game.path().join("own/templates/poker.svg");
    let text = std::fs::read_to_string(&svg).unwrap();
    let (before, _) = text.split_once("<text ").unwrap();
    let fit = "<rect data-fit=\"name\" data-case=\"upper\" x=\"6\" y=\"12\" width=\"50\" height=\"10\" data-font=\"Cabin\" \
               data-size=\"12\" data-min=\"8\" data-lines=\"1\"/>";
    std::fs::write(&svg, format!("{before}{fit}</svg>")).unwrap();
    exported(game.path(), &["tts", "own", "--dpi", "60"]);
    let save = json(&game.path().join("output/own/tts/own.json"));
    for card in save["ObjectStates"][0]["ContainedObjects"].as_array().unwrap() {
        assert_eq!(card["Description"], "", "{}", card["Nickname"]);
    }
}
