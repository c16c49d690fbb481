//! Everything that a command does, without its command line: opens a folder, selects cards, draws, imposes, checks, prints,
//! writes. Names and options come in; files and diagnostics go out. Called by `cli`, and by other programs.

mod bleeding;
mod boxing;
mod card_sheets;
mod changed;
mod check_report;
mod contact_sheets;
mod cutting;
mod difference_report;
mod drawing;
mod edit_games;
mod examining;
mod export_notes;
mod exporting;
mod face_names;
mod fresh_folder;
mod fuzz_report;
pub mod generated_file;
mod host;
mod imposing;
mod lab;
mod lab_findings;
mod lab_games_report;
mod lab_pairs_report;
mod lab_plan;
mod lab_remarks;
mod lab_report;
mod ledger;
mod leftovers;
mod located;
mod mutation_report;
mod named;
mod options;
pub mod output;
mod page_choice;
mod parts;
mod playable;
mod printer_page;
mod printer_profile;
mod printing;
mod profile_report;
mod recorded_games;
mod scenario_outcomes;
mod schema_lines;
mod schemas;
mod selection;
mod sheet_name;
mod shop;
mod shop_files;
mod shop_making;
mod shop_order;
mod shop_painting;
mod side;

pub use cutting::{Cut, CutFormat, Cutting};
pub use options::{Differing, Printing};
pub use shop_making::Sold;
mod snapshot;
mod source_files;
mod translating;
mod untested_laws;
mod variant_words;
mod variation;
mod watching;

pub use card_sheets::{Sheeted, Sheeting};
pub use check_report::{check_report, tally, unread_report};
pub use contact_sheets::{ContactPlace, ContactSheets, paint_contact_sheet};
pub use difference_report::{Difference, differences_report};
pub use drawing::{Proofed, SelectedDeck, Set, trim_of};
pub use edit_games::{VariantDifference, edit_games};
pub use examining::{Asked, Examined, examine, law_broken};
pub use export_notes::ExportNotes;
pub use exporting::Exporting;
pub use face_names::{FileBacks, NamedFace, named_cards};
pub use fresh_folder::{Contents, make_folder, may_make as may_make_folder};
pub use fuzz_report::{exhausted_report, fuzz_report, story};
pub use host::{Host, SilentHost, Steps};
pub use imposing::Lay;
pub use lab::{
    EVEN, LabAsked, LabProgress, LawsAsked, NEGLIGIBLE, Stopping, data_of, lab_games, lab_pairs,
    law_part, negligible_option, shown_header,
};
pub use lab_findings::{ChangedRow, PairFinding, changed_rows, only_words, pair_findings};
pub use lab_pairs_report::sweep_report;
pub use lab_plan::plan_report;
pub use lab_remarks::{LabRemark, lab_remarks};
pub use lab_report::{LabBounds, lab_figures, lab_report};
pub use leftovers::{leftovers, note_leftovers};
pub use located::located;
#[cfg(test)]
pub use mutation_report::tests::all as tried_edits;
pub use mutation_report::{Tried, mutation_report};
pub use named::{game_around, game_here};
pub use parts::watch_for_interrupt;
pub use playable::{Playable, is_playable, name_of, playable_games, playable_of};
pub use printer_page::{PrinterPage, READINGS};
pub use printer_profile::{PrinterProfile, printer_name};
pub use printing::PrintedFile;
pub use profile_report::{add_profile, begin_profile};
pub use recorded_games::{RecordedResults, record_text, recorded_games, seed_file, unsealed};
pub use scenario_outcomes::{ScenarioOutcome, Scenarios, scenarios};
pub use schema_lines::put_schema_lines;
pub use schemas::{FileSchema, SCHEMA_FOLDER, SchemaKind, add_schemas, schemas, write_schemas};
pub use selection::Selection;
pub use shop::Shopping;
pub use side::{ShownGame, compare, side_folder};
pub use snapshot::{
    GameSnapshot, SnapshotCard, SnapshotDeck, SnapshotFault, SnapshotValue, SourcePlace,
    faults_in_words,
};
pub use source_files::{
    FileKind, OpenedFile, OpenedText, SourceFile, ValueEdit, open_file, save_text, save_value,
    source_files,
};
pub use translating::{TextsWritten, export_texts, import_texts};
pub use variant_words::{of_each, variant_options, with_options};
pub use variation::{Sweep, SweptValue, Variation, lab_sweep};
pub use watching::FolderWatch;
