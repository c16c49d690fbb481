//! What the shops get, opened again by readers of their own: pictures by their headers and pixels, `cards.xml` as the ordering
//! program reads it, archives byte by byte, PDF by another library.

#[path = "shop/archive.rs"]
mod archive;
#[path = "shop/names.rs"]
mod names;
#[path = "shop/order.rs"]
mod order;
#[path = "shop/pages.rs"]
mod pages;
#[path = "shop/pictures.rs"]
mod pictures;
#[path = "shop/refused.rs"]
mod refused;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::running::{game_of, run as run_in};

/// A folder in which the tool was run.
struct Run {
    folder: tempfile::TempDir,
    said: String,
    told: String,
}

/// `deckproof export …`, which must succeed.
#[track_caller]
fn export(arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    export_again(folder, arguments)
}

#[track_caller]
fn export_again(folder: tempfile::TempDir, arguments: &[&str]) -> Run {
    let output = run_in(folder.path(), &[&["export"], arguments].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    Run { said: text(&output.stdout), told: text(&output.stderr), folder }
}

impl Run {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("output").join(name)
    }

    #[track_caller]
    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The files of a folder below `output`, by name.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = std::fs::read_dir(self.path(folder)).unwrap();
        let files = entries.map(|e| e.unwrap().path()).filter(|p| p.is_file());
        let named = files.map(|p| {
            let name = p.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&p).unwrap())
        });
        named.collect()
    }
}

/// Width and height of a PNG, and its colours as RGB.
struct Pixels {
    width: usize,
    height: usize,
    rgb: Vec<[u8; 3]>,
}

fn pixels(bytes: &[u8]) -> Pixels {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let samples = info.color_type.samples();
    let rgb = data.chunks(samples).map(|p| [p[0], p[1], p[2]]).collect();
    Pixels { width: info.width as usize, height: info.height as usize, rgb }
}

impl Pixels {
    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.rgb[y * self.width + x]
    }

    /// How much of `inner`, put at (x, y), looks otherwise than this picture there; from 0 to 1.
    fn differs(&self, inner: &Pixels, (x, y): (usize, usize)) -> f64 {
        let mut wrong = 0;
        for row in 1..inner.height - 1 {
            for column in 1..inner.width - 1 {
                let (a, b) = (inner.at(column, row), self.at(x + column, y + row));
                wrong += usize::from(a.iter().zip(b).any(|(p, q)| p.abs_diff(q) > 12));
            }
        }
        wrong as f64 / (inner.width * inner.height) as f64
    }
}

/// Deck, card, copies and row number of each card of some decks of a shipped game, as its files say.
fn cards_of(game: &str, decks: &[&str]) -> Vec<(String, String, u32)> {
    use deckproof::{registry, source::Files, source::GameFolder};
    let folder = GameFolder::shipped(game).unwrap();
    let Ok(pack) = registry::load(folder, &mut Files::new()) else {
        panic!("{game} cannot be read")
    };
    let decks = pack.decks.iter().filter(|d| decks.contains(&d.id.as_str()));
    let rows = decks.flat_map(|d| d.rows.iter().map(|r| (d.id.clone(), r.id.clone(), r.copies)));
    rows.collect()
}
