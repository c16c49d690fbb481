//! Moves in their documented forms, and what is told of others.

use serde_json::json;

use crate::games::hammers::play::{Rules, State};
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, table};
use crate::rules::{Game, Notation};

/// A table with a card of every kind of aim.
fn sample(game: &str) -> (Rules, State) {
    table(
        game,
        json!({
            "row": ["malaysia", "germany", "iraq", "satellite"], "turn": "caps",
            "zones": {
                "hand/caps": ["admiral#2"],
                "field/1/caps": ["policeman#1", "diplomat#1"],
                "field/2/caps": ["spy#1", "guerrilla#1"],
                "field/3/caps": ["policeman#2"],
                "field/1/hammers": ["spy#2", "spy#3"],
                "field/2/hammers": [{"card": "admiral#1", "face": "revealed"}, "diplomat#2"],
            },
            "owned": {"hammers": ["france"]},
        }),
    )
}

#[test]
fn moves_are_written_in_their_documented_forms() {
    for game in EDITIONS {
        let (rules, state) = sample(game);
        for text in [
            "deploy admiral#2 at 3",
            "launch diplomat#1",
            "launch spy#1 reveal 2:2",
            "launch policeman#1 carry 1:2 with policeman#2",
            "end",
            "flip germany",
            "restore france",
            "keep",
        ] {
            let mv = rules.read(&state, text).unwrap();
            assert_eq!(rules.write(&state, mv), text);
        }
        let legal: Vec<String> = rules
            .legal_moves(&state)
            .into_iter()
            .map(|mv| rules.write(&state, mv))
            .collect();
        for text in ["deploy admiral#2 at 4", "launch spy#1 reveal 2:2"] {
            assert!(legal.contains(&text.to_owned()), "{legal:?}");
        }
    }
    let (rules, state) = sample(FIRST);
    let mv = rules.read(&state, "return march#2").unwrap();
    assert_eq!(rules.write(&state, mv), "return march#2");
}

#[test]
fn aims_at_places_countries_and_labs_are_written_by_name() {
    let (rules, state) = table(
        SECOND,
        json!({
            "turn": "caps", "turns": 0,
            "zones": {"field/1/caps": ["admiral#1", "guerrilla#1", "scientist#1"]},
            "row": ["malaysia"], "labs": {"caps": ["missiles"]}, "owned": {"hammers": ["france"]},
        }),
    );
    let legal: Vec<String> = rules
        .legal_moves(&state)
        .into_iter()
        .map(|mv| rules.write(&state, mv))
        .collect();
    assert_eq!(
        legal,
        [
            "launch admiral#1 to 2",
            "launch guerrilla#1 pair france",
            "launch scientist#1 pair missiles",
        ]
    );
}

#[test]
fn reading_minds_neither_spaces_nor_numbers_that_say_nothing() {
    let (rules, state) = sample(SECOND);
    for (loose, strict) in [
        ("  deploy   admiral#2  at 3 ", "deploy admiral#2 at 3"),
        ("launch spy#1 reveal 2 : 2", "launch spy#1 reveal 2:2"),
        ("flip germany#1", "flip germany"),
        (
            "launch guerrilla#1 pair  france#1",
            "launch guerrilla#1 pair france",
        ),
    ] {
        assert_eq!(rules.read(&state, loose), rules.read(&state, strict));
        assert!(rules.read(&state, strict).is_ok());
    }
}

#[test]
fn what_cannot_be_read_is_told_with_what_to_write() {
    let (rules, state) = sample(SECOND);
    for (text, told) in [
        (
            "deploy admirl#1 at 3",
            "there is no card `admirl#1`; did you mean `admiral#1`?",
        ),
        (
            "deploy admiral at 3",
            "there are 3 cards `admiral`; say which: `admiral#1`, `admiral#2` and `admiral#3`",
        ),
        (
            "deploy germany at 3",
            "`germany` is a country, not a card; write a card like `nuclear-armament#1`",
        ),
        (
            "deploy admiral#1 at 0",
            "`0` is no location; locations are numbered from 1, the leftmost",
        ),
        (
            "deploy admiral#1",
            "`deploy admiral#1` is no whole move; `deploy` takes a card and a location, \
             as in `deploy nuclear-armament#1 at 3`",
        ),
        (
            "launch admiral#1",
            "the operation of `admiral#1` is aimed at a location: `to` and its number; \
             write it like `launch admiral#1 to 2`",
        ),
        (
            "launch spy#1",
            "the operation of `spy#1` is aimed at an opposing card: `reveal`, its location, and which of the cards \
             there it is, counted as they were deployed; write it like `launch spy#1 reveal 2:1`",
        ),
        (
            "launch policeman#1 reveal 2:1",
            "the operation of `policeman#1` is aimed at an opposing card: `carry`, its location, and which of the \
             cards there it is, then `with` and the partner; \
             write it like `launch policeman#1 carry 2:1 with policeman#2`",
        ),
        (
            "launch guerrilla#1",
            "the operation of `guerrilla#1` is aimed at a country: `pair` and its name; \
             write it like `launch guerrilla#1 pair germany`",
        ),
        (
            "launch scientist#1 to 3",
            "the operation of `scientist#1` is aimed at a lab: `pair` and its name; \
             write it like `launch scientist#1 pair missiles`",
        ),
        (
            "launch diplomat#1 to 3",
            "the operation of `diplomat#1` is aimed at nothing; write it like `launch diplomat#1`",
        ),
        (
            "launch spy#1 reveal 3:1",
            "there is no card 3:1; no card lies there on the side of hammers, counted from 1",
        ),
        (
            "launch spy#1 reveal 1:3",
            "there is no card 1:3; 2 cards lie there on the side of hammers, counted from 1",
        ),
        (
            "launch policeman#1 carry 1:1 with policeman#3",
            "caps has no `policeman#3` in play; name a partner that lies on the same side",
        ),
        ("end now", "`end` stands alone; take away `now`"),
        (
            "flip",
            "`flip` is no whole move; `flip` takes a country, as in `flip germany`",
        ),
        (
            "return march#1",
            "there is no protest `march#1`; this game has no protest at all",
        ),
        (
            "deplot",
            "there is no move `deplot`; did you mean `deploy`?",
        ),
        (
            " ",
            "there is no move here; moves begin with `deploy`, `launch`, `end`, `flip`, `restore`, `return` and `keep`",
        ),
    ] {
        let unread = rules
            .read(&state, text)
            .map_err(|unread| unread.to_string());
        assert_eq!(unread, Err(told.to_owned()));
    }
}
