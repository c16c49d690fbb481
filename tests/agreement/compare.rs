//! One game, played twice: by the family and by the folder.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::chance::{Player, hash};
use super::engine::{Playing, Rules};
use super::tables::differences;

/// What is compared beyond turns, legal moves and lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// What both tables have, after each ply.
    pub states: bool,
    /// The tables as they are written.
    pub bytes: bool,
    pub standings: bool,
    pub refusals: bool,
    pub views: bool,
}

/// Where two engines part for the first time.
#[derive(Debug, Clone)]
pub struct Difference {
    pub seed: u64,
    pub ply: usize,
    /// In a few words: the same words for differences of one kind.
    pub what: String,
    /// Line by line.
    pub says: String,
    /// The moves that led there, by seat.
    pub moves: Vec<String>,
}

/// What was compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub games: u64,
    pub differ: u64,
    pub decisions: u64,
    pub moves: u64,
    pub refusals: u64,
    /// Moves that the family refuses and the folder cannot read: they name what is not there.
    pub unread: u64,
}

impl Counts {
    pub fn add(&mut self, other: Counts) {
        self.games += other.games;
        self.differ += other.differ;
        self.decisions += other.decisions;
        self.moves += other.moves;
        self.refusals += other.refusals;
        self.unread += other.unread;
    }
}

/// Plays one game with both engines.
pub fn compare(
    family: &dyn Rules,
    folder: &dyn Rules,
    seed: u64,
    asked: Asked,
    counts: &mut Counts,
) -> Option<Difference> {
    let mut game = Both {
        family,
        folder,
        seed,
        asked,
        counts,
        moves: Vec::new(),
    };
    let found = catch_unwind(AssertUnwindSafe(|| game.play()));
    let found = match found {
        Ok(Ok(())) => None,
        Ok(Err(says)) => Some(says),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Some(("panic".to_owned(), text.unwrap_or("no message").to_owned()))
        }
    };
    let moves = game.moves;
    counts.games += 1;
    found.map(|(what, says)| {
        counts.differ += 1;
        Difference {
            seed,
            ply: moves.len(),
            what,
            says,
            moves,
        }
    })
}

struct Both<'a> {
    family: &'a dyn Rules,
    folder: &'a dyn Rules,
    seed: u64,
    asked: Asked,
    counts: &'a mut Counts,
    moves: Vec<String>,
}

/// What differs, in short and at length.
type Parted = (String, String);

impl Both<'_> {
    fn play(&mut self) -> Result<(), Parted> {
        same_set("cards", &self.family.cards(), &self.folder.cards())?;
        same(
            "seats",
            &self.family.seats().join(", "),
            &self.folder.seats().join(", "),
        )?;
        let mut player = Player::of(self.seed);
        let states = self.asked.bytes;
        let (mut theirs, first) = self.family.start(self.seed, states);
        let (mut ours, own) = self.folder.start(self.seed, states);
        same_lines("set-up", &first, &own, &*ours)?;
        loop {
            self.asks(&*theirs, &*ours)?;
            let (turn, own) = (theirs.turn(), ours.turn());
            if turn != own {
                let word = |turn: Option<String>| turn.unwrap_or("nobody: the game is over".into());
                return Err(parted("turn", &word(turn), &word(own), &*ours));
            }
            let (legal, own) = (theirs.legal(), ours.legal());
            if legal != own {
                return Err(legal_differ(&legal, &own, &*ours));
            }
            let Some(seat) = turn else { break };
            self.counts.decisions += 1;
            self.counts.moves += legal.len() as u64;
            let text = &legal[player.choose(&legal)];
            self.moves.push(format!("{seat}: {text}"));
            let lines = theirs.play(text);
            let own = ours.play(text);
            let verb = text.split(' ').next().unwrap_or_default();
            same_lines(&format!("lines of `{verb}`"), &lines, &own, &*ours)?;
        }
        match theirs.last_line() == ours.last_line() {
            true => Ok(()),
            false => Err(parted(
                "result",
                &theirs.last_line(),
                &ours.last_line(),
                &*ours,
            )),
        }
    }

    /// What is only compared where it is asked for.
    fn asks(&mut self, theirs: &dyn Playing, ours: &dyn Playing) -> Result<(), Parted> {
        same_set("where cards lie", &theirs.census(), &ours.census())?;
        // A game that is over is in no round.
        if self.asked.states && theirs.turn().is_some() {
            let found = differences(&theirs.table(), &ours.table());
            if let Some(first) = found.first() {
                let what = format!("table: {}", first.split(':').next().unwrap_or_default());
                return Err((what, format!("  {}", found.join("\n  "))));
            }
        }
        if self.asked.standings {
            same("standings", &theirs.standings(), &ours.standings())?;
        }
        if self.asked.views {
            for (theirs, ours) in theirs.reads().iter().zip(ours.reads()) {
                same("what a seat reads", &theirs.join("\n"), &ours.join("\n"))?;
            }
            for (at, seat) in self.family.seats().iter().enumerate() {
                let [theirs, ours] = [theirs, ours]
                    .map(|playing| playing.unknown(at).into_iter().collect::<Vec<String>>());
                same_set(&format!("cards unknown to {seat}"), &theirs, &ours)?;
            }
        }
        if self.asked.refusals {
            let turn = hash(self.seed, &self.moves.len().to_string());
            for text in &theirs.space(turn) | &ours.space(turn) {
                let text = text.as_str();
                let Ok(refusal) = theirs.refusal(text) else {
                    continue;
                };
                self.counts.refusals += 1;
                let own = ours.refusal(text);
                if own.is_err() && refusal.is_some() {
                    self.counts.unread += 1;
                    continue;
                }
                if own != Ok(refusal) {
                    let word = |word: Option<&str>| word.unwrap_or("(legal)").to_owned();
                    let own = own.map_or_else(|why| format!("unread: {why}"), word);
                    let (what, theirs) = (format!("refusal {}", word(refusal)), word(refusal));
                    return Err((
                        what,
                        format!("`{text}`\n  family: {theirs}\n  folder: {own}"),
                    ));
                }
            }
        }
        Ok(())
    }
}

