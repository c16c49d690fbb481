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

pub use export::cutting::{CutFormat, Cutting};
pub use files::output;
pub use print::printing::{Differing, PrintedFile, Printing};

pub use check::examining::{Asked, Examined, GameReading, examine, read_games};
pub use check::report::{check_report, list_report, tally, unread_report};
pub use check::snapshot::{
    ContactPlace, ContactSheets, GameSnapshot, SnapshotCard, SnapshotDeck, SnapshotFault,
    SnapshotValue, SourcePlace, faults_in_words, paint_contact_sheet,
};
pub use compare::edit_games::{Scenarios, VariantDifference, edit_games, scenarios};
pub use compare::report::{Difference, differences_report};
pub use draw::drawing::{FileBacks, NamedFace, Proofed, SelectedDeck, Set, named_cards, trim_of};
pub use export::card_sheets::{PictureTable, Sheeted, Sheeting, TABLES, TablePictures};
pub use export::exporting::{Exporting, export_csv};
pub use export::faces::{FaceExport, FaceFormat, SITE_FACES, SITE_GAME, write_site};
pub use export::guides::guide_templates;
pub use files::schemas::{
    FileSchema, SCHEMA_FOLDER, SchemaKind, put_schema_lines, schemas, write_schemas,
};
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
pub use lab::merging::{ReadParts, is_our_part, may_write_share, merge_faults};
pub use lab::pairs_report::sweep_report;
pub use lab::recorded_games::{RecordedResults, record_text, recorded_games, seed_file};
pub use lab::report::{
    LabBounds, LabRemark, lab_figures, lab_remarks, lab_report, plan_report, standing_out,
};
pub use lab::runs::{
    EVEN, LabAsked, LabProgress, LawsAsked, NEGLIGIBLE, Stopping, Sweep, SweptValue, Variation,
    data_of, lab_games, lab_pairs, lab_sweep,
};
pub use open::chosen_variants::{
    AxisChoice, BY_TURNS, PLAYERS, Rest, both_variants, choose_variants,
};
pub use open::compared_game::{ShownGame, compare, compared_pack, side_folder};
pub use open::host::{Host, SilentHost, Steps};
pub use open::selection::{
    Playable, Selection, game_here, is_playable, name_of, playable_games, playable_of,
};
pub use print::imposing::Lay;
pub use print::printer::{Distortion, PrinterPage, PrinterProfile, READINGS, printer_name};
pub use prove::fuzz_report::{add_profile, begin_profile, fuzz_report};
pub use prove::fuzzing::{FuzzAsked, exhaust_variant, fuzz_share, fuzz_variants, overlay_of};
pub use prove::mutating::{EditsAsked, Tried, mutation_report, try_edits, unnoticed, warnings_of};
pub use prove::records::{
    GameRecord, MovesTold, ReplayedGame, is_record, record, replay_file, replay_report,
    shown_replay,
};

pub use shop::shopping::{Shopping, asked_of_shop, shop_named};

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
