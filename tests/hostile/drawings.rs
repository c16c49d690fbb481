//! Traps in an SVG, each as a template, as a symbol among words, and as a picture.

use super::game::Game;
use super::trap::{SECRET, exported, game, refused, refused_by, spoilt};

const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 63.5 88.9\">";

/// The good game with a drawing in the place of each that it has; `before` stands before the outermost element.
fn each(before: &str, body: &str) -> Vec<Game> {
    let files =
        ["templates/spell.svg", "templates/spell-back.svg", "symbols/star.svg", "art/flame.svg"];
    let with = |file: &str| {
        let game = game();
        game.write(&format!("tiny/{file}"), format!("{before}{HEAD}{body}</svg>"));
        game
    };
    files.map(with).into()
}

fn refused_in_each(body: &str, code: Option<&str>, words: &[&str]) {
    for (at, game) in each("", body).iter().enumerate() {
        let own = if at < 2 { "D106" } else { "D113" };
        refused(game, code.unwrap_or(own), words);
    }
}

#[test]
fn entities_do_not_multiply() {
    let mut lines = String::from("<!DOCTYPE svg [<!ENTITY a0 \"ha\">");
    for n in 0..9 {
        let more = format!("&a{n};").repeat(10);
        lines.push_str(&format!("<!ENTITY a{} \"{more}\">", n + 1));
    }
    lines.push_str("]>");
    for (at, game) in each(&lines, "<text>&a9;</text>").iter().enumerate() {
        let code = if at < 2 { "D101" } else { "D113" };
        refused(game, code, &["DTD"]);
    }
}

#[test]
fn entities_read_no_files() {
    let game = game();
    let secret = game.path("house/secret.md");
    let entity = format!("<!DOCTYPE svg [<!ENTITY x SYSTEM \"file://{}\">]>", secret.display());
    for (at, game) in each(&entity, "<text>&x;</text>").iter().enumerate() {
        let code = if at < 2 { "D101" } else { "D113" };
        refused(game, code, &["DTD"]);
    }
}

