//! Marks, boxes and pages.

use super::*;

#[test]
fn marks_are_a_layer_of_their_own() {
    for sheets in shipped() {
        let properties = sheets.follow(sheets.catalog(), b"OCProperties").as_dict().unwrap();
        let groups = sheets.follow(properties, b"OCGs").as_array().unwrap();
        let [group] = &groups[..] else {
            panic!("{groups:?}");
        };
        let layer = sheets.document.dereference(group).unwrap().1.as_dict().unwrap();
        let title = lopdf::decode_text_string(layer.get(b"Name").unwrap()).unwrap();
        assert_eq!(title, "Marks");
        let shown = sheets.follow(properties, b"D").as_dict().unwrap();
        let order = sheets.follow(shown, b"Order").as_array().unwrap();
        assert_eq!(order, groups, "a viewer lists the layer");
    }
}

/// Operators that leave ink.
const PAINT: [&str; 10] = ["S", "s", "B", "b", "B*", "b*", "f", "F", "f*", "sh"];

#[test]
fn every_mark_is_in_the_layer_of_marks() {
    for sheets in shipped() {
        for (page, dictionary) in sheets.pages().into_iter().enumerate() {
            let (mut open, mut layers, mut depth) = (Vec::new(), 0, 0);
            let content = sheets.page_content(page);
            // An empty back has nothing that could be hidden.
            let wanted = usize::from(!content.is_empty());
            let resources = sheets.follow(dictionary, b"Resources").as_dict().unwrap();
            for operation in content {
                match operation.operator.as_str() {
                    "BMC" => open.push("other"),
                    "BDC" if !begins_layer(&operation) => open.push("other"),
                    "BDC" => {
                        open.push("marks");
                        layers += 1;
                        let names = resources.get(b"Properties").unwrap();
                        let names = sheets.document.dereference(names).unwrap().1;
                        let name = operation.operands[1].as_name().unwrap();
                        assert!(names.as_dict().unwrap().has(name), "a viewer can hide it");
                    }
                    "EMC" => drop(open.pop().unwrap()),
                    "q" => depth += 1,
                    "Q" => depth -= 1,
                    // What belongs to a card lies within the cut around it.
                    paint if PAINT.contains(&paint) => {
                        let place = format!("{}, page {}", sheets.id, page + 1);
                        assert!(open.contains(&"marks") || depth > 0, "{place}: a line");
                    }
                    _ => {}
                }
            }
            assert_eq!((open.len(), layers), (0, wanted), "{}, page {}", sheets.id, page + 1);
        }
        // 4 x 2 ticks across and 4 x 2 along, and the ruler.
        let strokes = strokes(&sheets.marks(0));
        assert!(strokes > 16, "{}: {strokes} marks", sheets.id);
    }
}

fn strokes(operations: &[Operation]) -> usize {
    let stroke = |o: &&Operation| o.operator == "S";
    operations.iter().filter(stroke).count()
}

#[test]
fn without_marks_only_the_ruler_is_left() {
    let strokes = |marks: &str| {
        let sheets = print(&["caps-and-hammers", "--deck", "labs", "--marks", marks]);
        strokes(&sheets.marks(0))
    };
    let (crop, frame, none) = (strokes("crop"), strokes("frame"), strokes("none"));
    // The bar, and a tick at each 10 mm of 100.
    assert_eq!(none, 12);
    assert!(crop >= none + 16, "{crop} with crop marks");
    assert!(frame >= none + 7, "{frame} with frames");
}

#[test]
fn pages_share_their_marks() {
    for sheets in shipped() {
        let pages = sheets.pages().len();
        let own = (0..pages).filter(|page| {
            let content = sheets.page_content(*page).into_iter();
            let layer = content.skip_while(|o| !begins_layer(o));
            strokes(&layer.collect::<Vec<_>>()) > 0
        });
        let own = own.count();
        assert!(own * 2 < pages, "{}: {own} of {pages}", sheets.id);
    }
}
