// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import TestSupport
import Testing

@Suite struct ObjectiveTests {
    @Test(arguments: [2, 3, 6])
    func gradientIsTheSlopeOfTheValue(classes: Int) throws {
        let problem = SyntheticProblem(rows: 90, features: 5, classes: classes, seed: 11)
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 0.05)
        var generator = SeededGenerator(seed: 12)
        let point = generator.vector(objective.dimension)
        var gradient = point
        var unused = point
        _ = try objective.evaluate(at: point, gradient: &gradient)
        for index in point.indices {
            var ahead = point
            var behind = point
            ahead[index] += 1e-5
            behind[index] -= 1e-5
            let rise =
                try objective.evaluate(at: ahead, gradient: &unused)
                - objective.evaluate(at: behind, gradient: &unused)
            #expect((rise / 2e-5 - gradient[index]).magnitude < 1e-9)
        }
    }

    /// 700 rows of 130 features are two blocks of rows.
    @Test(arguments: [(80, 4, 3), (700, 130, 3), (60, 3, 2)])
    func hessianTimesAVectorIsTheSlopeOfTheGradient(rows: Int, features: Int, classes: Int) throws {
        let problem = SyntheticProblem(rows: rows, features: features, classes: classes, seed: 15)
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 0.05)
        var generator = SeededGenerator(seed: 16)
        let point = generator.vector(objective.dimension).map { $0 / 5 }
        var direction = generator.vector(objective.dimension).map { $0 / 10 }
        // Along a shift of all intercepts the matrix has curvature that the function does not.
        let intercepts = stride(from: features, to: direction.count, by: features + 1)
        let mean = intercepts.reduce(0) { $0 + direction[$1] } / Double(classes)
        for index in intercepts { direction[index] -= mean }
        var hessian = Matrix(rows: objective.dimension, columns: objective.dimension, repeating: .nan)
        try objective.formHessian(at: point, into: &hessian)
        for row in 0..<objective.dimension {
            for column in row..<objective.dimension { hessian[row, column] = hessian[column, row] }
        }
        var ahead = point
        var behind = point
        _ = try objective.evaluate(at: zip(point, direction).map { $0 + 1e-5 * $1 }, gradient: &ahead)
        _ = try objective.evaluate(at: zip(point, direction).map { $0 - 1e-5 * $1 }, gradient: &behind)
        for (index, product) in hessian.times(direction).enumerated() {
            #expect(((ahead[index] - behind[index]) / 2e-5 - product).magnitude < 1e-10)
        }
    }

    /// Around a centre, the shift of all intercepts included: there the function is not constant any more.
    @Test(arguments: [2, 5])
    func derivativesAroundACentreAreSlopes(classes: Int) throws {
        let problem = SyntheticProblem(rows: 70, features: 4, classes: classes, seed: 22)
        let center = SyntheticProblem.model(features: 4, classes: classes, seed: 23)
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 0.05, center: center)
        var generator = SeededGenerator(seed: 24)
        let point = generator.vector(objective.dimension)
        let direction = generator.vector(objective.dimension).map { $0 / 10 }
        var gradient = point
        var (ahead, behind) = (point, point)
        _ = try objective.evaluate(at: point, gradient: &gradient)
        func moved(_ length: Double) -> [Double] { zip(point, direction).map { $0 + length * $1 } }
        let rise =
            try objective.evaluate(at: moved(1e-5), gradient: &ahead)
            - objective.evaluate(at: moved(-1e-5), gradient: &behind)
        let slope = zip(gradient, direction).reduce(0) { $0 + $1.0 * $1.1 }
        #expect((rise / 2e-5 - slope).magnitude < 1e-9)
        var hessian = Matrix(rows: objective.dimension, columns: objective.dimension, repeating: .nan)
        try objective.formHessian(at: point, into: &hessian)
        for row in 0..<objective.dimension {
            for column in row..<objective.dimension { hessian[row, column] = hessian[column, row] }
        }
        for (index, product) in hessian.times(direction).enumerated() {
            #expect(((ahead[index] - behind[index]) / 2e-5 - product).magnitude < 1e-9)
        }
    }

    @Test func shiftingAllInterceptsChangesNothing() throws {
        let problem = SyntheticProblem(rows: 50, features: 3, classes: 4, seed: 17)
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 1)
        var generator = SeededGenerator(seed: 18)
        let point = generator.vector(objective.dimension)
        var shifted = point
        for index in stride(from: 3, to: point.count, by: 4) { shifted[index] += 7.5 }
        var gradient = point
        var shiftedGradient = point
        let value = try objective.evaluate(at: point, gradient: &gradient)
        let shiftedValue = try objective.evaluate(at: shifted, gradient: &shiftedGradient)
        #expect((shiftedValue - value).magnitude < 1e-13)
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
        let first = PenalizedLoss(doubled, inverseRegularization: 0.3)
        let second = PenalizedLoss(repeated, inverseRegularization: 0.3)
        var generator = SeededGenerator(seed: 20)
        let point = generator.vector(first.dimension)
        var firstGradient = point
        var secondGradient = point
        let difference =
            try first.evaluate(at: point, gradient: &firstGradient)
            - second.evaluate(at: point, gradient: &secondGradient)
        #expect(difference.magnitude < 1e-13)
        #expect(zip(firstGradient, secondGradient).allSatisfy { ($0 - $1).magnitude < 1e-13 })
    }

    @Test func farAwayNothingOverflows() throws {
        let problem = SyntheticProblem(rows: 30, features: 2, classes: 3, seed: 21)
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 1)
        var gradient = [Double](repeating: 0, count: objective.dimension)
        let far = (0..<objective.dimension).map { $0.isMultiple(of: 2) ? 1e5 : -1e5 }
        let value = try objective.evaluate(at: far, gradient: &gradient)
        #expect(value.isFinite)
        #expect(gradient.allSatisfy { $0.isFinite })
    }
}
