//! What virtual tables get, read back by a reader that shares nothing with the writer: it follows programs that import saves of
//! Tabletop Simulator (a card's number is a hundred times its sheet's key and the number of its cell, `row = cell / columns`;
//! backs are one picture, or the same cell of another sheet).

#[path = "virtual_tables/foundry.rs"]
mod foundry;
#[path = "virtual_tables/options.rs"]
mod options;
#[path = "virtual_tables/parts.rs"]
mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;

use deckproof::cards::Pack;
use deckproof::raster::Painter;
use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Drawn, DrawnDeck, Ink, Renderer};
use image::{DynamicImage, RgbImage};
use serde_json::Value;

use super::copying::copy;
use super::running::game_of;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    super::running::run(folder, &[&["export"], arguments].concat())
}

#[track_caller]
fn exported(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).unwrap() + &told
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

// The reader

/// A part of a picture: a cell of its grid.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    address: String,
    columns: u64,
    rows: u64,
    index: u64,
}

impl Cell {
    fn whole(address: &Value) -> Cell {
        Cell { address: address.as_str().unwrap().to_owned(), columns: 1, rows: 1, index: 0 }
    }
}

/// A thing on the table, by what its notes say that it is.
#[derive(Debug, Clone)]
struct Found {
    path: String,
    name: String,
    face: Cell,
    back: Cell,
}

#[derive(Default)]
struct Save {
    things: Vec<Found>,
    kinds: BTreeMap<String, usize>,
    guids: BTreeSet<String>,
    /// Sheets of the whole save, by their keys.
    sheets: BTreeMap<String, Value>,
}

impl Save {
    fn read(path: &Path) -> Save {
        let save = json(path);
        for key in ["SaveName", "Date", "VersionNumber", "GameMode", "Table", "Sky"] {
            assert_eq!(save[key], "", "{key}");
        }
        // Importers of other tables read it unasked.
        assert!(save["Hands"]["Enable"].is_boolean());
        let mut read = Save::default();
        for object in save["ObjectStates"].as_array().unwrap() {
            read.object(object);
        }
        read
    }

    fn object(&mut self, object: &Value) {
        let text = |key: &str| object[key].as_str().unwrap().to_owned();
        let kind = text("Name");
        let guid = text("GUID");
        let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(guid.len() == 6 && guid.chars().all(hex), "{guid}");
        assert!(self.guids.insert(guid.clone()), "{guid} twice");
        assert!(!text("Nickname").is_empty());
        for key in ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"] {
            assert!(object["Transform"][key].is_f64(), "{key}");
        }
        *self.kinds.entry(kind.clone()).or_default() += 1;
        let inside = object["ContainedObjects"].as_array();
        match kind.as_str() {
            "DeckCustom" => {
                let cards = inside.unwrap();
                assert!(cards.len() > 1, "the game loads no deck of one card");
                let ids: Vec<&Value> = cards.iter().map(|card| &card["CardID"]).collect();
                let listed: Vec<&Value> = object["DeckIDs"].as_array().unwrap().iter().collect();
                assert_eq!(ids, listed);
                for card in cards {
                    assert_eq!(card["Name"], "Card");
                    let key = key_of(card);
                    assert_eq!(card["CustomDeck"][&key], object["CustomDeck"][&key]);
                    self.object(card);
                }
            }
            "Card" | "CardCustom" => {
                let key = key_of(object);
                let sheet = &object["CustomDeck"][&key];
                let there = self.sheets.entry(key).or_insert_with(|| sheet.clone());
                assert_eq!(there, sheet, "one key, two sheets");
                assert_eq!(sheet["BackIsHidden"], true);
                let face = Cell {
                    address: sheet["FaceURL"].as_str().unwrap().to_owned(),
                    columns: sheet["NumWidth"].as_u64().unwrap(),
                    rows: sheet["NumHeight"].as_u64().unwrap(),
                    index: object["CardID"].as_u64().unwrap() % 100,
                };
                assert!(face.columns <= 10 && face.rows <= 7, "{face:?}");
                assert!(face.index < face.columns * face.rows, "{face:?}");
                let back = if sheet["UniqueBack"].as_bool().unwrap() {
                    Cell { address: sheet["BackURL"].as_str().unwrap().to_owned(), ..face.clone() }
                } else {
                    Cell::whole(&sheet["BackURL"])
                };
                self.found(object, face, back);
            }
            "Custom_Tile" => {
                let image = &object["CustomImage"];
                let face = Cell::whole(&image["ImageURL"]);
                let back = Cell::whole(&image["ImageSecondaryURL"]);
                assert!([0, 2, 3].contains(&image["CustomTile"]["Type"].as_u64().unwrap()));
                self.found(object, face, back);
                for (at, state) in object["States"].as_object().into_iter().flatten().enumerate() {
                    assert_eq!(*state.0, (at + 2).to_string());
                    self.object(state.1);
                }
            }
            "Bag" => inside.unwrap().iter().for_each(|o| self.object(o)),
            kind => panic!("no such kind: {kind}"),
        }
    }

    fn found(&mut self, object: &Value, face: Cell, back: Cell) {
        self.things.push(Found {
            path: object["GMNotes"].as_str().unwrap().to_owned(),
            name: object["Nickname"].as_str().unwrap().to_owned(),
            face,
            back,
        });
    }
}

