// SPDX-License-Identifier: Apache-2.0
extension Matrix {
    /// Copies the lower triangle of a square block on the diagonal, or of a symmetric block elsewhere, to the upper.
    package mutating func mirrorLowerTriangle(row: Int, column: Int, order: Int) {
        precondition(row >= 0 && column >= 0 && row + order <= rows && column + order <= columns)
        let width = columns
        var all = elements.mutableSpan
        for i in 0..<order {
            for j in 0..<i { all[(row + j) * width + column + i] = all[(row + i) * width + column + j] }
        }
    }
}

/// Rows of a block, each times the root of a weight, with a last column of ones if wanted: the factor of a symmetric
/// product X^T D X = (D^1/2 X)^T (D^1/2 X), which takes half the work of a general one.
package struct ScaledBlock {
    private let columns: Int
    private let width: Int
    private var elements: [Double] = []
    private var rows = 0

    /// How many rows that are appended one at a time a product is worth forming for.
    private static let enoughRows = 128

    /// An empty block for matrices of `columns` columns.
    package init(columns: Int, hasUnitColumn: Bool) {
        self.columns = columns
        width = hasUnitColumn ? columns + 1 : columns
    }

    /// Takes the `count` rows of the block with `source`'s elements; `weight(row)` is at least 0.
    package mutating func fill(from source: Span<Double>, rows count: Int, weight: (Int) -> Double) {
        rows = count
        if elements.count < rows * width { elements = [Double](repeating: 0, count: rows * width) }
        let (columns, width) = (columns, width)
        var target = elements.mutableSpan
        for row in 0..<count {
            let values = source.extracting(row * columns..<(row + 1) * columns)
            Self.store(values, times: weight(row).squareRoot(), to: &target, at: row * width, width: width)
        }
    }

    /// Whether enough rows were appended for a product.
    package var isFull: Bool { rows >= Self.enoughRows }

    /// Takes a further row and its weight of at least 0.
    package mutating func append(_ row: Span<Double>, weight: Double) {
        precondition(row.count == columns, "a row as long as the others")
        if elements.count < (rows + 1) * width {
            elements += [Double](repeating: 0, count: Self.enoughRows * width)
        }
        let (start, width) = (rows * width, width)
        var target = elements.mutableSpan
        Self.store(row, times: weight.squareRoot(), to: &target, at: start, width: width)
        rows += 1
    }

    /// Lets all rows go.
    package mutating func removeAll() { rows = 0 }

    @inline(__always)
    private static func store(
        _ row: Span<Double>, times root: Double, to target: inout MutableSpan<Double>, at start: Int, width: Int
    ) {
        for column in row.indices { target[start + column] = root * row[column] }
        if width > row.count { target[start + row.count] = root }
    }

    /// Adds `sign` X^T D X to the lower triangle of the block of `result` that starts at `row`, `column`.
    package func addGram(to result: inout Matrix, row: Int, column: Int, sign: Double) {
        precondition(row >= 0 && column >= 0 && row + width <= result.rows && column + width <= result.columns)
        let stride = result.columns
        guard width > 0 else { return }
        var target = result.elements.mutableSpan
        BLAS.addGram(
            n: width, k: rows, alpha: sign, a: elements.span, strideA: width, c: &target,
            offsetC: row * stride + column, strideC: stride)
    }
}
