//! The resources that all faces of a game share: fonts, pictures and layers, each kept once. `renderer` owns it, and `draw` looks
//! them up.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::cards::Face;
use crate::source::{Asset, Diagnostic, GameFolder, error};
use crate::text::{FontBook, Rich, Style, Typesetter};

use super::super::affine::Affine;
use super::super::bounds::{MOST_PIXELS_IN_ALL, PIXELS_OF_A_BYTE};
use super::super::colour::Colour;
use super::super::compile::compiled::{PlacedItem, Shape, Template};
use super::super::ink::Ink;
use super::super::picture::{Picture, find, is_vector};
use super::drawn::{Drawn, Layer, Passage, Shapes};

/// A picture that is read when it is first asked for, or what is wrong with it.
type Slot = Arc<OnceLock<Result<Arc<Picture>, Diagnostic>>>;

/// By kind, file and colour: pixels have no colour but their own.
type Pictures = HashMap<(Asset, String, String), Slot>;

/// The file of each name that was asked for.
type Found = HashMap<(Asset, String), Result<String, Diagnostic>>;

/// The names of all files of a kind, listed once.
type Names = HashMap<Asset, Vec<Vec<String>>>;

/// Fonts, pictures and layers of one game, for one ink.
pub struct Resources {
    folder: GameFolder,
    ink: Ink,
    fonts: Arc<FontBook>,
    found: Mutex<(Found, Names)>,
    pictures: Mutex<Pictures>,
    shapes: Mutex<HashMap<String, Arc<Shapes>>>,
    /// Pixels of the pictures that were read, without those that their bytes make up for.
    pixels: AtomicU64,
}

impl Resources {
    pub fn new(folder: GameFolder, ink: Ink, fonts: FontBook) -> Self {
        Resources {
            folder,
            ink,
            fonts: Arc::new(fonts),
            found: Mutex::default(),
            pictures: Mutex::new(HashMap::new()),
            shapes: Mutex::new(HashMap::new()),
            pixels: AtomicU64::new(0),
        }
    }

    pub fn ink(&self) -> Ink {
        self.ink
    }

    pub fn fonts(&self) -> &Arc<FontBook> {
        &self.fonts
    }

    /// The symbol or picture in that colour; read once.
    pub fn picture(
        &self,
        asset: Asset,
        name: &str,
        colour: &str,
    ) -> Result<Arc<Picture>, Diagnostic> {
        let file = self.find(asset, name)?;
        let own = if is_vector(&file) { colour } else { "" };
        let key = (asset, file.clone(), own.to_owned());
        let slot = lock(&self.pictures).entry(key).or_default().clone();
        // Outside the lock, so that several pictures are read at the same time.
        let read = || {
            let setting = (self.ink, self.fonts.as_ref());
            Picture::read(&self.folder, (asset, name), &file, colour, setting)
        };
        let read = || {
            // Which picture is the first too many depends on the threads, so the renderer reports this alone.
            if let Some(fault) = self.too_many_pixels() {
                return Err(fault);
            }
            let picture = read()?;
            let pixels = picture.pixels.as_ref().map_or(0, |pixels| {
                let all = u64::from(pixels.width) * u64::from(pixels.height);
                all.saturating_sub(PIXELS_OF_A_BYTE * pixels.bytes.len() as u64)
            });
            self.pixels.fetch_add(pixels, Ordering::Relaxed);
            Ok(Arc::new(picture))
        };
        slot.get_or_init(read).clone()
    }

    /// The file of a picture; the folders are listed once.
    fn find(&self, asset: Asset, name: &str) -> Result<String, Diagnostic> {
        let mut found = lock(&self.found);
        let (found, names) = &mut *found;
        let file = found.entry((asset, name.to_owned())).or_insert_with(|| {
            let names = names.entry(asset);
            let names = names.or_insert_with(|| self.folder.names_by_folder(asset));
            find(&self.folder, asset, name, names)
        });
        file.clone()
    }

    /// That the pictures that were read so far have too many pixels together.
    pub fn too_many_pixels(&self) -> Option<Diagnostic> {
        let most = MOST_PIXELS_IN_ALL / 1_000_000;
        (self.pixels.load(Ordering::Relaxed) > MOST_PIXELS_IN_ALL).then(|| {
                        error!(
                TooMany,
                "the pictures of the game have more than {most} million pixels in files of few bytes",
                "save them smaller: 300 dpi at the size at which they are printed are enough"
            )
        })
    }

    /// Neighbouring shapes as one layer; equal ones are the same `Arc`.
    pub fn shapes(
        &self,
        template: &Template,
        shapes: &[(&Shape, &PlacedItem<'_>)],
        face: &Face,
    ) -> Arc<Shapes> {
        let body = template.body(shapes, face, self.ink);
        let mut known = lock(&self.shapes);
        if let Some(layer) = known.get(&body) {
            return layer.clone();
        }
        let layer = Arc::new(Shapes { body: body.clone() });
        known.insert(body, layer.clone());
        layer
    }
}

/// One line of words outside the cards, in millimetres from the corner of its own box; `points` high. Set in the plainest of
/// the fonts that are loaded; signs that it lacks are left out.
pub fn caption(fonts: &Arc<FontBook>, words: &str, points: f32) -> Option<Drawn> {
    let font = fonts.faces().iter().min_by_key(|f| (f.italic, f.weight.abs_diff(400)))?;
    let style = Style::plain(&font.family, font.weight, font.italic, points);
    let style = Style { line: 1.2, ..style };
    let mut setter = Typesetter::new(fonts.clone()).of_any_direction();
    let mut shaped = setter.shape(&Rich::plain(words), &style);
    let mut block = setter.set(&mut shaped, 10_000.0, points);
    for run in &mut block.runs {
        run.glyphs.retain(|g| g.id != 0);
    }
    Some(Drawn {
        width: f64::from(block.width).max(1.0),
        height: f64::from(block.height).max(1.0),
        layers: vec![Layer::Words(vec![Passage {
            map: Affine::IDENTITY,
            colour: Colour::BLACK,
            runs: block.runs,
            origin: None,
        }])],
        fonts: fonts.clone(),
    })
}

/// A lock that a panic elsewhere does not spoil: what it guards is only a cache.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
