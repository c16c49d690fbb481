//! Decks of Foundry VTT, read as the decks that come with it are made: a document of type `deck`, its cards of type `base`.

use super::*;

fn deck_of(game: &Painted, folder: &Path, deck_at: usize, ids: &mut BTreeSet<String>) {
    let deck = &game.pack.decks[deck_at];
    let drawn = &game.decks[deck_at];
    let document = json(&folder.join(format!("{}.json", deck.id)));
    assert_eq!(document["type"], "deck");
    assert!(document["name"].as_str().unwrap().ends_with(&deck.title));
    let prefix = format!("deckproof/{}/", game.pack.game.id);
    let shown = |path: &Value| {
        let path = path.as_str().unwrap();
        let file = path.strip_prefix(&prefix).unwrap_or_else(|| panic!("{path}"));
        opaque(&image::open(folder.join(file)).unwrap())
    };
    shown(&document["img"]);
    let mut copies: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, card) in document["cards"].as_array().unwrap().iter().enumerate() {
        let id = card["_id"].as_str().unwrap();
        assert!(id.len() == 16 && id.chars().all(|c| c.is_ascii_alphanumeric()));
        assert!(ids.insert(id.to_owned()), "{id} twice");
        assert_eq!(card["type"], "base");
        assert!(card["face"].is_null() && card["drawn"] == false);
        assert_eq!(card["sort"].as_u64().unwrap(), (at as u64 + 1) * 100_000);
        for side in ["width", "height"] {
            assert!(card[side].as_u64().unwrap() > 0);
        }
        let value = card["value"].as_u64().unwrap() as usize - 1;
        *copies.entry(value).or_default() += 1;
        if copies[&value] > 1 {
            continue;
        }
        if let Some(row) = deck.rows.get(value) {
            assert_eq!(card["name"].as_str().unwrap(), row.name);
        }
        let faces = card["faces"].as_array().unwrap();
        assert_eq!(faces.len(), 1);
        shows(&shown(&faces[0]["img"]), &drawn.fronts, value, &deck.id);
        match &drawn.backs[value] {
            None => assert!(card["back"]["img"].is_null()),
            Some(back) => {
                shows(&shown(&card["back"]["img"]), std::slice::from_ref(back), 0, &deck.id)
            }
        }
    }
    let path = |id: &str| format!("{}/{}/{id}", game.pack.game.id, deck.id);
    let wanted: BTreeMap<usize, u32> = game
        .cards()
        .into_iter()
        .filter(|(card, _)| card.starts_with(&path("")))
        .map(|(_, (n, at, _))| (at, n))
        .collect();
    assert_eq!(copies, wanted, "{}: every card and copy once", deck.id);
}

#[test]
fn the_shipped_games_are_decks_of_foundry_card_by_card() {
    for id in ["caper", "caps-and-hammers", "caps-and-hammers-2016"] {
        let dir = tempfile::tempdir().unwrap();
        exported(dir.path(), &["foundry", id, "--dpi", "100"]);
        let folder = dir.path().join(format!("output/{id}/foundry"));
        let (game, mut ids) = (Painted::shipped(id), BTreeSet::new());
        for deck in 0..game.pack.decks.len() {
            deck_of(&game, &folder, deck, &mut ids);
        }
        let told = exported(dir.path(), &["foundry", id, "--dpi", "100"]);
        assert!(told.contains("nothing changed"), "{told}");
    }
}

#[test]
fn the_folder_of_the_pictures_is_as_asked() {
    let dir = example("magpies");
    let path = "/worlds/friday/cards/";
    exported(dir.path(), &["foundry", "magpies", "--deck", "tokens", "--path", path]);
    let deck = json(&dir.path().join("output/magpies/foundry/tokens.json"));
    let picture = deck["cards"][0]["faces"][0]["img"].as_str().unwrap();
    assert!(picture.starts_with("worlds/friday/cards/tokens-"), "{picture}");
    for path in ["", "../x", "a:b"] {
        let output = run(dir.path(), &["foundry", "magpies", "--path", path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
    }
}
