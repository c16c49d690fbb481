//! What `print` takes, exports take: `--changed`, `--backs`; and the limits of tables by name.

use super::*;

fn edit(dir: &Path) {
    let cards = dir.join("magpies/finds.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    let edited = text.replacen("label = \"2\"", "label = \"Z\"", 1);
    assert_ne!(text, edited);
    std::fs::write(&cards, edited).unwrap();
}

#[test]
fn changed_only_is_what_differs_from_the_last_export_of_the_kind() {
    let dir = example("magpies");
    let folder = dir.path().join("output/magpies/tts");
    for kind in ["tts", "pcio", "sheet", "foundry"] {
        let output = run(dir.path(), &[kind, "magpies", "--changed"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("export it once without --changed"), "{told}");
        assert!(!dir.path().join("output").exists(), "{kind}");
    }
    for kind in ["tts", "pcio", "sheet", "foundry"] {
        exported(dir.path(), &[kind, "magpies"]);
    }
    let whole = Save::read(&folder.join("magpies.json"));
    let told = exported(dir.path(), &["tts", "magpies", "--changed"]);
    assert!(told.contains("nothing has changed since the last export"), "{told}");
    assert!(!folder.join("magpies.changed.json").exists());

    edit(dir.path());
    let told = exported(dir.path(), &["tts", "magpies", "--changed"]);
    assert!(told.contains("changed: "), "{told}");
    let part = Save::read(&folder.join("magpies.changed.json"));
    let paths: BTreeSet<&str> = part.things.iter().map(|t| t.path.as_str()).collect();
    assert_eq!(paths.len(), 1, "{paths:?}");
    let same = |thing: &&Found| paths.contains(thing.path.as_str());
    assert_eq!(part.things.len(), whole.things.iter().filter(same).count());
    let pictures = files(&folder);
    for thing in &part.things {
        let name = thing.face.address.rsplit('/').next().unwrap();
        assert!(pictures.contains_key(name), "{name}");
    }
    let told = exported(dir.path(), &["tts", "magpies", "--changed"]);
    assert!(told.contains("nothing has changed"), "{told}");

    // The other kinds have not seen the edit yet.
    exported(dir.path(), &["sheet", "magpies", "--changed"]);
    let manifest = json(&dir.path().join("output/magpies/sheets/magpies.changed.json"));
    let decks = manifest["decks"].as_array().unwrap();
    assert_eq!(decks.len(), 1);
    assert_eq!(decks[0]["cards"].as_array().unwrap().len(), 1);
    exported(dir.path(), &["foundry", "magpies", "--changed"]);
    assert!(dir.path().join("output/magpies/foundry/finds.changed.json").is_file());
    exported(dir.path(), &["pcio", "magpies", "--changed"]);
    assert!(dir.path().join("output/magpies/magpies.changed.pcio").is_file());
}

#[test]
fn without_backs_a_sheet_has_none_and_a_card_a_white_one() {
    let dir = tempfile::tempdir().unwrap();
    let options = ["caper", "--deck", "gear", "--backs", "none", "--dpi", "60"];
    exported(dir.path(), &[&["sheet"], &options[..]].concat());
    let manifest = json(&dir.path().join("output/caper/sheets/caper-gear.json"));
    let cards = manifest["decks"][0]["cards"].as_array().unwrap();
    assert!(cards.iter().all(|card| card["back"].is_null()));
    assert!(manifest["sheets"].as_array().unwrap().iter().all(|s| s["side"] == "front"));

    exported(dir.path(), &[&["tts"], &options[..]].concat());
    let folder = dir.path().join("output/caper/tts");
    let save = Save::read(&folder.join("caper-gear.json"));
    let back = Pictures::new(&folder).cut(&save.things[0].back);
    assert!(back.as_raw().iter().all(|part| *part == 255));
}

#[test]
fn a_table_that_takes_pictures_gets_them_by_its_limits() {
    let dir = tempfile::tempdir().unwrap();
    exported(dir.path(), &["sheet", "caper", "--deck", "gear", "--for", "tabletopia"]);
    let folder = dir.path().join("output/caper/sheets");
    for (name, bytes) in files(&folder) {
        if name.ends_with(".png") {
            // Ten pixels a millimetre.
            let picture = image::load_from_memory(&bytes).unwrap();
            assert_eq!((picture.width(), picture.height()), (635, 889), "{name}");
        }
    }
    let told = exported(dir.path(), &["sheet", "caper", "--deck", "gear", "--for", "screentop"]);
    assert!(told.contains(".png: columns ") && told.contains(", rows "), "{told}");
    let output = run(dir.path(), &["sheet", "caper", "--for", "tabletopa"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("screentop"), "{told}");
}
