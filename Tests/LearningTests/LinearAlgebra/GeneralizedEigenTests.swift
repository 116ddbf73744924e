// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct GeneralizedEigenTests {
    private func symmetric(_ order: Int, seed: UInt64) -> Matrix {
        var generator = SeededGenerator(seed: seed)
        let matrix = generator.matrix(order, order)
        let transposed = matrix.transposed
        return Matrix(
            rows: order, columns: order, elements: zip(matrix.elements, transposed.elements).map { $0 + $1 })
    }

    private func positiveDefinite(_ order: Int, seed: UInt64) -> Matrix {
        var generator = SeededGenerator(seed: seed)
        var matrix = generator.matrix(order + 3, order).gram()
        for index in 0..<order { matrix[index, index] += 0.1 }
        return matrix
    }

    private func unit(_ order: Int) -> Matrix {
        var matrix = Matrix(rows: order, columns: order)
        for index in 0..<order { matrix[index, index] = 1 }
        return matrix
    }

    @Test(arguments: [1, 2, 7, 60, 150])
    func vectorsSolveAndAreIndependent(order: Int) throws {
        let (a, b) = (symmetric(order, seed: 1), positiveDefinite(order, seed: 2))
        let solution = try GeneralizedEigen(a, relativeTo: b, count: order)
        let vectors = solution.vectors.transposed
        var scaled = naiveProduct(b, vectors)
        for row in 0..<order { for column in 0..<order { scaled[row, column] *= solution.values[column] } }
        #expect(largestDifference(naiveProduct(a, vectors), scaled) < 1e-7)
        let products = naiveProduct(solution.vectors, naiveProduct(b, vectors))
        #expect(largestDifference(products, unit(order)) < 1e-8)
        #expect(solution.values == solution.values.sorted(by: >))
    }

    @Test func whiteningAndRotationsGiveTheSameValues() throws {
        let order = 12
        let (a, b) = (symmetric(order, seed: 3), positiveDefinite(order, seed: 4))
        // L^-1 A L^-T, whose eigenvalues are those of the pair.
        let factor = try Cholesky(b)
        func whitened(_ matrix: Matrix) -> Matrix {
            var result = Matrix(rows: order, columns: order)
            for column in 0..<order {
                var vector = (0..<order).map { matrix[$0, column] }
                var span = vector.mutableSpan
                factor.whiten(&span)
                for row in 0..<order { result[row, column] = vector[row] }
            }
            return result
        }
        let expected = jacobiValues(whitened(whitened(a).transposed))
        let values = try GeneralizedEigen(a, relativeTo: b, count: order).values
        #expect(zip(values, expected).allSatisfy { ($0 - $1).magnitude < 1e-9 * (1 + $1.magnitude) })
    }

    @Test func theGreatestComeFirstAndSignsAreFixed() throws {
        let solution = try GeneralizedEigen(
            Matrix([[2, 0, 0], [0, -5, 0], [0, 0, 9]]), relativeTo: unit(3), count: 2)
        #expect(solution.values == [9, 2])
        #expect(solution.vectors == Matrix([[0, 0, 1], [1, 0, 0]]))
    }

    @Test func onlyLowerTrianglesAreRead() throws {
        let (a, b) = (symmetric(5, seed: 5), positiveDefinite(5, seed: 6))
        var (spoiltA, spoiltB) = (a, b)
        for row in 0..<5 { for column in row + 1..<5 { (spoiltA[row, column], spoiltB[row, column]) = (.nan, .nan) } }
        let expected = try GeneralizedEigen(a, relativeTo: b, count: 5)
        #expect(try GeneralizedEigen(spoiltA, relativeTo: spoiltB, count: 5).vectors == expected.vectors)
    }

    @Test func aMatrixThatIsNotPositiveDefiniteIsRefused() {
        let a = unit(2)
        for b in [Matrix([[1, 0], [0, -1]]), Matrix([[0, 0], [0, 0]]), Matrix([[1, 0], [.nan, 1]])] {
            #expect(throws: GeneralizedEigen.Fault.notPositiveDefinite) {
                try GeneralizedEigen(a, relativeTo: b, count: 1)
            }
        }
    }

    /// The eigenvalues of a symmetric matrix, the greatest first, by Jacobi's rotations: the second solver.
    private func jacobiValues(_ matrix: Matrix) -> [Double] {
        var a = matrix
        let order = a.rows
        for _ in 0..<50 {
            for p in 0..<order {
                for q in p + 1..<order where a[p, q] != 0 {
                    let ratio = (a[q, q] - a[p, p]) / (2 * a[p, q])
                    let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (1 + ratio * ratio).squareRoot())
                    let cosine = 1 / (1 + tangent * tangent).squareRoot()
                    let sine = tangent * cosine
                    for k in 0..<order {
                        let (left, right) = (a[k, p], a[k, q])
                        a[k, p] = cosine * left - sine * right
                        a[k, q] = sine * left + cosine * right
                    }
                    for k in 0..<order {
                        let (upper, lower) = (a[p, k], a[q, k])
                        a[p, k] = cosine * upper - sine * lower
                        a[q, k] = sine * upper + cosine * lower
                    }
                }
            }
        }
        return (0..<order).map { a[$0, $0] }.sorted(by: >)
    }
}
