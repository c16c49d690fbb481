//! How a game is told to people.

use crate::rules::captions::{
    Captions, Count, Facing, Holding, Moved, Noted, Places, Purse, Room, Row, Scoring, Sentences,
    Shows, Sitting, Standing, Stock, Tone, Top,
};

/// The captions of a game with these seats; `rounds` are what each of its rounds deals, in order: "thieves", "gear"
/// (CAP-R5).
pub fn captions(seats: &[String], rounds: &[String]) -> Captions {
    Captions {
        looks: "side",
        seats: seats.iter().map(|seat| sitting(seat)).collect(),
        round: "Round",
        rounds: rounds.to_vec(),
        purses: PURSES.to_vec(),
        holdings: HOLDINGS.to_vec(),
        piles: PILES.to_vec(),
        faces: FACES.to_vec(),
        places: Places {
            stacks: true,
            standing: Some(Standing {
                key: "capers",
                label: "capers",
                winner: "winner",
                symbol: Some("caper"),
            }),
            ..Places::default()
        },
        counts: GOODS.to_vec(),
        score: Scoring {
            now: Some("points"),
            parts: PARTS.to_vec(),
            win: ["wins", "win"],
            by: vec![
                ("cream", "the last tie"),
                ("snitch", "keeping the Masterminds close"),
            ],
        },
        duties: vec![
            ("deal", "to deal"),
            ("pass", "to pass two cards"),
            ("flip", "to flip {flips}"),
            ("recover", "to bring back {recovers}"),
        ],
        sentences: Sentences {
            zones: ZONES.to_vec(),
            moved: MOVED.to_vec(),
            turned: TURNED.to_vec(),
            counted: COUNTED.to_vec(),
            noted: NOTED.to_vec(),
        },
        ..Captions::default()
    }
}

