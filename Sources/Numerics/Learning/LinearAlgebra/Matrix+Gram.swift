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
            scaled.fill(from: source, rows: block.count) { weights?[block.lowerBound + $0] ?? 1 }
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

/// Rows that are gathered one at a time, each times the root of a weight, for a symmetric product as of a
/// ``ScaledBlock``.
package struct GatheredRows {
    /// How many rows a product is worth forming for.
    private static let most = 128

    private let columns: Int
    private var elements: [Double] = []

    /// No rows, of `columns` elements each.
    package init(columns: Int) { self.columns = columns }

    /// Whether it is time to add the product.
    package var isFull: Bool { elements.count >= Self.most * columns }

    /// Takes a row and a weight of at least 0; elements that `row` lacks are 1 times the root of the weight.
    package mutating func append(_ row: Span<Double>, weight: Double) {
        precondition(row.count <= columns, "a row as long as the others")
        let root = weight.squareRoot()
        let start = elements.count
        elements.append(contentsOf: repeatElement(root, count: columns))
        var target = elements.mutableSpan
        for column in row.indices { target[start + column] = root * row[column] }
    }

    /// Adds `sign` X^T D X to the lower triangle of the block of `result` that starts at `row`, `column`, and lets the
    /// rows go.
    package mutating func addGram(to result: inout Matrix, row: Int, column: Int, sign: Double) {
        precondition(
            row >= 0 && column >= 0 && row + columns <= result.rows && column + columns <= result.columns)
        guard columns > 0 else { return }
        let stride = result.columns
        var target = result.elements.mutableSpan
        BLAS.addGram(
            n: columns, k: elements.count / columns, alpha: sign, a: elements.span, strideA: columns, c: &target,
            offsetC: row * stride + column, strideC: stride)
        elements.removeAll(keepingCapacity: true)
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

    /// Takes the `count` rows of the block with `source`'s elements; `weight(row)` is at least 0.
    package mutating func fill(from source: Span<Double>, rows count: Int, weight: (Int) -> Double) {
        rows = count
        if elements.count < rows * width { elements = [Double](repeating: 0, count: rows * width) }
        let columns = columns
        let width = width
        var target = elements.mutableSpan
        for row in 0..<count {
            let root = weight(row).squareRoot()
            let values = source.extracting(row * columns..<(row + 1) * columns)
            let to = row * width
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
