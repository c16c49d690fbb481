//! A printer that is off, simulated: it prints the page to measure it by, somebody reads that to a quarter of a millimetre, and what is
//! printed for that printer afterwards comes out where it belongs.

#[path = "printer/simulated.rs"]
mod simulated;

use lopdf::Document;

use crate::desk::Desk;
use simulated::{Map, PT, Printer, Seen, error, numbers};

impl Desk {
    /// Measures a printer as a person does: prints the page, reads it, gives the readings. Gives what was said of them.
    fn measure(&self, name: &str, printer: &Printer, options: &[&str]) -> String {
        self.measure_sides(name, printer, options, 2)
    }

    fn measure_sides(
        &self,
        name: &str,
        printer: &Printer,
        options: &[&str],
        sides: usize,
    ) -> String {
        let mut arguments = [&["printer", name], options].concat();
        let said = self.does(&arguments);
        let pages = Seen::pages(&self.file(said.lines().next().unwrap()));
        let readings = printer.readings(&pages).into_iter();
        let words: Vec<String> = readings.map(|mm| mm.to_string()).collect();
        for (side, readings) in ["--front", "--back"].iter().zip(words.chunks(6)).take(sides) {
            arguments.push(side);
            arguments.extend(readings.iter().map(String::as_str));
        }
        self.does(&arguments)
    }
}

const A4: [f64; 2] = [210.0, 297.0];
const LETTER: [f64; 2] = [215.9, 279.4];

/// A printer that is a little off, on each side otherwise.
fn a_little_off(paper: [f64; 2]) -> Printer {
    Printer {
        front: Map::printer(paper, (1.1, -1.0), 0.4, (1.0, 1.0)),
        back: Map::printer(paper, (-0.7, 1.3), -0.25, (1.0, 1.0)),
        long_edge: true,
    }
}

/// A printer that is far off, and too large along one axis and too small along the other.
fn far_off(paper: [f64; 2]) -> Printer {
    Printer {
        front: Map::printer(paper, (6.0, -2.0), 0.15, (1.004, 0.996)),
        back: Map::printer(paper, (-3.3, 5.0), 0.4, (0.997, 1.003)),
        long_edge: true,
    }
}

#[test]
fn what_is_printed_for_a_printer_comes_out_within_half_a_millimetre() {
    let desk = Desk::new();
    let deck = ["print", "caper", "--deck", "gear"];
    desk.does(&deck);
    for (name, printer, off) in [("near", a_little_off(A4), 1.4), ("far", far_off(A4), 6.0)] {
        desk.measure(name, &printer, &[]);
        desk.does(&[&deck[..], &["--printer", name]].concat());
        let corrected = desk.file(&format!("output/caper-gear-for-{name}.pdf"));
        let plain = desk.file("output/caper-gear.pdf");
        let without = error(&printer, &plain, &plain, true);
        let with = error(&printer, &corrected, &plain, true);
        assert!(without > off, "{without}");
        assert!(with < 0.5, "{name}: {with} mm");
    }
}

#[test]
fn pages_on_their_side_are_fed_upright_and_come_out_where_they_should() {
    let desk = Desk::new();
    let printer = far_off(A4);
    desk.measure("far", &printer, &[]);
    let deck = ["print", "mine", "--deck", "cards"];
    lying_cards(&desk);
    desk.does(&deck);
    let plain = desk.file("output/mine-cards.pdf");
    let first = &Seen::pages(&plain)[0];
    assert!(first.size[0] > first.size[1]);
    desk.does(&[&deck[..], &["--printer", "far"]].concat());
    let corrected = desk.file("output/mine-cards-for-far.pdf");
    let error = error(&printer, &corrected, &plain, true);
    assert!(error < 0.5, "{error} mm");
}

