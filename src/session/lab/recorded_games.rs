//! Counts games that people have played and recorded. A folder of records and a game come in; who won them and how long they were goes
//! out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cards::Pack;
use crate::session::open::host::Host;
use crate::session::open::selection::is_playable;
use crate::source::{Diagnostic, Diagnostics, Severity, counted, error, read_plain_text, usage};
use crate::statistics::{Histogram, Interval, PairedSums};
use crate::verify::record::{MOST_RECORD, unseal};
use crate::verify::replay::{Replay, replay_record};

/// Recorded games of one variant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordedGames {
    pub games: u64,
    seats: Vec<String>,
    lengths: Histogram,
    /// By what chance follows from, and then by the moves. Games of one deal, such as those of a table at which a move was taken back,
    /// depend on each other.
    deals: BTreeMap<String, BTreeMap<String, RecordedGame>>,
}

#[derive(Debug, Clone, Default, PartialEq)]
struct RecordedGame {
    winner: Value,
    decisions: u32,
}

impl RecordedGames {
    /// Of each deal the games (x), and the sum of a number over them (y).
    fn by_deal(&self, number: impl Fn(&RecordedGame) -> i64) -> PairedSums {
        let mut sums = PairedSums::default();
        for games in self.deals.values() {
            sums.enter(games.len() as i64, games.values().map(&number).sum::<i64>());
        }
        sums
    }

    /// Records with the deal of another.
    fn dependent(&self) -> u64 {
        self.games - self.deals.len() as u64
    }

    fn share(&self, has: impl Fn(&RecordedGame) -> bool) -> Interval {
        let sums = self.by_deal(|game| i64::from(has(game)));
        match self.dependent() {
            0 => Interval::share(sums.sum_y as u64, self.games),
            _ => Interval::share_in_clusters(&sums),
        }
    }

    /// The share of the games that nobody won.
    pub fn drawn(&self) -> Interval {
        self.share(|game| game.winner.is_null())
    }

    /// Decisions of a game.
    pub fn length(&self) -> Interval {
        let mean = match self.dependent() {
            0 => Interval::mean(&self.lengths.sums()),
            _ => Interval::ratio(&self.by_deal(|game| game.decisions.into())),
        };
        mean.within(0.0, f64::INFINITY)
    }

    /// Decisions of the game in the middle.
    pub fn median_length(&self) -> Interval {
        let median = self.lengths.quantile_interval(0.5);
        match self.dependent() {
            0 => median,
            // Its interval would be that of independent games.
            _ => Interval::counted(median.value),
        }
    }

    /// The share of the games that each seat won.
    pub fn shares(&self) -> Vec<(&str, Interval)> {
        let share = |seat| self.share(|game| has_won(&game.winner, seat));
        let seats = self.seats.iter();
        seats.map(|seat| (seat.as_str(), share(seat))).collect()
    }
}

/// The records of a folder.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RecordedResults {
    /// Finished games.
    pub of_variant: BTreeMap<String, RecordedGames>,
    /// The files of games that are not finished.
    pub unfinished: Vec<String>,
    /// Records that cannot be read, or do not keep to the cards and rules as they are now.
    pub broken: usize,
    /// Records of other games.
    pub of_others: usize,
    /// Records of a game that another file records as well.
    pub copies: usize,
    /// The game, and the folder.
    sought: String,
}

/// Unfinished games that are named.
const MOST_NAMED: usize = 3;

impl RecordedResults {
    /// What is in the folder beside the games that are counted, each in a sentence.
    pub fn notes(&self) -> Vec<String> {
        let (named, more) = self.unfinished.split_at(self.unfinished.len().min(MOST_NAMED));
        let more = match more.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let unfinished = format!("not finished: {}{more}", named.join(", "));
        let dependent = self.of_variant.values().map(RecordedGames::dependent);
        let parts = [
            (self.copies, "copied from others, and counted once"),
            (
                dependent.sum::<u64>() as usize,
                "with the deal of another: in the intervals, all games of a deal are one case",
            ),
            (self.unfinished.len(), unfinished.as_str()),
            (self.broken, "broken, and left out"),
            (self.of_others, "of other games"),
        ];
        let there = parts.into_iter().filter(|(count, _)| *count > 0);
        if self.of_variant.is_empty() {
            let there: Vec<String> = there.map(|(count, what)| format!("{count} {what}")).collect();
            let there = if there.is_empty() {
                "there is no record at all (a file whose name ends in .jsonl)".to_owned()
            } else {
                there.join("; ")
            };
            return vec![format!("No finished game of {}: {there}.", self.sought)];
        }
        there.map(|(count, what)| format!("{} {what}.", counted(count, "record"))).collect()
    }

