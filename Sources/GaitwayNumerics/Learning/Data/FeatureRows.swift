// SPDX-License-Identifier: Apache-2.0
/// The features of a training set, n x d, which solvers read in blocks of rows, pass after pass.
///
/// A ``LinearAlgebra/Matrix`` holds them all. Rows that lie in a file, or that are formed anew for each pass, take the
/// memory of one block, however many there are.
package protocol FeatureRows: Sendable {
    /// The number of rows, n.
    var rows: Int { get }
    /// The number of features, d.
    var columns: Int { get }
    /// Whether every element is known to be finite, so that a check is not needed.
    var areFinite: Bool { get }

    /// Gives the elements of rows `range`, row after row, to `body`: the same numbers each time. `buffer` is for rows
    /// that must be brought into memory; it is kept from one block to the next.
    ///
    /// - Throws: ``FitError/unreadable(rows:problem:)`` when they cannot be had.
    func withRows(_ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void) throws(FitError)
}

extension FeatureRows {
    /// Not known, unless the rows say so.
    package var areFinite: Bool { false }

    /// Gives all rows to `body` in order: which rows, and their elements.
    func forEachBlock(_ body: (Range<Int>, Span<Double>) -> Void) throws(FitError) {
        var buffer: [Double] = []
        for block in RowBlock.ranges(rows: rows, columns: columns) {
            try withRows(block, buffer: &buffer) { body(block, $0) }
        }
    }

    /// Gives the elements of each row to `body`, in order.
    package func forEachRow(_ body: (_ row: Int, _ elements: Span<Double>) -> Void) throws(FitError) {
        let columns = columns
        try forEachBlock { block, elements in
            for (index, row) in block.enumerated() {
                body(row, elements.extracting(index * columns..<(index + 1) * columns))
            }
        }
    }

    /// Throws ``FitError/notFinite(row:column:)`` for the first element that is not as it must be.
    func check(_ isValid: (Double) -> Bool) throws(FitError) {
        var fault: FitError?
        let columns = columns
        try forEachBlock { block, elements in
            guard fault == nil else { return }
            for index in elements.indices where !isValid(elements[index]) {
                fault = .notFinite(row: block.lowerBound + index / columns, column: index % columns)
                return
            }
        }
        if let fault { throw fault }
    }

    /// Some columns of all rows, n x c, in memory.
    package func matrix(ofColumns selection: [Int]) throws(FitError) -> Matrix {
        var matrix = Matrix(rows: rows, columns: selection.count)
        let columns = columns
        try forEachBlock { block, source in
            matrix.withMutableElements { elements in
                var place = block.lowerBound * selection.count
                for row in 0..<block.count {
                    for column in selection {
                        elements[place] = source[row * columns + column]
                        place += 1
                    }
                }
            }
        }
        return matrix
    }
}

extension Matrix: FeatureRows {
    /// The rows where they lie.
    package func withRows(
        _ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void
    ) throws(FitError) {
        body(elements.span.extracting(range.lowerBound * columns..<range.upperBound * columns))
    }
}
