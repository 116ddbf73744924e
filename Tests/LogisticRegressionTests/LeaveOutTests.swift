import LinearAlgebra
import LogisticRegression
import Testing

@Suite struct LeaveOutTests {
    /// The fits without each group, made one by one.
    private func oneByOne(
        _ problem: SyntheticProblem, _ groupOfRow: [Int], _ options: FitOptions
    ) throws -> [ClassifierFit] {
        try (0...(groupOfRow.max() ?? 0)).map { group in
            let weights = problem.weights.indices.map { groupOfRow[$0] == group ? 0 : problem.weights[$0] }
            let examples = try TrainingSet(
                features: problem.features, labels: problem.labels, weights: weights, classes: problem.classes)
            return try SoftmaxClassifier.fit(examples, options: options)
        }
    }

    /// Groups of consecutive rows, and rows of all groups in turn; 2600 rows of 10 features are two blocks.
    @Test(arguments: [false, true], [0.1, 10])
    func allTogetherReachTheOptimumOfEach(inTurn: Bool, c: Double) throws {
        let problem = SyntheticProblem(rows: 2600, features: 10, classes: 4, seed: 71)
        let groupOfRow = (0..<2600).map { inTurn ? $0 % 7 : $0 * 7 / 2600 }
        let options = FitOptions(inverseRegularization: c, tolerance: 1e-9)
        let expected = try oneByOne(problem, groupOfRow, options)
        let fits = try SoftmaxClassifier.fitLeavingOut(groupOfRow: groupOfRow, of: problem.examples, options: options)
        #expect(fits.count == 7)
        for (fit, expected) in zip(fits, expected) {
            #expect(fit.report.isConverged)
            #expect(fit.report.largestGradientEntry <= 1e-9)
            #expect((fit.report.objective - expected.report.objective).magnitude < 1e-9)
            #expect(largestDifference(fit.classifier, expected.classifier) < 1e-5)
        }
    }

    @Test func aFitThatTheStepsDoNotReachIsMadeByItself() throws {
        // The group left out has most of the weight, and all of it speaks for one class.
        var problem = SyntheticProblem(rows: 400, features: 5, classes: 3, seed: 72)
        for row in 0..<200 {
            problem.weights[row] *= 1000
            problem.labels[row] = row < 3 ? row : 0
        }
        let groupOfRow = (0..<400).map { $0 < 200 ? 0 : 1 }
        let options = FitOptions(tolerance: 1e-9)
        let examples = try problem.examples

        let whole = try SoftmaxClassifier.fit(examples, options: options).classifier
        let penalty = PenalizedLoss(examples, inverseRegularization: options.inverseRegularization).penalty
        let together = try LeaveOutSolver(tolerance: options.tolerance, maximumIterations: options.maximumIterations)
            .minimize(
                LeaveOutLoss(examples, groupOfRow: groupOfRow, penalty: penalty), from: whole.parameters,
                preconditioner: #require(try FittedCurvature(examples, at: whole, options: options)))
        #expect(together.contains { $0.outcome != .converged })

        let expected = try oneByOne(problem, groupOfRow, options)
        let fits = try SoftmaxClassifier.fitLeavingOut(groupOfRow: groupOfRow, of: examples, options: options)
        #expect(fits.count == expected.count)
        for (fit, expected) in zip(fits, expected) {
            #expect(fit.report.isConverged)
            #expect((fit.report.objective - expected.report.objective).magnitude < 1e-9)
        }
    }

    @Test func withoutMemoryForTheCurvatureTheFitsAreTheSame() throws {
        let problem = SyntheticProblem(rows: 300, features: 6, classes: 3, seed: 73)
        let groupOfRow = (0..<300).map { $0 % 3 }
        var options = FitOptions(tolerance: 1e-9)
        let examples = try problem.examples
        let together = try SoftmaxClassifier.fitLeavingOut(groupOfRow: groupOfRow, of: examples, options: options)
        options.memoryLimit = 100
        let alone = try SoftmaxClassifier.fitLeavingOut(groupOfRow: groupOfRow, of: examples, options: options)
        #expect(together.count == 3 && alone.count == 3)
        for (left, right) in zip(together, alone) {
            #expect(largestDifference(left.classifier, right.classifier) < 1e-5)
        }
    }

    @Test func groupsThatCannotBeLeftOutAreErrors() throws {
        let problem = SyntheticProblem(rows: 30, features: 2, classes: 3, seed: 74)
        let examples = try problem.examples
        #expect(throws: FitError.badGroups(rows: 30, groups: 2)) {
            try SoftmaxClassifier.fitLeavingOut(groupOfRow: [0, 1], of: examples)
        }
        #expect(throws: FitError.badGroups(rows: 30, groups: 30)) {
            try SoftmaxClassifier.fitLeavingOut(groupOfRow: (0..<30).map { $0 - 1 }, of: examples)
        }
        #expect(throws: FitError.classWithoutRows(label: 1)) {
            try SoftmaxClassifier.fitLeavingOut(
                groupOfRow: problem.labels.enumerated().map { $1 == 1 ? 0 : 1 + $0 % 2 }, of: examples)
        }
    }
}
