// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct MatrixTests {
    @Test func rowsLieOneAfterTheOther() {
        var matrix = Matrix([[1, 2, 3], [4, 5, 6]])
        #expect(matrix.elements == [1, 2, 3, 4, 5, 6])
        #expect(matrix[1, 0] == 4)
        #expect(Array(matrix.elements[matrix.rowRange(1)]) == [4, 5, 6])
        matrix.withMutableElements { elements in elements[2] = 9 }
        #expect(matrix[0, 2] == 9)
        #expect(matrix.transposed == Matrix([[1, 4], [2, 5], [9, 6]]))
        #expect(matrix.transposed.transposed == matrix)
    }

    /// Weights with an intercept behind each row of them, which the product of a block leaves out.
    @Test func productsOfRowBlocksAgreeWithThreeLoops() {
        var generator = SeededGenerator(seed: 1)
        for (rows, columns, outputs) in [(1, 1, 1), (3, 5, 2), (17, 4, 33), (64, 65, 6), (2, 0, 1)] {
            let block = generator.matrix(rows, columns)
            let parameters = generator.matrix(outputs, columns + 1)
            let weights = Matrix(
                rows: outputs, columns: columns,
                elements: (0..<outputs).flatMap { parameters.elements[parameters.rowRange($0)].dropLast() })
            // What the result held before does not matter, not even NaN.
            var result = Matrix(rows: rows, columns: outputs, repeating: .nan)
            result.withMutableElements { result in
                RowBlock.multiply(
                    block.elements.span, rows: rows, columns: columns, transposedWeights: parameters.elements.span,
                    outputs: outputs, stride: columns + 1, into: &result)
            }
            #expect(largestDifference(result, naiveProduct(block, weights.transposed)) < 1e-12)

            var sums = parameters
            sums.withMutableElements { sums in
                RowBlock.addTransposedProduct(
                    block.elements.span, rows: rows, columns: columns, with: result.elements.span, outputs: outputs,
                    stride: columns + 1, to: &sums)
            }
            let added = naiveProduct(result.transposed, block)
            for output in 0..<outputs {
                for column in 0..<columns {
                    let expected = parameters[output, column] + added[output, column]
                    #expect((sums[output, column] - expected).magnitude < 1e-11)
                }
                #expect(sums[output, columns] == parameters[output, columns])
            }
        }
    }

    @Test(arguments: [0, 1, 2, 50, 3000])
    func gramAgreesWithAProduct(rows: Int) {
        var generator = SeededGenerator(seed: 3)
        let matrix = generator.matrix(rows, 37)
        let weights = (0..<rows).map { _ in Double.random(in: 0...2, using: &generator) }
        var weighted = matrix
        for row in 0..<rows { for column in 0..<37 { weighted[row, column] *= weights[row] } }
        let expected = naiveProduct(matrix.transposed, weighted)
        let gram = matrix.gram(weights: weights)
        #expect(largestDifference(gram, expected) < 1e-10)
        #expect(gram == gram.transposed)
        #expect(largestDifference(matrix.gram(), naiveProduct(matrix.transposed, matrix)) < 1e-10)
    }

    @Test func emptyMatricesAreHarmless() {
        let none = Matrix(rows: 0, columns: 3)
        #expect(none.transposed.rows == 3)
        #expect(none.gram() == Matrix(rows: 3, columns: 3))
    }

    @Test func vectorOperations() {
        let x = [3.0, -4.0]
        var y = [1.0, 1.0]
        #expect(Vector.dot(x.span, y.span) == -1)
        #expect(Vector.norm(x.span) == 5)
        #expect((Vector.norm([3e200, 4e200].span) / 5e200 - 1).magnitude < 1e-15)
        var span = y.mutableSpan
        Vector.add(2, times: x.span, to: &span)
        #expect(y == [7, -7])
        #expect(Vector.largestMagnitude(x.span) == 4)
        #expect(Vector.largestMagnitude([1, .nan, 2].span).isNaN)
        #expect(Vector.largestMagnitude([Double]().span) == 0)
    }
}
