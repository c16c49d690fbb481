//! `cards.xml` read as mpc-autofill's desktop program does it: unknown tags are passed over, a path that is no file is no picture,
//! slots without a back get the `cardback`, and an order of more than 612 is refused.

use std::collections::BTreeSet;

use roxmltree::{Document, Node};

use super::*;

const MOST: usize = 612;
const STOCKS: [&str; 5] = [
    "(S27) Smooth",
    "(S30) Standard Smooth",
    "(S33) Superior Smooth",
    "(M31) Linen",
    "(P10) Plastic",
];

/// Picture of each slot.
struct Read {
    quantity: usize,
    fronts: BTreeMap<usize, PathBuf>,
    backs: BTreeMap<usize, PathBuf>,
}

fn child<'a>(node: Node<'a, 'a>, tag: &str) -> Option<Node<'a, 'a>> {
    // The last of several, as a dictionary of tags keeps it.
    node.children().rfind(|n| n.is_element() && n.has_tag_name(tag))
}

fn text(node: Option<Node<'_, '_>>) -> String {
    node.and_then(|n| n.text()).unwrap_or_default().to_owned()
}

fn picture(id: &str) -> PathBuf {
    let path = PathBuf::from(id.trim_matches([' ', '"']));
    assert!(
        path.is_file() && path.metadata().unwrap().len() > 0,
        "{} is no file: it would be asked of the web",
        path.display()
    );
    path
}

fn side(node: Option<Node<'_, '_>>, cards: usize) -> BTreeMap<usize, PathBuf> {
    let mut slots = BTreeMap::new();
    for card in node.into_iter().flat_map(|n| n.children()).filter(Node::is_element) {
        let (id, numbers) = (text(child(card, "id")), text(child(card, "slots")));
        for number in numbers.split(',') {
            let slot: usize = number.trim().parse().unwrap();
            assert!(slot < cards, "slot {slot} of {cards}");
            assert!(slots.insert(slot, picture(&id)).is_none(), "slot {slot} twice");
        }
        let (path, name) = (picture(&id), text(child(card, "name")));
        assert_eq!(path.file_name().unwrap().to_str().unwrap(), name);
        assert_eq!(text(child(card, "sourceType")), "Local File");
    }
    slots
}

fn read(xml: &[u8]) -> Read {
    let document = Document::parse(std::str::from_utf8(xml).unwrap()).unwrap();
    let root = document.root_element();
    let details = child(root, "details").unwrap();
    let quantity = text(child(details, "quantity")).parse().unwrap();
    assert!(quantity <= MOST, "{quantity} cards");
    assert!(STOCKS.contains(&text(child(details, "stock")).as_str()));
    let fronts = side(child(root, "fronts"), quantity);
    let mut backs = side(child(root, "backs"), quantity);
    let usual = picture(&text(child(root, "cardback")));
    for slot in 0..quantity {
        backs.entry(slot).or_insert_with(|| usual.clone());
    }
    let all: BTreeSet<usize> = (0..quantity).collect();
    assert_eq!(fronts.keys().copied().collect::<BTreeSet<_>>(), all, "every slot has a front");
    Read { quantity, fronts, backs }
}

#[test]
fn every_copy_has_its_slot_and_its_own_back() {
    let decks = ["labs", "countries", "aids"];
    let arguments = ["shop", "makeplayingcards", "caps-and-hammers"];
    let named = decks.iter().flat_map(|deck| ["--deck", deck]);
    let named = named.chain(["--backs", "separate"]);
    let run = export(&arguments.into_iter().chain(named).collect::<Vec<_>>());
    let order =
        read(&run.bytes("caps-and-hammers/makeplayingcards-aids-countries-labs/poker/cards.xml"));
    let cards = cards_of("caps-and-hammers", &decks);
    let wanted: u32 = cards.iter().map(|card| card.2).sum();
    assert_eq!(order.quantity, wanted as usize);
    let mut copies: BTreeMap<String, u32> = BTreeMap::new();
    for (slot, front) in &order.fronts {
        let name = front.file_stem().unwrap().to_str().unwrap();
        let (deck, rest) = name.split_once('-').unwrap();
        let (_, id) = rest.split_once('-').unwrap();
        *copies.entry(format!("{deck} {id}")).or_default() += 1;
        // A back belongs to the deck of its card, or to the card itself.
        let back = order.backs[slot].file_stem().unwrap().to_str().unwrap().to_owned();
        let own = [format!("{deck}-back"), format!("{name}-back")];
        assert!(own.contains(&back), "slot {slot}: {name} with {back}");
    }
    let listed: BTreeMap<String, u32> =
        cards.into_iter().map(|(deck, id, n)| (format!("{deck} {id}"), n)).collect();
    assert_eq!(copies, listed);
    let backs: BTreeSet<&PathBuf> = order.backs.values().collect();
    assert!(backs.len() > 20, "countries have a back each: {}", backs.len());
}

#[test]
fn a_card_without_a_back_gets_a_white_one() {
    let run = export(&["shop", "makeplayingcards", "caper", "--deck", "credits", "--deck", "gear"]);
    let order = read(&run.bytes("caper/makeplayingcards-credits-gear/poker/cards.xml"));
    let white = order.backs.values().filter(|path| path.ends_with("blank.png")).count();
    let credits: u32 = cards_of("caper", &["credits"]).iter().map(|c| c.2).sum();
    assert_eq!(white, credits as usize);
    let picture = pixels(&run.bytes("caper/makeplayingcards-credits-gear/poker/blank.png"));
    assert_eq!((picture.width, picture.height), (822, 1122));
    assert!(picture.rgb.iter().all(|p| *p == [255; 3]));
}

#[test]
fn the_order_is_written_again_where_it_was() {
    let arguments = ["shop", "makeplayingcards", "caps-and-hammers", "--cards", "missiles"];
    let first = export(&arguments);
    let before = first.bytes("caps-and-hammers/makeplayingcards+missiles/poker/cards.xml");
    let again = export_again(first.folder, &arguments);
    assert_eq!(again.bytes("caps-and-hammers/makeplayingcards+missiles/poker/cards.xml"), before);
}
