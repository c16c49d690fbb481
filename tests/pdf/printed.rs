//! What is printed.

use super::*;

#[test]
fn every_shipped_game_becomes_a_file() {
    let ids: Vec<&str> = shipped().iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, GAMES);
}

#[test]
fn files_are_pdf_1_7() {
    for sheets in shipped() {
        assert!(sheets.bytes.starts_with(b"%PDF-1.7\n"), "{}", sheets.id);
        assert_eq!(sheets.document.version, "1.7");
    }
}

#[test]
fn every_deck_takes_as_many_pages_as_its_cards_need() {
    for sheets in shipped() {
        let pack = pack(&sheets.id);
        let outline = sheets.outline();
        for (i, deck) in pack.decks.iter().enumerate() {
            if deck.flow.is_some() {
                continue;
            }
            let fronts = deck.cards().div_ceil(on_a4(deck));
            // Sheets without backs get blank ones, or a duplex printer falls out of step.
            let (title, pages) = &outline[i];
            assert_eq!(pages.len() as u32, fronts * 2, "{}: {title}", sheets.id);
        }
        let listed: usize = outline.iter().map(|(_, pages)| pages.len()).sum();
        assert_eq!(sheets.pages().len(), listed, "{}", sheets.id);
    }
}

#[test]
fn pages_are_a4() {
    for sheets in shipped() {
        for page in sheets.pages() {
            let media = edges(page, "MediaBox");
            assert!(near(media[0], 0.0) && near(media[1], 0.0), "{media:?}");
            assert!(is_paper(size(media), A4), "{}: {media:?}", sheets.id);
        }
    }
}

#[test]
fn trim_lies_in_bleed_and_bleed_on_the_page() {
    for sheets in shipped() {
        for page in sheets.pages() {
            assert!(inside(edges(page, "TrimBox"), edges(page, "BleedBox")));
            assert!(inside(edges(page, "BleedBox"), edges(page, "MediaBox")));
        }
    }
}

#[test]
fn the_trim_box_is_the_grid_of_cards() {
    for sheets in shipped() {
        let pages = sheets.pages();
        let mut page = 0;
        for (deck, (title, of_deck)) in pack(&sheets.id).decks.iter().zip(sheets.outline()) {
            let card = Trim::parse(&deck.size).unwrap().size;
            for sheet in &of_deck {
                let [width, height] = size(edges(pages[page], "TrimBox"));
                let columns = (width / card.width).round();
                let rows = (height / card.height).round();
                let whole = near(columns * card.width, width) && near(rows * card.height, height);
                let place = format!("{}: {title}, {sheet}: {width} x {height} mm", sheets.id);
                assert!(whole, "{place}");
                // "Sheet 2 of 3, front": all but the last are full; that one has the rows that it needs.
                let numbers: Vec<u32> =
                    sheet.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
                let cells = (columns * rows) as u32;
                if numbers[0] < numbers[1] {
                    assert_eq!(cells, on_a4(deck), "{place}");
                } else if deck.flow.is_none() {
                    let rest = deck.cards() - (numbers[1] - 1) * on_a4(deck);
                    assert!((rest..=on_a4(deck)).contains(&cells), "{place}");
                }
                page += 1;
            }
        }
    }
}

#[test]
fn bleed_widens_the_bleed_box() {
    let sheets = print(&["caps-and-hammers", "--deck", "labs", "--bleed", "3"]);
    for page in sheets.pages() {
        let (trim, bleed) = (edges(page, "TrimBox"), edges(page, "BleedBox"));
        for i in 0..4 {
            assert!(near((trim[i] - bleed[i]).abs(), 3.0), "{trim:?} in {bleed:?}");
        }
    }
}
