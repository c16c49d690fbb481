//! What a screen reader gets: the structure, walked with lopdf, and the words that its elements hold.

use std::collections::HashMap;

use super::*;

/// An element of the structure.
struct Element {
    role: String,
    /// Its own words, those of its children left out.
    words: String,
    kids: Vec<Element>,
}

impl Element {
    /// It and all that is in it, in reading order.
    fn all(&self) -> Vec<&Element> {
        let kids = self.kids.iter().flat_map(Element::all);
        std::iter::once(self).chain(kids).collect()
    }

    fn of_role(&self, role: &str) -> Vec<&Element> {
        let all = self.all().into_iter();
        all.filter(|element| element.role == role).collect()
    }

    /// All words in it.
    fn text(&self) -> String {
        let words: Vec<&str> = self.all().iter().map(|e| &*e.words).collect();
        words.join(" ")
    }

    /// The longest of these names that its words begin with.
    fn named<'a>(&self, names: &'a [String]) -> Option<&'a str> {
        let words = letters(&self.text());
        let begins = |name: &&String| words.starts_with(&letters(name));
        let names = names.iter().filter(begins);
        names.max_by_key(|name| name.len()).map(|name| &**name)
    }
}

fn text_of(dictionary: &Dictionary, key: &[u8]) -> String {
    let text = dictionary.get(key).ok();
    text.map_or_else(String::new, |text| lopdf::decode_text_string(text).unwrap())
}

/// The words of each marked content of a page by its number, those of forms included.
fn marked(sheets: &Sheets, page: ObjectId) -> HashMap<i64, String> {
    let mut words = HashMap::new();
    let dictionary = sheets.document.get_dictionary(page).unwrap();
    let resources = sheets.follow(dictionary, b"Resources").as_dict().unwrap();
    let content = sheets.document.get_and_decode_page_content(page).unwrap();
    read(sheets, resources, &content.operations, None, &mut words);
    words
}

/// The bytes of a code of a font, and what its codes are read as.
fn texts(sheets: &Sheets, font: &Object) -> (usize, HashMap<Vec<u8>, String>) {
    let map = sheets.follow(font.as_dict().unwrap(), b"ToUnicode").as_stream().unwrap();
    let map = String::from_utf8(map.get_plain_content().unwrap()).unwrap();
    let numbers = |hex: &str, digits: usize| -> Vec<u16> {
        let hex = hex.as_bytes().chunks(digits);
        hex.map(|n| u16::from_str_radix(std::str::from_utf8(n).unwrap(), 16).unwrap()).collect()
    };
    let mut texts = HashMap::new();
    let mut bytes = 1;
    for line in map.lines().filter(|line| line.starts_with('<')) {
        let parts: Vec<&str> = line.split(['<', '>']).filter(|p| !p.trim().is_empty()).collect();
        let [code, text] = parts[..] else { continue };
        let code: Vec<u8> = numbers(code, 2).into_iter().map(|n| n as u8).collect();
        bytes = code.len();
        texts.insert(code, String::from_utf16(&numbers(text, 4)).unwrap());
    }
    (bytes, texts)
}

