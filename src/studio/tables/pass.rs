//! A pass: who may see and do what at a table. An invitation's secret turns into it once, and a cookie of its own name and path shows
//! it from then on. Made by `open_table`.

use std::sync::Arc;

use crate::rules::{Seat, Viewer};
use crate::source::joined;
use crate::studio::owner::Secret;

/// Characters of a name.
const MOST_NAME: usize = 40;

/// What somebody is at a table.
#[derive(Clone, PartialEq)]
pub enum Role {
    /// Plays these seats: several where people share a device.
    Seats(Vec<Seat>),
    /// Sees what every seat sees.
    Onlooker,
    /// Sees everything; all are told that there is one.
    Referee,
}

/// Somebody's place at a table.
pub struct TablePass {
    /// It stands in addresses and opens nothing.
    pub id: String,
    pub role: Role,
    /// The name that was given; empty until the place is taken.
    pub name: String,
    /// The invitation, until it is followed.
    pub(super) link: Option<Secret>,
    pub cookie: Secret,
    /// Each page that follows the table holds it as well.
    pub present: Arc<()>,
}

impl TablePass {
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(id: String, role: Role) -> std::io::Result<TablePass> {
        Ok(TablePass {
            id,
            role,
            name: String::new(),
            link: Some(Secret::new()?),
            cookie: Secret::new()?,
            present: Arc::default(),
        })
    }

    /// Whether a page of it follows the table.
    pub fn is_present(&self) -> bool {
        Arc::strong_count(&self.present) > 1
    }

    pub fn seats(&self) -> &[Seat] {
        match &self.role {
            Role::Seats(seats) => seats,
            Role::Onlooker | Role::Referee => &[],
        }
    }

    /// Through whose eyes it looks: of several seats one that decides, or the one that is asked for.
    pub fn viewer(&self, asked: Option<Seat>, turns: &[Seat]) -> Viewer {
        let own = |seat: &Seat| self.seats().contains(seat);
        match &self.role {
            Role::Referee => Viewer::All,
            Role::Onlooker => Viewer::Onlooker,
            Role::Seats(seats) => {
                let deciding = || turns.iter().copied().filter(own);
                deciding()
                    .find(|seat| asked == Some(*seat))
                    .or_else(|| deciding().next())
                    .or(asked.filter(own))
                    .or(seats.first().copied())
                    .map_or(Viewer::Onlooker, Viewer::Seat)
            }
        }
    }

    /// What it is for, after "You are invited".
    pub fn purpose(&self, names: &[String]) -> String {
        match &self.role {
            Role::Onlooker => "to watch".to_owned(),
            Role::Referee => "to be the referee, who sees all the cards".to_owned(),
            Role::Seats(seats) => {
                let names = seats.iter().filter_map(|seat| names.get(usize::from(seat.0)));
                format!("to play {}", joined(names, " and "))
            }
        }
    }
}

/// A name without what would not be seen or would break a line.
pub fn clean_name(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(MOST_NAME).collect();
    match name.trim() {
        "" => "somebody".to_owned(),
        name => name.to_owned(),
    }
}
