//! The options shared by all exports of faces: parsed options come in, an [`Exporting`] job goes out. Used by `export`,
//! `export_shop` and `picture_options`.

use std::path::PathBuf;

use crate::session::{Exporting, FileBacks, Ink};
use crate::source::Diagnostics;

use super::console::Console;
use super::paper::ChoiceArg;
use super::wanted::SelectionArgs;

/// What is exported, and where it goes.
#[derive(Debug, clap::Args)]
pub struct ExportOptions {
    #[command(flatten)]
    pub wanted: SelectionArgs,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Only what is new or changed since the last export of this kind with these options, which prints.lock notes
    #[arg(long, conflicts_with = "cards")]
    pub changed: bool,
    /// Where backs go
    #[arg(long, value_enum, default_value_t = ChoiceArg(FileBacks::Beside))]
    pub backs: ChoiceArg<FileBacks>,
    /// How much ink the cards take
    #[arg(long, value_enum, default_value_t = ChoiceArg(Ink::Full))]
    pub ink: ChoiceArg<Ink>,
}

impl ExportOptions {
    /// What is meant by them, here.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn exporting(&self, console: &Console) -> Result<Exporting, Diagnostics> {
        let selection = self.wanted.select(console)?;
        Ok(Exporting {
            output: selection.output(self.output.as_deref()),
            selection,
            backs: self.backs.0,
            ink: self.ink.0,
            changed: self.changed,
        })
    }
}
