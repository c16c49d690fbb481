//! How a game is told to people: what zones, faces, numbers and changes are called, and what of a table is shown where.
//!
//! All of it is data. Whoever draws a table or tells a change finds the words here and needs to know no game.
//!
//! A *pattern* is the word of a zone or counter in which `*` stands for any part: `hand/*`. An empty pattern fits
//! everything. In lists of patterns the first that fits counts. Sentences have gaps: `{seat}`, `{at}`, …; each list
//! says which.

/// The captions of one game, as it is set up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captions {
    /// The look-up table of the card data whose rows say what seats are called and how they look: `faction`.
    pub looks: &'static str,
    /// The seats that sit otherwise than alone with a field of their own.
    pub seats: Vec<Sitting>,
    /// What the number `round` of the table is called, above it; nothing where it is not shown.
    pub round: &'static str,
    /// What each round is about, where rounds differ.
    pub rounds: Vec<String>,
    pub meters: Vec<Meter>,
    pub purses: Vec<Purse>,
    pub holdings: Vec<Holding>,
    pub piles: Vec<Stock>,
    pub faces: Vec<Facing>,
    pub places: Places,
    /// What lies in the middle of the table and is shown card by card.
    pub middle: Vec<Spread>,
    /// Numbers and marks of the table, of seats and of places.
    pub facts: Vec<Fact>,
    pub counts: Vec<Count>,
    pub score: Scoring,
    /// What a seat has to do in a phase, or when it is asked something: `("flip", "to flip {owed}")`. Gaps are numbers of
    /// the table; `{number}` is the one that came with the question.
    pub duties: Vec<(&'static str, &'static str)>,
    pub sentences: Sentences,
}

/// A seat at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitting {
    /// Its word: `cream-lookout`.
    pub seat: String,
    /// What it is called.
    pub name: String,
    /// The row of [`Captions::looks`] that says how it looks. Seats that look alike are of one side.
    pub side: String,
    /// Whether cards lie before it at the locations.
    pub field: bool,
}

/// A number of the table with few values, shown above it with all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meter {
    /// Its key in the table.
    pub key: &'static str,
    pub label: &'static str,
    /// Its values in the order in which they are shown, each with a colour.
    pub levels: Vec<(i64, &'static str)>,
}

/// Numbers of seats: `{"coins":{"supply":7,"cream":3}}`, or one number of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    /// Its key in the table.
    pub key: &'static str,
    pub label: &'static str,
    /// The seat that has it, where it is one number.
    pub seat: Option<&'static str>,
    /// What nobody has: key and label.
    pub bank: Option<(&'static str, &'static str)>,
    /// The picture of one.
    pub symbol: Option<&'static str>,
}

/// Cards that a seat has before it: those of the zone `zone/SEAT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holding {
    pub zone: &'static str,
    pub label: &'static str,
    pub room: Room,
    /// Only the seat itself looks at them.
    pub secret: bool,
}

/// How much room cards get beside each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Room {
    #[default]
    Little,
    /// Each is to be seen.
    Much,
    /// They may cover each other.
    Least,
}

/// A pile that belongs to nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    pub zone: &'static str,
    pub label: &'static str,
    pub top: Top,
}

/// What one sees of a pile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Top {
    /// How many cards it has.
    #[default]
    Count,
    /// The back of its first card.
    Back,
    /// The front of its first card.
    First,
    /// The front of its last card.
    Last,
}

/// Cards in the middle of the table: of a zone `zone`, or of the zones `zone/SEAT`, each before its seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spread {
    pub zone: &'static str,
    pub label: &'static str,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    pub key: &'static str,
    pub label: &'static str,
    pub of: Of,
    /// Not everybody sees it.
    pub secret: bool,
}

/// A way for a card to lie, by what the table says of it: `{"card":"spy#1","face":"down"}`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Facing {
    /// The zones that it is a way to lie in, as a pattern.
    pub zone: &'static str,
    /// Whether cards lie so of which nothing is said.
    pub unsaid: bool,
    pub key: &'static str,
    /// What stands at the key; empty where anything does.
    pub is: &'static str,
    /// Stands before the card's name.
    pub sign: &'static str,
    /// Of one card: `face down`.
    pub label: &'static str,
    /// The same where the sign is explained.
    pub legend: &'static str,
    pub shows: Shows,
    pub tone: Tone,
}

/// What one sees of a card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Shows {
    #[default]
    Front,
    /// Its back, whatever was on its front.
    Back,
    /// Its back, and only its owner knows the front.
    Secret,
}