/// Lookouts are of their Mastermind's side; cards lie before Masterminds only (CAP-R19, CAP-R21).
fn sitting(seat: &str) -> Sitting {
    let (side, role) = match seat.split_once('-') {
        Some((side, role)) => (side, Some(role)),
        None => (seat, None),
    };
    let words: Vec<String> = [Some(side), role]
        .into_iter()
        .flatten()
        .map(capital)
        .collect();
    Sitting {
        seat: seat.to_owned(),
        name: words.join(" "),
        side: side.to_owned(),
        field: ["cream", "mint"].contains(&seat),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

const PURSES: [Purse; 2] = [
    Purse {
        key: "coins",
        label: "Coins",
        seat: None,
        bank: Some(("supply", "Supply")),
        symbol: Some("coin"),
    },
    Purse {
        key: "snitch-deck",
        label: "Deck",
        seat: Some("snitch"),
        bank: None,
        symbol: None,
    },
];

const HOLDINGS: [Holding; 2] = [
    Holding {
        zone: "hand",
        label: "Hand",
        room: Room::Much,
        secret: true,
    },
    Holding {
        zone: "discard",
        label: "Discards",
        room: Room::Least,
        secret: false,
    },
];

const PILES: [Stock; 3] = [
    stock("thieves", "Thieves"),
    stock("gear", "Gear"),
    stock("locations", "Locations"),
];

const fn stock(zone: &'static str, label: &'static str) -> Stock {
    Stock {
        zone,
        label,
        top: Top::Back,
    }
}

const FACES: [Facing; 1] = [Facing {
    zone: "",
    unsaid: false,
    key: "face",
    is: "flipped",
    sign: "×",
    label: "flipped",
    legend: "flipped",
    shows: Shows::Back,
    tone: Tone::Red,
}];

/// Stolen goods (CAP-R17).
const GOODS: [Count; 4] = [
    good("jewel", "jewels"),
    good("antique", "antiques"),
    good("painting", "paintings"),
    good("wild", "wild goods"),
];

const fn good(kind: &'static str, label: &'static str) -> Count {
    Count {
        keys: ["goods", kind],
        label,
        symbol: Some(kind),
    }
}

/// As on the score pad (CAP-R16), then the Snitch's (CAP-R20).
const PARTS: [Row; 6] = [
    row("locations", "Locations", Some("location")),
    row("thieves", "Thieves", Some("thief")),
    row("gear", "Gear", Some("gear")),
    row("goods", "Stolen goods", Some("wild")),
    row("lower", "Lower score", None),
    row("share", "Share of the higher", None),
];

const fn row(part: &'static str, label: &'static str, symbol: Option<&'static str>) -> Row {
    Row {
        part,
        label,
        symbol,
    }
}

const ZONES: [(&str, &str); 7] = [
    ("row/*", "location {place}"),
    ("field/*/*", "location {place}"),
    ("hand/*", "the hand of {seat}"),
    ("discard/*", "the discards of {seat}"),
    ("thieves", "the thieves"),
    ("gear", "the gear"),
    ("locations", "the locations"),
];

const MOVED: [Moved; 7] = [
    Moved::new("thieves", "hand/*", "", "dealt to {seat}"),
    Moved::new("gear", "hand/*", "", "dealt to {seat}"),
    Moved::new("hand/*", "hand/*", "", "from {from} to {seat}"),
    Moved::new("discard/*", "field/*/*", "", "brought back to {to}"),
    Moved::new("", "discard/*", "", "discarded by {seat}"),
    Moved::new("", "row/*", "", "{to}"),
    Moved::new("", "field/*/*", "", "at {to}"),
];

const TURNED: [Moved; 1] = [Moved::new("", "field/*/*", "flipped", "flipped at {to}")];

const COUNTED: [(&str, &str); 5] = [
    ("round", "round {n}"),
    ("first", "{who} plays first"),
    ("coins/supply", "coins in the supply: {n}"),
    ("coins/*", "coins of {seat}: {n}"),
    ("snitch-deck", "cards in the Snitch's deck: {n}"),
];

const NOTED: [Noted; 4] = [
    Noted {
        note: "won",
        says: "{seat} wins {at}, {high} capers to {low}",
        even: None,
    },
    Noted {
        note: "tied",
        says: "nobody wins {at}, {a} capers each",
        even: None,
    },
    Noted {
        note: "no-target",
        says: "nothing for {seat} to flip at {at}",
        even: None,
    },
    Noted {
        note: "short",
        says: "{seat} gets only {b} of {a} coins",
        even: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::play::{faces, notes, zones};
    use crate::rules::captions::fits;

    fn captions_of(seats: &str) -> Captions {
        let seats: Vec<String> = seats.split(' ').map(str::to_owned).collect();
        captions(&seats, &["thieves".into(), "gear".into()])
    }

    #[test]
    fn a_lookout_is_of_a_masterminds_side_and_has_no_field() {
        let captions = captions_of("cream mint cream-lookout mint-lookout");
        let lookout = captions.sitting("mint-lookout").unwrap();
        assert_eq!(lookout.name, "Mint Lookout");
        assert_eq!(captions.side("mint-lookout"), captions.side("mint"));
        let fields = captions.seats.iter().filter(|s| s.field);
        let fields: Vec<&str> = fields.map(|s| s.seat.as_str()).collect();
        assert_eq!(fields, ["cream", "mint"]);
    }

    #[test]
    fn the_snitch_is_a_side_without_a_field() {
        let captions = captions_of("cream mint snitch");
        assert_eq!(captions.side("snitch"), "snitch");
        assert!(!captions.has_field("snitch"));
    }

    #[test]
    fn every_zone_counter_and_note_has_words() {
        let fits =
            |patterns: &[(&str, &str)], word: &str| patterns.iter().any(|(p, _)| fits(p, word));
        for zone in zones::words(&["cream", "mint", "snitch"]) {
            assert!(fits(&ZONES, &zone), "{zone}");
        }
        for counter in notes::COUNTERS {
            assert!(fits(&COUNTED, counter), "{counter}");
        }
        for note in notes::NOTES {
            assert!(NOTED.iter().any(|noted| noted.note == note), "{note}");
        }
    }

    #[test]
    fn the_face_of_a_flip_is_that_of_events() {
        for face in FACES.iter().map(|face| face.is).chain([TURNED[0].face]) {
            assert!(faces::WORDS.contains(&face), "{face}");
        }
    }
}
