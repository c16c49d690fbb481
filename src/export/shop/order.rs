//! The cards of one order, in the order in which the shop prints them, and the names of their pictures. `session` makes it from a
//! deck; the lists and pages of this folder read it.

/// A face that the shop gets as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopPicture {
    /// Its file's name without the ending; names sort as the cards do.
    pub name: String,
    pub is_back: bool,
}

/// A different card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedCard {
    pub deck: String,
    pub id: String,
    pub name: String,
    pub copies: u32,
    /// Place of its front among the pictures.
    pub front: usize,
    pub back: Option<usize>,
}

/// What is ordered of one product.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopOrder {
    pub cards: Vec<OrderedCard>,
    pub pictures: Vec<ShopPicture>,
}

impl ShopOrder {
    /// Cards with their copies.
    pub fn count(&self) -> u32 {
        self.cards.iter().map(|card| card.copies).sum()
    }

    /// The card of each slot, from slot 0 on.
    pub fn slots(&self) -> impl Iterator<Item = &OrderedCard> {
        self.cards.iter().flat_map(|card| std::iter::repeat_n(card, card.copies as usize))
    }

    /// The back of most cards; the first of several.
    pub fn usual_back(&self) -> Option<usize> {
        let mut most: Option<(usize, u32)> = None;
        for (at, _) in self.pictures.iter().enumerate() {
            let with_it = self.cards.iter().filter(|card| card.back == Some(at));
            let count: u32 = with_it.map(|card| card.copies).sum();
            if count > most.map_or(0, |(_, count)| count) {
                most = Some((at, count));
            }
        }
        most.map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::order;

    #[test]
    fn slots_repeat_and_the_back_of_most_is_the_usual_one() {
        let order = order(&[(2, Some(0)), (3, Some(1)), (0, Some(0)), (1, None)], 2);
        let slots: Vec<&str> = order.slots().map(|card| card.id.as_str()).collect();
        assert_eq!(slots, ["card-0", "card-0", "card-1", "card-1", "card-1", "card-3"]);
        assert_eq!(order.count(), 6);
        assert_eq!(order.usual_back(), Some(5));
    }
}
