//! The shops and their products, read from the data files in this folder: a product is a row, a shop is a file and a line in
//! [`FILES`]. A shop's name or a card size comes in, a matching row goes out. Called by `export shop` and `session`.

use std::sync::OnceLock;

use serde::Deserialize;
use serde::de::{Deserializer, Error};

use crate::sheet::{Point, Rect, Size, Trim, parse_length, show_mm};

/// Name on the command line, and the rows. From the shops to what serves anybody.
const FILES: &[(&str, &str)] = &[
    ("thegamecrafter", include_str!("shops/thegamecrafter.toml")),
    ("makeplayingcards", include_str!("shops/makeplayingcards.toml")),
    ("drivethrucards", include_str!("shops/drivethrucards.toml")),
    ("mbprint", include_str!("shops/mbprint.toml")),
    ("printplaygames", include_str!("shops/printplaygames.toml")),
    ("single", include_str!("shops/single.toml")),
];

/// How far a card's size may be from the product's, in millimetres: a knife is not nearer.
const NEAR: f64 = 0.5;

/// What a shop wants of a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Makes {
    /// A picture of each different face.
    Pictures,
    /// A PDF of each deck: a page for each side of each card or, where a product has slots, for each side of a sheet.
    Pages,
}

/// The list that goes with pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum List {
    /// `manifest.csv`: a line for each different card.
    Csv,
    /// `cards.xml`, for programs that fill in an order.
    CardsXml,
}

impl List {
    pub fn file(self) -> &'static str {
        match self {
            List::Csv => "manifest.csv",
            List::CardsXml => "cards.xml",
        }
    }
}

/// Which side of a card comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageOrder {
    #[default]
    FrontBack,
    BackFront,
}

/// Where cards lie on a sheet, mm: the middles of the columns and rows, and how much of a card shows around each.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetSlots {
    #[serde(deserialize_with = "lengths")]
    pub columns: Vec<f64>,
    #[serde(deserialize_with = "lengths")]
    pub rows: Vec<f64>,
    pub size: Size,
}

/// A shop.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Shop {
    /// Its name on the command line.
    #[serde(skip)]
    pub id: &'static str,
    pub title: String,
    pub makes: Makes,
    #[serde(default = "dots")]
    pub dpi: f64,
    /// Dots to the inch that pictures of pixels must have, where the shop says so.
    pub least_dpi: Option<f64>,
    /// Millimetres of picture beyond the cut.
    #[serde(deserialize_with = "length")]
    pub bleed: f64,
    /// Millimetres inside the cut that hold nothing that must be whole.
    #[serde(deserialize_with = "length")]
    pub safe: f64,
    #[serde(default)]
    pub order: PageOrder,
    pub list: Option<List>,
    /// Cards of one order.
    pub most_cards: Option<u32>,
    /// Copies of one card.
    pub most_copies: Option<u32>,
    /// Numbers of cards at which an order gets dearer.
    #[serde(default)]
    pub steps: Vec<u32>,
    pub stock: Option<String>,
    /// What is said when the files are there; `{file}` is one of them.
    #[serde(default)]
    pub notes: Vec<String>,
    #[serde(rename = "product")]
    pub products: Vec<Product>,
}

/// Something that a shop makes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    pub id: String,
    pub title: String,
    /// The cut card, upright; `None` for any size.
    pub trim: Option<Size>,
    /// Whether it is cut as a circle.
    #[serde(default)]
    pub round: bool,
    /// Pixels of a picture, as the shop's template has them.
    pub pixels: Option<(u32, u32)>,
    /// A page, as the shop's template has it; the card with its bleed where there is none.
    pub page: Option<Size>,
    /// Where the cards of a sheet lie; one in the middle of each page where there are none.
    pub slots: Option<SheetSlots>,
}

fn dots() -> f64 {
    300.0
}

fn length<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    parse_length(&String::deserialize(from)?).map_err(D::Error::custom)
}

