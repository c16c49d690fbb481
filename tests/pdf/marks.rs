//! Marks, boxes and pages.

use super::*;

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
