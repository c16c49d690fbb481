//! Embeds fonts in a PDF: krilla embeds the glyphs in use, and this module reads back which is which. It gives each a code for each text
//! that it represents: to a reader, a hyphen that divides a word is a soft one, and the space below a symbol is the symbol's name. Fonts
//! and glyphs come in; codes and font objects go out, for the text operators of `words`. Called by `graphics`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::sync::Arc;

use krilla::geom::Point;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use lopdf::content::Content;
use lopdf::{Document, Object, ObjectId, Stream, dictionary};

use super::plan::{FaceLayer, PlannedFace};
use super::words::runs_of;
use crate::template::GlyphRun;

/// A font is known by its bytes, which all faces of a game share.
type Key = usize;

pub type FontData = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A glyph that a drawing shows: its font, its number, the text that it represents.
pub type WantedGlyph = (FontData, u16, String);

/// A glyph in a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Letter {
    /// The place of its font among those of the file.
    pub font: usize,
    /// The bytes of a string that show it.
    pub code: Vec<u8>,
    /// The advance that the file gives it, in thousandths of its size.
    pub width: f64,
}

/// What a program reads for a glyph of a run that `ends` a box of words, or not. A space is a space, however it keeps words together.
pub fn text_of(run: &GlyphRun, glyph: usize, ends: bool) -> Cow<'_, str> {
    let last = glyph == if run.rtl { 0 } else { run.glyphs.len() - 1 };
    let text = match &run.symbol {
        Some(name) => name,
        None if run.divided && last => "\u{ad}",
        None => run.text_of(glyph),
    };
    if !text.is_empty() && text.trim().is_empty() {
        " ".into()
    } else if ends && last {
        // Boxes are apart for who sees them: a space tells their words apart for who does not.
        format!("{text} ").into()
    } else {
        text.into()
    }
}

/// The glyphs in use of a font, each with the texts that it represents.
type Texts = BTreeMap<u16, BTreeSet<String>>;

struct Used {
    data: FontData,
    glyphs: Texts,
}

fn key(data: &[u8]) -> Key {
    data.as_ptr() as Key
}

impl Used {
    fn key(&self) -> Key {
        key(self.data.as_ref().as_ref())
    }

    /// `None` for what is no font.
    fn font(&self) -> Option<Font> {
        Font::new(self.data.clone().into(), 0)
    }
}

/// The glyphs that the words of a job use, font by font.
#[derive(Default)]
pub struct Glyphs {
    fonts: Vec<Used>,
}

impl Glyphs {
    /// The glyphs of the words on `faces`, and those that drawings want.
    pub fn collect<'d>(
        faces: &[PlannedFace<'_>],
        drawings: impl Iterator<Item = &'d WantedGlyph>,
    ) -> Self {
        let mut glyphs = Glyphs::default();
        for face in faces {
            let words = face.parts.iter().filter_map(|part| match part {
                FaceLayer::Words(passages) => Some(passages),
                FaceLayer::Drawing(..) => None,
            });
            for (_, run, ends) in words.flat_map(|passages| runs_of(passages)) {
                let data = &face.drawn.fonts.face(run.font).data;
                let known = glyphs.of_font(data.clone());
                for (at, glyph) in run.glyphs.iter().enumerate() {
                    let text = text_of(run, at, ends);
                    let texts = known.entry(glyph.id).or_default();
                    if !texts.contains(text.as_ref()) {
                        texts.insert(text.into_owned());
                    }
                }
            }
        }
        for (data, id, text) in drawings {
            glyphs.of_font(data.clone()).entry(*id).or_default().insert(text.clone());
        }
        glyphs
    }

    fn of_font(&mut self, data: FontData) -> &mut Texts {
        let key = key(data.as_ref().as_ref());
        let known = self.fonts.iter().position(|used| used.key() == key);
        let place = known.unwrap_or_else(|| {
            self.fonts.push(Used { data, glyphs: Texts::new() });
            self.fonts.len() - 1
        });
        &mut self.fonts[place].glyphs
    }

