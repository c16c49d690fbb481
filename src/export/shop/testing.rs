//! Builds sample orders, for the tests of this folder.

use super::order::{OrderedCard, ShopOrder, ShopPicture};

/// An order of cards: copies, and the place of the back; fronts come first among the pictures, then so many backs.
pub fn order(cards: &[(u32, Option<usize>)], backs: usize) -> ShopOrder {
    let picture = |at: usize, is_back| ShopPicture {
        name: format!("{}{at:02}", if is_back { "back-" } else { "card-" }),
        is_back,
    };
    let fronts = (0..cards.len()).map(|at| picture(at, false));
    let all = cards.len()..cards.len() + backs;
    let pictures = fronts.chain(all.map(|at| picture(at, true))).collect();
    let cards = cards.iter().enumerate().map(|(at, (copies, back))| OrderedCard {
        deck: "gear".into(),
        id: format!("card-{at}"),
        name: format!("Card, {at}"),
        copies: *copies,
        front: at,
        back: back.map(|back| cards.len() + back),
    });
    ShopOrder { cards: cards.collect(), pictures }
}
