//! Pictures of pixels in a sheet: how fine they are, how they are stored, what is kept for the next print.

use super::*;

/// A cheap noise that no encoder guesses.
fn noise(count: usize) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

fn png(width: u32, height: u32, colours: png::ColorType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colours);
    encoder.set_depth(png::BitDepth::Eight);
    let data = noise((width * height) as usize * colours.samples());
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&data).unwrap();
    writer.finish().unwrap();
    bytes
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut bytes);
    let data = noise((width * height * 3) as usize);
    encoder.encode(&data, width, height, image::ExtendedColorType::Rgb8).unwrap();
    bytes
}

/// A game of two cards of 60 x 60 mm, the first of which shows `art` over 50.8 mm, two inches, and the second over one.
struct Game(tempfile::TempDir);

impl Game {
    fn of(file: &str, art: &[u8]) -> Game {
        let dir = tempfile::tempdir().unwrap();
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 60\"><rect data-if=\"large\" data-art=\"art\" x=\"4\" y=\"4\" width=\"50.8\" height=\"50.8\"/><rect data-if=\"!large\" data-art=\"art\" x=\"4\" y=\"4\" width=\"25.4\" height=\"25.4\"/><text x=\"4\" y=\"58\" font-family=\"Cabin\" font-size=\"3\">{{name}}</text></svg>";
        let cards = "template = \"card.svg\"\nsize = \"60 x 60\"\n[[card]]\nname = \"A\"\nlarge = \"yes\"\n[[card]]\nname = \"B\"\nlarge = \"\"\n";
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.path().join("game").join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        write("game.toml", b"title = \"Art\"\n");
        write("cards.toml", cards.as_bytes());
        write("templates/card.svg", svg.as_bytes());
        write(&format!("art/{file}"), art);
        Game(dir)
    }

    fn print(&self, more: &[&str]) -> Sheets {
        let mut command = deckproof(self.0.path());
        command.env("DECKPROOF_CACHE", self.0.path().join("cache"));
        done(&command.args(["print", "game", "--draft"]).args(more).output().unwrap());
        let bytes = std::fs::read(self.0.path().join("output/game.pdf")).unwrap();
        Sheets::read("game".into(), bytes)
    }

    fn kept(&self) -> Vec<std::path::PathBuf> {
        let files = std::fs::read_dir(self.0.path().join("cache"));
        files.into_iter().flatten().map(|f| f.unwrap().path()).collect()
    }
}

/// Width, height and filter of each picture in a PDF, masks aside.
fn images(sheets: &Sheets) -> Vec<(i64, i64, String)> {
    let masks: Vec<ObjectId> =
        streams(sheets).filter_map(|s| s.dict.get(b"SMask").ok()?.as_reference().ok()).collect();
    let objects = sheets.document.objects.iter().filter(|(id, _)| !masks.contains(id));
    let images = objects.filter_map(|(_, object)| object.as_stream().ok());
    let images = images
        .filter(|s| s.dict.get(b"Subtype").is_ok_and(|t| t.as_name().is_ok_and(|n| n == b"Image")));
    let number = |s: &Stream, key: &[u8]| s.dict.get(key).unwrap().as_i64().unwrap();
    let filter = |s: &Stream| format!("{:?}", s.dict.get(b"Filter").unwrap());
    let filter = |s: &Stream| if filter(s).contains("DCT") { "jpeg" } else { "flate" }.to_owned();
    images.map(|s| (number(s, b"Width"), number(s, b"Height"), filter(s))).collect()
}

fn streams(sheets: &Sheets) -> impl Iterator<Item = &Stream> {
    sheets.document.objects.values().filter_map(|o| o.as_stream().ok())
}

#[test]
fn a_picture_is_as_fine_as_its_largest_print_and_stored_once() {
    let game = Game::of("art.png", &png(1000, 1000, png::ColorType::Rgb));
    let flate = |side: i64| vec![(side, side, "flate".to_owned())];
    assert_eq!(images(&game.print(&[])), flate(600));
    assert_eq!(images(&game.print(&["--image-dpi", "150"])), flate(300));
    assert_eq!(images(&game.print(&["--image-dpi", "none"])), flate(1000));
    // A tenth more is no reason.
    assert_eq!(images(&game.print(&["--image-dpi", "460"])), flate(1000));
}

#[test]
fn opaque_pictures_become_jpegs_when_asked() {
    let quality = ["--image-quality", "80"];
    let opaque = Game::of("art.png", &png(400, 400, png::ColorType::Rgb));
    assert_eq!(images(&opaque.print(&quality))[0].2, "jpeg");
    assert_eq!(images(&opaque.print(&[]))[0].2, "flate");
    let clear = Game::of("art.png", &png(400, 400, png::ColorType::Rgba));
    assert_eq!(images(&clear.print(&quality))[0].2, "flate");
}

#[test]
fn a_jpeg_that_is_coarse_enough_goes_through_untouched() {
    let art = jpeg(600, 600);
    let sheets = Game::of("art.jpg", &art).print(&["--image-quality", "50"]);
    assert!(streams(&sheets).any(|s| s.content == art));
    let large = Game::of("art.jpg", &jpeg(1200, 1200)).print(&[]);
    assert_eq!(images(&large), [(600, 600, "jpeg".to_owned())]);
}

#[test]
fn the_cache_changes_nothing_but_time() {
    let game = Game::of("art.png", &png(900, 900, png::ColorType::Rgba));
    let without = game.print(&["--no-cache"]).bytes;
    assert!(game.kept().is_empty());
    assert!(game.print(&[]).bytes == without);
    let kept = game.kept();
    assert_eq!(kept.len(), 1);
    assert!(game.print(&[]).bytes == without);
    // Damaged, cut short, gone: as if it had never been.
    let whole = std::fs::read(&kept[0]).unwrap();
    for bytes in [&whole[..whole.len() / 2], &[], b"\0\0\0"] {
        std::fs::write(&kept[0], bytes).unwrap();
        assert!(game.print(&[]).bytes == without);
        assert!(std::fs::read(&kept[0]).unwrap() == whole);
    }
}

#[test]
fn two_prints_at_once_share_the_cache() {
    let game = Game::of("art.png", &png(900, 900, png::ColorType::Rgb));
    let without = game.print(&["--no-cache"]).bytes;
    std::thread::scope(|scope| {
        for at in 0..4 {
            let (game, without) = (&game, &without);
            scope.spawn(move || {
                let folder = format!("out-{at}");
                let mut command = deckproof(game.0.path());
                command.env("DECKPROOF_CACHE", game.0.path().join("cache"));
                done(&command.args(["print", "game", "-o", &folder]).output().unwrap());
                let made = std::fs::read(game.0.path().join(folder).join("game.pdf")).unwrap();
                assert!(made == *without);
            });
        }
    });
    assert_eq!(game.kept().len(), 1);
}
