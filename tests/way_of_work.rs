//! Commands as they are typed day by day: which game they are about, what `--watch` does while files are saved, what happens to
//! sheets that lie beside one another, and what stands in the way of a file.

#[path = "way_of_work/bench.rs"]
mod bench;
#[path = "way_of_work/games.rs"]
mod games;
#[path = "way_of_work/places.rs"]
mod places;
#[path = "way_of_work/rows.rs"]
mod rows;
#[path = "way_of_work/sheets.rs"]
mod sheets;
#[cfg(unix)]
#[path = "way_of_work/watching.rs"]
mod watching;
