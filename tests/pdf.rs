//! The sheets of the shipped games as PDF: printed by the tool itself, read back by lopdf and, where they are installed, by
//! qpdf and poppler.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use deckproof::cards::{Deck, Pack};
use deckproof::registry::Registry;
use deckproof::sheet::Trim;
use deckproof::source::{Files, GameFolder};
use deckproof::text::strip;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

const GAMES: [&str; 3] = ["caper", "caps-and-hammers", "caps-and-hammers-2016"];

const A4: [f64; 2] = [210.0, 297.0];
const LETTER: [f64; 2] = [215.9, 279.4];

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

/// How many cards of a deck lie on an A4 sheet of which 6.35 mm stay white on each side.
const ON_A4: [(&str, u32); 8] = [
    ("poker", 9),      // 3 x 63.5 = 190.5 and 3 x 88.9 = 266.7, either way up
    ("tarot", 4),      // 2 x 69.85 = 139.7 and 2 x 120.65 = 241.3
    ("180 x 85", 3),   // 3 x 85 = 255
    ("50 x 180", 5),   // lying: 5 x 50 = 250
    ("25 x 25", 77),   // 7 x 25 = 175 and 11 x 25 = 275
    ("95 x 128", 4),   // 2 x 95 = 190 and 2 x 128 = 256
    ("63.5 x 190", 4), // lying: 4 x 63.5 = 254
    ("190 x 260", 1),  // a page of rules
];

fn deckproof(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
    command.current_dir(folder).env_remove("DECKPROOF_PAPER");
    command
}

#[track_caller]
fn done(output: &Output) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
}

/// Prints and gives the files by their names.
#[track_caller]
fn print_with(arguments: &[&str], prepare: fn(&mut Command)) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let mut command = deckproof(folder.path());
    prepare(&mut command);
    let output = command.arg("print").args(arguments).output().unwrap();
    done(&output);
    let files = std::fs::read_dir(folder.path().join("output")).unwrap();
    let files = files.map(|f| f.unwrap().path()).map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(&path).unwrap())
    });
    files.collect()
}

/// Prints one game, or a part of it.
#[track_caller]
fn print(arguments: &[&str]) -> Sheets {
    let mut files = print_with(arguments, |_| {});
    assert_eq!(files.len(), 1, "{:?}", files.keys());
    let (id, bytes) = files.pop_first().unwrap();
    Sheets::read(id, bytes)
}

/// A printed game.
struct Sheets {
    id: String,
    bytes: Vec<u8>,
    document: Document,
}

impl Sheets {
    fn read(id: String, bytes: Vec<u8>) -> Sheets {
        let document = Document::load_mem(&bytes).unwrap();
        Sheets {
            id,
            bytes,
            document,
        }
    }

    fn pages(&self) -> Vec<&Dictionary> {
        let pages = self.document.page_iter();
        pages
            .map(|id| self.document.get_dictionary(id).unwrap())
            .collect()
    }

    fn page_content(&self, page: usize) -> Vec<Operation> {
        let id = self.document.page_iter().nth(page).unwrap();
        self.document
            .get_and_decode_page_content(id)
            .unwrap()
            .operations
    }

    fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.document
            .objects
            .values()
            .filter_map(|o| o.as_stream().ok())
    }

    fn forms(&self) -> Vec<&Stream> {
        self.streams()
            .filter(|s| name(&s.dict, b"Subtype") == "Form")
            .collect()
    }

    fn dictionaries(&self) -> impl Iterator<Item = &Dictionary> {
        self.document.objects.values().filter_map(|o| match o {
            Object::Dictionary(dictionary) => Some(dictionary),
            Object::Stream(stream) => Some(&stream.dict),
            _ => None,
        })
    }

    fn catalog(&self) -> &Dictionary {
        self.document.catalog().unwrap()
    }

    fn information(&self) -> &Dictionary {
        self.follow(&self.document.trailer, b"Info")
            .as_dict()
            .unwrap()
    }

    /// The value of `key`, a reference followed.
    fn follow<'a>(&'a self, dictionary: &'a Dictionary, key: &[u8]) -> &'a Object {
        let value = dictionary.get(key).unwrap();
        self.document.dereference(value).unwrap().1
    }

    /// Titles of the outline's chapters, each with its sheets' titles.
    fn outline(&self) -> Vec<(String, Vec<String>)> {
        let root = self.follow(self.catalog(), b"Outlines").as_dict().unwrap();
        let children = |parent: &Dictionary| -> Vec<ObjectId> {
            let mut found = Vec::new();
            let mut next = parent.get(b"First").and_then(Object::as_reference).ok();
            while let Some(id) = next {
                found.push(id);
                let item = self.document.get_dictionary(id).unwrap();
                next = item.get(b"Next").and_then(Object::as_reference).ok();
            }
            found
        };
        let title = |id: ObjectId| {
            let item = self.document.get_dictionary(id).unwrap();
            lopdf::decode_text_string(item.get(b"Title").unwrap()).unwrap()
        };
        let chapters = children(root).into_iter().map(|chapter| {
            let sheets = children(self.document.get_dictionary(chapter).unwrap());
            (title(chapter), sheets.into_iter().map(title).collect())
        });
        chapters.collect()
    }

    /// The number of forms that pages place.
    fn placements(&self) -> usize {
        let pages = 0..self.pages().len();
        pages
            .map(|p| {
                self.page_content(p)
                    .iter()
                    .filter(|o| o.operator == "Do")
                    .count()
            })
            .sum()
    }
}

fn name(dictionary: &Dictionary, key: &[u8]) -> String {
    let name = dictionary.get(key).and_then(Object::as_name).unwrap_or(b"");
    String::from_utf8_lossy(name).into_owned()
}

/// Left, bottom, right and top of a box of a page, in millimetres.
fn edges(page: &Dictionary, key: &str) -> [f64; 4] {
    let array = page.get(key.as_bytes()).unwrap().as_array().unwrap();
    std::array::from_fn(|i| f64::from(array[i].as_float().unwrap()) / PT)
}

fn size(edges: [f64; 4]) -> [f64; 2] {
    [edges[2] - edges[0], edges[3] - edges[1]]
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.01
}

fn inside(inner: [f64; 4], outer: [f64; 4]) -> bool {
    let low = (0..2).all(|i| inner[i] >= outer[i] - 0.001);
    low && (2..4).all(|i| inner[i] <= outer[i] + 0.001)
}

/// The same paper, either way up.
fn is_paper(size: [f64; 2], paper: [f64; 2]) -> bool {
    let upright = near(size[0], paper[0]) && near(size[1], paper[1]);
    upright || (near(size[1], paper[0]) && near(size[0], paper[1]))
}

/// The shipped games, printed once for all tests.
fn shipped() -> &'static [Sheets] {
    static SHEETS: OnceLock<Vec<Sheets>> = OnceLock::new();
    SHEETS.get_or_init(|| {
        let files = print_with(&[], |_| {});
        files
            .into_iter()
            .map(|(id, bytes)| Sheets::read(id, bytes))
            .collect()
    })
}

fn pack(id: &str) -> Pack {
    let folder = GameFolder::shipped(id).unwrap();
    match Pack::load(folder, &Registry, &mut Files::new()) {
        Ok(pack) => pack,
        Err(faults) => panic!("{faults:#?}"),
    }
}

/// How many cards of the deck lie on an A4 sheet.
fn on_a4(deck: &Deck) -> u32 {
    let trim = Trim::parse(&deck.size).unwrap();
    let row = ON_A4.iter().find(|(size, _)| {
        let size = Trim::parse(size).unwrap().size;
        size.same_as(trim.size) || size.same_as(trim.size.turned())
    });
    row.unwrap_or_else(|| panic!("no row of ON_A4 for {}", deck.size))
        .1
}

// What is printed

#[test]
fn every_shipped_game_becomes_a_file() {
    let ids: Vec<&str> = shipped().iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, GAMES);
}

#[test]
fn files_are_pdf_1_7() {
    for sheets in shipped() {
        assert!(sheets.bytes.starts_with(b"%PDF-1.7\n"), "{}", sheets.id);
        assert_eq!(sheets.document.version, "1.7");
    }
}

