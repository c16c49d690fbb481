//! One table: a live game, who sits at it, and its record. Moves and wishes of passes come in; answers and states go out.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};
use tokio::sync::watch;

use crate::cards::Pack;
use crate::pages::studio::ShownTable;
use crate::pages::table::TableLook;
use crate::preview::ReplayWords;
use crate::rules::{Seat, Seed, Viewer};
use crate::source::{Diagnostic, Diagnostics, Files, counted, error, joined, list_words};
use crate::studio::lock::locked;
use crate::studio::owner::Secret;
use crate::verify::live::{LiveGame, Refused, Search};
use crate::verify::replay::{Frame, Replay};

use super::pass::{Role, TablePass, clean_name};
use super::record_file::{RecordFile, written};
use super::seats::{NewTable, SeatKind};

/// Onlookers of a table.
const MOST_ONLOOKERS: usize = 12;

/// Plies whose log is told at once.
const MOST_LOG: u32 = 400;

/// A table.
pub struct OpenTable {
    pub id: u32,
    pub title: String,
    look: TableLook,
    inner: Mutex<Inner>,
    /// Counts every change, for those who follow.
    changed: watch::Sender<u64>,
}

struct Inner {
    live: LiveGame,
    kinds: Vec<SeatKind>,
    /// What seats are called.
    names: Vec<String>,
    passes: Vec<TablePass>,
    /// A link that any number of onlookers may follow.
    watching: Option<TablePass>,
    record: RecordFile,
    /// The ply to go back to, and who has agreed.
    undo: Option<(u32, BTreeSet<String>)>,
    /// How often moves were taken back.
    undone: u32,
    /// How many onlookers there have been.
    onlookers: u32,
}

/// Where a move of the program belongs.
pub struct ProgramTurn {
    seat: Seat,
    ply: u32,
    undone: u32,
}

impl OpenTable {
    /// Seats people at a game; its record begins in `folder`.
    ///
    /// # Errors
    /// Templates that cannot be drawn, a record that cannot be written, no random numbers.
    pub fn new(
        id: u32,
        pack: Arc<Pack>,
        live: LiveGame,
        plan: &NewTable,
        folder: &Path,
    ) -> Result<OpenTable, Diagnostics> {
        let start = seen_replay(&live, Viewer::All, live.ply(), live.ply());
        let look = TableLook::new(pack.clone(), &start, &mut Files::new())?;
        let (text, secrets) = written(&live);
        let record = RecordFile::create(folder, &pack.game.id, &text, &secrets)?;
        let names: Vec<String> =
            ReplayWords::new(&pack, &start).seats.into_iter().map(|(_, name)| name).collect();
        let kinds: Vec<SeatKind> = (0..names.len()).map(|seat| plan.kind(seat)).collect();
        let new_pass = |name: &str, role: Role| {
            TablePass::new(format!("{id}-{name}"), role).map_err(no_random_numbers)
        };
        let here = seats_of(&kinds, SeatKind::Here);
        let here = (!here.is_empty()).then(|| new_pass("here", Role::Seats(here)));
        let invited = seats_of(&kinds, SeatKind::Invited)
            .into_iter()
            .map(|seat| new_pass(&seat.0.to_string(), Role::Seats(vec![seat])));
        let referee = plan.referee.then(|| new_pass("referee", Role::Referee));
        let passes = here.into_iter().chain(invited).chain(referee).collect::<Result<_, _>>()?;
        let watching = plan.onlookers.then(|| new_pass("watch", Role::Onlooker)).transpose()?;
        let inner = Inner {
            live,
            kinds,
            names,
            passes,
            watching,
            record,
            undo: None,
            undone: 0,
            onlookers: 0,
        };
        Ok(OpenTable {
            id,
            title: pack.game.full_title(),
            look,
            inner: Mutex::new(inner),
            changed: watch::Sender::new(0),
        })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        locked(&self.inner)
    }

    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    pub fn style(&self) -> &str {
        &self.look.style
    }

    /// The table as its owner sees it; `link` makes the address and the QR code of an invitation out of its secret.
    pub fn shown(&self, link: impl Fn(&str) -> (String, String)) -> ShownTable {
        let inner = self.inner();
        let invitations = inner.links().map(|(pass, secret)| {
            let (address, code) = link(secret.expose());
            (pass.purpose(&inner.names), address, code)
        });
        // Somebody may have lost the place that they took.
        let taken =
            inner.passes.iter().filter(|pass| pass.link.is_none() && pass.role != Role::Onlooker);
        ShownTable {
            id: self.id,
            standing: inner.standing(),
            record: inner.record.path.file_name().unwrap_or_default().to_string_lossy().into(),
            invitations: invitations.collect(),
            taken: taken.map(|pass| (pass.id.clone(), pass.purpose(&inner.names))).collect(),
        }
    }

