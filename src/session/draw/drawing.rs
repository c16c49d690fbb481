//! Draws the decks that were asked for, and names the files that show their faces, the same way for all kinds of pictures. A [`Selection`]
//! and a pack come in, a [`Set`] goes out. Called first by `print` and by all exports; `check` calls the variant that draws as much as it can.

use std::sync::Arc;

use crate::cards::{Deck, Pack};
use crate::export::DrawnCard;
use crate::lint::{DeckProof, PrintDemands, Proof, look_for_unpaintable};
use crate::raster::PaintFault;
use crate::session::open::host::Host;
use crate::session::open::selection::Selection;
use crate::sheet::{CardFaces, DeckSheets, Net, NetFaces, Outline, PanelFace, Size, Trim, choices};
use crate::source::{Code, Diagnostic, Diagnostics, Span, error};
use crate::template::{Drawn, DrawnDeck, Ink, Renderer};

/// A game with its press and the decks that were asked for.
pub struct Set {
    pub pack: Pack,
    pub renderer: Renderer,
    pub decks: Vec<SelectedDeck>,
    /// Boxes that are printed with them.
    pub boxes: Vec<DrawnBox>,
}

/// A box with what is drawn on it.
pub struct DrawnBox {
    pub title: String,
    /// Where it is named.
    pub span: Span,
    pub nets: Vec<DrawnNet>,
}

/// A piece of a box.
pub struct DrawnNet {
    pub net: Net,
    /// Place of the panel, what is drawn there, and whether it covers that.
    pub(super) faces: Vec<(usize, Arc<Drawn>, bool)>,
}

impl DrawnBox {
    pub fn faces(&self) -> impl Iterator<Item = &Arc<Drawn>> {
        let faces = self.nets.iter().flat_map(|net| &net.faces);
        faces.map(|(_, drawn, _)| drawn)
    }
}

impl DrawnNet {
    /// What the piece is called: `Box: Lanterns, lid`.
    fn name(&self, title: &str) -> String {
        match self.net.part {
            None => format!("Box: {title}"),
            Some(part) => format!("Box: {title}, {part}"),
        }
    }

    /// The piece as one card of a deck of its own, cut to its outline, on sheets; `front` shows nothing by itself.
    pub fn sheets(&self, title: &str, front: usize) -> DeckSheets {
        DeckSheets {
            name: self.name(title),
            trim: self.net.trim(),
            faces: vec![CardFaces { front, back: None }],
            booklet: false,
        }
    }

    /// The net for the sheets; its faces are added to those of a job.
    pub fn add_to(&self, faces: &mut Vec<Arc<Drawn>>) -> NetFaces {
        let add = |(panel, drawn, covers): &(usize, Arc<Drawn>, bool)| {
            faces.push(drawn.clone());
            PanelFace {
                panel: *panel,
                face: faces.len() - 1,
                size: Size::new(drawn.width, drawn.height),
                covers: *covers,
            }
        };
        NetFaces { net: self.net.clone(), faces: self.faces.iter().map(add).collect() }
    }
}

/// A game as far as it could be drawn.
pub struct Proofed {
    /// One for all decks; none when a template is wrong.
    pub renderer: Option<Renderer>,
    pub decks: Vec<SelectedDeck>,
    pub faults: Diagnostics,
}

/// A deck that was drawn, and which of its faces are wanted how often.
pub struct SelectedDeck {
    /// Place of the deck in the pack.
    pub deck: usize,
    pub trim: Trim,
    /// All of its faces, for checks.
    pub drawn: DrawnDeck,
    pub cards: Vec<DrawnCard>,
    /// Whether its pages are printed as a booklet.
    pub booklet: bool,
}

impl SelectedDeck {
    /// Copies of a text, of which all pages have as many.
    pub fn copies(&self) -> u32 {
        self.cards.first().map_or(0, |card| card.copies)
    }

    /// Whether all of its backs are one.
    pub fn shares_back(&self) -> bool {
        let backs: Vec<&Arc<Drawn>> = self.drawn.backs.iter().flatten().collect();
        backs.windows(2).all(|pair| Arc::ptr_eq(pair[0], pair[1]))
    }
}

