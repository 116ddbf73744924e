import LinearAlgebra
import TestSupport
import Testing

@Suite struct MatrixTests {
    @Test func rowsLieOneAfterTheOther() {
        var matrix = Matrix([[1, 2, 3], [4, 5, 6]])
        #expect(matrix.elements == [1, 2, 3, 4, 5, 6])
        #expect(matrix[1, 0] == 4)
        #expect(matrix.withRow(1) { row in (0..<row.count).map { row[$0] } } == [4, 5, 6])
        matrix.withMutableElements { elements in elements[2] = 9 }
        #expect(matrix[0, 2] == 9)
        #expect(matrix.transposed == Matrix([[1, 4], [2, 5], [9, 6]]))
        #expect(matrix.transposed.transposed == matrix)
    }

    @Test func allOrientationsAgreeWithThreeLoops() {
        var generator = SeededGenerator(seed: 1)
        for (rows, inner, columns) in [(1, 1, 1), (3, 5, 2), (17, 4, 33), (64, 65, 6)] {
            let left = generator.matrix(rows, inner)
            let right = generator.matrix(inner, columns)
            let expected = naiveProduct(left, right)
            #expect(largestDifference(left.times(right), expected) < 1e-12)
            let start = generator.matrix(rows, columns)
            var result = start
            result.formProduct(left.transposed, right, left: .transposed, alpha: 2, beta: -0.5)
            for index in result.elements.indices {
                let value = 2 * expected.elements[index] - 0.5 * start.elements[index]
                #expect((result.elements[index] - value).magnitude < 1e-12)
            }
            result.formProduct(left, right.transposed, right: .transposed)
            #expect(largestDifference(result, expected) < 1e-12)
            result.formProduct(left.transposed, right.transposed, left: .transposed, right: .transposed)
            #expect(largestDifference(result, expected) < 1e-12)
        }
    }

    @Test func productReplacesNotANumberWhenBetaIsZero() {
        var result = Matrix(rows: 2, columns: 2, repeating: .nan)
        result.formProduct(.identity(2), Matrix([[1, 2], [3, 4]]))
        #expect(result == Matrix([[1, 2], [3, 4]]))
    }

    @Test func vectorProductsAgreeWithMatrixProducts() {
        var generator = SeededGenerator(seed: 2)
        let matrix = generator.matrix(7, 4)
        let x = generator.vector(4)
        let expected = matrix.times(Matrix(rows: 4, columns: 1, elements: x)).elements
        #expect(zip(matrix.times(x), expected).allSatisfy { ($0 - $1).magnitude < 1e-14 })
        var back = [Double](repeating: 1, count: 4)
        var span = back.mutableSpan
        matrix.multiply(expected.span, orientation: .transposed, alpha: 3, beta: 2, into: &span)
        let oracle = matrix.transposed.times(expected)
        #expect(zip(back, oracle).allSatisfy { ($0 - (3 * $1 + 2)).magnitude < 1e-13 })
    }

    @Test(arguments: [0, 1, 2, 50, 3000])
    func gramAgreesWithAProduct(rows: Int) {
        var generator = SeededGenerator(seed: 3)
        let matrix = generator.matrix(rows, 37)
        let weights = (0..<rows).map { _ in Double.random(in: 0...2, using: &generator) }
        var weighted = matrix
        for row in 0..<rows { for column in 0..<37 { weighted[row, column] *= weights[row] } }
        var expected = Matrix(rows: 37, columns: 37)
        expected.formProduct(matrix, weighted, left: .transposed)
        let gram = matrix.gram(weights: weights)
        #expect(largestDifference(gram, expected) < 1e-10)
        #expect(gram == gram.transposed)
        expected.formProduct(matrix, matrix, left: .transposed)
        #expect(largestDifference(matrix.gram(), expected) < 1e-10)
    }

    @Test func emptyMatricesAreHarmless() {
        let none = Matrix(rows: 0, columns: 3)
        #expect(none.transposed.rows == 3)
        #expect(none.gram() == Matrix(rows: 3, columns: 3))
        #expect(none.transposed.times(none) == Matrix(rows: 3, columns: 3))
        #expect(Matrix(rows: 2, columns: 0).times([]) == [0, 0])
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