fn key_of(card: &Value) -> String {
    (card["CardID"].as_u64().unwrap() / 100).to_string()
}

/// The pictures of a folder, opened once.
struct Pictures<'f> {
    folder: &'f Path,
    open: BTreeMap<PathBuf, RgbImage>,
}

impl Pictures<'_> {
    fn new(folder: &Path) -> Pictures<'_> {
        let open = BTreeMap::new();
        Pictures { folder, open }
    }

    /// Width, height and the colours of a cell.
    fn cut(&mut self, cell: &Cell) -> RgbImage {
        let path = match cell.address.strip_prefix("file:///") {
            Some(path) => Path::new("/").join(path),
            None => self.folder.join(&cell.address),
        };
        let picture = self.open.entry(path).or_insert_with_key(|path| {
            let picture = image::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert!(picture.width() <= 4096 && picture.height() <= 4096);
            opaque(&picture)
        });
        let (columns, rows) = (cell.columns as u32, cell.rows as u32);
        let (width, height) = picture.dimensions();
        assert_eq!((width % columns, height % rows), (0, 0), "{cell:?}");
        let (width, height) = (width / columns, height / rows);
        let (row, column) = (cell.index as u32 / columns, cell.index as u32 % columns);
        let cut = image::imageops::crop_imm(picture, column * width, row * height, width, height);
        cut.to_image()
    }
}

// The game, as the painter shows it

struct Painted {
    pack: Pack,
    decks: Vec<DrawnDeck>,
}

impl Painted {
    fn of(folder: GameFolder) -> Painted {
        let mut files = Files::new();
        let pack = registry::load(folder, &mut files).unwrap();
        let decks: Vec<_> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
        let draw = |deck| renderer.draw(&pack, deck, &mut files).unwrap();
        let decks = decks.into_iter().map(draw).collect();
        Painted { pack, decks }
    }

    fn shipped(name: &str) -> Painted {
        Painted::of(GameFolder::shipped(name).unwrap())
    }

    /// Every card and page with its copies, its place in its deck, and the deck's place.
    fn cards(&self) -> BTreeMap<String, (u32, usize, usize)> {
        let mut cards = BTreeMap::new();
        for (deck_at, deck) in self.pack.decks.iter().enumerate() {
            let pages = self.decks[deck_at].fronts.len();
            let rows: Vec<(String, u32)> = match deck.flow {
                Some(_) => (1..=pages).map(|n| (format!("page-{n}"), 1)).collect(),
                None => deck.rows.iter().map(|r| (r.id.clone(), r.copies)).collect(),
            };
            for (at, (id, copies)) in rows.into_iter().enumerate() {
                let path = format!("{}/{}/{id}", self.pack.game.id, deck.id);
                cards.insert(path, (copies, at, deck_at));
            }
        }
        cards
    }
}

/// Stands for what is transparent: no card has it.
const NOTHING: [u8; 3] = [255, 0, 254];

/// The colours of a picture.
fn opaque(picture: &DynamicImage) -> RgbImage {
    let mut colours = picture.to_rgb8();
    if picture.color().has_alpha() {
        let pixels = picture.to_rgba8();
        for (colour, pixel) in colours.pixels_mut().zip(pixels.pixels()) {
            if pixel.0[3] < 255 {
                *colour = image::Rgb(NOTHING);
            }
        }
    }
    colours
}

