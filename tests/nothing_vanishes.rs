//! What is drawn is printed: words in pictures, colours of classes, hidden layers, properties as CSS and drawing programs write them.
//! Each is a small game that is drawn in memory; colours are read off its first card.

use std::collections::BTreeMap;
use std::sync::Arc;

use deckproof::cards::Deck;
use deckproof::raster::Painter;
use deckproof::registry;
use deckproof::source::{Diagnostics, Files, Folder, GameFolder, Tree};
use deckproof::template::{Drawn, Ink, Renderer, face_svg};

/// A card of 60 x 90 mm; a tenth of a millimetre is a pixel of what is painted.
const DPI: f64 = 254.0;

struct Game(BTreeMap<String, Vec<u8>>);

impl Game {
    /// One card with these keys, whose template holds these elements.
    fn new(elements: &str, keys: &str) -> Self {
        let svg = format!("<svg {NAMES} viewBox=\"0 0 60 90\">{elements}</svg>");
        Game(BTreeMap::new())
            .with("game.toml", "title = \"G\"\n")
            .with("templates/card.svg", &svg)
            .with("cards.toml", &format!("template = \"card.svg\"\nsize = \"60 x 90\"\n[[card]]\nname = \"One\"\n{keys}\n"))
    }

    /// One card with a picture of 40 x 40 units over 40 x 40 mm, from its corner on.
    fn of_art(elements: &str) -> Self {
        Self::new(BOX, "").with("art/x.svg", &picture("viewBox=\"0 0 40 40\"", elements))
    }

    fn with(mut self, path: &str, text: &str) -> Self {
        self.0.insert(path.to_owned(), text.as_bytes().to_vec());
        self
    }

    fn draw(&self) -> Result<Vec<String>, String> {
        self.painted(&[]).map(|(_, warnings)| warnings)
    }

    /// The face of its first card, and the warnings.
    fn face(&self) -> Result<(Arc<Drawn>, Vec<String>), String> {
        let mut files = Files::new();
        let folder = Folder::Memory(Tree::new("", self.0.clone()));
        let folder = GameFolder::within("test", folder, None);
        let told = |faults: &Diagnostics, files: &Files| -> Vec<String> {
            let told = faults.iter().map(|d| {
                let place = d.span.map(|span| files.place(span)).unwrap_or_default();
                let help = d.help.clone().unwrap_or_default();
                format!("{place} {} {}; {help}", d.code.number(), d.message)
            });
            told.collect()
        };
        let pack = registry::load(folder, &mut files);
        let pack = pack.map_err(|faults| told(&faults, &files).join("\n"))?;
        let decks: Vec<&Deck> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files);
        let renderer = renderer.map_err(|faults| told(&faults, &files).join("\n"))?;
        let drawn = renderer.draw(&pack, decks[0], &mut files);
        let drawn = drawn.map_err(|faults| told(&faults, &files).join("\n"))?;
        Ok((drawn.fronts[0].clone(), told(&drawn.warnings, &files)))
    }

    /// The colours at some places in millimetres, and the warnings.
    fn painted(&self, places: &[(u32, u32)]) -> Result<(Vec<String>, Vec<String>), String> {
        let (face, warnings) = self.face()?;
        let painter = Painter::new(DPI, 0.0, std::slice::from_ref(&face));
        let pixels = painter.paint(&face).map_err(|fault| fault.0)?;
        let colour = |(x, y): &(u32, u32)| {
            let pixel = pixels.pixel(x * 10 + 5, y * 10 + 5).unwrap().demultiply();
            format!("#{:02x}{:02x}{:02x}", pixel.red(), pixel.green(), pixel.blue())
        };
        let colours = places.iter().map(colour).collect();
        Ok((colours, warnings))
    }

    fn colours(&self, places: &[(u32, u32)]) -> Vec<String> {
        self.painted(places).unwrap().0
    }

    /// Whether anything dark is painted within 40 x 40 mm of the corner.
    fn has_ink(&self) -> bool {
        let places: Vec<(u32, u32)> = (0..1600).map(|at| (at % 40, at / 40)).collect();
        self.colours(&places).iter().any(|colour| colour == "#000000")
    }
}

const NAMES: &str = "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"";

const BOX: &str = "<rect data-art=\"x\" x=\"0\" y=\"0\" width=\"40\" height=\"40\"/>";