fn parted(what: &str, theirs: &str, ours: &str, playing: &dyn Playing) -> Parted {
    let mut says = format!("  family: {theirs}\n  folder: {ours}");
    if let Some(trouble) = playing.trouble() {
        let _ = write!(says, "\n  the folder says: {trouble}");
    }
    (what.to_owned(), says)
}

fn same(what: &str, theirs: &str, ours: &str) -> Result<(), Parted> {
    match theirs == ours {
        true => Ok(()),
        false => Err((
            what.to_owned(),
            format!("  family: {theirs}\n  folder: {ours}"),
        )),
    }
}

fn same_set(what: &str, theirs: &[String], ours: &[String]) -> Result<(), Parted> {
    match theirs == ours {
        true => Ok(()),
        false => Err((what.to_owned(), only(theirs, ours))),
    }
}

fn only(theirs: &[String], ours: &[String]) -> String {
    let only = |of: &[String], other: &[String]| {
        let found: Vec<&str> = of
            .iter()
            .filter(|one| !other.contains(one))
            .map(String::as_str)
            .collect();
        found.join(", ")
    };
    format!(
        "  only in the family: {}\n  only in the folder: {}",
        only(theirs, ours),
        only(ours, theirs)
    )
}

fn legal_differ(theirs: &[String], ours: &[String], playing: &dyn Playing) -> Parted {
    let verbs = |of: &[String], other: &[String]| {
        let only = of.iter().filter(|one| !other.contains(one));
        let verbs: BTreeSet<&str> = only.filter_map(|text| text.split(' ').next()).collect();
        verbs.into_iter().collect::<Vec<&str>>().join(" ")
    };
    let mut says = only(theirs, ours);
    let _ = write!(
        says,
        "\n  the family has {}, the folder {}",
        theirs.len(),
        ours.len()
    );
    if let Some(trouble) = playing.trouble() {
        let _ = write!(says, "\n  the folder says: {trouble}");
    }
    let what = format!(
        "legal moves: -{} +{}",
        verbs(theirs, ours),
        verbs(ours, theirs)
    );
    let _ = write!(says, "\n  the table of the folder: {}", playing.table());
    (what, says)
}

fn same_lines(
    what: &str,
    theirs: &[String],
    ours: &[String],
    playing: &dyn Playing,
) -> Result<(), Parted> {
    let most = theirs.len().max(ours.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or("(no line)".into());
    let Some(at) = (0..most).find(|at| theirs.get(*at) != ours.get(*at)) else {
        return Ok(());
    };
    let (one, other) = (line(theirs, at), line(ours, at));
    let (what, mut says) = parted(what, &one, &other, playing);
    let _ = write!(
        says,
        "\n  line {} of {} (folder: {})",
        at + 1,
        theirs.len(),
        ours.len()
    );
    let whole = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok();
    if let (Some(one), Some(other)) = (whole(&one), whole(&other)) {
        let mut places = Vec::new();
        places_of("", &one, &other, &mut places);
        for place in places.iter().take(12) {
            let _ = write!(says, "\n  {place}");
        }
    }
    Err((what, says))
}

/// Where two values part, each with what stands there.
fn places_of(
    path: &str,
    one: &serde_json::Value,
    other: &serde_json::Value,
    places: &mut Vec<String>,
) {
    use serde_json::Value;
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let [keys, others] = [one, other].map(|map| map.keys().collect::<Vec<_>>());
            for key in one
                .keys()
                .chain(other.keys().filter(|key| !one.contains_key(*key)))
            {
                let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned();
                match (value(one), value(other)) {
                    (Some(one), Some(other)) => {
                        places_of(&format!("{path}/{key}"), &one, &other, places);
                    }
                    (one, other) => {
                        let word = |value: Option<Value>| {
                            value.map_or("nothing".into(), |v| v.to_string())
                        };
                        places.push(format!(
                            "at {path}/{key}: family {}, folder {}",
                            word(one),
                            word(other)
                        ));
                    }
                }
            }
            if one.len() == other.len() && keys != others && places.is_empty() {
                places.push(format!(
                    "at {path}: other order: family {keys:?}, folder {others:?}"
                ));
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (at, (one, other)) in one.iter().zip(other).enumerate() {
                places_of(&format!("{path}/{at}"), one, other, places);
            }
        }
        (one, other) if one != other => {
            places.push(format!("at {path}: family {one}, folder {other}"));
        }
        _ => {}
    }
}
