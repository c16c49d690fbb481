//! Names the law that a table breaks, and says how. Nothing here is in a hurry.

use crate::games::differences::{Called, Differences};
use crate::games::hammers::Penalty;
use crate::games::hammers::play::{Deck, Move, NONE, PLACES, Phase, Rules, State};
use crate::rules::{Bits, Breach};

use super::book::Law;
use super::census::{self, Found};
use super::referee::Fault;

/// A breach of a law, told by `says`.
#[cold]
#[inline(never)]
pub fn says(rules: &Rules, law: Law, says: impl FnOnce() -> String) -> Breach {
    Breach {
        property: rules.book.property(law),
        says: says(),
    }
}

/// A move that should not have been made.
#[cold]
#[inline(never)]
pub fn broke(rules: &Rules, before: &State, mv: Move, (law, what): Fault) -> Breach {
    let seat = Rules::SEATS[usize::from(before.active & 1)];
    let card = match mv {
        Move::Deploy { card, .. } | Move::Launch { card, .. } => rules.called(Deck::Actions, card),
        Move::Flip { country } | Move::Restore { country } => {
            rules.called(Deck::Countries, country)
        }
        Move::Return { protest } => rules.called(Deck::Protests, protest),
        Move::End => "as a turn ended".to_owned(),
        Move::Keep => "as protests were kept".to_owned(),
    };
    says(rules, law, || {
        format!("{what}: {card}, by the {seat} in round {}", before.round)
    })
}

/// A table that does not hold every card once (CH1-I1, CH2-I1).
#[cold]
#[inline(never)]
pub fn lost(rules: &Rules, state: &State) -> Breach {
    says(rules, Law::Conserved, || {
        conserved(rules, state).unwrap_or_else(|| "cards are not counted right".to_owned())
    })
}

fn conserved(rules: &Rules, state: &State) -> Option<String> {
    let found: [(Deck, Found); 4] = [
        (Deck::Actions, census::actions(state)),
        (Deck::Countries, census::countries(state)),
        (Deck::Labs, census::labs(state)),
        (Deck::Protests, census::protests(state)),
    ];
    for (deck, found) in found {
        let missing = found.missing(census::deck(rules, deck));
        if found.twice != 0 {
            return Some(format!(
                "in two places: {}",
                rules.all_called(deck, found.twice)
            ));
        }
        if missing != 0 {
            return Some(format!("in no place: {}", rules.all_called(deck, missing)));
        }
    }
    (!census::whole(rules, state)).then(|| "cards are not counted right".to_owned())
}

impl Called for Rules {
    type Deck = Deck;

    fn called(&self, deck: Deck, card: u8) -> String {
        match card {
            NONE => "none".to_owned(),
            card => self.names.card(self.token(deck, card)).to_owned(),
        }
    }
}

/// A table that is not what the rules leave.
#[cold]
#[inline(never)]
pub fn differs(
    rules: &Rules,
    (before, mv): (&State, Move),
    expected: &State,
    found: &State,
) -> Breach {
    if let Some(what) = conserved(rules, found) {
        return says(rules, Law::Conserved, || what);
    }
    let resolves = mv == Move::End && before.turn + 1 >= 2 * rules.numbers.turns;
    let mut differences = Differences::new(rules);
    won(&mut differences, resolves, expected, found);
    lowered(&mut differences, resolves, before, expected, found);
    paid(&mut differences, (before, mv), expected, found);
    dealt(&mut differences, before, expected, found);
    played(&mut differences, expected, found);
    in_order(&mut differences, expected, found);
    let told = differences.told.into_iter().next();
    let (law, what) = told.unwrap_or((Law::Turns, "the tables differ".to_owned()));
    says(rules, law, || what)
}

/// Who owns what: in resolution the winners' (CH1-I7, CH2-I9), else nobody's to change.
fn won(d: &mut Differences<'_, Rules, Law>, resolves: bool, expected: &State, found: &State) {
    let law = if resolves { Law::Winners } else { Law::Owned };
    for (side, seat) in Rules::SEATS.into_iter().enumerate() {
        let (e, f) = (&expected.sides[side], &found.sides[side]);
        let what = format!("countries of the {seat}");
        d.set(
            law,
            &what,
            Deck::Countries,
            e.countries.into(),
            f.countries.into(),
        );
        let what = format!("labs of the {seat}");
        d.set(law, &what, Deck::Labs, e.labs.into(), f.labs.into());
    }
}

