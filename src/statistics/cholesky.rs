//! Linear equations with a symmetric positive definite matrix: the few that a tournament needs.

/// The lower triangle L with L Lᵀ the matrix.
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Takes the matrix apart, row by row. One that is not positive definite gives numbers that are not.
    pub fn new(size: usize, mut matrix: Vec<f64>) -> Self {
        for row in 0..size {
            for column in 0..=row {
                let products =
                    (0..column).map(|k| matrix[row * size + k] * matrix[column * size + k]);
                let rest = matrix[row * size + column] - products.sum::<f64>();
                matrix[row * size + column] = if row == column {
                    rest.sqrt()
                } else {
                    rest / matrix[column * size + column]
                };
            }
        }
        Cholesky {
            size,
            lower: matrix,
        }
    }

    /// The vector that the matrix turns into `right`, which has as many numbers as the matrix has rows.
    pub fn solve(&self, mut right: Vec<f64>) -> Vec<f64> {
        let at = |row: usize, column: usize| self.lower[row * self.size + column];
        for row in 0..self.size {
            let known: f64 = (0..row).map(|k| at(row, k) * right[k]).sum();
            right[row] = (right[row] - known) / at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|k| at(k, row) * right[k]).sum();
            right[row] = (right[row] - known) / at(row, row);
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solution_gives_the_right_side() {
        let matrix = [4.0, 12.0, -16.0, 12.0, 37.0, -43.0, -16.0, -43.0, 98.0];
        let solved = Cholesky::new(3, matrix.to_vec());
        assert_eq!(
            [0, 3, 4, 6, 7, 8].map(|at| solved.lower[at]),
            [2.0, 6.0, 1.0, -8.0, 5.0, 3.0]
        );
        assert_eq!(solved.solve(vec![0.0, 6.0, 39.0]), [1.0, 1.0, 1.0]);
    }
}
