//! Finds a shop by its name. A name comes in; a shop with its products, or what it may have meant, goes out. Called by the commands
//! `export shop` and `check`.

use std::path::PathBuf;

use crate::export::shop::{Shop, find_shop, shops};
use crate::session::draw::face_names::FileBacks;
use crate::session::export::exporting::Exporting;
use crate::session::open::selection::Selection;
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list_words};
use crate::template::Ink;

use super::shopping::Shopping;

/// What `check --for SHOP/PRODUCT` asks about.
///
/// # Errors
/// A shop or a product that there is not.
pub fn asked_of_shop(name: &str, selection: &Selection) -> Result<Shopping, Diagnostics> {
    let (shop, product) = match name.split_once('/') {
        Some((shop, product)) => (shop, Some(product)),
        None => (name, None),
    };
    let shopping = Shopping {
        exporting: Exporting {
            selection: selection.clone(),
            output: PathBuf::new(),
            backs: FileBacks::Beside,
            ink: Ink::Full,
            changed: false,
        },
        shop: shop_named(shop)?,
        products: product.into_iter().map(str::to_owned).collect(),
        zip: false,
    };
    shopping.check()?;
    Ok(shopping)
}

/// The shop of that name.
///
/// # Errors
/// A shop that there is not.
pub fn shop_named(name: &str) -> Result<&'static Shop, Diagnostics> {
    let known = all_shops()?;
    if let Some(shop) = find_shop(name).map_err(|fault| unreadable(&fault))? {
        return Ok(shop);
    }
    let ids = || known.iter().map(|shop| shop.id);
    let help = match did_you_mean(name, ids()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", list_words(ids().collect::<Vec<_>>())),
    };
    let fault = Diagnostic::usage(Code::UnknownName, format!("there is no shop `{name}`"));
    Err(fault.help(help).into())
}

/// All shops.
///
/// # Errors
/// When the list of them is wrong, which is a fault of the program.
pub fn all_shops() -> Result<&'static [Shop], Diagnostic> {
    shops().map_err(|fault| unreadable(&fault))
}

fn unreadable(fault: &str) -> Diagnostic {
    Diagnostic::machine(Code::UnreadableFile, format!("the list of shops: {fault}"))
        .help("this is a fault of deckproof: please report it")
}
