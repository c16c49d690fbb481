//! Runs `deckproof import`: says what deck was made.

use crate::session::{SheetImport, import_sheet};
use crate::source::counted;

use super::console::{Console, Done};

pub fn run_import(args: &SheetImport, console: &mut Console) -> Done {
    let made = import_sheet(args, console)?;
    let rows = counted(made.rows, "different card");
    console.say(&format!("{}: {rows}", made.path.display()));
    if !made.renamed.is_empty() {
        console.say(&format!("  columns: {}", made.renamed.join(", ")));
    }
    for note in made.notes {
        console.say(&format!("  {note}"));
    }
    Ok(())
}
