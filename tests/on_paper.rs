//! What `print` does with sheets besides filling them: bleed made for art without any, lightening, places left free, decks
//! that share sheets, parts to glue, booklets. Pages are painted by hayro, which knows nothing of how they were made.

use std::process::{Command, Output};

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use lopdf::Document;

/// Pixels of a millimetre.
const PER_MM: f64 = 8.0;

/// A painted page.
struct Painted {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Painted {
    fn pages(pdf: &[u8]) -> Vec<Painted> {
        let pdf = Pdf::new(pdf.to_vec()).unwrap();
        let scale = (PER_MM * 25.4 / 72.0) as f32;
        let size = PixmapSettings {
            x_scale: scale,
            y_scale: scale,
            bg_color: WHITE,
        };
        let paint = |page| {
            let (cache, interpreter) = (RenderCache::new(), InterpreterSettings::default());
            let map = render(
                page,
                &cache,
                &interpreter,
                &RenderSettings::default(),
                &size,
            );
            Painted {
                width: usize::from(map.width()),
                height: usize::from(map.height()),
                pixels: map.data().iter().map(|p| [p.r, p.g, p.b]).collect(),
            }
        };
        pdf.pages().iter().map(paint).collect()
    }

    /// Millimetres from the upper left corner.
    fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let (x, y) = ((x * PER_MM) as usize, (y * PER_MM) as usize);
        self.pixels[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }
}

fn near(a: [u8; 3], b: [u8; 3], by: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= by)
}

/// A folder with a game in it.
struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    /// A game of one deck of `count` cards with this drawing, 63.5 x 88.9 mm, and this back.
    fn with(drawing: &str, count: u32) -> Desk {
        let desk = Desk {
            dir: tempfile::tempdir().unwrap(),
        };
        desk.write("mine/game.toml", "title = \"Mine\"\nversion = \"1\"\n");
        desk.deck("cards", drawing, count);
        desk
    }

    fn deck(&self, name: &str, drawing: &str, count: u32) {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">{drawing}</svg>"
        );
        self.write(&format!("mine/templates/{name}.svg"), &svg);
        self.write(
            &format!("mine/{name}.toml"),
            &format!(
                "template = \"{name}.svg\"\nsize = \"poker\"\n[[card]]\nname = \"{name}\"\ncopies = {count}\n"
            ),
        );
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.dir.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(arguments)
            .current_dir(self.dir.path())
            .env_remove("DECKPROOF_PAPER")
            .env("DECKPROOF_CONFIG", self.dir.path().join("settings"))
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap()
    }

    /// What was said, faults included.
    #[track_caller]
    fn does(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
        String::from_utf8(output.stdout).unwrap() + &told
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn print(&self, options: &[&str]) -> String {
        self.does(&[&["print", "mine"], options].concat())
    }

    fn pdf(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.dir.path().join("output").join(name)).unwrap()
    }
}

/// A ground in two halves that ends at the cut.
const TO_THE_CUT: &str = "<rect width=\"31.75\" height=\"88.9\" fill=\"#204080\"/>\
    <rect x=\"31.75\" width=\"31.75\" height=\"88.9\" fill=\"#a06020\"/>\
    <rect width=\"2\" height=\"88.9\" fill=\"#108010\"/>";

/// The upper left corner of a single poker card on A4.
const CORNER: (f64, f64) = (73.25, 104.05);