/// A game of one deck of cards that are wider than high, with backs.
fn lying_cards(desk: &Desk) {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"88.9mm\" height=\"63.5mm\" viewBox=\"0 0 88.9 63.5\">\
        <rect x=\"-4\" y=\"-4\" width=\"97\" height=\"72\" fill=\"#446\"/></svg>";
    for (name, text) in [
        ("game.toml", "title = \"Mine\"\nversion = \"1\"\n"),
        (
            "cards.toml",
            "template = \"card.svg\"\nback = \"card.svg\"\nsize = \"poker landscape\"\n[[card]]\nname = \"One\"\ncopies = 12\n",
        ),
        ("templates/card.svg", svg),
    ] {
        desk.write(&format!("mine/{name}"), text);
    }
}

#[test]
fn a_printer_measured_on_one_flip_serves_the_other_too() {
    let desk = Desk::new();
    let mut printer = far_off(LETTER);
    printer.long_edge = false;
    desk.measure("far", &printer, &["--short-edge", "--paper", "letter"]);
    let deck = ["print", "caper", "--deck", "gear", "--paper", "letter"];
    // On the other flip the back comes into the printer turned by a half.
    let half = Map([-1.0, 0.0, 0.0, -1.0, LETTER[0], LETTER[1]]);
    for (flip, back) in
        [("short-edge", printer.back), ("long-edge", half.after(printer.back.after(half)))]
    {
        let printer = Printer { back, ..far_off(LETTER) };
        let options = [&deck[..], &["--backs", flip]].concat();
        desk.does(&options);
        let plain = desk.file("output/caper-gear-letter.pdf");
        let told = desk.does(&[&options[..], &["--printer", "far"]].concat());
        // On Letter, cards end where the margin begins: 6 mm beyond it there is no room to move.
        assert!(told.contains("warning[D934]"), "{told}");
        let corrected = desk.file("output/caper-gear-letter-for-far.pdf");
        let error = error(&printer, &corrected, &plain, true);
        assert!(error < 0.5, "{flip}: {error} mm");
    }
}

#[test]
fn backs_on_sheets_of_their_own_are_printed_on_the_front() {
    let desk = Desk::new();
    let printer = a_little_off(A4);
    desk.measure_sides("near/rear", &printer, &[], 1);
    for backs in ["separate", "fold", "none"] {
        let options = ["print", "caper", "--deck", "gear", "--backs", backs];
        desk.does(&options);
        let plain = desk.file("output/caper-gear.pdf");
        desk.does(&[&options[..], &["--printer", "near/rear"]].concat());
        let corrected = desk.file("output/caper-gear-for-near-rear.pdf");
        let error = error(&printer, &corrected, &plain, false);
        assert!(error < 0.5, "{backs}: {error} mm");
    }
    let told = desk.refuses(&["print", "caper", "--deck", "gear", "--printer", "near/rear"]);
    assert!(told.contains("error[D932]") && told.contains("the back of `near/rear`"), "{told}");
    assert!(told.contains("but no booklet"), "{told}");
}

#[test]
fn the_boxes_of_a_corrected_page_go_with_its_cards() {
    let desk = Desk::new();
    desk.measure("far", &far_off(A4), &[]);
    desk.does(&["print", "caper", "--deck", "gear", "--printer", "far"]);
    let document = Document::load_mem(&desk.file("output/caper-gear-for-far.pdf")).unwrap();
    let pages = Seen::pages(&desk.file("output/caper-gear-for-far.pdf"));
    for (id, seen) in document.page_iter().zip(pages) {
        let page = document.get_dictionary(id).unwrap();
        let trim = numbers(page.get(b"TrimBox").unwrap().as_array().unwrap());
        for (x, y) in seen.cards.iter().flatten() {
            let (x, y) = (x * PT, (seen.size[1] - y) * PT);
            let inside = x > trim[0] - 0.05 && x < trim[2] + 0.05;
            assert!(inside && y > trim[1] - 0.05 && y < trim[3] + 0.05);
        }
    }
}

#[test]
fn a_printer_is_as_it_was_measured() {
    let desk = Desk::new();
    let said = desk.measure("far", &far_off(A4), &[]);
    let front = said.lines().find(|l| l.contains("front:")).unwrap();
    let words: Vec<f64> = front.split([' ', '°']).filter_map(|w| w.parse().ok()).collect();
    for (found, truth) in words.iter().zip([6.0, -2.0, 0.15, 100.4, 99.6]) {
        assert!((found - truth).abs() < 0.15, "{front}");
    }
    assert_eq!(words.len(), 5, "{front}");
    let file = desk.file("settings/printers/far-a4.toml");
    desk.measure("Far", &far_off(A4), &[]);
    assert_eq!(desk.file("settings/printers/far-a4.toml"), file, "the same bytes");
}

