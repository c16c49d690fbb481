//! Creates tables without rules between the columns. A width comes in, an empty table to fill goes out. Called by the commands
//! that print tables.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

/// A table as wide as its words.
pub fn plain_table() -> Table {
    let mut table = Table::new();
    *table.style_mut() = presets::NOTHING;
    table
}

/// A table that breaks the words of its cells to be no wider than so many letters.
pub fn wrapped_table(width: u16) -> Table {
    let mut table = plain_table();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(width);
    table
}

/// Puts the numbers of these columns under each other. None of them is broken: it is the words beside them that take more lines.
pub fn align_right(table: &mut Table, columns: impl IntoIterator<Item = usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}