impl Set {
    /// Makes booklets of the texts.
    pub fn bind_texts(&mut self) {
        for chosen in &mut self.decks {
            chosen.booklet = self.pack.decks[chosen.deck].flow.is_some();
        }
    }
}

impl Selection {
    fn has_deck(&self, deck: &Deck) -> bool {
        let named = self.deck.is_empty() || self.deck.contains(&deck.id);
        let holds = |id: &String| deck.rows.iter().any(|r| r.id == *id);
        named && (self.cards.is_empty() || self.cards.iter().any(holds))
    }

    /// Draws what was asked for of one game.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn draw(&self, pack: Pack, ink: Ink, host: &mut dyn Host) -> Result<Set, Diagnostics> {
        let proof = self.proof(&pack, ink, &Diagnostics::new(), host);
        match proof.renderer {
            Some(renderer) if !proof.faults.has_errors() => {
                Ok(Set { pack, renderer, decks: proof.decks, boxes: Vec::new() })
            }
            _ => Err(proof.faults),
        }
    }

    /// Draws what can be drawn of what was asked for, although `known` is wrong with it.
    pub fn proof(
        &self,
        pack: &Pack,
        ink: Ink,
        known: &Diagnostics,
        host: &mut dyn Host,
    ) -> Proofed {
        let is_drawn = |deck: &Deck| self.has_deck(deck) && deck.can_be_drawn(known);
        let chosen: Vec<usize> =
            (0..pack.decks.len()).filter(|at| is_drawn(&pack.decks[*at])).collect();
        let decks: Vec<&Deck> = chosen.iter().map(|i| &pack.decks[*i]).collect();
        let mut proofed = Proofed { renderer: None, decks: Vec::new(), faults: Diagnostics::new() };
        let (all, steps) = (chosen.len(), host.progress(&pack.game.title));
        match Renderer::open(pack, &decks, ink, host.files()) {
            Ok(renderer) => {
                proofed.faults.append(renderer.warnings().clone());
                for at in chosen {
                    self.draw_deck(pack, at, &renderer, &mut proofed, host);
                    steps(proofed.decks.len(), all);
                }
                proofed.renderer = Some(renderer);
            }
            Err(more) => {
                proofed.faults.append(more);
                // An error in one template must not hide those of other decks.
                for at in chosen {
                    match Renderer::open(pack, &[&pack.decks[at]], ink, host.files()) {
                        Ok(renderer) => self.draw_deck(pack, at, &renderer, &mut proofed, host),
                        Err(more) => proofed.faults.append(more),
                    }
                    steps(proofed.decks.len(), all);
                }
            }
        }
        drop(steps);
        for deck in &pack.decks {
            proofed.faults = deck.not_of_rows_in(known, proofed.faults);
        }
        proofed
    }

    fn draw_deck(
        &self,
        pack: &Pack,
        at: usize,
        renderer: &Renderer,
        proofed: &mut Proofed,
        host: &mut dyn Host,
    ) {
        let deck = &pack.decks[at];
        let faults = &mut proofed.faults;
        // Sizes are checked first, so that no other error hides them.
        let trim = faults.keep(trim_of(deck));
        let trim = trim.filter(|trim| check_trim(pack, deck, renderer, trim, faults));
        let drawn = faults.keep(renderer.draw(pack, deck, host.files()));
        if let (Some(drawn), Some(trim)) = (drawn, trim) {
            faults.append(drawn.warnings.clone());
            let cards = self.cards(deck, &drawn);
            proofed.decks.push(SelectedDeck { deck: at, trim, drawn, cards, booklet: false });
        }
    }

    /// The cards of a deck that are wanted, or the pages of a text.
    fn cards(&self, deck: &Deck, drawn: &DrawnDeck) -> Vec<DrawnCard> {
        let faces = drawn.fronts.iter().zip(&drawn.backs).enumerate();
        let cards = faces.filter_map(|(row, (front, back))| {
            let (id, name, copies) = match deck.rows.get(row) {
                Some(row) if self.cards.is_empty() || self.cards.contains(&row.id) => {
                    (row.id.clone(), row.name.clone(), row.copies)
                }
                Some(_) => return None,
                None => {
                    let page = row + 1;
                    (format!("page-{page}"), format!("{}, page {page}", deck.title), 1)
                }
            };
            let (front, back) = (front.clone(), back.clone());
            Some(DrawnCard { row, id, name, copies, first: 1, front, back })
        });
        cards.collect()
    }
}