    /// Shows every glyph once, on a page that is only read by [`Alphabet::read`].
    pub fn draw(&self, surface: &mut Surface<'_>) {
        for used in &self.fonts {
            let Some(font) = used.font() else {
                continue;
            };
            let mut text = String::new();
            let glyphs = used.glyphs.iter();
            let shown: Vec<KrillaGlyph> = glyphs
                .map(|(id, own)| {
                    let start = text.len();
                    text.extend(own.first().map(String::as_str));
                    let id = GlyphId::new(u32::from(*id));
                    KrillaGlyph::new(id, 0.0, 0.0, 0.0, 0.0, start..text.len(), None)
                })
                .collect();
            surface.draw_glyphs(Point::from_xy(0.0, 0.0), &shown, font, &text, 10.0, false);
        }
    }
}

/// The letters of all fonts, and the fonts' own objects.
#[derive(Default)]
pub struct Alphabet {
    letters: HashMap<Key, BTreeMap<u16, BTreeMap<String, Letter>>>,
    /// The fonts by their places.
    pub fonts: Vec<ObjectId>,
}

impl Alphabet {
    /// Reads from the page of [`Glyphs::draw`] how each glyph is shown, and gives the fonts codes of their own.
    pub fn read(document: &mut Document, page: ObjectId, glyphs: &Glyphs) -> lopdf::Result<Self> {
        let resources = document.get_dictionary(page)?.get_deref(b"Resources", document)?;
        let content = Content::decode(&document.get_page_content(page))?;
        let mut alphabet = Alphabet::default();
        let shown = glyphs.fonts.iter().filter(|used| used.font().is_some());
        let mut wanted = shown.flat_map(|used| {
            let glyphs = used.glyphs.iter();
            glyphs.map(|(id, texts)| (used.key(), *id, texts))
        });
        let (mut font, mut widths) = (0, Widths::default());
        let mut encoded: BTreeMap<usize, Vec<(Key, u16)>> = BTreeMap::new();
        for operation in &content.operations {
            let operands = &operation.operands;
            if operation.operator == "Tf" {
                let fonts = resources.as_dict()?.get_deref(b"Font", document)?.as_dict()?;
                let id = fonts.get(operands[0].as_name()?)?.as_reference()?;
                let known = alphabet.fonts.iter().position(|font| *font == id);
                font = known.unwrap_or_else(|| {
                    alphabet.fonts.push(id);
                    alphabet.fonts.len() - 1
                });
                widths = Widths::read(document, id)?;
            }
            if !matches!(operation.operator.as_str(), "Tj" | "TJ") {
                continue;
            }
            let strings = operands.iter().flat_map(|operand| match operand {
                Object::Array(items) => &items[..],
                one => std::slice::from_ref(one),
            });
            let strings = strings.filter_map(|item| item.as_str().ok());
            let codes = strings.flat_map(|string| string.chunks(widths.bytes));
            for (code, (key, id, texts)) in codes.zip(&mut wanted) {
                let letter = Letter { font, code: code.to_vec(), width: widths.of(code) };
                // A font whose glyphs are drawings keeps its codes.
                if widths.bytes == 2 {
                    encoded.entry(font).or_default().push((key, id));
                }
                let own = texts.iter().map(|text| (text.clone(), letter.clone()));
                let letters = alphabet.letters.entry(key).or_default();
                letters.insert(id, own.collect());
            }
        }
        for (font, glyphs) in encoded {
            alphabet.encode(document, alphabet.fonts[font], &glyphs)?;
        }
        Ok(alphabet)
    }

    /// Gives a font its codes: of one byte where there are few enough.
    fn encode(
        &mut self,
        document: &mut Document,
        font: ObjectId,
        glyphs: &[(Key, u16)],
    ) -> lopdf::Result<()> {
        let texts = |(key, id): &(Key, u16)| self.letters[key][id].len();
        let bytes = match glyphs.iter().map(texts).sum() {
            0usize..=256 => 1,
            _ => 2,
        };
        let (mut of_glyphs, mut of_texts) = (Vec::new(), Vec::new());
        for (key, id) in glyphs {
            let letters = self.letters.get_mut(key).and_then(|of| of.get_mut(id));
            for (text, letter) in letters.into_iter().flatten() {
                let number = of_glyphs.len() as u16;
                let code = format!("<{number:00$X}>", 2 * bytes);
                of_glyphs.push(format!("{code}{}", number_of(&letter.code)));
                letter.code = number.to_be_bytes()[2 - bytes..].to_vec();
                let utf16: String = text.encode_utf16().map(|n| format!("{n:04X}")).collect();
                if !text.is_empty() {
                    of_texts.push(format!("{code}<{utf16}>"));
                }
            }
        }
        let encoding = document.add_object(cmap(bytes, "cidchar", &of_glyphs));
        let to_unicode = document.add_object(cmap(bytes, "bfchar", &of_texts));
        let font = document.get_dictionary_mut(font)?;
        font.set("Encoding", encoding);
        font.set("ToUnicode", to_unicode);
        Ok(())
    }

