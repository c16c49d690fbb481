//! Runs `deckproof export shop`. The command's options come in; the files that a print shop takes for an order go out. Called by
//! `export`.

use std::path::PathBuf;

use crate::session::{Shopping, Sold, all_shops, shop_named};

use super::console::{Console, Done};
use super::export_options::ExportOptions;
use super::viewer;

pub const EXAMPLES: &str = "\
Examples:
  deckproof export shop                                     the shops, and what each of them makes
  deckproof export shop thegamecrafter caper                a picture of each card, as the shop's templates have it
  deckproof export shop thegamecrafter caper --deck gear --product foil-poker
  deckproof export shop makeplayingcards caper --deck gear  pictures, and a cards.xml for programs that order
  deckproof export shop drivethrucards caps-and-hammers --deck labs
  deckproof export shop mbprint my-game --backs separate
  deckproof export shop single my-game --zip                one archive in place of a folder

Files go to output/GAME/SHOP/, those of a part of the game to a folder of its own: SHOP-DECK, SHOP+CARD, SHOP.changed. A deck becomes the product of its size; a deck for which the shop has none
is left out, and said. Sizes in pixels are those of the shop's templates. Everything is RGB.";

/// What a print shop takes
#[derive(Debug, clap::Args)]
pub struct ExportShopArgs {
    /// The shop; without it, all shops and products are listed
    #[arg(value_name = "SHOP")]
    shop: Option<String>,
    #[command(flatten)]
    faces: ExportOptions,
    /// The product, where a deck's size suits several (may be given several times)
    #[arg(long, value_name = "NAME", requires = "shop")]
    product: Vec<String>,
    /// One zip archive in place of a folder
    #[arg(long)]
    zip: bool,
    /// Show the folder of the files in the viewer of the desktop
    #[arg(long)]
    open: bool,
}

pub fn run_export_shop(args: &ExportShopArgs, console: &mut Console) -> Done {
    let Some(name) = &args.shop else {
        return list_shops(console);
    };
    let shop = shop_named(name)?;
    let shopping = Shopping {
        exporting: args.faces.exporting(console)?,
        shop,
        products: args.product.clone(),
        zip: args.zip,
    };
    shopping.check()?;
    let packs = shopping.exporting.selection.packs(console)?;
    let made = shopping.export(packs, console)?;
    say(&made, console);
    if let Some(first) = made.first() {
        let file = named_file(first);
        for note in &shop.notes {
            console.say(&note.replace("{file}", &file));
        }
    }
    if args.open {
        let places: Vec<PathBuf> = made.into_iter().map(|sold| sold.place).collect();
        viewer::open_in_viewer(&places, console);
    }
    Ok(())
}

fn list_shops(console: &Console) -> Done {
    for shop in all_shops()? {
        console.say(&format!("{}: {}", shop.id, shop.title));
        let names: Vec<String> =
            shop.products.iter().map(|product| product.name_and_size()).collect();
        let width = names.iter().map(String::len).max().unwrap_or_default();
        for (product, name) in shop.products.iter().zip(names) {
            let size = match (product.pixels, product.page) {
                (Some((w, h)), _) => format!("  {w} x {h} pixels"),
                (None, Some(page)) => format!("  pages of {page}"),
                (None, None) => String::new(),
            };
            console.say(format!("  {name:width$}{size}").trim_end());
        }
    }
    Ok(())
}

fn say(made: &[Sold], console: &Console) {
    for sold in made {
        let different = match sold.different {
            1 => String::new(),
            n => format!(", {n} different"),
        };
        console.say(&format!(
            "{}: {}, {}: {}{different}",
            sold.place.display(),
            sold.product.title,
            sold.decks.join(", "),
            sold.summary()
        ));
    }
}

/// The file that notes of the shop name.
fn named_file(first: &Sold) -> String {
    if first.place.extension().is_some_and(|e| e == "zip") {
        // The PDF that other programs take is inside the zip.
        "FILE.pdf".to_owned()
    } else {
        first.place.display().to_string()
    }
}