/// How much two pictures of one size differ where the first has anything, in steps of 255 for each part of a colour; a sample is enough.
fn difference(one: &RgbImage, other: &RgbImage) -> f64 {
    let (one, other) = (one.as_raw(), other.as_raw());
    assert_eq!(one.len(), other.len());
    let (mut all, mut seen, mut sum) = (0, 0, 0);
    for at in (0..one.len()).step_by(21) {
        all += 1;
        if one[at..at + 3] != NOTHING {
            seen += 1;
            sum += (at..at + 3).map(|i| usize::from(one[i].abs_diff(other[i]))).sum::<usize>();
        }
    }
    // What is round has 78 % of its square.
    assert!(seen * 4 > all * 3, "{seen} of {all} pixels");
    sum as f64 / f64::from(seen * 3)
}

/// The painted face as opaque colours.
fn paint(faces: &[Arc<Drawn>], at: usize, dpi: f64) -> RgbImage {
    let painter = Painter::new(dpi, 0.0, faces);
    let pixels = painter.paint(&faces[at]).unwrap();
    let colours = pixels.pixels().iter();
    let colours = colours.flat_map(|p| [p.red(), p.green(), p.blue()]);
    RgbImage::from_raw(pixels.width(), pixels.height(), colours.collect()).unwrap()
}

/// Whether the cell shows that face, and no other face of the deck as well as that.
fn shows(cell: &RgbImage, faces: &[Arc<Drawn>], at: usize, what: &str) {
    let face = &faces[at];
    // As asked for, or what fits across, or down.
    let across = f64::from(cell.width()) * 25.4 / face.width;
    let down = f64::from(cell.height()) * 25.4 / face.height;
    let finenesses = [100.0, 150.0, 300.0, across, down];
    let painted = finenesses.into_iter().filter_map(|dpi| {
        let near = (dpi - across).abs() < across / 50.0;
        let painted = near.then(|| paint(faces, at, dpi))?;
        let same = painted.dimensions() == cell.dimensions();
        same.then(|| (difference(cell, &painted), dpi))
    });
    let best = painted.min_by(|a, b| a.0.total_cmp(&b.0));
    let (own, dpi) = best.unwrap_or_else(|| panic!("{what}: no face has this size"));
    // A room has few colours.
    assert!(own < 2.0, "{what} is shown otherwise: {own}");
    let next = (at + 1) % faces.len();
    if !Arc::ptr_eq(face, &faces[next]) {
        let other = difference(cell, &paint(faces, next, dpi));
        assert!(own * 2.0 < other, "{what}: {own} against {other}");
    }
}

/// Reads a save and its pictures back; gives what was found.
fn read_back(game: &Painted, folder: &Path) -> Save {
    let path = folder.join(format!("{}.json", game.pack.game.id));
    let save = Save::read(&path);
    let cards = game.cards();
    let mut copies: BTreeMap<&str, u32> = BTreeMap::new();
    for thing in &save.things {
        *copies.entry(thing.path.as_str()).or_default() += 1;
    }
    let wanted: BTreeMap<&str, u32> = cards.iter().map(|(p, c)| (p.as_str(), c.0)).collect();
    assert_eq!(copies, wanted, "every card and copy once");

    let mut pictures = Pictures::new(folder);
    let mut looked_at = BTreeSet::new();
    for thing in &save.things {
        let (_, at, deck) = cards[&thing.path];
        if !looked_at.insert((thing.face.clone(), thing.back.clone())) {
            continue;
        }
        let drawn = &game.decks[deck];
        if let Some(row) = game.pack.decks[deck].rows.get(at) {
            assert_eq!(thing.name, row.name);
        }
        shows(&pictures.cut(&thing.face), &drawn.fronts, at, &thing.path);
        let back = pictures.cut(&thing.back);
        let backs: Option<Vec<Arc<Drawn>>> = drawn.backs.iter().cloned().collect();
        match backs {
            Some(backs) => shows(&back, &backs, at, &format!("back of {}", thing.path)),
            // A tile shows its front on both sides, a card has a white back.
            None if thing.back.address == thing.face.address => {}
            None => assert!(back.as_raw().iter().all(|part| *part == 255)),
        }
    }
    // Nothing lies beside that is not shown.
    let shown: BTreeSet<String> = save
        .things
        .iter()
        .flat_map(|t| [&t.face.address, &t.back.address])
        .map(|address| address.rsplit('/').next().unwrap().to_owned())
        .collect();
    let beside: BTreeSet<String> = files(folder).into_keys().collect();
    let beside: BTreeSet<String> = beside.into_iter().filter(|n| !n.ends_with(".json")).collect();
    assert_eq!(shown, beside);
    save
}