/// The size of a deck's cards.
pub fn trim_of(deck: &Deck) -> Result<Trim, Diagnostic> {
    let trim = Trim::parse(&deck.size).map_err(|e| {
        let message = format!("`size` of deck `{}`: {e}", deck.id);
        let help = "write a name (\"poker\", \"tarot\") or millimetres (\"63.5 x 88.9\"), from 5 to 1000 on each side";
        error!(CardSize, deck.size_span, message, help)
    })?;
    let (width, height) = (trim.size.width, trim.size.height);
    if [width, height].iter().any(|side| !(5.0..=1000.0).contains(side)) {
        return Err(error!(
            CardSize,
            deck.size_span,
            "a card of {width} x {height} mm cannot be printed",
            "a card is from 5 to 1000 mm on each side"
        ));
    }
    let most = width.min(height) / 2.0;
    if let Some(corner) = deck.corner.filter(|corner| *corner > most + 0.001) {
        return Err(error!(
            OutOfRange,
            "a corner of {corner} mm is more than half of a card of {width} x {height} mm",
            "{most} mm is the most, and makes a short side round"
        )
        .at(deck.corner_span));
    }
    match (&deck.shape, deck.corner) {
        (Some(shape), _) => cut_to(trim, deck, shape),
        (None, Some(corner)) => Ok(trim.with_corner(corner)),
        (None, None) => Ok(trim),
    }
}

/// A card cut to the shape that its deck names.
fn cut_to(trim: Trim, deck: &Deck, (shape, span): &(String, Span)) -> Result<Trim, Diagnostic> {
    let (size, span) = (trim.size, *span);
    if deck.corner.is_some() {
        let help = "take one of the two out";
        return Err(
            error!(BadShape, "a card with a `shape` has no `corner`", help).at(deck.corner_span)
        );
    }
    if !shape.trim().eq_ignore_ascii_case("circle") {
        let outline = Outline::parse(shape, size);
        let outline = outline.map_err(|(message, help)| error!(BadShape, span, message, help));
        return Ok(trim.with_outline(outline?));
    }
    if !size.same_as(size.turned()) {
        let help = "make both sides of `size` equal, or write `shape = \"ellipse\"`";
        return Err(error!(BadShape, span, "a circle is as wide as it is high, not {size}", help));
    }
    Ok(trim.with_corner(size.short_side() / 2.0))
}

/// Whether all templates of a deck have its size; reports those that do not.
fn check_trim(
    pack: &Pack,
    deck: &Deck,
    renderer: &Renderer,
    trim: &Trim,
    faults: &mut Diagnostics,
) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < 0.05;
    let mut fits = true;
    for (name, width, height, named) in renderer.sizes(pack, deck) {
        if near(width, trim.size.width) && near(height, trim.size.height) {
            continue;
        }
        let of_deck = name == deck.template || deck.back.as_ref().is_some_and(|b| b.0 == name);
        let at = if of_deck { deck.size_span } else { named };
        let told = faults.iter().any(|f| f.code == Code::TemplateSize && f.span == Some(at));
        fits = false;
        if !told {
            let (id, own) = (&deck.id, &trim.size);
            let size = format!("{} x {} mm", own.width, own.height);
            faults.push(error!(
                TemplateSize,
                at,
                "template `{name}` of deck `{id}` is {width} x {height} mm, its `size` is {size}",
                "make the viewBox of front and back the trim, or correct `size`"
            ));
        }
    }
    fits
}

/// What is wrong with a set that could not be written: where it cannot be painted, the elements that are the reason, as `check`
/// reports them.
pub fn located(set: &Set, faults: Diagnostics, host: &mut dyn Host) -> Diagnostics {
    if !faults.iter().any(|d| d.code == Code::Unpaintable) {
        return faults;
    }
    let proof = proof_of(&set.pack, &set.renderer, &set.decks);
    let found = look_for_unpaintable(&proof, host.files());
    if found.is_empty() { faults } else { found }
}