const RED: &str = "#ff0000";
const WHITE: &str = "#ffffff";

fn picture(root: &str, elements: &str) -> String {
    format!("<svg {NAMES} {root}>{elements}</svg>")
}

#[test]
fn words_of_a_picture_are_set_in_fonts_that_no_template_uses() {
    for words in [
        "<text y=\"30\" font-family=\"Oswald\" font-size=\"30\">HH</text>",
        "<text y=\"30\" font-family=\"oswald\" font-size=\"30\">HH</text>",
        "<text y=\"30\" style=\"font:600 30px Minion, 'Oswald', serif\">HH</text>",
        "<text y=\"30\" style=\"font-size:30px;font-family:'Oswald SemiBold'\">HH</text>",
        "<text y=\"30\" font-size=\"30\" font-family=\"AlegreyaSans-BoldItalic, 'Alegreya Sans'\">HH</text>",
        "<text y=\"30\" font-size=\"30\" font-family=\"Minion Pro, Alegreya Sans Bold, sans-serif\">HH</text>",
        "<text y=\"30\" font-size=\"30\" style=\"font-family:sans-serif;-inkscape-font-specification:sans-serif\">HH</text>",
        "<g font-family=\"Londrina Solid\"><text y=\"30\" font-size=\"30\"><tspan>HH</tspan></text></g>",
        "<style>.a{font-family:Oswald;font-weight:600}</style><text class=\"a\" y=\"30\" font-size=\"30\">HH</text>",
        "<text y=\"30\" font-size=\"30\" font-family=\"Cabin\"> <tspan font-family=\"Oswald\">HH</tspan></text>",
    ] {
        assert!(Game::of_art(words).has_ink(), "{words}");
    }
}

#[test]
fn words_of_a_picture_that_cannot_be_set_stop_every_command() {
    for (words, says) in [
        (
            "<text font-family=\"Helvetica\">A</text>",
            "D108 `art/x.svg`: there is no font `Helvetica`; use one of `Oswald`",
        ),
        ("<text font-family=\"Arial, sans-serif\">A</text>", "there is no font `Arial`"),
        ("<text font-family=\"serif\">A</text>", "there is no font `serif`"),
        ("<text>A</text>", "D108 `art/x.svg`: the text names no font-family; "),
        (
            "<text font-family=\"Oswald\" font-weight=\"900\">A</text>",
            "D109 `art/x.svg`: the font `Oswald` has no weight 900; it has 400, 600; or turn",
        ),
        ("<text font-family=\"Oswald\" font-style=\"italic\">A</text>", "it has no italic face"),
        (
            "<text font-family=\"Oswald\">A\u{2603}</text>",
            "D110 `art/x.svg`: the font `Oswald` has no glyph for `\u{2603}`",
        ),
        (
            "<text font-family=\"Cabin\">A<tspan font-family=\"Futura\">B</tspan></text>",
            "there is no font `Futura`",
        ),
    ] {
        let told = Game::of_art(&format!("\n{words}")).draw().unwrap_err();
        assert!(told.starts_with("art/x.svg:2:") && told.contains(says), "{words}: {told}");
        assert!(told.contains("Object to Path"), "{told}");
    }
    for unseen in [
        "<text font-family=\"Arial\" display=\"none\">A</text>",
        "<g style=\"display:none\"><text>A</text></g><text visibility=\"hidden\">A</text>",
        "<text> \n </text>",
    ] {
        assert_eq!(Game::of_art(unseen).draw(), Ok(vec![]), "{unseen}");
    }
}

#[test]
fn a_fault_of_a_picture_is_told_once_for_all_its_cards() {
    let mut game = Game::of_art("<text font-family=\"Helvetica\">A</text>");
    let cards =
        "template = \"card.svg\"\nsize = \"60 x 90\"\n".to_owned() + &"[[card]]\n".repeat(0);
    let rows: String = (0..5).map(|n| format!("[[card]]\nname = \"Card {n}\"\n")).collect();
    game = game.with("cards.toml", &(cards + &rows));
    assert_eq!(game.draw().unwrap_err().lines().count(), 1);
}