fn lengths<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    let all = texts.iter().map(|text| parse_length(text));
    all.collect::<Result<_, _>>().map_err(D::Error::custom)
}

impl SheetSlots {
    /// Each slot, column by column.
    pub fn rects(&self) -> Vec<Rect> {
        let columns = self.columns.iter();
        let middles = columns.flat_map(|x| self.rows.iter().map(|y| Point { x: *x, y: *y }));
        middles.map(|middle| Rect::around(middle, self.size)).collect()
    }
}

impl Product {
    /// How far the card is from this product's size, in millimetres, where it can be made of it.
    pub fn fits(&self, trim: &Trim) -> Option<f64> {
        let Some(size) = self.trim else {
            return Some(0.0);
        };
        let own = trim.size.portrait();
        let off = (own.width - size.width).abs().max((own.height - size.height).abs());
        (off <= NEAR && self.round == trim.is_round() && trim.outline.is_none()).then_some(off)
    }

    /// `poker (63.5 x 88.9 mm)`.
    pub fn name_and_size(&self) -> String {
        match self.trim {
            Some(size) if self.round => format!("{} (round, {} mm)", self.id, show_mm(size.width)),
            Some(size) => format!("{} ({size})", self.id),
            None => format!("{} (any size)", self.id),
        }
    }
}

impl Shop {
    /// The product that suits cards of this size: one of those `wanted` if any does, else the nearest, else the first.
    pub fn product_for(&self, trim: &Trim, wanted: &[String]) -> Option<&Product> {
        let nearest = |among: &dyn Fn(&Product) -> bool| {
            let all = self.products.iter().filter(|product| among(product));
            let fitting = all.filter_map(|product| Some((product.fits(trim)?, product)));
            let best = fitting.reduce(|best, other| if other.0 < best.0 { other } else { best });
            best.map(|(_, product)| product)
        };
        nearest(&|product| wanted.contains(&product.id)).or_else(|| nearest(&|_| true))
    }

    /// The products whose sizes are nearest to that of the card, so many of them.
    pub fn nearest(&self, trim: &Trim, most: usize) -> Vec<&Product> {
        let own = trim.size.portrait();
        let off = |size: Size| (own.width - size.width).hypot(own.height - size.height);
        let mut all: Vec<(f64, &Product)> =
            self.products.iter().map(|product| (product.trim.map_or(0.0, off), product)).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.into_iter().take(most).map(|(_, product)| product).collect()
    }

    /// The lowest price step that holds so many cards.
    pub fn step(&self, cards: u32) -> u32 {
        let holds = self.steps.iter().find(|step| **step >= cards);
        holds.copied().unwrap_or(cards)
    }
}

/// All shops.
pub fn shops() -> &'static [Shop] {
    static SHOPS: OnceLock<Vec<Shop>> = OnceLock::new();
    // The tests read every file: none is left out.
    SHOPS.get_or_init(|| FILES.iter().filter_map(|(id, text)| read(id, text).ok()).collect())
}

/// The shop of that name.
pub fn find_shop(name: &str) -> Option<&'static Shop> {
    let name = name.to_lowercase();
    shops().iter().find(|shop| shop.id == name)
}

