//! The options that all exports of faces share, the file names that follow from them, and what is noted of exports in the ledger beside
//! prints, so that `--changed` works for both: only what is new, or differs from the last export of the same kind with the same options.

use std::path::{Path, PathBuf};

use crate::cards::{Pack, write_csv};
use crate::session::draw::drawing::{FileBacks, Set};
use crate::session::files::generated_file::{self, BOM};
use crate::session::files::output;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::session::print::changed::{self, Changes, Reason};
use crate::session::print::ledger::{self, Ledger, PrintedGame};
use crate::session::print::sheet_name::part_name;
use crate::source::{Diagnostic, Diagnostics, counted, usage};
use crate::template::Ink;

/// What is exported, and where to.
#[derive(Debug, Clone)]
pub struct Exporting {
    pub selection: Selection,
    /// Each game gets a folder in it.
    pub output: PathBuf,
    pub backs: FileBacks,
    pub ink: Ink,
    /// Only what is new or changed since the last export of the same kind.
    pub changed: bool,
}

impl Exporting {
    /// The folder of a game.
    pub fn folder(&self, game: &str) -> PathBuf {
        self.output.join(self.selection.game_name(game))
    }

    /// The part of a file name that keeps files of part of a game from overwriting those of the whole.
    pub fn part(&self) -> String {
        let Selection { deck, cards, .. } = &self.selection;
        part_name(deck, cards, self.changed)
    }

    /// The same for files of which each deck has its own.
    pub fn part_of_deck(&self) -> String {
        part_name(&[], &self.selection.cards, self.changed)
    }

    /// Whether nothing of the game is left out: what else lies beside is then of earlier exports.
    pub fn is_whole(&self) -> bool {
        self.selection.is_whole() && !self.changed
    }

    /// Draws what is asked for of one game.
    ///
    /// # Errors
    /// All that is wrong with the game.
    pub fn draw(&self, pack: Pack, host: &mut dyn Host) -> Result<Set, Diagnostics> {
        let folder = self.folder(&pack.game.id);
        host.tell(&output::name_warning(&folder).into_iter().collect());
        self.selection.draw(pack, self.ink, host)
    }

    /// As [`Exporting::draw`]. `kind` says which export it is, and every option that makes another one of it: those of one kind are held
    /// against each other.
    ///
    /// # Errors
    /// All that is wrong with the game, and as `ExportNotes::begin`.
    pub fn begin(
        &self,
        pack: Pack,
        kind: &str,
        host: &mut dyn Host,
    ) -> Result<(Set, ExportNotes), Diagnostics> {
        let mut set = self.draw(pack, host)?;
        let noting = ExportNotes::begin(self, kind, &mut set, &[], host)?;
        Ok((set, noting))
    }
}

/// Names listed in a line about changes; beyond that, only their number.
const MOST_NAMED: usize = 8;

/// What will be noted when the export is written.
pub struct ExportNotes {
    output: PathBuf,
    key: String,
    after: PrintedGame,
}

impl ExportNotes {
    /// Looks the faces of a set up under the kind of the export. With `changed` the set keeps what is new or changed, and what that
    /// is gets said. Of decks that were `left_out` what was noted stays.
    ///
    /// # Errors
    /// A ledger that cannot be read, and with `changed` one that knows nothing of an earlier export of this kind.
    pub fn begin(
        exporting: &Exporting,
        kind: &str,
        set: &mut Set,
        left_out: &[String],
        host: &mut dyn Host,
    ) -> Result<ExportNotes, Diagnostics> {
        let (output, selection) = (exporting.output.clone(), &exporting.selection);
        let game = selection.noted_as(&set.pack.game.id);
        let key = format!("{game}@{kind}");
        let ledger = Ledger::open(&output, host.files())?;
        let now = changed::faces(set);
        let (before, whole) = (ledger.games.get(&key), selection.is_whole());
        let mut after = if exporting.changed {
            let before = before.ok_or_else(|| nothing_exported(&game, kind, &output))?;
            let changes = Changes::between(&now, before, whole, left_out);
            changed::keep_only(set, &changes.print);
            host.say(&format!("{}: {}", set.pack.game.full_title(), said(&changes)));
            changes.after
        } else {
            changed::note(&now, before, whole, left_out)
        };
        exporting.ink.name().clone_into(&mut after.ink);
        Ok(ExportNotes { output, key, after })
    }

