//! What a cutting machine gets, read again: DXF by a reader that follows its reference (pairs of group code and value), SVG by usvg, PNG
//! by its pixels; all held against the boxes and pixels of the printed sheets.

use crate::painted::Painted;
use crate::running::run;

/// Runs both commands with the same options; gives the folder and what `export cut` said.
#[track_caller]
fn printed_and_cut(options: &[&str], cut: &[&str]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let print = run(folder.path(), &[&["print", "-q"], options].concat());
    assert!(print.status.success(), "{print:?}");
    let output = run(folder.path(), &[&["export", "cut"], options, cut].concat());
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    (folder, said)
}

fn bytes(folder: &tempfile::TempDir, name: &str) -> Vec<u8> {
    let path = folder.path().join("output").join(name);
    std::fs::read(path).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Left, top, right, bottom in millimetres from the top left corner of the page.
type Edges = [f64; 4];

fn around(points: impl Iterator<Item = (f64, f64)>) -> Edges {
    points.fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |e, (x, y)| {
        [e[0].min(x), e[1].min(y), e[2].max(x), e[3].max(y)]
    })
}

fn near(a: Edges, b: Edges, by: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= by)
}

/// The polylines of a DXF in millimetres, y upwards; each must be closed.
fn polylines(dxf: &[u8]) -> Vec<Vec<(f64, f64)>> {
    let text = std::str::from_utf8(dxf).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let pairs: Vec<(u32, &str)> = lines
        .chunks(2)
        .map(|pair| (pair[0].trim().parse().unwrap(), pair[1].trim()))
        .filter(|(code, _)| *code != 999)
        .collect();
    assert_eq!(pairs.last(), Some(&(0, "EOF")));
    let after = |name: &str| pairs.iter().position(|pair| pair.1 == name).unwrap() + 1;
    assert_eq!(pairs[after("$INSUNITS")], (70, "4"), "millimetres");
    assert_eq!(pairs[after("$MEASUREMENT")], (70, "1"), "metric");
    let mut found: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut entity = "";
    let (mut closed, mut open) = (0, false);
    for (code, value) in &pairs[after("ENTITIES")..] {
        match (*code, entity) {
            (0, _) => {
                entity = value;
                match *value {
                    "POLYLINE" => {
                        assert!(!open, "a polyline within another");
                        open = true;
                        found.push(Vec::new());
                    }
                    "VERTEX" => found.last_mut().unwrap().push((f64::NAN, f64::NAN)),
                    "SEQEND" => open = false,
                    "ENDSEC" | "EOF" => assert!(!open),
                    other => panic!("{other} is no line"),
                }
            }
            (70, "POLYLINE") => closed += value.parse::<usize>().unwrap() & 1,
            (10, "VERTEX") => {
                found.last_mut().unwrap().last_mut().unwrap().0 = value.parse().unwrap()
            }
            (20, "VERTEX") => {
                found.last_mut().unwrap().last_mut().unwrap().1 = value.parse().unwrap()
            }
            _ => {}
        }
    }
    assert_eq!(closed, found.len(), "all are closed");
    found
}

/// Bounds of the paths of an SVG in millimetres, and the size of its page.
fn paths(svg: &[u8]) -> (Vec<Edges>, (f64, f64)) {
    let tree = usvg::Tree::from_data(svg, &usvg::Options::default()).unwrap();
    let mm = |pixels: f32| f64::from(pixels) * 25.4 / 96.0;
    let bounds = |node: &usvg::Node| {
        let b = node.abs_bounding_box();
        [b.left(), b.top(), b.right(), b.bottom()].map(mm)
    };
    fn leaves(group: &usvg::Group, all: &mut Vec<usvg::Node>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => leaves(group, all),
                other => all.push(other.clone()),
            }
        }
    }
    let mut nodes = Vec::new();
    leaves(tree.root(), &mut nodes);
    assert!(nodes.iter().all(|n| matches!(n, usvg::Node::Path(_))));
    let size = (mm(tree.size().width()), mm(tree.size().height()));
    (nodes.iter().map(bounds).collect(), size)
}

/// Of each page its size in millimetres and its TrimBox.
fn pages(pdf: &[u8]) -> Vec<((f64, f64), Edges)> {
    let document = lopdf::Document::load_mem(pdf).unwrap();
    let all = document.page_iter().map(|id| {
        let page = document.get_dictionary(id).unwrap();
        let read = |key: &[u8]| -> [f64; 4] {
            let array = page.get(key).unwrap().as_array().unwrap();
            std::array::from_fn(|i| f64::from(array[i].as_float().unwrap()) * 25.4 / 72.0)
        };
        let (media, trim) = (read(b"MediaBox"), read(b"TrimBox"));
        let edges = [trim[0], media[3] - trim[3], trim[2], media[3] - trim[1]];
        ((media[2], media[3]), edges)
    });
    all.collect()
}

