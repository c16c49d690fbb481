//! Symbols and art.

use super::*;

#[test]
fn a_symbol_is_fitted_and_centred() {
    let face = Game::new(SYMBOL, CARD).symbol("dot", "").faces().remove(0);
    let (_, map, clip) = pictures(&face).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (15.0, 20.0));
    assert_eq!(map.apply(100.0, 100.0), (25.0, 30.0));
    assert_eq!(clip, None);
}

#[test]
fn a_symbol_takes_the_boxes_colour() {
    let body = SYMBOL.replace("/>", " data-color=\"#fedcba\"/>");
    let game =
        Game::new(&body, CARD).symbol("dot", "<path fill=\"currentColor\" d=\"M0 0h9v9z\"/>");
    holds(&game.svg(), "fill=\"#fedcba\"");
}

#[test]
fn a_symbol_is_named_by_a_field_and_left_out_when_it_is_empty() {
    let body = SYMBOL.replace("\"dot\"", "\"{{emblem}}\"");
    let rows = "[[card]]\nname = \"A\"\nemblem = \"dot\"\n[[card]]\nname = \"B\"\nemblem = \"\"\n";
    let faces = Game::new(&body, rows).symbol("dot", "").faces();
    assert_eq!(pictures(&faces[0])[0].0.name, "dot");
    assert!(faces[1].layers.is_empty());
}

#[test]
fn symbols_of_all_games_come_with_the_tool() {
    let face = Game::new(&SYMBOL.replace("dot", "star"), CARD).faces().remove(0);
    assert!(!pictures(&face)[0].0.body.is_empty());
}

#[test]
fn a_symbol_that_is_not_there_is_refused() {
    holds(&Game::new(SYMBOL, CARD).refusal(), "there is no symbol `dot`");
}

#[test]
fn art_is_seen_whole_unless_told() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.svg", TALL);
    let (_, map, clip) = pictures(&game.faces()[0]).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (17.5, 20.0));
    assert_eq!(map.apply(50.0, 100.0), (22.5, 30.0));
    assert_eq!(clip, None);
}

#[test]
fn sliced_art_fills_its_box_and_is_cut_to_it() {
    let game = Game::new(&art("data-scale=\"slice\""), SKY).file("templates/art/sky.svg", TALL);
    let face = game.faces().remove(0);
    let (_, map, clip) = pictures(&face).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (10.0, 5.0));
    assert_eq!(map.apply(50.0, 100.0), (30.0, 45.0));
    let clip = clip.unwrap();
    assert_eq!(clip.0[0], (10.0, 20.0));
    assert_eq!(clip.extent(), [10.0, 20.0, 30.0, 30.0]);
    holds(&face_svg(&face, 0.0), "<clipPath");
}

/// The colours of a face of 60 x 90 mm, a pixel for each millimetre, at (x, y).
fn colours(body: &str, at: &[(usize, usize)]) -> Vec<[u8; 3]> {
    let red = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 100\"><rect width=\"50\" height=\"100\" fill=\"#ff0000\"/></svg>";
    let game = Game::new(body, SKY).file("templates/art/sky.svg", red);
    let faces = game.faces();
    let painted = Painter::new(25.4, 0.0, &faces).paint(&faces[0]).unwrap();
    let width = painted.width() as usize;
    let pixel = |(x, y): &(usize, usize)| painted.pixels()[y * width + x];
    let colour = |p: resvg::tiny_skia::PremultipliedColorU8| [p.red(), p.green(), p.blue()];
    at.iter().map(|place| colour(pixel(place))).collect()
}

#[test]
fn sliced_art_is_cut_to_its_box_however_that_is_turned() {
    let (red, white) = ([255, 0, 0], [255; 3]);
    let within =
        |turn: &str| format!("<g transform=\"{turn}\">{}</g>", art("data-scale=\"slice\""));
    // The box is 20 x 10 mm from (10, 20); the art in it would be 40 mm high.
    let upside_down = colours(&within("rotate(180 20 25)"), &[(20, 25), (20, 12), (20, 38)]);
    assert_eq!(upside_down, [red, white, white]);
    // On its side, the middle of the box stays; its long side runs downwards.
    let quarter = colours(&within("rotate(90 20 25)"), &[(20, 17), (20, 33), (12, 25), (28, 25)]);
    assert_eq!(quarter, [red, red, white, white]);
    // Skewed by half its height, which leaves what is outside the parallelogram.
    let skewed =
        colours(&within("matrix(1 0 1 1 -25 0)"), &[(20, 25), (11, 29), (29, 21), (20, 15)]);
    assert_eq!(skewed, [red, white, white, white]);
}

