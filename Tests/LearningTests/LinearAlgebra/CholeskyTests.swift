// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct CholeskyTests {
    private func positiveDefinite(_ order: Int, seed: UInt64) -> Matrix {
        var generator = SeededGenerator(seed: seed)
        var matrix = generator.matrix(order + 3, order).gram()
        for index in 0..<order { matrix[index, index] += 0.1 }
        return matrix
    }

    @Test(arguments: [1, 2, 5, 40, 130])
    func factorTimesItsTransposeIsTheMatrix(order: Int) throws {
        let matrix = positiveDefinite(order, seed: 4)
        let cholesky = try Cholesky(matrix)
        var lower = Matrix(rows: order, columns: order)
        for row in 0..<order { for column in 0...row { lower[row, column] = cholesky[row, column] } }
        #expect(largestDifference(naiveProduct(lower, lower.transposed), matrix) < 1e-11)
        #expect(order < 2 || cholesky[0, 1] == 0)
    }

    @Test func onlyTheLowerTriangleIsRead() throws {
        let matrix = positiveDefinite(6, seed: 5)
        var spoilt = matrix
        for row in 0..<6 { for column in row + 1..<6 { spoilt[row, column] = .nan } }
        var fromLowerTriangle = [1.0, 2, 3, 4, 5, 6]
        var fromBoth = fromLowerTriangle
        var span = fromLowerTriangle.mutableSpan
        try Cholesky(spoilt).solve(&span)
        var otherSpan = fromBoth.mutableSpan
        try Cholesky(matrix).solve(&otherSpan)
        #expect(fromLowerTriangle == fromBoth)
    }

    @Test func solutionsSolve() throws {
        var generator = SeededGenerator(seed: 6)
        let matrix = positiveDefinite(20, seed: 6)
        let cholesky = try Cholesky(matrix)
        let first = generator.vector(20)
        let second = generator.vector(20)
        var both = naiveProduct(matrix, first) + naiveProduct(matrix, second)
        var span = both.mutableSpan
        cholesky.solve(&span)
        #expect(zip(both, first + second).allSatisfy { ($0 - $1).magnitude < 1e-9 })
    }

    @Test func whitenedVectorOfATwoByTwoMatrix() throws {
        let cholesky = try Cholesky(Matrix([[4, 1], [1, 3]]))
        var difference = [1.0, 2.0]
        var span = difference.mutableSpan
        cholesky.whiten(&span)
        // d^T A^-1 d; the inverse is [[3, -1], [-1, 4]] / 11.
        let distance = difference.reduce(0) { $0 + $1 * $1 }
        #expect((distance - 15.0 / 11).magnitude < 1e-14)
    }

    @Test func failingMinorIsNamed() {
        #expect(throws: Cholesky.NotPositiveDefinite.self) { try Cholesky(Matrix([[0]])) }
        do throws(Cholesky.NotPositiveDefinite) {
            _ = try Cholesky(Matrix([[1, 0, 0], [0, -1, 0], [0, 0, 1]]))
            Issue.record("an indefinite matrix was factored")
        } catch {
            #expect(error.leadingMinor == 2)
        }
        #expect(throws: Cholesky.NotPositiveDefinite.self) { try Cholesky(Matrix([[1, 0], [.nan, 1]])) }
    }
}