fn table_of(game: &str) -> Save {
    let dir = tempfile::tempdir().unwrap();
    let told = exported(dir.path(), &["tts", game, "--dpi", "150"]);
    assert!(told.contains("warning[D923]"), "{told}");
    let folder = dir.path().join("output").join(game).join("tts");
    read_back(&Painted::shipped(game), &folder)
}

fn kinds(save: &Save) -> Vec<(&str, usize)> {
    save.kinds.iter().map(|(k, n)| (k.as_str(), *n)).collect()
}

#[test]
fn caper_is_on_the_table_card_by_card() {
    // 23 + 24 + 48 + 5 cards in decks, one single; tiles: 10 coins, marker, 3 mats, tracker, 4 score sheets, 3 pages of rules,
    // the sell sheet.
    let wanted =
        [("Bag", 2), ("Card", 100), ("CardCustom", 1), ("Custom_Tile", 23), ("DeckCustom", 4)];
    assert_eq!(kinds(&table_of("caper")), wanted);
}

#[test]
fn caps_and_hammers_is_on_the_table_card_by_card() {
    // 4 + 25 + 21 + 5 + 4 + 7 cards in six decks, the credits single; 2 pages of rules and the sell sheet.
    let wanted = [("Card", 66), ("CardCustom", 1), ("Custom_Tile", 3), ("DeckCustom", 6)];
    assert_eq!(kinds(&table_of("caps-and-hammers")), wanted);
}

#[test]
fn the_older_edition_is_on_the_table_card_by_card() {
    // 45 + 4 + 21 + 7 + 20 cards in five decks, the credits single; the meter, 2 pages and the sell sheet are tiles.
    let wanted = [("Card", 97), ("CardCustom", 1), ("Custom_Tile", 4), ("DeckCustom", 5)];
    assert_eq!(kinds(&table_of("caps-and-hammers-2016")), wanted);
}

/// A copy of an example in a folder of its own.
fn example(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    copy(&from, &dir.path().join(name));
    dir
}

#[test]
fn after_an_edit_only_the_sheet_with_the_card_and_the_save_are_new() {
    let dir = example("magpies");
    let folder = dir.path().join("output/magpies/tts");
    exported(dir.path(), &["tts", "magpies"]);
    let game =
        |dir: &Path| Painted::of(GameFolder::find(&dir.join("magpies").to_string_lossy()).unwrap());
    let before = read_back(&game(dir.path()), &folder);
    let old = files(&folder);
    let told = exported(dir.path(), &["tts", "magpies"]);
    assert!(told.contains("nothing changed"), "{told}");
    assert_eq!(files(&folder), old);

    let cards = dir.path().join("magpies/finds.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    let edited = text.replacen("label = \"2\"", "label = \"Z\"", 1);
    assert_ne!(text, edited);
    std::fs::write(&cards, edited).unwrap();
    let told = exported(dir.path(), &["tts", "magpies"]);
    assert!(told.contains("2 files written"), "{told}");
    assert!(told.contains("Not of this export: output/magpies/tts/finds-fronts-"), "{told}");
    let new = files(&folder);
    let changed: Vec<&String> =
        new.iter().filter(|(n, b)| old.get(*n) != Some(*b)).map(|f| f.0).collect();
    assert_eq!(changed.len(), 2, "{changed:?}");
    assert!(changed[0].starts_with("finds-fronts-"), "{changed:?}");
    assert_eq!(changed[1], "magpies.json");
    let gone = old.keys().find(|n| n.starts_with("finds-fronts-")).unwrap();
    std::fs::remove_file(folder.join(gone)).unwrap();
    let after = read_back(&game(dir.path()), &folder);
    assert_eq!(before.guids, after.guids);
}

