//! Places things on the table in centred rows, from the top left, in units of Tabletop Simulator. Sizes come in, positions go
//! out. Called by `save`.

/// Millimetres of a card that are a unit of the game: its own poker card is 3.1 units high.
const UNIT: f64 = 88.9 / CARD_HEIGHT;

/// Height of a card at scale 1; its width follows the picture.
const CARD_HEIGHT: f64 = 3.1;

/// The shorter side of a tile at scale 1.
const TILE_SIDE: f64 = 2.0;

/// Width and depth of a bag at scale 1, about.
pub const BAG: (f64, f64) = (3.0, 3.0);

/// The space between things.
const GAP: f64 = 0.8;

/// How wide a row may be.
const WIDEST: f64 = 34.0;

/// The scale at which a card has its true size beside a poker card of scale 1.
pub fn card_scale((_, height): (f64, f64)) -> f64 {
    height / UNIT / CARD_HEIGHT
}

/// The scale of a tile.
pub fn tile_scale((width, height): (f64, f64)) -> f64 {
    width.min(height) / UNIT / TILE_SIDE
}

/// Width and depth of something of so many millimetres.
pub fn on_table((width, height): (f64, f64)) -> (f64, f64) {
    (width / UNIT, height / UNIT)
}

/// The middle of each of the things, by their widths and depths; each group begins a row.
pub fn lay_out(groups: &[Vec<(f64, f64)>]) -> Vec<Vec<(f64, f64)>> {
    let mut rows: Vec<Row> = Vec::new();
    for (group, things) in groups.iter().enumerate() {
        let mut begun = false;
        for size in things {
            let fits = |row: &Row| row.width() + GAP + size.0 <= WIDEST;
            match rows.last_mut().filter(|row| begun && fits(row)) {
                Some(row) => row.sizes.push(*size),
                None => rows.push(Row { group, sizes: vec![*size] }),
            }
            begun = true;
        }
    }
    let depth: f64 = rows.iter().map(|row| row.depth() + GAP).sum::<f64>() - GAP;
    let mut places: Vec<Vec<(f64, f64)>> = groups.iter().map(|_| Vec::new()).collect();
    // Up on the face is away from the player.
    let mut top = depth / 2.0;
    for row in rows {
        let mut left = -row.width() / 2.0;
        for size in &row.sizes {
            places[row.group].push((left + size.0 / 2.0, top - row.depth() / 2.0));
            left += size.0 + GAP;
        }
        top -= row.depth() + GAP;
    }
    places
}

struct Row {
    group: usize,
    sizes: Vec<(f64, f64)>,
}

impl Row {
    fn width(&self) -> f64 {
        let sum: f64 = self.sizes.iter().map(|size| size.0 + GAP).sum();
        sum - GAP
    }

    fn depth(&self) -> f64 {
        self.sizes.iter().map(|size| size.1).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_on_another() {
        let groups =
            vec![vec![(2.2, 3.1); 20], vec![(40.0, 5.0), (1.0, 1.0)], Vec::new(), vec![(3.1, 2.2)]];
        let places = lay_out(&groups);
        let mut things = Vec::new();
        for (sizes, places) in groups.iter().zip(&places) {
            assert_eq!(sizes.len(), places.len());
            things.extend(sizes.iter().zip(places));
        }
        for (i, (size, place)) in things.iter().enumerate() {
            for (other_size, other) in &things[..i] {
                let across = (place.0 - other.0).abs() - (size.0 + other_size.0) / 2.0;
                let down = (place.1 - other.1).abs() - (size.1 + other_size.1) / 2.0;
                assert!(across > GAP - 1e-9 || down > GAP - 1e-9);
            }
        }
    }

    #[test]
    fn a_poker_card_has_scale_one_and_a_card_on_its_side_less() {
        assert!((card_scale((63.5, 88.9)) - 1.0).abs() < 1e-9);
        assert!((card_scale((88.9, 63.5)) - 63.5 / 88.9).abs() < 1e-9);
        // A coin beside it: 25 mm of 88.9 mm that are 3.1 units.
        assert!((tile_scale((25.0, 25.0)) * 2.0 - 0.8718).abs() < 1e-3);
    }
}
