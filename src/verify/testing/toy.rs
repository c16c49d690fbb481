//! The rules of the toy game: eight cards, two seats, two places, hidden cards. A [`Fault`] to plant comes in; a
//! [`Game`] goes out. Used by the tests of `verify`.

use crate::rules::{
    Bits, CardId, Chance, Counter, Event, Facing, Game, LawKind, Legal, Log, MoveFeatures, Names,
    Note, Outcome, Pile, Property, Refusal, Score, ScorePart, Seat, ZoneId,
};

/// What is wrong with the game on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Nothing,
    /// c8 is lost when it is laid at place 2: found by T-I1.
    LosesACard,
    /// A round in which c1 was shown gives no point: found by T-I2.
    ForgetsAPoint,
    /// Whether showing is legal depends on a card in the other hand: found by the two-world check.
    Peeks,
    /// A view shows the other hand: found by the two-world check, as the next two.
    ViewLeaks,
    /// The log calls a card face up that is laid face down.
    LogLeaks,
    /// A note reveals the worth of a card that is laid face down.
    NoteLeaks,
}

/// Each round both draw two cards; each turn one is laid face down at a place and may be shown. The higher sum at a
/// place takes a point.
pub struct Toy {
    pub rounds: u8,
    pub fault: Fault,
    pub names: Names,
    pub(super) properties: Vec<Property>,
}

/// Cards, rows of two cards each: c1 and c2 are worth 1, c7 and c8 are worth 4.
pub const CARDS: u8 = 8;
pub const DECK: ZoneId = ZoneId(0);
pub const DISCARD: ZoneId = ZoneId(1);
pub const DOWN: Facing = Facing(0);
pub const UP: Facing = Facing(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    pub deck: u64,
    pub discard: u64,
    pub hands: [u64; 2],
    /// Place, seat.
    pub field: [[u64; 2]; 2],
    pub up: u64,
    pub points: [u8; 2],
    pub round: u8,
    pub turn: u8,
    /// The card of this turn, once it is laid.
    pub laid: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    Lay { card: u8, at: u8 },
    Show,
    Pass,
}

pub struct Choices(pub Vec<Move>);

impl Legal<Move> for Choices {
    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn get(&self, index: u32) -> Move {
        self.0[index as usize]
    }
}

/// Worth of a card.
pub fn worth(card: u8) -> u32 {
    u32::from(card / 2 + 1)
}

pub fn sum(cards: u64) -> u32 {
    Bits(cards).map(worth).sum()
}

impl Toy {
    /// Every move that any table could have.
    pub(super) fn move_space() -> Vec<Move> {
        let lay = |card| (0..3).map(move |at| Move::Lay { card, at });
        let mut moves: Vec<_> = (0..CARDS).flat_map(lay).collect();
        moves.extend([Move::Show, Move::Pass]);
        moves
    }

    pub fn new(rounds: u8, fault: Fault) -> Self {
        let words = |all: &[&str]| all.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let property =
            |id: &str, says, kind| Property { id: id.to_owned(), says, kind, stated: None };
        Toy {
            rounds,
            fault,
            names: Names {
                seats: words(&["red", "blue"]),
                cards: (1..=CARDS).map(|c| format!("c{c}")).collect(),
                zones: words(&[
                    "deck",
                    "discard",
                    "hand/red",
                    "hand/blue",
                    "field/1/red",
                    "field/1/blue",
                    "field/2/red",
                    "field/2/blue",
                ]),
                faces: words(&["down", "up"]),
                counters: words(&["round", "points/red", "points/blue"]),
                notes: words(&["tied"]),
                facts: Vec::new(),
            },
            properties: vec![
                property("T-I1", "every card lies in one place", LawKind::Always),
                property("T-I2", "the higher sum takes the point", LawKind::Always),
                property("T-I10", "nobody's choices betray a hidden card", LawKind::Always),
                property("shown", "a card was shown", LawKind::Sometimes),
                property("empty", "nobody lay at a place", LawKind::Sometimes),
                property("five points", "more points than there are", LawKind::Never),
            ],
        }
    }

    pub(super) fn active(&self, table: &Table) -> usize {
        usize::from((table.round + 1 + table.turn) % 2)
    }

