//! Who knows which cards (CAP-R7, CAP-R13, CAP-R19, CAP-R21, CAP-I8).

use std::collections::BTreeSet;

use serde_json::json;

use super::pinned::rules;
use super::walk::{each, walk};
use crate::games::caper::play::{
    CREAM, Deck, MINT, Move, Phase, Rules, SEATS, SNITCH, State, Table, redeal,
};
use crate::games::caper::tabletop::{play, set};
use crate::rules::{Bits, Dice, Event, Game, Legal, Notation, Rng, Seat, Silent, Token};

/// Cards in the hand of one seat that another knows to be there, by name.
fn seen(rules: &Rules, state: &State, seat: usize, holder: usize) -> Vec<String> {
    let view = rules.view(state, Seat(seat as u8));
    let deck = Deck::from(rules.round(state.round).kind);
    let name = |card| rules.names.card(rules.token(deck, card)).to_owned();
    Bits(view.table.hands[holder]).map(name).collect()
}

#[test]
fn hands_are_unknown_to_the_other_until_they_are_swapped() {
    // CAP-R7.
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/cream": ["the-dame", "the-artist", "the-banker"],
            "hand/mint": ["the-driver", "the-forger", "the-twins"],
        }}),
    );
    assert_eq!(seen(&rules, &state, CREAM, MINT), [""; 0]);
    play(&rules, &mut state, &["place the-dame at 1"]);
    assert_eq!(
        seen(&rules, &state, MINT, CREAM),
        [""; 0],
        "what lies open is in no hand"
    );
    play(&rules, &mut state, &["place the-driver at 1"]);
    assert_eq!(
        seen(&rules, &state, CREAM, MINT),
        ["the-artist", "the-banker"]
    );
    assert_eq!(
        seen(&rules, &state, MINT, CREAM),
        ["the-forger", "the-twins"]
    );
    play(&rules, &mut state, &["place the-forger at 1"]);
    assert_eq!(seen(&rules, &state, MINT, CREAM), ["the-twins"]);
}

#[test]
fn a_new_deal_is_unknown_again() {
    let rules = rules("paris", "2");
    let mut state = set(
        &rules,
        json!({"round": 5, "known": {"cream": ["the-driver"]}, "zones": {
            "hand/cream": ["the-dame", "the-artist"], "hand/mint": ["the-driver", "the-forger"],
        }}),
    );
    play(
        &rules,
        &mut state,
        &["place the-dame at 1", "place the-driver at 1"],
    );
    assert_eq!((state.round, state.known), (6, [0; SEATS]));
}

#[test]
fn the_snitch_knows_a_card_that_it_gave_until_it_is_played() {
    let rules = rules("paris", "3");
    let mut state = set(
        &rules,
        json!({"zones": {
            "hand/snitch": ["the-dame", "the-artist"], "hand/cream": ["the-driver"], "hand/mint": ["the-twins"],
        }}),
    );
    play(&rules, &mut state, &["deal the-dame"]);
    assert_eq!(seen(&rules, &state, SNITCH, CREAM), ["the-dame"]);
    assert_eq!(seen(&rules, &state, SNITCH, MINT), ["the-artist"]);
    assert_eq!(seen(&rules, &state, CREAM, MINT), [""; 0]);
    play(
        &rules,
        &mut state,
        &["place the-driver at 1", "place the-artist at 1"],
    );
    assert_eq!(seen(&rules, &state, SNITCH, CREAM), ["the-dame"], "kept");
    assert_eq!(seen(&rules, &state, SNITCH, MINT), [""; 0]);
}

/// Four players, whose Lookouts have passed: Cream holds The Driver and The Forger, Mint The Dame and The Banker.
fn passed(rules: &Rules) -> State {
    let mut state = set(
        rules,
        json!({"turn": "cream-lookout", "zones": {
            "hand/cream-lookout": ["the-dame", "the-banker", "the-artist", "the-mime"],
            "hand/mint-lookout": ["the-driver", "the-forger", "the-twins", "the-boxer"],
        }}),
    );
    play(
        rules,
        &mut state,
        &["pass the-dame the-banker", "pass the-driver the-forger"],
    );
    state
}

