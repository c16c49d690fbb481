//! The interface of the lab to the commands: packs and plans come in, counts go out. `registry` holds one for each kind of game; one
//! implementation, for [`Prover`], serves all games.

use super::counts::LabCounts;
use super::figures::LabNames;
use super::pairs::{PairCounts, PairPlan, count_pairs};
use super::playing::{LabPlan, count_games, seat_sides};
use super::rows::CardRows;
use super::tournament::{MatchPlan, play_match};
use crate::cards::Pack;
use crate::rules::{Breach, Laws, Notation, Variant};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, shell_word};
use crate::statistics::WinDrawLoss;
use crate::verify::Prover;
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;

/// Everything that can be found out by playing a game often.
pub trait Experiment: Sync {
    /// The names that counts go by.
    ///
    /// # Errors
    /// When the data cannot be played.
    fn names(&self, pack: &Pack, variant: &Variant) -> Result<LabNames, Diagnostics>;

    /// Plays the games of a plan.
    ///
    /// # Errors
    /// When the data cannot be played, or a game does not come to its end.
    fn count(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &LabPlan,
        progress: Progress<'_>,
    ) -> Result<LabCounts, Diagnostics>;

    /// Plays pairs of games, before an edit and after it.
    ///
    /// # Errors
    /// As [`Experiment::count`], and when the two have other seats.
    fn pairs(
        &self,
        packs: [&Pack; 2],
        variant: &Variant,
        plan: &PairPlan,
        progress: Progress<'_>,
    ) -> Result<PairCounts, Diagnostics>;

    /// Plays two players against each other.
    ///
    /// # Errors
    /// As [`Experiment::count`].
    fn play_match(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &MatchPlan,
        progress: Progress<'_>,
    ) -> Result<WinDrawLoss, Diagnostics>;
}

/// How a command names the game.
fn game_word(pack: &Pack) -> String {
    let path = pack.folder.path();
    let name = path.map_or_else(|| pack.game.id.clone(), |path| path.display().to_string());
    shell_word(&name).into_owned()
}

fn unplayable(pack: &Pack, breach: &Breach) -> Diagnostics {
    let message = format!("{}: a game cannot be played: {}", pack.game.id, breach.says);
    Diagnostic::error(Code::NotPlayable, message)
        .help(format!(
            "`deckproof fuzz {}` looks for such a game, and makes it short",
            game_word(pack)
        ))
        .into()
}

impl<G: Notation + Laws + Send + 'static> Experiment for Prover<G> {
    fn names(&self, pack: &Pack, variant: &Variant) -> Result<LabNames, Diagnostics> {
        let game = self.rules(pack, variant)?;
        let teams = guarded(|| seat_sides(&game)).map_err(|breach| unplayable(pack, &breach))?;
        let rows = CardRows::new(game.names(), &pack.decks).rows;
        Ok(LabNames {
            seats: game.names().seats.clone(),
            teams,
            rows: rows.into_iter().map(|row| (row.deck, row.id)).collect(),
            verbs: game.verbs(),
            notes: game.names().notes.clone(),
        })
    }

    fn count(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &LabPlan,
        progress: Progress<'_>,
    ) -> Result<LabCounts, Diagnostics> {
        let game = self.rules(pack, variant)?;
        let rows = CardRows::new(game.names(), &pack.decks);
        let counted = guarded(|| {
            let teams = seat_sides(&game)?;
            count_games(&game, &rows, &teams, plan, progress)
        });
        counted.map_err(|breach| unplayable(pack, &breach))
    }

    fn pairs(
        &self,
        [old, new]: [&Pack; 2],
        variant: &Variant,
        plan: &PairPlan,
        progress: Progress<'_>,
    ) -> Result<PairCounts, Diagnostics> {
        let (was, is) = (self.rules(old, variant)?, self.rules(new, variant)?);
        if was.names().seats != is.names().seats {
            let message = format!("the two versions of {} have other seats", new.game.id);
            return Err(Diagnostic::error(Code::NotPlayable, message)
                .fault(Blame::Usage)
                .help(
                    "pairs are games of the same players: count each version with `deckproof lab`",
                )
                .into());
        }
        let rows = |game: &G, pack: &Pack| CardRows::new(game.names(), &pack.decks);
        let (rows_before, rows_now) = (rows(&was, old), rows(&is, new));
        let counted = guarded(|| {
            let teams = seat_sides(&is)?;
            let both = [(&was, &rows_before), (&is, &rows_now)];
            count_pairs(both, &teams, plan, progress)
        });
        counted.map_err(|breach| unplayable(new, &breach))
    }

    fn play_match(
        &self,
        pack: &Pack,
        variant: &Variant,
        plan: &MatchPlan,
        progress: Progress<'_>,
    ) -> Result<WinDrawLoss, Diagnostics> {
        let game = self.rules(pack, variant)?;
        let played = guarded(|| play_match(&game, &seat_sides(&game)?, plan, progress));
        played.map_err(|breach| unplayable(pack, &breach))
    }
}