    fn choices(&self, table: &Table) -> Vec<Move> {
        if table.round > self.rounds {
            return Vec::new();
        }
        let me = self.active(table);
        if table.laid.is_some() {
            let hides = self.fault == Fault::Peeks && table.hands[1 - me] & 1 == 1;
            return if hides { vec![Move::Pass] } else { vec![Move::Show, Move::Pass] };
        }
        let lay = |card| (0..2).map(move |at| Move::Lay { card, at });
        Bits(table.hands[me]).flat_map(lay).collect()
    }

    fn deal<C: Chance, L: Log>(&self, table: &mut Table, chance: &mut C, log: &mut L) {
        for seat in [0, 1, 0, 1] {
            if table.deck == 0 {
                table.deck = std::mem::take(&mut table.discard);
                log.push(Event::Shuffled { from: DISCARD, to: DECK });
            }
            let card = chance.draw(0, table.deck, table.deck.count_ones());
            table.deck &= !(1 << card);
            table.hands[seat] |= 1 << card;
            log.push(Event::Drawn {
                card: CardId(u16::from(card)),
                from: DECK,
                to: hand(seat),
                was: DOWN,
                face: DOWN,
            });
        }
    }

    fn score<L: Log>(&self, table: &mut Table, log: &mut L) {
        for (place, seat) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for card in Bits(table.field[place][seat] & !table.up) {
                log.push(Event::Turned {
                    card: CardId(u16::from(card)),
                    at: field(place, seat),
                    was: DOWN,
                    face: UP,
                });
            }
        }
        let forgets = self.fault == Fault::ForgetsAPoint && table.up & 1 == 1;
        for place in 0..2 {
            let [red, blue] = table.field[place].map(sum);
            if red == blue {
                log.push(Event::Noted {
                    note: Note(0),
                    at: Some(field(place, 0)),
                    seat: None,
                    values: [red as i16, blue as i16],
                });
            } else if !forgets {
                let winner = usize::from(blue > red);
                table.points[winner] += 1;
                log.push(Event::Counted {
                    counter: Counter(1 + winner as u8),
                    to: i16::from(table.points[winner]),
                });
            }
            for seat in [0, 1] {
                let cards = std::mem::take(&mut table.field[place][seat]);
                table.discard |= cards;
                for card in Bits(cards) {
                    log.push(Event::Moved {
                        card: CardId(u16::from(card)),
                        from: field(place, seat),
                        to: DISCARD,
                        was: UP,
                        face: UP,
                    });
                }
            }
        }
        table.up = 0;
        table.turn = 0;
        table.round += 1;
        log.push(Event::Counted { counter: Counter(0), to: i16::from(table.round) });
    }

    pub(super) fn all(table: &Table) -> [(u64, ZoneId); 8] {
        [
            (table.deck, DECK),
            (table.discard, DISCARD),
            (table.hands[0], hand(0)),
            (table.hands[1], hand(1)),
            (table.field[0][0], field(0, 0)),
            (table.field[0][1], field(0, 1)),
            (table.field[1][0], field(1, 0)),
            (table.field[1][1], field(1, 1)),
        ]
    }
}

pub fn hand(seat: usize) -> ZoneId {
    ZoneId(2 + seat as u8)
}

pub fn field(place: usize, seat: usize) -> ZoneId {
    ZoneId((4 + place * 2 + seat) as u8)
}

impl Game for Toy {
    type State = Table;
    type Move = Move;
    type Legal = Choices;
    type View = Table;