#[test]
fn lines_are_those_of_the_printed_sheets() {
    let options = [
        "caps-and-hammers",
        "--deck",
        "assets",
        "--gap",
        "2",
        "--bleed",
        "1",
        "--registration",
        "three",
    ];
    let (folder, said) = printed_and_cut(&options, &[]);
    let printed = pages(&bytes(&folder, "caps-and-hammers-assets.pdf"));
    // 25 cards, eight to a sheet: three sheets are cut alike, the last has one card. Every other page is a back.
    assert_eq!(printed.len(), 8);
    assert!(said.contains("8 outlines on pages 1, 3, 5 of "), "{said}");
    assert!(said.contains("1 outline on page 7 of "), "{said}");
    for (number, count, page) in [("01", 8, 0), ("02", 1, 6)] {
        let ((width, height), trim) = printed[page];
        let name = |ending: &str| format!("caps-and-hammers-assets-cut-{number}.{ending}");
        let lines = polylines(&bytes(&folder, &name("dxf")));
        assert_eq!(lines.len(), count);
        // y upwards, from the lower edge of the page.
        let all = lines.iter().flatten().map(|(x, y)| (*x, height - y));
        assert!(near(around(all), trim, 0.01), "{trim:?}");
        let (paths, page) = paths(&bytes(&folder, &name("svg")));
        assert!((page.0 - width).abs() < 0.01 && (page.1 - height).abs() < 0.01);
        assert_eq!(paths.len(), count);
        for (line, path) in lines.iter().zip(&paths) {
            let line = around(line.iter().map(|(x, y)| (*x, height - y)));
            assert!(near(line, *path, 0.01), "{line:?} and {path:?}");
            let (across, down) = (line[2] - line[0], line[3] - line[1]);
            assert!((across - 63.5).abs() < 0.001 && (down - 88.9).abs() < 0.001);
        }
    }
}

#[test]
fn lines_follow_corners() {
    let options = ["caper", "--cards", "poster-tube", "coin"];
    let (folder, _) = printed_and_cut(&options, &[]);
    let name = |number: &str| format!("caper-coin-poster-tube-cut-{number}.dxf");
    let cards = polylines(&bytes(&folder, &name("01")));
    // From the corner of the trim to the arc of 3 mm.
    let [left, bottom, ..] = around(cards[0].iter().copied());
    let off = |(x, y): &(f64, f64)| (x - left).hypot(y - bottom);
    let least = cards[0].iter().map(off).fold(f64::MAX, f64::min);
    assert!((least - 3.0 * (2f64.sqrt() - 1.0)).abs() < 0.01, "{least}");
    let coins = polylines(&bytes(&folder, &name("02")));
    let [left, top, right, bottom] = around(coins[0].iter().copied());
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    for (x, y) in &coins[0] {
        let radius = (x - middle.0).hypot(y - middle.1);
        assert!((radius - 12.5).abs() < 0.001, "{radius}");
    }
    let (folder, _) = printed_and_cut(&options, &["--straight", "--format", "dxf"]);
    assert_eq!(polylines(&bytes(&folder, &name("01")))[0].len(), 4);
    assert_eq!(polylines(&bytes(&folder, &name("02")))[0].len(), 128, "what is round stays so");
}

/// Whether a point of the first page is dark, in millimetres from its top left corner.
fn dark(pdf: &[u8]) -> impl Fn(f64, f64) -> bool {
    let page = Painted::pages(pdf, 254.0).swap_remove(0);
    move |x, y| page.at(x, y)[1] < 100
}

#[test]
fn silhouette_finds_its_marks_and_no_ink_beside_them() {
    for (kind, four) in [("three", false), ("four", true)] {
        let options = ["caper", "--deck", "gear", "--registration", kind, "--backs", "none"];
        let (folder, _) = printed_and_cut(&options, &[]);
        let pdf = bytes(&folder, "caper-gear.pdf");
        let ((width, height), trim) = pages(&pdf)[0];
        let dark = dark(&pdf);
        // The filled square, 5 mm; or an angle, whose inside is white.
        assert!(dark(10.5, 10.5) && dark(14.5, 10.5) && dark(10.5, 14.5));
        assert_eq!(dark(12.5, 12.5), !four);
        assert_eq!(dark(14.5, 14.5), !four);
        assert!(!dark(9.7, 12.0) && !dark(15.3, 12.0) && !dark(12.0, 9.7));
        let (right, bottom) = (width - 10.0, height - 10.0);
        assert!(dark(right - 0.5, 10.5) && dark(right - 4.5, 10.5) && dark(right - 0.5, 14.5));
        assert!(!dark(right - 2.5, 12.5) && !dark(right - 5.3, 10.5));
        assert!(dark(10.5, bottom - 0.5) && dark(10.5, bottom - 4.5) && dark(14.5, bottom - 0.5));
        assert_eq!(dark(right - 0.5, bottom - 0.5), four);
        // No card in the corners; whatever else there is stays 1.5 mm away.
        let [left, top, ..] = trim;
        assert!(left >= 16.5 || top >= 16.5, "{trim:?}");
        let steps = || (0..165).map(|n| f64::from(n) / 10.0 + 0.05);
        for x in steps() {
            let mark = |mm: f64| (9.9..=15.1).contains(&mm);
            for y in steps().filter(|y| !mark(x) || !mark(*y)) {
                assert!(!dark(x, y), "{kind}: ink at {x}, {y}");
            }
        }
    }
}

