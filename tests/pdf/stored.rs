//! What cards share is stored once.

use super::*;

#[test]
fn every_font_is_embedded_once() {
    for sheets in shipped() {
        let mut names = Vec::new();
        for font in sheets.dictionaries().filter(|d| name(d, b"Type") == "FontDescriptor") {
            assert!(font.has(b"FontFile2") || font.has(b"FontFile3"), "{font:?}");
            let name = name(font, b"FontName");
            // A subset's name has six letters and a plus before it.
            names.push(name.split_once('+').map_or(name.clone(), |(_, n)| n.to_owned()));
        }
        let different: BTreeSet<&String> = names.iter().collect();
        assert!(!names.is_empty() && different.len() == names.len(), "{names:?}");
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
            assert!(seen.insert(what), "{}: stored twice: {:?}", sheets.id, form.dict);
        }
    }
}

#[test]
fn a_form_is_placed_more_than_once() {
    for sheets in shipped() {
        let uses = sheets.uses();
        for (id, object) in &sheets.document.objects {
            let Ok(form) = object.as_stream() else {
                continue;
            };
            // Krilla writes groups that are seen through, and drawings with words, as forms whatever their number.
            let needed =
                form.dict.has(b"Group") || operations(form).iter().any(|o| o.operator == "BT");
            if name(&form.dict, b"Subtype") == "Form" && !needed {
                let uses = uses.get(id).copied().unwrap_or_default();
                let content = operations(form);
                let effects = content.iter().any(|o| ["gs", "scn"].contains(&o.operator.as_str()));
                assert!(uses > 1 || effects, "{}: {id:?} {:?}", sheets.id, form.dict);
            }
        }
    }
}

#[test]
fn shadings_and_resource_dictionaries_are_shared() {
    for sheets in shipped() {
        let mut seen = BTreeSet::new();
        let lasting = |d: &&Dictionary| {
            d.has(b"ShadingType") || d.has(b"Properties") || d.has(b"ca") || d.has(b"CA")
        };
        for dictionary in sheets.dictionaries().filter(lasting) {
            let what = format!("{dictionary:?}");
            assert!(seen.insert(what), "{}: twice: {dictionary:?}", sheets.id);
        }
    }
}

#[test]
fn what_a_card_alone_has_stands_in_its_page() {
    let one = print(&["caper", "--cards", "the-louvre", "--backs", "none"]);
    let content = one.page_content(0);
    assert!(content.iter().any(|o| o.operator == "BT"), "its words");
    assert!(content.iter().any(|o| o.operator == "f"), "its shapes");
}

#[test]
fn copies_of_a_card_add_nothing_but_placements() {
    let of = |copies: &str| {
        let what = ["caps-and-hammers", "--cards", "admiral", "--backs", "none"];
        print(&[&what[..], &["--copies", copies]].concat())
    };
    // What is printed once stands in its page.
    let (two, nine) = (of("2"), of("9"));
    assert!(nine.placements() >= 9, "{}", nine.placements());
    assert_eq!(nine.forms().len(), two.forms().len());
    // A placement and its tags take some 80 bytes.
    let each = (nine.bytes.len() - two.bytes.len()) / 7;
    assert!(each < 100, "{each} bytes for each copy");
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
    let resources = three.follow(three.pages()[1], b"Resources").as_dict().unwrap();
    let forms = three.follow(resources, b"XObject").as_dict().unwrap();
    assert!(forms.len() <= placed + 2, "{} forms, {placed} of the back", forms.len());
}
