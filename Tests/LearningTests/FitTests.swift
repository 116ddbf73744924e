// SPDX-License-Identifier: Apache-2.0
import GaitwayNumerics
import Testing

@Suite struct FitTests {
    private func fit(
        _ examples: TrainingSet, _ solver: FitOptions.Solver, c: Double = 1, tolerance: Double = 1e-9,
        memoryLimit: Int = 512 << 20
    ) throws -> ClassifierFit {
        try SoftmaxClassifier.fit(
            examples,
            options: FitOptions(
                inverseRegularization: c, tolerance: tolerance, solver: solver, memoryLimit: memoryLimit))
    }

    @Test(arguments: [2, 3, 6], [0.01, 1, 100])
    func solversAgree(classes: Int, c: Double) throws {
        let examples = try SyntheticProblem(rows: 400, features: 7, classes: classes, seed: 41).examples
        let newton = try fit(examples, .newton, c: c)
        let lbfgs = try fit(examples, .lbfgs, c: c)
        let diagonal = try fit(examples, .lbfgs, c: c, memoryLimit: 100)
        let automatic = try fit(examples, .automatic, c: c)
        for other in [lbfgs, diagonal, automatic] {
            #expect(other.report.isConverged)
            #expect(other.report.largestGradientEntry <= 1e-9)
            let difference = (other.report.objective - newton.report.objective).magnitude
            #expect(difference < 1e-8 * newton.report.objective)
            #expect(largestDifference(other.classifier, newton.classifier) < 1e-5)
        }
        #expect(newton.report.isConverged && newton.report.solver == .newton && newton.report.iterations < 20)
        #expect(lbfgs.report.solver == .lbfgs)
        #expect(newton.classifier.intercepts.reduce(0, +).magnitude < 1e-12)
        // The penalty makes the weights of a feature sum to 0 over the classes.
        for feature in 0..<7 {
            let sum = (0..<classes).reduce(0) { $0 + newton.classifier.weights[feature, $1] }
            #expect(sum.magnitude < 1e-5)
        }
    }

    @Test(arguments: [2, 3, 6], [0.01, 1, 100])
    func solversAgreeAroundACentre(classes: Int, c: Double) throws {
        let examples = try SyntheticProblem(rows: 300, features: 6, classes: classes, seed: 47).examples
        let center = SyntheticProblem.model(features: 6, classes: classes, seed: 48)
        func fit(_ solver: FitOptions.Solver, memoryLimit: Int = 512 << 20) throws -> ClassifierFit {
            try SoftmaxClassifier.fit(
                examples,
                options: FitOptions(
                    inverseRegularization: c, tolerance: 1e-9, solver: solver, center: center, memoryLimit: memoryLimit)
            )
        }
        let newton = try fit(.newton)
        for other in [try fit(.lbfgs), try fit(.lbfgs, memoryLimit: 100), try fit(.automatic)] {
            #expect(other.report.isConverged && newton.report.isConverged)
            #expect(largestDifference(other.classifier, newton.classifier) < 1e-5)
        }
        // The loss does not care about what is common to all classes, so the penalty keeps that where it was.
        let sums = (0..<6).map { feature in
            (0..<classes).reduce(0) { $0 + newton.classifier.weights[feature, $1] - center.weights[feature, $1] }
        }
        #expect(sums.allSatisfy { $0.magnitude < 1e-6 })
        let shift = newton.classifier.intercepts.reduce(0, +) - center.intercepts.reduce(0, +)
        #expect(shift.magnitude < 1e-9)
    }

    @Test func aCentreHoldsAsFirmlyAsThePenaltyIsStrong() throws {
        let examples = try SyntheticProblem(rows: 300, features: 6, classes: 3, seed: 49).examples
        let center = SyntheticProblem.model(features: 6, classes: 3, seed: 50)
        func distance(_ penalty: Double) throws -> Double {
            let options = FitOptions(
                inverseRegularization: 1 / (penalty * examples.totalWeight), tolerance: 1e-10, center: center)
            return largestDifference(try SoftmaxClassifier.fit(examples, options: options).classifier, center)
        }
        let distances = try [1e-3, 1e-1, 10, 1e3].map(distance)
        #expect(distances == distances.sorted(by: >))
        #expect(distances[0] > 0.1 && distances[3] < 1e-3)
        let other = SyntheticProblem.model(features: 5, classes: 3, seed: 51)
        #expect(throws: FitError.self) { try SoftmaxClassifier.fit(examples, options: FitOptions(center: other)) }
    }

    @Test func aClassWithoutRowsNeedsACentre() throws {
        let problem = SyntheticProblem(rows: 200, features: 4, classes: 3, seed: 52)
        let examples = try TrainingSet(
            features: problem.features, labels: problem.labels.map { $0 % 2 }, classes: 3, mayMissClasses: true)
        #expect(throws: FitError.self) { try fit(examples, .lbfgs) }
        let center = SyntheticProblem.model(features: 4, classes: 3, seed: 53)
        func share(_ penalty: Double) throws -> Double {
            let options = FitOptions(
                inverseRegularization: 1 / (penalty * examples.totalWeight), tolerance: 1e-9, center: center)
            let result = try SoftmaxClassifier.fit(examples, options: options)
            #expect(result.report.isConverged)
            let probabilities = result.classifier.probabilities(of: problem.features)
            return (0..<200).reduce(0) { $0 + probabilities[$1, 2] } / 200
        }
        // What is not seen fades as the penalty does, and stays where that is strong.
        let shares = try [0.01, 1, 1e4].map(share)
        #expect(shares == shares.sorted() && shares[0] < 0.05 && shares[2] > shares[1] + 0.05)
    }