    fn enter(&mut self, replay: &Replay) {
        let header = &replay.header;
        let of = self.of_variant.entry(header.variant.describe()).or_default();
        let deal = json!([header.seed.json(), header.piles, header.table]).to_string();
        let moves = replay.frames.iter().map(|frame| &frame.text);
        let game = RecordedGame {
            winner: replay.result["winner"].clone(),
            decisions: replay.frames.last().map_or(0, |frame| frame.ply),
        };
        let of_deal = of.deals.entry(deal).or_default();
        let moves = json!(moves.collect::<Vec<_>>()).to_string();
        if of_deal.insert(moves, game.clone()).is_some() {
            self.copies += 1;
            return;
        }
        of.games += 1;
        of.lengths.enter(game.decisions);
        of.seats.clone_from(&header.seats);
    }
}

/// The games of a game among the records (`*.jsonl`) of a folder. Each is played again and checked; one that is broken is told and left
/// out, and those of other games are counted.
///
/// # Errors
/// When the folder cannot be read.
pub fn recorded_games(
    pack: &Pack,
    folder: &Path,
    host: &mut dyn Host,
) -> Result<RecordedResults, Diagnostics> {
    let entries = folder.read_dir().map_err(|e| {
        usage!(
            RecordHeader,
            format!("`{}` cannot be read: {e}", folder.display()),
            "name a folder of records, such as `output/records`, where the studio keeps them"
        )
    })?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "jsonl"));
    paths.sort();
    let mut found = RecordedResults {
        sought: format!("{} in {}", pack.game.id, folder.display()),
        ..RecordedResults::default()
    };
    if !is_playable(pack) {
        return Ok(found);
    }
    for path in paths {
        let name = path.display().to_string();
        let replayed = match record_text(&path) {
            Ok(text) if is_of_another(&text, &pack.game.id) => {
                found.of_others += 1;
                continue;
            }
            Ok(text) => replay_record(pack, &name, Arc::from(text), host.files()),
            Err(why) => Err(error!(
                RecordHeader,
                "`{name}` is no record: {why}",
                "take it out of the folder, or take the record as it was written"
            )
            .into()),
        };
        match replayed {
            Ok(replay) if replay.result.get("winner").is_none() => {
                let file = path.file_name().unwrap_or_default();
                found.unfinished.push(file.to_string_lossy().into_owned());
            }
            Ok(replay) => found.enter(&replay),
            Err(faults) => {
                found.broken += 1;
                // The games that can be counted are counted without these.
                let severity = Severity::Warning;
                let warnings = faults.into_iter().map(|fault| Diagnostic { severity, ..fault });
                host.tell(&warnings.collect());
            }
        }
    }
    Ok(found)
}

/// The text of a record, its seeds open if they lie beside it. A pipe among the records is not waited for, and a device is not read.
///
/// # Errors
/// Why it is none.
pub fn record_text(path: &Path) -> Result<String, String> {
    Ok(unsealed(path, read_plain_text(path, MOST_RECORD)?))
}

/// Where the seeds of a game that is not over lie: beside its record.
pub fn seed_file(record: &Path) -> PathBuf {
    record.with_extension("seed")
}

/// The text of a record, with the seeds that lie beside it.
pub fn unsealed(path: &Path, text: String) -> String {
    match read_plain_text(&seed_file(path), MOST_RECORD) {
        Ok(secrets) => unseal(&text, &secrets),
        Err(_) => text,
    }
}

/// Whether the first line says that it is a record of another game. One that says nothing may be of this one.
fn is_of_another(text: &str, game: &str) -> bool {
    let header: Option<Value> =
        text.lines().next().and_then(|line| serde_json::from_str(line).ok());
    header.and_then(|header| header["game"].as_str().map(|of| of != game)).unwrap_or(false)
}

fn has_won(winner: &Value, seat: &str) -> bool {
    match winner {
        Value::Array(all) => all.iter().any(|one| one == seat),
        one => one == seat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_has_fewer_decisions_than_none() {
        let mut found = RecordedGames::default();
        for decisions in [1, 9] {
            found.lengths.enter(decisions);
            let game = RecordedGame::default();
            found.deals.insert(decisions.to_string(), [(String::new(), game)].into());
        }
        found.games = 2;
        let length = found.length();
        assert_eq!((length.value, length.low), (5.0, 0.0));
        assert!(length.high > 9.0, "{length:?}");
    }
}