#[test]
fn hosted_pictures_have_the_prefix_and_no_warning() {
    let dir = example("magpies");
    let told = exported(
        dir.path(),
        &[
            "tts",
            "magpies",
            "--deck",
            "tokens",
            "--url",
            "https://example.org/m/",
            "--format",
            "jpeg",
        ],
    );
    assert!(!told.contains("D923"), "{told}");
    let folder = dir.path().join("output/magpies/tts");
    let save = Save::read(&folder.join("magpies-tokens.json"));
    let files = files(&folder);
    assert_eq!(save.things.len(), 4);
    for thing in &save.things {
        let name = thing.face.address.strip_prefix("https://example.org/m/").unwrap();
        assert!(name.ends_with(".jpg"), "{name}");
        let picture = image::load_from_memory(&files[name]).unwrap();
        assert_eq!((picture.width(), picture.height()), (307, 307));
    }
}

#[test]
fn what_cannot_be_is_told_and_nothing_is_written() {
    let dir = example("magpies");
    for arguments in [
        &["tts", "magpies", "--url", "ftp://example.org"][..],
        &["tts", "magpies", "--url", "https:///x"],
        &["tts", "magpies", "--url", "https://x.example/?a=1"],
        &["sheet", "magpies", "--grid", "0x7"],
        &["sheet", "magpies", "--grid", "10"],
        &["sheet", "magpies", "--side", "100000"],
        &["tts", "magpies", "--deck", "crads"],
    ] {
        let output = run(dir.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!dir.path().join("output").exists(), "{arguments:?}");
    }
    let folder = dir.path().join("output/magpies/tts");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("magpies.json"), "{\"SaveName\": \"mine\"}").unwrap();
    let output = run(dir.path(), &["tts", "magpies"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("D903"));
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn the_manifest_says_where_every_card_lies() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = ["sheet", "caper", "--grid", "5x4", "--dpi", "100"];
    exported(dir.path(), &arguments);
    let folder = dir.path().join("output/caper/sheets");
    let manifest = json(&folder.join("caper.json"));
    let game = Painted::shipped("caper");
    let mut left = game.cards();
    let sheets = manifest["sheets"].as_array().unwrap();
    let sizes: BTreeMap<&str, (u64, u64)> = sheets
        .iter()
        .map(|s| {
            let number = |key: &str| s[key].as_u64().unwrap();
            assert!(number("columns") <= 5 && number("rows") <= 4);
            (s["file"].as_str().unwrap(), (number("columns"), number("rows")))
        })
        .collect();
    let mut pictures = Pictures::new(&folder);
    let cell = |place: &Value| {
        let (columns, rows) = sizes[place["sheet"].as_str().unwrap()];
        let number = |key: &str| place[key].as_u64().unwrap();
        Cell {
            address: place["sheet"].as_str().unwrap().to_owned(),
            columns,
            rows,
            index: number("row") * columns + number("column"),
        }
    };
    for deck in manifest["decks"].as_array().unwrap() {
        for card in deck["cards"].as_array().unwrap() {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let path = format!("caper/{}/{}", text(&deck["deck"]), text(&card["card"]));
            let (copies, at, deck_at) = left.remove(&path).unwrap();
            assert_eq!(card["copies"], copies);
            let drawn = &game.decks[deck_at];
            let front = pictures.cut(&cell(&card["front"]));
            shows(&front, &drawn.fronts, at, &path);
            assert_eq!(card["back"].is_null(), drawn.backs[at].is_none());
            if let Some(back) = &drawn.backs[at] {
                let picture = pictures.cut(&cell(&card["back"]));
                shows(&picture, std::slice::from_ref(back), 0, &path);
            }
        }
    }
    assert!(left.is_empty(), "{left:?}");
    let named: BTreeSet<String> = sizes.keys().map(|name| (*name).to_owned()).collect();
    let beside = files(&folder).into_keys().filter(|n| n != "caper.json");
    assert_eq!(beside.collect::<BTreeSet<_>>(), named);
}

