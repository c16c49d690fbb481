//! Counts games that people have played and recorded. A folder of records and a game come in; who won them and how long they were goes
//! out. Called by the command `lab`.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::playable::prover_of;
use crate::cards::Pack;
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files};
use crate::statistics::Histogram;
use crate::statistics::Interval;

/// Bytes of a record.
const MOST_BYTES: u64 = 64 << 20;

/// Recorded games of one variant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordedGames {
    pub games: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Seats in order, and the games that each won.
    pub wins: Vec<(String, u64)>,
    pub lengths: Histogram,
}

impl RecordedGames {
    /// The share of the games that nobody won.
    pub fn drawn(&self) -> Interval {
        Interval::share(self.draws, self.games)
    }

    /// Decisions of a game.
    pub fn length(&self) -> Interval {
        Interval::mean(&self.lengths.sums())
    }

    /// The share of the games that each seat won.
    pub fn shares(&self) -> Vec<(&str, Interval)> {
        let share = |wins| Interval::share(wins, self.games);
        let wins = self.wins.iter();
        wins.map(|(seat, wins)| (seat.as_str(), share(*wins)))
            .collect()
    }
}

/// The records of a folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordedResults {
    /// Finished games.
    pub of_variant: BTreeMap<String, RecordedGames>,
    /// How many games are not finished.
    pub unfinished: u64,
}

/// The games of a game among the records (`*.jsonl`) of a folder. Each is played again and checked; records of other games are left out.
///
/// # Errors
/// When the folder cannot be read; every record of the game that does not agree with it.
pub fn recorded_games(
    pack: &Pack,
    folder: &Path,
    files: &mut Files,
) -> Result<RecordedResults, Diagnostics> {
    let unreadable = |says: String| {
        Diagnostic::error(Code::RecordHeader, says)
            .fault(Blame::Usage)
            .help("name a folder of records, such as `output/records`, where the studio keeps them")
    };
    let entries = folder
        .read_dir()
        .map_err(|e| unreadable(format!("`{}` cannot be read: {e}", folder.display())))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    let Some(prover) = prover_of(pack) else {
        return Ok(RecordedResults::default());
    };
    let mut found = RecordedResults::default();
    let mut faults = Diagnostics::new();
    for path in paths {
        let name = path.display().to_string();
        let size = std::fs::metadata(&path).map_or(u64::MAX, |data| data.len());
        let text = (size <= MOST_BYTES)
            .then(|| std::fs::read_to_string(&path).ok())
            .flatten();
        let Some(text) = text else {
            faults.push(unreadable(format!(
                "`{name}` cannot be read, or is larger than {} MB",
                MOST_BYTES >> 20
            )));
            continue;
        };
        if !is_of(&text, &pack.game.id) {
            continue;
        }
        match prover.replay(pack, &name, Arc::from(text), files) {
            Ok(replay) if replay.result.is_null() => found.unfinished += 1,
            Ok(replay) => {
                let of = found
                    .of_variant
                    .entry(replay.header.origin.variant.describe())
                    .or_default();
                of.wins
                    .resize_with(replay.header.seats.len(), Default::default);
                of.games += 1;
                let plies = replay.frames.last().map_or(0, |frame| frame.ply);
                of.lengths.enter(plies);
                let winner = &replay.result["winner"];
                of.draws += u64::from(winner.is_null());
                for ((name, wins), seat) in of.wins.iter_mut().zip(&replay.header.seats) {
                    name.clone_from(seat);
                    *wins += u64::from(has_won(winner, seat));
                }
            }
            Err(more) => faults.append(more),
        }
    }
    if faults.is_empty() {
        Ok(found)
    } else {
        Err(faults)
    }
}

/// Whether the first line says that it is a record of this game.
fn is_of(text: &str, game: &str) -> bool {
    let header: Option<Value> = text
        .lines()
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    header.is_some_and(|header| header["game"] == game)
}

fn has_won(winner: &Value, seat: &str) -> bool {
    match winner {
        Value::Array(all) => all.iter().any(|one| one == seat),
        one => one == seat,
    }
}
