//! Works out the captions of a game. The declarations of `[table]` come in; [`Captions`] go out: what things are
//! called and where they are shown, on pages and in sentences.
//!
//! `[table.layout]` takes precedence; everything else is derived from the kinds of zones. Names are the words of the
//! declarations: `taken` is "Taken", and "the taken of North" in a sentence.

use super::declared::{CounterKind, CounterValue, Declared, Each, Sees, ZoneKind, ZoneOrder};
use super::named::HasName;
use crate::rules::captions::{
    Captions, FacingCaption, Fact, Holding, Of, Places, Scoring, Sentences, Sitting, Spread,
    Standing, StockCaption, Top,
};

/// The key in the standings of what each seat would score now.
pub const SCORE_NOW: &str = "score-now";

/// A zone of each seat with more cards than this need not show each of them.
const FEW: u8 = 20;

/// A row of cards in an order, all of which are shown, has at most so many.
const ROW: u8 = 12;

/// What a zone or counter of a kind belongs to: the end of its pattern, and the end of its name in a sentence; `place` is what a place is
/// called there.
fn belongs(each: Each, place: &str) -> (&'static str, String) {
    match each {
        Each::One => ("", String::new()),
        Each::Seat => ("/*", " of {seat}".to_owned()),
        Each::Place => ("/*", format!(" at {place}")),
        Each::Both => ("/*/*", format!(" of {{seat}} at {place}")),
    }
}

/// The captions of a table; `stacks` where cards are laid on cards.
pub fn table_captions(declared: &Declared, stacks: bool) -> Captions {
    let d = declared;
    let (mut holdings, mut piles, mut middle) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = Places {
        names: d.places.iter().map(|p| (p.clone(), d.label(p))).collect(),
        stacks,
        standing: d.standing(),
        ..Places::default()
    };
    for kind in d.shown_first(&d.zones) {
        let (zone, label) = (kind.written.clone(), d.label(&kind.name));
        let is_open = kind.sees_entering() == Sees::All;
        match kind.each {
            Each::One | Each::Seat if d.in_the_middle(kind) => {
                middle.push(Spread { zone, label, seats: kind.each == Each::Seat })
            }
            Each::Seat => {
                holdings.push(Holding { zone, label, many: is_open && kind.size.1 > FEW })
            }
            Each::One => {
                let top = match (is_open, kind.order) {
                    (true, ZoneOrder::None) => Top::Count,
                    (true, _) => Top::Last,
                    (false, _) => Top::Back,
                };
                piles.push(StockCaption { zone, label, top });
            }
            Each::Place if places.row.is_empty() => places.row = zone,
            Each::Place => places.beside_row.push(zone),
            Each::Both if places.field.is_empty() => places.field = zone,
            Each::Both => places.beside_field.push(zone),
        }
    }
    let sitting = |(number, seat): (u8, &String)| Sitting {
        seat: seat.clone(),
        name: d.label(seat),
        side: d.seats[usize::from(d.head(number))].clone(),
        field: !d.shown.aside.contains(seat),
    };
    let (rounds, facts): (Vec<_>, Vec<_>) =
        d.shown_first(&d.counters).into_iter().partition(|kind| is_round(kind));
    let fact = |kind: &CounterKind| Fact {
        key: kind.name.clone(),
        label: d.label(&kind.name),
        of: match kind.each {
            Each::One => Of::Table,
            Each::Seat => Of::Seat,
            Each::Place => Of::Place,
            Each::Both => Of::PlaceAndSeat,
        },
        secret: kind.sees != Sees::All,
    };
    Captions {
        round: rounds.first().map_or_else(String::new, |kind| d.label(&kind.name)),
        seats: (0..).zip(&d.seats).map(sitting).collect(),
        holdings,
        piles,
        middle,
        faces: d.zones.iter().flat_map(|kind| d.facings(kind)).collect(),
        facts: facts.into_iter().map(fact).collect(),
        score: d.scoring(),
        duties: d.duties(),
        sentences: d.told(&places),
        places,
    }
}

