//! Opens the files written for a shop again and compares them with the order: which picture each slot shows, how large pictures
//! and pages are, and which pages are empty. A batch comes in; a line for the report, or the first difference, goes out. Called
//! by `shop_making`.

use std::collections::BTreeSet;

use crate::export::pdf;
use crate::export::shop::{Ends, List, Makes, csv_slots, xml_slots};
use crate::source::{Blame, Code, Diagnostic, counted};

use super::shop::Shopping;
use super::shop_files::ShopTarget;
use super::shop_order::Batch;
use super::shop_painting::BLANK;

/// Millimetres by which a page may be off: PDF rounds them.
const EXACT: f64 = 0.01;

impl Shopping {
    /// Says what the files of a batch hold.
    ///
    /// # Errors
    /// The first difference from the order.
    pub(super) fn read_back(
        &self,
        batch: &Batch,
        place: &ShopTarget,
    ) -> Result<String, Diagnostic> {
        match self.shop.makes {
            Makes::Pictures => self.read_pictures(batch, place),
            Makes::Pages => self.read_documents(batch, place),
        }
    }

    fn read_pictures(&self, batch: &Batch, place: &ShopTarget) -> Result<String, Diagnostic> {
        let order = &batch.order;
        let names: BTreeSet<&str> = order.pictures.iter().map(|p| p.name.as_str()).collect();
        if names.len() != order.pictures.len() {
            return Err(otherwise(&batch.product.id, "two pictures have one name"));
        }
        for (picture, face) in order.pictures.iter().zip(&batch.faces) {
            let name = batch.file(&format!("{}.png", picture.name));
            let (mut size, turn) = self.frame(batch.product, face);
            if turn {
                size = (size.1, size.0);
            }
            let found = decoded(&place.read(&name)?).map_err(|why| otherwise(&name, &why))?;
            if found != size {
                let (width, height) = found;
                return Err(otherwise(
                    &name,
                    &format!("it has {width} x {height} pixels"),
                ));
            }
        }
        let pictures = counted(order.pictures.len(), "picture");
        let Some(list) = self.shop.list else {
            return Ok(pictures);
        };
        let name = batch.file(list.file());
        let bytes = place.read(&name)?;
        let found = match list {
            List::Csv => csv_slots(&bytes),
            List::CardsXml => xml_slots(&bytes),
        };
        let found = found.map_err(|why| otherwise(&name, &why))?;
        let file = |at: Option<usize>| match (at.and_then(|at| order.pictures.get(at)), list) {
            (Some(picture), _) => format!("{}.png", picture.name),
            (None, List::CardsXml) => format!("{BLANK}.png"),
            (None, List::Csv) => String::new(),
        };
        let meant: Vec<Ends> = order
            .slots()
            .map(|card| (file(Some(card.front)), file(card.back)))
            .collect();
        let same = |(found, meant): (&Ends, &Ends)| {
            // cards.xml has whole paths.
            found.0.ends_with(&meant.0) && found.1.ends_with(&meant.1)
        };
        if found.len() != meant.len() || !found.iter().zip(&meant).all(same) {
            return Err(otherwise(&name, "its cards are not those of the order"));
        }
        let cards = counted(found.len(), "card");
        Ok(format!("{pictures}, {cards} in {}", list.file()))
    }

    fn read_documents(&self, batch: &Batch, place: &ShopTarget) -> Result<String, Diagnostic> {
        let mut all = 0;
        for (name, document) in self.documents_of(batch) {
            let found = pdf::read_pages(&place.read(&name)?);
            let found = found.map_err(|why| otherwise(&name, &why))?;
            if found.len() != document.pages.len() {
                return Err(otherwise(&name, &counted(found.len(), "page")));
            }
            for (number, (found, meant)) in found.iter().zip(&document.pages).enumerate() {
                let off = |a: crate::sheet::Rect, b: crate::sheet::Rect| {
                    let edges = [(a.x, b.x), (a.y, b.y), (a.right(), b.right())];
                    let bottom = (a.bottom(), b.bottom());
                    edges
                        .iter()
                        .chain([&bottom])
                        .any(|(a, b)| (a - b).abs() > EXACT)
                };
                let wrong = [
                    (off(found.media, meant.size.rect()), "size"),
                    (off(found.trim, meant.trim), "TrimBox"),
                    (off(found.bleed, meant.bleed), "BleedBox"),
                    (found.is_blank != meant.is_blank(), "emptiness"),
                ];
                if let Some((_, what)) = wrong.iter().find(|(wrong, _)| *wrong) {
                    let what = format!("page {} has another {what}", number + 1);
                    return Err(otherwise(&name, &what));
                }
            }
            all += found.len();
        }
        Ok(counted(all, "page"))
    }
}

/// Width and height of a PNG that can be read to its end.
fn decoded(bytes: &[u8]) -> Result<(u32, u32), String> {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().map_err(|e| e.to_string())?;
    let size = (reader.info().width, reader.info().height);
    while reader.next_row().map_err(|e| e.to_string())?.is_some() {}
    Ok(size)
}

fn otherwise(name: &str, why: &str) -> Diagnostic {
    let message = format!("`{name}`, read back, is not what was meant to be written: {why}");
    Diagnostic::error(Code::ReadBack, message)
        .fault(Blame::Machine)
        .help("write it again on another disk, and report it if it happens there as well")
}
