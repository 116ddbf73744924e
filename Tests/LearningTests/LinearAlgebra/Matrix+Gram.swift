// SPDX-License-Identifier: Apache-2.0
@testable import GaitwayNumerics

extension Matrix {
    /// X^T D X, where X is this matrix and D the diagonal matrix of `weights` (nil: all one), each at least 0.
    ///
    /// Runs in blocks of rows: memory beyond the result is one block.
    func gram(weights: [Double]? = nil) -> Matrix {
        precondition(weights.map { $0.count == rows } ?? true, "one weight for each row")
        var result = Matrix(rows: columns, columns: columns)
        var scaled = ScaledBlock(columns: columns, hasUnitColumn: false)
        for block in RowBlock.ranges(rows: rows, columns: columns) {
            let source = elements.span.extracting(block.lowerBound * columns..<block.upperBound * columns)
            scaled.fill(from: source, rows: block.count) { weights?[block.lowerBound + $0] ?? 1 }
            scaled.addGram(to: &result, row: 0, column: 0, sign: 1)
        }
        result.mirrorLowerTriangle(row: 0, column: 0, order: columns)
        return result
    }
}
