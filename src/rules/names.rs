//! Names for the numbers in events and tables. A seat, card, zone, face, counter or note comes in; its word goes out.
//! Called by records, scenarios, reports of the lab and error messages.

use super::{CardId, Counter, Event, Facing, FactId, Note, Seat, ZoneId};

/// The words of one game, made once from its data.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Seats in order: "caps", "hammers".
    pub seats: Vec<String>,
    /// Every physical card: "admiral#2", "germany".
    pub cards: Vec<String>,
    /// "hand/caps", "field/2/hammers".
    pub zones: Vec<String>,
    /// "down", "up".
    pub faces: Vec<String>,
    /// "defcon".
    pub counters: Vec<String>,
    /// "crisis".
    pub notes: Vec<String>,
    /// Facts as the script states them, and what their values are called; nothing where they are numbers.
    pub facts: Vec<(String, Vec<String>)>,
}

/// The word of each kind of number. An unknown number has no name: it is shown as `?`.
macro_rules! words {
    ($($name:ident($number:ty): $words:ident,)+) => {
        $(pub fn $name(&self, number: $number) -> &str {
            self.$words.get(usize::from(number.0)).map_or("?", String::as_str)
        })+
    };
}

impl Names {
    words! {
        seat(Seat): seats,
        card(CardId): cards,
        zone(ZoneId): zones,
        face(Facing): faces,
        counter(Counter): counters,
        note(Note): notes,
    }

    pub fn fact(&self, fact: FactId) -> &str {
        let known = self.facts.get(usize::from(fact.0));
        known.map_or("?", |(says, _)| says)
    }

    /// The seats of some bits.
    pub fn seats_of(&self, bits: u8) -> Vec<&str> {
        let seats = self.seats.iter().enumerate();
        let told = seats.filter(|(seat, _)| bits >> seat & 1 == 1);
        told.map(|(_, name)| name.as_str()).collect()
    }

    /// What the value of a fact is called: `yes`, `red`, `3`.
    pub fn fact_value(&self, fact: FactId, value: i16) -> String {
        let words = self.facts.get(usize::from(fact.0)).map(|(_, words)| words);
        let word = words.and_then(|words| words.get(usize::try_from(value).ok()?));
        word.map_or_else(|| value.to_string(), Clone::clone)
    }

    /// An event as a line for people: `germany: row/1 -> owned/caps`, `defcon = 4`, `crisis at row/2: 15`.
    pub fn describe_event(&self, event: &Event) -> String {
        match *event {
            Event::Moved { card, from, to, face, .. } => format!(
                "{}: {} -> {}, {}",
                self.card(card),
                self.zone(from),
                self.zone(to),
                self.face(face)
            ),
            Event::Turned { card, at, face, .. } => {
                format!("{} at {}: {}", self.card(card), self.zone(at), self.face(face))
            }
            Event::Counted { counter, to } => format!("{} = {to}", self.counter(counter)),
            Event::Rolled { sides, got } => format!("a die of {sides}: {got}"),
            Event::Shuffled { from, to } => {
                format!("shuffle {} -> {}", self.zone(from), self.zone(to))
            }
            Event::Noted { note, at, seat, values: [a, b] } => {
                let at = at.map_or(String::new(), |z| format!(" at {}", self.zone(z)));
                let seat = seat.map_or(String::new(), |s| format!(" {}", self.seat(s)));
                format!("{}{at}:{seat} {a} {b}", self.note(note))
            }
            Event::Told { fact, to, value, card } => {
                let place = card.map_or(String::new(), |(card, zone, _, below)| {
                    let (card, zone) = (self.card(card), self.zone(zone));
                    match below {
                        0 => format!(", {card} at {zone}"),
                        _ => format!(", {card} at {zone}, {below} below it"),
                    }
                });
                let (seats, says) = (self.seats_of(to).join(", "), self.fact(fact));
                format!("{seats}: `{says}` is {}{place}", self.fact_value(fact, value))
            }
        }
    }
}