/// A face that cannot be written into a PDF.
pub fn unpaintable(fault: PaintFault) -> Diagnostic {
    error!(Unpaintable, fault.0, "open the template in another program and look what is odd")
}

/// What the checks of drawn faces look at.
pub fn proof_of<'a>(
    pack: &'a Pack,
    renderer: &'a Renderer,
    decks: impl IntoIterator<Item = &'a SelectedDeck>,
) -> Proof<'a> {
    let decks = decks.into_iter().map(|chosen| {
        let deck = &pack.decks[chosen.deck];
        DeckProof {
            deck,
            trim: chosen.trim.clone(),
            faces: match deck.flow {
                Some(_) => Vec::new(),
                None => pack.faces(deck).0,
            },
            drawn: &chosen.drawn,
        }
    });
    Proof { pack, renderer, decks: decks.collect(), asks: PrintDemands::default() }
}

choices! {
    /// Where exports put backs.
    FileBacks:
    Beside "beside" "beside the fronts",
    Separate "separate" "in a folder `backs`, or in PDF files of their own; for a virtual table the same as `beside`",
    None "none" "fronts only",
}

/// A face, and its file without the ending.
pub type NamedFace = (String, Arc<Drawn>);

/// A card that is wanted, with the names of its files.
pub struct NamedCard<'a> {
    pub card: &'a DrawnCard,
    pub front: NamedFace,
    /// Equal backs have one name.
    pub back: Option<NamedFace>,
}

/// The wanted cards of a deck, each different one once. No two decks of a game share a name.
pub fn named_cards<'a>(
    pack: &Pack,
    chosen: &'a SelectedDeck,
    place: FileBacks,
) -> Vec<NamedCard<'a>> {
    let deck = &pack.decks[chosen.deck];
    let before_number = before_number(&deck.id, pack.decks.iter().map(|deck| deck.id.as_str()));
    let shared = chosen.shares_back();
    let folder = if place == FileBacks::Separate { "backs/" } else { "" };
    let digits = chosen.drawn.fronts.len().to_string().len().max(2);
    let mut named: Vec<NamedCard<'_>> = Vec::new();
    for card in &chosen.cards {
        let number = card.row + 1;
        let id = deck.rows.get(card.row).map_or_else(String::new, |row| format!("-{}", row.id));
        let stem = format!("{before_number}{number:0digits$}{id}");
        let back = card.back.as_ref().filter(|_| place != FileBacks::None);
        let back = back.map(|back| {
            let mut known = named.iter().filter_map(|card| card.back.as_ref());
            let same = known.find(|(_, other)| Arc::ptr_eq(other, back));
            same.cloned().unwrap_or_else(|| {
                let of = if shared { &deck.id } else { &stem };
                (format!("{folder}{of}-back"), back.clone())
            })
        });
        named.push(NamedCard { card, front: (stem, card.front.clone()), back });
    }
    named
}

/// The prefix of a card's number: `gear-`. Where another deck is called `gear-01`, whose back would be the card `back` of
/// this one, it is `gear--`. Disks may not tell capitals apart.
fn before_number<'a>(deck: &str, all: impl Iterator<Item = &'a str> + Clone) -> String {
    let mut before = format!("{deck}-");
    let is_taken = |before: &str| {
        let others = all.clone().filter(|other| *other != deck);
        let names = others.map(|other| format!("{}-", other.to_lowercase()));
        let mut rests =
            names.filter_map(|n| Some(n.strip_prefix(&before.to_lowercase())?.chars().next()));
        rests.any(|next| next.is_none_or(|c| c.is_ascii_digit()))
    };
    while is_taken(&before) {
        before.push('-');
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_deck_are_not_those_of_another() {
        let decks = ["coins", "gear", "Gear-01", "gear-back"];
        let before = |deck| before_number(deck, decks.into_iter());
        assert_eq!(decks.map(before), ["coins-", "gear--", "Gear-01-", "gear-back-"]);
        let decks = ["gear", "gear-", "gear-1"];
        let before = |deck| before_number(deck, decks.into_iter());
        assert_eq!(decks.map(before), ["gear---", "gear--", "gear-1-"]);
    }
}
