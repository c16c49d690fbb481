//! A long text over columns and pages: the rules sheet.

use super::shape::{Block, Style, Typesetter};
use super::{MarkupFault, Rich};

/// What a part of a flowing text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    Title,
    Heading,
    Paragraph,
    /// An item of a list, at depth 1 or 2.
    Item(u8),
}

/// A heading, a paragraph or an item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub kind: PartKind,
    pub rich: Rich,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// Reads the little Markdown of a rules file: `#` and `##` headings, paragraphs, `- ` items.
///
/// # Errors
/// Line and fault of each part whose markup is wrong.
pub fn parts(source: &str) -> Result<Vec<Part>, Vec<(usize, MarkupFault)>> {
    let mut texts: Vec<(PartKind, String, usize)> = Vec::new();
    let mut open = false;
    for (i, line) in source.lines().enumerate() {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        let (kind, text) = if let Some(text) = trimmed.strip_prefix("# ") {
            (PartKind::Title, text)
        } else if let Some(text) = trimmed.strip_prefix('#') {
            let text = text.trim_start_matches('#').trim();
            (PartKind::Heading, text)
        } else if let Some(text) = trimmed.strip_prefix("- ") {
            (PartKind::Item(if indent >= 2 { 2 } else { 1 }), text)
        } else if trimmed.is_empty() {
            open = false;
            continue;
        } else {
            (PartKind::Paragraph, trimmed)
        };
        // A line of text goes on with the paragraph or item before it.
        if kind == PartKind::Paragraph
            && open
            && let Some((_, before, _)) = texts.last_mut()
        {
            before.push(' ');
            before.push_str(text.trim_end());
            continue;
        }
        open = !matches!(kind, PartKind::Title | PartKind::Heading);
        texts.push((kind, text.trim_end().to_owned(), i + 1));
    }
    let mut faults = Vec::new();
    let parts = texts
        .into_iter()
        .filter_map(|(kind, text, line)| match Rich::parse(&text) {
            Ok(rich) => Some(Part { kind, rich, line }),
            Err(fault) => {
                faults.push((line, fault));
                None
            }
        })
        .collect();
    if faults.is_empty() {
        Ok(parts)
    } else {
        Err(faults)
    }
}

/// A column that text flows into, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    pub width: f32,
    pub height: f32,
}

/// Sets the parts into columns, over as many pages as they need: one block a column, `columns.len()` blocks a page.
/// `heading` is the style of headings. A part is never split, and no heading is left alone at the foot of a column.
pub fn flow(
    setter: &mut Typesetter,
    parts: &[Part],
    columns: &[Column],
    body: &Style,
    heading: &Style,
) -> Vec<Vec<Block>> {
    let Some(width) = columns.iter().map(|c| c.width).reduce(f32::min) else {
        return Vec::new();
    };
    let blocks: Vec<(PartKind, Block, f32)> = parts
        .iter()
        .map(|part| set_part(setter, part, width, body, heading))
        .collect();
    let mut pages: Vec<Vec<Block>> = Vec::new();
    let mut column = columns.len();
    let mut top = 0.0;
    let mut i = 0;
    while i < blocks.len() {
        // A heading goes with what follows it.
        let mut end = i + 1;
        while end < blocks.len() && is_heading(blocks[end - 1].0) {
            end += 1;
        }
        let height: f32 = blocks[i..end]
            .iter()
            .map(|(_, b, gap)| b.height + gap)
            .sum();
        if column == columns.len() || (top > 0.0 && top + height > columns[column].height) {
            column += 1;
            if column >= columns.len() {
                pages.push(vec![Block::default(); columns.len()]);
                column = 0;
            }
            top = 0.0;
        }
        for (_, block, gap) in &blocks[i..end] {
            if top > 0.0 {
                top += gap;
            }
            let mut block = block.clone();
            block.shift(0.0, top);
            top += block.height;
            if let Some(page) = pages.last_mut() {
                page[column].height = top;
                page[column].append(block);
            }
        }
        i = end;
    }
    pages
}

fn is_heading(kind: PartKind) -> bool {
    matches!(kind, PartKind::Title | PartKind::Heading)
}

/// Sets one part; gives its kind, its block and the space above it in millimetres.
fn set_part(
    setter: &mut Typesetter,
    part: &Part,
    width: f32,
    body: &Style,
    heading: &Style,
) -> (PartKind, Block, f32) {
    let em = body.size * super::POINT;
    let (style, indent, gap) = match part.kind {
        PartKind::Title => {
            let style = Style {
                size: heading.size * 1.5,
                ..heading.clone()
            };
            (style, 0.0, em)
        }
        PartKind::Heading => (heading.clone(), 0.0, em * 0.9),
        PartKind::Paragraph => (body.clone(), 0.0, em * 0.45),
        PartKind::Item(depth) => (body.clone(), em * 0.9 * f32::from(depth), em * 0.2),
    };
    let mut shaped = setter.shape(&part.rich, &style);
    let mut block = setter.set(&mut shaped, width - indent, style.size);
    block.shift(indent, 0.0);
    block.width += indent;
    if matches!(part.kind, PartKind::Item(_)) {
        let mut bullet = setter.shape(&Rich::plain("•"), &style);
        let mut bullet = setter.set(&mut bullet, width, style.size);
        bullet.shift(indent - em * 0.75, 0.0);
        bullet.lines = 0;
        block.append(bullet);
    }
    (part.kind, block, gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_join_and_items_stand_alone() {
        let parts = parts("# Game\n\n## Setup\n\n**R1** one\ntwo\n\n- a\n  b\n- c\n").unwrap();
        let seen: Vec<(PartKind, &str)> = parts
            .iter()
            .map(|p| (p.kind, p.rich.text.as_str()))
            .collect();
        assert_eq!(
            seen,
            [
                (PartKind::Title, "Game"),
                (PartKind::Heading, "Setup"),
                (PartKind::Paragraph, "R1 one two"),
                (PartKind::Item(1), "a b"),
                (PartKind::Item(1), "c"),
            ]
        );
    }

    #[test]
    fn a_fault_names_its_line() {
        let faults = parts("fine\n\n**open\n").unwrap_err();
        assert_eq!(faults[0].0, 3);
    }
}
