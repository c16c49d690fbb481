//! `prints.lock`, the record of the cards in the box. Each print notes every card's face and number of copies; a card that
//! differs later must be printed again, or taken out. Text comes in, a [`Ledger`] goes out, and back.
//!
//! ```toml
//! [game.caper]
//! printing = 2
//! ink = "full"
//! [game.caper.deck.gear]
//! lock-picks = { name = "Lock Picks", face = "5d41402abc4b2a76", says = "b9719d911017c592", copies = 1, printing = 2 }
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::File;
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error};

use crate::cards::{MOST_CARDS, toml_key, toml_string};
use crate::session::files::output;
use crate::source::{Diagnostic, Diagnostics, Files, ReadError, Span, machine, read_plain, usage};

/// The first line of the file, which identifies it.
const HEAD: &str = "# What deckproof printed";

const EXPLAINED: &str = "\
# What deckproof printed, card by card: `deckproof print --changed` prints what differs from it, and says what to take
# out of the box. It is written anew by every print; keep it as long as you keep the cards. It ends with `# end`.
";

/// The last line: without it the file was cut short, and cards that it noted are missing.
const END: &str = "# end\n";

/// Bytes of a ledger: many times what the largest games take.
const MOST_BYTES: u64 = 64 << 20;

/// Printings since the whole game was printed.
const MOST_PRINTINGS: u32 = 1_000_000;

/// How long a process waits for another that writes the same ledger.
const PATIENCE: Duration = Duration::from_secs(60);

/// The name of the file, in the folder of the sheets.
pub const NAME: &str = "prints.lock";

/// What was printed, game by game.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    #[serde(default, rename = "game")]
    pub games: BTreeMap<String, PrintedGame>,
}

/// What was printed of one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct PrintedGame {
    /// How many printings there were since the whole game was printed, that one counted.
    #[serde(deserialize_with = "up_to::<MOST_PRINTINGS, _>")]
    pub printing: u32,
    /// How much ink the cards took.
    pub ink: String,
    /// Deck -> card -> what was printed of it.
    #[serde(default, rename = "deck")]
    pub decks: BTreeMap<String, BTreeMap<String, LedgerEntry>>,
}

/// A card that was printed.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Deserialize)]
pub struct LedgerEntry {
    pub name: String,
    /// Fingerprints of front and back.
    pub face: String,
    /// Fingerprint of what players read on it and play by.
    pub says: String,
    /// Number of copies in the box.
    #[serde(deserialize_with = "up_to::<MOST_CARDS, _>")]
    pub copies: u32,
    /// The printing that this face came with. From the second on the card shows it.
    #[serde(deserialize_with = "up_to::<MOST_PRINTINGS, _>")]
    pub printing: u32,
}

impl Ledger {
    /// Whether a file is one of these, by its first bytes.
    pub fn made_by_us(bytes: &[u8]) -> bool {
        bytes.starts_with(HEAD.as_bytes())
    }

    /// Reads the text of a ledger.
    ///
    /// # Errors
    /// The first part of it that cannot be read.
    pub fn read(path: &str, text: &str, files: &mut Files) -> Result<Ledger, Diagnostics> {
        let file = files.add(path, text);
        if EXPLAINED.lines().all(|line| text.contains(line)) && !text.ends_with(END) {
            let end = text.len();
            let fault = usage!(
                BadLedger,
                "the file ends before its last line, `# end`",
                "put the end back, or delete the file and print the whole game once more"
            );
            return Err(fault.at(Span::new(file, end..end)).into());
        }
        toml::from_str(text).map_err(|e| {
            let place = e.span().unwrap_or_default();
            unreadable().at(Span::new(file, place)).into()
        })
    }

    /// The ledger in a folder; an empty one when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is not one of these.
    pub fn open(folder: &Path, files: &mut Files) -> Result<Ledger, Diagnostics> {
        let path = &folder.join(NAME);
        let shown = path.display();
        let bytes = match read_plain(path, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadError::Missing) => return Ok(Ledger::default()),
            Err(ReadError::TooLarge(_)) => return Err(unreadable().into()),
            Err(ReadError::NoFile(why)) => {
                return Err(usage!(
                    UnreadableFile,
                    "cannot read `{shown}`: {why}",
                    "move it away, or print into another folder with -o"
                )
                .into());
            }
            Err(ReadError::Io(_) | ReadError::Outside | ReadError::TooMany) => {
                return Err(machine!(
                    UnreadableFile,
                    "cannot read `{shown}`",
                    "check the file's permissions, or print into another folder with -o"
                )
                .into());
            }
        };
        output::may_write(path, Ledger::made_by_us)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ledger::read(&shown.to_string(), &text, files),
            Err(e) => {
                let good = e.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(e.as_bytes()).into_owned();
                let file = files.add(shown.to_string(), text);
                Err(unreadable().at(Span::new(file, good..good + 1)).into())
            }
        }
    }

    /// Writes the ledger into a folder.
    ///
    /// # Errors
    /// As [`output::write_file`].
    pub fn keep(&self, folder: &Path) -> Result<(), Diagnostic> {
        output::write_file(&folder.join(NAME), self.text().as_bytes(), Ledger::made_by_us)
    }

    /// The ledger as text.
    pub fn text(&self) -> String {
        let mut text = EXPLAINED.to_owned();
        for (id, printed) in &self.games {
            let PrintedGame { printing, ink, .. } = printed;
            // Writing to a string cannot fail.
            let _ =
                write!(text, "\n[game.{}]\nprinting = {printing}\nink = {ink:?}\n", toml_key(id));
            for (deck, cards) in &printed.decks {
                let _ = write!(text, "\n[game.{}.deck.{}]\n", toml_key(id), toml_key(deck));
                for (card, entry) in cards {
                    let LedgerEntry { name, face, says, copies, printing } = entry;
                    let _ = writeln!(
                        text,
                        "{} = {{ name = {}, face = {face:?}, says = {says:?}, copies = {copies}, printing = {printing} }}",
                        toml_key(card),
                        toml_string(name)
                    );
                }
            }
        }
        text.push('\n');
        text.push_str(END);
        text
    }
}

