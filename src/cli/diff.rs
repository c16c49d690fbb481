//! Runs `deckproof diff`: compares two games by rules, looks and scenario results. The command's options come in; a report goes out.

use crate::pages::add_pictures;
use crate::session::{
    Difference, ShownGame, compare, edit_games, game_here, scenarios, side_folder,
};
use crate::source::Diagnostics;

use super::console::{Console, Done};
use super::options::up_to;
use super::report_options::ReportOptions;

const EXAMPLES: &str = "\
Examples:
  deckproof diff caps-and-hammers my-game            a copy and the game it was made from
  deckproof diff                                     in a game's folder: what was not committed yet
  deckproof diff HEAD: my-game                       the same from elsewhere
  deckproof diff v1.0:cards/caper main:cards/caper   between two revisions
  deckproof diff HEAD: my-game -o diff.html          both as pictures, to slide over one another
  deckproof diff main: my-game --format markdown     for a comment on a pull request
  deckproof diff HEAD: my-game --games 20000         who wins random games, before and after

OLD and NEW are folders, shipped games by name, or folders at git revisions: REV:path. The path
is looked up from the current folder, then from the top of the repository; `REV:` alone is the
folder of the other side. Nothing is checked out.

Each card that differs is told as
  rules    what is played differs: a number, an ability, with old and new words as printed
  copies   more or fewer of it are in the deck
  looks    only its picture, template or words differ
  new, gone, moved (the same row under another id or in another deck)
Values are compared, not text: comments and order do not count. Where rules differ, the scenarios
of both are run, and those that come out otherwise are told.

Exit codes: 0 told, whether they differ or not; 1 one of them cannot be read, or they differ with
--exit-code; 2 the command line asks for what cannot be; 3 the machine failed.";

/// Tell what parts two games: rules, looks, copies, scenarios
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct DiffArgs {
    /// The game as it was: a folder, a shipped game, or REV:path [default: HEAD:]
    #[arg(value_name = "OLD")]
    old: Option<String>,
    /// The game as it is: a folder, a shipped game, or REV:path [default: the game of the folder you are in]
    #[arg(value_name = "NEW")]
    new: Option<String>,
    /// In another language, for which both games have lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Exit with 1 when there are differences
    #[arg(long)]
    exit_code: bool,
    /// Play so many random games of each variant, before and after: pairs of the same seed
    #[arg(long, value_name = "N", value_parser = up_to(1_000_000_000))]
    games: Option<u64>,
    /// Names the random games: the same seed plays the same
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    shown: ReportOptions,
}

/// What a game is compared with when nothing is named.
const LAST_COMMIT: &str = "HEAD:";

pub fn run_diff(args: &DiffArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("diff", console)?;
    let (old, new) = sides(args, console)?;
    let found = compare(&old, &new);
    let scenarios = if found.changes_rules() || other_scenarios(&old, &new, console) {
        scenarios(&old, &new, &mut console.files)?
    } else {
        None
    };
    let games = match args.games {
        Some(pairs) => {
            let bar = console.progress("pairs of games", pairs);
            let found = edit_games(&old, &new, (pairs, args.seed), &|done| {
                bar.set_length(bar.length().unwrap_or_default().max(done));
                bar.set_position(done);
            });
            bar.finish_and_clear();
            Some((pairs, found?))
        }
        None => None,
    };
    let difference = Difference { old, new, found, scenarios, games };
    let mut report = difference.report();
    if shown.has_page() {
        let Difference { old, new, found, .. } = &difference;
        let bar = console.progress("page", found.decks.len() as u64);
        add_pictures(&mut report, [old, new], found, &|| bar.inc(1))?;
        bar.finish_and_clear();
    }
    shown.tell(report, console);
    shown.finish(console)?;
    console.failed = args.exit_code && difference.differs();
    Ok(())
}

fn sides(args: &DiffArgs, console: &mut Console) -> Result<(ShownGame, ShownGame), Diagnostics> {
    let old = args.old.clone().unwrap_or_else(|| LAST_COMMIT.to_owned());
    let new = match &args.new {
        Some(new) => new.clone(),
        None => game_here("diff HEAD:", console)?,
    };
    let folders = [(&old, &new), (&new, &old)].map(|(own, other)| side_folder(own, other));
    let sides =
        Diagnostics::all_of(folders)?.into_iter().zip([&old, &new]).map(|(folder, label)| {
            let folder = match &args.lang {
                Some(lang) => folder.in_language(lang, true),
                None => folder,
            };
            ShownGame::read(folder, label, &mut console.files)
        });
    let mut sides = Diagnostics::all_of(sides)?.into_iter();
    sides.next().zip(sides.next()).ok_or_else(Diagnostics::new)
}

/// Whether the scenarios themselves are others.
fn other_scenarios(old: &ShownGame, new: &ShownGame, console: &mut Console) -> bool {
    let mut texts = |side: &ShownGame| {
        let folder = &side.pack.folder;
        folder
            .scenario_names()
            .into_iter()
            .map(|name| {
                let text = folder.text(&name, &mut console.files).ok();
                (name, text.map(|(_, text)| text))
            })
            .collect::<Vec<_>>()
    };
    texts(old) != texts(new)
}