#[test]
fn a_lookout_knows_what_it_passed_and_nobody_else_does() {
    // CAP-R21, CAP-G20.
    let rules = rules("paris", "4");
    let state = passed(&rules);
    let [ours, theirs] = [Rules::lookout(CREAM), Rules::lookout(MINT)];
    assert_eq!(seen(&rules, &state, ours, MINT), ["the-dame", "the-banker"]);
    for seat in [CREAM, theirs] {
        assert_eq!(seen(&rules, &state, seat, MINT), [""; 0], "{seat}");
    }
    assert_eq!(seen(&rules, &state, MINT, CREAM), [""; 0]);
}

#[test]
fn a_card_that_goes_back_is_known_to_its_mastermind_and_to_the_lookout_who_passed_it() {
    let rules = rules("paris", "4");
    let mut state = passed(&rules);
    play(
        &rules,
        &mut state,
        &["place the-driver at 1", "place the-dame at 1"],
    );
    let [ours, theirs] = [Rules::lookout(CREAM), Rules::lookout(MINT)];
    assert_eq!(seen(&rules, &state, CREAM, ours), ["the-forger"]);
    assert_eq!(seen(&rules, &state, theirs, ours), ["the-forger"]);
    assert_eq!(seen(&rules, &state, MINT, ours), [""; 0]);
    assert_eq!(seen(&rules, &state, ours, theirs), ["the-banker"]);
}

#[test]
fn once_a_lookout_passes_on_nobody_knows_what_it_kept() {
    let rules = rules("paris", "4");
    let mut state = passed(&rules);
    play(
        &rules,
        &mut state,
        &["place the-driver at 1", "place the-dame at 1"],
    );
    // Three cards are held, The Forger among them, and any two go.
    play(&rules, &mut state, &["pass the-artist the-mime"]);
    let [ours, theirs] = [Rules::lookout(CREAM), Rules::lookout(MINT)];
    for holder in [ours, MINT] {
        for seat in [CREAM, theirs] {
            assert_eq!(
                seen(&rules, &state, seat, holder),
                [""; 0],
                "{seat} of {holder}"
            );
        }
    }
    assert_eq!(seen(&rules, &state, ours, MINT), ["the-artist", "the-mime"]);
}

#[test]
fn a_lookout_who_passes_all_it_has_hides_nothing() {
    let rules = rules("paris", "4");
    let mut state = set(
        &rules,
        json!({"turn": "cream-lookout", "known": {"cream": ["the-dame"]}, "zones": {
            "hand/cream-lookout": ["the-dame", "the-banker"], "hand/mint-lookout": ["the-driver", "the-forger"],
        }}),
    );
    play(&rules, &mut state, &["pass the-dame the-banker"]);
    assert_eq!(seen(&rules, &state, CREAM, MINT), ["the-dame"]);
}

/// What each seat reads of a log, beside what it has read of the round before.
fn learn(rules: &Rules, log: &[Event], learnt: &mut [BTreeSet<Token>; SEATS]) {
    for event in log {
        for seat in rules.seats() {
            if let (Event::Moved { card, .. } | Event::Drawn { card, .. }, true) =
                rules.reads(seat, event)
            {
                learnt[usize::from(seat.0)].insert(card);
            }
        }
    }
}

#[test]
fn nobodys_view_holds_a_card_that_it_has_not_seen() {
    // CAP-I8.
    let learnt = std::cell::RefCell::new(<[BTreeSet<Token>; SEATS]>::default());
    let check = |rules: &Rules, state: &State| {
        let deck = Deck::from(rules.round(state.round).kind);
        for seat in rules.seats() {
            let view = rules.view(state, seat);
            for hand in view.table.hands {
                for card in Bits(hand) {
                    let card = rules.token(deck, card);
                    let has = learnt.borrow()[usize::from(seat.0)].contains(&card);
                    assert!(has, "{seat:?} {}", rules.names.card(card));
                }
            }
        }
    };
    let see = |rules: &Rules, state: &State, log: &[Event]| {
        learn(rules, log, &mut learnt.borrow_mut());
        check(rules, state);
    };
    walk(
        2,
        |rules, state, log| {
            learnt.take();
            see(rules, state, log);
        },
        |(rules, _, _, after, log)| see(rules, after, log),
    );
}

