//! Writes the lists that go with the pictures of an order: `manifest.csv`, with a line for each different card, and `cards.xml`, from
//! which mpc-autofill's desktop program fills in an order at MakePlayingCards. An order comes in, the text goes out.
//!
//! That program accepts the path of a picture on this machine, counts slots from 0, gives `cardback` to slots without a back of
//! their own, and ignores `bracket`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::order::ShopOrder;
use super::rows::Shop;
use crate::export::archive::has_mark;

/// The second line of each file.
const MARK: &str = "<!-- Made by deckproof export shop. -->";

/// The order as XML; `folder` is where the pictures lie, from the root of the disk. A card without a back gets `blank`.
pub fn cards_xml(order: &ShopOrder, shop: &Shop, folder: &Path, blank: &str) -> String {
    let path = |name: &str| {
        let parts = name.split('/').collect::<std::path::PathBuf>();
        let path = folder.join(parts);
        format!("{}.png", path.display())
    };
    let name = |at: usize| order.pictures.get(at).map_or(blank, |p| p.name.as_str());
    // A picture and its slots, by the place of the picture; what has none comes last.
    let mut fronts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut backs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let usual = order.usual_back().unwrap_or(usize::MAX);
    for (slot, card) in order.slots().enumerate() {
        fronts.entry(card.front).or_default().push(slot);
        let back = card.back.unwrap_or(usize::MAX);
        if back != usual {
            backs.entry(back).or_default().push(slot);
        }
    }
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{MARK}\n<order>\n");
    let stock = shop.stock.as_deref().unwrap_or_default();
    let (count, step) = (order.count(), shop.step(order.count()));
    let _ = write!(
        out,
        "  <details>\n    <quantity>{count}</quantity>\n    <bracket>{step}</bracket>\n    <stock>{}</stock>\n    <foil>false</foil>\n  </details>\n",
        escape(stock)
    );
    for (tag, cards) in [("fronts", fronts), ("backs", backs)] {
        if cards.is_empty() {
            continue;
        }
        let _ = writeln!(out, "  <{tag}>");
        for (at, slots) in cards {
            let (name, slots) = (name(at), slots.iter().map(usize::to_string));
            let slots: Vec<String> = slots.collect();
            let _ = write!(
                out,
                "    <card>\n      <id>{}</id>\n      <sourceType>Local File</sourceType>\n      <slots>{}</slots>\n      <name>{}</name>\n      <query/>\n    </card>\n",
                escape(&path(name)),
                slots.join(","),
                escape(&format!("{}.png", name.rsplit('/').next().unwrap_or(name)))
            );
        }
        let _ = writeln!(out, "  </{tag}>");
    }
    let _ = write!(out, "  <cardback>{}</cardback>\n</order>\n", escape(&path(name(usual))));
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

const HEADER: [&str; 6] = ["deck", "card", "name", "quantity", "front", "back"];

/// The list of an order, as a sheet.
pub fn manifest_csv(order: &ShopOrder) -> Result<Vec<u8>, String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut write = |line: &[&str]| out.write_record(line).map_err(|e| e.to_string());
    write(&HEADER)?;
    let file = |at: Option<usize>| {
        let picture = at.and_then(|at| order.pictures.get(at));
        picture.map_or(String::new(), |p| format!("{}.png", p.name))
    };
    for card in &order.cards {
        let copies = card.copies.to_string();
        let (front, back) = (file(Some(card.front)), file(card.back));
        write(&[&card.deck, &card.id, &card.name, &copies, &front, &back])?;
    }
    out.into_inner().map_err(|e| e.to_string())
}

/// Whether `bytes` is one of these lists: a sheet begins with columns that no other program writes.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADER.join(",").as_bytes()) || has_mark(bytes, 256, MARK)
}

#[cfg(test)]
mod tests {
    use super::super::rows::find_shop;
    use super::super::testing::order;
    use super::*;

    fn xml(cards: &[(u32, Option<usize>)], backs: usize) -> String {
        let shop = find_shop("makeplayingcards").unwrap();
        cards_xml(&order(cards, backs), shop, Path::new("/a & b"), "blank")
    }

    #[test]
    fn other_backs_are_named_and_the_usual_one_fills_the_rest() {
        let text = xml(&[(2, Some(0)), (1, Some(1)), (1, None)], 2);
        let document = roxmltree::Document::parse(&text).unwrap();
        let find = |tag: &str| document.descendants().find(|n| n.has_tag_name(tag)).unwrap();
        let slots = |tag: &str| -> Vec<(String, String)> {
            let cards = find(tag).children().filter(|n| n.has_tag_name("card"));
            let text = |card: roxmltree::Node<'_, '_>, tag: &str| {
                let node = card.children().find(|n| n.has_tag_name(tag)).unwrap();
                node.text().unwrap_or_default().to_owned()
            };
            cards.map(|card| (text(card, "id"), text(card, "slots"))).collect()
        };
        let own = |name: &str, slots: &str| (format!("/a & b/{name}.png"), slots.to_owned());
        assert_eq!(
            slots("fronts"),
            [own("card-00", "0,1"), own("card-01", "2"), own("card-02", "3")]
        );
        assert_eq!(slots("backs"), [own("back-04", "2"), own("blank", "3")]);
        assert_eq!(find("cardback").text(), Some("/a & b/back-03.png"));
        assert_eq!(find("quantity").text(), Some("4"));
        assert_eq!(find("bracket").text(), Some("18"));
    }

    #[test]
    fn without_any_back_all_get_the_blank_one() {
        let text = xml(&[(1, None)], 0);
        assert!(text.contains("<cardback>/a &amp; b/blank.png</cardback>"), "{text}");
        assert!(!text.contains("<backs>"), "{text}");
    }
}
