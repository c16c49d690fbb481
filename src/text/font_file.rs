//! One font file, decoded: what it says of itself, or why it cannot be used. [`super::fonts`] asks, when a list of fonts is read.

use super::glyph_work::check_glyph_work;
use crate::source::{Fault, fault};
use skrifa::outline::{DrawSettings, pen::ControlBoundsPen};
use skrifa::raw::tables::compute_checksum;
use skrifa::raw::{TableProvider, types::Tag};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, prelude::LocationRef, prelude::Size};

/// What a font file says of itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FontFacts {
    /// Every name by which programs find its family, the usual one first; none when the file has no names.
    pub families: Vec<String>,
    /// `None` when what the file says is no weight from 100 to 1000.
    pub weight: Option<u16>,
    pub italic: bool,
}

const DOWNLOAD: &str = "download it again, or copy it from where it was made";
const REMAKE: &str = "take the font from where it was made; or open it in FontForge, and \"Generate Fonts\" writes it with plain outlines";
const CONVERT: &str = "take the TTF or OTF of it, or convert it: FontForge opens it, and \"Generate Fonts\" writes a TrueType or OpenType file";

/// What other files start with: the bytes, what it is, and what to do.
const OTHERS: &[(&[u8], &str, &str)] = &[
    (b"wOFF", "a WOFF font, packed for web pages", CONVERT),
    (
        b"wOF2",
        "a WOFF2 font, packed for web pages",
        "take the TTF or OTF of it, or convert it: `pip install fonttools brotli`, then `fonttools ttLib.woff2 decompress FILE.woff2`",
    ),
    (
        b"ttcf",
        "a collection of several fonts",
        "give each font a file of its own: FontForge asks which one to open, and \"Generate Fonts\" writes it",
    ),
    (b"%!PS-AdobeFont", "a PostScript Type 1 font", CONVERT),
    (b"%!FontType1", "a PostScript Type 1 font", CONVERT),
    (b"\x80\x01", "a PostScript Type 1 font", CONVERT),
    (b"PK\x03\x04", "a ZIP archive", "unpack it, and put the font file that is in it into fonts/"),
    (b"version https://git-lfs", "a pointer of Git LFS, not the font", "run `git lfs pull`"),
];

/// Tables without which no word can be set.
const NEEDED: [&[u8; 4]; 5] = [b"cmap", b"head", b"hhea", b"hmtx", b"maxp"];

/// Tables that decide which shape is printed where.
const PRINTED: [&[u8; 4]; 8] =
    [b"cmap", b"hhea", b"hmtx", b"maxp", b"glyf", b"loca", b"CFF ", b"GPOS"];

/// Decodes a font file.
///
/// # Errors
/// Why it cannot be printed from.
pub(super) fn decode(data: &[u8]) -> Result<FontFacts, Fault> {
    if data.is_empty() {
        return Err(Fault::new("is empty", DOWNLOAD));
    }
    for (start, what, help) in OTHERS {
        if data.starts_with(start) {
            return Err(fault!("is {what}"; *help));
        }
    }
    let text = data.trim_ascii_start();
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    if text.starts_with(b"<") {
        let help = "download the font file itself; on GitHub, the button is \"Download raw file\"";
        return Err(Fault::new("is a web page or another text", help));
    }
    if ![&b"\0\x01\0\0"[..], b"OTTO", b"true"].iter().any(|start| data.starts_with(start)) {
        let help = "put a TrueType or OpenType file there (.ttf, .otf)";
        return Err(Fault::new("is not a font", help));
    }
    let damaged = |what: &str| fault!("is damaged: {what}"; DOWNLOAD);
    let font = FontRef::new(data).map_err(|_| damaged("its list of tables cannot be read"))?;
    let mut wrong_sum = false;
    for record in font.table_directory().table_records() {
        let tag = record.tag();
        let start = record.offset() as usize;
        let end = start.saturating_add(record.length() as usize);
        let Some(table) = data.get(start..end) else {
            let whole = data.len();
            return Err(fault!(
                "is cut short: its table `{tag}` ends at byte {end} of {whole}"; DOWNLOAD
            ));
        };
        let printed = PRINTED.iter().any(|t| Tag::new(t) == tag);
        wrong_sum |= printed && compute_checksum(table) != record.checksum();
    }
    if let Some(missing) = NEEDED.iter().find(|t| !has(&font, t)) {
        let missing = String::from_utf8_lossy(&missing[..]);
        return Err(damaged(&format!("it has no table `{missing}`")));
    }
    if has(&font, b"fvar") {
        let help = "use its static files, one for each weight (in a download from Google Fonts they lie in static/), or make them: `pip install fonttools`, then `fonttools varLib.instancer FILE.ttf wght=400`";
        return Err(Fault::new("is a variable font", help));
    }
    let has_shapes = has(&font, b"CFF ") || (has(&font, b"glyf") && has(&font, b"loca"));
    if !has_shapes {
        let help = "use a font of plain shapes: what is printed is their outlines";
        return Err(Fault::new("has no outlines, only pictures", help));
    }
    check_numbers(&font).map_err(damaged)?;
    let drawn = check_glyph_work(&font);
    // A file whose checksums are right was not changed since it was made: its glyphs need not be drawn.
    if wrong_sum {
        drawn.and_then(|()| check_outlines(&font)).map_err(|what| damaged(&what))?;
    } else {
        drawn.map_err(|what| fault!("cannot be printed: {what}"; REMAKE))?;
    }
    Ok(facts(&font))
}

