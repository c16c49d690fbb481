//! Small games whose every state is visited, with the counts by ply.

mod games;

use deckproof::verify::exhaust::{self, Exhausted};

use games::{FIRST, SECOND, pack, rules};

/// Visits the game with the overlay; no law is broken.
fn visit(game: &str, overlay: &str) -> Exhausted {
    let rules = rules(&pack(game), overlay);
    let found = exhaust::run(&rules, 1_000_000).unwrap_or_else(|f| panic!("{f:?}"));
    assert_eq!(found.broken, None);
    found
}

/// By ply: distinct states, those in which the game is over, moves of the others.
fn counts(found: &Exhausted) -> Vec<[u64; 3]> {
    let plies = found.plies.iter();
    plies.map(|p| [p.states, p.ends, p.moves]).collect()
}

#[test]
fn two_cards_of_2016() {
    // A: Admiral, N: Nuclear Armament, p: which of 2 protests. The Caps begin, as Germany's sign is theirs.
    let found = visit(FIRST, include_str!("small/two-cards-2016.toml"));
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
    let found = visit(SECOND, include_str!("small/two-cards.toml"));
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
    let found = visit(FIRST, include_str!("small/penalties-2016.toml"));
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
    let found = visit(SECOND, include_str!("small/penalties.toml"));
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