/// Waits until no other process works on the ledger of a folder. While the file lives, none begins to; a process that is killed lets go of it.
///
/// # Errors
/// When another one still does after a minute.
pub fn hold(folder: &Path) -> Result<Option<File>, Diagnostic> {
    let Ok(lock) = lock_file(folder) else {
        // Without locks, only prints at the same moment can conflict.
        return Ok(None);
    };
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let locked = lock.lock().is_ok();
        // The receiver is gone after the timeout, so a failed send does not matter.
        let _ = send.send(locked.then_some(lock));
    });
    receive.recv_timeout(PATIENCE).map_err(|_| {
        machine!(
            CannotWrite,
            format!("another print into `{}` does not end", folder.display()),
            "wait for it or end it, or print into another folder with -o"
        )
    })
}

/// The lock is on the folder itself, so that no lock file is left behind.
#[cfg(unix)]
fn lock_file(folder: &Path) -> std::io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn lock_file(folder: &Path) -> std::io::Result<File> {
    let path = folder.join(".deckproof-lock");
    File::options().create(true).truncate(false).write(true).open(path)
}

fn unreadable() -> Diagnostic {
    usage!(
        BadLedger,
        "this is not as deckproof notes its prints",
        "undo the edit, or delete the file and print the whole game once more"
    )
}

fn up_to<'de, const MOST: u32, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let number = u32::deserialize(from)?;
    if number <= MOST { Ok(number) } else { Err(D::Error::custom("it is too large")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;
    use proptest::prelude::*;

    fn ledger(names: Vec<(String, String, u32)>) -> Ledger {
        let entry = |(name, face, copies): (String, String, u32)| LedgerEntry {
            name,
            says: face.chars().rev().collect(),
            face,
            copies,
            printing: 1 + copies % 3,
        };
        let cards: BTreeMap<String, LedgerEntry> = names
            .into_iter()
            .enumerate()
            .map(|(i, row)| (format!("card-{i}"), entry(row)))
            .collect();
        let printed = PrintedGame {
            printing: 4,
            ink: "low".into(),
            decks: [("odd deck".to_owned(), cards)].into(),
        };
        Ledger { games: [("a.b".to_owned(), printed)].into() }
    }

    proptest! {
        #[test]
        fn what_is_noted_is_read_back(names in proptest::collection::vec(("\\PC*", "[0-9a-f]{32}", 0..9_u32), 0..5)) {
            let ledger = ledger(names);
            let text = ledger.text();
            prop_assert!(Ledger::made_by_us(text.as_bytes()));
            prop_assert_eq!(Ledger::read("prints.lock", &text, &mut Files::new()), Ok(ledger));
        }
    }

    #[test]
    fn a_ledger_that_was_cut_is_told() {
        let text =
            ledger(vec![("Spy".into(), "00".into(), 2), ("Owl".into(), "01".into(), 1)]).text();
        // Cut within the head, it is not recognised as a ledger; after that, every cut is reported.
        for end in EXPLAINED.len()..text.len() {
            let faults = Ledger::read("prints.lock", &text[..end], &mut Files::new()).unwrap_err();
            assert!(faults.iter().all(|f| f.code == Code::BadLedger), "{end}");
        }
    }

    #[test]
    fn ten_thousand_cards_are_read_back() {
        let many = (0..10_000).map(|n| (format!("Card {n}"), format!("{n:032x}"), 3));
        let ledger = ledger(many.collect());
        assert_eq!(Ledger::read("prints.lock", &ledger.text(), &mut Files::new()), Ok(ledger));
    }

    #[test]
    fn numbers_that_no_print_gives_are_refused() {
        let text = ledger(vec![("Spy".into(), "00".into(), 2)]).text();
        for (from, to) in
            [("copies = 2", "copies = 4294967295"), ("printing = 4", "printing = 4294967295")]
        {
            let text = text.replace(from, to);
            let faults = Ledger::read("prints.lock", &text, &mut Files::new()).unwrap_err();
            assert_eq!(faults.iter().next().unwrap().code, Code::BadLedger);
        }
    }

    #[test]
    fn an_edited_ledger_is_refused_at_the_line() {
        let text = ledger(vec![("Spy".into(), "00".into(), 2)])
            .text()
            .replace("copies = 2", "copies = -2");
        let mut files = Files::new();
        let faults = Ledger::read("prints.lock", &text, &mut files).unwrap_err();
        let fault = faults.iter().next().unwrap();
        assert_eq!(fault.code, Code::BadLedger);
        assert_eq!(files.place(fault.span.unwrap()), "prints.lock:9:61");
    }
}
