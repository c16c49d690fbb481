//! The sheets of the shipped games as PDF: printed by the tool itself, read back by lopdf and, where they are installed, by
//! qpdf and poppler.

mod grey;
mod marks;
mod options;
mod others;
mod pictures;
mod printed;
mod said;
mod stored;
mod tagged;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use deckproof::cards::{Deck, Pack};
use deckproof::registry;
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
    let files = files.map(|f| f.unwrap().path());
    let sheets = files.filter(|path| path.extension().is_some_and(|e| e == "pdf"));
    let files = sheets.map(|path| {
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

fn begins_layer(operation: &Operation) -> bool {
    operation.operator == "BDC" && operation.operands[0].as_name().unwrap() == b"OC"
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
        Sheets { id, bytes, document }
    }

    fn pages(&self) -> Vec<&Dictionary> {
        let pages = self.document.page_iter();
        pages.map(|id| self.document.get_dictionary(id).unwrap()).collect()
    }

    fn page_content(&self, page: usize) -> Vec<Operation> {
        let id = self.document.page_iter().nth(page).unwrap();
        self.document.get_and_decode_page_content(id).unwrap().operations
    }

    /// The operations of a page's marks, those of the form that pages share among them.
    fn marks(&self, page: usize) -> Vec<Operation> {
        let id = self.document.page_iter().nth(page).unwrap();
        let content = self.page_content(page).into_iter();
        let layer = content.skip_while(|o| !begins_layer(o)).skip(1);
        let mut marks = Vec::new();
        for operation in layer.take_while(|o| o.operator != "EMC") {
            if operation.operator == "Do" {
                let name = operation.operands[0].as_name().unwrap();
                let page = self.document.get_dictionary(id).unwrap();
                let resources = self.follow(page, b"Resources").as_dict().unwrap();
                let forms = self.follow(resources, b"XObject").as_dict().unwrap();
                let form = self.follow(forms, name).as_stream().unwrap();
                marks.extend(operations(form));
            } else {
                marks.push(operation);
            }
        }
        marks
    }

    /// How often each form is placed, by pages and by other forms.
    fn uses(&self) -> BTreeMap<ObjectId, usize> {
        let mut uses = BTreeMap::new();
        let mut count = |resources: &Dictionary, operations: &[Operation]| {
            for operation in operations.iter().filter(|o| o.operator == "Do") {
                let name = operation.operands[0].as_name().unwrap();
                let objects = self.follow(resources, b"XObject").as_dict().unwrap();
                let id = objects.get(name).unwrap().as_reference().unwrap();
                *uses.entry(id).or_default() += 1;
            }
        };
        for (page, dictionary) in self.pages().into_iter().enumerate() {
            let resources = self.follow(dictionary, b"Resources").as_dict().unwrap();
            count(resources, &self.page_content(page));
        }
        for form in self.forms().iter().filter(|f| f.dict.has(b"Resources")) {
            let resources = self.follow(&form.dict, b"Resources").as_dict().unwrap();
            count(resources, &operations(form));
        }
        uses
    }

    fn streams(&self) -> impl Iterator<Item = &Stream> {
        self.document.objects.values().filter_map(|o| o.as_stream().ok())
    }

    fn forms(&self) -> Vec<&Stream> {
        self.streams().filter(|s| name(&s.dict, b"Subtype") == "Form").collect()
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
        self.follow(&self.document.trailer, b"Info").as_dict().unwrap()
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
        pages.map(|p| self.page_content(p).iter().filter(|o| o.operator == "Do").count()).sum()
    }
}

fn operations(stream: &Stream) -> Vec<Operation> {
    let content = stream.decompressed_content();
    let content = content.unwrap_or_else(|_| stream.content.clone());
    Content::decode(&content).unwrap().operations
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
        files.into_iter().map(|(id, bytes)| Sheets::read(id, bytes)).collect()
    })
}

fn pack(id: &str) -> Pack {
    let folder = GameFolder::shipped(id).unwrap();
    match registry::load(folder, &mut Files::new()) {
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
    row.unwrap_or_else(|| panic!("no row of ON_A4 for {}", deck.size)).1
}
