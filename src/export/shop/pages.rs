//! Lays the cards of an order out as pages of a PDF, one side per page or many in the slots of a sheet. An order and a product
//! come in; a document whose placements name the order's pictures goes out. Called by `session`.

use super::order::{OrderedCard, ShopOrder};
use super::rows::{PageOrder, Product, Shop};
use crate::sheet::{Clip, Document, Page, PageSide, Placement, Rect, Size, Trim, Turn};
use crate::template::BLEED;

/// Quarter turns clockwise of a face in a slot. Shops turn pages over as those of a book, which lets a face that lies on one side
/// lie on the other: the card, held as it is read, then turns over as a page of a book as well.
fn quarter_turns(trim: &Trim, slot: Size, side: PageSide) -> u8 {
    let front = match (trim.size.is_landscape(), slot.is_landscape()) {
        (true, false) => 1,
        (false, true) => 3,
        _ => 0,
    };
    match side {
        PageSide::Back => (4 - front) % 4,
        _ => front,
    }
}

/// A card in the middle of `slot`; nothing of it shows outside the slot, or farther than faces are drawn.
fn place(face: usize, trim: &Trim, slot: Rect, rotation: u8) -> Placement {
    let size = match rotation % 2 {
        0 => trim.size,
        _ => trim.size.turned(),
    };
    let trim = Rect::around(slot.centre(), size);
    let rect = slot.intersect(&trim.outset(BLEED)).unwrap_or(trim);
    Placement { face, trim, clip: Clip { rect, radius: 0.0 }, rotation, made_bleed: None }
}

/// The pages of an order, for cards of one size: sheet by sheet, and of each sheet the side first that the shop wants first. A card
/// without a back leaves its place empty.
pub fn pages(order: &ShopOrder, shop: &Shop, product: &Product, trim: &Trim) -> Document {
    let own = match product.trim {
        // A size of the shop's own is upright; any other stays as it lies.
        Some(_) => trim.size.portrait(),
        None => trim.size,
    };
    let size = product.page.unwrap_or(own.rect().outset(shop.bleed).size());
    let slots: Vec<Rect> = match &product.slots {
        Some(slots) => slots.rects(),
        None => vec![size.rect()],
    };
    let sides = match shop.order {
        PageOrder::FrontBack => [PageSide::Front, PageSide::Back],
        PageOrder::BackFront => [PageSide::Back, PageSide::Front],
    };
    let cards: Vec<&OrderedCard> = order.slots().collect();
    let sheets = cards.chunks(slots.len().max(1));
    let count = sheets.len();
    let mut document = Document::default();
    for (at, cards) in sheets.enumerate() {
        for side in sides {
            let (mut trims, mut bleeds) = (Vec::new(), Vec::new());
            let mut placements = Vec::new();
            for (card, slot) in cards.iter().zip(&slots) {
                let (face, slot) = match side {
                    PageSide::Back => (card.back, Turn::Book.behind(*slot, size)),
                    _ => (Some(card.front), *slot),
                };
                let turns = quarter_turns(trim, slot.size(), side);
                let placed = place(face.unwrap_or_default(), trim, slot, turns);
                trims.push(placed.trim);
                bleeds.push(placed.clip.rect);
                placements.extend(face.map(|_| placed));
            }
            let union = |all: Vec<Rect>| all.into_iter().reduce(|a, b| a.union(&b));
            document.pages.push(Page {
                trim: union(trims).unwrap_or(size.rect()),
                bleed: union(bleeds).unwrap_or(size.rect()),
                sheet: at + 1,
                sheets: count,
                placements,
                ..Page::blank(size, side)
            });
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use super::super::rows::find_shop;
    use super::super::testing::order;
    use super::*;

    fn laid(shop: &str, cards: &[(u32, Option<usize>)], trim: &str) -> Vec<Page> {
        let shop = find_shop(shop).unwrap();
        let trim = Trim::parse(trim).unwrap();
        pages(&order(cards, 1), shop, &shop.products[0], &trim).pages
    }

    fn turns(pages: &[Page]) -> Vec<u8> {
        pages.iter().map(|p| p.placements[0].rotation).collect()
    }

    #[test]
    fn backs_come_first_where_the_shop_says_so() {
        let pages = laid("drivethrucards", &[(2, Some(0)), (1, None)], "poker");
        let faces: Vec<Option<usize>> =
            pages.iter().map(|page| page.placements.first().map(|p| p.face)).collect();
        assert_eq!(faces, [Some(2), Some(0), Some(2), Some(0), None, Some(1)]);
        let page = &pages[0];
        assert!(page.size.same_as(Size::new(69.85, 95.25)), "{}", page.size);
        assert!(page.trim.size().same_as(Size::new(63.5, 88.9)));
        assert!((page.trim.x - 3.175).abs() < 1e-9);
    }

    #[test]
    fn cards_on_their_side_are_turned_onto_upright_pages() {
        let pages = laid("drivethrucards", &[(1, Some(0))], "poker landscape");
        assert_eq!(turns(&pages), [3, 1], "the back, then the front");
        let trim = pages[0].trim.size();
        assert!(trim.same_as(Size::new(63.5, 88.9)), "{trim}");
        // A size is used as given, not turned.
        let pages = laid("mbprint", &[(1, Some(0))], "poker landscape");
        assert_eq!(turns(&pages), [0, 0]);
        assert!(pages[0].size.same_as(Size::new(94.9, 69.5)));
    }

    #[test]
    fn slots_do_not_meet_and_hold_eighteen() {
        let pages = laid("printplaygames", &[(19, Some(0))], "poker");
        let counts: Vec<usize> = pages.iter().map(|p| p.placements.len()).collect();
        assert_eq!(counts, [18, 18, 1, 1]);
        let all = &pages[0].placements;
        for (at, placed) in all.iter().enumerate() {
            assert!(pages[0].size.rect().encloses(&placed.clip.rect, 0.0), "slot {at}");
            let bleed = placed.trim.x - placed.clip.rect.x;
            assert!(bleed > 2.0, "slot {at}: {bleed} mm of bleed");
            for other in &all[..at] {
                assert!(!other.clip.rect.overlaps(&placed.clip.rect, 1e-6), "slot {at}");
            }
        }
    }

    #[test]
    fn a_sheet_turns_over_as_a_page_of_a_book() {
        let pages = laid("printplaygames", &[(19, Some(0))], "poker");
        // The top left card is the top right one of the backs.
        let middle = |page: usize| pages[page].placements[0].trim.centre();
        assert!((middle(2).x - 2.3 * 25.4).abs() < 1e-6, "{:?}", middle(2));
        assert!((middle(3).x - 9.7 * 25.4).abs() < 1e-6, "{:?}", middle(3));
        assert!((middle(2).y - middle(3).y).abs() < 1e-6);
        // The head of the front is at its left, that of the back at its right: behind it.
        assert_eq!(turns(&pages[2..]), [3, 1]);
        let pages = laid("printplaygames", &[(1, Some(0))], "poker landscape");
        assert_eq!(turns(&pages), [0, 0]);
    }
}