#[test]
fn every_deck_takes_as_many_pages_as_its_cards_need() {
    for sheets in shipped() {
        let pack = pack(&sheets.id);
        let outline = sheets.outline();
        for (i, deck) in pack.decks.iter().enumerate() {
            if deck.flow.is_some() {
                continue;
            }
            let fronts = deck.cards().div_ceil(on_a4(deck));
            // Sheets without backs get blank ones, or a duplex printer falls out of step.
            let (title, pages) = &outline[i];
            assert_eq!(pages.len() as u32, fronts * 2, "{}: {title}", sheets.id);
        }
        let listed: usize = outline.iter().map(|(_, pages)| pages.len()).sum();
        assert_eq!(sheets.pages().len(), listed, "{}", sheets.id);
    }
}

#[test]
fn pages_are_a4() {
    for sheets in shipped() {
        for page in sheets.pages() {
            let media = edges(page, "MediaBox");
            assert!(near(media[0], 0.0) && near(media[1], 0.0), "{media:?}");
            assert!(is_paper(size(media), A4), "{}: {media:?}", sheets.id);
        }
    }
}

#[test]
fn trim_lies_in_bleed_and_bleed_on_the_page() {
    for sheets in shipped() {
        for page in sheets.pages() {
            assert!(inside(edges(page, "TrimBox"), edges(page, "BleedBox")));
            assert!(inside(edges(page, "BleedBox"), edges(page, "MediaBox")));
        }
    }
}

#[test]
fn the_trim_box_is_the_grid_of_cards() {
    for sheets in shipped() {
        let pages = sheets.pages();
        let mut page = 0;
        for (deck, (title, of_deck)) in pack(&sheets.id).decks.iter().zip(sheets.outline()) {
            let card = Trim::parse(&deck.size).unwrap().size;
            for sheet in &of_deck {
                let [width, height] = size(edges(pages[page], "TrimBox"));
                let columns = (width / card.width).round();
                let rows = (height / card.height).round();
                let whole = near(columns * card.width, width) && near(rows * card.height, height);
                let place = format!("{}: {title}, {sheet}: {width} x {height} mm", sheets.id);
                assert!(whole, "{place}");
                // "Sheet 2 of 3, front": all but the last are full; that one has the rows that it needs.
                let numbers: Vec<u32> = sheet
                    .split([' ', ','])
                    .filter_map(|word| word.parse().ok())
                    .collect();
                let cells = (columns * rows) as u32;
                if numbers[0] < numbers[1] {
                    assert_eq!(cells, on_a4(deck), "{place}");
                } else if deck.flow.is_none() {
                    let rest = deck.cards() - (numbers[1] - 1) * on_a4(deck);
                    assert!((rest..=on_a4(deck)).contains(&cells), "{place}");
                }
                page += 1;
            }
        }
    }
}

#[test]
fn bleed_widens_the_bleed_box() {
    let sheets = print(&["caps-and-hammers", "--deck", "labs", "--bleed", "3"]);
    for page in sheets.pages() {
        let (trim, bleed) = (edges(page, "TrimBox"), edges(page, "BleedBox"));
        for i in 0..4 {
            assert!(
                near((trim[i] - bleed[i]).abs(), 3.0),
                "{trim:?} in {bleed:?}"
            );
        }
    }
}

// Stored once

#[test]
fn every_font_is_embedded_once() {
    for sheets in shipped() {
        let mut names = Vec::new();
        for font in sheets
            .dictionaries()
            .filter(|d| name(d, b"Type") == "FontDescriptor")
        {
            assert!(font.has(b"FontFile2") || font.has(b"FontFile3"), "{font:?}");
            let name = name(font, b"FontName");
            // A subset's name has six letters and a plus before it.
            names.push(
                name.split_once('+')
                    .map_or(name.clone(), |(_, n)| n.to_owned()),
            );
        }
        let different: BTreeSet<&String> = names.iter().collect();
        assert!(
            !names.is_empty() && different.len() == names.len(),
            "{names:?}"
        );
    }
}

