//! How a game is told to people.

use crate::rules::captions::{
    Captions, Facing, Holding, Meter, Moved, Noted, Places, Room, Row, Scoring, Sentences, Shows,
    Standing, Stock, Tone, Top,
};

/// The captions of both editions: what one lacks never lies on its table.
pub fn captions() -> Captions {
    Captions {
        looks: "faction",
        round: "Round",
        meters: vec![Meter {
            key: "defcon",
            label: "DEFCON",
            levels: DEFCON.to_vec(),
        }],
        holdings: HOLDINGS.to_vec(),
        piles: PILES.to_vec(),
        faces: FACES.to_vec(),
        places: Places {
            stacks: false,
            beside_row: vec!["paired"],
            beside_field: vec!["justified"],
            standing: Some(Standing {
                key: "influence",
                label: "influence",
                winner: "winner",
                symbol: None,
            }),
            stamps: vec![("occupied", "occupied")],
            ..Places::default()
        },
        score: Scoring {
            now: None,
            parts: PARTS.to_vec(),
            win: ["win", "win"],
            by: vec![],
        },
        duties: vec![
            ("flip", "to flip {owed}"),
            ("restore", "to restore {owed}"),
            ("return", "to return {owed}"),
        ],
        sentences: Sentences {
            zones: ZONES.to_vec(),
            moved: MOVED.to_vec(),
            turned: TURNED.to_vec(),
            counted: vec![
                ("round", "round {n}"),
                ("defcon", "DEFCON {n}"),
                ("first", "{who} take the first turn"),
            ],
            noted: NOTED.to_vec(),
        },
        ..Captions::default()
    }
}

/// The levels of the meter, from peace to the brink.
const DEFCON: [(i64, &str); 5] = [
    (5, "#2a6b4f"),
    (4, "#2f5d7c"),
    (3, "#b9852b"),
    (2, "#b5392b"),
    (1, "#1d1a16"),
];

const HOLDINGS: [Holding; 4] = [
    holding("hand", "Hand", Room::Little, true),
    holding("owned", "Countries", Room::Much, false),
    holding("labs", "Labs", Room::Little, false),
    holding("protests", "Protests", Room::Least, false),
];

const fn holding(zone: &'static str, label: &'static str, room: Room, secret: bool) -> Holding {
    Holding {
        zone,
        label,
        room,
        secret,
    }
}

const PILES: [Stock; 6] = [
    stock("deck", "Deck", Top::Back),
    stock("discard", "Discards", Top::Last),
    // The back of a country would tell which comes next.
    stock("countries", "Countries", Top::Count),
    stock("labs", "Labs", Top::First),
    stock("protests", "Protests", Top::Count),
    stock("justifications", "Justifications", Top::Count),
];

const fn stock(zone: &'static str, label: &'static str, top: Top) -> Stock {
    Stock { zone, label, top }
}

const FACES: [Facing; 5] = [
    Facing {
        zone: "",
        unsaid: false,
        key: "face",
        is: "down",
        sign: "▒",
        label: "face down",
        legend: "face down",
        shows: Shows::Secret,
        tone: Tone::Light,
    },
    Facing {
        zone: "",
        unsaid: false,
        key: "face",
        is: "up",
        sign: "▲",
        label: "launched",
        legend: "launched",
        shows: Shows::Front,
        tone: Tone::Bright,
    },
    Facing {
        zone: "",
        unsaid: false,
        key: "face",
        is: "revealed",
        sign: "○",
        label: "turned up",
        legend: "turned up by another",
        shows: Shows::Front,
        tone: Tone::Dark,
    },
    Facing {
        zone: "",
        unsaid: false,
        key: "loyal",
        is: "false",
        sign: "!",
        label: "disloyal",
        legend: "disloyal",
        shows: Shows::Back,
        tone: Tone::Plain,
    },
    Facing {
        zone: "",
        unsaid: false,
        key: "with",
        is: "",
        sign: "+",
        label: "in use",
        legend: "in use or paired",
        shows: Shows::Front,
        tone: Tone::Rim,
    },
];

