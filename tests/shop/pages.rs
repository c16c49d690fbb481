//! PDF for shops: pages, boxes and the order of fronts and backs, read by lopdf and painted by hayro.

use lopdf::Document;

use super::*;
use crate::painted::Painted;

/// A box of each page, in millimetres.
fn boxes(document: &Document, key: &str) -> Vec<[f64; 4]> {
    let pages = document.page_iter();
    let edges = pages.map(|id| {
        let page = document.get_dictionary(id).unwrap();
        let array = page.get(key.as_bytes()).unwrap().as_array().unwrap();
        std::array::from_fn(|i| f64::from(array[i].as_float().unwrap()) * 25.4 / 72.0)
    });
    edges.collect()
}

fn size([left, bottom, right, top]: [f64; 4]) -> [f64; 2] {
    [right - left, top - bottom]
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.02)
}

/// The pages, painted at so many dots to the inch.
fn painted(bytes: &[u8], dpi: f64) -> Vec<Pixels> {
    let pages = Painted::pages(bytes, dpi).into_iter().map(|page| Pixels {
        width: page.width,
        height: page.height,
        rgb: page.pixels,
    });
    pages.collect()
}

/// Mean difference of two pictures of nearly one size.
fn apart(a: &Pixels, b: &Pixels) -> f64 {
    let (width, height) = (a.width.min(b.width), a.height.min(b.height));
    let mut sum = 0.0;
    for y in 0..height {
        for x in 0..width {
            let (p, q) = (a.at(x, y), b.at(x, y));
            sum += p.iter().zip(q).map(|(p, q)| f64::from(p.abs_diff(q))).sum::<f64>();
        }
    }
    sum / (width * height * 3) as f64
}

#[test]
fn drivethru_gets_back_and_front_of_each_card_in_turn() {
    let run = export(&["shop", "drivethrucards", "caps-and-hammers", "--deck", "labs"]);
    let bytes = run.bytes("caps-and-hammers/drivethrucards-labs/labs.pdf");
    let document = Document::load_mem(&bytes).unwrap();
    let cards = cards_of("caps-and-hammers", &["labs"]);
    let count: u32 = cards.iter().map(|c| c.2).sum();
    let media = boxes(&document, "MediaBox");
    assert_eq!(media.len(), 2 * count as usize);
    let (trim, bleed) = (boxes(&document, "TrimBox"), boxes(&document, "BleedBox"));
    for page in 0..media.len() {
        assert!(near(size(media[page]), [69.85, 95.25]), "{:?}", media[page]);
        assert!(near(size(trim[page]), [63.5, 88.9]), "{:?}", trim[page]);
        assert!(near(size(bleed[page]), [69.85, 95.25]), "{:?}", bleed[page]);
        assert!((trim[page][0] - 3.175).abs() < 0.02);
    }
    // Against the pictures of the same faces with the same bleed.
    let faces = ["png", "caps-and-hammers", "--deck", "labs", "--dpi", "72", "--bleed", "1/8in"];
    let faces = export(&faces).files("caps-and-hammers");
    let faces: BTreeMap<&String, Pixels> = faces
        .iter()
        .filter(|(name, _)| !name.starts_with("contact-sheet"))
        .map(|(name, bytes)| (name, pixels(bytes)))
        .collect();
    let seen: Vec<String> = painted(&bytes, 72.0)
        .iter()
        .map(|page| {
            let all = faces.iter().map(|(name, face)| (apart(page, face), *name));
            let (off, name) = all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            assert!(off < 12.0, "{name}: {off}");
            name.clone()
        })
        .collect();
    let mut wanted = Vec::new();
    for (at, (_, id, copies)) in cards.iter().enumerate() {
        for _ in 0..*copies {
            wanted.push("labs-back.png".to_owned());
            wanted.push(format!("labs-{:02}-{id}.png", at + 1));
        }
    }
    assert_eq!(seen, wanted);
    assert!(run.said.contains("-dPDFX=1") && run.said.contains("PDF/X-1a"), "{}", run.said);
    assert!(run.said.contains("labs.pdf"), "{}", run.said);
}

#[test]
fn mb_print_gets_fronts_first_and_any_size() {
    let run = export(&["shop", "mbprint", "caper", "--deck", "references", "--deck", "mats"]);
    let of = |deck: &str| {
        let bytes = run.bytes(&format!("caper/mbprint-mats-references/{deck}.pdf"));
        let document = Document::load_mem(&bytes).unwrap();
        (boxes(&document, "MediaBox"), boxes(&document, "TrimBox"))
    };
    let (media, trim) = of("references");
    // Tarot, and 3 mm around.
    assert!(media.iter().all(|m| near(size(*m), [75.85, 126.65])), "{media:?}");
    assert!(trim.iter().all(|t| near(size(*t), [69.85, 120.65])), "{trim:?}");
    let (media, _) = of("mats");
    assert!(media.iter().all(|m| near(size(*m), [186.0, 91.0])), "{media:?}");
    // A mat has no back: its page is there and empty.
    let pages = painted(&run.bytes("caper/mbprint-mats-references/mats.pdf"), 36.0);
    let blank = |page: &Pixels| page.rgb.iter().all(|p| *p == [255; 3]);
    assert!(!blank(&pages[0]) && blank(&pages[1]));
    // Nothing of a shop's file can be switched off, and nothing stands on the empty page.
    let bytes = run.bytes("caper/mbprint-mats-references/mats.pdf");
    let document = Document::load_mem(&bytes).unwrap();
    assert!(!document.catalog().unwrap().has(b"OCProperties"));
    let back = document.page_iter().nth(1).unwrap();
    let content = document.get_and_decode_page_content(back).unwrap();
    assert!(content.operations.is_empty(), "{:?}", content.operations);
}