    /// What an invitation is for; `None` for one that is not of this table, or was used.
    pub fn invited(&self, secret: &str) -> Option<String> {
        let inner = self.inner();
        let (pass, _) = inner.links().find(|(_, link)| link.is(secret))?;
        Some(pass.purpose(&inner.names))
    }

    /// Takes the place of an invitation under a name; gives the id of the pass and its cookie.
    ///
    /// # Errors
    /// Why there is no place, for who asks.
    pub fn take(&self, secret: &str, name: &str) -> Result<(String, String), String> {
        let name = clean_name(name);
        let mut inner = self.inner();
        let is_link = |pass: &TablePass| pass.link.as_ref().is_some_and(|link| link.is(secret));
        let at = if inner.watching.as_ref().is_some_and(is_link) {
            inner.seat_onlooker(self.id)?
        } else {
            inner
                .passes
                .iter()
                .position(is_link)
                .ok_or("this invitation has been used: ask for another one")?
        };
        let pass = &mut inner.passes[at];
        pass.link = None;
        pass.name = name;
        let taken = (pass.id.clone(), pass.cookie.expose().to_owned());
        self.tell();
        Ok(taken)
    }

    /// Invites anew to a place: whoever had it has it no longer.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn invite_again(&self, pass: &str) -> std::io::Result<()> {
        let mut inner = self.inner();
        let mut passes = inner.passes.iter_mut().filter(|known| known.role != Role::Onlooker);
        if let Some(pass) = passes.find(|known| known.id == pass) {
            *pass = TablePass::new(pass.id.clone(), pass.role.clone())?;
        }
        inner.undo = None;
        self.tell();
        Ok(())
    }

    /// What a page holds as long as it follows the table.
    pub fn presence(&self, pass: &str) -> Option<Arc<()>> {
        Some(self.inner().pass(pass)?.present.clone())
    }

    /// Whether one of the values is the cookie of a pass.
    pub fn knows<'c>(&self, pass: &str, mut cookies: impl Iterator<Item = &'c str>) -> bool {
        self.inner()
            .pass(pass)
            .filter(|pass| pass.link.is_none())
            .is_some_and(|pass| cookies.any(|value| pass.cookie.is(value)))
    }

    /// What a pass is told: the board through its eyes, its moves, and what happened from ply `from` on.
    pub fn state(&self, pass: &str, from: u32, asked: Option<Seat>) -> Option<Value> {
        let inner = self.inner();
        let pass = inner.pass(pass)?;
        let live = &inner.live;
        let turns = live.turns();
        let viewer = pass.viewer(asked, &turns);
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::All | Viewer::Onlooker => None,
        };
        let legal = seat.map(|seat| live.legal(seat)).unwrap_or_default();
        let last = live.ply();
        let replay = seen_replay(live, viewer, last.saturating_sub(1), last);
        let log: Vec<Frame> = (from.max(last.saturating_sub(MOST_LOG))..=last)
            .filter_map(|ply| live.frame(ply, viewer))
            .collect();
        let seat = seat.map(|seat| seat.0);
        let [game, legal, log] = self.look.seen(&replay, &legal, &log, seat);
        let numbers = |seats: &[Seat]| seats.iter().map(|seat| seat.0).collect::<Vec<_>>();
        Some(json!({
            "game": game,
            "legal": legal,
            "log": log,
            "ply": last,
            "turns": numbers(&turns),
            "as": seat,
            "yours": numbers(pass.seats()),
            "over": turns.is_empty(),
            "people": inner.people(),
            "undone": inner.undone,
            "undo": inner.undo_offer(pass),
        }))
    }

    /// Plays a move of a pass. `ply` is the number that the move is to have as far as its page knows: one that was played already is answered
    /// as it was the first time if it is the same, and refused otherwise, unless all since then were answers to what all are asked at once.
    pub fn play(&self, pass: &str, ply: u32, seat: Option<Seat>, text: &str) -> Answer {
        let mut inner = self.inner();
        let Some(pass) = inner.pass(pass) else {
            return no("you have no place at this table");
        };
        let seats = pass.seats().to_vec();
        let (last, turns) = (inner.live.ply(), inner.live.turns());
        let is_own = |seat: &Seat| seats.contains(seat);
        let named = seat.filter(is_own);
        let names = &inner.live.header().seats;
        let of = |seat: &Seat| names.get(usize::from(seat.0));
        let is_by = |word: &String| match &named {
            Some(seat) => of(seat) == Some(word),
            None => seats.iter().any(|seat| of(seat) == Some(word)),
        };
        let mut played = (ply.max(1)..=last).filter_map(|ply| inner.live.frame(ply, Viewer::All));
        match played.find(|frame| frame.seat.as_ref().is_some_and(is_by)) {
            Some(frame) if frame.text.as_deref() == Some(text) => return Ok(()),
            None if ply > inner.live.asked_since() && ply <= last + 1 => {}
            None if ply > last => {
                return no("the table is not there yet: look again, then choose");
            }
            _ => return no("the table has moved on: look again, then choose"),
        }
        let deciding = turns.into_iter().find(is_own);
        let seat = named.or(deciding).or(seats.first().copied());
        let Some(seat) = seat else {
            return no("you only watch at this table");
        };
        inner.play(seat, text)?;
        self.tell();
        Ok(())
    }

    /// Asks for moves to be taken back, or agrees to it; `None` for a no.
    pub fn undo(&self, pass: &str, to: Option<u32>) -> Answer {
        let mut inner = self.inner();
        if inner.pass(pass).is_none_or(|pass| pass.seats().is_empty()) {
            return no("only who plays may ask for that");
        }
        let answer = inner.undo(pass.to_owned(), to);
        self.tell();
        answer
    }

    /// The search for the program's next move, if it is to move, and where that move belongs.
    pub fn program_search(&self) -> Option<(ProgramTurn, Search)> {
        let inner = self.inner();
        let turns = inner.live.turns();
        let (seat, playouts) =
            turns.into_iter().find_map(|seat| match inner.kinds[usize::from(seat.0)] {
                SeatKind::Program(playouts) => Some((seat, playouts)),
                SeatKind::Here | SeatKind::Invited => None,
            })?;
        let ply = inner.live.ply();
        let seed = inner.live.header().last_seed().derive(u64::from(ply));
        let turn = ProgramTurn { seat, ply, undone: inner.undone };
        Some((turn, inner.live.advise(seat, playouts, seed)))
    }

    /// Plays the program's move, unless something was taken back meanwhile; whether it did.
    pub fn play_for_program(&self, turn: ProgramTurn, text: &str) -> bool {
        let mut inner = self.inner();
        if turn.undone != inner.undone || turn.ply < inner.live.asked_since() {
            return true;
        }
        let answer = inner.play(turn.seat, text);
        self.tell();
        answer.is_ok()
    }
}

