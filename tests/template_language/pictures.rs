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
    let face = Game::new(&SYMBOL.replace("dot", "star"), CARD)
        .faces()
        .remove(0);
    assert!(!pictures(&face)[0].0.body.is_empty());
}

#[test]
fn a_symbol_that_is_not_there_is_refused() {
    holds(
        &Game::new(SYMBOL, CARD).refusal(),
        "there is no symbol `dot`",
    );
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
    assert_eq!(clip, Some([10.0, 20.0, 20.0, 10.0]));
    holds(&face_svg(&face, 0.0), "<clipPath");
}

#[test]
fn art_is_a_png_as_it_is() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 2, 4);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[0; 8])
        .unwrap();
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", &png);
    let face = game.faces().remove(0);
    let (picture, map, _) = pictures(&face).remove(0);
    assert_eq!(picture.pixels.as_ref().unwrap().bytes, png);
    assert_eq!(map.apply(2.0, 4.0), (22.5, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/png;base64,");
}

#[test]
fn art_is_a_jpeg_as_it_is() {
    // Start, frame header of 4 × 2 pixels in grey, end: what is read of it here.
    let jpeg = [
        0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9,
    ];
    let game = Game::new(&art(""), SKY).file("templates/art/sky.jpg", jpeg);
    let face = game.faces().remove(0);
    let (_, map, _) = pictures(&face).remove(0);
    assert_eq!(map.apply(4.0, 2.0), (30.0, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/jpeg;base64,");
}

#[test]
fn art_that_is_neither_png_nor_jpeg_is_refused() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", "GIF89a");
    holds(&game.refusal(), "is neither a PNG nor a JPEG");
}

#[test]
fn ids_of_two_pictures_do_not_meet() {
    let body = SYMBOL.to_owned() + &SYMBOL.replace("dot", "bar");
    let gradient = |colour: &str| {
        format!(
            "<linearGradient id=\"g\"><stop stop-color=\"{colour}\"/></linearGradient><path fill=\"url(#g)\" d=\"M0 0h9v9z\"/>"
        )
    };
    let game = Game::new(&body, CARD)
        .symbol("dot", &gradient("red"))
        .symbol("bar", &gradient("blue"));
    let svg = game.svg();
    holds(&svg, "url(#dot-g)");
    holds(&svg, "id=\"bar-g\"");
}