fn read(id: &'static str, text: &str) -> Result<Shop, toml::de::Error> {
    let shop: Shop = toml::from_str(text)?;
    Ok(Shop { id, ..shop })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_what_its_shop_needs() {
        assert_eq!(shops().len(), FILES.len());
        for shop in shops() {
            assert!(!shop.products.is_empty(), "{}", shop.id);
            let mut ids: Vec<&str> = shop.products.iter().map(|p| p.id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), shop.products.len(), "{}: an id twice", shop.id);
            for product in &shop.products {
                let name = format!("{}/{}", shop.id, product.id);
                let (pictures, paged) = (shop.makes == Makes::Pictures, product.page.is_some());
                assert_eq!(shop.list.is_some(), pictures, "{name}: a list");
                assert!(!(pictures && paged), "{name}: a page");
                assert!(product.slots.is_none() || paged, "{name}: slots of no page");
                let Some(trim) = product.trim else { continue };
                assert!(trim.width <= trim.height, "{name} stands upright");
                if let Some((width, height)) = product.pixels {
                    let pixels = |mm: f64| mm * shop.dpi / 25.4;
                    let beyond = |all: u32, mm: f64| (f64::from(all) - pixels(mm)) / 2.0;
                    for side in [beyond(width, trim.width), beyond(height, trim.height)] {
                        // A template may have more than the shop's bleed, never less, but for what rounding takes.
                        let least = pixels(shop.bleed) - 0.6;
                        assert!((least..100.0).contains(&side), "{name}: {side} px of bleed");
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_those_of_the_templates() {
        let pixels = |shop: &str, product: &str| {
            let shop = find_shop(shop).unwrap();
            let row = shop.products.iter().find(|p| p.id == product).unwrap();
            row.pixels.unwrap()
        };
        assert_eq!(pixels("thegamecrafter", "poker"), (825, 1125));
        // Trim and a quarter of an inch would be 689 x 1103.
        assert_eq!(pixels("thegamecrafter", "mint-tin"), (750, 1125));
        assert_eq!(pixels("makeplayingcards", "poker"), (822, 1122));
        assert_eq!(pixels("makeplayingcards", "euro-poker"), (816, 1111));
    }

    #[test]
    fn a_product_is_one_row_and_a_shop_is_one_file() {
        let row = |id: &str, trim: &str| {
            format!(
                "[[product]]\nid = \"{id}\"\ntitle = \"T\"\ntrim = \"{trim}\"\npixels = [897, 1497]\n"
            )
        };
        let (id, text) = FILES[1];
        let more = format!("{text}\n{}", row("tarot", "2.75 x 4.75 in"));
        let (before, after) = (read(id, text).unwrap(), read(id, &more).unwrap());
        let tarot = Trim::parse("tarot").unwrap();
        assert!(before.product_for(&tarot, &[]).is_none());
        assert_eq!(after.product_for(&tarot, &[]).unwrap().pixels, Some((897, 1497)));

        let head = "title = \"Another\"\nmakes = \"pictures\"\nbleed = \"3\"\nsafe = \"3\"\nlist = \"csv\"\n";
        let shop = read("another", &format!("{head}{}", row("bridge", "bridge"))).unwrap_err();
        assert!(shop.to_string().contains("trim"), "{shop}");
        let shop = read("another", &format!("{head}{}", row("bridge", "57 x 89"))).unwrap();
        assert_eq!((shop.bleed, shop.dpi, shop.products.len()), (3.0, 300.0, 1));
    }

    #[test]
    fn a_deck_finds_its_product_either_way_up() {
        let shop = find_shop("TheGameCrafter").unwrap();
        let product = |size: &str, wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|w| (*w).to_owned()).collect();
            let product = shop.product_for(&Trim::parse(size).unwrap(), &wanted);
            product.map(|p| p.id.clone()).unwrap_or_default()
        };
        assert_eq!(product("poker", &[]), "poker");
        assert_eq!(product("poker landscape", &[]), "poker");
        assert_eq!(product("poker", &["tarot", "foil-poker"]), "foil-poker");
        assert_eq!(product("tcg", &[]), "euro-poker");
        assert_eq!(product("70 x 70", &[]), "euro-square");
        assert_eq!(product("180 x 85", &[]), "");
        let token = Trim::parse("25 x 25").unwrap();
        let round = shop.product_for(&token.with_corner(12.5), &[]).unwrap();
        assert_eq!(round.id, "large-circle-chit");
        assert_eq!(shop.product_for(&token, &[]).unwrap().id, "large-square-chit");
    }
}