#[test]
fn bleed_is_made_where_art_ends_at_the_cut() {
    let desk = Desk::with(TO_THE_CUT, 1);
    let told = desk.print(&["--bleed", "3"]);
    assert!(
        told.contains("warning[D209]") && told.contains("--make-bleed"),
        "{told}"
    );
    let (left, top) = CORNER;
    let plain = &Painted::pages(&desk.pdf("mine.pdf"))[0];
    assert_eq!(plain.at(left - 1.0, top + 40.0), [255; 3]);
    for (how, at_three) in [
        ("mirror", [0x20, 0x40, 0x80]),
        ("smear", [0x10, 0x80, 0x10]),
    ] {
        let told = desk.print(&["--bleed", "3", "--make-bleed", how]);
        assert!(told.contains("bleed was made for 1 face"), "{told}");
        let page = &Painted::pages(&desk.pdf("mine.pdf"))[0];
        let (right, bottom) = (left + 63.5, top + 88.9);
        let green = [0x10, 0x80, 0x10];
        assert!(near(page.at(left - 1.0, top + 40.0), green, 1), "{how}");
        // Mirrored, the two millimetres of green are followed by blue; smeared, they go on.
        assert!(near(page.at(left - 2.7, top + 40.0), at_three, 1), "{how}");
        assert!(
            near(page.at(left - 2.7, top - 2.7), at_three, 1),
            "{how}: corner"
        );
        for (x, y) in [
            (right + 2.5, top + 40.0),
            (right + 2.5, bottom + 2.5),
            (right - 5.0, top - 2.5),
        ] {
            assert!(
                near(page.at(x, y), [0xa0, 0x60, 0x20], 1),
                "{how} at {x}, {y}"
            );
        }
        // No hair of paper at the cut, and none beyond the bleed.
        for n in 0..40 {
            let x = left - 2.8 + f64::from(n) * 0.125;
            assert!(
                page.at(x, top + 40.0)[0] < 0x40,
                "{how}: {:?} at {x}",
                page.at(x, top + 40.0)
            );
        }
        assert_eq!(page.at(left - 3.5, top + 40.0), [255; 3]);
    }
    let told = desk.refuses(&["print", "mine", "--make-bleed", "mirror"]);
    assert!(told.contains("error[D935]"), "{told}");
}

#[test]
fn only_sides_without_bleed_get_one_and_bleed_that_is_drawn_stays() {
    // Bleed is drawn at the left only, and in red.
    let drawing = format!(
        "<rect x=\"-4\" y=\"0\" width=\"5\" height=\"88.9\" fill=\"#c01010\"/>{TO_THE_CUT}"
    );
    let desk = Desk::with(&drawing, 1);
    desk.print(&["--bleed", "3", "--make-bleed", "mirror"]);
    let page = &Painted::pages(&desk.pdf("mine.pdf"))[0];
    let (left, top) = CORNER;
    assert!(near(page.at(left - 1.0, top + 40.0), [0xc0, 0x10, 0x10], 1));
    assert!(
        near(page.at(left - 1.0, top - 1.0), [0xc0, 0x10, 0x10], 1),
        "corner: drawn, then mirrored upwards"
    );
    assert!(near(
        page.at(left + 64.5, top + 40.0),
        [0xa0, 0x60, 0x20],
        1
    ));
    // Art with bleed all around is left as it is, to the byte.
    let whole = Desk::with(
        "<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#446\"/>",
        3,
    );
    assert!(!whole.print(&["--bleed", "3"]).contains("D209"));
    let before = whole.pdf("mine.pdf");
    whole.print(&["--bleed", "3", "--make-bleed", "smear"]);
    assert_eq!(whole.pdf("mine.pdf"), before);
}

