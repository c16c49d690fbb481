//! What `print` does with sheets besides filling them: bleed made for art without any, places left free, decks
//! that share sheets, parts to glue, booklets. Pages are painted by hayro, which knows nothing of how they were made.

use lopdf::Document;

use crate::desk::Desk;
use crate::painted::Painted;

/// Pages at eight pixels to the millimetre.
fn painted(pdf: &[u8]) -> Vec<Painted> {
    Painted::pages(pdf, 8.0 * 25.4)
}

fn near(a: [u8; 3], b: [u8; 3], by: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= by)
}

impl Desk {
    /// A game of one deck of `count` cards with this drawing, 63.5 x 88.9 mm, without backs.
    fn with(drawing: &str, count: u32) -> Desk {
        let desk = Desk::new();
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

    /// A deck of one piece of 380 x 250 mm, with a back.
    fn mat(&self, name: &str) {
        self.write(
            &format!("mine/templates/{name}.svg"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"380mm\" height=\"250mm\" viewBox=\"0 0 380 250\"><rect width=\"380\" height=\"250\" fill=\"#464\"/></svg>",
        );
        self.write(
            &format!("mine/{name}.toml"),
            &format!("template = \"{name}.svg\"\nback = \"{name}.svg\"\nsize = \"380 x 250\"\n[[card]]\nname = \"Mat\"\n"),
        );
    }

    /// Rules of so many paragraphs on small pages.
    fn rules(&self, paragraphs: usize) {
        self.write(
            "mine/templates/rules.svg",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60mm\" height=\"84mm\" viewBox=\"0 0 60 84\">\
             <rect data-flow=\"rules\" x=\"4\" y=\"4\" width=\"52\" height=\"76\" data-font=\"Cabin\" data-size=\"12\"/></svg>",
        );
        self.write(
            "mine/rules.toml",
            "title = \"Rules\"\ntemplate = \"rules.svg\"\nsize = \"60 x 84\"\nflow = \"rules.md\"\n",
        );
        let text: Vec<String> = (0..paragraphs)
            .map(|n| format!("Paragraph {n} says what happens when the {n}th card is played.\n"))
            .collect();
        self.write("mine/rules.md", &text.join("\n"));
    }

    fn print(&self, options: &[&str]) -> String {
        self.does(&[&["print", "mine"], options].concat())
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
    assert!(told.contains("warning[D209]") && told.contains("--make-bleed"), "{told}");
    let (left, top) = CORNER;
    let plain = &painted(&desk.pdf("mine.pdf"))[0];
    assert_eq!(plain.at(left - 1.0, top + 40.0), [255; 3]);
    for (how, at_three) in [("mirror", [0x20, 0x40, 0x80]), ("smear", [0x10, 0x80, 0x10])] {
        let told = desk.print(&["--bleed", "3", "--make-bleed", how]);
        assert!(told.contains("bleed was made for 1 face"), "{told}");
        let page = &painted(&desk.pdf("mine.pdf"))[0];
        let (right, bottom) = (left + 63.5, top + 88.9);
        let green = [0x10, 0x80, 0x10];
        assert!(near(page.at(left - 1.0, top + 40.0), green, 1), "{how}");
        // Mirrored, the two millimetres of green are followed by blue; smeared, they go on.
        assert!(near(page.at(left - 2.7, top + 40.0), at_three, 1), "{how}");
        assert!(near(page.at(left - 2.7, top - 2.7), at_three, 1), "{how}: corner");
        for (x, y) in
            [(right + 2.5, top + 40.0), (right + 2.5, bottom + 2.5), (right - 5.0, top - 2.5)]
        {
            assert!(near(page.at(x, y), [0xa0, 0x60, 0x20], 1), "{how} at {x}, {y}");
        }
        // No hair of paper at the cut, and none beyond the bleed.
        for n in 0..40 {
            let x = left - 2.8 + f64::from(n) * 0.125;
            assert!(page.at(x, top + 40.0)[0] < 0x40, "{how}: {:?} at {x}", page.at(x, top + 40.0));
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
    let page = &painted(&desk.pdf("mine.pdf"))[0];
    let (left, top) = CORNER;
    assert!(near(page.at(left - 1.0, top + 40.0), [0xc0, 0x10, 0x10], 1));
    assert!(
        near(page.at(left - 1.0, top - 1.0), [0xc0, 0x10, 0x10], 1),
        "corner: drawn, then mirrored upwards"
    );
    assert!(near(page.at(left + 64.5, top + 40.0), [0xa0, 0x60, 0x20], 1));
    // Art with bleed all around is left as it is, to the byte.
    let whole = Desk::with("<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#446\"/>", 3);
    assert!(!whole.print(&["--bleed", "3"]).contains("D209"));
    let before = whole.pdf("mine.pdf");
    whole.print(&["--bleed", "3", "--make-bleed", "smear"]);
    assert_eq!(whole.pdf("mine.pdf"), before);
}

#[test]
fn pages_are_printed_again_with_the_other_side_of_their_sheets() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 30);
    desk.write(
        "mine/templates/back.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\"><rect width=\"63.5\" height=\"88.9\" fill=\"#0a0\"/></svg>",
    );
    let deck = std::fs::read_to_string(desk.path("mine/cards.toml")).unwrap();
    desk.write("mine/cards.toml", &format!("back = \"back.svg\"\n{deck}"));
    desk.print(&[]);
    let ledger = std::fs::read(desk.path("output/prints.lock")).unwrap();
    let all = painted(&desk.pdf("mine.pdf"));
    assert_eq!(all.len(), 8);
    // The last sheet has three cards.
    for (pages, file, cards, wanted) in [
        ("3", "mine-pages-3.pdf", "9", &[2, 3][..]),
        ("2-3", "mine-pages-2-3.pdf", "18", &[0, 1, 2, 3]),
        ("4, 8-", "mine-pages-4+8-.pdf", "12", &[2, 3, 6, 7]),
    ] {
        let told = desk.print(&["--pages", pages]);
        let row: Vec<&str> = told.lines().nth(1).unwrap().split_whitespace().collect();
        assert_eq!(row[1..3], [&wanted.len().to_string(), cards], "{told}");
        let some = painted(&desk.pdf(file));
        assert_eq!(some.len(), wanted.len(), "{pages}");
        for (page, of_all) in some.iter().zip(wanted) {
            assert!(page.pixels == all[*of_all].pixels, "{pages}: {of_all}");
        }
    }
    // Apart, backs are sheets of their own: a page is printed alone.
    desk.print(&["--backs", "separate", "--pages", "5"]);
    let alone = painted(&desk.pdf("mine-pages-5.pdf"));
    assert_eq!(alone.len(), 1);
    assert_eq!(alone[0].at(105.0, 150.0), [0, 0xaa, 0]);
    // The outline names what is there, with the numbers of the whole print.
    desk.print(&["--pages", "7-"]);
    let document = Document::load_mem(&desk.pdf("mine-pages-7-.pdf")).unwrap();
    let titles: Vec<String> = document
        .get_toc()
        .unwrap()
        .toc
        .into_iter()
        .map(|entry| format!("{} at {}", entry.title, entry.page))
        .collect();
    assert_eq!(titles, ["Cards at 1", "Sheet 4 of 4, front at 1", "Sheet 4 of 4, back at 2"]);
    let again = std::fs::read(desk.path("output/prints.lock")).unwrap();
    assert!(again == ledger, "a print of some pages was noted");
}

#[test]
fn pages_that_there_are_not_are_refused() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 10);
    for (pages, missing) in [("3", "3"), ("1-9", "9"), ("2,7-", "7")] {
        let told = desk.refuses(&["print", "mine", "--pages", pages]);
        let message = format!("error[D935]: Mine has no page {missing}: its sheets have 2 pages");
        assert!(told.contains(&message), "{told}");
    }
    for wrong in ["0", "5-3", "x", ""] {
        let told = desk.refuses(&["print", "mine", "--pages", wrong]);
        assert!(told.contains("1,3-5,8-"), "{told}");
    }
    desk.refuses(&["print", "mine", "--pages", "1", "--changed"]);
}

#[test]
fn a_text_that_flows_counts_the_cards() {
    let desk = Desk::with(
        "<text x=\"9\" y=\"9\" font-family=\"Cabin\" font-size=\"4\">{{count.tokens}} tokens</text>",
        10,
    );
    desk.deck("tokens", "<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 3);
    desk.rules(1);
    desk.write(
        "mine/rules.md",
        "# Mine\n\n{count.cards} cards.\n\n- {count.tokens} more\n\n| all |\n|---|\n| {game.cards} |\n",
    );
    let shown = || {
        desk.does(&["export", "svg", "mine"]);
        let files = std::fs::read_dir(desk.path("output/mine")).unwrap();
        let svg = |file: std::fs::DirEntry| std::fs::read_to_string(file.path()).unwrap();
        files.map(|file| svg(file.unwrap())).collect::<String>()
    };
    let svg = shown();
    for words in [">10 cards.<", ">3 more<", ">13<", ">3 tokens<"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let tokens = String::from_utf8(desk.file("mine/tokens.toml")).unwrap();
    desk.write("mine/tokens.toml", &tokens.replace("copies = 3", "copies = 4"));
    let svg = shown();
    for words in [">4 more<", ">14<", ">4 tokens<"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
}

#[test]
fn free_places_stay_free_and_the_rest_goes_on_behind() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 10);
    desk.print(&["--skip", "1,5-7"]);
    let pages = painted(&desk.pdf("mine.pdf"));
    assert_eq!(pages.len(), 2);
    let filled = |page: &Painted| -> Vec<usize> {
        let middle = |n: usize| {
            (9.75 + 63.5 * ((n % 3) as f64 + 0.5), 15.15 + 88.9 * ((n / 3) as f64 + 0.5))
        };
        (0..9).filter(|n| page.at(middle(*n).0, middle(*n).1) != [255; 3]).map(|n| n + 1).collect()
    };
    assert_eq!(filled(&pages[0]), [2, 3, 4, 8, 9]);
    assert_eq!(filled(&pages[1]), [1, 2, 3, 4, 5]);
    for wrong in ["0", "7-5", "x", "513"] {
        let told = desk.refuses(&["print", "mine", "--skip", wrong]);
        assert!(told.contains("1,5-7"), "{told}");
    }
    // Only the first sheet is used already, whatever is printed on it.
    desk.mat("a-mat");
    let options = ["print", "mine", "--skip", "1", "--tile", "10"];
    let told = desk.refuses(&options);
    assert!(told.contains("error[D935]") && told.contains("A mat"), "{told}");
    desk.does(&[&options[..], &["--deck", "cards"]].concat());
}

#[test]
fn small_decks_of_one_size_share_sheets() {
    let desk = Desk::with("<rect width=\"63.5\" height=\"88.9\" fill=\"#446\"/>", 4);
    desk.deck("more", "<rect width=\"63.5\" height=\"88.9\" fill=\"#644\"/>", 5);
    desk.print(&[]);
    assert_eq!(painted(&desk.pdf("mine.pdf")).len(), 2);
    desk.print(&["--pack"]);
    let pages = painted(&desk.pdf("mine.pdf"));
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
    let pages = painted(&pdf);
    assert_eq!(pages.len(), 3);
    for page in &pages {
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
    let pages = Document::load_mem(&desk.pdf("caper-rules.pdf")).unwrap().get_pages().len();
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

/// Whether two pages show the same but for the line at their foot.
fn same(a: &Painted, b: &Painted) -> bool {
    let above = a.pixels.len() - a.width * (12.0 * a.scale) as usize;
    a.pixels[..above] == b.pixels[..above]
}

#[test]
fn two_copies_of_a_booklet_are_two_booklets() {
    let desk = Desk::with("", 1);
    desk.rules(40);
    let pages = |copies: &str| {
        let options = ["--deck", "rules", "--booklet", "--paper", "a6", "--copies"];
        desk.print(&[&options[..], &[copies]].concat());
        Painted::pages(&desk.pdf("mine-rules-a6.pdf"), 60.0)
    };
    let (one, three) = (pages("1"), pages("3"));
    assert!(one.len() >= 4 && !same(&one[0], &one[2]), "{}", one.len());
    assert_eq!(three.len(), 3 * one.len());
    for (number, page) in three.iter().enumerate() {
        assert!(same(page, &one[number % one.len()]), "page {number}");
    }
}

#[test]
fn a_booklet_that_has_changed_is_printed_as_a_whole() {
    let desk = Desk::with("", 1);
    desk.rules(16);
    desk.print(&["--booklet"]);
    let booklet = ["--booklet", "--deck", "rules"];
    let pages = Document::load_mem(&desk.pdf("mine.pdf")).unwrap();
    let changed = [&booklet[..], &["--changed"]].concat();
    assert!(desk.print(&changed).contains("nothing has changed"));
    let text = String::from_utf8(desk.file("mine/rules.md")).unwrap();
    desk.write("mine/rules.md", &text.replace("Paragraph 13", "Clause 13"));
    let said = desk.print(&changed);
    for line in [
        "1 x Rules (rules): changed, marked v2",
        "1 x Rules (rules): replaced, the one without a mark",
        "1 card to print, 1 to take out",
    ] {
        assert!(said.contains(line), "{said}");
    }
    let anew = Document::load_mem(&desk.pdf("mine-rules-changed.pdf")).unwrap();
    // The first print had a page of cards, too, and an empty back behind it.
    assert_eq!(anew.get_pages().len() + 2, pages.get_pages().len());
    assert!(desk.print(&changed).contains("nothing has changed"));
}

#[test]
fn an_option_without_effect_is_told() {
    let desk = Desk::with(TO_THE_CUT, 1);
    desk.mat("mat");
    desk.rules(9);
    let mat = ["--deck", "mat", "--tile", "10"];
    let rules = ["--deck", "rules", "--booklet"];
    let cards = ["--deck", "cards"];
    let in_parts = "no effect on what is printed in parts: Mat";
    let in_booklet = "no effect on a booklet: Rules";
    let rows: [(&[&str], &[&str], &[&str]); 12] = [
        (&mat, &[], &[]),
        (&mat, &["--registration", "three"], &["`--registration` has", in_parts]),
        (
            &mat,
            &["--corners", "round", "--gap", "2"],
            &["`--corners round`, `--gap` have", in_parts],
        ),
        (&mat, &["--back-bleed", "3"], &["`--back-bleed` has", in_parts]),
        (&mat, &["--backs", "fold"], &["`--backs fold` has no effect on the backs of"]),
        (&rules, &[], &[]),
        (
            &rules,
            &["--bleed", "3", "--make-bleed", "mirror"],
            &["`--bleed`, `--make-bleed` have", in_booklet],
        ),
        (&cards, &["--booklet"], &["`--booklet` has no effect on a print without a text"]),
        (&cards, &["--tile", "10", "--registration", "three"], &[]),
        (
            &cards,
            &["--back-bleed", "3", "--backs", "separate"],
            &["`--back-bleed` has no effect on backs that"],
        ),
        (&cards, &["--back-bleed", "2", "--bleed", "2"], &["warning[D209]"]),
        (
            &cards,
            &["--bleed", "3", "--make-bleed", "smear", "--corners", "round"],
            &["`--bleed`, `--make-bleed` have no effect on cards with"],
        ),
    ];
    for (options, more, told) in rows {
        let said = desk.print(&[options, more, &["--draft"]].concat());
        let warnings = said.matches("warning[").count();
        assert_eq!(warnings, told.len().min(1), "{options:?} {more:?}: {said}");
        for part in told {
            assert!(said.contains(part), "{options:?} {more:?}: {said}");
        }
        assert!(!said.contains("bleed was made"), "{said}");
    }
}

#[test]
fn what_would_fit_can_be_asked_for() {
    let desk = Desk::with("", 1);
    let options = ["--booklet", "--deck", "rules", "--registration", "three"];
    desk.rules(9);
    // Pages of just half the paper leave no corner free.
    let told = desk.refuses(&[&["print", "mine", "--paper", "132.7x96.7"], &options[..]].concat());
    assert!(!told.contains("--tile") && !told.contains("as many cards"), "{told}");
    assert!(told.contains("no `--registration`"), "{told}");
    desk.print(&["--paper", "132.7x96.7", "--booklet", "--deck", "rules"]);
    // Too small for parts, too.
    let told = desk.refuses(&["print", "mine", "--deck", "cards", "--paper", "34x34"]);
    assert!(!told.contains("--tile"), "{told}");
    let told = desk.refuses(&["print", "mine", "--deck", "cards", "--paper", "60x60"]);
    assert!(told.contains("--tile 10"), "{told}");
    desk.print(&["--deck", "cards", "--paper", "60x60", "--tile", "10"]);
}
