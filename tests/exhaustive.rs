//! Small games whose every state is visited, with the counts by ply.

use crate::games;
use deckproof::script::Rules;
use deckproof::table::CardSet;

use deckproof::verify::exhaust::{self, Exhausted};

use games::{CAPER, FIRST, SECOND, edited, pack, rules};

/// Visits the game; no law is broken.
fn visit<S: CardSet>(rules: &Rules<S>) -> Exhausted {
    let found = exhaust::search_exhaustively(rules, 1_000_000).unwrap_or_else(|f| panic!("{f:?}"));
    assert_eq!(found.broken, None);
    found
}

/// Visits Caper with so many locations, for so many players, with the overlay.
fn visit_caper(overlay: &str, locations: u8, players: &str) -> Exhausted {
    let places = format!("places = {locations} ");
    let pack = edited(
        CAPER,
        &[
            ("places = 3 ", &places),
            // Laws that hold the rulebook's own numbers.
            ("def law_first(", "def seen_first("),
            ("def law_left(", "def seen_left("),
        ],
    );
    visit(&rules(&pack, overlay, &[("city", "paris"), ("players", players)]))
}

/// By ply: distinct states, those in which the game is over, moves of the others.
fn counts(found: &Exhausted) -> Vec<[u64; 3]> {
    let plies = found.plies.iter();
    plies.map(|p| [p.states, p.ends, p.moves]).collect()
}

#[test]
fn two_cards_of_2016() {
    // A: Admiral, N: Nuclear Armament, p: which of 2 protests. The Caps begin, as Germany's sign is theirs.
    let found = visit(&rules(&pack(FIRST), include_str!("small/two-cards-2016.toml"), &[]));
    assert_eq!(
        counts(&found),
        [
            // 2 deals * 1 card * 1 place.
            [2, 0, 2],
            // The Caps' A has nowhere to go: end. Their N: end or launch.
            [2, 0, 1 + 2],
            // A ended, N ended, N launched * 2 p; the last two still have to end.
            [1 + 1 + 2, 0, 4],
            // The Hammers laid N: end or launch. They laid A: end. The Caps' launched N has ended: A is to be laid.
            [1 + 1 + 2, 0, 2 + 1 + 2],
            // Over without a launch, A against N (4 to 3): 2 states. The Hammers' N launched * 2 p, the Caps' N launched
            // * 2 p and A laid: all have to end.
            [2 + 2 + 2, 2, 4],
            // Over, with the one or the other in possession of Germany by 6 to 4, and of p.
            [4, 4, 0],
        ]
    );
}

#[test]
fn two_cards_at_a_country_and_a_lab() {
    // G: Guerrilla, P: Policeman. The Caps begin, as France's sign is theirs.
    let found = visit(&rules(&pack(SECOND), include_str!("small/two-cards.toml"), &[]));
    assert_eq!(
        counts(&found),
        [
            // 2 deals * 1 card * 2 places.
            [2, 0, 4],
            // Nobody holds a country to pair, or has a second Policeman: end.
            [4, 0, 4],
            // 2 deals * 2 places * 1 card * 2 places.
            [4, 0, 8],
            [8, 0, 8],
            // Who has France, and who the lab. Both at France: P wins it 2 to 1, whoever has P, and the lab is tied. Both
            // at the lab: P wins it, and France is the Caps'. One at each: each wins where they are. So (Caps, nobody),
            // (Hammers, nobody), (Caps, Caps), (Hammers, Caps), and (Caps, Hammers) in two ways.
            [5, 5, 0],
        ]
    );
}

#[test]
fn penalties_in_protests() {
    // N: one of two Nuclear Armaments, S: Spy. Of the six pairs of hands, four begin with N, four answer with N.
    let found = visit(&rules(&pack(FIRST), include_str!("small/penalties-2016.toml"), &[]));
    assert_eq!(
        counts(&found)[..4],
        [
            // 2 countries * 3 cards * 2 cards; 2 places.
            [12, 0, 12 * 2],
            // N laid in 16 of them: end or launch; S, with nobody to look at: end.
            [24, 0, 16 * 2 + 8],
            // Ended: 2 places to answer at. Launched, with one of 3 protests: end.
            [24 + 16 * 3, 0, 24 * 2 + 48],
            // Answered with N in 32: end or launch. With S in 16: end, and in 8 a hidden card lies opposite. The 48 that
            // launched have ended: 2 places to answer at.
            [48 + 48, 0, 32 * 2 + 16 + 8 + 48 * 2],
        ]
    );
    assert_eq!(
        counts(&found)[4..],
        [
            [392, 0, 632],
            [700, 0, 1320],
            [1356, 0, 2408],
            [2240, 0, 3960],
            [3776, 72, 6330],
            [5020, 768, 7934],
            [5776, 1686, 8138],
            [5354, 2266, 7078],
            [4376, 2516, 4596],
            [2100, 1686, 948],
            [468, 468, 0],
        ]
    );
}

