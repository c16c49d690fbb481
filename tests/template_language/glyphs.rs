//! The same glyphs at the same places in every format.

use super::*;

/// Where the glyphs of each text stand that are no spaces.
fn glyphs_of_usvg(group: &usvg::Group, found: &mut Vec<(f32, f32)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => glyphs_of_usvg(group, found),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|s| &s.positioned_glyphs);
                let inked = glyphs.filter(|g| !g.text.trim().is_empty());
                found.extend(inked.map(|g| {
                    let map = g.outline_transform();
                    (map.tx, map.ty)
                }));
            }
            _ => {}
        }
    }
}

fn glyphs_of_runs(runs: &[GlyphRun]) -> Vec<(f32, f32)> {
    let mut found = Vec::new();
    for run in runs {
        let mut x = run.x;
        for glyph in &run.glyphs {
            let text = &run.text[usize::from(glyph.text.start)..usize::from(glyph.text.end)];
            if !text.trim().is_empty() {
                found.push((x, run.y));
            }
            x += glyph.advance * run.size;
        }
    }
    found
}

/// The largest distance of a glyph in the runs from the same glyph as usvg lays it out, in millimetres.
fn disagreement(more: &str, text: &str) -> f32 {
    let game = Game::new(&fit(more), &rules(text)).symbol("dot", "<circle r=\"50\"/>");
    let face = game.faces().remove(0);
    let mut options = usvg::Options::default();
    for font in face.fonts.faces() {
        options.fontdb_mut().load_font_data(font.data.to_vec());
    }
    let tree = usvg::Tree::from_str(&face_svg(&face, 0.0), &options).unwrap();
    let mut seen = Vec::new();
    glyphs_of_usvg(tree.root(), &mut seen);
    let meant = glyphs_of_runs(&runs(&face));
    assert_eq!(seen.len(), meant.len());
    assert!(seen.len() > 50, "{} glyphs", seen.len());
    let distance = |(a, b): (&(f32, f32), &(f32, f32))| (a.0 - b.0).abs().max((a.1 - b.1).abs());
    seen.iter().zip(&meant).map(distance).fold(0.0, f32::max)
}

#[test]
fn both_ways_of_setting_put_every_glyph_at_the_same_place() {
    let text = "**Efficient AVATARS:** pay {dot}{dot}, *fly* to “Offices” & flip one – then (if it fits) draw; To. We. AV";
    for more in ["", "data-align=\"right\"", "data-spacing=\"0.05\""] {
        let worst = disagreement(more, text);
        assert!(worst < 0.01, "{more}: {worst} mm apart");
    }
}