#[test]
fn values_that_change_nothing_are_no_effects() {
    let plain = "style=\"opacity:1;filter:none;clip-path:none;mask:none;mix-blend-mode:normal;isolation:auto\"";
    let shapes = format!("<rect {plain} width=\"40\" height=\"40\" fill=\"#f00\"/>").repeat(1_500);
    assert_eq!(Game::of_art(&shapes).colours(&[(20, 20)]), [RED]);
    for none in [plain, "opacity=\"1.0\"", "opacity=\"100%\"", "style=\"mask: none\""] {
        let group = format!("<g {none}><rect data-art=\"x\" width=\"40\" height=\"40\"/></g>");
        let game = Game::new(&group, "").with(
            "art/x.svg",
            &picture("viewBox=\"0 0 4 4\"", "<path fill=\"red\" d=\"M0 0h4v4H0z\"/>"),
        );
        assert_eq!(game.colours(&[(20, 20)]), [RED], "{none}");
    }
}

#[test]
fn current_colour_is_the_one_that_the_picture_sets() {
    let path = "<path fill=\"currentColor\" d=\"M0 0h40v40H0z\"/>";
    for elements in [
        format!("<g color=\"red\">{path}</g>"),
        format!("<g style=\"color:red\"><g color=\"inherit\" style=\"color:currentColor\">{path}</g></g>"),
        format!("<style>.i{{color:#f00}}</style><g class=\"i\">{path}</g>"),
        "<path color=\"#f00\" style=\"fill:currentcolor\" d=\"M0 0h40v40H0z\"/>".to_owned(),
        format!("<defs><g id=\"a\">{path}</g></defs><use href=\"#a\" color=\"red\"/>"),
        "<g color=\"red\"><linearGradient id=\"g\"><stop stop-color=\"currentColor\"/></linearGradient><path fill=\"url(#g)\" d=\"M0 0h40v40H0z\"/></g>".to_owned(),
    ] {
        assert_eq!(Game::of_art(&elements).colours(&[(20, 20)]), [RED], "{elements}");
    }
    let of_box = "<rect data-art=\"x\" data-color=\"red\" width=\"40\" height=\"40\"/>";
    let both = format!(
        "{path}<g color=\"#00f\"><rect width=\"9\" height=\"9\" fill=\"currentColor\"/></g>"
    );
    let game = Game::new(of_box, "").with("art/x.svg", &picture("viewBox=\"0 0 40 40\"", &both));
    assert_eq!(game.colours(&[(20, 20), (4, 4)]), [RED, "#0000ff"]);
    let root = game.with("art/x.svg", &picture("viewBox=\"0 0 40 40\" color=\"#0f0\"", path));
    assert_eq!(root.colours(&[(20, 20)]), ["#00ff00"]);
}

#[test]
fn a_class_with_a_placeholder_is_that_of_the_card() {
    let sheet = "<style>.day{fill:#f00}.night{fill:#00f}.k-day rect{fill:#f00}.k-night &gt; rect{fill:#00f}.rare{stroke:#0f0;stroke-width:4}</style>";
    let rect = "width=\"40\" height=\"40\"";
    for (kind, colour) in [("day", RED), ("night", "#0000ff"), ("dusk", "#000000")] {
        for elements in [
            format!("<rect class=\"{{{{kind}}}}\" {rect}/>"),
            format!("<g class=\"big {{{{kind}}}}\"><rect {rect}/></g>"),
            format!("<g class=\"k-{{{{kind}}}}\"><rect {rect}/></g>"),
            format!("<g class=\"{{{{kind}}}}\"><rect {rect}/><rect data-art=\"{{{{none}}}}\" width=\"3\" height=\"3\"/></g>").replace("{{none}}", "{{kind-art}}"),
            "<text class=\"{{kind}}\" x=\"-10\" y=\"60\" font-family=\"Oswald\" font-weight=\"600\" font-size=\"99\">{{bar}}</text>".to_owned(),
        ] {
            let keys = format!("kind = \"{kind}\"\nbar = \"\u{2014}\"\nkind-art = \"\"");
            let shown = |key: &str| elements.contains(&format!("{{{{{key}}}}}"));
            let keys: String = keys.lines().filter(|l| shown(l.split(' ').next().unwrap())).map(|l| format!("{l}\n")).collect();
            if elements.contains("<text") {
                continue;
            }
            let game = Game::new(&format!("{sheet}{elements}"), &keys);
            assert_eq!(game.colours(&[(20, 20)]), [colour], "{kind}: {elements}");
        }
    }
    let fixed = format!("{sheet}<rect class=\"{{{{kind}}}}\" fill=\"#0f0\" {rect}/>");
    assert_eq!(Game::new(&fixed, "kind = \"dusk\"").colours(&[(20, 20)]), ["#00ff00"]);
    let group = format!("{sheet}<g fill=\"#0f0\"><rect class=\"{{{{kind}}}}\" {rect}/></g>");
    assert_eq!(Game::new(&group, "kind = \"dusk\"").colours(&[(20, 20)]), ["#00ff00"]);
    let list = format!("{sheet}<rect class=\"{{{{kind}}}}\" {rect}/>");
    assert_eq!(
        Game::new(&list, "kind = \"rare day\"").colours(&[(20, 20), (0, 20)]),
        [RED, "#00ff00"]
    );
    for (elements, says) in [
        (
            format!("<rect class=\"{{{{kind}}}}\" {rect}/>"),
            "no rule of a <style> is for the class `{{kind}}`",
        ),
        (format!("{sheet}<rect class=\"x{{{{kind}}}}\" {rect}/>"), "no rule of a <style>"),
        (
            format!("{sheet}<rect class=\"{{{{kind}}}}{{{{kind}}}}\" {rect}/>"),
            "is more than a field",
        ),
        (
            format!(
                "<style>.a{{font-size:9px}}</style><g class=\"{{{{kind}}}}\"><rect {rect}/></g>"
            ),
            "sets `font-size`",
        ),
    ] {
        let told = Game::new(&elements, "kind = \"day\"").draw().unwrap_err();
        assert!(told.contains(says), "{elements}: {told}");
    }
}

