import LinearAlgebra
import LogisticRegression
import TestSupport
import Testing

@Suite struct ObjectiveTests {
    @Test(arguments: [2, 3, 6])
    func gradientIsTheSlopeOfTheValue(classes: Int) throws {
        let problem = SyntheticProblem(rows: 90, features: 5, classes: classes, seed: 11)
        var objective = PenalizedLoss(try problem.examples, inverseRegularization: 0.05)
        var generator = SeededGenerator(seed: 12)
        let point = generator.vector(objective.dimension)
        var gradient = point
        var unused = point
        _ = objective.evaluate(at: point, gradient: &gradient)
        for index in point.indices {
            var ahead = point
            var behind = point
            ahead[index] += 1e-5
            behind[index] -= 1e-5
            let rise =
                objective.evaluate(at: ahead, gradient: &unused)
                - objective.evaluate(at: behind, gradient: &unused)
            #expect((rise / 2e-5 - gradient[index]).magnitude < 1e-9)
        }
    }

    @Test func hessianProductIsTheSlopeOfTheGradient() throws {
        let problem = SyntheticProblem(rows: 80, features: 4, classes: 3, seed: 13)
        var objective = PenalizedLoss(try problem.examples, inverseRegularization: 0.05)
        var generator = SeededGenerator(seed: 14)
        let point = generator.vector(objective.dimension)
        let direction = generator.vector(objective.dimension)
        var product = point
        objective.multiplyHessian(at: point, by: direction, into: &product)
        var ahead = point
        var behind = point
        _ = objective.evaluate(at: zip(point, direction).map { $0 + 1e-5 * $1 }, gradient: &ahead)
        _ = objective.evaluate(at: zip(point, direction).map { $0 - 1e-5 * $1 }, gradient: &behind)
        for index in product.indices {
            #expect(((ahead[index] - behind[index]) / 2e-5 - product[index]).magnitude < 1e-9)
        }
    }

    /// 700 rows of 130 features are two blocks of rows.
    @Test(arguments: [(80, 4, 3), (700, 130, 3), (60, 3, 2)])
    func hessianTimesAVectorIsTheHessianProduct(rows: Int, features: Int, classes: Int) throws {
        let problem = SyntheticProblem(rows: rows, features: features, classes: classes, seed: 15)
        let examples = try problem.examples
        var loss = MultinomialLoss(examples)
        var generator = SeededGenerator(seed: 16)
        let point = generator.vector(loss.dimension).map { $0 / 5 }
        let direction = generator.vector(loss.dimension)
        var product = point
        loss.multiplyHessian(at: point, by: direction, into: &product)
        var hessian = Matrix(rows: loss.dimension, columns: loss.dimension, repeating: .nan)
        loss.formHessian(at: point, into: &hessian)
        for row in 0..<loss.dimension {
            for column in row..<loss.dimension { hessian[row, column] = hessian[column, row] }
        }
        #expect(zip(hessian.times(direction), product).allSatisfy { ($0 - $1).magnitude < 1e-11 })
    }

    @Test func shiftingAllInterceptsChangesNothing() throws {
        let problem = SyntheticProblem(rows: 50, features: 3, classes: 4, seed: 17)
        var objective = PenalizedLoss(try problem.examples, inverseRegularization: 1)
        var generator = SeededGenerator(seed: 18)
        let point = generator.vector(objective.dimension)
        var shifted = point
        for index in stride(from: 3, to: point.count, by: 4) { shifted[index] += 7.5 }
        var gradient = point
        var shiftedGradient = point
        let value = objective.evaluate(at: point, gradient: &gradient)
        #expect((objective.evaluate(at: shifted, gradient: &shiftedGradient) - value).magnitude < 1e-13)
        #expect(zip(gradient, shiftedGradient).allSatisfy { ($0 - $1).magnitude < 1e-13 })
        let alongShift = stride(from: 3, to: point.count, by: 4).reduce(0) { $0 + gradient[$1] }
        #expect(alongShift.magnitude < 1e-14)
    }

    @Test func weightTwoEqualsADuplicatedRow() throws {
        let problem = SyntheticProblem(rows: 40, features: 3, classes: 3, seed: 19)
        let once = problem.features.elements
        let doubled = try TrainingSet(
            features: problem.features, labels: problem.labels,
            weights: (0..<40).map { $0 < 15 ? 2 : 1 }, classes: 3)
        let repeated = try TrainingSet(
            features: Matrix(rows: 55, columns: 3, elements: once + once[..<45]),
            labels: problem.labels + problem.labels[..<15], classes: 3)
        var first = PenalizedLoss(doubled, inverseRegularization: 0.3)
        var second = PenalizedLoss(repeated, inverseRegularization: 0.3)
        var generator = SeededGenerator(seed: 20)
        let point = generator.vector(first.dimension)
        var firstGradient = point
        var secondGradient = point
        let difference =
            first.evaluate(at: point, gradient: &firstGradient)
            - second.evaluate(at: point, gradient: &secondGradient)
        #expect(difference.magnitude < 1e-13)
        #expect(zip(firstGradient, secondGradient).allSatisfy { ($0 - $1).magnitude < 1e-13 })
    }

    @Test func farAwayNothingOverflows() throws {
        let problem = SyntheticProblem(rows: 30, features: 2, classes: 3, seed: 21)
        var objective = PenalizedLoss(try problem.examples, inverseRegularization: 1)
        var gradient = [Double](repeating: 0, count: objective.dimension)
        let far = (0..<objective.dimension).map { $0.isMultiple(of: 2) ? 1e5 : -1e5 }
        #expect(objective.evaluate(at: far, gradient: &gradient).isFinite)
        #expect(gradient.allSatisfy { $0.isFinite })
    }
}
