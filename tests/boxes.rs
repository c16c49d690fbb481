//! Boxes and outlines, looked at from outside: the net of a printed box is read back from its cut file and folded by arithmetic, and
//! what is cut and painted is held against what the decks say.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use deckproof::cards::BOX_SIDES;
use deckproof::sheet::{BOXES, Inside, Net, Panel, Point, Size};

type Corner = [f64; 3];

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap()
}

/// A copy of the game with boxes, to be edited.
fn game() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("boxed");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/boxed");
    crate::copying::copy(&from, &game);
    (folder, game)
}

fn edit(game: &Path, file: &str, from: &str, to: &str) {
    let path = game.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file}: {from}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

/// A rectangle of the net in space: the corner from which its two sides go out, and these.
#[derive(Clone, Copy)]
struct Folded {
    from: Corner,
    right: Corner,
    down: Corner,
}

fn add(a: Corner, b: Corner, times: f64) -> Corner {
    [0, 1, 2].map(|i| a[i] + b[i] * times)
}

fn cross(a: Corner, b: Corner) -> Corner {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Folded {
    /// Away from who looks at the printed side.
    fn inwards(&self) -> Corner {
        cross(self.right, self.down)
    }

    fn corners(&self, size: Size) -> [Corner; 4] {
        let far = add(self.from, self.right, size.width);
        let low = add(self.from, self.down, size.height);
        [self.from, far, low, add(far, self.down, size.height)]
    }
}

/// Folds a net: every panel that shares a whole fold with one that is folded already hangs on it at a right angle. Gives the panels in
/// space, in their order.
fn fold(net: &Net) -> Vec<(Panel, Folded)> {
    let start = net.panels.iter().find(|p| p.side == "front");
    let start = *start.unwrap_or(&net.panels[0]);
    let first = Folded { from: [0.0; 3], right: [1.0, 0.0, 0.0], down: [0.0, 1.0, 0.0] };
    let mut done = vec![(start, first)];
    let mut left: Vec<Panel> = net.panels.iter().copied().filter(|p| *p != start).collect();
    while !left.is_empty() {
        let mut found = None;
        for (at, panel) in left.iter().enumerate() {
            for (known, place) in &done {
                if let Some(folded) = hinge(known, place, panel, net) {
                    found = Some((at, folded));
                }
            }
        }
        let (at, folded) = found.expect("every side hangs on another by a fold of equal length");
        done.push((left.remove(at), folded));
    }
    done
}

/// Where a panel comes to lie that hangs on a known one.
fn hinge(known: &Panel, place: &Folded, panel: &Panel, net: &Net) -> Option<Folded> {
    let (a, b) = (known.rect, panel.rect);
    let inwards = place.inwards();
    let back = |v: Corner| [0, 1, 2].map(|i| -v[i]);
    let is_fold = |x0: f64, y0: f64, x1: f64, y1: f64| {
        net.folds
            .iter()
            .any(|[p, q]| near(p.x, x0) && near(p.y, y0) && near(q.x, x1) && near(q.y, y1))
    };
    let same_rows = near(a.y, b.y) && near(a.height, b.height);
    let same_columns = near(a.x, b.x) && near(a.width, b.width);
    let upright = |x: f64| is_fold(x, a.y, x, a.bottom());
    let level = |y: f64| is_fold(a.x, y, a.right(), y);
    if same_rows && near(b.x, a.right()) && upright(b.x) {
        let from = add(place.from, place.right, a.width);
        return Some(Folded { from, right: inwards, down: place.down });
    }
    if same_rows && near(b.right(), a.x) && upright(a.x) {
        let from = add(place.from, inwards, b.width);
        return Some(Folded { from, right: back(inwards), down: place.down });
    }
    if same_columns && near(b.y, a.bottom()) && level(b.y) {
        let from = add(place.from, place.down, a.height);
        return Some(Folded { from, right: place.right, down: inwards });
    }
    if same_columns && near(b.bottom(), a.y) && level(a.y) {
        let from = add(place.from, inwards, b.height);
        return Some(Folded { from, right: place.right, down: back(inwards) });
    }
    None
}

/// The box around all corners of some folded panels.
fn extent(panels: &[(Panel, Folded)]) -> [f64; 3] {
    let corners = panels.iter().flat_map(|(p, f)| f.corners(p.rect.size()));
    let corners: Vec<Corner> = corners.collect();
    [0, 1, 2].map(|axis| {
        let along = corners.iter().map(|c| c[axis]);
        along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
    })
}

fn nets(kind: &str, inside: &Inside) -> Vec<Net> {
    let kind = BOXES.iter().find(|row| row.name == kind).unwrap();
    (kind.nets)(inside)
}

/// Some rooms, thin and thick, flat and deep.
fn rooms() -> Vec<Inside> {
    let sizes = [
        [65.5, 90.9, 18.7],
        [5.0, 5.0, 5.0],
        [300.0, 40.0, 6.0],
        [20.0, 400.0, 90.0],
        [71.0, 122.0, 2.3],
    ];
    let room = |[width, height, depth]: [f64; 3]| {
        [0.0, 0.3, 2.0].map(|board| Inside { width, height, depth, board, lid: None })
    };
    sizes.into_iter().flat_map(room).collect()
}

#[test]
fn a_folded_tuck_box_is_closed_and_holds_its_cards() {
    for inside in rooms() {
        let net = nets("tuck", &inside).remove(0);
        let folded = fold(&net);
        let outer = [inside.width, inside.height, inside.depth].map(|mm| mm + inside.board);
        let size = extent(&folded);
        for axis in 0..3 {
            assert!(near(size[axis], outer[axis]), "{size:?} for {outer:?}");
        }
        // Six sides, opposite ones equal and apart by the third length: together they are the whole surface.
        let area: f64 = folded.iter().map(|(p, _)| p.rect.width * p.rect.height).sum();
        let [w, h, d] = outer;
        assert!(near(area, 2.0 * (w * h + h * d + d * w)));
        // Each of the eight corners of the box is met by three sides.
        let mut met: Vec<(Corner, usize)> = Vec::new();
        for corner in folded.iter().flat_map(|(p, f)| f.corners(p.rect.size())) {
            let same =
                |(other, _): &&mut (Corner, usize)| (0..3).all(|i| near(other[i], corner[i]));
            match met.iter_mut().find(same) {
                Some((_, times)) => *times += 1,
                None => met.push((corner, 1)),
            }
        }
        assert_eq!(met.len(), 8);
        assert!(met.iter().all(|(_, times)| *times == 3), "{met:?}");
        // All printed sides face outwards: what is drawn on the top stands upright for who looks down over the front.
        let middle = [w / 2.0, h / 2.0, d / 2.0];
        for (panel, place) in &folded {
            let centre = add(
                add(place.from, place.right, panel.rect.width / 2.0),
                place.down,
                panel.rect.height / 2.0,
            );
            let to_middle = add(middle, centre, -1.0);
            let inwards = place.inwards();
            assert!((0..3).map(|i| to_middle[i] * inwards[i]).sum::<f64>() > 0.0, "{}", panel.side);
        }
    }
}

/// Where "down" of what is drawn on a side points to.
fn lower(panel: &Panel, place: &Folded) -> Corner {
    let back = |v: Corner| [0, 1, 2].map(|i| -v[i]);
    match panel.turns % 4 {
        0 => place.down,
        1 => back(place.right),
        2 => back(place.down),
        _ => place.right,
    }
}

#[test]
fn art_stands_as_one_who_turns_the_box_reads_it() {
    let inside = rooms()[1];
    // With the front before the reader: right, down, away.
    let (away, down) = ([0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
    let towards = [0.0, 0.0, -1.0];
    for net in [nets("tuck", &inside).remove(0)] {
        for (panel, place) in fold(&net) {
            let expected = match panel.side {
                "top" => towards,
                "bottom" => away,
                _ => down,
            };
            assert_eq!(lower(&panel, &place).map(|n| n.round()), expected, "{}", panel.side);
        }
    }
    // The walls of a lid hang down from its top, seen from each side.
    let lid = nets("two-piece", &inside).remove(0);
    for (panel, place) in fold(&lid).into_iter().filter(|(p, _)| p.side != "front") {
        assert_eq!(lower(&panel, &place).map(|n| n.round()), away, "{}", panel.side);
    }
}

#[test]
fn a_base_holds_the_cards_and_its_lid_slides_over_it() {
    for inside in rooms() {
        let mut pieces = nets("two-piece", &inside);
        let (base, lid) = (pieces.remove(1), pieces.remove(0));
        assert_eq!((lid.part, base.part), (Some("lid"), Some("base")));
        let board = inside.board;
        let floor = base.panels[0].rect;
        let wall = floor.x;
        // From fold to fold; half a board on each side, and the tabs behind two of the walls.
        assert!(floor.width - board >= inside.width - 1e-9);
        assert!(floor.height - 3.0 * board >= inside.height - 1e-9);
        assert!(wall - board / 2.0 >= inside.depth);
        let (outer_width, outer_height) = (floor.width + board, floor.height + board);
        let over = extent(&fold(&lid));
        assert!(over[0] - board > outer_width, "the lid is wider");
        assert!(over[1] - 3.0 * board > outer_height, "and longer");
        assert!(over[2] >= inside.depth);
    }
}

#[test]
fn nets_are_cut_around_all_their_sides_and_folded_within() {
    for inside in rooms() {
        for net in BOXES.iter().flat_map(|kind| (kind.nets)(&inside)) {
            let inner = |p: Point| net.cut.depth(p.x, p.y) > -1e-6;
            for panel in &net.panels {
                assert!(BOX_SIDES.contains(&panel.side), "{}", panel.side);
                let middle = panel.rect.centre();
                assert!(inner(middle), "{}", panel.side);
            }
            for [a, b] in &net.folds {
                assert!(inner(*a) && inner(*b), "{:?} {a:?} {b:?}", net.part);
            }
            let whole = net.size.rect();
            for p in net.cut.in_rect(whole, false) {
                assert!(whole.outset(1e-6).contains(p), "{p:?} {:?}", net.size);
            }
        }
    }
}

/// The points of polylines on a layer of a DXF, y upwards, and whether all are closed.
fn polylines(dxf: &str, layer: &str) -> (Vec<Vec<(f64, f64)>>, bool) {
    let lines: Vec<&str> = dxf.lines().collect();
    let pairs: Vec<(&str, &str)> = lines.chunks(2).map(|p| (p[0].trim(), p[1].trim())).collect();
    let mut found: Vec<Vec<(f64, f64)>> = Vec::new();
    let (mut closed, mut here) = (true, false);
    for (at, pair) in pairs.iter().enumerate() {
        let next = |n: usize| pairs[at + n].1;
        match pair {
            (_, "POLYLINE") => {
                here = next(1) == layer;
                if here {
                    found.push(Vec::new());
                    closed &= pairs[at..].iter().find(|p| p.0 == "70").unwrap().1 == "1";
                }
            }
            (_, "VERTEX") if here => {
                let point = (next(2).parse().unwrap(), next(3).parse().unwrap());
                found.last_mut().unwrap().push(point);
            }
            _ => {}
        }
    }
    (found, closed)
}

fn extent_of(points: &[(f64, f64)]) -> (f64, f64) {
    let span = |n: &dyn Fn(&(f64, f64)) -> f64| {
        let all = points.iter().map(n);
        all.clone().fold(f64::MIN, f64::max) - all.fold(f64::MAX, f64::min)
    };
    (span(&|p| p.0), span(&|p| p.1))
}

#[test]
fn the_cut_file_of_a_box_has_its_net_and_its_folds() {
    let (folder, _game) = game();
    let print = run(folder.path(), &["print", "boxed", "--boxes"]);
    assert!(print.status.success(), "{print:?}");
    assert!(folder.path().join("output/boxed-boxes.pdf").is_file());
    assert!(!folder.path().join("output/prints.lock").exists(), "no cards were printed");
    let cut = run(
        folder.path(),
        &["export", "cut", "boxed", "--boxes", "--format", "svg,dxf,png", "--dpi", "60"],
    );
    assert!(cut.status.success(), "{cut:?}");
    let read =
        |name: &str| std::fs::read_to_string(folder.path().join("output").join(name)).unwrap();
    let dxf = read("boxed-boxes-cut-01.dxf");
    // 54 cards of 0.31 mm and 2 mm to spare; a board of 0.3 mm.
    let (width, height) = (63.5 + 2.3, 88.9 + 2.3);
    let depth = 54.0 * 0.31 + 2.0 + 0.3;
    let (cuts, closed) = polylines(&dxf, "cut");
    assert!(closed && cuts.len() == 1);
    let (across, down) = extent_of(&cuts[0]);
    assert!((across - (10.0 + 2.0 * (width + depth))).abs() < 1e-3, "{across}");
    let flaps = depth.max(width / 2.0 - 1.0).min(depth.max(15.0)).max(depth + 15.0);
    assert!((down - (height + 2.0 * flaps)).abs() < 1e-3, "{down}");
    let (folds, closed) = polylines(&dxf, "fold");
    assert!(!closed && folds.iter().all(|fold| fold.len() == 2));
    let length = |fold: &[(f64, f64)]| (fold[0].0 - fold[1].0).hypot(fold[0].1 - fold[1].1);
    let of = |mm: f64| folds.iter().filter(|f| (length(f) - mm).abs() < 1e-3).count();
    // Four along the height; at both ends two flaps, a lid and its tongue.
    assert_eq!((of(height), of(depth), of(width)), (4, 4, 4));
    let svg = read("boxed-boxes-cut-01.svg");
    assert!(svg.contains("<g id=\"cut\">") && svg.contains("<g id=\"fold\""));
    let png = std::fs::read(folder.path().join("output/boxed-boxes-cut-page-01.png")).unwrap();
    let picture = image::load_from_memory(&png).unwrap().to_rgba8();
    // The corner of the page is not part of the box; its middle is painted.
    let middle = picture.get_pixel(picture.width() / 2, picture.height() / 2);
    assert_eq!((picture.get_pixel(0, 0)[3], middle[3]), (0, 255));
    let count = |colour: [u8; 3]| picture.pixels().filter(|p| p.0[..3] == colour).count();
    let (dpi, share) = (60.0_f64 / 25.4, 0.7);
    let painted = (width * height + 2.0 * depth * height + depth * width) * dpi * dpi;
    assert!(count([0x12, 0x42, 0x4a]) as f64 > share * painted, "the sides are painted");
}

#[test]
fn a_box_larger_than_the_paper_is_refused_or_tiled() {
    let (folder, game) = game();
    edit(&game, "game.toml", "decks = [\"cards\"]\ncard = 0.31", "inside = \"150 x 200 x 60\"");
    edit(&game, "game.toml", "front = \"box-front.svg\"\n", "");
    edit(&game, "game.toml", "left = \"box-side.svg\"\n", "");
    edit(&game, "game.toml", "right = \"box-side.svg\"\n", "");
    edit(&game, "game.toml", "top = \"box-end.svg\"\n", "");
    let print = run(folder.path(), &["print", "boxed", "--boxes"]);
    let said = String::from_utf8(print.stderr).unwrap();
    assert!(
        said.contains("D905") && said.contains("--tile") && said.contains("game.toml:6"),
        "{said}"
    );
    assert!(folder.path().join("output/boxed-boxes.pdf").is_file(), "the other box is printed");
    let print = run(folder.path(), &["print", "boxed", "--boxes", "--tile", "10"]);
    assert!(print.status.success(), "{print:?}");
}

#[test]
fn what_is_wrong_with_a_box_is_told_at_its_place() {
    for (from, to, code, place) in [
        ("\"tuck\"", "\"tuckbox\"", "D032", "game.toml:7:8"),
        ("[\"cards\"]\ncard", "[\"crads\"]\ncard", "D032", "game.toml:8:10"),
        ("[\"cards\"]\ncard", "[\"cards\", \"cards\"]\ncard", "D032", "game.toml:8:19"),
        ("card = 0.31", "inside = \"60 x 90\"", "D032", "game.toml:9:10"),
        ("card = 0.31", "inside = \"60 x 91 x 20\"", "D033", "game.toml:9:10"),
        ("card = 0.31", "card = 5", "D034", "game.toml:11:8"),
        ("[\"cards\"]\ncard", "[]\ncard", "D032", "game.toml:6:6"),
        ("lid = 15", "lid = 400", "D032", "game.toml:20:7"),
        ("card = 0.31", "card = \"thick\"", "D004", "game.toml:9:8"),
        ("card = 0.31", "cards = 0.31", "D002", "game.toml:9:1"),
        ("[box.cards]", "[box.\"../cards\"]", "D013", "game.toml:6"),
        ("box-end.svg", "box-lid.svg", "D102", "game.toml:13:7"),
        ("decks = [\"cards\"]\ncard = 0.31", "", "D003", "game.toml:6"),
    ] {
        let (folder, game) = game();
        edit(&game, "game.toml", from, to);
        let check = run(folder.path(), &["check", "boxed", "--games", "0"]);
        let said = String::from_utf8(check.stderr).unwrap();
        let found = said.contains(&format!("[{code}]")) && said.contains(place);
        assert!(found, "{from} -> {to}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn a_game_with_boxes_and_outlines_has_nothing_wrong() {
    let (folder, _game) = game();
    let check = run(folder.path(), &["check", "boxed", "--games", "0", "--deny", "warnings"]);
    assert!(check.status.success(), "{check:?}");
    let hearts = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hearts");
    let print = run(folder.path(), &["print", hearts, "--boxes"]);
    assert_eq!(print.status.code(), Some(2), "{print:?}");
    assert!(String::from_utf8(print.stderr).unwrap().contains("has no box"));
}

#[test]
fn pieces_are_cut_and_painted_along_their_outlines() {
    let (folder, game) = game();
    let cut = run(folder.path(), &["export", "cut", "boxed", "--deck", "tiles"]);
    assert!(cut.status.success(), "{cut:?}");
    let dxf = std::fs::read_to_string(folder.path().join("output/boxed-tiles-cut-01.dxf")).unwrap();
    let (cuts, closed) = polylines(&dxf, "cut");
    assert!(closed);
    assert_eq!(cuts.iter().map(Vec::len).collect::<Vec<_>>(), [6; 7]);
    for hex in &cuts {
        let (width, height) = extent_of(hex);
        assert!((width - 48.0).abs() < 1e-3 && (height - 41.57).abs() < 1e-3);
    }
    let png = run(folder.path(), &["export", "png", "boxed", "--dpi", "100"]);
    assert!(png.status.success(), "{png:?}");
    let picture = |name: &str| {
        let path = folder.path().join("output/boxed").join(name);
        image::open(&path).unwrap_or_else(|e| panic!("{name}: {e}")).to_rgba8()
    };
    let seen = |name: &str, x: f64, y: f64| {
        let picture = picture(name);
        let (x, y) = (x * f64::from(picture.width()), y * f64::from(picture.height()));
        picture.get_pixel(x as u32, y as u32)[3]
    };
    assert_eq!(seen("tiles-01-reef.png", 0.02, 0.05), 0);
    assert_eq!(seen("tiles-01-reef.png", 0.02, 0.5), 255);
    assert_eq!(seen("tiles-01-reef.png", 0.5, 0.02), 255);
    assert_eq!(seen("coins-01-one.png", 0.05, 0.05), 0);
    // The shield is not the same on both sides: its back is cut as it is seen from behind.
    assert_eq!(seen("shields-01-heron.png", 0.3, 0.96), 255);
    assert_eq!(seen("shields-01-heron.png", 0.7, 0.96), 0);
    assert_eq!(seen("shields-back.png", 0.3, 0.96), 0);
    assert_eq!(seen("shields-back.png", 0.7, 0.96), 255);
    // On a table a hexagon is one.
    let tts = run(folder.path(), &["export", "tts", "boxed", "--deck", "tiles"]);
    assert!(tts.status.success(), "{tts:?}");
    let save =
        std::fs::read_to_string(folder.path().join("output/boxed/tts/boxed-tiles.json")).unwrap();
    let save: serde_json::Value = serde_json::from_str(&save).unwrap();
    let sheets = save["ObjectStates"][0]["CustomDeck"].as_object().unwrap();
    assert!(sheets.values().all(|sheet| sheet["Type"] == 3), "{sheets:?}");
    // Words near a slanted edge are told, although they are far from the sides of the rectangle around it.
    edit(&game, "templates/tile.svg", "x=\"12\" y=\"16\"", "x=\"4\" y=\"3.5\"");
    edit(&game, "templates/tile.svg", "data-align=\"center\" ", "");
    let check = run(folder.path(), &["check", "boxed", "--games", "0"]);
    let said = String::from_utf8(check.stderr).unwrap();
    assert!(said.contains("D202") && said.contains("edge"), "{said}");
}

#[test]
fn what_is_wrong_with_a_shape_is_told_at_its_place() {
    for (file, from, to, code) in [
        ("tiles.toml", "\"hex\"", "\"hexagonal\"", "D035"),
        ("tiles.toml", "\"hex\"", "\"circle\"", "D035"),
        ("tiles.toml", "\"hex\"", "\"\"", "D003"),
        ("tiles.toml", "\"hex\"", "6", "D004"),
        ("tiles.toml", "\"hex\"", "\"M0 0A1e30 1e30 0 0 1 9 9Z\"", "D035"),
        ("tiles.toml", "\"hex\"", "\"M0 0H49V41Z\"", "D035"),
        ("tiles.toml", "shape = \"hex\"", "shape = \"hex\"\ncorner = 3", "D035"),
    ] {
        let (folder, game) = game();
        edit(&game, file, from, to);
        let check = run(folder.path(), &["check", "boxed", "--games", "0"]);
        let said = String::from_utf8(check.stderr).unwrap();
        assert!(said.contains(&format!("[{code}]")) && said.contains(file), "{to}: {said}");
    }
}