#[test]
fn no_font_is_left_to_the_viewer() {
    for sheets in shipped() {
        for font in sheets.dictionaries().filter(|d| name(d, b"Type") == "Font") {
            let kind = name(font, b"Subtype");
            let carried = match kind.as_str() {
                "Type0" => font.has(b"DescendantFonts"),
                "Type3" => font.has(b"CharProcs"),
                _ => font.has(b"FontDescriptor"),
            };
            assert!(carried, "{}: {font:?}", sheets.id);
        }
    }
}

#[test]
fn every_different_layer_is_stored_once() {
    for sheets in shipped() {
        let mut seen = BTreeSet::new();
        for form in sheets.forms() {
            let what = (form.content.clone(), format!("{:?}", form.dict));
            assert!(
                seen.insert(what),
                "{}: stored twice: {:?}",
                sheets.id,
                form.dict
            );
        }
    }
}

#[test]
fn forms_are_far_fewer_than_their_placements() {
    for sheets in shipped() {
        let (forms, placements) = (sheets.forms().len(), sheets.placements());
        assert!(
            forms * 2 < placements,
            "{}: {forms} forms, {placements} times",
            sheets.id
        );
    }
}

#[test]
fn copies_of_a_card_add_nothing_but_placements() {
    let of = |copies: &str| {
        let what = ["caps-and-hammers", "--cards", "admiral", "--backs", "none"];
        print(&[&what[..], &["--copies", copies]].concat())
    };
    let (one, nine) = (of("1"), of("9"));
    assert_eq!(one.forms().len(), nine.forms().len());
    assert!(nine.placements() > one.placements() * 4);
    assert!(nine.bytes.len() < one.bytes.len() + 2000);
}

#[test]
fn a_back_that_the_deck_shares_is_stored_once() {
    let of = |cards: &[&str]| {
        let what = ["caps-and-hammers", "--deck", "labs", "--cards"];
        print(&[&what[..], cards].concat())
    };
    // Names of the forms on the page of backs that are placed as often as there are backs.
    let on_back = |sheets: &Sheets, times: usize| {
        let mut counts: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for operation in sheets.page_content(1).iter().filter(|o| o.operator == "Do") {
            let name = operation.operands[0].as_name().unwrap().to_vec();
            *counts.entry(name).or_default() += 1;
        }
        counts.values().filter(|n| **n % times == 0).count()
    };
    let three = of(&["missiles", "satellite", "spacewalk"]);
    let placed = on_back(&three, 3);
    assert!(placed > 0, "{placed}");
    // The captions below the page are all that is placed once.
    let resources = three
        .follow(three.pages()[1], b"Resources")
        .as_dict()
        .unwrap();
    let forms = three.follow(resources, b"XObject").as_dict().unwrap();
    assert!(
        forms.len() <= placed + 2,
        "{} forms, {placed} of the back",
        forms.len()
    );
}

// Marks

#[test]
fn marks_are_a_layer_of_their_own() {
    for sheets in shipped() {
        let properties = sheets
            .follow(sheets.catalog(), b"OCProperties")
            .as_dict()
            .unwrap();
        let groups = sheets.follow(properties, b"OCGs").as_array().unwrap();
        let [group] = &groups[..] else {
            panic!("{groups:?}");
        };
        let layer = sheets
            .document
            .dereference(group)
            .unwrap()
            .1
            .as_dict()
            .unwrap();
        let title = lopdf::decode_text_string(layer.get(b"Name").unwrap()).unwrap();
        assert_eq!(title, "Marks");
        let shown = sheets.follow(properties, b"D").as_dict().unwrap();
        let order = sheets.follow(shown, b"Order").as_array().unwrap();
        assert_eq!(order, groups, "a viewer lists the layer");
    }
}