#[test]
fn penalties_in_loyalty() {
    let found = visit(&rules(&pack(SECOND), include_str!("small/penalties.toml"), &[]));
    assert_eq!(
        counts(&found)[..4],
        [
            // 3 countries * 3 cards * 2 cards; 2 places.
            [18, 0, 18 * 2],
            // Nobody holds a country to pay with or to pair, or a lab: end.
            [36, 0, 36],
            [36, 0, 36 * 2],
            [72, 0, 72],
        ]
    );
    assert_eq!(
        counts(&found)[4..],
        [
            [168, 0, 328],
            [352, 0, 488],
            [488, 0, 822],
            [822, 0, 1194],
            [1109, 0, 1716],
            [1826, 0, 2996],
            [3032, 0, 4913],
            [4940, 0, 8195],
            [7504, 756, 10492],
            [8495, 1416, 10217],
            [8212, 1669, 9133],
            [6973, 1684, 7559],
            [5198, 1927, 5028],
            [3188, 1671, 2590],
            [1618, 1071, 1063],
            [694, 533, 323],
            [197, 171, 59],
            [40, 36, 9],
            [6, 6, 0],
        ]
    );
}

/// One location. D: The Dame, V: The Driver (3), whom anyone may flip. S: Crêpe Soles (2), which cannot be flipped, B:
/// Smoke Bomb (2), which flips. Cream plays its thief first, Mint its gear.
const FLIPS: &str = include_str!("small/caper-flips.toml");

#[test]
fn flips_of_two() {
    let found = visit_caper(FLIPS, 1, "2");
    // Below, who placed and discarded which thief makes 4! = 24 tables; what Mint plays of its gear, and what it keeps:
    // S and any of 3, or B and any of 3, or 2 of 4 that it discards.
    assert_eq!(
        counts(&found),
        [
            // 6 deals * 2 thieves.
            [6, 0, 6 * 2],
            [12, 0, 12 * 2],
            // 24 tables * 6 deals of gear: 2 cards, placed or discarded.
            [24 * 6, 0, 144 * 4],
            // Mint placed B in 144: one thief to flip. Else Cream has 2 cards, placed or discarded.
            [576, 0, 144 + 432 * 4],
            // Cream's thief flipped: Cream has 4 moves. Over: Mint placed S, and Cream either card or none; or Mint
            // discarded both, and Cream placed S (and kept one of 3) or nothing. Cream placed B where Mint discarded
            // one of two: one thief to flip.
            [144 + 720 + 288, 24 * (2 * 3 * 3 + 2 * 3 + 6), 144 * 4 + 24 * (2 * 3 * 2),],
            // Over: Mint's thief flipped, both its gear discarded. Or Cream's flipped, and then: Mint kept B and Cream
            // placed either S or none; Mint kept S and Cream placed S or none. Else Cream placed B, to flip Mint's.
            [576, 24 * (2 * 3) + 24 * (2 * 3 + 2 * 2 * 2), 24 * (2 * 2)],
            [96, 96, 0],
        ]
    );
}

#[test]
fn flips_of_three() {
    let found = visit_caper(FLIPS, 1, "3");
    assert_eq!(
        counts(&found),
        [
            // 4 * 3 cards dealt, the other two drawn: who gets which.
            [12, 0, 12 * 2],
            // Cream has 2 thieves, then Mint.
            [24, 0, 24 * 2],
            [48, 0, 48 * 2],
            // 24 tables, as of two, * 12 deals of gear.
            [24 * 12, 0, 288 * 2],
            // Mint has 2 cards, placed or discarded.
            [576, 0, 576 * 4],
            // It placed B in 576: one thief to flip. Else Cream has 4 moves.
            [2304, 0, 576 + 1728 * 4],
            // As of two, but while the round goes on the Snitch knows the cards that both kept, or not: 4 times as many.
            [4 * (144 + 288) + 720, 720, 4 * 864],
            [480 + 4 * 96, 480, 4 * 96],
            [96, 96, 0],
        ]
    );
}

