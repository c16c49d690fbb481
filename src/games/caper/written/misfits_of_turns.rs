//! Tables from which no game goes on: phase, turn and hands must go together.

use serde_json::{Value, json};

use super::misfits::{each, laid};

#[test]
fn round_phase_and_turn_go_together() {
    each(
        "2",
        &[
            (
                json!({"round": 8}),
                "round: this is `8`, not a whole number from 1 to 7 (write a whole number from 1 to 7)",
            ),
            (
                json!({"round": 3, "phase": "over"}),
                "round: this is `3`, and the phase says otherwise (a game is over after round 6: its round is 7)",
            ),
            (
                json!({"round": 2, "first": "cream"}),
                "first: mint plays first in round 2 (leave it out: it follows from the round)",
            ),
            (
                json!({"phase": "equip"}),
                "phase: cards of this round are thieves (write `place`, or another `round`)",
            ),
            (
                json!({"turn": "mint", "played": 0}),
                "played: mint decides second in round 1 (write 1, or leave it out)",
            ),
            (
                json!({"phase": "over", "turn": "mint"}),
                "turn: `mint` decides nothing in the phase `over` (leave it out: the game is over)",
            ),
            (
                json!({"flips": 1}),
                "flips: this does not go with the phase `place` \
                 (cards are flipped and brought back in the phases `flip` and `recover`)",
            ),
        ],
    );
    each(
        "4",
        &[(
            json!({"phase": "place", "turn": "mint-lookout"}),
            "turn: `mint-lookout` decides nothing in the phase `place` (leave it out, or choose one of `cream` and `mint`)",
        )],
    );
}

#[test]
fn a_flip_needs_a_card_that_flips_and_one_to_be_flipped() {
    let with = |mut table: Value, more: &Value| {
        for (key, value) in more.as_object().unwrap() {
            table[key] = value.clone();
        }
        table
    };
    let bomb = json!(["the-dame", "smoke-bomb", "the-artist", "lock-picks"]);
    let acting = |card: &str| json!({"phase": "flip", "acting": card});
    each(
        "2",
        &[
            (
                with(laid(2, &bomb, &json!([])), &json!({"phase": "flip"})),
                ": the phase is `flip`, and no card was played \
                 (say in `acting` whose flips are under way, or which card brings gear back)",
            ),
            (
                with(laid(2, &bomb, &json!([])), &acting("trip-wire")),
                "acting: `trip-wire` lies at no location (the card was just played: write it in a zone `field/…`)",
            ),
            (
                with(laid(2, &bomb, &json!([])), &acting("lock-picks")),
                "acting: `lock-picks` flips nothing (name another card, or another phase)",
            ),
            (
                with(
                    laid(2, &bomb, &json!([])),
                    &json!({"phase": "recover", "acting": "lock-picks"}),
                ),
                "acting: `lock-picks` brings nothing back (name another card, or another phase)",
            ),
            (
                json!({
                    "round": 2, "phase": "flip", "acting": "smoke-bomb",
                    "zones": {"field/1/cream": bomb, "field/2/mint": ["the-driver"]},
                }),
                "acting: the flip of `smoke-bomb` has no target \
                 (some topmost card of the opponent must be within reach, face up and unprotected)",
            ),
            (
                with(
                    laid(2, &bomb, &json!(["the-driver"])),
                    &json!({"acting": "smoke-bomb", "turn": "mint"}),
                ),
                "turn: `smoke-bomb` is a card of cream (whoever has played a card decides about it)",
            ),
        ],
    );
}

#[test]
fn both_masterminds_come_into_a_turn_with_as_many_cards() {
    let hands = |cream: &[&str], mint: &[&str]| json!({"hand/cream": cream, "hand/mint": mint});
    each(
        "2",
        &[
            (
                json!({}),
                ": cream holds no card to play in this turn \
                 (put cards of the round into `hand/cream` and `hand/mint`)",
            ),
            (
                json!({"zones": hands(&["the-dame", "the-driver"], &["the-artist"])}),
                "zones: cream came into this turn with 2 cards, mint with one card \
                 (give both as many; whoever has played in this turn holds one less)",
            ),
            (
                json!({"turn": "mint", "zones": hands(&["the-dame"], &["the-artist"])}),
                "zones: cream came into this turn with 2 cards, mint with one card \
                 (give both as many; whoever has played in this turn holds one less)",
            ),
            (
                json!({"phase": "over", "zones": {"hand/cream": ["lock-picks"]}}),
                "zones: the game is over, and there are hands (discard these cards, or write another phase)",
            ),
        ],
    );
}

