//! What an edit does to a game between good players: games by any players, counted exactly; two games of one seed as pairs; players
//! against each other; shares of a run on many machines. Packs and plans come in; counts, which merge, go out.
//! Called by `session` for `deckproof lab` and `merge`.

mod card_worth;
mod cases;
mod chance;
mod counts;
mod experiment;
mod figures;
mod heard;
mod judge;
mod merging;
mod paired_cases;
mod pairs;
mod part;
mod playing;
mod rows;
mod shares;

pub use card_worth::CardWorth;
pub use cases::{CaseCount, WinCounts, Worth};
pub use counts::{LabCounts, SolvedGame};
pub use experiment::{count, names, pair_names, pairs};
pub use figures::{
    ChoiceFigures, LabFigures, LabNames, LeadFigures, LengthFigures, MatchFigures, MatchScore,
    SeatFigures, UseFigures, figures, points_of_wins,
};
pub use judge::{End, Findings, Outlier, Uneven, Unseen, judge};
pub use merging::merge_parts;
pub use paired_cases::{PairedCases, PairedWins};
pub use pairs::{Only, PairCounts, PairFault, RowDifference};
pub use part::{LabPart, LawCounts, MOST_GAMES, PART_FORMAT, PartHeader, PartResults, VariantPart};
pub use playing::LabPlan;
pub use shares::{Shard, Shares, missing_shares, missing_words};