fn read(
    sheets: &Sheets,
    resources: &Dictionary,
    content: &[Operation],
    within: Option<i64>,
    words: &mut HashMap<i64, String>,
) {
    let named = |class: &[u8], name: &Object| {
        let class = sheets.follow(resources, class).as_dict().unwrap();
        sheets.follow(class, name.as_name().unwrap())
    };
    let mut font = None;
    // The number of what is marked around an operator.
    let mut open: Vec<Option<i64>> = Vec::new();
    for operation in content {
        let number = open.iter().rev().find_map(|number| *number).or(within);
        let mut add = |text: &str| {
            if let Some(number) = number {
                words.entry(number).or_default().push_str(text);
            }
        };
        match operation.operator.as_str() {
            "BMC" => open.push(None),
            "BDC" => {
                let properties = operation.operands[1].as_dict().ok();
                open.push(properties.and_then(|p| p.get(b"MCID").ok()?.as_i64().ok()));
            }
            "EMC" => drop(open.pop().expect("an end of something marked")),
            "Tf" => font = Some(texts(sheets, named(b"Font", &operation.operands[0]))),
            "Td" | "Tm" => add(" "),
            "Tj" | "TJ" => {
                let (bytes, texts) = font.as_ref().unwrap();
                let strings = operation.operands.iter().flat_map(|operand| match operand {
                    Object::Array(items) => &items[..],
                    one => std::slice::from_ref(one),
                });
                for string in strings.filter_map(|item| item.as_str().ok()) {
                    let codes = string.chunks(*bytes);
                    codes.for_each(|code| add(texts.get(code).map_or("", |text| text)));
                }
            }
            "Do" => {
                let form = named(b"XObject", &operation.operands[0]).as_stream().unwrap();
                if name(&form.dict, b"Subtype") == "Form" && form.dict.has(b"Resources") {
                    let resources = sheets.follow(&form.dict, b"Resources").as_dict().unwrap();
                    read(sheets, resources, &operations(form), number, words);
                }
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "what is marked ends");
}

/// The structure of a file; a content item that no parent tree leads back to fails the test.
fn structure(sheets: &Sheets) -> Element {
    let root = sheets.follow(sheets.catalog(), b"StructTreeRoot");
    let root = root.as_dict().unwrap();
    let pages: HashMap<ObjectId, HashMap<i64, String>> =
        sheets.document.page_iter().map(|page| (page, marked(sheets, page))).collect();
    let parents = sheets.follow(root, b"ParentTree").as_dict().unwrap();
    let parents = parents.get(b"Nums").unwrap().as_array().unwrap();
    let mut seen = 0;
    let top = root.get(b"K").unwrap().as_array().unwrap();
    let top = top[0].as_reference().unwrap();
    let top = element(sheets, top, &pages, parents, &mut seen);
    let items: usize =
        parents.iter().filter_map(|owners| Some(owners.as_array().ok()?.len())).sum();
    assert_eq!(seen, items, "content items in the tree and in its parents");
    top
}

fn element(
    sheets: &Sheets,
    id: ObjectId,
    pages: &HashMap<ObjectId, HashMap<i64, String>>,
    parents: &[Object],
    seen: &mut usize,
) -> Element {
    let dictionary = sheets.document.get_dictionary(id).unwrap();
    let mut read = Element { role: name(dictionary, b"S"), words: String::new(), kids: Vec::new() };
    let kids = match dictionary.get(b"K").unwrap() {
        Object::Array(kids) => &kids[..],
        one => std::slice::from_ref(one),
    };
    for kid in kids {
        match kid {
            Object::Integer(number) => {
                let page = dictionary.get(b"Pg").unwrap().as_reference().unwrap();
                let key = sheets.document.get_dictionary(page).unwrap();
                let key = key.get(b"StructParents").unwrap().as_i64().unwrap();
                let owners = parents.chunks(2).find(|pair| pair[0].as_i64().unwrap() == key);
                let owners = owners.unwrap()[1].as_array().unwrap();
                assert_eq!(owners[*number as usize].as_reference().unwrap(), id);
                let words = pages[&page].get(number);
                read.words.push_str(words.map_or("", |words| words));
                *seen += 1;
            }
            kid => {
                let id = kid.as_reference().unwrap();
                let kid = sheets.document.get_dictionary(id).unwrap();
                assert!(kid.get(b"P").unwrap().as_reference().is_ok());
                read.kids.push(element(sheets, id, pages, parents, seen));
            }
        }
    }
    read
}

/// Letters and digits alone, small.
fn letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

#[test]
fn each_card_is_a_section_in_order() {
    for sheets in shipped() {
        let top = structure(sheets);
        assert_eq!(top.role, "Document");
        let pack = pack(&sheets.id);
        let mut met = BTreeSet::new();
        let rows = pack.decks.iter().flat_map(|deck| &deck.rows);
        let rows = rows.map(|row| strip(&row.name));
        // These do not show their names, or not first.
        let others = ["Coin", "Credits", "Round marker", "Sell sheet"];
        let rows = rows.filter(|name| !others.contains(&&**name));
        let rows: Vec<String> = rows.filter(|name| met.insert(name.clone())).collect();
        // Copies are sections of their own; backs that differ come after the fronts of their sheet.
        let mut met = BTreeSet::new();
        let sections = top.of_role("Sect").into_iter();
        let names = sections.filter_map(|section| Some(section.named(&rows)?.to_owned()));
        let names: Vec<String> = names.filter(|name| met.insert(name.clone())).collect();
        assert_eq!(names, rows, "{}", sheets.id);
    }
}

#[test]
fn every_name_and_sentence_is_found_once_in_the_section_of_its_card_the_name_first() {
    for (game, deck) in [("caps-and-hammers", "assets"), ("caps-and-hammers-2016", "actions")] {
        let once = ["--copies", "1", "--backs", "none"];
        let sheets = print(&[&[game, "--deck", deck][..], &once].concat());
        let top = structure(&sheets);
        let sections = top.of_role("Sect");
        let pack = pack(game);
        let (faces, _) = pack.faces(pack.deck(deck).unwrap());
        assert_eq!(sections.len(), faces.len());
        let mut sentences = 0;
        for (face, section) in faces.iter().zip(sections) {
            let name = strip(face.text("name"));
            let words = letters(&section.text());
            assert!(words.starts_with(&letters(&name)), "{name}: {words}");
            for field in ["passive", "operation"] {
                // A symbol is read by its name, among the words.
                let sentence = letters(face.text(field));
                if !sentence.is_empty() {
                    sentences += 1;
                    assert_eq!(words.matches(&sentence).count(), 1, "{name}: {sentence}: {words}");
                }
            }
        }
        assert!(sentences >= 9, "{game}: {sentences} sentences");
    }
}

#[test]
fn headings_lists_and_tables_of_rules_are_what_they_are() {
    let sheets = shipped().iter().find(|s| s.id == "caper").unwrap();
    let top = structure(sheets);
    let rules = &top;
    let text = GameFolder::shipped("caper").unwrap().text("rules.md", &mut Files::new()).unwrap().1;
    for (mark, role) in [("# ", "H1"), ("## ", "H2")] {
        let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
        let written: Vec<String> = lines.map(letters).collect();
        let read = rules.of_role(role).into_iter();
        let read: Vec<String> = read.map(|heading| letters(&heading.text())).collect();
        assert_eq!(read, written);
    }
    let items = text.lines().filter(|line| line.starts_with("- ")).count();
    assert_eq!(rules.of_role("LI").len(), items);
    for item in rules.of_role("LI") {
        let roles: Vec<&str> = item.kids.iter().map(|kid| &*kid.role).collect();
        assert_eq!(roles, ["Lbl", "LBody"]);
        assert_eq!(item.kids[0].words.trim(), "•");
    }
    for table in rules.of_role("Table") {
        assert!(table.kids.iter().all(|row| row.role == "TR"));
        assert!(table.kids[0].kids.iter().all(|cell| cell.role == "TH"));
    }
}

/// A game of one card, printed.
fn card(fields: &str, boxes: &str, game: &str) -> Sheets {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>"#;
    write("game.toml", &format!("title = \"Tags\"\n{game}"));
    write("symbols/iron-ore.svg", drawing);
    write("art/harbour.svg", drawing);
    write(
        "templates/front.svg",
        &format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
        <rect x="-3" y="-3" width="69.5" height="94.9" fill="#eee"/>{boxes}</svg>"##
        ),
    );
    write(
        "cards.toml",
        &format!("template = \"front.svg\"\n[[card]]\nname = \"Dock\"\n{fields}\n"),
    );
    let folder_name = folder.path().to_str().unwrap().to_owned();
    let mut files = print_with(&[&folder_name], |_| {});
    let (id, bytes) = files.pop_first().unwrap();
    Sheets::read(id, bytes)
}

const BOX: &str = r#"<rect data-fit="rules" x="6" y="58" width="24" height="26" data-font="Cabin" data-size="9" data-min="6.5" data-hyphens="auto"/>"#;

#[test]
fn a_symbol_among_words_is_read_by_its_name_in_its_place() {
    let sheets = card("rules = \"Pay 2{iron-ore} more.\"", BOX, "");
    let text = structure(&sheets).text();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words.concat(), "Pay2iron-oremore.", "{text}");
}