impl Inner {
    /// How it stands, in a few words for its owner.
    fn standing(&self) -> String {
        let turns = self.live.turns();
        match turns.len() {
            0 => {
                let moves = counted(self.live.ply() as usize, "move");
                match self.live.result()["fault"].as_str() {
                    Some(fault) => format!("stopped after {moves}: a fault of its rules: {fault}"),
                    None => format!("over after {moves}"),
                }
            }
            count => format!(
                "move {}: {} {} to move",
                self.live.ply() + 1,
                list_words(turns.iter().map(|seat| &self.names[usize::from(seat.0)]))
                    .replace('`', ""),
                if count == 1 { "is" } else { "are" }
            ),
        }
    }

    fn pass(&self, id: &str) -> Option<&TablePass> {
        self.passes.iter().find(|pass| pass.id == id)
    }

    /// The passes that can be had for their invitations.
    fn links(&self) -> impl Iterator<Item = (&TablePass, &Secret)> {
        self.passes
            .iter()
            .chain(&self.watching)
            .filter_map(|pass| Some((pass, pass.link.as_ref()?)))
    }

    /// A place for one more onlooker, if need be that of one who has left.
    fn seat_onlooker(&mut self, table: u32) -> Result<usize, String> {
        let looks_on = |pass: &&TablePass| pass.role == Role::Onlooker;
        if self.passes.iter().filter(looks_on).count() >= MOST_ONLOOKERS {
            let gone = |pass: &TablePass| looks_on(&pass) && !pass.is_present();
            let Some(gone) = self.passes.iter().position(gone) else {
                return Err(format!(
                    "all {MOST_ONLOOKERS} places for onlookers are taken: try again when somebody has left"
                ));
            };
            self.passes.remove(gone);
        }
        let id = format!("{table}-watch-{}", self.onlookers);
        let pass =
            TablePass::new(id, Role::Onlooker).map_err(|why| no_random_numbers(why).message)?;
        self.onlookers += 1;
        self.passes.push(pass);
        Ok(self.passes.len() - 1)
    }

    fn play(&mut self, seat: Seat, text: &str) -> Answer {
        let before = self.live.ply();
        let lines = self.live.play(seat, text)?;
        let done = if self.live.result().is_null() {
            let lines = lines.iter().flat_map(|line| [line.as_str(), "\n"]);
            self.record.write(&lines.collect::<String>())
        } else {
            let (text, secrets) = written(&self.live);
            self.record.replace(&text, &secrets)
        };
        if let Err(fault) = done {
            // What is not on the disk was not played.
            self.live.drop_to(before);
            return no(fault.message);
        }
        self.undo = None;
        Ok(())
    }

