// SPDX-License-Identifier: Apache-2.0
/// The solutions of A v = λ B v for symmetric A and symmetric positive definite B, by LAPACK's `dsygv`.
///
/// The vectors are independent under B: v_iᵀ B v_j is 1 for i = j and else 0. With the unit matrix as B they are the
/// eigenvectors of A.
package struct GeneralizedEigen: Sendable {
    /// Why there are no solutions.
    package enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
        /// B is not positive definite, or an element is not finite.
        case notPositiveDefinite
        /// The iteration did not end.
        case notConverged
        /// The library for matrices is not there.
        case libraryMissing(OpenBLAS.Missing)

        /// The fault in words.
        package var description: String {
            switch self {
            case .notPositiveDefinite: "the matrix that vectors are measured by is not positive definite"
            case .notConverged: "the eigenvalues were not found"
            case .libraryMissing(let fault): fault.description
            }
        }
    }

    /// The eigenvalues, the greatest first.
    package let values: [Double]
    /// The eigenvectors, one a row, in the order of ``values``. The element of the greatest magnitude is positive.
    package let vectors: Matrix

    /// Solves for the `count` greatest eigenvalues, and reads the lower triangles only.
    package init(_ a: Matrix, relativeTo b: Matrix, count: Int) throws(Fault) {
        let order = a.rows
        precondition(a.columns == order && b.rows == order && b.columns == order, "square matrices of one order")
        precondition(count >= 0 && count <= order, "as many eigenvalues as rows at most")
        do throws(OpenBLAS.Missing) { try OpenBLAS.loadAlways() } catch { throw .libraryMissing(error) }
        for row in 0..<order {
            for column in 0...row where !a[row, column].isFinite || !b[row, column].isFinite {
                throw .notPositiveDefinite
            }
        }
        var (vectors, factor) = (a.elements, b.elements)
        var rising = [Double](repeating: 0, count: order)
        var vectorSpan = vectors.mutableSpan
        var factorSpan = factor.mutableSpan
        var valueSpan = rising.mutableSpan
        let info = BLAS.sygv(n: order, a: &vectorSpan, b: &factorSpan, values: &valueSpan)
        guard info <= order else { throw .notPositiveDefinite }
        guard info == 0 else { throw .notConverged }
        values = Array(rising.suffix(count).reversed())
        var rows: [Double] = []
        for place in (order - count..<order).reversed() {
            let vector = vectors[place * order..<(place + 1) * order]
            // LAPACK leaves the sign open, and a picture should not be mirrored from one processor to the next.
            let greatest = vector.max { $0.magnitude < $1.magnitude } ?? 0
            rows += greatest < 0 ? vector.map { -$0 } : Array(vector)
        }
        self.vectors = Matrix(rows: count, columns: order, elements: rows)
    }
}