/// How a way to lie is marked on a picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tone {
    /// A rim, without words.
    #[default]
    Rim,
    /// Something was done with the card: a rim and its label.
    Bright,
    /// The label, dark.
    Dark,
    /// The label, light.
    Light,
    /// The label, as a warning: the card does less than it says.
    Red,
    /// The back says it.
    Plain,
}

/// What lies at the locations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Their words and what they are called; none where they are counted from 1, as many as the table shows.
    pub names: Vec<(String, String)>,
    /// The zones `row/PLACE`, in the middle of a location.
    pub row: &'static str,
    /// The zones `field/PLACE/SEAT`, on each side of a location.
    pub field: &'static str,
    /// Cards lie on cards: `{"card":"lock-picks","on":"the-dame"}`.
    pub stacks: bool,
    /// Zones `zone/PLACE` beside the card of the row.
    pub beside_row: Vec<&'static str>,
    /// Zones `zone/PLACE/SEAT` beside the cards of a field.
    pub beside_field: Vec<&'static str>,
    pub standing: Option<Standing>,
    /// Keys of the table that list places, and what is stamped on these.
    pub stamps: Vec<(&'static str, &'static str)>,
}

impl Default for Places {
    fn default() -> Self {
        Places {
            names: Vec::new(),
            row: "row",
            field: "field",
            stacks: false,
            beside_row: Vec::new(),
            beside_field: Vec::new(),
            standing: None,
            stamps: Vec::new(),
        }
    }
}

/// What decides a location: `{"influence":{"1/caps":4},"winner":{"1":"caps"}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// Its key in the standings.
    pub key: &'static str,
    pub label: &'static str,
    /// The key in the standings that says who would win.
    pub winner: &'static str,
    pub symbol: Option<&'static str>,
}

/// Something that a seat has by the standings: `{"goods":{"cream":{"jewel":1}}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Its keys in the standings: `goods`, `jewel`.
    pub keys: [&'static str; 2],
    pub label: &'static str,
    pub symbol: Option<&'static str>,
}

/// The score sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scoring {
    /// The key in the standings of what each seat would score now, part by part.
    pub now: Option<&'static str>,
    pub parts: Vec<Row>,
    /// "win" as one seat does it, and as several do.
    pub win: [&'static str; 2],
    /// What decided, in other words than its own: `("cream", "the last tie")`.
    pub by: Vec<(&'static str, &'static str)>,
}

/// A row of the score sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub part: &'static str,
    pub label: &'static str,
    pub symbol: Option<&'static str>,
}

/// What changes are in words. A sentence begins with a capital letter whatever its gap is filled with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentences {
    /// Zones in the middle of a sentence, by pattern: `("field/*", "location {place}")`. Gaps: `{kind}`, `{place}` (the
    /// second part), `{seat}` (the last part, as a seat is called).
    pub zones: Vec<(&'static str, &'static str)>,
    /// A card goes from one zone to another.
    pub moved: Vec<Moved>,
    /// A card is turned where it lies; `from` is not looked at.
    pub turned: Vec<Moved>,
    /// A number changes, by the pattern of the counter. Gaps: `{n}`, `{seat}` (the last part), `{who}` (the seat with
    /// this number).
    pub counted: Vec<(&'static str, &'static str)>,
    pub noted: Vec<Noted>,
}

/// A sentence on a card that moves. Gaps: `{from}`, `{to}`, `{seat}` (whose `to` is).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub from: &'static str,
    pub to: &'static str,
    /// The face that it shows; empty for any.
    pub face: &'static str,
    pub says: &'static str,
}

impl Moved {
    pub const fn new(
        from: &'static str,
        to: &'static str,
        face: &'static str,
        says: &'static str,
    ) -> Self {
        Moved {
            from,
            to,
            face,
            says,
        }
    }
}

/// A sentence on a remark. Gaps: `{seat}`, `{at}`, its values `{a}` and `{b}`, and the same as `{high}` and `{low}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noted {
    pub note: &'static str,
    pub says: &'static str,
    /// Where both values are the same.
    pub even: Option<&'static str>,
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
        let captions = Captions {
            seats: vec![lookout],
            ..Captions::default()
        };
        assert!(captions.has_field("red") && !captions.has_field("lookout"));
        assert_eq!(captions.side("red"), "red");
        assert_eq!(captions.side("lookout"), "red");
    }
}