#[test]
fn a_card_on_its_side_stands_on_an_upright_page() {
    let run = export(&["shop", "drivethrucards", "caper", "--deck", "locations"]);
    let bytes = run.bytes("caper/drivethrucards-locations/locations.pdf");
    let pages = painted(&bytes, 72.0);
    let faces = ["png", "caper", "--deck", "locations", "--dpi", "72", "--bleed", "1/8in"];
    let faces = export(&faces).files("caper");
    let name = |back: bool| {
        let named = |n: &&String| n.starts_with("locations-") && n.contains("back") == back;
        faces.keys().find(named).unwrap()
    };
    for (page, back) in [(0, true), (1, false)] {
        let face = pixels(&faces[name(back)]);
        let (right, wrong) =
            (apart(&pages[page], &turned(&face, !back)), apart(&pages[page], &turned(&face, back)));
        // The back of a location looks the same either way up.
        assert!(right < 12.0 && (back || right < wrong), "page {page}: {right} and {wrong}");
    }
}

/// A part of a page, its middle at (x, y) inches.
fn part(page: &Pixels, dpi: f64, (x, y): (f64, f64), (width, height): (usize, usize)) -> Pixels {
    let corner = |middle: f64, side: usize| (middle * dpi - side as f64 / 2.0).round() as usize;
    let (left, top) = (corner(x, width), corner(y, height));
    let rows = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
    Pixels { width, height, rgb: rows.map(|(x, y)| page.at(x, y)).collect() }
}

/// The picture turned by a quarter.
fn turned(face: &Pixels, clockwise: bool) -> Pixels {
    let (width, height) = (face.height, face.width);
    let all = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgb =
        all.map(
            |(x, y)| {
                if clockwise { face.at(y, width - 1 - x) } else { face.at(height - 1 - y, x) }
            },
        );
    Pixels { width, height, rgb: rgb.collect() }
}

#[test]
fn printplaygames_gets_eighteen_fronts_and_their_backs_behind_them() {
    let run = export(&["shop", "printplaygames", "caps-and-hammers", "--deck", "countries"]);
    let bytes = run.bytes("caps-and-hammers/printplaygames-countries/countries.pdf");
    let document = Document::load_mem(&bytes).unwrap();
    let media = boxes(&document, "MediaBox");
    assert_eq!(media.len(), 4, "21 countries on two sheets");
    assert!(media.iter().all(|m| near(size(*m), [304.8, 457.2])), "{media:?}");
    // Each country has a back of its own: sheets turn over as pages of a book, so that the head of a front, at its left, has that
    // of the back at its right behind it.
    let faces = export(&[
        "png",
        "caps-and-hammers",
        "--deck",
        "countries",
        "--dpi",
        "72",
        "--corners",
        "square",
    ]);
    let faces: Vec<(String, Pixels)> = faces
        .files("caps-and-hammers")
        .into_iter()
        .filter(|(name, _)| !name.starts_with("contact-sheet"))
        .map(|(name, bytes)| (name, pixels(&bytes)))
        .collect();
    let pages = painted(&bytes, 72.0);
    let seen = |page: usize, at: (f64, f64), clockwise: bool| {
        let face = part(&pages[page], 72.0, at, (252, 180));
        let off = |other: &Pixels| apart(&face, &turned(other, clockwise));
        let best = faces.iter().min_by(|a, b| off(&a.1).total_cmp(&off(&b.1))).unwrap();
        best.0.clone()
    };
    let cards = cards_of("caps-and-hammers", &["countries"]);
    for (number, column, x) in [(1, 0, 2.3), (8, 1, 6.0), (13, 2, 9.7)] {
        let row = number - 1 - 6 * column;
        let y = 2.165 + 2.75 * row as f64;
        let stem = format!("countries-{number:02}-{}", cards[number - 1].1);
        assert_eq!(seen(0, (x, y), false), format!("{stem}.png"));
        assert_eq!(seen(1, (12.0 - x, y), true), format!("{stem}-back.png"));
    }
}

#[test]
fn backs_have_a_file_of_their_own_on_wish() {
    let labs = ["shop", "mbprint", "caps-and-hammers", "--deck", "labs"];
    let separate = export(&[&labs[..], &["--backs", "separate"]].concat());
    let names: Vec<String> = separate.files("caps-and-hammers/mbprint-labs").into_keys().collect();
    assert_eq!(names, ["labs-backs.pdf", "labs-fronts.pdf"]);
    let count = |run: &Run, name: &str| {
        let bytes = run.bytes(&format!("caps-and-hammers/mbprint-labs/{name}"));
        boxes(&Document::load_mem(&bytes).unwrap(), "MediaBox").len()
    };
    assert_eq!(count(&separate, "labs-fronts.pdf"), 7);
    assert_eq!(count(&separate, "labs-backs.pdf"), 7);
    let without = export(&[&labs[..], &["--backs", "none"]].concat());
    assert_eq!(count(&without, "labs.pdf"), 7);
}
