// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayNumerics

/// Sums in one order: the same bits with vectors of every width, and the same numbers as OpenBLAS but for rounding.
@Suite struct FixedOrderTests {
    /// The routines for all widths that this processor has, the narrowest first.
    private let widths = [2, 4, 8].compactMap(FixedOrder.init(lanes:))

    /// The results of every routine on random matrices of such extents, by name.
    private func results(rows: Int, columns: Int, outputs: Int) throws -> [(name: String, values: [Double])] {
        var generator = SeededGenerator(seed: UInt64(rows * 1000 + columns * 10 + outputs))
        let matrix = generator.matrix(rows, columns)
        let weights = generator.vector(outputs * (columns + 1))
        let residuals = generator.vector(rows * outputs)
        var products = [Double](repeating: 7, count: rows * outputs)
        var gradient = generator.vector(outputs * (columns + 1))
        var (x, y) = (generator.vector(rows * columns), matrix.elements)
        var span = products.mutableSpan
        RowBlock.multiply(
            matrix.elements.span, rows: rows, columns: columns, transposedWeights: weights.span, outputs: outputs,
            stride: columns + 1, into: &span)
        var sums = gradient.mutableSpan
        RowBlock.addTransposedProduct(
            matrix.elements.span, rows: rows, columns: columns, with: residuals.span, outputs: outputs,
            stride: columns + 1, to: &sums)
        let numbers = [Vector.dot(x.span, y.span), Vector.norm(x.span)]
        var moved = y.mutableSpan
        Vector.add(0.3, times: x.span, to: &moved)
        var gram = matrix.gram()
        for index in 0..<columns { gram[index, index] += 0.1 }
        let factor = try Cholesky(gram)
        var solution = x.mutableSpan
        factor.solve(&solution)
        var white = Array(y.prefix(columns))
        var whiteSpan = white.mutableSpan
        factor.whiten(&whiteSpan)
        return [
            ("product", products), ("transposed product", gradient), ("dot and norm", numbers), ("sum", y),
            ("gram", gram.elements), ("solution", x), ("whitened", white),
        ]
    }

    @Test(arguments: [(1, 1, 1), (3, 5, 2), (8, 8, 8), (70, 41, 6), (37, 130, 9), (300, 129, 6), (20, 300, 7)])
    func everyWidthGivesTheSameBitsAndOpenBLASTheSameNumbers(rows: Int, columns: Int, outputs: Int) throws {
        let reference = try results(rows: rows, columns: columns, outputs: outputs)
        let narrow = try #require(widths.first)
        let first = try Arithmetic.$fixedOrder.withValue(narrow) {
            try results(rows: rows, columns: columns, outputs: outputs)
        }
        for (own, other) in zip(first, reference) {
            let scale = max(1, other.values.map(\.magnitude).max() ?? 1)
            let distance = zip(own.values, other.values).map { ($0 - $1).magnitude }.max() ?? 0
            // A solution of few rows in many columns is as good as its smallest curvature, 0.1, lets it be.
            #expect(distance <= 1e-11 * scale, "\(own.name) differs by \(distance)")
        }
        for wider in widths.dropFirst() {
            let others = try Arithmetic.$fixedOrder.withValue(wider) {
                try results(rows: rows, columns: columns, outputs: outputs)
            }
            for (own, other) in zip(first, others) {
                #expect(own.values.map(\.bitPattern) == other.values.map(\.bitPattern), "\(own.name)")
            }
        }
    }

    /// The order is what the header says, not only the same everywhere.
    @Test func aDotProductAddsEverySixteenth() throws {
        var generator = SeededGenerator(seed: 3)
        let (x, y) = (generator.vector(100), generator.vector(100))
        var sums = [Double](repeating: 0, count: 16)
        for index in 0..<96 { sums[index % 16] += x[index] * y[index] }
        let pairs = (0..<8).map { sums[$0] + sums[$0 + 8] }
        var sum = (pairs[0] + pairs[4]) + (pairs[1] + pairs[5]) + ((pairs[2] + pairs[6]) + (pairs[3] + pairs[7]))
        for index in 96..<100 { sum += x[index] * y[index] }
        for routines in widths {
            #expect(Arithmetic.$fixedOrder.withValue(routines) { Vector.dot(x.span, y.span) } == sum)
        }
    }

    @Test func aFactorNamesTheFailingMinorAndReadsTheLowerTriangleAlone() throws {
        var matrix = Matrix(rows: 200, columns: 200)
        for index in 0..<200 { matrix[index, index] = 4 }
        for row in 0..<200 { for column in row + 1..<200 { matrix[row, column] = .nan } }
        var spoilt = matrix
        spoilt[150, 150] = -1
        for routines in widths {
            let corner = try Arithmetic.$fixedOrder.withValue(routines) { try Cholesky(matrix)[199, 199] }
            #expect(corner == 2)
            let fault = Arithmetic.$fixedOrder.withValue(routines) {
                #expect(throws: Cholesky.NotPositiveDefinite.self) { try Cholesky(spoilt) }
            }
            #expect(fault?.leadingMinor == 151)
        }
    }

    @Test func aNormDoesNotOverflow() throws {
        let large = [3e200, -4e200]
        let widest = try #require(widths.last)
        Arithmetic.$fixedOrder.withValue(widest) {
            #expect((Vector.norm(large.span) / 5e200 - 1).magnitude < 1e-15)
            #expect(Vector.norm([0.0, 0].span) == 0)
            #expect(Vector.norm([1, Double.nan].span).isNaN)
            #expect(Vector.norm(Array<Double>().span) == 0)
        }
    }
}
