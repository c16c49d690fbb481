//! The options that all exports of faces have.

use std::path::PathBuf;

use crate::session::FileBacks;
use crate::template::Ink;

use super::paper::Chosen;
use super::wanted::Wanted;

/// What is exported, and where it goes.
#[derive(Debug, clap::Args)]
pub struct ExportOptions {
    #[command(flatten)]
    pub wanted: Wanted,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Only what `print --changed` would print; nothing is noted in prints.lock
    #[arg(long, conflicts_with = "cards")]
    pub changed: bool,
    /// Where backs go
    #[arg(long, value_enum, default_value_t = Chosen(FileBacks::Beside))]
    pub backs: Chosen<FileBacks>,
    /// How much ink the cards take
    #[arg(long, value_enum, default_value_t = Chosen(Ink::Full))]
    pub ink: Chosen<Ink>,
}