    fn names(&self) -> &Names {
        &self.names
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table {
        let mut table = Table {
            deck: 0xff,
            discard: 0,
            hands: [0; 2],
            field: [[0; 2]; 2],
            up: 0,
            points: [0; 2],
            round: 1,
            turn: 0,
            laid: None,
        };
        self.deal(&mut table, chance, log);
        table
    }

    fn turn(&self, table: &Table) -> Option<Seat> {
        (table.round <= self.rounds).then(|| Seat(self.active(table) as u8))
    }

    fn legal(&self, table: &Table) -> Choices {
        Choices(self.choices(table))
    }

    fn refusal(&self, table: &Table, mv: Move) -> Option<Refusal> {
        (!self.choices(table).contains(&mv)).then_some(Refusal {
            word: "not-now",
            clause: "R1",
            says: "lay a card, then show it or pass",
        })
    }

    fn apply<C: Chance, L: Log>(&self, table: &mut Table, mv: Move, chance: &mut C, log: &mut L) {
        let me = self.active(table);
        match mv {
            Move::Lay { card, at } => {
                table.hands[me] &= !(1 << card);
                if self.fault != Fault::LosesACard || (card, at) != (7, 1) {
                    table.field[usize::from(at)][me] |= 1 << card;
                }
                table.laid = Some(card);
                let leaks = self.fault == Fault::LogLeaks;
                log.push(Event::Moved {
                    card: CardId(u16::from(card)),
                    from: hand(me),
                    to: field(usize::from(at), me),
                    was: DOWN,
                    face: if leaks { UP } else { DOWN },
                });
                return;
            }
            Move::Show => {
                if let Some(card) = table.laid {
                    table.up |= 1 << card;
                    let place = usize::from(table.field[1][me] >> card & 1 == 1);
                    log.push(Event::Turned {
                        card: CardId(u16::from(card)),
                        at: field(place, me),
                        was: DOWN,
                        face: UP,
                    });
                }
            }
            Move::Pass => {}
        }
        if let Some(card) = table.laid.filter(|_| self.fault == Fault::NoteLeaks) {
            log.push(Event::Noted {
                note: Note(0),
                at: None,
                seat: None,
                values: [worth(card) as i16, 0],
            });
        }
        table.laid = None;
        table.turn += 1;
        if table.turn == 4 {
            self.score(table, log);
            if table.round <= self.rounds {
                self.deal(table, chance, log);
            }
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let [red, blue] = table.points;
        let score =
            |points: u8| Score::new(vec![ScorePart { what: "points", points: i32::from(points) }]);
        (table.round > self.rounds).then(|| Outcome {
            scores: vec![score(red), score(blue)],
            level: Vec::new(),
            winners: (red != blue).then(|| Seat(u8::from(blue > red))).into_iter().collect(),
            by: if red == blue { "draw" } else { "points" },
        })
    }

    fn view(&self, table: &Table, seat: Seat) -> Table {
        let mut seen = *table;
        let other = usize::from(1 - seat.0);
        // What is hidden is counted only, and the deck is everything that may be there.
        for place in 0..2 {
            let hidden = table.field[place][other] & !table.up;
            seen.field[place][other] &= table.up;
            seen.field[place][other] |= u64::from(hidden.count_ones()) << 8;
            seen.deck |= hidden;
        }
        seen.deck |= table.hands[other];
        if self.fault == Fault::ViewLeaks {
            return seen;
        }
        seen.hands[other] = u64::from(table.hands[other].count_ones()) << 8;
        if self.active(table) == other {
            seen.laid = table.laid.map(|_| CARDS);
        }
        seen
    }

    fn sees(&self, seat: Seat, zone: ZoneId, face: Facing) -> bool {
        let other = usize::from(1 - seat.0);
        let theirs = [field(0, other), field(1, other)].contains(&zone) && face == DOWN;
        !theirs && zone != DECK && zone != hand(other)
    }

    fn census(&self, table: &Table) -> Vec<(CardId, ZoneId)> {
        let zones = Self::all(table).into_iter();
        let mut found: Vec<_> = zones
            .flat_map(|(set, zone)| Bits(set).map(move |card| (CardId(u16::from(card)), zone)))
            .collect();
        found.sort();
        found
    }

    /// What lies on the field.
    fn holders(&self, table: &Table) -> Vec<(CardId, Seat)> {
        let mut held = Vec::new();
        for (seat, place) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let cards = Bits(table.field[place][usize::from(seat)]);
            held.extend(cards.map(|card| (CardId(u16::from(card)), Seat(seat))));
        }
        held.sort();
        held
    }

    fn dealt(&self, pile: Pile, card: u8) -> Option<CardId> {
        (pile == 0 && card < CARDS).then(|| CardId(u16::from(card)))
    }

    fn sort(&self, mv: Move) -> MoveFeatures {
        let (verb, row, place) = match mv {
            Move::Lay { card, at } => (0, Some(card / 2), Some(at)),
            Move::Show => (1, None, None),
            Move::Pass => (2, None, None),
        };
        MoveFeatures { verb, row, place }
    }

    fn longest(&self) -> u32 {
        u32::from(self.rounds) * 8
    }
}
