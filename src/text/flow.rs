//! Sets the parts of a long text into columns and pages: a rules sheet. the renderer calls it with the parts that `commonmark`
//! read, and gets one block of set text for each column.

use super::block::{Bar, FlowPiece, TextBlock, TextRole};
use super::parts::{PartKind, TextPart};
use super::shape::{Style, Typesetter};
use super::table::set_table;
use super::{Align, POINT, Rich};

/// A column that text flows into, in millimetres.
#[derive(Debug, Clone, PartialEq)]
pub struct TextColumn {
    pub width: f32,
    pub height: f32,
}

/// The styles of a flowing text.
#[derive(Debug, Clone)]
pub struct FlowStyle {
    pub body: Style,
    pub heading: Style,
}

/// Sets the parts into columns, over as many pages as they need: one block a column, `columns.len()` blocks a page. A part is
/// never split but for a table, and no heading is left alone at the foot of a column.
pub fn flow(
    setter: &mut Typesetter,
    parts: &[TextPart],
    columns: &[TextColumn],
    style: &FlowStyle,
) -> Vec<Vec<TextBlock>> {
    let Some(width) = columns.iter().map(|c| c.width).reduce(f32::min) else {
        return Vec::new();
    };
    let mut pieces: Vec<FlowPiece> = Vec::new();
    let mut lists = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let (role, part_style, gap) = looks(&part.kind, style);
        let path = path(part, role, at, &mut lists);
        let em = style.body.size * POINT;
        set_part(setter, part, &path, (width, em, em * gap), &part_style, &mut pieces);
    }
    let mut pages: Vec<Vec<TextBlock>> = Vec::new();
    let mut column = columns.len();
    let mut top = 0.0;
    let mut i = 0;
    while i < pieces.len() {
        // A heading goes with what follows it.
        let mut end = i + 1;
        while end < pieces.len() && pieces[end - 1].keeps {
            end += 1;
        }
        let height: f32 = pieces[i..end].iter().map(|p| p.block.height + p.gap).sum();
        if column == columns.len() || (top > 0.0 && top + height > columns[column].height) {
            column += 1;
            if column >= columns.len() {
                pages.push(vec![TextBlock::default(); columns.len()]);
                column = 0;
            }
            top = 0.0;
        }
        for piece in &mut pieces[i..end] {
            if top > 0.0 {
                top += piece.gap;
            }
            let mut block = std::mem::take(&mut piece.block);
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

/// A list that is open: the digits of its numbers, its number among the elements, and that of its last item.
type OpenList = (u8, usize, usize);

/// What a part is among the elements, its style, and the space above it in em.
fn looks(kind: &PartKind, FlowStyle { body, heading }: &FlowStyle) -> (TextRole, Style, f32) {
    let heading_of = |size| Style { size, ..heading.clone() };
    match kind {
        PartKind::Title => (TextRole::H1, heading_of(heading.size * 1.5), 1.0),
        PartKind::Heading => (TextRole::H2, heading.clone(), 0.9),
        PartKind::Subheading => (TextRole::H3, heading_of(body.size), 0.6),
        PartKind::Table(_) => (TextRole::Table, body.clone(), 0.6),
        PartKind::Rule => (TextRole::P, body.clone(), 0.6),
        PartKind::Paragraph => (TextRole::P, body.clone(), 0.45),
        PartKind::Item(_) => (TextRole::P, body.clone(), 0.2),
    }
}

/// The elements that part number `at` belongs to, which itself is of the role `own`.
fn path(
    part: &TextPart,
    own: TextRole,
    at: usize,
    lists: &mut Vec<OpenList>,
) -> Vec<(TextRole, usize)> {
    let open = lists.iter().zip(&part.lists);
    let same = open.take_while(|(list, digits)| list.0 == **digits).count();
    lists.truncate(same);
    lists.extend(part.lists[same..].iter().map(|digits| (*digits, at, at)));
    let begins_item = matches!(part.kind, PartKind::Item(Some(_)));
    if let Some((_, _, item)) = lists.last_mut().filter(|_| begins_item) {
        *item = at;
    }
    let lists = lists.iter().flat_map(|(_, list, item)| {
        [(TextRole::L, *list), (TextRole::LI, *item), (TextRole::LBody, *item)]
    });
    lists.chain((!begins_item).then_some((own, at))).collect()
}

/// Indentation of a list or a quotation, in em.
const INDENT: f32 = 0.9;
/// Room of a digit before an item, in em.
const DIGIT: f32 = 0.56;
/// The bar beside a quotation and the line across a column, in em.
const BAR: f32 = 0.06;

/// Sets one part as pieces: in so much width, with the em of the text and the space above.
fn set_part(
    setter: &mut Typesetter,
    part: &TextPart,
    path: &[(TextRole, usize)],
    (width, em, gap): (f32, f32, f32),
    style: &Style,
    pieces: &mut Vec<FlowPiece>,
) {
    let quotes = em * INDENT * f32::from(part.quotes);
    let first = pieces.len();
    let lists = part.lists.iter().map(|digits| match digits {
        0 => INDENT,
        // A point, a little space, and the digits.
        digits => DIGIT * (1.0 + f32::from(*digits)),
    });
    let indent = quotes + em * lists.sum::<f32>();
    match &part.kind {
        PartKind::Table(table) => {
            set_table(setter, table, path, width - indent, style, pieces);
        }
        PartKind::Rule => {
            let (width, height) = (width - indent, em * BAR);
            let bars = vec![Bar { x: 0.0, y: 0.0, width, height }];
            let block = TextBlock { bars, width, height, ..TextBlock::default() };
            pieces.push(FlowPiece { block, gap, keeps: false });
        }
        kind => {
            let mut shaped = setter.shape(&part.rich, style);
            let mut block = setter.set(&mut shaped, width - indent, style.size);
            block.place(path);
            if let PartKind::Item(Some(marker)) = kind {
                add_marker(setter, marker, style, width - indent, path, &mut block);
            }
            pieces.push(FlowPiece {
                block,
                gap,
                keeps: matches!(kind, PartKind::Title | PartKind::Heading | PartKind::Subheading),
            });
        }
    }
    if let Some(first) = pieces.get_mut(first) {
        first.gap = gap;
    }
    for piece in &mut pieces[first..] {
        // Where lines begin at the right edge, that is where they are indented.
        if !setter.is_rtl() {
            piece.block.shift(indent, 0.0);
        }
        piece.block.width += indent;
        for depth in 0..part.quotes {
            let (x, bar) = (em * INDENT * f32::from(depth) + em * 0.2, em * BAR * 2.0);
            piece.block.bars.push(Bar {
                x: if setter.is_rtl() { width - x - bar } else { x },
                y: 0.0,
                width: bar,
                height: piece.block.height,
            });
        }
    }
}

/// Puts a bullet or a number before an item whose words have so much `room`; a wide number moves its words to the right.
fn add_marker(
    setter: &mut Typesetter,
    marker: &str,
    style: &Style,
    room: f32,
    path: &[(TextRole, usize)],
    block: &mut TextBlock,
) {
    let style = Style { align: Align::Left, ..style.clone() };
    let mut shaped = setter.shape(&Rich::plain(marker), &style);
    let mut set = setter.set(&mut shaped, f32::MAX, style.size);
    let em = style.size * POINT;
    let left = match marker {
        "•" => -em * 0.75,
        // A number ends a little before the words.
        _ => -em * 0.3 - set.width,
    };
    let left = if setter.is_rtl() { room - left - set.width } else { left };
    set.shift(left, 0.0);
    set.lines = 0;
    set.width = 0.0;
    if let [around @ .., (_, item)] = path {
        set.place(&[around, &[(TextRole::Lbl, *item)]].concat());
    }
    // It is read before its item.
    set.height = block.height;
    std::mem::swap(block, &mut set);
    block.append(set);
}
