// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import GaitwayNumerics

/// What is estimated from a part of the rows: the curvature, and where a fit begins.
@Suite struct SampledRowsTests {
    private static let problem = SyntheticProblem(rows: 6000, features: 12, classes: 4, seed: 71)

    private static func hessian(rowsPerPair: Double?) throws -> Matrix {
        let objective = PenalizedLoss(try problem.examples, inverseRegularization: 1)
        let point = SyntheticProblem.model(features: 12, classes: 4, seed: 72).parameters
        var hessian = Matrix(rows: objective.dimension, columns: objective.dimension, repeating: .nan)
        if let rowsPerPair {
            try objective.estimateHessian(at: point, rowsPerPair: rowsPerPair, into: &hessian)
        } else {
            try objective.formHessian(at: point, into: &hessian)
        }
        return hessian
    }

    @Test func estimateFromAllRowsIsTheHessian() throws {
        let (exact, all) = (try Self.hessian(rowsPerPair: nil), try Self.hessian(rowsPerPair: 6000))
        for row in 0..<exact.rows {
            for column in 0...row { #expect(abs(exact[row, column] - all[row, column]) < 1e-12) }
        }
    }

    /// Along any direction the estimate curves about as much.
    @Test func estimateFromFewRowsIsNearTheHessian() throws {
        let (exact, few) = (try Self.hessian(rowsPerPair: nil), try Self.hessian(rowsPerPair: 800))
        var generator = SeededGenerator(seed: 73)
        for _ in 0..<30 {
            let direction = generator.vector(exact.rows)
            func curvature(_ matrix: Matrix) -> Double {
                var sum = 0.0
                for row in direction.indices {
                    for column in direction.indices {
                        let entry = matrix[max(row, column), min(row, column)]
                        sum += direction[row] * entry * direction[column]
                    }
                }
                return sum
            }
            let ratio = curvature(few) / curvature(exact)
            #expect(ratio > 0.8 && ratio < 1.25, "\(ratio)")
        }
    }

    @Test func sampleIsDrawnByWeight() throws {
        let examples = try Self.problem.examples
        let sample = try #require(try examples.sample(of: 1000))
        #expect(abs(sample.totalWeight - 1000) <= 1)
        #expect(try examples.sample(of: 1501) == nil)
        for label in 0..<4 {
            let own = Self.problem.labels.indices.filter { Self.problem.labels[$0] == label }
            let expected = own.reduce(0) { $0 + examples.shares[$1] }
            let drawn = sample.labels.indices.filter { sample.labels[$0] == label }
            #expect(abs(drawn.reduce(0) { $0 + sample.shares[$1] } - expected) < 0.05)
        }
    }

    @Test func startFromAPartOfTheRowsKeepsTheOptimum() throws {
        let examples = try SyntheticProblem(rows: 33_000, features: 6, classes: 3, seed: 74).examples
        var options = FitOptions(inverseRegularization: 0.01, tolerance: 1e-8, solver: .lbfgs)
        let plain = try SoftmaxClassifier.fit(examples, options: options)
        try options.prepare(for: examples)
        #expect(options.initial != nil && options.curvature != nil)
        let prepared = try SoftmaxClassifier.fit(examples, options: options)
        #expect(plain.report.isConverged && prepared.report.isConverged)
        #expect(largestDifference(plain.classifier, prepared.classifier) < 1e-5)
        #expect(prepared.report.evaluations < plain.report.evaluations)
    }
}