#[test]
fn lightened_colours_go_towards_their_square_root_and_black_and_white_stay() {
    let drawing = "<rect width=\"10\" height=\"88.9\" fill=\"#000\"/>\
        <rect x=\"10\" width=\"10\" height=\"88.9\" fill=\"#808080\"/>\
        <rect x=\"20\" width=\"10\" height=\"88.9\" fill=\"#c08060\"/>\
        <rect x=\"30\" width=\"10\" height=\"88.9\" fill=\"#fff\"/>";
    let desk = Desk::with(drawing, 1);
    let lightened = |n: f64, by: f64| {
        let n = n / 255.0;
        let root = if n > 0.25 {
            n.sqrt()
        } else {
            ((16.0 * n - 12.0) * n + 4.0) * n
        };
        ((n + by * (root - n)) * 255.0).round() as u8
    };
    let (left, top) = CORNER;
    for (option, by) in [("0", 0.0), ("40", 0.4), ("100", 1.0)] {
        desk.print(&["--lighten", option]);
        let page = &Painted::pages(&desk.pdf("mine.pdf"))[0];
        let at = |x: f64| page.at(left + x, top + 40.0);
        assert!(
            near(at(5.0), [0; 3], 1) && near(at(35.0), [255; 3], 1),
            "{option}"
        );
        assert!(
            near(at(15.0), [lightened(128.0, by); 3], 2),
            "{option}: {:?}",
            at(15.0)
        );
        let brown = [192.0, 128.0, 96.0].map(|n| lightened(n, by));
        assert!(near(at(25.0), brown, 2), "{option}: {:?}", at(25.0));
        // Where the card paints nothing, and beside it.
        assert_eq!(
            (at(50.0), page.at(10.0, 10.0)),
            ([255; 3], [255; 3]),
            "{option}"
        );
    }
    let told = desk.refuses(&["print", "mine", "--lighten", "steps", "--changed"]);
    assert!(told.contains("error[D935]"), "{told}");
    for wrong in ["101", "-1", "x", "1.5", ""] {
        desk.refuses(&["print", "mine", "--lighten", wrong]);
    }
}

#[test]
fn steps_show_one_card_in_each_lightening_and_a_printer_keeps_one() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#808080\"/>", 3);
    let told = desk.print(&["--lighten", "steps"]);
    assert!(told.contains("mine-lighten.pdf"), "{told}");
    assert!(!desk.dir.path().join("output/prints.lock").exists());
    let pages = Painted::pages(&desk.pdf("mine-lighten.pdf"));
    assert_eq!(pages.len(), 1);
    let mut greys = Vec::new();
    // Two rows of four, 6 mm apart, on a page on its side.
    for row in 0..2 {
        for column in 0..4 {
            let (x, y) = (
                44.25 + 69.5 * f64::from(column),
                57.55 + 94.9 * f64::from(row),
            );
            greys.push(pages[0].at(x, y)[0]);
        }
    }
    assert!(
        greys.is_sorted() && greys[0] == 128 && greys[7] > 175,
        "{greys:?}"
    );

    let right = ["22", "178", "22", "178", "40", "247", "40", "247"];
    desk.does(
        &[
            &["printer", "new", "dark", "--backs", "none", "--front"][..],
            &right,
        ]
        .concat(),
    );
    desk.refuses(&["printer", "lighten", "dark", "101"]);
    desk.refuses(&["printer", "lighten", "dark", "20", "--paper", "letter"]);
    desk.does(&["printer", "lighten", "dark", "100"]);
    let shown = desk.does(&["printer", "show", "dark"]);
    assert!(shown.contains("--lighten 100"), "{shown}");
    let grey = |options: &[&str]| {
        desk.print(&[&["--printer", "dark", "--backs", "none"], options].concat());
        Painted::pages(&desk.pdf("mine-for-dark.pdf"))[0].at(60.0, 148.5)[0]
    };
    assert_eq!(grey(&["--lighten", "0"]), 128);
    assert!(grey(&[]) > 175);
    // Measured anew, it stays.
    desk.does(
        &[
            &["printer", "new", "dark", "--backs", "none", "--front"][..],
            &right,
        ]
        .concat(),
    );
    assert!(grey(&[]) > 175);
}

#[test]
fn free_places_stay_free_and_the_rest_goes_on_behind() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 10);
    desk.print(&["--skip", "1,5-7"]);
    let pages = Painted::pages(&desk.pdf("mine.pdf"));
    assert_eq!(pages.len(), 2);
    let filled = |page: &Painted| -> Vec<usize> {
        let middle = |n: usize| {
            (
                9.75 + 63.5 * ((n % 3) as f64 + 0.5),
                15.15 + 88.9 * ((n / 3) as f64 + 0.5),
            )
        };
        (0..9)
            .filter(|n| page.at(middle(*n).0, middle(*n).1) != [255; 3])
            .map(|n| n + 1)
            .collect()
    };
    assert_eq!(filled(&pages[0]), [2, 3, 4, 8, 9]);
    assert_eq!(filled(&pages[1]), [1, 2, 3, 4, 5]);
    for wrong in ["0", "7-5", "x", "513"] {
        let told = desk.refuses(&["print", "mine", "--skip", wrong]);
        assert!(told.contains("1,5-7"), "{told}");
    }
}

