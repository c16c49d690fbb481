//! The shape of a card in a browser. A trim comes in, a declaration of CSS goes out. Called by the boards and the studio.

use crate::sheet::{Rect, Trim};

/// What cuts the picture of a side, however large it is: `border-radius:50%/50%`.
pub fn cut_style(trim: &Trim, is_back: bool) -> String {
    let Some(outline) = &trim.outline else {
        let part = |side: f64| 100.0 * trim.corner / side;
        let (across, down) = (part(trim.size.width), part(trim.size.height));
        return format!("border-radius:{across:.1}%/{down:.1}%");
    };
    let mut points: Vec<String> = outline
        .in_rect(Rect::new(0.0, 0.0, 100.0, 100.0), is_back)
        .iter()
        .map(|p| format!("{:.1}% {:.1}%", p.x, p.y))
        .collect();
    // Curves are chords, of which few are longer than that.
    points.dedup();
    format!("clip-path:polygon({})", points.join(","))
}
