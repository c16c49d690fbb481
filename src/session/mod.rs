//! Everything that a command does, without its command line: opens a folder, selects cards, draws, imposes, checks, prints,
//! plays, counts, writes. Names and options come in; files and diagnostics go out. Called by `cli`, and by other programs.

mod check;
mod compare;
mod draw;
mod export;
mod files;
mod import;
mod lab;
mod open;
mod print;
mod prove;
mod shop;

pub use export::cutting::{Cut, CutFormat, Cutting};
pub use files::output;
pub use print::options::{Differing, Printing};
pub use shop::making::Sold;

pub use check::contact_sheets::{ContactPlace, ContactSheets, paint_contact_sheet};
pub use check::examining::{Asked, Examined, examine};
pub use check::examining::{GameReading, read_games};
pub use check::list_report::list_report;
pub use check::report::{check_report, tally, unread_report};
pub use check::snapshot::{
    GameSnapshot, SnapshotCard, SnapshotDeck, SnapshotFault, SnapshotValue, SourcePlace,
    faults_in_words,
};
pub use compare::edit_games::{VariantDifference, edit_games};
pub use compare::report::{Difference, differences_report};
pub use compare::scenario_outcomes::{Scenarios, scenarios};
pub use draw::drawing::{Proofed, SelectedDeck, Set, trim_of};
pub use draw::face_names::{FileBacks, NamedFace, named_cards};
pub use export::card_sheets::{GridQuestion, PictureTable, TABLES, TablePictures};
pub use export::card_sheets::{Sheeted, Sheeting};
pub use export::csv_files::export_csv;
pub use export::exporting::Exporting;
pub use export::faces::{FaceExport, FaceFormat};
pub use export::guides::guide_templates;
pub use export::site_files::{SITE_FACES, SITE_GAME, write_site};
pub use files::schemas::put_schema_lines;
pub use files::schemas::{FileSchema, SCHEMA_FOLDER, SchemaKind, schemas, write_schemas};
pub use files::sheet_file::Delimiter;
pub use files::source_files::{
    FileKind, OpenedFile, OpenedText, SourceFile, ValueEdit, open_file, save_text, save_value,
    source_files,
};
pub use files::temp_files::watch_for_interrupt;
pub use files::watching::FolderWatch;
pub use import::new_game::{MadeGame, NewGame, Starter, make_game};
pub use import::sheet_import::{ImportedDeck, SheetImport, import_sheet};
pub use import::translating::{TextsWritten, export_texts, import_texts};
pub use lab::findings::{ChangedRow, PairFinding, changed_rows, only_words, pair_findings};
pub use lab::merge_faults::merge_faults;
pub use lab::merging::ReadParts;
pub use lab::pairs_report::sweep_report;
pub use lab::part_file::{is_our_part, may_write_share};
pub use lab::plan::plan_report;
pub use lab::recorded_games::{RecordedResults, record_text, recorded_games, seed_file};
pub use lab::remarks::{LabRemark, lab_remarks, standing_out};
pub use lab::report::{LabBounds, lab_figures, lab_report};
pub use lab::runs::{
    EVEN, LabAsked, LabProgress, LawsAsked, NEGLIGIBLE, Stopping, data_of, lab_games, lab_pairs,
};
pub use lab::variation::{Sweep, SweptValue, Variation, lab_sweep};
pub use open::chosen_variants::{
    AxisChoice, BY_TURNS, PLAYERS, Rest, both_variants, choose_variants,
};
pub use open::compared_game::{ShownGame, compare, compared_pack, side_folder};
pub use open::game_argument::game_here;
pub use open::host::{Host, SilentHost, Steps};
pub use open::selection::Selection;
pub use open::selection::{Playable, is_playable, name_of, playable_games, playable_of};
pub use print::imposing::Lay;
pub use print::printer::{Distortion, PrinterPage, PrinterProfile, READINGS, printer_name};
pub use print::printing::PrintedFile;
pub use prove::fuzz_report::fuzz_report;
pub use prove::fuzzing::{FuzzAsked, exhaust_variant, fuzz_share, fuzz_variants, overlay_of};
pub use prove::mutating::{EditsAsked, try_edits, unnoticed, warnings_of};
pub use prove::mutation_report::{Tried, mutation_report};
pub use prove::profile_report::{add_profile, begin_profile};
pub use prove::recording::{GameRecord, is_record, record};
pub use prove::replay_report::{MovesTold, replay_report};
pub use prove::replaying::{ReplayedGame, replay_file, shown_replay};
pub use shop::shopping::Shopping;
pub use shop::shopping::{asked_of_shop, shop_named};

// What options of the command line are made of.
pub use crate::cards::FORMAT;
pub use crate::export::shop::shops;
pub use crate::export::{Fineness, PictureFormat};
pub use crate::lab::{LabPart, MOST_GAMES, PartHeader, PartResults, Shard};
pub use crate::players::{Players, SeatPolicies, SeatPolicy};
pub use crate::template::{BLEED, Ink};
pub use crate::verify::mutate::MutationPlan;
pub use crate::verify::record::{FORMAT as RECORD_FORMAT, RecordPlan};
pub use crate::verify::threads::MOST_THREADS;