#[test]
fn every_mark_is_in_the_layer_of_marks() {
    for sheets in shipped() {
        for page in 0..sheets.pages().len() {
            let (mut inside, mut layers, mut strokes) = (false, 0, 0);
            for operation in sheets.page_content(page) {
                match operation.operator.as_str() {
                    "BDC" => {
                        assert_eq!(operation.operands[0].as_name().unwrap(), b"OC");
                        inside = true;
                        layers += 1;
                    }
                    "EMC" => inside = false,
                    "S" | "s" | "B" | "b" | "B*" | "b*" | "f" | "F" | "f*" => {
                        assert!(inside, "{}, page {}: a line", sheets.id, page + 1);
                        strokes += 1;
                    }
                    _ => {}
                }
            }
            assert!(!inside && layers <= 1, "{}, page {}", sheets.id, page + 1);
            if page == 0 {
                // 4 x 2 ticks across and 4 x 2 along, and the ruler.
                assert!(strokes > 16, "{}: {strokes} marks", sheets.id);
            }
        }
    }
}

#[test]
fn without_marks_only_the_ruler_is_left() {
    let strokes = |marks: &str| {
        let sheets = print(&["caps-and-hammers", "--deck", "labs", "--marks", marks]);
        let content = sheets.page_content(0);
        content
            .iter()
            .filter(|o| o.operator == "S" || o.operator == "s")
            .count()
    };
    let (crop, frame, none) = (strokes("crop"), strokes("frame"), strokes("none"));
    // The bar, and a tick at each 10 mm of 100.
    assert_eq!(none, 12);
    assert!(crop >= none + 16, "{crop} with crop marks");
    assert!(frame >= none + 7, "{frame} with frames");
}

// What the file says of itself

#[test]
fn the_outline_lists_decks_and_their_sheets() {
    for sheets in shipped() {
        let titles: Vec<String> = sheets.outline().into_iter().map(|(t, _)| t).collect();
        let pack = pack(&sheets.id);
        let decks: Vec<String> = pack.decks.iter().map(|d| d.title.clone()).collect();
        assert_eq!(titles, decks);
        for (title, pages) in sheets.outline() {
            assert!(pages[0].starts_with("Sheet 1 of "), "{title}: {pages:?}");
        }
    }
}

#[test]
fn the_outline_leads_to_the_decks_page() {
    for sheets in shipped() {
        let root = sheets
            .follow(sheets.catalog(), b"Outlines")
            .as_dict()
            .unwrap();
        let pages: Vec<ObjectId> = sheets.document.page_iter().collect();
        let mut next = root.get(b"First").and_then(Object::as_reference).ok();
        let mut expected = 0;
        for (_, of_deck) in sheets.outline() {
            let item = sheets.document.get_dictionary(next.unwrap()).unwrap();
            let target = item.get(b"Dest").unwrap().as_array().unwrap();
            assert_eq!(target[0].as_reference().unwrap(), pages[expected]);
            expected += of_deck.len();
            next = item.get(b"Next").and_then(Object::as_reference).ok();
        }
    }
}

#[test]
fn title_and_authors_are_the_games() {
    for sheets in shipped() {
        let pack = pack(&sheets.id);
        let says =
            |key: &[u8]| lopdf::decode_text_string(sheets.information().get(key).unwrap()).unwrap();
        assert!(
            says(b"Title").starts_with(&pack.game.title),
            "{}",
            says(b"Title")
        );
        assert_eq!(says(b"Author"), pack.game.authors.join(", "));
    }
}

#[test]
fn no_standard_is_claimed_that_is_not_kept() {
    for sheets in shipped() {
        assert!(!sheets.information().has(b"GTS_PDFXVersion"));
        assert!(!sheets.catalog().has(b"OutputIntents"));
    }
}

#[test]
fn no_clock_is_in_the_file() {
    for sheets in shipped() {
        assert!(!sheets.information().has(b"CreationDate"));
        assert!(!sheets.information().has(b"ModDate"));
    }
}

#[test]
fn every_reference_leads_to_an_object() {
    fn check(object: &Object, sheets: &Sheets) {
        match object {
            Object::Reference(id) => {
                assert!(
                    sheets.document.objects.contains_key(id),
                    "{}: {id:?}",
                    sheets.id
                );
            }
            Object::Array(items) => items.iter().for_each(|o| check(o, sheets)),
            Object::Dictionary(entries) => entries.iter().for_each(|(_, o)| check(o, sheets)),
            Object::Stream(stream) => stream.dict.iter().for_each(|(_, o)| check(o, sheets)),
            _ => {}
        }
    }
    for sheets in shipped() {
        sheets
            .document
            .objects
            .values()
            .for_each(|o| check(o, sheets));
        let size = sheets
            .document
            .trailer
            .get(b"Size")
            .unwrap()
            .as_i64()
            .unwrap();
        let highest = sheets
            .document
            .objects
            .keys()
            .map(|id| i64::from(id.0))
            .max();
        assert!(highest.unwrap() < size, "{}", sheets.id);
    }
}

