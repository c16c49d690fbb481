//! What cards share is stored once.

use super::*;

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