/// DEFCON (CH1-I4, CH2-I4). In resolution a wrong level means a wrong number of crises (CH1-I5, CH2-I5).
fn lowered(
    d: &mut Differences<'_, Rules, Law>,
    resolves: bool,
    before: &State,
    expected: &State,
    found: &State,
) {
    let defcon = &d.rules.numbers.defcon;
    let a_level = found.defcon > defcon.reset_at && found.defcon <= defcon.start;
    let law = match resolves && a_level {
        true => Law::Crises,
        false => Law::Defcon,
    };
    if expected.defcon != found.defcon {
        let says = format!(
            "DEFCON was {}, expected {}, found {}",
            before.defcon, expected.defcon, found.defcon
        );
        d.told.push((law, says));
    }
    d.value(
        Law::Crises,
        "places of crises to be handled",
        expected.crises,
        found.crises,
    );
    d.value(
        Law::Defcon,
        "places of justifications",
        expected.justifications,
        found.justifications,
    );
    for (side, seat) in Rules::SEATS.into_iter().enumerate() {
        let serve = |state: &State| (state.sides[side].fresh, state.sides[side].ready);
        let what = format!("justifications of the {seat}, for later and for now");
        d.value(Law::Defcon, &what, serve(expected), serve(found));
    }
}

/// What penalties cost (CH1-I6, CH2-I6) and labs give back (CH1-R15, CH2-I7).
fn paid(
    d: &mut Differences<'_, Rules, Law>,
    (before, mv): (&State, Move),
    expected: &State,
    found: &State,
) {
    let gives_back = matches!(mv, Move::Restore { .. } | Move::Return { .. } | Move::Keep);
    let labs = found.sides.iter().any(|side| side.labs != 0);
    // Penalties turn Loyal countries only: what was Disloyal already was wrongly restored, or wrongly not.
    let restored = (expected.disloyal ^ found.disloyal) & !before.disloyal == 0;
    let law = match gives_back || labs && restored && found.disloyal != expected.disloyal {
        true => Law::Restored,
        false => Law::Penalty,
    };
    d.set(
        law,
        "Disloyal countries",
        Deck::Countries,
        expected.disloyal.into(),
        found.disloyal.into(),
    );
    for (side, seat) in Rules::SEATS.into_iter().enumerate() {
        let [e, f] = [expected, found].map(|state| state.sides[side].protests);
        d.set(
            law,
            &format!("protests of the {seat}"),
            Deck::Protests,
            e,
            f,
        );
    }
    let chooses = |state: &State| match state.phase {
        Phase::Flip | Phase::Restore | Phase::Return => Some((state.phase, state.active)),
        _ => None,
    };
    let law = match (chooses(expected), chooses(found)) {
        (Some((Phase::Restore | Phase::Return, _)), _)
        | (_, Some((Phase::Restore | Phase::Return, _))) => Law::Restored,
        _ => Law::Penalty,
    };
    d.value(
        law,
        "the choice at hand, and whose",
        chooses(expected),
        chooses(found),
    );
    d.value(law, "owed", expected.owed, found.owed);
    d.value(law, "price", expected.price, found.price);
    d.value(law, "sides still to choose", expected.queue, found.queue);
}

