//! Paints the contact sheet: all differences, before and after, in one picture. Two games and their differences come in, the
//! bytes of a PNG file go out. Called by `deckproof diff --sheet`.

use resvg::tiny_skia::{Color, Paint, Pixmap, PixmapPaint, Rect, Transform};

use super::board::{BODY, CanvasColour, DiffCanvas, HEAD, Pen};
use super::pictures::{DeckViews, FrameSize, Pair, PixelRect, corner, face_of, is_wide, paint};
use crate::diff::{
    CardChange, ChangeKind, DeckChange, Fate, GameDifferences, ScriptChange, ValueChange,
};
use crate::export::png::encode;
use crate::raster::{Painter, cut_corners};
use crate::session::{Scenarios, ShownGame};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, Files};

/// Width of the sheet and of its margins, and the space between cards, in pixels.
const WIDTH: f64 = 1600.0;
const MARGIN: f64 = 48.0;
const GAP: f64 = 36.0;
/// Between a card and what it was.
const BETWEEN: f64 = 16.0;

/// Width and height of the largest picture of a card, upright and wide, and how many cards stand side by side.
const UPRIGHT: (FrameSize, usize) = (
    FrameSize {
        width: 228.0,
        height: 320.0,
    },
    3,
);
const WIDE: (FrameSize, usize) = (
    FrameSize {
        width: 359.0,
        height: 300.0,
    },
    2,
);

/// The most edits of a card, and the most other lines, that are written out.
const MOST_EDITS: usize = 6;
const MOST_LINES: usize = 12;

/// The largest height of a sheet: image viewers fail on taller ones.
const TALLEST: f64 = 30_000.0;

/// Paints the sheet: a PNG file.
///
/// # Errors
/// When a face cannot be painted, or there are more cards than a picture holds.
pub fn diff_sheet(
    old: &ShownGame,
    new: &ShownGame,
    found: &GameDifferences,
    scenarios: Option<&Scenarios>,
    files: &mut Files,
    done: &dyn Fn(),
) -> Result<Vec<u8>, Diagnostics> {
    let sides = [old, new];
    let pictures = paint(found, sides, |deck| shape(deck, sides).0, done)?;
    let mut sheet = Sheet {
        board: DiffCanvas::open(&new.pack.folder, files)?,
        cards: Vec::new(),
        y: 0.0,
    };
    sheet.head(old, new, found);
    sheet.game(found);
    for (deck, pictures) in found.decks.iter().zip(pictures) {
        sheet.deck(deck, pictures, sides);
    }
    sheet.scenarios(scenarios);
    sheet.y += MARGIN;
    Ok(sheet.finish()?)
}

fn shape(deck: &DeckChange, sides: [&ShownGame; 2]) -> (FrameSize, usize) {
    if is_wide(deck, sides) { WIDE } else { UPRIGHT }
}

/// A sheet that grows downwards.
struct Sheet {
    board: DiffCanvas,
    /// Pictures of cards, and where they lie.
    cards: Vec<(Pixmap, f64, f64)>,
    y: f64,
}

impl Sheet {
    fn head(&mut self, old: &ShownGame, new: &ShownGame, found: &GameDifferences) {
        let inner = WIDTH - 2.0 * MARGIN;
        let title = Pen::new(HEAD, 600, 46.0, CanvasColour::Cream);
        let small = Pen::new(BODY, 400, 23.0, CanvasColour::Sand);
        let bold = Pen::new(BODY, 700, 23.0, CanvasColour::Cream);
        // The band is as high as its words, which come first.
        let at = self.board.shapes_so_far();
        let mut y = 34.0;
        y += self
            .board
            .words(&new.pack.game.full_title(), &title, MARGIN, y, inner)
            .1
            + 2.0;
        let sides = format!("{}  →  {}", named(old), named(new));
        y += self.board.words(&sides, &small, MARGIN, y, inner).1 + 6.0;
        y += self
            .board
            .words(&found.summary(), &bold, MARGIN, y, inner)
            .1
            + 30.0;
        self.board
            .insert_rect(at, [0.0, 0.0, WIDTH, y], 0.0, CanvasColour::Black);
        self.board
            .rect([0.0, y, WIDTH, 6.0], 0.0, CanvasColour::Red);
        self.y = y + 6.0;
    }

    /// Numbers and words that are on no card.
    fn game(&mut self, found: &GameDifferences) {
        let edits =
            |edits: &[ValueChange], kind| edits.iter().map(move |e| (kind, e.clone())).collect();
        let mut lines: Vec<(ChangeKind, ValueChange)> = edits(&found.rules, ChangeKind::Rules);
        let script: Vec<ValueChange> = found.script.iter().map(ScriptChange::edit).collect();
        lines.extend::<Vec<_>>(edits(&script, ChangeKind::Rules));
        lines.extend::<Vec<_>>(edits(&found.looks, ChangeKind::Looks));
        if !lines.is_empty() {
            self.heading("The game");
            for (kind, edit) in lines.iter().take(MOST_LINES) {
                self.line(*kind, edit);
            }
            self.more(lines.len(), MOST_LINES);
        }
    }