#[test]
fn groups_do_not_overflow_the_stack() {
    let deep = |inner: &str| format!("{}{inner}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
    for inner in ["", "<rect data-art=\"flame\" width=\"5\" height=\"5\"/>"] {
        refused_in_each(&deep(inner), Some("D041"), &["more than 64 deep"]);
    }
}

#[test]
fn uses_do_not_multiply() {
    let level = |n: usize| {
        let uses = format!("<use xlink:href=\"#a{n}\"/>").repeat(10);
        format!("<g id=\"a{}\">{uses}</g>", n + 1)
    };
    let levels: String = (0..9).map(level).collect();
    let bomb = format!(
        "<defs><g id=\"a0\"><path d=\"M0 0h1\"/></g>{levels}</defs><use xlink:href=\"#a9\"/>"
    );
    refused_in_each(&bomb, Some("D042"), &["more than 100000 elements"]);
}

#[test]
fn references_do_not_overflow_the_stack() {
    let link = |n: usize| {
        format!(
            "<pattern id=\"p{}\" width=\"1\" height=\"1\"><rect width=\"1\" height=\"1\" fill=\"url(#p{n})\"/></pattern>",
            n + 1
        )
    };
    let chain: String = (0..10_000).map(link).collect();
    let bomb =
        format!("<defs>{chain}</defs><rect width=\"9\" height=\"9\" fill=\"url(#p10000)\"/>");
    refused_in_each(&bomb, Some("D041"), &["more than 64 deep"]);
}

#[test]
fn paths_have_an_end() {
    let path = format!("<path d=\"M0 0{}\"/>", "l1 1".repeat(1_700_000));
    refused_in_each(&path, Some("D042"), &["`d` is 6.8 MB long"]);
}

#[test]
fn files_have_an_end() {
    let long = "<g/>".repeat(3 << 20);
    refused_in_each(&long, Some("D009"), &["larger than 8 MiB"]);
}

#[test]
fn nothing_outside_the_file_is_named() {
    for (body, named) in [
        ("<image xlink:href=\"http://example.org/a.png\"/>", "`http://example.org/a.png`"),
        ("<image href=\"file:///etc/passwd\"/>", "`file:///etc/passwd`"),
        ("<image href=\"../house/secret.svg\"/>", "`../house/secret.svg`"),
        ("<use href=\"../../house/secret.svg#a\"/>", "`../../house/secret.svg#a`"),
        ("<rect fill=\"url(http://example.org/#a)\"/>", "`http://example.org/#a`"),
        ("<rect style=\"fill:url('file:///etc/passwd')\"/>", "`file:///etc/passwd`"),
        ("<g filter=\"url(//example.org/a.svg#f)\"><path/></g>", "`//example.org/a.svg#f`"),
        ("<a xlink:href=\"javascript:alert(1)\"><path/></a>", "`javascript:alert(1)`"),
    ] {
        refused_in_each(body, None, &[named, "is outside the"]);
    }
}

#[test]
fn nothing_runs_and_no_style_is_fetched() {
    for (body, named) in [
        ("<script>alert(1)</script>", "<script>"),
        ("<foreignObject><div/></foreignObject>", "<foreignObject>"),
        ("<set attributeName=\"href\" to=\"javascript:alert(1)\"/>", "<set>"),
        ("<rect onload=\"alert(1)\"/>", "`onload`"),
        // Words that turn into an attribute when they are written again.
        (
            "<rect style=\"fill:red&quot; onload=&quot;alert(1)\" data-low=\"x:&quot; onload=&quot;alert(1)\"/>",
            "",
        ),
    ] {
        if named.is_empty() {
            for game in each("", body) {
                for path in exported_low(&game) {
                    let svg = std::fs::read_to_string(path).unwrap();
                    assert!(!svg.contains(" onload=\""), "{svg}");
                }
            }
        } else {
            refused_in_each(body, None, &["has no", named]);
        }
    }
}

fn exported_low(game: &Game) -> Vec<std::path::PathBuf> {
    let args = ["export", "svg", "tiny", "-o", "low", "--ink", "low"];
    let output = game.command().args(args).output().unwrap();
    // Fields that nothing shows any more are a fault; what matters is what is written.
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    crate::files::files_under(&game.path("low"))
}

#[test]
fn style_sheets_fetch_nothing() {
    for (css, named) in [
        ("@import url(\"http://example.org/a.css\");", "@import"),
        ("@import 'a.css';", "@import"),
        ("@font-face{font-family:a;src:url(a.ttf)}", "@font-face"),
        ("path{fill:url(http://example.org/#a)}", "`http://example.org/#a` is outside"),
        ("path{fill:URL( \"a.svg#b\" )}", "`a.svg#b` is outside"),
    ] {
        let body = format!("<style><![CDATA[{css}]]></style><path d=\"M0 0h9\"/>");
        refused_in_each(&body, None, &[named]);
    }
}

/// A drawing that takes long to read or to paint is refused by `check` at its place, and by `print` and `export`.
#[test]
fn what_takes_long_is_refused_at_once() {
    let attributes: String = (0..200_000).map(|i| format!(" a{i}=\"\"")).collect();
    let spaces: String = (0..20_000).map(|i| format!(" xmlns:a{i}=\"a\"")).collect();
    let declarations: String = (0..100_000).map(|i| format!("a{i}:b;")).collect();
    let classes: String = (0..20_000).map(|i| format!("c{i} ")).collect();
    let rules: String = (0..20_000).map(|i| format!(".c{i} .d{i}{{fill:red}}")).collect();
    let gradients: String = (0..8_000)
        .map(|i| format!("<linearGradient id=\"g{i}\"><stop/><stop offset=\"1\"/></linearGradient><rect width=\"63\" height=\"88\" fill=\"url(#g{i})\"/>"))
        .collect();
    for (body, named) in [
        (gradients, "more than 100000 elements"),
        (format!("<g{attributes}/>"), "more than 256 attributes"),
        (format!("<g{spaces}/>"), "attributes"),
        (format!("<path d=\"M0 0\" style=\"{declarations}\"/>"), "more than 500 declarations"),
        (
            format!("<style>{rules}</style>{}", format!("<g class=\"{classes}\"/>").repeat(40)),
            "too many rules for this many elements",
        ),
    ] {
        refused_in_each(&body, Some("D042"), &[named]);
    }
}

#[test]
fn what_cannot_be_painted_in_a_moment_is_a_fault_of_check() {
    let points: String = (0..120_000).map(|n| format!(" {} {}", n * 7 % 63, n * 13 % 88)).collect();
    let dash = "<path d=\"M0 10h63\" stroke=\"#000\" stroke-dasharray=\"0.0001 0.0001\"/>";
    for (body, named) in [
        (dash.repeat(50), "stroke-dasharray"),
        (format!("<path d=\"M{points}\"/>"), "lines of many points"),
        (
            format!("<path d=\"M{}\" fill=\"none\" stroke=\"#000\" stroke-width=\"9\" stroke-linejoin=\"round\"/>", &points[..90_000]),
            "lines of many points",
        ),
        (
            "<rect width=\"63\" height=\"88\"/>".repeat(3_000),
            "painted over one another",
        ),
        (
            "<pattern id=\"p\" patternUnits=\"userSpaceOnUse\" width=\"570000\" height=\"9\"><path d=\"M0 0h9v9z\"/></pattern><rect width=\"63\" height=\"88\" fill=\"url(#p)\"/>".to_owned(),
            "the tile of a pattern",
        ),
        (
            "<filter id=\"f\" filterUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"9000\" height=\"9\"><feFlood/></filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>".to_owned(),
            "the place of a filter",
        ),
        (
            "<g transform=\"scale(1000)\"><rect x=\"900000\" width=\"9\" height=\"9\"/></g>".to_owned(),
            "far outside",
        ),
        (
            format!(
                "<filter id=\"f\"><feGaussianBlur stdDeviation=\"9\"/></filter>{}",
                "<rect width=\"63\" height=\"88\" filter=\"url(#f)\"/>".repeat(60)
            ),
            "painted over one another",
        ),
    ] {
        // A front without its fields is wrong before it is looked at.
        for game in each("", &body).iter().skip(1) {
            refused_by(game, &["check", "tiny"], "D120", &[named]);
            // The same place, whoever comes upon it.
            if !named.contains("painted") && !named.contains("points") {
                refused_by(game, &["print", "tiny", "-o", "out"], "D120", &[named, ".svg:1:"]);
            }
        }
    }
}

#[test]
fn a_row_cannot_write_elements() {
    let evil = "'\\\"/><script>alert(1)</script><rect fill=\\\"'";
    let evil = evil.trim_matches('\'');
    let game = spoilt("spells.toml", "colour = \"#b5392b\"", &format!("colour = \"{evil}\""));
    game.spoil(
        "templates/spell.svg",
        "<rect data-art=\"{{art}}\"",
        "<rect data-art=\"{{art}}\" data-color=\"{{colour}}\"",
    );
    game.spoil("art/flame.svg", "<path", "<path fill=\"currentColor\"");
    refused(&game, "D119", &["tiny/spells.toml:9:10", "is no colour"]);
}

#[test]
fn the_name_of_a_file_cannot_write_attributes() {
    let game = spoilt("spells.toml", "art = \"flame\"", "art = 'x\" onload=\"y.svg'");
    let svg = format!("{HEAD}<g id=\"a\"><path d=\"M0 0h9v9z\"/></g><use href=\"#a\"/></svg>");
    game.write("tiny/art/x\" onload=\"y.svg", svg);
    for path in exported(&game) {
        let svg = std::fs::read_to_string(path).unwrap();
        assert!(!svg.contains(" onload="), "{svg}");
    }
}

#[test]
fn a_row_cannot_name_what_is_outside() {
    let game = spoilt("spells.toml", "\"#b5392b\"", "\"url(http://example.org/#a)\"");
    refused(&game, "D008", &["tiny/spells.toml:9:10", "`http://example.org/#a` is outside"]);
}

#[test]
fn a_picture_in_the_text_is_one_of_pixels() {
    use base64::Engine;
    let encode = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let svg = encode(format!("{HEAD}<image href=\"file:///etc/passwd\"/></svg>").as_bytes());
    let body =
        format!("<image width=\"5\" height=\"5\" href=\"data:image/svg+xml;base64,{svg}\"/>");
    refused_in_each(&body, None, &["is an SVG"]);
    let png = encode(&super::numbers::png(60_000, 60_000));
    let body = format!("<image width=\"5\" height=\"5\" href=\"data:image/png;base64,{png}\"/>");
    refused_in_each(&body, None, &["more than 50 million pixels"]);
    let png = encode(&super::numbers::white_png(4_000));
    let body = format!("<image width=\"5\" height=\"5\" href=\"data:image/png;base64,{png}\"/>");
    let many = "makes more than 50 million pixels, together with those before it";
    refused_in_each(&body.repeat(4), None, &[many]);
}

#[test]
fn filters_cost_no_more_than_they_show() {
    for (filter, named) in [
        ("<feTurbulence numOctaves=\"2000000000\"/>", "<feTurbulence>"),
        ("<feMorphology radius=\"100000\"/>", "<feMorphology>"),
        ("<feImage href=\"http://example.org/a.png\"/>", "<feImage>"),
        ("<feConvolveMatrix order=\"1000\"/>", "<feConvolveMatrix>"),
    ] {
        let body = format!(
            "<filter id=\"f\">{filter}</filter><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/>"
        );
        refused_in_each(&body, None, &[named]);
    }
    let huge = "<filter id=\"f\" x=\"-1e5\" y=\"-1e5\" width=\"2e5\" height=\"2e5\"><feGaussianBlur stdDeviation=\"1e5\"/></filter>";
    let game = game();
    let back = format!(
        "{HEAD}<defs>{huge}</defs><rect width=\"9\" height=\"9\" filter=\"url(#f)\"/></svg>"
    );
    game.write("tiny/templates/spell-back.svg", back);
    refused_by(&game, &["print", "tiny", "-o", "out"], "D120", &["4 times is the most"]);
}

#[test]
fn the_secret_is_one() {
    // What the other tests look for would be seen if it were read.
    let game = spoilt("spells.toml", "\"flame\"", "\"secret\"");
    let art = std::fs::read(game.path("house/secret.svg")).unwrap();
    assert!(String::from_utf8_lossy(&art).contains(SECRET));
}

#[test]
fn a_file_that_ends_in_the_middle_of_a_tag_is_told() {
    for end in ["<?xm} vers{on=\"1.0\" ", "<svg xmlns=\"http://www.w3.org/2000/svg\" x", "<é"] {
        let game = game();
        game.write("tiny/art/flame.svg", end);
        refused(&game, "D113", &["tiny/art/flame.svg:1:"]);
        let game = self::game();
        game.write("tiny/templates/spell.svg", end);
        refused(&game, "D101", &["tiny/templates/spell.svg:1:"]);
    }
}
