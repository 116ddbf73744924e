extension Matrix {
    /// X^T D X, where X is this matrix and D the diagonal matrix of `weights` (nil: all one), each at least 0.
    ///
    /// Runs in blocks of rows: memory beyond the result is one block.
    package func gram(weights: [Double]? = nil) -> Matrix {
        precondition(weights.map { $0.count == rows } ?? true, "one weight for each row")
        var result = Matrix(rows: columns, columns: columns)
        var scaled = ScaledBlock(columns: columns, hasUnitColumn: false)
        for block in RowBlock.ranges(rows: rows, columns: columns) {
            let source = elements.span.extracting(block.lowerBound * columns..<block.upperBound * columns)
            scaled.fill(from: source, Array(0..<block.count)) { weights?[block.lowerBound + $0] ?? 1 }
            scaled.addGram(to: &result, row: 0, column: 0, sign: 1)
        }
        result.mirrorLowerTriangle(row: 0, column: 0, order: columns)
        return result
    }

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

    /// An empty block for matrices of `columns` columns.
    package init(columns: Int, hasUnitColumn: Bool) {
        self.columns = columns
        width = hasUnitColumn ? columns + 1 : columns
    }

    /// Takes those rows that `selection` lists of the block with `source`'s elements; `weight(row)` is at least 0.
    package mutating func fill(from source: Span<Double>, _ selection: [Int], weight: (Int) -> Double) {
        rows = selection.count
        if elements.count < rows * width { elements = [Double](repeating: 0, count: rows * width) }
        let columns = columns
        let width = width
        var target = elements.mutableSpan
        for (index, row) in selection.enumerated() {
            let root = weight(row).squareRoot()
            let values = source.extracting(row * columns..<(row + 1) * columns)
            let to = index * width
            for column in 0..<columns { target[to + column] = root * values[column] }
            if width > columns { target[to + columns] = root }
        }
    }

    /// Adds `sign` X^T D X to the lower triangle of the block of `result` that starts at `row`, `column`.
    package func addGram(to result: inout Matrix, row: Int, column: Int, sign: Double) {
        precondition(
            row >= 0 && column >= 0 && row + width <= result.rows && column + width <= result.columns)
        let stride = result.columns
        guard width > 0 else { return }
        var target = result.elements.mutableSpan
        BLAS.addGram(
            n: width, k: rows, alpha: sign, a: elements.span, strideA: width, c: &target,
            offsetC: row * stride + column, strideC: stride)
    }
}