/// Reads a room as programs do that import one: positions of cards are absolute, pictures lie in the archive.
fn room_of(game: &Painted, path: &Path) {
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let mut entries: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for at in 0..zip.len() {
        let mut entry = zip.by_index(at).unwrap();
        assert_eq!(entry.compression(), zip::CompressionMethod::Stored);
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut entry, &mut bytes).unwrap();
        entries.insert(entry.name().unwrap().into_owned(), bytes);
    }
    let widgets: Value = serde_json::from_slice(&entries.remove("widgets.json").unwrap()).unwrap();
    let widgets = widgets.as_array().unwrap();
    let id = |widget: &Value| widget["id"].as_str().unwrap().to_owned();
    let by_id: BTreeMap<String, &Value> = widgets.iter().map(|w| (id(w), w)).collect();
    assert_eq!(by_id.len(), widgets.len(), "an id twice");
    assert!(widgets.len() <= 1200);

    let mut copies: BTreeMap<String, u32> = BTreeMap::new();
    let mut shown = BTreeSet::new();
    let cards = game.cards();
    let mut cut = |value: &Value| {
        let name = value.as_str().unwrap().strip_prefix("package://").unwrap();
        shown.insert(name.to_owned());
        opaque(&image::load_from_memory(&entries[name]).unwrap())
    };
    for widget in widgets {
        let of = |key: &str| by_id[widget[key].as_str().unwrap()];
        match widget["type"].as_str().unwrap() {
            "card" => {
                let (deck, pile) = (of("deck"), of("parent"));
                assert_eq!(deck["type"], "cardDeck");
                assert_eq!(pile["type"], "cardPile");
                for (axis, side, of_card) in
                    [("x", "width", "cardWidth"), ("y", "height", "cardHeight")]
                {
                    let number = |w: &Value, key: &str| w[key].as_f64().unwrap();
                    assert!((number(widget, axis) - number(pile, axis) - 4.0).abs() < 0.01);
                    assert!((number(pile, side) - number(deck, of_card) - 8.0).abs() < 0.01);
                }
                let card = widget["cardType"].as_str().unwrap();
                assert!(deck["cardTypes"].get(card).is_some());
                let name = id(deck).strip_suffix("_deck").unwrap().to_owned();
                *copies.entry(format!("{}/{name}/{card}", game.pack.game.id)).or_default() += 1;
            }
            "cardDeck" => {
                let name = id(widget).strip_suffix("_deck").unwrap().to_owned();
                for (side, field) in [("faceTemplate", "image"), ("backTemplate", "back")] {
                    let object = &widget[side]["objects"][0];
                    assert_eq!(object["valueType"], "dynamic");
                    assert_eq!(object["value"], field);
                    assert_eq!(object["w"], widget["cardWidth"]);
                }
                for (card, fields) in widget["cardTypes"].as_object().unwrap() {
                    let path = format!("{}/{name}/{card}", game.pack.game.id);
                    let (_, at, deck) = cards[&path];
                    let drawn = &game.decks[deck];
                    shows(&cut(&fields["image"]), &drawn.fronts, at, &path);
                    let back = cut(&fields["back"]);
                    let face = drawn.backs[at].as_ref().unwrap_or(&drawn.fronts[at]);
                    shows(&back, std::slice::from_ref(face), 0, &path);
                }
            }
            "cardPile" | "hand" | "labelText" => {}
            kind => panic!("no such widget: {kind}"),
        }
    }
    let wanted: BTreeMap<String, u32> = cards.iter().map(|(p, c)| (p.clone(), c.0)).collect();
    assert_eq!(copies, wanted, "every card and copy once");
    assert_eq!(shown, entries.into_keys().collect::<BTreeSet<_>>());
}

#[test]
fn the_shipped_games_are_rooms_card_by_card() {
    for game in ["caper", "caps-and-hammers", "caps-and-hammers-2016"] {
        let dir = tempfile::tempdir().unwrap();
        exported(dir.path(), &["pcio", game]);
        let path = dir.path().join(format!("output/{game}/{game}.pcio"));
        room_of(&Painted::shipped(game), &path);
        let before = std::fs::read(&path).unwrap();
        assert!(before.len() < 1_500_000, "{game}: {} bytes", before.len());
        let told = exported(dir.path(), &["pcio", game]);
        assert!(told.contains("nothing changed"), "{told}");
        std::fs::remove_file(&path).unwrap();
        exported(dir.path(), &["pcio", game]);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
