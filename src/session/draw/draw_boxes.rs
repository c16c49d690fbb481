//! Makes boxes for decks: how large each must be, whether its contents fit, and what is drawn on its sides. A pack comes in;
//! drawn boxes and diagnostics go out.

use std::sync::Arc;

use crate::cards::{CardBox, Deck, Pack};
use crate::session::open::host::Host;
use crate::sheet::{BOXES, BoxKind, Inside, Net, Size, show_mm};
use crate::source::{
    Diagnostic, Diagnostics, Severity, Span, did_you_mean_or, error, list_words, usage, warning,
};
use crate::template::{Drawn, Ink, Renderer};

use super::drawing::{DrawnBox, DrawnNet, Set, trim_of};

/// A sleeve is larger than its card by so much each way, mm.
const SLEEVE: f64 = 3.0;
/// The deepest box; its other sides are as long as cards may be, mm.
const DEEPEST: f64 = 500.0;
/// The shallowest, mm: flaps need a side to attach to.
const SHALLOWEST: f64 = 2.0;
/// The longest side of the room in a box, mm.
const LONGEST: f64 = 1_000.0;
/// Size of the title on sides without art, in points; less where there is no room.
const TITLE: f32 = 32.0;
/// Art may be of another shape than its side by so much: a part in fifty.
const SHAPE: f64 = 0.02;

impl Set {
    /// Whether nothing is to be printed.
    pub fn is_empty(&self) -> bool {
        self.decks.is_empty() && self.boxes.is_empty()
    }

    /// Draws the boxes of the game; `only` those stay.
    ///
    /// # Errors
    /// What is wrong with them, and that there are none to stay.
    pub fn add_boxes(&mut self, only: bool, host: &mut dyn Host) -> Result<(), Diagnostics> {
        let (boxes, faults) = draw_boxes(&self.pack, &self.renderer, self.renderer.ink(), host);
        if faults.has_errors() {
            return Err(faults);
        }
        if only && boxes.is_empty() {
            let message = format!("{} has no box", self.pack.game.full_title());
            let help = "declare one in game.toml: `[box.cards]`, and below it `kind = \"tuck\"` and `decks = [\"cards\"]`";
            return Err(usage!(BadBox, message, help).into());
        }
        self.boxes = boxes;
        if only {
            self.decks.clear();
        }
        Ok(())
    }
}

/// All boxes of a game as far as they can be made, and what is wrong with them. `press` sets the titles.
pub fn draw_boxes(
    pack: &Pack,
    renderer: &Renderer,
    ink: Ink,
    host: &mut dyn Host,
) -> (Vec<DrawnBox>, Diagnostics) {
    let mut faults = Diagnostics::new();
    let mut boxes = Vec::new();
    for card_box in &pack.game.boxes {
        let Some((kind, inside)) = measured(pack, card_box, &mut faults) else {
            continue;
        };
        let drawn = draw(pack, card_box, (kind.nets)(&inside), (renderer, ink), host);
        if let Some((drawn, found)) = faults.keep(drawn) {
            boxes.push(drawn);
            faults.append(found);
        }
    }
    (boxes, faults)
}

/// The kind of a box and the room that it has; `None` when something is wrong with it.
fn measured(
    pack: &Pack,
    card_box: &CardBox,
    faults: &mut Diagnostics,
) -> Option<(&'static BoxKind, Inside)> {
    let before = faults.count(Severity::Error);
    let mut bad = |message: String, span: Span, help: String| {
        faults.push(error!(BadBox, span, message, help));
    };
    let kinds = || BOXES.iter().map(|kind| kind.name);
    let kind = BOXES.iter().find(|kind| kind.name == card_box.kind);
    if kind.is_none() {
        let other = format!("a box is {}", list_words(kinds()));
        let help = did_you_mean_or(&card_box.kind, kinds(), other);
        let message = format!("no box is made as `{}`", card_box.kind);
        bad(message, card_box.kind_span, help);
    }
    let mut decks: Vec<&Deck> = Vec::new();
    for (id, span) in &card_box.decks {
        let ids = || pack.decks.iter().map(|deck| deck.id.as_str());
        let deck = pack.decks.iter().find(|deck| deck.id == *id);
        let Some(deck) = deck else {
            let help = did_you_mean_or(id, ids(), format!("decks are {}", list_words(ids())));
            bad(format!("there is no deck `{id}` to lie in the box"), *span, help);
            continue;
        };
        if deck.flow.is_some() {
            let help = "name decks of cards; make room for it with `clearance`, or say how large the box is with `inside`";
            bad(format!("`{id}` is a text, not a stack of cards"), *span, help.into());
        } else if decks.iter().any(|other| other.id == *id) {
            bad(format!("`{id}` lies in the box twice"), *span, "name it once".into());
        } else {
            decks.push(deck);
        }
    }
    if card_box.decks.is_empty() && card_box.inside.is_none() {
        let help = "name the decks that lie in it, `decks = [\"cards\"]`, or the room inside, `inside = \"70 x 95 x 30\"`";
        bad("nothing says how large the box is".into(), card_box.span, help.into());
    }
    let needed = needed(card_box, &decks);
    let size = match &card_box.inside {
        None => needed,
        Some((text, span)) => {
            let room = room(text);
            if room.is_none() {
                let help = format!(
                    "write width x height x depth in millimetres, from 5 to {LONGEST}, the depth to {DEEPEST}: \"70 x 95 x 30\""
                );
                bad("`inside` of the box is not three lengths".into(), *span, help);
            }
            room
        }
    };
    let [width, height, depth] = size?;
    let room = said([width, height, depth]);
    if let Some([w, h, d]) = needed
        && (w > width + 1e-9 || h > height + 1e-9 || d > depth + 1e-9)
    {
        let span = card_box.inside.as_ref().map_or(card_box.span, |i| i.1);
        let need = said([w, h, d]);
        faults.push(error!(
            BoxTooSmall,
            span,
            "what lies in the box needs {need} mm, inside it is {room} mm",
            "make `inside` larger, or take it out: the box is then as large as the decks need"
        ));
    } else if width > LONGEST || height > LONGEST || depth > DEEPEST {
        faults.push(error!(
            BoxTooSmall,
            card_box.span,
            "a box of {room} mm inside cannot be made",
            "{LONGEST} x {LONGEST} x {DEEPEST} mm are the most: make several boxes"
        ));
    } else if let Some((lid, span)) = card_box.lid.filter(|(lid, _)| *lid > depth) {
        let depth = show_mm(depth);
        faults.push(error!(
            BadBox,
            span,
            "a lid of {lid} mm reaches below the box, which is {depth} mm deep",
            "take `lid` out: it then reaches all the way down"
        ));
    }
    let (board, lid) = (card_box.board, card_box.lid.map(|lid| lid.0));
    let inside = Inside { width, height, depth, board, lid };
    (faults.count(Severity::Error) == before).then_some((kind?, inside))
}

