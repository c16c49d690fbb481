//! The bytes of a spreadsheet as lines of filled cells, each with its place: CSV, and the workbooks of Excel (xlsx) and
//! LibreOffice (ods). What a cell means is for `sheet_reading` to say.

mod archive;
mod cells;
mod csv;
mod number;
mod ods;
mod open;
mod workbook;
mod xlsx;
mod xml;

pub use cells::{Cell, CellGrid, CellLine, CellNote};
pub use open::{Wish, read_workbook};
