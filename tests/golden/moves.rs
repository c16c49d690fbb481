//! Every move that the rulebooks know, as text: of the cards that there are, whether they are to hand or not.

use std::collections::BTreeSet;

use deckproof::cards::Pack;
use deckproof::rules::Variant;

/// The moves of a set-up.
pub struct Space {
    pub moves: Vec<String>,
    /// Cards that are dealt in other rounds than the rest.
    thieves: BTreeSet<String>,
}

/// The cards of a deck, copies counted.
fn of_deck<'c>(pack: &Pack, cards: &'c [String], deck: &str) -> Vec<&'c str> {
    let rows = &pack.deck(deck).unwrap_or_else(|| panic!("no deck `{deck}`")).rows;
    let row = |card: &str| card.split('#').next().unwrap_or_default().to_owned();
    let cards = cards.iter().map(String::as_str);
    cards.filter(|card| rows.iter().any(|other| other.id == row(card))).collect()
}

impl Space {
    pub fn of(pack: &Pack, cards: &[String], variant: &Variant) -> Self {
        let moves = match pack.game.id.as_str() {
            "caper" => caper(pack, cards, variant),
            "caps-and-hammers" => hammers(pack, cards, "assets"),
            _ => hammers(pack, cards, "actions"),
        };
        let thieves = match pack.deck("thieves") {
            Some(_) => of_deck(pack, cards, "thieves"),
            None => Vec::new(),
        };
        Space { moves, thieves: thieves.into_iter().map(str::to_owned).collect() }
    }

    /// Whether there is what a move names by where it lies: the card of a spot, a partner in play, a card of the kind that is in
    /// hands.
    pub fn names_what_is_there(&self, text: &str, census: &[String], turn: Option<&str>) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        if matches!(words[0], "deal" | "pass") {
            let hand = census.iter().find(|card| card.contains(" at hand/"));
            let card = hand.and_then(|card| card.split(' ').next());
            let is_thief = |card: &str| self.thieves.contains(card);
            return card.is_some_and(|card| is_thief(card) == is_thief(words[1]));
        }
        let Some(seat) = turn else {
            return !text.contains(':');
        };
        words.iter().enumerate().all(|(at, word)| {
            if let Some((place, nth)) = word.split_once(':') {
                let there = census.iter().filter(|card| {
                    let zone = card.split(" at ").nth(1).unwrap_or_default();
                    let here = zone.starts_with(&format!("field/{place}/"));
                    here && !zone.ends_with(&format!("/{seat}"))
                });
                return there.count() >= nth.parse().unwrap_or(usize::MAX);
            }
            let (own, field) = (format!("/{seat}"), format!("{word} at field/"));
            let mut lies = census.iter();
            at == 0
                || words[at - 1] != "with"
                || lies.any(|card| card.starts_with(&field) && card.ends_with(&own))
        })
    }
}

fn caper(pack: &Pack, cards: &[String], variant: &Variant) -> Vec<String> {
    let (thieves, gear) = (of_deck(pack, cards, "thieves"), of_deck(pack, cards, "gear"));
    let mut moves = vec!["leave".to_owned()];
    for thief in &thieves {
        moves.extend((1..=3).map(|at| format!("place {thief} at {at}")));
        moves.push(format!("flip {thief}"));
    }
    for card in &gear {
        moves.push(format!("discard {card}"));
        moves.extend(thieves.iter().map(|on| format!("equip {card} on {on}")));
        moves.extend(thieves.iter().map(|on| format!("recover {card} on {on}")));
    }
    match variant.get("players") {
        Some("3") => moves.extend(thieves.iter().chain(&gear).map(|card| format!("deal {card}"))),
        Some("4") => {
            for deck in [&thieves, &gear] {
                for (at, one) in deck.iter().enumerate() {
                    moves.extend(deck[at + 1..].iter().map(|two| format!("pass {one} {two}")));
                }
            }
        }
        _ => {}
    }
    moves
}

/// What a card's operation is aimed at, by the key of its ability.
fn aim(pack: &Pack, deck: &str, card: &str) -> String {
    let row = card.split('#').next().unwrap_or_default();
    let deck = pack.deck(deck).unwrap();
    let row = deck.rows.iter().find(|other| other.id == row).unwrap();
    format!("{:?}", row.get("operation"))
}

fn hammers(pack: &Pack, cards: &[String], deck: &str) -> Vec<String> {
    let actions = of_deck(pack, cards, deck);
    let (countries, labs) = (of_deck(pack, cards, "countries"), of_deck(pack, cards, "labs"));
    let spots = || (1..=4).flat_map(|at| (1..=5).map(move |nth| format!("{at}:{nth}")));
    let mut moves = vec!["end".to_owned()];
    for card in &actions {
        moves.extend((1..=4).map(|at| format!("deploy {card} at {at}")));
        let aim = aim(pack, deck, card);
        let launch = format!("launch {card}");
        if aim.contains("move-self") {
            moves.extend((1..=4).map(|at| format!("{launch} to {at}")));
        } else if aim.contains("carry-hidden") {
            let partners = |partner: &&&str| partner.split('#').next() == card.split('#').next();
            for partner in actions.iter().filter(partners) {
                moves.extend(spots().map(|spot| format!("{launch} carry {spot} with {partner}")));
            }
        } else if aim.contains("reveal") {
            moves.extend(spots().map(|spot| format!("{launch} reveal {spot}")));
        } else if aim.contains("pair-country") {
            moves.extend(countries.iter().map(|country| format!("{launch} pair {country}")));
        } else if aim.contains("pair-lab") {
            moves.extend(labs.iter().map(|lab| format!("{launch} pair {lab}")));
        } else {
            moves.push(launch);
        }
    }
    if pack.deck("protests").is_some() {
        let protests = of_deck(pack, cards, "protests");
        moves.extend(protests.iter().map(|protest| format!("return {protest}")));
        moves.push("keep".to_owned());
    } else {
        for country in &countries {
            moves.push(format!("flip {country}"));
            moves.push(format!("restore {country}"));
        }
    }
    moves
}