/// Hands, decks and the row (CH1-I2, CH1-I3, CH2-I2, CH2-I3).
fn dealt(d: &mut Differences<'_, Rules, Law>, before: &State, expected: &State, found: &State) {
    if before.round != found.round || expected.round != found.round {
        d.value(Law::Turns, "round", expected.round, found.round);
        d.value(Law::Turns, "who begins", expected.first, found.first);
    }
    for (side, seat) in Rules::SEATS.into_iter().enumerate() {
        let (e, f) = (&expected.sides[side], &found.sides[side]);
        let what = format!("hand of the {seat}");
        d.set(Law::Hands, &what, Deck::Actions, e.hand, f.hand);
        d.value(Law::Hands, &what, e.held, f.held);
        let what = format!("cards deployed by the {seat}");
        d.value(Law::Hands, &what, (e.placed, e.card), (f.placed, f.card));
    }
    for (what, e, f) in [
        ("deck", expected.deck, found.deck),
        ("discards", expected.discard, found.discard),
    ] {
        d.set(Law::Hands, what, Deck::Actions, e, f);
    }
    d.value(
        Law::Hands,
        "cards in the deck",
        expected.deck_count,
        found.deck_count,
    );
    d.value(Law::Owned, "countries in play", expected.row, found.row);
    let to_come = |state: &State| u64::from(state.countries);
    d.set(
        Law::Owned,
        "countries to come",
        Deck::Countries,
        to_come(expected),
        to_come(found),
    );
    let lab = |state: &State| d.rules.called(Deck::Labs, state.lab);
    let (e, f) = (lab(expected), lab(found));
    d.value(Law::Owned, "lab in play", e, f);
    d.value(Law::Owned, "labs to come", expected.labs, found.labs);
    let protests = match d.rules.numbers.defcon.penalty {
        Penalty::Protests => Law::Penalty,
        Penalty::Loyalty => Law::Conserved,
    };
    d.set(
        protests,
        "pile of protests",
        Deck::Protests,
        expected.protests,
        found.protests,
    );
}

/// Faces (CH1-I8, CH2-I8), and where cards lie (CH1-I9, CH2-G12).
fn played(d: &mut Differences<'_, Rules, Law>, expected: &State, found: &State) {
    for (side, seat) in Rules::SEATS.into_iter().enumerate() {
        let (e, f) = (&expected.sides[side], &found.sides[side]);
        let what = |what: &str| format!("{what} of the {seat}");
        let field = |slots: u8| {
            let cards = Bits(u64::from(slots)).map(|slot| f.card[usize::from(slot)]);
            cards
                .filter(|card| *card != NONE)
                .fold(0, |all, card| all | 1 << (card & 63))
        };
        for (faces, e, f) in [
            ("face-down cards", e.down, f.down),
            ("launched cards", e.launched, f.launched),
        ] {
            d.set(
                Law::Launches,
                &what(faces),
                Deck::Actions,
                field(e),
                field(f),
            );
        }
        let (lent, there) = (e.lent.into(), f.lent.into());
        d.set(Law::Launches, &what("labs lent"), Deck::Labs, lent, there);
        d.value(Law::Launches, &what("labs beside cards"), e.lab, f.lab);
        let launched = what("occupations launched");
        d.value(Law::Launches, &launched, e.occupations, f.occupations);
        for place in 0..PLACES {
            let cards = format!("cards at location {} of the {seat}", place + 1);
            let (e, f) = (field(e.at[place]), field(f.at[place]));
            d.set(Law::Moves, &cards, Deck::Actions, e, f);
        }
        d.value(Law::Moves, &what("places of cards"), e.place, f.place);
    }
    for place in 0..PLACES {
        let what = format!("countries paired at location {}", place + 1);
        let [e, f] = [expected, found].map(|state| u64::from(state.paired[place]));
        d.set(Law::Moves, &what, Deck::Countries, e, f);
    }
    let places = |places: u8| {
        Bits(u64::from(places))
            .map(|place| place + 1)
            .collect::<Vec<_>>()
    };
    let [e, f] = [expected, found].map(|state| places(state.occupied));
    d.value(Law::Moves, "occupied locations", e, f);
    let [e, f] = [expected, found].map(|state| places(state.blocked));
    d.value(Law::Launches, "locations with an Occupation", e, f);
    let marks = |state: &State| [state.sides[0].marks, state.sides[1].marks];
    d.value(
        Law::Legal,
        "what is known of cards in play",
        marks(expected),
        marks(found),
    );
}

/// Whose turn it is (CH1-R7, CH2-R4).
fn in_order(d: &mut Differences<'_, Rules, Law>, expected: &State, found: &State) {
    d.value(Law::Turns, "round", expected.round, found.round);
    d.value(Law::Turns, "who began", expected.first, found.first);
    d.value(Law::Turns, "turns completed", expected.turn, found.turn);
    d.value(
        Law::Turns,
        "who has the turn",
        expected.active,
        found.active,
    );
    d.value(Law::Turns, "phase", expected.phase, found.phase);
    d.value(Law::Turns, "deployed", expected.deployed, found.deployed);
    d.value(Law::Turns, "resolving", expected.resolving, found.resolving);
}