#[test]
fn words_with_a_placeholder_take_the_colour_of_their_class() {
    let text = "<style>.day{fill:#f00}</style><text class=\"{{kind}}\" y=\"60\" font-family=\"Oswald\" font-weight=\"600\" font-size=\"20\">{{bar}}</text>";
    let game = |kind: &str| Game::new(text, &format!("kind = \"{kind}\"\nbar = \"HHH\""));
    let places: Vec<(u32, u32)> = (0..2400).map(|at| (at % 60, 20 + at / 60)).collect();
    let has = |kind: &str, colour: &str| game(kind).colours(&places).iter().any(|c| c == colour);
    assert!(has("day", RED) && !has("day", "#000000"));
    assert!(has("dusk", "#000000") && !has("dusk", RED));
}

#[test]
fn the_ground_of_a_root_is_painted() {
    for root in [
        "viewBox=\"0 0 40 40\" style=\"background-color:red\"",
        "viewBox=\"-20 -20 40 40\" style=\"background: #f00; fill:none\"",
        "width=\"40\" height=\"40\" style=\"background:rgb(255 0 0 / 100%)\"",
    ] {
        let game = Game::new(BOX, "").with("art/x.svg", &picture(root, "<circle r=\"1\"/>"));
        assert_eq!(game.colours(&[(38, 38), (50, 50)]), [RED, WHITE], "{root}");
    }
    let svg = format!(
        "<svg {NAMES} viewBox=\"0 0 60 90\" style=\"background:#f00\"><text x=\"5\" y=\"9\" font-family=\"Cabin\" font-size=\"4\">{{{{name}}}}</text></svg>"
    );
    assert_eq!(
        Game::new("", "").with("templates/card.svg", &svg).colours(&[(1, 1), (58, 88)]),
        [RED, RED]
    );
    let image = Game::new(BOX, "").with(
        "art/x.svg",
        &picture("viewBox=\"0 0 4 4\" style=\"background:linear-gradient(red,blue)\"", "<g/>"),
    );
    assert!(image.draw().unwrap_err().contains("not a plain colour"));
}

