//! What exports note in the ledger beside what was printed, so that `--changed` means the same for a virtual table: only
//! what is new or differs from what went there last.

use std::path::{Path, PathBuf};

use super::changed::{self, Changes, Why};
use super::drawing::Set;
use super::host::Host;
use super::ledger::{self, Ledger, Printed};
use super::output;
use crate::source::{Code, Diagnostic, Diagnostics, Fault};
use crate::template::Ink;

/// Names in a line about changes; more are a number.
const MOST_NAMED: usize = 8;

/// What will be noted when the export is written.
pub(super) struct Noting {
    output: PathBuf,
    key: String,
    after: Printed,
}

impl Noting {
    /// Looks the faces of a set up under `key`. With `only_changed` the set keeps what is new or changed, and what changed is
    /// said.
    ///
    /// # Errors
    /// A ledger that cannot be read, and with `only_changed` one that knows nothing of an earlier export.
    pub fn begin(
        (output, key): (&Path, String),
        set: &mut Set,
        ink: Ink,
        (only_changed, whole): (bool, bool),
        host: &mut dyn Host,
    ) -> Result<Noting, Diagnostics> {
        let ledger = Ledger::open(&output.join(ledger::NAME), host.files())?;
        let now = changed::faces(set);
        let before = ledger.games.get(&key);
        let mut after = match only_changed {
            false => changed::note(&now, before, whole),
            true => {
                let before = before.ok_or_else(|| nothing_exported(&key, output))?;
                let changes = Changes::of(&now, before, whole, &[]);
                changed::keep_only(set, &changes.print);
                host.say(&format!(
                    "{}: {}",
                    set.pack.game.full_title(),
                    said(&changes)
                ));
                changes.after
            }
        };
        ink.name().clone_into(&mut after.ink);
        Ok(Noting {
            output: output.to_owned(),
            key,
            after,
        })
    }

    /// Notes the export, which is written.
    ///
    /// # Errors
    /// As [`Ledger::keep`].
    pub fn keep(self, host: &mut dyn Host) -> Result<(), Diagnostics> {
        output::folder(&self.output)?;
        let held = ledger::hold(&self.output)?;
        let path = self.output.join(ledger::NAME);
        let mut ledger = Ledger::open(&path, host.files())?;
        ledger.games.insert(self.key, self.after);
        ledger.keep(&path)?;
        drop(held);
        Ok(())
    }
}

fn nothing_exported(key: &str, output: &Path) -> Diagnostic {
    let noted = output.join(ledger::NAME);
    let message = format!("`{}` notes no export of `{key}`", noted.display());
    Diagnostic::error(Code::NothingPrinted, message)
        .fault(Fault::Usage)
        .help("export it once without --changed, or name with -o the folder into which that went")
}

/// `changed: Lock Picks; one more: Rope; gone: Hook`.
fn said(changes: &Changes) -> String {
    let mut parts = Vec::new();
    let mut say = |what: &str, names: Vec<&str>| match names.len() {
        0 => {}
        n if n > MOST_NAMED => parts.push(format!("{n} {what}")),
        _ => parts.push(format!("{what}: {}", names.join(", "))),
    };
    for (why, what) in [
        (Why::New, "new"),
        (Why::Changed, "changed"),
        (Why::Missing, "more copies"),
    ] {
        let those = changes.print.iter().filter(|fresh| fresh.why == why);
        say(what, those.map(|fresh| fresh.name.as_str()).collect());
    }
    let gone = changes
        .pull
        .iter()
        .filter(|pull| pull.because != changed::Because::Changed);
    say(
        "to take away",
        gone.map(|pull| pull.name.as_str()).collect(),
    );
    match parts.is_empty() {
        true => "nothing has changed since the last export".to_owned(),
        false => parts.join("; "),
    }
}