#[test]
fn every_form_that_a_page_places_is_among_its_resources() {
    for sheets in shipped() {
        for (i, page) in sheets.pages().into_iter().enumerate() {
            let resources = sheets.follow(page, b"Resources").as_dict().unwrap();
            let forms = sheets.follow(resources, b"XObject").as_dict().unwrap();
            let content = sheets.page_content(i);
            let placed: BTreeSet<&[u8]> = content
                .iter()
                .filter(|o| o.operator == "Do")
                .map(|o| o.operands[0].as_name().unwrap())
                .collect();
            let listed: BTreeSet<&[u8]> = forms.iter().map(|(name, _)| name.as_slice()).collect();
            assert_eq!(placed, listed, "{}, page {}", sheets.id, i + 1);
        }
    }
}

#[test]
fn a_second_run_gives_the_same_bytes() {
    for (id, bytes) in print_with(&[], |_| {}) {
        let first = shipped().iter().find(|s| s.id == id).unwrap();
        assert!(first.bytes == bytes, "{id} differs");
    }
}

#[test]
fn one_thread_gives_the_same_bytes() {
    let single = |command: &mut Command| {
        command.env("RAYON_NUM_THREADS", "1");
    };
    for (id, bytes) in print_with(&[], single) {
        let first = shipped().iter().find(|s| s.id == id).unwrap();
        assert!(first.bytes == bytes, "{id} differs");
    }
}

// Options

const LABS: [&str; 3] = ["caps-and-hammers", "--deck", "labs"];

#[track_caller]
fn labs(more: &[&str]) -> Sheets {
    print(&[&LABS[..], more].concat())
}

/// Width and height of the first page in millimetres.
fn paper(sheets: &Sheets) -> [f64; 2] {
    size(edges(sheets.pages()[0], "MediaBox"))
}

#[test]
fn letter_is_a_paper() {
    assert!(is_paper(paper(&labs(&["--paper", "letter"])), LETTER));
}

#[test]
fn paper_has_any_size_in_millimetres() {
    assert!(is_paper(
        paper(&labs(&["--paper", "150x200"])),
        [150.0, 200.0]
    ));
}

fn letter_by_environment(command: &mut Command) {
    command.env("DECKPROOF_PAPER", "letter");
}

#[test]
fn the_environment_chooses_the_paper() {
    let (id, bytes) = print_with(&LABS, letter_by_environment)
        .pop_first()
        .unwrap();
    assert!(is_paper(paper(&Sheets::read(id, bytes)), LETTER));
}

#[test]
fn the_flag_wins_over_the_environment() {
    let arguments = [&LABS[..], &["--paper", "a4"]].concat();
    let (id, bytes) = print_with(&arguments, letter_by_environment)
        .pop_first()
        .unwrap();
    assert!(is_paper(paper(&Sheets::read(id, bytes)), A4));
}

#[test]
fn backs_take_the_pages_that_they_need() {
    // 25 assets are 3 sheets of 9.
    for (backs, pages) in [
        ("long-edge", 6),
        ("short-edge", 6),
        ("separate", 6),
        ("none", 3),
    ] {
        let sheets = print(&["caps-and-hammers", "--deck", "assets", "--backs", backs]);
        assert_eq!(sheets.pages().len(), pages, "{backs}");
    }
}

#[test]
fn folded_sheets_hold_fronts_and_backs() {
    let sheets = print(&["caps-and-hammers", "--deck", "labs", "--backs", "fold"]);
    let (_, titles) = sheets.outline().remove(0);
    // 2 columns of fronts beside 2 of backs, 2 rows: 4 cards a sheet.
    assert_eq!(
        titles,
        [
            "Sheet 1 of 2, fronts and backs",
            "Sheet 2 of 2, fronts and backs"
        ]
    );
}

