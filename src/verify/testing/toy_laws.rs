//! The laws of the toy game. Used by the tests of `verify` that check laws.

use super::toy::{CARDS, Move, Table, Toy, sum};
use crate::rules::{Bits, Breach, CardId, Laws, Property, Rng, Seat, Tally};

impl Toy {
    /// Every card once.
    fn counted(&self, table: &Table, tally: &mut Tally) -> Result<(), Breach> {
        tally.counts[0] += 1;
        let zones = Self::all(table);
        let found: u32 = zones.iter().map(|(set, _)| set.count_ones()).sum();
        let union = zones.iter().fold(0, |all, (set, _)| all | set);
        if union == 0xff && found == 8 {
            return Ok(());
        }
        Err(Breach {
            property: 0,
            says: format!("8 cards in 8 places, found {found} in {}", union.count_ones()),
            at: None,
        })
    }
}

impl Laws for Toy {
    type Memory = ();

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn views(&self) -> Option<usize> {
        Some(2)
    }

    fn watch_start(&self, table: &Table, tally: &mut Tally) -> Result<(), Breach> {
        self.counted(table, tally)
    }

    fn watch(
        &self,
        before: &Table,
        mv: Move,
        after: &Table,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        self.counted(after, tally)?;
        if mv == Move::Show {
            tally.seen |= 1 << 3;
        }
        if after.round > before.round {
            tally.counts[1] += 1;
            let mut points = before.points.map(u32::from);
            for [red, blue] in before.field.map(|place| place.map(sum)) {
                points[0] += u32::from(red > blue);
                points[1] += u32::from(blue > red);
            }
            if points != after.points.map(u32::from) {
                let says = format!("points {points:?}, found {:?}", after.points);
                let (property, at) = (1, None);
                return Err(Breach { property, says, at });
            }
            if before.field.contains(&[0, 0]) {
                tally.seen |= 1 << 4;
            }
        }
        if after.points.iter().sum::<u8>() > 2 * self.rounds {
            tally.seen |= 1 << 5;
        }
        Ok(())
    }

    fn redeal(&self, table: &Table, seat: Seat, rng: &mut Rng) -> Table {
        let mut world = *table;
        let other = usize::from(1 - seat.0);
        let field = table.field[0][other] | table.field[1][other];
        let mut pool = table.deck | table.hands[other] | (field & !table.up);
        let mut take = || {
            let card = crate::rules::select(pool, rng.below(pool.count_ones()));
            pool &= !(1 << card);
            card
        };
        for place in 0..2 {
            world.field[place][other] &= table.up;
            for card in Bits(table.field[place][other] & !table.up) {
                let new = take();
                world.field[place][other] |= 1 << new;
                if table.laid == Some(card) {
                    world.laid = Some(new);
                }
            }
        }
        let cards = table.hands[other].count_ones();
        world.hands[other] = (0..cards).fold(0, |hand, _| hand | 1 << take());
        world.deck = pool;
        world
    }

    fn redeal_around(
        &self,
        table: &Table,
        around: Option<(&Table, &[CardId])>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<(Table, Vec<u8>)> {
        let world = self.redeal(table, seat, rng);
        let mut is: Vec<u8> = (0..CARDS).collect();
        for ((old, _), (new, _)) in Self::all(table).into_iter().zip(Self::all(&world)) {
            // What lies in both stays; the others took the places of those that went.
            for (card, other) in Bits(old & !new).zip(Bits(new & !old)) {
                is[usize::from(card)] = other;
            }
        }
        let keeps = |card: &CardId| is[usize::from(card.0)] == card.0 as u8;
        match around {
            Some((_, shown)) if !shown.iter().all(keeps) => Some((*table, Vec::new())),
            _ => Some((world, is)),
        }
    }

    fn counterpart(
        &self,
        world: &Table,
        mv: Move,
        is: &[u8],
        seat: Seat,
        _: &mut Rng,
    ) -> Option<Move> {
        match mv {
            Move::Lay { card, at } if world.turn != seat.0 => {
                let card = is.get(usize::from(card)).copied().unwrap_or(card);
                Some(Move::Lay { card, at })
            }
            _ => Some(mv),
        }
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        vec![(0..CARDS).collect()]
    }
}
