//! Who is to sit at a new table. The fields of a form come in, a [`NewTable`] goes out. Called by the owner's routes.

use std::collections::BTreeMap;

use crate::rules::{Axis, Variant};

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKind {
    /// Somebody at the owner's device.
    Here,
    /// Somebody with an invitation.
    Invited,
    /// The program, which plays out so many games for each choice.
    Program(u32),
}

/// Playouts of the program's player for each choice.
const PLAYOUTS: u32 = 400;

impl SeatKind {
    /// The words of the form: value and label.
    pub const CHOICES: [(&str, &str); 4] = [
        ("here", "here, on this device"),
        ("invite", "invite somebody"),
        ("program", "the program, thinking"),
        ("random", "the program, at random"),
    ];

    pub fn read(word: &str) -> Option<SeatKind> {
        match word {
            "here" => Some(SeatKind::Here),
            "invite" => Some(SeatKind::Invited),
            "program" => Some(SeatKind::Program(PLAYOUTS)),
            "random" => Some(SeatKind::Program(1)),
            _ => None,
        }
    }
}

/// What a table is to be.
pub struct NewTable {
    pub variant: Variant,
    /// By the number of the seat; those that are missing are played here.
    pub seats: BTreeMap<usize, SeatKind>,
    pub onlookers: bool,
    pub referee: bool,
}

impl NewTable {
    /// Reads the fields of the form; what is not among the choices counts as not chosen.
    pub fn read(fields: &BTreeMap<String, String>, axes: &[Axis]) -> NewTable {
        let mut variant = Variant::first(axes);
        for axis in axes {
            let asked = fields
                .get(&format!("axis-{}", axis.name))
                .filter(|value| axis.values.contains(value));
            if let Some(value) = asked.or(axis.values.first()) {
                variant = variant.with(&axis.name, value);
            }
        }
        let seats = fields.iter().filter_map(|(name, value)| {
            let seat = name.strip_prefix("seat-")?.parse().ok()?;
            Some((seat, SeatKind::read(value)?))
        });
        NewTable {
            variant,
            seats: seats.collect(),
            onlookers: fields.contains_key("onlookers"),
            referee: fields.contains_key("referee"),
        }
    }

    pub fn kind(&self, seat: usize) -> SeatKind {
        self.seats.get(&seat).copied().unwrap_or(SeatKind::Here)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_says_who_sits_where() {
        let axes = [Axis { name: "players".into(), values: vec!["2".into(), "3".into()] }];
        let fields = [
            ("axis-players", "3"),
            ("seat-0", "here"),
            ("seat-2", "program"),
            ("seat-x", "here"),
            ("seat-1", "?"),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let table = NewTable::read(&fields, &axes);
        assert_eq!(table.variant.get("players"), Some("3"));
        assert_eq!(table.kind(2), SeatKind::Program(PLAYOUTS));
        assert_eq!((table.kind(1), table.seats.len()), (SeatKind::Here, 2));
        let other = [("axis-players".to_owned(), "9".to_owned())].into();
        assert_eq!(NewTable::read(&other, &axes).variant.get("players"), Some("2"));
    }
}
