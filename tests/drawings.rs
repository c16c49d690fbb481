//! Drawings as other programs write them (`tests/drawings/`, each with its source in `SOURCES.md`): templates and pictures look as
//! resvg alone draws them, and what is refused is refused by name, with a remedy.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use resvg::tiny_skia::{FillRule, Mask, PathBuilder, Pixmap, Rect, Transform};

/// The words of the one card.
const CARD: [(&str, &str); 3] = [("name", "Foggy Day"), ("cost", "3"), ("kind", "night")];

/// A poker card at 150 dpi.
const SIZE: (u32, u32) = (375, 525);

/// Wrong drawings: what is said of each, and what is to be done.
const REFUSED: [(&str, &str, &str); 9] = [
    (
        "inkscape-flow-into-frame.svg",
        "D105]: a <text> with a placeholder has `shape-inside`",
        "Text, Unflow",
    ),
    (
        "inkscape-text-on-path.svg",
        "D105]: words with a placeholder cannot run along a path",
        "Remove from Path",
    ),
    (
        "inkscape-manual-kerns.svg",
        "D105]: a text with a placeholder moves its letters one by one (`x`)",
        "Remove Manual Kerns",
    ),
    (
        "inkscape-0.9-flowroot.svg",
        "D106]: words that Inkscape flows into a shape (<flowRoot>)",
        "Convert to Text",
    ),
    ("web-fonts.svg", "D106]: the <style> of a template has an @import", "fonts.toml"),
    (
        "illustrator-embedded-font.svg",
        "D106]: the <style> of a template has a @font-face",
        "fonts.toml",
    ),
    (
        "drawio-link.svg",
        "D106]: `https://www.drawio.com/doc/faq/svg-export-text-problems` is outside",
        "nothing outside the file is read",
    ),
    (
        "illustrator-two-styles.svg",
        "D105]: words with a placeholder have several styles in one line",
        "data-fit",
    ),
    (
        "dark-mode.svg",
        "D106]: the <style> of a template has rules that hold only on some screens",
        "paper",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drawings")
}

/// The drawings of a folder, sorted.
fn drawings(folder: &str) -> Vec<PathBuf> {
    let read = std::fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = read.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().unwrap().to_string_lossy().into_owned()
}

/// A game of one card whose template is `svg`.
fn game(svg: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = dir.path().join("g").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("game.toml", "title = \"G\"\ndecks = [\"cards\"]\n");
    let shown = |key: &str| {
        let marks = [
            format!("{{{{{key}"),
            format!("fit:{key}"),
            format!("fit_x3A_{key}"),
            format!("if:{key}"),
        ];
        key == "name"
            || marks.iter().any(|mark| svg.contains(mark))
            || (key == "cost" && svg.contains("{{c<"))
    };
    let keys = CARD.iter().filter(|(key, _)| shown(key));
    let keys: String = keys.map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    write("cards.toml", &format!("template = \"card.svg\"\n[[card]]\n{keys}"));
    write("templates/card.svg", svg);
    dir
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
    command.args(arguments).current_dir(dir).output().unwrap()
}

/// The card as the program paints it.
fn painted(dir: &Path, what: &str) -> Pixmap {
    let output = run(dir, &["export", "png", "g", "-o", "out", "--dpi", "150"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{what}: {told}");
    let files = std::fs::read_dir(dir.join("out/g")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|f| f.unwrap().path()).collect();
    files.retain(|f| name(f).starts_with("cards-"));
    let pixels = Pixmap::load_png(&files[0]).unwrap();
    assert_eq!((pixels.width(), pixels.height()), SIZE, "{what}");
    pixels
}

/// The drawing as resvg paints it, all of it seen.
fn alone(svg: &str) -> Pixmap {
    let mut options = usvg::Options::default();
    let fonts = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/shared/fonts");
    for font in std::fs::read_dir(fonts).unwrap() {
        let data = std::fs::read(font.unwrap().path()).unwrap();
        options.fontdb_mut().load_font_data(data);
    }
    let tree = usvg::Tree::from_str(svg, &options).unwrap();
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1).unwrap();
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (SIZE.0 as f32 / width).min(SIZE.1 as f32 / height);
    let (x, y) = (SIZE.0 as f32 - width * scale, SIZE.1 as f32 - height * scale);
    let map = Transform::from_row(scale, 0.0, 0.0, scale, x / 2.0, y / 2.0);
    resvg::render(&tree, map, &mut pixels.as_mut());
    // What lies beside the page is not of the drawing.
    let mut page = Mask::new(SIZE.0, SIZE.1).unwrap();
    let rect = Rect::from_xywh(0.0, 0.0, width, height).unwrap();
    page.fill_path(&PathBuilder::from_rect(rect), FillRule::Winding, true, map);
    pixels.apply_mask(&page);
    pixels
}

/// The mean difference of two pictures, of 255, and the share of pixels that are clearly different, in percent.
fn difference(one: &Pixmap, other: &Pixmap) -> (f64, f64) {
    let (mut sum, mut far) = (0u64, 0u64);
    for (a, b) in one.pixels().iter().zip(other.pixels()) {
        // What is transparent is paper.
        let over = |c: u8, alpha: u8| i32::from(c) + 255 - i32::from(alpha);
        let channels = [(a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue())];
        let off = channels.map(|(c, d)| (over(c, a.alpha()) - over(d, b.alpha())).unsigned_abs());
        sum += u64::from(off.iter().sum::<u32>());
        far += u64::from(off.iter().any(|o| *o > 64));
    }
    let pixels = f64::from(SIZE.0 * SIZE.1);
    (sum as f64 / pixels / 3.0, far as f64 / pixels * 100.0)
}

fn near(what: &str, one: &Pixmap, other: &Pixmap, wrong: &mut Vec<String>) {
    let (mean, far) = difference(one, other);
    println!("{what}: mean difference {mean:.2}, {far:.2} % far");
    if mean > 1.0 || far > 0.8 {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        one.save_png(folder.join("ours.png")).unwrap();
        other.save_png(folder.join("alone.png")).unwrap();
        wrong.push(format!("{what}: mean difference {mean:.2}, {far:.2} % far"));
    }
}

#[test]
fn there_are_forty_and_each_has_a_source() {
    let files: Vec<PathBuf> =
        ["art", "templates", "refused"].into_iter().flat_map(drawings).collect();
    assert!(files.len() >= 40, "{}", files.len());
    let sources = std::fs::read_to_string(root().join("SOURCES.md")).unwrap();
    for file in files {
        let name = name(&file);
        assert!(sources.contains(&format!("`{name}`")), "{name} has no source");
    }
}

#[test]
fn templates_look_as_resvg_draws_them() {
    let mut wrong = Vec::new();
    for file in drawings("templates") {
        let what = name(&file);
        let svg = std::fs::read_to_string(&file).unwrap();
        let dir = game(&svg);
        let ours = painted(dir.path(), &what);
        // Where boxes are, resvg has nothing to show.
        if svg.contains("fit:") || svg.contains("fit_x3A_") {
            let output = run(dir.path(), &["export", "svg", "g", "-o", "svg"]);
            assert!(output.status.success(), "{what}: {output:?}");
            let face =
                std::fs::read_dir(dir.path().join("svg/g")).unwrap().next().unwrap().unwrap();
            let face = std::fs::read_to_string(face.path()).unwrap();
            assert!(face.contains(">Foggy Day</text>"), "{what}: {face}");
            continue;
        }
        // Nor does resvg know the colours of wide screens, which stand beside plain ones.
        let svg = svg.replace("fill:color(display-p3 0.8510 0.8510 0.8510);", "");
        let mut filled = svg.replace("{{c</tspan><tspan x=\"12.1\" y=\"0\">ost}}", "3");
        for (key, value) in CARD {
            filled = filled.replace(&format!("{{{{{key}}}}}"), value);
        }
        // resvg knows fonts by their family only.
        for (printed, family) in [
            ("Oswald-SemiBold", "Oswald"),
            ("AlegreyaSans-Regular", "Alegreya Sans"),
            ("AlegreyaSans-Bold", "Alegreya Sans"),
            ("Cabin-Regular", "Cabin"),
        ] {
            let weight = match printed.rsplit_once('-').unwrap().1 {
                "SemiBold" => 600,
                "Bold" => 700,
                _ => 400,
            };
            filled = filled.replace(
                &format!("font-family=\"'{printed}'\""),
                &format!("font-family=\"{family}\" font-weight=\"{weight}\""),
            );
            filled = filled.replace(
                &format!("font-family=\"{printed}\""),
                &format!("font-family=\"{family}\" font-weight=\"{weight}\""),
            );
            filled = filled.replace(
                &format!("font-family:'{printed}';"),
                &format!("font-family:'{family}';font-weight:{weight};"),
            );
        }
        near(&what, &ours, &alone(&filled), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pictures_look_as_resvg_draws_them() {
    let mut wrong = Vec::new();
    for file in drawings("art") {
        let what = name(&file);
        let svg = std::fs::read_to_string(&file).unwrap();
        let dir = game(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\"><rect data-art=\"it\" width=\"63.5\" height=\"88.9\" data-color=\"#1d3557\"/></svg>",
        );
        std::fs::create_dir(dir.path().join("g/art")).unwrap();
        std::fs::write(dir.path().join("g/art/it.svg"), &svg).unwrap();
        near(&what, &painted(dir.path(), &what), &alone(&svg), &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_refused_is_refused_by_name() {
    assert_eq!(drawings("refused").len(), REFUSED.len());
    for (file, says, help) in REFUSED {
        let svg = std::fs::read_to_string(root().join("refused").join(file)).unwrap();
        let dir = game(&svg);
        let output = run(dir.path(), &["check", "g"]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{file}: {told}");
        for words in [says, help, "templates/card.svg:"] {
            assert!(told.contains(words), "{file}: `{words}` is missing in\n{told}");
        }
    }
}
