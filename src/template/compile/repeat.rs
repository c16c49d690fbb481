//! Evaluates `data-repeat`, which draws an element or a group several times, a step apart. A card's face comes in, the faces and
//! shifts of the repetitions go out. [`super::compiled`] holds the data; drawing and checks call it.

use crate::cards::{Face, Field, Number, Sum, ValueFault};

use super::compiled::{Repeat, Times, Way};

/// The number of a repetition, from 1.
pub const NUMBER: &str = "i";
/// The same from 0.
pub const INDEX: &str = "index";
/// The word of a repetition over words.
pub const WORD: &str = "item";

/// Fields that exist only inside a repetition.
pub const LOCAL: [&str; 3] = [NUMBER, INDEX, WORD];

/// How often something is drawn at most.
pub const MOST_TIMES: usize = 500;

impl Way {
    /// How far the repetition `at` of `count` is moved, in millimetres of the root.
    pub fn shift(&self, at: usize, count: usize) -> (f64, f64) {
        let row_length = self.per_row.unwrap_or(count).max(1);
        let (row, column) = (at / row_length, at % row_length);
        let in_row = row_length.min(count - row * row_length);
        #[allow(clippy::cast_precision_loss)]
        let along = column as f64 - self.anchor * (in_row - 1) as f64;
        #[allow(clippy::cast_precision_loss)]
        let down = if self.per_row.is_some() { row as f64 } else { along };
        let (x, y) = (self.step.0 * along, self.step.1 * down);
        let [a, b, c, d] = self.linear;
        (a * x + c * y, b * x + d * y)
    }
}

impl Repeat {
    /// The faces of the repetitions, in their order: one each, or as many times `None` when the face itself does.
    ///
    /// # Errors
    /// A value that is no number of times, or too large a one.
    pub fn faces(&self, face: &Face) -> Result<Vec<Option<Face>>, ValueFault> {
        let words = match &self.times {
            Times::Words(field) => words(face.text(field)).collect(),
            Times::Number(_) => Vec::new(),
        };
        let count = match &self.times {
            Times::Words(_) => words.len(),
            Times::Number(sum) => match sum.value(face).map_err(|fault| of_words(sum, fault))? {
                None => 0,
                Some(number) => times(sum, number)?,
            },
        };
        if count > MOST_TIMES {
            return Err(self.fault(format!("something is drawn {count} times")));
        }
        let local = |at: usize| {
            let mut local =
                vec![(NUMBER, plain((at + 1).to_string())), (INDEX, plain(at.to_string()))];
            if let (Times::Words(field), Some(word)) = (&self.times, words.get(at)) {
                let span = face.get(field).and_then(|field| field.span);
                let text = (*word).to_owned();
                local.push((WORD, Field { text, span }));
            }
            face.with_local(local)
        };
        Ok((0..count).map(|at| self.numbered.then(|| local(at))).collect())
    }

    /// How often it is drawn for a card; 0 when that cannot be said.
    pub fn count(&self, face: &Face) -> usize {
        match &self.times {
            Times::Words(field) => words(face.text(field)).count(),
            Times::Number(sum) => {
                let number = sum.value(face).ok().flatten();
                number.and_then(|n| times(sum, n).ok()).unwrap_or(0)
            }
        }
        .min(MOST_TIMES)
    }

    fn fault(&self, message: String) -> ValueFault {
        let field = self.times.fields().first().map(|field| (*field).to_owned());
        ValueFault { field, message, help: format!("{MOST_TIMES} times are the most") }
    }
}

impl Times {
    /// The fields that say how often.
    pub fn fields(&self) -> Vec<&str> {
        match self {
            Times::Words(field) => vec![field],
            Times::Number(sum) => sum.names().iter().map(|name| name.name.as_str()).collect(),
        }
    }
}

/// The words of a list, whether spaces or commas stand between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', ';', '\n', '\t']).filter(|word| !word.is_empty())
}

/// A field of words that is counted as a number: they are drawn one by one where `{{item}}` shows them.
fn of_words(sum: &Sum, fault: ValueFault) -> ValueFault {
    match sum {
        Sum::Field(_) => ValueFault {
            help: "write a whole number; to draw the words of a list one by one, show `{{item}}` inside".into(),
            ..fault
        },
        _ => fault,
    }
}

fn plain(text: String) -> Field {
    Field { text, span: None }
}

fn times(sum: &Sum, number: Number) -> Result<usize, ValueFault> {
    let whole = number.whole().and_then(|n| usize::try_from(n).ok());
    whole.ok_or_else(|| ValueFault {
        field: sum.names().first().map(|name| name.name.clone()),
        message: format!("something would be drawn {number} times"),
        help: "write a whole number, 0 or more".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAY: Way =
        Way { step: (4.0, 5.0), per_row: None, anchor: 0.0, linear: [1.0, 0.0, 0.0, 1.0] };

    fn shifts(way: Way, count: usize) -> Vec<(f64, f64)> {
        (0..count).map(|at| way.shift(at, count)).collect()
    }

    #[test]
    fn repetitions_stand_a_step_apart() {
        assert_eq!(shifts(WAY, 3), [(0.0, 0.0), (4.0, 5.0), (8.0, 10.0)]);
        let centred = Way { anchor: 0.5, ..WAY };
        assert_eq!(shifts(centred, 3), [(-4.0, -5.0), (0.0, 0.0), (4.0, 5.0)]);
    }

    #[test]
    fn rows_are_each_aligned() {
        let rows = Way { per_row: Some(2), anchor: 0.5, ..WAY };
        assert_eq!(shifts(rows, 3), [(-2.0, 0.0), (2.0, 0.0), (0.0, 5.0)]);
    }

    #[test]
    fn a_turned_group_turns_the_step() {
        let turned = Way { linear: [0.0, 1.0, -1.0, 0.0], ..WAY };
        assert_eq!(shifts(turned, 2), [(0.0, 0.0), (-5.0, 4.0)]);
    }
}