fn has(font: &FontRef<'_>, tag: &[u8; 4]) -> bool {
    font.table_data(Tag::new(tag)).is_some()
}

/// Reads the tables that every reader of fonts asks for first.
fn check_numbers(font: &FontRef<'_>) -> Result<(), &'static str> {
    let head = font.head().map_err(|_| "its header cannot be read")?;
    if !(16..=16_384).contains(&head.units_per_em()) {
        return Err("the size of its em is not from 16 to 16384 units");
    }
    let glyphs = font.maxp().map_err(|_| "its number of glyphs is lost")?;
    if glyphs.num_glyphs() == 0 {
        return Err("it has no glyphs");
    }
    font.hhea().map_err(|_| "its line height cannot be read")?;
    font.hmtx().map_err(|_| "its widths cannot be read")?;
    match font.charmap().mappings().next() {
        Some(_) => Ok(()),
        None => Err("it maps no letter to a glyph"),
    }
}

/// Draws every glyph. A font whose sums are wrong was changed by something that does not know fonts, or by a careless tool.
fn check_outlines(font: &FontRef<'_>) -> Result<(), String> {
    let outlines = font.outline_glyphs();
    let count = font.maxp().map_or(0, |maxp| maxp.num_glyphs());
    for id in 0..u32::from(count) {
        let Some(glyph) = outlines.get(GlyphId::new(id)) else {
            return Err(format!("glyph {id} cannot be found"));
        };
        let mut pen = ControlBoundsPen::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let drawn = glyph.draw(settings, &mut pen);
        // Coordinates in a font are whole numbers of 16 bits.
        let is_sane = pen.bounding_box().is_none_or(|b| {
            [b.x_min, b.y_min, b.x_max, b.y_max].iter().all(|side| side.abs() <= 32_767.0)
        });
        if drawn.is_err() || !is_sane {
            return Err(format!("glyph {id} cannot be drawn"));
        }
    }
    Ok(())
}

fn facts(font: &FontRef<'_>) -> FontFacts {
    // The family with all its weights, then the one of four faces that older programs show, then the full name.
    let ids = [
        StringId::TYPOGRAPHIC_FAMILY_NAME,
        StringId::FAMILY_NAME,
        StringId::WWS_FAMILY_NAME,
        StringId::FULL_NAME,
    ];
    let mut families: Vec<String> = Vec::new();
    for id in ids {
        let english = font.localized_strings(id).english_or_first();
        let all = font.localized_strings(id);
        for name in english.into_iter().chain(all) {
            let name: String = name.chars().filter(|c| !c.is_control()).collect();
            let name = name.trim().to_owned();
            if !name.is_empty() && !families.contains(&name) {
                families.push(name);
            }
        }
    }
    let weight = font.os2().ok().map(|os2| os2.us_weight_class());
    FontFacts {
        families,
        weight: weight.filter(|weight| (100..=1000).contains(weight)),
        italic: font.attributes().style != skrifa::attribute::Style::Normal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CABIN: &[u8] = include_bytes!("../../templates/shared/fonts/Cabin-Bold.ttf");

    fn told(data: &[u8]) -> String {
        decode(data).unwrap_err().message
    }

    #[test]
    fn a_font_says_what_it_is() {
        let facts = decode(CABIN).unwrap();
        assert_eq!(facts.families[0], "Cabin");
        assert_eq!(facts.weight, Some(700));
        assert!(!facts.italic);
    }

    #[test]
    fn what_is_no_static_font_is_named() {
        assert_eq!(told(b""), "is empty");
        assert!(told(b"wOF2\0\0").contains("WOFF2"));
        assert!(told(b"ttcf\0\0").contains("collection"));
        assert!(told(b"\n<!DOCTYPE html>").contains("web page"));
        assert_eq!(told(b"x\n"), "is not a font");
        assert!(told(&CABIN[..CABIN.len() / 2]).starts_with("is cut short"));
        assert!(told(&CABIN[..9]).starts_with("is damaged"));
    }

    #[test]
    fn a_variable_font_is_told_by_its_table() {
        let gdef = CABIN.windows(4).position(|w| w == b"GDEF").unwrap();
        let mut variable = CABIN.to_vec();
        variable[gdef..gdef + 4].copy_from_slice(b"fvar");
        let fault = decode(&variable).unwrap_err();
        assert_eq!(fault.message, "is a variable font");
        assert!(fault.help.contains("static"));
    }

    #[test]
    fn outlines_that_were_changed_are_drawn_to_be_believed() {
        let font = FontRef::new(CABIN).unwrap();
        let glyf = font.table_directory().table_records().iter();
        let glyf = glyf.into_iter().find(|r| r.tag() == Tag::new(b"glyf")).unwrap();
        let start = glyf.offset() as usize;
        let mut changed = CABIN.to_vec();
        for byte in &mut changed[start + 40..start + 400] {
            *byte ^= 0xff;
        }
        assert!(told(&changed).starts_with("is damaged: glyph"));
    }
}