#[test]
fn a_divided_word_is_joined_by_who_reads_it() {
    let words = "rules = \"Die Schicksalsgemeinschaft der Binnenschifffahrtsgesellschaft wartet.\"";
    let sheets = card(words, BOX, "lang = \"de\"\n");
    let text = structure(&sheets).text();
    let joined = text.replace("\u{ad} ", "").replace('\u{ad}', "");
    assert!(text.contains('\u{ad}'), "{text}");
    assert!(joined.contains("Schicksalsgemeinschaft"), "{text}");
    assert!(joined.contains("Binnenschifffahrtsgesellschaft"), "{text}");
    assert!(!text.contains('-'), "{text}");
}

#[test]
fn a_hyphen_that_is_typed_stays_one() {
    let sheets = card("rules = \"A face-down card.\"", BOX, "");
    assert!(structure(&sheets).text().contains("face-down"));
}

#[test]
fn boxes_are_read_line_by_line_after_the_name_whatever_their_order_in_the_template() {
    let fit = |field: &str, x: u32, y: u32| {
        format!(
            r#"<rect data-fit="{field}" x="{x}" y="{y}" width="24" height="8" data-font="Cabin" data-size="9"/>"#
        )
    };
    let fields = "low = \"Last.\"\nleft = \"Second,\"\nright = \"third,\"";
    let ordered = [("left", 4, 6), ("right", 34, 7), ("name", 4, 40), ("low", 4, 70)];
    let boxes = |order: [usize; 4]| -> String {
        let boxes = order.map(|n| ordered[n]);
        boxes.map(|(field, x, y)| fit(field, x, y)).concat()
    };
    for order in [[2, 0, 1, 3], [3, 1, 0, 2], [0, 1, 2, 3]] {
        let top = structure(&card(fields, &boxes(order), ""));
        let section = top.of_role("Sect")[0];
        let text: Vec<String> = section.text().split_whitespace().map(str::to_owned).collect();
        assert_eq!(text, ["Dock", "Second,", "third,", "Last."], "{order:?}");
        let roles: Vec<&str> = section.kids.iter().map(|kid| &*kid.role).collect();
        assert_eq!(roles, ["P"]);
    }
}