#[test]
fn art_is_a_png_as_it_is() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 2, 4);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[0; 8]).unwrap();
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", &png);
    let face = game.faces().remove(0);
    let (picture, map, _) = pictures(&face).remove(0);
    assert_eq!(picture.pixels.as_ref().unwrap().bytes, png);
    assert_eq!(map.apply(2.0, 4.0), (22.5, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/png;base64,");
}

#[test]
fn art_is_a_jpeg_as_it_is() {
    let mut jpeg = Vec::new();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut jpeg);
    let grey = image::ExtendedColorType::L8;
    encoder.encode(&[90; 8], 4, 2, grey).unwrap();
    let game = Game::new(&art(""), SKY).file("templates/art/sky.jpg", &jpeg);
    let face = game.faces().remove(0);
    let (_, map, _) = pictures(&face).remove(0);
    assert_eq!(map.apply(4.0, 2.0), (30.0, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/jpeg;base64,");
}

#[test]
fn art_that_is_neither_png_nor_jpeg_is_refused() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", "GIF89a");
    holds(&game.refusal(), "sky.png` is a GIF");
}

/// What is seen of a picture whose pixels are one red, then blue ones: where the red one is.
fn place_of_red(orientation: u8) -> (f64, f64) {
    let mut png = Vec::new();
    let mut info = png::Info::with_size(2, 3);
    info.color_type = png::ColorType::Rgb;
    info.bit_depth = png::BitDepth::Eight;
    let exif = [
        b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
        &[orientation, 0, 0, 0, 0, 0, 0],
    ]
    .concat();
    info.exif_metadata = Some(exif.into());
    let mut writer = png::Encoder::with_info(&mut png, info).unwrap().write_header().unwrap();
    let pixels = [[255, 0, 0]].into_iter().chain([[0, 0, 255]; 5]).flatten();
    writer.write_image_data(&pixels.collect::<Vec<u8>>()).unwrap();
    writer.finish().unwrap();
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", &png);
    let face = game.faces().remove(0);
    let painted = deckproof::raster::Painter::new(254.0, 0.0, std::slice::from_ref(&face))
        .paint(&face)
        .unwrap();
    let red = painted.pixels().iter().enumerate().filter(|(_, p)| p.red() > 200 && p.blue() < 60);
    let (mut x, mut y, mut n) = (0.0, 0.0, 0.0);
    for (at, _) in red {
        let wide = painted.width() as usize;
        (x, y, n) = (x + (at % wide) as f64, y + (at / wide) as f64, n + 1.0);
    }
    // The box is 20 x 10 mm at (10, 20); a pixel is a tenth of a millimetre.
    ((x / n / 10.0 - 20.0).signum(), (y / n / 10.0 - 25.0).signum())
}

#[test]
fn art_stands_as_its_camera_was_held() {
    let corners = (1..=8).map(place_of_red).collect::<Vec<_>>();
    let (low, high) = (-1.0, 1.0);
    assert_eq!(
        corners,
        [
            (low, low),
            (high, low),
            (high, high),
            (low, high),
            (low, low),
            (high, low),
            (high, high),
            (low, high)
        ]
    );
}

#[test]
fn art_and_symbols_lie_in_folders() {
    let body = SYMBOL.replace("\"dot\"", "\"items/dot\"") + &art("");
    let rows = SKY.replace("\"sky\"", "\"places/sky\"");
    let game = Game::new(&body, &rows)
        .file("templates/art/places/sky.svg", TALL)
        .file("templates/symbols/items/dot.svg", TALL);
    let names: Vec<String> = pictures(&game.faces()[0]).iter().map(|p| p.0.name.clone()).collect();
    assert_eq!(names, ["items/dot", "places/sky"]);
    let game = Game::new(&art(""), SKY).file("templates/art/places/sky.svg", TALL);
    holds(&game.refusal(), "there is no picture `sky`");
    holds(&game.refusal(), "did you mean `places/sky`?");
}

#[test]
fn a_symbol_may_be_made_of_pixels() {
    let png = include_bytes!("../bad/files/art/twice.png");
    let face = Game::new(SYMBOL, CARD).file("templates/symbols/dot.png", png).faces().remove(0);
    holds(&face_svg(&face, 0.0), "data:image/png;base64,");
}

#[test]
fn ids_of_two_pictures_do_not_meet() {
    let body = SYMBOL.to_owned() + &SYMBOL.replace("dot", "bar");
    let gradient = |colour: &str| {
        format!(
            "<linearGradient id=\"g\"><stop stop-color=\"{colour}\"/></linearGradient><path fill=\"url(#g)\" d=\"M0 0h9v9z\"/>"
        )
    };
    let game =
        Game::new(&body, CARD).symbol("dot", &gradient("red")).symbol("bar", &gradient("blue"));
    let svg = game.svg();
    holds(&svg, "url(#dot-g)");
    holds(&svg, "id=\"bar-g\"");
}