    /// Those who have to agree when moves are taken back.
    fn players(&self) -> impl Iterator<Item = &TablePass> {
        self.passes.iter().filter(|pass| !pass.seats().is_empty() && pass.link.is_none())
    }

    /// The last ply of a person: the program's answers to it are taken back with it.
    fn undo_target(&self) -> Option<u32> {
        let names = &self.live.header().seats;
        let last = (1..=self.live.ply()).rev().find(|ply| {
            self.live
                .frame(*ply, Viewer::All)
                .and_then(|frame| frame.seat)
                .and_then(|word| names.iter().position(|name| *name == word))
                .is_some_and(|seat| !matches!(self.kinds[seat], SeatKind::Program(_)))
        })?;
        Some(last - 1)
    }

    fn undo(&mut self, pass: String, to: Option<u32>) -> Answer {
        let Some(to) = to else {
            self.undo = None;
            return Ok(());
        };
        if Some(to) != self.undo_target() {
            return no("the table has moved on: look again");
        }
        self.live.may_undo_to(to).or_else(|why| no(format!("this cannot be taken back: {why}")))?;
        let agreed = match &mut self.undo {
            Some((wanted, agreed)) if *wanted == to => agreed,
            other => &mut other.insert((to, BTreeSet::new())).1,
        };
        agreed.insert(pass);
        let agreed = agreed.clone();
        if !self.players().all(|pass| agreed.contains(&pass.id)) {
            return Ok(());
        }
        self.undo = None;
        // The record of a game that is over shows its seed.
        let seed = (!self.live.result().is_null())
            .then(Seed::secret)
            .transpose()
            .or_else(|why| no(no_random_numbers(why).message))?;
        self.live.undo_to(to).or_else(no)?;
        if let Some(seed) = seed {
            self.live.reseed(seed);
        }
        self.undone += 1;
        let (text, secrets) = written(&self.live);
        self.record.replace(&text, &secrets).or_else(|fault| no(fault.message))
    }

    /// What a pass is told of taking back.
    fn undo_offer(&self, pass: &TablePass) -> Value {
        if pass.seats().is_empty() {
            return Value::Null;
        }
        if let Some((to, agreed)) = &self.undo {
            let wish = self.passes.iter().filter(|known| agreed.contains(&known.id));
            let asked = if agreed.contains(&pass.id) {
                "You would like to take the last move back; the others have to agree.".to_owned()
            } else {
                let names = joined(wish.map(|known| &known.name), ", ");
                format!("{names} would like to take the last move back.")
            };
            return json!({"to": to, "asked": asked, "may_agree": !agreed.contains(&pass.id)});
        }
        match self.undo_target().filter(|to| self.live.may_undo_to(*to).is_ok()) {
            Some(to) => json!({"to": to, "may_ask": true}),
            None => Value::Null,
        }
    }

    /// Who is there, in words.
    fn people(&self) -> Vec<String> {
        let mut told = Vec::new();
        for (seat, (name, kind)) in self.names.iter().zip(&self.kinds).enumerate() {
            let holder = self.passes.iter().find(|pass| pass.seats().contains(&Seat(seat as u8)));
            let who = match (kind, holder.map(|pass| pass.name.as_str())) {
                (SeatKind::Program(_), _) => "the program",
                (_, Some("") | None) => "not there yet",
                (_, Some(who)) => who,
            };
            told.push(format!("{name}: {who}"));
        }
        let onlookers = self.passes.iter().filter(|pass| pass.role == Role::Onlooker).count();
        if onlookers > 0 {
            told.push(format!("{onlookers} watching"));
        }
        if self.passes.iter().any(|pass| pass.role == Role::Referee) {
            told.push("a referee sees all the cards".to_owned());
        }
        told
    }
}

fn seats_of(kinds: &[SeatKind], wanted: SeatKind) -> Vec<Seat> {
    kinds
        .iter()
        .enumerate()
        .filter(|(_, kind)| **kind == wanted)
        .map(|(seat, _)| Seat(seat as u8))
        .collect()
}

pub fn no_random_numbers(why: std::io::Error) -> Diagnostic {
    error!(
        CannotWrite,
        "the system gives no random numbers: {why}",
        "without them there are no secrets: ask whoever keeps this machine"
    )
}

/// A game's frames from one ply to another, through somebody's eyes.
fn seen_replay(live: &LiveGame, viewer: Viewer, from: u32, to: u32) -> Replay {
    Replay {
        header: live.header().clone(),
        captions: live.captions(),
        edited: false,
        frames: (from..=to).filter_map(|ply| live.frame(ply, viewer)).collect(),
        result: live.result(),
    }
}

/// Whether a move or a wish was granted, or why not.
pub type Answer = Result<(), Refused>;

/// A no that says all there is to say.
fn no<T>(says: impl Into<String>) -> Result<T, Refused> {
    Err(Refused { says: says.into(), ..Refused::default() })
}