#[test]
fn flips_of_four() {
    let found = visit_caper(FLIPS, 1, "4");
    assert_eq!(
        counts(&found),
        [
            // Each Lookout has two cards to pass.
            [6, 0, 6],
            [6, 0, 6],
            [6, 0, 6 * 2],
            [12, 0, 12 * 2],
            [24 * 6, 0, 144],
            [144, 0, 144],
            // Gear that is free must be placed.
            [144, 0, 144 * 2],
            // Mint placed B: one thief to flip. It placed S: Cream has 2 cards.
            [288, 0, 144 + 144 * 2],
            // Cream's thief flipped: Cream has 2 cards. Over: Mint placed S.
            [144 + 288, 24 * (2 * 3 * 2), 144 * 2],
            // Over: Mint placed B, and Cream S. Else Cream placed B, to flip Mint's.
            [288, 24 * (2 * 2 + 2 * 2), 24 * (2 * 2)],
            [96, 96, 0],
        ]
    );
}

/// Two locations. First gear, 6 cards: with no thief there all is discarded, for a coin each but the last. Then 4
/// thieves, of whom The Janitor brings gear back.
const DISCARDS: &str = include_str!("small/caper-discards.toml");

#[test]
fn discards_of_two() {
    let found = visit_caper(DISCARDS, 2, "2");
    assert_eq!(
        counts(&found)[..5],
        [
            // 2 rows of locations * 20 deals: each has 3 cards.
            [40, 0, 40 * 3],
            [120, 0, 120 * 3],
            // Hands were swapped: each has 2 cards.
            [360, 0, 360 * 2],
            // 2 rows * 15 pairs that Mint discarded * 4 cards left to it * 3 cards that Cream discarded.
            [2 * 15 * 4 * 3, 0, 360 * 2],
            // 2 rows * 20 ways to discard 3 and 3 * 6 deals of thieves: 2 thieves at 2 places.
            [2 * 20 * 6, 0, 240 * 4],
        ]
    );
    assert_eq!(
        counts(&found)[5..],
        [
            // Cream placed The Janitor in 240: one of 3 discards comes back, or none. Else Mint has 4 moves.
            [960, 0, 240 * 4 + 720 * 4],
            [3840, 1760, 7720],
            [7720, 6160, 3600],
            [3600, 3216, 384],
            [384, 384, 0],
        ]
    );
}

#[test]
fn discards_of_three() {
    let found = visit_caper(DISCARDS, 2, "3");
    assert_eq!(
        counts(&found),
        [
            // 2 rows * 6 * 5 cards dealt * 6 pairs drawn: who gets which.
            [360, 0, 360 * 2],
            // Mint has 2 cards, then Cream.
            [720, 0, 720 * 2],
            [1440, 0, 1440 * 2],
            // The last two are drawn: who gets which.
            [2880, 0, 2880 * 2],
            [3240, 0, 6480],
            [2160, 0, 4320],
            // 2 rows * 20 ways to discard 3 and 3 * 4 * 3 thieves dealt.
            [2 * 20 * 12, 0, 480 * 2],
            // 2 thieves at 2 places.
            [960, 0, 960 * 4],
            [3840, 0, 15360],
            [10080, 1760, 30880],
            [12400, 6160, 14400],
            [4752, 3216, 1536],
            [384, 384, 0],
        ]
    );
}

#[test]
fn passes_and_coins_of_teams() {
    let found = visit_caper(include_str!("small/caper-teams.toml"), 1, "4");
    assert_eq!(
        counts(&found)[..7],
        [
            // Each Lookout has two thieves to pass, each Mastermind then one of two to place.
            [6, 0, 6],
            [6, 0, 6],
            [6, 0, 6 * 2],
            [12, 0, 12 * 2],
            // 24 tables of thieves * 20 deals of gear: 2 of 3 are passed.
            [24 * 20, 0, 480 * 3],
            [480 * 3, 0, 1440 * 3],
            // Each of 15 hands of Mint is there 180 / 15 times. Half the tables gave it a coin: 10 hands without the
            // gear of 2 coins, of 2 moves, and 5 with it, of 1. Without a coin: 3 hands of free gear, 9 with one, and 3
            // without, where either may be discarded.
            [4320, 0, 12 * 12 * (10 * 2 + 5) + 12 * 12 * (3 * 2 + 9 + 3 * 2),],
        ]
    );
    assert_eq!(
        counts(&found)[7..],
        [
            [6624, 0, 9744],
            [9744, 0, 10080],
            [10080, 0, 10080],
            [10080, 0, 14800],
            [14224, 0, 20880],
            [9784, 2824, 9168],
            [2560, 2320, 256],
            [80, 80, 0],
        ]
    );
}
