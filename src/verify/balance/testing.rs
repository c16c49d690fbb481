//! A tiny game for the tests of this folder: each side is dealt three cards, keeps or discards each, and scores what
//! it kept. Used by `tests`.

use super::cards::CardRows;
use crate::rules::{
    Bits, CardId, Chance, Event, Facing, Game, Legal, Log, MoveFeatures, Names, Outcome, Pile,
    Refusal, Score, ScorePart, Seat, ZoneId,
};

/// Cards that are dealt to each side.
const DEALT: u32 = 3;

pub struct Keeper {
    pub names: Names,
    /// What each card is worth to its keeper.
    pub worth: Vec<i32>,
    /// Cards that are never dealt.
    pub left_out: u64,
    /// Points that the first side has from the start.
    pub head_start: i32,
    /// Side of each seat: the first two seats play, the others score with them.
    pub sides: Vec<usize>,
    /// Whether the second side's score has another name.
    pub roles: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    pub hands: [u64; 2],
    pub kept: [u64; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    Keep,
    Discard,
}

pub struct Both;

impl Legal<Choice> for Both {
    fn len(&self) -> u32 {
        2
    }

    fn get(&self, index: u32) -> Choice {
        [Choice::Keep, Choice::Discard][index as usize]
    }
}

impl Keeper {
    /// A fair game of `worth.len()` cards, called `a`, `b` and so on, for two seats.
    pub fn new(worth: &[i32]) -> Self {
        let words = |all: &[&str]| all.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
        let letter = |n: usize| char::from(b'a' + n as u8).to_string();
        Keeper {
            names: Names {
                seats: words(&["red", "blue"]),
                cards: (0..worth.len()).map(letter).collect(),
                zones: words(&["deck", "red", "blue", "discard"]),
                faces: words(&["up"]),
                ..Names::default()
            },
            worth: worth.to_vec(),
            left_out: 0,
            head_start: 0,
            sides: vec![0, 1],
            roles: false,
        }
    }

    /// With a partner for each seat.
    pub fn in_teams(worth: &[i32]) -> Self {
        let mut keeper = Self::new(worth);
        let partners = ["red-friend", "blue-friend"].map(str::to_owned);
        keeper.names.seats.extend(partners);
        keeper.sides = vec![0, 1, 0, 1];
        keeper
    }

    /// All cards as rows of the deck `deck`.
    pub fn cards(&self) -> CardRows {
        let ids = self.names.cards.iter();
        let ids = ids.map(|name| name.split('#').next().unwrap_or(name));
        CardRows::among(&self.names, ids.map(|id| ("deck", id)))
    }

    fn points(&self, table: &Table, side: usize) -> i32 {
        let kept = Bits(table.kept[side]).map(|card| self.worth[usize::from(card)]);
        kept.sum::<i32>() + if side == 0 { self.head_start } else { 0 }
    }
}

impl Game for Keeper {
    type State = Table;
    type Move = Choice;
    type Legal = Both;
    type View = ();

    fn names(&self) -> &Names {
        &self.names
    }

    fn set_up<C: Chance, L: Log>(&self, chance: &mut C, log: &mut L) -> Table {
        let mut deck = ((1u64 << self.worth.len()) - 1) & !self.left_out;
        let mut table = Table {
            hands: [0; 2],
            kept: [0; 2],
        };
        for side in [0, 1].repeat(DEALT as usize) {
            let card = chance.draw(0, deck, deck.count_ones());
            deck &= !(1 << card);
            table.hands[side] |= 1 << card;
            log.push(Event::Drawn {
                card: CardId(u16::from(card)),
                from: ZoneId(0),
                to: ZoneId(1 + side as u8),
                face: Facing(0),
            });
        }
        table
    }

    fn turn(&self, table: &Table) -> Option<Seat> {
        let side = table.hands.iter().position(|hand| *hand != 0)?;
        Some(Seat(side as u8))
    }

    fn legal(&self, _: &Table) -> Both {
        Both
    }

    fn refusal(&self, _: &Table, _: Choice) -> Option<Refusal> {
        None
    }

    fn apply<C: Chance, L: Log>(&self, table: &mut Table, mv: Choice, _: &mut C, _: &mut L) {
        let side = usize::from(table.hands[0] == 0);
        let card = table.hands[side] & table.hands[side].wrapping_neg();
        table.hands[side] &= !card;
        if mv == Choice::Keep {
            table.kept[side] |= card;
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let points = [0, 1].map(|side| self.points(table, side));
        let best = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
        };
        let score = |side: &usize| {
            Score::new(vec![ScorePart {
                what: if self.roles && *side == 1 {
                    "alms"
                } else {
                    "kept"
                },
                points: points[*side],
            }])
        };
        let seats = self.seats().zip(&self.sides);
        let winners = seats.filter(|(_, side)| Some(**side) == best);
        Some(Outcome {
            scores: self.sides.iter().map(score).collect(),
            winners: winners.map(|(seat, _)| seat).collect(),
            level: Vec::new(),
            by: if best.is_none() { "draw" } else { "points" },
        })
    }

    fn view(&self, _: &Table, _: Seat) {}

    fn sees(&self, _: Seat, _: ZoneId, _: Facing) -> bool {
        true
    }

    fn census(&self, _: &Table) -> Vec<(CardId, ZoneId)> {
        Vec::new()
    }

    fn holders(&self, table: &Table) -> Vec<(CardId, Seat)> {
        let held = |seat: u8| {
            let kept = Bits(table.kept[usize::from(seat)]);
            kept.map(move |card| (CardId(u16::from(card)), Seat(seat)))
        };
        let mut all: Vec<_> = [0, 1].into_iter().flat_map(held).collect();
        all.sort();
        all
    }

    fn dealt(&self, _: Pile, card: u8) -> Option<CardId> {
        Some(CardId(u16::from(card)))
    }

    fn move_space(&self) -> Vec<Choice> {
        vec![Choice::Keep, Choice::Discard]
    }

    fn sort(&self, _: Choice) -> MoveFeatures {
        MoveFeatures::default()
    }

    fn longest(&self) -> u32 {
        2 * DEALT
    }
}