#[test]
fn a_passed_card_is_known_to_the_passer_until_it_moves_on_hidden() {
    each(2, |(rules, before, mv, after, _)| {
        if before.round != after.round {
            return;
        }
        let seat = usize::from(before.active);
        let gone = before.hands[seat] & !after.hands[seat];
        let elsewhere = (0..SEATS).fold(0, |all, seat| all | after.hands[seat]) & gone;
        if matches!(mv, Move::Deal { .. } | Move::Pass { .. }) {
            assert_eq!(elsewhere, gone);
            assert_eq!(after.known[seat] & gone, gone);
        }
        for other in 0..SEATS {
            let hands = (0..SEATS).filter(|holder| *holder != other);
            let theirs = hands.fold(0, |all, holder| all | after.hands[holder]);
            assert_eq!(
                after.known[other] & !theirs,
                0,
                "known are cards in the hands of others"
            );
            // Only a Lookout who keeps a card makes others lose track of any that lies in a hand still.
            let lost = before.known[other] & !after.known[other] & theirs;
            let hides = matches!(mv, Move::Pass { .. }) && after.held[seat] > 0;
            assert!(
                lost == 0 || hides && other != seat,
                "{:?} {mv:?}",
                rules.table
            );
        }
    });
}

#[test]
fn what_a_lookout_passes_is_read_by_the_two_of_it_only() {
    let rules = rules("paris", "4");
    let mut chance = Dice::new(4);
    let mut state = rules.set_up(&mut chance, &mut Silent);
    let readers = |log: &[Event], to: &str| -> Vec<Vec<u8>> {
        let moved = log.iter().filter(|event| {
            let line = rules.names.tell(event);
            line.ends_with(", passed") && line.contains(&format!("-> hand/{to},"))
        });
        let who = |event: &Event| {
            rules
                .seats()
                .filter(|s| rules.reads(*s, event).1)
                .map(|s| s.0)
                .collect()
        };
        moved.map(who).collect()
    };
    let mut seen = 0;
    while state.round == 1 {
        let mut log = Vec::new();
        let mv = rules.legal(&state).get(0);
        rules.apply(&mut state, mv, &mut chance, &mut log);
        for (to, who) in [
            ("cream", [0, 3].as_slice()),
            ("mint", [1, 2].as_slice()),
            ("cream-lookout", [0, 2, 3].as_slice()),
            ("mint-lookout", [1, 2, 3].as_slice()),
        ] {
            for found in readers(&log, to) {
                assert_eq!(found, who, "into the hand of {to}");
                seen += 1;
            }
        }
    }
    assert_eq!(
        seen,
        3 * 4 + 2 * 2,
        "three turns of four passed cards, two of which two go back"
    );
}

#[test]
fn worlds_dealt_anew_look_the_same_to_the_seat_and_lose_no_card() {
    let mut rng = Rng::new(8);
    let mut changed = 0;
    each(2, |(rules, _, _, state, _)| {
        for seat in rules.seats() {
            let world = redeal(rules, state, usize::from(seat.0), &mut rng);
            assert_eq!(rules.view(&world, seat), rules.view(state, seat));
            let census = rules
                .census(&world)
                .into_iter()
                .map(|(card, _)| usize::from(card.0));
            assert!(census.eq(0..rules.names.cards.len()), "{state:?}");
            assert_eq!(world.held, world.hands.map(|hand| hand.count_ones() as u8));
            for other in 0..SEATS {
                let own = world.known[other] & world.hands[other];
                let known = [world, *state].map(|s| s.known[other].count_ones());
                assert_eq!((own, known[0]), (0, known[1]), "as much is known");
            }
            if rules.turn(state) == Some(seat) {
                assert_eq!(rules.legal_moves(&world), rules.legal_moves(state));
            }
            changed += u32::from(world != *state);
        }
    });
    assert!(changed > 500, "{changed}");
}

#[test]
fn discards_coins_and_the_field_are_seen_by_all() {
    // CAP-R13.
    each(1, |(rules, _, _, after, _)| {
        for seat in rules.seats() {
            let view = rules.view(after, seat).table;
            assert_eq!((view.crews, view.row), (after.crews, after.row));
            assert_eq!((view.supply, view.held), (after.supply, after.held));
        }
    });
}

#[test]
fn at_the_end_every_seat_sees_the_same_table() {
    let mut ends = 0;
    each(2, |(rules, _, _, after, _)| {
        if after.phase == Phase::Over {
            ends += 1;
            for seat in rules.seats() {
                assert_eq!(rules.view(after, seat).table, *after);
            }
        }
    });
    assert_eq!(ends, 18);
}

#[test]
fn what_is_known_survives_being_written_and_read_back() {
    each(1, |(rules, _, _, after, _)| {
        if rules.table == Table::Teams {
            let table = rules.table(after, &Dice::new(0));
            let staged = rules.stage(&table).unwrap().state;
            assert_eq!(staged.known, after.known);
        }
    });
}