    /// How many copies of a card there are when this export is out, earlier ones counted.
    pub fn copies(&self, deck: &str, card: &str) -> Option<u32> {
        Some(self.after.decks.get(deck)?.get(card)?.copies)
    }

    /// Notes the export, which is written.
    ///
    /// # Errors
    /// As [`Ledger::keep`].
    pub fn keep(self, host: &mut dyn Host) -> Result<(), Diagnostics> {
        output::folder(&self.output)?;
        let _held = ledger::hold(&self.output)?;
        let mut ledger = Ledger::open(&self.output, host.files())?;
        ledger.games.insert(self.key, self.after);
        Ok(ledger.keep(&self.output)?)
    }
}

fn nothing_exported(game: &str, kind: &str, output: &Path) -> Diagnostic {
    let noted = output.join(ledger::NAME);
    usage!(
        NothingPrinted,
        format!("`{}` notes no such export of `{game}`: {kind}", noted.display()),
        "export it once without --changed and with the same options, or name with -o the folder into which that went"
    )
}

/// `changed: Lock Picks; one more: Rope; gone: Hook`.
fn said(changes: &Changes) -> String {
    let mut parts = Vec::new();
    let mut say = |what: &str, names: Vec<&str>| match names.len() {
        0 => {}
        n if n > MOST_NAMED => parts.push(format!("{n} {what}")),
        _ => parts.push(format!("{what}: {}", names.join(", "))),
    };
    for (why, what) in
        [(Reason::New, "new"), (Reason::Changed, "changed"), (Reason::Missing, "more copies")]
    {
        let those = changes.print.iter().filter(|fresh| fresh.why == why);
        say(what, those.map(|fresh| fresh.name.as_str()).collect());
    }
    let gone = changes.pull.iter().filter(|pull| pull.why != Reason::Replaced);
    say("to take away", gone.map(|pull| pull.name.as_str()).collect());
    if parts.is_empty() {
        "nothing has changed since the last export".to_owned()
    } else {
        parts.join("; ")
    }
}

/// Writes the decks that are selected into the game's folder in `output`.
///
/// # Errors
/// Files that are somebody else's, or cannot be written.
pub fn export_csv(
    pack: &Pack,
    selection: &Selection,
    output: &Path,
    delimiter: u8,
    host: &dyn Host,
) -> Result<(), Diagnostics> {
    let folder = output.join(selection.game_name(&pack.game.id));
    let chosen =
        pack.decks.iter().filter(|d| selection.deck.is_empty() || selection.deck.contains(&d.id));
    let mut sheets = Vec::new();
    for deck in chosen {
        let path = folder.join(format!("{}.csv", deck.id));
        generated_file::may_write(&path)?;
        let written = pack.written_deck(deck).unwrap_or_default();
        let body = write_csv(&written, delimiter);
        let text = generated_file::marked("export csv", &body);
        // Without a byte order mark, spreadsheets misread letters outside ASCII.
        let bom = if text.is_ascii() { "" } else { BOM };
        sheets.push((path, format!("{bom}{text}")));
    }
    if sheets.is_empty() {
        return Ok(());
    }
    output::folder(&folder)?;
    for (path, text) in &sheets {
        generated_file::write_generated(path, text)?;
    }
    let count = counted(sheets.len(), "sheet");
    host.say(&format!("{}: {count}", folder.display()));
    Ok(())
}
