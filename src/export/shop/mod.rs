//! What shops and boxes of pictures take: each shop a file of rows, each row a product. In goes a list of cards and faces, out
//! come names, pages, lists and archives; nothing here paints or writes.

mod archive;
mod cards_xml;
mod manifest;
mod order;
mod pages;
mod reading;
mod rows;
#[cfg(test)]
mod testing;

pub use archive::{Entry, archive, entry, made_by_us as archive_made_by_us};
pub use cards_xml::{MARK as XML_MARK, cards_xml};
pub use manifest::{csv, made_by_us as csv_made_by_us};
pub use order::{Card, Order, Picture};
pub use pages::pages;
pub use reading::{Ends, csv_slots, xml_slots};
pub use rows::{List, Makes, Product, Shop, find, shops};
