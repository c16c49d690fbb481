//! Sets a table of a long text: columns as wide as their words need, rows that are never split between columns of the page.
//! Called by `flow`.

use super::POINT;
use super::block::{Bar, FlowPiece, TextBlock, TextRole};
use super::markup::Rich;
use super::parts::TextTable;
use super::shape::{Style, Typesetter};

/// Space beside the words of a cell, above and below them, in em.
const BESIDE: f32 = 0.35;
const ABOVE: f32 = 0.14;
/// Thickness of the rules above and below the table, under its head, and between its rows, in em.
const OUTER: f32 = 0.08;
const HEAD: f32 = 0.06;
const INNER: f32 = 0.035;

/// Sets a table, which is the element `path`, in `width` millimetres, a row a piece.
pub(super) fn set_table(
    setter: &mut Typesetter,
    table: &TextTable,
    path: &[(TextRole, usize)],
    width: f32,
    style: &Style,
    pieces: &mut Vec<FlowPiece>,
) {
    let em = style.size * POINT;
    let head = table.rows.first().is_some_and(|row| row.iter().any(|cell| !cell.text.is_empty()));
    let rows = &table.rows[usize::from(!head).min(table.rows.len())..];
    let widths = widths(setter, rows, table.columns.len(), width, style);
    let total: f32 = widths.iter().sum();
    let count = rows.len();
    for (at, row) in rows.iter().enumerate() {
        let is_head = head && at == 0;
        let rule = match at {
            0 => OUTER,
            1 if head => HEAD,
            _ => INNER,
        };
        let mut block = TextBlock { width: total, ..TextBlock::default() };
        let mut bottom = 0.0f32;
        let mut left = 0.0;
        let top = (rule + ABOVE) * em;
        let columns = table.columns.iter().zip(&widths).enumerate();
        for (cell, (column, (align, room))) in row.iter().zip(columns) {
            let style = if is_head { style.bold() } else { style.clone() };
            let style = Style { align: *align, ..style };
            let mut shaped = setter.shape(cell, &style);
            let inner = room - 2.0 * BESIDE * em;
            let mut set = setter.set(&mut shaped, inner, style.size);
            // What does not fit is told: the block becomes wider than its column.
            block.width += (set.width - inner).max(0.0);
            bottom = bottom.max(top + set.height);
            set.shift(left + BESIDE * em, top);
            set.width = 0.0;
            let role = if is_head { TextRole::TH } else { TextRole::TD };
            set.place(&[path, &[(TextRole::TR, at), (role, column)]].concat());
            block.append(set);
            left += room;
        }
        block.bars.push(line(0.0, total, rule * em));
        block.height = bottom + ABOVE * em;
        if at + 1 == count {
            block.bars.push(line(block.height, total, OUTER * em));
            block.height += OUTER * em;
        }
        pieces.push(FlowPiece { block, gap: 0.0, keeps: is_head });
    }
}

fn line(y: f32, width: f32, height: f32) -> Bar {
    Bar { x: 0.0, y, width, height }
}

/// The widths of the columns: as wide as their words, or, when that is more than there is, their longest word and a share of the
/// rest by what they lack.
fn widths(
    setter: &mut Typesetter,
    rows: &[Vec<Rich>],
    columns: usize,
    width: f32,
    style: &Style,
) -> Vec<f32> {
    let em = style.size * POINT;
    let beside = 2.0 * BESIDE * em;
    let bold = style.bold();
    let mut least = vec![0.0f32; columns];
    let mut whole = vec![0.0f32; columns];
    for (at, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate().take(columns) {
            let mut shaped = setter.shape(cell, if at == 0 { &bold } else { style });
            let narrow = shaped.measure(0.01, style.size).width + 0.01;
            let wide = shaped.measure(f32::MAX, style.size).width + 0.01;
            least[column] = least[column].max(narrow + beside);
            whole[column] = whole[column].max(wide + beside);
        }
    }
    let (sum, needed): (f32, f32) = (whole.iter().sum(), least.iter().sum());
    if sum <= width || needed >= width {
        return if sum <= width { whole } else { least };
    }
    let share = (width - needed) / (sum - needed);
    let grown = least.iter().zip(&whole).map(|(least, whole)| least + (whole - least) * share);
    grown.collect()
}
