//! Writes `manifest.csv`, with a line for each different card of an order: its number and the names of its pictures. An order
//! comes in, the bytes of the file go out. Called by `session`.

use super::order::ShopOrder;

const HEADER: [&str; 6] = ["deck", "card", "name", "quantity", "front", "back"];

/// The list of an order, as a sheet.
pub fn manifest_csv(order: &ShopOrder) -> Result<Vec<u8>, String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let mut write = |line: &[&str]| out.write_record(line).map_err(|e| e.to_string());
    write(&HEADER)?;
    let file = |at: Option<usize>| {
        let picture = at.and_then(|at| order.pictures.get(at));
        picture.map_or(String::new(), |p| format!("{}.png", p.name))
    };
    for card in &order.cards {
        let copies = card.copies.to_string();
        let (front, back) = (file(Some(card.front)), file(card.back));
        write(&[&card.deck, &card.id, &card.name, &copies, &front, &back])?;
    }
    out.into_inner().map_err(|e| e.to_string())
}

/// Whether `bytes` begins with the columns of these lists, which no other program writes.
pub fn made_by_us(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADER.join(",").as_bytes())
}
