// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport

extension SeededGenerator {
    /// A matrix of numbers in -1...1.
    mutating func matrix(_ rows: Int, _ columns: Int) -> Matrix {
        Matrix(rows: rows, columns: columns, elements: vector(rows * columns))
    }

    /// Numbers in -1...1.
    mutating func vector(_ count: Int) -> [Double] {
        (0..<count).map { _ in Double.random(in: -1...1, using: &self) }
    }
}

/// The largest difference of two matrices of one shape.
func largestDifference(_ left: Matrix, _ right: Matrix) -> Double {
    zip(left.elements, right.elements).map { ($0 - $1).magnitude }.max() ?? 0
}

/// The product by three loops: the oracle.
func naiveProduct(_ left: Matrix, _ right: Matrix) -> Matrix {
    var result = Matrix(rows: left.rows, columns: right.columns)
    for i in 0..<left.rows {
        for j in 0..<right.columns {
            for l in 0..<left.columns { result[i, j] += left[i, l] * right[l, j] }
        }
    }
    return result
}

/// The product of a matrix and a vector.
func naiveProduct(_ matrix: Matrix, _ vector: [Double]) -> [Double] {
    naiveProduct(matrix, Matrix(rows: vector.count, columns: 1, elements: vector)).elements
}
