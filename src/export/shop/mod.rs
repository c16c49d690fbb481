//! Orders for print shops, and boxes of pictures: each shop is a file of rows, each row a product. A list of cards and faces
//! comes in; names, pages, lists and archives go out, for `session`. Nothing here paints or writes to disk.

mod archive;
mod lists;
mod order;
mod pages;
mod rows;
#[cfg(test)]
mod testing;

pub use archive::{archive, made_by_us as archive_made_by_us};
pub use lists::{cards_xml, made_by_us as list_made_by_us, manifest_csv};
pub use order::{OrderedCard, ShopOrder, ShopPicture};
pub use pages::pages;
pub use rows::{List, Makes, Product, Shop, find_shop, shops};
