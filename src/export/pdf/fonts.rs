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
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

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
    /// The place of each font.
    places: HashMap<Key, usize>,
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
                let known = glyphs.of_font(key(data), || data.clone());
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
            let known = glyphs.of_font(key(data.as_ref().as_ref()), || data.clone());
            known.entry(*id).or_default().insert(text.clone());
        }
        glyphs
    }

    fn of_font(&mut self, key: Key, data: impl FnOnce() -> FontData) -> &mut Texts {
        let fonts = &mut self.fonts;
        let place = *self.places.entry(key).or_insert_with(|| {
            let (data, glyphs) = (data(), Texts::new());
            fonts.push(Used { data, glyphs });
            fonts.len() - 1
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
        let resources = document.get_dictionary(page)?.get(b"Resources")?;
        let resources = document.dereference(resources)?.1.as_dict()?;
        let content = Content::decode(&document.get_page_content(page))?;
        let mut alphabet = Alphabet::default();
        let shown = glyphs.fonts.iter().filter(|used| used.font().is_some());
        let mut wanted = shown.flat_map(|used| {
            let glyphs = used.glyphs.iter();
            glyphs.map(|(id, texts)| (used.key(), *id, texts))
        });
        let mut widths = Widths::default();
        let mut encoded: BTreeMap<ObjectId, Vec<(Key, u16)>> = BTreeMap::new();
        for operation in &content.operations {
            match operation.operator.as_str() {
                "Tf" => {
                    let Some(name) = operation.operands.first() else {
                        continue;
                    };
                    let name = name.as_name()?;
                    let fonts = resources.get(b"Font")?;
                    let fonts = document.dereference(fonts)?.1.as_dict()?;
                    let id = fonts.get(name)?.as_reference()?;
                    if !alphabet.fonts.contains(&id) {
                        alphabet.fonts.push(id);
                    }
                    widths = Widths::read(document, id)?;
                }
                "Tj" | "TJ" => {
                    let operands = operation.operands.iter();
                    let strings = operands.flat_map(|operand| match operand {
                        Object::Array(items) => &items[..],
                        one => std::slice::from_ref(one),
                    });
                    for string in strings.filter_map(|item| item.as_str().ok()) {
                        for code in string.chunks(widths.bytes) {
                            let Some((key, id, texts)) = wanted.next() else {
                                break;
                            };
                            let font = alphabet.fonts.iter().position(|f| *f == widths.font);
                            let letter = Letter {
                                font: font.unwrap_or_default(),
                                code: code.to_vec(),
                                width: widths.of(code),
                            };
                            // A font whose glyphs are drawings keeps its codes.
                            if widths.bytes == 2 {
                                encoded.entry(widths.font).or_default().push((key, id));
                            }
                            let own = texts.iter().map(|text| (text.clone(), letter.clone()));
                            let letters = alphabet.letters.entry(key).or_default();
                            letters.insert(id, own.collect());
                        }
                    }
                }
                _ => {}
            }
        }
        for (font, glyphs) in encoded {
            alphabet.encode(document, font, &glyphs)?;
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
    font: ObjectId,
    /// Bytes of a code.
    bytes: usize,
    of: HashMap<u32, f64>,
}

impl Widths {
    fn read(document: &Document, font: ObjectId) -> lopdf::Result<Self> {
        let dictionary = document.get_dictionary(font)?;
        let mut widths = Widths { font, bytes: 1, of: HashMap::new() };
        if dictionary.get(b"Subtype")?.as_name()? != b"Type0" {
            widths.simple(document, dictionary)?;
            return Ok(widths);
        }
        widths.bytes = 2;
        let descendants = dictionary.get(b"DescendantFonts")?;
        let descendants = document.dereference(descendants)?.1.as_array()?;
        let Some(descendant) = descendants.first() else {
            return Ok(widths);
        };
        let descendant = document.dereference(descendant)?.1.as_dict()?;
        let Ok(list) = descendant.get(b"W") else {
            return Ok(widths);
        };
        let list = document.dereference(list)?.1.as_array()?;
        let mut at = 0;
        // `first [width …]` or `first last width` (ISO 32000-1, 9.7.4.3).
        while let (Some(first), Some(second)) = (list.get(at), list.get(at + 1)) {
            let first = first.as_i64()? as u32;
            match second {
                Object::Array(own) => {
                    for (code, width) in (first..).zip(own) {
                        widths.of.insert(code, f64::from(width.as_float()?));
                    }
                    at += 2;
                }
                last => {
                    let Some(width) = list.get(at + 2) else {
                        break;
                    };
                    for code in first..=last.as_i64()? as u32 {
                        widths.of.insert(code, f64::from(width.as_float()?));
                    }
                    at += 3;
                }
            }
        }
        Ok(widths)
    }

    /// A font whose glyphs are drawings.
    fn simple(&mut self, document: &Document, dictionary: &Dictionary) -> lopdf::Result<()> {
        let first = dictionary.get(b"FirstChar")?.as_i64()? as u32;
        let list = document.dereference(dictionary.get(b"Widths")?)?.1;
        let matrix = document.dereference(dictionary.get(b"FontMatrix")?)?.1;
        let scale = match matrix.as_array()?.first() {
            Some(scale) => f64::from(scale.as_float()?),
            None => 0.001,
        };
        for (code, width) in (first..).zip(list.as_array()?) {
            let width = f64::from(width.as_float()?);
            self.of.insert(code, width * scale * 1000.0);
        }
        Ok(())
    }

    fn of(&self, code: &[u8]) -> f64 {
        self.of.get(&number_of(code)).copied().unwrap_or(0.0)
    }
}