    @Test func curvatureOfAllRowsSpeedsAFoldUpAndKeepsItsOptimum() throws {
        let problem = SyntheticProblem(rows: 600, features: 7, classes: 4, seed: 43)
        let all = try problem.examples
        var options = FitOptions(inverseRegularization: 1, tolerance: 1e-9, solver: .lbfgs)
        let whole = try SoftmaxClassifier.fit(all, options: options)
        let fold = try TrainingSet(
            features: problem.features, labels: problem.labels, weights: (0..<600).map { $0 < 60 ? 0 : 1 }, classes: 4)
        options.initial = whole.classifier
        let plain = try SoftmaxClassifier.fit(fold, options: options)
        options.curvature = try FittedCurvature(all, at: whole.classifier, options: options)
        #expect(options.curvature != nil)
        let fast = try SoftmaxClassifier.fit(fold, options: options)
        #expect(plain.report.isConverged && fast.report.isConverged)
        #expect(fast.report.iterations * 2 < plain.report.iterations)
        #expect(largestDifference(fast.classifier, plain.classifier) < 1e-6)
        let smaller = try SyntheticProblem(rows: 100, features: 6, classes: 4, seed: 44).examples
        options.initial = nil
        #expect(throws: FitError.self) { try SoftmaxClassifier.fit(smaller, options: options) }
        options.memoryLimit = 100
        let none = try FittedCurvature(all, at: whole.classifier, options: options)
        #expect(none == nil)
    }

    @Test func weightTwoEqualsADuplicatedRow() throws {
        let problem = SyntheticProblem(rows: 120, features: 3, classes: 3, seed: 42)
        let doubled = try TrainingSet(
            features: problem.features, labels: problem.labels, weights: (0..<120).map { $0 < 50 ? 2 : 1 },
            classes: 3)
        let elements = problem.features.elements
        let repeated = try TrainingSet(
            features: Matrix(rows: 170, columns: 3, elements: elements + elements[..<150]),
            labels: problem.labels + problem.labels[..<50], classes: 3)
        let first = try fit(doubled, .newton)
        let second = try fit(repeated, .newton)
        #expect(largestDifference(first.classifier, second.classifier) < 1e-10)
    }

    @Test(arguments: FitOptions.Solver.allCases)
    func perfectSeparationConverges(solver: FitOptions.Solver) throws {
        let features = Matrix(rows: 20, columns: 1, elements: (0..<20).map { Double($0) - 9.5 })
        let examples = try TrainingSet(
            features: features, labels: (0..<20).map { $0 < 10 ? 0 : 1 }, classes: 2)
        for c in [1, 1e4] {
            let result = try fit(examples, solver, c: c, tolerance: 1e-6)
            #expect(result.report.isConverged)
            let probabilities = result.classifier.probabilities(of: features)
            #expect((0..<20).allSatisfy { (probabilities[$0, 0] > 0.5) == ($0 < 10) })
        }
    }

    @Test func collinearAndConstantFeaturesConverge() throws {
        let problem = SyntheticProblem(rows: 200, features: 2, classes: 3, seed: 43)
        var features = Matrix(rows: 200, columns: 4)
        for row in 0..<200 {
            features[row, 0] = problem.features[row, 0]
            features[row, 1] = problem.features[row, 1]
            features[row, 2] = problem.features[row, 0]
            features[row, 3] = 5
        }
        let examples = try TrainingSet(features: features, labels: problem.labels, classes: 3)
        for c in [1, 1e6] {
            for solver in FitOptions.Solver.allCases {
                let result = try fit(examples, solver, c: c, tolerance: 1e-7)
                #expect(result.report.isConverged, "\(solver), C = \(c)")
            }
        }
    }

    @Test func aWarmStartAtTheOptimumTakesNoStep() throws {
        let examples = try SyntheticProblem(rows: 200, features: 5, classes: 3, seed: 44).examples
        let cold = try fit(examples, .newton)
        var options = FitOptions(solver: .lbfgs, initial: cold.classifier)
        let warm = try SoftmaxClassifier.fit(examples, options: options)
        #expect(warm.report.iterations == 0 && warm.report.isConverged)
        options.initial = SoftmaxClassifier(weights: Matrix(rows: 4, columns: 3), intercepts: [0, 0, 0])
        #expect(throws: FitError.self) { try SoftmaxClassifier.fit(examples, options: options) }
    }

    @Test func notHavingConvergedIsReported() throws {
        let examples = try SyntheticProblem(rows: 200, features: 5, classes: 3, seed: 45).examples
        let result = try SoftmaxClassifier.fit(
            examples, options: FitOptions(tolerance: 1e-9, maximumIterations: 2, solver: .lbfgs))
        #expect(result.report.outcome == .iterationLimit)
        #expect(!result.report.isConverged)
        #expect(result.report.iterations == 2)
    }

    @Test func badOptionsAreErrors() throws {
        let examples = try SyntheticProblem(rows: 50, features: 5, classes: 3, seed: 46).examples
        for options in [
            FitOptions(inverseRegularization: 0), FitOptions(inverseRegularization: .infinity),
            FitOptions(tolerance: .nan), FitOptions(maximumIterations: -1),
        ] {
            #expect(throws: FitError.self) { try SoftmaxClassifier.fit(examples, options: options) }
        }
        #expect(throws: FitError.hessianTooLarge(bytes: 18 * 18 * 8, limit: 1000)) {
            try SoftmaxClassifier.fit(examples, options: FitOptions(solver: .newton, memoryLimit: 1000))
        }
    }
}