#[test]
fn separate_backs_follow_all_fronts() {
    let sheets = print(&[
        "caps-and-hammers",
        "--deck",
        "assets",
        "--backs",
        "separate",
    ]);
    let (_, titles) = sheets.outline().remove(0);
    let front = |t: &String| t.ends_with("front");
    assert!(
        titles[..3].iter().all(front) && !titles[3..].iter().any(front),
        "{titles:?}"
    );
}

#[test]
fn a_deck_is_printed_alone() {
    let titles: Vec<String> = labs(&[]).outline().into_iter().map(|(t, _)| t).collect();
    assert_eq!(titles, ["Research Labs"]);
}

#[test]
fn cards_are_printed_alone() {
    let one = labs(&["--cards", "missiles", "--backs", "none"]);
    let all = labs(&["--backs", "none"]);
    assert_eq!(one.pages().len(), 1);
    assert!(one.placements() * 3 < all.placements());
}

#[test]
fn copies_fill_the_sheets() {
    // 7 labs, 4 of each: 28 on sheets of 9.
    assert_eq!(labs(&["--copies", "4", "--backs", "none"]).pages().len(), 4);
}

#[test]
fn cards_are_printed_at_another_size() {
    let trim = edges(labs(&["--card-size", "tcg"]).pages()[0], "TrimBox");
    let [width, height] = size(trim);
    assert!(
        near(width, 3.0 * 63.0) && near(height, 3.0 * 88.0),
        "{width} x {height}"
    );
}

#[test]
fn round_corners_are_clipped_round() {
    let curves = |sheets: &Sheets| {
        let content = sheets.page_content(0);
        content
            .iter()
            .filter(|o| matches!(o.operator.as_str(), "c" | "v" | "y"))
            .count()
    };
    assert_eq!(curves(&labs(&["--corners", "square"])), 0);
    // Four corners for each of seven labs.
    assert!(curves(&labs(&["--corners", "round"])) >= 28);
}

#[test]
fn low_ink_is_a_design_of_its_own() {
    for sheets in shipped() {
        let low = print(&[&sheets.id, "--ink", "low"]);
        assert_eq!(low.pages().len(), sheets.pages().len());
        assert!(low.bytes != sheets.bytes, "{}", sheets.id);
    }
}

// Grey

/// Operands of each operator that sets a colour in a content stream.
fn colours(content: &[u8]) -> Vec<(String, Vec<f32>)> {
    let setters = ["g", "G", "rg", "RG", "k", "K", "sc", "SC", "scn", "SCN"];
    let operations = Content::decode(content).unwrap().operations.into_iter();
    let set = operations.filter(|o| setters.contains(&o.operator.as_str()));
    set.map(|o| {
        let numbers = o.operands.iter().filter_map(|n| n.as_float().ok());
        (o.operator.clone(), numbers.collect())
    })
    .collect()
}

fn is_grey(components: &[f32]) -> bool {
    match components {
        // A pattern by its name; its own colours are looked at where they stand.
        [] | [_] => true,
        [red, green, blue] => (red - green).abs() < 0.001 && (green - blue).abs() < 0.001,
        _ => false,
    }
}

/// Every colour that the file sets or blends, with where.
fn all_colours(sheets: &Sheets) -> Vec<(String, Vec<f32>)> {
    let mut found = Vec::new();
    for page in sheets.document.page_iter() {
        found.extend(colours(&sheets.document.get_page_content(page)));
    }
    for stream in sheets.streams() {
        let drawn = name(&stream.dict, b"Subtype") == "Form" || stream.dict.has(b"PatternType");
        if drawn {
            let content = stream.decompressed_content();
            found.extend(colours(&content.unwrap_or_else(|_| stream.content.clone())));
        }
    }
    for function in sheets.dictionaries().filter(|d| d.has(b"FunctionType")) {
        for key in ["C0", "C1"] {
            if let Ok(Object::Array(numbers)) = function.get(key.as_bytes()) {
                let numbers = numbers.iter().map(|n| n.as_float().unwrap()).collect();
                found.push((format!("gradient {key}"), numbers));
            }
        }
    }
    found
}