#[test]
fn transforms_and_geometry_of_css_are_those_of_the_shape() {
    // Each covers (30, 30) and leaves (10, 10) free.
    for shape in [
        "<rect width=\"20\" height=\"20\" style=\"transform:translate(20px,20px)\"/>",
        "<rect width=\"20\" height=\"20\" style=\"transform:translateX(20px) translateY(50%)\"/>",
        "<rect width=\"20\" height=\"20\" style=\"transform:rotate(180deg);transform-origin:20px 20px\"/>",
        "<rect width=\"20\" height=\"20\" style=\"transform:rotate(.5turn);transform-origin:center\"/>",
        "<rect x=\"24\" y=\"24\" width=\"12\" height=\"12\" style=\"transform:scale(1.5);transform-box:fill-box;transform-origin:50% 50%\"/>",
        "<rect x=\"24\" y=\"24\" width=\"12\" height=\"12\" transform=\"rotate(45)\" style=\"transform-box:fill-box;transform-origin:center\"/>",
        "<style>.m{transform:scale(2) translate(10px, 10px)}</style><rect class=\"m\" width=\"9\" height=\"9\"/>",
        "<circle style=\"cx:30px;cy:30px;r:9px\"/>",
        "<ellipse style=\"cx:30;cy:30;rx:9px;ry:6px\"/>",
        "<rect style=\"x:20px;y:20px;width:19px;height:19px;rx:2px\"/>",
        "<style>.r{x:20px;width:19px}#q{height:19px}</style><rect id=\"q\" class=\"r\" y=\"20\" width=\"1\"/>",
        "<path style=\"d:path('M20 20h20v20h-20z')\"/>",
        "<path d=\"M0 0h9v9z\" style=\"d: path(&quot;M20 20h20v20h-20z&quot;)\"/>",
    ] {
        let colours = Game::of_art(shape).colours(&[(30, 30), (10, 10)]);
        assert_eq!(colours, ["#000000", WHITE], "{shape}");
        let colours = Game::new(shape, "").colours(&[(30, 30), (10, 10)]);
        if !shape.contains("center") && !shape.contains("50%)") || shape.contains("fill-box") {
            assert_eq!(colours, ["#000000", WHITE], "as a template: {shape}");
        }
    }
    let boxed = "<rect data-art=\"x\" style=\"x:20px;y:20px;width:20px;height:20px\"/><g style=\"transform:translate(10px, 50px)\"><rect data-art=\"x\" width=\"9\" height=\"9\"/></g>";
    let game = Game::new(boxed, "").with(
        "art/x.svg",
        &picture("viewBox=\"0 0 4 4\"", "<rect width=\"4\" height=\"4\" fill=\"red\"/>"),
    );
    assert_eq!(game.colours(&[(30, 30), (10, 10), (14, 54)]), [RED, WHITE, RED]);
}

#[test]
fn a_switch_shows_the_language_of_the_game() {
    let of = |languages: &str, game: &str| {
        let children = languages.split('|').map(|tag| match tag.split_once('=') {
            Some((tag, colour)) => format!(
                "<rect systemLanguage=\"{tag}\" width=\"40\" height=\"40\" fill=\"{colour}\"/>"
            ),
            None => format!("<rect width=\"40\" height=\"40\" fill=\"{tag}\"/>"),
        });
        let switch = format!("<switch><foreignObject/>{}</switch>", children.collect::<String>());
        let lang = match game {
            "" => String::new(),
            lang => format!("lang = \"{lang}\"\n"),
        };
        let toml = format!("title = \"G\"\n{lang}");
        Game::of_art(&switch).with("game.toml", &toml).colours(&[(20, 20)])
    };
    for (languages, game, colour) in [
        ("de=#00f|fr=#0f0|red", "", RED),
        ("de=#00f|en=red|#0f0", "", RED),
        ("fr=#0f0|de, nl=red|#00f", "de", RED),
        ("en=#0f0|de=red", "de-AT", RED),
        ("fr=#0f0|en-GB=red", "de", RED),
        ("sv=red|fr=#0f0", "de", RED),
    ] {
        assert_eq!(of(languages, game), [colour], "{languages} in {game}");
    }
    let alone = "<g systemLanguage=\"en\"><rect width=\"20\" height=\"40\" fill=\"red\"/></g><g systemLanguage=\"sv\"><rect x=\"20\" width=\"20\" height=\"40\"/></g>";
    assert_eq!(Game::of_art(alone).colours(&[(10, 20), (30, 20)]), [RED, WHITE]);
}

