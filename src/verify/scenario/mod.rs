//! Scenarios: given a table, when these moves are made, then this holds. A scenario is a TOML file in the game's
//! `scenarios/`; a report goes out.  Unknown keys are errors, so that nothing in a file is left
//! unchecked.
//!
//! ```toml
//! cites = ["CH2-R12", "CH2-E1"]            # clauses of rules.md and rulings; a law ("CH2-I5") may be cited as well
//! title = "Diplomats are not counted"
//! variant = { order = "random", players = 3 } # of a game that has any; what is left out is the first that it can be
//! seed = 1                                 # for chance beyond the piles that are given; 0 when left out
//! set-up = true                            # the rules set the game up; the table only lists piles in the order of drawing
//!
//! [table]                                  # as in a record's states; what is left out is as when a round begins
//! defcon = 4
//! row = ["malaysia", "germany", "iraq", "missiles"]
//! [table.zones]
//! deck = ["spy#2", "admiral#3"]            # in the order in which they are drawn, the others after them
//! "hand/caps" = ["admiral#1"]
//! "field/1/caps" = ["diplomat#1", { card = "spy#1", face = "up" }]
//!
//! [[step]]
//! play = ["deploy admiral#1 at 1", "caps: end"]     # by whoever's turn it is, which may be said before the move
//! events = ["won at row/1: caps 4 1"]      # lines that must be told in this order; others may lie between
//! never = ["defcon = 3"]                   # lines that must not be told
//!
//! [[step]]
//! refuse = "launch admiral#1 to 3"         # must be refused, and change nothing
//! because = "not-adjacent"                 # with this word
//!
//! [step.expect]                            # after any step, or in a step of its own
//! defcon = 4                               # a key of the table: tables as far as keys are given, lists wholly
//! zones = { "hand/caps" = [] }             # a card's name stands for the card however it lies
//! influence = { "1/caps" = 4 }             # a key of what follows from the table
//! winner = { "1" = "hammers", "4" = "nobody" }
//! legal = ["end"]                          # exactly these moves
//! can = ["end"]                            # these moves at least
//! score = { caps = 3, hammers = 0 }        # only in the end: also `parts`, `winner-of-game`, `decided-by`
//! ```
//!
//! Every move is watched by the laws. `[scenarios]` of `game.toml` says what stands before a clause in `cites`, and
//! which clauses no table can show:
//!
//! ```toml
//! [scenarios]
//! clauses = "CH2"
//! not-on-a-table = { R1 = "components: counted in tests/components.rs" }
//! ```

mod assertions;
mod blame;
mod cards;
mod playing;
mod reading;
mod running;
mod schema;
#[cfg(test)]
mod tests;

pub use playing::play;
pub use reading::{Scenario, read_all, read_scenarios};
pub use running::{ScenarioOutcome, ScenarioReport, record_scenario, run_scenarios};
pub use schema::scenario_schema;