#[test]
fn grey_ink_sets_no_colour_but_greys() {
    for id in GAMES {
        let grey = print(&[id, "--ink", "grey"]);
        let colours = all_colours(&grey);
        assert!(colours.len() > 100, "{id}: {} colours", colours.len());
        for (operator, components) in colours {
            assert!(is_grey(&components), "{id}: {operator} {components:?}");
        }
    }
}

#[test]
fn full_ink_is_seen_to_have_colours() {
    // Or the test above would look at the wrong places.
    for sheets in shipped() {
        let colours = all_colours(sheets);
        let coloured = colours.iter().filter(|(_, c)| !is_grey(c)).count();
        assert!(coloured > 50, "{}: {coloured}", sheets.id);
    }
}

// Other people's programs

/// Runs a program on a file of a game; `None`, with a word about it, when it is not installed.
fn run(program: &str, before: &[&str], sheets: &Sheets, after: &[&str]) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheets.pdf");
    std::fs::write(&file, &sheets.bytes).unwrap();
    match Command::new(program)
        .args(before)
        .arg(&file)
        .args(after)
        .output()
    {
        Ok(output) => Some(output),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: {program} is not installed");
            None
        }
        Err(e) => panic!("{program}: {e}"),
    }
}

#[test]
fn qpdf_finds_nothing_wrong() {
    for sheets in shipped() {
        if let Some(output) = run("qpdf", &["--check"], sheets, &[]) {
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{}: {told}", sheets.id);
        }
    }
}

#[test]
fn pdffonts_sees_every_font_embedded_and_subset() {
    for sheets in shipped() {
        let Some(output) = run("pdffonts", &[], sheets, &[]) else {
            return;
        };
        let table = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(table.lines().count() > 2, "{table}");
        for line in table.lines().skip(2) {
            // …, embedded, subset, Unicode, and two numbers of the object.
            let columns: Vec<&str> = line.split_whitespace().rev().collect();
            assert_eq!(columns[2..5], ["yes", "yes", "yes"], "{line}");
        }
    }
}

/// Tokens that are pictures alone.
const WORDLESS: [(&str, &str); 1] = [("caper", "marker")];

/// Letters and digits alone, small: how words are spaced and broken is the layout's business.
fn letters(text: &str) -> String {
    text.to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// What pdftotext reads, in the order in which it is drawn.
fn words(sheets: &Sheets) -> Option<String> {
    let output = run("pdftotext", &["-raw"], sheets, &["-"])?;
    assert!(output.status.success());
    Some(letters(&String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn pdftotext_finds_the_name_of_every_card() {
    for sheets in shipped() {
        let Some(text) = words(sheets) else {
            return;
        };
        let wordless = |deck: &Deck| WORDLESS.contains(&(sheets.id.as_str(), &deck.id));
        for deck in pack(&sheets.id).decks.iter().filter(|d| !wordless(d)) {
            for row in &deck.rows {
                let name = letters(&strip(&row.name));
                assert!(text.contains(&name), "{}: {}: {name}", sheets.id, deck.id);
            }
        }
    }
}

#[test]
fn pdftotext_finds_what_each_asset_does() {
    for (game, deck) in [
        ("caps-and-hammers", "assets"),
        ("caps-and-hammers-2016", "actions"),
    ] {
        let sheets = shipped().iter().find(|s| s.id == game).unwrap();
        let Some(text) = words(sheets) else {
            return;
        };
        let pack = pack(game);
        let (faces, _) = pack.faces(pack.deck(deck).unwrap());
        let mut sentences = 0;
        for face in faces {
            for field in ["passive", "operation"] {
                let sentence = strip(face.text(field));
                sentences += usize::from(!sentence.is_empty());
                assert!(
                    text.contains(&letters(&sentence)),
                    "{}: {sentence}",
                    face.text("name")
                );
            }
        }
        assert!(sentences >= 9, "{game}: {sentences} sentences");
    }
}
