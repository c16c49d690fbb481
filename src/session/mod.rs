//! Everything that a command does, without its command line: opens a folder, selects cards, draws, imposes, checks, prints,
//! writes. Names and options come in; files and diagnostics go out. Called by `cli`, and by other programs.

mod check;
mod compare;
mod draw;
mod export;
mod files;
mod lab;
mod open;
mod print;
mod prove;
mod shop;
mod translate;

pub use export::cutting::{Cut, CutFormat, Cutting};
pub use files::{generated_file, output};
pub use print::options::{Differing, Printing};
pub use shop::making::Sold;

pub use check::contact_sheets::{ContactPlace, ContactSheets, paint_contact_sheet};
pub use check::examining::{Asked, Examined, examine, law_broken};
pub use check::report::{check_report, tally, unread_report};
pub use check::snapshot::{
    GameSnapshot, SnapshotCard, SnapshotDeck, SnapshotFault, SnapshotValue, SourcePlace,
    faults_in_words,
};
pub use compare::edit_games::{VariantDifference, edit_games};
pub use compare::report::{Difference, differences_report};
pub use compare::scenario_outcomes::{ScenarioOutcome, Scenarios, scenarios};
pub use draw::drawing::{Proofed, SelectedDeck, Set, trim_of};
pub use draw::face_names::{FileBacks, NamedFace, named_cards};
pub use draw::located::located;
pub use export::card_sheets::{Sheeted, Sheeting};
pub use export::export_notes::ExportNotes;
pub use export::exporting::Exporting;
pub use files::fresh_folder::{Contents, make_folder, may_make as may_make_folder};
pub use files::leftovers::{leftovers, note_leftovers};
pub use files::schema_lines::put_schema_lines;
pub use files::schemas::{
    FileSchema, SCHEMA_FOLDER, SchemaKind, add_schemas, schemas, write_schemas,
};
pub use files::source_files::{
    FileKind, OpenedFile, OpenedText, SourceFile, ValueEdit, open_file, save_text, save_value,
    source_files,
};
pub use files::temp_files::watch_for_interrupt;
pub use files::watching::FolderWatch;
pub use lab::findings::{ChangedRow, PairFinding, changed_rows, only_words, pair_findings};
pub use lab::pairs_report::sweep_report;
pub use lab::plan::plan_report;
pub use lab::recorded_games::{RecordedResults, record_text, recorded_games, seed_file, unsealed};
pub use lab::remarks::{LabRemark, lab_remarks};
pub use lab::report::{LabBounds, lab_figures, lab_report};
pub use lab::runs::{
    EVEN, LabAsked, LabProgress, LawsAsked, NEGLIGIBLE, Stopping, data_of, lab_games, lab_pairs,
    law_part, negligible_option, shown_header,
};
pub use lab::variation::{Sweep, SweptValue, Variation, lab_sweep};
pub use open::compared_game::{ShownGame, compare, side_folder};
pub use open::game_argument::{game_around, game_here};
pub use open::host::{Host, SilentHost, Steps};
pub use open::playable::{Playable, is_playable, name_of, playable_games, playable_of};
pub use open::selection::Selection;
pub use open::variant_words::{of_each, variant_options, with_options};
pub use print::imposing::Lay;
pub use print::printer_page::{PrinterPage, READINGS};
pub use print::printer_profile::{PrinterProfile, printer_name};
pub use print::printing::PrintedFile;
pub use prove::fuzz_report::{exhausted_report, fuzz_report, story};
#[cfg(test)]
pub use prove::mutation_report::tests::all as tried_edits;
pub use prove::mutation_report::{Tried, mutation_report};
pub use prove::profile_report::{add_profile, begin_profile};
pub use shop::shopping::Shopping;
pub use translate::translating::{TextsWritten, export_texts, import_texts};