#[test]
fn the_snitch_has_two_cards_to_give_out_or_none() {
    each(
        "3",
        &[
            (
                json!({"zones": {"hand/snitch": ["the-dame"]}}),
                "zones: the Snitch holds one card, not two (put the two cards that the Snitch drew into `hand/snitch`)",
            ),
            (
                json!({"phase": "place", "zones": {"hand/snitch": ["the-dame", "the-artist"]}}),
                "zones: the Snitch has cards, and does not give them out \
                 (leave `hand/snitch` out, or write the phase `deal`)",
            ),
            (
                json!({"zones": {"hand/cream": ["the-dame"]}}),
                "zones: mint holds no card to play in this turn \
                 (put cards of the round into `hand/cream` and `hand/mint`)",
            ),
            (
                json!({"snitch-deck": 19}),
                "snitch-deck: 18 thieves are left in the pile \
                 (the Snitch deck is the top of the pile: name a smaller number)",
            ),
        ],
    );
}

#[test]
fn lookouts_can_pass_now_and_in_the_next_turn() {
    let lookouts = |cream: &[&str], mint: &[&str]| json!({"phase": "pass", "zones": {"hand/cream-lookout": cream, "hand/mint-lookout": mint}});
    let masterminds = |held: &[&str]| {
        json!({"zones": {
            "hand/cream": ["the-dame"], "hand/mint": ["the-artist"],
            "hand/cream-lookout": held, "hand/mint-lookout": ["the-driver"],
        }})
    };
    let mut early = lookouts(&["the-dame", "the-artist"], &["the-driver", "the-fence"]);
    early["zones"]["hand/mint"] = json!(["the-boxer"]);
    each(
        "4",
        &[
            (
                lookouts(&["the-dame"], &["the-artist"]),
                "zones: a Lookout with one card cannot pass two \
                 (put more cards into `hand/cream-lookout` and `hand/mint-lookout`)",
            ),
            (
                lookouts(
                    &["the-dame", "the-artist"],
                    &["the-driver", "the-fence", "the-boxer"],
                ),
                "zones: Lookouts came into this turn with 2 cards and 3 cards \
                 (give both as many; whoever has passed in this turn holds two less)",
            ),
            (
                early,
                "zones: Masterminds hold other cards than were passed to them \
                 (`hand/cream` is empty now, and `hand/mint` has 0)",
            ),
            (
                masterminds(&["the-fence"]),
                "zones: Lookouts have one card in the next turn, and cannot pass two \
                 (give each Mastermind two cards for this turn, or the Lookouts more)",
            ),
            (
                masterminds(&[]),
                "zones: the Lookout of cream holds no card, that of mint one card (give both as many)",
            ),
        ],
    );
}

#[test]
fn thieves_of_a_round_have_room() {
    let thieves = |from: usize| {
        let all = [
            "the-dame",
            "the-artist",
            "the-banker",
            "the-driver",
            "the-safecracker",
            "the-fence",
            "the-forger",
            "the-acrobat",
        ];
        all[from..(from + 3).min(8)].to_vec()
    };
    each(
        "2",
        &[(
            json!({"zones": {
                "hand/cream": ["the-countess", "the-boxer", "the-janitor"],
                "hand/mint": ["the-mime", "the-perfumer", "the-curator"],
                "field/1/mint": thieves(0), "field/2/mint": thieves(3), "field/3/mint": thieves(6),
            }}),
            "zones: mint has 8 thieves on the table and 2 to place in this round (there is room for 9: take some away)",
        )],
    );
}