const PARTS: [Row; 3] = [
    row("countries", "Countries"),
    row("regions", "Regions"),
    row("protests", "Protests"),
];

const fn row(part: &'static str, label: &'static str) -> Row {
    Row {
        part,
        label,
        symbol: None,
    }
}

const ZONES: [(&str, &str); 14] = [
    ("row/*", "location {place}"),
    ("paired/*", "location {place}"),
    ("field/*/*", "location {place}"),
    ("justified/*/*", "location {place}"),
    ("deck", "the deck"),
    ("discard", "the discards"),
    ("defcon", "the DEFCON deck"),
    ("defcon/spent", "the DEFCON cards taken"),
    ("countries", "the countries to come"),
    ("labs", "the labs to come"),
    ("owned/*", "the countries of the {seat}"),
    ("*/*", "the {kind} of the {seat}"),
    ("protests", "the protests"),
    ("justifications", "the justifications"),
];

const MOVED: [Moved; 10] = [
    Moved::new("deck", "hand/*", "", "{seat} draw"),
    Moved::new("", "discard", "", "discarded"),
    Moved::new("", "row/*", "", "into play at {to}"),
    Moved::new("", "paired/*", "", "paired at {to}"),
    Moved::new("field/*/*", "field/*/*", "", "from {from} to {to}"),
    Moved::new("", "field/*/*", "down", "face down at {to}"),
    Moved::new("", "field/*/*", "", "at {to}"),
    Moved::new("", "owned/*", "", "to the {seat}"),
    Moved::new("", "labs/*", "", "to the {seat}"),
    Moved::new("", "protests/*", "", "to the {seat}"),
];

const TURNED: [Moved; 6] = [
    Moved::new("", "field/*/*", "up", "launched at {to}"),
    Moved::new("", "field/*/*", "revealed", "turned up at {to}"),
    Moved::new("", "", "disloyal", "{seat} turn Disloyal"),
    Moved::new("", "", "loyal", "{seat} turn Loyal again"),
    Moved::new("", "", "lent", "{seat} lend to a card"),
    Moved::new("", "labs/*", "up", "{seat} have back"),
];

const NOTED: [Noted; 5] = [
    Noted {
        note: "won",
        says: "{seat} win {at}, {high} to {low}",
        even: Some("{seat} win {at} on a tie, {a} to {b}"),
    },
    Noted {
        note: "tied",
        says: "{at} is tied, {a} to {b}",
        even: None,
    },
    Noted {
        note: "crisis",
        says: "crisis at {at}: {a} of {b}",
        even: None,
    },
    Noted {
        note: "penalty",
        says: "{seat} owe a penalty of {a}",
        even: None,
    },
    Noted {
        note: "justified",
        says: "{seat} are justified at {at}",
        even: None,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::play::{faces, zones};
    use crate::rules::captions::fits;

    #[test]
    fn every_zone_has_words() {
        let words = zones::words();
        for zone in words.iter().filter(|zone| !zone.is_empty()) {
            assert!(
                ZONES.iter().any(|(pattern, _)| fits(pattern, zone)),
                "{zone}"
            );
        }
    }

    #[test]
    fn no_pattern_of_a_zone_is_in_vain() {
        let words = zones::words();
        for (index, (pattern, _)) in ZONES.iter().enumerate() {
            let first = |zone: &String| ZONES.iter().position(|(p, _)| fits(p, zone));
            assert!(
                words.iter().any(|zone| first(zone) == Some(index)),
                "{pattern}"
            );
        }
    }

    #[test]
    fn faces_of_sentences_and_signs_are_those_of_events() {
        let said = MOVED.iter().chain(&TURNED).map(|sentence| sentence.face);
        let signs = FACES.iter().filter(|f| f.key == "face").map(|f| f.is);
        for face in said.chain(signs).filter(|face| !face.is_empty()) {
            assert!(faces::WORDS.contains(&face), "{face}");
        }
    }
}
