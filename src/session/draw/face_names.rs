//! Names the files that show the faces of cards, the same way for all kinds of pictures. A pack and a deck come in; its cards
//! and their file names go out, sorted as the cards are. Called by `shop::order`, `export::faces` and the page of a site.

use std::sync::Arc;

use crate::cards::Pack;
use crate::export::DrawnCard;
use crate::sheet::choices;
use crate::template::Drawn;

use super::drawing::SelectedDeck;

choices! {
    /// Where exports put backs.
    FileBacks:
    Beside "beside" "beside the fronts",
    Separate "separate" "in a folder `backs`, or in PDF files of their own; for a virtual table the same as `beside`",
    None "none" "fronts only",
}

/// A face, and its file without the ending.
pub type NamedFace = (String, Arc<Drawn>);

/// A card that is wanted, with the names of its files.
pub struct NamedCard<'a> {
    pub card: &'a DrawnCard,
    pub front: NamedFace,
    /// Equal backs have one name.
    pub back: Option<NamedFace>,
}

/// The wanted cards of a deck, each different one once. No two decks of a game share a name.
pub fn named_cards<'a>(
    pack: &Pack,
    chosen: &'a SelectedDeck,
    place: FileBacks,
) -> Vec<NamedCard<'a>> {
    let deck = &pack.decks[chosen.deck];
    let before_number = before_number(&deck.id, pack.decks.iter().map(|deck| deck.id.as_str()));
    let all: Vec<&Arc<Drawn>> = chosen.drawn.backs.iter().flatten().collect();
    let shared = all.windows(2).all(|pair| Arc::ptr_eq(pair[0], pair[1]));
    let folder = match place {
        FileBacks::Separate => "backs/",
        _ => "",
    };
    let digits = chosen.drawn.fronts.len().to_string().len().max(2);
    let mut named: Vec<NamedCard<'_>> = Vec::new();
    for card in &chosen.cards {
        let number = card.row + 1;
        let stem = match deck.rows.get(card.row) {
            Some(row) => format!("{before_number}{number:0digits$}-{}", row.id),
            None => format!("{before_number}{number:0digits$}"),
        };
        let back = card.back.as_ref().filter(|_| place != FileBacks::None);
        let back = back.map(|back| {
            let mut known = named.iter().filter_map(|card| card.back.as_ref());
            let same = known.find(|(_, other)| Arc::ptr_eq(other, back));
            same.cloned().unwrap_or_else(|| {
                let of = if shared { &deck.id } else { &stem };
                (format!("{folder}{of}-back"), back.clone())
            })
        });
        named.push(NamedCard { card, front: (stem, card.front.clone()), back });
    }
    named
}

/// The prefix of a card's number: `gear-`. Where another deck is called `gear-01`, whose back would be the card `back` of
/// this one, it is `gear--`. Disks may not tell capitals apart.
fn before_number<'a>(deck: &str, all: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut before = format!("{deck}-");
    let is_taken = |before: &str| {
        let others = all.clone().filter(|other| *other != deck);
        let names = others.map(|other| format!("{}-", other.to_lowercase()));
        let mut rests =
            names.filter_map(|n| Some(n.strip_prefix(&before.to_lowercase())?.chars().next()));
        rests.any(|next| next.is_none_or(|c| c.is_ascii_digit()))
    };
    while is_taken(&before) {
        before.push('-');
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_deck_are_not_those_of_another() {
        let decks = ["coins", "gear", "Gear-01", "gear-back"];
        let before = |deck| before_number(deck, decks.into_iter());
        assert_eq!(decks.map(before), ["coins-", "gear--", "Gear-01-", "gear-back-"]);
        let decks = ["gear", "gear-", "gear-1"];
        let before = |deck| before_number(deck, decks.into_iter());
        assert_eq!(decks.map(before), ["gear---", "gear--", "gear-1-"]);
    }
}