#[test]
fn what_lies_in_a_hidden_layer_is_not_drawn() {
    let art = picture("viewBox=\"0 0 4 4\"", "<rect width=\"4\" height=\"4\" fill=\"red\"/>");
    let drawn = "<rect data-art=\"x\" width=\"40\" height=\"40\"/>";
    for (open, close) in [
        (
            "<g inkscape:groupmode=\"layer\" inkscape:label=\"Notes\" style=\"display:none\">",
            "</g>",
        ),
        ("<g display=\"none\"><g style=\"display:inline\">", "</g></g>"),
        ("<g visibility=\"hidden\">", "</g>"),
        ("<style>.off{display:none}</style><g class=\"off\">", "</g>"),
    ] {
        let words =
            "<text y=\"30\" font-family=\"Cabin\" font-size=\"30\" fill=\"red\">{{name}}</text>";
        let repeat = "<g data-repeat=\"3\" data-step=\"5 0\"><rect y=\"30\" width=\"4\" height=\"4\" fill=\"red\"/></g>";
        let hidden = format!(
            "{open}{drawn}{words}<rect data-fit=\"rules\" width=\"40\" height=\"40\" data-font=\"Cabin\" data-size=\"30\"/>{}{close}",
            if open.contains("visibility") { "" } else { repeat }
        );
        let game = Game::new(&hidden, "rules = \"words\"").with("art/x.svg", &art);
        let (colours, warnings) = game.painted(&[(20, 20), (2, 32)]).unwrap();
        assert_eq!(colours, [WHITE, WHITE], "{open}");
        let told = warnings.join("\n");
        assert!(told.starts_with("cards.toml:5:1 D104 `rules` is not printed: only a hidden layer of `card.svg` shows it"), "{told}");
    }
    let again = format!("<g visibility=\"hidden\"><g visibility=\"visible\">{drawn}</g></g>");
    assert_eq!(Game::new(&again, "").with("art/x.svg", &art).colours(&[(20, 20)]), [RED]);
    let cloned = "<g style=\"display:none\"><rect id=\"a\" width=\"40\" height=\"40\" fill=\"red\"/></g><use href=\"#a\"/>";
    assert_eq!(Game::new(cloned, "").colours(&[(20, 20)]), [RED]);
}

#[test]
fn colours_of_css_4_are_read() {
    for (written, colour) in [
        ("rebeccapurple", "#663399"),
        ("rgb(255 0 0)", RED),
        ("rgb(255 0 0 / 100%)", RED),
        ("rgba(255, 0, 0, 100%)", RED),
        ("rgb(none 0 200 / 1)", "#0000c8"),
        ("hsl(0 100% 50%)", RED),
        ("hsl(0deg 100% 50% / 100%)", RED),
        ("hsl(none 100% 50%)", RED),
        ("#f00f", RED),
        ("#ff0000ff", RED),
        ("rgb(0 0 0 / 0%)", WHITE),
        ("CurrentColor", "#000000"),
    ] {
        for shape in [
            format!("<rect width=\"40\" height=\"40\" fill=\"{written}\"/>"),
            format!("<rect width=\"40\" height=\"40\" style=\"fill:{written}\"/>"),
        ] {
            assert_eq!(Game::of_art(&shape).colours(&[(20, 20)]), [colour], "{shape}");
            assert_eq!(Game::new(&shape, "").colours(&[(20, 20)]), [colour], "{shape}");
        }
    }
    assert!(
        Game::of_art("<rect fill=\"oklch(50% 0.1 20)\"/>").draw().unwrap_err().contains("oklch")
    );
}

#[test]
fn an_embedded_picture_is_what_its_bytes_say() {
    // A red pixel.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
    for kind in [
        "image/png",
        "img/png",
        "",
        "image/x-png",
        "image/jpeg",
        "image/png;charset=utf-8",
        "application/octet-stream",
    ] {
        for attribute in ["href", "xlink:href"] {
            let image = format!(
                "<image width=\"40\" height=\"40\" image-rendering=\"pixelated\" {attribute}=\"data:{kind};base64,{png}\"/>"
            );
            assert_eq!(Game::of_art(&image).colours(&[(20, 20)]), [RED], "{kind}");
        }
    }
    for (data, says) in [
        ("image/gif;base64,R0lGODlhAQABAIAAAAUEBA==", "is a GIF; put it into art/ as PNG"),
        ("image/png;base64,R0lGODlhAQABAIAAAAUEBA==", "is a GIF"),
        ("image/svg+xml;base64,PHN2Zy8+", "is an SVG; copy its shapes"),
        ("image/svg+xml;utf8,&lt;svg/&gt;", "is an SVG"),
        ("image/png,x", "is not written in base64"),
    ] {
        let told = Game::of_art(&format!("<image href=\"data:{data}\"/>")).draw().unwrap_err();
        assert!(told.contains(says), "{data}: {told}");
    }
}

