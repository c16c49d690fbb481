//! A local web server: the studio, where the owner of a game sees it while it is edited, and the table, where people play it.
//!
//! A folder and options come in; it runs until it is told to stop. The two servers share no route: the studio listens on 127.0.0.1
//! alone and asks for the owner's secret, the table may be opened to the local network and asks for a secret for each seat. Who may
//! do what is written in `docs/book/contributing/studio.md`, each line with its test.

mod connections;
mod game_watch;
mod games_job;
mod guard;
mod lock;
mod owner;
mod play_routes;
mod proof_routes;
mod routes;
mod running;
mod shared;
mod source_routes;
mod table_routes;
mod tables;

pub use running::{StudioPlan, run_studio};
pub use shared::StudioCommands;
