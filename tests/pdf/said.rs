//! What the file says of itself.

use super::*;

#[test]
fn the_outline_lists_decks_and_their_sheets() {
    for sheets in shipped() {
        let titles: Vec<String> = sheets.outline().into_iter().map(|(t, _)| t).collect();
        let pack = pack(&sheets.id);
        let decks = pack.decks.iter().map(|d| d.title.clone());
        let boxes = pack.game.boxes.iter().map(|one| format!("Box: {}", one.title));
        assert_eq!(titles, decks.chain(boxes).collect::<Vec<_>>());
        for (title, pages) in sheets.outline() {
            assert!(pages[0].starts_with("Sheet 1 of "), "{title}: {pages:?}");
        }
    }
}

#[test]
fn the_outline_leads_to_the_decks_page() {
    for sheets in shipped() {
        let root = sheets.follow(sheets.catalog(), b"Outlines").as_dict().unwrap();
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
        assert!(says(b"Title").starts_with(&pack.game.title), "{}", says(b"Title"));
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
                assert!(sheets.document.objects.contains_key(id), "{}: {id:?}", sheets.id);
            }
            Object::Array(items) => items.iter().for_each(|o| check(o, sheets)),
            Object::Dictionary(entries) => entries.iter().for_each(|(_, o)| check(o, sheets)),
            Object::Stream(stream) => stream.dict.iter().for_each(|(_, o)| check(o, sheets)),
            _ => {}
        }
    }
    for sheets in shipped() {
        sheets.document.objects.values().for_each(|o| check(o, sheets));
        let size = sheets.document.trailer.get(b"Size").unwrap().as_i64().unwrap();
        let highest = sheets.document.objects.keys().map(|id| i64::from(id.0)).max();
        assert!(highest.unwrap() < size, "{}", sheets.id);
    }
}

#[test]
fn every_form_that_a_page_places_is_among_its_resources() {
    for sheets in shipped() {
        for (i, page) in sheets.pages().into_iter().enumerate() {
            let resources = sheets.follow(page, b"Resources").as_dict().unwrap();
            let none = Dictionary::new();
            let forms = if resources.has(b"XObject") {
                sheets.follow(resources, b"XObject").as_dict().unwrap()
            } else {
                &none
            };
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
