//! The captions of a game, as data: what zones, faces, counters and changes are called, and which of them are shown
//! where. `table::captions` fills a `Captions` from `game.toml`; `preview` and the replay pages read it, so that they
//! need to know no game.
//!
//! A *pattern* is the word of a zone or counter in which `*` stands for any part: `hand/*`. An empty pattern fits
//! everything. In lists of patterns the first that fits counts. Sentences have gaps: `{seat}`, `{at}`, …; each list
//! says which.

use serde::Serialize;

/// The captions of one game, as it is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captions {
    pub seats: Vec<Sitting>,
    /// What the number `round` of the table is called, above it; nothing where it is not shown.
    pub round: String,
    pub holdings: Vec<Holding>,
    pub piles: Vec<StockCaption>,
    pub faces: Vec<FacingCaption>,
    pub places: Places,
    /// What lies in the middle of the table and is shown card by card.
    pub middle: Vec<Spread>,
    /// Numbers and marks of the table, of seats and of places.
    pub facts: Vec<Fact>,
    pub score: Scoring,
    /// What a seat has to do when it is asked something: `("flip", "to flip {owed}")`. Gaps are numbers of the table;
    /// `{number}` is the one that came with the question.
    pub duties: Vec<(String, String)>,
    pub sentences: Sentences,
}

/// A seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitting {
    /// Its word: `cream-lookout`.
    pub seat: String,
    /// What it is called.
    pub name: String,
    /// The first seat of its team, or itself. Seats of a side look alike.
    pub side: String,
    /// Whether cards lie before it at the locations.
    pub field: bool,
}

/// Cards that a seat has before it: those of the zone `zone/SEAT`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Holding {
    pub zone: String,
    pub label: String,
    /// They may be many, and need not all be seen.
    pub many: bool,
}

/// A pile that belongs to nobody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StockCaption {
    pub zone: String,
    pub label: String,
    pub top: Top,
}

/// What one sees of a pile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Top {
    /// How many cards it has.
    #[default]
    Count,
    /// The back of its first card.
    Back,
    /// The front of its last card.
    Last,
}

/// Cards in the middle of the table: of a zone `zone`, or of the zones `zone/SEAT`, each before its seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spread {
    pub zone: String,
    pub label: String,
    /// One for each seat.
    pub seats: bool,
}

/// What a number of the table belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    Table,
    /// `{"coins":{"caps":3}}`.
    Seat,
    /// `{"open":{"1":true}}`.
    Place,
    /// `{"guards":{"1/caps":2}}`.
    PlaceAndSeat,
}

/// A number, a mark (`true`, `false`) or a seat that the table names at a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub key: String,
    pub label: String,
    pub of: Of,
    /// Not everybody sees it.
    pub secret: bool,
}

/// A way for a card to lie, by what the table says of it: `{"card":"spy#1","face":"down"}`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FacingCaption {
    /// The zones that it is a way to lie in, as a pattern.
    #[serde(skip)]
    pub zone: String,
    /// Whether this is the face of cards for which no face is given.
    #[serde(skip)]
    pub unsaid: bool,
    /// The word of the face.
    #[serde(skip)]
    pub is: String,
    /// Of one card: `face down`.
    pub label: String,
    /// Not everybody sees its front.
    pub secret: bool,
    /// Whether the label is drawn on a picture of the card.
    pub marked: bool,
}

/// What lies at the locations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Their words and what they are called.
    pub names: Vec<(String, String)>,
    /// The zones `row/PLACE`, in the middle of a location; empty where there are none.
    pub row: String,
    /// The zones `field/PLACE/SEAT`, on each side of a location; empty where there are none.
    pub field: String,
    /// Cards lie on cards: `{"card":"lock-picks","on":"the-dame"}`.
    pub stacks: bool,
    /// Zones `zone/PLACE` beside the card of the row.
    pub beside_row: Vec<String>,
    /// Zones `zone/PLACE/SEAT` beside the cards of a field.
    pub beside_field: Vec<String>,
    pub standing: Option<Standing>,
}

/// What decides a location: `{"influence":{"1/caps":4},"winner":{"1":"caps"}}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Its key in the standings.
    pub key: String,
    pub label: String,
    /// The key in the standings that says who would win.
    pub winner: String,
}

/// The score sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scoring {
    /// The key in the standings of what each seat would score now, part by part.
    pub now: Option<String>,
    /// The parts in the order of the rows, and what they are called.
    pub parts: Vec<(String, String)>,
    /// What decided, with a caption where the word itself is not used: `("cream", "the last tie")`.
    pub by: Vec<(String, String)>,
}

/// What changes are in words; that a card moves is said of all games alike. A sentence begins with a capital letter
/// whatever its gap is filled with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentences {
    /// Zones in the middle of a sentence, by pattern: `("field/*", "location {place}")`. Gaps: `{place}` (the second
    /// part), `{seat}` (the last part, as a seat is called).
    pub zones: Vec<(String, String)>,
    /// A card is turned where it lies, by the face that it shows. Gap: `{to}`.
    pub turned: Vec<(String, String)>,
    /// A number changes, by the pattern of the counter. Gaps: `{n}`, `{seat}` (the last part), `{place}` (the second),
    /// `{who}` (the seat with this number), `{yes}`.
    pub counted: Vec<(String, String)>,
    /// Remarks, by their words. Gaps: `{seat}`, `{at}`, the values `{a}` and `{b}`, and the same as `{high}` and `{low}`.
    pub noted: Vec<(String, String)>,
}

impl Captions {
    /// How a seat sits, where that is said.
    pub fn sitting(&self, seat: &str) -> Option<&Sitting> {
        self.seats.iter().find(|sitting| sitting.seat == seat)
    }

    /// Whether cards lie before a seat at the locations.
    pub fn has_field(&self, seat: &str) -> bool {
        self.sitting(seat).is_none_or(|sitting| sitting.field)
    }

    /// The side that a seat is of.
    pub fn side<'a>(&'a self, seat: &'a str) -> &'a str {
        self.sitting(seat).map_or(seat, |sitting| &sitting.side)
    }
}

/// Whether a pattern fits the word of a zone or counter.
pub fn fits(pattern: &str, word: &str) -> bool {
    let same = |(pattern, part): (&str, &str)| pattern == "*" || pattern == part;
    let parts = |text: &str| text.split('/').count();
    pattern.is_empty()
        || parts(pattern) == parts(word) && pattern.split('/').zip(word.split('/')).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_part_by_part() {
        for (pattern, word, expected) in [
            ("deck", "deck", true),
            ("labs", "labs/caps", false),
            ("labs/*", "labs", false),
            ("labs/*", "labs/caps", true),
            ("field/*/*", "field/2/caps", true),
            ("*/*", "hand/caps", true),
            ("*/*", "field/2/caps", false),
            ("hand/caps", "hand/hammers", false),
            ("", "anything/at/all", true),
        ] {
            assert_eq!(fits(pattern, word), expected, "{pattern} {word}");
        }
    }

    #[test]
    fn a_seat_of_which_nothing_is_said_is_a_side_with_a_field() {
        let lookout = Sitting {
            seat: "lookout".into(),
            name: "Lookout".into(),
            side: "red".into(),
            field: false,
        };
        let captions = Captions { seats: vec![lookout], ..Captions::default() };
        assert!(captions.has_field("red") && !captions.has_field("lookout"));
        assert_eq!(captions.side("red"), "red");
        assert_eq!(captions.side("lookout"), "red");
    }
}
