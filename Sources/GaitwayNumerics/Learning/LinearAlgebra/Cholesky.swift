// SPDX-License-Identifier: Apache-2.0
/// The factor L of a symmetric positive definite matrix A = L L^T, L lower triangular.
package struct Cholesky: Sendable {
    /// Why there is no factor.
    package struct NotPositiveDefinite: Error, Sendable, Hashable, CustomStringConvertible {
        /// The order of the first leading minor that is not positive, from 1.
        package let leadingMinor: Int

        /// The failing minor, in words.
        package var description: String {
            "the matrix is not positive definite: its leading minor of order \(leadingMinor) is not positive"
        }
    }

    /// n, the number of rows and columns of A.
    package let order: Int
    /// L in the lower triangle; above the diagonal is what A held there.
    private var factor: Matrix

    /// Factors a matrix, and reads its lower triangle only.
    ///
    /// - Throws: ``NotPositiveDefinite``, also when an element is NaN.
    package init(_ matrix: consuming Matrix) throws(NotPositiveDefinite) {
        precondition(matrix.rows == matrix.columns, "only a square matrix has a Cholesky factor")
        let order = matrix.rows
        self.order = order
        factor = consume matrix
        var span = factor.elements.mutableSpan
        let minor = BLAS.potrf(n: order, a: &span)
        if minor != 0 { throw NotPositiveDefinite(leadingMinor: max(1, minor)) }
        // A NaN does not make LAPACK stop in every version; it ends on the diagonal.
        for index in 0..<order where !(factor[index, index] > 0) {
            throw NotPositiveDefinite(leadingMinor: index + 1)
        }
    }

    /// The element of L.
    package subscript(row: Int, column: Int) -> Double { column > row ? 0 : factor[row, column] }

    /// Solves A x = b in place. Several right-hand sides lie one after the other, `order` elements each.
    package func solve(_ rightHandSides: inout MutableSpan<Double>) {
        precondition(order == 0 || rightHandSides.count % order == 0, "right-hand sides are whole vectors")
        guard order > 0 else { return }
        BLAS.potrs(n: order, count: rightHandSides.count / order, factor: factor.elements.span, b: &rightHandSides)
    }

    /// Solves L x = b in place: what turns a difference into independent unit variances.
    package func whiten(_ vector: inout MutableSpan<Double>) {
        BLAS.trsv(n: order, factor: factor.elements.span, b: &vector)
    }
}
