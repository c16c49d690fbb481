//! The page of what differs.

use super::games::{Games, Told};

/// A card with other words, a new one and one that is gone.
fn edited() -> Games {
    let games = Games::tiny();
    games
        .edit("spells.toml", "It stays as it is.", r"\\<script>alert(1)\\</script> & so on")
        .edit("spells.toml", "name = \"Fire\"", "name = \"Lava\"\nsoft = 1")
        .edit("templates/spell.svg", "<text ", "<text data-if=\"soft\" x=\"5\" y=\"80\" font-family=\"Oswald\" font-size=\"4\">soft</text><text ");
    games
}

fn written(games: &Games, file: &str) -> Vec<u8> {
    let Told { code, stderr, .. } = games.run(&["old", "new", "-o", file, "-q"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    std::fs::read(games.path(file)).unwrap()
}

#[test]
fn a_page_is_the_same_every_time_and_written_over() {
    let games = edited();
    let bytes = written(&games, "page.html");
    assert_eq!(bytes, written(&games, "page.html"));
}

#[test]
fn a_page_is_whole_in_itself_and_words_are_no_markup() {
    let page = String::from_utf8(written(&edited(), "diff.html")).unwrap();
    // Nothing is fetched: every address is in the file.
    for (start, what) in ["src=\"", "href=\"", "url("].iter().flat_map(|w| page.match_indices(w)) {
        let address = page[start + what.len()..].trim_start_matches('"');
        assert!(address.starts_with("data:"), "{}", &address[..40]);
    }
    let policy = "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
    assert!(page.contains(policy) && !page.contains("unsafe-inline"));
    assert!(page.contains(r"\&lt;script&gt;alert(1)\&lt;/script&gt; &amp; so on"));
    assert!(page.contains("<h1>Tiny &lt;b&gt;&amp;</h1>"));
    assert_eq!((page.matches("<script>").count(), page.matches(" style=").count()), (1, 0));
    assert_eq!(
        (page.matches("<article>").count(), page.matches("class=\"face empty\"").count()),
        (3, 2)
    );
    // Four faces are there, and what differs of the one that is on both sides is marked on both.
    assert_eq!((page.matches("<img ").count(), page.matches("class=\"marks\"").count()), (4, 2));
    let body = &page[page.find("<body>").unwrap()..page.find("<script>").unwrap()];
    // As XML would have it, but for the tags that HTML does not close.
    if let Err(fault) = roxmltree::Document::parse(&format!("<b>{}</b>", closed(body))) {
        panic!("{fault}");
    }
}

/// A body in which every tag is closed.
fn closed(body: &str) -> String {
    let mut text = body.replace("<body>", "").replace(" checked>", " checked=\"\"/>");
    text = text.replace("name=\"mode\" id=\"slide\">", "name=\"mode\" id=\"slide\"/>");
    text = text.replace("name=\"mode\" id=\"blink\">", "name=\"mode\" id=\"blink\"/>");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        let end = at + rest[at..].find('>').unwrap();
        let tag = &rest[at..end];
        let open = ["<img ", "<br", "<input class"].iter().any(|t| tag.starts_with(t));
        out.push_str(&rest[..end]);
        out.push_str(if open && !tag.ends_with('/') { "/>" } else { ">" });
        rest = &rest[end + 1..];
    }
    out + rest
}

#[test]
fn a_page_ends_in_html_and_spares_what_is_not_ours() {
    let games = edited();
    let told = games.run(&["old", "new", "-o", "diff.png"]);
    assert_eq!(told.code, Some(2));
    assert!(told.stderr.contains("the ending of `diff.png` says no format"), "{}", told.stderr);
    std::fs::write(games.path("mine.html"), "<p>mine").unwrap();
    let told = games.run(&["old", "new", "-o", "mine.html"]);
    assert_eq!(told.code, Some(2));
    assert!(told.stderr.contains("was not made by deckproof"), "{}", told.stderr);
}

#[test]
fn games_that_do_not_differ_have_a_page_that_says_so() {
    let games = Games::tiny();
    let page = String::from_utf8(written(&games, "diff.html")).unwrap();
    assert!(page.contains("no difference") && !page.contains("<article>"));
}
