/// Whether a factor of a product is taken as it is or with rows and columns exchanged.
package enum Orientation: Sendable, Hashable {
    case plain
    case transposed
}

extension Matrix {
    /// C = alpha op(A) op(B) + beta C, where C is this matrix and op(A) is A or A^T.
    ///
    /// With beta 0, what C held before does not matter, not even NaN.
    package mutating func formProduct(
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
    package func times(_ right: Matrix) -> Matrix {
        var result = Matrix(rows: rows, columns: right.columns)
        result.formProduct(self, right)
        return result
    }

    /// y = alpha op(A) x + beta y, where A is this matrix.
    package func multiply(
        _ vector: Span<Double>, orientation: Orientation = .plain, alpha: Double = 1, beta: Double = 0,
        into result: inout MutableSpan<Double>
    ) {
        BLAS.gemv(
            m: rows, n: columns, alpha: alpha, a: elements.span, strideA: columns,
            transposing: orientation == .transposed, x: vector, beta: beta, y: &result)
    }

    /// A x
    package func times(_ vector: [Double]) -> [Double] {
        var result = [Double](repeating: 0, count: rows)
        var span = result.mutableSpan
        multiply(vector.span, into: &span)
        return result
    }
}
