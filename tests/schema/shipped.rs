//! The shipped files.

use std::path::PathBuf;

use super::*;

/// Every shipped TOML file of a game with the game and the name of its schema.
fn shipped() -> Vec<(PathBuf, &'static str, String)> {
    let mut all = Vec::new();
    for game in GAMES {
        let folder = root().join("cards").join(game);
        for file in files(&folder, "toml") {
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            all.push((file, game, name));
        }
        for file in files(&folder.join("scenarios"), "toml") {
            all.push((file, game, "scenario".to_owned()));
        }
    }
    assert!(all.len() > 150, "{}", all.len());
    all
}

/// The fonts of the program, the only file that is written by hand and has its schema beside it in the repository.
const FONTS: &str = "templates/shared/fonts/fonts";

#[test]
fn every_shipped_file_names_its_schema_in_its_first_line() {
    let first = |file: &Path| {
        let text = std::fs::read_to_string(file).unwrap();
        text.lines().next().unwrap_or_default().to_owned()
    };
    for (file, _, name) in shipped() {
        let up = if name == "scenario" { "../" } else { "" };
        let line = format!("#:schema {up}schema/{name}.json");
        assert_eq!(first(&file), line, "{}", file.display());
    }
    let fonts = root().join(FONTS);
    assert_eq!(first(&fonts.with_extension("toml")), "#:schema fonts.json");
}

#[test]
fn every_shipped_file_is_as_its_schema_says() {
    for (file, game, name) in shipped() {
        let value = json(&std::fs::read_to_string(&file).unwrap());
        let wrong = complaints(&schema(game, &name), &value);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", file.display());
    }
}

#[test]
fn the_fonts_are_as_their_schema_says_and_it_is_up_to_date() {
    let read =
        |ending: &str| std::fs::read_to_string(root().join(FONTS).with_extension(ending)).unwrap();
    let now = &written()[&("caper".to_owned(), "fonts.json".to_owned())];
    let command = format!("cargo run -- schema caper --kind fonts > {FONTS}.json");
    assert!(read("json") == *now, "out of date: run `{command}`");
    let wrong = complaints(&schema("caper", "fonts"), &json(&read("toml")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_overlay_of_the_tests_is_as_its_schema_says() {
    let game_of = |name: &str| match name {
        name if name.starts_with("caper") => "caper",
        name if name.ends_with("2016") => "caps-and-hammers-2016",
        _ => "caps-and-hammers",
    };
    let overlays = files(&root().join("tests/small"), "toml");
    assert!(overlays.len() > 5);
    for file in overlays {
        let game = game_of(file.file_stem().unwrap().to_str().unwrap());
        let value = json(&std::fs::read_to_string(&file).unwrap());
        let wrong = complaints(&schema(game, "overlay"), &value);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", file.display());
    }
}

/// The properties of every table in a schema, and every value that an ability can be, with its path.
fn described(schema: &Value, path: &str, told: &mut Vec<(String, bool)>) {
    if !schema.is_object() {
        return;
    }
    if let Some(properties) = schema["properties"].as_object() {
        for (key, value) in properties {
            let path = format!("{path}/{key}");
            let says = value["description"].as_str().is_some_and(|d| d.ends_with(['.', '?', '!']));
            told.push((path.clone(), says || value.get("$ref").is_some()));
            described(value, &path, told);
        }
    }
    for key in ["items", "additionalProperties", "then"] {
        described(&schema[key], &format!("{path}/{key}"), told);
    }
    for (key, value) in schema["definitions"].as_object().into_iter().flatten() {
        described(value, &format!("{path}/{key}"), told);
    }
}

#[test]
fn every_key_says_what_it_means() {
    for ((game, file), text) in written() {
        let mut told = Vec::new();
        described(&serde_json::from_str(text).unwrap(), "", &mut told);
        assert!(told.len() > 2, "{game}/{file}");
        let silent: Vec<&String> = told.iter().filter(|t| !t.1).map(|t| &t.0).collect();
        assert!(silent.is_empty(), "{game}/{file}: {silent:?}");
    }
}

#[test]
fn schemas_keep_to_what_taplo_understands() {
    for ((game, file), text) in written() {
        let schema: Value = serde_json::from_str(text).unwrap();
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#", "{game}/{file}");
        // A base address of its own would part the references from the file that Taplo has read.
        assert!(schema.get("$id").is_none(), "{game}/{file}");
        assert!(jsonschema::draft7::meta::is_valid(&schema), "{game}/{file}");
    }
}
