//! Files that a command reads by name, writes and watches: written whole or not at all, and over nothing of anybody else's.

pub mod fresh_folder;
pub mod generated_file;
pub mod output;
pub mod schemas;
pub mod sheet_file;
pub mod source_files;
pub mod temp_files;
pub mod watching;