impl ZoneKind {
    /// Who sees the fronts of cards as they come in.
    pub fn sees_entering(&self) -> Sees {
        self.sees.get(usize::from(self.face)).copied().unwrap_or(Sees::All)
    }
}

impl Declared {
    fn named(&self, word: &str) -> Option<&str> {
        let found = self.shown.names.iter().find(|(known, _)| known == word);
        found.map(|(_, name)| name.as_str())
    }

    /// What something is called: `last_bid` -> "Last bid".
    fn label(&self, word: &str) -> String {
        let named = self.named(word).map(str::to_owned);
        named.unwrap_or_else(|| with_first(&spaced(word), |c| c.to_uppercase().collect()))
    }

    /// The same in the middle of a sentence: "last bid". A name in capitals stays one.
    fn phrase(&self, word: &str) -> String {
        match self.named(word) {
            None => spaced(word),
            Some(name) if name.chars().nth(1).is_some_and(char::is_uppercase) => name.to_owned(),
            Some(name) => with_first(name, |c| c.to_lowercase().collect()),
        }
    }

    /// What is shown, as `order` and `hide` say.
    fn shown_first<'k, T: HasName>(&self, kinds: &'k [T]) -> Vec<&'k T> {
        let at = |all: &[String], kind: &T| all.iter().position(|name| name == kind.name());
        let shown = kinds.iter().filter(|kind| at(&self.shown.hide, kind).is_none());
        let mut kinds: Vec<&T> = shown.collect();
        // The sort is stable: what is not named stays in its order, at the end.
        kinds.sort_by_key(|kind| at(&self.shown.order, kind).unwrap_or(usize::MAX));
        kinds
    }

    /// Whether the cards of a zone are what the table is about: played cards, a row to choose from.
    fn in_the_middle(&self, kind: &ZoneKind) -> bool {
        if let Some(middle) = &self.shown.middle {
            return middle.contains(&kind.name);
        }
        if kind.each == Each::Seat {
            return kind.size.1 == 1;
        }
        let refills = self.zones.iter().any(|pile| {
            let from = pile.refill.and_then(|from| self.zones.get(usize::from(from)));
            from.is_some_and(|from| from.name == kind.name)
        });
        let open = kind.sees_entering() == Sees::All && kind.pile.is_none();
        let few = kind.order == ZoneOrder::None || kind.size.1 <= ROW;
        open && few && !refills && kind.holds.is_empty()
    }

    /// The ways to lie in zones of a kind that are not simply face up for all.
    fn facings(&self, kind: &ZoneKind) -> Vec<FacingCaption> {
        let zone = format!("{}{}", kind.written, belongs(kind.each, "").0);
        let entering = usize::from(kind.face);
        let alike = kind.sees.iter().all(|sees| *sees == kind.sees_entering());
        let faces = self.faces.iter().zip(&kind.sees).enumerate();
        let ways = faces.filter(|(face, (_, sees))| *face > 0 || **sees != Sees::All);
        let way = |(face, (word, sees)): (usize, (&String, &Sees))| {
            let hidden = *sees != Sees::All;
            FacingCaption {
                zone: zone.clone(),
                unsaid: face == entering,
                is: word.clone(),
                label: match (face, self.named(word)) {
                    (0, _) if alike => "hidden".to_owned(),
                    (_, None) => lying(word),
                    _ => self.phrase(word),
                },
                secret: hidden,
                // The usual way to lie is not written on a card.
                marked: if hidden { !alike } else { face != entering },
            }
        };
        ways.map(way).collect()
    }

    /// What is counted at each place for each seat, and by whom the place would be won, where a script works that out.
    fn standing(&self) -> Option<Standing> {
        let of = |each, holds| {
            let mut found = self.follows.iter();
            found.find(|kind| kind.each == each && kind.holds == holds)
        };
        let sums = of(Each::Both, CounterValue::Number)?;
        let winner = of(Each::Place, CounterValue::Seat);
        Some(Standing {
            key: sums.written.to_string(),
            label: self.label(&sums.name),
            winner: winner.map_or_else(String::new, |kind| kind.written.to_string()),
        })
    }

    fn scoring(&self) -> Scoring {
        let mut measures = self.common_parts();
        measures.extend(self.parts_of.iter().flat_map(|(_, parts)| parts));
        let named = measures.into_iter().filter_map(|of| {
            let (name, written) = self.names_of(of)?;
            Some((written.to_string(), self.label(name)))
        });
        let parts: Vec<_> = named.collect();
        let by = self.wins.iter().filter_map(|win| {
            let (name, _) = self.names_of(win.of)?;
            let says = match win.says.split_once(' ') {
                Some((best, _)) => format!("the {best} {}", self.phrase(name)),
                None => spaced(&win.says),
            };
            Some((win.by.to_string(), says))
        });
        let tie = self.tie.and_then(|seat| self.seats.get(usize::from(seat)));
        let tie = tie.map(|seat| (seat.clone(), "the last tie".to_owned()));
        Scoring {
            now: (parts.len() > 1).then(|| SCORE_NOW.to_owned()),
            parts,
            by: by.chain(tie).chain([("the-rules".to_owned(), "the rules".to_owned())]).collect(),
        }
    }

    /// What is asked: "to flip", or "asked: colour" where it is no move.
    fn duties(&self) -> Vec<(String, String)> {
        let says = |question: &String| {
            let is_move = self.patterns.iter().any(|p| p.verb == question.replace('_', "-"));
            let says = match self.named(question) {
                Some(name) => name.to_owned(),
                None if is_move => format!("to {}", spaced(question)),
                None => format!("asked: {}", spaced(question)),
            };
            (question.clone(), says)
        };
        self.questions.iter().map(says).collect()
    }

    fn told(&self, places: &Places) -> Sentences {
        let counted = |place: &String| self.named(place).is_none() && place.parse::<u8>().is_ok();
        let place = if self.places.iter().all(counted) { "place {place}" } else { "{place}" };
        let zone = |kind: &ZoneKind| {
            let (parts, of) = belongs(kind.each, place);
            let is_plain = self.named(&kind.name).is_none();
            let says = match kind.each {
                Each::Place if is_plain && kind.written == places.row => place.to_owned(),
                Each::Both if is_plain && kind.written == places.field => {
                    format!("{place} ({{seat}})")
                }
                _ => format!("the {}{of}", self.phrase(&kind.name)),
            };
            (format!("{}{parts}", kind.written), says)
        };
        let counter = |kind: &CounterKind| {
            let value = match kind.holds {
                CounterValue::Number => "{n}",
                CounterValue::Flag => "{yes}",
                CounterValue::Seat => "{who}",
            };
            let (parts, of) = belongs(kind.each, place);
            let says = format!("{}{of}: {value}", self.label(&kind.name));
            (format!("{}{parts}", kind.written), says)
        };
        let face = |face: &String| {
            let words = self.named(face).map_or_else(|| lying(face), str::to_owned);
            (face.clone(), format!("now {words} at {{to}}"))
        };
        Sentences {
            zones: self.zones.iter().map(zone).collect(),
            turned: self.faces.iter().map(face).collect(),
            counted: self.counters.iter().map(counter).collect(),
            noted: self.notes.iter().map(|note| (note.word.clone(), note.says.clone())).collect(),
        }
    }
}

fn is_round(kind: &CounterKind) -> bool {
    kind.name == "round" && kind.each == Each::One && kind.holds == CounterValue::Number
}

/// How a card lies, by a word that has no other name.
fn lying(face: &str) -> String {
    match face {
        "up" | "down" => format!("face {face}"),
        _ => spaced(face),
    }
}

fn spaced(word: &str) -> String {
    word.replace(['_', '-'], " ")
}

fn with_first(text: &str, change: impl Fn(char) -> String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| change(first) + letters.as_str())
}
