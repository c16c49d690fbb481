//! Reads spreadsheets: CSV, and the workbooks of Excel (xlsx, xlsb, xls) and LibreOffice (ods). Bytes come in; lines of non-empty
//! cells go out, each with its position. Called by `sheet_rows` and `text_files`; `sheet_reading` decides what a cell means.

mod archive;
mod cells;
mod csv;
mod excel;
mod number;
mod number_date;
mod ods;
mod open;
mod workbook;
mod xls;
mod xlsb;
mod xlsx;
mod xml;

pub use cells::{CellGrid, CellLine, CellNote, GridCell};
pub use open::{read_workbook, sheet_names};
pub use workbook::Wish;