    fn scenarios(&mut self, scenarios: Option<&Scenarios>) {
        let Some(scenarios) = scenarios.filter(|s| !s.is_empty()) else {
            return;
        };
        self.heading("Scenarios");
        for (word, says, list) in scenarios.lists() {
            let kind = match word {
                "new" | "mended" => ChangeKind::New,
                "gone" => ChangeKind::Gone,
                _ => ChangeKind::Rules,
            };
            for outcome in list.iter().take(MOST_LINES) {
                let what = format!("{} ({})", outcome.slug, outcome.cites.join(", "));
                let says = match &outcome.says {
                    Some(found) if word != "gone" => format!("{says}: {found}"),
                    _ => says.to_owned(),
                };
                self.line(kind, &ValueChange::new(what, None, Some(says)));
            }
            self.more(list.len(), MOST_LINES);
        }
    }

    fn heading(&mut self, words: &str) {
        let pen = Pen::new(HEAD, 600, 30.0, CanvasColour::Black);
        self.y += 38.0;
        let size = self
            .board
            .words(&words.to_uppercase(), &pen, MARGIN, self.y, WIDTH / 1.5);
        let from = MARGIN + size.0 + 20.0;
        let rule = [from, self.y + size.1 / 2.0, WIDTH - MARGIN - from, 2.0];
        self.board.rect(rule, 0.0, CanvasColour::Line);
        self.y += size.1 + 14.0;
    }

    /// A mark of the kind, and what differs.
    fn line(&mut self, kind: ChangeKind, edit: &ValueChange) {
        let radius = 7.0;
        let dot = [MARGIN, self.y + 7.0, 2.0 * radius, 2.0 * radius];
        self.board.rect(dot, radius, CanvasColour::Of(kind));
        let from = MARGIN + 28.0;
        self.y += self
            .board
            .edit(edit, 20.0, from, self.y, WIDTH - MARGIN - from)
            + 5.0;
    }

    fn more(&mut self, all: usize, shown: usize) {
        if all > shown {
            let pen = Pen::new(BODY, 400, 20.0, CanvasColour::Soft);
            let words = format!("and {} more", all - shown);
            self.y += self
                .board
                .words(&words, &pen, MARGIN + 28.0, self.y, WIDTH)
                .1
                + 5.0;
        }
    }

    fn deck(&mut self, deck: &DeckChange, pictures: DeckViews, sides: [&ShownGame; 2]) {
        self.heading(&deck.title);
        for edit in &deck.looks {
            self.line(ChangeKind::Looks, edit);
        }
        for edit in deck.text.iter().take(MOST_LINES) {
            self.line(ChangeKind::Looks, edit);
        }
        self.more(deck.text.len(), MOST_LINES);
        let (frame, columns) = shape(deck, sides);
        let width = 2.0 * frame.width + BETWEEN;
        let mut tiles: Vec<Tile<'_>> = Vec::new();
        if let Some(pair) = pictures.back {
            tiles.push(Tile { card: None, pair });
        }
        let cards = deck.cards.iter().zip(pictures.cards);
        tiles.extend(cards.map(|(card, pair)| Tile {
            card: Some(card),
            pair,
        }));
        let mut tiles = tiles.into_iter().peekable();
        while tiles.peek().is_some() {
            self.y += 12.0;
            let (top, mut bottom) = (self.y, self.y);
            for (column, tile) in tiles.by_ref().take(columns).enumerate() {
                let x = MARGIN + column as f64 * (width + GAP);
                bottom = f64::max(bottom, self.tile(tile, deck, sides, x, top, frame));
            }
            self.y = bottom + 14.0;
        }
    }