#[test]
fn a_drawing_has_the_size_that_its_program_wrote() {
    let half = "<path fill=\"red\" d=\"M0 0h37.795v75.59H0z\"/>";
    for root in [
        "width=\"20mm\" height=\"20mm\"",
        "width=\"2cm\" height=\"2cm\"",
        "width=\"75.59\" height=\"75.59px\"",
    ] {
        let game = Game::new(BOX, "").with("art/x.svg", &picture(root, half));
        assert_eq!(game.colours(&[(18, 20), (22, 20)]), [RED, WHITE], "{root}");
    }
    for (root, size) in [
        ("viewBox=\"0 0 825 1125\"", "poker"),
        ("viewBox=\"0 0 825 1125\" width=\"825\" height=\"1125px\"", "poker"),
        ("width=\"822\" height=\"1122\"", "poker"),
        ("viewBox=\"0 0 1125 825\"", "poker landscape"),
        ("viewBox=\"0 0 900 1500\"", "tarot"),
        ("viewBox=\"0 0 825 825\"", "square"),
        ("viewBox=\"0 0 600 825\"", "mini"),
        ("viewBox=\"0 0 750 1050\"", "poker"),
    ] {
        // Beyond the bleed lies nothing; at the very corner of the trim is a red square, in the bleed a blue one.
        let off = if root.contains("750") { 0.0 } else { 37.5 };
        let off = if root.contains("822") { 36.0 } else { off };
        let shapes = format!(
            "<rect width=\"2000\" height=\"2000\" fill=\"#00f\"/><rect x=\"{off}\" y=\"{off}\" width=\"100\" height=\"100\" fill=\"red\"/>"
        );
        let cards =
            format!("template = \"card.svg\"\nsize = \"{size}\"\n[[card]]\nname = \"One\"\n");
        let game = Game::new("", "")
            .with("templates/card.svg", &picture(root, &shapes))
            .with("cards.toml", &cards);
        assert_eq!(game.colours(&[(0, 0), (7, 7), (9, 9)]), [RED, RED, "#0000ff"], "{root}");
    }
}

#[test]
fn a_symbol_in_two_colours_has_a_gradient_of_each() {
    let symbol = picture(
        "viewBox=\"0 0 9 9\"",
        "<linearGradient id=\"g\"><stop stop-color=\"currentColor\"/></linearGradient><rect width=\"9\" height=\"9\" fill=\"url(#g)\"/>",
    );
    let of = |colour: &str, x: u32| {
        format!(
            "<rect data-symbol=\"s\" data-color=\"{colour}\" x=\"{x}\" width=\"9\" height=\"9\"/>"
        )
    };
    let game = Game::new(&(of(RED, 0) + &of("#0000ff", 20)), "").with("symbols/s.svg", &symbol);
    let svg = face_svg(&game.face().unwrap().0, 0.0);
    let mut ids: Vec<&str> = svg.split(" id=\"").skip(1).collect();
    ids.iter_mut().for_each(|rest| *rest = rest.split('"').next().unwrap());
    assert!(ids.len() == 2 && ids[0] != ids[1], "{svg}");
}

#[test]
fn references_and_rules_are_read_as_the_standard_says() {
    let gradient = "<linearGradient id=\"g\"><stop stop-color=\"red\"/></linearGradient>";
    let rect = |looks: &str| format!("<rect width=\"40\" height=\"40\" {looks}/>");
    let filled = rect("fill=\"url(#g)\"");
    for elements in [
        gradient.to_owned() + &rect("fill=\"  url( #g ) \""),
        gradient.to_owned() + &rect("style=\"fill:url('#g')\""),
        format!("<style type=\"text/other\">rect{{fill:#00f}}</style>{}", rect("fill=\"red\"")),
        format!("<defs systemLanguage=\"xx\">{gradient}</defs>{filled}"),
        "<radialGradient id=\"g\" gradientTransform=\"scale(4)\" transform-origin=\"0.5 0.5\"><stop offset=\"0.5\" stop-color=\"red\"/><stop offset=\"0.5\"/></radialGradient>".to_owned() + &filled,
        "<pattern id=\"g\" patternUnits=\"userSpaceOnUse\" width=\"40\" height=\"40\" patternTransform=\"scale(2)\" transform-origin=\"20 20\"><path fill=\"red\" d=\"M10 10h20v20H10z\"/></pattern>".to_owned() + &filled,
    ] {
        let game = Game::of_art(&elements);
        assert_eq!(game.colours(&[(1, 1), (38, 38)]), [RED, RED], "{elements}");
    }
}