#[test]
fn without_a_printer_a_print_is_as_it_was() {
    let desk = Desk::new();
    let deck = ["print", "caper", "--deck", "gear"];
    desk.does(&deck);
    let before = desk.file("output/caper-gear.pdf");
    desk.measure("far", &far_off(A4), &[]);
    desk.does(&[&deck[..], &["--printer", "far"]].concat());
    desk.does(&deck);
    assert_eq!(desk.file("output/caper-gear.pdf"), before);
}

#[test]
fn what_is_not_measured_is_told_with_the_way_to_measure_it() {
    let desk = Desk::new();
    desk.measure("far/rear", &far_off(A4), &[]);
    for (name, paper, file) in [
        ("far", "a4", "far-a4.toml"),
        ("fare/rear", "a4", "fare-rear-a4.toml"),
        ("far/rear", "letter", "far-rear-letter.toml"),
    ] {
        let told = desk.refuses(&["print", "caper", "--printer", name, "--paper", paper]);
        let measure = format!("deckproof printer {name} --paper {paper}");
        for words in ["error[D932]", file, &measure] {
            assert!(told.contains(words), "{told}");
        }
    }
    assert!(!desk.path("output/caper-for-far.pdf").exists());
    for name in ["../far", "far/", "a b"] {
        desk.refuses(&["print", "caper", "--printer", name]);
    }
}

#[test]
fn readings_that_cannot_be_are_refused_and_nothing_is_kept() {
    let desk = Desk::new();
    let right = ["10", "10", "10", "10", "170", "250"];
    let refused = |place: usize, reading: &str| {
        let mut words = right;
        words[place] = reading;
        desk.refuses(&[&["printer", "canon", "--front"], &words[..]].concat())
    };
    let told = refused(4, "190");
    assert!(told.contains("error[D931]") && told.contains("190 at E of the front"), "{told}");
    assert!(refused(1, "13").contains("contradict each other"));
    for wrong in ["nan", "-3", "x", "inf", "1e99"] {
        refused(0, wrong);
    }
    desk.refuses(&[&["printer", "canon", "--front"], &right[..5]].concat());
    let told = desk.refuses(&["printer", "canon", "--paper", "a6x"]);
    assert!(told.contains("is not a paper"), "{told}");
    let told = desk.refuses(&["printer", "canon", "--paper", "90x90"]);
    assert!(told.contains("error[D905]"), "{told}");
    assert!(!desk.path("settings").exists());
}

#[test]
fn a_damaged_file_is_told_at_its_place_and_left() {
    let desk = Desk::new();
    desk.measure("far", &far_off(A4), &[]);
    let path = desk.path("settings/printers/far-a4.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let damaged = text.replacen("scale = [", "scale = [9", 1);
    std::fs::write(&path, &damaged).unwrap();
    let told = desk.refuses(&["print", "caper", "--printer", "far"]);
    assert!(told.contains("error[D933]") && told.contains("far-a4.toml:"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
    desk.measure("far", &far_off(A4), &[]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "measured again");
}

#[test]
fn a_file_with_other_comments_is_still_a_printers() {
    let desk = Desk::new();
    desk.measure("far", &far_off(A4), &[]);
    let path = desk.path("settings/printers/far-a4.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    for edited in [
        text.replacen("# Where", "# My printer: where", 1),
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n"),
    ] {
        std::fs::write(&path, edited).unwrap();
        desk.does(&["print", "caper", "--deck", "gear", "--printer", "far"]);
    }
    std::fs::write(&path, "# much\n".repeat(200_000) + &text).unwrap();
    let told = desk.refuses(&["print", "caper", "--printer", "far"]);
    assert!(told.contains("far-a4.toml`: it is larger than 1 MiB"), "{told}");
}