    /// Paints a card before and after; returns where it ends.
    fn tile(
        &mut self,
        tile: Tile<'_>,
        deck: &DeckChange,
        sides: [&ShownGame; 2],
        x: f64,
        top: f64,
        frame: FrameSize,
    ) -> f64 {
        let width = 2.0 * frame.width + BETWEEN;
        let name = tile
            .card
            .map_or("Back of all its cards", |card| card.name.as_str());
        let pen = Pen::new(HEAD, 600, 23.0, CanvasColour::Black);
        let kinds = tile
            .card
            .map_or_else(|| vec![ChangeKind::Looks], CardChange::kinds);
        let tags = self.board.tags(&kinds, x + width, top + 5.0);
        let mut y = top + self.board.words(name, &pen, x, top, width - tags).1 + 8.0;
        let Pair { old, new, marks } = tile.pair;
        let size = |picture: &Option<Pixmap>| {
            let size = picture
                .as_ref()
                .map(|p| (f64::from(p.width()), f64::from(p.height())));
            size.unwrap_or((0.0, 0.0))
        };
        let (was, is) = (size(&old), size(&new));
        let place = (was.0.max(is.0), was.1.max(is.1));
        let radius = {
            let face = tile.card.map(|c| &c.faces).or(deck.back.as_ref());
            let face = face.and_then(|pair| face_of(pair, sides));
            face.map_or(0.0, |face| corner(sides, &deck.id, face.width) * place.0)
        };
        for (picture, from) in [(old, x), (new, x + frame.width + BETWEEN)] {
            match picture {
                Some(mut picture) => {
                    cut_corners(&mut picture, radius);
                    for mark in &marks {
                        outline(&mut picture, *mark);
                    }
                    self.cards.push((picture, from, y));
                }
                None => {
                    let word = if from > x { "gone" } else { "new" };
                    self.board.empty([from, y, place.0, place.1], radius, word);
                }
            }
        }
        y += place.1 + 8.0;
        let Some(card) = tile.card else {
            return y;
        };
        if kinds.contains(&ChangeKind::Copies) {
            let (old, new) = card.copies;
            let copies = ValueChange::new("copies", Some(old.to_string()), Some(new.to_string()));
            y += self.board.edit(&copies, 18.0, x, y, width) + 3.0;
        }
        if let Fate::Moved { deck, id, .. } = &card.fate {
            let was = ValueChange::new("was", None, Some(format!("{deck}/{id}")));
            y += self.board.edit(&was, 18.0, x, y, width) + 3.0;
        }
        let edits: Vec<&ValueChange> = card.rules.iter().chain(&card.looks).collect();
        for edit in edits.iter().take(MOST_EDITS) {
            y += self.board.edit(edit, 18.0, x, y, width) + 3.0;
        }
        if edits.len() > MOST_EDITS {
            let pen = Pen::new(BODY, 400, 18.0, CanvasColour::Soft);
            let words = format!("and {} more", edits.len() - MOST_EDITS);
            y += self.board.words(&words, &pen, x, y, width).1;
        }
        y
    }

    fn finish(self) -> Result<Vec<u8>, Diagnostic> {
        let unpainted = |what: String| {
            Diagnostic::error(
                Code::Unpaintable,
                format!("the sheet cannot be painted: {what}"),
            )
            .fault(Blame::Machine)
            .help("write it as a page instead: `--sheet diff.html`")
        };
        if self.y > TALLEST {
            return Err(unpainted(format!("it would be {:.0} pixels high", self.y)));
        }
        let ground = std::sync::Arc::new(self.board.drawn(WIDTH, self.y));
        // One millimetre of the board is one pixel.
        let painter = Painter::new(25.4, 0.0, std::slice::from_ref(&ground));
        let mut sheet = painter.paint(&ground).map_err(|f| unpainted(f.0))?;
        let (paint, still) = (PixmapPaint::default(), Transform::identity());
        for (card, x, y) in &self.cards {
            let (x, y) = (x.round() as i32, y.round() as i32);
            sheet.draw_pixmap(x, y, card.as_ref(), &paint, still, None);
        }
        encode(&sheet, 96.0).map_err(|f| unpainted(f.0))
    }
}

/// What is painted together; without a card, the back of all of them.
struct Tile<'a> {
    card: Option<&'a CardChange>,
    pair: Pair,
}

/// A game's name in the heading, with its version when both names may be the same.
fn named(side: &ShownGame) -> String {
    format!("{} ({})", side.label, side.pack.game.version)
}

/// Draws a frame around a place of a picture, with a light edge that shows on any background.
fn outline(picture: &mut Pixmap, [x, y, width, height]: PixelRect) {
    let lines = [(0.0, 1.0, [255, 250, 240]), (1.0, 2.0, [214, 32, 92])];
    for (inset, weight, [r, g, b]) in lines {
        let mut paint = Paint::default();
        paint.set_color(Color::from_rgba8(r, g, b, 255));
        let (x, y) = (x as f32 + inset, y as f32 + inset);
        let (width, height) = (width as f32 - 2.0 * inset, height as f32 - 2.0 * inset);
        let sides = [
            (x, y, width, weight),
            (x, y + height - weight, width, weight),
            (x, y, weight, height),
            (x + width - weight, y, weight, height),
        ];
        for (x, y, width, height) in sides {
            if let Some(side) = Rect::from_xywh(x, y, width, height) {
                picture.fill_rect(side, &paint, Transform::identity(), None);
            }
        }
    }
}