#[test]
fn all_that_is_painted_is_tagged_or_an_artifact() {
    const PAINT: [&str; 13] =
        ["f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "sh", "Do"];
    for sheets in shipped() {
        for page in 0..sheets.pages().len() {
            let mut open: Vec<String> = Vec::new();
            for operation in sheets.page_content(page) {
                let tag = || name_of(&operation.operands[0]);
                match operation.operator.as_str() {
                    "BMC" | "BDC" => open.push(tag()),
                    "EMC" => drop(open.pop().unwrap()),
                    operator if PAINT.contains(&operator) => {
                        assert!(!open.is_empty(), "{}, page {page}: {operator}", sheets.id);
                        let marks = open.iter().any(|tag| tag == "OC");
                        assert!(!marks || open[0] == "Artifact", "{open:?}");
                    }
                    _ => {}
                }
            }
        }
    }
}

fn name_of(object: &Object) -> String {
    String::from_utf8_lossy(object.as_name().unwrap()).into_owned()
}

#[test]
fn the_words_below_a_sheet_are_not_read() {
    for sheets in shipped() {
        let text = letters(&structure(sheets).text());
        assert!(!text.contains("sheet1of"), "{}", sheets.id);
    }
}

#[test]
fn backs_are_read_where_they_differ() {
    let sections = |arguments: &[&str], name: &str| {
        let top = structure(&print(arguments));
        let sections = top.of_role("Sect");
        let names = [name.to_owned()];
        assert!(sections.iter().all(|card| card.named(&names).is_some()));
        sections.len()
    };
    let assets = ["caps-and-hammers", "--cards", "admiral", "--copies", "2"];
    assert_eq!(sections(&assets, "Admiral"), 2);
    let countries = ["caps-and-hammers", "--cards", "iraq"];
    assert_eq!(sections(&countries, "Iraq"), 2);
}

#[test]
fn the_file_says_its_language_and_that_it_is_tagged() {
    for sheets in shipped() {
        assert_eq!(text_of(sheets.catalog(), b"Lang"), "en");
        let marks = sheets.follow(sheets.catalog(), b"MarkInfo").as_dict().unwrap();
        assert!(marks.get(b"Marked").unwrap().as_bool().unwrap());
        let viewer = sheets.follow(sheets.catalog(), b"ViewerPreferences");
        let viewer = viewer.as_dict().unwrap();
        assert!(viewer.get(b"DisplayDocTitle").unwrap().as_bool().unwrap());
    }
    let sheets = card("rules = \"Hallo.\"", BOX, "lang = \"de\"\n");
    assert_eq!(text_of(sheets.catalog(), b"Lang"), "de");
    let sheets = print(&["caps-and-hammers", "--deck", "labs", "--lang", "de"]);
    assert_eq!(text_of(sheets.catalog(), b"Lang"), "de");
}

#[test]
fn metadata_have_title_authors_date_and_language_and_no_time_of_the_print() {
    let game = "authors = [\"Ada & Bo\", \"Cy\"]\nlang = \"en\"\n";
    let undated = card("rules = \"Hello.\"", BOX, game);
    assert!(!undated.information().has(b"CreationDate"));
    let dated = format!("{game}date = 2026-05-31\n");
    let sheets = card("rules = \"Hello.\"", BOX, &dated);
    let created = sheets.information().get(b"CreationDate").unwrap();
    assert_eq!(created.as_str().unwrap(), b"D:20260531");
    let metadata = sheets.follow(sheets.catalog(), b"Metadata").as_stream();
    let metadata = metadata.unwrap().get_plain_content().unwrap();
    let metadata = String::from_utf8(metadata).unwrap();
    let metadata = roxmltree::Document::parse(&metadata).unwrap();
    let of = |name: &str| -> Vec<&str> {
        let named = metadata.descendants().filter(|n| n.tag_name().name() == name);
        let texts = named.flat_map(|n| n.descendants().filter(|n| n.is_text()));
        let texts = texts.filter_map(|n| n.text());
        texts.collect()
    };
    assert_eq!(of("title"), ["Tags"]);
    assert_eq!(of("creator"), ["Ada & Bo, Cy"]);
    assert_eq!(of("language"), ["en"]);
    assert_eq!(of("CreateDate"), ["2026-05-31"]);
    assert!(of("ModifyDate").is_empty());
}

#[test]
fn pages_are_called_by_their_sheets_and_sides() {
    let labels = |sheets: &Sheets| -> Vec<String> {
        let labels = sheets.follow(sheets.catalog(), b"PageLabels").as_dict().unwrap();
        let labels = labels.get(b"Nums").unwrap().as_array().unwrap();
        let labels = labels.chunks(2).enumerate().map(|(page, pair)| {
            assert_eq!(pair[0].as_i64().unwrap(), page as i64);
            text_of(pair[1].as_dict().unwrap(), b"P")
        });
        labels.collect()
    };
    let sheets = print(&["caps-and-hammers", "--deck", "assets"]);
    let title = pack("caps-and-hammers").deck("assets").unwrap().title.clone();
    assert_eq!(
        labels(&sheets)[..2],
        [format!("{title}: Sheet 1 of 3, front"), format!("{title}: Sheet 1 of 3, back")]
    );
}