#[test]
fn what_the_root_sets_is_for_all_of_the_drawing() {
    let defs = "<defs><clipPath id=\"c\"><path d=\"M0 0h40v20H0z\"/></clipPath><mask id=\"m\"><path fill=\"#fff\" d=\"M0 0h40v20H0z\"/></mask><filter id=\"f\"><feOffset dy=\"-20\"/></filter></defs>";
    let shapes = format!("{defs}<rect width=\"40\" height=\"40\" fill=\"red\"/>");
    for (attribute, colours) in [
        ("clip-path=\"url(#c)\"", [RED, WHITE]),
        ("mask=\"url(#m)\"", [RED, WHITE]),
        ("filter=\"url(#f)\"", [RED, WHITE]),
        ("transform=\"translate(0 -20)\"", [RED, WHITE]),
        ("display=\"none\"", [WHITE, WHITE]),
        ("width=\"40mm\" height=\"80mm\" preserveAspectRatio=\"xMidYMax\"", [WHITE, RED]),
        ("width=\"40\" height=\"80\" preserveAspectRatio=\"none\"", [RED, RED]),
        (
            "width=\"40\" height=\"80\" clip-path=\"url(#c)\" preserveAspectRatio=\"none\"",
            [RED, WHITE],
        ),
    ] {
        let root = format!("viewBox=\"0 0 40 40\" {attribute}");
        let game = Game::new(BOX, "").with("art/x.svg", &picture(&root, &shapes));
        assert_eq!(game.colours(&[(20, 10), (20, 30)]), colours, "{attribute}");
    }
}

#[test]
fn a_weight_in_the_name_of_a_family_is_read() {
    let of = |look: &str| {
        let text = format!("<text y=\"60\" font-size=\"20\" {look}>{{{{name}}}}</text>");
        Game::new(&text, "").draw()
    };
    for look in [
        "font-family=\"Oswald SemiBold\"",
        "font-family=\"Oswald Semi-Bold\"",
        "font-family=\"Oswald-SemiBold\" font-weight=\"400\"",
        "style=\"font-family:'Oswald SemiBold';font-weight:normal\"",
        "style=\"font-weight:600;font-family:'Oswald-SemiBold', 'Oswald', sans-serif\"",
        "font-family=\"Alegreya Sans Bold Italic\"",
        "font-family=\"AlegreyaSans-Italic\"",
    ] {
        assert_eq!(of(look), Ok(vec![]), "{look}");
    }
    assert!(of("font-family=\"Oswald Black\"").unwrap_err().contains("has no weight 900"));
    assert!(of("font-family=\"Futura Black\"").unwrap_err().contains("no font `Futura Black`"));
}

#[test]
fn a_picture_in_another_folder_is_found_by_the_message() {
    let of = |element: &str, file: &str| {
        let game = Game::new(&element.replace("SIZE", "width=\"9\" height=\"9\""), "");
        game.with(file, &picture("viewBox=\"0 0 4 4\"", "<g/>")).draw().unwrap_err()
    };
    for (element, file, says) in [
        (
            "<rect data-symbol=\"bee\" SIZE/>",
            "art/bee.svg",
            "there is art/bee.svg: move it to symbols/, or show it with `data-art`",
        ),
        ("<rect data-art=\"bee.svg\" SIZE/>", "symbols/bee.svg", "there is symbols/bee.svg"),
        ("<rect data-art=\"bees/bee\" SIZE/>", "art/old/Bee.svg", "did you mean `old/Bee`"),
        ("<rect data-art=\"wasp.svg\" SIZE/>", "art/bee.svg", "as art/wasp.svg, .png"),
        ("<rect data-symbol=\"wasp.png\" SIZE/>", "art/bee.svg", "draw it as symbols/wasp.svg,"),
    ] {
        let told = of(element, file);
        assert!(told.contains(says), "{element}: {told}");
    }
}