#[test]
fn small_decks_of_one_size_share_sheets() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 4);
    desk.deck(
        "more",
        "<rect width=\"63.5\" height=\"88.9\" fill=\"#644\"/>",
        5,
    );
    desk.print(&[]);
    assert_eq!(Painted::pages(&desk.pdf("mine.pdf")).len(), 2);
    desk.print(&["--pack"]);
    let pages = Painted::pages(&desk.pdf("mine.pdf"));
    assert_eq!(pages.len(), 1);
    assert!(near(pages[0].at(40.0, 60.0), [0x44, 0x44, 0x66], 1));
    assert!(near(pages[0].at(170.0, 240.0), [0x66, 0x44, 0x44], 1));
}

#[test]
fn parts_of_a_large_piece_show_all_of_it() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\"/>", 1);
    // A mat of 380 x 250 mm: a field of another colour every 10 mm.
    let mut fields = String::new();
    let colour = |column: usize, row: usize| [40 + 5 * column as u8, 40 + 8 * row as u8, 90];
    for row in 0..25 {
        for column in 0..38 {
            let [r, g, b] = colour(column, row);
            fields.push_str(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"10.1\" height=\"10.1\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>",
                column * 10,
                row * 10
            ));
        }
    }
    desk.write(
        "mine/templates/mat.svg",
        &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"380mm\" height=\"250mm\" viewBox=\"0 0 380 250\">{fields}</svg>"),
    );
    desk.write(
        "mine/mat.toml",
        "template = \"mat.svg\"\nsize = \"380 x 250\"\n[[card]]\nname = \"Mat\"\n",
    );
    let output = desk.run(&["print", "mine", "--deck", "mat"]);
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("--tile"));
    desk.print(&["--deck", "mat", "--tile=12"]);
    let pdf = desk.pdf("mine-mat.pdf");
    let mut seen = vec![[false; 38]; 25];
    let painted = Painted::pages(&pdf);
    assert_eq!(painted.len(), 3);
    for page in &painted {
        for y in 0..page.height / 8 {
            for x in 0..page.width / 8 {
                let [r, g, b] = page.at(x as f64 + 0.5, y as f64 + 0.5);
                if b == 90 && r >= 40 && g >= 40 && (r - 40) % 5 == 0 && (g - 40) % 8 == 0 {
                    let (column, row) = (usize::from((r - 40) / 5), usize::from((g - 40) / 8));
                    seen[row][column] = true;
                }
            }
        }
    }
    assert!(seen.iter().flatten().all(|seen| *seen));
    desk.refuses(&["print", "mine", "--tile=60"]);
}

#[test]
fn a_booklet_is_folded_from_sheets_with_four_pages() {
    let desk = Desk::with("", 1);
    let plain = desk.does(&["print", "caper", "--deck", "rules"]);
    assert!(plain.contains("caper-rules.pdf"), "{plain}");
    let pages = Document::load_mem(&desk.pdf("caper-rules.pdf"))
        .unwrap()
        .get_pages()
        .len();
    let said = desk.does(&["print", "caper", "--deck", "rules", "--booklet"]);
    assert!(said.contains("% of their size"), "{said}");
    let booklet = Document::load_mem(&desk.pdf("caper-rules.pdf")).unwrap();
    assert_eq!(booklet.get_pages().len(), pages.next_multiple_of(4) / 2);
    for id in booklet.page_iter() {
        let page = booklet.get_dictionary(id).unwrap();
        let media = page.get(b"MediaBox").unwrap().as_array().unwrap();
        let side = |n: usize| media[n].as_float().unwrap();
        assert!(side(2) > side(3), "pages lie beside each other");
    }
    for backs in ["none", "fold", "separate"] {
        let told = desk.refuses(&["print", "caper", "--booklet", "--backs", backs]);
        assert!(told.contains("error[D935]"), "{told}");
    }
}