    /// How a stream shows that glyph where it represents `text`; `None` when its font cannot be read.
    pub fn letter(&self, data: &[u8], glyph: u16, text: &str) -> Option<&Letter> {
        self.letters.get(&key(data))?.get(&glyph)?.get(text)
    }
}

fn number_of(code: &[u8]) -> u32 {
    code.iter().fold(0, |n, byte| n << 8 | u32::from(*byte))
}

/// A map from codes of `bytes` bytes each (ISO 32000-1, 9.7.5.4 and 9.10.3).
fn cmap(bytes: usize, operator: &str, entries: &[String]) -> Stream {
    let (first, last) = ("00".repeat(bytes), "FF".repeat(bytes));
    let mut text = format!(
        "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
        /Supplement 0>>def/CMapName/Codes def/CMapType 1 def 1 begincodespacerange<{first}><{last}>endcodespacerange\n"
    );
    // Adobe's interpreters read a hundred entries at a time.
    for block in entries.chunks(100) {
        let (count, block) = (block.len(), block.join("\n"));
        let _ = writeln!(text, "{count} begin{operator}\n{block}\nend{operator}");
    }
    text.push_str("endcmap CMapName currentdict/CMap defineresource pop end end");
    let system = dictionary! {
        "Registry" => Object::string_literal("Adobe"),
        "Ordering" => Object::string_literal("Identity"),
        "Supplement" => 0,
    };
    let dictionary =
        dictionary! { "Type" => "CMap", "CMapName" => "Codes", "CIDSystemInfo" => system };
    Stream::new(dictionary, text.into_bytes())
}

/// The advances that a font's object gives its codes.
#[derive(Default)]
struct Widths {
    /// Bytes of a code.
    bytes: usize,
    of: HashMap<u32, f64>,
}

impl Widths {
    fn read(document: &Document, font: ObjectId) -> lopdf::Result<Self> {
        let font = document.get_dictionary(font)?;
        let mut of = HashMap::new();
        if font.get(b"Subtype")?.as_name()? == b"Type0" {
            let descendants = font.get_deref(b"DescendantFonts", document)?.as_array()?;
            for descendant in descendants {
                let descendant = document.dereference(descendant)?.1.as_dict()?;
                // `first last width`: krilla has no other form (ISO 32000-1, 9.7.4.3).
                let widths = descendant.get_deref(b"W", document)?.as_array()?;
                for part in widths.chunks_exact(3) {
                    let width = f64::from(part[2].as_float()?);
                    let codes = part[0].as_i64()? as u32..=part[1].as_i64()? as u32;
                    of.extend(codes.map(|code| (code, width)));
                }
            }
            return Ok(Widths { bytes: 2, of });
        }
        // A font whose glyphs are drawings.
        let matrix = font.get_deref(b"FontMatrix", document)?.as_array()?;
        let scale = matrix.first().map_or(Ok(0.001), Object::as_float)?;
        let first = font.get(b"FirstChar")?.as_i64()? as u32;
        let widths = font.get_deref(b"Widths", document)?.as_array()?;
        for (code, width) in (first..).zip(widths) {
            of.insert(code, f64::from(width.as_float()?) * f64::from(scale) * 1000.0);
        }
        Ok(Widths { bytes: 1, of })
    }

    fn of(&self, code: &[u8]) -> f64 {
        self.of.get(&number_of(code)).copied().unwrap_or(0.0)
    }
}
