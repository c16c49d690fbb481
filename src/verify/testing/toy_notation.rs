//! How the toy game writes and reads its moves and tables. Used by the tests of `scenario`, `record`, `replay` and
//! `shrink`.

use serde_json::{Value, json};

use super::toy::{DECK, Move, Table, Toy, sum};
use crate::rules::captions::Captions;
use crate::rules::{Bits, CardId, Chance, Facing, Game, Misfit, Notation, Staged, Unread, Viewer};

impl Notation for Toy {
    fn write(&self, _: &Table, mv: Move) -> String {
        match mv {
            Move::Lay { card, at } => format!("lay c{} at {}", card + 1, at + 1),
            Move::Show => "show".to_owned(),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read(&self, _: &Table, text: &str) -> Result<Move, Unread> {
        let found = Self::move_space().into_iter().find(|mv| match mv {
            Move::Lay { card, at } => text == format!("lay c{} at {}", card + 1, at + 1),
            Move::Show => text == "show",
            Move::Pass => text == "pass",
        });
        let unread =
            || format!("`{text}` is no move: write `lay c1 at 2`, `show` or `pass`").into();
        found.ok_or_else(unread)
    }

    fn table<C: Chance>(&self, table: &Table, chance: &C) -> Value {
        let name = |card: u8| self.names.card(CardId(u16::from(card))).to_owned();
        let mut zones = serde_json::Map::new();
        for (set, zone) in Self::all(table) {
            let cards: Vec<Value> = match zone {
                DECK => chance
                    .order(0, &Bits(set).collect::<Vec<u8>>())
                    .into_iter()
                    .map(|c| json!(name(c)))
                    .collect(),
                zone if zone.0 >= 4 => Bits(set)
                    .map(|c| {
                        let face = Facing((table.up >> c & 1) as u8);
                        json!({"card": name(c), "face": self.names.face(face)})
                    })
                    .collect(),
                _ => Bits(set).map(|c| json!(name(c))).collect(),
            };
            zones.insert(self.names.zone(zone).to_owned(), json!(cards));
        }
        json!({
            "round": table.round, "turn": table.turn, "laid": table.laid.map(name),
            "points": table.points, "zones": zones,
        })
    }

    fn seen(&self, table: &Table, viewer: Viewer) -> Value {
        let mut zones = serde_json::Map::new();
        for (set, zone) in Self::all(table) {
            let sees = |card: u8| {
                let face = Facing((table.up >> card & 1) as u8);
                match viewer {
                    Viewer::All => true,
                    Viewer::Seat(seat) => self.sees(seat, zone, face),
                    Viewer::Onlooker => self.seats().all(|seat| self.sees(seat, zone, face)),
                }
            };
            let (open, hidden): (Vec<u8>, Vec<u8>) = Bits(set).partition(|card| sees(*card));
            let open = open.into_iter().map(|card| json!(self.names.card(CardId(u16::from(card)))));
            let hidden = hidden.iter().map(|_| json!({"deck": "c"}));
            zones.insert(self.names.zone(zone).to_owned(), open.chain(hidden).collect());
        }
        json!({"round": table.round, "turn": table.turn, "points": table.points, "zones": zones})
    }

    fn standings(&self, table: &Table) -> Value {
        let at = |place: usize, seat: usize| sum(table.field[place][seat]);
        json!({"influence": {
            "1/red": at(0, 0), "1/blue": at(0, 1), "2/red": at(1, 0), "2/blue": at(1, 1),
        }})
    }

    fn in_order(&self, zone: &str) -> bool {
        !zone.starts_with("hand/")
    }

    fn stage(&self, written: &Value) -> Result<Staged<Table>, Vec<Misfit>> {
        let misfit = |path: &[&str], says: String| Misfit {
            path: path.iter().map(|p| (*p).to_owned()).collect(),
            says,
            help: "see the table of a record".to_owned(),
            unknown_card: false,
        };
        let number = |key: &str, or: u64| written[key].as_u64().unwrap_or(or) as u8;
        let find = |name: &str| self.names.cards.iter().position(|c| c == name);
        let mut faults = Vec::new();
        let (mut sets, mut up, mut pile) = ([0u64; 8], 0, Vec::new());
        for (key, cards) in written["zones"].as_object().into_iter().flatten() {
            let Some(zone) = self.names.zones.iter().position(|z| z == key) else {
                faults.push(misfit(&["zones", key], format!("there is no zone `{key}`")));
                continue;
            };
            for (index, card) in cards.as_array().into_iter().flatten().enumerate() {
                let name = card["card"].as_str().or(card.as_str()).unwrap_or_default();
                let Some(card_number) = find(name) else {
                    let path = ["zones", key, &index.to_string()];
                    faults.push(Misfit {
                        unknown_card: true,
                        ..misfit(&path, format!("there is no card `{name}`"))
                    });
                    continue;
                };
                sets[zone] |= 1 << card_number;
                if card["face"] == "up" {
                    up |= 1 << card_number;
                }
                if zone == 0 {
                    pile.push(card_number as u8);
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        sets[0] |= 0xff & !sets.iter().fold(0, |all, set| all | set);
        let points = |seat: usize| written["points"][seat].as_u64().unwrap_or(0) as u8;
        Ok(Staged {
            state: Table {
                deck: sets[0],
                discard: sets[1],
                hands: [sets[2], sets[3]],
                field: [[sets[4], sets[5]], [sets[6], sets[7]]],
                up,
                points: [points(0), points(1)],
                round: number("round", 1),
                turn: number("turn", 0),
                laid: written["laid"].as_str().and_then(find).map(|c| c as u8),
            },
            piles: vec![pile],
        })
    }

    fn captions(&self) -> Captions {
        Captions::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{NoListener, SeededChance};
    use crate::verify::testing::Fault;

    #[test]
    fn a_table_written_down_is_the_table_read() {
        let toy = Toy::new(2, Fault::Nothing);
        let mut chance = SeededChance::new(3);
        let mut table = toy.set_up(&mut chance, &mut NoListener);
        while toy.turn(&table).is_some() {
            let written = toy.table(&table, &chance);
            assert_eq!(toy.stage(&written).unwrap().state, table, "{written}");
            let legal = toy.legal_moves(&table);
            toy.apply(&mut table, legal[0], &mut chance, &mut NoListener);
        }
    }
}
