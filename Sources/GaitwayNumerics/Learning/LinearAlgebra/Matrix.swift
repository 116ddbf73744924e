// SPDX-License-Identifier: Apache-2.0
/// A dense matrix of Doubles, row after row in one array.
package struct Matrix: Sendable, Hashable {
    package let rows: Int
    package let columns: Int
    /// The elements, row after row; `rows * columns` of them.
    ///
    /// `elements.span.extracting(rowRange(i))` is row i without a copy.
    package internal(set) var elements: [Double]

    /// A matrix that holds `value` everywhere.
    package init(rows: Int, columns: Int, repeating value: Double = 0) {
        precondition(rows >= 0 && columns >= 0, "a matrix has no negative extent")
        self.rows = rows
        self.columns = columns
        elements = [Double](repeating: value, count: rows * columns)
    }

    /// A matrix of `rows * columns` elements, given row after row.
    package init(rows: Int, columns: Int, elements: [Double]) {
        precondition(rows >= 0 && columns >= 0 && elements.count == rows * columns, "extents and elements differ")
        self.rows = rows
        self.columns = columns
        self.elements = elements
    }

    /// A matrix from its rows, all of one length.
    package init(_ rows: [[Double]]) {
        let columns = rows.first?.count ?? 0
        precondition(rows.allSatisfy { $0.count == columns }, "rows of different lengths")
        self.init(rows: rows.count, columns: columns, elements: rows.flatMap { $0 })
    }

    package subscript(row: Int, column: Int) -> Double {
        get {
            precondition(row >= 0 && row < rows && column >= 0 && column < columns, "outside of the matrix")
            return elements[row * columns + column]
        }
        set {
            precondition(row >= 0 && row < rows && column >= 0 && column < columns, "outside of the matrix")
            elements[row * columns + column] = newValue
        }
    }

    /// Where row `row` lies in ``elements``.
    package func rowRange(_ row: Int) -> Range<Int> {
        precondition(row >= 0 && row < rows, "outside of the matrix")
        return row * columns..<(row + 1) * columns
    }

    /// Gives all elements, row after row, to `body` to change in place.
    package mutating func withMutableElements<Result, Failure: Error>(
        _ body: (inout MutableSpan<Double>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var all = elements.mutableSpan
        return try body(&all)
    }

    /// The matrix with rows and columns exchanged.
    package var transposed: Matrix {
        var result = Matrix(rows: columns, columns: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                result.elements[column * rows + row] = elements[row * columns + column]
            }
        }
        return result
    }
}