/// `66.5 x 91.9 x 20.4`
fn said(lengths: [f64; 3]) -> String {
    lengths.map(show_mm).join(" x ")
}

/// Width, height and depth of the stack of all cards, with what they have to spare: cards that lie stand upright.
fn needed(card_box: &CardBox, decks: &[&Deck]) -> Option<[f64; 3]> {
    let sizes: Option<Vec<Size>> =
        decks.iter().map(|deck| Some(trim_of(deck).ok()?.size.portrait())).collect();
    let sizes = sizes.filter(|sizes| !sizes.is_empty())?;
    let sleeve = if card_box.sleeve > 0.0 { SLEEVE } else { 0.0 };
    let most = |length: fn(&Size) -> f64| sizes.iter().map(length).fold(0.0, f64::max);
    let cards: u32 = decks.iter().map(|deck| deck.cards()).sum();
    let thick = card_box.card + 2.0 * card_box.sleeve;
    Some([
        most(|size| size.width) + sleeve + card_box.clearance,
        most(|size| size.height) + sleeve + card_box.clearance,
        (f64::from(cards) * thick + card_box.clearance).max(SHALLOWEST),
    ])
}

/// `70 x 95 x 30`, in millimetres.
fn room(text: &str) -> Option<[f64; 3]> {
    let text = text.replace(['×', 'X', '*'], "x").replace("mm", "");
    let lengths: Option<Vec<f64>> = text.split('x').map(|n| n.trim().parse().ok()).collect();
    let [width, height, depth] = lengths?.try_into().ok()?;
    let fits = |length: &f64, most: f64| (5.0..=most).contains(length);
    let good = fits(&width, LONGEST) && fits(&height, LONGEST) && fits(&depth, DEEPEST);
    good.then_some([width, height, depth])
}

/// Draws the sides of a box: those with art, and the title on the others that show it.
fn draw(
    pack: &Pack,
    card_box: &CardBox,
    nets: Vec<Net>,
    (renderer, ink): (&Renderer, Ink),
    host: &mut dyn Host,
) -> Result<(DrawnBox, Diagnostics), Diagnostics> {
    let art = card_box.sides();
    let mut faults = Diagnostics::new();
    let mut drawn: Vec<(&str, Arc<Drawn>)> = Vec::new();
    if !art.rows.is_empty() {
        let own = Renderer::open(pack, &[&art], ink, host.files())?;
        faults.append(own.warnings().clone());
        let sides = own.draw(pack, &art, host.files())?;
        faults.append(sides.warnings);
        let names = card_box.art.iter().map(|(side, ..)| *side);
        drawn.extend(names.zip(sides.fronts));
    }
    let has_title = !card_box.title.trim().is_empty();
    let title = renderer.caption(&card_box.title, TITLE).filter(|_| has_title).map(Arc::new);
    let pieces = nets.into_iter().map(|net| {
        let mut faces = Vec::new();
        for (at, panel) in net.panels.iter().enumerate() {
            if let Some((_, art)) = drawn.iter().find(|(side, _)| *side == panel.side) {
                let fault = misshapen(card_box, panel.side, art, panel.seen());
                faults.append(fault.into_iter().collect());
                faces.push((at, art.clone(), true));
            } else {
                faces.extend(title.clone().map(|title| (at, title, false)));
            }
        }
        DrawnNet { net, faces }
    });
    let nets = pieces.collect();
    Ok((DrawnBox { title: card_box.title.clone(), span: card_box.span, nets }, faults))
}

/// Art of another shape than its side, of which not all is seen.
fn misshapen(card_box: &CardBox, side: &str, art: &Drawn, room: Size) -> Option<Diagnostic> {
    let change = (art.width / art.height) / (room.width / room.height);
    if (change - 1.0).abs() <= SHAPE {
        return None;
    }
    let span = card_box.art.iter().find(|(name, ..)| *name == side)?.2;
    let (id, own) = (&card_box.id, Size::new(art.width, art.height));
    let (width, height) = (show_mm(room.width), show_mm(room.height));
    Some(warning!(
        BoxArt,
        span,
        "the {side} of box `{id}` is {room}, its art {own}: what sticks out is cut off",
        "let the viewBox of the template be `0 0 {width} {height}`"
    ))
}
