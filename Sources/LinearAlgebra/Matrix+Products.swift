/// Whether a factor of a product is taken as it is or with rows and columns exchanged.
public enum Orientation: Sendable, Hashable {
    case plain
    case transposed
}

extension Matrix {
    /// C = alpha op(A) op(B) + beta C, where C is this matrix and op(A) is A or A^T.
    ///
    /// With beta 0, what C held before does not matter, not even NaN.
    public mutating func formProduct(
        _ left: Matrix, _ right: Matrix, left leftOrientation: Orientation = .plain,
        right rightOrientation: Orientation = .plain, alpha: Double = 1, beta: Double = 0
    ) {
        let inner = leftOrientation == .plain ? left.columns : left.rows
        precondition(
            (leftOrientation == .plain ? left.rows : left.columns) == rows
                && (rightOrientation == .plain ? right.columns : right.rows) == columns
                && (rightOrientation == .plain ? right.rows : right.columns) == inner,
            "the extents of the product do not fit")
        let columns = columns
        let rows = rows
        var result = elements.mutableSpan
        BLAS.gemm(
            m: rows, n: columns, k: inner, alpha: alpha, a: left.elements.span, strideA: left.columns,
            transposingA: leftOrientation == .transposed, b: right.elements.span, strideB: right.columns,
            transposingB: rightOrientation == .transposed, beta: beta, c: &result, strideC: columns)
    }

    /// A B
    public func times(_ right: Matrix) -> Matrix {
        var result = Matrix(rows: rows, columns: right.columns)
        result.formProduct(self, right)
        return result
    }

    /// y = alpha op(A) x + beta y, where A is this matrix.
    public func multiply(
        _ vector: Span<Double>, orientation: Orientation = .plain, alpha: Double = 1, beta: Double = 0,
        into result: inout MutableSpan<Double>
    ) {
        BLAS.gemv(
            m: rows, n: columns, alpha: alpha, a: elements.span, strideA: columns,
            transposing: orientation == .transposed, x: vector, beta: beta, y: &result)
    }

    /// A x
    public func times(_ vector: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: rows)
        var span = result.mutableSpan
        multiply(vector.span, into: &span)
        return result
    }

    /// Z = X W^T for some rows of X, which is this matrix: rows `block` of X times the `outputs` rows of W, each of which
    /// starts `stride` elements after the one before. Z is written row after row, `outputs` to a row.
    package func multiplyRows(
        _ block: Range<Int>, transposedWeights: Span<Double>, outputs: Int, stride: Int,
        into result: inout MutableSpan<Double>
    ) {
        BLAS.gemm(
            m: block.count, n: outputs, k: columns, alpha: 1,
            a: elements.span.extracting(block.lowerBound * columns..<block.upperBound * columns),
            strideA: columns, transposingA: false, b: transposedWeights, strideB: stride,
            transposingB: true, beta: 0, c: &result, strideC: outputs)
    }

    /// G += R^T X for some rows of X, which is this matrix: R has a row of `outputs` for each row of `block`; row j of G
    /// starts at j * `stride`.
    package func addTransposedProduct(
        ofRows block: Range<Int>, with residuals: Span<Double>, outputs: Int, stride: Int,
        to result: inout MutableSpan<Double>
    ) {
        BLAS.gemm(
            m: outputs, n: columns, k: block.count, alpha: 1, a: residuals, strideA: outputs,
            transposingA: true,
            b: elements.span.extracting(block.lowerBound * columns..<block.upperBound * columns),
            strideB: columns, transposingB: false, beta: 1, c: &result, strideC: stride)
    }
}