#[test]
fn what_is_folded_is_cut_as_the_half_that_it_is_then() {
    let options = ["caper", "--deck", "gear", "--registration", "four", "--backs", "fold"];
    let (folder, _) = printed_and_cut(&options, &[]);
    let (lines, (width, height)) = paths(&bytes(&folder, "caper-gear-cut-01.svg"));
    let pdf = bytes(&folder, "caper-gear.pdf");
    let ((whole, _), trim) = pages(&pdf)[0];
    assert!((2.0 * width - whole).abs() < 0.01, "half of {whole}");
    assert!((lines[0][0] - trim[0]).abs() < 0.01);
    assert!(lines.iter().all(|line| line[2] <= width));
    let dark = dark(&pdf);
    // Angles in the four corners of the half.
    for (x, y) in [(10.5, 10.5), (width - 10.5, 10.5), (10.5, height - 10.5)] {
        assert!(dark(x, y), "{x}, {y}");
    }
    assert!(dark(width - 10.5, height - 10.5));
    assert!(!dark(whole - 10.5, 10.5), "no mark on the backs");
}

#[test]
fn decks_that_share_sheets_keep_their_corners_and_leaves_of_booklets_stay_whole() {
    let options = [
        "caper",
        "--deck",
        "gear",
        "--deck",
        "thieves",
        "--deck",
        "coins",
        "--deck",
        "rules",
        "--pack",
        "--booklet",
    ];
    let (folder, said) = printed_and_cut(&options, &["--format", "dxf"]);
    // Eight sheets of poker cards, and the coins; no leaf of the rules.
    let last = said.lines().last().unwrap();
    assert!(last.contains("10 outlines on page "), "{said}");
    let name = last.split(':').next().unwrap().strip_prefix("output/").unwrap();
    let [left, bottom, right, top] = around(polylines(&bytes(&folder, name))[0].iter().copied());
    assert!((right - left - 25.0).abs() < 0.001 && (top - bottom - 25.0).abs() < 0.001);
    assert_eq!(polylines(&bytes(&folder, name))[0].len(), 128, "a circle");
}

#[test]
fn a_picture_of_a_sheet_is_transparent_beside_the_cards() {
    let options = ["caper", "--cards", "poster-tube", "--gap", "2"];
    let (folder, said) = printed_and_cut(&options, &["--format", "png", "--dpi", "100"]);
    assert!(said.contains("caper-poster-tube-cut-page-01.png"), "{said}");
    let ((width, _), trim) = pages(&bytes(&folder, "caper-poster-tube.pdf"))[0];
    let picture = bytes(&folder, "caper-poster-tube-cut-page-01.png");
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    assert_eq!(info.width, (width * 100.0 / 25.4).round() as u32);
    let alpha = |x: f64, y: f64| {
        let at = |mm: f64| (mm * 100.0 / 25.4) as usize;
        data[(at(y) * info.width as usize + at(x)) * 4 + 3]
    };
    let [left, top, right, bottom] = trim;
    assert_eq!(alpha((left + right) / 2.0, (top + bottom) / 2.0), 255);
    assert_eq!(alpha(left + 0.4, top + 0.4), 0, "outside the round corner");
    assert_eq!(alpha(left - 1.0, (top + bottom) / 2.0), 0);
    assert_eq!(alpha(left + 1.0, (top + bottom) / 2.0), 255);
}

#[test]
fn a_card_that_leaves_no_room_for_marks_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join("board").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("game.toml", "title = \"Board\"\n");
    let deck = "template = \"b.svg\"\nsize = \"190 x 280\"\n[[card]]\nname = \"A\"\n";
    write("boards.toml", deck);
    write(
        "templates/b.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 190 280\"><text x=\"20\" y=\"40\" font-family=\"Cabin\" font-size=\"8\">{{name}}</text></svg>",
    );
    let board = ["board", "--registration", "three"];
    for command in [&["print"][..], &["export", "cut"]] {
        let output = run(folder.path(), &[command, &board[..]].concat());
        assert_ne!(output.status.code(), Some(0));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("clear of registration marks"), "{told}");
        assert!(told.contains("a3"), "{told}");
        assert!(!folder.path().join("output").exists());
    }
    // A file of somebody else stays.
    let output = folder.path().join("output");
    std::fs::create_dir(&output).unwrap();
    std::fs::write(output.join("board-cut-01.dxf"), "0\nSECTION\n").unwrap();
    let refused = run(folder.path(), &["export", "cut", "board"]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&output).unwrap().count(), 1);
}
