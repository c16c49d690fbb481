//! Reads back the lists of an order, to verify it. The bytes of a CSV or XML list come in; the pictures of each slot go out.
//! Called by `session`.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

/// The files of the front and the back of a slot; without a back, nothing.
pub type Ends = (String, String);

/// The slots of a `manifest.csv`, copies one by one.
///
/// # Errors
/// What cannot be read of it.
pub fn csv_slots(bytes: &[u8]) -> Result<Vec<Ends>, String> {
    let mut slots = Vec::new();
    for line in csv::Reader::from_reader(bytes).records() {
        let line = line.map_err(|e| e.to_string())?;
        let [_, _, _, copies, front, back] = line.iter().collect::<Vec<_>>()[..] else {
            return Err("a line has other columns".to_owned());
        };
        let copies = copies.parse().map_err(|_| "a quantity is no number")?;
        let ends = (front.to_owned(), back.to_owned());
        slots.extend(std::iter::repeat_n(ends, copies));
    }
    Ok(slots)
}

/// The slots of a `cards.xml`.
///
/// # Errors
/// What cannot be read of it, and a slot that is empty or filled twice.
pub fn xml_slots(bytes: &[u8]) -> Result<Vec<Ends>, String> {
    let text = std::str::from_utf8(bytes).map_err(|e| e.to_string())?;
    let document = Document::parse(text).map_err(|e| e.to_string())?;
    let text = |node: Node<'_, '_>, tag: &str| {
        let found = node.descendants().find(|n| n.has_tag_name(tag));
        found.and_then(|n| n.text()).unwrap_or_default().to_owned()
    };
    let root = document.root_element();
    let side = |tag: &str| -> Result<BTreeMap<usize, String>, String> {
        let mut slots = BTreeMap::new();
        let list = root.children().find(|n| n.has_tag_name(tag));
        let cards = list.into_iter().flat_map(|n| n.children());
        for card in cards.filter(|n| n.has_tag_name("card")) {
            for slot in text(card, "slots").split(',') {
                let slot = slot.parse().map_err(|_| "a slot is no number")?;
                if slots.insert(slot, text(card, "id")).is_some() {
                    return Err(format!("slot {slot} is filled twice"));
                }
            }
        }
        Ok(slots)
    };
    let (mut fronts, mut backs) = (side("fronts")?, side("backs")?);
    let usual = text(root, "cardback");
    let count: usize = text(root, "quantity").parse().map_err(|_| "no quantity")?;
    let slots = (0..count).map(|slot| {
        let front = fronts
            .remove(&slot)
            .ok_or(format!("slot {slot} is empty"))?;
        Ok((front, backs.remove(&slot).unwrap_or_else(|| usual.clone())))
    });
    let slots = slots.collect::<Result<Vec<Ends>, String>>()?;
    if fronts.is_empty() && backs.is_empty() {
        Ok(slots)
    } else {
        Err("there are more slots than cards".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn xml(quantity: usize, slots: &str) -> Result<Vec<Ends>, String> {
        let text = format!(
            "<order><details><quantity>{quantity}</quantity></details><fronts><card><id>a</id><slots>{slots}</slots></card></fronts><cardback>b</cardback></order>"
        );
        xml_slots(text.as_bytes())
    }

    #[test]
    fn every_slot_is_filled_once() {
        let ends = ("a".to_owned(), "b".to_owned());
        assert_eq!(xml(2, "0,1"), Ok(vec![ends.clone(), ends]));
        assert_eq!(xml(3, "0,1"), Err("slot 2 is empty".to_owned()));
        assert_eq!(xml(2, "0,1,1"), Err("slot 1 is filled twice".to_owned()));
        assert!(xml(2, "0,1,2").is_err());
        assert!(xml(2, "0,x").is_err());
    }

    #[test]
    fn a_list_says_how_many_of_each() {
        let head = "deck,card,name,quantity,front,back\n";
        let list = |lines: &str| csv_slots(format!("{head}{lines}").as_bytes());
        assert_eq!(list("d,a,\"A, b\",2,a.png,\n").unwrap().len(), 2);
        assert!(list("d,a,A,two,a.png,\n").is_err());
        assert!(list("d,a,A,2,a.png\n").is_err());
    }
}
