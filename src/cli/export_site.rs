//! Runs `deckproof export site`. The command's options come in; a folder for any web host goes out: the cards and rules of a game, and
//! a game to step through. Called by `export`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::console::{Console, Done};
use super::replay::read_record;
use super::viewer;
use super::wanted::SelectionArgs;
use crate::cards::Pack;
use crate::export::svg;
use crate::pages::{SiteCard, SiteDeck, replay_page, site_page};
use crate::players::Players;
use crate::report::is_our_page;
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::{
    Exporting, FileBacks, NamedFace, Set, is_playable, leftovers, named_cards, note_leftovers,
    output,
};
use crate::source::{Diagnostics, counted};
use crate::template::Ink;
use crate::verify::record::RecordPlan;
use crate::verify::record::record_game;
use crate::verify::replay::replay_record;

pub const EXAMPLES: &str = "\
Examples:
  deckproof export site my-game                      output/my-game/site/index.html, and all that it shows
  deckproof export site my-game --record game.jsonl  with this game to step through
  deckproof export site caper -o public --lang de    in another language

Put the folder on any web host, or open index.html where it is. It fetches nothing from elsewhere. Where the rules
can be played, a random game is there to step through; `deckproof record`, or the studio, writes others.";

/// A page of the game for any web host: cards, rules, a game to step through
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ExportSiteArgs {
    #[command(flatten)]
    wanted: SelectionArgs,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The game to step through, as `deckproof record` or the studio wrote it [default: a random one]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

/// The page's name, and that of the game to step through.
const PAGE: &str = "index.html";
const GAME: &str = "game.html";

/// Where the faces lie, from the page.
const FACES: &str = "faces";

pub fn run_export_site(args: &ExportSiteArgs, console: &mut Console) -> Done {
    let selection = args.wanted.select(console)?;
    let exporting = Exporting {
        output: selection.output(args.output.as_deref()),
        selection,
        backs: FileBacks::Beside,
        ink: Ink::Full,
        changed: false,
    };
    let mut shown = Vec::new();
    for pack in exporting.selection.packs(console)? {
        let site = format!("site{}", exporting.part());
        let folder = exporting.folder(&pack.game.id).join(site);
        let game = game_page(&pack, args.record.as_deref(), console)?;
        let set = exporting.draw(pack, console)?;
        let written = write(&folder, &set, game, console)?;
        let count = counted(written.len(), "file");
        console.say(&format!("{}: {count}", folder.join(PAGE).display()));
        if exporting.is_whole() {
            let folders = [folder.clone(), folder.join(FACES)];
            let is_ours = |_: &str, head: &[u8]| svg::made_by_us(head) || is_our_page(head);
            note_leftovers(&leftovers(&folders, &written, is_ours), console);
        }
        shown.push(folder.join(PAGE));
    }
    if args.open {
        viewer::open_in_viewer(&shown, console);
    }
    Ok(())
}

/// A game to step through; `None` where the rules cannot be played.
fn game_page(
    pack: &Pack,
    record: Option<&Path>,
    console: &mut Console,
) -> Result<Option<Vec<u8>>, Diagnostics> {
    if !is_playable(pack) {
        return Ok(None);
    }
    let (name, text) = match record {
        Some(path) => read_record(path)?,
        None => {
            let plan =
                RecordPlan { seed: 1, players: Players::Uniform, states: false, legal: false };
            let variant = Variant::first(&script_axes(&pack.game));
            let record = record_game(pack, &variant, &plan)?;
            ("a random game".to_owned(), record.text.into())
        }
    };
    let replay = replay_record(pack, &name, text, &mut console.files)?;
    replay_page(pack, &replay, &mut console.files).map(Some)
}

fn write(
    folder: &Path,
    set: &Set,
    game: Option<Vec<u8>>,
    console: &Console,
) -> Result<BTreeSet<PathBuf>, Diagnostics> {
    let mut faces: Vec<NamedFace> = Vec::new();
    let decks: Vec<SiteDeck> = set
        .decks
        .iter()
        .map(|chosen| {
            let deck = &set.pack.decks[chosen.deck];
            let cards = named_cards(&set.pack, chosen, FileBacks::Beside).into_iter();
            let cards = cards.map(|card| {
                let mut address = |(name, drawn): NamedFace| {
                    let address = format!("{FACES}/{name}.svg");
                    if faces.iter().all(|(known, _)| *known != name) {
                        faces.push((name, drawn));
                    }
                    address
                };
                let (width, height) = (card.front.1.width, card.front.1.height);
                let row = deck.rows.get(card.at);
                SiteCard {
                    name: row.map_or_else(
                        || format!("{}, page {}", deck.title, card.at + 1),
                        |row| row.name.clone(),
                    ),
                    copies: card.copies,
                    front: address(card.front),
                    back: card.back.map(address),
                    width,
                    height,
                }
            });
            SiteDeck {
                title: deck.title.clone(),
                is_text: deck.flow.is_some(),
                cards: cards.collect(),
            }
        })
        .collect();
    let pages =
        [(PAGE, Some(site_page(&set.pack, &decks, game.as_ref().map(|_| GAME)))), (GAME, game)];
    let pages = pages.into_iter().filter_map(|(name, page)| Some((folder.join(name), page?)));
    let pages: Vec<(PathBuf, Vec<u8>)> = pages.collect();
    let path_of = |name: &str| folder.join(FACES).join(format!("{name}.svg"));
    for (path, _) in &pages {
        output::may_write(path, is_our_page)?;
    }
    for (name, _) in &faces {
        output::may_write(&path_of(name), svg::made_by_us)?;
    }
    output::folder(&folder.join(FACES))?;
    let bar = console.progress("page", (faces.len() + pages.len()) as u64);
    let mut written = BTreeSet::new();
    for (name, drawn) in &faces {
        let path = path_of(name);
        output::write_file(&path, &svg::outlined_face(drawn), svg::made_by_us)?;
        written.insert(path);
        bar.inc(1);
    }
    for (path, page) in pages {
        output::write_file(&path, &page, is_our_page)?;
        written.insert(path);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(written)
}
